"""Searches find what can be worked out: last moves, forced wins, forced moves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import numpy as np
import pytest

from engines.jit import JIT
from engines.protocol import State
from search.answers import Analysis
from search.batches import Budget
from search.ranking import analyze
from tests.play import legal_actions, positions
from tests.registry import SEARCHED_CASES, Case, each_searched_case

GAMES = range(40)  # looked through for positions of a kind
FEW = 4  # positions of a kind and case
SOLVED_NODES = 3_000
MEMORY = 1 << 26
needs_jit = pytest.mark.skipif(not JIT, reason="thousands of simulations")

Results = dict[int, tuple[float, float]]  # by action: win share and margin


def search(case: Case, root: State, sims: int, **options: Any) -> Analysis:
    """An analysis with the default policy of the game."""
    policy = next(iter(case.game.policies.values()))
    budget = Budget(sims=sims)
    options = {"memory": MEMORY, "settings": case.game.settings, **options}
    return analyze(case.game.rules, policy, root, budget, **options)


# --- The last move --------------------------------------------------------------------


def result_of(case: Case, state: State, action: int) -> tuple[float, float] | None:
    """(win share, margin) of who plays the last action; None if the game goes on."""
    rules, after = case.game.rules, state.copy()
    player, players = rules.current_player(state), case.variant.players
    rules.play(after, action)
    if not rules.is_over(after):
        return None
    shares, points = np.zeros((2, rules.MAX_PLAYERS))
    rules.outcome(after, shares)
    rules.scores(after, points)
    others = [points[p] for p in range(players) if p != player]
    return float(shares[player]), float(points[player] - max(others, default=0.0))


def last_decisions(case: Case) -> Iterator[tuple[State, Results]]:
    """Positions with a choice where every action ends the game, and its results."""
    for seed in GAMES:
        for state in positions(case, seed)[-3:]:
            results: Results = {}
            for action in legal_actions(case.game, state):
                if (result := result_of(case, state, action)) is not None:
                    results[action] = result
            if 1 < len(results) == case.game.rules.count_actions(state):
                yield state, results


@needs_jit
def test_the_only_winning_last_move_is_ranked_first() -> None:
    tried = 0
    for case in SEARCHED_CASES:
        for state, results in last_decisions(case):
            shares = sorted(share for share, _ in results.values())
            if shares[-1] > shares[-2]:
                best = max(results, key=lambda action: results[action][0])
                found = search(case, state, 2_000)
                assert found.moves[0].turn[0] == best
                assert found.moves[0].win == pytest.approx(results[best][0])
                assert found.verdict == "decided"
                tried += 1
    assert tried >= 3


@needs_jit
@each_searched_case
def test_last_moves_have_their_exact_figures(case: Case) -> None:
    tried = 0
    for state, results in islice(last_decisions(case), FEW):
        for move in search(case, state, 400).moves:
            if move.visits:
                figures = (move.win, move.margin)
                assert figures == pytest.approx(results[move.turn[0]])
                assert move.line == move.turn
                tried += 1
    assert tried >= 2


@needs_jit
@each_searched_case
def test_by_margin_the_last_move_with_the_most_points_is_ranked_first(
    case: Case,
) -> None:
    for state, results in islice(last_decisions(case), FEW):
        found = search(case, state, 400, objective="margin")
        best = max(margin for _, margin in results.values())
        assert found.objective == "margin"
        assert results[found.moves[0].turn[0]][1] == best


# --- Forced wins ----------------------------------------------------------------------


class UnsolvedError(Exception):
    """A position is not worked out with the nodes allowed, or chance comes first."""


def solved(case: Case, state: State, nodes: list[int]) -> float:
    """Win share of player 0 of two, both at their best; takes from `nodes[0]`."""
    rules = case.game.rules
    nodes[0] -= 1
    if nodes[0] < 0 or rules.chance_due(state):
        raise UnsolvedError
    if rules.is_over(state):
        shares = np.zeros(rules.MAX_PLAYERS)
        rules.outcome(state, shares)
        return float(shares[0])
    values = solved_actions(case, state, nodes).values()
    return min(values) if rules.current_player(state) else max(values)


def solved_actions(case: Case, state: State, nodes: list[int]) -> dict[int, float]:
    """Win share of player 0 by action."""
    values = {}
    for action in legal_actions(case.game, state):
        after = state.copy()
        case.game.rules.play(after, action)
        values[action] = solved(case, after, nodes)
    return values


@cache
def critical_positions(case: Case) -> list[tuple[State, set[int]]]:
    """Positions some moves before the end where not all moves are best; those are."""
    found = []
    for seed in GAMES:
        for state in positions(case, seed)[-8:-2]:
            if case.game.rules.chance_due(state):
                continue
            try:
                values = solved_actions(case, state, [SOLVED_NODES])
            except UnsolvedError:
                continue
            player = case.game.rules.current_player(state)
            best = min(values.values()) if player else max(values.values())
            actions = {action for action, value in values.items() if value == best}
            if len(actions) < len(values):
                found.append((state, actions))
    return found


@needs_jit
def test_moves_that_keep_the_win_are_ranked_first() -> None:
    tried = 0
    for case in SEARCHED_CASES:
        if case.variant.players == 2:
            for state, best in critical_positions(case):
                found = search(case, state, 4_000, batches=2)
                assert found.moves[0].turn[0] in best, case.game.notation.format(state)
                tried += 1
    assert tried >= 5


# --- No choice ------------------------------------------------------------------------


def leaves_no_choice(case: Case, state: State) -> bool:
    """Whether one action is legal, and it ends the turn."""
    actions = legal_actions(case.game, state)
    if len(actions) != 1:
        return False
    after = state.copy()
    case.game.rules.play(after, actions[0])
    return not case.game.rules.is_mid_turn(after)


@each_searched_case
def test_a_single_legal_move_is_decided(case: Case) -> None:
    states = [s for seed in GAMES[:4] for s in positions(case, seed)]
    forced = [state for state in states if leaves_no_choice(case, state)][:3]
    for state in forced:
        found = search(case, state, 16)
        assert found.verdict == "decided"
        assert [move.visits for move in found.moves] == [16]


@each_searched_case
def test_no_analysis_where_no_decision_is_due(case: Case) -> None:
    for state in (positions(case, 1)[0], positions(case, 1)[-1]):
        with pytest.raises(ValueError, match="no decision is due"):
            search(case, state, 8)
