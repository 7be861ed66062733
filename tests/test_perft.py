"""Counts of move sequences against a plain recursion over the same rules."""

from __future__ import annotations

import numpy as np
import pytest

from engines import azul, flowers
from engines.azul import notation
from engines.flowers import notation as flowers_notation
from engines.protocol import State
from engines.rng import DEAL, new_stream
from search import perft
from tests.oracles.flowers import Game as FlowersOracle

LATE = (
    "azul players=2 round=5 turn=2 first=1 marker=1 centre=BYK"
    " factories=-,-,RRKW,-,- p1.lines=-,-,R2,-,B4 p2.lines=W1,-,-,K3,-"
)
LAST_ROUND = "azul players=2 marker=2 centre=B p1.wall=.YRKW,.....,.....,.....,....."
GREY = (
    "azul players=2 wall=grey marker=1 centre=B p1.lines=-,-,R3,-,- p2.lines=K1,-,-,-,-"
)


def recursive_count(state: State, depth: int, seed: int) -> int:
    """The same count, written down as simply as can be."""
    state = state.copy()
    if due := int(azul.chance_due(state)):
        azul.deal(state, new_stream(seed, DEAL, 0, due))
    if depth == 0:
        return 1
    moves = np.zeros(azul.MAX_ACTIONS, np.int64)
    total = 0
    for action in moves[: azul.legal_actions(state, moves)].copy():
        after = state.copy()
        azul.play(after, int(action))
        total += recursive_count(after, depth - 1, seed)
    return total


@pytest.mark.parametrize(
    ("state", "depth"),
    [
        (azul.start(2), 2),
        (azul.start(4, True), 2),
        (notation.parse(LATE).state, 5),
        (notation.parse(LAST_ROUND).state, 3),
        (notation.parse(GREY).state, 4),
    ],
    ids=["opening", "opening of four, grey", "late", "last round", "grey tiling"],
)
def test_every_depth_counts_as_the_recursion_does(state: State, depth: int) -> None:
    count = perft.count(azul)
    for d in range(depth + 1):
        assert count(state, d, 7) == recursive_count(state, d, 7)


def test_the_count_leaves_the_state_alone() -> None:
    state = azul.start(2)
    before = state.copy()
    perft.count(azul)(state, 3, 0)
    assert (state == before).all()


def test_the_seed_decides_what_is_dealt() -> None:
    count = perft.count(azul)
    counts = {count(azul.start(2), 2, seed) for seed in range(8)}
    assert len(counts) > 1
    assert count(azul.start(2), 2, 5) == count(azul.start(2), 2, 5)


def test_a_game_that_has_ended_has_one_empty_sequence() -> None:
    state = notation.parse(LAST_ROUND).state
    moves = np.zeros(azul.MAX_ACTIONS, np.int64)
    while not azul.is_over(state):
        azul.legal_actions(state, moves)
        azul.play(state, int(moves[0]))
    count = perft.count(azul)
    assert [count(state, depth, 0) for depth in range(3)] == [1, 0, 0]


# --- Every outcome of chance ----------------------------------------------------------

FEW_CARDS = (
    "flowers players=2 stacks=R3:2,Y3:1,blind:2 p1.garden=O:Y2 p2.garden=O:G4",
    "flowers players=2 rules=digest stacks=R3:2,Y3:1 p1.garden=O:Y2 p2.garden=O:G4",
    "flowers players=1 phase=reveal discard=due stacks=hidden:3,blind:2"
    " p1.garden=O:Y2,E1:Y2",
    "flowers players=1 phase=setup stacks=hidden:2",
)


def oracle_count(oracle: FlowersOracle, depth: int) -> int:
    """Sequences of decisions times outcomes by the oracle, as simply as can be."""
    if deals := oracle.deals():
        total = 0
        for card in deals:
            after = oracle.copy()
            after.apply_deal(card)
            total += oracle_count(after, depth)
        return total
    moves = oracle.moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = oracle.copy()
        after.play(move)
        total += oracle_count(after, depth - 1)
    return total


@pytest.mark.parametrize("text", FEW_CARDS)
def test_outcomes_are_counted_as_the_oracle_counts_them(text: str) -> None:
    state = flowers_notation.parse(text).state
    before = state.copy()
    oracle = FlowersOracle.from_fields(flowers_notation.to_fields(state))
    count = perft.count_all(flowers)
    for depth in (1, 2):
        assert count(state, depth) == oracle_count(oracle, depth)
    assert (state == before).all()


def test_a_count_that_runs_out_of_levels_says_so() -> None:
    state = flowers_notation.parse(FEW_CARDS[0]).state
    walked, left = np.zeros((2, 1), np.int64)
    count = perft.make_count_branches(flowers)
    assert count(state[None].copy(), walked, left, 2) == perft.NO_ROOM
    assert count(state[None].copy(), walked, left, 1) == 3


def test_chance_that_can_not_be_listed_is_refused_where_it_comes() -> None:
    count = perft.count_all(azul)
    with pytest.raises(perft.UnlistedError):
        count(azul.start(2), 1)
    late = notation.parse(LATE).state  # no deal within two decisions
    assert count(late, 2) == perft.count(azul)(late, 2, 0)


def test_of_no_decisions_there_is_one_sequence() -> None:
    assert perft.count_all(azul)(azul.start(2), 0) == 1
