"""Charts of result tables, built without any global plotting state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reports.tables import band_meaning, game_name, search_summary

ACCENT = "#0f7b6c"
OTHER = "#5b6770"
GRID = "#e3e0da"


def ranking_figure(analysis: Mapping[str, Any], top: int = 12) -> Figure:
    """The best `top` moves with a known win share, best on top, and their intervals."""
    known = [move for move in analysis["moves"] if move.get("win") is not None][:top]
    height = 1.9 + 0.34 * max(len(known), 2)
    figure = Figure(figsize=(8.0, height), layout="constrained")
    axes = figure.add_subplot()
    for place, move in enumerate(known):
        _bar(axes, place, move, ACCENT if place == 0 else OTHER)
    _moves_axis(axes, known)
    _win_axis(axes, analysis, known)
    _headline(axes, analysis, known)
    return figure


def _bar(axes: Axes, place: int, move: Mapping[str, Any], colour: str) -> None:
    win = 100 * move["win"]
    low, high = _percent(move, "win_low"), _percent(move, "win_high")
    if low is not None and high is not None:
        style: dict[str, Any] = {
            "linewidth": 5,
            "solid_capstyle": "butt",
            "alpha": 0.45,
        }
        axes.plot([low, high], [place, place], color=colour, **style)
    marker = "D" if move.get("proven") else "o"
    axes.plot([win], [place], marker=marker, color=colour, markersize=7)
    axes.annotate(
        f"{win:.1f}",
        (win if high is None else high, place),
        xytext=(8, 0),
        textcoords="offset points",
        va="center",
        fontsize=8,
        color=colour,
    )


def _percent(move: Mapping[str, Any], name: str) -> float | None:
    share = move.get(name)
    return None if share is None else 100 * share


def _moves_axis(axes: Axes, known: Sequence[Mapping[str, Any]]) -> None:
    axes.set_yticks(range(len(known)), [move["move"] for move in known])
    axes.set_ylim(max(len(known), 1) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.spines[["top", "right", "left"]].set_visible(False)


def _win_axis(
    axes: Axes, analysis: Mapping[str, Any], known: Sequence[Mapping[str, Any]]
) -> None:
    axes.set_xlabel(f"win share of player {analysis['player']} (%)")
    axes.margins(x=0.08)
    axes.grid(axis="x", color=GRID)
    axes.set_axisbelow(True)
    if not known:
        axes.set_xticks([])
        axes.text(
            0.5, 0.5, "no win share is known", transform=axes.transAxes, ha="center"
        )


def _headline(
    axes: Axes, analysis: Mapping[str, Any], known: Sequence[Mapping[str, Any]]
) -> None:
    title = f"{game_name(analysis)}: win share by move, player {analysis['player']}"
    band = f"bars: {band_meaning(analysis)}"
    if any(move.get("proven") for move in known):
        band += "; diamonds: proven values"
    axes.set_title(title, loc="left", fontweight="bold", pad=40)
    axes.annotate(
        f"{search_summary(analysis)}\n{band}",
        (0, 1),
        xycoords="axes fraction",
        xytext=(0, 8),
        textcoords="offset points",
        fontsize=9,
        color=OTHER,
    )
