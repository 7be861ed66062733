"""The last turns of Flowers, valued by profiles, are worth what all positions say."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest
from typer.testing import CliRunner

from analyzer.cli import app
from engines import flowers
from engines.flowers import endgame, layout, notation
from engines.flowers.layout import (
    ENDING,
    HEIGHTS,
    KINDS,
    LAST,
    PHASE,
    REVEAL_AT_ONCE,
    SHARED_TIES,
    STACKS,
    TOPS,
    UNSEEN,
    UNSEEN_CARDS,
)
from engines.flowers.policies import greedy
from engines.jit import JIT
from engines.protocol import State
from search import auto, exact
from search.answers import Analysis
from search.batches import Budget
from search.exact import NotSolvedError
from tests.play import positions
from tests.registry import CASES, Case

OF_TWO = [c for c in CASES if c.game.name == "flowers" and c.variant.players == 2]
HEIGHTS_LEFT = [
    *((1, 1, 1), (2, 1, 1), (1, 1, 2), (1, 2, 2), (2, 1, 2), (2, 2, 2)),
    *((3, 1, 1), (1, 1, 3), (1, 4, 1), (1, 1, 4), (3, 2, 1), (2, 1, 3)),
]
FEW, SMALL = 12, 500  # positions compared by default; simulations they may take
MANY, LARGE = 250, 20_000  # of a variant in the slow suite
needs_jit = pytest.mark.skipif(not JIT, reason="millions of positions")
each_case = pytest.mark.parametrize("case", OF_TWO, ids=str)


def few_left(case: Case, seed: int) -> State | None:
    """A position of a played game, with low stacks instead and few unseen cards."""
    rng = random.Random(seed)
    state = rng.choice(positions(case, seed % 7)).copy()
    if state[PHASE] in (layout.SETUP, layout.OVER) or state[LAST]:
        return None
    for stack, height in enumerate(rng.choice(HEIGHTS_LEFT)[: state[STACKS]]):
        state[HEIGHTS + stack] = height
    state[ENDING], state[SHARED_TIES] = rng.randrange(3), rng.randrange(2)
    state[REVEAL_AT_ONCE] = rng.randrange(2)
    hide(state, rng)
    return state if endgame.covers(state) else None


def hide(state: State, rng: random.Random) -> None:
    """Some cards of few kinds are unseen, enough for what lies face down."""
    state[UNSEEN : UNSEEN + 4] = 0
    for _ in range(rng.randint(1, 3)):
        colour, kind = rng.randrange(4), rng.randrange(KINDS)
        state[UNSEEN + colour] |= 3 << 8 * kind
    bytes_ = (
        int(word) >> 8 * k & 255
        for word in state[UNSEEN : UNSEEN + 4]
        for k in range(8)
    )
    state[UNSEEN_CARDS] = sum(bytes_)
    down = sum(state[HEIGHTS : HEIGHTS + 6]) - np.count_nonzero(state[TOPS : TOPS + 6])
    missing = max(0, int(down) - int(state[UNSEEN_CARDS]))
    state[UNSEEN] += missing
    state[UNSEEN_CARDS] += missing


def solved_both_ways(
    case: Case, objective: str, sims: int, first: int
) -> Iterator[tuple[State, Analysis, Analysis]]:
    """Positions that all positions after them can be looked at, and both answers."""
    seed = first
    while True:
        seed += 1
        state = few_left(case, seed)
        if state is None or flowers.count_actions(state) == 0:
            continue
        try:
            slow = exact.solve(flowers, state, Budget(sims=sims), objective=objective)
        except NotSolvedError:
            continue
        quick = exact.solve(
            flowers, state, Budget(), ending=endgame, objective=objective
        )
        yield state, slow, quick


def check(case: Case, objective: str, count: int, sims: int, first: int = 0) -> None:
    """So many positions have the same values both ways; some of them four turns."""
    turns = []
    for state, slow, quick in islice(
        solved_both_ways(case, objective, sims, first), count
    ):
        values = {move.turn: (move.win, move.margin) for move in slow.moves}
        assert len(quick.moves) == len(slow.moves)
        for move in quick.moves:
            assert (move.win, move.margin) == pytest.approx(values[move.turn], abs=1e-7)
            assert move.proven
        assert quick.verdict == slow.verdict
        assert (quick.search, quick.proven) == ("exact", True)
        turns.append(int(endgame.turns_to_come(state)))
    assert {2, 3, 4} <= set(turns)
    assert max(turns) == endgame.MOST_TURNS


@needs_jit
@pytest.mark.parametrize("objective", ["win", "margin"])
def test_last_turns_are_worth_what_all_positions_say(objective: str) -> None:
    check(OF_TWO[0], objective, FEW, SMALL)


@needs_jit
@pytest.mark.slow
@each_case
def test_many_last_turns_are_worth_what_all_positions_say(case: Case) -> None:
    check(case, "win", MANY // 2, LARGE, 10_000)
    check(case, "margin", MANY // 2, LARGE, 20_000)


# --- What answers ---------------------------------------------------------------------


def four_turns(case: Case) -> State:
    """A position of a played game with four turns to come at most."""
    state = next(s for s in positions(case, 2)[20:] if s[PHASE] == layout.DRAW).copy()
    state[HEIGHTS : HEIGHTS + 3] = (4, 1, 1)
    return state


@needs_jit
def test_auto_values_the_last_turns_exactly_and_repeats_itself_on_threads() -> None:
    state, budget = four_turns(OF_TWO[0]), Budget(sims=1_000_000)
    found = [
        replace(
            auto.analyze(flowers, greedy, state, budget, ending=endgame, jobs=jobs),
            seconds=0.0,
        )
        for jobs in (1, 2)
    ]
    assert (found[0].search, found[0].proven) == ("exact", True)
    assert found[0] == found[1]


@needs_jit
def test_a_budget_that_does_not_suffice_is_left_to_the_tree_search() -> None:
    state = four_turns(OF_TWO[0])
    with pytest.raises(NotSolvedError, match="budget"):
        exact.solve(flowers, state, Budget(sims=1), ending=endgame)
    found = auto.analyze(
        flowers, greedy, state, Budget(sims=8), ending=endgame, memory=1 << 24
    )
    assert (found.search, found.sims) == ("mcts", 8)


def test_it_covers_games_of_two_with_four_turns_to_come_at_most() -> None:
    state = four_turns(OF_TWO[0])
    assert endgame.covers(state)
    for stack in range(3):
        more = state.copy()
        more[HEIGHTS + stack] += 1
        assert not endgame.covers(more)
    state[ENDING] = layout.ONE_MORE_EACH
    assert not endgame.covers(state)
    state[LAST] = 1
    assert endgame.covers(state)
    of_three = next(
        c for c in CASES if c.game.name == "flowers" and c.variant.players == 3
    )
    state = four_turns(of_three)
    assert not endgame.covers(state)


@needs_jit
def test_the_command_says_that_the_answer_is_exact() -> None:
    text = notation.format(four_turns(OF_TWO[0]))
    words = ["analyze", text, "--sims", "1000000", "--format", "json"]
    told = CliRunner().invoke(app, words)
    assert told.exit_code == 0, told.stderr
    assert "search: exact" in told.stderr
    result = json.loads(told.stdout)
    assert (result["search"], result["proven"]) == ("exact", True)
    assert result["evaluator"] == "none"
