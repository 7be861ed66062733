"""Errors between batches, chances of being best and verdicts, against known values."""

from __future__ import annotations

import math

import numpy as np
import pytest

from search.confidence import (
    MARGIN,
    MEASURED_VISITS,
    WIN,
    Estimate,
    Goal,
    best_chances,
    between_batches,
    contenders,
    measured_moves,
    student,
    verdict,
)

NAN = math.nan


def estimate(mean: list[float], error: list[float]) -> Estimate:
    """Means with standard errors; the interval plays no part here."""
    nothing = np.full(len(mean), NAN)
    return Estimate(np.array(mean), np.array(error), nothing, nothing)


def chances(
    mean: list[float], error: list[float], visits: int = 1_000, batches: int = 8
) -> tuple[list[float], list[float]]:
    """`best_chances` by win share with the same visits everywhere."""
    counts = np.full((batches, len(mean)), visits // batches)
    chance, loss = best_chances(estimate(mean, error), WIN, counts, 1)
    return chance.tolist(), loss.tolist()


# --- Between batches ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("samples", "width"), [(2, 12.706205), (4, 3.182446), (8, 2.364624), (31, 2.042272)]
)
def test_half_widths_are_those_of_the_tables_of_student(
    samples: int, width: float
) -> None:
    assert student(samples) == pytest.approx(width, abs=1e-6)


def test_means_and_errors_of_four_batches() -> None:
    values = np.array([[0.40, 0.7], [0.50, 0.7], [0.60, 0.7], [0.50, 0.7]])
    found = between_batches(values, np.full((4, 2), 100))
    deviation = math.sqrt((0.1**2 + 0.1**2) / 3)
    assert found.mean == pytest.approx([0.5, 0.7])
    assert found.error == pytest.approx([deviation / 2, 0.0])
    assert found.low == pytest.approx([0.5 - 3.182446 * deviation / 2, 0.7])
    assert found.high == pytest.approx([0.5 + 3.182446 * deviation / 2, 0.7])


def test_a_move_that_is_not_measured_has_a_mean_and_no_error() -> None:
    values = np.array([[0.2, 0.5], [0.4, 0.9]])
    found = between_batches(values, np.array([[100, 1], [300, 3]]))
    assert found.mean == pytest.approx([0.3, 0.8])  # by batches; by visits
    assert found.error[0] == pytest.approx(0.1)
    assert np.isnan([found.error[1], found.low[1], found.high[1]]).all()


def test_a_move_that_was_never_visited_has_nothing() -> None:
    values = np.array([[0.2, NAN], [0.4, NAN]])
    found = between_batches(values, np.array([[100, 0], [100, 0]]))
    assert np.isnan([found.mean[1], found.error[1]]).all()


def test_one_batch_has_no_error() -> None:
    found = between_batches(np.array([[0.2, 0.4]]), np.array([[50, 50]]))
    assert found.mean.tolist() == [0.2, 0.4]
    assert np.isnan(found.error).all()


def test_a_move_is_measured_when_every_one_of_several_batches_tried_it_enough() -> None:
    enough = MEASURED_VISITS
    visits = np.array([[enough, enough - 1, 99], [enough, 99, 0]])
    assert measured_moves(visits).tolist() == [True, False, False]
    assert measured_moves(visits[:1]).tolist() == [False, False, False]


def test_the_interval_covers_the_mean_as_often_as_it_says() -> None:
    rng = np.random.default_rng(6)
    values = rng.normal(0.5, 0.1, (8, 4_000))  # 4 000 moves in 8 batches
    found = between_batches(values, np.full((8, 4_000), 100))
    covered = ((found.low <= 0.5) & (found.high >= 0.5)).mean()
    assert covered == pytest.approx(0.95, abs=0.015)


# --- Chances --------------------------------------------------------------------------


def test_a_move_far_ahead_is_best_for_sure() -> None:
    chance, loss = chances([0.9, 0.1], [0.001, 0.001], visits=10**6)
    assert chance == pytest.approx([1.0, 0.0], abs=1e-3)
    assert loss == pytest.approx([0.0, 0.8], abs=1e-2)


def test_batches_that_agree_are_still_no_better_than_their_playouts() -> None:
    chance, loss = chances([1.0, 0.95], [0.0, 0.0], visits=100)
    assert 0.6 < chance[0] < 0.9
    assert loss[0] > 0.0


def test_moves_with_few_visits_are_not_compared() -> None:
    visits = np.tile([125, 12], (8, 1))
    chance, loss = best_chances(estimate([0.5, 1.0], [0.01, 0.0]), WIN, visits, 1)
    assert (chance[0], loss[0]) == (1.0, 0.0)
    assert np.isnan([chance[1], loss[1]]).all()


def test_equal_estimates_have_equal_chances() -> None:
    chance, loss = chances([0.5, 0.5], [0.05, 0.05])
    assert chance == pytest.approx([0.5, 0.5], abs=0.02)
    assert loss[0] == pytest.approx(loss[1], rel=0.05)
    assert loss[0] > 0.0


