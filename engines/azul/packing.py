"""Plain values of an Azul position and of a move, to and from the packed words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engines.azul import layout
from engines.azul.layout import (
    ACCEPTS,
    BAG,
    CENTRE,
    COLOURS,
    FIELD_BITS,
    FIRST,
    FLOOR,
    FLOOR_DESTINATION,
    FLOOR_SPACES,
    GREY,
    LINES,
    MARKER,
    OFFERS,
    PHASE,
    PLAYERS,
    ROUND,
    SCORE,
    SHOWN,
    SOURCES,
    STATE_SIZE,
    TILES_PER_COLOUR,
    TILING_ACTION,
    TURN,
    WALL,
)
from engines.azul.scoring import PRINTED_COLUMN
from engines.protocol import State
from engines.tiles import Counts, factory_count

ROWS = COLUMNS = range(5)
COLOUR_NUMBERS = range(len(COLOURS))
FREE = -1
NO_TILES: Counts = (0,) * len(COLOURS)
# Colour of a space of the coloured wall, [row][column].
PRINTED_COLOUR = [[list(PRINTED_COLUMN[r]).index(c) for c in COLUMNS] for r in ROWS]


class Line(NamedTuple):
    """A pattern line; the colour of an empty one is 0."""

    colour: int = 0
    tiles: int = 0


@dataclass(frozen=True)
class Board:
    """A player's board: `wall[row][column]` is a colour, or FREE; rows from 0."""

    score: int = 0
    lines: tuple[Line, ...] = (Line(),) * 5
    wall: tuple[tuple[int, ...], ...] = ((FREE,) * 5,) * 5
    floor: Counts = NO_TILES

    def takes(self, row: int, colour: int) -> bool:
        """Whether a pattern line takes a colour (rules: draft, destination)."""
        line = self.lines[row]
        fits = line.tiles == 0 or line.colour == colour
        return fits and not self.is_full(row) and colour not in self.wall[row]

    def is_full(self, row: int) -> bool:
        """Whether a pattern line is full."""
        return self.lines[row].tiles == row + 1

    def full_lines(self) -> list[int]:
        """The rows of the full pattern lines."""
        return [row for row in ROWS if self.is_full(row)]

    def complete_rows(self) -> list[int]:
        """The complete rows of the wall."""
        return [row for row in ROWS if FREE not in self.wall[row]]

    def tiles(self) -> Counts:
        """The tiles on the wall, the pattern lines and the floor line."""
        counts = list(self.floor)
        for line in self.lines:
            counts[line.colour] += line.tiles
        for row in self.wall:
            for colour in COLOUR_NUMBERS:
                counts[colour] += row.count(colour)
        return tuple(counts)


@dataclass(frozen=True)
class Position:
    """A position: players from 1, `marker` 0 in the centre, `phase` as in layout."""

    players: int
    grey: bool = False
    round: int = 1
    phase: int = layout.DRAFT
    turn: int = 1
    first: int = 1
    marker: int = 0
    factories: tuple[Counts, ...] = ()
    centre: Counts = NO_TILES
    bag: Counts = NO_TILES
    boards: tuple[Board, ...] = ()

    def seen(self) -> Counts:
        """The tiles on factories, centre and boards."""
        groups = [self.centre, *self.factories, *(b.tiles() for b in self.boards)]
        return tuple(sum(counts) for counts in zip(*groups, strict=True))

    def lid(self) -> Counts:
        """The tiles that are nowhere else."""
        pairs = zip(self.bag, self.seen(), strict=True)
        return tuple(TILES_PER_COLOUR - bag - seen for bag, seen in pairs)

    def sources_are_empty(self) -> bool:
        """Whether neither the factories nor the centre hold a tile."""
        return sum(map(sum, self.factories)) + sum(self.centre) == 0

    def floor_spaces(self, player: int) -> int:
        """Occupied floor spaces of a player, the marker's included."""
        tiles = sum(self.boards[player - 1].floor)
        return min(FLOOR_SPACES, tiles + (self.marker == player))

    def tiling_order(self) -> list[int]:
        """The players in the order in which they tile (rules: grey wall)."""
        starter = self.marker or self.first
        return [(starter - 1 + i) % self.players + 1 for i in range(self.players)]


# --- Positions ------------------------------------------------------------------------


