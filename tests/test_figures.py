"""Charts compared by the data that they draw; the same bytes for the same table."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.patches import StepPatch

from reports import figures, schema
from reports.figures import Played, png_bytes, svg_text
from reports.figures.style import LOOKS
from reports.pages import Picture
from reports.schema import typed_frame
from reports.simulation_charts import CHARTS, Result, pictures
from reports.simulation_frames import budget_ladder
from reports.sprt import Sprt
from reports.wording import short
from tests.match_tables import Game
from tests.simulated import duel, played, summed

PLAYED = Played("Azul", 8, 4, 2)
SCORES = (
    *((50, 40), (45, 40), (30, 30), (60, 40)),
    *((40, 50), (50, 40), (30, 40), (9, 8)),
)
ROUNDS = {"round_scores": ["2;9", "3;8"] * 8, "rows": range(16), "colours": 1}
FOUR: list[Game] = [
    (block, ",".join(seats[i:] + seats[:i]), (10 + block, 20 + i, 5 * i, 7))
    for block, seats in enumerate((["a", "b", "c", "d"], ["b", "a", "d", "c"]), 1)
    for i in range(4)
]
NOTHING = [None, math.nan]


def result(games: pd.DataFrame, names: str = "a,b", seats: int = 2, **more: Any):
    """The games under a name, with their summary."""
    test = more.pop("sprt", None)
    return Result("x", games, summed(games, names, seats, test, **more), test)


def texts(figure: Figure) -> str:
    """All words of a figure."""
    found = [text.get_text() for text in figure.findobj(match=is_text)]
    return "\n".join(found)


def is_text(artist: Any) -> bool:
    return hasattr(artist, "get_text")


def rows(figure: Figure) -> list[tuple[str, list[float]]]:
    """Label and x data of all that is drawn in each row of an interval chart."""
    axes = figure.axes[0]
    labels = [label.get_text() for label in axes.get_yticklabels()]
    found: list[list[float]] = [[] for _ in labels]
    for line in axes.lines:
        ys = list(line.get_ydata())
        if len(set(ys)) == 1:
            found[int(ys[0])] += [float(x) for x in line.get_xdata()]
    return list(zip(labels, found, strict=True))


def test_shares_are_drawn_with_their_intervals_the_best_on_top() -> None:
    found = result(duel(*SCORES))
    table = found.frames[schema.PLAYERS]
    figure = figures.share_figure(table, found.played)
    assert [label for label, _ in rows(figure)] == ["a", "b"]
    for (_, data), row in zip(rows(figure), table.to_dict("records"), strict=True):
        names = ("win_low", "win_high", "win_share")
        assert data == pytest.approx([100 * row[name] for name in names])
    even = figure.axes[0].lines[0].get_xdata()
    assert list(even) == [50, 50]
    told = texts(figure)
    assert "n = 8 games on 4 deals" in told
    assert "95 % interval between deals" in told
    assert "win share (%)" in told
    assert "8 games" in told


def test_seats_and_scores_are_drawn_as_their_tables_say() -> None:
    found = result(duel(*SCORES))
    figure = figures.seat_figure(found.frames[schema.SEATS], found.played)
    assert [label for label, _ in rows(figure)] == ["seat 1", "seat 2"]
    assert rows(figure)[0][1][2] == pytest.approx(100 * 1.5 / 8)
    means = figures.mean_score_figure(found.frames[schema.PLAYERS], found.played)
    assert rows(means)[0][1][2] == pytest.approx(314 / 8)
    assert "points" in texts(means)


def test_elo_without_end_is_an_arrow_from_its_other_end() -> None:
    table = typed_frame(
        [
            {"player": "a", "games": 8, "elo": None, "elo_low": 120, "elo_high": None},
            {"player": "b", "games": 8, "elo": -3, "elo_low": -20, "elo_high": 14},
            {"player": "c", "games": 8, "elo": None, "elo_low": None, "elo_high": -90},
            {"player": "d", "games": 0, "elo": None},
        ],
        schema.PLAYERS,
    )
    figure = figures.rating_figure(table, PLAYED, "95 % interval between deals", "a")
    assert rows(figure) == [("a", [120]), ("b", [-20, 14, -3]), ("c", [-90])]
    arrows = [
        text for text in figure.axes[0].texts if getattr(text, "arrow_patch", None)
    ]
    assert [(a.xy[0], a.xyann[0] > 0) for a in arrows] == [(120, True), (-90, False)]
    told = texts(figure)
    assert "at least +120" in told
    assert "at most −90" in told
    assert "−3 (−20 to +14)" in told
    assert "arrows: without end" in told


def test_a_hopeless_player_leaves_room_for_the_others() -> None:
    table = typed_frame(
        [
            {"player": "a", "games": 8, "elo": 0},
            {"player": "b", "games": 8, "elo": -30, "elo_low": -50, "elo_high": -10},
            {"player": "c", "games": 8, "elo": -900, "elo_low": -950, "elo_high": -850},
        ],
        schema.PLAYERS,
    )
    figure = figures.rating_figure(table, PLAYED, "95 % interval between deals", "a")
    assert rows(figure) == [("a", [0]), ("b", [-50, -10, -30]), ("c", [])]
    assert figure.axes[0].get_xlim()[0] > -100
    told = texts(figure)
    assert "Azul: ratings, counted from a" in told
    assert "−900 (−950 to −850)" in told
    assert "more than 800 behind" in told
    pair = figures.rating_figure(table.iloc[[0, 2]], PLAYED, "95 % interval", "a")
    assert rows(pair)[1][1] == [-950, -850, -900]


def test_one_block_has_values_without_bars() -> None:
    found = result(duel((5, 3), (2, 4)))
    figure = figures.mean_score_figure(found.frames[schema.PLAYERS], found.played)
    assert [len(data) for _, data in rows(figure)] == [1, 1]
    assert "n = 2 games on 1 deal; one deal, so no intervals" in texts(figure)


def test_a_crosstable_shades_and_prints_who_came_before_whom() -> None:
    found = result(played(FOUR), "a,b,c,d", 4)
    pairs = found.frames[schema.PAIRS]
    figure = figures.crosstable_figure(pairs, found.played)
    axes = figure.axes[0]
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names == [row["player"] for row in found.summary["players"]]
    shades = axes.images[0].get_array()
    for row in pairs.to_dict("records"):
        place = names.index(row["player"]), names.index(row["opponent"])
        assert shades[place] == row["share"]
        assert f"{100 * row['share']:.1f}" in texts(figure)
    assert shades.mask.diagonal().all()


def test_scores_are_counted_in_bins_of_whole_points() -> None:
    found = result(duel(*SCORES))
    table = found.frames[schema.SCORES]
    figure = figures.score_figure(table, found.played)
    assert len(figure.axes) == 2
    for axes, name in zip(figure.axes, "ab", strict=True):
        own = table[table["player"] == name]
        (steps,) = [p for p in axes.patches if isinstance(p, StepPatch)]
        values, edges, _ = steps.get_data()
        assert values.sum() == pytest.approx(100)
        counts, _ = np.histogram(own["score"], edges, weights=own["seats"])
        assert values == pytest.approx(100 * counts / 8)
        assert set(edges % 1) == {0.5}
    assert "a: median 40, middle half 30 to 50, n = 8" in texts(figure)


def test_margins_of_two_players_mirror_each_other() -> None:
    found = result(duel(*SCORES))
    table = found.frames[schema.MARGINS]
    sides = [
        dict(zip(own["margin"], own["seats"], strict=True))
        for _, own in table.groupby("player")
    ]
    assert sides[0] == {-margin: count for margin, count in sides[1].items()}
    figure = figures.margin_figure(table, found.played)
    assert any(list(line.get_xdata()) == [0, 0] for line in figure.axes[0].lines)


def test_rounds_have_median_and_both_bands() -> None:
    found = result(duel(*SCORES, **ROUNDS))
    table = found.frames[schema.ROUNDS]
    assert table[["player", "round", "seats"]].to_numpy().tolist() == [
        ["a", 1, 8],
        ["a", 2, 8],
        ["b", 1, 8],
        ["b", 2, 8],
    ]
    figure = figures.round_figure(table, found.played)
    axes = figure.axes[0]
    for line, name in zip(axes.lines, "ab", strict=True):
        own = table[table["player"] == name]
        assert line.get_ydata() == pytest.approx(own["p50"].to_numpy())
        assert np.rint(line.get_xdata()).tolist() == [1, 2]
    bars = [c for c in axes.collections if isinstance(c, LineCollection)]
    spans = [[seg[:, 1].tolist() for seg in bar.get_segments()] for bar in bars]
    own = table[table["player"] == "a"]
    assert spans[0] == own[["p05", "p95"]].to_numpy().tolist()
    assert spans[1] == own[["p25", "p75"]].to_numpy().tolist()


def test_rounds_that_few_games_had_are_told() -> None:
    games = duel(*SCORES, round_scores=["2;9"] * 14 + ["2;9;11"] * 2)
    found = result(games)
    figure = figures.round_figure(found.frames[schema.ROUNDS], found.played)
    assert "n of results by round: 16, 16, 2" in texts(figure)


def test_rounds_that_hardly_any_game_had_are_told_not_drawn() -> None:
    games = duel(*SCORES * 30, round_scores=["2;9"] * 478 + ["2;9;11"] * 2)
    found = result(games)
    spread = figures.round_figure(found.frames[schema.ROUNDS], found.played)
    leads = figures.lead_figure(found.frames[schema.LEADS], found.played)
    for figure in (spread, leads):
        assert list(figure.axes[0].lines[0].get_xdata().round()) == [1, 2]
        assert "not drawn: rounds after 2" in texts(figure)
    assert "n of games by round: 240, 240, 1" in texts(leads)


def test_the_leader_after_each_round_wins_this_often() -> None:
    texts_by_round = ["4;9", "3;8", "5;6", "5;7", "1;9", "2;8", "0;7", "3;5"]
    found = result(duel(*SCORES[:4], round_scores=texts_by_round))
    # Rows of a and b, b and a, a and b, b and a; both lead after round 1 of game 2.
    table = found.frames[schema.LEADS]
    wins = found.games["win_share"].to_numpy()
    first = [wins[0], (wins[2] + wins[3]) / 2, wins[5], wins[7]]
    second = [wins[0], wins[3], wins[4], wins[6]]
    assert table["games"].tolist() == [4, 4]
    assert table["share"].tolist() == pytest.approx([np.mean(first), np.mean(second)])
    figure = figures.lead_figure(table, found.played)
    assert figure.axes[0].lines[0].get_ydata() == pytest.approx(100 * table["share"])
    assert found.frames[schema.LEADS]["share_low"].notna().all()
    solo = CASES["solo"]()
    assert solo.frames[schema.LEADS].empty


def test_sources_are_bars_with_intervals() -> None:
    found = result(duel(*SCORES, **ROUNDS))
    table = found.frames[schema.SOURCES]
    figure = figures.source_figure(table, found.played)
    heights = [bar.get_height() for bar in figure.axes[0].patches]
    assert heights == pytest.approx(table["mean"].tolist())
    hatches = {bar.get_hatch() for bar in figure.axes[0].patches}
    assert len(hatches) == 2
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert labels == ["a", "b"]


def test_lengths_and_endings_add_up_to_all_games() -> None:
    plies = np.repeat([40, 41, 41, 41, 44, 45, 45, 50], 2)
    ends = np.repeat(["row"] * 5 + ["limit"] * 3, 2)
    found = result(duel(*SCORES, plies=plies, end=ends))
    lengths, endings = found.frames[schema.LENGTHS], found.frames[schema.ENDINGS]
    assert lengths["games"].groupby(lengths["unit"]).sum().tolist() == [8, 8]
    assert endings[["end", "games"]].to_numpy().tolist() == [["row", 5], ["limit", 3]]
    figure = figures.length_figure(lengths, endings, found.played)
    heights = [bar.get_height() for bar in figure.axes[1].patches]
    assert heights == pytest.approx([12.5, 37.5, 12.5, 25, 12.5])
    widths = [bar.get_width() for bar in figure.axes[2].patches]
    assert widths == pytest.approx([62.5, 37.5])


def test_a_running_share_ends_at_the_share_within_its_band() -> None:
    found = result(duel(*SCORES))
    table = found.frames[schema.CONVERGENCE]
    figure = figures.convergence_figure(table, found.played)
    for axes, row in zip(figure.axes, found.summary["players"], strict=True):
        low, high, share = (line.get_ydata() for line in axes.lines[:3])
        assert share[-1] == pytest.approx(100 * row["win_share"])
        assert (low <= share).all()
        assert (share <= high).all()
        assert len(share) == 4
    assert "95 % confidence sequence" in texts(figure)


def test_a_sequential_test_is_drawn_up_to_its_decision() -> None:
    test = Sprt(0, 200)
    found = result(duel(*[(50, 40)] * 60), sprt=test)
    path = found.frames[schema.SPRT]
    figure = figures.sprt_figure(path, test, ("a", "b"))
    ratio, end, upper, lower = figure.axes[0].lines[:4]
    decided = path[path["decision"] != "undecided"]
    assert len(path) == 30
    assert ratio.get_xdata()[-1] == decided["block"].iloc[0] < 30
    assert end.get_ydata()[0] == decided["llr"].iloc[0] >= upper.get_ydata()[-1]
    assert lower.get_ydata()[-1] < 0
    assert "H1 accepted" in texts(figure)


def test_a_ladder_of_budgets_is_found_and_drawn_on_a_logarithmic_axis() -> None:
    specs = ["mcts:sims=100", "mcts:sims=10", "greedy", "mcts:sims=1000"]
    players = [
        {"player": f"p{n}", "spec": spec, "win_share": 0.1 * n, "win_low": 0.1 * n}
        | {"win_high": 0.1 * n + 0.1}
        for n, spec in enumerate(specs, 1)
    ]
    ladder = budget_ladder(players)
    assert ladder["budget"].tolist() == [10, 100, 1000]
    assert ladder["player"].tolist() == ["p2", "p1", "p4"]
    figure = figures.budget_figure(ladder, "Azul", "n = 8 games", unit="sims")
    axes = figure.axes[0]
    assert axes.get_xscale() == "log"
    assert axes.lines[0].get_ydata() == pytest.approx([20, 10, 40])
    assert "simulations a move" in texts(figure)
    assert budget_ladder(players[:3]).empty


def test_results_side_by_side_have_their_names_and_looks() -> None:
    parts = [
        typed_frame(summed(duel(*scores))["players"], schema.PLAYERS)
        for scores in (SCORES, SCORES[2:])
    ]
    table = pd.concat(
        [part.assign(result=name) for part, name in zip(parts, "xy", strict=True)]
    )
    figure = figures.comparison_figure(table, 50, 14)
    assert [label for label, _ in rows(figure)] == ["x: a", "x: b", "y: a", "y: b"]
    assert "n = 14 games in 2 result folders" in texts(figure)


def test_looks_differ_without_colour() -> None:
    assert len({look.marker for look in LOOKS}) == len(LOOKS)
    assert len({look.hatch for look in LOOKS}) == len(LOOKS)


def test_a_long_name_loses_its_middle() -> None:
    name = short("heuristic-columns-floor-1.5-and-more")
    assert len(name) == 26
    assert name == "heuristic-col…1.5-and-more"
    assert short("greedy") == "greedy"


def test_players_beyond_the_eighth_are_told_not_drawn() -> None:
    names = [f"p{n}" for n in range(11)]
    scores = [{"player": n, "score": 3, "seats": 2} for n in names]
    figure = figures.score_figure(typed_frame(scores, schema.SCORES), PLAYED)
    assert len(figure.axes) == 8
    assert "not shown: 3 more players" in texts(figure)


CASES = {
    "two": lambda: result(duel(*SCORES, **ROUNDS), sprt=Sprt(0, 10)),
    "four": lambda: result(played(FOUR), "a,b,c,d", 4),
    "ties": lambda: result(duel(*[(5, 5)] * 6)),
    "one": lambda: result(duel((5, 3), (2, 4))),
    "solo": lambda: result(played([(1, "a", (31,)), (2, "a", (29,))]), "a", 1),
    "forfeit": lambda: result(
        duel(*SCORES[:2], end="forfeit", error=["no move", "", "", ""])
    ),
}
EXPECTED = {
    "two": {"win-share", "seats", "convergence", "sprt", "rounds", "sources"},
    "four": {"win-share", "ratings", "crosstable", "seats", "convergence"},
    "ties": {"win-share", "seats", "convergence", "margins"},
    "one": {"win-share", "seats", "margins"},
    "solo": {"mean-score", "scores", "lengths"},
    "forfeit": {"win-share", "seats", "margins"},
}


@pytest.mark.parametrize("case", CASES)
def test_every_chart_that_says_something_has_heading_units_and_n(case: str) -> None:
    found = pictures(CASES[case]())
    names = {picture.name for picture in found}
    assert EXPECTED[case] <= names
    assert not {"ratings", "crosstable"} & names or case == "four"
    for picture in found:
        told = texts(picture.figure)
        assert "n = " in told, picture.name
        axes = picture.figure.axes
        labels = [ax.get_xlabel() + ax.get_ylabel() for ax in axes]
        assert any(labels), picture.name


def test_solo_games_have_no_shares_and_no_margins() -> None:
    names = {picture.name for picture in pictures(CASES["solo"]())}
    assert names == {"mean-score", "scores", "lengths"}


def test_the_same_table_gives_the_same_bytes() -> None:
    once, again = (pictures(CASES["two"]())[::3] for _ in range(2))
    for one, other in zip(once, again, strict=True):
        assert png_bytes(one.figure) == png_bytes(other.figure), one.name
        text = svg_text(one.figure)
        assert text == svg_text(other.figure), one.name
        assert "<dc:date>" not in text
    assert png_bytes(once[0].figure).startswith(b"\x89PNG")


def test_nothing_falls_off_a_picture() -> None:
    for case in ("two", "four", "solo"):
        for picture in pictures(CASES[case]()):
            assert outside(picture) == [], (case, picture.name)


def outside(picture: Picture) -> list[str]:
    """The words of a picture that are not wholly on it."""
    figure = picture.figure
    figure.draw_without_rendering()
    width, height = figure.bbox.size
    found = []
    for text in shown_texts(figure):
        box = text.get_window_extent()
        inside = box.x0 >= 0 and box.y0 >= 0 and box.x1 <= width and box.y1 <= height
        if text.get_text() and not inside:
            found.append(text.get_text())
    return found


def shown_texts(figure: Figure) -> list[Any]:
    """Headings, labels and notes, and labels of the ticks within the axes."""
    found = list(figure.texts)
    for axes in figure.axes:
        if not axes.get_visible():
            continue
        found += [*axes.texts, axes.title, axes.xaxis.label, axes.yaxis.label]
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            ticks = [t for t in axis.get_major_ticks() if low <= t.get_loc() <= high]
            found += [tick.label1 for tick in ticks if tick.label1.get_visible()]
    return found


def test_the_chart_list_has_each_name_once() -> None:
    names = [name for name, _, _ in CHARTS]
    assert len(set(names)) == len(names) == 15


@pytest.mark.parametrize("nothing", NOTHING)
def test_tables_of_which_nothing_is_known_say_so(nothing: float | None) -> None:
    row = {"player": "a", "games": 0, "win_share": nothing}
    empty = typed_frame([row], schema.PLAYERS)
    assert "nothing is known" in texts(figures.share_figure(empty, PLAYED))
    for draw, table in (
        (figures.crosstable_figure, schema.PAIRS),
        (figures.score_figure, schema.SCORES),
        (figures.round_figure, schema.ROUNDS),
        (figures.source_figure, schema.SOURCES),
        (figures.convergence_figure, schema.CONVERGENCE),
    ):
        assert png_bytes(draw(typed_frame([], table), PLAYED))
