"""`azulyst simulate` as a user meets it: results, folders, mistakes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from typer.testing import CliRunner, Result

from analyzer.cli import app
from analyzer.exits import ExitCode

TWO = ("--player", "a=greedy", "--player", "b=random")


def run(*words: str) -> Result:
    """What the command has said."""
    return CliRunner().invoke(app, ["simulate", *words])


def simulate(*words: str) -> dict[str, Any]:
    """The object that the command prints."""
    result = run(*words, "--format", "json", "--quiet")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def files(folder: Path) -> dict[str, bytes]:
    """What is in a result folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_two_players_are_compared() -> None:
    found = simulate("azul", *TWO, "--games", "200")
    assert (found["games"], found["blocks"], found["complete"]) == (200, 100, True)
    best, other = found["players"]
    assert (best["player"], other["player"]) == ("a", "b")
    assert best["win_share"] > 0.9
    assert best["win_low"] <= best["win_share"] <= best["win_high"]
    assert found["match"] is not None
    assert len(found["seats"]) == 2


def test_levels_are_players() -> None:
    found = simulate("azul", "--level", "7", "--level", "2", "--games", "40")
    strong, weak = found["players"]
    assert (strong["player"], weak["player"]) == ("level-7", "level-2")
    assert (strong["spec"], weak["spec"]) == ("level:7", "level:2")
    assert strong["win_low"] > 0.6


def test_what_is_said_ends_in_a_sentence() -> None:
    result = run("azul", *TWO, "--games", "100")
    assert result.exit_code == 0
    assert "a beats b" in result.stdout
    assert "played 100 games in" in result.stderr


@pytest.mark.parametrize("form", ["csv", "markdown"])
def test_other_forms_have_both_players(form: str) -> None:
    result = run("azul", *TWO, "--games", "20", "--format", form, "--quiet")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert "a" in result.stdout
    assert ("| player" in result.stdout) == (form == "markdown")


def test_a_folder_has_all_there_is(tmp_path: Path) -> None:
    out = tmp_path / "x"
    found = simulate("azul", *TWO, "--games", "40", "--out", str(out), "--records")
    assert sorted(files(out)) == [
        *("games.csv", "records.jsonl", "run.toml", "summary.json"),
    ]
    assert json.loads((out / "summary.json").read_text()) == found
    games = pd.read_csv(out / "games.csv")
    assert games["game"].tolist() == [g for g in range(1, 41) for _ in range(2)]
    lines = (out / "records.jsonl").read_text().splitlines()
    assert [json.loads(line)["block"] for line in lines] == [
        block for block in range(1, 21) for _ in range(2)
    ]


@pytest.mark.parametrize("game", ["azul", "summer-pavilion", "flowers"])
def test_apply_replays_a_record(tmp_path: Path, game: str) -> None:
    simulate(game, *TWO, "--games", "2", "--out", str(tmp_path), "--records", "--force")
    for line in (tmp_path / "records.jsonl").read_text().splitlines():
        record = json.loads(line)
        moves = [event["move"] for event in record["events"] if "move" in event]
        deals = [event["deal"] for event in record["events"] if "deal" in event]
        words = [*record["position"].split(), "--move", " ".join(moves)]
        words += [word for deal in deals for word in ("--deal", deal)]
        result = CliRunner().invoke(app, ["apply", *words, "--format", "json"])
        assert result.exit_code == 0, result.output
        assert json.loads(result.stdout)["score"] == record["scores"]


def test_jobs_do_not_change_a_byte(tmp_path: Path) -> None:
    for jobs in ("1", "3"):
        words = ("--games", "4000", "--jobs", jobs, "--out", str(tmp_path / jobs))
        assert run("azul", *TWO, *words).exit_code == 0
    one, other = files(tmp_path / "1"), files(tmp_path / "3")
    for name in ("games.csv", "summary.json"):
        assert one[name] == other[name]


def test_more_games_go_on_from_those_there_are(tmp_path: Path) -> None:
    whole, grown = tmp_path / "whole", tmp_path / "grown"
    simulate("azul", *TWO, "--games", "60", "--out", str(whole))
    simulate("azul", *TWO, "--games", "20", "--out", str(grown))
    simulate("azul", *TWO, "--games", "60", "--out", str(grown), "--resume")
    for name in ("games.csv", "summary.json"):
        assert files(whole)[name] == files(grown)[name]
    result = run("azul", *TWO, "--games", "60", "--out", str(grown), "--resume")
    assert "all 60 games were there already" in result.stderr


