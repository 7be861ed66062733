"""Ranking tables and their chart: exact text, unknown values, same bytes again."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from rich.console import Console

from reports.boards import save
from reports.figures import ranking_figure
from reports.schema import RANKING, SCHEMA_VERSION
from reports.tables import (
    ranking_cells,
    ranking_csv,
    ranking_frame,
    ranking_markdown,
    ranking_table,
)

COLUMNS = [column.name for column in RANKING]
UNKNOWN_MOVE: dict[str, Any] = dict.fromkeys(COLUMNS) | {"rank": 3, "move": "CW1"}
ANALYSIS: dict[str, Any] = json.loads("""{
  "schema": 1, "game": "azul", "position": "azul players=2", "player": 1,
  "objective": "win", "search": "mcts", "evaluator": "net", "sims": 20000,
  "seconds": 1.9, "seed": 7, "batches": 8, "verdict": "decided", "proven": false,
  "warnings": [], "moves": [
    {"rank": 1, "move": "3B4", "win": 0.561, "win_se": 0.004, "win_low": 0.552,
     "win_high": 0.57, "margin": 3.1, "margin_se": 0.2, "p_best": 0.97,
     "regret": 0.0003, "visits": 8123, "proven": false, "line": ["3B4", "2R1"],
     "outlook_low": 0.53, "outlook_high": 0.58},
    {"rank": 2, "move": "1R2", "win": 0.5, "win_se": 0.0, "win_low": 0.5,
     "win_high": 0.5, "margin": -0.04, "margin_se": null, "p_best": 0.03,
     "regret": 0.061, "visits": 12, "proven": true, "line": ["1R2"],
     "outlook_low": null, "outlook_high": null}
  ]}""")
ANALYSIS["moves"].append(UNKNOWN_MOVE)


def printed_table(analysis: dict[str, Any], top: int, width: int = 80) -> str:
    output = StringIO()
    console = Console(width=width, color_system=None, no_color=True, file=output)
    console.print(ranking_table(analysis, top))
    return "\n".join(line.rstrip() for line in output.getvalue().splitlines())


def many_moves(count: int) -> dict[str, Any]:
    first = ANALYSIS["moves"][0]
    moves = [first | {"rank": n, "move": f"{n}B1"} for n in range(1, count + 1)]
    return ANALYSIS | {"moves": moves}


def drawn(figure: Figure) -> list[tuple[Any, list[float], list[float]]]:
    """Marker, x and y in turn of all that is drawn in the chart."""
    lines = figure.axes[0].lines
    return [
        (
            line.get_marker(),
            np.asarray(line.get_xdata(), dtype=float).tolist(),
            np.asarray(line.get_ydata(), dtype=float).tolist(),
        )
        for line in lines
    ]


def points(figure: Figure) -> list[tuple[Any, float, float]]:
    return [(marker, x[0], y[0]) for marker, x, y in drawn(figure) if len(x) == 1]


def bars(figure: Figure) -> list[list[float]]:
    return [x for _, x, _ in drawn(figure) if len(x) == 2]


def move_labels(figure: Figure) -> list[str]:
    return [label.get_text() for label in figure.axes[0].get_yticklabels()]


def test_the_schema_declares_the_ranking_columns_in_order() -> None:
    assert SCHEMA_VERSION == 1
    assert list(ANALYSIS["moves"][0]) == COLUMNS
    assert all(column.meaning for column in RANKING)


def test_the_frame_has_the_declared_columns_and_types() -> None:
    frame = ranking_frame(ANALYSIS)
    assert list(frame.columns) == COLUMNS
    assert frame["visits"].tolist()[:2] == [8123, 12]
    assert frame["proven"].tolist()[:2] == [False, True]
    assert frame["line"].tolist()[:2] == ["3B4 2R1", "1R2"]
    assert str(frame["visits"].dtype) == "Int64"
    assert str(frame["win"].dtype) == "float64"


def test_what_is_unknown_is_missing_in_the_frame() -> None:
    unknown = ranking_frame(ANALYSIS).iloc[2]
    assert unknown[["rank", "move"]].tolist() == [3, "CW1"]
    assert unknown.drop(["rank", "move"]).isna().all()


def test_a_value_that_is_left_out_counts_as_unknown() -> None:
    bare = ANALYSIS | {"moves": [{"rank": 1, "move": "3B4"}]}
    assert ranking_csv(bare).splitlines()[1] == "1,3B4,,,,,,,,,,,,,"


def test_an_analysis_without_moves_makes_empty_tables() -> None:
    nothing = ANALYSIS | {"moves": []}
    assert list(ranking_frame(nothing).columns) == COLUMNS
    assert ranking_csv(nothing) == ",".join(COLUMNS) + "\n"
    assert "verdict: decided" in printed_table(nothing, 5)
    assert move_labels(ranking_figure(nothing)) == []


def test_the_csv_is_exact_and_empty_where_unknown() -> None:
    assert ranking_csv(ANALYSIS) == (
        "rank,move,win,win_se,win_low,win_high,margin,margin_se,p_best,regret,visits,"
        "proven,line,outlook_low,outlook_high\n"
        "1,3B4,0.561,0.004,0.552,0.57,3.1,0.2,0.97,0.0003,8123,False,3B4 2R1,"
        "0.53,0.58\n"
        "2,1R2,0.5,0.0,0.5,0.5,-0.04,,0.03,0.061,12,True,1R2,,\n"
        "3,CW1,,,,,,,,,,,,,\n"
    )


def test_the_csv_reads_back_as_the_frame() -> None:
    frame = ranking_frame(ANALYSIS)
    types = frame.dtypes.to_dict()
    again = pd.read_csv(StringIO(ranking_csv(ANALYSIS)), dtype=types)
    pd.testing.assert_frame_equal(again, frame)


def test_the_markdown_is_exact_with_a_dash_where_unknown() -> None:
    assert ranking_markdown(ANALYSIS, 3) == (
        "| # | move | win % | 95 % interval | margin ± se | P(best) | visits | line |\n"
        "| ---: | --- | ---: | ---: | ---: | ---: | ---: | --- |\n"
        "| 1 | 3B4 | 56.1 | 55.2 to 57.0 | +3.1 ± 0.2 | 0.97 | 8123 | 3B4 2R1 |\n"
        "| 2 | 1R2 | 50.0 | proven | +0.0 | 0.03 | 12 | 1R2 |\n"
        "| 3 | CW1 | – | – | – | – | – | – |\n"
        "\n"
        "mcts, 20,000 simulations, verdict: decided; "
        "95 % Student interval between 8 batches\n"
    )


def test_the_table_is_exact_in_80_columns() -> None:
    assert printed_table(ANALYSIS, 3) == EXPECTED_TABLE


def test_a_narrow_table_cuts_the_line_alone() -> None:
    long = ANALYSIS | {"moves": [ANALYSIS["moves"][0] | {"line": ["3B4"] * 20}]}
    row = printed_table(long, 1).splitlines()[4]
    assert "55.2 to 57.0   +3.1 ± 0.2     0.97    8123  3B4 3B4" in row
    assert row.endswith("…")


def test_the_moves_that_are_not_shown_are_counted() -> None:
    assert "not shown: 5 more" in ranking_markdown(many_moves(12), 7)
    assert "not shown" not in ranking_markdown(many_moves(12), 12)


@pytest.mark.parametrize(
    ("verdict", "top", "ranks"),
    [
        ("undecided", 2, [1, 2, 5]),
        ("undecided", 5, [1, 2, 3, 4, 5]),
        ("decided", 2, [1, 2]),
    ],
)
def test_who_an_open_verdict_names_is_shown(
    verdict: str, top: int, ranks: list[int]
) -> None:
    chances = [0.6, 0.1, 0.05, 0.0, 0.25, 0.0]
    analysis = many_moves(6) | {"verdict": verdict}
    analysis["moves"] = [
        move | {"p_best": chance}
        for move, chance in zip(analysis["moves"], chances, strict=True)
    ]
    _, rows = ranking_cells(analysis, top)
    assert [int(row[0]) for row in rows] == ranks
    hidden = 6 - len(ranks)
    assert f"not shown: {hidden} more" in ranking_markdown(analysis, top)


def test_a_ranking_by_margin_says_so_and_a_proven_one_too() -> None:
    by_margin = ANALYSIS | {"objective": "margin", "proven": True, "sims": None}
    assert (
        ranking_markdown(by_margin, 1)
        .splitlines()[-1]
        .startswith("mcts, – simulations, ranked by margin, verdict: decided, proven;")
    )


def test_the_chart_shows_win_shares_in_percent_best_on_top() -> None:
    figure = ranking_figure(ANALYSIS)
    markers, wins, places = zip(*points(figure), strict=True)
    assert markers == ("o", "D")
    assert list(wins) == pytest.approx([56.1, 50.0])
    assert places == (0.0, 1.0)
    low_end, high_end = figure.axes[0].get_ylim()
    assert low_end > high_end


def test_the_chart_draws_intervals_as_bars_and_leaves_out_unknown_ones() -> None:
    unsure = ANALYSIS["moves"][0] | {"win_low": None, "win_high": None}
    figure = ranking_figure(ANALYSIS | {"moves": [ANALYSIS["moves"][0], unsure]})
    assert bars(figure) == [pytest.approx([55.2, 57.0])]
    assert len(points(figure)) == 2


def test_the_chart_leaves_out_moves_without_a_win_share() -> None:
    assert move_labels(ranking_figure(ANALYSIS)) == ["3B4", "1R2"]
    empty = ranking_figure(ANALYSIS | {"moves": [UNKNOWN_MOVE]})
    assert move_labels(empty) == []
    assert "no win share is known" in [text.get_text() for text in empty.axes[0].texts]


def test_the_chart_shows_the_top_moves_only() -> None:
    assert len(points(ranking_figure(many_moves(20)))) == 12
    assert len(points(ranking_figure(many_moves(20), top=3))) == 3


def test_the_chart_says_what_it_shows() -> None:
    figure = ranking_figure(ANALYSIS | {"game": "summer-pavilion"})
    axes, (title, notes) = figure.axes[0], figure.texts
    assert title.get_text() == "Summer Pavilion: win share by move, player 1"
    assert notes.get_text() == (
        "mcts, 20,000 simulations, verdict: decided\n"
        "bars: 95 % Student interval between 8 batches; diamonds: proven values"
    )
    assert axes.get_xlabel() == "win share of player 1 (%)"


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_the_same_analysis_makes_the_same_chart(tmp_path: Path, suffix: str) -> None:
    for name in ("first", "second"):
        save(ranking_figure(ANALYSIS), tmp_path / f"{name}{suffix}")
    first, second = (tmp_path / f"{name}{suffix}" for name in ("first", "second"))
    assert first.read_bytes() == second.read_bytes()


EXPECTED_TABLE = """\
                       Azul: moves of player 1

 #  move  win %  95 % interval  margin ± se  P(best)  visits  line
 ────────────────────────────────────────────────────────────────────
 1  3B4    56.1   55.2 to 57.0   +3.1 ± 0.2     0.97    8123  3B4 2R1
 2  1R2    50.0         proven         +0.0     0.03      12  1R2
 3  CW1       –              –            –        –       –  –

  mcts, 20,000 simulations, verdict: decided; 95 % Student interval
                          between 8 batches"""
