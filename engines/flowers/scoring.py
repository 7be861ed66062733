"""Points of a garden as it is: removed cards, colour groups, butterflies, ties."""

from __future__ import annotations

from engines.flowers.layout import (
    ALL_COST,
    BESIDE,
    BUTTERFLIES,
    CELL_COUNT,
    COLOURS,
    COVERED_COST,
    DEEP,
    GROUP_TABLE,
    MIN_GROUP,
    NO_COST,
    NUMBERS,
    OWN_COLOUR,
    PURPLE,
    REMOVAL,
    SHARED_TIES,
    SUMMER,
    TABLE_BITS,
    TABLE_SIZES,
    card_at,
    depth_at,
    garden,
)
from engines.jit import inlined, kernel, popcount, trailing_zeros
from engines.protocol import State

TIE_RANGE = 128  # more than any figure that breaks ties
LOWEST_SCORE = 1 << 20


@inlined
def group_of(state: State, at: int, cell: int, cells: int) -> int:
    """The edge-connected set within `cells` that a cell of `cells` belongs to."""
    group = 1 << cell
    new = group
    while new:
        found = state[at + BESIDE + trailing_zeros(new)] & cells & ~group
        new = (new & (new - 1)) | found
        group |= found
    return group


@inlined
def removed_cells(state: State, at: int) -> int:
    """The set of cells whose number group has a wrong size (rules: scoring 1)."""
    removed = 0
    for number in range(1, 5):
        left = state[at + NUMBERS - 1 + number]
        while left:
            group = group_of(state, at, trailing_zeros(left), left)
            left &= ~group
            if popcount(group) != number:
                removed |= group
    return removed


@inlined
def covered_cards(state: State, at: int, cells: int) -> int:
    """Covered cards in those cells; a covered purple card is none."""
    count = 0
    left = cells & state[at + DEEP]
    while left:
        count += depth_at(state, at, trailing_zeros(left))
        left &= left - 1
    if state[SUMMER] and cells & 1 and state[at + DEEP] & 1:
        count -= 1
    return count


@inlined
def cards_lost(state: State, at: int, removed: int) -> int:
    """How many cards cost points when those cells are removed."""
    lost = popcount(removed)
    if state[COVERED_COST] == NO_COST or state[at + DEEP] == 0:
        return lost
    if state[COVERED_COST] == ALL_COST:
        removed = (1 << state[at + CELL_COUNT]) - 1
    return lost + covered_cards(state, at, removed)


@inlined
def purple_touch(state: State, at: int) -> int:
    """The cells that a scoring group must hold one of: in Summer those beside purple.

    All cells in other games; none while the purple card is covered.
    """
    if state[SUMMER] == 0:
        return -1
    return state[at + BESIDE] if card_at(state, at, 0) == PURPLE else 0


@inlined
def group_points(state: State, size: int) -> int:
    """Points of a colour group of a size that scores (rules: scoring 2)."""
    table = state[GROUP_TABLE]
    if table == 0:
        return size
    index = min(size - state[MIN_GROUP], TABLE_SIZES - 1)
    return (table >> TABLE_BITS * index & ((1 << TABLE_BITS) - 1)) - 1


@inlined
def colour_groups(state: State, at: int, removed: int) -> int:
    """Points of the scoring colour groups, and how many cards these hold.

    Returned as one number: TIE_RANGE * points + cards.
    """
    touch = purple_touch(state, at)
    total = 0
    for colour in range(4):
        left = state[at + COLOURS + colour] & ~removed
        while popcount(left) >= state[MIN_GROUP]:
            group = group_of(state, at, trailing_zeros(left), left)
            left &= ~group
            size = popcount(group)
            if size >= state[MIN_GROUP] and group & touch:
                total += TIE_RANGE * group_points(state, size) + size
    return total


@inlined
def scoring_butterflies(state: State, at: int, removed: int) -> int:
    """How many butterflies have a neighbour of the right colour (rules: scoring 3)."""
    count = 0
    for colour in range(4):
        left = state[at + BUTTERFLIES + colour] & ~removed
        while left:
            cell = trailing_zeros(left)
            left &= left - 1
            sought = colour
            if state[OWN_COLOUR]:
                sought = card_at(state, at, cell) >> 3
            if state[at + BESIDE + cell] & state[at + COLOURS + sought] & ~removed:
                count += 1
    return count


@kernel
def score(state: State, player: int) -> int:
    """The points of a player's garden as it is now."""
    at = garden(player)
    removed = removed_cells(state, at)
    points = colour_groups(state, at, removed) // TIE_RANGE
    points += scoring_butterflies(state, at, removed)
    return points - state[REMOVAL] * cards_lost(state, at, removed)


@kernel
def standing(state: State, player: int) -> int:
    """A number that is higher the better a player has done, ties included."""
    at = garden(player)
    removed = removed_cells(state, at)
    groups = colour_groups(state, at, removed)
    butterflies = scoring_butterflies(state, at, removed)
    points = groups // TIE_RANGE + butterflies
    points -= state[REMOVAL] * cards_lost(state, at, removed)
    points += LOWEST_SCORE
    if state[SHARED_TIES]:
        return points
    points = points * TIE_RANGE + groups % TIE_RANGE
    points = points * TIE_RANGE + butterflies
    return points * TIE_RANGE + cards_left(state, at, removed)


@inlined
def cards_left(state: State, at: int, removed: int) -> int:
    """Visible number cards that are not removed."""
    left = state[at + CELL_COUNT] - popcount(removed)
    if state[SUMMER] and card_at(state, at, 0) == PURPLE:
        left -= 1
    return left
