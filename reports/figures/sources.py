"""Where points came from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from language import tr
from reports.figures.style import (
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
from reports.wording import short, source_name

if TYPE_CHECKING:
    import pandas as pd

BARS = 0.8  # of the room of a source
LINE = 100  # characters of a legend on one line


def source_figure(sources: pd.DataFrame, played: Played) -> Figure:
    """Mean points by source, a bar a player."""
    title = tr("{game}: points by source", game=played.game)
    names, more = shown(players_of(sources))
    notes = [
        tr(
            "{sample}; lines: {band}; sources need not make up the score",
            sample=played.sample,
            band=tr(BETWEEN_DEALS),
        ),
        *more,
    ]
    if not names:
        return blank(title, notes, tr("no sources are known"))
    labels = [str(name) for name in sources["source"].drop_duplicates()]
    figure = sheet(title, notes, 3.2)
    axes = figure.add_subplot()
    plain(axes, "y")
    width = BARS / len(names)
    for place, name in enumerate(names):
        own = sources[sources["player"] == name].set_index("source").loc[labels]
        x = np.arange(len(labels)) + (place - (len(names) - 1) / 2) * width
        style = look(place)
        axes.bar(
            x,
            own["mean"],
            width * 0.9,
            facecolor=style.colour,
            edgecolor="white",
            hatch=style.hatch,
            linewidth=0.4,
            label=short(name),
        )
        axes.vlines(x, own["mean_low"], own["mean_high"], color=INK, linewidth=1.4)
    axes.axhline(0, color=MUTED, linewidth=1)
    axes.set_xticks(range(len(labels)), list(map(source_name, labels)))
    axes.tick_params(axis="x", length=0)
    axes.set_ylabel(tr("points a game"), fontsize=LABEL_SIZE)
    labels = [short(name) for name in names]
    columns = len(names) if sum(map(len, labels)) + 6 * len(names) <= LINE else 2
    figure.legend(
        loc="outside lower center",
        ncols=columns,
        fontsize=LABEL_SIZE,
        frameon=False,
    )
    return figure
