"""What holds on walks at random through every game: pieces, notation, seats."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engines.jit import JIT
from engines.protocol import State
from tests.play import deal, legal_actions, positions
from tests.registry import CASES, MORE_CASES, Case, Fields

walks = settings(derandomize=True, deadline=None, max_examples=300 if JIT else 10)


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
    st.sampled_from([*CASES, *MORE_CASES]),
    st.integers(0, 30),
    st.integers(0, 400),
    st.lists(st.integers(0, 300), min_size=1, max_size=25),
)


@walks
@given(a_walk)
def test_walks_conserve_the_pieces(walk: Walk) -> None:
    game = walk.case.game
    pieces = game.all_pieces(walk.case.variant)
    for state in walk.states():
        assert game.pieces(game.notation.to_fields(state)) == pieces


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
            if "stacks" not in walk.case.variant.options:  # unusual ones are doubted
                assert parsed.warnings == ()


@walks
@given(a_walk)
def test_moves_on_walks_survive_as_text(walk: Walk) -> None:
    notation = walk.case.game.notation
    for state in walk.states():
        actions = legal_actions(walk.case.game, state)
        texts = walk.case.game.format_moves(actions, state)
        assert len(set(texts)) == len(texts)
        picked = walk.indices[0] % len(actions) if actions else 0
        for action, text in list(zip(actions, texts, strict=True))[picked::17]:
            assert notation.format_move(action, state) == text
            assert notation.parse_move(text, state) == action


@walks
@given(a_walk)
def test_deals_on_walks_survive_as_text(walk: Walk) -> None:
    notation, rules = walk.case.game.notation, walk.case.game.rules
    for before in walk.states():
        if rules.chance_due(before):
            state = before.copy()
            deal(walk.case.game, state, walk.seed)
            read = notation.parse_deal(notation.format_deal(state, before), before)
            assert (read == state).all()


@walks
@given(a_walk)
def test_every_listed_move_can_be_played(walk: Walk) -> None:
    game = walk.case.game
    pieces = game.all_pieces(walk.case.variant)
    state = walk.states()[-1]
    for action in legal_actions(game, state):
        after = state.copy()
        game.rules.play(after, action)
        assert game.pieces(game.notation.to_fields(after)) == pieces


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
    assume(game.seats_alike(game.notation.to_fields(state)))
    twin = game.notation.from_fields(rotated(state)).state
    for index in walk.indices:
        assert legal_actions(game, state) == legal_actions(game, twin)
        assert walk.go_on(state, index) == walk.go_on(twin, index)
        assert game.notation.to_fields(twin) == rotated(state)
