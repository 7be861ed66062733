"""The score now, and a win by the logistic of the lead: for any game, without learning.

What points are worth depends on the game, so the one weight is the lead by which the
odds to win grow e-fold.
"""

from __future__ import annotations

import numpy as np

from engines.jit import inlined, kernel
from engines.protocol import Game, State, Vector

SPREAD = 8.0


def default_weights() -> Vector:
    """[spread in points]."""
    return np.array([SPREAD])


@inlined
def shares_of(points: Vector, players: int, spread: float, wins: Vector) -> None:
    """`wins[p]` is the softmax of `points[p] / spread` over the players."""
    best = points[0]
    for p in range(1, players):
        best = max(best, points[p])
    total = 0.0
    for p in range(players):
        wins[p] = np.exp((points[p] - best) / spread)
        total += wins[p]
    for p in range(players):
        wins[p] /= total


@kernel
def estimate(
    game: Game, state: State, weights: Vector, wins: Vector, points: Vector
) -> None:
    """The scores as they are; chances by the softmax of scores over the spread."""
    game.scores(state, points)
    shares_of(points, game.player_count(state), weights[0], wins)
