"""Sequential tests of two strengths on pentanomial block results (GSPRT).

Blocks are read in their order; a test that stops looks at none of the later ones.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq

from language import tr
from reports.brownian import Strip
from reports.intervals import (
    CONFIDENCE,
    Vector,
    checked_confidence,
    elo_of_share,
    share_interval,
)
from reports.likelihood import Model, hypotheses, likeliest, regular, with_mean
from reports.match import RESULTS, SHARES, Counts, checked_counts, result_places

if TYPE_CHECKING:
    import pandas as pd

Decision = Literal["H0", "H1", "undecided"]

OVERSHOOT = 0.5825971579390107
"""Mean overshoot of a normal walk in deviations of a step: -zeta(1/2) / sqrt(2 pi)."""
NEAR = 1e-6  # shares nearer to 0 or 1 are not told apart from it


@dataclass(frozen=True)
class SprtState:
    """Where a test stands after `blocks` blocks.

    `llr` is the exact log likelihood ratio of elo1 against elo0; `lower` and `upper`
    are the bounds for it at this block, corrected for the overshoot.
    """

    blocks: int
    pentanomial: tuple[int, ...]
    llr: float
    lower: float
    upper: float
    decision: Decision


@dataclass(frozen=True)
class SprtEstimate:
    """Median-unbiased share and Elo after a sequential test, with an interval."""

    share: float
    share_low: float
    share_high: float
    elo: float
    elo_low: float
    elo_high: float


@dataclass(frozen=True)
class Sprt:
    """A test of elo0 (H0) against elo1 (H1), logistic or normalised Elo.

    `alpha` is the chance to accept H1 where elo0 is true, `beta` that to accept H0
    where elo1 is. Raises ValueError unless elo0 < elo1, both errors are above 0 and
    their sum is below 1. Sources: Wald, Sequential Analysis (1947); Van den Bergh, A
    practical introduction to the GSPRT, hardy.uhasselt.be/Fishtest.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "logistic"

    def __post_init__(self) -> None:
        hypotheses(self.elo0, self.elo1, self.model)
        if not (self.alpha > 0 and self.beta > 0 and self.alpha + self.beta < 1):
            raise ValueError(tr("alpha and beta have to be above 0, their sum below 1"))

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's bounds for the log likelihood ratio, without overshoot."""
        lower = math.log(self.beta / (1 - self.alpha))
        return lower, math.log((1 - self.beta) / self.alpha)

    def ratios(self, counts: ArrayLike) -> tuple[Vector, Vector]:
        """(log likelihood ratio, overshoot) for pentanomial `counts[..., 5]`.

        A walk passes its bound by about 0.583 deviations of a step, so the bounds are
        drawn in by as much (Siegmund, Sequential Analysis (1985), chapter X). Raises
        ValueError for counts that are below 0 or not whole.
        """
        observed = regular(counts)
        low, high = likeliest(counts, self.elo0, self.elo1, self.model)
        steps = np.log(high / low)
        llr = (observed * steps).sum(axis=-1)
        blocks = observed.sum(axis=-1)
        centred = steps - (llr / blocks)[..., None]
        variance = (observed * centred**2).sum(axis=-1) / blocks
        most = min(self.bounds[1], -self.bounds[0]) / 2  # where a few blocks decide
        return llr, np.minimum(OVERSHOOT * np.sqrt(variance), most)

    def state(self, counts: ArrayLike) -> SprtState:
        """The test after the blocks in pentanomial `counts[5]`, at its bounds now."""
        seen = checked_counts(counts)
        if seen.ndim != 1 or seen.sum() == 0:
            raise ValueError("a sequential test needs at least one block")
        path = self._path(seen[None])
        return self._state(path, 0, seen)

    def path(self, results: ArrayLike) -> pd.DataFrame:
        """One row a block: block, llr, lower, upper, decision.

        `results[block]` are 0, 0.5, 1, 1.5 or 2, in order of blocks. From the block of
        the first decision on, `decision` stays what it was. Raises ValueError for other
        results or none.
        """
        import pandas as pd

        path = self._path(_running(results))
        decision = _decisions(path)
        decided = np.flatnonzero(decision != "undecided")
        if len(decided):
            decision[decided[0] :] = decision[decided[0]]
        llr, lower, upper = path
        blocks = np.arange(1, len(llr) + 1)
        return pd.DataFrame(
            {
                "block": blocks,
                "llr": llr,
                "lower": lower,
                "upper": upper,
                "decision": decision,
            }
        )

    def run(self, results: ArrayLike) -> SprtState:
        """The test at its first decision, or after all blocks where there is none.

        Raises ValueError as `path` does.
        """
        counts = _running(results)
        path = self._path(counts)
        decided = np.flatnonzero(_decisions(path) != "undecided")
        place = int(decided[0]) if len(decided) else len(counts) - 1
        return self._state(path, place, counts[place])

    def estimate(
        self, state: SprtState, confidence: float = CONFIDENCE
    ) -> SprtEstimate:
        """Share and Elo of the first player, given how the test has ended.

        The plain mean of a stopped test is biased away from the middle of both
        hypotheses. Outcomes are put in Siegmund's stagewise order: the upper bound
        early before late, then no decision by the mean, then the lower bound late
        before early. The estimate is the share under which a better outcome is as
        likely as a worse one, the ends those where it is (1 -+ confidence) / 2, for a
        Brownian motion with the variance seen. Sources: Siegmund, Biometrika 65 (1978)
        341; Jennison and Turnbull, Group Sequential Methods (2000), section 8.4. Where
        all blocks are alike the number of blocks is no accident: then as
        `share_interval`.
        """
        tail = (1 - checked_confidence(confidence)) / 2
        if max(state.pentanomial) == state.blocks:
            share, low, high = _alike(state, tail)
        else:
            share, low, high = (
                self._share_at(state, worse) for worse in (0.5, 1 - tail, tail)
            )
        elos = (float(elo) for elo in elo_of_share([share, low, high]))
        return SprtEstimate(share, low, high, *elos)

    def worse_outcome(self, state: SprtState, share: float) -> float:
        """The chance that a test of a player with this share ends worse than `state`.

        `share` is between 0 and 1, without its ends. The variance is that of the
        likeliest distribution with this share. The bound that was passed lies where the
        mean then was: the exact ratio grows more slowly than a linear one, so tests
        that stop early pass a farther bound (with Wald's bounds, intervals held in 99 %
        of tests of 30 blocks, and far from both hypotheses medians were off).
        """
        observed = regular(state.pentanomial)
        observed /= observed.sum()
        likely = with_mean(observed[None], share)[0]
        variance = float(likely @ (SHARES - share) ** 2)
        low, high = self.shares(math.sqrt(variance))
        middle, slope = (low + high) / 2, (high - low) / variance
        reached = slope * state.blocks * float(observed @ SHARES - middle)
        drift, pace = slope * (share - middle), slope**2 * variance
        lower, upper = self.bounds
        if state.decision == "H1":
            time = state.blocks * upper / state.llr  # without what was overshot
            motion = Strip(lower, reached if reached > 0 else upper, drift, pace)
            return 1 - motion.reaches_upper_by(time)
        if state.decision == "H0":
            time = state.blocks * lower / state.llr
            motion = Strip(reached if reached < 0 else lower, upper, drift, pace)
            return motion.reaches_lower_by(time)
        motion = Strip(lower, upper, drift, pace)
        below = motion.stays_below(state.blocks, min(max(reached, lower), upper))
        return motion.reaches_lower_by(state.blocks) + below

    def _share_at(self, state: SprtState, worse: float) -> float:
        """The share, 0 to 1, at which a worse outcome has the chance `worse`."""

        def excess(share: float) -> float:
            return self.worse_outcome(state, share) - worse

        if excess(NEAR) <= 0:
            return 0.0
        if excess(1 - NEAR) >= 0:
            return 1.0
        return float(brentq(excess, NEAR, 1 - NEAR, xtol=1e-9))

    def shares(self, deviation: float) -> tuple[float, float]:
        """Both hypotheses as shares, given the deviation of a block's share."""
        low, high = hypotheses(self.elo0, self.elo1, self.model)
        if self.model == "logistic":
            return low, high
        return 0.5 + low * deviation, 0.5 + high * deviation

    def _path(self, counts: ArrayLike) -> tuple[Vector, Vector, Vector]:
        llr, overshoot = self.ratios(counts)
        lower, upper = self.bounds
        return llr, lower + overshoot, upper - overshoot

    def _state(
        self, path: tuple[Vector, Vector, Vector], place: int, counts: Counts
    ) -> SprtState:
        llr, lower, upper = (float(values[place]) for values in path)
        decision = _decisions(path)[place]
        seen = tuple(int(count) for count in counts)
        return SprtState(sum(seen), seen, llr, lower, upper, decision)


def _running(results: ArrayLike) -> Counts:
    """Pentanomial counts `[block, 5]` after each block."""
    places = result_places(results)
    if places.ndim != 1 or not len(places):
        raise ValueError("a sequential test needs at least one block")
    return np.cumsum(places[:, None] == np.arange(len(RESULTS)), axis=0)


def _decisions(path: tuple[Vector, Vector, Vector]) -> NDArray[np.object_]:
    llr, lower, upper = path
    decision = np.full(llr.shape, "undecided", dtype=object)
    decision[llr <= lower] = "H0"
    decision[llr >= upper] = "H1"
    return decision


def _alike(state: SprtState, tail: float) -> tuple[float, float, float]:
    """(share, low, high) of blocks that all had one result."""
    seen = np.repeat(SHARES, state.pentanomial)
    found = share_interval(seen, 1 - 2 * tail)
    even = float(0.5 ** (1 / state.blocks))
    return min(max(found.value, 1 - even), even), found.low, found.high
