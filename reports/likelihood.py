"""Likelihood of block results under two hypotheses about the strength of a player.

The generalised likelihood ratio: each hypothesis fixes the expected result and leaves
the rest of the distribution free. Source: M. Van den Bergh, notes on testing engines at
hardy.uhasselt.be/Fishtest: A practical introduction to the GSPRT; The generalized
maximum likelihood ratio for the expectation value of a distribution; Normalized Elo.
"""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import elementwise

from language import tr
from reports.intervals import NORMALISED_ELO, Vector, share_of_elo
from reports.match import GAMES_PER_BLOCK, SHARES, checked_counts

Model = Literal["logistic", "normalised"]

NEVER_SEEN = 1e-3  # count of a result that did not occur, as fishtest has it
ROUNDS = 200  # of the fixed point for normalised Elo; seldom more than 20 are needed
PRECISE = 1e-10  # relative change that ends it
EDGE = 1e-12  # how near a pole the root is looked for, as a part of its distance


def exact_llr(
    counts: ArrayLike, elo0: float, elo1: float, model: Model = "logistic"
) -> Vector:
    """Log likelihood ratio of `elo1` against `elo0` for pentanomial `counts[..., 5]`.

    Each hypothesis takes the likeliest distribution that has the given expectation
    (logistic) or the given distance from 1/2 in standard deviations (normalised).
    Raises ValueError for counts below 0, or Elo values that are not finite and rising.
    """
    observed = regular(counts)
    likely0, likely1 = likeliest(counts, elo0, elo1, model)
    return np.asarray((observed * np.log(likely1 / likely0)).sum(axis=-1))


def normal_llr(
    counts: ArrayLike, elo0: float, elo1: float, model: Model = "logistic"
) -> Vector:
    """The same ratio as if block results were normal with an unknown variance.

    N / 2 times log((v + (s - s0)^2) / (v + (s - s1)^2)) for the mean s and the variance
    v between N blocks. Close for many blocks, too bold for few or nearly equal ones.
    Raises ValueError as `exact_llr` does.
    """
    low, high = hypotheses(elo0, elo1, model)
    blocks, mean, variance = moments(counts)
    if model == "normalised":
        mean, variance = (mean - 0.5) / np.sqrt(variance), np.ones_like(variance)
    ratio = (variance + (mean - low) ** 2) / (variance + (mean - high) ** 2)
    return np.asarray(blocks / 2 * np.log(ratio))


def likeliest(
    counts: ArrayLike, elo0: float, elo1: float, model: Model = "logistic"
) -> tuple[Vector, Vector]:
    """The likeliest distributions `[..., 5]` of block results under both hypotheses."""
    observed = regular(counts)
    shape = observed.shape
    rows = (observed / observed.sum(axis=-1, keepdims=True)).reshape(-1, shape[-1])
    find = with_mean if model == "logistic" else with_distance
    low, high = (
        find(rows, target).reshape(shape) for target in hypotheses(elo0, elo1, model)
    )
    return low, high


def hypotheses(elo0: float, elo1: float, model: Model) -> tuple[float, float]:
    """The two Elo values as means of a block, or as distances from 1/2 in deviations.

    Raises ValueError for an unknown model or values that are not finite and rising.
    """
    if model not in ("logistic", "normalised"):
        raise ValueError(f"no Elo model is called {model}")
    if not (math.isfinite(elo0) and math.isfinite(elo1) and elo0 < elo1):
        raise ValueError(
            tr(
                "elo0 has to be below elo1, but they are {elo0} and {elo1}",
                elo0=elo0,
                elo1=elo1,
            )
        )
    if model == "logistic":
        return float(share_of_elo(elo0)), float(share_of_elo(elo1))
    scale = math.sqrt(GAMES_PER_BLOCK) / NORMALISED_ELO
    return scale * elo0, scale * elo1


def moments(counts: ArrayLike) -> tuple[Vector, Vector, Vector]:
    """Number of blocks, mean and variance of a block's share, for `counts[..., 5]`.

    The variance is that of the distribution, and never 0.
    """
    observed = regular(counts)
    blocks = observed.sum(axis=-1)
    mean = observed @ SHARES / blocks
    variance = (observed * (SHARES - mean[..., None]) ** 2).sum(axis=-1) / blocks
    return blocks, mean, variance


def regular(counts: ArrayLike) -> Vector:
    """`counts[..., 5]` with a trace in place of every 0, so that no chance is 0."""
    return np.maximum(checked_counts(counts), NEVER_SEEN)


def with_mean(observed: Vector, mean: float) -> Vector:
    """The likeliest distributions `[n, 5]` with this mean, `observed[n, 5]` given."""
    return _centred(observed, np.broadcast_to(SHARES - mean, observed.shape))


def with_distance(observed: Vector, distance: float) -> Vector:
    """The likeliest distributions `[n, 5]` with (mean - 1/2) / deviation = `distance`.

    For u, the result less 1/2, the condition is E u = t r with r^2 = E u^2 and
    t = distance / sqrt(1 + distance^2). As r is the least of (E u^2 / x + x) / 2 over
    x > 0, it is a condition on a mean once x is given; x follows r until both agree.
    """
    part = distance / math.sqrt(1 + distance**2)
    lead = SHARES - 0.5
    found = np.zeros(observed.shape)
    size = np.full(len(observed), lead.max())  # a start that can always be met
    rows = np.arange(len(observed))
    for _ in range(ROUNDS):
        x = size[rows, None]
        now = _centred(observed[rows], lead - part * (lead**2 / x + x) / 2)
        found[rows] = now
        size[rows] = np.sqrt(now @ lead**2)
        rows = rows[np.abs(size[rows] / x[:, 0] - 1) > PRECISE]
        if not len(rows):
            break
    return found


def _centred(observed: Vector, values: Vector) -> Vector:
    """The likeliest distributions `[n, k]` under which `values[n, k]` have the mean 0.

    They are observed / (1 + x values), with x the root of the mean between its poles.
    """

    def mean(x: Vector, *given: Vector) -> Vector:
        half = len(given) // 2
        pairs = zip(given[:half], given[half:], strict=True)
        return sum((p * v / (1 + x * v) for p, v in pairs), np.zeros_like(x))

    inside = 1 - EDGE
    bracket = -inside / values.max(axis=1), -inside / values.min(axis=1)
    root: Any = elementwise.find_root(mean, bracket, args=(*observed.T, *values.T))
    if not np.all(root.success):
        raise ArithmeticError("no distribution has the expectation asked for")
    likely = observed / (1 + root.x[:, None] * values)
    return np.asarray(likely / likely.sum(axis=1, keepdims=True))
