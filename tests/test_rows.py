"""Rows of the result table: what the kernel writes is what was played."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest

from analyzer.games import GAMES
from search.arena import Table
from search.players import make_player
from search.results import FORFEIT, Result, ranks
from search.rows import COLUMNS, RowWriter, frame, header
from search.schedule import Schedule

SEED = 2**63 - 1
TABLES = [
    ("azul", ("greedy", "random"), {}),
    ("azul", ("heuristic:rows", "random", "greedy", "random"), {}),
    ("azul", ("greedy", "greedy"), {"wall": "grey"}),
    ("summer-pavilion", ("greedy", "random", "random"), {}),
    ("flowers", ("greedy", "random"), {}),
    ("flowers", ("random",), {}),
]


def names(specs: tuple[str, ...]) -> list[str]:
    """Names of different lengths."""
    return [f"player{'-x' * i}" for i in range(len(specs))]


def expected(result: Result, seed: int, per_block: int, players: list[str]) -> str:
    """The rows of a game as the csv module writes them."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for seat, player in enumerate(result.seating):
        share = result.win_shares[seat]
        writer.writerow(
            [
                result.block,
                (result.block - 1) * per_block + result.number + 1,
                seed,
                "/".join(players[p] for p in result.seating),
                seat + 1,
                players[player],
                result.scores[seat],
                int(share) if share in (0, 1) else repr(share),
                result.ranks[seat],
                result.rounds,
                result.plies,
                result.end,
                result.errors[seat],
                ";".join(str(row[seat]) for row in result.round_scores),
                *result.sources[seat],
            ]
        )
    return text.getvalue()


@pytest.mark.parametrize(("game", "specs", "options"), TABLES)
def test_rows_say_what_was_played(
    game: str, specs: tuple[str, ...], options: dict[str, str]
) -> None:
    entry, schedule = GAMES[game], Schedule(len(specs), len(specs))
    players = [make_player(spec, entry) for spec in specs]
    table = Table(entry.rules(), entry.notation().new(len(specs), options), players)
    per_block, called = schedule.games_per_block, names(specs)
    writer = RowWriter(called, entry.rules().ENDINGS, per_block)
    fixtures = schedule.fixtures(range(1, 40))
    at_once = b"".join(
        writer.rows(games, count, SEED) for games, count in table.played(fixtures, SEED)
    )
    results = table.play_games(list(fixtures.each()), SEED)
    assert at_once == b"".join(writer.row(result, SEED) for result in results)
    rows = [expected(result, SEED, per_block, called) for result in results]
    assert at_once.decode() == "".join(rows)


@pytest.mark.parametrize("error", ["too slow", 'it said "no", twice', "é, ü"])
def test_a_forfeit_has_its_reason(error: str) -> None:
    result = Result(
        block=3,
        number=1,
        seating=(2, 0, 1),
        scores=(-5, 12, 0),
        win_shares=(0.5, 0.0, 0.5),
        ranks=ranks((0.5, 0.0, 0.5)),
        rounds=2,
        round_scores=((-5, 12, 0),),
        plies=9,
        end=FORFEIT,
        sources=((0, 7), (-2, 0), (0, 0)),
        errors=("", error, ""),
        record=None,
    )
    players = ["a", "b", "c"]
    found = RowWriter(players, ("row",), 3).row(result, 0)
    assert found.decode() == expected(result, 0, 3, players)
    table = frame(header(("x", "y")) + found)
    assert table["error"].tolist() == ["", error, ""]
    assert table["rank"].tolist() == [1, 3, 1]


def test_a_game_without_rounds_or_sources() -> None:
    result = Result(
        *(1, 0, (0,), (-78,), (1.0,), (1,), 0, (), 3, "end", ((),), ("",), None)
    )
    row = RowWriter(["a"], ("end",), 1).row(result, 5)
    assert row == b"1,1,5,a,1,a,-78,1,1,0,3,end,,\n"
    forfeited = replace(result, end=FORFEIT)
    assert RowWriter(["a"], ("end",), 1).row(forfeited, 5).endswith(b",forfeit,,\n")


def test_the_frame_has_numbers_and_texts() -> None:
    text = header(("rows",)) + b"1,1,0,a/NA,1,a,5,0.5,1,0,3,limit,,1;5,2\n"
    table = frame(text)
    assert table.columns.tolist() == [*COLUMNS, "rows"]
    row = table.iloc[0].to_dict()
    assert row["seating"] == "a/NA"
    assert (row["win_share"], row["round_scores"], row["error"]) == (0.5, "1;5", "")
