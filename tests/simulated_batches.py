"""Batches of searches made up from known means: what intervals and verdicts are worth.

A made-up search gives every move the same visits, and every batch at every look the
mean of that many results. Results have a known mean and, by kind, other tails; batches
of one search may have something in common for all moves (`shared`) and something of
their own for each (`drift`, which more simulations do not average out).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.protocol import Vector
from search.confidence import WIN, Level, Values, between_batches
from search.looks import FIRST_LOOK, at_a_look, at_the_end
from search.ranking import Sample, is_settled, judge

BATCHES = 8
Rng = np.random.Generator
Noise = Callable[[Rng, Vector, tuple[int, ...], int], Vector]


def normal(rng: Rng, mean: Vector, size: tuple[int, ...], visits: int) -> Vector:
    """Sums of results that vary by a half around their mean."""
    return rng.normal(mean * visits, 0.5 * np.sqrt(visits), size)


def wins(rng: Rng, mean: Vector, size: tuple[int, ...], visits: int) -> Vector:
    """Sums of games won or lost."""
    return rng.binomial(visits, np.clip(mean, 0.0, 1.0), size).astype(float)


def heavy(rng: Rng, mean: Vector, size: tuple[int, ...], visits: int) -> Vector:
    """Sums with a few results far out: Student's distribution of 3 degrees a batch."""
    return mean * visits + 0.3 * np.sqrt(visits) * rng.standard_t(3, size)


def skewed(rng: Rng, mean: Vector, size: tuple[int, ...], visits: int) -> Vector:
    """Sums of many small losses and a rare large gain."""
    rare = rng.poisson(0.01 * visits, size)
    return mean * visits + 3.0 * (rare - 0.01 * visits)


KINDS: dict[str, Noise] = {f.__name__: f for f in (normal, wins, heavy, skewed)}


class Case(NamedTuple):
    """The true means, the noise, and what batches have in common."""

    means: Sequence[float]
    kind: str = "normal"
    shared: float = 0.0
    drift: float = 0.0


class Answer(NamedTuple):
    """What was reported: the verdict, the first move, intervals, when it ended."""

    word: str
    first: int
    covered: NDArray[np.bool_]
    visits: int


def answer(case: Case, looks: int, until_decided: bool, seed: int) -> Answer:
    """The answer of a made-up search whose budget ends at that many looks."""
    rng, mean = np.random.default_rng(seed), np.array(case.means)
    size = (BATCHES, len(mean))
    common = case.shared * rng.standard_normal((BATCHES, 1))
    own = case.drift * rng.standard_normal(size)
    sums, visits = np.zeros(size), 0
    for look in range(looks):
        step = (FIRST_LOOK << look) - visits
        visits += step
        sums += KINDS[case.kind](rng, mean, size, step)
        sample = _sample(sums / visits + common + own, visits)
        if until_decided and is_settled(sample, at_a_look(0.95)):
            return _answer(case, sample, at_a_look(0.95), visits)
    return _answer(case, sample, at_the_end(0.95) if until_decided else Level(), visits)


def _sample(mean: Vector, visits: int) -> Sample:
    counts = np.full(mean.shape, visits, np.int64)
    values = Values(mean, counts, np.zeros(mean.shape[1], bool))
    return Sample(values, values, by_margin=False)


def _answer(case: Case, sample: Sample, level: Level, visits: int) -> Answer:
    order, found = judge(sample, level)
    estimate = between_batches(sample.win, WIN, level)
    truth = np.array(case.means)
    covered = (estimate.low <= truth) & (truth <= estimate.high)
    return Answer(found.word, int(order[0]), covered, visits)


class Tally(NamedTuple):
    """Shares of cases: intervals that cover, verdicts, verdicts that are wrong."""

    covered: float
    decided: float
    equal: float
    wrong_decided: float
    wrong_equal: float
    visits: float


def tally(
    case: Case, cases: int, looks: int, until_decided: bool = False, seed: int = 0
) -> Tally:
    """Of so many made-up searches."""
    truth = np.array(case.means)
    found = [answer(case, looks, until_decided, seed + n) for n in range(cases)]

    def part(word: str, wrong: Callable[[int], bool] = lambda _: True) -> float:
        return sum(a.word == word and wrong(a.first) for a in found) / cases

    def not_the_best(first: int) -> bool:
        return bool(truth[first] <= np.delete(truth, first).max())

    def not_equal(first: int) -> bool:
        return bool(truth[first] < truth.max() - WIN.indifference)

    return Tally(
        covered=float(np.mean([a.covered for a in found])),
        decided=part("decided"),
        equal=part("equal"),
        wrong_decided=part("decided", not_the_best),
        wrong_equal=part("equal", not_equal),
        visits=float(np.mean([a.visits for a in found])),
    )
