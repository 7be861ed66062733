"""Azul positions, moves and deals as text and JSON (grammar: docs/notation.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from engines.azul import packing, rules, tiling, validation
from engines.azul.layout import (
    CENTRE,
    DEAL,
    DRAFT,
    FLOOR_DESTINATION,
    FLOOR_SPACES,
    MAX_ACTIONS,
    OVER,
    ROUND_LIMIT,
    TILING,
)
from engines.azul.packing import FREE, ROWS, Board, Line, Position
from engines.azul.validation import PHASES, TILE_SET, TILES
from engines.protocol import State
from engines.text import (
    Entries,
    Keys,
    Parsed,
    Span,
    canonical_text,
    check_player_keys,
    listing,
    quoted,
    read_fields,
    read_options,
    read_text,
    shortened,
    whole_number,
)
from engines.tiles import (
    CENTRE_WORD,
    factory_groups,
    read_factories,
    read_marker,
    read_tiles,
)
from language import tr
from language.counts import counted

GAME = "azul"
PLAYERS = range(2, 5)
FOLLOWING: tuple[str, ...] = ()  # beginnings of words that go on with a turn
JOINT = " "  # between the decisions of a turn
OPTIONS: dict[str, tuple[str, ...]] = {"wall": ("colour", "grey")}
SWITCHES: dict[str, str] = {}  # options of rarer use: their values in words
_TABLE = "players wall round phase turn first marker factories centre bag lid"
KEYS = Keys(tuple(_TABLE.split()), ("score", "lines", "wall", "floor"))
FREE_SPACE = "."
MOST_POINTS = 345  # 25 tiles of at most ten points, and bonuses of 10 + 35 + 50


# --- Reading a position ---------------------------------------------------------------


def parse(text: str) -> Parsed:
    """The state that a text describes; NotationError if it describes none."""
    return _state(read_text(text, GAME, KEYS))


def from_fields(fields: Mapping[str, object]) -> Parsed:
    """The state of a JSON form; NotationError as for the same content as text."""
    return _state(read_fields(fields, GAME, KEYS))


def _state(entries: Entries) -> Parsed:
    position = _position(entries)
    TILE_SET.check_seen(position.seen(), entries)
    bag, warnings = TILE_SET.bag(entries, position.seen())
    position = replace(position, bag=bag)
    validation.check(position, entries)
    state = packing.pack(position)
    return Parsed(
        state, warnings + validation.doubts(position) + _settle(state, position)
    )


def _settle(state: State, position: Position) -> tuple[str, ...]:
    """The next decision of the tiling is due; a warning if that took something."""
    if position.phase != TILING or tiling.tiling_columns(state):
        return ()
    board = position.boards[position.turn - 1]
    row = board.full_lines()[0]
    if not tiling.continue_tiling(state):
        rules.end_round(state)
    return (
        tr(
            "line {line} of player {player} has no legal space for {colour}, so its"
            " tiles fell to the floor and the tiling went on from there",
            line=row + 1,
            player=position.turn,
            colour=TILES.name(board.lines[row].colour),
        ),
    )


def _position(entries: Entries) -> Position:
    """The values as given, the bag still empty."""
    players = entries.number("players", PLAYERS[0], PLAYERS[-1])
    check_player_keys(entries, players)
    first = entries.number("first", 1, players, 1)
    return Position(
        players=players,
        grey=entries.choice("wall", OPTIONS["wall"]) == "grey",
        round=entries.number("round", 1, ROUND_LIMIT, 1),
        phase=PHASES.index(entries.choice("phase", PHASES)),
        turn=entries.number("turn", 1, players, first),
        first=first,
        marker=read_marker(entries, players),
        factories=read_factories(entries, players, TILES),
        centre=read_tiles(entries, "centre", tr("the centre"), TILES),
        boards=tuple(_board(entries, player + 1) for player in range(players)),
    )


def _board(entries: Entries, player: int) -> Board:
    floor_key = f"p{player}.floor"
    where = tr("the floor of player {player}", player=player)
    floor = read_tiles(entries, floor_key, where, TILES)
    if sum(floor) > FLOOR_SPACES:
        raise entries.values[floor_key].error(
            tr(
                "the floor of player {player} holds {tiles} tiles; there is"
                " room for {room}, the others go to the lid",
                player=player,
                tiles=sum(floor),
                room=FLOOR_SPACES,
            )
        )
    return Board(
        score=entries.number(f"p{player}.score", 0, MOST_POINTS, 0),
        lines=_lines(entries, f"p{player}.lines"),
        wall=_wall(entries, f"p{player}.wall"),
        floor=floor,
    )


def _lines(entries: Entries, key: str) -> tuple[Line, ...]:
    items = entries.items(key, len(ROWS), tr("there are 5 pattern lines"))
    if items is None:
        return (Line(),) * len(ROWS)
    return tuple(_line(span, row) for row, span in enumerate(items))


def _line(span: Span, row: int) -> Line:
    """A pattern line such as `B2`, `-` for an empty one."""
    name = tr("line {number}", number=row + 1)
    if span.text == "-":
        return Line()
    if re.fullmatch("[A-Z][0-9]+([A-Z][0-9]+)+", span.text):
        raise span.error(
            tr(
                "{name} is {word}; a line holds one colour only",
                name=name,
                word=quoted(span.text),
            )
        )
    if not re.fullmatch("[^0-9][0-9]+", span.text):
        raise span.error(
            tr(
                "{name} is - or a colour and a number such as B{row}, not {word}",
                name=name,
                row=row + 1,
                word=quoted(span.text),
            )
        )
    colour = TILES.index(span.cut(0, 1), name)
    tiles = whole_number(span.text[1:])
    if not 1 <= tiles <= row + 1:
        raise span.error(
            tr(
                "{name} has room for {tiles}, not {word}",
                name=name,
                tiles=counted(row + 1, "tile"),
                word=shortened(span.text[1:]),
            )
            if tiles
            else tr("{name} holds no tile; write -", name=name)
        )
    return Line(colour, tiles)


def _wall(entries: Entries, key: str) -> tuple[tuple[int, ...], ...]:
    items = entries.items(key, len(ROWS), tr("the wall has 5 rows"))
    if items is None:
        return ((FREE,) * len(ROWS),) * len(ROWS)
    return tuple(_wall_row(span, row) for row, span in enumerate(items))


def _wall_row(span: Span, row: int) -> tuple[int, ...]:
    name = tr("row {number} of the wall", number=row + 1)
    if len(span.text) != len(ROWS):
        raise span.error(
            tr(
                "{name} has 5 characters, a letter or . for each space, not {word}",
                name=name,
                word=quoted(span.text),
            )
        )
    return tuple(
        FREE
        if space.text == FREE_SPACE
        else TILES.index(space, name, tr(", a free space is ."))
        for space in span.characters()
    )


# --- Writing a position ---------------------------------------------------------------


def to_fields(state: State) -> dict[str, object]:
    """The JSON form: numbers, strings and lists of strings, in canonical order."""
    position = packing.unpack(state)
    fields: dict[str, object] = {
        "game": GAME,
        "players": position.players,
        "wall": OPTIONS["wall"][position.grey],
        "round": position.round,
        "phase": PHASES[position.phase],
        "turn": position.turn,
        "first": position.first,
        "marker": position.marker or CENTRE_WORD,
        "factories": [TILES.tiles_text(factory) for factory in position.factories],
        "centre": TILES.tiles_text(position.centre),
        "bag": TILES.counts_text(position.bag),
        "lid": TILES.counts_text(position.lid()),
    }
    for player, board in enumerate(position.boards, 1):
        for key, value in _board_fields(board).items():
            fields[f"p{player}.{key}"] = value
    return fields


def _board_fields(board: Board) -> dict[str, object]:
    return {
        "score": board.score,
        "lines": [
            f"{TILES.letters[line.colour]}{line.tiles}" if line.tiles else "-"
            for line in board.lines
        ],
        "wall": [
            "".join(FREE_SPACE if c == FREE else TILES.letters[c] for c in row)
            for row in board.wall
        ],
        "floor": TILES.tiles_text(board.floor),
    }


def format(state: State) -> str:
    """The canonical text, one line; `parse` gives the same state again."""
    defaults = {"wall": OPTIONS["wall"][0], "phase": PHASES[0]}
    return canonical_text(to_fields(state), defaults)


# --- New games and deals --------------------------------------------------------------


def new(players: int, options: Mapping[str, str]) -> State:
    """A game before its first fill; NotationError for other players and options."""
    given = read_options(GAME, players, PLAYERS, options, list(OPTIONS))
    wall = given.choice("wall", OPTIONS["wall"])
    return rules.start(players, wall == "grey")


def parse_deal(text: str, state: State) -> State:
    """A new state: the due fill has put these tiles, such as `BBKW,RRYY`, on factories.

    NotationError if bag and lid can't give them in the order of the rules (fill).
    """
    position = packing.unpack(state)
    span = Span.whole(text)
    if position.phase != DEAL:
        raise span.error(
            tr("no fill is due in phase={phase}", phase=PHASES[position.phase])
        )
    entries = Entries(span, {"factories": span})
    groups = factory_groups(entries, position.players, TILES)
    bag, _ = TILE_SET.draw(position.bag, position.lid(), groups)
    factories = tuple(group.tiles for group in groups)
    return packing.pack(replace(position, phase=DRAFT, factories=factories, bag=bag))


def format_deal(
    state: State,
    before: State | None = None,  # noqa: ARG001 (as in other games)
) -> str:
    """What lies on the factories, such as `BBKW,RRYY`; `parse_deal` reads it.

    Some games need the state before the deal too.
    """
    return ",".join(
        TILES.tiles_text(factory) for factory in packing.unpack(state).factories
    )


# --- Moves ----------------------------------------------------------------------------


def format_move(action: int, state: State) -> str:  # noqa: ARG001 (as in other games)
    """A move such as `3B4`, `CB4`, `3BF`, in the tiling `T32`."""
    move = packing.unpack_move(action)
    if isinstance(move, packing.Place):
        return f"T{move.row + 1}{move.column + 1}"
    source = "C" if move.source == CENTRE else str(move.source)
    floor = move.destination == FLOOR_DESTINATION
    destination = "F" if floor else str(move.destination + 1)
    return source + TILES.letters[move.colour] + destination


def parse_move(text: str, state: State) -> int:
    """The action of a move; NotationError, with some legal moves, if it is illegal."""
    return _parse_word(Span.whole(text), state)


def parse_turn(text: str, state: State) -> list[int]:
    """The actions of moves with spaces between them, to be played in this order.

    NotationError, as from `parse_move`, at the first that is illegal.
    """
    actions, state = [], state.copy()
    for word in Span.whole(text).words():
        actions.append(_parse_word(word, state))
        rules.play(state, actions[-1])
    return actions


def _parse_word(span: Span, state: State) -> int:
    position = packing.unpack(state)
    if position.phase == DEAL:
        raise span.error(tr("no move is possible: the factories are not filled yet"))
    if position.phase == OVER:
        raise span.error(tr("no move is possible: the game is over"))
    moves = np.empty(MAX_ACTIONS, np.int64)
    legal = [int(a) for a in moves[: rules.legal_actions(state, moves)]]
    named = {format_move(action, state): action for action in legal}
    if span.text in named:
        return named[span.text]
    raise span.error(
        tr(
            "{fault}; legal: {moves}",
            fault=_fault(span.text, position),
            moves=listing(list(named)),
        )
    )


def _fault(text: str, position: Position) -> str:
    """Why a text is no legal move."""
    pattern = "T[1-5][1-5]" if position.phase == TILING else "[1-9C][BYRKW][1-5F]"
    if not re.fullmatch(pattern, text):
        if re.fullmatch(pattern, text.upper()):
            return tr("moves are written in capitals: {move}", move=text.upper())
        form = (
            tr("T, line and column, such as T32")
            if position.phase == TILING
            else tr("source, colour and destination, such as 3B4, CB4 or 3BF")
        )
        return tr("a move is {form}, not {text}", form=form, text=quoted(text))
    if position.phase == TILING:
        return validation.place_fault(
            packing.Place(int(text[1]) - 1, int(text[2]) - 1), position
        )
    source = CENTRE if text[0] == "C" else int(text[0])
    colour = TILES.letters.index(text[1])
    destination = FLOOR_DESTINATION if text[2] == "F" else int(text[2]) - 1
    return validation.take_fault(packing.Take(source, colour, destination), position)
