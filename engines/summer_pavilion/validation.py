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
from engines.text import Entries
from engines.tiles import (
    TILES_PER_FACTORY,
    Letters,
    TileSet,
    check_centre,
    untouched,
)
from language import N_, tr
from language.counts import counted

TILES = Letters(
    COLOURS,
    (
        N_("purple"),
        N_("green"),
        N_("orange"),
        N_("yellow"),
        N_("blue"),
        N_("red"),
    ),
)
TILE_SET = TileSet(
    TILES,
    TILES_PER_COLOUR,
    N_("tower"),
    N_("factories, centre, supply, boards and stocks"),
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
            tr(
                "the {star} star has equal and different colours; a star of"
                " the plain board becomes six equal or six different ones",
                star=tr(STAR_NAMES[star]),
            )
        )


def check_centre_star(cells: Star, key: str, entries: Entries) -> None:
    """The centre star of the coloured board takes every colour once."""
    for place, colour in enumerate(cells):
        if colour != FREE and colour in cells[:place]:
            raise (
                entries.place(key)
                .cut(place, place + 1)
                .error(
                    tr(
                        "the centre star takes each colour once, and has {colour} on"
                        " {space} already",
                        colour=TILES.name(colour),
                        space=cells.index(colour) + 1,
                    )
                )
            )


def check_coloured_star(star: int, cells: Star, key: str, entries: Entries) -> None:
    """An outer star of the coloured board takes its own colour."""
    for place, colour in enumerate(cells):
        if colour not in (FREE, STAR_COLOUR[star]):
            name = tr(STAR_NAMES[star])
            raise (
                entries.place(key)
                .cut(place, place + 1)
                .error(
                    tr(
                        "the {name} star takes {name} tiles, not {colour}",
                        name=name,
                        colour=TILES.name(colour),
                    )
                )
            )


# --- What phases have in common -------------------------------------------------------


def check_supply(position: Position, entries: Entries) -> None:
    """The supply is full, or there is no tile to fill it with (rules: bonus)."""
    n = sum(position.supply)
    if n < SUPPLY_SIZE and position.bag_and_tower():
        raise entries.place("supply").error(
            tr(
                "the supply holds {n}; after every turn of the placing it is"
                " refilled to {size} while bag and tower hold any; with"
                " the refill still due the phase is refill",
                n=counted(n, "tile"),
                size=SUPPLY_SIZE,
            )
        )


def check_no_sources(position: Position, entries: Entries) -> None:
    """Factories and centre are empty outside the draft."""
    if not position.sources_are_empty():
        key = "centre" if any(position.centre) else "factories"
        raise entries.place(key).error(
            tr(
                "in phase={phase} the factories and the centre are empty",
                phase=PHASES[position.phase],
            )
        )


def check_nobody_passed(position: Position, entries: Entries) -> None:
    """Passing and keeping belong to the placing."""
    why = tr("in phase={phase}", phase=PHASES[position.phase])
    for player, board in enumerate(position.boards, 1):
        if board.passed:
            raise entries.place(f"p{player}.passed").error(
                tr("{why} nobody has passed", why=why)
            )
        if any(board.kept):
            raise entries.place(f"p{player}.kept").error(
                tr(
                    "{why} tiles kept from the round before are in the stock already",
                    why=why,
                )
            )


def check_stock_kept(position: Position, entries: Entries, why: str) -> None:
    """The stocks hold no more than what may be kept from a round (rules: pass)."""
    most = MAX_KEPT if position.round > 1 and position.phase != OVER else 0
    for player, board in enumerate(position.boards, 1):
        if sum(board.stock) > most:
            raise entries.place(f"p{player}.stock").error(
                tr(
                    "{why} and player {player} has no tiles in stock",
                    why=why,
                    player=player,
                )
                if most == 0
                else tr(
                    "{why} and player {player} has at most the {most} tiles kept"
                    " from the round before, not {held}",
                    why=why,
                    player=player,
                    most=most,
                    held=sum(board.stock),
                )
            )


