"""Drafting (rules: round 2): which tiles may go where, and taking them."""

from __future__ import annotations

import numpy as np

from engines.azul.layout import (
    ACCEPTS,
    CAPACITY,
    CENTRE,
    EACH,
    FIELD,
    FIELD_BITS,
    FLOOR,
    FLOOR_SPACES,
    LINE_BITS,
    LINES,
    OFFERS,
    SOURCES,
    TURN,
    add_to_line,
    board,
    field,
    floor_spaces,
    line_tiles,
    nonzero_fields,
    nth_bit,
)
from engines.jit import inlined, popcount, trailing_zeros
from engines.protocol import Moves, State

# [d]: n // d is (n * RECIPROCAL[d]) >> 16 for the small n used here.
RECIPROCAL = np.array([0] + [(1 << 16) // d + 1 for d in range(1, 8)], np.int64)


@inlined
def count_takes(state: State) -> int:
    """Number of ways to take tiles: sources times destinations, colour by colour."""
    offers = state[OFFERS]
    accepts = state[board(state[TURN]) + ACCEPTS]
    n = 0
    for colour in range(5):
        n += popcount(field(offers, colour)) * popcount(field(accepts, colour))
    return n


@inlined
def take_at(state: State, index: int) -> int:
    """The action number `index` in the order of `list_takes`."""
    offers = state[OFFERS]
    accepts = state[board(state[TURN]) + ACCEPTS]
    colour = 0
    before = 0
    end = 0
    for c in range(4):
        end += popcount(field(offers, c)) * popcount(field(accepts, c))
        passed = index >= end
        colour += 1 if passed else 0
        before = end if passed else before
    lines = field(accepts, colour)
    width = popcount(lines) & 7
    nth = ((index - before) * RECIPROCAL[width]) >> 16
    source = nth_bit(field(offers, colour), nth)
    destination = nth_bit(lines, index - before - nth * width)
    return source << 6 | colour << 3 | destination


@inlined
def list_takes(state: State, out: Moves) -> int:
    """`out` starts with all ways to take tiles, by colour, source, destination."""
    n = 0
    for colour in range(5):
        sources = field(state[OFFERS], colour)
        while sources:
            source: int = trailing_zeros(sources)
            sources &= sources - 1
            lines = field(state[board(state[TURN]) + ACCEPTS], colour)
            while lines:
                out[n] = source << 6 | colour << 3 | trailing_zeros(lines)
                lines &= lines - 1
                n += 1
    return n


@inlined
def take(state: State, source: int, colour: int) -> int:
    """All tiles of a colour leave a source, the others lie in the centre; how many."""
    held = state[SOURCES + source]
    rest = held & ~(FIELD << FIELD_BITS * colour)
    centre = (state[SOURCES + CENTRE] if source else 0) + rest
    state[SOURCES + source] = 0
    state[SOURCES + CENTRE] = centre
    state[OFFERS] = (state[OFFERS] & ~(EACH << source)) | nonzero_fields(centre)
    return field(held, colour)


@inlined
def put_on_line(state: State, destination: int, colour: int, tiles: int) -> None:
    """The player in turn has put tiles on a line; what runs over is on the floor."""
    at = board(state[TURN])
    lines = state[at + LINES]
    before = line_tiles(lines, destination)
    placed = min(tiles, CAPACITY[destination] - before)
    kept = colour if placed > 0 else 0
    state[at + LINES] = add_to_line(lines, destination, kept, placed)
    open_line = 1 if before + placed < CAPACITY[destination] else 0
    state[at + ACCEPTS] = (state[at + ACCEPTS] & ~LINE_BITS[destination]) | (
        open_line << (FIELD_BITS * colour + destination)
    )
    drop(state, state[TURN], colour, tiles - placed)


@inlined
def drop(state: State, player: int, colour: int, tiles: int) -> None:
    """Tiles lie on free floor spaces, those beyond the seventh in the lid."""
    free = FLOOR_SPACES - floor_spaces(state, player)
    state[board(player) + FLOOR] += min(tiles, free) << FIELD_BITS * colour
