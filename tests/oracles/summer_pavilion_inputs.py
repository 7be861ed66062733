"""The inputs of Summer Pavilion's nets a second time: slow, from the JSON form.

Follows the table at the head of `engines/summer_pavilion/features.py` block by block.
"""

from __future__ import annotations

from typing import Any

from tests.oracles.inputs import Inputs, holder, leads, seats
from tests.oracles.summer_pavilion_board import (
    CENTRE,
    COLOURS,
    DECORATIONS,
    STAR_NAMES,
    Player,
    all_spaces,
    parse_counts,
    parse_tiles,
    printed_number,
)

PHASES = ("draft", "place", "bonus", "keep", "refill", "deal")
TILES, AT_HAND, FACTORIES, OWED, SUPPLY, BAG = 12, 20, 6, 7, 10, 6


def inputs(fields: dict[str, Any]) -> tuple[Inputs, list[int]]:
    """The inputs that are 1, and the numbers in points, as the viewer sees them."""
    viewer = fields["first"] if fields["phase"] == "deal" else fields["turn"]
    order = seats(fields["players"], viewer)
    players = [player_of(fields, seat) for seat in order]
    found = Inputs()
    for player in players:
        add_board(found, fields["board"], player)
        add_hand(found, fields["round"], player)
        add_payable(found, fields, player)
        found.number(AT_HAND, player.stock.total())
        found.block(1, [0] if player.passed else [])
        add_colours(found, fields["board"], player)
    add_table(found, fields, order)
    scores = [p.score + p.end_bonus(fields["board"]) for p in players]
    return found, scores + leads(scores)


def player_of(fields: dict[str, Any], seat: int) -> Player:
    """The player of a seat."""
    start = f"p{seat}."
    own = {k[len(start) :]: v for k, v in fields.items() if k.startswith(start)}
    return Player.from_fields(own)


def add_board(found: Inputs, board: str, player: Player) -> None:
    """Spaces, stars, numbers and decorations."""
    covered = [space for space in all_spaces() if player.covered(*space)]
    found.block(42, [all_spaces().index(space) for space in covered])
    for star in STAR_NAMES:
        found.number(6, len(player.laid_in(star)))
    for number in range(1, 7):
        found.number(7, sum(printed_number(board, *space) == number
                            for space in covered))  # fmt: skip
    for decoration in DECORATIONS:
        missing = sum(space not in covered for space in decoration.spaces)
        found.block(3, [missing] if missing < 3 else [])


def add_hand(found: Inputs, round_number: int, player: Player) -> None:
    """The tiles at hand and kept."""
    for colour in COLOURS:
        found.number(TILES, player.stock[colour])
    found.number(TILES, player.stock[COLOURS[round_number - 1]])
    coming = COLOURS[round_number] if round_number < 6 else None
    found.number(TILES, player.stock[coming] + player.kept[coming] if coming else 0)
    for colour in COLOURS:
        found.number(4, player.kept[colour])


def add_payable(found: Inputs, fields: dict[str, Any], player: Player) -> None:
    """The free spaces that the tiles at hand could pay."""
    wild = COLOURS[fields["round"] - 1]
    payable = {(p.star, p.position) for p in player.placements(fields["board"], wild)}
    found.block(42, {all_spaces().index(space) for space in payable})


def add_colours(found: Inputs, board: str, player: Player) -> None:
    """The colours of stars that do not tell them by themselves."""
    laid = {
        star: player.laid_in(star) if board == "plain" or star == CENTRE else []
        for star in STAR_NAMES
    }
    for tiles in laid.values():
        found.block(6, {COLOURS.index(tile) for tile in tiles})
    found.block(7, [i for i, tiles in enumerate(laid.values())
                    if len(tiles) > 1 and len(set(tiles)) == 1])  # fmt: skip


def add_table(found: Inputs, fields: dict[str, Any], order: list[int]) -> None:
    """The blocks that are everybody's."""
    drafting = fields["phase"] == "draft"
    factories = [parse_tiles(text) for text in fields["factories"]]
    centre, supply = parse_tiles(fields["centre"]), parse_tiles(fields["supply"])
    bag = parse_counts(fields["bag"])
    found.number(6, fields["round"])
    found.block(6, [PHASES.index(fields["phase"])])
    found.number(OWED, fields.get("owed", 0))
    found.block(5, [holder(fields, order)])
    for colour in COLOURS:
        for size in range(1, 5):
            found.number(FACTORIES, sum(f[colour] == size for f in factories))
    for colour in COLOURS:
        found.number(TILES, centre[colour])
    found.block(10, [sum(f.total() > 0 for f in factories)] if drafting else [])
    for colour in COLOURS:
        found.number(SUPPLY, supply[colour])
    for colour in COLOURS:
        found.count(BAG, -(-bag[colour] // 4))