# --- Draft ----------------------------------------------------------------------------


def check_draft(position: Position, entries: Entries) -> None:
    """A player may take tiles (rules: phase 1)."""
    check_nobody_passed(position, entries)
    if position.sources_are_empty():
        raise entries.place("phase", "centre", "factories").error(
            tr(
                "nothing to take: a draft needs tiles on a factory or in the"
                " centre; before the fill write phase=deal, after the draft"
                " phase=place, after the game phase=over"
            )
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
                tr(
                    "factory {factory} holds {tiles}; until a player takes from it"
                    " a factory holds four, unless bag and tower ran out in the"
                    " fill and the factories after it stayed empty",
                    factory=index + 1,
                    tiles=counted(sum(factory), "tile"),
                )
            )


def check_free_boards(position: Position, entries: Entries) -> None:
    """Nothing has been placed before the placing of round 1."""
    for player, board in enumerate(position.boards, 1):
        for star, cells in enumerate(board.stars):
            if any(colour != FREE for colour in cells):
                raise entries.place(f"p{player}.{STAR_NAMES[star]}").error(
                    tr(
                        "in the draft of round 1 no tile has been placed yet; round="
                        " says which round it is"
                    )
                )


def check_untouched(position: Position, entries: Entries) -> None:
    """Nothing has been taken this round if all factories hold tiles (rules: draft)."""
    start = untouched()
    if position.turn != position.first:
        raise entries.place("turn", "first").error(
            tr(
                "{start} and it is the turn of player {first}, who starts it",
                start=start,
                first=position.first,
            )
        )
    if position.marker:
        raise entries.place("marker").error(
            tr("{start} and the marker is in the centre", start=start)
        )
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
        raise entries.place(f"p{player}.kept").error(tr("in round 6 nothing is kept"))
    keeping = position.phase == KEEP and player == position.turn
    if any(board.kept) and not board.passed and not keeping:
        raise entries.place(f"p{player}.kept").error(
            tr(
                "player {player} has not passed and so keeps no tiles yet:"
                " write p{player}.passed=yes, or p{player}.stock for tiles at"
                " hand",
                player=player,
            )
        )
    if any(board.stock) and board.passed:
        raise entries.place(f"p{player}.stock").error(
            tr(
                "player {player} has passed and has no tiles in stock, only those kept",
                player=player,
            )
        )


def check_turn(position: Position, entries: Entries) -> None:
    """The player in turn has not passed and can place a tile."""
    player, board = position.turn, position.board
    if board.passed:
        raise entries.place("turn", f"p{player}.passed").error(
            tr("it is the turn of player {player}, who has passed", player=player)
        )
    if position.phase in (PLACE, REFILL) and not any(board.stock):
        raise entries.place("turn", f"p{player}.stock").error(
            tr(
                "it is the turn of player {player}, who has no tiles and so has passed",
                player=player,
            )
        )
    begun = any(board.passed or board.covered() for board in position.boards)
    if not begun and player != position.starter:
        raise entries.place("turn", "marker", "first").error(
            tr(
                "nobody has placed a tile or passed yet, so it is the turn of"
                " player {starter}, who starts the placing",
                starter=position.starter,
            )
        )


def check_refill(position: Position, entries: Entries) -> None:
    """The supply is short and there are tiles to fill it with."""
    n = sum(position.supply)
    if n == SUPPLY_SIZE:
        raise entries.place("supply").error(
            tr(
                "phase=refill needs a supply of fewer than {size} tiles",
                size=SUPPLY_SIZE,
            )
        )
    if not position.bag_and_tower():
        raise entries.place("phase").error(
            tr("bag and tower are empty, so there is no refill: write phase=place")
        )
    if any(position.bag) and n < SUPPLY_SIZE - MOST_OWED:
        raise entries.place("supply").error(
            tr(
                "the supply holds {n}; a turn takes at most {most}, and"
                " it was full before while the bag holds any",
                n=counted(n, "tile"),
                most=MOST_OWED,
            )
        )


