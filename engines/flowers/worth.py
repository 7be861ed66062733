"""What an unfinished garden is worth: points now, and what may still become of it.

The worth is a sum over the groups of the garden, with weights that depend on how soon
the game may end. A row of weights:

    place            weight of
    NUMBER_GROUPS    a number group: SIZES places for each number, by size from 0
    STANDING         a colour group of the cards that would not be removed now, by size
    PLANTED          a colour group of all cards, by size
    LOST             a covered card that a removal would take along
    COVERED          a covered card
    PAIRED, LONELY   a butterfly that scores now, one that does not
    SURPRISE         drawing a card from a blind stack: what the card will bring
"""

from __future__ import annotations

from engines.flowers.layout import (
    BESIDE,
    BUTTERFLIES,
    COLOURS,
    DEEP,
    HEIGHTS,
    NUMBERS,
    OWN_COLOUR,
    PILED,
    STACKS,
    card_at,
)
from engines.flowers.scoring import covered_cards, group_of, purple_touch
from engines.jit import inlined, popcount, trailing_zeros
from engines.protocol import State, Vector

SIZES, GROUP_SIZES = 10, 20
NUMBER_GROUPS = 0
STANDING = NUMBER_GROUPS + 4 * SIZES
PLANTED = STANDING + GROUP_SIZES
LOST, COVERED, PAIRED, LONELY, SURPRISE = range(
    PLANTED + GROUP_SIZES, PLANTED + GROUP_SIZES + 5
)
ROW = 88  # places of a row, some to spare
ROWS = 42  # by cards in the lowest stack; the last one is for all higher stacks


@inlined
def lowest_stack(state: State) -> int:
    """The least number of cards in a stack that is not empty."""
    lowest = 1 << 20
    for stack in range(state[STACKS]):
        height = state[HEIGHTS + stack]
        if 0 < height < lowest:
            lowest = height
    return lowest


@inlined
def row_for(height: int) -> int:
    """First place of the weights for a lowest stack of that many cards."""
    return ROW * min(height, ROWS - 1)


@inlined
def worth(state: State, at: int, row: int, weights: Vector) -> float:
    """What the garden whose first word is `at` is worth, in points."""
    removed = 0
    total = 0.0
    for number in range(1, 5):
        left = state[at + NUMBERS - 1 + number]
        place = row + NUMBER_GROUPS + SIZES * (number - 1)
        while left:
            group = group_of(state, at, trailing_zeros(left), left)
            left &= ~group
            size = popcount(group)
            total += weights[place + min(size, SIZES - 1)]
            if size != number:
                removed |= group
    touch = purple_touch(state, at)
    for colour in range(4):
        cells = state[at + COLOURS + colour]
        standing = cells & ~removed
        total += colour_worth(state, at, standing, touch, row + STANDING, weights)
        total += colour_worth(state, at, cells, touch, row + PLANTED, weights)
        total += butterfly_worth(state, at, colour, removed, row, weights)
    if state[at + DEEP]:
        total += weights[row + LOST] * covered_cards(state, at, removed)
    return total + weights[row + COVERED] * state[at + PILED]


@inlined
def colour_worth(
    state: State, at: int, cells: int, touch: int, place: int, weights: Vector
) -> float:
    """The weights of the groups in those cells of one colour."""
    total = 0.0
    left = cells
    while left:
        group = group_of(state, at, trailing_zeros(left), left)
        left &= ~group
        if group & touch:
            total += weights[place + min(popcount(group), GROUP_SIZES - 1)]
    return total


@inlined
def butterfly_worth(
    state: State, at: int, colour: int, removed: int, row: int, weights: Vector
) -> float:
    """The weights of the butterflies of one colour."""
    total = 0.0
    left = state[at + BUTTERFLIES + colour]
    while left:
        cell = trailing_zeros(left)
        here = left & -left
        left ^= here
        sought = card_at(state, at, cell) >> 3 if state[OWN_COLOUR] else colour
        near = state[at + BESIDE + cell] & state[at + COLOURS + sought] & ~removed
        scores = near != 0 and here & removed == 0
        total += weights[row + PAIRED] if scores else weights[row + LONELY]
    return total
