"""What holds for every game in every variant: the promises of `engines.protocol`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

from analyzer import games as listed
from engines.jit import JIT
from engines.protocol import State, Vector
from engines.rng import DEAL, POLICY, new_stream
from search.rollout import make_estimate
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
DEALS = 4_000 if JIT else 300  # to count how often outcomes are dealt
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
    assert entry.search_settings() == game.settings


@each_game
def test_cases_cover_all_players_and_options(game: GameUnderTest) -> None:
    for players, options in listed.variants(listed.GAMES[game.name]):
        assert any(
            variant.players == players and options.items() <= variant.options.items()
            for variant in game.variants
        )
    numbers = {variant.players for variant in game.variants}
    assert max(numbers) <= game.rules.MAX_PLAYERS


@each_game
def test_the_largest_state_of_a_game_has_the_size_it_names(game: GameUnderTest) -> None:
    sizes = [len(case.new()) for case in CASES if case.game is game]
    assert max(sizes) == game.rules.STATE_SIZE


# --- Endings and sources of points ----------------------------------------------------


@each_case
def test_sources_add_up_with_what_was_scored_before(case: Case) -> None:
    rules, account = case.game.rules, listed.GAMES[case.game.name].accounts().account
    names = rules.SOURCES
    for state in played(case):
        before = state.copy()
        for player in range(case.variant.players):
            out = np.full(len(names), np.nan)
            rules.points_by_source(state, player, out)
            told = account(state, player)
            assert dict(zip(names, out, strict=True)).items() <= told.items()
            if rules.is_over(state):
                scores = of_players(case, state, rules.scores)
                assert told["total"] == scores[player]
        assert np.array_equal(before, state)


@each_case
def test_an_ended_game_has_one_of_its_endings(case: Case) -> None:
    rules = case.game.rules
    ended = [state for state in played(case) if rules.is_over(state)]
    assert ended
    for state in ended:
        assert 0 <= rules.ending(state) < len(rules.ENDINGS)


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
def test_a_turn_goes_on_only_where_a_decision_is_due(case: Case) -> None:
    rules = case.game.rules
    for state in played(case):
        if rules.is_mid_turn(state):
            assert rules.count_actions(state) > 0
            assert not rules.chance_due(state)
            assert not rules.is_over(state)


@each_case
def test_a_turn_that_goes_on_after_chance_is_of_the_same_player(case: Case) -> None:
    rules = case.game.rules
    for seed in SEEDS:
        for before, after in pairwise(positions(case, seed)):
            if rules.chance_due(before) and rules.is_mid_turn(after):
                assert rules.current_player(after) == rules.current_player(before)


# --- Chance ---------------------------------------------------------------------------


def outcomes(case: Case, state: State) -> dict[bytes, float]:
    """The states that a chance event can lead to, with their odds."""
    found = dict[bytes, float]()
    for index in range(case.game.rules.count_outcomes(state)):
        after = state.copy()
        odds = case.game.rules.deal_outcome(after, index)
        assert after.tobytes() not in found
        found[after.tobytes()] = odds
    return found


def listed_chance(case: Case) -> list[State]:
    """Positions of two games where chance is due whose outcomes can be listed."""
    states = [state for seed in SEEDS[:2] for state in positions(case, seed)]
    return [state for state in states if case.game.rules.count_outcomes(state)]


@each_case
def test_outcomes_are_distinct_and_their_odds_sum_to_one(case: Case) -> None:
    for state in listed_chance(case):
        found = outcomes(case, state)
        assert case.game.rules.chance_due(state)
        assert state.tobytes() not in found
        assert min(found.values()) > 0.0
        assert sum(found.values()) == pytest.approx(1.0, abs=1e-12)


@each_case
def test_all_chance_events_of_a_game_are_listed_or_none(case: Case) -> None:
    rules = case.game.rules
    due = [state for state in played(case) if rules.chance_due(state)]
    assert len({rules.count_outcomes(state) > 0 for state in due}) == 1


@each_case
def test_every_deal_is_among_the_outcomes(case: Case) -> None:
    for state in listed_chance(case):
        found = outcomes(case, state)
        for seed in range(5):
            after = state.copy()
            deal(case.game, after, seed)
            assert after.tobytes() in found


@each_case
def test_outcomes_are_dealt_as_often_as_their_odds_say(case: Case) -> None:
    states = listed_chance(case)
    for state in states[:: 1 + len(states) // 3]:
        rng, counts = new_stream(7, DEAL), Counter[bytes]()
        for _ in range(DEALS):
            after = state.copy()
            case.game.rules.deal(after, rng)
            counts[after.tobytes()] += 1
        for after_bytes, odds in outcomes(case, state).items():
            deviation = np.sqrt(DEALS * odds * (1.0 - odds))
            assert abs(counts[after_bytes] - DEALS * odds) <= 5.0 * deviation


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


@each_case
def test_a_state_is_of_one_size_all_game_long(case: Case) -> None:
    size = len(case.new())
    assert {len(state) for state in played(case)} == {size}


# --- Results --------------------------------------------------------------------------


@each_case
def test_shares_are_equal_among_the_winners_and_sum_to_one(case: Case) -> None:
    for state in played(case):
        shares = of_players(case, state, case.game.rules.outcome)
        winners = [share for share in shares if share]
        assert winners == [1.0 / len(winners)] * len(winners)


@each_case
def test_scores_are_those_of_the_notation(case: Case) -> None:
    for state in played(case)[::3]:
        fields = case.game.notation.to_fields(state)
        scores = case.game.oracle.from_fields(fields).scores()
        assert of_players(case, state, case.game.rules.scores) == list(scores)


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


@each_policy
def test_an_estimate_is_of_the_players_between_two_turns(case: Case, name: str) -> None:
    policy, rules = case.game.policies[name], case.game.rules
    estimate, weights = make_estimate(rules, policy), policy.default_weights()
    for state in decisions(case):
        if rules.is_mid_turn(state):
            continue
        before, estimates = state.copy(), list[list[float]]()
        for start in (np.nan, 0.5):
            wins, points = np.full((2, rules.MAX_PLAYERS), start)
            estimate(before, weights, wins, points)
            for out in (wins, points):
                absent = out[case.variant.players :]
                assert (np.isnan(absent) if np.isnan(start) else absent == 0.5).all()
                estimates.append(out[: case.variant.players].tolist())
        assert estimates[:2] == estimates[2:]
        assert sum(estimates[0]) == pytest.approx(1.0)
        assert 0.0 <= min(estimates[0]) <= max(estimates[0]) <= 1.0
        assert np.isfinite(estimates[1]).all()
        assert (before == state).all()


@each_case
def test_the_greedy_policy_takes_what_it_prefers(case: Case) -> None:
    policy = bind(case.game, "greedy")
    moves = np.zeros(case.game.rules.MAX_ACTIONS, np.int64)
    for state in decisions(case):
        before, rng = state.copy(), new_stream(4, POLICY)
        preferences = preferences_of(case, "greedy", before)
        chosen = policy.choose(before, moves, policy.weights, rng)
        best = max(preferences.values())
        assert preferences[chosen] == pytest.approx(best, rel=1e-12, abs=1e-12)


@each_case
def test_a_whole_game_is_the_same_twice(case: Case) -> None:
    first, second = (list(steps(case, 5, mixed(case.game, 5))) for _ in range(2))
    assert [step.action for step in first] == [step.action for step in second]
    assert (first[-1].after == second[-1].after).all()