def check_bonus(position: Position, entries: Entries) -> None:
    """The tiles owed come with a decoration and can be taken (rules: bonus)."""
    player, least = position.turn, position.least
    left = sum(position.supply[least:])
    if position.owed > left:
        raise entries.place("owed").error(
            tr(
                "{owed} can't be taken: the supply holds {left} from {colour} on",
                owed=counted(position.owed, "bonus tile"),
                left=left,
                colour=TILES.name(least),
            )
        )
    check_decoration(position, entries)
    taken = SUPPLY_SIZE - sum(position.supply)
    if least and not taken:
        raise entries.place("least").error(
            tr("the supply is full, so no bonus tile has been taken and least is P")
        )
    if (least or (taken and was_full(position))) and not position.board.stock[least]:
        raise entries.place("least", f"p{player}.stock").error(
            tr(
                "least is the colour taken last, {colour}, and player {player}"
                " has no tile of it",
                colour=TILES.name(least),
                player=player,
            )
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
    told = {"owed": position.owed, "player": position.turn}
    tiles = counted(brought, "bonus tile")
    raise entries.place("owed").error(
        tr(
            "{owed} owed and {taken} missing in the supply make {brought}, but no tile"
            " of player {player} completes decorations with {tiles}",
            taken=taken,
            brought=brought,
            tiles=tiles,
            **told,
        )
        if taken
        else tr(
            "{owed} owed, but no tile of player {player} completes decorations with"
            " {tiles}",
            tiles=tiles,
            **told,
        )
    )


def check_keep(position: Position, entries: Entries) -> None:
    """The player in turn may keep one more tile (rules: pass)."""
    player, board, least = position.turn, position.board, position.least
    if position.round == LAST_ROUND:
        raise entries.place("phase").error(tr("in round 6 nothing is kept"))
    if sum(board.kept) == MAX_KEPT:
        raise entries.place(f"p{player}.kept").error(
            tr(
                "player {player} has kept {most} tiles and so has passed",
                player=player,
                most=MAX_KEPT,
            )
        )
    if least != last_kept(board.kept):
        raise entries.place("least").error(
            tr(
                "tiles are kept in the order of colours, and least is the last"
                " colour kept, here {colour}",
                colour=TILES.letters[last_kept(board.kept)],
            )
        )
    if not any(board.stock[least:]):
        raise entries.place(f"p{player}.stock").error(
            tr(
                "player {player} has no tile from {colour} on to keep and so"
                " has passed",
                player=player,
                colour=TILES.name(least),
            )
        )


def last_kept(kept: tuple[int, ...]) -> int:
    """The highest colour kept, the lowest one if nothing is."""
    return max((colour for colour, n in enumerate(kept) if n), default=0)


# --- Between rounds, and the end ------------------------------------------------------


def check_between_rounds(position: Position, entries: Entries) -> None:
    """The round is over; a new one or the end is in its place (rules: end of round)."""
    why = tr("in phase={phase}", phase=PHASES[position.phase])
    if position.phase == OVER and position.round != LAST_ROUND:
        raise entries.place("round", "phase").error(
            tr(
                "the game is over after round {last}: write round={last}",
                last=LAST_ROUND,
            )
        )
    check_no_sources(position, entries)
    check_nobody_passed(position, entries)
    if position.marker:
        raise entries.place("marker").error(
            tr("{why} the marker is in the centre", why=why)
        )
    if position.turn != position.first:
        raise entries.place("turn", "first").error(
            tr("{why} turn and first are the same player, the next to start", why=why)
        )
    if position.phase == DEAL and position.round == 1:
        check_new_game(position, entries)
        return
    check_supply(position, entries)
    check_stock_kept(position, entries, tr("{why} all have passed", why=why))


def check_new_game(position: Position, entries: Entries) -> None:
    """Before the first fill all tiles are in the bag."""
    if position.seen() != NO_TILES or any(position.tower()):
        raise entries.place("round", "phase").error(
            tr(
                "before the fill of round 1 all tiles are in the bag; round="
                " says which round it is"
            )
        )
