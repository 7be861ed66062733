"""The rows of a simulation, kept block by block: in a folder, or in memory.

In a folder each piece of finished blocks is appended with one write, so that a process
that is killed leaves whole rows of finished blocks and at most one torn piece at the
end. Only when a simulation ends are the rows put in the order of blocks; the file is
then replaced at once.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from analyzer.exits import UserError
from analyzer.output import read_bytes, written
from analyzer.simulation.question import GAMES, RECORDS
from language import tr

if TYPE_CHECKING:
    from search.schedule import Numbers
    from search.simulation import Piece

BlockOf = Callable[[bytes], int]


class Journal:
    """Finished blocks, in memory."""

    def __init__(self, header: bytes) -> None:
        self.header = header
        self._done = np.zeros(0, np.bool_)  # by block, from 1
        self._rows: list[bytes] = []

    @property
    def count(self) -> int:
        """How many blocks are finished."""
        return int(self._done.sum())

    @property
    def last(self) -> int:
        """The last block that is finished, 0 if none is."""
        return int(np.flatnonzero(self._done)[-1]) + 1 if self.count else 0

    def missing(self, blocks: int) -> Numbers:
        """Which of the first blocks are still to be played."""
        done = self._done[:blocks]
        open_blocks = np.ones(blocks, np.bool_)
        open_blocks[: len(done)] = ~done
        return np.flatnonzero(open_blocks) + 1

    def add(self, piece: Piece) -> None:
        """The blocks of a piece are kept."""
        self._rows.append(piece.rows)
        self._note(piece.blocks)

    def _note(self, blocks: Numbers) -> None:
        """These blocks are finished."""
        missing = int(blocks.max(initial=0)) - len(self._done)
        if missing > 0:
            more = np.zeros(max(missing, len(self._done)), np.bool_)
            self._done = np.concatenate([self._done, more])
        self._done[blocks - 1] = True

    def table(self) -> bytes:
        """All rows under their header, in the order in which they came."""
        return self.header + b"".join(self._rows)

    def close(self, last: int | None = None) -> None:
        """The rows are in the order of blocks; those after block `last` are gone."""
        lines = b"".join(self._rows).splitlines(keepends=True)
        self._rows = in_order(lines, block_of_row, last)


class FolderJournal(Journal):
    """Finished blocks in a folder; with `records`, whole games beside their rows."""

    def __init__(self, folder: Path, header: bytes, records: bool) -> None:
        super().__init__(header)
        self._games = folder / GAMES
        self._records = folder / RECORDS if records else None

    def begin(self) -> None:
        """The files are there, without any game."""
        replace(self._games, [self.header])
        if self._records:
            replace(self._records, [])

    def resume(self, rows_per_block: int) -> None:
        """The files hold the blocks that are whole, and nothing else.

        UserError, with file and line, for what no simulation can have left.
        """
        rows = read_lines(self._games)
        if rows[:1] != [self.header]:
            raise UserError(
                tr(
                    "'{path}', line 1: the columns are not those of this version",
                    path=self._games,
                )
            )
        counted = Counter(blocks_of(self._games, rows[1:], block_of_row, first=2))
        whole = {b for b, count in counted.items() if count == rows_per_block}
        self._note(np.array(sorted(whole), np.int64))
        kept = [row for row in rows[1:] if block_of_row(row) in whole]
        replace(self._games, [self.header, *kept])
        if self._records:
            lines = read_lines(self._records)
            found = blocks_of(self._records, lines, block_of_record)
            replace(
                self._records,
                [x for x, b in zip(lines, found, strict=True) if b in whole],
            )

    def add(self, piece: Piece) -> None:
        """The blocks of a piece are in the files: rows last, for they say it is whole.

        UserError if the system does not let them be written.
        """
        if self._records:
            append(self._records, piece.records)
        append(self._games, piece.rows)
        self._note(piece.blocks)

    def table(self) -> bytes:
        """All rows under their header, in the order in which they came."""
        return self._games.read_bytes()

    def close(self, last: int | None = None) -> None:
        """The files are in the order of blocks; blocks after block `last` are gone."""
        rows = read_lines(self._games)[1:]
        replace(self._games, [self.header, *in_order(rows, block_of_row, last)])
        if self._records:
            lines = read_lines(self._records)
            replace(self._records, in_order(lines, block_of_record, last))


def block_of_row(line: bytes) -> int:
    """The block of a row of games.csv."""
    return int(line[: line.index(b",")])


def block_of_record(line: bytes) -> int:
    """The block of a line of records.jsonl."""
    return int(json.loads(line)["block"])


def in_order(lines: list[bytes], block_of: BlockOf, last: int | None) -> list[bytes]:
    """Lines by block, those of a block as they came, without blocks after `last`."""
    blocks = [block_of(line) for line in lines]
    limit = max(blocks, default=0) if last is None else last
    if blocks != sorted(blocks):
        places = sorted(range(len(lines)), key=blocks.__getitem__)
        lines, blocks = [lines[i] for i in places], [blocks[i] for i in places]
    return [line for line, block in zip(lines, blocks, strict=True) if block <= limit]


def blocks_of(
    path: Path, lines: list[bytes], block_of: BlockOf, first: int = 1
) -> list[int]:
    """The block of every line; UserError naming the line that has none."""
    found = []
    for number, line in enumerate(lines, first):
        try:
            found.append(block_of(line))
        except (ValueError, KeyError, TypeError):
            raise UserError(
                tr(
                    "'{path}', line {number}: that is no result of a simulation;"
                    " put the line right or begin anew with --force",
                    path=path,
                    number=number,
                )
            ) from None
    return found


def read_lines(path: Path) -> list[bytes]:
    """The whole lines of a file; what follows the last of them was torn off."""
    lines = (read_bytes(path) or b"").splitlines(keepends=True)
    return lines if not lines or lines[-1].endswith(b"\n") else lines[:-1]


def append(path: Path, text: bytes) -> None:
    """The text stands at the end of the file; UserError if it can't."""

    def write() -> None:
        with path.open("ab", buffering=0) as file:
            left = memoryview(text)
            while left:
                left = left[file.write(left) :]

    written(path, write)


def replace(path: Path, parts: Iterable[bytes]) -> None:
    """The file holds these parts and is never seen half written."""
    beside = path.with_name(path.name + ".new")

    def write() -> None:
        with beside.open("wb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)

    written(path, write)
