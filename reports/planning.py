"""How many games a question needs, before the first one is played.

What a block is worth depends on how often games are tied and on the correlation of the
games of a block: below 0 where the deal decides, as each player then gains from it in
one seating and loses in the other. Shares and Elo are those of the first player, at a
table of three or four against others who are alike.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from scipy import stats

from reports.brownian import Strip
from reports.intervals import (
    CONFIDENCE,
    ELO,
    checked_confidence,
    elo_of_share,
    share_of_elo,
)
from reports.match import GAMES_PER_BLOCK
from reports.sprt import Sprt

POWER = 0.8
LEAST_DEVIATION = 1e-6  # of a block; below it is rounding


@dataclass(frozen=True)
class Assumptions:
    """What is taken for granted of the games.

    `tie_rate` is the part of games that two of the `seats` players win together, 0 to
    1; `correlation` that of a player's shares of two games of a block, from
    -1 / (games_per_block - 1) to 1.
    """

    tie_rate: float = 0.0
    correlation: float = 0.0
    games_per_block: int = GAMES_PER_BLOCK
    seats: int = 2

    def __post_init__(self) -> None:
        if self.games_per_block < 1:
            raise ValueError("a block has at least one game")
        if self.seats < 2:
            raise ValueError("shares of the win need a table of at least two")
        if not 0 <= self.tie_rate < 1:
            raise ValueError(f"the tie rate {self.tie_rate} is not in 0..1")
        least = -1 / max(1, self.games_per_block - 1)
        if not least <= self.correlation <= 1:
            raise ValueError(f"the correlation is not between {least:g} and 1")

    def block_deviation(self, share: float) -> float:
        """Standard deviation of the mean share of a block around `share`.

        A game has the variance s (1 - s) - t / 2m with t the tie rate and m seats, as
        each player takes part in 2 / m of the ties; the mean of k games with
        correlation r has that times (1 + (k - 1) r) / k. Raises ValueError where so
        many ties leave no room for the share.
        """
        ties = self.tie_rate / self.seats
        game = share * (1 - share) - ties / 2
        if not ties <= share <= 1 - self.tie_rate + ties or game <= 0:
            raise ValueError(f"a share of {share:g} leaves no room for so many ties")
        k = self.games_per_block
        return math.sqrt(max(0.0, game * (1 + (k - 1) * self.correlation) / k))

    @property
    def even_share(self) -> float:
        """The share of each of equal players."""
        return 1 / self.seats

    def share_of_elo(self, elo: float) -> float:
        """The share of a player who is better than all others by `elo` points."""
        return float(share_of_elo(elo - ELO * math.log(self.seats - 1)))

    def elo_of_share(self, share: float) -> float:
        """By how many points a player with this share is better than all others."""
        return float(elo_of_share(share)) + ELO * math.log(self.seats - 1)


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
    """The match whose interval excludes the even share with chance `power`.

    That is, on the right side. Give the expected share or Elo difference. Blocks
    n = ((z + y) d / (s - e))^2 + z^2 / 2, with e the even share, 1/2 at a table of two,
    z the normal quantile of the two-sided confidence, y that of the power and d the
    deviation of a block. Raises ValueError where not exactly one of both is given, it
    is even or no difference, or a probability is not one. Sources: Cohen,
    Statistical Power Analysis (1988), chapter 2; the last term for Student's quantile:
    Guenther, The American Statistician 35 (1981) 243.
    """
    expected = _expected(share, elo, assumptions)
    if math.isclose(expected, assumptions.even_share, rel_tol=1e-12):
        raise ValueError("equal players cannot be told apart by any number of games")
    if not 0.5 <= power < 1:
        raise ValueError(f"the power {power} is not in 0.5..1")
    z = _quantile(confidence)
    effect = abs(expected - assumptions.even_share) / _deviation(assumptions, expected)
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
    expected = _expected_or_even(share, elo, assumptions)
    z = _quantile(confidence)
    deviation = _deviation(assumptions, expected)
    blocks = (z * deviation / half_width) ** 2 + z * z / 2
    return _plan(blocks, expected, assumptions)


def expected_half_width(
    blocks: int,
    share: float | None = None,
    elo: float | None = None,
    confidence: float = CONFIDENCE,
    assumptions: Assumptions = DEFAULT,
) -> float:
    """Half the width to be expected of the interval of the share, 0 to 1.

    The inverse of `games_for_half_width`. Raises ValueError for too few blocks.
    """
    z = _quantile(confidence)
    room = blocks - z * z / 2
    expected = _expected_or_even(share, elo, assumptions)
    if room <= 0:
        raise ValueError(f"{blocks} blocks are too few for an interval")
    return z * _deviation(assumptions, expected) / math.sqrt(room)


def detectable_share(
    blocks: int,
    power: float = POWER,
    confidence: float = CONFIDENCE,
    assumptions: Assumptions = DEFAULT,
) -> Plan:
    """The smallest share above the even one that `blocks` blocks are fit to detect.

    The inverse of `games_to_detect` with the deviation at the even share. Raises
    ValueError where no share is large enough.
    """
    z = _quantile(confidence)
    if not 0.5 <= power < 1:
        raise ValueError(f"the power {power} is not in 0.5..1")
    room = blocks - z * z / 2
    effect = (z + stats.norm.ppf(power)) / math.sqrt(room) if room > 0 else math.inf
    even = assumptions.even_share
    share = even + float(effect) * _deviation(assumptions, even)
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
    if assumptions.games_per_block != GAMES_PER_BLOCK or assumptions.seats != 2:
        raise ValueError("a sequential test reads blocks of two games of two players")
    share = _expected(None, elo, assumptions)
    deviation = _deviation(assumptions, share)
    low, high = test.shares(deviation)
    slope = (high - low) / deviation**2
    drift = slope * (share - (low + high) / 2)
    motion = Strip(*test.bounds, drift, (slope * deviation) ** 2)
    blocks = motion.expected_time()
    return SprtPlan(blocks, GAMES_PER_BLOCK * blocks, motion.reaches_upper())


def _expected_or_even(
    share: float | None, elo: float | None, assumptions: Assumptions
) -> float:
    """The share that one of both stands for, the even one where none is given."""
    if share is None and elo is None:
        return assumptions.even_share
    return _expected(share, elo, assumptions)


def _expected(
    share: float | None, elo: float | None, assumptions: Assumptions
) -> float:
    """The share that one of both stands for."""
    if (share is None) == (elo is None):
        raise ValueError("give either the expected share or the Elo difference")
    expected = float(share or 0.0) if elo is None else assumptions.share_of_elo(elo)
    if not 0 < expected < 1:
        raise ValueError(f"an expected share of {expected:g} is not between 0 and 1")
    return expected


def _deviation(assumptions: Assumptions, share: float) -> float:
    """That of a block; ValueError where it is 0, as nothing is then left to chance."""
    found = assumptions.block_deviation(share)
    if found < LEAST_DEVIATION:
        raise ValueError(
            f"a correlation of {assumptions.correlation:g} leaves nothing to chance"
        )
    return found


def _quantile(confidence: float) -> float:
    return float(stats.norm.ppf(0.5 + checked_confidence(confidence) / 2))


def _plan(blocks: float, share: float, assumptions: Assumptions) -> Plan:
    whole = max(2, math.ceil(blocks))
    games = whole * assumptions.games_per_block
    return Plan(whole, games, share, assumptions.elo_of_share(share))
