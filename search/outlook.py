"""Where a longer search would put a figure: the error that all batches have in common.

A mean over all visits still contains the bad replies that were tried on the way. PUCT
tries an inferior move about sqrt(N) times in N visits, so that this part of a mean
falls like 1 / sqrt(N), as slowly as its standard error: no number of batches shows it.
But half the visits had more of it. From the means then and now the limit follows, as
Richardson (1911) extrapolates from two step sizes. The law is rough, so an outlook
reaches on beyond the limit by half of the way there; docs/confidence.md says how often
it held the exact value then, and how rarely the interval of the mean did.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.protocol import Vector
from search.confidence import Estimate, Level, Values, measured_moves

GROWTH = 1.25  # times the visits then, before a trend says anything
REACH = 0.5  # of the way to the limit, beyond it


def limits(now: Values, then: Values) -> Vector:
    """Extrapolated means `[batch, move]`; NaN for a move that says no trend.

    `then` is the same search at about half of its simulations.
    """
    tells = measured_moves(now) & measured_moves(then) & ~now.known
    tells &= (now.visits >= GROWTH * then.visits).all(axis=0)
    far, near = np.sqrt(now.visits), np.sqrt(then.visits)
    gap = np.where(tells, far - near, np.nan)
    return np.asarray((now.mean * far - then.mean * near) / gap)


def outlook(
    found: Estimate, now: Values, then: Values | None, level: Level
) -> tuple[Vector, Vector]:
    """Ends, by move, of intervals that hold those of `found`, the limits and beyond.

    NaN for a move that says no trend; a proven move has its value.
    """
    if then is None or len(now.mean) < 2:
        nothing = np.where(now.known, found.mean, np.nan)
        return nothing, nothing
    limit, (low, high) = limits(now, then), (found.low, found.high)
    for goal in (limit, limit + REACH * (limit - now.mean)):
        error = goal.std(axis=0, ddof=1) / np.sqrt(len(goal))
        half = error * level.half_width(len(goal))
        low = np.minimum(low, goal.mean(axis=0) - half)
        high = np.maximum(high, goal.mean(axis=0) + half)
    return (
        np.where(now.known, found.mean, low),
        np.where(now.known, found.mean, high),
    )


def stays_ahead(
    first: int, others: NDArray[np.intp], now: Values, then: Values | None
) -> bool:
    """The limit of `first` is above those of the `others`, as far as these are known.

    A mean stands for a limit that is not.
    """
    if then is None:
        return True
    limit = limits(now, then).mean(axis=0)
    limit = np.where(np.isnan(limit), now.mean.mean(axis=0), limit)
    return bool((limit[first] > limit[others]).all())
