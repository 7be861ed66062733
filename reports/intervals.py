"""Intervals of shares, scores and margins between blocks; shares and Elo.

A block is one deal played in several seatings. Games of a block are not independent,
so every figure is first taken over a block, and errors are those between blocks.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats
from scipy.special import stdtrit

Vector = NDArray[np.float64]

CONFIDENCE = 0.95
RESAMPLES = 2_000
ELO = 400 / math.log(10)
"""Elo points of one unit of log odds: 400 / ln 10."""
NORMALISED_ELO = 800 / math.log(10)
"""Normalised Elo points of one standard deviation of a game's result: 800 / ln 10."""
DRAWN_AT_ONCE = 2_000_000  # numbers; bounds the memory of a bootstrap


@dataclass(frozen=True)
class Interval:
    """An estimate, its standard error and the ends of its interval; NaN if unknown."""

    value: float
    error: float
    low: float
    high: float


UNKNOWN = Interval(math.nan, math.nan, math.nan, math.nan)


def wilson_interval(
    wins: float, games: float, confidence: float = CONFIDENCE
) -> Interval:
    """The share `wins / games` of independent games with its score interval.

    `wins` may hold halves for ties, which makes the interval too wide, never too
    narrow. `error` is the binomial one. Raises ValueError unless 0 <= wins <= games and
    games > 0. Source: Wilson, J. Am. Stat. Assoc. 22 (1927) 209; Newcombe, Statistics
    in Medicine 17 (1998) 857, method 3.
    """
    if not (games > 0 and 0 <= wins <= games):
        raise ValueError(f"{wins} wins in {games} games are no share")
    z = stats.norm.ppf(0.5 + checked_confidence(confidence) / 2)
    share = wins / games
    weight = 1 + z * z / games
    centre = (share + z * z / (2 * games)) / weight
    variance = share * (1 - share) / games
    half = z * math.sqrt(variance + (z / (2 * games)) ** 2) / weight
    low = 0.0 if wins == 0 else float(centre - half)
    high = 1.0 if wins == games else float(centre + half)
    return Interval(share, math.sqrt(variance), low, high)


def student_interval(values: ArrayLike, confidence: float = CONFIDENCE) -> Interval:
    """Mean of `values[block]` with Student's interval between blocks, in their unit.

    One block has neither error nor interval; blocks that are all alike have width 0.
    Raises ValueError for no blocks or values that are not finite. Source: Student,
    Biometrika 6 (1908) 1.
    """
    blocks = checked_blocks(values)
    confidence = checked_confidence(confidence)
    mean = float(blocks.mean())
    if len(blocks) == 1:
        return Interval(mean, math.nan, math.nan, math.nan)
    error = float(blocks.std(ddof=1) / math.sqrt(len(blocks)))
    if np.ptp(blocks) == 0:  # rounding must not pass for variation
        mean, error = float(blocks[0]), 0.0
    half = student(len(blocks), confidence) * error
    return Interval(mean, error, mean - half, mean + half)


def share_interval(shares: ArrayLike, confidence: float = CONFIDENCE) -> Interval:
    """Mean of the win shares `shares[block]`, 0 to 1, with its interval between blocks.

    Student's interval, cut to 0..1. Where all n blocks have the same share c, it would
    have width 0; then a block has the share c with a chance of at least
    q = ((1 - confidence) / 2) ** (1 / n) (Clopper and Pearson, Biometrika 26 (1934)
    404), so the mean lies between q c and q c + 1 - q, whatever the other blocks are.
    Raises ValueError for no blocks or values outside 0..1.
    """
    blocks = checked_blocks(shares)
    if blocks.min() < 0 or blocks.max() > 1:
        raise ValueError("win shares lie between 0 and 1")
    found = student_interval(blocks, confidence)
    if np.ptp(blocks) > 0:
        low, high = max(0.0, found.low), min(1.0, found.high)
        return Interval(found.value, found.error, low, high)
    alike = float(((1 - confidence) / 2) ** (1 / len(blocks)))
    low, high = alike * found.value, 1 - alike * (1 - found.value)
    return Interval(found.value, found.error, low, high)


