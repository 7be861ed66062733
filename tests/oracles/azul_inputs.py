"""The inputs of Azul's nets a second time: slow, from the JSON form of a position.

Follows the table at the head of `engines/azul/features.py` block by block.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracles.azul_board import (
    COLOURS,
    EMPTY,
    Player,
    parse_counts,
    parse_tiles,
    placement_score,
    printed_column,
)
from tests.oracles.inputs import Inputs, holder, leads, seats

ROUNDS, FACTORIES, CENTRE, BATCHES = 10, 6, 12, 24
EXACT, MORE, FEWER, NONE = range(4)


def inputs(fields: dict[str, Any]) -> tuple[Inputs, list[int]]:
    """The inputs that are 1, and the numbers in points, as the viewer sees them."""
    viewer = fields["first"] if fields["phase"] == "deal" else fields["turn"]
    order = seats(fields["players"], viewer)
    boards = [player_of(fields, seat) for seat in order]
    found = Inputs()
    now, then = [], []
    for board in boards:
        tiled = settle(board, fields["wall"] == "grey")
        now.append(tiled.score)
        then.append(tiled.score + tiled.end_bonus())
        add_player(found, fields, board, tiled)
    add_table(found, fields, order)
    return found, now + leads(then)


def player_of(fields: dict[str, Any], seat: int) -> Player:
    """The board of a seat."""
    start = f"p{seat}."
    own = {k[len(start) :]: v for k, v in fields.items() if k.startswith(start)}
    return Player.from_fields(own, fields["marker"] == seat)


def settle(board: Player, grey: bool) -> Player:
    """The board with its full lines tiled and the floor paid."""
    tiled = board.copy()
    for row in range(5):
        if len(board.lines[row]) < row + 1:
            continue
        colour = board.lines[row][0]
        column = best_column(board, tiled, row) if grey else printed_column(colour, row)
        if column is not None:
            tiled.wall[row][column] = colour
            tiled.score += placement_score(tiled.wall, row, column)
    tiled.score = max(0, tiled.score - board.floor_cost())
    return tiled


def best_column(board: Player, tiled: Player, row: int) -> int | None:
    """Where a full line scores most, of equals the leftmost; None if nowhere.

    The wall with the lines above tiled is what scores; which columns show the colour
    is told by the wall as it lies.
    """
    colour, points = board.lines[row][0], {}
    for column in board.free_columns(row):
        if tiled.wall[row][column] == EMPTY:
            wall = [list(r) for r in tiled.wall]
            wall[row][column] = colour
            points[column] = placement_score(wall, row, column)
    return max(points, key=lambda column: points[column]) if points else None


def add_player(
    found: Inputs, fields: dict[str, Any], board: Player, tiled: Player
) -> None:
    """The blocks of a player."""
    wall = tiled.wall
    places = [(r, c) for r in range(5) for c in range(5) if wall[r][c] != EMPTY]
    found.block(25, [5 * r + c for r, c in places])
    for row in range(5):
        found.number(5, sum(r == row for r, _ in places))
    for column in range(5):
        found.number(5, sum(c == column for _, c in places))
    for colour in COLOURS:
        found.number(5, sum(wall[r][c] == colour for r, c in places))
    for row in range(5):
        for colour in COLOURS:
            line = board.lines[row]
            under_way = line and line[0] == colour and len(line) <= row
            if row:
                found.number(row, len(line) if under_way else 0)
    found.block(5, [r for r in range(5) if len(board.lines[r]) == r + 1])
    found.number(7, 0 if fields["phase"] == "deal" else min(7, len(board.floor)))
    for row in range(1, 5):
        line = board.lines[row]
        found.block(4, [needs(fields, line[0], row + 1 - len(line))]
                    if 0 < len(line) <= row else [])  # fmt: skip
    grey = fields["wall"] == "grey"
    shown = {5 * r + COLOURS.index(wall[r][c]) for r, c in places if grey}
    taken = {5 * c + COLOURS.index(wall[r][c]) for r, c in places if grey}
    found.block(25, shown)
    found.block(25, taken)
    add_promises(found, board, tiled, grey)
    add_last(found, wall)


def add_promises(found: Inputs, board: Player, tiled: Player, grey: bool) -> None:
    """What the lines under way would bring if they were filled."""
    wall, rows, columns, colours = tiled.wall, Inputs(), Inputs(), Inputs()
    gains = Inputs()
    for row in range(5):
        line = board.lines[row]
        under_way = 0 < len(line) <= row
        colour = line[0] if under_way else ""
        column = None
        if under_way:
            column = (
                best_column(board, tiled, row) if grey else printed_column(colour, row)
            )
        for needed in range(1, row + 1):
            here = under_way and needed == row + 1 - len(line)
            rows.block(5, [full(wall[row])] if here else [])
            down = [wall[r][column] for r in range(5)] if column is not None else []
            columns.block(5, [full(down)] if here and down else [])
            alike = sum(colour in wall[r] for r in range(5))
            colours.block(5, [alike] if here else [])
        gain = []
        if column is not None:
            filled = [list(r) for r in wall]
            filled[row][column] = colour
            gain = [placement_score(filled, row, column) - 1]
        gains.block(10, gain)
    for block in (rows, columns, colours, gains):
        found.join(block)


def full(spaces: list[str]) -> int:
    """How many of the spaces have a tile."""
    return sum(space != EMPTY for space in spaces)


def add_last(found: Inputs, wall: list[list[str]]) -> None:
    """What rows, columns and colours lack, where it is one tile."""
    across = [(r, c) for r in range(5) for c in range(5) if full(wall[r]) == 4]
    down = [(r, c) for c in range(5) for r in range(5)
            if full([wall[k][c] for k in range(5)]) == 4]  # fmt: skip
    found.block(25, [5 * r + c for r, c in across if wall[r][c] == EMPTY])
    found.block(25, [5 * r + c for r, c in down if wall[r][c] == EMPTY])
    last = []
    for i, colour in enumerate(COLOURS):
        lacking = [r for r in range(5) if colour not in wall[r]]
        last += [5 * r + i for r in lacking if len(lacking) == 1]
    found.block(25, last)


def needs(fields: dict[str, Any], colour: str, needed: int) -> int:
    """What of a colour one source can give."""
    batches = [text.count(colour) for text in (*fields["factories"], fields["centre"])]
    batches = [batch for batch in batches if batch]
    if needed in batches:
        return EXACT
    if any(batch > needed for batch in batches):
        return MORE
    return FEWER if batches else NONE


def add_table(found: Inputs, fields: dict[str, Any], order: list[int]) -> None:
    """The blocks that are everybody's."""
    dealt = fields["phase"] != "deal"
    factories = [Counter(parse_tiles(text)) for text in fields["factories"]]
    centre = Counter(parse_tiles(fields["centre"]))
    bag = Counter(parse_counts(fields["bag"]))
    found.number(ROUNDS, fields["round"])
    found.block(5, [holder(fields, order)])
    for colour in COLOURS:
        for size in range(1, 5):
            found.number(FACTORIES, sum(f[colour] == size for f in factories))
    for colour in COLOURS:
        found.number(CENTRE, centre[colour])
    left = sum(f.total() > 0 for f in factories)
    found.block(10, [left] if dealt else [])
    batches = sum(len(source) for source in (*factories, centre))
    found.block(BATCHES + 1, [min(batches, BATCHES)] if dealt else [])
    for colour in COLOURS:
        found.count(5, -(-bag[colour] // 4))
    found.block(1, [0] if fields["phase"] == "tiling" else [])
