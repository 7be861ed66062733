"""Looks and marks, searches that stop when decided, and proven moves among others."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from engines.jit import JIT
from search import ranking
from search.answers import Analysis
from search.batches import Budget, Sums
from search.confidence import Estimate, Level, Values
from search.looks import (
    FIRST_LOOK,
    FIRST_MARK,
    LOOKS,
    at_a_look,
    at_the_end,
    half_way,
    is_look,
    next_mark,
)
from search.outlook import limits, outlook, stays_ahead
from search.ranking import Exact, Sample, is_settled, judge
from tests import toy_game
from tests.play import positions
from tests.registry import SEARCHED_CASES, Case, each_searched_case
from tests.toy_game import Node, chance, decision, over

needs_jit = pytest.mark.skipif(not JIT, reason="thousands of simulations")
MEMORY = 1 << 22


def without_time(analysis: Analysis) -> Analysis:
    """All that does not depend on the clock."""
    return dataclasses.replace(analysis, seconds=0.0)


def coin(wins: int, of: int) -> Node:
    """A game won by so many chances of so many."""
    return chance((wins, over(1, 0)), (of - wins, over(0, 1)))


def search(root: Node, sims: int | None, **options: Any) -> Analysis:
    """An analysis of a tree."""
    state = toy_game.start(root, 2)
    options = {"memory": MEMORY, **options}
    budget = options.pop("budget", Budget(sims=sims))
    return ranking.analyze(toy_game, toy_game, state, budget, **options)


CLEAR = decision(0, coin(3, 4), coin(1, 4))
ALIKE = decision(0, coin(1, 2), coin(1, 2))
CLOSE = decision(0, coin(51, 100), coin(50, 100))


# --- Marks and looks ------------------------------------------------------------------


def test_marks_come_four_times_while_simulations_double_and_hold_all_looks() -> None:
    marks = [FIRST_MARK]
    while marks[-1] < 10**7:
        marks.append(next_mark(marks[-1]))
    assert marks[:5] == [16, 19, 22, 26, 32]
    assert marks[::4] == [FIRST_MARK << n for n in range(len(marks[::4]))]
    looks = [mark for mark in marks if is_look(mark)]
    assert looks == [FIRST_LOOK << n for n in range(LOOKS)]


@pytest.mark.parametrize(
    ("done", "mark"),
    [(0, None), (31, None), (32, 16), (37, 16), (38, 19), (1_024, 512), (1_023, 430)],
)
def test_half_way_is_the_last_mark_before_half(done: int, mark: int | None) -> None:
    assert half_way(done) == mark


def test_looks_and_the_end_spend_the_whole_risk_between_them() -> None:
    for confidence in (0.9, 0.95):
        risks = LOOKS * at_a_look(confidence).risk + at_the_end(confidence).risk
        assert risks == pytest.approx(1.0 - confidence)


# --- Until decided --------------------------------------------------------------------


@needs_jit
def test_a_clear_position_ends_a_search_at_the_first_look() -> None:
    found = search(CLEAR, 10**6, until_decided=True)
    assert (found.sims, found.settled) == (8 * FIRST_LOOK, True)
    assert (found.verdict, found.interrupted) == ("decided", False)
    assert found.half_width == pytest.approx(at_a_look(0.95).half_width(8))


@needs_jit
def test_an_equal_position_ends_a_search_too() -> None:
    found = search(ALIKE, 4_000_000, until_decided=True)
    assert (found.verdict, found.settled, found.equals) == ("equal", True, (2,))
    assert found.sims < 4_000_000


@needs_jit
def test_what_is_not_clear_uses_the_budget_with_what_risk_is_left() -> None:
    found = search(CLOSE, 20_000, until_decided=True)
    assert (found.sims, found.settled) == (20_000, False)
    assert found.verdict == "undecided"
    assert found.half_width == pytest.approx(at_the_end(0.95).half_width(8))


@needs_jit
def test_without_being_asked_a_search_uses_its_budget() -> None:
    found = search(CLEAR, 10_000)
    assert (found.sims, found.settled) == (10_000, False)
    assert found.half_width == pytest.approx(Level(0.95).half_width(8))


@needs_jit
@pytest.mark.parametrize("root", [CLEAR, ALIKE], ids=["clear", "alike"])
def test_where_a_search_stops_depends_on_no_budget_clock_or_thread(root: Node) -> None:
    first = search(root, 8_000_000, until_decided=True)
    assert first.settled
    for options in (
        {"jobs": 2},
        {"budget": Budget(sims=first.sims)},  # as its reproducing command says
        {"budget": Budget(seconds=600.0)},
        {"budget": Budget(sims=first.sims + 5, seconds=600.0), "jobs": 2},
    ):
        again = search(root, 8_000_000, until_decided=True, **options)
        assert without_time(again) == without_time(first)


@needs_jit
def test_a_single_choice_is_no_reason_to_stop() -> None:
    found = search(decision(0, coin(1, 2)), 8_192, until_decided=True)
    assert (found.sims, found.verdict, found.settled) == (8_192, "decided", False)


@needs_jit
def test_confidence_widens_intervals_and_delays_a_verdict() -> None:
    root = decision(0, coin(26, 50), coin(23, 50))
    sims, widths = [], []
    for confidence in (0.6, 0.95, 0.999):
        found = search(root, 10**7, until_decided=True, confidence=confidence)
        sims.append(found.sims)
        widths.append(found.half_width)
        assert (found.confidence, found.verdict) == (confidence, "decided")
    assert sims == sorted(sims)
    assert sims[0] < sims[2]
    assert widths == sorted(widths)


@pytest.mark.parametrize("confidence", [0.5, 1.0, float("nan"), -1.0])
def test_a_confidence_is_between_a_half_and_one(confidence: float) -> None:
    with pytest.raises(ValueError, match="is not between"):
        search(CLEAR, 8, confidence=confidence)


# --- What answers depend on -----------------------------------------------------------


def middle(case: Case) -> Any:
    """A position from the middle of a game with a choice of moves."""
    states = positions(case, 2)
    rules = case.game.rules
    return next(s for s in states[len(states) // 2 :] if rules.count_actions(s) >= 3)


def search_case(case: Case, root: Any, sims: int, **options: Any) -> Analysis:
    """An analysis with the default policy of the game."""
    return ranking.analyze(
        case.game.rules,
        next(iter(case.game.policies.values())),
        root,
        Budget(sims=sims),
        **{"memory": 1 << 26, "settings": case.game.settings, **options},
    )


FIRST_CASES = [
    next(case for case in SEARCHED_CASES if case.game.name == name)
    for name in ("azul", "summer-pavilion", "flowers")
]


@needs_jit
@pytest.mark.parametrize(
    "case",
    [
        FIRST_CASES[0],
        *(pytest.param(case, marks=pytest.mark.slow) for case in FIRST_CASES[1:]),
    ],
    ids=str,
)
def test_twenty_budgets_give_the_same_again_on_any_number_of_threads(
    case: Case,
) -> None:
    root = middle(case)
    for number, sims in enumerate(np.geomspace(8, 5_000, 20).astype(int).tolist()):
        options = {"until_decided": number % 2 == 0, "seed": number}
        answers = [
            without_time(search_case(case, root, sims, jobs=jobs, **options))
            for jobs in (1, 2)
        ]
        assert answers[0] == answers[1]


@each_searched_case
def test_an_answer_depends_on_nothing_that_the_position_does_not_show(
    case: Case,
) -> None:
    """What its text does not say, a state that was played does not know either."""
    played = middle(case)
    notation = case.game.notation
    told = notation.parse(notation.format(played)).state
    sims = 400 if JIT else 16
    answers = [
        without_time(search_case(case, root, sims, until_decided=True))
        for root in (played, told)
    ]
    assert answers[0] == answers[1]


# --- Proven moves ---------------------------------------------------------------------

MOVES = decision(0, coin(1, 2), coin(2, 5), coin(1, 2))


def proven_search(values: dict[int, tuple[float, float]], **options: Any) -> Analysis:
    """MOVES with some of its moves proven; they are numbered from 1."""
    known = {(move,): Exact(*value) for move, value in values.items()}
    return search(MOVES, options.pop("sims", 4_000), proven=known, **options)


def by_turn(found: Analysis) -> dict[int, Any]:
    """Moves by number."""
    return {move.turn[0]: move for move in found.moves}


@needs_jit
def test_a_proven_move_has_its_value_no_error_and_its_place() -> None:
    found = proven_search({2: (0.9, 3.0)})
    first = found.moves[0]
    assert (first.turn, first.proven, first.p_best, first.regret) == ((2,), True, 1, 0)
    assert (first.win, first.win_se, first.win_low, first.win_high) == (
        0.9,
        0,
        0.9,
        0.9,
    )
    assert (first.margin, first.margin_se) == (3.0, 0.0)
    assert (first.outlook_low, first.outlook_high) == (0.9, 0.9)
    assert (found.verdict, found.proven) == ("decided", False)
    others = [move for move in found.moves if not move.proven]
    assert len(others) == 2
    assert all(move.win_se and move.p_best == 0.0 for move in others)


@needs_jit
def test_a_proven_loss_is_no_rival_and_stays_below() -> None:
    found = proven_search({1: (0.0, -9.0)})
    assert by_turn(found)[1].p_best == 0.0
    assert found.moves[0].turn == (3,)
    assert found.moves[-1].turn == (1,)
    assert found.verdict == "decided"


@needs_jit
def test_a_proven_win_is_decided_however_little_it_was_searched() -> None:
    for sims in (8, 400, 4_000):
        found = proven_search({2: (1.0, 1.0)}, sims=sims)
        assert (found.verdict, found.moves[0].turn) == ("decided", (2,))
    found = proven_search({2: (1.0, 1.0)}, sims=10**6, until_decided=True)
    assert (found.settled, found.sims) == (True, 8 * FIRST_LOOK)
    found = proven_search({2: (0.9, 1.0)}, sims=8)
    assert found.verdict == "undecided"  # nothing else has been measured


@needs_jit
def test_moves_that_are_all_proven_are_a_proven_answer() -> None:
    values = {1: (0.5, 1.0), 2: (0.25, 2.0), 3: (0.498, 1.5)}
    found = proven_search(values, sims=8)
    assert (found.proven, found.verdict, found.equals) == (True, "equal", (2,))
    assert [move.turn[0] for move in found.moves] == [3, 1, 2]
    assert [move.p_best for move in found.moves] == [0.0, 1.0, 0.0]
    assert [move.regret for move in found.moves] == pytest.approx([0.002, 0.0, 0.25])
    stopped = proven_search(values, sims=10**6, until_decided=True)
    assert (stopped.settled, stopped.sims) == (True, 8 * FIRST_LOOK)


@needs_jit
def test_proven_by_margin_counts_points() -> None:
    found = proven_search({1: (0.0, 5.0)}, objective="margin")
    assert (found.moves[0].turn, found.verdict) == ((1,), "decided")


# --- Outlook --------------------------------------------------------------------------


def values(mean: list[list[float]], visits: int, proven: bool = False) -> Values:
    """Means of batches with the same visits everywhere."""
    means = np.array(mean)
    marks = np.full(means.shape[1], proven)
    return Values(means, np.full(means.shape, visits), marks)


def falling(limit: float, bias: float, visits: int) -> Values:
    """Two batches whose mean falls to a limit with the square root of the visits."""
    return values([[limit + bias / np.sqrt(visits)]] * 2, visits)


def test_the_limit_of_what_falls_with_the_square_root_is_found() -> None:
    for limit, bias in ((0.4, 3.0), (0.6, -2.0), (0.5, 0.0)):
        now, then = falling(limit, bias, 1_000), falling(limit, bias, 430)
        assert limits(now, then) == pytest.approx(np.full((2, 1), limit))


def test_an_outlook_holds_the_interval_the_limit_and_half_as_much_beyond() -> None:
    now, then = falling(0.4, 3.0, 1_000), falling(0.4, 3.0, 500)
    mean = now.mean[0, 0]
    found = Estimate(
        np.array([mean]), *np.array([[0.01], [mean - 0.02], [mean + 0.02]])
    )
    low, high = outlook(found, now, then, Level())
    assert low == pytest.approx([0.4 - 0.5 * (mean - 0.4)])
    assert high == pytest.approx([mean + 0.02])


def test_there_is_no_outlook_without_a_trend() -> None:
    now, found = values([[0.5], [0.5]], 100), Estimate(*np.full((4, 1), 0.5))
    for then in (None, values([[0.5], [0.5]], 90), values([[0.5], [0.5]], 7)):
        assert np.isnan(outlook(found, now, then, Level())).all()
    exact = values([[0.5], [0.5]], 100, proven=True)
    assert outlook(found, exact, None, Level())[0].tolist() == [0.5]


def test_a_verdict_asks_that_the_first_stays_ahead() -> None:
    then = values([[0.60, 0.40], [0.60, 0.40]], 500)
    falls = values([[0.55, 0.45], [0.55, 0.45]], 1_000)
    holds = values([[0.60, 0.45], [0.60, 0.45]], 1_000)
    others = np.array([1])
    assert not stays_ahead(0, others, falls, then)
    assert stays_ahead(0, others, holds, then)
    assert stays_ahead(0, others, falls, None)
    noise = np.linspace(-0.001, 0.001, 8)[:, None] * [[1, -1]]
    for now, word in ((falls, "undecided"), (holds, "decided")):
        means, before = (np.tile(v.mean[0], (8, 1)) + noise for v in (now, then))
        none = np.zeros(2, bool)
        counts = np.full((8, 2), 10**6)
        after, half = Values(means, counts, none), Values(before, counts // 2, none)
        sample = Sample(after, after, by_margin=False, earlier=half)
        assert judge(sample, Level())[1].word == word
        assert is_settled(sample, Level()) == (word == "decided")


@needs_jit
def test_sums_at_a_mark_are_those_of_a_search_that_ended_there() -> None:
    """Batches at half their way are what a search of that budget is at its end."""
    seen: list[Sums | None] = []
    original = ranking._sample

    def noting(found: Any, *rest: Any) -> Sample:
        seen.extend([found.sums(), found.sums_half_way()])
        return original(found, *rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ranking, "_sample", noting)
        search(CLOSE, 8 * 512)
        search(CLOSE, 8 * 1_024)
    at_512, _, _, half = seen
    assert at_512 is not None
    assert half is not None
    for one, two in zip(at_512, half, strict=True):
        assert (one == two).all()
