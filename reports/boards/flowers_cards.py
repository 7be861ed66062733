"""How the cards of Flowers and the signs on them look in a picture.

Every colour has a letter and a flower of its own, so nothing hangs on colour alone.
"""

from __future__ import annotations

from math import cos, pi, sin

from matplotlib.axes import Axes
from matplotlib.patheffects import withStroke

from reports.boards.flowers_garden import PURPLE, butterfly
from reports.boards.shapes import (
    ACCENT,
    CARD,
    INK,
    POINTS_A_UNIT,
    Look,
    Points,
    blend,
    disc,
    lines,
    polygon,
    rectangle,
    text,
)


def flower(petals: int, inner: float, outer: float) -> Points:
    """A flower around (0, 0), the first petal on top."""
    angles = [2 * pi * step / (16 * petals) for step in range(16 * petals)]
    middle, swing = (outer + inner) / 2, (outer - inner) / 2
    reach = [middle + swing * cos(petals * angle) for angle in angles]
    return [(r * sin(a), -r * cos(a)) for r, a in zip(reach, angles, strict=True)]


LOOKS = {
    "Y": Look("#f2c230", "#ffdf7e", "#3d2a00", flower(12, 0.56, 0.78)),
    "R": Look("#bd3a2b", "#d9675a", "#ffffff", flower(4, 0.26, 0.86)),
    "B": Look("#1f5fa8", "#4a8acb", "#ffffff", flower(5, 0.44, 0.84)),
    "G": Look("#43b38a", "#83d3b3", "#06281d", flower(3, 0.24, 0.86)),
    PURPLE: Look("#6d3a8f", "#9468b4", "#ffffff", flower(6, 0.34, 0.82)),
}
BACK = Look("#75695a", "#8f8271", "#fffdf8", flower(8, 0.42, 0.80))
SHADOW = "#000000"
CROSS = "#5d5148"
FREE_FILL, FREE_EDGE = "#f6f1e6", "#d9cfbd"
# The right half of a butterfly in a square of side 1, from the head down.
WING = [
    (0.03, -0.16),
    (0.13, -0.33),
    (0.28, -0.43),
    (0.43, -0.42),
    (0.5, -0.32),
    (0.48, -0.16),
    (0.38, -0.03),
    (0.27, 0.03),
    (0.37, 0.1),
    (0.41, 0.22),
    (0.35, 0.35),
    (0.24, 0.4),
    (0.13, 0.34),
    (0.05, 0.22),
]
# Cards beneath others show their lower right edge, this share of a side further on.
STEP = 0.05
EDGES_SHOWN = 2


def draw_face(
    axes: Axes,
    card: str,
    x: float,
    y: float,
    side: float,
    name: str,
    removed: bool = False,
    scoring: bool = False,
) -> None:
    """A card face up, its top left corner at (x, y), with the gid card-`name`-`card`.

    It is crossed out if `removed`; `scoring` if its butterfly scores.
    """
    look = _faded(LOOKS[card[0]]) if removed else LOOKS[card[0]]
    _body(axes, look, x, y, side, f"card-{name}-{card}")
    _motif(axes, look, x, y, side)
    if removed:
        draw_cross(axes, x, y, side, f"removed-{name}")
    letter_size = 0.23 * side
    if card == PURPLE:
        _word(axes, look, card, x + 0.5 * side, y + 0.51 * side, 0.42 * side)
    elif butterfly(card):
        _word(axes, look, card[1], x + 0.39 * side, y + 0.59 * side, 0.46 * side)
        _word(axes, look, card[0], x + 0.13 * side, y + 0.85 * side, letter_size)
        spot = (x + 0.75 * side, y + 0.25 * side, 0.44 * side)
        draw_butterfly(axes, butterfly(card), *spot, name, scoring)
    else:
        _word(axes, look, card[1], x + 0.5 * side, y + 0.47 * side, 0.5 * side)
        _word(axes, look, card[0], x + 0.15 * side, y + 0.84 * side, letter_size)


def draw_back(axes: Axes, x: float, y: float, side: float, name: str) -> None:
    """A card face down, its top left corner at (x, y)."""
    _body(axes, BACK, x, y, side, name)
    _motif(axes, BACK, x, y, side)


