"""What makes two positions of Azul the same, whichever factory is called the first.

Once a round is sure to be the last on a coloured wall, more is the same: how a floor
line came to its length, what is left in the bag, and where tiles lie that no line needs
any more. A line that can't be filled by what is left takes its colour as the floor line
does, free of charge; what it holds, and in which row, does not matter.
"""

from __future__ import annotations

import numpy as np

from engines.azul.layout import (
    ACCEPTS,
    BAG,
    CELLS,
    CENTRE,
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
    field,
    floor_spaces,
    line_colour,
    line_tiles,
)
from engines.azul.limits import is_last, tiles_left
from engines.jit import inlined, kernel
from engines.keys import as_key, placed
from engines.protocol import State
from engines.rng import GOLDEN, MIX_2, mixed

HEADER_BITS = 8  # of a small number
ROW_BITS = 8  # of what is said of a line


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
def accepted(state: State, player: int, row: int) -> int:
    """Bit c: the line takes tiles of colour c."""
    accepts = state[board(player) + ACCEPTS] >> row
    colours = 0
    for colour in range(5):
        colours |= (field(accepts, colour) & 1) << colour
    return colours


@inlined
def colours_of(tiles: int) -> int:
    """Bit c: there are tiles of colour c."""
    colours = 0
    for colour in range(5):
        colours |= (1 if field(tiles, colour) else 0) << colour
    return colours


@inlined
def mixed_lines(state: State, player: int, tiles: int) -> np.uint64:
    """What the lines of a player mean for the rest of a last round."""
    at = board(player)
    lines = state[at + LINES]
    known = 0  # full lines, and such as may still be filled
    sinks = 0  # bit c: a line that can't be filled takes colour c
    mix = np.uint64(0)
    for row in range(5):
        held = line_tiles(lines, row)
        colour = line_colour(lines, row)
        if held > 0:
            left = field(tiles, colour)
            if held + left > row:
                known |= (16 + 8 * held + colour) << ROW_BITS * row
            elif left:
                sinks |= 1 << colour
            continue
        takes = accepted(state, player, row) & colours_of(tiles)
        open_line = False
        for c in range(5):
            open_line |= (takes >> c) & 1 == 1 and field(tiles, c) > row
        if open_line:
            known |= 1 << ROW_BITS * row
        elif takes:
            mix += mixed(np.uint64(takes) + MIX_2)
    return mixed(mix + placed(known | sinks << 5 * ROW_BITS, at + LINES))


@kernel
def last_key(state: State) -> int:
    """The same for positions of a last round that lead to the same scores."""
    tiles = tiles_left(state)
    in_centre = 1 if state[MARKER] == 0 else 0
    mix = mixed_sources(state) + placed(state[PLAYERS] << 3 | state[TURN], 3)
    mix += placed(in_centre, 4)
    for player in range(state[PLAYERS]):
        at = board(player)
        fixed = state[at + WALL] | state[at + SCORE] << 32
        mix += placed(fixed | floor_spaces(state, player) << 48, at)
        mix += mixed_lines(state, player, tiles)
    return as_key(mix)


@kernel
def state_key(state: State) -> int:
    """The same for positions that are the same game for both sides."""
    if state[PHASE] == DRAFT and not state[GREY] and is_last(state):
        return last_key(state)
    return round_key(state)
