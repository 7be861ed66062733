"""A bot as a program: fills its pattern lines and lets little fall to the floor."""

from __future__ import annotations

import json
import sys
from typing import Any

FLOOR_COST = 2.5  # what a tile on the floor weighs against one on a line


def choose(request: dict[str, Any]) -> str:
    """The first of the moves that are worth most."""
    return max(request["moves"], key=lambda move: worth(request, move))


def worth(request: dict[str, Any], move: str) -> float:
    """Tiles placed less the cost of those that run over, for an Azul move."""
    source, colour, line = move[0], move[1], move[-1]
    if source == "T":  # a full line of the grey wall: any column will do
        return 0.0
    state = request["state"]
    tiles = str(
        state["centre"] if source == "C" else state["factories"][int(source) - 1]
    )
    taken, room = tiles.count(colour), 0
    if line in "12345":
        begun = state[f"p{request['player']}.lines"][int(line) - 1]
        room = int(line) - (0 if begun == "-" else int(begun[1:]))
    placed = min(taken, room)
    return placed - FLOOR_COST * (taken - placed)


def main() -> None:
    """Answer every request until the input ends."""
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps({"id": request["id"], "move": choose(request)}), flush=True)


if __name__ == "__main__":
    main()
