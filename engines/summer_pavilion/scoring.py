"""The board of Summer Pavilion: numbers, groups, decorations and the end scoring.

`covered` is a mask of 42 bits, bit 6 * star + position.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.jit import inlined, kernel
from engines.protocol import State
from engines.summer_pavilion.layout import (
    CENTRE_STAR,
    COVERED,
    FULL_STAR,
    PLAIN,
    SPACES,
    STAR_COLOUR,
    STAR_SPACES,
    board,
    star_cells,
    star_mask,
)

# [plain][space]: number printed on a space, which is its cost.
PLAIN_OUTER, PLAIN_CENTRE = (3, 2, 1, 4, 5, 6), (3,) * 6
NUMBER = np.array(
    [
        [1, 2, 3, 4, 5, 6] * 7 + [0] * 22,
        [*PLAIN_OUTER * 6, *PLAIN_CENTRE] + [0] * 22,
    ],
    np.int64,
)

# Bonus tiles of a decoration, and points for stars, by colour P G O Y B R, and numbers.
WINDOW, STATUE, PILLAR = 3, 2, 1
STAR_POINTS = np.array([20, 18, 17, 16, 15, 14, 0, 0], np.int64)
CENTRE_POINTS = 12
NUMBER_POINTS = np.array([0, 4, 8, 12, 16, 0, 0, 0], np.int64)


def _group_sizes() -> NDArray[np.int64]:
    """[mask of a star, position]: size of the connected group around the ring."""
    table = np.zeros((64, 8), np.int64)
    for mask in range(64):
        for position in range(6):
            group, frontier = set(), [position] if mask >> position & 1 else []
            while frontier:
                p = frontier.pop()
                group.add(p)
                for q in ((p + 1) % 6, (p - 1) % 6):
                    if mask >> q & 1 and q not in group:
                        frontier.append(q)
            table[mask, position] = len(group)
    return table


def _decorations() -> list[tuple[int, int]]:
    """(mask of spaces, bonus) of the 18 decorations; positions count from 1 here."""

    def spaces(star: int, *positions: int) -> int:
        return sum(1 << STAR_SPACES * star + p - 1 for p in positions)

    found = []
    for b in range(6):
        found.append((spaces(b, 5, 6), WINDOW))
        found.append((spaces(b, 1, 2) | spaces((b + 1) % 6, 3, 4), STATUE))
        centre = spaces(CENTRE_STAR, (b - 1) % 6 + 1, b + 1)
        found.append((spaces(b, 2, 3) | centre, PILLAR))
    return found


DECORATIONS = _decorations()
MAX_DECORATIONS = 2  # of one space


def _decorations_of_spaces() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Masks and bonuses of the decorations around each space, [space, 0..1]."""
    masks = np.full((64, MAX_DECORATIONS), -1, np.int64)
    bonuses = np.zeros((64, MAX_DECORATIONS), np.int64)
    for space in range(SPACES):
        around = [d for d in DECORATIONS if d[0] >> space & 1]
        for i, (mask, bonus) in enumerate(around):
            masks[space, i], bonuses[space, i] = mask, bonus
    return masks, bonuses


def _number_masks() -> NDArray[np.int64]:
    """[plain, number]: all spaces that show the number."""
    masks = np.zeros((2, 8), np.int64)
    for plain in range(2):
        for space in range(SPACES):
            masks[plain, NUMBER[plain, space]] |= 1 << space
    return masks


GROUP_SIZE = _group_sizes()
DECORATION_MASK, DECORATION_BONUS = _decorations_of_spaces()
NUMBER_MASK = _number_masks()


@inlined
def group_size(covered: int, space: int) -> int:
    """Size of the group of covered spaces of the star around a covered space."""
    star = space // STAR_SPACES
    return GROUP_SIZE[star_mask(covered, star), (space % STAR_SPACES) & 7]


@inlined
def completed_bonus(covered: int, space: int) -> int:
    """Bonus tiles of the decorations completed by covering `space`, the last one."""
    bonus = 0
    for i in range(MAX_DECORATIONS):
        mask = DECORATION_MASK[space & 63, i]
        bonus += DECORATION_BONUS[space & 63, i] if covered & mask == mask else 0
    return bonus


@kernel
def star_points(state: State, player: int, star: int) -> int:
    """Points for a complete star at the end of the game (rules: end)."""
    if star_mask(state[board(player) + COVERED], star) != FULL_STAR:
        return 0
    if not state[PLAIN]:
        return CENTRE_POINTS if star == CENTRE_STAR else STAR_POINTS[STAR_COLOUR[star]]
    cells = star_cells(state, player, star)
    first = cells & 15
    return STAR_POINTS[first - 1] if (cells >> 4) & 15 == first else CENTRE_POINTS


@kernel
def end_points(state: State, player: int) -> int:
    """Points for complete stars and for complete numbers 1 to 4 (rules: end)."""
    covered = state[board(player) + COVERED]
    points = 0
    for star in range(CENTRE_STAR + 1):
        points += star_points(state, player, star)
    for number in range(1, 5):
        mask = NUMBER_MASK[state[PLAIN], number]
        points += NUMBER_POINTS[number] if covered & mask == mask else 0
    return points