def pack(position: Position) -> State:
    """The packed state of a possible position."""
    state = np.zeros(STATE_SIZE, np.int64)
    state[PLAYERS], state[GREY] = position.players, position.grey
    state[PHASE], state[ROUND] = position.phase, position.round
    state[TURN], state[FIRST] = position.turn - 1, position.first - 1
    state[MARKER] = position.marker
    state[BAG] = _word(position.bag)
    sources = [_word(counts) for counts in (position.centre, *position.factories)]
    for source, word in enumerate(sources, CENTRE):
        state[SOURCES + source] = word
        state[OFFERS] |= layout.nonzero_fields(word) << source
    for player, board in enumerate(position.boards):
        _pack_board(state, player, board)
    return state


def _pack_board(state: State, player: int, board: Board) -> None:
    at = layout.board(player)
    state[at + SCORE] = board.score
    state[at + FLOOR] = _word(board.floor)
    shown = [_marks(colour in row for row in board.wall) for colour in COLOUR_NUMBERS]
    state[at + SHOWN] = _word(shown)
    takes = [_marks(board.takes(r, c) for r in ROWS) for c in COLOUR_NUMBERS]
    state[at + ACCEPTS] = _word(mask | 1 << FLOOR_DESTINATION for mask in takes)
    lines = 0
    for row, line in enumerate(board.lines):
        lines = layout.add_to_line(lines, row, line.colour, line.tiles)
        for column, colour in enumerate(board.wall[row]):
            if colour != FREE:
                state[at + WALL] |= 1 << (5 * row + column)
                if state[GREY]:
                    layout.set_cell_colour(state, player, row, column, colour)
    state[at + LINES] = lines


def unpack(state: State) -> Position:
    """The plain values of a state."""
    words = [int(word) for word in state]
    players = words[PLAYERS]
    sources = words[SOURCES : SOURCES + factory_count(players) + 1]
    centre, *factories = [_counts(word) for word in sources]
    return Position(
        players=players,
        grey=bool(words[GREY]),
        round=words[ROUND],
        phase=words[PHASE],
        turn=words[TURN] + 1,
        first=words[FIRST] + 1,
        marker=words[MARKER],
        factories=tuple(factories),
        centre=centre,
        bag=_counts(words[BAG]),
        boards=tuple(_unpack_board(state, player) for player in range(players)),
    )


def _unpack_board(state: State, player: int) -> Board:
    at = layout.board(player)
    lines = int(state[at + LINES])
    return Board(
        score=int(state[at + SCORE]),
        lines=tuple(
            Line(layout.line_colour(lines, row), layout.line_tiles(lines, row))
            for row in ROWS
        ),
        wall=tuple(
            tuple(_wall_colour(state, player, row, column) for column in COLUMNS)
            for row in ROWS
        ),
        floor=_counts(int(state[at + FLOOR])),
    )


def _wall_colour(state: State, player: int, row: int, column: int) -> int:
    """The colour that covers a space of either wall, FREE if none does."""
    if state[GREY]:
        return int(layout.cell_colour(state, player, row, column))
    wall = int(state[layout.board(player) + WALL])
    return PRINTED_COLOUR[row][column] if wall >> (5 * row + column) & 1 else FREE


def _word(values: Iterable[int]) -> int:
    """One field a colour."""
    return sum(value << FIELD_BITS * c for c, value in enumerate(values))


def _counts(word: int) -> Counts:
    """The five fields of a word."""
    return tuple(layout.field(word, colour) for colour in COLOUR_NUMBERS)


def _marks(facts: Iterable[bool]) -> int:
    """One bit a fact, the first lowest."""
    return sum(1 << i for i, fact in enumerate(facts) if fact)


# --- Moves ----------------------------------------------------------------------------


class Take(NamedTuple):
    """A move of the draft: source 0 is the centre, destination 5 the floor."""

    source: int
    colour: int
    destination: int


class Place(NamedTuple):
    """A move of the tiling: from the full line of a row to a column, both from 0."""

    row: int
    column: int


def pack_move(move: Take | Place) -> int:
    """The action of a move."""
    if isinstance(move, Place):
        return TILING_ACTION | move.row << 3 | move.column
    return move.source << 6 | move.colour << 3 | move.destination


def unpack_move(action: int) -> Take | Place:
    """The move of an action."""
    if action >= TILING_ACTION:
        return Place(action >> 3 & 7, action & 7)
    return Take(action >> 6, action >> 3 & 7, action & 7)
