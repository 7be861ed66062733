"""Perft tables: positions, most from games, each with its counts of move sequences.

    python -m tests.perft_tables

counts the positions of all tables anew with the kernels; the diff shows what a change
of the rules does, and the oracle has to agree with it. A line of a table is
`position ; depth count depth count ...`; lines that start with `#` are comments.
"""

from __future__ import annotations

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

    def __str__(self) -> str:
        pairs = [f"{depth} {count}" for depth, count in enumerate(self.counts, 1)]
        return f"{self.position} ; {' '.join(pairs)}"


def parse_row(line: str) -> Row:
    """The row of a line; ValueError unless its depths are 1, 2, 3, ..."""
    position, _, rest = line.partition(" ; ")
    numbers = [int(word) for word in rest.split()]
    depths, counts = numbers[::2], numbers[1::2]
    if not counts or depths != list(range(1, len(counts) + 1)):
        raise ValueError(f"depths {depths} with counts {counts}")
    return Row(position, tuple(counts))


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


def oracle_count(game: GameUnderTest, position: str, depth: int) -> int:
    """The same by the oracle."""
    fields = game.notation.to_fields(game.notation.parse(position).state)
    return _count_from(game, game.oracle.from_fields(fields), depth)


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


def main() -> None:
    """The counts of all tables are those of the kernels."""
    for game in GAMES.values():
        lines = table_path(game).read_text().splitlines()
        for i, line in enumerate(lines):
            if line and line[0] != "#":
                row = parse_row(line)
                depths = range(1, len(row.counts) + 1)
                counts = tuple(kernel_count(game, row.position, d) for d in depths)
                lines[i] = str(Row(row.position, counts))
        table_path(game).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
