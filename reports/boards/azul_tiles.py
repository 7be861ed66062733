"""How Azul's tiles and the starting marker look in a picture.

Every colour has a letter and a motif of its own, so nothing hangs on colour alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from matplotlib.axes import Axes

from reports.boards.azul_position import FREE, MARKER
from reports.boards.shapes import (
    CARD,
    INK,
    Points,
    blend,
    disc,
    polygon,
    rectangle,
    text,
)


@dataclass(frozen=True)
class Look:
    """Fill, motif and letter colour of a tile; `motif` in a square of side 2."""

    fill: str
    motif_fill: str
    letter: str
    motif: Points


def _star(corners: int, inner: float, outer: float, turn: float = 0.0) -> Points:
    radii = [outer if corner % 2 == 0 else inner for corner in range(2 * corners)]
    angles = [turn + pi * corner / corners for corner in range(2 * corners)]
    return [(r * sin(a), -r * cos(a)) for r, a in zip(radii, angles, strict=True)]


LOOKS = {
    "B": Look("#2166ac", "#4a8fd0", "#ffffff", _star(4, 0.56, 0.80)),
    "Y": Look("#f0b429", "#ffd874", "#3d2a00", _star(24, 0.62, 0.62)),
    "R": Look("#b8322a", "#d9635a", "#ffffff", _star(2, 0.80, 0.80, pi / 4)),
    "K": Look("#2b2b2e", "#57575c", "#ffffff", _star(3, 0.70, 0.70)),
    "W": Look("#f4f9f9", "#b9dfe2", "#12505c", _star(8, 0.48, 0.80)),
}
MARKER_FILL = "#6a3d9a"
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


def draw_marker(axes: Axes, x: float, y: float, side: float) -> None:
    """The starting marker, a round token with a 1."""
    half = side / 2
    token = disc(axes, x + half, y + half, half, facecolor=MARKER_FILL, linewidth=0.9)
    token.set_edgecolor(blend(MARKER_FILL, "#000000", 0.45))
    token.set_gid("marker")
    ring = disc(axes, x + half, y + half, 0.78 * half, fill=False, linewidth=0.8)
    ring.set_edgecolor("#ffffff")
    _letter(axes, MARKER, x, y, side, color="#ffffff", weight="bold")


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
