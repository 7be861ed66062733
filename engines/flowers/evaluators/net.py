"""The trained nets of Flowers (`engines.nets`, `engines.flowers.features`)."""

from __future__ import annotations

from engines.flowers import features
from engines.jit import kernel
from engines.net_files import load_shipped
from engines.nets import Nets, infer
from engines.protocol import Game, State, Vector


def default_weights() -> Nets:
    """The nets that come with the package."""
    return load_shipped(features)


@kernel
def estimate(
    game: Game, state: State, weights: Nets, wins: Vector, points: Vector
) -> None:
    """Win shares and final scores by the net of the set-up and phase."""
    infer(features, state, weights, wins, points)
