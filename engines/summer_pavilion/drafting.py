"""Drafting (rules: phase 1): which tiles may be taken, and taking them."""

from __future__ import annotations

from engines.jit import inlined, popcount, trailing_zeros
from engines.protocol import Moves, State
from engines.summer_pavilion.layout import (
    CENTRE,
    COLOUR_COUNT,
    EACH,
    FIELD,
    FIELD_BITS,
    MARKER,
    OFFERS,
    SCORE,
    SOURCES,
    STOCK,
    TURN,
    board,
    field,
    nonzero_fields,
    nth_bit,
    tile,
    total,
    wild_colour,
)


@inlined
def takes(state: State) -> int:
    """Bit s of a colour's field: the colour may be named at source s.

    The wild colour may be named only where it lies alone.
    """
    shift = FIELD_BITS * wild_colour(state)
    others = state[OFFERS] & ~(FIELD << shift)
    wilds = state[OFFERS] & (FIELD << shift)
    pairs = others | others >> 3 * FIELD_BITS
    mixed = (pairs | pairs >> FIELD_BITS | pairs >> 2 * FIELD_BITS) & FIELD
    return others | (wilds & ~(mixed << shift))


@inlined
def count_takes(state: State) -> int:
    """Number of ways to take tiles."""
    return popcount(takes(state))


@inlined
def take_at(state: State, index: int) -> int:
    """The action number `index` in the order of `list_takes`."""
    legal = takes(state)
    colour = 0
    before = 0
    end = 0
    for c in range(COLOUR_COUNT - 1):
        end += popcount(field(legal, c))
        passed = index >= end
        colour += 1 if passed else 0
        before = end if passed else before
    return nth_bit(field(legal, colour), index - before) << 3 | colour


@inlined
def list_takes(state: State, out: Moves) -> int:
    """`out` starts with all ways to take tiles, by colour, then source."""
    legal = takes(state)
    n = 0
    while legal:
        bit: int = trailing_zeros(legal)
        legal &= legal - 1
        out[n] = bit % FIELD_BITS << 3 | bit // FIELD_BITS
        n += 1
    return n


@inlined
def take(state: State, source: int, colour: int) -> None:
    """The player in turn has all tiles of a colour and one wild one, if there is any.

    Of a source of wild tiles alone just one is taken. The rest lies in the centre. The
    first to take from the centre has the marker and has lost a point a tile.
    """
    wild = wild_colour(state)
    held = state[SOURCES + source]
    if colour == wild:
        taken = tile(wild)
    else:
        taken = held & (FIELD << FIELD_BITS * colour)
        taken += tile(wild) if field(held, wild) > 0 else 0
    centre = (state[SOURCES + CENTRE] if source else 0) + held - taken
    state[SOURCES + source] = 0
    state[SOURCES + CENTRE] = centre
    state[OFFERS] = (state[OFFERS] & ~(EACH << source)) | nonzero_fields(centre)
    at = board(state[TURN])
    state[at + STOCK] += taken
    if source == CENTRE and state[MARKER] == 0:
        state[MARKER] = state[TURN] + 1
        state[at + SCORE] = max(1, state[at + SCORE] - total(taken))
