"""Laying a card for a moment, to see what the garden would be worth.

Only what scoring looks at is changed, and every change is taken back by the partner of
the kernel that made it. A garden needs room for one cell more.
"""

from __future__ import annotations

from engines.flowers.layout import (
    BESIDE,
    CELL_COUNT,
    CELLS,
    DEEP,
    FREE_SPOT,
    PILED,
    SPOT_MASK,
    STRIDE,
    card_at,
    depth_at,
    on_grid,
)
from engines.flowers.planting import toggle
from engines.jit import inlined, trailing_zeros
from engines.protocol import State


@inlined
def cell_at(state: State, at: int, spot: int) -> int:
    """The set of the one cell at a spot; empty if there is none."""
    found = on_grid(state, at, spot & SPOT_MASK)
    return 1 << (found - 1) if 0 < found < FREE_SPOT else 0


@inlined
def cells_beside(state: State, at: int, spot: int) -> int:
    """The set of cells that share an edge with a spot."""
    across = cell_at(state, at, spot + 1) | cell_at(state, at, spot - 1)
    along = cell_at(state, at, spot + STRIDE) | cell_at(state, at, spot - STRIDE)
    return across | along


@inlined
def try_extend(state: State, at: int, spot: int, card: int) -> None:
    """A card lies on a free spot."""
    cell = state[at + CELL_COUNT]
    beside = cells_beside(state, at, spot)
    state[at + CELL_COUNT] = cell + 1
    state[at + CELLS + cell] = card
    state[at + BESIDE + cell] = beside
    toggle_beside(state, at, cell, beside)
    toggle(state, at, cell, card)


@inlined
def undo_extend(state: State, at: int) -> None:
    """The card tried last on a free spot is gone again."""
    cell = state[at + CELL_COUNT] - 1
    toggle(state, at, cell, state[at + CELLS + cell])
    toggle_beside(state, at, cell, state[at + BESIDE + cell])
    state[at + BESIDE + cell] = 0
    state[at + CELLS + cell] = 0
    state[at + CELL_COUNT] = cell


@inlined
def toggle_beside(state: State, at: int, cell: int, beside: int) -> None:
    """The cells beside `cell` learn that it is there, or forget it."""
    while beside:
        state[at + BESIDE + trailing_zeros(beside)] ^= 1 << cell
        beside &= beside - 1


@inlined
def try_cover(state: State, at: int, cell: int, card: int) -> int:
    """A card lies on a cell; the card below it is returned."""
    below = card_at(state, at, cell)
    toggle(state, at, cell, below)
    toggle(state, at, cell, card)
    state[at + CELLS + cell] += (1 << 6) + card - below
    state[at + PILED] += 1
    state[at + DEEP] |= 1 << cell
    return below


@inlined
def undo_cover(state: State, at: int, cell: int, below: int) -> None:
    """The card tried on a cell is gone again, and the one below it is back."""
    card = card_at(state, at, cell)
    toggle(state, at, cell, card)
    toggle(state, at, cell, below)
    state[at + CELLS + cell] -= (1 << 6) + card - below
    state[at + PILED] -= 1
    if depth_at(state, at, cell) == 0:
        state[at + DEEP] &= ~(1 << cell)
