"""Counts of move sequences against a plain recursion over the same rules."""

from __future__ import annotations

import numpy as np
import pytest

from engines import azul
from engines.azul import notation
from engines.protocol import State
from engines.rng import DEAL, new_stream
from search import perft

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
