"""How sure a ranking is: errors between batches, chances of being best, a verdict."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from engines.protocol import Vector

CONFIDENCE = 0.95
MEASURED_VISITS = 8  # in every batch, before a move has a standard error
CONTENDER = 0.1  # part of the most visits that makes a move a contender
POSTERIOR_DRAWS = 20_000


class Goal(NamedTuple):
    """What is compared: the spread of one playout, and the zone of what is equal."""

    spread: float
    indifference: float


WIN = Goal(spread=0.5, indifference=0.005)  # win share
MARGIN = Goal(spread=20.0, indifference=0.25)  # points


class Estimate(NamedTuple):
    """Mean, standard error and 95 % Student interval of every move, NaN if unknown."""

    mean: Vector
    error: Vector
    low: Vector
    high: Vector


def measured_moves(visits: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which moves, of `visits[batch, move]`, every one of several batches has tried."""
    least: NDArray[np.int64] = visits.min(axis=0)
    return (least >= MEASURED_VISITS) & (len(visits) > 1)


def contenders(visits: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which moves have so many of the visits that they may turn out best."""
    return np.asarray(visits >= CONTENDER * visits.max())


def student(samples: int) -> float:
    """Half width of the two-sided interval of a mean, in standard errors."""
    return float(stdtrit(max(1, samples - 1), 0.5 + CONFIDENCE / 2))


def between_batches(values: Vector, measured: NDArray[np.bool_]) -> Estimate:
    """Estimates from `values[batch, move]`, NaN where a batch never tried a move.

    Every batch counts the same. Only measured moves have an error.
    """
    batches = len(values)
    known = ~np.isnan(values)
    sums = np.where(known, values, 0.0).sum(axis=0)
    mean = np.where(known.any(axis=0), sums / np.maximum(1, known.sum(axis=0)), np.nan)
    error = np.full(len(mean), np.nan)
    if batches > 1:
        spread = values[:, measured].std(axis=0, ddof=1)
        error[measured] = spread / np.sqrt(batches)
    half = error * student(batches)
    return Estimate(mean, error, mean - half, mean + half)


def best_chances(
    estimate: Estimate, goal: Goal, visits: NDArray[np.int64], batches: int, seed: int
) -> tuple[Vector, Vector]:
    """(chance that a move is best, expected loss by choosing it), NaN if unmeasured.

    Nothing is known before every contender has been measured.
    Drawn from Student distributions around the means. Errors between few batches can be
    tiny by luck, so none is taken to be below what `visits` playouts can resolve unless
    the batches agree to the last digit.
    """
    measured = ~np.isnan(estimate.error)
    chance, loss = np.full((2, len(measured)), np.nan)
    if not measured[contenders(visits)].all():
        return chance, loss
    error = estimate.error[measured]
    floor = np.where(error > 0.0, goal.spread / np.sqrt(visits[measured]), 0.0)
    draws = np.random.default_rng(seed).standard_t(
        max(1, batches - 1), (POSTERIOR_DRAWS, int(measured.sum()))
    )
    values = estimate.mean[measured] + np.maximum(error, floor) * draws
    best = values.max(axis=1)
    top = values == best[:, None]
    chance[measured] = (top / top.sum(axis=1, keepdims=True)).mean(axis=0)
    loss[measured] = (best[:, None] - values).mean(axis=0)
    return chance, loss


def verdict(chance: Vector, difference: Vector, goal: Goal) -> str:
    """`decided`, `equal` or `undecided`, for moves in rank order.

    `chance` that each is best; `difference[batch]` of the goal between the first two.
    """
    if len(chance) == 1 or chance[0] >= CONFIDENCE:
        return "decided"
    if len(difference) < 2 or np.isnan(difference).any():
        return "undecided"
    error = difference.std(ddof=1) / np.sqrt(len(difference))
    half = error * student(len(difference))
    within = abs(difference.mean()) + half <= goal.indifference
    return "equal" if within else "undecided"
