"""The learned estimate of the greedy policy, amid a turn too.

Gardens are worth what `engines.flowers.worth` says, and such worths have led to the
scores and chances of `engines.flowers.policies.learned`. A card that is known and waits
to be placed counts as if it lay where it is worth most.
"""

from __future__ import annotations

from engines.flowers.layout import DRAWN, TURN
from engines.flowers.policies.greedy import best_place, outlook, place_row, worths
from engines.flowers.policies.learned import table
from engines.jit import kernel
from engines.protocol import Game, State, Vector


def default_weights() -> Vector:
    """The weights of the greedy policy."""
    return table()


@kernel
def estimate(
    game: Game,
    state: State,
    weights: Vector,
    wins: Vector,
    points: Vector,
) -> None:
    """Scores and chances that such worths have led to."""
    worths(state, weights, points)
    if state[DRAWN]:
        best, _ = best_place(state, state[DRAWN], place_row(state), weights)
        points[state[TURN]] = best
    outlook(state, weights, wins, points)
