"""Filling the factories (rules: round 1), the only chance event."""

from __future__ import annotations

from engines.azul.layout import (
    BAG,
    DRAFT,
    FIELD_BITS,
    OFFERS,
    PHASE,
    PLAYERS,
    SOURCES,
    TILES_PER_FACTORY,
    lid,
    nonzero_fields,
    nth_tile,
    total,
)
from engines.jit import inlined
from engines.protocol import Rng, State
from engines.rng import draw_below


@inlined
def fill_factories(state: State, rng: Rng) -> None:
    """Every factory has four tiles, as far as the bag goes, and the draft is open."""
    for factory in range(1, 2 * state[PLAYERS] + 2):
        fill_factory(state, factory, rng)
    open_draft(state)


@inlined
def fill_factory(state: State, factory: int, rng: Rng) -> None:
    """A factory holds four drawn tiles; an empty bag takes what is in the lid."""
    bag = state[BAG]
    left = total(bag)
    tiles = 0
    for _ in range(TILES_PER_FACTORY):
        if left == 0:
            state[BAG] = 0
            state[SOURCES + factory] = tiles
            bag = lid(state)
            left = total(bag)
            if left == 0:
                break
        tile = 1 << FIELD_BITS * nth_tile(bag, draw_below(rng, left))
        tiles += tile
        bag -= tile
        left -= 1
    state[BAG] = bag
    state[SOURCES + factory] = tiles


@inlined
def open_draft(state: State) -> None:
    """The draft begins with what lies on the factories."""
    offers = 0
    for source in range(2 * state[PLAYERS] + 2):
        offers |= nonzero_fields(state[SOURCES + source]) << source
    state[OFFERS] = offers
    state[PHASE] = DRAFT
