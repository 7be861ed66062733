"""The score now, and a win by the logistic of the lead: for any game, without learning.

What points are worth depends on the game, so the one weight is the lead by which the
odds to win grow e-fold.
"""

from __future__ import annotations

import numpy as np

from engines.jit import kernel
from engines.protocol import Game, State, Vector
from engines.shares import shares_of

SPREAD = 8.0


def default_weights() -> Vector:
    """[spread in points]."""
    return np.array([SPREAD])


@kernel
def estimate(
    game: Game, state: State, weights: Vector, wins: Vector, points: Vector
) -> None:
    """The scores as they are; chances by the softmax of scores over the spread."""
    game.scores(state, points)
    shares_of(points, game.player_count(state), weights[0], wins)
