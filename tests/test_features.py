"""What nets see of a position, against a slow second computation of it."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.games import GAMES as LISTED
from engines.jit import JIT
from engines.nets import MAX_DENSE, MAX_PLAYERS, NO_NET, POINTS
from engines.protocol import State
from engines.rng import POLICY, new_stream
from tests.oracles import azul_inputs, flowers_inputs, summer_pavilion_inputs
from tests.play import by_policy, positions, steps
from tests.registry import CASES, MORE_CASES, Case

SEEDS = range(2 if JIT else 1)
STEP = 2 if JIT else 9
SLOWER = {"flowers": 4}  # more positions left out where the oracle takes long
ORACLES = {
    "azul": azul_inputs.inputs,
    "summer-pavilion": summer_pavilion_inputs.inputs,
    "flowers": flowers_inputs.inputs,
}


def kind_of(case: Case) -> int:
    """The kind of nets that the set-up has, NO_NET if it can have none."""
    entry = LISTED[case.game.name]
    return NO_NET if entry.features is None else int(entry.inputs().kind(case.new()))


FEATURES = [case for case in CASES if kind_of(case) != NO_NET]
each_case = pytest.mark.parametrize("case", FEATURES, ids=str)


@cache
def unfinished(case: Case) -> list[State]:
    """Positions of some games, before the deals too, that are not over.

    One game is by the first policy: random ones fill few rows and stars.
    """
    greedy = by_policy(case.game, "greedy", new_stream(0, POLICY))
    states = [step.before for step in steps(case, 1, greedy)]
    states += [state for seed in SEEDS for state in positions(case, seed)]
    step = STEP * SLOWER.get(case.game.name, 1)
    return [s for s in states[::step] if not case.game.rules.is_over(s)]


def seen(case: Case, state: State) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """The inputs that are 1, as they come, and the numbers."""
    features = LISTED[case.game.name].inputs()
    active = np.full(features.MAX_ACTIVE, -1, np.int64)
    dense = np.full(MAX_DENSE, np.nan, np.float32)
    before = state.copy()
    n = features.look(state, features.viewer(state), active, dense)
    assert (state == before).all()
    assert n < features.MAX_ACTIVE  # one is written beyond, and not counted
    return active[:n], dense[: features.dense_inputs(features.kind(state))]


@each_case
def test_inputs_are_those_of_the_table_at_the_head_of_the_file(case: Case) -> None:
    features = LISTED[case.game.name].inputs()
    for state in unfinished(case):
        active, dense = seen(case, state)
        fields = case.game.notation.to_fields(state)
        expected, points = ORACLES[case.game.name](fields)
        assert expected.size == features.sparse_inputs(features.kind(state))
        assert sorted(active.tolist()) == sorted(expected.on), fields
        assert dense.tolist() == pytest.approx([p / POINTS for p in points], abs=1e-6)


@each_case
def test_seats_moved_on_by_one_look_the_same(case: Case) -> None:
    notation = case.game.notation
    for state in unfinished(case)[::5]:
        fields = notation.to_fields(state)
        if not case.game.seats_alike(fields):
            continue
        moved = case.game.rotated(fields)
        other = notation.from_fields(moved).state
        assert (other != state).any() or case.variant.players == 1
        (here, numbers), (there, twins) = seen(case, state), seen(case, other)
        assert sorted(here.tolist()) == sorted(there.tolist())
        assert (numbers == twins).all()


@each_case
def test_every_phase_and_the_own_kind_are_met(case: Case) -> None:
    features = LISTED[case.game.name].inputs()
    phases = {features.phase(state) for state in unfinished(case)}
    assert phases == set(range(len(features.PHASES)))
    players, options = case.variant
    plain = {name: values[0] for name, values in case.game.notation.OPTIONS.items()}
    words = [f"{players}p", *(v for k, v in options.items() if v != plain[k])]
    kinds = {features.KINDS[features.kind(state)] for state in unfinished(case)}
    assert kinds == {"-".join(words)}


@each_case
def test_the_viewer_decides_or_starts_the_next_round(case: Case) -> None:
    features, rules = LISTED[case.game.name].inputs(), case.game.rules
    for state in unfinished(case):
        fields = case.game.notation.to_fields(state)
        seat = fields["first" if fields["phase"] == "deal" else "turn"]
        assert features.viewer(state) == seat - 1
        if rules.count_actions(state):
            assert features.viewer(state) == rules.current_player(state)


def test_set_ups_of_flowers_that_are_not_official_have_no_nets() -> None:
    unusual = [c for c in (*CASES, *MORE_CASES) if c.game.name == "flowers"]
    unusual = [case for case in unusual if case not in FEATURES]
    assert len(unusual) > 20
    for case in unusual:
        assert kind_of(case) == NO_NET
        entry = LISTED["flowers"].for_state(case.new())
        assert "net" not in entry.evaluators


def test_nets_take_as_many_inputs_as_records_can_hold() -> None:
    for entry in LISTED.values():
        if entry.features is None:
            continue
        features: Any = entry.inputs()
        for kind in range(len(features.KINDS)):
            assert features.sparse_inputs(kind) <= np.iinfo(np.uint16).max
            assert features.dense_inputs(kind) <= MAX_DENSE
    assert MAX_PLAYERS == 4


@pytest.mark.skipif(not JIT, reason="needs many games")
@pytest.mark.slow
@each_case
def test_inputs_are_those_of_the_table_in_many_games(case: Case) -> None:
    for seed in range(100, 140):
        for state in positions(case, seed)[:-1]:
            active, _ = seen(case, state)
            fields = case.game.notation.to_fields(state)
            assert set(active.tolist()) == ORACLES[case.game.name](fields)[0].on
