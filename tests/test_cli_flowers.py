"""Flowers on the command line: cards one by one, exact answers, points by source."""

from __future__ import annotations

import json
import shlex
import signal
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from analyzer.exits import ExitCode
from search.exact import NotSolvedError
from tests.test_cli import OPENING as AZUL
from tests.test_cli import data, output, run

TABLE = (
    "flowers players=2 turn=1 first=1 stacks=R4b:25,Y2:25,blind:26 gone=-"
    " p1.garden=O:R3,E1:R2 p2.garden=O:Y1,W1:B4g"
)
PLACING = (
    "flowers players=2 phase=place turn=1 first=1 stacks=hidden:24,Y2:25,blind:26"
    " drawn=R4b from=1 gone=- p1.garden=O:R3,E1:R2 p2.garden=O:Y1,W1:B4g"
)
LAST_DRAW = (
    "flowers players=2 turn=1 first=1 stacks=R3:1,Y3:1,blind:1 gone=-"
    " p1.garden=O:Y2,E1:Y2,S1:Y3 p2.garden=O:G4,N1:G4,W1:G4"
)
SOLO = "flowers players=1 stacks=R4b:39,blind:40 p1.garden=O:R3"
SOLO_END = (
    "flowers players=1 turn=1 first=1 stacks=R3:2,blind:1 gone=-"
    " p1.garden=O:Y2,E1:Y2,S1:Y3"
)
SUMMER_END = (
    "summer-pavilion players=2 phase=place marker=1 supply=PPGGOOYYBR p1.stock=P1"
    " p1.score=40 p1.orange=OOOOOO"
)


# --- new, apply -----------------------------------------------------------------------


def test_a_new_game_is_solo_unless_players_are_given() -> None:
    assert output("new", "flowers", "--undealt") == (
        "flowers players=1 phase=setup turn=1 first=1 stacks=hidden:40,blind:40 gone=-"
        " p1.garden=-\n"
    )
    dealt = data("new", "flowers", "--players", "3", "--set", "summer=yes")
    assert dealt["state"]["p3.garden"] == ["O:P"]
    assert dealt["state"]["phase"] == "draw"


def test_cards_are_dealt_one_by_one() -> None:
    undealt = output("new", "flowers", "--players", "2", "--undealt")
    words = ["--deal", "R3", "--deal", "Y4b", "--deal", "R1"]
    part = data("apply", undealt, *words)["state"]
    assert (part["phase"], part["stacks"][:2]) == ("reveal", ["R1:26", "hidden:26"])
    assert output("apply", undealt, *words, "--deal", "G2") == (
        "flowers players=2 turn=1 first=1 stacks=R1:26,G2:26,blind:26 gone=-"
        " p1.garden=O:R3 p2.garden=O:Y4b\n"
    )


@pytest.mark.parametrize(
    "moves",
    [["2:E2"], ["2 E2"], ["2", "E2"]],
    ids=["a turn", "its decisions", "each alone"],
)
def test_a_turn_comes_whole_or_in_parts(moves: list[str]) -> None:
    words = [word for move in moves for word in ("--move", move)]
    after = data("apply", TABLE, *words, "--deal", "G1")
    assert after["state"]["p1.garden"] == ["O:R3", "E1:R2", "E2:Y2"]
    assert after["state"]["stacks"] == ["R4b:25", "G1:24", "blind:26"]
    assert after["player"] == 2


def test_a_blind_card_is_dealt_within_the_turn() -> None:
    deals = ("--deal", "R2", "--deal", "G1")
    after = data("apply", TABLE, "--move", "3:E2 2:N1", *deals)["state"]
    assert after["p1.garden"] == ["O:R3", "E1:R2", "E2:R2"]
    assert after["p2.garden"] == ["O:Y1", "W1:B4g", "N1:Y2"]
    assert after["stacks"] == ["R4b:25", "G1:24", "blind:25"]
    seeded = ("apply", TABLE, "--move", "3:E2", "--seed", "4")
    assert output(*seeded) == output(*seeded)


