"""The weights of `engines.summer_pavilion.evaluators.settled`, as few as will do."""

from __future__ import annotations

import numpy as np

from engines.jit import inlined
from engines.protocol import Vector
from engines.summer_pavilion.evaluators.fitted import FITTED

# Places of a row. STARS has a place for each number of covered spaces, NUMBERS for each
# number that brings points.
BASE, SCORE_NOW, COVERED_SPACES, HAND, WILD, NEXT, KEPT_TILES, LARGEST = range(8)
STARTS, TO_MOVE, PASSED_ON, ONE_MISSING, TWO_MISSING = range(8, 13)
STARS, NUMBERS = 13, 20
SPREAD = 25
ROW = 26
BLOCKS, STAGES = 12, 9  # rounds 1 to 6, then what is due before each of them
KINDS = 6  # players 2, 3, 4 on the coloured side, then on the plain one
PLACES = (*range(SCORE_NOW, STARS), *range(STARS + 1, STARS + 6), *range(21, 25))


@inlined
def place_of(players: int, plain: int, block: int, stage: int) -> int:
    """First place of a row of the table."""
    kind = players - 2 + 3 * plain
    return ROW * ((kind * BLOCKS + block) * STAGES + stage)


def table() -> Vector:
    """All rows."""
    rows = np.zeros((KINDS, BLOCKS, STAGES, ROW))
    rows[..., SCORE_NOW] = 1.0
    rows[..., SPREAD] = np.log(8.0)
    stages = np.linspace(0.0, 1.0, STAGES)[:, None]
    for kind, fitted in enumerate(FITTED):
        *blocks, slope = np.array(fitted)
        for number, block in enumerate(blocks):
            rows[kind, number][:, [*PLACES, BASE, SPREAD]] = block + stages * slope
    rows[..., SPREAD] = np.exp(rows[..., SPREAD])
    return rows.ravel()
