"""An Azul position drawn as a picture, from plain shapes."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from language import tr
from reports.boards.azul_board import BOARD_HEIGHT, BOARD_WIDTH, draw_board
from reports.boards.azul_position import COLOURS, MARKER, Position
from reports.boards.azul_tiles import draw_space, draw_tile
from reports.boards.cards import draw_counts, draw_plate, draw_tray
from reports.boards.shapes import FAINT_INK, sheet, text

MARGIN = 0.8
GAP = 0.7
WIDTH = 2 * BOARD_WIDTH + GAP + 2 * MARGIN
TITLE_HEIGHT = 1.9
FACTORY_RADIUS = 1.48
FACTORY_PITCH = 3.5
FACTORIES_HEIGHT = 4.2
TRAY_HEIGHT = 3.6
TRAY_COLUMNS = 14
STOCK_WIDTH = 9.9
TRAY_WIDTH = WIDTH - 2 * MARGIN - GAP - STOCK_WIDTH


def draw(position: Position) -> Figure:
    """Title, factories, centre, bag and lid, then the boards two in a row."""
    rows = (len(position.boards) + 1) // 2
    boards_top = TITLE_HEIGHT + FACTORIES_HEIGHT + TRAY_HEIGHT + GAP
    height = boards_top + rows * (BOARD_HEIGHT + GAP) - GAP + MARGIN
    figure, axes = sheet(WIDTH, height)
    _title(axes, position)
    _factories(axes, position)
    _centre(axes, position)
    _stocks(axes, position)
    for index, board in enumerate(position.boards):
        y = boards_top + (index // 2) * (BOARD_HEIGHT + GAP)
        draw_board(axes, position, board, _board_x(index, len(position.boards)), y)
    return figure


def _board_x(index: int, boards: int) -> float:
    if index == boards - 1 and boards % 2:
        return (WIDTH - BOARD_WIDTH) / 2
    return MARGIN + (index % 2) * (BOARD_WIDTH + GAP)


def _title(axes: Axes, position: Position) -> None:
    place = {"ha": "left", "va": "baseline"}
    text(axes, MARGIN, 1.35, position.title, 0.8, weight="bold", **place)
    place["ha"] = "right"
    text(axes, WIDTH - MARGIN, 1.35, position.situation, 0.55, color=FAINT_INK, **place)


def _factories(axes: Axes, position: Position) -> None:
    count = len(position.factories)
    pitch = min(FACTORY_PITCH, (WIDTH - 2 * MARGIN) / count)
    y = TITLE_HEIGHT + FACTORIES_HEIGHT / 2 + 0.1
    for index, tiles in enumerate(position.factories):
        x = WIDTH / 2 + (index - (count - 1) / 2) * pitch
        _factory(axes, index + 1, tiles, x, y)


def _factory(axes: Axes, number: int, tiles: str, x: float, y: float) -> None:
    draw_plate(axes, number, x, y, FACTORY_RADIUS)
    for index, colour in enumerate(tiles):
        left = x - 0.93 + (index % 2) * 0.98
        top = y - 0.93 + (index // 2) * 0.98
        draw_tile(axes, colour, left, top, 0.88, f"tile-factory{number}-{index + 1}")


def _centre(axes: Axes, position: Position) -> None:
    y = TITLE_HEIGHT + FACTORIES_HEIGHT
    draw_tray(axes, MARGIN, y, TRAY_WIDTH, TRAY_HEIGHT, tr("Centre"))
    spaces = (MARKER if position.marker_in_centre else "") + position.centre
    for index, space in enumerate(spaces):
        left = MARGIN + 0.5 + (index % TRAY_COLUMNS) * 1.12
        top = y + 1.05 + (index // TRAY_COLUMNS) * 1.12
        draw_space(axes, space, left, top, 1.0, f"tile-centre-{index}")


def _stocks(axes: Axes, position: Position) -> None:
    left = WIDTH - MARGIN - STOCK_WIDTH
    top = TITLE_HEIGHT + FACTORIES_HEIGHT
    draw_tray(axes, left, top, STOCK_WIDTH, TRAY_HEIGHT, "")
    key = [left + 2.6 + 1.25 * index for index in range(len(COLOURS))]
    columns = [left + 0.5, *key, left + STOCK_WIDTH - 0.9]
    for x, colour in zip(key, COLOURS, strict=True):
        draw_tile(axes, colour, x - 0.36, top + 0.35, 0.72, "key")
    text(axes, columns[-1], top + 0.71, tr("total"), 0.42, color=FAINT_INK)
    draw_counts(axes, tr("Bag"), position.bag, top + 1.75, columns)
    draw_counts(axes, tr("Lid"), position.lid, top + 2.85, columns)
