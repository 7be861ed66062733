"""Which Summer Pavilion positions are possible: each check names the rule broken.

No position that play can reach is refused. Players, factories and the spaces of a star
are numbered from 1 in messages; a check raises `NotationError` at the value in
question.
"""

from __future__ import annotations

from engines.summer_pavilion.layout import (
    BONUS,
    CENTRE_STAR,
    COLOURS,
    DEAL,
    DRAFT,
    KEEP,
    LAST_ROUND,
    MAX_KEPT,
    OVER,
    PLACE,
    REFILL,
    STAR_COLOUR,
    SUPPLY_SIZE,
    TILES_PER_COLOUR,
)
from engines.summer_pavilion.layout import STARS as STAR_NAMES
from engines.summer_pavilion.packing import FREE, NO_TILES, Position, Star
from engines.text import Entries, count_text
from engines.tiles import (
    TILES_PER_FACTORY,
    Letters,
    TileSet,
    check_centre,
)

TILES = Letters(COLOURS, ("purple", "green", "orange", "yellow", "blue", "red"))
TILE_SET = TileSet(
    TILES,
    TILES_PER_COLOUR,
    "tower",
    "factories, centre, supply, boards and stocks",
    ("factories", "supply", "stock", "kept", *STAR_NAMES),
)
# By number, as in the layout.
PHASES = ("draft", "place", "bonus", "keep", "refill", "deal", "over")
PLACING = (PLACE, BONUS, KEEP, REFILL)
MOST_OWED = 3  # a window, or a statue and a pillar with one tile
MOST_PAID = 5  # tiles that a placement puts into the tower


def check(position: Position, entries: Entries) -> None:
    """The position is possible: NotationError names the rule that it breaks."""
    for player in range(1, position.players + 1):
        check_stars(position, player, entries)
    if position.phase == DRAFT:
        check_draft(position, entries)
    elif position.phase in PLACING:
        check_placing(position, entries)
    else:
        check_between_rounds(position, entries)


# --- Stars (rules: board; placing; variant) -------------------------------------------


def check_stars(position: Position, player: int, entries: Entries) -> None:
    """Every tile lies in a star that takes its colour."""
    for star, cells in enumerate(position.boards[player - 1].stars):
        key = f"p{player}.{STAR_NAMES[star]}"
        if position.plain:
            check_plain_star(star, cells, key, entries)
        elif star == CENTRE_STAR:
            check_centre_star(cells, key, entries)
        else:
            check_coloured_star(star, cells, key, entries)


def check_plain_star(star: int, cells: Star, key: str, entries: Entries) -> None:
    """A star of the plain board is on the way to six equal or six different colours."""
    laid = [colour for colour in cells if colour != FREE]
    if len(set(laid)) not in (1, len(laid)):
        raise entries.place(key).error(
            f"the {STAR_NAMES[star]} star has equal and different colours; a star of"
            " the plain board becomes six equal or six different ones"
        )


def check_centre_star(cells: Star, key: str, entries: Entries) -> None:
    """The centre star of the coloured board takes every colour once."""
    for place, colour in enumerate(cells):
        if colour != FREE and colour in cells[:place]:
            raise (
                entries.place(key)
                .cut(place, place + 1)
                .error(
                    f"the centre star takes each colour once, and has"
                    f" {TILES.names[colour]} on {cells.index(colour) + 1} already"
                )
            )


def check_coloured_star(star: int, cells: Star, key: str, entries: Entries) -> None:
    """An outer star of the coloured board takes its own colour."""
    for place, colour in enumerate(cells):
        if colour not in (FREE, STAR_COLOUR[star]):
            name = STAR_NAMES[star]
            raise (
                entries.place(key)
                .cut(place, place + 1)
                .error(f"the {name} star takes {name} tiles, not {TILES.names[colour]}")
            )


# --- What phases have in common -------------------------------------------------------


def check_supply(position: Position, entries: Entries) -> None:
    """The supply is full, or there is no tile to fill it with (rules: bonus)."""
    n = sum(position.supply)
    if n < SUPPLY_SIZE and position.bag_and_tower():
        raise entries.place("supply").error(
            f"the supply holds {count_text(n, 'tile')}; after every turn of the placing"
            f" it is refilled to {SUPPLY_SIZE} while bag and tower hold any; with the"
            " refill still due the phase is refill"
        )


def check_no_sources(position: Position, entries: Entries) -> None:
    """Factories and centre are empty outside the draft."""
    if not position.sources_are_empty():
        key = "centre" if any(position.centre) else "factories"
        raise entries.place(key).error(
            f"in phase={PHASES[position.phase]} the factories and the centre are empty"
        )


def check_nobody_passed(position: Position, entries: Entries) -> None:
    """Passing and keeping belong to the placing."""
    why = f"in phase={PHASES[position.phase]}"
    for player, board in enumerate(position.boards, 1):
        if board.passed:
            raise entries.place(f"p{player}.passed").error(f"{why} nobody has passed")
        if any(board.kept):
            raise entries.place(f"p{player}.kept").error(
                f"{why} tiles kept from the round before are in the stock already"
            )


