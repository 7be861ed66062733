"""The weights of Summer Pavilion's greedy policy, and styles of play by them."""

from __future__ import annotations

from collections.abc import Mapping

WEIGHTS: Mapping[str, str] = {
    "bonus": "points that a bonus tile is worth",
    "open": "part of a decoration's bonus for its last space but one",
    "star": "weight of the points for a complete star",
    "number": "weight of the points for a complete number",
    "tile": "points that a tile of a colour costs or brings",
    "wild": "points that a wild tile costs or brings",
    "marker": "points that the starting player marker is worth",
    "pass": "points that a placement must be worth more than",
    "next": "points by which the next wild colour is worth more to keep",
}
# docs/measuring-strength.md
DEFAULTS = (0.9, 0.34, 1.0, 1.25, 0.9, 1.25, 1.0, -1.0, 1.3)
PRESETS: Mapping[str, Mapping[str, float]] = {
    "bonuses": {"bonus": 2.0, "open": 0.5},
    "stars": {"star": 2.5},
    "numbers": {"number": 2.5},
    "thrifty": {"wild": 1.8, "next": 2.2},
    "points": {"open": 0.0, "star": 0.0, "number": 0.0},
}
