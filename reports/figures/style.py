"""What all charts share: sizes, looks that need no colour, headings, bytes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from language import N_, tr
from language.counts import counted
from reports.boards import rendered
from reports.lettering import wrapped

if TYPE_CHECKING:
    import pandas as pd

WIDTH = 8.0  # inches; 1200 pixels
PAD = 0.12  # inches around everything
INK = "#20262b"
MUTED = "#5b6770"
GRID = "#e3e0da"
TITLE_SIZE, NOTE_SIZE, LABEL_SIZE = 12, 9, 9
NOTE_WIDTH = 112  # characters of a note that fit on a line
MOST_PANELS = 8
BETWEEN_DEALS = N_("95 % interval between deals")


class Look(NamedTuple):
    """How one of several players is drawn; without colour they still differ."""

    colour: str
    marker: str
    hatch: str


# Hatches are of lines alone: one of dots makes an SVG 250 kB larger.
LOOKS = (
    Look("#0b5d8f", "o", ""),
    Look("#e08a00", "s", "////"),
    Look("#007a5a", "^", "\\\\\\\\"),
    Look("#9c4f8c", "D", "xxxx"),
    Look("#4aa3d8", "v", "++++"),
    Look("#b8442a", "P", "//"),
    Look("#8a7d00", "X", "||||"),
    Look("#5b6770", "*", "----"),
)


class Played(NamedTuple):
    """What was played: the game's name as people write it, and how many of it."""

    game: str
    games: int
    blocks: int
    seats: int

    @property
    def sample(self) -> str:
        """How many games on how many deals, for the heading of a chart."""
        deals = counted(self.blocks, "deal")
        games = counted(self.games, "game")
        return tr("n = {games} on {deals}", games=games, deals=deals)

    @property
    def even(self) -> float:
        """The share of the win of each of several equal players, in percent."""
        return 100 / max(1, self.seats)


def look(place: int) -> Look:
    """The look of a player by its place in the table."""
    return LOOKS[place % len(LOOKS)]


def sheet(title: str, notes: Iterable[str], height: float) -> Figure:
    """A figure with its heading; axes have `height` inches below it."""
    lines = [line for note in notes for line in wrapped(note, NOTE_WIDTH)]
    head = 0.46 + 0.18 * len(lines)
    total = head + height
    figure = Figure(figsize=(WIDTH, total))
    figure.set_layout_engine(
        "constrained", rect=(0, 0, 1, 1 - head / total), w_pad=PAD, h_pad=PAD / 2
    )
    left, inch = PAD / WIDTH, 1 / total
    figure.text(
        left,
        1 - PAD * inch,
        title,
        va="top",
        fontsize=TITLE_SIZE,
        fontweight="bold",
        color=INK,
    )
    figure.text(
        left,
        1 - 0.36 * inch,
        "\n".join(lines),
        va="top",
        fontsize=NOTE_SIZE,
        color=MUTED,
        linespacing=1.25,
    )
    return figure


def blank(title: str, notes: Iterable[str], nothing: str) -> Figure:
    """A figure that only says that there is nothing to draw."""
    figure = sheet(title, notes, 1.0)
    axes = figure.add_subplot()
    axes.axis("off")
    axes.text(0.5, 0.5, nothing, ha="center", va="center", color=MUTED)
    return figure


def plain(axes: Axes, grid: str = "x") -> None:
    """Axes with a light grid along `grid` and no box around them."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(MUTED)
    axes.grid(axis=grid, color=GRID)  # type: ignore[arg-type]
    axes.set_axisbelow(True)
    axes.tick_params(labelsize=LABEL_SIZE, colors=INK)


def shown(names: Sequence[str], most: int = MOST_PANELS) -> tuple[list[str], list[str]]:
    """(the first names, a note that names how many are left out, if any are)."""
    left = len(names) - most
    if left <= 0:
        return list(names), []
    players = counted(left, "more player")
    return list(names[:most]), [tr("not shown: {players}", players=players)]


def players_of(table: pd.DataFrame) -> list[str]:
    """The players of a table in the order in which they come."""
    return [str(name) for name in table["player"].drop_duplicates()]


def known(value: float | None) -> bool:
    """Whether there is a finite number."""
    return value is not None and value == value and math.isfinite(value)


BEHIND = {"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 0.8}
"""The box behind a number, so that no line runs through it."""


def minus(text: str) -> str:
    """Numbers with the minus sign that the axes have."""
    return text.replace("-", "−")


def png_bytes(figure: Figure) -> bytes:
    """The figure as PNG, the same bytes for the same figure."""
    return rendered(figure, ".png")


def svg_bytes(figure: Figure) -> bytes:
    """The figure as SVG, the same bytes for the same figure."""
    return rendered(figure, ".svg")


def svg_text(figure: Figure) -> str:
    """The figure as SVG, the same text for the same figure."""
    return svg_bytes(figure).decode()
