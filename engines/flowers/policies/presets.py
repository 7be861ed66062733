"""Styles of play for `engines.flowers.policies.greedy`: factors for learned weights."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from engines.flowers.policies.learned import table
from engines.flowers.worth import (
    COVERED,
    GROUP_SIZES,
    LONELY,
    NUMBER_GROUPS,
    PAIRED,
    PLANTED,
    ROW,
    SIZES,
    STANDING,
    SURPRISE,
)
from engines.protocol import Vector

# The places in a row of weights that a factor multiplies.
PLACES = {
    "numbers": slice(NUMBER_GROUPS, NUMBER_GROUPS + 4 * SIZES),
    "standing": slice(STANDING, STANDING + GROUP_SIZES),
    "planted": slice(PLANTED, PLANTED + GROUP_SIZES),
    "covered": slice(COVERED, COVERED + 1),
    "butterflies": slice(min(PAIRED, LONELY), max(PAIRED, LONELY) + 1),
    "surprise": slice(SURPRISE, SURPRISE + 1),
}
WEIGHTS: Mapping[str, str] = {
    "numbers": "factor for groups of equal numbers",
    "standing": "factor for colour groups as they would score now",
    "planted": "factor for colour groups of all cards",
    "covered": "factor for covered cards",
    "butterflies": "factor for butterflies",
    "surprise": "factor for a draw from a blind stack",
}
DEFAULTS = (1.0,) * len(WEIGHTS)
PRESETS: Mapping[str, Mapping[str, float]] = {
    "numbers": {"numbers": 2.0},
    "colours": {"standing": 1.5, "planted": 1.5},
    "butterflies": {"butterflies": 3.0},
    "daring": {"surprise": 2.0},
}


def weighted(values: Mapping[str, float]) -> Vector:
    """The learned weights, some kinds of them multiplied by factors."""
    weights: Vector = np.array(table())
    rows = weights.reshape(-1, ROW)
    for name, factor in values.items():
        rows[:, PLACES[name]] *= factor
    return weights
