"""How Summer Pavilion's tiles, spaces and decorations look in a picture.

Every colour has a letter and a motif of its own, so nothing hangs on colour alone.
"""

from __future__ import annotations

from math import cos, pi, radians, sin, sqrt

from matplotlib.axes import Axes
from matplotlib.patches import Patch

from reports.boards.shapes import (
    CARD,
    INK,
    Look,
    Points,
    blend,
    disc,
    polygon,
    rectangle,
    star,
    text,
)
from reports.boards.summer_pavilion_position import FREE

LOOKS = {
    "P": Look("#6d3a8f", "#9a6bbd", "#ffffff", star(6, 0.50, 0.86)),
    "G": Look("#2c8a57", "#5cb585", "#ffffff", star(3, 0.76, 0.76)),
    "O": Look("#e0701f", "#f39a54", "#2e1400", star(8, 0.52, 0.86)),
    "Y": Look("#f4c430", "#ffe288", "#3d2a00", star(24, 0.68, 0.68)),
    "B": Look("#2166ac", "#4a8fd0", "#ffffff", star(4, 0.52, 0.90)),
    "R": Look("#b32a2f", "#d8626a", "#ffffff", star(2, 0.86, 0.86, pi / 4)),
}
FREE_FILL = "#ebe5d9"
FREE_EDGE = "#cfc4b0"
FREE_NUMBER = "#857b6c"
DONE_FILL = "#5a4a38"
OPEN_EDGE = "#a89b86"
# The circle within a rhombus of side 1.
INNER_RADIUS = sqrt(3) / 4
# Tiles are a little smaller than the spaces they lie on.
TILE_SHARE = 0.94


def rhombus(x: float, y: float, side: float, angle: float) -> Points:
    """The corners of a rhombus around (x, y), long diagonal at `angle` degrees."""
    corners = []
    for turn, reach in ((0, sqrt(3) / 2), (90, 0.5), (180, sqrt(3) / 2), (270, 0.5)):
        direction = radians(angle + turn)
        across, up = side * reach * cos(direction), side * reach * sin(direction)
        corners.append((x + across, y - up))
    return corners


def draw_tile(
    axes: Axes,
    colour: str,
    x: float,
    y: float,
    side: float,
    name: str,
    angle: float = 90,
) -> None:
    """A tile around (x, y) with its letter; its patch has the gid `name`-`colour`."""
    look = LOOKS[colour]
    draw_blank_tile(axes, colour, x, y, side, name, angle)
    reach = INNER_RADIUS * side
    motif = [(x + px * reach, y + py * reach) for px, py in look.motif]
    polygon(axes, motif, facecolor=look.motif_fill)
    text(axes, x, y, colour, 0.42 * side, color=look.letter, weight="bold")


def draw_blank_tile(
    axes: Axes,
    colour: str,
    x: float,
    y: float,
    side: float,
    name: str,
    angle: float = 90,
) -> None:
    """A tile without letter and motif, as one that peeps out below another."""
    fill = LOOKS[colour].fill
    edge = blend(fill, "#000000", 0.45)
    body = _cell(axes, rhombus(x, y, TILE_SHARE * side, angle), fill, edge, 0.9)
    body.set_gid(f"{name}-{colour}")


def draw_free(
    axes: Axes, printed: str, x: float, y: float, side: float, angle: float
) -> None:
    """A free space of a star, faint in the colour printed there, if any."""
    fill, edge = FREE_FILL, FREE_EDGE
    if printed != FREE:
        base = LOOKS[printed].fill
        fill, edge = blend(base, CARD, 0.76), blend(blend(base, INK, 0.3), CARD, 0.5)
    _cell(axes, rhombus(x, y, TILE_SHARE * side, angle), fill, edge, 0.7)


def number_colour(printed: str) -> str:
    """The colour of the number on a free space."""
    if printed == FREE:
        return FREE_NUMBER
    return blend(blend(LOOKS[printed].fill, INK, 0.5), CARD, 0.2)


def draw_decoration(
    axes: Axes, kind: str, x: float, y: float, size: float, done: bool
) -> Patch:
    """A window, statue or pillar around (x, y), filled when `done`, else hollow."""
    style = {
        "facecolor": DONE_FILL if done else CARD,
        "edgecolor": DONE_FILL if done else OPEN_EDGE,
        "linewidth": 1.1,
        "joinstyle": "round",
    }
    outlines = {"window": _window, "statue": _statue, "pillar": _pillar}
    outline = [(x + px * size, y + py * size) for px, py in outlines[kind]()]
    if kind == "statue":
        head = disc(axes, x, y - 0.28 * size, 0.19 * size, **style)
        head.set_zorder(1.1)
    shape = polygon(axes, outline, **style)
    if kind == "window":
        _glazing_bars(axes, x, y, size, CARD if done else OPEN_EDGE)
    return shape


def _cell(axes: Axes, corners: Points, fill: str, edge: str, line: float) -> Patch:
    style = {"facecolor": fill, "edgecolor": edge, "joinstyle": "round"}
    return polygon(axes, corners, linewidth=line, **style)


def _window() -> Points:
    arch = [radians(angle) for angle in range(180, -1, -15)]
    top = [(0.33 * cos(angle), -0.14 - 0.33 * sin(angle)) for angle in arch]
    return [(-0.33, 0.46), *top, (0.33, 0.46)]


def _statue() -> Points:
    right = [(0.09, -0.12), (0.29, 0.04), (0.2, 0.3), (0.34, 0.3), (0.34, 0.47)]
    return [*right, *((-x, y) for x, y in reversed(right))]


def _pillar() -> Points:
    right = [(0.34, -0.46), (0.34, -0.3), (0.17, -0.24), (0.17, 0.26), (0.36, 0.34)]
    right.append((0.36, 0.47))
    return [*right, *((-x, y) for x, y in reversed(right))]


def _glazing_bars(axes: Axes, x: float, y: float, size: float, colour: str) -> None:
    width = 0.06 * size
    style = {"facecolor": colour, "linewidth": 0, "rounding": 0}
    rectangle(axes, x - width / 2, y - 0.42 * size, width, 0.84 * size, **style)
    rectangle(axes, x - 0.28 * size, y - 0.1 * size, 0.56 * size, width, **style)
