"""Speed of the parts of Azul; `pytest tests/benchmarks --benchmark-enable`.

Every kernel runs its part many times, so that the call from Python does not count; the
figures are divided by the repetitions in `extra_info`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from engines import azul
from engines.azul import drafting, rules
from engines.azul.policies import greedy
from engines.jit import kernel
from engines.protocol import Policy, State
from engines.rng import (
    DEAL,
    POLICY,
    SEARCH,
    copy_into,
    draw_below,
    new_stream,
    next_word,
    scaled,
)
from search.mcts import Settings, make_simulate, weights_of
from search.policies import uniform
from search.rollout import make_play_games
from search.tree import new_tree
from search.workspace import new_workspace

GAMES = 2_000
REPEATS = 100_000


def start(players: int, grey: bool = False) -> State:
    """A new game after its first fill."""
    state = azul.start(players, grey)
    azul.deal(state, new_stream(1, DEAL))
    return state


def before_last_take() -> State:
    """The last position of a random draft."""
    state, rng, previous = start(2), new_stream(1, POLICY), start(2)
    while not azul.chance_due(state):
        previous = state.copy()
        index = draw_below(rng, azul.count_actions(state))
        azul.play(state, azul.action_at(state, index))
    return previous


@kernel
def fill(root, state, repeats, rng):  # type: ignore[no-untyped-def]
    """Deals the first round again and again."""
    for _ in range(repeats):
        copy_into(root, state)
        rules.deal(state, rng)


@kernel
def pick(root, state, repeats, rng):  # type: ignore[no-untyped-def]
    """Draws an action again and again."""
    for _ in range(repeats):
        word = next_word(rng)
        state[0] += drafting.take_at(root, scaled(word, drafting.count_takes(root))) & 1


@kernel
def finish_round(root, state, repeats, rng):  # type: ignore[no-untyped-def]
    """Plays the last take of a draft with the tiling again and again."""
    for _ in range(repeats):
        copy_into(root, state)
        rules.play(state, rules.action_at(state, 0))


PARTS: dict[str, tuple[Callable[..., Any], Callable[[], State]]] = {
    "fill of five factories": (fill, lambda: azul.start(2)),
    "draw of an action": (pick, lambda: start(2)),
    "last take and tiling": (finish_round, before_last_take),
}


@pytest.mark.parametrize("part", PARTS)
def test_part_of_a_game(benchmark: Any, part: str) -> None:
    run, make_root = PARTS[part]
    root, rng = make_root(), new_stream(1, POLICY)
    state = root.copy()
    benchmark.extra_info["repeats"] = REPEATS
    benchmark(run, root, state, REPEATS, rng)


@pytest.mark.parametrize("policy", [uniform, greedy], ids=["random", "greedy"])
@pytest.mark.parametrize(
    ("players", "grey"), [(2, False), (3, False), (4, False), (2, True)]
)
def test_full_games(benchmark: Any, policy: Policy, players: int, grey: bool) -> None:
    play, root = make_play_games(azul, policy), azul.start(players, grey)
    work, weights, out = new_workspace(azul), policy.default_weights(), np.zeros(4)
    benchmark.extra_info["repeats"] = GAMES
    benchmark(play, root, GAMES, work, weights, out, new_stream(1, POLICY))


@pytest.mark.parametrize("policy", [uniform, greedy], ids=["random", "greedy"])
def test_search_from_the_opening(benchmark: Any, policy: Policy) -> None:
    simulate, root, work = make_simulate(azul, policy), start(2), new_workspace(azul)
    weights, rng = weights_of(policy, policy), new_stream(1, SEARCH)
    tree = new_tree(azul, 1 << 30)
    benchmark.extra_info["repeats"] = GAMES
    benchmark(simulate, tree, root, GAMES, work, Settings(), weights, rng)
