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
    TILES_PER_FACTORY,
    TILING,
)
from engines.azul.packing import (
    COLUMNS,
    FREE,
    NO_TILES,
    PRINTED_COLOUR,
    ROWS,
    Counts,
    Place,
    Position,
    Take,
)
from engines.text import Entries, Letters, Span

TILES = Letters(COLOURS, ("blue", "yellow", "red", "black", "white"))
PHASES = ("draft", "tiling", "deal", "over")  # by number, as in the layout
TILE_KEYS = ("factories", "centre", "lines", "wall", "floor")


def count_text(n: int, thing: str) -> str:
    """A number of things in words that fit, such as `1 tile`, `2 tiles`."""
    return f"{n} {thing}" + ("" if n == 1 else "s")


# --- Tiles (rules: material) ----------------------------------------------------------


def check_seen(seen: Counts, entries: Entries) -> None:
    """Not more than 20 tiles of a colour lie on factories, centre and boards."""
    for colour, n in enumerate(seen):
        if n > TILES_PER_COLOUR:
            raise _last_tile(colour, entries).error(
                f"{n} {TILES.names[colour]} tiles lie on factories, centre and boards;"
                f" the game has {TILES_PER_COLOUR}"
            )


def _last_tile(colour: int, entries: Entries) -> Span:
    """The last letter of a colour that was given outside the bag and the lid."""
    letter = TILES.letters[colour]
    spans = [
        span
        for key, span in entries.values.items()
        if key.rpartition(".")[2] in TILE_KEYS and letter in span.text
    ]
    at = spans[-1].text.rindex(letter)
    return spans[-1].cut(at, at + 1)


def check_supply(given: dict[str, Counts], seen: Counts, entries: Entries) -> None:
    """Bag, lid and all else make 20 tiles a colour, not more if one is left out."""
    supply = [sum(counts) for counts in zip(*given.values(), strict=True)]
    for colour, held in enumerate(supply):
        n = held + seen[colour]
        if n > TILES_PER_COLOUR or (n < TILES_PER_COLOUR and len(given) == 2):
            raise entries.place(*given).error(
                f"{held} {TILES.names[colour]} in the {' and '.join(given)} and"
                f" {seen[colour]} on factories, centre and boards make {n};"
                f" the game has {TILES_PER_COLOUR}"
            )


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
    return (
        f"column {column + 1} of row {row + 1} is {TILES.letters[printed[column]]} on"
        f" the coloured wall; {TILES.letters[colour]} belongs in column"
        f" {printed.index(colour) + 1}"
    )


def _grey_fault(wall: tuple[tuple[int, ...], ...], row: int, column: int) -> str:
    """What is wrong with a tile on a grey wall, if anything."""
    name = TILES.names[wall[row][column]]
    if wall[row][column] in wall[row][:column]:
        return f"row {row + 1} of the grey wall has {name} twice"
    if wall[row][column] in [above[column] for above in wall[:row]]:
        return f"column {column + 1} of the grey wall has {name} twice"
    return ""


def check_lines(position: Position, player: int, entries: Entries) -> None:
    """No pattern line holds a colour that its wall row shows (rules: draft)."""
    board = position.boards[player - 1]
    for row, line in enumerate(board.lines):
        if line.tiles and line.colour in board.wall[row]:
            raise entries.part(f"p{player}.lines", row).error(
                f"line {row + 1} of player {player} holds {TILES.names[line.colour]},"
                f" which row {row + 1} of the wall shows already"
            )


def check_draft(position: Position, entries: Entries) -> None:
    """A player may take tiles (rules: draft)."""
    for player in range(1, position.players + 1):
        check_no_complete_row(position, player, entries)
    if position.sources_are_empty():
        raise entries.place("phase", "centre", "factories").error(
            "nothing to take: a draft needs tiles on a factory or in the centre;"
            " before the fill write phase=deal, after the game phase=over"
        )
    check_short_factory(position, entries)
    emptied = sum(1 for factory in position.factories if not any(factory))
    most = emptied * (TILES_PER_FACTORY - 1)
    if sum(position.centre) > most:
        raise entries.place("centre").error(
            f"the centre holds {count_text(sum(position.centre), 'tile')}; it gets at"
            f" most 3 from each empty factory, here {most} in all"
        )
    if not emptied:
        check_untouched(position, entries)


