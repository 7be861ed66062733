"""Laying cards in a garden: on a free spot, or on the visible card of a cell."""

from __future__ import annotations

from engines.flowers.layout import (
    BESIDE,
    BUTTERFLIES,
    BUTTERFLY,
    CELL_COUNT,
    CELLS,
    COLOURS,
    COVER_LIMIT,
    COVERABLE,
    DEEP,
    FREE,
    FREE_COUNT,
    FREE_SPOT,
    NO_LIMIT,
    NUMBER,
    NUMBERS,
    PILE,
    PILED,
    PURPLE,
    SPOT_MASK,
    STRIDE,
    SUMMER_COVER,
    card_at,
    depth_at,
    garden,
    on_grid,
    set_on_grid,
)
from engines.jit import inlined, kernel
from engines.protocol import State


@inlined
def toggle(state: State, at: int, cell: int, card: int) -> None:
    """A card appears in the sets of its garden, or disappears from them."""
    if card == PURPLE:
        return
    bit = 1 << cell
    state[at + NUMBERS - 1 + NUMBER[card]] ^= bit
    state[at + COLOURS + (card >> 3)] ^= bit
    if BUTTERFLY[card]:
        state[at + BUTTERFLIES - 1 + BUTTERFLY[card]] ^= bit


@inlined
def take_off_list(state: State, at: int, index: int) -> None:
    """A spot is on the list of free ones no longer; the last one takes its place."""
    last = state[at + FREE_COUNT] - 1
    state[at + FREE_COUNT] = last
    state[at + FREE + index] = state[at + FREE + last]
    state[at + FREE + last] = 0


@inlined
def meet(state: State, at: int, cell: int, spot: int) -> None:
    """A new cell knows what lies at a spot beside it, and is known there."""
    found = on_grid(state, at, spot)
    if found == 0:
        set_on_grid(state, at, spot, FREE_SPOT)
        state[at + FREE + state[at + FREE_COUNT]] = spot
        state[at + FREE_COUNT] += 1
    elif found < FREE_SPOT:
        state[at + BESIDE + cell] |= 1 << (found - 1)
        state[at + BESIDE + found - 1] |= 1 << cell


@inlined
def add_cell(state: State, at: int, spot: int, card: int) -> None:
    """A garden has one cell more, at a spot that is on no list any more."""
    cell = state[at + CELL_COUNT]
    state[at + CELL_COUNT] = cell + 1
    state[at + CELLS + cell] = spot << 12 | card
    set_on_grid(state, at, spot, cell + 1)
    meet(state, at, cell, (spot + 1) & SPOT_MASK)
    meet(state, at, cell, (spot - 1) & SPOT_MASK)
    meet(state, at, cell, (spot + STRIDE) & SPOT_MASK)
    meet(state, at, cell, (spot - STRIDE) & SPOT_MASK)
    toggle(state, at, cell, card)
    set_coverable(state, at, cell)


@inlined
def set_coverable(state: State, at: int, cell: int) -> None:
    """The garden knows whether a cell may be covered (once more)."""
    allowed = depth_at(state, at, cell) < state[COVER_LIMIT]
    if card_at(state, at, cell) == PURPLE and state[SUMMER_COVER] == 0:
        allowed = False
    if allowed:
        state[at + COVERABLE] |= 1 << cell
    else:
        state[at + COVERABLE] &= ~(1 << cell)


@inlined
def extend(state: State, player: int, index: int, card: int) -> None:
    """A card lies on the free spot of that index."""
    at = garden(player)
    spot = state[at + FREE + index]
    take_off_list(state, at, index)
    add_cell(state, at, spot, card)


@inlined
def cover(state: State, player: int, cell: int, card: int) -> None:
    """A card lies on the visible card of a cell."""
    at = garden(player)
    below = card_at(state, at, cell)
    entry = cell << 6 | below
    i = state[at + PILED]
    state[at + PILED] = i + 1
    while i > 0 and state[at + PILE + i - 1] >> 6 > cell:
        state[at + PILE + i] = state[at + PILE + i - 1]
        i -= 1
    state[at + PILE + i] = entry
    state[at + DEEP] |= 1 << cell
    state[at + CELLS + cell] += (1 << 6) + card - below
    toggle(state, at, cell, below)
    toggle(state, at, cell, card)
    if state[COVER_LIMIT] < NO_LIMIT:
        set_coverable(state, at, cell)


@kernel
def lay(state: State, player: int, spot: int, card: int) -> None:
    """A card lies at a spot, be it free, covered or apart from the garden."""
    at = garden(player)
    found = on_grid(state, at, spot)
    if 0 < found < FREE_SPOT:
        cover(state, player, found - 1, card)
        return
    if found == FREE_SPOT:
        for i in range(state[at + FREE_COUNT]):
            if state[at + FREE + i] == spot:
                take_off_list(state, at, i)
                break
    add_cell(state, at, spot, card)
