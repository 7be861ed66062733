"""Intervals of shares, scores and margins: published values, edges, coverage."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy import stats

from reports.intervals import (
    Interval,
    bootstrap_interval,
    elo_of_share,
    normalised_elo,
    share_interval,
    share_of_elo,
    student_interval,
    wilson_interval,
)

# Extra hours of sleep of ten patients: Student, Biometrika 6 (1908) 20.
SLEEP = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]


# --- Shares of independent games ------------------------------------------------------


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [  # Newcombe, Statistics in Medicine 17 (1998) 857, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_intervals_are_those_of_newcombe(
    wins: int, games: int, low: float, high: float
) -> None:
    found = wilson_interval(wins, games)
    assert found.value == wins / games
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
@pytest.mark.parametrize(("wins", "games"), [(0, 1), (3, 7), (50, 50), (499, 1000)])
def test_wilson_intervals_are_those_of_scipy(
    wins: int, games: int, confidence: float
) -> None:
    other = stats.binomtest(wins, games).proportion_ci(confidence, method="wilson")
    found = wilson_interval(wins, games, confidence)
    assert (found.low, found.high) == pytest.approx((other.low, other.high), abs=1e-12)


def test_a_tie_is_half_a_win() -> None:
    found = wilson_interval(10.5, 20)
    assert found.low < 0.525 < found.high
    assert found.error == pytest.approx(math.sqrt(0.525 * 0.475 / 20))


# --- Between blocks -------------------------------------------------------------------


def test_student_intervals_are_those_of_student() -> None:
    found = student_interval(SLEEP)
    assert found.value == pytest.approx(1.58)
    assert (found.low, found.high) == pytest.approx((0.7001142, 2.4598858), abs=1e-7)


def test_one_block_has_no_error() -> None:
    for rule in (student_interval, bootstrap_interval):
        found = rule([3.0])
        assert found.value == 3.0
        assert np.isnan([found.error, found.low, found.high]).all()


def test_blocks_that_are_alike_have_width_0() -> None:
    for rule in (student_interval, bootstrap_interval):
        assert rule([0.1] * 7) == Interval(0.1, 0.0, 0.1, 0.1)


def test_shares_are_cut_to_0_and_1() -> None:
    shares = [1.0] * 9 + [0.5]
    assert student_interval(shares).high > 1
    found = share_interval(shares)
    assert found.high == 1
    assert found.low == student_interval(shares).low
    lost = share_interval([1 - share for share in shares])
    assert (lost.low, lost.high) == pytest.approx((0, 1 - found.low))


def test_300_won_blocks_show_a_share_by_the_exact_rule_of_three() -> None:
    found = share_interval([1.0] * 300)
    exact = stats.binomtest(300, 300).proportion_ci(method="exact")
    assert (found.value, found.high) == (1, 1)
    assert found.low == pytest.approx(exact.low, abs=1e-9)
    assert found.low == pytest.approx(1 - 3.69 / 300, abs=1e-4)


def test_blocks_with_one_share_tell_as_much_of_both_sides() -> None:
    found = share_interval([0.5] * 300)
    assert 0.5 - found.low == pytest.approx(found.high - 0.5)
    assert found.high - found.low == pytest.approx(1 - 0.025 ** (1 / 300))
    alone = share_interval([0.5])
    assert (alone.low, alone.high) == pytest.approx((0.0125, 0.9875))


# --- Bootstrap ------------------------------------------------------------------------


def test_a_bootstrap_repeats_with_its_seed() -> None:
    assert bootstrap_interval(SLEEP, seed=7) == bootstrap_interval(SLEEP, seed=7)
    assert bootstrap_interval(SLEEP, seed=7) != bootstrap_interval(SLEEP, seed=8)


def test_a_bootstrap_of_many_blocks_is_a_student_interval() -> None:
    values = np.random.default_rng(1).normal(5, 2, 2_000)
    found, other = bootstrap_interval(values), student_interval(values)
    assert found.value == pytest.approx(other.value)
    assert found.error == pytest.approx(other.error, rel=0.05)
    assert (found.low, found.high) == pytest.approx((other.low, other.high), abs=0.01)


def test_a_bootstrap_leans_to_the_long_tail() -> None:
    values = np.random.default_rng(2).exponential(10, 60)
    found = bootstrap_interval(values)
    assert found.high - found.value > found.value - found.low


# --- Elo ------------------------------------------------------------------------------


def test_ten_wins_for_a_loss_are_400_points() -> None:
    assert elo_of_share(10 / 11) == pytest.approx(400)
    assert elo_of_share([0.0, 0.5, 1.0]).tolist() == [-math.inf, 0.0, math.inf]


def test_elo_and_share_invert_each_other() -> None:
    elo = np.linspace(-1_500, 1_500, 61)
    assert elo_of_share(share_of_elo(elo)) == pytest.approx(elo)
    assert share_of_elo([-math.inf, math.inf]).tolist() == [0.0, 1.0]


def test_normalised_elo_counts_deviations_of_a_game() -> None:
    # fishtest: 800 / ln 10 = 347.43 points a deviation of one game
    assert normalised_elo(0.6, 0.1) == pytest.approx(347.4355855)
    # a pair of independent games deviates less by the root of 2
    assert normalised_elo(0.6, 0.1 / math.sqrt(2), 2) == pytest.approx(347.4355855)
    assert normalised_elo([0.5, 0.6], [0.0, 0.0]).tolist() == [0.0, math.inf]


def test_normalised_elo_of_decided_games_near_equality_is_elo() -> None:
    share = float(share_of_elo(2))
    found = normalised_elo(share, math.sqrt(share * (1 - share)))
    assert found == pytest.approx(2, rel=1e-4)


# --- Bad input ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: wilson_interval(1, 0), "1 wins in 0 games are no share"),
        (lambda: wilson_interval(3, 2), "3 wins in 2 games are no share"),
        (lambda: wilson_interval(1, 2, 1.0), "confidence 1.0 is not between 0 and 1"),
        (lambda: student_interval([]), "at least one block"),
        (lambda: student_interval([[1.0]]), "at least one block"),
        (lambda: student_interval([1.0, math.nan]), "missing or not finite"),
        (lambda: share_interval([0.5, 1.5]), "between 0 and 1"),
        (lambda: bootstrap_interval([1.0, 2.0], resamples=1), "1 resamples"),
        (lambda: bootstrap_interval([1.0, 2.0], confidence=0), "confidence 0"),
        (lambda: elo_of_share(1.01), "between 0 and 1"),
        (lambda: share_of_elo(math.nan), "Elo difference is missing"),
        (lambda: normalised_elo(0.6, -0.1), "standard deviation"),
    ],
)
def test_bad_input_is_refused(call: Callable[[], object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()


# --- Coverage -------------------------------------------------------------------------

Rule = Callable[[np.ndarray], Interval]


def coverage(rule: Rule, samples: np.ndarray, truth: float) -> float:
    """Part of the rows of `samples` whose interval holds the true mean."""
    found = [rule(sample) for sample in samples]
    return float(np.mean([one.low <= truth <= one.high for one in found]))


def drawn(kind: str, tests: int) -> tuple[Rule, np.ndarray, float]:
    """A rule, samples of blocks for it and their true mean."""
    rng = np.random.default_rng(11)
    if kind == "wilson":
        games = (rng.random((tests, 150)) < 0.62).astype(float)
        return lambda x: wilson_interval(x.sum(), len(x)), games, 0.62
    if kind == "share":
        deal = rng.beta(2, 1.5, (tests, 60, 1))  # what the deal makes of both games
        wins = rng.random((tests, 60, 2)) < deal
        return share_interval, wins.mean(axis=2), 2 / 3.5
    scores = rng.gamma(4, 10, (tests, 60)) - 20
    if kind == "score":
        return student_interval, scores, 20.0
    return lambda x: bootstrap_interval(x, resamples=600), scores, 20.0


KINDS = ["wilson", "share", "score", "bootstrap"]


@pytest.mark.parametrize("kind", KINDS)
def test_intervals_hold_the_truth_about_as_often_as_they_say(kind: str) -> None:
    rule, samples, truth = drawn(kind, 400)
    assert 0.92 <= coverage(rule, samples, truth) <= 0.98


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_intervals_hold_the_truth_as_often_as_they_say(kind: str) -> None:
    rule, samples, truth = drawn(kind, 5_000)
    assert 0.935 <= coverage(rule, samples, truth) <= 0.965


@pytest.mark.parametrize("blocks", range(1, 60))
def test_shares_that_are_all_alike_reach_their_end_exactly(blocks: int) -> None:
    assert share_interval([1.0] * blocks).high == 1
    assert share_interval([0.0] * blocks).low == 0
