"""A Summer Pavilion position drawn as a picture, from plain shapes."""

from __future__ import annotations

from math import cos, radians, sin, sqrt

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from language import tr
from language.counts import together
from reports.boards.cards import draw_counts, draw_marker, draw_plate, draw_tray
from reports.boards.shapes import ACCENT, CARD, FAINT_INK, rectangle, sheet, text
from reports.boards.summer_pavilion_board import BOARD_HEIGHT, BOARD_WIDTH, draw_board
from reports.boards.summer_pavilion_position import (
    BONUS,
    COLOUR_NAMES,
    COLOURS,
    SUPPLY_SIZE,
    Position,
)
from reports.boards.summer_pavilion_tiles import (
    draw_decoration,
    draw_free,
    draw_tile,
    number_colour,
)

MARGIN = 0.8
GAP = 0.7
WIDTH = 2 * BOARD_WIDTH + GAP + 2 * MARGIN
TITLE_HEIGHT = 3.1
ROUNDS_Y = 1.25
ROUND_PITCH = 1.3
FACTORY_RADIUS = 1.52
FACTORY_PITCH = 3.6
FACTORIES_HEIGHT = 4.1
TRAY_HEIGHT = 4.5
TILE_SIDE = 0.88
TILE_PITCH = 0.92
ROW_PITCH = 1.62
CENTRE_COLUMNS = 14
SUPPLY_COLUMNS = SUPPLY_SIZE // 2
SUPPLY_WIDTH = 7.4
COUNTS_WIDTH = 10.2
CENTRE_WIDTH = WIDTH - 2 * MARGIN - 2 * GAP - SUPPLY_WIDTH - COUNTS_WIDTH
TRAYS_TOP = TITLE_HEIGHT + FACTORIES_HEIGHT
BOARDS_TOP = TRAYS_TOP + TRAY_HEIGHT + GAP


