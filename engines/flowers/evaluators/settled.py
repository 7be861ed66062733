"""The estimate of the greedy policy, amid a turn too.

Gardens are worth what `engines.flowers.policies.prospects` says of them. A card that is
known and waits to be placed counts as if it lay where it is worth most.
"""

from __future__ import annotations

from engines.flowers.layout import DRAWN, LAST, TURN
from engines.flowers.policies.greedy import (
    ONLY_THE_SCORE,
    best_place,
    chances,
    current_row,
    expect,
)
from engines.flowers.policies.learned import table
from engines.flowers.policies.prospects import BASE
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
    """Final scores and chances to be expected."""
    row = current_row(state)
    expect(state, row, weights, points)
    if state[DRAWN]:
        own_row = ONLY_THE_SCORE if state[LAST] else row
        best, _ = best_place(state, state[DRAWN], own_row, weights)
        points[state[TURN]] = best if state[LAST] else best + weights[row + BASE]
    chances(state, row, weights, wins, points)
