"""How sure a ranking is: errors between batches, chances of being best, a verdict.

Batches are independent searches, so figures are compared between them, pairwise within
each: what two moves have in common in a batch cancels. docs/confidence.md says what the
figures mean, and what coverage was measured.

Sources: Student 1908 (paired means); Hsu 1984 (multiple comparisons with the best).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri, stdtrit

from engines.protocol import Vector

CONFIDENCE = 0.95
MEASURED_VISITS = 8  # in every batch, before a move has a standard error
CONTENDER_SHARE = 0.1  # part of the most visits that makes a move a contender
CONTENDER_VISITS = 300  # or so many visits a batch
RIVAL_SHARE = 0.03  # of the most visits: enough to be compared with, once measured
POSTERIOR_DRAWS = 20_000
LUCK = 0.5  # batches agree better than this part of a playout's error by luck alone
UNSEEN_RESULTS = 4  # as if so many more had come, a spread away (Agresti & Coull 1998)

Visits = NDArray[np.int64]
Mask = NDArray[np.bool_]
NOTHING: Mask = np.zeros((), np.bool_)


class Goal(NamedTuple):
    """What is compared: how far results spread, what difference counts as none."""

    spread: float
    indifference: float
    most: float  # no value is higher
    doubt: float = 0.0  # what an evaluator itself errs by, a standard deviation
    apart: float = 0.0  # the same in the difference of two moves

    def shade(self, mean: Vector) -> Vector:
        """How large errors are at these values against errors at the middle.

        A win share near 0 or 1 has little room to be wrong.
        """
        if self.most > 1.0:
            return np.ones_like(mean)
        sure = np.clip(mean, 0.0, 1.0)
        return np.asarray(2.0 * np.sqrt(sure * (1.0 - sure)))


class Doubt(NamedTuple):
    """What an evaluator itself errs by, standard deviations; see docs/nets.md.

    Those in win shares are of an even game; see `Goal.shade` for others.
    """

    win: float = 0.0  # in the win share of a move
    margin: float = 0.0  # in its margin, in points
    win_apart: float = 0.0  # in the difference of two moves' win shares
    margin_apart: float = 0.0


WIN = Goal(spread=0.5, indifference=0.005, most=1.0)  # win share
MARGIN = Goal(spread=20.0, indifference=0.25, most=np.inf)  # points


class Level(NamedTuple):
    """How sure an answer shall be; a look at the figures may spend part of the risk."""

    confidence: float = CONFIDENCE
    share: float = 1.0

    @property
    def risk(self) -> float:
        """Chance of an error that this look is allowed."""
        return (1.0 - self.confidence) * self.share

    def half_width(self, samples: int) -> float:
        """Half of the two-sided interval of a mean, in standard errors."""
        return student(samples, self.risk / 2)

    def doubtful(self, sides: int = 2) -> float:
        """Half of the interval of what an evaluator errs by, in its doubt.

        Looks don't count: they change nothing of that error.
        """
        return float(ndtri(1.0 - (1.0 - self.confidence) / sides))

    def widening(self, samples: int) -> float:
        """How many times as wide as after a single look intervals are."""
        return self.half_width(samples) / Level(self.confidence).half_width(samples)


def student(samples: int, tail: float) -> float:
    """What a mean of normal samples exceeds with chance `tail`, in standard errors."""
    return float(stdtrit(max(1, samples - 1), 1.0 - tail))


class Values(NamedTuple):
    """Means of the moves in every batch, `[batch, move]`, and the visits behind them.

    A `proven` move has the same exact value in every batch, whatever its visits. One
    that is `settled` has in every batch the evaluator's word, or that of looks behind
    the deal.
    """

    mean: Vector
    visits: Visits
    proven: Mask  # [move]
    settled: Mask = NOTHING  # [move]

    @property
    def known(self) -> Mask:
        """Which moves have a value that does not come from visits."""
        return np.asarray(self.proven | self.settled)


class Estimate(NamedTuple):
    """Mean, standard error and Student interval of every move, NaN if unknown."""

    mean: Vector
    error: Vector
    low: Vector
    high: Vector


def measured_moves(values: Values) -> Mask:
    """Which moves are known, or have been tried by every one of several batches."""
    least = values.visits.min(axis=0)
    tried = (least >= MEASURED_VISITS) & (len(values.visits) > 1)
    return np.asarray(tried | values.known)


def contenders(visits: Visits) -> Mask:
    """Which moves, of `visits[batch, move]`, may turn out best.

    They have a fair part of the visits, or enough of them a batch.
    """
    totals = visits.sum(axis=0)
    many = totals >= CONTENDER_VISITS * len(visits)
    return np.asarray((totals >= CONTENDER_SHARE * totals.max()) | many)


def compared_moves(values: Values) -> Mask:
    """Contenders, proven moves, and of those measured the rivals and two more.

    A rival has some visits: too few to be ranked by its mean, enough to cast doubt. And
    that a search has looked at hardly anything but one move is no proof by itself: the
    second by visits is compared, and what looks best of all but the first.
    """
    totals, measured = values.visits.sum(axis=0), measured_moves(values)
    rivals = totals >= RIVAL_SHARE * totals.max()
    by_visits = np.argsort(-totals, kind="stable")
    rivals[by_visits[:2]] = True
    others = by_visits[1:][measured[by_visits[1:]]]
    if len(others):
        rivals[others[values.mean[:, others].mean(axis=0).argmax()]] = True
    return np.asarray(contenders(values.visits) | values.proven | (rivals & measured))


# --- Errors ---------------------------------------------------------------------------


def error_floors(values: Values, goal: Goal) -> Vector:
    """What no standard error can be below, by move; NaN for a move never tried.

    Eight batches can agree by luck: no error is below half of what so many simulations
    leave of the variance of one, which all compared moves together tell. And values
    seen so far may be all alike: a few that differ may still come.
    """
    totals = values.visits.sum(axis=0)
    total = np.where(totals > 0, totals, np.nan)
    unseen = UNSEEN_RESULTS * (goal.spread / total) ** 2
    luck = LUCK**2 * one_variance(values) / total
    return np.where(values.known, 0.0, np.sqrt(luck + unseen))


def doubts(values: Values, goal: Goal, doubt: float) -> Vector:
    """What the evaluator errs by in the value of every move; all batches have it.

    `doubt` is that of an even game.
    """
    return np.where(values.proven, 0.0, doubt * goal.shade(values.mean.mean(axis=0)))


def one_variance(values: Values) -> float:
    """The variance of what one simulation finds, 0 if nothing tells it.

    From the differences of every compared move to the next: what a batch has in common
    for all moves is in none of them. The lower quartile, for moves may differ.
    """
    open_ones = compared_moves(values) & measured_moves(values) & ~values.known
    if not open_ones.any():
        return 0.0
    mean, parts = values.mean[:, open_ones], 1.0 / values.visits[:, open_ones]
    if open_ones.sum() > 1:
        mean, parts = mean - np.roll(mean, 1, axis=1), parts + np.roll(parts, 1, axis=1)
    variances = mean.var(axis=0, ddof=1) / parts.mean(axis=0)
    return float(np.quantile(variances, 0.25, method="lower"))


def between_batches(values: Values, goal: Goal, level: Level) -> Estimate:
    """Estimates for every move by itself.

    For a measured move every batch counts the same. For the others every visit does,
    and they have no error.
    """
    batches, measured = len(values.mean), measured_moves(values)
    weights = np.where(measured, 1, values.visits)
    sums = np.where(weights > 0, values.mean, 0.0) * weights
    counts = weights.sum(axis=0)
    mean = np.full(len(measured), np.nan)
    np.divide(sums.sum(axis=0), counts, out=mean, where=counts > 0)
    mean = np.where(values.proven, values.mean[0], mean)  # to the last digit
    error = np.full(len(mean), np.nan)
    error[measured] = 0.0
    if batches > 1:
        spread = values.mean[:, measured].std(axis=0, ddof=1)
        floors = error_floors(values, goal)[measured]
        error[measured] = np.maximum(spread / np.sqrt(batches), floors)
    doubt = doubts(values, goal, goal.doubt)
    half = np.hypot(error * level.half_width(batches), doubt * level.doubtful())
    return Estimate(mean, np.hypot(error, doubt), mean - half, mean + half)


# --- Moves against each other ---------------------------------------------------------


class Contest(NamedTuple):
    """The moves that may turn out best, with the covariance of their means.

    `moves[k]` is the index of contender k. The covariance of `mean` is
    `deviations.T @ deviations` plus what lacks to the squared `floors`.
    """

    moves: NDArray[np.intp]
    mean: Vector
    deviations: Vector  # [batch, k]
    floors: Vector
    doubts: Vector  # what the evaluator errs by, each by itself
    proven: Mask

    @property
    def batches(self) -> int:
        """The samples behind every mean."""
        return len(self.deviations)

    def against(self, first: int) -> tuple[Vector, Vector]:
        """(mean, standard error) of what contender `first` is ahead of all others.

        Errors are those of paired differences; playouts for two moves are different
        ones, so that the floors of both add up.
        """
        others = np.arange(len(self.moves)) != first
        ahead = self.mean[first] - self.mean[others]
        paired = self.deviations[:, [first]] - self.deviations[:, others]
        floors = np.hypot(self.floors[first], self.floors[others])
        return ahead, np.maximum(np.sqrt((paired**2).sum(axis=0)), floors)

    def doubts_against(self, first: int) -> Vector:
        """What the evaluator errs by in the differences of `against`."""
        others = np.arange(len(self.moves)) != first
        return np.hypot(self.doubts[first], self.doubts[others])


def contest(values: Values, goal: Goal) -> Contest | None:
    """The moves compared; None before every one of them has been measured."""
    moves = np.flatnonzero(compared_moves(values))
    if not measured_moves(values)[moves].all():
        return None
    batches, chosen = len(values.mean), values.mean[:, moves]
    mean = np.where(values.proven[moves], chosen[0], chosen.mean(axis=0))
    deviations = (chosen - mean) / np.sqrt(batches * max(1, batches - 1))
    floors = error_floors(values, goal)[moves]
    unsure = doubts(values, goal, goal.apart / np.sqrt(2.0))[moves]
    return Contest(moves, mean, deviations, floors, unsure, values.proven[moves])


def best_chances(contest: Contest, level: Level, seed: int) -> tuple[Vector, Vector]:
    """(chance that no other contender is better, expected loss by choosing it).

    Of means drawn from the multivariate Student distribution around those found, with
    their measured covariance, made wider by as much as the intervals of this look are.
    """
    rng, batches = np.random.default_rng(seed), contest.batches
    freedom = max(1, batches - 1)
    lacking = contest.floors**2 - (contest.deviations**2).sum(axis=0)
    size = (POSTERIOR_DRAWS, len(contest.moves))
    noise = rng.standard_normal((POSTERIOR_DRAWS, batches)) @ contest.deviations
    noise += rng.standard_normal(size) * np.sqrt(np.maximum(lacking, 0.0))
    scale = np.sqrt(freedom / rng.chisquare(freedom, (POSTERIOR_DRAWS, 1)))
    drawn = contest.mean + level.widening(batches) * scale * noise
    drawn += rng.standard_normal(size) * contest.doubts
    best = drawn.max(axis=1, keepdims=True)
    return (drawn == best).mean(axis=0), (best - drawn).mean(axis=0)


class Verdict(NamedTuple):
    """`decided`, `equal` or `undecided`; the moves that are equal with the first."""

    word: str
    equals: tuple[int, ...] = ()


def verdict(
    contest: Contest, first: int, settled: bool, goal: Goal, level: Level
) -> Verdict:
    """What the paired differences say of contender number `first`.

    `equal`: no other is better by more than the zone, and another is surely within it.
    `decided`: all others are surely worse, and the search has `settled` on it: it has
    the most visits, and stays ahead by the outlook. With k contenders each comparison
    is given the k-th part of the risk, to one side: whichever move is first, and though
    several may be best together, the chance to call another one decided is at most the
    whole risk (Bonferroni).
    """
    if len(contest.moves) == 1:  # a net may be why nothing else was looked at
        alone = goal.apart == 0.0 or bool(contest.proven[first])
        return Verdict("decided" if alone else "undecided")
    zone, (ahead, error) = goal.indifference, contest.against(first)
    moves = len(contest.moves)
    half = np.hypot(
        error * student(contest.batches, level.risk / moves),
        contest.doubts_against(first) * level.doubtful(moves),
    )
    low, high = ahead - half, ahead + half
    same = (low >= -zone) & (high <= zone)
    if (low >= -zone).all() and same.any():
        return Verdict("equal", tuple(np.delete(contest.moves, first)[same].tolist()))
    unbeatable = bool(contest.proven[first]) and contest.mean[first] >= goal.most
    sure = (low > 0.0).all() and (settled or bool(contest.proven[first]))
    return Verdict("decided" if sure or unbeatable else "undecided")