def draw(position: Position) -> Figure:
    """Title, factories, centre, supply, bag and tower, then the boards two in a row."""
    rows = (len(position.boards) + 1) // 2
    height = BOARDS_TOP + rows * (BOARD_HEIGHT + GAP) - GAP + MARGIN
    figure, axes = sheet(WIDTH, height)
    _title(axes, position)
    _rounds(axes, position)
    _factories(axes, position)
    _centre(axes, position)
    _supply(axes, position)
    _counts(axes, position)
    for index, board in enumerate(position.boards):
        y = BOARDS_TOP + (index // 2) * (BOARD_HEIGHT + GAP)
        draw_board(axes, position, board, _board_x(index, len(position.boards)), y)
    return figure


def _board_x(index: int, boards: int) -> float:
    if index == boards - 1 and boards % 2:
        return (WIDTH - BOARD_WIDTH) / 2
    return MARGIN + (index % 2) * (BOARD_WIDTH + GAP)


def _title(axes: Axes, position: Position) -> None:
    place = {"ha": "left", "va": "baseline"}
    text(axes, MARGIN, 1.4, position.title, 0.8, weight="bold", **place)
    situation = position.situation
    if position.plain:
        hint = tr("positions beside the star letters")
        situation = together([situation, hint])
    text(axes, MARGIN, 2.6, situation, 0.55, color=FAINT_INK, **place)


def _rounds(axes: Axes, position: Position) -> None:
    """The wild colours of the six rounds, that of this round strong and named."""
    first = WIDTH - MARGIN - 5 * ROUND_PITCH - 0.6
    for index, colour in enumerate(COLOURS):
        x = first + index * ROUND_PITCH
        if colour == position.wild:
            style = {"facecolor": CARD, "edgecolor": ACCENT, "linewidth": 2.4}
            rectangle(axes, x - 0.62, ROUNDS_Y - 0.95, 1.24, 1.9, rounding=0.3, **style)
            draw_tile(axes, colour, x, ROUNDS_Y, 0.98, f"key-wild-{index + 1}")
        else:
            draw_free(axes, colour, x, ROUNDS_Y, 0.98, 90)
            style = {"color": number_colour(colour)}
            text(axes, x, ROUNDS_Y, str(index + 1), 0.38, **style)
    if position.wild:
        words = tr("wild: {colour}", colour=tr(COLOUR_NAMES[position.wild]))
        place = {"ha": "right", "va": "baseline"}
        text(axes, first - 1.0, 1.45, words, 0.6, weight="bold", **place)


def _factories(axes: Axes, position: Position) -> None:
    count = len(position.factories)
    y = TITLE_HEIGHT + FACTORIES_HEIGHT / 2 + 0.1
    for index, tiles in enumerate(position.factories):
        x = WIDTH / 2 + (index - (count - 1) / 2) * FACTORY_PITCH
        _factory(axes, index + 1, tiles, x, y)


def _factory(axes: Axes, number: int, tiles: str, x: float, y: float) -> None:
    """A factory around (x, y), its tiles like the petals of a flower."""
    draw_plate(axes, number, x, y, FACTORY_RADIUS)
    side = 0.8
    reach = side * sqrt(3) / 2
    for index, colour in enumerate(tiles):
        angle = 135 - 90 * index
        px = x + reach * cos(radians(angle))
        py = y - reach * sin(radians(angle))
        name = f"tile-factory{number}-{index + 1}"
        draw_tile(axes, colour, px, py, side, name, angle)


def _centre(axes: Axes, position: Position) -> None:
    draw_tray(axes, MARGIN, TRAYS_TOP, CENTRE_WIDTH, TRAY_HEIGHT, tr("Centre"))
    if position.marker is None:
        draw_marker(axes, MARGIN + CENTRE_WIDTH - 1.5, TRAYS_TOP + 0.25, 1.0)
    for index, colour in enumerate(position.centre):
        x, y = _tray_place(index, CENTRE_COLUMNS, MARGIN)
        draw_tile(axes, colour, x, y, TILE_SIDE, f"tile-centre-{index + 1}")


def _supply(axes: Axes, position: Position) -> None:
    """The supply's tiles, and how many of them each decoration is worth."""
    left = MARGIN + CENTRE_WIDTH + GAP
    draw_tray(axes, left, TRAYS_TOP, SUPPLY_WIDTH, TRAY_HEIGHT, tr("Supply"))
    for index, colour in enumerate(position.supply):
        x, y = _tray_place(index, SUPPLY_COLUMNS, left)
        draw_tile(axes, colour, x, y, TILE_SIDE, f"tile-supply-{index + 1}")
    if position.phase == "bonus":
        size = (SUPPLY_WIDTH, TRAY_HEIGHT)
        frame = rectangle(axes, left, TRAYS_TOP, *size, rounding=0.35, fill=False)
        frame.set(edgecolor=ACCENT, linewidth=2.4, gid="to-take")
    for row, (kind, bonus) in enumerate(BONUS.items()):
        y = TRAYS_TOP + 1.45 + 1.05 * row
        draw_decoration(axes, kind, left + SUPPLY_WIDTH - 1.45, y, 0.84, done=True)
        text(axes, left + SUPPLY_WIDTH - 0.65, y, f"+{bonus}", 0.42, color=FAINT_INK)


def _tray_place(index: int, columns: int, left: float) -> tuple[float, float]:
    x = left + 0.5 + TILE_SIDE / 2 + (index % columns) * TILE_PITCH
    return x, TRAYS_TOP + 1.85 + (index // columns) * ROW_PITCH


def _counts(axes: Axes, position: Position) -> None:
    left = WIDTH - MARGIN - COUNTS_WIDTH
    draw_tray(axes, left, TRAYS_TOP, COUNTS_WIDTH, TRAY_HEIGHT, "")
    key = [left + 2.75 + 1.05 * index for index in range(len(COLOURS))]
    columns = [left + 0.5, *key, left + COUNTS_WIDTH - 0.75]
    for x, colour in zip(key, COLOURS, strict=True):
        draw_tile(axes, colour, x, TRAYS_TOP + 0.95, 0.8, "key")
    style = {"color": FAINT_INK}
    text(axes, columns[-1], TRAYS_TOP + 0.95, tr("total"), 0.42, **style)
    draw_counts(axes, tr("Bag"), position.bag, TRAYS_TOP + 2.35, columns)
    draw_counts(axes, tr("Tower"), position.tower, TRAYS_TOP + 3.5, columns)
