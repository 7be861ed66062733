"""What was known after how many deals: running shares, sequential tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullFormatter

from language import tr
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
from reports.wording import short

if TYPE_CHECKING:
    import pandas as pd

    from reports.sprt import Sprt

MOST = 6  # panels
DECADES = 100  # the last of so many times as few deals is where a chart begins
DRAWN = 2_000  # points of a path


def convergence_figure(running: pd.DataFrame, played: Played) -> Figure:
    """The share of the win after each number of deals with its confidence sequence."""
    title = tr("{game}: how the win share settled", game=played.game)
    names, more = shown(players_of(running), MOST)
    notes = [
        tr(
            "{sample}; band: 95 % confidence sequence, which holds for all"
            " numbers of deals at once, however often one looks; dashed: an"
            " even share",
            sample=played.sample,
        ),
        *more,
    ]
    if not names:
        return blank(title, notes, tr("no win shares are known"))
    columns = 1 if len(names) == 1 else 2
    rows = -(-len(names) // columns)
    figure = sheet(title, notes, 0.4 + (3.0 if rows == 1 else 2.1 * rows))
    panels = np.ravel(figure.subplots(rows, columns, sharex=True, sharey=True))
    for axes in panels[len(names) :]:
        axes.set_visible(False)
    for place, name in enumerate(names):
        axes = panels[place]
        _running(axes, running[running["player"] == name], look(place))
        axes.axhline(played.even, color=MUTED, linestyle=(0, (5, 3)), linewidth=1.2)
        axes.set_title(short(name), loc="left", fontsize=LABEL_SIZE, pad=3)
        if place >= columns * (rows - 1):
            axes.set_xlabel(tr("deals"), fontsize=LABEL_SIZE)
    figure.supylabel(tr("win share (%)"), fontsize=LABEL_SIZE)
    return figure


def _running(axes: Axes, own: pd.DataFrame, style: Look) -> None:
    own = own[own["blocks"] >= own["blocks"].max() // DECADES]
    blocks, share, low, high = (
        own[name].to_numpy(float) for name in ("blocks", "share", "low", "high")
    )
    plain(axes, "both")
    axes.fill_between(
        blocks, 100 * low, 100 * high, color=style.colour, alpha=0.22, linewidth=0
    )
    for edge in (low, high):
        axes.plot(blocks, 100 * edge, color=style.colour, linewidth=0.8)
    axes.plot(blocks, 100 * share, color=INK, linewidth=1.6)
    axes.plot(
        blocks[-1:], 100 * share[-1:], style.marker, color=style.colour, markersize=7
    )
    if blocks[-1] > 1:
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:,g}"))
        axes.xaxis.set_minor_formatter(NullFormatter())


def sprt_figure(path: pd.DataFrame, sprt: Sprt, names: tuple[str, str]) -> Figure:
    """The log likelihood ratio deal by deal between the bounds of the test.

    `path` is that of `Sprt.path`; `names` are the player that is tested and the other.
    It is drawn up to the first decision.
    """
    decided = path[path["decision"] != "undecided"]
    blocks = int((path if decided.empty else decided.iloc[:1])["block"].iloc[-1])
    state = (
        tr("undecided")
        if decided.empty
        else tr("{hypothesis} accepted", hypothesis=decided["decision"].iloc[0])
    )
    title = tr(
        "Sequential test of {player} against {opponent}",
        player=short(names[0]),
        opponent=short(names[1]),
    )
    low, high = (minus(f"{_model(sprt)} {e:g}") for e in (sprt.elo0, sprt.elo1))
    notes = [
        tr(
            "n = {games} on {deals}; {state}",
            games=counted(2 * blocks, "game"),
            deals=counted(blocks, "deal"),
            state=state,
        ),
        tr(
            "H0: {low}, H1: {high}, errors {alpha:g} % and {beta:g} %;"
            " dashed: bounds, drawn in for what a step passes them by",
            low=low,
            high=high,
            alpha=100 * sprt.alpha,
            beta=100 * sprt.beta,
        ),
    ]
    figure = sheet(title, notes, 3.4)
    axes = figure.add_subplot()
    plain(axes, "both")
    drawn = _thinned(path.iloc[:blocks])
    x, ratio = drawn["block"].to_numpy(float), drawn["llr"].to_numpy(float)
    colour = look(0).colour
    axes.plot(x, ratio, color=colour, linewidth=1.6)
    axes.plot(x[-1:], ratio[-1:], "o", color=colour, markersize=7)
    _bound(axes, x, drawn["upper"].to_numpy(float), f"H1: {high}", 8)
    _bound(axes, x, drawn["lower"].to_numpy(float), f"H0: {low}", -8)
    axes.axhline(0, color=MUTED, linewidth=0.8)
    axes.margins(y=0.14)
    axes.set_xlabel(tr("deals"), fontsize=LABEL_SIZE)
    axes.set_ylabel(tr("log likelihood ratio"), fontsize=LABEL_SIZE)
    return figure


def _model(sprt: Sprt) -> str:
    return tr("normalised Elo") if sprt.model == "normalised" else tr("Elo")


def _thinned(path: pd.DataFrame) -> pd.DataFrame:
    """No more points than can be seen, the last one among them."""
    places = np.arange(0, len(path), max(1, len(path) // DRAWN))
    return path.iloc[np.union1d(places, [len(path) - 1])]


def _bound(axes: Axes, x: Vector, bound: Vector, text: str, side: int) -> None:
    """A dashed bound with its name on the outer side, `side` points away."""
    axes.plot(x, bound, color=INK, linestyle=(0, (5, 3)), linewidth=1.3)
    axes.annotate(
        text,
        (0, bound[-1]),
        xycoords=("axes fraction", "data"),
        xytext=(6, side),
        textcoords="offset points",
        va="center",
        fontsize=8,
        color=INK,
    )