@pytest.mark.parametrize("records", [False, True])
@pytest.mark.parametrize("torn", [1, 25, 200, 2000])
def test_a_torn_file_is_mended(tmp_path: Path, torn: int, records: bool) -> None:
    out, more = tmp_path / "x", ["--records"] if records else []
    words = ("azul", *TWO, "--games", "40", "--out", str(out), *more)
    simulate(*words)
    whole = files(out)
    for name in ["games.csv", "records.jsonl"] if records else ["games.csv"]:
        (out / name).write_bytes(whole[name][:-torn])
    (out / "summary.json").unlink()
    (out / "games.csv.new").write_bytes(b"half of it")
    simulate(*words, "--resume")
    assert files(out) == whole


def test_a_sequential_test_stops_by_itself(tmp_path: Path) -> None:
    words = ("azul", *TWO, "--sprt", "0,50", "--seed", "4")
    found = simulate(*words, "--out", str(tmp_path / "x"), "--jobs", "2")
    assert found["sprt"]["decision"] == "H1"
    assert found["complete"] is True
    assert found["games"] < 1000
    alone = simulate(*words, "--out", str(tmp_path / "y"), "--jobs", "1")
    assert alone == found
    again = simulate(*words, "--out", str(tmp_path / "x"), "--resume")
    assert again == found


def test_a_sequential_test_may_run_out_of_games() -> None:
    same = ("--player", "a=greedy", "--player", "b=greedy")
    found = simulate("azul", *same, "--sprt", "0,5", "--games", "40")
    assert (found["sprt"]["decision"], found["games"]) == ("undecided", 40)


def test_six_strategies_at_tables_of_four() -> None:
    words = [w for n in range(6) for w in ("--player", f"p{n}=heuristic:floor={n}")]
    found = simulate("azul", *words, "--seats", "4", "--games", "120")
    assert found["games"] == 120
    assert {row["games"] for row in found["players"]} == {80}
    rated = found["ratings"]["players"]
    assert len(rated) == 6
    first, *others = rated
    assert first["player"] == found["ratings"]["reference"]
    assert (first["elo"], first["elo_low"], first["elo_high"]) == (0, None, None)
    assert all(row["elo_low"] < row["elo"] < row["elo_high"] for row in others)
    assert len(found["crosstable"]) == 30


def test_a_gauntlet_has_one_player_at_every_table() -> None:
    words = [w for n in range(4) for w in ("--player", f"p{n}=heuristic:floor={n}")]
    found = simulate("azul", *words, "--gauntlet", "--games", "60")
    games = {row["player"]: row["games"] for row in found["players"]}
    assert games == {"p0": 60, "p1": 20, "p2": 20, "p3": 20}


def test_all_seatings_and_options(tmp_path: Path) -> None:
    out = tmp_path / "x"
    words = [w for n in "abc" for w in ("--player", f"{n}=random")]
    more = ("--seatings", "all", "--set", "wall=grey", "--games", "10")
    found = simulate("azul", *words, *more, "--out", str(out))
    assert found["games"] == 12
    assert pd.read_csv(out / "games.csv")["seating"].nunique() == 6
    assert 'options = ["wall=grey"]' in (out / "run.toml").read_text()


def test_one_player_alone_and_against_itself() -> None:
    alone = simulate("flowers", "--player", "greedy", "--games", "5")
    assert (alone["games"], alone["players"][0]["player"]) == (5, "greedy")
    itself = simulate("azul", "--player", "x=greedy", "--games", "50")
    assert itself["players"][0]["player"] == "x"
    assert len(itself["seats"]) == 2


def test_a_bot_that_fails_forfeits_with_its_reason(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("def choose(request):\n    raise RuntimeError('out of ideas')\n")
    players = ("--player", f"mine=python:{bot}", "--player", "other=random")
    found = simulate("azul", *players, "--games", "4", "--out", str(tmp_path / "x"))
    games = pd.read_csv(tmp_path / "x" / "games.csv")
    mine = games[games["player"] == "mine"]
    assert mine["error"].tolist() == ["RuntimeError: out of ideas"] * 4
    assert found["players"][0]["win_share"] == 1.0
    assert found["players"][1]["forfeits"] == 4


# --- Mistakes -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("azul",), "give at least one, such as --player a=greedy"),
        (("azul", "--player", "a=gredy"), "player a: "),
        (("azul", "--player", "a=greedy", "--player", "a=random"), "two players"),
        (("azul", "--player", "a b=greedy"), "'a b' is no name for a player"),
        (("azul", "--level", "11"), "from 1 to 10"),
        (("azul", "--player", "level:0"), "'0' is no level; give 1 to 10"),
        (("azul", "--player", "level:high"), "'high' is no level; give 1 to 10"),
        (("azul", *TWO, "--seats", "5"), "azul is for 2 to 4 players, not 5"),
        (("azul", *TWO, "--sprt", "10,0"), "elo0"),
        (("azul", *TWO, "--sprt", "5"), "no pair of Elo differences"),
        (("azul", *TWO, "--seats", "4", "--sprt", "0,5"), "at a table for two"),
        (("azul", *TWO, "--games", "0"), "give a whole number from 1"),
        (("azul", *TWO, "--resume"), "give --out too"),
        (("azul", *TWO, "--force"), "give --out too"),
        (("azul", *TWO, "--records"), "give --out too"),
        (("azul", *TWO, "--out", "x", "--force", "--resume"), "not both"),
        (("azul", *TWO, "--backend", "dask"), "go together"),
        (("azul", *TWO, "--scheduler", "tcp://x:1"), "go together"),
        (("azul", *TWO, "--backend", "cloud"), "'cloud' is not one of threads"),
        (("azul", *TWO, "--set", "wall"), "'wall' is no KEY=VALUE"),
    ],
)
def test_what_is_wrong_on_the_command_line(
    words: tuple[str, ...], message: str
) -> None:
    result = run(*words)
    assert result.exit_code == ExitCode.USAGE, result.output
    assert message in " ".join(result.stderr.replace("│", " ").split())


