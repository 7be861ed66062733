"""Placing (rules: phase 2): where a tile may lie, how it is paid, what it brings."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.jit import inlined, kernel, popcount
from engines.protocol import Moves, State
from engines.summer_pavilion.layout import (
    CENTRE_STAR,
    COLOUR_COUNT,
    COVERED,
    FIELD_BITS,
    FULL_STAR,
    KEPT,
    LEAST,
    MAX_KEPT,
    OWED,
    PASS,
    PASSED,
    PLACE_ACTION,
    PLAIN,
    SCORE,
    STAR_COLOUR,
    STAR_SPACES,
    STOCK,
    SUPPLY,
    TURN,
    board,
    field,
    set_cell,
    star_cells,
    star_mask,
    tile,
    total,
    wild_colour,
)
from engines.summer_pavilion.scoring import NUMBER, completed_bonus, group_size


def _payments() -> NDArray[np.int64]:
    """[tiles of the colour, wild tiles]: byte N - 1 is the ways to pay N.

    At least one tile has the colour; more than six or five never make a difference.
    """
    table = np.zeros((8, 8), np.int64)
    for own in range(7):
        for wild in range(6):
            for cost in range(1, 7):
                ways = min(cost - 1, wild) - max(0, cost - own) + 1
                table[own, wild] |= max(0, ways) << 8 * (cost - 1)
    return table


def _spread() -> NDArray[np.int64]:
    """[mask of six]: 255 in byte p for every bit p."""
    masks = range(1 << STAR_SPACES)
    return np.array([sum(255 << 8 * p for p in range(6) if m >> p & 1) for m in masks])


def _slots() -> NDArray[np.int64]:
    """[plain, slot]: star << 3 | colour of the pairs that may ever go together."""
    pairs = [star << 3 | c for star in range(CENTRE_STAR + 1) for c in range(6)]
    table = np.zeros((2, MAX_SLOTS), np.int64)
    coloured = [s << 3 | int(STAR_COLOUR[s]) for s in range(CENTRE_STAR)] + pairs[-6:]
    table[0, : len(coloured)] = coloured
    table[1] = pairs
    return table


MAX_SLOTS = 42
SLOT_COUNT = np.array([12, MAX_SLOTS], np.int64)
PAYMENTS = _payments()
SPREAD = _spread()
SLOTS = _slots()
BYTES = 0x010101010101


@inlined
def ways_to_pay(stock: int, colour: int, wild: int) -> int:
    """Byte N - 1: in how many ways a space of number N can be paid in a colour."""
    own = min(field(stock, colour), 6)
    jokers = min(field(stock, wild), 5) if colour != wild else 0
    return PAYMENTS[own & 7, jokers & 7]


@inlined
def byte_sum(word: int) -> int:
    """Sum of six bytes, if it is below 256."""
    return ((word * BYTES) >> 40) & 255


@inlined
def colours_in_star(cells: int) -> int:
    """Bit c: the star holds a tile of colour c."""
    colours = 0
    for _ in range(STAR_SPACES):
        colours |= (1 << (cells & 15)) >> 1
        cells >>= 4
    return colours


@kernel
def plain_colours(state: State, player: int, star: int) -> int:
    """Bit c: colour c may join a star of the single-colour side."""
    here = colours_in_star(star_cells(state, player, star))
    every = (1 << COLOUR_COUNT) - 1
    tiles = popcount(star_mask(state[board(player) + COVERED], star))
    if tiles < 2:
        return every
    return here if popcount(here) == 1 else every & ~here


@kernel
def by_position(ways: int, star: int) -> int:
    """Bytes by number, put in the order of a plain star's positions."""
    bytes_ = 0
    for position in range(STAR_SPACES):
        number = NUMBER[1, (star * STAR_SPACES + position) & 63]
        bytes_ |= ((ways >> 8 * (number - 1)) & 255) << 8 * position
    return bytes_


@inlined
def slot_ways(state: State, star: int, colour: int) -> int:
    """Byte p: payments in a colour for position p of a star, 0 where none is legal."""
    player = state[TURN]
    at = board(player)
    ways = ways_to_pay(state[at + STOCK], colour, wild_colour(state))
    if state[PLAIN]:
        legal = plain_colours(state, player, star) >> colour & 1
        ways = by_position(ways, star) if legal else 0
    elif star == CENTRE_STAR:
        cells = star_cells(state, player, CENTRE_STAR)
        ways = 0 if colours_in_star(cells) >> colour & 1 else ways
    free = FULL_STAR & ~star_mask(state[at + COVERED], star)
    return ways & SPREAD[free & 63]