def draw_beneath(
    axes: Axes, cards: tuple[str, ...], x: float, y: float, side: float, name: str
) -> None:
    """The edges of the uppermost of `cards`, which lie under a card at (x, y)."""
    shown = cards[-EDGES_SHOWN:]
    for index, card in enumerate(shown):
        shift = (len(shown) - index) * STEP * side
        look = LOOKS[card[0]]
        number = len(cards) - len(shown) + index + 1
        _body(axes, look, x + shift, y + shift, side, f"{name}-{number}-{card}")


def draw_free(axes: Axes, x: float, y: float, side: float, name: str) -> None:
    """A free cell that a card may be laid on."""
    style = {"facecolor": FREE_FILL, "edgecolor": FREE_EDGE, "linestyle": (0, (3, 3))}
    cell = rectangle(axes, x, y, side, side, rounding=0.12 * side, **style)
    cell.set(linewidth=0.8, gid=name)


def draw_butterfly(
    axes: Axes,
    colour: str,
    x: float,
    y: float,
    side: float,
    name: str,
    scoring: bool = False,
) -> None:
    """A butterfly of that colour around (x, y), on a light disc if it scores."""
    if scoring:
        halo = disc(axes, x, y, 0.64 * side, facecolor=CARD, edgecolor=INK)
        halo.set(linewidth=1.3, gid=f"scoring-butterfly-{name}")
    look = LOOKS[colour]
    outline = [*WING, *((-px, py) for px, py in reversed(WING))]
    wings = [(x + px * side, y + py * side) for px, py in outline]
    style = {"facecolor": look.fill, "edgecolor": CARD, "joinstyle": "round"}
    shape = polygon(axes, wings, linewidth=1.1, **style)
    shape.set_gid(f"butterfly-{name}-{colour}")
    _word(axes, look, colour, x, y - 0.03 * side, 0.48 * side)


def draw_cross(axes: Axes, x: float, y: float, side: float, name: str) -> None:
    """A card at (x, y) crossed out."""
    low, high = 0.08 * side, 0.92 * side
    strokes = [
        ((x + low, y + low), (x + high, y + high)),
        ((x + low, y + high), (x + high, y + low)),
    ]
    lines(axes, strokes, edgecolor=CROSS, linewidth=1.7 * side, gid=name)


def draw_badge(
    axes: Axes, words: str, x: float, y: float, size: float, fill: str = INK
) -> None:
    """A few letters of height `size` on a small dark pill around (x, y)."""
    width, height = (0.72 * len(words) + 0.6) * size, 1.5 * size
    corner = (x - width / 2, y - height / 2)
    pill = rectangle(axes, *corner, width, height, rounding=height / 2)
    pill.set(facecolor=fill, edgecolor=CARD, linewidth=0.8)
    text(axes, x, y + 0.02, words, size, color="#ffffff", weight="bold")


def draw_points(axes: Axes, points: int, x: float, y: float, size: float) -> None:
    """The points of a colour group on a badge around (x, y)."""
    draw_badge(axes, str(points), x, y, size, ACCENT)


def _word(axes: Axes, look: Look, word: str, x: float, y: float, size: float) -> None:
    """A letter or number, kept clear of a cross by an edge in the card's colour."""
    edge = [withStroke(linewidth=0.3 * size * POINTS_A_UNIT, foreground=look.fill)]
    style = {"color": look.letter, "weight": "bold"}
    text(axes, x, y, word, size, path_effects=edge, **style)


def _body(axes: Axes, look: Look, x: float, y: float, side: float, name: str) -> None:
    style = {"facecolor": look.fill, "edgecolor": blend(look.fill, SHADOW, 0.45)}
    card = rectangle(axes, x, y, side, side, rounding=0.12 * side, **style)
    card.set(linewidth=0.9, gid=name)


def _motif(axes: Axes, look: Look, x: float, y: float, side: float) -> None:
    half = side / 2
    points = [(x + half + px * half, y + half + py * half) for px, py in look.motif]
    polygon(axes, points, facecolor=look.motif_fill)


def _faded(look: Look) -> Look:
    """The look of a card that is to be removed."""
    fill, motif_fill = blend(look.fill, CARD, 0.62), blend(look.motif_fill, CARD, 0.66)
    return Look(fill, motif_fill, blend(INK, CARD, 0.15), look.motif)