def test_a_single_move_is_best() -> None:
    assert chances([0.3], [0.1]) == ([1.0], [0.0])


def test_contenders_have_a_tenth_of_the_most_visits_or_many_a_batch() -> None:
    few = np.tile([5, 500, 50, 49], (2, 1))
    assert contenders(few).tolist() == [False, True, True, False]
    many = np.array([[9_000, 300, 299], [9_000, 300, 300]])
    assert contenders(many).tolist() == [True, True, False]


def test_an_unmeasured_move_has_no_chance_and_no_loss() -> None:
    visits = np.tile([125, 2], (8, 1))
    found = best_chances(estimate([0.5, 0.9], [0.1, NAN]), WIN, visits, 1)
    chance, loss = np.array(found)
    assert (chance[0], loss[0]) == (1.0, 0.0)
    assert np.isnan([chance[1], loss[1]]).all()


def test_nothing_is_known_before_every_contender_has_been_measured() -> None:
    assert np.isnan(chances([0.5, 0.9], [0.1, NAN])).all()
    assert np.isnan(chances([0.5, 0.9], [NAN, NAN])).all()


def test_chances_sum_to_one() -> None:
    chance, _ = chances([0.50, 0.52, 0.49, 0.55], [0.02, 0.03, 0.01, 0.04])
    assert sum(chance) == pytest.approx(1.0)
    assert chance[3] == max(chance)


def test_the_chance_is_that_of_the_difference_of_two_normal_means() -> None:
    chance, _ = chances([0.50, 0.53], [0.02, 0.02], visits=10**8, batches=10**4)
    z = 0.03 / math.hypot(0.02, 0.02)
    assert chance[1] == pytest.approx(0.5 + 0.5 * math.erf(z / math.sqrt(2)), abs=0.01)


def test_a_tiny_error_by_luck_does_not_decide_with_few_playouts() -> None:
    sure, _ = chances([0.50, 0.52], [1e-9, 1e-9], visits=10**8)
    unsure, _ = chances([0.50, 0.52], [1e-9, 1e-9], visits=100)
    assert sure[1] > 0.99
    assert unsure[1] < 0.8


def test_chances_are_fixed_by_the_seed() -> None:
    assert chances([0.5, 0.5], [0.1, 0.1]) == chances([0.5, 0.5], [0.1, 0.1])


# --- Verdicts -------------------------------------------------------------------------

EVEN = [0.001, -0.001, 0.001, -0.001, 0.001, -0.001, 0.001, -0.001]
SWING = [0.1, -0.1] * 4
VERDICTS = [
    ("a single move", [1.0], 0.0, True, [0.0], WIN, "decided"),
    ("a single unmeasured move", [NAN], NAN, True, [NAN], WIN, "decided"),
    ("the first is best at 95 %", [0.95, 0.05], 0.0, True, SWING, WIN, "decided"),
    ("the search prefers another", [0.95, 0.05], 0.0, False, SWING, WIN, "undecided"),
    ("just below 95 %", [0.949, 0.051], 0.0, True, SWING, WIN, "undecided"),
    ("no difference beyond the zone", [0.5, 0.5], 0.001, True, EVEN, WIN, "equal"),
    ("a third may be better", [0.3, 0.3, 0.4], 0.006, True, EVEN, WIN, "undecided"),
    ("the mean is beyond", [0.6, 0.4], 0.001, True, [0.006] * 8, WIN, "undecided"),
    ("the interval is beyond", [0.5, 0.5], 0.001, True, SWING, WIN, "undecided"),
    ("the same for the second", [0.5, 0.5], 0.001, True, [-0.004] * 8, WIN, "equal"),
    ("points have a wider zone", [0.6, 0.4], 0.1, True, [0.2] * 8, MARGIN, "equal"),
    ("and an end of it", [0.6, 0.4], 0.1, True, [0.3] * 8, MARGIN, "undecided"),
    ("one batch cannot say", [0.5, 0.5], 0.001, True, [0.0], WIN, "undecided"),
    ("a batch never tried it", [0.5, 0.5], 0.001, True, [0.0, NAN], WIN, "undecided"),
    ("nothing was measured", [NAN, NAN], NAN, True, [0.5, 0.4], WIN, "undecided"),
]


@pytest.mark.parametrize(
    ("why", "chance", "loss", "most_visited", "difference", "goal", "expected"),
    VERDICTS,
    ids=[row[0] for row in VERDICTS],
)
def test_verdicts(
    why: str,
    chance: list[float],
    loss: float,
    most_visited: bool,
    difference: list[float],
    goal: Goal,
    expected: str,
) -> None:
    losses = np.full(len(chance), loss)
    found = verdict(np.array(chance), losses, most_visited, np.array(difference), goal)
    assert found == expected