def test_in_solo_games_a_card_is_turned_up_before_it_is_discarded() -> None:
    deals = ("--deal", "G2", "--deal", "B1")
    after = data("apply", SOLO, "--move", "1:E1", *deals)["state"]
    assert after["gone"] == "G2"
    assert after["stacks"] == ["B1:37", "blind:40"]


# Words of the command line, and all of standard error after `error: `.
REFUSED = [
    (
        ["apply", TABLE, "--move", "3:E2"],
        "a deal is due before the move E2; give --seed N to draw it or --deal DRAWN to"
        " say what was drawn",
    ),
    (
        ["apply", TABLE, "--move", "2:E2", "--deal", "G1", "--deal", "G1"],
        "deals given: 2, deals that fell due: 1; leave out the last --deal",
    ),
    (
        ["analyze", AZUL, "--search", "exact", "--sims", "10"],
        "no exact answer: the end of the game is too far, or chance comes that can turn"
        " out in too many ways; --search mcts estimates within any budget",
    ),
    (
        ["perft", "-", "--depth", "1", "--chance", "enumerate"],
        "a deal on the way can turn out in too many ways to list; leave out --chance"
        " enumerate",
    ),
]


@pytest.mark.parametrize(("words", "message"), REFUSED)
def test_a_mistake_ends_with_3_and_a_sentence(words: list[str], message: str) -> None:
    undealt = output("new", "azul", "--undealt")
    result = run(*words, "--quiet", stdin=undealt)
    assert (result.exit_code, result.stderr, result.stdout) == (
        ExitCode.BAD_INPUT,
        f"error: {message}\n",
        "",
    )


# --- moves ----------------------------------------------------------------------------


def test_moves_tell_what_each_placement_changes_at_once() -> None:
    table = output("moves", PLACING.replace("R4b", "B2")).splitlines()
    assert table[0].split() == ["move", "removed", "groups", "butterflies", "total"]
    assert [line.split() for line in table[2:5]] == [
        ["O", "+2", "0", "0", "+2"],
        ["E1", "-1", "0", "0", "-1"],
        ["S1", "-1", "0", "0", "-1"],
    ]
    result = data("moves", PLACING.replace("R4b", "B2"))
    assert [change["move"] for change in result["changes"]] == result["moves"]
    east = result["changes"][result["moves"].index("E2")]
    zero = {"groups": 0, "butterflies": 0}
    assert east == {"move": "E2", "removed": 1, "total": 1} | zero
    csv = output("moves", PLACING.replace("R4b", "B2"), "--format", "csv").split()
    assert csv[:2] == ["move,removed,groups,butterflies,total", "O,2,0,0,2"]
    assert "E2,1,0,0,1" in csv


def test_moves_tell_the_best_placement_of_a_visible_card() -> None:
    assert output("moves", TABLE) == (
        "move   best   removed   groups   butterflies   total\n"
        "────────────────────────────────────────────────────\n"
        "1      1:O    -1        0        0             -1\n"
        "2      2:O    +2        0        0             +2\n"
        "3      –      –         –        –             –\n"
    )
    assert output("moves", TABLE, "--format", "csv").splitlines()[3] == "3,,,,,"
    assert data("moves", TABLE)["changes"][2]["best"] is None
    digest = data("moves", TABLE.replace("turn", "rules=digest turn"))
    assert [change["best"] for change in digest["changes"]] == ["1:O", "2:O", None]


def test_moves_of_blind_stacks_and_of_other_games_have_no_changes() -> None:
    blind = "flowers players=1 stacks=blind:40 p1.garden=O:R3"
    for position in (blind, AZUL):
        assert list(data("moves", position)) == [
            *("schema", "position", "player", "moves")
        ]
    assert output("moves", blind) == "1\n"


# --- show -----------------------------------------------------------------------------


