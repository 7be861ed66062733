"""Plain values of a Summer Pavilion position and move, to and from the packed words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np

from engines.protocol import State
from engines.summer_pavilion import layout
from engines.summer_pavilion.layout import (
    BAG,
    BONUS_ACTION,
    CENTRE,
    CENTRE_STAR,
    COLOURS,
    COVERED,
    DONE,
    FIELD_BITS,
    FIRST,
    KEEP_ACTION,
    KEPT,
    LEAST,
    MARKER,
    OFFERS,
    OWED,
    PASS,
    PASSED,
    PHASE,
    PLACE_ACTION,
    PLAIN,
    PLAYERS,
    ROUND,
    SCORE,
    SOURCES,
    STAR_COLOUR,
    STAR_SPACES,
    START_SCORE,
    STATE_SIZE,
    STOCK,
    SUPPLY,
    TILES_PER_COLOUR,
    TURN,
)
from engines.summer_pavilion.scoring import DECORATIONS
from engines.tiles import Counts, factory_count, minus, plus

Star: TypeAlias = tuple[int, ...]  # the colour on each of six positions, or FREE

STARS = range(CENTRE_STAR + 1)
POSITIONS = range(STAR_SPACES)
COLOUR_NUMBERS = range(len(COLOURS))
FREE = -1
FREE_STAR: Star = (FREE,) * STAR_SPACES
NO_TILES: Counts = (0,) * len(COLOURS)


@dataclass(frozen=True)
class Board:
    """A player's board and tiles: `stars[star][position]`, both from 0."""

    score: int = START_SCORE
    stock: Counts = NO_TILES
    kept: Counts = NO_TILES
    passed: bool = False
    stars: tuple[Star, ...] = (FREE_STAR,) * len(STARS)

    def tiles(self) -> Counts:
        """The tiles of the player, on the stars or not."""
        counts = list(plus(self.stock, self.kept))
        for star in self.stars:
            for colour in COLOUR_NUMBERS:
                counts[colour] += star.count(colour)
        return tuple(counts)

    def covered(self) -> int:
        """The covered spaces, a bit each."""
        return _marks(colour != FREE for star in self.stars for colour in star)

    def bonuses(self) -> set[int]:
        """How many bonus tiles a tile can have brought, if it was the last one laid."""
        covered = self.covered()
        complete = [(mask, n) for mask, n in DECORATIONS if covered & mask == mask]
        spaces = range(len(self.stars) * STAR_SPACES)
        return {sum(n for mask, n in complete if mask >> s & 1) for s in spaces} - {0}


@dataclass(frozen=True)
class Position:
    """A position: players from 1, `marker` 0 in the centre, `phase` as in layout."""

    players: int
    plain: bool = False
    round: int = 1
    phase: int = layout.DRAFT
    owed: int = 0
    least: int = 0
    turn: int = 1
    first: int = 1
    marker: int = 0
    factories: tuple[Counts, ...] = ()
    centre: Counts = NO_TILES
    supply: Counts = NO_TILES
    bag: Counts = NO_TILES
    boards: tuple[Board, ...] = ()

    @property
    def board(self) -> Board:
        """The board of the player in turn."""
        return self.boards[self.turn - 1]

    @property
    def wild(self) -> int:
        """The wild colour of the round."""
        return self.round - 1

    @property
    def starter(self) -> int:
        """The player who starts the placing and the next round (rules: draft)."""
        return self.marker or self.first

    def seen(self) -> Counts:
        """The tiles that are neither in the bag nor in the tower."""
        groups = [self.centre, self.supply, *self.factories]
        groups += [board.tiles() for board in self.boards]
        return tuple(sum(counts) for counts in zip(*groups, strict=True))

    def tower(self) -> Counts:
        """The tiles that are nowhere else."""
        return minus((TILES_PER_COLOUR,) * len(COLOURS), plus(self.bag, self.seen()))

    def bag_and_tower(self) -> int:
        """How many tiles can still be drawn."""
        return sum(self.bag) + sum(self.tower())

    def sources_are_empty(self) -> bool:
        """Whether neither the factories nor the centre hold a tile."""
        return sum(map(sum, self.factories)) + sum(self.centre) == 0

    def emptied(self) -> int:
        """How many factories hold no tile."""
        return sum(1 for factory in self.factories if not any(factory))

    def all_passed(self) -> bool:
        """Whether nobody places any more in this round."""
        return all(board.passed for board in self.boards)


# --- Positions ------------------------------------------------------------------------