def bootstrap_interval(
    values: ArrayLike,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
    seed: int = 1,
) -> Interval:
    """Mean of `values[block]` with a bootstrap interval over blocks, in their unit.

    Bias-corrected and accelerated; the same seed gives the same interval. `error` is
    the standard deviation of the resampled means. One block has neither error nor
    interval; blocks that are all alike have width 0. Raises ValueError for no blocks or
    values that are not finite. Source: Efron, J. Am. Stat. Assoc. 82 (1987) 171.
    """
    blocks = checked_blocks(values)
    confidence = checked_confidence(confidence)
    if resamples < 2:
        raise ValueError(f"{resamples} resamples are too few for an interval")
    if len(blocks) == 1 or np.ptp(blocks) == 0:
        return student_interval(blocks, confidence)
    found: Any = stats.bootstrap(
        (blocks,),
        np.mean,
        n_resamples=resamples,
        batch=max(1, DRAWN_AT_ONCE // len(blocks)),
        confidence_level=confidence,
        method="BCa",
        rng=np.random.default_rng(seed),
    )
    low, high = map(float, found.confidence_interval)
    return Interval(float(blocks.mean()), float(found.standard_error), low, high)


def elo_of_share(share: ArrayLike) -> Vector:
    """Elo difference at which `share` is expected; infinite at 0 and 1.

    Raises ValueError outside 0..1. Source: Elo, The Rating of Chessplayers (1978), in
    the logistic form.
    """
    values = np.asarray(share, float)
    if not np.all((values >= 0) & (values <= 1)):
        raise ValueError("win shares lie between 0 and 1")
    with np.errstate(divide="ignore"):
        return np.asarray(ELO * (np.log(values) - np.log1p(-values)))


def share_of_elo(elo: ArrayLike) -> Vector:
    """The share that is expected of a player who is better by `elo` points."""
    values = np.asarray(elo, float)
    if np.isnan(values).any():
        raise ValueError("an Elo difference is missing")
    return np.asarray(stats.logistic.cdf(values / ELO))


def normalised_elo(
    share: ArrayLike, deviation: ArrayLike, games_per_block: int = 1
) -> Vector:
    """Distance of `share` from 1/2 in deviations of one game, times 800 / ln 10.

    `deviation[...]` is that of the mean result of a block, whose games together have
    the effect of `games_per_block` independent ones. Infinite where it is 0, and 0 for
    a share of 1/2. Raises ValueError for a negative deviation. Source: M. Van den
    Bergh, Normalized Elo (2019), hardy.uhasselt.be/Fishtest/normalized_elo.pdf.
    """
    distance, spread = np.asarray(share, float) - 0.5, np.asarray(deviation, float)
    if not np.all(spread >= 0) or games_per_block < 1:
        raise ValueError("a standard deviation is not below 0, a block not empty")
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(distance == 0, 0.0, distance / spread)
    return np.asarray(NORMALISED_ELO * ratio / math.sqrt(games_per_block))


def student(blocks: int, confidence: float = CONFIDENCE) -> float:
    """Half width of the two-sided interval of a mean, in standard errors."""
    return float(stdtrit(blocks - 1, 0.5 + confidence / 2))


def checked_blocks(values: ArrayLike) -> Vector:
    """`values` as a vector with a finite number for each of at least one block."""
    blocks = np.asarray(values, float)
    if blocks.ndim != 1 or blocks.size == 0:
        raise ValueError("an interval needs a list of at least one block")
    if not np.isfinite(blocks).all():
        raise ValueError("the value of a block is missing or not finite")
    return blocks


def checked_confidence(confidence: float) -> float:
    """`confidence` where it is a probability between 0 and 1."""
    if not 0 < confidence < 1:
        raise ValueError(f"the confidence {confidence} is not between 0 and 1")
    return confidence
