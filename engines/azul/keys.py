"""What makes two positions of Azul the same, whichever factory is called the first.

Once a round is sure to be the last on a coloured wall, more is the same: how a floor
line came to its length, what is left in the bag, and where tiles lie that no line needs
any more. A line that can't be filled by what is left takes its colour as the floor line
does, free of charge; what it holds, and in which row, does not matter.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.azul.layout import (
    ACCEPTS,
    BAG,
    CELLS,
    CENTRE,
    COLOUR_NIBBLES,
    DRAFT,
    FIRST,
    FLOOR,
    GREY,
    LINES,
    MARKER,
    PHASE,
    PLAYERS,
    ROUND,
    SCORE,
    SOURCES,
    TURN,
    WALL,
    board,
    fields_from,
    floor_spaces,
    full_lines,
    gathered,
    line_tiles,
    nonzero_fields,
)
from engines.azul.limits import is_last, tiles_left
from engines.jit import inlined, kernel
from engines.keys import as_key, placed
from engines.protocol import State
from engines.rng import GOLDEN, mixed

HEADER_BITS = 8  # of a small number
EMPTY_SHIFT, SINK_SHIFT = 24, 56  # bits that LINES leaves free


def _too_long_words() -> NDArray[np.uint64]:
    rng = np.random.default_rng(0)
    words = rng.integers(1 << 64, size=32, dtype=np.uint64)
    words[0] = 0
    return words


# [bit c: takes colour c]: a word to add for an empty line that can't be filled.
TOO_LONG = _too_long_words()


@inlined
def header(state: State) -> int:
    """The small numbers in one word."""
    return (
        state[PLAYERS]
        | state[GREY] << HEADER_BITS
        | state[PHASE] << 2 * HEADER_BITS
        | state[TURN] << 3 * HEADER_BITS
        | state[FIRST] << 4 * HEADER_BITS
        | state[MARKER] << 5 * HEADER_BITS
        | state[ROUND] << 6 * HEADER_BITS
    )


@inlined
def mixed_sources(state: State) -> np.uint64:
    """The centre, and the factories in any order."""
    mix = placed(state[SOURCES + CENTRE], 0)
    for factory in range(1, 2 * state[PLAYERS] + 2):
        mix += mixed(np.uint64(state[SOURCES + factory]) + GOLDEN)
    return mix


@kernel
def round_key(state: State) -> int:
    """The same for positions that differ in the order of the factories alone.

    What follows from other words is left out: OFFERS, SHOWN, ACCEPTS, a grey WALL.
    """
    mix = mixed_sources(state) + placed(header(state), 1) + placed(state[BAG], 2)
    for player in range(state[PLAYERS]):
        at = board(player)
        mix += placed(state[at + WALL] | state[at + SCORE] << 32, at)
        mix += placed(state[at + LINES], at + LINES)
        mix += placed(state[at + FLOOR], at + FLOOR)
        if state[GREY]:
            mix += placed(state[at + CELLS], at + CELLS)
            mix += placed(state[at + CELLS + 1], at + CELLS + 1)
    return as_key(mix)


@inlined
def lines_word(state: State, player: int, tiles: int) -> np.uint64:
    """What the lines of a player mean for the rest of a last round; not mixed."""
    at = board(player)
    lines = state[at + LINES]
    there = nonzero_fields(tiles)
    fillable = full_lines(lines) >> 3  # a one in the nibble of lines that count
    empty = 0  # bit r: an empty line that can be filled
    sinks = 0  # lines that can't be, and what colour they hold: a one in its field
    word = np.uint64(0)
    for row in range(5):  # without branches, whose outcomes nothing foretells
        held = line_tiles(lines, row)
        begun = -1 if held else 0
        accepts = state[at + ACCEPTS] >> row
        can = -1 if accepts & fields_from(tiles, row + 1 - held) else 0
        takes = accepts & there & ~can
        fillable |= can & 1 << 4 * row
        empty |= can & ~begun & 1 << row
        sinks |= takes & begun
        word += TOO_LONG[gathered(takes & ~begun)]
    known = lines & 15 * (fillable | fillable << COLOUR_NIBBLES)
    return word ^ np.uint64(
        known | empty << EMPTY_SHIFT | gathered(sinks) << SINK_SHIFT
    )


@inlined
def mixed_board(state: State, player: int, tiles: int) -> np.uint64:
    """What a player's board means for the rest of a last round."""
    at = board(player)
    fixed = state[at + WALL] | state[at + SCORE] << 32
    fixed |= floor_spaces(state, player) << 48
    return mixed(placed(fixed, at) ^ lines_word(state, player, tiles))


@kernel
def last_key(state: State) -> int:
    """The same for positions of a last round that lead to the same scores."""
    tiles = tiles_left(state)
    in_centre = 1 if state[MARKER] == 0 else 0
    mix = mixed_sources(state)
    mix += placed(state[PLAYERS] << 4 | state[TURN] << 1 | in_centre, 3)
    mix += mixed_board(state, 0, tiles)  # not in a loop, which doubles the time
    mix += mixed_board(state, 1, tiles)
    for player in range(2, state[PLAYERS]):
        mix += mixed_board(state, player, tiles)
    return as_key(mix)


@kernel
def state_key(state: State) -> int:
    """The same for positions that are the same game for both sides."""
    if state[PHASE] == DRAFT and not state[GREY] and is_last(state):
        return last_key(state)
    return round_key(state)
