"""`azulyst report` as a user meets it: folders, forms, partial and damaged results."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from typer.testing import CliRunner, Result

from analyzer.cli import app
from analyzer.commands.report import names_of, read_page
from analyzer.exits import ExitCode
from analyzer.reporting.folders import PARTIAL, UNSURE, read_result
from reports.pages import markdown_page
from reports.sprt import Sprt
from tests.match_tables import Game
from tests.result_folders import edit, without, write_folder
from tests.simulated import duel, played, summed

SCORES = ((50, 40), (45, 40), (30, 30), (60, 40), (40, 50), (50, 40))
GAMES = duel(*SCORES, round_scores="2;9", rows=2, colours=3)
FOUR: list[Game] = [
    (block, ",".join(seats[i:] + seats[:i]), (10 + block, 20 + i, 5 * i, 7))
    for block, seats in enumerate((["a", "b", "c", "d"], ["b", "a", "d", "c"]), 1)
    for i in range(4)
]
HEADING = ",".join(GAMES.columns)


def run(*words: str | Path) -> Result:
    """What the command has said."""
    return CliRunner().invoke(app, ["report", *map(str, words)])


def files(folder: Path) -> dict[str, bytes]:
    """All that is below a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def markdown(*folders: Path) -> str:
    """The Markdown of a report, without drawing its pictures."""
    _, page = read_page(folders, names_of(folders), None)
    return markdown_page(page)


def refused(*words: str | Path) -> str:
    """The one sentence of a report that can't be made."""
    found = run(*words)
    assert found.exit_code == ExitCode.BAD_INPUT, found.output
    assert found.stderr.startswith("error: ")
    assert found.stderr.count("\n") == 1
    return found.stderr.removeprefix("error: ").strip()


# --- Forms and places -----------------------------------------------------------------


def test_a_page_stands_in_the_result_folder(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "x", GAMES)
    found = run(folder)
    assert found.exit_code == 0, found.output
    page = folder / "report" / "report.html"
    assert (found.stdout, found.stderr) == ("", f"wrote {page}\n")
    html = page.read_text()
    HTMLParser().feed(html)
    assert "<h1>Azul: a and b</h1>" in html
    assert "http" not in html
    assert list(files(folder / "report")) == ["report.html"]


def test_all_forms_stand_beside_each_other(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "x", GAMES)
    out = tmp_path / "out"
    found = run(folder, "--format", "all", "--out", out, "--title", "My <games>")
    assert found.exit_code == 0, found.output
    names = set(files(out))
    assert {"report.html", "report.md", "figures/win-share.png"} <= names
    pictures = {name.partition(".")[0] for name in names if name.startswith("figures")}
    assert {f"{p}{end}" for p in pictures for end in (".png", ".svg")} <= names
    assert (out / "figures" / "win-share.svg").read_text().startswith("<?xml")
    assert {"tables/players.csv", "tables/rounds.csv"} <= names
    assert "<h1>My &lt;games&gt;</h1>" in (out / "report.html").read_text()
    assert (out / "report.md").read_text().startswith("# My <games>\n")
    assert "files in" in found.stderr
    once = files(out)
    assert set(re.findall(r"\]\((.*?)\)", (out / "report.md").read_text())) <= names
    refused(folder, "--format", "all", "--out", out)
    assert files(out) == once


def test_a_report_tells_how_it_was_made(tmp_path: Path) -> None:
    text = markdown(write_folder(tmp_path / "x", GAMES))
    for line in (
        "| game | `azul` |",
        "| options | `wall=grey` |",
        "| players | `a=spec of a b=spec of b` |",
        "| seed | `7` |",
        "| version | `0.1.0` |",
        "| command | `azulyst simulate azul --player a=greedy --player b=random` |",
        "| games | `6 in games.csv` |",
    ):
        assert line in text
    assert "Note:" not in text


def test_nothing_is_written_over_unless_forced(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "x", GAMES)
    out = tmp_path / "out"
    (out / "figures").mkdir(parents=True)
    (out / "figures" / "scores.png").write_text("mine")
    words = (folder, "--format", "markdown", "--out", out)
    assert refused(*words) == (
        f"'{out / 'figures' / 'scores.png'}' is there already; name another folder, or"
        " add --force to write over what is there"
    )
    assert list(files(out)) == ["figures/scores.png"]
    words = (folder, "--format", "csv", "--out", out)
    assert run(*words).exit_code == 0
    before = files(out)
    assert "is there already" in refused(*words)
    assert run(*words, "--force", "--quiet").stderr == ""
    assert files(out) == before


