"""The weights of gardens: learned from play, written as few numbers as will do.

A weight is given at KNOTS, numbers of cards in the lowest stack, and runs straight
between them; beyond the last knot it stays. Groups larger than listed gain or lose a
point a card.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

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
    "surprise",
)


def table() -> Vector:
    """All rows, [2 * ROWS * ROW]: solo, then with opponents."""
    return np.concatenate([rows(SOLO), rows(OPPOSED)])


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
    for place in (LOST, COVERED, PAIRED, LONELY, SURPRISE):
        out[place] = left.pop(0)
    return out


def _fill(places: NDArray[np.float64], listed: Sequence[float], slope: float) -> None:
    """`places[size]` for the listed sizes from 1 up, and on along a slope."""
    n = len(listed)
    places[1 : n + 1] = listed
    places[n + 1 :] = listed[-1] + slope * np.arange(1, len(places) - n)


def _first_guess(early: float) -> tuple[float, ...]:
    out = []
    for n, sizes in enumerate(LISTED, 1):
        for size in range(1, sizes + 1):
            if size == n:
                out.append(0.2)
            elif size < n:
                out.append(-size * (1 - early) - 0.25 * early)
            else:
                out.append(-size * (1 - 0.3 * early))
    for size in range(1, GROUPS_LISTED + 1):
        out.append(float(size) if size >= 5 else early * 0.1 * size * size)
    for size in range(1, GROUPS_LISTED + 1):
        out.append(early * 0.1 * size if size > 1 else 0.0)
    out += [-1.0 * (1 - 0.5 * early), -0.1 * early, 1.0, 0.3 * early, 0.8]
    return tuple(out)


SOLO = OPPOSED = tuple(_first_guess(e) for e in (0.2, 0.5, 0.8, 1.0))