def pack(position: Position) -> State:
    """The packed state of a possible position."""
    state = np.zeros(STATE_SIZE, np.int64)
    state[PLAYERS], state[PLAIN] = position.players, position.plain
    state[PHASE], state[ROUND] = position.phase, position.round
    state[OWED], state[LEAST] = position.owed, position.least
    state[TURN], state[FIRST] = position.turn - 1, position.first - 1
    state[MARKER] = position.marker
    state[PASSED] = _marks(board.passed for board in position.boards)
    state[BAG], state[SUPPLY] = _word(position.bag), _word(position.supply)
    sources = [_word(counts) for counts in (position.centre, *position.factories)]
    for source, word in enumerate(sources, CENTRE):
        state[SOURCES + source] = word
        state[OFFERS] |= layout.nonzero_fields(word) << source
    for player, board in enumerate(position.boards):
        _pack_board(state, player, board)
    return state


def _pack_board(state: State, player: int, board: Board) -> None:
    at = layout.board(player)
    state[at + SCORE], state[at + COVERED] = board.score, board.covered()
    state[at + STOCK], state[at + KEPT] = _word(board.stock), _word(board.kept)
    for star in STARS:
        if star == CENTRE_STAR or state[PLAIN]:
            for position, colour in enumerate(board.stars[star]):
                if colour != FREE:
                    layout.set_cell(state, player, _space(star, position), colour)


def unpack(state: State) -> Position:
    """The plain values of a state."""
    words = [int(word) for word in state]
    players = words[PLAYERS]
    sources = words[SOURCES : SOURCES + factory_count(players) + 1]
    centre, *factories = [_counts(word) for word in sources]
    return Position(
        players=players,
        plain=bool(words[PLAIN]),
        round=words[ROUND],
        phase=words[PHASE],
        owed=words[OWED],
        least=words[LEAST],
        turn=words[TURN] + 1,
        first=words[FIRST] + 1,
        marker=words[MARKER],
        factories=tuple(factories),
        centre=centre,
        supply=_counts(words[SUPPLY]),
        bag=_counts(words[BAG]),
        boards=tuple(_unpack_board(state, player) for player in range(players)),
    )


def _unpack_board(state: State, player: int) -> Board:
    at = layout.board(player)
    return Board(
        score=int(state[at + SCORE]),
        stock=_counts(int(state[at + STOCK])),
        kept=_counts(int(state[at + KEPT])),
        passed=bool(state[PASSED] >> player & 1),
        stars=tuple(_unpack_star(state, player, star) for star in STARS),
    )


def _unpack_star(state: State, player: int, star: int) -> Star:
    """The colours in a star; the coloured side's outer stars are stored as covered."""
    if star == CENTRE_STAR or state[PLAIN]:
        cells = int(layout.star_cells(state, player, star))
        return tuple((cells >> 4 * position & 15) - 1 for position in POSITIONS)
    covered = int(state[layout.board(player) + COVERED]) >> _space(star, 0)
    colour = int(STAR_COLOUR[star])
    return tuple(colour if covered >> p & 1 else FREE for p in POSITIONS)


def _space(star: int, position: int) -> int:
    return STAR_SPACES * star + position


def _word(values: Iterable[int]) -> int:
    """One field a colour."""
    return sum(value << FIELD_BITS * c for c, value in enumerate(values))


def _counts(word: int) -> Counts:
    """The six fields of a word."""
    return tuple(layout.field(word, colour) for colour in COLOUR_NUMBERS)


def _marks(facts: Iterable[bool]) -> int:
    """One bit a fact, the first lowest."""
    return sum(1 << i for i, fact in enumerate(facts) if fact)


# --- Moves ----------------------------------------------------------------------------


class Take(NamedTuple):
    """A move of the draft: source 0 is the centre."""

    source: int
    colour: int


class Place(NamedTuple):
    """A tile of a colour to a position of a star, both from 0, paid with wild tiles."""

    star: int
    position: int
    colour: int
    wilds: int


class Choice(NamedTuple):
    """`take` or `keep` with a colour, `pass` or `done` with none."""

    word: str
    colour: int = FREE


Move: TypeAlias = Take | Place | Choice


def pack_move(move: Move) -> int:
    """The action of a move."""
    if isinstance(move, Take):
        return move.source << 3 | move.colour
    if isinstance(move, Place):
        space = _space(move.star, move.position)
        return PLACE_ACTION + (space << 6 | move.colour << 3 | move.wilds)
    if move.colour == FREE:
        return PASS if move.word == "pass" else DONE
    return (BONUS_ACTION if move.word == "take" else KEEP_ACTION) + move.colour


def unpack_move(action: int) -> Move:
    """The move of an action."""
    if action < BONUS_ACTION:
        return Take(action >> 3, action & 7)
    if action >= PLACE_ACTION:
        placement = action - PLACE_ACTION
        star, position = divmod(placement >> 6, STAR_SPACES)
        return Place(star, position, placement >> 3 & 7, placement & 7)
    if action in (PASS, DONE):
        return Choice("pass" if action == PASS else "done")
    if action < KEEP_ACTION:
        return Choice("take", action - BONUS_ACTION)
    return Choice("keep", action - KEEP_ACTION)
