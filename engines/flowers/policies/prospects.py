"""What gardens lead to: weights fitted to the ends of games, laid out for kernels.

`python -m tests.strength.fit_flowers` found them by regression and wrote them to
`engines.flowers.policies.fitted`, for each number of players at KNOTS, numbers of cards
in the lowest stack: the weights of a garden as GROUPS and SINGLE list them, then what
it is worth to be in turn, points that everybody may expect, and the spread. Between two
knots they run straight.

A row is one of `engines.flowers.worth` with three numbers more: IN_TURN and BASE in
points, and SPREAD, the difference in points by which the odds to win grow e-fold.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engines.flowers.policies.fitted import FITTED
from engines.flowers.worth import (
    COVERED,
    GROUP_SIZES,
    LONELY,
    LOST,
    NUMBER_GROUPS,
    PAIRED,
    PLANTED,
    ROW,
    ROWS,
    SIZES,
    STANDING,
    SURPRISE,
)
from engines.jit import inlined
from engines.protocol import Vector

KNOTS = (1, 2, 4, 7, 10, 14, 18, 22, 26, 40)
PROSPECTS = 2 * ROWS * ROW  # place of these rows among the weights of the policy
IN_TURN, BASE, SPREAD = SURPRISE + 1, SURPRISE + 2, SURPRISE + 3
BLIND_SHARE = 0.6  # of IN_TURN, for a card from a blind stack: there is no choice
# First place of groups by size, how many sizes have weights of their own, places.
# Then comes what each card beyond these is worth.
GROUPS = (
    (NUMBER_GROUPS, 3, SIZES),
    (NUMBER_GROUPS + SIZES, 4, SIZES),
    (NUMBER_GROUPS + 2 * SIZES, 5, SIZES),
    (NUMBER_GROUPS + 3 * SIZES, 6, SIZES),
    (STANDING, 10, GROUP_SIZES),
    (PLANTED, 10, GROUP_SIZES),
)
SINGLE = (LOST, COVERED, PAIRED, LONELY)


def layout() -> NDArray[np.float64]:
    """[weight, ROW]: what a fitted weight adds to the places of a row."""
    lines = []
    for first, sizes, places in GROUPS:
        own = np.zeros((sizes + 1, ROW))
        for size in range(1, sizes + 1):
            own[size - 1, first + size] = 1.0
        beyond = np.arange(places - sizes)
        own[sizes - 1, first + sizes : first + places] = 1.0
        own[sizes, first + sizes : first + places] = beyond
        lines.append(own)
    return np.concatenate([*lines, np.eye(ROW)[list(SINGLE)]])


def table() -> Vector:
    """Rows by players and cards in the lowest stack, flat."""
    return np.concatenate([rows(fitted).ravel() for fitted in FITTED])


def rows(fitted: Sequence[Sequence[float]]) -> NDArray[np.float64]:
    """[ROWS, ROW] of what was fitted for one number of players."""
    given = np.array(fitted)
    at_knots = given[:, :-3] @ layout()
    at_knots[:, [IN_TURN, BASE, SPREAD]] = given[:, -3:]
    at_knots[:, SURPRISE] = BLIND_SHARE * at_knots[:, IN_TURN]
    heights = np.arange(ROWS)
    return np.array([np.interp(heights, KNOTS, column) for column in at_knots.T]).T


@inlined
def row_of(players: int, height: int) -> int:
    """First place of the row for so many players and cards in the lowest stack."""
    return PROSPECTS + ROW * (ROWS * (players - 1) + min(height, ROWS - 1))
