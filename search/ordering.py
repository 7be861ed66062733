"""How good a policy finds the legal actions of a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.jit import kernel
from engines.protocol import Game, Policy


def make_preferences(game: Game, policy: Policy) -> Callable[..., Any]:
    """Bind a policy's `preferences` to one game module, to be called from Python."""

    @kernel
    def bound(state, moves, n, weights, out):  # type: ignore[no-untyped-def]
        policy.preferences(game, state, moves, n, weights, out)

    return bound
