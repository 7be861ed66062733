"""Every command, its forms of output, the files it writes and what it returns."""

from __future__ import annotations

import importlib.util
import json
import re
import shlex
import signal
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from analyzer import __version__
from analyzer.analysis import verdict_sentence
from analyzer.cli import app
from analyzer.exits import ExitCode
from analyzer.games import GAMES, GameEntry
from analyzer.interrupts import end_on_interrupt, stop_on_interrupt
from analyzer.options import parse_duration, parse_memory
from analyzer.progress import summary
from reports.schema import RANKING
from search.batches import Progress

ROOT = Path(__file__).parent.parent
OPENING = (
    "azul players=2 round=1 turn=1 first=1 marker=centre"
    " factories=BRKW,YYKW,YKKW,BBRK,RRKW centre=- bag=B17Y17R16K14W16 lid=-"
    " p1.score=0 p1.lines=-,-,-,-,- p1.wall=.....,.....,.....,.....,..... p1.floor=-"
    " p2.score=0 p2.lines=-,-,-,-,- p2.wall=.....,.....,.....,.....,..... p2.floor=-"
)
SHORT = "azul players=2 factories=BRKW,YYKW,YKKW,BBRK,RRKW"  # the same, with a warning
LAST_TILE = "azul players=2 marker=1 centre=B bag=B19Y20R20K20W20"
ENDING = LAST_TILE.replace(
    "bag=B19Y20R20K20W20", "p1.wall=.YRKW,.....,.....,.....,....."
)
ESCAPE = "\x1b["


def run(*words: str, stdin: str = "", **environment: str) -> Result:
    """The command line has run in this process."""
    return CliRunner().invoke(
        app, words, input=stdin, env=environment, prog_name="azulyst"
    )


def output(*words: str, stdin: str = "") -> str:
    """Standard output of a command that goes well."""
    result = run(*words, stdin=stdin)
    assert result.exit_code == ExitCode.OK, result.output
    return str(result.stdout)


def data(*words: str, stdin: str = "") -> Any:
    """The JSON that a command prints."""
    return json.loads(output(*words, "--format", "json", stdin=stdin))


# --- The whole ------------------------------------------------------------------------


def test_azulyst_alone_shows_its_help() -> None:
    assert output() == output("--help")
    assert output("cache") == output("cache", "--help")


def test_help_names_every_command() -> None:
    names = (
        "games new show moves apply analyze sequence simulate report players plan train"
        " perft bench cache"
    )
    found = re.findall(r"^  (\w+)  ", output("--help"), re.MULTILINE)
    assert " ".join(found) == names


def test_the_version_is_that_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert output("--version") == f"azulyst {project['version']}\n"
    assert project["version"] == __version__


def test_exit_codes_are_as_documented() -> None:
    codes = {code.name: code.value for code in ExitCode}
    names = ("OK", "FAILURE", "USAGE", "BAD_INPUT", "INTERRUPTED")
    assert codes == dict(zip(names, range(5), strict=True))


