"""How often each cell of the players' boards was filled at the end of a game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from language import tr
from reports.figures.style import (
    INK,
    LABEL_SIZE,
    blank,
    players_of,
    sheet,
    shown,
)
from reports.intervals import Vector
from reports.wording import short

if TYPE_CHECKING:
    import pandas as pd

MOST = 6  # panels
ROW = re.compile("row ([0-9]+)")  # of a wall
DARK = 0.62  # share above which the text of a cell is white
LEAST = 0.01  # share below which a cell has no text
ROOM = {1: 0.42, 2: 0.36, 3: 0.34}  # inches of a row by panels side by side
WIDE = 9  # columns of a board above which texts are small


def cell_figure(cells: pd.DataFrame, game: str, sample: str) -> Figure:
    """The part of the games in which each cell was filled at the end, by player.

    `sample` says how many games were looked at. Darker is more.
    """
    title = tr("{game}: what was filled at the end", game=game)
    names, more = shown(players_of(cells), MOST)
    notes = [
        tr(
            "{sample}; % of a player's boards on which a cell was filled, from 1 % on;"
            " darker is more",
            sample=sample,
        ),
        *more,
    ]
    if not names:
        return blank(title, notes, tr("no boards are known"))
    rows, columns = (_filled(cells, name) for name in ("row", "column"))
    labels = [_row_name(row) for row in rows]
    wide = len(columns) > WIDE
    across = min(len(names), 2 if wide or len(names) == 4 else 3)
    down = -(-len(names) // across)
    height = down * (0.55 + ROOM[across] * len(rows) * (0.8 if wide else 1))
    figure = sheet(title, notes, height)
    panels = np.ravel(figure.subplots(down, across, squeeze=False))
    for axes in panels[len(names) :]:
        axes.set_visible(False)
    for place, name in enumerate(names):
        own = cells[cells["player"] == name]
        shares = own.pivot(index="row", columns="column", values="share")
        table = shares.reindex(index=rows, columns=columns).to_numpy(float)
        axes = panels[place]
        _board(axes, table, labels if place % across == 0 else [], columns, wide)
        seats = int(own["seats"].iloc[0])
        axes.set_title(
            tr("{player}, {boards:,} boards", player=short(name, 20), boards=seats),
            loc="left",
            fontsize=LABEL_SIZE,
        )
    return figure


def _row_name(row: str) -> str:
    """A row's label in the language spoken, by that in the table."""
    wall = ROW.fullmatch(row)
    return tr("row {number}", number=wall[1]) if wall else tr(row)


def _filled(cells: pd.DataFrame, name: str) -> list[str]:
    """The rows or columns in their order; of many without empty ones at the ends."""
    order = [str(label) for label in cells[name].drop_duplicates()]
    if len(order) <= WIDE:
        return order
    used = set(cells.loc[cells["share"] >= LEAST, name])
    places = [place for place, label in enumerate(order) if label in used]
    return order[places[0] : places[-1] + 1] if places else order


def _board(
    axes: Axes, shares: Vector, rows: list[str], columns: list[str], wide: bool
) -> None:
    shades = colormaps["Blues"].with_extremes(bad="white")
    axes.imshow(shares, cmap=shades, vmin=0, vmax=1, aspect="auto")
    for (row, column), share in np.ndenumerate(shares):
        if share >= LEAST:
            axes.text(
                column,
                row,
                f"{100 * share:.0f}",
                ha="center",
                va="center",
                fontsize=6 if wide else 8.5,
                color="white" if share > DARK else INK,
            )
    size = 6.5 if wide else LABEL_SIZE
    axes.set_xticks(range(len(columns)), columns, fontsize=size)
    axes.set_yticks(range(len(rows)), rows, fontsize=size)
    axes.set_xticks(np.arange(len(columns) + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(shares.shape[0] + 1) - 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=1)
    axes.tick_params(which="both", length=0)
    axes.spines[:].set_visible(False)
