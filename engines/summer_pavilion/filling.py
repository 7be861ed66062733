"""Chance (rules: round): filling the factories, refilling the supply."""

from __future__ import annotations

from engines.jit import inlined, kernel
from engines.protocol import Rng, State
from engines.rng import draw_below
from engines.summer_pavilion.layout import (
    BAG,
    OFFERS,
    PLAYERS,
    ROUND,
    SOURCES,
    SUPPLY,
    SUPPLY_SIZE,
    TILES_PER_FACTORY,
    nonzero_fields,
    nth_tile,
    tile,
    total,
    tower,
)


@inlined
def draw_into(state: State, place: int, size: int, rng: Rng) -> None:
    """The word `place` has been filled up to `size` tiles, as far as they go.

    An empty bag takes the tower's tiles when the next one has to be drawn.
    """
    bag = state[BAG]
    left = total(bag)
    tiles = state[place]
    for _ in range(size - total(tiles)):
        if left == 0:
            state[BAG] = 0
            state[place] = tiles
            bag = tower(state)
            left = total(bag)
            if left == 0:
                break
        drawn = tile(nth_tile(bag, draw_below(rng, left)))
        tiles += drawn
        bag -= drawn
        left -= 1
    state[BAG] = bag
    state[place] = tiles


@inlined
def fill(state: State, rng: Rng) -> None:
    """The factories hold their tiles; before the first round the supply comes first."""
    if state[ROUND] == 1:
        draw_into(state, SUPPLY, SUPPLY_SIZE, rng)
    for factory in range(1, 2 * state[PLAYERS] + 2):
        draw_into(state, SOURCES + factory, TILES_PER_FACTORY, rng)
    mark_offers(state)


@kernel
def mark_offers(state: State) -> None:
    """OFFERS says what lies on the sources."""
    offers = 0
    for source in range(2 * state[PLAYERS] + 2):
        offers |= nonzero_fields(state[SOURCES + source]) << source
    state[OFFERS] = offers
