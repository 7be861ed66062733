"""One player's garden of Flowers in a picture."""

from __future__ import annotations

from dataclasses import dataclass

from matplotlib.axes import Axes

from reports.boards.cards import draw_card, draw_header, draw_pill
from reports.boards.fields import player_name
from reports.boards.flowers_cards import (
    draw_badge,
    draw_beneath,
    draw_face,
    draw_free,
    draw_points,
)
from reports.boards.flowers_garden import (
    Cell,
    Garden,
    beside,
    cell_name,
    column_name,
    row_name,
)
from reports.boards.flowers_position import Position
from reports.boards.shapes import FAINT_INK, INK, Segment, lines, text

EDGE_SPACE = 0.6
LABELS = 0.9
BOARD_MARGINS = LABELS + 2 * EDGE_SPACE
GRID_TOP = 3.2
LEAST_WIDTH = 14.6
FIRST_PILL = 4.6
PILL_PITCH = 2.85
# A card's share of the pitch, the rest is the gap between cards.
CARD_SHARE = 0.88


@dataclass(frozen=True)
class Place:
    """Where a garden lies: the middle of the start card and the pitch of the cells."""

    x: float
    y: float
    pitch: float

    @property
    def side(self) -> float:
        """The side of a card."""
        return CARD_SHARE * self.pitch

    def middle(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell."""
        east, north = cell
        return self.x + east * self.pitch, self.y - north * self.pitch

    def corner(self, cell: Cell) -> tuple[float, float]:
        """The top left corner of the card on a cell."""
        x, y = self.middle(cell)
        return x - self.side / 2, y - self.side / 2


def board_width(garden: Garden, pitch: float) -> float:
    """How wide a player's board is at least."""
    needed = len(garden.columns) * pitch + BOARD_MARGINS
    return max(LEAST_WIDTH, needed)


def board_height(garden: Garden, pitch: float) -> float:
    """How high a player's board is at least."""
    return GRID_TOP + len(garden.rows) * pitch + EDGE_SPACE


def draw_board(
    axes: Axes,
    position: Position,
    garden: Garden,
    box: tuple[float, float, float, float],
    pitch: float,
) -> None:
    """A player's board in `box`: left, top, width and height."""
    x, y, width, height = box
    draw_card(axes, *box, position.in_turn(garden))
    _header(axes, position, garden, x, y, width)
    left = x + (width - len(garden.columns) * pitch + LABELS) / 2
    top = y + GRID_TOP + (height - board_height(garden, pitch)) / 2
    place = Place(
        left + pitch * (0.5 - garden.columns[0]),
        top + pitch * (0.5 + garden.rows[0]),
        pitch,
    )
    _coordinates(axes, garden, place, left, top)
    for cell in sorted(garden.free):
        name = f"free-p{garden.number}-{cell_name(cell)}"
        draw_free(axes, *place.corner(cell), place.side, name)
    for cell in garden.piles:
        _pile(axes, garden, cell, place)
    for number, (cells, points) in enumerate(garden.groups, start=1):
        _group(axes, cells, points, place, f"group-p{garden.number}-{number}")


def _header(
    axes: Axes, position: Position, garden: Garden, x: float, y: float, width: float
) -> None:
    name = player_name(garden.number)
    inner = width - 2 * EDGE_SPACE
    draw_header(axes, name, garden.points, x + EDGE_SPACE, y + 1.25, inner)
    for index, note in enumerate(position.notes(garden)):
        strong = index == 0 and position.in_turn(garden)
        draw_pill(axes, note, x + FIRST_PILL + index * PILL_PITCH, y + 0.6, strong)
    style = {"ha": "left", "va": "baseline", "color": FAINT_INK}
    text(axes, x + EDGE_SPACE, y + 2.1, garden.parts, 0.46, **style)


def _coordinates(
    axes: Axes, garden: Garden, place: Place, left: float, top: float
) -> None:
    size = min(0.4, 0.36 * place.pitch)
    for east in garden.columns:
        x, _ = place.middle((east, 0))
        text(axes, x, top - 0.3, column_name(east), size, color=FAINT_INK)
    for north in garden.rows:
        _, y = place.middle((0, north))
        text(axes, left - 0.45, y, row_name(north), size, color=FAINT_INK)


def _pile(axes: Axes, garden: Garden, cell: Cell, place: Place) -> None:
    """The visible card of a cell with its signs, and what is to be seen beneath."""
    *covered, card = garden.piles[cell]
    side, (x, y) = place.side, place.corner(cell)
    name = f"p{garden.number}-{cell_name(cell)}"
    removed = cell in garden.removed
    draw_beneath(axes, tuple(covered), x, y, side, f"covered-{name}")
    draw_face(axes, card, x, y, side, name, removed, cell in garden.butterflies)
    if covered:
        spot = (x + 0.82 * side, y + 0.86 * side, 0.19 * side)
        draw_badge(axes, f"+{len(covered)}", *spot)


def _group(
    axes: Axes, cells: frozenset[Cell], points: int, place: Place, name: str
) -> None:
    """The outer border of a scoring colour group, its points on the upper edge."""
    border = [
        _edge(place, cell, side)
        for cell in sorted(cells)
        for side, neighbour in enumerate(beside(cell))
        if neighbour not in cells
    ]
    lines(axes, border, edgecolor=INK, linewidth=2.4, gid=name)
    x, y = place.middle(max(cells, key=lambda cell: (cell[1], -cell[0])))
    draw_points(axes, points, x, y - place.pitch / 2, 0.22 * place.side)


def _edge(place: Place, cell: Cell, side: int) -> Segment:
    """An edge of a cell: north, east, south or west, in the order of neighbours."""
    x, y = place.middle(cell)
    half = place.pitch / 2
    corners = [
        (x - half, y - half),
        (x + half, y - half),
        (x + half, y + half),
        (x - half, y + half),
    ]
    return corners[side], corners[(side + 1) % 4]