def check_stock_kept(position: Position, entries: Entries, why: str) -> None:
    """The stocks hold no more than what may be kept from a round (rules: pass)."""
    most = MAX_KEPT if position.round > 1 and position.phase != OVER else 0
    for player, board in enumerate(position.boards, 1):
        if sum(board.stock) > most:
            raise entries.place(f"p{player}.stock").error(
                f"{why} and player {player} has no tiles in stock"
                if most == 0
                else f"{why} and player {player} has at most the {most} tiles kept from"
                f" the round before, not {sum(board.stock)}"
            )


# --- Draft ----------------------------------------------------------------------------


def check_draft(position: Position, entries: Entries) -> None:
    """A player may take tiles (rules: phase 1)."""
    check_nobody_passed(position, entries)
    if position.sources_are_empty():
        raise entries.place("phase", "centre", "factories").error(
            "nothing to take: a draft needs tiles on a factory or in the centre; before"
            " the fill write phase=deal, after the draft phase=place, after the game"
            " phase=over"
        )
    check_short_factory(position, entries)
    check_centre(position.centre, position.emptied(), entries)
    check_supply(position, entries)
    if position.round == 1:
        check_free_boards(position, entries)
    if not position.emptied():
        check_untouched(position, entries)


def check_short_factory(position: Position, entries: Entries) -> None:
    """Factories hold four, unless bag and tower ran out in the fill (rules: round)."""
    for index, factory in enumerate(position.factories):
        if sum(factory) in (0, TILES_PER_FACTORY):
            continue
        after = position.factories[index + 1 :]
        if position.bag_and_tower() or any(map(any, after)):
            raise entries.part("factories", index).error(
                f"factory {index + 1} holds {count_text(sum(factory), 'tile')}; until"
                " a player takes from it a factory holds four, unless bag and tower"
                " ran out in the fill and the factories after it stayed empty"
            )


def check_free_boards(position: Position, entries: Entries) -> None:
    """Nothing has been placed before the placing of round 1."""
    for player, board in enumerate(position.boards, 1):
        for star, cells in enumerate(board.stars):
            if any(colour != FREE for colour in cells):
                raise entries.place(f"p{player}.{STAR_NAMES[star]}").error(
                    "in the draft of round 1 no tile has been placed yet; round= says"
                    " which round it is"
                )


def check_untouched(position: Position, entries: Entries) -> None:
    """Nothing has been taken this round if all factories hold tiles (rules: draft)."""
    start = "no factory is empty, so nobody has taken a tile this round"
    if position.turn != position.first:
        raise entries.place("turn", "first").error(
            f"{start} and it is the turn of player {position.first}, who starts it"
        )
    if position.marker:
        raise entries.place("marker").error(f"{start} and the marker is in the centre")
    check_stock_kept(position, entries, start)


# --- Placing (rules: phase 2) ---------------------------------------------------------


def check_placing(position: Position, entries: Entries) -> None:
    """The draft is over and a player decides, or the supply is refilled."""
    check_no_sources(position, entries)
    for player in range(1, position.players + 1):
        check_passed(position, player, entries)
    if position.phase == REFILL:
        check_refill(position, entries)
    if position.phase != REFILL or not position.all_passed():
        check_turn(position, entries)
    if position.phase in (PLACE, KEEP):
        check_supply(position, entries)
    if position.phase == BONUS:
        check_bonus(position, entries)
    elif position.phase == KEEP:
        check_keep(position, entries)


def check_passed(position: Position, player: int, entries: Entries) -> None:
    """Players keep tiles only when they pass, and then have no others (rules: pass)."""
    board = position.boards[player - 1]
    if any(board.kept) and position.round == LAST_ROUND:
        raise entries.place(f"p{player}.kept").error("in round 6 nothing is kept")
    keeping = position.phase == KEEP and player == position.turn
    if any(board.kept) and not board.passed and not keeping:
        raise entries.place(f"p{player}.kept").error(
            f"player {player} has not passed and so keeps no tiles yet: write"
            f" p{player}.passed=yes, or p{player}.stock for tiles at hand"
        )
    if any(board.stock) and board.passed:
        raise entries.place(f"p{player}.stock").error(
            f"player {player} has passed and has no tiles in stock, only those kept"
        )


def check_turn(position: Position, entries: Entries) -> None:
    """The player in turn has not passed and can place a tile."""
    player, board = position.turn, position.board
    if board.passed:
        raise entries.place("turn", f"p{player}.passed").error(
            f"it is the turn of player {player}, who has passed"
        )
    if position.phase in (PLACE, REFILL) and not any(board.stock):
        raise entries.place("turn", f"p{player}.stock").error(
            f"it is the turn of player {player}, who has no tiles and so has passed"
        )
    begun = any(board.passed or board.covered() for board in position.boards)
    if not begun and player != position.starter:
        raise entries.place("turn", "marker", "first").error(
            "nobody has placed a tile or passed yet, so it is the turn of player"
            f" {position.starter}, who starts the placing"
        )


