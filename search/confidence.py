"""How sure a ranking is: errors between batches, chances of being best, a verdict."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from engines.protocol import Vector

CONFIDENCE = 0.95
MEASURED_VISITS = 8  # in every batch, before a move has a standard error
CONTENDER_SHARE = 0.1  # part of the most visits that makes a move a contender
CONTENDER_VISITS = 300  # or so many visits a batch
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
    """Which moves, of `visits[batch, move]`, may turn out best.

    They have a fair part of the visits, or enough of them a batch.
    """
    totals = visits.sum(axis=0)
    many = totals >= CONTENDER_VISITS * len(visits)
    return np.asarray((totals >= CONTENDER_SHARE * totals.max()) | many)


def student(samples: int) -> float:
    """Half width of the two-sided interval of a mean, in standard errors."""
    return float(stdtrit(max(1, samples - 1), 0.5 + CONFIDENCE / 2))


def between_batches(values: Vector, visits: NDArray[np.int64]) -> Estimate:
    """Estimates from `values[batch, move]` and the visits they rest on.

    For a measured move every batch counts the same. For the others every visit does,
    and they have no error.
    """
    batches = len(values)
    measured = measured_moves(visits)
    weights = np.where(measured, 1, visits)
    sums = np.where(weights > 0, values, 0.0) * weights
    counts = weights.sum(axis=0)
    mean = np.full(len(measured), np.nan)
    np.divide(sums.sum(axis=0), counts, out=mean, where=counts > 0)
    error = np.full(len(mean), np.nan)
    if batches > 1:
        spread = values[:, measured].std(axis=0, ddof=1)
        error[measured] = spread / np.sqrt(batches)
    half = error * student(batches)
    return Estimate(mean, error, mean - half, mean + half)


def best_chances(
    estimate: Estimate, goal: Goal, visits: NDArray[np.int64], seed: int
) -> tuple[Vector, Vector]:
    """(chance that a contender is best, expected loss by choosing it), NaN for others.

    `visits[batch, move]` is what the estimates rest on.
    Moves with few visits still contain the opponents' bad replies and are not compared;
    nothing is known before every contender has been measured. Drawn from Student
    distributions around the means. Errors between few batches can be tiny by luck, so
    none is taken to be below what so many playouts can resolve.
    """
    compared = contenders(visits)
    chance, loss = np.full((2, len(compared)), np.nan)
    if np.isnan(estimate.error[compared]).any():
        return chance, loss
    floor = goal.spread / np.sqrt(visits.sum(axis=0)[compared])
    draws = np.random.default_rng(seed).standard_t(
        max(1, len(visits) - 1), (POSTERIOR_DRAWS, int(compared.sum()))
    )
    values = estimate.mean[compared]
    values = values + np.maximum(estimate.error[compared], floor) * draws
    best = values.max(axis=1)
    chance[compared] = (values == best[:, None]).mean(axis=0)
    loss[compared] = (best[:, None] - values).mean(axis=0)
    return chance, loss


def verdict(
    chance: Vector, loss: Vector, most_visited: bool, difference: Vector, goal: Goal
) -> str:
    """`decided`, `equal` or `undecided`, for moves in rank order.

    `chance` that each is best and `loss` by choosing it; whether the first is also
    `most_visited`, without which the search itself has not settled on it;
    `difference[batch]` of the goal between the first two.
    """
    if len(chance) == 1 or (chance[0] >= CONFIDENCE and most_visited):
        return "decided"
    if len(difference) < 2 or not loss[0] <= goal.indifference:
        return "undecided"
    error = difference.std(ddof=1) / np.sqrt(len(difference))
    half = error * student(len(difference))
    within = abs(difference.mean()) + half <= goal.indifference
    return "equal" if within else "undecided"
