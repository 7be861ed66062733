"""The plain shapes that board pictures are made of, in units of one tile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyBboxPatch, Patch, PathPatch, Polygon
from matplotlib.path import Path

Points = list[tuple[float, float]]
Segment = tuple[tuple[float, float], tuple[float, float]]

INCHES_A_UNIT = 0.36
POINTS_A_UNIT = 72 * INCHES_A_UNIT
PAPER = "#f3efe6"
CARD = "#fffdf8"
INK = "#2f2a25"
FAINT_INK = "#8a8278"
EDGE = "#cfc6b6"
ACCENT = "#0f7b6c"


@dataclass(frozen=True)
class Look:
    """Fill, motif and letter colour of a tile; `motif` in a square of side 2."""

    fill: str
    motif_fill: str
    letter: str
    motif: Points


def star(corners: int, inner: float, outer: float, turn: float = 0.0) -> Points:
    """A star around (0, 0), first corner on top; equal radii make it a polygon."""
    radii = [outer if corner % 2 == 0 else inner for corner in range(2 * corners)]
    angles = [turn + pi * corner / corners for corner in range(2 * corners)]
    return [(r * sin(a), -r * cos(a)) for r, a in zip(radii, angles, strict=True)]


def sheet(width: float, height: float) -> tuple[Figure, Axes]:
    """An empty figure and its axes: x to the right, y downwards, no frame."""
    size = (width * INCHES_A_UNIT, height * INCHES_A_UNIT)
    figure = Figure(figsize=size, facecolor=PAPER)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    axes.set_axis_off()
    return figure, axes


def rectangle(
    axes: Axes, x: float, y: float, width: float, height: float, **style: Any
) -> Patch:
    """A rectangle with rounded corners, its top left corner at (x, y)."""
    rounding = style.pop("rounding", 0.14)
    shape = FancyBboxPatch(
        (x, y),
        width,
        height,
        boxstyle=f"round,pad=0,rounding_size={rounding}",
        **style,
    )
    return _added(axes, shape)


def disc(axes: Axes, x: float, y: float, radius: float, **style: Any) -> Patch:
    """A disc around (x, y)."""
    return _added(axes, Circle((x, y), radius, **style))


def polygon(axes: Axes, points: Points, **style: Any) -> Patch:
    """A closed polygon through `points`."""
    return _added(axes, Polygon(points, closed=True, **style))


def lines(axes: Axes, segments: Sequence[Segment], **style: Any) -> Patch:
    """Straight lines with round ends, all of them one patch."""
    points = [point for segment in segments for point in segment]
    path = Path(points, [Path.MOVETO, Path.LINETO] * len(segments))
    return _added(axes, PathPatch(path, fill=False, capstyle="round", **style))


def text(
    axes: Axes, x: float, y: float, words: str, size: float = 0.5, **style: Any
) -> None:
    """`words` of height `size`, centred on (x, y) unless `style` aligns otherwise."""
    placing = {"ha": "center", "va": "center_baseline", "color": INK}
    axes.text(x, y, words, fontsize=size * POINTS_A_UNIT, **(placing | style))


def blend(colour: str, other: str, share: float) -> str:
    """`colour` with `share` of `other` mixed in."""
    (r, g, b), (r2, g2, b2) = to_rgb(colour), to_rgb(other)
    keep = 1 - share
    mixed = (keep * r + share * r2, keep * g + share * g2, keep * b + share * b2)
    return str(to_hex(mixed))


def _added(axes: Axes, shape: Patch) -> Patch:
    # Not add_patch: fitting limits, which a sheet has fixed, took half of all time.
    axes.add_artist(shape)
    return shape
