"""What the games' accounts share: points by source as plain values."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from engines.protocol import State, Vector


def by_source(
    fill: Callable[[State, int, Vector], None],
    sources: Sequence[str],
    state: State,
    player: int,
) -> dict[str, int]:
    """A player's points by the names of `sources`; `fill` is `points_by_source`."""
    values = np.zeros(len(sources))
    fill(state, player, values)
    return {name: int(value) for name, value in zip(sources, values, strict=True)}


def with_bonuses(score: int, bonuses: dict[str, int], over: bool) -> dict[str, int]:
    """What was scored `so_far`, what the end brings, and the `total`.

    Once the game is over, `score` has the bonuses in it.
    """
    paid = sum(bonuses.values()) if over else 0
    points = {"so_far": score - paid} | bonuses
    return points | {"total": sum(points.values())}
