"""Scores in the course of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from language import tr
from language.counts import enumerated
from reports.figures.style import (
    BEHIND,
    BETWEEN_DEALS,
    INK,
    LABEL_SIZE,
    MUTED,
    Played,
    blank,
    look,
    plain,
    players_of,
    sheet,
    shown,
)
from reports.intervals import Vector
from reports.wording import short

if TYPE_CHECKING:
    import pandas as pd

SPREAD = 0.72  # of the room between two rounds
RARE = 0.01  # of the games, below which a round is not drawn
MOST_TICKS = 24  # rounds that all have a tick


def round_figure(rounds: pd.DataFrame, played: Played) -> Figure:
    """The scores after each round by player: median, middle half, nine in ten."""
    title = tr("{game}: score by round", game=played.game)
    names, more = shown(players_of(rounds))
    notes = [
        tr(
            "{sample}; marker: median; thick: middle half of the results;"
            " thin: 90 % of them",
            sample=played.sample,
        ),
        *more,
    ]
    if not names:
        return blank(title, notes, tr("no scores by round are known"))
    seats = rounds.groupby("round")["seats"].sum()
    told = tr(
        "later rounds are of the games that had them; n of results by round: {counts}"
    )
    last, more = _last_round(seats, told)
    notes += more
    rounds = rounds[rounds["round"] <= last]
    figure = sheet(title, notes, 3.6)
    axes = figure.add_subplot()
    plain(axes, "y")
    for place, name in enumerate(names):
        own = rounds[rounds["player"] == name]
        shift = SPREAD * ((place + 0.5) / len(names) - 0.5)
        _spread(axes, own, own["round"].to_numpy(float) + shift, short(name), place)
    _round_axis(axes, last)
    axes.set_ylabel(tr("score after the round (points)"), fontsize=LABEL_SIZE)
    axes.legend(loc="upper left", fontsize=LABEL_SIZE, frameon=False)
    return figure


def _last_round(counts: pd.Series[int], told: str) -> tuple[int, list[str]]:
    """(the last round that is drawn, notes on how many results each one had).

    `told` says what is counted, with a place for the counts.
    """
    common = counts[counts >= RARE * counts.iloc[0]]
    last = int(common.index[-1])
    if counts.iloc[-1] == counts.iloc[0]:
        return last, []
    notes = [told.format(counts=enumerated([f"{n:,}" for n in counts]))]
    if len(common) < len(counts):
        notes.append(
            tr("not drawn: rounds after {last}, which hardly any game had", last=last)
        )
    return last, notes


def _spread(axes: Axes, own: pd.DataFrame, x: Vector, name: str, place: int) -> None:
    """The scores of one player: a marker and two bars a round."""
    style = look(place)
    low, lower, middle, upper, high = (
        own[f"p{part:02}"].to_numpy(float) for part in (5, 25, 50, 75, 95)
    )
    axes.vlines(x, low, high, color=style.colour, linewidth=1.2)
    axes.vlines(x, lower, upper, color=style.colour, linewidth=6, alpha=0.45)
    axes.plot(
        x,
        middle,
        marker=style.marker,
        color=style.colour,
        linewidth=0.8,
        linestyle=(0, (2, 2)),
        markersize=7,
        markeredgecolor="white",
        markeredgewidth=0.6,
        label=name,
    )


def _round_axis(axes: Axes, last: int) -> None:
    axes.set_xlim(0.5, last + 0.6)
    axes.set_xticks(np.arange(1, last + 1))
    if last > MOST_TICKS:
        axes.xaxis.set_major_locator(MaxNLocator(12, integer=True))
    axes.set_xlabel(tr("round"), fontsize=LABEL_SIZE)


def lead_figure(leads: pd.DataFrame, played: Played) -> Figure:
    """The share of the win of who leads after each round: how early a game is over."""
    title = tr("{game}: who leads, wins", game=played.game)
    notes = [
        tr(
            "{sample}; share of the win of who leads after a round,"
            " several in equal parts; bars: {band}; dashed: an"
            " even share",
            sample=played.sample,
            band=tr(BETWEEN_DEALS),
        )
    ]
    if leads.empty:
        return blank(title, notes, tr("no scores by round are known"))
    counts = leads.set_index("round")["games"]
    last, more = _last_round(counts, tr("n of games by round: {counts}"))
    notes += more
    leads = leads[leads["round"] <= last]
    figure = sheet(title, notes, 3.0)
    axes = figure.add_subplot()
    plain(axes, "y")
    style = look(0)
    x = leads["round"].to_numpy(float)
    share, low, high = (
        100 * leads[name].to_numpy(float)
        for name in ("share", "share_low", "share_high")
    )
    axes.vlines(x, low, high, color=style.colour, linewidth=5, alpha=0.45)
    axes.plot(x, share, marker="o", color=style.colour, linewidth=1, markersize=7)
    axes.axhline(played.even, color=MUTED, linestyle=(0, (5, 3)), linewidth=1.2)
    for place, value, half in zip(x, share, (high - low) / 2, strict=True):
        axes.annotate(
            f"{value:.1f}" if np.isnan(half) else f"{value:.1f} ± {half:.1f}",
            (place, value),
            xytext=(8, -3),
            textcoords="offset points",
            fontsize=8,
            color=INK,
            va="top",
            bbox=BEHIND,
        )
    axes.margins(y=0.12)
    _round_axis(axes, last)
    axes.set_ylabel(tr("win share of the leader (%)"), fontsize=LABEL_SIZE)
    return figure
