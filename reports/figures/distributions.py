"""How often each score, margin and length of a game occurred."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from language import N_, tr, trn
from language.counts import counted
from reports.figures.style import (
    INK,
    LABEL_SIZE,
    MUTED,
    Look,
    Played,
    blank,
    look,
    minus,
    plain,
    players_of,
    sheet,
    shown,
)
from reports.intervals import Vector
from reports.orders import Numbers
from reports.wording import end_name, short

if TYPE_CHECKING:
    import pandas as pd

BINS = 60  # at most, over the whole range
PANEL = 1.05  # inches
MOST_ENDS = 6
FEW = 8  # lengths that are drawn as bars
UNITS = {"rounds": N_("rounds"), "plies": N_("decisions of all players")}


def score_figure(scores: pd.DataFrame, played: Played) -> Figure:
    """How often each score occurred, a panel a player, with the quartiles."""
    title = tr("{game}: scores", game=played.game)
    return _panels(scores, "score", title, tr("score at the end (points)"), played)


def margin_figure(margins: pd.DataFrame, played: Played) -> Figure:
    """How often each lead over the best other occurred; behind to the left of 0."""
    title = tr("{game}: margins", game=played.game)
    unit = tr("score less the best other one at the table (points)")
    return _panels(margins, "margin", title, unit, played, zero=True)


def length_figure(lengths: pd.DataFrame, ends: pd.DataFrame, played: Played) -> Figure:
    """How many rounds and decisions games had, and how they ended."""
    title = tr("{game}: length of games", game=played.game)
    histogram = lengths["unit"].value_counts().max() > FEW
    notes = [
        tr("{sample}; line: median", sample=played.sample)
        if histogram
        else played.sample
    ]
    units = [str(unit) for unit in lengths["unit"].drop_duplicates()]
    ended = len(ends) > 1
    if not units:
        return blank(title, notes, tr("no games"))
    figure = sheet(title, notes, 2.6)
    for axes, unit in zip(
        np.ravel(figure.subplots(1, len(units) + ended)), [*units, ""], strict=False
    ):
        if unit:
            own = lengths[lengths["unit"] == unit]
            values, counts = _columns(own, "length", "games")
            _lengths(axes, values, counts)
            axes.set_xlabel(tr(UNITS[unit]), fontsize=LABEL_SIZE)
        else:
            _ends(axes, ends)
    figure.axes[0].set_ylabel(tr("% of games"), fontsize=LABEL_SIZE)
    return figure


def _lengths(axes: Axes, values: Numbers, counts: Numbers) -> None:
    """Bars for few lengths, else a histogram."""
    if len(values) <= FEW:
        parts = 100 * counts / counts.sum()
        axes.bar(values, parts, width=0.7, color=look(0).colour)
        axes.set_xlim(min(values) - 1.5, max(values) + 1.5)
    else:
        _histogram(axes, values, counts, look(0), _edges(values))
        axes.axvline(_quantile(values, counts, 0.5), color=INK, linewidth=1.5)
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    plain(axes, "y")


def _panels(
    table: pd.DataFrame,
    column: str,
    title: str,
    unit: str,
    played: Played,
    *,
    zero: bool = False,
) -> Figure:
    names, more = shown(players_of(table))
    notes = [
        tr(
            "{sample}; thick line: median; shaded: middle half; each panel"
            " has its own height",
            sample=played.sample,
        ),
        *more,
    ]
    if not names:
        return blank(title, notes, tr("no scores"))
    figure = sheet(title, notes, 0.6 + PANEL * max(len(names), 2))
    values, _ = _columns(table[table["player"].isin(names)], column, "seats")
    edges = _edges(values)
    panels = np.ravel(figure.subplots(len(names), 1, sharex=True))
    for place, (axes, name) in enumerate(zip(panels, names, strict=True)):
        own = _columns(table[table["player"] == name], column, "seats")
        _panel(axes, name, *own, look(place), edges)
        if zero:
            under = {"zorder": 1.9}  # the median, above the bars
            axes.axvline(0, color="white", linewidth=2, **under)  # seen on dark bars
            axes.axvline(0, color=INK, linestyle=(0, (5, 3)), linewidth=1.2, **under)
        axes.tick_params(axis="x", length=3 if place == len(names) - 1 else 0)
    width = edges[1] - edges[0]
    figure.supylabel(
        trn(
            "% of results, by a point",
            "% of results, by {width:g} points",
            int(width),
            width=width,
        ),
        fontsize=LABEL_SIZE,
    )
    panels[-1].set_xlabel(unit, fontsize=LABEL_SIZE)
    return figure


def _panel(
    axes: Axes, name: str, values: Numbers, counts: Numbers, style: Look, edges: Vector
) -> None:
    low, middle, high = (_quantile(values, counts, p) for p in (0.25, 0.5, 0.75))
    axes.axvspan(low, high, color=MUTED, alpha=0.14, linewidth=0)
    _histogram(axes, values, counts, style, edges)
    axes.axvline(middle, color=INK, linewidth=2.2)
    plain(axes, "y")
    axes.yaxis.set_major_locator(MaxNLocator(3))
    told = tr(
        "median {middle:g}, middle half {low:g} to {high:g}",
        middle=middle,
        low=low,
        high=high,
    )
    heading = tr(
        "{player}: {figures}, n = {n:,}",
        player=short(name),
        figures=minus(told),
        n=int(counts.sum()),
    )
    axes.set_title(
        heading,
        loc="left",
        fontsize=LABEL_SIZE,
        color=INK,
        pad=3,
    )


def _histogram(
    axes: Axes, values: Numbers, counts: Numbers, style: Look, edges: Vector
) -> None:
    found, _ = np.histogram(values, edges, weights=counts)
    axes.stairs(
        100 * found / counts.sum(),
        edges,
        fill=True,
        facecolor=style.colour,
        edgecolor="white",
        hatch=style.hatch,
        linewidth=0.4,
    )


def _ends(axes: Axes, ends: pd.DataFrame) -> None:
    rows = ends.head(MOST_ENDS)
    parts = 100 * rows["games"].to_numpy(float) / ends["games"].sum()
    places = np.arange(len(rows))
    axes.barh(places, parts, color=look(0).colour, height=0.6)
    names = [end_name(str(end)) or tr("unknown") for end in rows["end"]]
    axes.set_yticks(places, [short(name, 14) for name in names])
    axes.set_ylim(max(len(rows), 3) - 0.5, -0.5)
    plain(axes)
    axes.set_xlabel(tr("ended by (% of games)"), fontsize=LABEL_SIZE)
    for place, (part, games) in enumerate(zip(parts, rows["games"], strict=True)):
        axes.annotate(
            f"{part:.1f}" if part >= 0.05 else counted(int(games), "game"),
            (part, place),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            fontsize=8,
        )
    axes.margins(x=0.22)


def _columns(table: pd.DataFrame, value: str, count: str) -> tuple[Numbers, Numbers]:
    return table[value].to_numpy(np.int64), table[count].to_numpy(np.int64)


def _edges(values: Sequence[int] | Numbers) -> Vector:
    """Edges of bins of a whole number of points, halfway between points."""
    low, high = int(np.min(values)), int(np.max(values))
    width = math.ceil((high - low + 1) / BINS)
    bins = math.ceil((high - low + 1) / width)
    return np.asarray(low - 0.5 + width * np.arange(bins + 1), float)


def _quantile(values: Numbers, counts: Numbers, part: float) -> float:
    """The smallest value that at least this part of the counts are not above."""
    order = np.argsort(values)
    running = np.cumsum(counts[order])
    return float(values[order][np.searchsorted(running, part * running[-1])])
