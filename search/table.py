"""A table of positions met before, with what a search has found out about them.

Rows of four words: key, win share, margin, and a note of depth, kind of bound and move.
The words are seen as integers and as floats, so that a row is one access to memory. Two
rows that a key may be in share a line of the processor's cache.

A table is only as large as what it holds: memory that is not touched costs nothing, and
fewer rows stay in the cache. By two rows at a time it grows to twice the positions that
it holds, and takes what belongs there from the two rows where that was until then.

Source: Litwin 1980 (linear hashing).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.jit import inlined, kernel, prefetch
from engines.protocol import Moves

ROW_WORDS = 4
ROW_BYTES = 8 * ROW_WORDS
MOST_ROWS = 1 << 22
LEAST_ROWS = 1 << 10
CACHE_LINE = 64  # bytes
IN_USE, MASK, HELD = range(3)  # rows that keys lead to, bits of keys for it, positions
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
    size: Moves  # [3]: IN_USE, MASK, HELD


def new_table(memory: int) -> Table:
    """An empty table of at most `memory` bytes, and no more than MOST_ROWS rows."""
    wanted = max(LEAST_ROWS, min(MOST_ROWS, memory // ROW_BYTES))
    rows = 1 << (wanted.bit_length() - 1)
    room = np.zeros(rows * ROW_BYTES + CACHE_LINE, np.uint8)
    start = -room.ctypes.data % CACHE_LINE
    words = room[start : start + rows * ROW_BYTES].view(np.int64)
    words = words.reshape(rows, ROW_WORDS)
    size = np.array([LEAST_ROWS, LEAST_ROWS - 1, 0])
    return Table(words, words.view(np.float64), size)


@inlined
def home(table: Table, key: int) -> int:
    """The row that a key leads to; it may also be in the other one of the pair."""
    mask = table.size[MASK]
    row = key & mask
    return row if row < table.size[IN_USE] else row & mask >> 1


@inlined
def announce(table: Table, key: int) -> None:
    """The rows of a key will be looked at soon."""
    prefetch(table.words, home(table, key))


@inlined
def row_of(table: Table, key: int) -> int:
    """The row of a key, which may be in two; one of another key if it is in none."""
    row = home(table, key)
    if table.words[row, KEY] != key and table.words[row ^ 1, KEY] == key:
        row ^= 1
    return row


@kernel
def grow(table: Table) -> None:
    """Two more rows are in use, with what belongs there."""
    words, size = table.words, table.size
    if size[IN_USE] > size[MASK]:
        size[MASK] = 2 * size[MASK] + 1
    far = (size[MASK] + 1) >> 1
    for new in range(size[IN_USE], size[IN_USE] + 2):
        old = new - far
        if words[old, KEY] & far:
            for word in range(ROW_WORDS):
                words[new, word] = words[old, word]
                words[old, word] = 0
    size[IN_USE] += 2


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
    """The table knows this of a position, in place of what took least effort."""
    row = home(table, key)
    if table.words[row, KEY] != key:
        other = row ^ 1
        less = effort_of(table.words[other, NOTE]) < effort_of(table.words[row, NOTE])
        row = other if less or table.words[other, KEY] == key else row
    fresh = table.words[row, NOTE] == 0
    note = bound | depth << DEPTH_SHIFT | (move + 1) << MOVE_SHIFT
    table.words[row, KEY] = key
    table.shares[row, WIN] = win
    table.shares[row, MARGIN] = margin
    table.words[row, NOTE] = note | min(effort, EFFORT_BITS) << EFFORT_SHIFT
    if fresh:
        table.size[HELD] += 1
        in_use = table.size[IN_USE]
        if in_use < table.words.shape[0] and 2 * table.size[HELD] > in_use:
            grow(table)
