"""Perft tables: positions, most from games, each with its counts of move sequences.

    python -m tests.perft_tables

counts the positions of all tables anew with the kernels; the diff shows what a change
of the rules does, and the oracle has to agree with it. A line of a table is
`position ; depth count depth count ...`, the deals on the way being fixed; where chance
can be listed, ` ; all depth count ...` follows, with every outcome on the way counted.
Lines that start with `#` are comments.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from search import perft
from tests.play import deal
from tests.registry import GAMES, Fields, GameUnderTest, Oracle

DATA = Path(__file__).parent / "data"
SEED = 1  # of the deals on the way


class Row(NamedTuple):
    """A position and `counts[d - 1]`, its number of sequences of d moves."""

    position: str
    counts: tuple[int, ...]
    all_counts: tuple[int, ...] = ()  # with every outcome of chance

    def __str__(self) -> str:
        text = f"{self.position} ; {_pairs(self.counts)}"
        return f"{text} ; all {_pairs(self.all_counts)}" if self.all_counts else text


def _pairs(counts: Sequence[int]) -> str:
    return " ".join(f"{depth} {count}" for depth, count in enumerate(counts, 1))


def _parse_pairs(text: str) -> tuple[int, ...]:
    numbers = [int(word) for word in text.split()]
    depths, counts = numbers[::2], numbers[1::2]
    if not counts or depths != list(range(1, len(counts) + 1)):
        raise ValueError(f"depths {depths} with counts {counts}")
    return tuple(counts)


def parse_row(line: str) -> Row:
    """The row of a line; ValueError unless its depths are 1, 2, 3, ..."""
    position, _, rest = line.partition(" ; ")
    dealt, separator, listed = rest.partition(" ; all ")
    row = Row(position, _parse_pairs(dealt))
    return row._replace(all_counts=_parse_pairs(listed)) if separator else row


def table_path(game: GameUnderTest) -> Path:
    """Where the table of a game is kept."""
    return DATA / f"{game.name}.perft"


@cache
def read_table(game: GameUnderTest) -> tuple[Row, ...]:
    """The rows of a game's table."""
    lines = table_path(game).read_text().splitlines()
    return tuple(parse_row(line) for line in lines if line and line[0] != "#")


# --- Counting -------------------------------------------------------------------------


@cache
def kernel_counter(game: GameUnderTest):  # type: ignore[no-untyped-def]
    """Counts by the kernels: (state, depth, seed) -> count."""
    return perft.count(game.rules)


def kernel_count(game: GameUnderTest, position: str, depth: int) -> int:
    """Number of sequences of `depth` moves, by the kernels."""
    return kernel_counter(game)(game.notation.parse(position).state, depth, SEED)


@cache
def kernel_counter_of_all(game: GameUnderTest):  # type: ignore[no-untyped-def]
    """The same with every outcome of chance: (state, depth) -> count."""
    return perft.count_all(game.rules)


def kernel_count_all(game: GameUnderTest, position: str, depth: int) -> int:
    """Number of sequences with every outcome of chance, by the kernels."""
    return kernel_counter_of_all(game)(game.notation.parse(position).state, depth)


def _oracle_at(game: GameUnderTest, position: str) -> Oracle:
    fields = game.notation.to_fields(game.notation.parse(position).state)
    return game.oracle.from_fields(fields)


def oracle_count(game: GameUnderTest, position: str, depth: int) -> int:
    """Number of sequences of `depth` moves, by the oracle."""
    return _count_from(game, _oracle_at(game, position), depth)


def oracle_count_all(game: GameUnderTest, position: str, depth: int) -> int:
    """Number of sequences with every outcome of chance, by the oracle."""
    return _count_all_from(_oracle_at(game, position), depth)


def _count_all_from(oracle: Oracle, depth: int) -> int:
    deals = oracle.deals()
    if not deals and depth == 1:
        return len(oracle.moves())
    count = 0
    for text in deals or oracle.moves():
        after = oracle.copy()
        if deals:
            after.apply_deal(text)
        else:
            after.play(text)
        count += _count_all_from(after, depth if deals else depth - 1)
    return count


def _count_from(game: GameUnderTest, oracle: Oracle, depth: int) -> int:
    moves = oracle.moves()
    while not moves and not oracle.over:
        oracle.apply_deal(_deal_text(game, oracle.to_fields()))
        moves = oracle.moves()
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        after = oracle.copy()
        after.play(move)
        count += _count_from(game, after, depth - 1)
    return count


def _deal_text(game: GameUnderTest, fields: Fields) -> str:
    """What the kernels deal in a position: chance is not what is compared."""
    before = game.notation.from_fields(fields).state
    state = before.copy()
    deal(game, state, SEED)
    return game.notation.format_deal(state, before)


def counted(game: GameUnderTest, row: Row) -> Row:
    """The row with the counts of the kernels, to the same depths."""
    dealt = [kernel_count(game, row.position, d + 1) for d in range(len(row.counts))]
    listed = [
        kernel_count_all(game, row.position, d + 1) for d in range(len(row.all_counts))
    ]
    return Row(row.position, tuple(dealt), tuple(listed))


def main() -> None:
    """The counts of all tables are those of the kernels."""
    for game in GAMES.values():
        lines = table_path(game).read_text().splitlines()
        for i, line in enumerate(lines):
            if line and line[0] != "#":
                row = parse_row(line)
                lines[i] = str(counted(game, row))
        table_path(game).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
