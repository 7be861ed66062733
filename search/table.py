"""A table of positions met before, with what a search has found out about them.

Rows of four words: key, win share, margin, and a note of depth, kind of bound and move.
The words are seen as integers and as floats, so that a row is one access to memory.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.jit import inlined

ROW_WORDS = 4
ROW_BYTES = 8 * ROW_WORDS
MOST_ROWS = 1 << 22
LEAST_ROWS = 1 << 10
KEY, WIN, MARGIN, NOTE = range(4)
EXACT, AT_LEAST, AT_MOST = 1, 2, 3  # for player 0; 0 in a row without a position
# A note: kind of bound, depth, positions that it took, 1 + action.
BOUND_BITS, DEPTH_SHIFT, EFFORT_SHIFT, MOVE_SHIFT = 3, 2, 14, 34
DEPTH_BITS, EFFORT_BITS = (1 << 12) - 1, (1 << 20) - 1
BOTTOM = DEPTH_BITS  # the depth of what rests on ends of games alone


class Table(NamedTuple):
    """The rows twice: the same memory as integers and as floats."""

    words: NDArray[np.int64]  # [row, word]
    shares: NDArray[np.float64]  # [row, word]


def new_table(memory: int) -> Table:
    """An empty table of at most `memory` bytes, and no more than MOST_ROWS rows."""
    rows = max(LEAST_ROWS, min(MOST_ROWS, memory // ROW_BYTES))
    words = np.zeros((1 << (rows.bit_length() - 1), ROW_WORDS), np.int64)
    return Table(words, words.view(np.float64))


@inlined
def row_of(table: Table, key: int) -> int:
    """The row of a key, which may be in two; one of another key if it is in none."""
    row = key & (table.words.shape[0] - 1)
    if table.words[row, KEY] != key and table.words[row ^ 1, KEY] == key:
        row ^= 1
    return row


@inlined
def bound_of(note: int) -> int:
    """EXACT, AT_LEAST or AT_MOST; 0 for no position."""
    return note & BOUND_BITS


@inlined
def depth_of(note: int) -> int:
    """How many decisions the value looked ahead; BOTTOM to the end of the game."""
    return (note >> DEPTH_SHIFT) & DEPTH_BITS


@inlined
def effort_of(note: int) -> int:
    """How many positions the value took."""
    return (note >> EFFORT_SHIFT) & EFFORT_BITS


@inlined
def move_of(note: int) -> int:
    """The action that was best; -1 for none."""
    return (note >> MOVE_SHIFT) - 1


@inlined
def keep(
    table: Table,
    key: int,
    win: float,
    margin: float,
    bound: int,
    depth: int,
    effort: int,
    move: int,
) -> None:
    """The table knows this of a position, in place of what took less effort."""
    row = key & (table.words.shape[0] - 1)
    if table.words[row, KEY] != key:
        other = table.words[row ^ 1, KEY] == key
        if other or effort < effort_of(table.words[row, NOTE]):
            row ^= 1
    note = bound | depth << DEPTH_SHIFT | (move + 1) << MOVE_SHIFT
    table.words[row, KEY] = key
    table.shares[row, WIN] = win
    table.shares[row, MARGIN] = margin
    table.words[row, NOTE] = note | min(effort, EFFORT_BITS) << EFFORT_SHIFT
