"""What every game's table has in a picture: cards, trays, factories, marker, counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from rich.cells import cell_len

from reports.boards.shapes import (
    ACCENT,
    CARD,
    EDGE,
    FAINT_INK,
    INK,
    blend,
    disc,
    rectangle,
    text,
)

MARKER_FILL = "#6a3d9a"


def draw_card(
    axes: Axes, x: float, y: float, width: float, height: float, in_turn: bool
) -> None:
    """The card of a player's board, framed strongly when the player is in turn."""
    card = rectangle(axes, x, y, width, height, rounding=0.4)
    card.set_facecolor(CARD)
    card.set_edgecolor(ACCENT if in_turn else EDGE)
    card.set_linewidth(3.2 if in_turn else 1.2)


def draw_header(
    axes: Axes, name: str, points: str, x: float, y: float, width: float
) -> None:
    """A player's name on the left and score on the right, on the base line `y`."""
    style = {"va": "baseline", "weight": "bold"}
    text(axes, x, y, name, 0.66, ha="left", **style)
    text(axes, x + width, y, points, 0.66, ha="right", **style)


def draw_pill(axes: Axes, note: str, x: float, y: float, strong: bool) -> None:
    """`note` on a pill, its top left corner at (x, y)."""
    width = 0.7 + 0.235 * cell_len(note)
    pill = rectangle(axes, x, y, width, 0.82, rounding=0.4)
    pill.set_facecolor(ACCENT if strong else CARD)
    pill.set_edgecolor(ACCENT if strong else FAINT_INK)
    colour = "#ffffff" if strong else FAINT_INK
    text(axes, x + width / 2, y + 0.43, note, 0.42, color=colour)


def draw_tray(
    axes: Axes, x: float, y: float, width: float, height: float, name: str
) -> None:
    """An empty tray with its name in the top left corner."""
    style = {"facecolor": CARD, "edgecolor": EDGE, "linewidth": 1.2}
    rectangle(axes, x, y, width, height, rounding=0.35, **style)
    text(axes, x + 0.5, y + 0.6, name, 0.5, ha="left", color=FAINT_INK)


def draw_plate(axes: Axes, number: int, x: float, y: float, radius: float) -> None:
    """An empty factory around (x, y), its number above."""
    disc(axes, x, y, radius, facecolor=CARD, edgecolor=EDGE, linewidth=1.4)
    disc(axes, x, y, 0.92 * radius, fill=False, edgecolor=EDGE, linewidth=0.5)
    text(axes, x, y - radius - 0.3, str(number), 0.45, color=FAINT_INK)


def draw_counts(
    axes: Axes,
    name: str,
    counts: Mapping[str, int],
    y: float,
    columns: Sequence[float],
) -> None:
    """A line of a count table: `name`, a count a colour, total, each in its column."""
    text(axes, columns[0], y, name, 0.5, ha="left", color=FAINT_INK)
    for x, count in zip(columns[1:-1], counts.values(), strict=True):
        text(axes, x, y, str(count), 0.5, color=INK if count else FAINT_INK)
    text(axes, columns[-1], y, str(sum(counts.values())), 0.5, color=FAINT_INK)


def draw_marker(axes: Axes, x: float, y: float, side: float) -> None:
    """The starting marker, a round token with a 1, in a square from (x, y)."""
    half = side / 2
    token = disc(axes, x + half, y + half, half, facecolor=MARKER_FILL, linewidth=0.9)
    token.set_edgecolor(blend(MARKER_FILL, "#000000", 0.45))
    token.set_gid("marker")
    ring = disc(axes, x + half, y + half, 0.78 * half, fill=False, linewidth=0.8)
    ring.set_edgecolor("#ffffff")
    style = {"color": "#ffffff", "weight": "bold"}
    text(axes, x + half, y + half, "1", 0.46 * side, **style)
