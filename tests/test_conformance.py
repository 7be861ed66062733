"""What holds for every game in every variant: the promises of `engines.protocol`."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

from analyzer import games as listed
from engines.jit import JIT
from engines.protocol import State, Vector
from engines.rng import DEAL, POLICY, new_stream
from tests.play import bind, deal, legal_actions, mixed, positions, steps
from tests.registry import (
    CASES,
    GAMES,
    Case,
    GameUnderTest,
    each_case,
    each_game,
)

SEEDS = range(8 if JIT else 1)
GUARD = 7  # words on either side of a state that no kernel may touch


def played(case: Case) -> list[State]:
    """Positions of some whole games, before deals and after the end too."""
    return [state for seed in SEEDS for state in positions(case, seed)]


def decisions(case: Case) -> list[State]:
    """The played positions where a decision is due."""
    return [s for s in played(case) if case.game.rules.count_actions(s)]


def guarded(state: State) -> tuple[State, State]:
    """(a buffer, the copy of the state in its middle)."""
    buffer = np.full(len(state) + 2 * GUARD, -77, np.int64)
    buffer[GUARD:-GUARD] = state
    return buffer, buffer[GUARD:-GUARD]


def of_players(
    case: Case, state: State, fill: Callable[[State, Vector], None]
) -> list[float]:
    """What a kernel says of the players; it says nothing of absent ones."""
    players = case.variant.players
    out = np.full(case.game.rules.MAX_PLAYERS, np.nan)
    fill(state, out)
    assert np.isnan(out[players:]).all()
    return out[:players].tolist()


# --- The registry ---------------------------------------------------------------------


def test_every_game_of_the_analyzer_is_under_test() -> None:
    assert list(GAMES) == list(listed.GAMES)


@each_game
def test_modules_and_policies_are_the_analyzers(game: GameUnderTest) -> None:
    entry = listed.GAMES[game.name]
    assert (entry.rules(), entry.notation()) == (game.rules, game.notation)
    assert list(entry.policies) == list(game.policies)
    for name, policy in game.policies.items():
        assert entry.policy(name) is policy


@each_game
def test_cases_cover_all_players_and_options(game: GameUnderTest) -> None:
    for players, options in listed.variants(listed.GAMES[game.name]):
        assert any(
            variant.players == players and options.items() <= variant.options.items()
            for variant in game.variants
        )
    numbers = {variant.players for variant in game.variants}
    assert max(numbers) <= game.rules.MAX_PLAYERS


# --- Actions --------------------------------------------------------------------------


@each_case
def test_actions_are_counted_listed_and_indexed_alike(case: Case) -> None:
    rules = case.game.rules
    for state in played(case):
        actions = legal_actions(case.game, state)
        assert rules.count_actions(state) == len(actions)
        assert [rules.action_at(state, i) for i in range(len(actions))] == actions


@each_case
def test_actions_are_distinct_and_within_the_bounds(case: Case) -> None:
    for state in played(case):
        actions = legal_actions(case.game, state)
        assert len(set(actions)) == len(actions) <= case.game.rules.MAX_ACTIONS
        assert all(0 <= a < case.game.rules.NUM_ACTIONS for a in actions)


@each_case
def test_there_is_a_decision_unless_chance_is_due_or_the_game_over(case: Case) -> None:
    rules = case.game.rules
    for state in played(case):
        due, over = rules.chance_due(state) > 0, rules.is_over(state)
        assert [due, over, rules.count_actions(state) > 0].count(True) == 1
        assert 0 <= rules.current_player(state) < rules.player_count(state)
        assert rules.player_count(state) == case.variant.players


@each_case
def test_chance_events_are_numbered_from_one_in_rising_order(case: Case) -> None:
    for seed in SEEDS:
        numbers = [case.game.rules.chance_due(s) for s in positions(case, seed)]
        events = [number for number in numbers if number]
        assert events == sorted(set(events))
        assert events[0] >= 1


# --- Turns ----------------------------------------------------------------------------


@each_case
def test_a_turn_that_has_begun_goes_on_with_the_same_player(case: Case) -> None:
    rules = case.game.rules
    for state in decisions(case):
        for action in legal_actions(case.game, state):
            after = state.copy()
            rules.play(after, action)
            if rules.is_mid_turn(after):
                assert rules.current_player(after) == rules.current_player(state)
                assert rules.count_actions(after) > 0


@each_case
def test_no_turn_has_begun_after_a_chance_event_or_at_the_end(case: Case) -> None:
    rules = case.game.rules
    for seed in SEEDS:
        states = positions(case, seed)
        assert not rules.is_mid_turn(states[-1])
        for before, after in pairwise(states):
            if rules.chance_due(before):
                assert not rules.is_mid_turn(before)
                assert not rules.is_mid_turn(after)


# --- Playing --------------------------------------------------------------------------


@each_case
def test_a_deal_does_nothing_unless_due(case: Case) -> None:
    for state in played(case):
        after, rng = state.copy(), new_stream(9, DEAL)
        case.game.rules.deal(after, rng)
        if case.game.rules.chance_due(state):
            assert (after != state).any()
        else:
            assert (after == state).all()
            assert rng[0] == new_stream(9, DEAL)[0]


@each_case
def test_chance_settles_in_events_with_rising_numbers(case: Case) -> None:
    for state in played(case):
        after, numbers = state.copy(), []
        while number := case.game.rules.chance_due(after):
            numbers.append(number)
            deal(case.game, after, 9)
        assert numbers == sorted(set(numbers))


@each_case
def test_the_same_stream_deals_the_same(case: Case) -> None:
    for state in played(case):
        twins = [state.copy(), state.copy()]
        for twin in twins:
            deal(case.game, twin, 3)
        assert (twins[0] == twins[1]).all()


@each_case
def test_play_is_deterministic_and_stays_within_the_state(case: Case) -> None:
    rules = case.game.rules
    for state in played(case):
        for action in legal_actions(case.game, state)[::7]:
            after = state.copy()
            rules.play(after, action)
            buffer, twin = guarded(state)
            rules.play(twin, action)
            assert (twin == after).all()
            assert (buffer[:GUARD] == -77).all()
            assert (buffer[-GUARD:] == -77).all()


@each_case
def test_a_deal_stays_within_the_state(case: Case) -> None:
    for state in played(case):
        buffer, twin = guarded(state)
        deal(case.game, twin, 3)
        assert (buffer[:GUARD] == -77).all()
        assert (buffer[-GUARD:] == -77).all()


@each_case
def test_questions_change_nothing(case: Case) -> None:
    rules = case.game.rules
    for state in played(case):
        before = state.copy()
        legal_actions(case.game, before)
        of_players(case, before, rules.scores)
        of_players(case, before, rules.outcome)
        assert (before == state).all()
        assert len(state) == rules.STATE_SIZE


# --- Results --------------------------------------------------------------------------


@each_case
def test_shares_are_equal_among_the_winners_and_sum_to_one(case: Case) -> None:
    for state in played(case):
        shares = of_players(case, state, case.game.rules.outcome)
        winners = [share for share in shares if share]
        assert winners == [1.0 / len(winners)] * len(winners)


@each_case
def test_scores_are_those_of_the_notation(case: Case) -> None:
    for state in played(case):
        fields = case.game.notation.to_fields(state)
        scores = [fields[f"p{p}.score"] for p in range(1, case.variant.players + 1)]
        assert of_players(case, state, case.game.rules.scores) == scores


# --- Policies -------------------------------------------------------------------------


def preferences_of(case: Case, name: str, state: State) -> dict[int, float]:
    """What a policy thinks of every legal action."""
    policy, rules = bind(case.game, name), case.game.rules
    moves, out = np.zeros(rules.MAX_ACTIONS, np.int64), np.full(rules.MAX_ACTIONS, 0.5)
    n = rules.legal_actions(state, moves)
    policy.preferences(state, moves, n, policy.weights, out)
    assert (out[n:] == 0.5).all()
    return dict(zip(moves[:n].tolist(), out[:n].tolist(), strict=True))


each_policy = pytest.mark.parametrize(
    ("case", "name"),
    [(case, name) for case in CASES for name in case.game.policies],
    ids=str,
)


@each_policy
def test_a_policy_takes_legal_actions_and_changes_nothing(
    case: Case, name: str
) -> None:
    policy, rng = bind(case.game, name), new_stream(4, POLICY)
    moves = np.zeros(case.game.rules.MAX_ACTIONS, np.int64)
    assert policy.weights.dtype == np.float64
    assert len(policy.weights) >= 1
    for state in decisions(case):
        before = state.copy()
        action = policy.choose(before, moves, policy.weights, rng)
        assert action in legal_actions(case.game, state)
        assert (before == state).all()


@each_policy
def test_preferences_are_finite_and_depend_on_nothing_else(
    case: Case, name: str
) -> None:
    for state in decisions(case):
        before = state.copy()
        preferences = preferences_of(case, name, before)
        assert np.isfinite(list(preferences.values())).all()
        assert preferences_of(case, name, before) == preferences
        assert (before == state).all()


@each_case
def test_the_greedy_policy_takes_what_it_prefers(case: Case) -> None:
    policy = bind(case.game, "greedy")
    moves = np.zeros(case.game.rules.MAX_ACTIONS, np.int64)
    for state in decisions(case):
        preferences = preferences_of(case, "greedy", state)
        chosen = policy.choose(state, moves, policy.weights, new_stream(4, POLICY))
        best = max(preferences.values())
        assert preferences[chosen] == pytest.approx(best, rel=1e-12, abs=1e-12)


@each_case
def test_a_whole_game_is_the_same_twice(case: Case) -> None:
    first, second = (list(steps(case, 5, mixed(case.game, 5))) for _ in range(2))
    assert [step.action for step in first] == [step.action for step in second]
    assert (first[-1].after == second[-1].after).all()