def test_the_same_folder_gives_the_same_bytes(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "x", GAMES)
    for name, form in (("one", "all"), ("two", "html"), ("three", "markdown")):
        words = (folder, "--format", form, "--out", tmp_path / name)
        assert run(*words).exit_code == 0
    whole = files(tmp_path / "one")
    assert files(tmp_path / "two").items() <= whole.items()
    assert files(tmp_path / "three").items() <= whole.items()


# --- Results of all kinds -------------------------------------------------------------


@pytest.mark.parametrize(
    ("games", "names", "seats", "told"),
    [
        (duel((5, 3), (2, 4)), "a,b", 2, "One deal only"),
        (duel(*[(5, 5)] * 6), "a,b", 2, "a wins 50.0 %"),
        (played(FOUR), "a,b,c,d", 4, "tables of four"),
        (played([(1, "a", (31,)), (2, "a", (29,))]), "a", 1, "a scores 30.0"),
        (
            duel((5, 3), (2, 4), end="forfeit", error=["no move, alas", "", "", ""]),
            "a,b",
            2,
            "a forfeited 1 of 2 games",
        ),
        (GAMES.iloc[:0], "a,b", 2, "No games were played"),
    ],
    ids=["one", "ties", "four", "solo", "forfeit", "empty"],
)
def test_results_of_all_kinds_have_a_report(
    tmp_path: Path, games: pd.DataFrame, names: str, seats: int, told: str
) -> None:
    folder = write_folder(tmp_path / "x", games, names, seats)
    text = markdown(folder)
    assert told in text
    assert "Note:" not in text
    assert run(folder, "--out", tmp_path / "page").exit_code == 0


def test_the_figures_are_those_of_the_summary(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "x", GAMES)
    found = read_result(folder, "x").summary
    expected = summed(GAMES)
    for part in ("players", "seats", "match", "crosstable", "sources", "ends"):
        assert found[part] == expected[part]


def test_a_sequential_test_is_told_and_drawn(tmp_path: Path) -> None:
    games = duel(*[(50, 40)] * 40)
    whole = write_folder(tmp_path / "x", games, sprt=Sprt(0, 200))
    assert "SPRT of Elo 0 (H0) against 200 (H1)" in markdown(whole)
    command = "azulyst simulate azul --sprt 0,200,0.1,0.1 --games 40"
    killed = write_folder(tmp_path / "y", games, complete=False, command=command)
    text = markdown(killed)
    assert "errors 10 % and 10 %" in text
    assert "figures/sprt.png" in text


def test_several_folders_are_compared(tmp_path: Path) -> None:
    one = write_folder(tmp_path / "one", GAMES)
    other = write_folder(tmp_path / "other", GAMES.assign(seed=2))
    text = markdown(one, other)
    assert text.startswith("# 2 results\n\n## Comparison\n")
    assert "## one" in text
    assert "## other" in text
    assert "| one | a | spec of a | 6 |" in text
    assert "Note:" not in text
    assert "figures/1-comparison.png" in text


def test_shared_deals_are_warned_of(tmp_path: Path) -> None:
    one = write_folder(tmp_path / "one", GAMES)
    other = write_folder(tmp_path / "other", GAMES.replace("b", "c"), "a,c")
    found = run(one, other, "--out", tmp_path / "out")
    assert found.exit_code == 0, found.output
    assert "warning: Comparison: 3 deals occur in more than one result" in found.stderr


def test_folders_of_one_name_are_told_apart(tmp_path: Path) -> None:
    one = write_folder(tmp_path / "p" / "x", GAMES)
    other = write_folder(tmp_path / "q" / "x", GAMES.assign(seed=2))
    text = markdown(one, other)
    assert f"## {one}" in text
    assert f"## {other}" in text


def test_a_folder_that_is_given_twice_is_refused(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "x", GAMES)
    found = run(folder, folder.parent / "x" / ".." / "x")
    assert found.exit_code == ExitCode.USAGE
    assert "is given twice" in found.output


def test_a_report_of_games_that_were_just_played(tmp_path: Path) -> None:
    words = ["--player", "a=greedy", "--player", "b=random", "--games", "40"]
    out = tmp_path / "x"
    played = ["simulate", "azul", *words, "--out", str(out), "-q"]
    assert CliRunner().invoke(app, played).exit_code == 0
    text = markdown(out)
    assert "a beats b" in text
    assert "figures/rounds.png" in text
    assert "Note:" not in text


# --- Partial results and those of earlier versions ------------------------------------


def test_a_run_that_was_killed_is_reported_as_far_as_it_went(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "x", GAMES, complete=False)
    path = folder / "games.csv"
    path.write_bytes(path.read_bytes()[:-7])
    found = run(folder)
    assert found.exit_code == 0
    text = markdown(folder)
    assert f"> **Note:** {PARTIAL}" in text
    assert "The last line was torn off and is left out." in text
    assert "A deal at the end that was not finished is left out: 3 rows." in text
    assert "4 games, 2 deals" in text
    assert f"warning: x: {PARTIAL}" in found.stderr


