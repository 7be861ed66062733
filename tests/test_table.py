"""The table of positions met before: what it keeps, and how it grows."""

from __future__ import annotations

import numpy as np

from engines.jit import JIT
from search.table import (
    EXACT,
    HELD,
    IN_USE,
    KEY,
    LEAST_ROWS,
    MARGIN,
    MASK,
    Table,
    keep,
    move_of,
    new_table,
    row_of,
)

KEYS = 20_000 if JIT else 3_000
MEMORY = 1 << 22


def filled(memory: int) -> tuple[Table, list[int]]:
    """A table that was told of many positions, each with its number as its margin."""
    table = new_table(memory)
    rng = np.random.default_rng(1)
    keys = rng.integers(-(1 << 63), (1 << 63) - 1, size=KEYS).tolist()
    for number, key in enumerate(keys):
        keep(table, key, 0.5, float(number), EXACT, 1, 1, number % 100)
    return table, keys


def found(table: Table, keys: list[int]) -> int:
    """How many of the positions the table has; it must have what it was told."""
    n = 0
    for number, key in enumerate(keys):
        row = row_of(table, key)
        if table.words[row, KEY] == key:
            assert table.shares[row, MARGIN] == number
            assert move_of(table.words[row, 3]) == number % 100
            n += 1
    return n


def test_a_table_keeps_most_positions_while_it_grows() -> None:
    table, keys = filled(MEMORY)
    assert found(table, keys) >= 0.6 * KEYS
    assert found(table, keys) == table.size[HELD]
    in_use = int(table.size[IN_USE])
    assert LEAST_ROWS < in_use <= 2 * KEYS + 2
    assert in_use <= int(table.size[MASK]) + 1 < 2 * in_use
    assert not table.words[in_use:].any()


def test_a_table_grows_no_further_than_its_memory() -> None:
    table, keys = filled(LEAST_ROWS * 32)
    assert table.size[IN_USE] == LEAST_ROWS == len(table.words)
    assert 0.9 * LEAST_ROWS < found(table, keys) <= LEAST_ROWS


def test_two_rows_of_a_pair_lie_in_one_line_of_the_cache() -> None:
    assert new_table(MEMORY).words.ctypes.data % 64 == 0
