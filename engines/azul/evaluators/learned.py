"""The weights of `engines.azul.evaluators.settled`, as few numbers as will do."""

from __future__ import annotations

import numpy as np

from engines.azul.evaluators.fitted import FITTED
from engines.jit import inlined
from engines.protocol import Vector

# Places of a row. COLUMNS, COLOURS and ROWS have a place for each number of tiles.
BASE, SCORE_NOW, TILES, LINKS, EDGE, STARTS, TO_MOVE, FLOOR_SPACE, GAIN = range(9)
LINE = 9  # lines 2 to 5
COLUMNS, COLOURS, ROWS = 13, 19, 25
EXACT, MORE, LESS = 31, 32, 33  # by what is on offer for a line under way
SPREAD = 34
ROW = 35
LENGTHS, STAGES = 6, 9
PLACES = (
    *range(SCORE_NOW, LINE + 4),
    *range(COLUMNS + 2, COLUMNS + 5),
    *range(COLOURS + 2, COLOURS + 5),
    *range(ROWS + 2, ROWS + 5),
    EXACT,
    MORE,
    LESS,
)  # that are fitted, beside BASE and SPREAD
BLOCKS = LENGTHS  # rows fitted on their own, and a slope by the stage
KINDS = 6  # players 2, 3, 4 with the coloured wall, then with the grey one


@inlined
def place_of(players: int, grey: int, longest: int, stage: int) -> int:
    """First place of a row of the table."""
    kind = players - 2 + 3 * grey
    return ROW * ((kind * LENGTHS + longest) * STAGES + stage)


def table() -> Vector:
    """All rows."""
    rows = np.zeros((KINDS, LENGTHS, STAGES, ROW))
    rows[..., SCORE_NOW] = 1.0
    rows[..., SPREAD] = np.log(8.0)
    stages = np.linspace(0.0, 1.0, STAGES)[:, None]
    for kind, fitted in enumerate(FITTED):
        *blocks, slope = np.array(fitted)
        for length, block in enumerate(blocks):
            rows[kind, length][:, [*PLACES, BASE, SPREAD]] = block + stages * slope
    rows[..., SPREAD] = np.exp(rows[..., SPREAD])
    return rows.ravel()