@inlined
def count_places(state: State) -> int:
    """Number of ways to place a tile and pay for it."""
    plain = state[PLAIN] & 1
    n = 0
    for i in range(SLOT_COUNT[plain]):
        slot = SLOTS[plain, i]
        n += byte_sum(slot_ways(state, slot >> 3, slot & 7))
    return n


@inlined
def place_action(state: State, slot: int, position: int, nth: int) -> int:
    """The action that pays in the n-th way, from the fewest wild tiles up."""
    space = (slot >> 3) * STAR_SPACES + position
    own = field(state[board(state[TURN]) + STOCK], slot & 7)
    wilds = max(0, NUMBER[state[PLAIN] & 1, space & 63] - own) + nth
    return PLACE_ACTION + (space << 6 | (slot & 7) << 3 | wilds)


@inlined
def place_at(state: State, index: int) -> int:
    """The action number `index` in the order of `list_places`."""
    plain = state[PLAIN] & 1
    for i in range(SLOT_COUNT[plain]):
        slot = SLOTS[plain, i]
        ways = slot_ways(state, slot >> 3, slot & 7)
        n = byte_sum(ways)
        if index < n:
            position = 0
            while index >= ways & 255:
                index -= ways & 255
                ways >>= 8
                position += 1
            return place_action(state, slot, position, index)
        index -= n
    return PASS


@inlined
def list_places(state: State, out: Moves) -> int:
    """`out` starts with all placements, by star, colour, position, wild tiles."""
    plain = state[PLAIN] & 1
    n = 0
    for i in range(SLOT_COUNT[plain]):
        slot = SLOTS[plain, i]
        ways = slot_ways(state, slot >> 3, slot & 7)
        for position in range(STAR_SPACES):
            for nth in range((ways >> 8 * position) & 255):
                out[n] = place_action(state, slot, position, nth)
                n += 1
    return n


@inlined
def place(state: State, space: int, colour: int, wilds: int) -> None:
    """The tile lies on its space, is paid and has scored; OWED is its bonus."""
    player = state[TURN]
    at = board(player)
    number = NUMBER[state[PLAIN] & 1, space & 63]
    state[at + STOCK] -= (number - wilds) * tile(colour) + wilds * tile(
        wild_colour(state)
    )
    covered = state[at + COVERED] | 1 << space
    state[at + COVERED] = covered
    if state[PLAIN] or space >= CENTRE_STAR * STAR_SPACES:
        set_cell(state, player, space, colour)
    state[at + SCORE] += group_size(covered, space)
    state[OWED] = min(completed_bonus(covered, space), total(state[SUPPLY]))
    state[LEAST] = 0


# --- Bonus tiles and tiles kept, one by one in the order of colours -------------------


@inlined
def from_colour(word: int, colour: int) -> int:
    """The counts of this colour and those after it."""
    return word >> FIELD_BITS * colour << FIELD_BITS * colour


@inlined
def may_take_bonus(state: State, colour: int) -> bool:
    """The supply has the colour, and enough from there on for all that is owed."""
    supply = from_colour(state[SUPPLY], colour)
    return (
        colour >= state[LEAST]
        and field(supply, colour) > 0
        and total(supply) >= state[OWED]
    )


@inlined
def take_bonus(state: State, colour: int) -> None:
    """A tile of the supply is in the stock of the player in turn."""
    state[SUPPLY] -= tile(colour)
    state[board(state[TURN]) + STOCK] += tile(colour)
    state[OWED] -= 1
    state[LEAST] = colour


@inlined
def may_keep(state: State, colour: int) -> bool:
    """The player in turn has a tile of this colour that may still be kept."""
    stock = state[board(state[TURN]) + STOCK]
    return colour >= state[LEAST] and field(stock, colour) > 0


@inlined
def keeps_on(state: State) -> bool:
    """The player in turn may keep one more tile."""
    at = board(state[TURN])
    left = from_colour(state[at + STOCK], state[LEAST])
    return left != 0 and total(state[at + KEPT]) < MAX_KEPT


@inlined
def keep(state: State, colour: int) -> None:
    """A tile of the stock is kept for the next round."""
    at = board(state[TURN])
    state[at + STOCK] -= tile(colour)
    state[at + KEPT] += tile(colour)
    state[LEAST] = colour


@inlined
def leave(state: State) -> None:
    """The player in turn has passed; every tile left in the stock has cost a point."""
    at = board(state[TURN])
    lost = total(state[at + STOCK])
    state[at + SCORE] = max(1, state[at + SCORE] - lost) if lost else state[at + SCORE]
    state[at + STOCK] = 0
    state[LEAST] = 0
    state[PASSED] |= 1 << state[TURN]
