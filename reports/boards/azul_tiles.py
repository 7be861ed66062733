"""How Azul's tiles look in a picture.

Every colour has a letter and a motif of its own, so nothing hangs on colour alone.
"""

from __future__ import annotations

from math import pi

from matplotlib.axes import Axes

from reports.boards.azul_position import FREE, MARKER
from reports.boards.cards import draw_marker
from reports.boards.shapes import (
    CARD,
    INK,
    Look,
    Points,
    blend,
    polygon,
    rectangle,
    star,
    text,
)

LOOKS = {
    "B": Look("#2166ac", "#4a8fd0", "#ffffff", star(4, 0.56, 0.80)),
    "Y": Look("#f0b429", "#ffd874", "#3d2a00", star(24, 0.62, 0.62)),
    "R": Look("#b8322a", "#d9635a", "#ffffff", star(2, 0.80, 0.80, pi / 4)),
    "K": Look("#2b2b2e", "#57575c", "#ffffff", star(3, 0.70, 0.70)),
    "W": Look("#f4f9f9", "#b9dfe2", "#12505c", star(8, 0.48, 0.80)),
}
CELL_FILL = "#ebe5d9"
CELL_EDGE = "#d5ccbb"


def draw_tile(
    axes: Axes, colour: str, x: float, y: float, side: float, name: str
) -> None:
    """A tile, its top left corner at (x, y); its patch has the gid `name`-`colour`."""
    look = LOOKS[colour]
    edge = blend(look.fill, "#000000", 0.45)
    body = rectangle(
        axes, x, y, side, side, facecolor=look.fill, edgecolor=edge, linewidth=0.9
    )
    body.set_gid(f"{name}-{colour}")
    polygon(axes, _placed(look.motif, x, y, side), facecolor=look.motif_fill)
    _letter(axes, colour, x, y, side, color=look.letter, weight="bold")


def draw_printed(axes: Axes, colour: str, x: float, y: float, side: float) -> None:
    """A free wall space with its colour printed faintly."""
    look = LOOKS[colour]
    base = look.letter if colour == "W" else look.fill
    fill = blend(base, CARD, 0.88 if colour == "W" else 0.78)
    edge = blend(base, CARD, 0.60)
    letter = blend(blend(base, INK, 0.35), CARD, 0.45)
    rectangle(axes, x, y, side, side, facecolor=fill, edgecolor=edge, linewidth=0.7)
    _letter(axes, colour, x, y, side, color=letter)


def draw_free(axes: Axes, x: float, y: float, side: float) -> None:
    """A free space without colour."""
    style = {"facecolor": CELL_FILL, "edgecolor": CELL_EDGE, "linewidth": 0.7}
    rectangle(axes, x, y, side, side, **style)


def draw_space(
    axes: Axes, space: str, x: float, y: float, side: float, name: str
) -> None:
    """A space with what lies on it: a tile, the marker or nothing."""
    if space == FREE:
        draw_free(axes, x, y, side)
    elif space == MARKER:
        draw_marker(axes, x, y, side)
    else:
        draw_tile(axes, space, x, y, side, name)


def _placed(motif: Points, x: float, y: float, side: float) -> Points:
    half = side / 2
    return [(x + half + px * half, y + half + py * half) for px, py in motif]


def _letter(
    axes: Axes, letter: str, x: float, y: float, side: float, **style: str
) -> None:
    text(axes, x + side / 2, y + side / 2, letter, 0.46 * side, **style)