def check_no_complete_row(position: Position, player: int, entries: Entries) -> None:
    """A complete row has ended the game (rules: end or next round)."""
    for row in position.boards[player - 1].complete_rows():
        raise entries.part(f"p{player}.wall", row).error(
            f"row {row + 1} of player {player}'s wall is complete, which ends the game:"
            " write phase=over"
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
                f"factory {index + 1} holds {count_text(sum(factory), 'tile')}; until"
                " a player takes from it a factory holds four, unless bag and lid ran"
                " out in the fill and the factories after it stayed empty"
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
    for player in range(1, position.players + 1):
        check_tiled(position, player, entries, start)


def check_tiled(position: Position, player: int, entries: Entries, why: str) -> None:
    """A player has neither a full pattern line nor tiles on the floor."""
    board = position.boards[player - 1]
    if any(board.floor):
        raise entries.place(f"p{player}.floor").error(
            f"{why} and the floor of player {player} is empty"
        )
    for row in board.full_lines():
        raise entries.part(f"p{player}.lines", row).error(
            f"{why} and line {row + 1} of player {player} can't be full"
        )


def check_no_sources(position: Position, entries: Entries) -> None:
    """Factories and centre are empty outside the draft."""
    if not position.sources_are_empty():
        key = "centre" if any(position.centre) else "factories"
        raise entries.place(key).error(
            f"in phase={PHASES[position.phase]} the factories and the centre are empty"
        )


def check_tiling(position: Position, entries: Entries) -> None:
    """The player in turn has a full line on a grey wall (rules: grey wall)."""
    if not position.grey:
        raise entries.place("phase").error(
            "phase=tiling needs wall=grey: the coloured wall leaves nothing to decide"
        )
    check_no_sources(position, entries)
    order = position.tiling_order()
    place = order.index(position.turn)
    for player in order[:place]:
        check_tiled(position, player, entries, f"player {player} has tiled already")
    for player in order[place + 1 :]:
        check_no_complete_row(position, player, entries)
    check_row_in_tiling(position, entries)


def check_row_in_tiling(position: Position, entries: Entries) -> None:
    """The player in turn has a full line, complete rows only above it."""
    player = position.turn
    board = position.boards[player - 1]
    if not board.full_lines():
        raise entries.place("turn", f"p{player}.lines").error(
            f"player {player} has no full line to tile"
        )
    topmost = board.full_lines()[0]
    for row in board.complete_rows():
        if row > topmost:
            raise entries.part(f"p{player}.wall", row).error(
                f"row {row + 1} of player {player}'s wall is complete, but lines go top"
                f" to bottom and line {topmost + 1} is not tiled yet"
            )


def check_between_rounds(position: Position, entries: Entries) -> None:
    """The round is tiled and paid (rules: tiling); the end is in its place."""
    check_no_sources(position, entries)
    why = f"in phase={PHASES[position.phase]}"
    if position.marker:
        raise entries.place("marker").error(f"{why} the marker is in the centre")
    if position.turn != position.first:
        raise entries.place("turn", "first").error(
            f"{why} turn and first are the same player, the next to start"
        )
    for player in range(1, position.players + 1):
        check_tiled(position, player, entries, f"{why} the round is tiled")
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
            "bag and lid are empty, which ends the game: write phase=over"
        )


def check_over(position: Position, entries: Entries) -> None:
    """Something has ended the game (rules: end or next round)."""
    rows = any(board.complete_rows() for board in position.boards)
    tiles_left = any(position.bag) or any(position.lid())
    if not rows and position.round < ROUND_LIMIT and tiles_left:
        raise entries.place("phase").error(
            "phase=over needs a complete row on a wall, round 50, or an empty bag and"
            " an empty lid"
        )


def doubts(position: Position) -> tuple[str, ...]:
    """Warnings about a possible slip that leaves the position playable.

    While the marker lies in the centre, every move of the round has emptied a factory.
    """
    if position.phase != DRAFT or position.marker or not any(position.bag):
        return ()
    emptied = sum(1 for factory in position.factories if not any(factory))
    turn = (position.first - 1 + emptied) % position.players + 1
    if turn == position.turn:
        return ()
    return (
        f"with {emptied} of {len(position.factories)} factories empty and the marker in"
        f" the centre ({count_text(emptied, 'move')} since player {position.first}"
        f" started) it should be the turn of player {turn}, not of player"
        f" {position.turn}",
    )


# --- Deals and moves ------------------------------------------------------------------


def draw(
    bag: Counts, lid: Counts, tiles: Counts, span: Span, name: str
) -> tuple[Counts, Counts]:
    """Bag and lid after a factory was filled; the lid is poured into an empty bag."""
    due = min(TILES_PER_FACTORY, sum(bag) + sum(lid))
    if sum(tiles) != due:
        raise span.error(
            f"{name} gets {count_text(due, 'tile')}, not {sum(tiles)}:"
            f" {sum(bag) + sum(lid)} are left in bag and lid"
        )
    poured = due > sum(bag)
    if poured and any(n < b for n, b in zip(tiles, bag, strict=True)):
        raise span.error(
            f"{name} gets the last {count_text(sum(bag), 'tile')} of the bag,"
            f" {TILES.tiles_text(bag)}, before the lid is poured into it"
        )
    pool = tuple(b + n for b, n in zip(bag, lid, strict=True)) if poured else bag
    for colour, n in enumerate(tiles):
        if n > pool[colour]:
            raise span.error(
                f"{name} gets {n} {TILES.names[colour]}, but"
                f" {'bag and lid have' if poured else 'the bag has'} {pool[colour]}"
            )
    left = tuple(p - n for p, n in zip(pool, tiles, strict=True))
    return left, NO_TILES if poured else lid


def take_fault(move: Take, position: Position) -> str:
    """Why a move of the draft is illegal (rules: draft)."""
    sources = [position.centre, *position.factories]
    if move.source >= len(sources):
        return f"there are {len(position.factories)} factories"
    name = TILES.names[move.colour]
    if not sources[move.source][move.colour]:
        source = f"factory {move.source}" if move.source else "the centre"
        return f"{source} holds no {name}"
    row = move.destination
    board = position.boards[position.turn - 1]
    if board.is_full(row):
        return f"line {row + 1} is full"
    if move.colour in board.wall[row]:
        return f"row {row + 1} of the wall shows {name} already"
    return f"line {row + 1} holds {TILES.names[board.lines[row].colour]}"


def place_fault(move: Place, position: Position) -> str:
    """Why a move of the tiling is illegal (rules: grey wall)."""
    board = position.boards[position.turn - 1]
    row = board.full_lines()[0]
    if move.row != row:
        return f"line {row + 1} is to be tiled, not line {move.row + 1}"
    if board.wall[row][move.column] != FREE:
        return f"column {move.column + 1} of row {row + 1} is taken"
    name = TILES.names[board.lines[row].colour]
    return f"column {move.column + 1} of the wall shows {name} already"
