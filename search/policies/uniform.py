"""Every legal action is equally likely."""

from __future__ import annotations

import numpy as np

from engines.jit import inlined, kernel
from engines.protocol import Game, Moves, Rng, State, Vector
from engines.rng import next_word, scaled


def default_weights() -> Vector:
    """No weights; one number, so that there is an array to pass."""
    return np.zeros(1)


def prior_weights() -> Vector:
    """The same."""
    return default_weights()


@inlined
def choose(
    game: Game,
    state: State,
    moves: Moves,  # noqa: ARG001
    weights: Vector,  # noqa: ARG001
    rng: Rng,
) -> int:
    """A uniformly drawn legal action, without listing the others."""
    word = next_word(rng)  # drawn first: the count is then still in registers below
    return game.action_at(state, scaled(word, game.count_actions(state)))


@inlined
def preferences(
    game: Game,  # noqa: ARG001
    state: State,  # noqa: ARG001
    moves: Moves,  # noqa: ARG001
    n: int,
    weights: Vector,  # noqa: ARG001
    out: Vector,
) -> None:
    """All actions look the same."""
    for i in range(n):
        out[i] = 0.0


@kernel
def estimate(
    game: Game,
    state: State,
    weights: Vector,  # noqa: ARG001
    wins: Vector,
    points: Vector,
) -> None:
    """As if the game ended now."""
    game.outcome(state, wins)
    game.scores(state, points)
