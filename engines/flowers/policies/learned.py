"""The weights of gardens: learned from play, written as few numbers as will do.

`python -m tests.strength.tune_flowers` found them by evolution: SOLO for the mean score
alone, OPPOSED for winning against earlier weights (docs/measuring-strength.md).

A weight is given at KNOTS, numbers of cards in the lowest stack, and runs straight
between them; beyond the last knot it stays. Groups larger than listed gain or lose a
point a card.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engines.flowers.policies import prospects
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
)
from engines.protocol import Vector

KNOTS = (1, 5, 12, 26)
LISTED = (3, 4, 5, 6)  # sizes listed for groups of 1s, 2s, 3s, 4s
GROUPS_LISTED = 9
NAMES = (
    *(
        f"{n}s:{size}"
        for n, sizes in enumerate(LISTED, 1)
        for size in range(1, sizes + 1)
    ),
    *(f"standing:{size}" for size in range(1, GROUPS_LISTED + 1)),
    *(f"planted:{size}" for size in range(1, GROUPS_LISTED + 1)),
    "lost",
    "covered",
    "paired",
    "lonely",
)


def table() -> Vector:
    """All weights: rows of solo games, rows with opponents, prospects."""
    return np.concatenate([rows(SOLO), rows(OPPOSED), prospects.table()])


def rows(weights: Sequence[Sequence[float]]) -> Vector:
    """The rows of weights given as one tuple a knot, in the order of NAMES."""
    given = np.array(weights)
    heights = np.arange(ROWS)
    columns = [np.interp(heights, KNOTS, given[:, i]) for i in range(len(NAMES))]
    return np.array([row(values) for values in zip(*columns, strict=True)]).ravel()


def row(values: Sequence[float]) -> Vector:
    """One row: the listed weights in their places, larger groups by the card."""
    left = list(values)
    out = np.zeros(ROW)
    for n, sizes in enumerate(LISTED):
        place = NUMBER_GROUPS + SIZES * n
        _fill(out[place : place + SIZES], [left.pop(0) for _ in range(sizes)], -1.0)
    for place in (STANDING, PLANTED):
        listed = [left.pop(0) for _ in range(GROUPS_LISTED)]
        gain = 1.0 if place == STANDING else 0.0
        _fill(out[place : place + GROUP_SIZES], listed, gain)
    for place in (LOST, COVERED, PAIRED, LONELY):
        out[place] = left.pop(0)
    return out


def _fill(places: NDArray[np.float64], listed: Sequence[float], slope: float) -> None:
    """`places[size]` for the listed sizes from 1 up, and on along a slope."""
    n = len(listed)
    places[1 : n + 1] = listed
    places[n + 1 :] = listed[-1] + slope * np.arange(1, len(places) - n)


# fmt: off
# One row a knot, in the order of NAMES: solo games, then games with opponents.
SOLO = (
    (
        0.23, -2.25, -3.74, -1.28, -0.33, -2.08, -5.18, -1.76, -1.71, 1.02, -3.67,
        -4.13, -1.24, -2.99, -1.81, -0.44, -3.81, -5.13, -0.59, -0.37, 0.07, 0.76, 4.87,
        6.31, 7.27, 7.77, 9.14, -0.14, -0.01, 0.43, -0.09, -0.59, -0.32, 0.37, 0.68,
        0.50, -1.58, -0.45, 1.67, -0.53,
    ),
    (
        1.02, -1.87, -2.87, -1.92, -0.62, -2.93, -3.02, -1.51, 0.51, 4.30, -3.09, -4.79,
        -3.83, -2.81, 0.26, 1.04, -3.33, -4.20, -0.10, -0.60, 0.21, 1.82, 4.39, 5.04,
        6.22, 7.43, 8.69, -0.35, -1.01, -1.82, -1.04, 0.91, 0.59, 0.81, 0.43, 1.39,
        -0.82, -1.26, 1.10, -0.42,
    ),
    (
        0.39, -1.25, -2.89, -0.19, 0.91, -2.45, -2.78, -1.17, 0.16, 0.13, -4.29, -4.13,
        -2.55, -0.86, 0.46, -1.90, -3.85, -4.38, -1.11, 0.29, 1.81, 2.97, 4.40, 5.50,
        6.82, 8.19, 8.38, -1.93, -3.35, -1.57, 0.01, 0.45, 1.24, 1.35, 1.12, 1.52,
        -0.60, -2.61, 2.26, 0.29,
    ),
    (
        0.59, -2.85, -1.68, 0.41, 2.35, -2.48, -3.51, -0.14, 0.86, 0.53, -3.44, -3.05,
        -0.48, 0.33, 1.06, -0.26, -4.65, -4.29, 0.07, 0.78, 1.02, 3.00, 4.01, 5.10,
        5.24, 7.90, 9.73, -2.72, -2.56, -0.27, 0.26, 0.78, 1.41, 0.41, 1.53, -0.14,
        0.64, -4.92, 1.36, 0.90,
    ),
)
OPPOSED = (
    (
        0.15, -2.31, -3.38, -1.01, 0.42, -2.72, -4.20, -2.26, -1.43, 1.29, -3.81, -5.71,
        -2.12, -2.93, -1.98, 0.74, -3.90, -5.96, 0.17, 0.33, 0.02, 1.45, 4.92, 7.04,
        6.67, 7.77, 11.02, -0.07, -0.63, -0.50, -1.54, -0.78, -0.37, 0.28, 1.25, 0.05,
        -3.05, 0.06, 0.95, -0.85,
    ),
    (
        1.28, -1.43, -2.74, -1.40, -0.32, -2.33, -2.83, -1.88, 0.44, 2.64, -4.25, -4.35,
        -4.11, -3.60, 1.06, 2.02, -3.32, -5.21, -0.11, -0.41, 0.48, 1.95, 3.50, 3.26,
        4.95, 7.86, 9.83, -1.63, -2.06, -3.37, -0.60, 2.30, 1.40, 1.33, 0.63, 1.42,
        -1.17, -2.65, 1.65, 0.32,
    ),
    (
        -0.13, -2.37, -2.89, -0.30, 1.37, -2.02, -2.91, -1.24, 1.20, -0.10, -4.20,
        -4.50, -2.65, 0.12, 1.15, -1.20, -3.13, -3.31, 0.16, 1.22, 1.87, 2.47, 4.69,
        6.69, 7.00, 6.89, 9.10, -1.59, -2.29, -1.09, 0.46, 0.33, 2.10, 1.25, 2.20, 1.24,
        -1.37, -2.90, 1.74, 0.68,
    ),
    (
        1.53, -2.24, -0.66, 0.71, 2.25, -2.30, -3.96, 0.33, 0.26, 1.25, -3.09, -2.90,
        -0.94, 2.28, 0.67, -0.73, -4.57, -4.91, -0.60, 0.87, 1.08, 1.98, 3.92, 4.80,
        5.54, 8.37, 9.52, -3.20, -1.18, -1.40, 2.34, 0.20, 1.07, -0.85, 2.88, -0.03,
        0.20, -5.66, 1.72, 1.05,
    ),
)
# fmt: on
