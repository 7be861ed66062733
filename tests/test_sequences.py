"""Confidence sequences hold at all times at once; checked by simulation and by hand."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq

from reports.intervals import share_interval
from reports.sequences import STAKES, checkpoints, confidence_sequence

RESULTS = np.array([0, 0.25, 0.5, 0.75, 1])
CHANCES = np.array([0.12, 0.03, 0.6, 0.03, 0.22])


def wealth(shares: list[float], mean: float) -> float:
    """What a bettor on high values has made against this mean, stake by stake."""
    grown = [
        np.prod([1 - stake + stake * share / mean for share in shares])
        for stake in STAKES
    ]
    return float(np.mean(grown))


@pytest.mark.parametrize("shares", [[1.0], [0.5, 1.0], [0.25, 1.0, 0.75, 0.5, 1.0]])
def test_an_end_is_where_a_bettor_has_forty_times_the_stake(
    shares: list[float],
) -> None:
    mean, low, high = confidence_sequence(shares, [len(shares)])
    expected = brentq(lambda m: wealth(shares, m) - 40, 1e-6, mean[0])
    assert mean[0] == pytest.approx(np.mean(shares))
    assert low[0] == pytest.approx(expected, abs=1e-6)
    others = [1 - share for share in shares]
    if any(others):
        upper = brentq(lambda m: wealth(others, m) - 40, 1e-9, np.mean(others))
        assert high[0] == pytest.approx(1 - upper, abs=1e-6)
    else:
        assert high[0] == 1


@pytest.mark.parametrize(
    "chances", [CHANCES, np.array([0.9, 0, 0.05, 0, 0.05])], ids=["even", "rare"]
)
def test_whoever_looks_at_all_times_is_hardly_ever_wrong(chances: np.ndarray) -> None:
    rng = np.random.default_rng(11)
    truth, runs, at = chances @ RESULTS, 300, checkpoints(400, 40)
    missed, plain_missed = 0, 0
    for _ in range(runs):
        shares = rng.choice(RESULTS, 400, p=chances)
        _, low, high = confidence_sequence(shares, at)
        missed += bool(((low > truth) | (high < truth)).any())
        plain = [share_interval(shares[:n]) for n in at[at >= 10]]
        plain_missed += any(not p.low <= truth <= p.high for p in plain)
    assert missed <= 0.05 * runs
    assert plain_missed > 0.12 * runs  # what a plain interval is worth to them


def test_it_is_wider_than_a_plain_interval_but_not_by_much() -> None:
    shares = np.random.default_rng(3).choice(RESULTS, 4_000, p=CHANCES)
    for n in (100, 1_000, 4_000):
        _, low, high = confidence_sequence(shares, [n])
        plain = share_interval(shares[:n])
        assert 1.2 < (high[0] - low[0]) / (plain.high - plain.low) < 2.2


def test_wins_only_leave_a_lower_end_that_rises() -> None:
    mean, low, high = confidence_sequence(np.ones(60))
    assert (mean == 1).all()
    assert (high == 1).all()
    assert (np.diff(low) > 0).all()
    assert low[-1] > 0.85
    _, other, upper = confidence_sequence(np.zeros(60))
    assert (other == 0).all()
    assert upper == pytest.approx(1 - low)


def test_times_come_in_any_order_and_are_those_of_the_first_blocks() -> None:
    shares = np.random.default_rng(5).choice(RESULTS, 2_500, p=CHANCES)
    whole = confidence_sequence(shares)
    some = confidence_sequence(shares, [2_400, 3, 3, 1])
    for every, few in zip(whole, some, strict=True):
        assert few == pytest.approx(every[[2_399, 2, 2, 0]])
    assert whole[0] == pytest.approx(np.cumsum(shares) / np.arange(1, 2_501))


def test_a_smaller_confidence_is_narrower() -> None:
    shares = [0.5, 1, 0, 0.5, 0.75] * 10
    _, low, high = confidence_sequence(shares, [50])
    _, nearer, upper = confidence_sequence(shares, [50], confidence=0.8)
    assert low[0] < nearer[0] < upper[0] < high[0]


@pytest.mark.parametrize(
    ("shares", "at"),
    [([], None), ([0.5, 1.2], None), ([0.5], [2]), ([0.5], [0]), ([0.5], [])],
)
def test_what_is_no_share_or_no_time_is_refused(shares: list, at: list | None) -> None:
    with pytest.raises(ValueError):
        confidence_sequence(shares, at)


def test_checkpoints_are_all_blocks_or_get_sparser() -> None:
    assert checkpoints(5).tolist() == [1, 2, 3, 4, 5]
    many = checkpoints(100_000)
    assert (many[0], many[-1]) == (1, 100_000)
    assert len(many) <= 200
    assert (np.diff(many) > 0).all()
