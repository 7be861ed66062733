"""Why the first move differs from the second: figures, sentences, table, drawings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import ttest_rel

from analyzer.comparing import best_opponent
from analyzer.exits import ExitCode
from analyzer.games import GAMES, find_game
from analyzer.reporting.analyses import read_analysis
from engines.protocol import State
from engines.rng import DEAL, DECISION, new_stream, word_at
from language import CHINESE, speaking
from reports.comparison import line_pictures, source_sheet, why_sentences
from reports.pages import Page, html_page, markdown_page
from search.comparison import Ends, difference, margins, play_out
from search.rollout import make_choose
from tests.test_cli import data, output, run

ROOT = Path(__file__).resolve().parent.parent
# The last tile of the last round: player 1 has a row to tile, which ends the game.
# CB2 completes line 2 and column 2, whose other tiles lie. Nobody moves after that.
LAST_CHOICE = (
    "azul players=2 round=5 turn=1 first=1 marker=1 factories=-,-,-,-,- centre=B"
    " p1.score=20 p1.lines=W1,B1,Y1,Y1,K1 p1.wall=BYRK.,.....,.W...,.K...,.R..."
    " p2.score=30"
)
TWO = ("azul", "midround-2p.txt"), ("flowers", "midgame-3p.txt")


def example(game: str, name: str) -> State:
    """The state of an example position."""
    text = (ROOT / "examples" / game / name).read_text()
    return GAMES[game].notation().parse(text).state


# --- Games on the same deals ----------------------------------------------------------


def ends_by_hand(game: str, start: State, seed: int, number: int) -> Any:
    """(scores, points by source) of game `number`, by the rules one call at a time."""
    entry = GAMES[game]
    rules, policy = entry.rules(), entry.policy("greedy")
    choose, moves = make_choose(rules, policy), np.zeros(rules.MAX_ACTIONS, np.int64)
    weights, state, ply = policy.default_weights(), start.copy(), 0
    stream = new_stream(seed, DECISION, number, 0)[0]
    while not rules.is_over(state):
        if due := int(rules.chance_due(state)):
            rules.deal(state, new_stream(seed, DEAL, number, due))
            continue
        own = np.array([word_at(stream, ply) >> np.uint64(1)], np.uint64)
        rules.play(state, choose(state, moves, weights, own))
        ply += 1
    players = int(rules.player_count(state))
    scores = np.zeros(rules.MAX_PLAYERS)
    rules.scores(state, scores)
    sources = np.zeros((players, len(rules.SOURCES)))
    for player in range(players):
        rules.points_by_source(state, player, sources[player])
    return scores[:players], sources


@pytest.mark.parametrize(("game", "name"), TWO)
def test_games_are_those_of_their_streams(game: str, name: str) -> None:
    entry, start = GAMES[game], example(game, name)
    ends = play_out(entry.rules(), entry.policy("greedy"), start, 7, playouts=4)
    for number in range(1, 5):
        scores, sources = ends_by_hand(game, start, 7, number)
        assert ends.scores[number - 1].tolist() == scores.tolist()
        assert ends.sources[number - 1].tolist() == sources.tolist()
    assert len({tuple(row) for row in ends.scores.tolist()}) > 1


def test_a_difference_is_that_of_pairs() -> None:
    rng = np.random.default_rng(1)
    first, second = rng.normal(1.0, 3.0, (2, 50))
    found = difference(first, second)
    known = ttest_rel(first, second)
    low, high = known.confidence_interval(0.95)
    assert found[:3] == pytest.approx(((first - second).mean(), low, high))
    assert found.sure == (known.pvalue < 0.05)


def test_many_differences_need_to_be_surer() -> None:
    noise = np.linspace(-1.0, 1.0, 100)  # standard error 0.0586
    assert difference(noise + 0.13, np.zeros(100)).sure
    assert not difference(noise + 0.13, np.zeros(100), comparisons=8).sure
    assert difference(noise + 0.17, np.zeros(100), comparisons=8).sure
    assert difference(np.ones(3), np.zeros(3), 8) == (1.0, 1.0, 1.0, True)
    assert not difference(np.ones(3), np.ones(3)).sure


def test_the_best_opponent_has_most_points_after_both_moves() -> None:
    nothing = np.zeros((2, 3, 1))
    ends = [
        Ends(np.array([[9.0, 5.0, 1.0], [9.0, 5.0, 1.0]]), nothing),
        Ends(np.array([[9.0, 1.0, 6.0], [9.0, 1.0, 6.0]]), nothing),
    ]
    assert best_opponent(ends, 0) == [2]
    assert best_opponent(ends, 2) == [0]
    assert margins(ends[0], 1).tolist() == [-4.0, -4.0]
    alone = Ends(np.array([[3.0], [4.0]]), np.zeros((2, 1, 1)))
    assert best_opponent([alone, alone], 0) == []
    assert margins(alone, 0).tolist() == [3.0, 4.0]


# --- The object -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def last_choice(tmp_path_factory: Any) -> Path:
    """The folder of the analysis of LAST_CHOICE."""
    folder: Path = tmp_path_factory.mktemp("why") / "last"
    output("analyze", LAST_CHOICE, "--sims", "100", "--out", str(folder), "-q")
    return folder


@pytest.fixture
def told(last_choice: Path) -> dict[str, Any]:
    """Its object `comparison`."""
    found: dict[str, Any] = json.loads((last_choice / "analysis.json").read_text())
    return dict(found["comparison"])


def test_figures_of_a_known_end_are_exact(told: dict[str, Any]) -> None:
    """CB2: 5 points for the tile in column 2, 7 for the column; CBF: floor -1.

    Both: the white tile 5 points, its row 2, the marker on the floor -1.
    """
    assert told["moves"] == ["CB2", "CBF"]
    rows = {(row["player"], row["source"]): row for row in told["sources"]}
    expected = {
        (1, "so_far"): (20, [29, 23], 6),
        (1, "rows"): (0, [2, 2], 0),
        (1, "columns"): (0, [7, 0], 7),
        (1, "colours"): (0, [0, 0], 0),
        (1, "total"): (20, [38, 25], 13),
        (2, "so_far"): (30, [30, 30], 0),
        (2, "rows"): (0, [0, 0], 0),
        (2, "columns"): (0, [0, 0], 0),
        (2, "colours"): (0, [0, 0], 0),
        (2, "total"): (30, [30, 30], 0),
    }
    assert list(rows) == list(expected)
    for key, (now, after, ahead) in expected.items():
        row = rows[key]
        assert (row["now"], row["after_line"], row["expected"]) == (now, after, after)
        ends = (row["difference_low"], row["difference_high"])
        assert (row["difference"], *ends) == (ahead, ahead, ahead)
        assert row["sure"] == (ahead != 0)
    assert told["margin"]["difference"] == 13


def test_the_largest_differences_are_told(told: dict[str, Any]) -> None:
    assert why_sentences(told) == [
        "In games that greedy plays on after CB2 rather than CBF, player 1 gets more"
        " from complete columns (+7.0); player 1 gets more from the rounds (+6.0)."
    ]
    with speaking(CHINESE):
        assert why_sentences(told) == [
            "由 greedy 走完的对局中，走 CB2 而不走 CBF：玩家 1 从完整竖列得分更多"
            "（+7.0）；玩家 1 从各轮过程得分更多（+6.0）。"
        ]


def test_the_table_has_a_row_for_each_player_and_source(told: dict[str, Any]) -> None:
    sheet = source_sheet(told)
    assert sheet.title.startswith("Why CB2 differs from CBF: points if the game ended")
    assert sheet.headings == (
        *("player", "source", "now", "line of CB2", "line of CBF"),
        *("end after CB2", "end after CBF", "difference, 95 %"),
    )
    assert sheet.rows[0] == ["1", "so far", "20", "29", "23", "29.0", "23.0", "+6.0"]
    assert sheet.rows[4] == ["1", "total", "20", "38", "25", "38.0", "25.0", "+13.0"]
    assert len(sheet.rows) == 10


def test_only_an_analysis_with_a_folder_is_compared() -> None:
    assert data("analyze", LAST_CHOICE, "--sims", "100")["comparison"] is None


def test_a_line_goes_on_by_player_to_its_position(tmp_path: Path) -> None:
    place = str(ROOT / "examples" / "azul" / "last-round-2p-a.txt")
    words = ("--sims", "200", "--search", "mcts", "--out", str(tmp_path), "-q")
    found = data("analyze", place, *words)
    for move, line in zip(found["moves"], found["comparison"]["lines"], strict=False):
        assert [turn["move"] for turn in line["turns"]] == move["line"]
        players = [turn["player"] for turn in line["turns"]]
        assert players == [1, 2, 1, 2, 1, 2, 1, 2][: len(players)]
        after = output("apply", place, "--move", " ".join(move["line"]))
        assert f"{line['position']}\n" == after


def test_lines_are_told_with_the_positions_they_lead_to(
    told: dict[str, Any], last_choice: Path
) -> None:
    for move, line in zip(told["moves"], told["lines"], strict=True):
        assert line["turns"] == [{"player": 1, "move": move}]
        after = output("apply", LAST_CHOICE, "--move", move)
        assert f"{line['position']}\n" == after
    notation = find_game("azul").notation()
    boards = [
        notation.to_fields(notation.parse(line["position"]).state)
        for line in told["lines"]
    ]
    pictures = line_pictures(told, boards, "Azul")
    assert [picture.caption for picture in pictures] == [
        "After the line of CB2: 1. player 1: CB2.",
        "After the line of CBF: 1. player 1: CBF.",
    ]
    assert all(picture.beside for picture in pictures)


def test_alone_there_is_no_opponent(tmp_path: Path) -> None:
    place = str(ROOT / "examples" / "flowers" / "last-turn-solo.txt")
    words = ("--sims", "50", "--out", str(tmp_path), "-q")
    found = data("analyze", place, *words)["comparison"]
    rows = [(row["player"], row["source"]) for row in found["sources"]]
    sources = ["removed", "groups", "butterflies", "total"]
    assert rows == [(1, source) for source in sources]
    totals = found["sources"][-1]
    assert found["margin"]["difference"] == totals["difference"]


def test_a_single_move_is_compared_with_nothing(tmp_path: Path) -> None:
    single = LAST_CHOICE.replace("p1.lines=W1,B1", "p1.lines=W1,Y1")
    found = data("analyze", single, "--sims", "9", "--out", str(tmp_path), "-q")
    assert [move["move"] for move in found["moves"]] == ["CBF"]
    assert found["comparison"] is None
    assert (tmp_path / "report.html").exists()


# --- Sentences of other differences ---------------------------------------------------


def row(source: str, value: float, expected: float, sure: bool = True) -> Any:
    return {
        "player": 2,
        "source": source,
        "expected": [expected, expected],
        "difference": value,
        "difference_low": value - 0.5,
        "difference_high": value + 0.5,
        "sure": sure,
    }


def compared(*rows: Any, margin: float = 1.0) -> dict[str, Any]:
    ahead = row("margin", margin, 0.0)
    return {"moves": ["A", "B"], "policy": "greedy", "sources": rows, "margin": ahead}


def test_only_differences_beyond_chance_are_named() -> None:
    unsure = compared(row("rows", 9.0, 9.0, sure=False), row("total", 9.0, 9.0))
    assert why_sentences(unsure) == [
        "In games that greedy plays on after A and B, no source of points differs by"
        " more than chance."
    ]


def test_losses_and_the_move_that_these_games_prefer_are_told() -> None:
    rows = [row("removed", 1.0, -3.0), row("groups", -2.0, 9.0), row("rows", 0.6, 1.0)]
    assert why_sentences(compared(*rows, margin=-2.0)) == [
        "In games that greedy plays on after A rather than B, player 2 gets less from"
        " colour groups (-2.0 ± 0.5); player 2 loses less by removed cards (+1.0 ±"
        " 0.5).",
        "On the whole these games go better with B (margin -2.0 ± 0.5): they end as"
        " greedy plays, while the search looks for the best play.",
    ]
    more = why_sentences(compared(row("removed", -1.0, -3.0)))
    assert more[0].endswith("player 2 loses more by removed cards (-1.0 ± 0.5).")


# --- The page -------------------------------------------------------------------------


def test_the_page_is_the_one_that_report_makes(
    last_choice: Path, tmp_path: Path
) -> None:
    out = tmp_path / "page"
    assert run("report", str(last_choice), "--out", str(out)).exit_code == 0
    page = (last_choice / "report.html").read_text()
    assert (out / "report.html").read_text() == page
    assert "from complete columns (+7.0)" in page
    assert '<th scope="col">line of CB2</th>' in page
    assert page.count('<div class="row">') == 3
    assert page.count("<figure>") == page.count("<svg ") == 4
    assert page.count("<figcaption>After the line of CB") == 2


def test_the_page_is_in_the_language_of_the_run(tmp_path: Path) -> None:
    words = ("analyze", LAST_CHOICE, "--sims", "100", "--lang", "zh", "-q")
    output(*words, "--out", str(tmp_path))
    page = (tmp_path / "report.html").read_text()
    assert '<html lang="zh-Hans">' in page
    assert "玩家 1 从完整竖列得分更多（+7.0）" in page
    assert "<figcaption>CB2 的进程之后：1. 玩家 1：CB2。" in page


def test_an_analysis_of_earlier_versions_has_a_page(
    last_choice: Path, tmp_path: Path
) -> None:
    analysis = json.loads((last_choice / "analysis.json").read_text())
    del analysis["comparison"]
    (tmp_path / "analysis.json").write_text(json.dumps(analysis))
    title, section = read_analysis(tmp_path, "old")
    assert [picture.name for picture in section.pictures] == ["position", "ranking"]
    assert len(section.sheets) == 1
    assert title == "Azul: moves of player 1"
    assert "<figcaption>" not in html_page(Page(title, [section]))


def test_markdown_has_the_lines_under_the_drawings(last_choice: Path) -> None:
    title, section = read_analysis(last_choice, "x")
    text = markdown_page(Page(title, [section]))
    assert (
        "![Azul: position after the line of CB2](figures/line-1.png)\n\n"
        "After the line of CB2: 1. player 1: CB2.\n"
    ) in text


@pytest.mark.parametrize("broken", [{"moves": ["CB2"]}, {"sources": [{}]}])
def test_a_damaged_comparison_is_told(
    last_choice: Path, tmp_path: Path, broken: dict[str, Any]
) -> None:
    analysis = json.loads((last_choice / "analysis.json").read_text())
    analysis["comparison"] |= broken
    (tmp_path / "analysis.json").write_text(json.dumps(analysis))
    found = run("report", str(tmp_path))
    assert found.exit_code == ExitCode.BAD_INPUT
    assert "is no analysis" in found.stderr
