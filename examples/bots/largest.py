"""A bot as a function: takes as many tiles at once as it can."""

from __future__ import annotations

import random
from typing import Any


def choose(request: dict[str, Any]) -> str:
    """The move that takes most tiles to a pattern line; equal ones are drawn for."""
    draw = random.Random(request["seed"])
    return max(request["moves"], key=lambda move: (tiles(request, move), draw.random()))


def tiles(request: dict[str, Any], move: str) -> int:
    """How many tiles an Azul move such as `3B4` takes; the floor line counts none."""
    state, source, colour = request["state"], move[0], move[1]
    if source == "T" or move[-1] == "F":
        return 0
    place = state["centre"] if source == "C" else state["factories"][int(source) - 1]
    return str(place).count(colour)
