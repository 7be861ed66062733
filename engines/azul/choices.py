"""The decisions that a search has to look at: of equal ones one, and none in vain."""

from __future__ import annotations

from engines.azul.endings import final_standing
from engines.azul.layout import (
    ACCEPTS,
    CAPACITY,
    CENTRE,
    FIELD,
    FIELD_BITS,
    FLOOR_DESTINATION,
    FLOOR_SPACES,
    GREY,
    LINES,
    MARKER,
    OFFERS,
    PHASE,
    PLAYERS,
    SOURCES,
    TILING,
    TURN,
    add_to_line,
    begun_lines,
    board,
    factories_held,
    field,
    floor_spaces,
    line_tiles,
    longer_lines,
    nonzero_fields,
)
from engines.azul.limits import is_last, tiles_left
from engines.azul.rules import legal_actions
from engines.jit import inlined, kernel, popcount, trailing_zeros
from engines.protocol import Moves, State

MOST_TAKEN = 4  # batches that there may be fewer after a take: it, and those that join


@inlined
def repeated_sources(state: State) -> int:
    """Bit s: an earlier factory holds the same tiles as factory s."""
    repeated = 0
    factories = factories_held(state[OFFERS])
    while factories:
        factory: int = trailing_zeros(factories)
        factories &= factories - 1
        held = state[SOURCES + factory]
        later = factories
        while later:
            other: int = trailing_zeros(later)
            later &= later - 1
            repeated |= 1 << other if state[SOURCES + other] == held else 0
    return repeated


@inlined
def batches_after(state: State, source: int, colour: int) -> int:
    """How many takes there are at most once these tiles have been taken."""
    left = popcount(state[OFFERS])
    if source == CENTRE:
        return left - 1
    rest = state[SOURCES + source] & ~(FIELD << FIELD_BITS * colour)
    joined = nonzero_fields(rest) & nonzero_fields(state[SOURCES + CENTRE])
    return left - 1 - popcount(joined)


@inlined
def best_line(state: State, source: int, colour: int, lines: int) -> int:
    """Where the player's last tiles of the game are worth most; a set of one line."""
    tiles = field(state[SOURCES + source], colour)
    spaces = floor_spaces(state, state[TURN])
    if source == CENTRE and state[MARKER] == 0:
        spaces = min(FLOOR_SPACES, spaces + 1)
    held = state[board(state[TURN]) + LINES]
    best = -1
    chosen = FLOOR_DESTINATION
    while lines:
        row: int = trailing_zeros(lines)
        lines &= lines - 1
        placed = min(tiles, CAPACITY[row] - line_tiles(held, row))
        after = add_to_line(held, row, colour, placed) if placed > 0 else held
        standing = final_standing(state, state[TURN], after, spaces + tiles - placed)
        if standing > best:
            best = standing
            chosen = row
    return 1 << chosen


@inlined
def useful_lines(state: State, lines: int, left: int) -> int:
    """Destinations for a colour in a last round, with `left` tiles of it to be taken.

    A line that can't be filled takes its colour free of charge: one is enough, and
    better than the floor or than an empty line that is too long.
    """
    held = state[board(state[TURN]) + LINES]
    too_long = lines & longer_lines(held, left)
    sinks = too_long & begun_lines(held)
    if sinks == 0:
        return lines
    return lines & ~(too_long | 1 << FLOOR_DESTINATION) | sinks & -sinks


@kernel
def distinct_actions(state: State, out: Moves) -> int:
    """Legal actions, of equal factories the first alone; their number.

    In a last round of two, what is worse for the player is left out too: of the last
    tiles all lines but the one where they are worth most. With more players the worse
    move can be as good for who plays it and still decide between the others. The order
    is that of `legal_actions`.
    """
    if state[PHASE] == TILING:
        return legal_actions(state, out)
    n = 0
    fresh = ~repeated_sources(state)
    last = state[PLAYERS] == 2 and not state[GREY] and is_last(state)
    near = popcount(state[OFFERS]) < state[PLAYERS] + MOST_TAKEN
    tiles = tiles_left(state)
    for colour in range(5):
        sources = field(state[OFFERS], colour) & fresh
        accepts = field(state[board(state[TURN]) + ACCEPTS], colour)
        if last and sources:
            accepts = useful_lines(state, accepts, field(tiles, colour))
        while sources:
            source: int = trailing_zeros(sources)
            sources &= sources - 1
            lines = accepts
            if last and near and batches_after(state, source, colour) < state[PLAYERS]:
                lines = best_line(state, source, colour, lines)
            while lines:
                out[n] = source << 6 | colour << 3 | trailing_zeros(lines)
                lines &= lines - 1
                n += 1
    return n
