"""The kernels and the oracle play the same games, in lockstep."""

from __future__ import annotations

import numpy as np
import pytest

from engines.jit import JIT
from engines.protocol import State, Vector
from tests.play import Step, legal_actions, mixed, steps
from tests.registry import Case, Oracle, each_case, each_more_case

FEW_GAMES = 2  # without a JIT, and of each further variant
MANY_GAMES = 2_000
MORE_GAMES = 40  # of each further variant in the slow suite
ODDS_EVERY = 7  # at every so many-th move or deal the odds are compared


def assert_same_moves(case: Case, state: State, oracle: Oracle) -> None:
    """Both offer the same moves."""
    actions = legal_actions(case.game, state)
    moves = case.game.format_moves(actions, state)
    assert sorted(moves) == sorted(oracle.moves())


def assert_same_scores(case: Case, state: State, oracle: Oracle) -> None:
    """Both count the same points."""
    points: Vector = np.zeros(case.game.rules.MAX_PLAYERS)
    case.game.rules.scores(state, points)
    assert points[: case.variant.players].tolist() == list(oracle.scores())


def assert_same_odds(case: Case, state: State, oracle: Oracle) -> None:
    """Both list the same results of the chance event due, equally likely."""
    odds: dict[str, float] = {}
    for index in range(case.game.rules.count_outcomes(state)):
        after = state.copy()
        chance = case.game.rules.deal_outcome(after, index)
        odds[case.game.notation.format_deal(after, state)] = chance
    assert odds == {text: float(chance) for text, chance in oracle.deals().items()}


def follow(case: Case, step: Step, oracle: Oracle) -> None:
    """The oracle has made the step too."""
    notation = case.game.notation
    if step.action is None:
        oracle.apply_deal(notation.format_deal(step.after, step.before))
    else:
        oracle.play(notation.format_move(step.action, step.before))


def assert_same_result(case: Case, state: State, oracle: Oracle) -> None:
    """Both give the same win shares."""
    shares: Vector = np.zeros(case.game.rules.MAX_PLAYERS)
    case.game.rules.outcome(state, shares)
    expected = [float(share) for share in oracle.win_shares()]
    assert shares[: len(expected)].tolist() == expected


def assert_same_result_of_a_tie(case: Case, oracle: Oracle) -> None:
    """Both break, or do not break, the tie of players with equal scores.

    That needs scores that do not follow from the other fields.
    """
    fields = oracle.to_fields()
    keys = [f"p{player}.score" for player in range(1, case.variant.players + 1)]
    if keys[0] not in fields:
        return
    fields |= dict.fromkeys(keys, max(fields[key] for key in keys))
    state = case.game.notation.from_fields(fields).state
    assert_same_result(case, state, case.game.oracle.from_fields(fields))


def assert_lockstep(case: Case, seed: int) -> None:
    """One game: same moves, fields, scores, odds, end and win shares all along."""
    oracle, state = case.new_oracle(), case.new()
    assert case.game.notation.to_fields(state) == oracle.to_fields()
    for ply, step in enumerate(steps(case, seed, mixed(case.game, seed))):
        assert_same_moves(case, step.before, oracle)
        assert not oracle.over
        if step.action is None and ply % ODDS_EVERY == 0:
            assert_same_odds(case, step.before, oracle)
        follow(case, step, oracle)
        state = step.after
        assert case.game.notation.to_fields(state) == oracle.to_fields()
        assert_same_scores(case, state, oracle)
    assert_same_moves(case, state, oracle)
    assert oracle.over
    assert_same_result(case, state, oracle)
    assert_same_result_of_a_tie(case, oracle)


@each_case
def test_kernels_and_oracle_agree_after_every_move_and_deal(case: Case) -> None:
    for seed in range(case.game.lockstep_games if JIT else FEW_GAMES):
        assert_lockstep(case, seed)


@each_more_case
def test_they_agree_in_further_variants(case: Case) -> None:
    for seed in range(FEW_GAMES):
        assert_lockstep(case, seed)


@pytest.mark.slow
@each_case
def test_they_agree_in_thousands_of_games(case: Case) -> None:
    for seed in range(MANY_GAMES):
        assert_lockstep(case, case.game.lockstep_games + seed)


@pytest.mark.slow
@each_more_case
def test_they_agree_in_dozens_of_games_of_further_variants(case: Case) -> None:
    for seed in range(MORE_GAMES):
        assert_lockstep(case, FEW_GAMES + seed)
