"""Chances to win from expected scores."""

from __future__ import annotations

import numpy as np

from engines.jit import inlined
from engines.protocol import Vector


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
