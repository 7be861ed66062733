"""What holds for every game in every variant: the promises of `engines.protocol`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer import games as listed
from engines.jit import JIT
from engines.protocol import State, Vector
from engines.rng import DEAL, POLICY, new_stream
from tests.play import bind, deal, legal_actions, mixed, positions, steps
from tests.registry import (
    CASES,
    GAMES,
    Case,
    Fields,
    GameUnderTest,
    each_case,
    each_game,
)

SEEDS = range(8 if JIT else 1)
GUARD = 7  # words on either side of a state that no kernel may touch
walks = settings(derandomize=True, deadline=None, max_examples=150 if JIT else 5)


def played(case: Case) -> list[State]:
    """Positions of some whole games, before deals and after the end too."""
    return [state for seed in SEEDS for state in positions(case, seed)]


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


# --- Playing --------------------------------------------------------------------------


@each_case
def test_a_deal_does_nothing_unless_due(case: Case) -> None:
    for state in played(case):
        after, rng = state.copy(), new_stream(9, DEAL)
        case.game.rules.deal(after, rng)
        if case.game.rules.chance_due(state):
            assert case.game.rules.chance_due(after) == 0
        else:
            assert (after == state).all()
            assert rng[0] == new_stream(9, DEAL)[0]


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


def decisions(case: Case) -> list[State]:
    """The played positions where a decision is due."""
    return [s for s in played(case) if case.game.rules.count_actions(s)]


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


# --- Random walks ---------------------------------------------------------------------


class Walk:
    """A position of a game played at random, and indices of moves to go on with."""

    def __init__(self, case: Case, seed: int, ply: int, indices: list[int]) -> None:
        self.case, self.seed, self.indices = case, seed, indices
        states = positions(case, seed)
        self.start = states[ply % len(states)].copy()

    def __repr__(self) -> str:
        text = self.case.game.notation.format(self.start)
        return f"Walk({text}, seed={self.seed}, indices={self.indices})"

    def go_on(self, state: State, index: int) -> int | None:
        """One step further in `state`; the action, None for a deal or the end."""
        actions = legal_actions(self.case.game, state)
        if not actions:
            deal(self.case.game, state, self.seed)
            return None
        action = actions[index % len(actions)]
        self.case.game.rules.play(state, action)
        return action

    def states(self) -> list[State]:
        """The positions on the way, the start first."""
        path = [self.start.copy()]
        for index in self.indices:
            path.append(path[-1].copy())
            self.go_on(path[-1], index)
        return path


a_walk = st.builds(
    Walk,
    st.sampled_from(CASES),
    st.integers(0, 30),
    st.integers(0, 200),
    st.lists(st.integers(0, 300), min_size=1, max_size=25),
)


@walks
@given(a_walk)
def test_walks_conserve_the_pieces(walk: Walk) -> None:
    game = walk.case.game
    for state in walk.states():
        assert game.pieces(game.notation.to_fields(state)) == game.all_pieces


@walks
@given(a_walk)
def test_positions_on_walks_survive_as_text_and_as_json(walk: Walk) -> None:
    notation = walk.case.game.notation
    for state in walk.states():
        fields: Fields = json.loads(json.dumps(notation.to_fields(state)))
        for parsed in (
            notation.parse(notation.format(state)),
            notation.from_fields(fields),
        ):
            assert (parsed.state == state).all()
            assert parsed.warnings == ()


@walks
@given(a_walk)
def test_moves_on_walks_survive_as_text(walk: Walk) -> None:
    notation = walk.case.game.notation
    for state in walk.states():
        actions = legal_actions(walk.case.game, state)
        texts = [notation.format_move(action, state) for action in actions]
        assert len(set(texts)) == len(texts)
        picked = walk.indices[0] % len(actions) if actions else 0
        for action, text in list(zip(actions, texts, strict=True))[picked::17]:
            assert notation.parse_move(text, state) == action


@walks
@given(a_walk)
def test_deals_on_walks_survive_as_text(walk: Walk) -> None:
    notation, rules = walk.case.game.notation, walk.case.game.rules
    for before in walk.states():
        if rules.chance_due(before):
            state = before.copy()
            deal(walk.case.game, state, walk.seed)
            read = notation.parse_deal(notation.format_deal(state), before)
            assert (read == state).all()


@walks
@given(a_walk)
def test_every_listed_move_can_be_played(walk: Walk) -> None:
    game = walk.case.game
    state = walk.states()[-1]
    for action in legal_actions(game, state):
        after = state.copy()
        game.rules.play(after, action)
        assert game.pieces(game.notation.to_fields(after)) == game.all_pieces


@walks
@given(a_walk, st.integers(1, 3))
def test_seats_are_symmetric(walk: Walk, turns: int) -> None:
    game = walk.case.game

    def rotated(state: State) -> dict[str, Any]:
        fields = game.notation.to_fields(state)
        for _ in range(turns):
            fields = game.rotated(fields)
        return fields

    state = walk.start.copy()
    twin = game.notation.from_fields(rotated(state)).state
    for index in walk.indices:
        assert legal_actions(game, state) == legal_actions(game, twin)
        assert walk.go_on(state, index) == walk.go_on(twin, index)
        assert game.notation.to_fields(twin) == rotated(state)


@each_case
def test_a_whole_game_is_the_same_twice(case: Case) -> None:
    first, second = (list(steps(case, 5, mixed(case.game, 5))) for _ in range(2))
    assert [step.action for step in first] == [step.action for step in second]
    assert (first[-1].after == second[-1].after).all()
