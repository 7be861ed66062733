"""The last turns of Flowers, valued by profiles, are worth what all positions say."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from engines import flowers
from engines.flowers import endgame, layout
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
from engines.jit import JIT
from engines.protocol import State
from search import exact
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
FEW, SMALL = 24, 2_000  # positions compared by default; simulations they may take
MANY, LARGE = 250, 200_000  # of a variant in the slow suite
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
    assert {1, 2, 3} <= set(turns)
    assert max(turns) <= endgame.MOST_TURNS


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
