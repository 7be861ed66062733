"""The weights of `engines.azul.policies.greedy`, and styles of play by them."""

from __future__ import annotations

from collections.abc import Mapping

WEIGHTS: Mapping[str, str] = {
    "partial": "part of a line's gain that the tiles of a line not yet full bring",
    "floor": "weight of the points that the floor line costs",
    "column": "weight of the bonus for a column",
    "colour": "weight of the bonus for a colour",
    "row": "weight of the bonus for a row",
    "marker": "points that the starting player marker is worth",
    "waste": "points that every tile too many costs besides",
    "deny": "part of the points that the tiles would bring the next player",
}
DEFAULTS = (0.5, 1.0, 1.0, 1.0, 0.5, 0.5, 0.1, 0.0)
PRESETS: Mapping[str, Mapping[str, float]] = {
    "rows": {"row": 3.0, "column": 0.3, "colour": 0.3},
    "columns": {"row": 0.3, "column": 3.0, "colour": 0.3},
    "colours": {"row": 0.3, "column": 0.3, "colour": 3.0},
    "cautious": {"partial": 0.4, "floor": 2.0, "waste": 0.5},
    "denying": {"deny": 0.4},
    "points": {"row": 0.0, "column": 0.0, "colour": 0.0},
    "starter": {"marker": 3.0},
}