def test_more_games_than_the_summary_has_are_a_run_that_goes_on(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "x", GAMES.iloc[:8])
    GAMES.iloc[:-1].to_csv(folder / "games.csv", index=False)
    text = markdown(folder)
    assert PARTIAL in text
    assert "not finished is left out: 3 rows." in text


def test_blocks_may_come_in_any_order_while_a_run_goes_on(tmp_path: Path) -> None:
    mixed = pd.concat([GAMES.iloc[8:], GAMES.iloc[:8]])
    whole = write_folder(tmp_path / "x", GAMES)
    other = write_folder(tmp_path / "y", mixed)
    one, two = read_result(whole, "x"), read_result(other, "x")
    pd.testing.assert_frame_equal(one.games, two.games)


def test_a_run_killed_before_its_first_game_is_empty(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "x", GAMES, complete=False)
    (folder / "games.csv").write_text(HEADING + "\n1,1,1,a/b,1,a,5")
    text = markdown(folder)
    assert "No games were played" in text
    assert "The last line was torn off" in text


def test_games_without_anything_beside_them_are_reported(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "x", GAMES, complete=False)
    (folder / "run.toml").unlink()
    text = markdown(folder)
    assert UNSURE in text
    assert "# Unknown Game: a and b" in text


@pytest.mark.parametrize(
    "columns",
    [
        ("round_scores",),
        ("rounds", "plies", "end", "error", "round_scores"),
        ("seed", "seating", "rounds", "plies", "end", "error", "round_scores"),
    ],
)
def test_folders_of_earlier_versions_go_on_working(
    tmp_path: Path, columns: tuple[str, ...]
) -> None:
    folder = without(write_folder(tmp_path / "x", GAMES), *columns)
    text = markdown(folder)
    assert "An earlier version wrote this result: " + ", ".join(columns) in text
    assert "figures/rounds.png" not in text
    assert ("figures/lengths.png" in text) == ("plies" not in columns)
    assert ("decisions a game" in text) == ("plies" not in columns)


# --- Damage ---------------------------------------------------------------------------

ROW = "1,1,1,a/b,2,b,40,0.0,2,5,40,row,,2;9,2,3"
DAMAGE: list[tuple[str, int, str, str]] = [
    ("a field too few", 3, ROW.rpartition(",")[0], "there are 15 fields, not 16"),
    ("a field too many", 3, ROW + ",1", "there are 17 fields, not 16"),
    ("an empty line", 3, "", "there are 0 fields, not 16"),
    (
        "a word",
        3,
        ROW.replace(",40,0.0", ",forty,0.0"),
        "'forty' is no whole number, as score has to be",
    ),
    (
        "a part",
        3,
        ROW.replace(",40,0.0", ",40.5,0.0"),
        "'40.5' is no whole number, as score has to be",
    ),
    (
        "no number",
        3,
        ROW.replace(",0.0,2,", ",,2,"),
        "'' is no number from 0 to 1, as win_share has to be",
    ),
    (
        "a share above 1",
        3,
        ROW.replace(",0.0,2,", ",1.5,2,"),
        "'1.5' is no number from 0 to 1, as win_share has to be",
    ),
    (
        "seat 0",
        3,
        ROW.replace(",2,b,", ",0,b,"),
        "'0' is no whole number from 1 on, as seat has to be",
    ),
    ("a source", 3, ROW[:-1] + "x", "'x' is no whole number, as colours has to be"),
    (
        "endless",
        3,
        ROW.replace(",40,0.0", ",1e400,0.0"),
        "'inf' is no whole number, as score has to be",
    ),
    ("a line in a line", 3, ROW.replace(",row,", ",r\row,"), "a line ends within"),
    ("a quote", 3, ROW.replace(",row,", ',"row,'), "there are 12 fields, not 16"),
    ("seat 9", 3, ROW.replace(",2,b,", ",9,b,"), "seat 9 is not at a table of 2"),
    ("a seat twice", 3, ROW.replace(",2,b,", ",1,b,"), "game 1 has seat 1 twice"),
    ("rounds", 3, ROW.replace("2;9", "2;;9"), "'2;;9' are no scores by round"),
    (
        "a stranger",
        3,
        ROW.replace(",2,b,", ",2,c,"),
        "the player 'c' is not one of a, b, who play by run.toml",
    ),
    ("a heading", 1, HEADING.replace("score,", "skore,"), "lacks the column score"),
    ("a heading twice", 1, HEADING.replace("rows", "plies"), "column plies twice"),
]