def test_a_drawing_has_points_by_source_below_it() -> None:
    drawing = output("show", TABLE)
    assert output("show", TABLE, "--score") == drawing + (
        "\n"
        "player   removed   groups   butterflies   total\n"
        "───────────────────────────────────────────────\n"
        "1        -2        0        0             -2\n"
        "2        -1        0        0             -1\n"
    )


def test_points_by_source_as_json() -> None:
    accounts = data("show", TABLE, "--score")["accounts"]
    assert [points["total"] for points in accounts] == data("show", TABLE)["score"]
    assert "accounts" not in data("show", TABLE)
    assert (
        data("show", AZUL, "--score")["accounts"]
        == [{"so_far": 0, "rows": 0, "columns": 0, "colours": 0, "total": 0}] * 2
    )
    pavilion = data("show", SUMMER_END, "--score")["accounts"][0]
    assert pavilion == {"so_far": 40, "stars": 17, "numbers": 0, "total": 57}


@pytest.mark.parametrize(
    "words", [("--format", "text"), ("--out", "board.svg")], ids=["text", "picture"]
)
def test_scores_go_with_a_drawing_or_json(words: tuple[str, str]) -> None:
    result = run("show", TABLE, "--score", *words)
    assert result.exit_code == ExitCode.USAGE
    assert result.stderr.endswith(
        "Error: Invalid value for '--score': it goes with a drawing in the terminal or"
        " --format json\n"
    )


# --- analyze --------------------------------------------------------------------------


def test_a_turn_is_a_row_and_playouts_are_cut() -> None:
    result = data("analyze", TABLE, "--sims", "400")
    judged = "playouts:greedy to 4 decisions, then estimated by net"
    assert result["evaluator"] == judged
    assert (result["search"], result["objective"]) == ("mcts", "win")
    names = {move["move"] for move in result["moves"]}
    assert {"1:E2", "2:E2", "3"} <= names
    assert all(move["line"][0] == move["move"] for move in result["moves"])
    for move in result["moves"][:3]:
        output("apply", TABLE, "--move", " ".join(move["line"]))


def test_an_ending_is_proven() -> None:
    result = data("analyze", LAST_DRAW, "--objective", "margin", "--time", "1m")
    assert (result["search"], result["evaluator"]) == ("exact", "none")
    assert (result["proven"], result["verdict"]) == (True, "decided")
    assert [w for w in result["warnings"] if "time budget" in w] == []
    best, second, *_ = result["moves"]
    assert (best["move"], best["proven"], best["margin_se"]) == ("3", True, 0.0)
    assert best["margin"] > second["margin"] == 1.0
    text = output("analyze", LAST_DRAW, "--objective", "margin", "--search", "exact")
    assert text.splitlines()[-1] == "3 is best (proven): margin +1.5 points."
    assert "±" not in text.partition("visits")[2]
    assert " 56 positions, ranked by margin, verdict: decided, proven" in text


def test_equal_moves_can_be_proven_equal() -> None:
    text = output("analyze", LAST_DRAW, "--sims", "1000")
    assert text.splitlines()[-1] == (
        "3 and 1:S1 are equal (proven): the difference is too small to matter; 3 wins"
        " 100.0 %."
    )


def test_the_search_that_auto_tries_is_named() -> None:
    words = ("analyze", LAST_DRAW, "--sims", "1000")
    run(*words)  # with a cold cache, the first search says that it compiles
    told = run(*words).stderr.splitlines()
    tree = "mcts, greedy playouts, then estimates by net 2p"
    assert told[-1] == f"search: exact, or if that takes too long {tree}"
    told = run(*words[:1], TABLE, *words[2:]).stderr.splitlines()
    assert f"search: {tree}" in told
    told = run(*words[:1], TABLE, *words[2:], "--evaluator", "none").stderr.splitlines()
    assert "search: mcts, greedy playouts" in told


