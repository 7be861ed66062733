"""The trained nets of Flowers (`engines.nets`, `engines.flowers.features`).

Where a card that is known is to be placed in the last turn, nothing is left to judge:
it counts as if it lay where the garden stands best.
"""

from __future__ import annotations

from engines.flowers import features
from engines.flowers.layout import DRAWN, LAST, PLAYERS, TURN
from engines.flowers.profiles import stands_with
from engines.flowers.rules import scores
from engines.flowers.scoring import LOWEST_SCORE, TIE_RANGE, standing
from engines.jit import kernel
from engines.net_files import load_shipped
from engines.nets import Nets, infer
from engines.protocol import Game, State, Vector


def default_weights() -> Nets:
    """The nets that come with the package."""
    return load_shipped(features)


@kernel
def end(state: State, wins: Vector, points: Vector) -> None:
    """Win shares and scores if the card drawn is placed best and the game is over."""
    players, turn = state[PLAYERS], state[TURN]
    scores(state, points)
    best = stands_with(state, turn, state[DRAWN])
    points[turn] = best // TIE_RANGE**3 - LOWEST_SCORE
    for player in range(players):
        wins[player] = standing(state, player)
    wins[turn] = best
    for player in range(players):
        best = max(best, int(wins[player]))
    winners = 0
    for player in range(players):
        winners += 1 if wins[player] == best else 0
    for player in range(players):
        wins[player] = 1.0 / winners if wins[player] == best else 0.0


@kernel
def estimate(
    game: Game, state: State, weights: Nets, wins: Vector, points: Vector
) -> None:
    """Win shares and final scores by the net of the set-up and phase."""
    if state[LAST] == 1 and state[DRAWN]:
        end(state, wins, points)
    else:
        infer(features, state, weights, wins, points)
