"""Kernels and oracle count the move sequences of the perft tables."""

from __future__ import annotations

import pytest

from engines.jit import JIT
from tests.perft_tables import (
    Row,
    kernel_count,
    kernel_count_all,
    oracle_count,
    oracle_count_all,
    parse_row,
    read_table,
)
from tests.registry import GAMES, GameUnderTest, each_game

FEW = 1_000  # sequences that a default run counts with slow code
ROWS = [(game, row) for game in GAMES.values() for row in read_table(game)]
IDS = [
    f"{game.name}-{i}" for game in GAMES.values() for i in range(len(read_table(game)))
]
each_row = pytest.mark.parametrize(("game", "row"), ROWS, ids=IDS)


@each_game
def test_a_table_has_positions_of_all_variants_and_phases(game: GameUnderTest) -> None:
    positions = [game.notation.parse(row.position).state for row in read_table(game)]
    fields = [game.notation.to_fields(state) for state in positions]
    for variant in game.variants:
        wanted = {"players": variant.players, **variant.options}
        own = [f for f in fields if wanted.items() <= f.items()]
        assert len(own) >= 4
        assert len({f["round"] if "round" in f else f["phase"] for f in own}) >= 3
    assert len(fields) >= 24
    assert all(row.counts[-1] < 2_000_000 for row in read_table(game))


@each_row
def test_the_kernels_count_what_the_table_says(game: GameUnderTest, row: Row) -> None:
    for depth, count in enumerate(row.counts, 1):
        if JIT or count <= FEW:
            assert kernel_count(game, row.position, depth) == count
    for depth, count in enumerate(row.all_counts, 1):
        if JIT or count <= FEW:
            assert kernel_count_all(game, row.position, depth) == count


@each_row
def test_the_oracle_counts_what_the_table_says(game: GameUnderTest, row: Row) -> None:
    for depth, count in enumerate(row.counts, 1):
        if count <= FEW:
            assert oracle_count(game, row.position, depth) == count
    for depth, count in enumerate(row.all_counts, 1):
        if count <= FEW:
            assert oracle_count_all(game, row.position, depth) == count


@pytest.mark.slow
@each_row
def test_the_oracle_agrees_at_all_depths(game: GameUnderTest, row: Row) -> None:
    for depth, count in enumerate(row.counts, 1):
        assert oracle_count(game, row.position, depth) == count
    for depth, count in enumerate(row.all_counts, 1):
        assert oracle_count_all(game, row.position, depth) == count


@each_game
def test_all_chance_is_counted_where_it_can_be_listed(game: GameUnderTest) -> None:
    start = game.notation.new(*game.variants[0])
    listed = game.rules.count_outcomes(start) > 0
    rows = read_table(game)
    assert [bool(row.all_counts) for row in rows] == [listed] * len(rows)
    differ = [row for row in rows if row.counts[:3] != row.all_counts[:3]]
    assert len(differ) * 2 > len(rows)


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("azul players=2 ; 1 40 2 900", Row("azul players=2", (40, 900))),
        ("flowers ; 1 3 2 70 ; all 1 3", Row("flowers", (3, 70), (3,))),
    ],
)
def test_a_row_is_written_as_it_is_read(line: str, row: Row) -> None:
    assert parse_row(line) == row
    assert str(row) == line


@pytest.mark.parametrize(
    "counts", ["", "2 900", "1 40 3 900", "1 40 2", "1 40 ; all 2 900", "1 40 ; all "]
)
def test_a_row_has_counts_for_all_depths_from_one(counts: str) -> None:
    with pytest.raises(ValueError, match="depths"):
        parse_row(f"azul players=2 ; {counts}")
