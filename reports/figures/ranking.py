"""Charts of result tables, built without any global plotting state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from language import tr
from language.counts import joined
from reports.figures.style import (
    BEHIND,
    LABEL_SIZE,
    MUTED,
    minus,
    plain,
    sheet,
)
from reports.tables import (
    band_meaning,
    by_score,
    half_width,
    search_summary,
)
from reports.wording import game_name, short

ACCENT = "#0f7b6c"
MOVE_WIDTH = 34  # characters of a move
FINE = 0.2  # width of an interval in percent or points below which two places are told


class Mark(NamedTuple):
    """The value of a move, in percent or points, and its interval if it has one."""

    value: float
    low: float | None
    high: float | None


def ranking_figure(analysis: Mapping[str, Any], top: int = 12) -> Figure:
    """The best `top` moves with a known value, best on top, and their intervals.

    The value is the win share, alone at the table the score.
    """
    name = "margin" if by_score(analysis) else "win"
    known = [move for move in analysis["moves"] if move.get(name) is not None][:top]
    title, notes = _heading(analysis, known)
    figure = sheet(title, notes, 0.75 + 0.34 * max(len(known), 2))
    axes = figure.add_subplot()
    plain(axes)
    marks = [_score(analysis, m) if by_score(analysis) else _win(m) for m in known]
    for place, (move, mark) in enumerate(zip(known, marks, strict=True)):
        colour = ACCENT if place == 0 else MUTED
        marker = "D" if move.get("proven") else "o"
        _bar(axes, place, mark, colour, marker, _places(marks))
    _moves_axis(axes, known)
    _value_axis(axes, analysis, known)
    return figure


def _win(move: Mapping[str, Any]) -> Mark:
    return Mark(
        100 * move["win"], _percent(move, "win_low"), _percent(move, "win_high")
    )


def _percent(move: Mapping[str, Any], name: str) -> float | None:
    share = move.get(name)
    return None if share is None else 100 * share


def _score(analysis: Mapping[str, Any], move: Mapping[str, Any]) -> Mark:
    score, error = move["margin"], move.get("margin_se")
    if error is None:
        return Mark(score, None, None)
    half = half_width(analysis, error)
    return Mark(score, score - half, score + half)


def _bar(
    axes: Axes, place: int, mark: Mark, colour: str, marker: str, places: int
) -> None:
    value, low, high = mark
    if low is not None and high is not None:
        style: dict[str, Any] = {
            "linewidth": 5,
            "solid_capstyle": "butt",
            "alpha": 0.45,
        }
        axes.plot([low, high], [place, place], color=colour, **style)
    axes.plot([value], [place], marker=marker, color=colour, markersize=7)
    axes.annotate(
        minus(f"{value:.{places}f}"),
        (value if high is None else high, place),
        xytext=(8, 0),
        textcoords="offset points",
        va="center",
        fontsize=8,
        color=colour,
        bbox=BEHIND,
    )


def _places(marks: Sequence[Mark]) -> int:
    """Places of the values, so many that the narrowest intervals are told apart."""
    widths = [m.high - m.low for m in marks if m.low is not None and m.high is not None]
    return 2 if any(0 < width < FINE for width in widths) else 1


def _moves_axis(axes: Axes, known: Sequence[Mapping[str, Any]]) -> None:
    labels = [short(str(move["move"]), MOVE_WIDTH) for move in known]
    axes.set_yticks(range(len(known)), labels)
    axes.set_ylim(max(len(known), 1) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def _value_axis(
    axes: Axes, analysis: Mapping[str, Any], known: Sequence[Mapping[str, Any]]
) -> None:
    unit = tr("points") if by_score(analysis) else "%"
    told = tr(
        "{value} of player {player} ({unit})",
        value=_value_name(analysis),
        player=analysis["player"],
        unit=unit,
    )
    axes.set_xlabel(told, fontsize=LABEL_SIZE)
    axes.margins(x=0.08)
    if not known:
        axes.set_xticks([])
        nothing = tr("no {value} is known", value=_value_name(analysis))
        axes.text(0.5, 0.5, nothing, transform=axes.transAxes, ha="center")


def _value_name(analysis: Mapping[str, Any]) -> str:
    return tr("score") if by_score(analysis) else tr("win share")


def _heading(
    analysis: Mapping[str, Any], known: Sequence[Mapping[str, Any]]
) -> tuple[str, list[str]]:
    """The title, and what the chart was made of and its bars mean."""
    title = tr(
        "{game}: {value} by move, player {player}",
        game=game_name(analysis["game"]),
        value=_value_name(analysis),
        player=analysis["player"],
    )
    band = tr("bars: {band}", band=band_meaning(analysis))
    proven = tr("diamonds: proven values")
    if analysis.get("proven"):
        band = proven
    elif any(move.get("proven") for move in known):
        band = joined([band, proven])
    return title, [search_summary(analysis), band]
