"""For games that say nothing of what the end must bring."""

from __future__ import annotations

from engines.jit import inlined
from engines.protocol import State, Vector

NO_LIMIT = 1e30  # points


@inlined
def score_limits(state: State, least: Vector, most: Vector) -> bool:  # noqa: ARG001
    """Nothing is known."""
    return False


@inlined
def most_lead(state: State, player: int, bar: float) -> float:  # noqa: ARG001
    """Nothing is known."""
    return NO_LIMIT


@inlined
def last_choices(state: State, wins: Vector, leads: Vector) -> int:  # noqa: ARG001
    """Nothing is known."""
    return 0
