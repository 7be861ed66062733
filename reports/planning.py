"""How many games a question needs, before the first one is played.

What a block is worth depends on how often games are tied and on the correlation of the
games of a block: below 0 where the deal decides, as each player then gains from it in
one seating and loses in the other. Shares and Elo are those of the first player.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from scipy import stats

from reports.brownian import Strip
from reports.intervals import (
    CONFIDENCE,
    checked_confidence,
    elo_of_share,
    share_of_elo,
)
from reports.match import GAMES_PER_BLOCK
from reports.sprt import Sprt

POWER = 0.8


@dataclass(frozen=True)
class Assumptions:
    """What is taken for granted of the games.

    `tie_rate` is the part of games that are tied, 0 to 1; `correlation` that of two
    games of a block, from -1 / (games_per_block - 1) to 1.
    """

    tie_rate: float = 0.0
    correlation: float = 0.0
    games_per_block: int = GAMES_PER_BLOCK

    def __post_init__(self) -> None:
        if self.games_per_block < 1:
            raise ValueError("a block has at least one game")
        if not 0 <= self.tie_rate < 1:
            raise ValueError(f"the tie rate {self.tie_rate} is not in 0..1")
        least = -1 / max(1, self.games_per_block - 1)
        if not least <= self.correlation <= 1:
            raise ValueError(f"the correlation is not between {least:g} and 1")

    def block_deviation(self, share: float) -> float:
        """Standard deviation of the mean share of a block around `share`.

        A game has the variance s (1 - s) - t / 4 with t the tie rate; the mean of k
        games with correlation r has that times (1 + (k - 1) r) / k. Raises ValueError
        where so many ties leave no room for the share.
        """
        game = share * (1 - share) - self.tie_rate / 4
        if not self.tie_rate / 2 <= share <= 1 - self.tie_rate / 2 or game <= 0:
            raise ValueError(f"a share of {share:g} leaves no room for so many ties")
        k = self.games_per_block
        return math.sqrt(game * (1 + (k - 1) * self.correlation) / k)


@dataclass(frozen=True)
class Plan:
    """The size of a match: `blocks` deals, `games` games, for a share or its Elo."""

    blocks: int
    games: int
    share: float
    elo: float


@dataclass(frozen=True)
class SprtPlan:
    """What to expect of a sequential test: mean length, chance to accept elo1."""

    blocks: float
    games: float
    accepts_elo1: float


DEFAULT = Assumptions()


def games_to_detect(
    share: float | None = None,
    elo: float | None = None,
    power: float = POWER,
    confidence: float = CONFIDENCE,
    assumptions: Assumptions = DEFAULT,
) -> Plan:
    """The match whose interval excludes 1/2 with chance `power`, on the right side.

    Give the expected share or Elo difference. Blocks n = ((z + y) d / (s - 1/2))^2 +
    z^2 / 2, with z the normal quantile of the two-sided confidence, y that of the power
    and d the deviation of a block. Raises ValueError where not exactly one of both is
    given, it is 1/2 or no difference, or a probability is not one. Sources: Cohen,
    Statistical Power Analysis (1988), chapter 2; the last term for Student's quantile:
    Guenther, The American Statistician 35 (1981) 243.
    """
    expected = _expected(share, elo)
    if expected == 0.5:
        raise ValueError("equal players cannot be told apart by any number of games")
    if not 0.5 <= power < 1:
        raise ValueError(f"the power {power} is not in 0.5..1")
    z = _quantile(confidence)
    effect = abs(expected - 0.5) / assumptions.block_deviation(expected)
    blocks = ((z + stats.norm.ppf(power)) / effect) ** 2 + z * z / 2
    return _plan(float(blocks), expected, assumptions)


def games_for_half_width(
    half_width: float,
    share: float | None = None,
    elo: float | None = None,
    confidence: float = CONFIDENCE,
    assumptions: Assumptions = DEFAULT,
) -> Plan:
    """The match whose interval of the share is expected to be +- `half_width`.

    With neither share nor Elo the players are taken for equal, which needs the most
    games. Blocks n = (z d / half_width)^2 + z^2 / 2. Raises ValueError for a half width
    that is not between 0 and 1/2. Sources as for `games_to_detect`.
    """
    if not 0 < half_width < 0.5:
        raise ValueError("a half width is a share between 0 and 0.5")
    expected = 0.5 if share is None and elo is None else _expected(share, elo)
    z = _quantile(confidence)
    deviation = assumptions.block_deviation(expected)
    blocks = (z * deviation / half_width) ** 2 + z * z / 2
    return _plan(blocks, expected, assumptions)


def detectable_share(
    blocks: int,
    power: float = POWER,
    confidence: float = CONFIDENCE,
    assumptions: Assumptions = DEFAULT,
) -> Plan:
    """The smallest share above 1/2 that a match of `blocks` blocks is fit to detect.

    The inverse of `games_to_detect` with the deviation at a share of 1/2. Raises
    ValueError where no share is large enough.
    """
    z = _quantile(confidence)
    if not 0.5 <= power < 1:
        raise ValueError(f"the power {power} is not in 0.5..1")
    room = blocks - z * z / 2
    effect = (z + stats.norm.ppf(power)) / math.sqrt(room) if room > 0 else math.inf
    share = 0.5 + float(effect) * assumptions.block_deviation(0.5)
    if share >= 1:
        raise ValueError(f"{blocks} blocks are too few to detect any difference")
    return _plan(blocks, share, assumptions)


def sprt_length(test: Sprt, elo: float, assumptions: Assumptions = DEFAULT) -> SprtPlan:
    """Mean length and outcome of `test` where the first player is better by `elo`.

    `elo` is logistic, whatever the model of the test. The ratio is taken for a Brownian
    motion between Wald's bounds, which the overshoot correction makes the places where
    tests end on average: with drift m a block, the mean number of blocks is
    (p upper + (1 - p) lower) / m. Raises ValueError unless blocks have two games.
    Sources: Wald, Sequential Analysis (1947), sections 3.4 and 3.5; Siegmund,
    Sequential Analysis (1985), chapter III.
    """
    if assumptions.games_per_block != GAMES_PER_BLOCK:
        raise ValueError("a sequential test reads blocks of two games")
    share = _expected(None, elo)
    deviation = assumptions.block_deviation(share)
    low, high = test.shares(deviation)
    slope = (high - low) / deviation**2
    drift = slope * (share - (low + high) / 2)
    motion = Strip(*test.bounds, drift, (slope * deviation) ** 2)
    blocks = motion.expected_time()
    return SprtPlan(blocks, GAMES_PER_BLOCK * blocks, motion.reaches_upper())


def _expected(share: float | None, elo: float | None) -> float:
    """The share that one of both stands for."""
    if (share is None) == (elo is None):
        raise ValueError("give either the expected share or the Elo difference")
    expected = float(share_of_elo(elo)) if elo is not None else float(share or 0.0)
    if not 0 < expected < 1:
        raise ValueError(f"an expected share of {expected:g} is not between 0 and 1")
    return expected


def _quantile(confidence: float) -> float:
    return float(stats.norm.ppf(0.5 + checked_confidence(confidence) / 2))


def _plan(blocks: float, share: float, assumptions: Assumptions) -> Plan:
    whole = max(2, math.ceil(blocks))
    games = whole * assumptions.games_per_block
    return Plan(whole, games, share, float(elo_of_share(share)))
