"""Confidence sequences of a mean: intervals that hold at all times at once.

An interval of a fixed number of blocks is wrong too often for who looks again and again
and stops when it suits. These ones cover the mean at every number of blocks together
with the probability `confidence`.

Source: Robbins' method of mixtures (Annals of Mathematical Statistics 41 (1970) 1397;
Howard, Ramdas, McAuliffe and Sekhon, Annals of Statistics 49 (2021) 1055) over bets
against a mean (Waudby-Smith and Ramdas, J. R. Stat. Soc. B 86 (2024) 1). The wealth of
whoever bets against the true mean is a martingale that passes 2 / alpha with a chance
of at most alpha / 2 (Ville); a mean against which somebody got so rich is ruled out.
Nothing is taken for normal, so that a few blocks or wins only are no exception.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from reports.intervals import CONFIDENCE, Vector, checked_blocks, checked_confidence
from reports.orders import Numbers

STAKES = np.geomspace(0.002, 0.98, 32)
"""Parts of the wealth that are staked, all with the same weight in the mixture."""
HALVINGS = 40  # of the range of a bound
TOGETHER = 1_000  # times; bounds the memory


def confidence_sequence(
    shares: ArrayLike, at: ArrayLike | None = None, confidence: float = CONFIDENCE
) -> tuple[Vector, Vector, Vector]:
    """(mean, low, high) of the first `at[...]` blocks, by default after each of them.

    `shares[block]` are 0 to 1, in the order of blocks; with the probability
    `confidence` the interval holds the mean at all these times. Raises ValueError for
    no blocks, values outside 0..1, or times that are not within the blocks.
    """
    blocks = checked_blocks(shares)
    if blocks.min() < 0 or blocks.max() > 1:
        raise ValueError("win shares lie between 0 and 1")
    times = np.arange(1, len(blocks) + 1) if at is None else np.asarray(at, np.int64)
    if len(times) == 0 or times.min() < 1 or times.max() > len(blocks):
        raise ValueError("an interval is asked for at a time without blocks")
    goal = np.log(2 / (1 - checked_confidence(confidence)))
    values, counts = _seen(blocks, times)
    mean = counts @ values / times
    low, high = np.zeros_like(mean), np.ones_like(mean)
    for start in range(0, len(times), TOGETHER):
        part = slice(start, start + TOGETHER)
        low[part] = _lower(values, counts[part], mean[part], goal)
        high[part] = 1 - _lower(1 - values, counts[part], 1 - mean[part], goal)
    return mean, low, high


def checkpoints(blocks: int, most: int = 200) -> Numbers:
    """At most so many numbers of blocks, nearer to each other where there are few."""
    if blocks <= most:
        return np.arange(1, blocks + 1)
    return np.unique(np.geomspace(1, blocks, most).round().astype(np.int64))


def _seen(blocks: Vector, times: Numbers) -> tuple[Vector, Vector]:
    """The values that occur, and how often each did until each time `[time, value]`."""
    values, code = np.unique(blocks, return_inverse=True)
    order = np.argsort(times, kind="stable")
    step = np.searchsorted(times[order], np.arange(len(blocks)), side="right")
    cells = (len(times) + 1) * len(values)
    found = np.bincount(step * len(values) + code, minlength=cells)
    running = np.cumsum(found.reshape(-1, len(values)), axis=0)[:-1]
    counts = np.empty_like(running)
    counts[order] = running
    return values, counts.astype(float)


def _lower(values: Vector, counts: Vector, mean: Vector, goal: float) -> Vector:
    """The largest mean that bets on higher values rule out, 0 where there is none."""
    low, high = np.zeros_like(mean), mean.copy()
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        rich = _log_wealth(values, counts, middle) >= goal
        low, high = np.where(rich, middle, low), np.where(rich, high, middle)
    return low


def _log_wealth(values: Vector, counts: Vector, mean: Vector) -> Vector:
    """Log of the mixture's wealth against each mean; it falls as the mean grows."""
    safe = np.maximum(mean, np.finfo(float).tiny)
    gains = values[None, :] / safe[:, None] - 1
    logs = np.log1p(STAKES[:, None, None] * gains)
    wealth = np.einsum("stv,tv->st", logs, counts)
    return np.asarray(np.logaddexp.reduce(wealth, axis=0) - np.log(len(STAKES)))
