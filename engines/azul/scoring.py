"""Points of Azul: placed tiles, the floor line, the bonuses at the end.

A wall is 25 bits, bit 5 * row + column.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.azul.layout import field
from engines.jit import inlined, kernel, popcount

# Points lost by the number of occupied floor spaces: 1 1 2 2 2 3 3, added up.
FLOOR_COST = np.array([0, 1, 2, 4, 6, 8, 11, 14], np.int64)
ROW_BONUS, COLUMN_BONUS, COLOUR_BONUS = 2, 7, 10

# Printed column of a colour in a row of the coloured wall, [row, colour].
PRINTED_COLUMN = np.array(
    [[(c + r) % 5 for c in range(5)] + [0] * 3 for r in range(8)], np.int64
)

FIVE = 31
COLUMN = sum(1 << 5 * r for r in range(5))  # the five spaces of column 0
# Times this, bits 0, 5, 10, 15, 20 end side by side from bit 20 up, without carries.
GATHER = sum(1 << 20 - 4 * r for r in range(5))


def _run_lengths() -> NDArray[np.int64]:
    """[bits, place]: length of the run of ones that contains `place`, 0 off a one."""
    table = np.zeros((32, 8), np.int64)
    for bits in range(32):
        for place in range(5):
            low = high = place
            while low >= 0 and bits >> low & 1:
                low -= 1
            while bits >> high & 1:
                high += 1
            table[bits, place] = max(0, high - low - 1)
    return table


RUN_LENGTH = _run_lengths()


@inlined
def row_bits(wall: int, row: int) -> int:
    """The five spaces of a row, bit a column."""
    return (wall >> 5 * row) & FIVE


@inlined
def column_bits(wall: int, column: int) -> int:
    """The five spaces of a column, bit a row."""
    return ((((wall >> column) & COLUMN) * GATHER) >> 20) & FIVE


@inlined
def tile_points(wall: int, row: int, column: int) -> int:
    """Points of the tile just placed on `wall` (rules: tiling, score of a tile)."""
    across = RUN_LENGTH[row_bits(wall, row), column & 7]
    down = RUN_LENGTH[column_bits(wall, column), row & 7]
    points = (across if across > 1 else 0) + (down if down > 1 else 0)
    return points if points > 0 else 1


@inlined
def complete_rows(wall: int) -> int:
    """Number of complete horizontal rows."""
    pairs = wall & wall >> 1
    return popcount(pairs & pairs >> 2 & wall >> 4 & COLUMN)


@inlined
def complete_columns(wall: int) -> int:
    """Bit c: column c is complete."""
    pairs = wall & wall >> 5
    return pairs & pairs >> 10 & wall >> 20


@kernel
def end_bonus(wall: int, shown: int) -> int:
    """Bonuses of a final wall; `shown` marks rows by colour (rules: end)."""
    points = ROW_BONUS * complete_rows(wall)
    for i in range(5):
        points += COLUMN_BONUS if column_bits(wall, i) == FIVE else 0
        points += COLOUR_BONUS if field(shown, i) == FIVE else 0
    return points
