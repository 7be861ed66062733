"""Which Azul positions are possible: each check names the rule that a position breaks.

No position that play can reach is refused. Players, lines, rows and columns are
numbered from 1 in messages; a check raises `NotationError` at the value in question.
"""

from __future__ import annotations

from engines.azul.layout import (
    COLOURS,
    DEAL,
    DRAFT,
    FLOOR_SPACES,
    OVER,
    ROUND_LIMIT,
    TILES_PER_COLOUR,
    TILING,
)
from engines.azul.packing import (
    COLUMNS,
    FREE,
    PRINTED_COLOUR,
    ROWS,
    Place,
    Position,
    Take,
)
from engines.text import Entries
from engines.tiles import (
    TILES_PER_FACTORY,
    Letters,
    TileSet,
    check_centre,
    factory_name,
    turn_doubt,
    untouched,
)
from language import N_, tr
from language.counts import counted

TILES = Letters(
    COLOURS, (N_("blue"), N_("yellow"), N_("red"), N_("black"), N_("white"))
)
TILE_SET = TileSet(
    TILES,
    TILES_PER_COLOUR,
    N_("lid"),
    N_("factories, centre and boards"),
    ("factories", "centre", "lines", "wall", "floor"),
)
PHASES = ("draft", "tiling", "deal", "over")  # by number, as in the layout


# --- Positions ------------------------------------------------------------------------


def check(position: Position, entries: Entries) -> None:
    """The position is possible: NotationError names the rule that it breaks."""
    for player in range(1, position.players + 1):
        check_wall(position, player, entries)
        check_lines(position, player, entries)
    if position.phase == DRAFT:
        check_draft(position, entries)
    elif position.phase == TILING:
        check_tiling(position, entries)
    else:
        check_between_rounds(position, entries)


def check_wall(position: Position, player: int, entries: Entries) -> None:
    """The wall's tiles are where their colours may lie."""
    wall = position.boards[player - 1].wall
    for row in ROWS:
        for column in COLUMNS:
            colour = wall[row][column]
            if colour == FREE:
                continue
            fault = (
                _grey_fault(wall, row, column)
                if position.grey
                else _printed_fault(row, column, colour)
            )
            if fault:
                part = entries.part(f"p{player}.wall", row)
                raise part.cut(column, column + 1).error(fault)


def _printed_fault(row: int, column: int, colour: int) -> str:
    """What is wrong with a tile on the coloured wall, if anything."""
    printed = PRINTED_COLOUR[row]
    if printed[column] == colour:
        return ""
    return tr(
        "column {column} of row {row} is {printed} on the coloured"
        " wall; {colour} belongs in column {right}",
        column=column + 1,
        row=row + 1,
        printed=TILES.letters[printed[column]],
        colour=TILES.letters[colour],
        right=printed.index(colour) + 1,
    )


def _grey_fault(wall: tuple[tuple[int, ...], ...], row: int, column: int) -> str:
    """What is wrong with a tile on a grey wall, if anything."""
    name = TILES.name(wall[row][column])
    if wall[row][column] in wall[row][:column]:
        return tr("row {row} of the grey wall has {name} twice", row=row + 1, name=name)
    if wall[row][column] in [above[column] for above in wall[:row]]:
        return tr(
            "column {column} of the grey wall has {name} twice",
            column=column + 1,
            name=name,
        )
    return ""


def check_lines(position: Position, player: int, entries: Entries) -> None:
    """No pattern line holds a colour that its wall row shows (rules: draft)."""
    board = position.boards[player - 1]
    for row, line in enumerate(board.lines):
        if line.tiles and line.colour in board.wall[row]:
            raise entries.part(f"p{player}.lines", row).error(
                tr(
                    "line {row} of player {player} holds {colour}, which row {row}"
                    " of the wall shows already",
                    row=row + 1,
                    player=player,
                    colour=TILES.name(line.colour),
                )
            )


def check_draft(position: Position, entries: Entries) -> None:
    """A player may take tiles (rules: draft)."""
    for player in range(1, position.players + 1):
        check_no_complete_row(position, player, entries)
    if position.sources_are_empty():
        raise entries.place("phase", "centre", "factories").error(
            tr(
                "nothing to take: a draft needs tiles on a factory or in the"
                " centre; before the fill write phase=deal, after the game"
                " phase=over"
            )
        )
    check_short_factory(position, entries)
    emptied = sum(1 for factory in position.factories if not any(factory))
    check_centre(position.centre, emptied, entries)
    if not emptied:
        check_untouched(position, entries)


def check_no_complete_row(position: Position, player: int, entries: Entries) -> None:
    """A complete row has ended the game (rules: end or next round)."""
    for row in position.boards[player - 1].complete_rows():
        raise entries.part(f"p{player}.wall", row).error(
            tr(
                "row {row} of player {player}'s wall is complete, which ends"
                " the game: write phase=over",
                row=row + 1,
                player=player,
            )
        )


