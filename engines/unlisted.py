"""For games whose chance events can turn out in too many ways to list them."""

from __future__ import annotations

from engines.jit import inlined
from engines.protocol import State


@inlined
def count_outcomes(state: State) -> int:  # noqa: ARG001
    """0, whatever is due."""
    return 0


@inlined
def deal_outcome(state: State, index: int) -> float:  # noqa: ARG001
    """Never asked for; 0."""
    return 0.0