def test_a_game_or_an_option_of_it_that_is_unknown() -> None:
    result = run("azull", *TWO)
    assert (result.exit_code, "azul" in result.stderr) == (ExitCode.BAD_INPUT, True)
    result = run("azul", *TWO, "--set", "wall=pink")
    assert (result.exit_code, "pink" in result.stderr) == (ExitCode.BAD_INPUT, True)


def test_results_are_not_written_over(tmp_path: Path) -> None:
    words = ("azul", *TWO, "--games", "4", "--out", str(tmp_path / "x"))
    simulate(*words)
    before = files(tmp_path / "x")
    result = run(*words)
    assert result.exit_code == ExitCode.BAD_INPUT
    assert "add --resume to go on with it, or --force" in result.stderr
    assert files(tmp_path / "x") == before
    assert run(*words, "--force").exit_code == 0


def test_force_leaves_what_is_not_ours(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "records.jsonl").write_text("old")
    words = ("azul", *TWO, "--games", "4", "--out", str(tmp_path), "--force")
    simulate(*words)
    assert (tmp_path / "notes.txt").read_text() == "mine"
    assert not (tmp_path / "records.jsonl").exists()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("--seed", "1"), "its seed is 0, not 1"),
        (("--seatings", "all"), "its seatings is latin, not all"),
        (("--set", "wall=grey"), "its options is none, not wall=grey"),
        (("--player", "c=random"), "its players is a=greedy, b=random, not"),
    ],
)
def test_another_simulation_is_not_resumed(
    tmp_path: Path, change: tuple[str, ...], message: str
) -> None:
    words = ("azul", *TWO, "--games", "4", "--out", str(tmp_path / "x"))
    simulate(*words)
    result = run(*words, *change, "--resume")
    assert result.exit_code == ExitCode.BAD_INPUT
    assert message in result.stderr


def test_fewer_games_than_there_are_is_a_mistake(tmp_path: Path) -> None:
    words = ("azul", *TWO, "--out", str(tmp_path / "x"))
    simulate(*words, "--games", "40")
    before = files(tmp_path / "x")
    result = run(*words, "--games", "20", "--resume")
    assert result.exit_code == ExitCode.BAD_INPUT
    assert "holds more than that: 40 games" in result.stderr
    assert files(tmp_path / "x") == before


def test_there_must_be_something_to_resume(tmp_path: Path) -> None:
    result = run("azul", *TWO, "--out", str(tmp_path / "x"), "--resume")
    assert result.exit_code == ExitCode.BAD_INPUT
    assert "there is nothing to resume" in result.stderr


def test_damaged_results_are_named_by_file_and_line(tmp_path: Path) -> None:
    out = tmp_path / "x"
    words = ("azul", *TWO, "--games", "4", "--out", str(out), "--records")
    simulate(*words)
    whole = files(out)
    for name, line, number in (
        ("games.csv", b"what is this\n", 10),
        ("records.jsonl", b"{}\n", 5),
    ):
        (out / name).write_bytes(whole[name] + line)
        result = run(*words, "--resume")
        assert result.exit_code == ExitCode.BAD_INPUT
        assert f"{name}', line {number}: that is no result" in result.stderr
        (out / name).write_bytes(whole[name])
    (out / "games.csv").write_bytes(b"block,other\n" + whole["games.csv"])
    result = run(*words, "--resume")
    assert "line 1: the columns are not those" in result.stderr
    (out / "run.toml").write_text("= 5")
    result = run(*words, "--resume")
    assert "run.toml' is damaged" in result.stderr
