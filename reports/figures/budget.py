"""What more thinking is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullLocator

from language import N_, tr
from reports.figures.style import (
    BEHIND,
    BETWEEN_DEALS,
    INK,
    LABEL_SIZE,
    MUTED,
    blank,
    known,
    look,
    plain,
    sheet,
)

if TYPE_CHECKING:
    import pandas as pd

UNITS = {"sims": N_("simulations a move"), "seconds": N_("seconds a move")}


def budget_figure(
    ladder: pd.DataFrame,
    title: str,
    count: str,
    *,
    unit: str = "budget",
    band: str = BETWEEN_DEALS,
    even: float = 50.0,
) -> Figure:
    """The share of the win by budget on a logarithmic axis.

    `ladder` has the columns budget, above 0, share, low and high, 0 to 1, of any
    origin; `count` says how many games they are from, `band` what low and high are.
    """
    notes = [
        tr("{count}; lines: {band}; dashed: an even share", count=count, band=tr(band))
    ]
    rows = ladder.sort_values("budget")
    if rows.empty:
        return blank(title, notes, tr("no budgets"))
    figure = sheet(title, notes, 3.2)
    axes = figure.add_subplot()
    plain(axes, "y")
    _rungs(axes, rows)
    axes.axhline(even, color=MUTED, linestyle=(0, (5, 3)), linewidth=1.2)
    axes.set_xscale("log")
    axes.set_xticks(rows["budget"].to_numpy(float))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:,g}"))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.margins(x=0.08, y=0.14)
    axes.set_xlabel(tr(UNITS.get(unit, unit)), fontsize=LABEL_SIZE)
    axes.set_ylabel(tr("win share (%)"), fontsize=LABEL_SIZE)
    return figure


def _rungs(axes: Axes, rows: pd.DataFrame) -> None:
    """Shares joined by a line, each with its interval and as a number above it."""
    budget, share, low, high = (
        rows[name].to_numpy(float) for name in ("budget", "share", "low", "high")
    )
    colour = look(0).colour
    ended = np.isfinite(low) & np.isfinite(high)
    x, bottom, top = budget[ended], 100 * low[ended], 100 * high[ended]
    axes.vlines(x, bottom, top, color=colour, linewidth=5, alpha=0.45)
    axes.plot(budget, 100 * share, marker="o", color=colour, linewidth=1, markersize=7)
    for place, value, end in zip(budget, share, high, strict=True):
        axes.annotate(
            f"{100 * value:.1f}",
            (place, 100 * (end if known(end) else value)),
            xytext=(0, 5),
            textcoords="offset points",
            ha="center",
            va="bottom",
            fontsize=8,
            color=INK,
            bbox=BEHIND,
        )
