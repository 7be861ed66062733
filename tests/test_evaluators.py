"""What holds for every evaluator of every game: the promises of `Evaluator`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

from analyzer.games import GAMES as LISTED
from engines.jit import JIT
from engines.net_files import shipped
from engines.nets import NO_NET
from engines.protocol import State
from engines.rng import POLICY, new_stream
from search.evaluators import score
from search.rollout import make_estimate
from tests.play import by_policy, positions, steps
from tests.registry import CASES, Case

SEEDS = range(4 if JIT else 1)
STEP = 1 if JIT else 9
EVALUATED = [
    (case, name)
    for case in CASES
    for name in LISTED[case.game.name].for_state(case.new()).evaluators
]
each_evaluator = pytest.mark.parametrize(("case", "name"), EVALUATED, ids=str)
each_settled = pytest.mark.parametrize(
    "case", [case for case, name in EVALUATED if name == "settled"], ids=str
)


@cache
def bound(case: Case, name: str) -> tuple[Callable[..., None], Any]:
    """The kernel of an evaluator and its weights."""
    module = LISTED[case.game.name].evaluator_module(name, "greedy")
    return make_estimate(case.game.rules, module), module.default_weights()


def estimated(case: Case, name: str, state: State) -> tuple[list[float], list[float]]:
    """Win shares and points of those who play; nothing is said of others."""
    estimate, weights = bound(case, name)
    players = case.variant.players
    wins, points = np.full((2, case.game.rules.MAX_PLAYERS), np.nan)
    after = state.copy()  # of which an evaluator may try something out
    estimate(after, weights, wins, points)
    assert (after == state).all()
    assert np.isnan(wins[players:]).all()
    assert np.isnan(points[players:]).all()
    return wins[:players].tolist(), points[:players].tolist()


def unfinished(case: Case) -> list[State]:
    """Positions of some games that are not over: decisions, amid turns, afterstates."""
    states = [s for seed in SEEDS for s in positions(case, seed)]
    return [s for s in states[::STEP] if not case.game.rules.is_over(s)]


def test_every_game_has_evaluators_and_a_default_among_them() -> None:
    for entry in LISTED.values():
        assert {"settled", "score"} <= set(entry.evaluators)
        assert entry.evaluator in ("none", *entry.evaluators)
        assert entry.evaluator_module("none", "greedy") is entry.policy("greedy")


def has_net(entry: Any, start: Any) -> bool:
    """The package has nets for that set-up."""
    features = entry.inputs()
    kind = int(features.kind(start))
    return kind != NO_NET and shipped(features, kind).is_file()


def test_players_that_search_use_the_nets_of_a_set_up_where_there_are_any() -> None:
    for case in CASES:
        entry, start = LISTED[case.game.name], case.new()
        is_shipped = entry.features is not None and has_net(entry, start)
        found = entry.for_state(start)
        assert ("net" in found.evaluators) == is_shipped
        assert found.evaluator == found.strongest
        assert found.strongest == ("net" if is_shipped else entry.strongest)
        doubt = found.doubt(found.strongest, start)
        many = case.game.rules.player_count(start) > 1
        assert (doubt.win > 0.0) == (is_shipped and many)  # alone, there is no win
        assert (doubt.margin > 0.0) == is_shipped
    two = LISTED["azul"].for_state(LISTED["azul"].notation().new(2, {}))
    assert two.strongest == "net"


def test_positions_of_all_kinds_are_evaluated() -> None:
    for case in CASES:
        rules, states = case.game.rules, unfinished(case)
        assert any(rules.chance_due(state) for state in states)
        assert any(rules.count_actions(state) for state in states)
    assert any(c.game.rules.is_mid_turn(s) for c in CASES for s in unfinished(c))


@each_evaluator
def test_shares_sum_to_one_and_points_are_finite(case: Case, name: str) -> None:
    for state in unfinished(case):
        wins, points = estimated(case, name, state)
        assert sum(wins) == pytest.approx(1.0)
        assert 0.0 <= min(wins) <= max(wins) <= 1.0
        assert np.isfinite(points).all()


@pytest.mark.parametrize(
    ("case", "name"), [pair for pair in EVALUATED if pair[1] != "net"], ids=str
)  # a net learns win shares and points side by side
def test_who_expects_more_points_expects_to_win_more(case: Case, name: str) -> None:
    for state in unfinished(case)[::3]:
        wins, points = estimated(case, name, state)
        order = np.argsort(points)
        assert np.all(np.diff(np.array(wins)[order]) >= -1e-12)


@each_evaluator
def test_an_evaluation_changes_nothing_and_can_be_repeated(
    case: Case, name: str
) -> None:
    for state in unfinished(case):
        assert estimated(case, name, state) == estimated(case, name, state)


@each_evaluator
def test_seats_are_alike(case: Case, name: str) -> None:
    game = case.game
    for state in unfinished(case)[::7]:
        fields = game.notation.to_fields(state)
        if not game.seats_alike(fields):
            continue
        twin = game.notation.from_fields(game.rotated(fields)).state
        for here, there in zip(
            estimated(case, name, state), estimated(case, name, twin), strict=True
        ):
            assert there[1:] + there[:1] == pytest.approx(here, abs=1e-9)


@each_evaluator
def test_nothing_is_seen_that_the_text_of_a_position_does_not_say(
    case: Case, name: str
) -> None:
    notation = case.game.notation
    for state in unfinished(case)[::7]:
        twin = notation.parse(notation.format(state)).state
        for here, there in zip(
            estimated(case, name, state), estimated(case, name, twin), strict=True
        ):
            assert there == pytest.approx(here, abs=1e-9)


@each_settled
def test_the_nearer_the_end_the_better_a_game_is_foreseen(case: Case) -> None:
    if case.variant.players == 1 or not JIT:
        return
    errors: list[list[float]] = [[], []]
    for seed in range(12):
        greedy = by_policy(case.game, "greedy", new_stream(seed, POLICY))
        *states, end = [step.after for step in steps(case, seed, greedy)]
        shares = np.zeros(case.game.rules.MAX_PLAYERS)
        case.game.rules.outcome(end, shares)
        for late, part in ((0, states[:10]), (1, states[-10:])):
            for state in part:
                wins, _ = estimated(case, "settled", state)
                difference = np.array(wins) - shares[: case.variant.players]
                errors[late].append(float((difference**2).sum()))
    assert np.mean(errors[1]) < np.mean(errors[0])


def test_scores_decide_by_the_logistic_of_the_lead() -> None:
    wins = np.zeros(4)
    score.shares_of(np.array([30.0, 22.0, 99.0, 99.0]), 2, 8.0, wins)
    assert wins[:2] == pytest.approx([1 / (1 + np.exp(-1)), 1 / (1 + np.exp(1))])
    score.shares_of(np.array([5.0, 5.0, 5.0, 99.0]), 3, 8.0, wins)
    assert wins[:3] == pytest.approx([1 / 3] * 3)