def test_the_reference_page_is_up_to_date() -> None:
    spec = importlib.util.spec_from_file_location("page", ROOT / "docs/generate.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert (ROOT / "docs/cli.md").read_text(encoding="utf-8") == module.page()
    dictionary = (ROOT / "docs/data-dictionary.md").read_text(encoding="utf-8")
    assert dictionary == module.dictionary()


def test_an_error_of_ours_is_no_mistake_of_the_user(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object) -> None:
        raise ValueError("a bug")

    monkeypatch.setattr("analyzer.commands.moves.read_position", broken)
    result = run("moves", OPENING)
    assert result.exit_code == ExitCode.FAILURE
    assert isinstance(result.exception, ValueError)


# --- Reading a position ---------------------------------------------------------------


def test_a_position_comes_as_words_as_one_word_from_a_file_and_from_input(
    tmp_path: Path,
) -> None:
    file = tmp_path / "position"
    file.write_text("# a comment\n" + OPENING.replace(" ", "\n"))
    expected = data("moves", *OPENING.split())
    assert data("moves", OPENING) == expected
    assert data("moves", str(file)) == expected
    assert data("moves", "-", stdin=OPENING) == expected


def test_options_may_stand_before_and_after_the_position() -> None:
    words = OPENING.split()
    assert output("moves", "--format", "csv", *words) == output(
        "moves", *words, "--format", "csv"
    )


def test_results_and_their_state_can_be_read_again(tmp_path: Path) -> None:
    result = output("apply", OPENING, "--format", "json")
    assert output("apply", "-", stdin=result) == OPENING + "\n"
    file = tmp_path / "state.json"
    file.write_text(json.dumps(json.loads(result)["state"]))
    assert output("apply", str(file)) == OPENING + "\n"


def test_assumptions_are_warned_of_on_standard_error_only() -> None:
    result = run("moves", SHORT)
    assert result.stderr.startswith("warning: bag and lid are not given")
    assert result.stdout == output("moves", OPENING)
    assert run("moves", SHORT, "--quiet").stderr == ""


# --- games, new, show -----------------------------------------------------------------


def test_games_lists_players_options_and_policies() -> None:
    assert data("games") == {
        "schema": 1,
        "games": [
            {
                "game": "azul",
                "players": [2, 3, 4],
                "options": {"wall": ["colour", "grey"]},
                "switches": {},
                "policies": ["greedy", "uniform"],
            },
            {
                "game": "summer-pavilion",
                "players": [2, 3, 4],
                "options": {"board": ["colour", "plain"]},
                "switches": {},
                "policies": ["greedy", "uniform"],
            },
            {
                "game": "flowers",
                "players": [1, 2, 3, 4],
                "options": {"rules": ["official", "digest"], "summer": ["no", "yes"]},
                "switches": dict(GAMES["flowers"].notation().SWITCHES),
                "policies": ["greedy", "uniform"],
            },
        ],
    }


def test_an_underscore_in_a_name_stands_for_a_hyphen() -> None:
    named = run("new", "summer_pavilion", "--seed", "1")
    assert named.stdout == run("new", "summer-pavilion", "--seed", "1").stdout != ""


def test_games_as_table_csv_and_markdown() -> None:
    switches = [
        f"{key}={words}" for key, words in GAMES["flowers"].notation().SWITCHES.items()
    ]
    table, _, more = output("games").partition("\nMore options of flowers:\n")
    rows = [re.split("  +", line) for line in table.splitlines()]
    assert rows == [
        ["game", "players", "options", "policies"],
        ["─" * 80],
        ["azul", "2 to 4", "wall=colour|grey", "greedy, uniform"],
        ["summer-pavilion", "2 to 4", "board=colour|plain", "greedy, uniform"],
        ["flowers", "1 to 4", "rules=official|digest,", "greedy, uniform"],
        ["", "summer=no|yes"],
    ]
    assert more.splitlines() == [f"  {switch}" for switch in switches]
    assert output("games", "--format", "csv") == (
        "game,players,options,policies,switches\n"
        'azul,2 to 4,wall=colour|grey,"greedy, uniform",\n'
        'summer-pavilion,2 to 4,board=colour|plain,"greedy, uniform",\n'
        'flowers,1 to 4,"rules=official|digest, summer=no|yes","greedy, uniform",'
        f'"{", ".join(switches)}"\n'
    )
    listed = ", ".join(switches).replace("|", "\\|")
    assert output("games", "--format", "markdown") == (
        "| game | players | options | policies | switches |\n"
        "| --- | --- | --- | --- | --- |\n"
        "| azul | 2 to 4 | wall=colour\\|grey | greedy, uniform |  |\n"
        "| summer-pavilion | 2 to 4 | board=colour\\|plain | greedy, uniform |  |\n"
        "| flowers | 1 to 4 | rules=official\\|digest, summer=no\\|yes |"
        f" greedy, uniform | {listed} |\n"
    )


def test_every_game_has_its_rules_notation_and_policies() -> None:
    for game in GAMES.values():
        assert max(game.notation().PLAYERS) <= game.rules().MAX_PLAYERS
        for name in game.policies:
            assert len(game.policy(name).default_weights()) > 0


def test_a_new_game_depends_on_its_seed_alone() -> None:
    assert output("new", "azul") == output("new", "azul", "--seed", "0")
    assert output("new", "azul", "--seed", "3") == OPENING + "\n"
    assert output("new", "azul", "--seed", "1") != output("new", "azul", "--seed", "2")


def test_a_new_game_has_the_players_and_options_asked_for() -> None:
    words = ("new", "azul", "--players", "3", "--set", "wall=grey")
    assert output(*words, "--undealt").startswith(
        "azul players=3 wall=grey round=1 phase=deal turn=1"
    )
    dealt = data(*words)
    assert dealt["state"]["phase"] == "draft"
    assert len(dealt["state"]["factories"]) == 7


def test_a_position_as_json_has_score_and_end() -> None:
    result = data("apply", OPENING)
    assert list(result) == [
        *("schema", "game", "position", "player", "score", "over", "outcome"),
        "state",
    ]
    assert result["position"] == OPENING
    assert (result["player"], result["score"]) == (1, [0, 0])
    assert (result["over"], result["outcome"]) == (False, None)


def test_show_draws_the_board() -> None:
    drawing = output("show", OPENING)
    assert drawing.startswith("Azul, round 1, draft")
    assert "Player 2: 0 points" in drawing
    assert all(line == line.rstrip() for line in drawing.splitlines())


def test_show_has_text_and_json_forms() -> None:
    assert output("show", OPENING, "--format", "text") == OPENING + "\n"
    assert data("show", OPENING) == data("apply", OPENING)


@pytest.mark.parametrize(
    ("name", "start"), [("board.svg", b"<?xml"), ("board.PNG", b"\x89PNG")]
)
def test_show_writes_a_picture(tmp_path: Path, name: str, start: bytes) -> None:
    file = tmp_path / name
    result = run("show", OPENING, "--out", str(file))
    assert (result.stdout, result.stderr) == ("", f"wrote {file}\n")
    assert file.read_bytes().startswith(start)


def test_colours_can_be_switched_off() -> None:
    coloured = {"FORCE_COLOR": "1", "TERM": "xterm-256color", "COLUMNS": "80"}
    drawing = run("show", OPENING, **coloured).stdout
    assert ESCAPE in drawing
    plain = run("show", OPENING, "--no-color", **coloured).stdout
    assert plain == run("show", OPENING, NO_COLOR="1", **coloured).stdout
    assert plain == output("show", OPENING)
    assert ESCAPE not in plain


# --- moves, apply ---------------------------------------------------------------------


def test_moves_in_every_form() -> None:
    result = data("moves", LAST_TILE)
    moves = ["CB1", "CB2", "CB3", "CB4", "CB5", "CBF"]
    assert result["moves"] == moves
    assert list(result) == ["schema", "position", "player", "moves"]
    assert output("moves", LAST_TILE).split() == moves
    assert output("moves", LAST_TILE, "--format", "csv").split() == ["move", *moves]
    assert output("moves", LAST_TILE, "--format", "markdown").startswith(
        "| move |\n| --- |\n| CB1 |\n"
    )


def test_there_is_no_move_before_a_deal_and_after_the_end() -> None:
    undealt = output("new", "azul", "--undealt")
    assert data("moves", undealt)["moves"] == []
    over = output("apply", ENDING, "--move", "CB1")
    assert output("moves", over).strip() == ""


def test_moves_are_applied_in_order() -> None:
    after = data("apply", OPENING, "--move", "4B2", "--move", "CR1")
    assert after == data("apply", OPENING, "--move", "4B2 CR1")
    assert after["state"]["p1.lines"] == ["-", "B2", "-", "-", "-"]
    assert after["state"]["p2.lines"] == ["R1", "-", "-", "-", "-"]
    assert after["player"] == 1


def test_a_deal_that_falls_due_stays_open() -> None:
    after = data("apply", LAST_TILE, "--move", "CB1")
    assert after["state"]["phase"] == "deal"
    assert after["state"]["round"] == 2


def test_a_deal_comes_from_the_seed_or_as_given() -> None:
    words = ("apply", LAST_TILE, "--move", "CB2")
    seeded = data(*words, "--seed", "4")
    assert seeded["state"]["phase"] == "draft"
    assert seeded == data(*words, "--seed", "4")
    assert seeded != data(*words, "--seed", "5")
    deal = ",".join(seeded["state"]["factories"])
    assert data(*words, "--deal", deal) == seeded


def test_moves_go_on_after_a_deal() -> None:
    deal = "BBBB,YYYY,RRRR,KKKK,WWWW"
    words = ("apply", LAST_TILE, "--move", "CB2", "--deal", deal, "--move", "1B4")
    assert data(*words)["state"]["factories"][0] == "-"


def test_a_position_that_waits_for_a_deal_is_dealt_first() -> None:
    undealt = output("new", "azul", "--undealt")
    assert output("apply", undealt, "--seed", "3") == OPENING + "\n"


def test_the_end_of_a_game_has_its_outcome() -> None:
    end = data("apply", ENDING, "--move", "CB1")
    assert end["over"] is True
    assert end["outcome"] == [1.0, 0.0]
    assert end["score"] == [6, 0]  # 5 for the row of five, +2 for the row, -1 floor


# --- analyze --------------------------------------------------------------------------


def analysis(*words: str) -> Any:
    return data("analyze", OPENING, "--sims", "800", *words)


def test_an_analysis_has_the_promised_keys() -> None:
    result = analysis("--seed", "7")
    expected = (
        "schema game position player objective search evaluator sims seconds depth seed"
        " batches confidence until half_width verdict settled limited equals proven"
        " warnings moves comparison"
    )
    assert list(result) == expected.split()
    assert result["position"] == OPENING
    assert result["evaluator"] == "estimates:net 2p"
    assert (result["sims"], result["seed"], result["batches"]) == (800, 7, 8)
    assert (result["confidence"], result["until"]) == (0.95, "budget")
    assert result["half_width"] == pytest.approx(2.364624)
    assert result["warnings"] == []
    for move in result["moves"]:
        assert list(move) == [column.name for column in RANKING]
    assert sorted(m["move"] for m in result["moves"]) == sorted(
        data("moves", OPENING)["moves"]
    )


def test_the_lines_of_an_analysis_can_be_played() -> None:
    for move in analysis()["moves"][:3]:
        assert move["line"][0] == move["move"]
        output("apply", OPENING, "--move", " ".join(move["line"]))


def test_an_analysis_does_not_depend_on_the_number_of_threads() -> None:
    one, two = (
        re.sub(
            r'"seconds": [0-9.]+, ',
            "",
            output(
                *("analyze", OPENING, "--sims", "900", "--format", "json"),
                *("--jobs", jobs),
            ),
        )
        for jobs in ("1", "2")
    )
    assert one == two


def test_a_confidence_widens_intervals_and_is_named() -> None:
    known = ("analyze", LAST_TILE, "--sims", "800", "--search", "mcts")
    plain, sure = data(*known), data(*known, "--confidence", "0.99")
    assert sure["half_width"] == pytest.approx(3.499483)
    widths = [result["moves"][0] for result in (plain, sure)]
    assert widths[0]["win_se"] == widths[1]["win_se"]
    assert widths[0]["win_low"] > widths[1]["win_low"]
    words = ("analyze", OPENING, "--sims", "80", "--confidence", "0.9")
    table = " ".join(output(*words).split())
    assert "90 % interval" in table
    assert "90 % Student interval between 8 batches;" in table


def test_a_clear_position_ends_the_search_unless_a_budget_is_given(
    tmp_path: Path,
) -> None:
    clear = "examples/azul/last-round-2p-c.txt"
    tree = ("analyze", clear, "--search", "mcts", "--evaluator", "none")
    words = (*tree, "--out", str(tmp_path), "--format", "json")
    result = run(*words, "--until", "decided", "--sims", "262144", "--seed", "3")
    found = json.loads(result.stdout)
    assert (found["until"], found["settled"], found["warnings"]) == (
        "decided",
        True,
        [],
    )
    assert found["verdict"] in ("decided", "equal")
    assert found["sims"] < 262_144
    record = tomllib.loads((tmp_path / "run.toml").read_text())
    again = data(*shlex.split(record["reproduce"])[1:])
    without = {"seconds": 0, "comparison": None}  # which only --out asks for
    assert again | without == found | without
    unlimited = data(*tree, "--seed", "3")
    assert unlimited["until"] == "decided"
    whole = data(*tree, "--sims", "30000")
    assert (whole["until"], whole["sims"]) == ("budget", 30_000)
    table = output(*tree, "--sims", "800", "--until", "decided")
    assert "batches, wherever the search stops" in " ".join(table.split())


def test_seed_policy_and_objective_change_an_analysis() -> None:
    results = [
        analysis(),
        analysis("--seed", "1"),
        analysis("--policy", "uniform"),
        analysis("--objective", "margin"),
    ]
    assert len({json.dumps(result["moves"]) for result in results}) == 4
    assert results[2]["evaluator"] == "playouts:uniform"
    assert results[3]["objective"] == "margin"


def test_the_search_that_auto_picks_is_named() -> None:
    words = ("analyze", LAST_TILE, "--sims", "8")
    run(*words)  # with a cold cache, the first search says that it compiles
    assert run(*words).stderr == "search: mcts, estimates by net 2p\n"
    plain = (*words, "--evaluator", "none")
    run(*plain)
    assert run(*plain).stderr == "search: mcts, greedy playouts\n"
    assert run(*words, "--search", "mcts").stderr == ""
    assert run(*words, "--quiet").stderr == ""


def test_a_search_ends_when_nothing_is_left_to_find_out() -> None:
    found = data("analyze", ENDING, "--search", "mcts", "--sims", "1000000")
    assert (found["settled"], found["verdict"]) == (True, "decided")
    assert found["sims"] < 1_000_000
    first, *others = found["moves"]
    assert (first["move"], first["win"], first["win_se"]) == ("CB1", 1.0, 0.0)
    assert first["proven"]  # the game ends; elsewhere the net has the last word
    assert not any(move["proven"] for move in others)


def test_a_time_budget_is_kept_and_warned_of() -> None:
    result = run("analyze", OPENING, "--time", "200ms", "--format", "json")
    parsed = json.loads(result.stdout)
    assert 0.1 < parsed["seconds"] < 2.0
    assert parsed["warnings"] == ["time budget: not reproducible; use --sims"]
    assert "warning: time budget: not reproducible; use --sims\n" in result.stderr


def test_the_tighter_of_two_budgets_counts() -> None:
    few = data("analyze", LAST_TILE, "--time", "1m", "--sims", "50")
    assert (few["sims"], few["warnings"]) == (50, [])
    short = data("analyze", OPENING, "--time", "100ms", "--sims", "1000000000")
    assert short["sims"] < 1_000_000_000
    assert len(short["warnings"]) == 1


def test_warnings_of_the_position_are_part_of_the_analysis() -> None:
    result = data("analyze", SHORT, "--sims", "8")
    assert len(result["warnings"]) == 1
    assert result["warnings"][0].startswith("bag and lid are not given")


def test_trees_stop_at_the_memory_given() -> None:
    words = ("--sims", "100000", "--memory", "16M", "--policy", "uniform")
    warnings = data("analyze", OPENING, *words)["warnings"]
    assert len(warnings) == 1
    assert warnings[0].startswith("the memory limit was reached")


def test_an_analysis_as_table_markdown_and_csv() -> None:
    words = ("analyze", OPENING, "--sims", "800")
    table = output(*words, "--top", "3")
    assert "not shown: 93 more" in " ".join(table.split())
    assert re.search(r"^ ?1  ", table, re.MULTILINE)
    markdown = output(*words, "--top", "3", "--format", "markdown")
    assert markdown.startswith("| # | move |")
    assert markdown.count("\n| ") == 4
    assert table.splitlines()[-1] == markdown.splitlines()[-1]
    csv = output(*words, "--format", "csv").splitlines()
    assert csv[0] == ",".join(column.name for column in RANKING)
    assert len(csv) == 1 + 96


def test_an_analysis_is_written_into_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "out"
    words = ("analyze", OPENING, "--sims", "300", "--format", "json")
    result = run(*words, "--out", str(folder))
    assert result.exit_code == ExitCode.OK
    names = (
        *("ranking.csv", "analysis.json", "ranking.png", "position.svg", "run.toml"),
        "report.html",
    )
    assert sorted(path.name for path in folder.iterdir()) == sorted(names)
    wrote = [line for line in result.stderr.splitlines() if line.startswith("wrote")]
    assert wrote == [f"wrote {folder / name}" for name in names]
    assert (folder / "analysis.json").read_text() == result.stdout
    assert (folder / "ranking.csv").read_text() == output(*words[:4], "--format", "csv")
    assert (folder / "ranking.png").read_bytes().startswith(b"\x89PNG")
    assert b"<svg" in (folder / "position.svg").read_bytes()


def test_a_folder_in_use_needs_force(tmp_path: Path) -> None:
    words = ("analyze", LAST_TILE, "--sims", "8", "--out", str(tmp_path))
    (tmp_path / "mine").write_text("kept")
    assert run(*words).exit_code == ExitCode.BAD_INPUT
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
    assert run(*words, "--force").exit_code == ExitCode.OK
    assert (tmp_path / "mine").read_text() == "kept"


@pytest.mark.parametrize("budget", [("--sims", "500"), ("--time", "150ms")])
def test_the_record_of_a_run_says_how_to_get_the_same_ranking(
    tmp_path: Path, budget: tuple[str, str]
) -> None:
    words = ("analyze", OPENING, *budget, "--seed", "5", "--policy", "uniform")
    given = (*words, "--out", str(tmp_path), "--objective", "margin")
    assert run(*given).exit_code == ExitCode.OK
    record = tomllib.loads((tmp_path / "run.toml").read_text())
    assert record["schema"] == 1
    assert record["version"] == __version__
    assert record["seed"] == 5
    assert shlex.split(record["command"]) == ["azulyst", *given]
    again = data(*shlex.split(record["reproduce"])[1:])
    written = json.loads((tmp_path / "analysis.json").read_text())
    assert again["moves"] == written["moves"]


def test_an_interrupted_search_gives_what_it_knows(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupt(_: object, text: str) -> None:
        if text.startswith("search:"):
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("analyzer.console.Screen.note", interrupt)
    words = ("analyze", OPENING, "--sims", "1000000000", "--format", "json")
    result = run(*words, "--out", str(tmp_path))
    assert result.exit_code == ExitCode.INTERRUPTED
    parsed = json.loads(result.stdout)
    assert 0 < parsed["sims"] < 1_000_000_000
    assert parsed["warnings"] == ["interrupted: the budget was not used up"]
    assert json.loads((tmp_path / "analysis.json").read_text()) == parsed


# --- The verdict in words -------------------------------------------------------------


def move(name: str, **figures: Any) -> dict[str, Any]:
    known = {
        "win": 0.561,
        "win_low": 0.552,
        "win_high": 0.570,
        "margin": 3.14,
        "margin_se": 0.2,
        "p_best": 0.97,
    }
    return {"move": name} | known | figures


@pytest.mark.parametrize(
    ("verdict", "objective", "moves", "sentence"),
    [
        (
            *("decided", "win", [move("3B4"), move("CB2")]),
            "3B4 is best (decided): wins 56.1 % ± 0.9, 97 % sure.",
        ),
        (
            *("decided", "win", [move("3B4", p_best=0.9999), move("CB2")]),
            "3B4 is best (decided): wins 56.1 % ± 0.9, over 99 % sure.",
        ),
        (
            *("decided", "margin", [move("3B4"), move("CB2")]),
            "3B4 is best (decided): margin +3.1 points (standard error 0.2),"
            " 97 % sure.",
        ),
        (
            *("undecided", "win", [move("3B4", p_best=0.6), move("CB2")]),
            "Undecided between 3B4 and CB2; 3B4 wins 56.1 % ± 0.9, 60 % sure; more"
            " time would help.",
        ),
        (
            *("undecided", "win", [move("3B4"), move("CB2", p_best=0.03)]),
            "3B4 is ahead so far: wins 56.1 % ± 0.9, 97 % sure; not decided, as a"
            " longer search may still find CB2 better.",
        ),
        (
            *("equal", "win", [move("3B4", p_best=0.5), move("CB2")]),
            "3B4 and CB2 are equal: the difference is too small to matter; 3B4 wins"
            " 56.1 % ± 0.9.",
        ),
        (
            *("undecided", "win", [move("3B4", p_best=None), move("CB2")]),
            "Undecided: too few simulations to compare moves; more time would help.",
        ),
        ("decided", "win", [move("3B4")], "3B4 is the only legal move."),
        (
            *("decided", "score", [move("2:E1", margin=31.24), move("1:E1")]),
            "2:E1 is best (decided): expects 31.2 points ± 0.5, 97 % sure.",
        ),
    ],
)
def test_the_verdict_is_told_in_one_sentence(
    verdict: str, objective: str, moves: list[dict[str, Any]], sentence: str
) -> None:
    assert sentence == verdict_sentence(
        {"verdict": verdict, "objective": objective, "moves": moves, "batches": 8}
    )


def test_the_sentence_names_moves_that_are_equal() -> None:
    moves = [move(name) for name in ("3B4", "CB2", "1R1", "2R1")]
    told = {"verdict": "equal", "objective": "win", "moves": moves, "batches": 8}
    start = "3B4, 1R1 and 1 more are equal: the difference is too small to matter;"
    assert verdict_sentence(told | {"equals": [3, 4]}).startswith(start)
    assert verdict_sentence(told | {"equals": [4]}).startswith("3B4 and 2R1 are equal:")


def test_the_sentence_says_where_a_longer_search_may_lead() -> None:
    def sentence(objective: str, low: float, high: float) -> str:
        first = move("3B4", outlook_low=low, outlook_high=high)
        told = {"verdict": "decided", "objective": objective, "half_width": 2.0}
        return verdict_sentence(told | {"moves": [first, move("CB2")], "batches": 8})

    assert sentence("win", 0.52, 0.58).endswith(
        ", 97 % sure; a longer search may find 52.0 to 58.0 %."
    )
    assert sentence("win", 0.55, 0.572).endswith("97 % sure.")
    assert sentence("score", 1.0, 3.5).endswith(
        "; a longer search may find 1.0 to 3.5 points."
    )


@pytest.mark.parametrize(
    ("verdict", "objective", "sentence"),
    [
        ("decided", "win", "A is best (proven): wins 63.2 %."),
        ("decided", "margin", "A is best (proven): margin -0.5 points."),
        ("decided", "score", "A is best (proven): expects -0.5 points."),
        (
            *("equal", "win"),
            "A and B are equal (proven): the difference is too small to matter; A wins"
            " 63.2 %.",
        ),
    ],
)
def test_a_proven_verdict_has_no_error(
    verdict: str, objective: str, sentence: str
) -> None:
    exact = {"win": 0.632, "margin": -0.5, "margin_se": 0.0, "proven": True}
    moves = [move(name, **exact) for name in "AB"]
    assert sentence == verdict_sentence(
        {"verdict": verdict, "objective": objective, "proven": True, "moves": moves}
    )


# --- perft, bench, cache --------------------------------------------------------------


def test_perft_counts_sequences() -> None:
    result = data("perft", OPENING, "--depth", "2")
    keys = ["schema", "position", "depth", "chance", "seed", "count"]
    assert list(result) == keys
    assert list(result.values()) == [1, OPENING, 2, "seed", 0, 8640]
    assert output("perft", OPENING, "--depth", "1") == "depth 1: 96\n"
    assert output("perft", OPENING, "--depth", "0") == "depth 0: 1\n"


def test_perft_divides_its_count_among_the_moves() -> None:
    shares = data("perft", LAST_TILE, "--depth", "2", "--divide", "--seed", "3")
    assert list(shares["divide"]) == data("moves", LAST_TILE)["moves"]
    whole = data("perft", LAST_TILE, "--depth", "2", "--seed", "3")
    assert sum(shares["divide"].values()) == shares["count"] == whole["count"]
    table = output("perft", LAST_TILE, "--depth", "1", "--divide").splitlines()
    assert table[0].split() == ["move", "sequences"]
    assert table[2].split() == ["CB1", "1"]
    assert table[-1] == "depth 1: 6"


def test_bench_measures_and_signs() -> None:
    first = data("bench", "--seconds", "1ms")
    assert list(first) == ["schema", "signature", "rates"]
    assert {rate["what"] for rate in first["rates"]} == {
        *("random-games", "greedy-games", "mcts-simulations", "mcts-nodes")
    }
    assert {(r["players"], str(r["options"])) for r in first["rates"]} == {
        *((1, "{}"), (2, "{}"), (3, "{}"), (4, "{}")),
        *((2, "{'wall': 'grey'}"), (2, "{'board': 'plain'}")),
        *((1, "{'rules': 'digest'}"), (1, "{'summer': 'yes'}")),
    }
    assert all(rate["per_second"] > 0 for rate in first["rates"])
    table = output("bench", "--seconds", "2ms", "--quiet")
    assert table.splitlines()[-1] == f"signature {first['signature']}"


def test_cache_info_says_where_and_how_much() -> None:
    facts = data("cache", "info")
    assert Path(facts["folder"]).name.startswith("kernels-")
    assert list(facts)[2:] == ["bytes", "kernels", "old_folders", "old_bytes"]
    assert "kernels" in output("cache", "info")


def test_cache_warm_compiles_what_the_named_games_need(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    warmed = list[str]()

    def steps(game: GameEntry) -> list[tuple[str, Callable[[], object]]]:
        return [("all", lambda: warmed.append(game.name))]

    monkeypatch.setattr("analyzer.commands.cache.warming_steps", steps)
    told = run("cache", "warm", "flowers", "azul").stderr.splitlines()
    assert told[:2] == ["compiling flowers 1/1: all", "compiling azul 1/1: all"]
    run("cache", "warm")
    assert warmed == ["flowers", "azul", "azul", "summer-pavilion", "flowers"]
    assert "unknown game 'azull'" in run("cache", "warm", "azull").stderr


def test_cache_clear_removes_kernel_folders_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AZULYST_CACHE_DIR", str(tmp_path))
    for name in ("kernels-1", "kernels-2"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "code").write_bytes(b"x" * 50_000)
    (tmp_path / "other").mkdir()
    result = run("cache", "clear")
    assert result.stderr == "removed 2 folders, 0.1 MB\n"
    assert [path.name for path in tmp_path.iterdir()] == ["other"]


# --- Small parts ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("5s", 5), ("5", 5), ("500ms", 0.5), ("2m", 120), ("1.5s", 1.5), (".5s", 0.5)],
)
def test_a_time_is_read_with_its_unit(text: str, seconds: float) -> None:
    assert parse_duration(text) == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("text", "memory"),
    [("1G", 1 << 30), ("500M", 500 << 20), ("20000k", 20000 << 10), ("2GiB", 2 << 30)],
)
def test_an_amount_of_memory_is_read_with_its_unit(text: str, memory: int) -> None:
    assert parse_memory(text) == memory


@pytest.mark.parametrize("text", ["", "s", "5h", "-1s", "1e3", "0ms", "5 s s"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(typer.BadParameter):
        parse_duration(text)


def test_progress_tells_rate_and_time_left() -> None:
    told = summary(Progress(sims=30_000, seconds=2.0, fraction=0.4))
    assert told == "30,000 simulations, 15,000 a second, 3 s left"
    assert summary(Progress(0, 0.0, 0.0)) == "0 simulations, 0 a second, 0 s left"


def test_the_first_interrupt_asks_and_the_second_ends() -> None:
    before = signal.getsignal(signal.SIGINT)
    said: list[str] = []
    with stop_on_interrupt(said.append) as stop:
        assert not stop.asked()
        signal.raise_signal(signal.SIGINT)
        assert stop.asked()
        assert said == ["stopping as soon as the compilation ends"]
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_counting_can_be_ended_by_the_system() -> None:
    before = signal.getsignal(signal.SIGINT)
    with end_on_interrupt():
        assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL
    assert signal.getsignal(signal.SIGINT) is before