def check_short_factory(position: Position, entries: Entries) -> None:
    """Factories hold four, unless bag and lid ran out in the fill (rules: fill)."""
    spaces = [position.floor_spaces(p + 1) for p in range(position.players)]
    # The lid was empty then; what fell beyond a full floor may lie in it by now.
    lid_was_empty = not any(position.lid()) or FLOOR_SPACES in spaces
    for index, factory in enumerate(position.factories):
        if sum(factory) in (0, TILES_PER_FACTORY):
            continue
        ran_out = lid_was_empty and not any(position.bag)
        if not ran_out or any(map(any, position.factories[index + 1 :])):
            raise entries.part("factories", index).error(
                tr(
                    "factory {factory} holds {tiles}; until a player takes from it"
                    " a factory holds four, unless bag and lid ran out in the fill"
                    " and the factories after it stayed empty",
                    factory=index + 1,
                    tiles=counted(sum(factory), "tile"),
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
    for player in range(1, position.players + 1):
        check_tiled(position, player, entries, start)


def check_tiled(position: Position, player: int, entries: Entries, why: str) -> None:
    """A player has neither a full pattern line nor tiles on the floor."""
    board = position.boards[player - 1]
    if any(board.floor):
        raise entries.place(f"p{player}.floor").error(
            tr(
                "{why} and the floor of player {player} is empty",
                why=why,
                player=player,
            )
        )
    for row in board.full_lines():
        raise entries.part(f"p{player}.lines", row).error(
            tr(
                "{why} and line {row} of player {player} can't be full",
                why=why,
                row=row + 1,
                player=player,
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


def check_tiling(position: Position, entries: Entries) -> None:
    """The player in turn has a full line on a grey wall (rules: grey wall)."""
    if not position.grey:
        raise entries.place("phase").error(
            tr(
                "phase=tiling needs wall=grey: the coloured wall leaves"
                " nothing to decide"
            )
        )
    check_no_sources(position, entries)
    order = position.tiling_order()
    place = order.index(position.turn)
    for player in order[:place]:
        check_tiled(
            position,
            player,
            entries,
            tr("player {player} has tiled already", player=player),
        )
    for player in order[place + 1 :]:
        check_no_complete_row(position, player, entries)
    check_row_in_tiling(position, entries)


def check_row_in_tiling(position: Position, entries: Entries) -> None:
    """The player in turn has a full line, complete rows only above it."""
    player = position.turn
    board = position.boards[player - 1]
    if not board.full_lines():
        raise entries.place("turn", f"p{player}.lines").error(
            tr("player {player} has no full line to tile", player=player)
        )
    topmost = board.full_lines()[0]
    for row in board.complete_rows():
        if row > topmost:
            raise entries.part(f"p{player}.wall", row).error(
                tr(
                    "row {row} of player {player}'s wall is complete, but lines go"
                    " top to bottom and line {topmost} is not tiled yet",
                    row=row + 1,
                    player=player,
                    topmost=topmost + 1,
                )
            )


def check_between_rounds(position: Position, entries: Entries) -> None:
    """The round is tiled and paid (rules: tiling); the end is in its place."""
    check_no_sources(position, entries)
    why = tr("in phase={phase}", phase=PHASES[position.phase])
    if position.marker:
        raise entries.place("marker").error(
            tr("{why} the marker is in the centre", why=why)
        )
    if position.turn != position.first:
        raise entries.place("turn", "first").error(
            tr("{why} turn and first are the same player, the next to start", why=why)
        )
    for player in range(1, position.players + 1):
        check_tiled(position, player, entries, tr("{why} the round is tiled", why=why))
    if position.phase == DEAL:
        check_deal(position, entries)
    elif position.phase == OVER:
        check_over(position, entries)


def check_deal(position: Position, entries: Entries) -> None:
    """Another round can begin (rules: end or next round)."""
    for player in range(1, position.players + 1):
        check_no_complete_row(position, player, entries)
    if not any(position.bag) and not any(position.lid()):
        raise entries.place("phase").error(
            tr("bag and lid are empty, which ends the game: write phase=over")
        )


def check_over(position: Position, entries: Entries) -> None:
    """Something has ended the game (rules: end or next round)."""
    rows = any(board.complete_rows() for board in position.boards)
    tiles_left = any(position.bag) or any(position.lid())
    if not rows and position.round < ROUND_LIMIT and tiles_left:
        raise entries.place("phase").error(
            tr(
                "phase=over needs a complete row on a wall, round 50, or an"
                " empty bag and an empty lid"
            )
        )


def doubts(position: Position) -> tuple[str, ...]:
    """Warnings about a possible slip that leaves the position playable."""
    if position.phase != DRAFT or position.marker or not any(position.bag):
        return ()
    return turn_doubt(
        position.factories, position.players, position.first, position.turn
    )


# --- Moves ----------------------------------------------------------------------------


def take_fault(move: Take, position: Position) -> str:
    """Why a move of the draft is illegal (rules: draft)."""
    sources = [position.centre, *position.factories]
    if move.source >= len(sources):
        return tr("there are {factories} factories", factories=len(position.factories))
    name = TILES.name(move.colour)
    if not sources[move.source][move.colour]:
        source = factory_name(move.source) if move.source else tr("the centre")
        return tr("{source} holds no {name}", source=source, name=name)
    row = move.destination
    board = position.boards[position.turn - 1]
    if board.is_full(row):
        return tr("line {row} is full", row=row + 1)
    if move.colour in board.wall[row]:
        return tr("row {row} of the wall shows {name} already", row=row + 1, name=name)
    return tr(
        "line {row} holds {colour}",
        row=row + 1,
        colour=TILES.name(board.lines[row].colour),
    )


def place_fault(move: Place, position: Position) -> str:
    """Why a move of the tiling is illegal (rules: grey wall)."""
    board = position.boards[position.turn - 1]
    row = board.full_lines()[0]
    if move.row != row:
        return tr(
            "line {row} is to be tiled, not line {other}",
            row=row + 1,
            other=move.row + 1,
        )
    if board.wall[row][move.column] != FREE:
        return tr(
            "column {column} of row {row} is taken", column=move.column + 1, row=row + 1
        )
    name = TILES.name(board.lines[row].colour)
    return tr(
        "column {column} of the wall shows {name} already",
        column=move.column + 1,
        name=name,
    )
