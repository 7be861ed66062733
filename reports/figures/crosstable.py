"""Who came before whom, as a table of shaded cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from language import tr
from reports.figures.style import (
    INK,
    LABEL_SIZE,
    Played,
    blank,
    known,
    players_of,
    sheet,
)
from reports.wording import short

if TYPE_CHECKING:
    import pandas as pd

CELL = 0.52  # inches
DARK = 0.62  # share above which the text of a cell is white
SMALL = 8  # players above which cells have no intervals


def crosstable_figure(pairs: pd.DataFrame, played: Played) -> Figure:
    """The part of their games in which the row's player came before the column's.

    Darker is more; bold where the interval leaves 50 % out.
    """
    title = tr("{game}: who came before whom", game=played.game)
    names = players_of(pairs)
    told = tr("bold: the 95 % interval between deals leaves 50 % out")
    if len(names) <= SMALL:
        told = tr("small: 95 % interval between deals; bold: it leaves 50 % out")
    notes = [
        tr(
            "{sample}; % of their games in which the row's player had the"
            " better rank, ties half",
            sample=played.sample,
        ),
        tr("darker is more; {told}", told=told),
    ]
    if not names:
        return blank(title, notes, tr("nobody met"))
    met = {(row["player"], row["opponent"]): row for row in pairs.to_dict("records")}
    figure = sheet(title, notes, 0.9 + CELL * len(names))
    axes = figure.add_subplot()
    shares = np.array(
        [[_share(met.get((row, column))) for column in names] for row in names]
    )
    shades = colormaps["Blues"].with_extremes(bad="white")
    axes.imshow(shares, cmap=shades, vmin=0, vmax=1, aspect="auto")
    for place, row in enumerate(names):
        for column, other in enumerate(names):
            found = met.get((row, other))
            if found is not None:
                _cell(axes, place, column, found, len(names))
    _axes(axes, names)
    return figure


def _share(row: Any) -> float:
    return np.nan if row is None else float(row["share"])


def _cell(axes: Axes, place: int, column: int, row: Any, players: int) -> None:
    share, low, high = (row[k] for k in ("share", "share_low", "share_high"))
    colour = "white" if share > DARK else INK
    sure = known(low) and known(high) and not low <= 0.5 <= high
    small = players <= SMALL and known(low) and known(high)
    axes.text(
        column,
        place - (0.12 if small else 0),
        f"{100 * share:.1f}",
        ha="center",
        va="center",
        color=colour,
        fontsize=10 if players <= SMALL else 8,
        fontweight="bold" if sure else "normal",
    )
    if small:
        axes.text(
            column,
            place + 0.25,
            f"{100 * low:.1f}–{100 * high:.1f}",
            ha="center",
            va="center",
            color=colour,
            fontsize=7.5,
        )


def _axes(axes: Axes, names: list[str]) -> None:
    labels = [short(name, 18) for name in names]
    turned = max(map(len, labels)) * len(labels) > 70
    places = range(len(names))
    axes.set_yticks(places, labels, fontsize=LABEL_SIZE)
    axes.set_xticks(
        places,
        labels,
        fontsize=LABEL_SIZE,
        rotation=35 if turned else 0,
        ha="left" if turned else "center",
    )
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.set_xlabel(tr("before"), fontsize=LABEL_SIZE)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_xticks(np.arange(len(names) + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(len(names) + 1) - 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=2)
    axes.tick_params(which="minor", length=0)