def check_refill(position: Position, entries: Entries) -> None:
    """The supply is short and there are tiles to fill it with."""
    n = sum(position.supply)
    if n == SUPPLY_SIZE:
        raise entries.place("supply").error(
            f"phase=refill needs a supply of fewer than {SUPPLY_SIZE} tiles"
        )
    if not position.bag_and_tower():
        raise entries.place("phase").error(
            "bag and tower are empty, so there is no refill: write phase=place"
        )
    if any(position.bag) and n < SUPPLY_SIZE - MOST_OWED:
        raise entries.place("supply").error(
            f"the supply holds {count_text(n, 'tile')}; a turn takes at most"
            f" {MOST_OWED}, and it was full before while the bag holds any"
        )


def check_bonus(position: Position, entries: Entries) -> None:
    """The tiles owed come with a decoration and can be taken (rules: bonus)."""
    player, least = position.turn, position.least
    left = sum(position.supply[least:])
    if position.owed > left:
        raise entries.place("owed").error(
            f"{count_text(position.owed, 'bonus tile')} can't be taken: the supply"
            f" holds {left} from {TILES.names[least]} on"
        )
    check_decoration(position, entries)
    taken = SUPPLY_SIZE - sum(position.supply)
    if least and not taken:
        raise entries.place("least").error(
            "the supply is full, so no bonus tile has been taken and least is P"
        )
    if (least or (taken and was_full(position))) and not position.board.stock[least]:
        raise entries.place("least", f"p{player}.stock").error(
            f"least is the colour taken last, {TILES.names[least]}, and player {player}"
            " has no tile of it"
        )


def was_full(position: Position) -> bool:
    """The supply was full before the bonus, as far as bag and tower tell.

    It was short only if they were empty, and the turn put up to five tiles there.
    """
    return any(position.bag) or sum(position.tower()) > MOST_PAID


def check_decoration(position: Position, entries: Entries) -> None:
    """A last tile can have brought what is owed and what was taken of it."""
    bonuses = position.board.bonuses()
    taken = SUPPLY_SIZE - sum(position.supply) if was_full(position) else 0
    brought = position.owed + taken
    exact = was_full(position)
    if brought in bonuses or (not exact and brought <= max(bonuses, default=0)):
        return
    so_far = f" and {taken} missing in the supply make {brought}" if taken else ""
    raise entries.place("owed").error(
        f"{position.owed} owed{so_far}, but no tile of player {position.turn} completes"
        f" decorations with {count_text(brought, 'bonus tile')}"
    )


def check_keep(position: Position, entries: Entries) -> None:
    """The player in turn may keep one more tile (rules: pass)."""
    player, board, least = position.turn, position.board, position.least
    if position.round == LAST_ROUND:
        raise entries.place("phase").error("in round 6 nothing is kept")
    if sum(board.kept) == MAX_KEPT:
        raise entries.place(f"p{player}.kept").error(
            f"player {player} has kept {MAX_KEPT} tiles and so has passed"
        )
    if least != last_kept(board.kept):
        raise entries.place("least").error(
            "tiles are kept in the order of colours, and least is the last colour kept,"
            f" here {TILES.letters[last_kept(board.kept)]}"
        )
    if not any(board.stock[least:]):
        raise entries.place(f"p{player}.stock").error(
            f"player {player} has no tile from {TILES.names[least]} on to keep and so"
            " has passed"
        )


def last_kept(kept: tuple[int, ...]) -> int:
    """The highest colour kept, the lowest one if nothing is."""
    return max((colour for colour, n in enumerate(kept) if n), default=0)


# --- Between rounds, and the end ------------------------------------------------------


def check_between_rounds(position: Position, entries: Entries) -> None:
    """The round is over; a new one or the end is in its place (rules: end of round)."""
    why = f"in phase={PHASES[position.phase]}"
    if position.phase == OVER and position.round != LAST_ROUND:
        raise entries.place("round", "phase").error(
            f"the game is over after round {LAST_ROUND}: write round={LAST_ROUND}"
        )
    check_no_sources(position, entries)
    check_nobody_passed(position, entries)
    if position.marker:
        raise entries.place("marker").error(f"{why} the marker is in the centre")
    if position.turn != position.first:
        raise entries.place("turn", "first").error(
            f"{why} turn and first are the same player, the next to start"
        )
    if position.phase == DEAL and position.round == 1:
        check_new_game(position, entries)
        return
    check_supply(position, entries)
    check_stock_kept(position, entries, f"{why} all have passed")


def check_new_game(position: Position, entries: Entries) -> None:
    """Before the first fill all tiles are in the bag."""
    if position.seen() != NO_TILES or any(position.tower()):
        raise entries.place("round", "phase").error(
            "before the fill of round 1 all tiles are in the bag; round= says which"
            " round it is"
        )
