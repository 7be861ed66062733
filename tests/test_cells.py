"""Cells that are filled at the end of games, from records that are played again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from typer.testing import CliRunner

from analyzer.cli import app
from analyzer.exits import UserError
from analyzer.reporting.folders import read_result
from analyzer.reporting.records import MOST, final_boards
from reports import schema
from reports.cells import STARS, Board, Cell, cell_shares, cells_of
from reports.figures import cell_figure

WALL = {"game": "azul", "p1.wall": ["BY...", ".....", "..B..", ".....", "....W"]}
STAR = {"game": "summer-pavilion"} | {f"p2.{star}": "......" for star in STARS}
GARDEN = {"game": "flowers", "p1.garden": ["O:G1", "E1:R4g", "W2S3:B1", "N9:Y4"]}


def simulated(folder: Path, game: str = "azul", games: int = 4) -> Path:
    """The folder of recorded games."""
    words = ["--player", "a=greedy", "--player", "b=random", "--games", str(games)]
    words = ["simulate", game, *words, "--records", "--out", str(folder), "-q"]
    result = CliRunner().invoke(app, [*words, "--jobs", "1"])
    assert result.exit_code == 0, result.output
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: Any) -> Path:
    return simulated(tmp_path_factory.mktemp("cells") / "x")


def full(fields: dict[str, Any], seat: int) -> set[Cell]:
    """The cells that are filled."""
    return {cell for cell, filled in cells_of(fields, seat).items() if filled}


def test_a_wall_has_its_rows_and_columns() -> None:
    assert len(cells_of(WALL, 1)) == 25
    found = {("row 1", "1"), ("row 1", "2"), ("row 3", "3"), ("row 5", "5")}
    assert full(WALL, 1) == found


def test_stars_have_their_numbers() -> None:
    fields = STAR | {"p2.red": "RR...R", "p2.centre": "...B.."}
    assert len(cells_of(fields, 2)) == 42
    assert full(fields, 2) == {
        *(("red", "1"), ("red", "2"), ("red", "6"), ("centre", "4"))
    }


def test_a_garden_lies_around_its_first_card_as_far_as_it_is_shown() -> None:
    cells = cells_of(GARDEN, 1)
    assert full(GARDEN, 1) == {("0", "0"), ("0", "E1"), ("S3", "W2")}
    assert next(iter(cells)) == ("N6", "W6")
    assert list(cells)[-1] == ("S6", "E6")


def test_a_game_without_a_board_is_refused() -> None:
    with pytest.raises(ValueError, match="no board is known for game 'chess'"):
        cells_of({"game": "chess"}, 1)


def test_shares_are_those_of_each_players_boards() -> None:
    other = WALL | {"p1.wall": ["B....", "....."] + ["....."] * 3}
    empty = ["....."] * 5
    boards = [
        Board(("a", "b"), WALL | {"p2.wall": empty}),
        Board(("a", "b"), other | {"p2.wall": empty}),
        Board(("b", "a"), other | {"p2.wall": empty}),
    ]
    table = cell_shares(boards, ["b", "a", "c"])
    assert list(table.columns) == schema.CELLS.names
    shares = table.set_index(["player", "row", "column"])
    assert shares["share"]["a", "row 1", "1"] == pytest.approx(2 / 3)
    assert shares["filled"]["a", "row 1", "2"] == 1
    assert shares["share"]["b", "row 1", "1"] == pytest.approx(1 / 3)
    assert set(table["seats"]) == {3}
    assert table["player"].drop_duplicates().tolist() == ["b", "a"]
    assert len(table) == 50


def test_a_figure_shades_every_cell_of_every_player() -> None:
    boards = [Board(("a", "b"), WALL | {"p2.wall": ["BYRKW"] * 5})]
    table = cell_shares(boards, ["a", "b"])
    figure = cell_figure(table, "Azul", "n = 1 recorded game")
    first, second = (axes.images[0].get_array() for axes in figure.axes)
    assert first.tolist()[0] == [1, 1, 0, 0, 0]
    assert second.min() == 1
    labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert labels == [f"row {n}" for n in range(1, 6)]
    assert len(figure.axes[0].texts) == 4


def test_complete_rows_of_replayed_walls_are_those_of_the_games(folder: Path) -> None:
    games = pd.read_csv(folder / "games.csv").set_index(["game", "seat"])
    boards = final_boards(folder / "records.jsonl")
    assert len(boards) == 4
    for game, board in enumerate(boards, 1):
        for seat in (1, 2):
            walls = board.fields[f"p{seat}.wall"]
            bonus = 2 * sum("." not in row for row in walls)
            assert games.loc[(game, seat), "rows"] == bonus
            assert games.loc[(game, seat), "player"] == board.seating[seat - 1]
            assert games.loc[(game, seat), "score"] == board.fields[f"p{seat}.score"]


def test_a_result_with_records_has_cells(folder: Path) -> None:
    found = read_result(folder, "x")
    cells = found.frames[schema.CELLS]
    assert len(cells) == 50
    assert set(cells["seats"]) == {4}
    assert len(final_boards(folder / "records.jsonl", most=3)) == 3


def test_a_torn_record_is_left_out_and_a_damaged_one_told(
    folder: Path, tmp_path: Path
) -> None:
    lines = (folder / "records.jsonl").read_bytes().splitlines(keepends=True)
    path = tmp_path / "records.jsonl"
    path.write_bytes(b"".join(lines)[:-9])
    assert len(final_boards(path)) == 3
    path.write_bytes(lines[0] + b'{"schema": 1}\n' + lines[2])
    with pytest.raises(UserError, match=r"records.jsonl', line 2: that is no record"):
        final_boards(path)
    record = json.loads(lines[0])
    record["events"] = record["events"][:-1]
    path.write_text(json.dumps(record) + "\n")
    with pytest.raises(UserError, match=r"line 1: .*the game does not end"):
        final_boards(path)


def test_forfeited_games_have_no_boards(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    line = (folder / "records.jsonl").read_text().splitlines()[0]
    record = json.loads(line)
    path.write_text(json.dumps(record | {"end": "forfeit"}) + "\n" + line + "\n")
    assert len(final_boards(path)) == 1
    assert MOST == 200


@pytest.mark.slow
@pytest.mark.parametrize("game", ["summer-pavilion", "flowers"])
def test_records_of_other_games_are_replayed_to_their_ends(
    game: str, tmp_path: Path
) -> None:
    out = simulated(tmp_path / "x", game, games=20)
    records = [
        json.loads(line) for line in (out / "records.jsonl").read_text().splitlines()
    ]
    boards = final_boards(out / "records.jsonl")
    assert len(boards) == 20
    for board, record in zip(boards, records, strict=True):
        assert board.fields["phase"] == "over"
        if game == "summer-pavilion":
            scores = [board.fields[f"p{seat}.score"] for seat in (1, 2)]
            assert scores == record["scores"]