@pytest.mark.parametrize(
    ("line", "text", "told"),
    [case[1:] for case in DAMAGE],
    ids=[case[0] for case in DAMAGE],
)
def test_a_damaged_line_is_named(
    tmp_path: Path, line: int, text: str, told: str
) -> None:
    folder = edit(write_folder(tmp_path / "x", GAMES), line, text)
    message = refused(folder)
    assert message.startswith(f"'{folder / 'games.csv'}', line {line}: ")
    assert told in message
    assert not (folder / "report").exists()


def test_a_row_that_is_gone_is_damage_unless_it_was_torn_off(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "x", GAMES)
    path = folder / "games.csv"
    GAMES.drop(index=2).to_csv(path, index=False)
    assert refused(folder) == (
        f"'{path}', line 2: block 1 has 3 rows, where 4 belong to a block"
    )
    GAMES.iloc[:-1].to_csv(path, index=False)
    assert "line 10: block 3 has 3 rows" in refused(folder)


def test_a_game_in_two_blocks_is_damage(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "x", GAMES)
    games = GAMES.assign(game=[1, 1, 2, 3, 3, 2, 4, 4, 5, 5, 6, 6])
    games.to_csv(folder / "games.csv", index=False)
    assert "line 6: game 3 is in block 2 and another one" in refused(folder)
    games = GAMES.assign(game=[1, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6, 6])
    games.to_csv(folder / "games.csv", index=False)
    assert "line 2: block 1 has games that are not of 2 seats" in refused(folder)


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        (
            "summary.json",
            '{"schema": 1,\n "games": }',
            "summary.json', line 2: that is",
        ),
        ("summary.json", '{"sprt": {}}', "damaged: its sprt has no 'elo0'"),
        ("summary.json", "[1]", "line 1: that is no JSON object"),
        ("run.toml", "schema = 1\nseats = = 2\n", "run.toml' is damaged: "),
        ("run.toml", "players = 'a'\n", "is damaged: players is 'a'"),
        ("games.csv", "", "line 1: there is no heading of a result table"),
    ],
)
def test_damage_of_other_files_is_told(
    tmp_path: Path, name: str, text: str, told: str
) -> None:
    folder = write_folder(tmp_path / "x", GAMES)
    (folder / name).write_text(text)
    assert told in refused(folder)


def test_bytes_that_are_no_text_are_told_with_their_line(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "x", GAMES)
    path = folder / "games.csv"
    lines = path.read_bytes().split(b"\n")
    lines[4] = b"\xff" + lines[4]
    path.write_bytes(b"\n".join(lines))
    assert refused(folder) == f"'{path}', line 5: that is no text in UTF-8"


def test_folders_that_hold_nothing_are_refused(tmp_path: Path) -> None:
    assert refused(tmp_path / "x") == f"there is no folder '{tmp_path / 'x'}'"
    assert refused(tmp_path).startswith(
        f"'{tmp_path}' holds neither games.csv nor analysis.json"
    )


def test_an_unknown_form_is_a_wrong_option(tmp_path: Path) -> None:
    found = run(tmp_path, "--format", "pdf")
    assert found.exit_code == ExitCode.USAGE
    assert "'pdf' is not one of html, markdown, csv, all" in found.output


# --- Analyses -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def analysis(tmp_path_factory: Any) -> Path:
    """The folder of an analysis of an example position."""
    out = tmp_path_factory.mktemp("analysis") / "a"
    root = Path(__file__).resolve().parent.parent
    position = str(root / "examples" / "azul" / "midround-2p.txt")
    words = ["analyze", position, "--sims", "64", "--jobs", "1", "--out", str(out)]
    found = CliRunner().invoke(app, [*words, "-q"])
    assert found.exit_code == 0, found.output
    return out


def test_an_analysis_has_a_page_with_picture_ranking_and_line(
    tmp_path: Path, analysis: Path
) -> None:
    text = markdown(analysis)
    assert text.startswith("# Azul: moves of player ")
    assert "Expected play: " in text
    assert "figures/position.png" in text
    assert "figures/ranking.png" in text
    assert "| the same again | `azulyst analyze azul players=2" in text


def test_an_analysis_may_stand_beside_games(tmp_path: Path, analysis: Path) -> None:
    games = write_folder(tmp_path / "x", GAMES)
    text = markdown(analysis, games)
    assert "## Comparison" not in text
    assert text.startswith("# 2 results\n")


def test_an_analysis_is_csv_already(tmp_path: Path, analysis: Path) -> None:
    out = tmp_path / "out"
    message = refused(analysis, "--format", "csv", "--out", out)
    assert message.startswith("an analysis is CSV already")


def test_a_damaged_analysis_is_told(tmp_path: Path) -> None:
    (tmp_path / "analysis.json").write_text('{"game": "azul"}')
    assert "it lacks position" in refused(tmp_path)
