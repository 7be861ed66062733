"""Games played by one policy: the engine's speed, and the end of a search's line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engines.jit import inlined, kernel
from engines.protocol import Game, Moves, Policy, Rng, State, Vector
from engines.rng import DEAL, POLICY, copy_into, seed_stream


@inlined
def finish(
    game: Game,
    policy: Policy,
    state: State,
    moves: Moves,
    weights: Vector,
    rng: Rng,
) -> int:
    """`state` has been played to the end of the game; number of decisions."""
    plies = 0
    game.deal(state, rng)
    while not game.is_over(state):
        game.play(state, policy.choose(game, state, moves, weights, rng))
        game.deal(state, rng)
        plies += 1
    return plies


@kernel
def play_games(
    game: Game,
    policy: Policy,
    root: State,
    games: int,
    weights: Vector,
    rng: Rng,
    out: Vector,
) -> int:
    """`out[p]` is the mean score of player p over the games; number of decisions."""
    state = np.empty_like(root)
    moves = np.empty(game.MAX_ACTIONS, np.int64)
    points = np.zeros(game.MAX_PLAYERS, np.float64)
    plies = 0
    for p in range(game.player_count(root)):
        out[p] = 0.0
    for _ in range(games):
        copy_into(root, state)
        plies += finish(game, policy, state, moves, weights, rng)
        game.scores(state, points)
        for p in range(game.player_count(root)):
            out[p] += points[p] / games
    return plies


def make_play_games(game: Game, policy: Policy) -> Callable[..., Any]:
    """Bind `play_games` to one game and policy module."""

    @kernel
    def bound(root, games, weights, rng, out):  # type: ignore[no-untyped-def]
        return play_games(game, policy, root, games, weights, rng, out)

    return bound