def test_an_exact_answer_needs_a_budget_that_suffices() -> None:
    farther = LAST_DRAW.replace("stacks=R3:1,Y3:1,blind:1", "stacks=R3:2,Y3:2,blind:2")
    result = run("analyze", farther, "--search", "exact", "--sims", "10", "--quiet")
    assert result.exit_code == ExitCode.BAD_INPUT
    assert result.stderr == (
        "error: no exact answer: the budget does not suffice; --search mcts estimates"
        " within any budget\n"
    )


def test_an_interrupted_exact_search_knows_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stopped(*_: object, should_stop: Callable[[], bool], **__: object) -> None:
        signal.raise_signal(signal.SIGINT)
        assert should_stop()
        raise NotSolvedError("the budget does not suffice")

    monkeypatch.setattr("search.exact.solve", stopped)
    result = run("analyze", LAST_DRAW, "--search", "exact", "--sims", "10", "--quiet")
    assert result.exit_code == ExitCode.INTERRUPTED
    assert result.stderr == "error: interrupted before an exact answer was found\n"


@pytest.mark.parametrize("position", [SOLO_END, LAST_DRAW], ids=["solo", "two"])
@pytest.mark.parametrize("search", ["auto", "mcts"])
def test_a_record_gives_the_same_ranking_again(
    position: str, search: str, tmp_path: Path
) -> None:
    words = ("analyze", position, "--search", search, "--time", "300ms")
    assert run(*words, "--out", str(tmp_path)).exit_code == ExitCode.OK
    record = tomllib.loads((tmp_path / "run.toml").read_text())
    written = json.loads((tmp_path / "analysis.json").read_text())
    again = data(*shlex.split(record["reproduce"])[1:])
    for key in ("search", "sims", "verdict", "moves"):
        assert again[key] == written[key]
    assert (tmp_path / "ranking.png").read_bytes().startswith(b"\x89PNG")


# --- Alone ----------------------------------------------------------------------------


@pytest.mark.parametrize("objective", ["win", "margin"])
def test_alone_the_objective_is_the_score(objective: str) -> None:
    words = ("analyze", SOLO, "--sims", "16000", "--objective", objective)
    result = data(*words)
    assert result["objective"] == "score"
    assert {move["win"] for move in result["moves"] if move["visits"]} == {1.0}
    table = output(*words, "--top", "3")
    heading = next(line for line in table.splitlines() if "visits" in line)
    assert "score  95 % interval  P(best)" in heading
    assert "win %" not in table
    assert " points ± " in table.splitlines()[-1]
    assert " | score | 95 % interval | " in output(*words, "--format", "markdown")


def test_alone_an_ending_is_proven_too() -> None:
    text = output("analyze", SOLO_END, "--sims", "100")
    assert text.splitlines()[-1] == "2 is best (proven): expects -1.6 points."
    assert "exact, 588 positions, verdict: decided, proven" in " ".join(text.split())
    csv = output("analyze", SOLO_END, "--sims", "100", "--format", "csv").splitlines()
    assert csv[2].startswith("2,1:S1,1.0,0.0,1.0,1.0,-2.0,0.0,0.0,")


# --- perft ----------------------------------------------------------------------------


def test_perft_counts_outcomes_as_well() -> None:
    words = ("perft", LAST_DRAW, "--depth", "2", "--quiet")
    result = data(*words, "--chance", "enumerate", "--divide")
    assert (result["chance"], result["seed"]) == ("enumerate", None)
    assert result["divide"] == {"1": 10, "2": 10, "3": 280}
    assert result["count"] == 300
    assert output(*words) == "depth 2: 30\n"


def test_outcomes_are_no_moves_to_divide_by() -> None:
    undealt = output("new", "flowers", "--undealt")
    words = ("perft", undealt, "--depth", "1", "--chance", "enumerate")
    assert data(*words)["count"] == 2 * (16 * 28 + 12 * 27)  # 12 cards exist once
    result = run(*words, "--divide")
    assert result.exit_code == ExitCode.BAD_INPUT
    assert result.stderr == (
        "error: a deal is due, so there are no moves to divide by; give the position"
        " after it, or leave out --divide or --chance enumerate\n"
    )
