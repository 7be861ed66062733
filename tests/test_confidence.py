"""Errors between batches, chances of being best and verdicts, against known values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from search.confidence import (
    LUCK,
    MARGIN,
    MEASURED_VISITS,
    WIN,
    Contest,
    Goal,
    Level,
    Values,
    best_chances,
    between_batches,
    compared_moves,
    contenders,
    contest,
    error_floors,
    measured_moves,
    one_variance,
    student,
    verdict,
)

NAN = math.nan
FAIR = Level(0.95)
MANY = 10**9  # visits so many that no floor counts


def values(
    mean: Sequence[Sequence[float]] | Any,
    visits: Any = MANY,
    proven: Sequence[int] = (),
) -> Values:
    """Means `[batch, move]`; visits of every batch, of every move or of all."""
    means = np.array(mean, float)
    marks = np.zeros(means.shape[1], bool)
    marks[list(proven)] = True
    counts = np.broadcast_to(np.array(visits, np.int64), means.shape).copy()
    return Values(means, counts, marks)


def around(mean: Sequence[float], error: Sequence[float], batches: int = 8) -> Any:
    """Means of batches with exactly these means and standard errors, unrelated."""
    rng = np.random.default_rng(4)
    noise = rng.standard_normal((batches, len(mean)))
    noise -= noise.mean(axis=0)
    noise = np.linalg.qr(noise)[0] * np.sqrt(batches * (batches - 1))
    return np.array(mean) + noise * np.array(error)


def chances(found: Contest | None, level: Level = FAIR) -> tuple[Any, Any]:
    """`best_chances` with one seed."""
    assert found is not None
    return best_chances(found, level, 1)


# --- Between batches ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("samples", "width"), [(2, 12.706205), (4, 3.182446), (8, 2.364624), (31, 2.042272)]
)
def test_half_widths_are_those_of_the_tables_of_student(
    samples: int, width: float
) -> None:
    assert student(samples, 0.025) == pytest.approx(width, abs=1e-6)
    assert FAIR.half_width(samples) == pytest.approx(width, abs=1e-6)


def test_another_confidence_has_another_width() -> None:
    assert Level(0.9).half_width(8) == pytest.approx(1.894579, abs=1e-6)
    assert Level(0.99).half_width(8) == pytest.approx(3.499483, abs=1e-6)


def test_a_look_with_a_fifth_of_the_risk_has_the_interval_of_that_risk() -> None:
    look = Level(0.95, 0.2)
    assert look.half_width(8) == pytest.approx(3.499483, abs=1e-6)
    assert look.widening(8) == pytest.approx(3.499483 / 2.364624, abs=1e-6)
    assert FAIR.widening(8) == 1.0


def test_means_and_errors_of_four_batches() -> None:
    found = between_batches(
        values([[0.40, 0.8], [0.50, 0.7], [0.60, 0.7], [0.50, 0.6]]), WIN, FAIR
    )
    error = math.sqrt((0.1**2 + 0.1**2) / 3) / 2
    assert found.mean == pytest.approx([0.5, 0.7])
    assert found.error == pytest.approx([error, error])
    assert found.low == pytest.approx([0.5 - 3.182446 * error, 0.7 - 3.182446 * error])
    assert found.high == pytest.approx([0.5 + 3.182446 * error, 0.7 + 3.182446 * error])


def test_a_move_that_is_not_measured_has_a_mean_and_no_error() -> None:
    found = between_batches(
        values([[0.2, 0.5], [0.4, 0.9]], [[100, 1], [300, 3]]), WIN, FAIR
    )
    assert found.mean == pytest.approx([0.3, 0.8])  # by batches; by visits
    assert found.error[0] == pytest.approx(0.1)
    assert np.isnan([found.error[1], found.low[1], found.high[1]]).all()


def test_a_move_that_was_never_visited_has_nothing() -> None:
    found = between_batches(
        values([[0.2, NAN], [0.4, NAN]], [[100, 0], [100, 0]]), WIN, FAIR
    )
    assert np.isnan([found.mean[1], found.error[1]]).all()


def test_one_batch_has_no_error() -> None:
    found = between_batches(values([[0.2, 0.4]], 50), WIN, FAIR)
    assert found.mean.tolist() == [0.2, 0.4]
    assert np.isnan(found.error).all()


@pytest.mark.parametrize("batches", [1, 8])
def test_a_proven_move_has_its_value_and_no_error(batches: int) -> None:
    found = between_batches(values([[0.2, 0.4]] * batches, [9, 0], [1]), WIN, FAIR)
    assert found.mean[1] == pytest.approx(0.4)
    assert (found.error[1], found.low[1]) == (0.0, found.high[1])


def test_a_move_is_measured_when_every_one_of_several_batches_tried_it_enough() -> None:
    enough = MEASURED_VISITS
    visits = [[enough, enough - 1, 99, 0], [enough, 99, 0, 0]]
    means = np.zeros((2, 4))
    assert measured_moves(values(means, visits)).tolist() == [True] + [False] * 3
    assert measured_moves(values(means, visits, [3])).tolist()[3]
    assert not measured_moves(values(means[:1], visits[:1])).any()


# --- Floors of errors -----------------------------------------------------------------


def test_the_variance_of_one_simulation_is_that_of_batches_times_their_visits() -> None:
    rng, spread = np.random.default_rng(2), 0.3
    visits = np.tile([400, 100, 2_500], (4_000, 1))
    means = rng.normal([0.5, 0.6, 0.7], spread / np.sqrt(visits))
    found = one_variance(values(means, visits))
    assert found == pytest.approx(spread**2, rel=0.05)
    together = means + rng.normal(0.0, 0.2, (4_000, 1))
    assert one_variance(values(together, visits)) == pytest.approx(found, rel=0.01)
    assert one_variance(values(means[:, :1], visits[:, :1])) > 0.08  # alone


def test_batches_that_agree_by_luck_keep_half_of_the_error_of_their_simulations() -> (
    None
):
    means = around([0.5, 0.5, 0.5], [0.01, 0.01, 1e-12])
    found = between_batches(values(means, 1_000), WIN, FAIR)
    assert found.error[:2] == pytest.approx([0.01, 0.01])
    one = one_variance(values(means, 1_000))
    assert found.error[2] == pytest.approx(LUCK * math.sqrt(one / 8_000), rel=0.05)


def test_the_spread_is_that_of_the_values_seen_not_of_games() -> None:
    """Estimates that vary by a hundredth have a floor of that size."""
    means = around([0.5, 0.5], [1e-4, 1e-4])
    floors = error_floors(values(means, 10**4), WIN)
    assert floors == pytest.approx([LUCK * 1e-4] * 2, rel=0.3)


def test_results_that_are_all_alike_may_still_differ() -> None:
    found = between_batches(values(np.ones((8, 1)), 100), WIN, FAIR)
    assert found.error == pytest.approx([1 / 800])
    low_of_exact_rule = 1 - 3 / 800  # rule of three
    assert found.low[0] == pytest.approx(low_of_exact_rule, abs=1e-3)


def test_proven_moves_and_moves_never_tried_have_no_floor() -> None:
    floors = error_floors(values(np.zeros((8, 3)), [9, 9, 0], [1]), WIN)
    assert floors[1] == 0.0
    assert np.isnan(floors[2])


# --- Who is compared ------------------------------------------------------------------


def test_contenders_have_a_tenth_of_the_most_visits_or_many_a_batch() -> None:
    few = np.tile([5, 500, 50, 49], (2, 1))
    assert contenders(few).tolist() == [False, True, True, False]
    many = np.array([[9_000, 300, 299], [9_000, 300, 300]])
    assert contenders(many).tolist() == [True, True, False]


@pytest.mark.parametrize(
    ("visits", "proven", "compared"),
    [
        ([500, 50, 14], [], [True, True, False]),
        ([500, 14, 14], [], [True, True, False]),  # a second one that was measured
        ([500, 14, 16], [], [True, False, True]),
        ([500, 16, 16], [], [True, True, True]),  # rivals
        ([500, 7, 6], [], [True, False, False]),  # no second one was
        ([500, 7, 0], [2], [True, False, True]),
        ([500], [], [True]),
    ],
)
def test_contenders_proven_moves_rivals_and_a_second_one_are_compared(
    visits: list[int], proven: list[int], compared: list[bool]
) -> None:
    found = compared_moves(values(np.zeros((8, len(visits))), visits, proven))
    assert found.tolist() == compared


def test_what_looks_best_of_the_others_is_compared_too() -> None:
    means = np.tile([0.5, 0.2, 0.1, 0.4, 0.9], (8, 1))
    found = compared_moves(values(means, [1_000, 12, 9, 8, 7]))
    assert found.tolist() == [True, True, False, True, False]  # 7 visits are too few


def test_a_settled_move_is_compared_without_visits_and_has_no_luck() -> None:
    seen = values(np.tile([0.5, 0.3], (8, 1)), [100, 0])
    seen = seen._replace(settled=np.array([True, True]))
    found = contest(seen, WIN._replace(doubt=0.1, apart=0.1))
    assert found is not None
    assert found.floors.tolist() == [0.0, 0.0]
    assert found.doubts_against(0) == pytest.approx([0.1 * math.sqrt((1 + 0.84) / 2)])


def test_there_is_no_contest_before_every_contender_has_been_measured() -> None:
    assert contest(values(np.zeros((8, 2)), [20, 7]), WIN) is None
    assert contest(values(np.zeros((1, 2)), 100), WIN) is None
    assert contest(values(np.zeros((1, 2)), 100, [0, 1]), WIN) is not None


def test_the_error_of_a_difference_is_that_of_the_pairs() -> None:
    common = np.linspace(-0.2, 0.2, 8)[:, None]
    means = around([0.50, 0.52, 0.40], [0.01, 0.01, 0.03]) + common
    found = contest(values(means), WIN)
    assert found is not None
    ahead, error = found.against(1)
    assert ahead == pytest.approx([0.02, 0.12])
    assert error == pytest.approx([math.hypot(0.01, 0.01), math.hypot(0.01, 0.03)])


# --- Chances --------------------------------------------------------------------------


def test_a_move_far_ahead_is_best_for_sure() -> None:
    chance, loss = chances(contest(values(around([0.9, 0.1], [1e-3, 1e-3])), WIN))
    assert chance == pytest.approx([1.0, 0.0], abs=1e-3)
    assert loss == pytest.approx([0.0, 0.8], abs=1e-2)


def test_equal_estimates_have_equal_chances() -> None:
    chance, loss = chances(contest(values(around([0.5, 0.5], [0.05, 0.05])), WIN))
    assert chance == pytest.approx([0.5, 0.5], abs=0.02)
    assert loss[0] == pytest.approx(loss[1], rel=0.05)
    assert loss[0] > 0.0


def test_a_single_move_is_best() -> None:
    chance, loss = chances(contest(values(around([0.3], [0.1])), WIN))
    assert (chance.tolist(), loss.tolist()) == ([1.0], [0.0])


def test_chances_sum_to_one() -> None:
    means = around([0.50, 0.52, 0.49, 0.55], [0.02, 0.03, 0.01, 0.04])
    chance, _ = chances(contest(values(means), WIN))
    assert sum(chance) == pytest.approx(1.0)
    assert chance[3] == max(chance)


def test_the_chance_is_that_of_the_difference_of_two_normal_means() -> None:
    means = around([0.50, 0.53], [0.02, 0.02], batches=2_000)
    chance, _ = chances(contest(values(means), WIN))
    z = 0.03 / math.hypot(0.02, 0.02)
    assert chance[1] == pytest.approx(0.5 + 0.5 * math.erf(z / math.sqrt(2)), abs=0.01)


def test_what_moves_have_in_common_changes_no_chance() -> None:
    means = around([0.50, 0.53], [0.02, 0.02])
    together = means + 10.0 * np.linspace(-1, 1, 8)[:, None]
    one, _ = chances(contest(values(means), WIN))
    two, _ = chances(contest(values(together), WIN))
    assert two == pytest.approx(one, abs=0.02)


def test_chances_are_fixed_by_the_seed() -> None:
    found = contest(values(around([0.5, 0.5], [0.1, 0.1])), WIN)
    assert found is not None
    first, again, other = (best_chances(found, FAIR, s)[0].tolist() for s in (1, 1, 2))
    assert first == again != other


def test_a_look_among_many_is_less_sure() -> None:
    found = contest(values(around([0.50, 0.53], [0.01, 0.01])), WIN)
    sure, _ = chances(found)
    less_sure, _ = chances(found, Level(0.95, 0.05))
    assert 0.6 < less_sure[1] < sure[1] - 0.02


def test_a_proven_move_is_drawn_without_error() -> None:
    means = around([0.5, 0.5, 0.5], [0.02, 0.0, 0.0])
    chance, loss = chances(contest(values(means, MANY, [1, 2]), WIN))
    assert chance == pytest.approx([0.5, 0.5, 0.5], abs=0.02)  # two are best together
    assert loss[1] == loss[2]


def test_the_loss_is_the_mean_of_what_the_best_is_ahead() -> None:
    """Of one normal mean around a proven one it is the error / sqrt(2 pi)."""
    means = around([0.5, 0.5], [0.02, 0.0], batches=2_000)
    _, loss = chances(contest(values(means, MANY, [1]), WIN))
    assert loss == pytest.approx([0.02 / math.sqrt(2 * math.pi)] * 2, rel=0.03)


# --- Verdicts -------------------------------------------------------------------------

T2, T3 = student(8, 0.025), student(8, 0.05 / 3)  # what 2 and 3 moves must exceed
E = 0.002 * math.sqrt(2)  # error of a difference between two moves

VERDICTS = [
    # why, means, errors, first, settled, goal, verdict, equals
    ("a single move", [0.5], [0.1], 0, False, WIN, "decided", ()),
    ("just sure", [0.5, 0.5 - 1.01 * T2 * E], [0.002] * 2, 0, True, WIN, "decided", ()),
    (
        *("just not sure", [0.5, 0.5 - 0.99 * T2 * E], [0.002] * 2),
        *(0, True, WIN, "undecided", ()),
    ),
    (
        *("three moves must be further apart", [0.5, 0.5 - 1.01 * T2 * E, 0.1]),
        *([0.002] * 3, 0, True, WIN, "undecided", ()),
    ),
    (
        *("and are", [0.5, 0.5 - 1.01 * T3 * E, 0.1]),
        *([0.002] * 3, 0, True, WIN, "decided", ()),
    ),
    (
        *("the search prefers another", [0.6, 0.5], [0.002] * 2),
        *(0, False, WIN, "undecided", ()),
    ),
    ("no difference", [0.5, 0.5], [1e-4] * 2, 0, False, WIN, "equal", (1,)),
    ("a little less", [0.499, 0.5], [1e-4] * 2, 0, True, WIN, "equal", (1,)),
    ("sure, yet too little", [0.5, 0.497], [1e-4] * 2, 0, True, WIN, "equal", (1,)),
    ("the interval is beyond", [0.5, 0.5], [0.002] * 2, 0, True, WIN, "undecided", ()),
    (
        *("a third may be better", [0.5, 0.5, 0.5], [1e-4, 1e-4, 0.01]),
        *(0, True, WIN, "undecided", ()),
    ),
    (
        *("a third is worse", [0.5, 0.5, 0.4], [1e-4, 1e-4, 0.01]),
        *(0, True, WIN, "equal", (1,)),
    ),
    (
        *("two are equal with it", [0.5, 0.4, 0.5, 0.5], [1e-4] * 4),
        *(0, True, WIN, "equal", (2, 3)),
    ),
    ("of points a wider zone", [3.0, 2.8], [1e-4] * 2, 0, True, MARGIN, "equal", (1,)),
    ("and an end of it", [3.0, 2.7], [1e-4] * 2, 0, True, MARGIN, "decided", ()),
    ("another is better", [0.5, 0.6], [1e-4] * 2, 0, True, WIN, "undecided", ()),
]  # fmt: skip


@pytest.mark.parametrize(
    ("why", "means", "errors", "first", "settled", "goal", "word", "equals"),
    VERDICTS,
    ids=[str(row[0]) for row in VERDICTS],
)
def test_verdicts(
    why: str,
    means: list[float],
    errors: list[float],
    first: int,
    settled: bool,
    goal: Goal,
    word: str,
    equals: tuple[int, ...],
) -> None:
    found = contest(values(around(means, errors), 10**12), goal)
    assert found is not None
    assert verdict(found, first, settled, goal, FAIR) == (word, equals)


def test_verdicts_of_proven_moves_need_no_visits() -> None:
    def of(means: list[float], errors: list[float], proven: list[int]) -> str:
        found = contest(values(around(means, errors), MANY, proven), WIN)
        assert found is not None
        return verdict(found, 0, False, WIN, FAIR).word

    assert of([0.6, 0.5], [0.0, 0.01], [0]) == "decided"
    assert of([0.6, 0.599], [0.0, 0.01], [0]) == "undecided"
    assert of([0.6, 0.5], [0.01, 0.0], [1]) == "undecided"  # the search has not settled
    assert of([0.6, 0.599], [0.0, 0.0], [0, 1]) == "equal"
    assert of([0.6, 0.594], [0.0, 0.0], [0, 1]) == "decided"
    assert of([1.0, 0.98], [0.0, 0.05], [0]) == "decided"  # nothing beats a sure win
    assert of([1.0, 1.0], [0.0, 0.0], [0, 1]) == "equal"


def test_more_confidence_asks_for_more() -> None:
    found = contest(values(around([0.5, 0.49], [0.003, 0.003])), WIN)
    assert found is not None
    words = [verdict(found, 0, True, WIN, Level(c)).word for c in (0.6, 0.9, 0.99)]
    assert words == ["decided", "decided", "undecided"]


def test_a_decided_move_is_as_surely_the_best_by_its_chance() -> None:
    rng, tried = np.random.default_rng(8), 0
    for level in (Level(0.8), FAIR, Level(0.95, 0.05)):
        for _ in range(60):
            moves = int(rng.integers(2, 7))
            means = rng.normal(0.5, 0.02, moves) + rng.normal(0, 0.03, (8, moves))
            found = contest(values(means), WIN)
            assert found is not None
            first = int(found.mean.argmax())
            if verdict(found, first, True, WIN, level).word == "decided":
                chance, _ = chances(found, level)
                assert chance[first] >= level.confidence - 0.005
                tried += 1
    assert tried >= 20
