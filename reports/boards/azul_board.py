"""One player's Azul board in a picture: pattern lines, wall and floor line."""

from __future__ import annotations

from matplotlib.axes import Axes

from reports.boards.azul_position import (
    FLOOR_COSTS,
    FREE,
    Board,
    Position,
    printed,
)
from reports.boards.azul_tiles import draw_printed, draw_space
from reports.boards.cards import draw_card, draw_header, draw_marker, draw_pill
from reports.boards.fields import player_name
from reports.boards.shapes import (
    ACCENT,
    EDGE,
    FAINT_INK,
    polygon,
    rectangle,
    text,
)

PITCH = 1.12
LEFT = 1.0
WALL_LEFT = LEFT + 5 * PITCH + 0.72
TOP = 2.3
FLOOR_TOP = TOP + 5 * PITCH + 0.9
BOARD_WIDTH = WALL_LEFT + 5 * PITCH + 0.6
BOARD_HEIGHT = FLOOR_TOP + 1.6


def draw_board(
    axes: Axes, position: Position, board: Board, x: float, y: float
) -> None:
    """A player's board with its top left corner at (x, y)."""
    draw_card(axes, x, y, BOARD_WIDTH, BOARD_HEIGHT, position.in_turn(board))
    _header(axes, position, board, x, y)
    for row in range(5):
        _line(axes, board, row, x, y)
        _wall_row(axes, position, board, row, x, y)
    if position.grey_wall:
        for column in range(5):
            left = x + WALL_LEFT + column * PITCH + 0.5
            text(axes, left, y + TOP - 0.3, str(column + 1), 0.4, color=FAINT_INK)
    _floor(axes, board, x, y)
    to_tile = position.row_to_tile(board)
    if to_tile is not None:
        _highlight(axes, to_tile, x, y)


def _header(axes: Axes, position: Position, board: Board, x: float, y: float) -> None:
    name = player_name(board.number)
    draw_header(axes, name, board.points, x + 0.6, y + 1.25, BOARD_WIDTH - 1.2)
    for index, note in enumerate(position.notes(board)):
        # In the corner that the short pattern lines leave free.
        strong = index == 0 and position.in_turn(board)
        draw_pill(axes, note, x + 0.6, y + 1.75 + index, strong)


def _line(axes: Axes, board: Board, row: int, x: float, y: float) -> None:
    top = y + TOP + row * PITCH
    left = x + LEFT + (4 - row) * PITCH
    text(axes, left - 0.35, top + 0.5, str(row + 1), 0.4, color=FAINT_INK)
    for index, space in enumerate(board.lines[row]):
        name = f"tile-p{board.number}-line{row + 1}-{index + 1}"
        draw_space(axes, space, left + index * PITCH, top, 1.0, name)
    middle, tip = top + 0.5, x + WALL_LEFT - 0.24
    points = [(tip - 0.3, middle - 0.2), (tip - 0.3, middle + 0.2), (tip, middle)]
    polygon(axes, points, facecolor=EDGE)


def _wall_row(
    axes: Axes, position: Position, board: Board, row: int, x: float, y: float
) -> None:
    top = y + TOP + row * PITCH
    for column, space in enumerate(board.wall[row]):
        left = x + WALL_LEFT + column * PITCH
        if space == FREE and not position.grey_wall:
            draw_printed(axes, printed(row, column), left, top, 1.0)
        else:
            name = f"tile-p{board.number}-wall{row + 1}-{column + 1}"
            draw_space(axes, space, left, top, 1.0, name)


def _floor(axes: Axes, board: Board, x: float, y: float) -> None:
    top = y + FLOOR_TOP
    for index, cost in enumerate(FLOOR_COSTS):
        left = x + LEFT + index * PITCH
        text(axes, left + 0.5, top - 0.28, f"-{cost}", 0.4, color=FAINT_INK)
        name = f"tile-p{board.number}-floor-{index + 1}"
        draw_space(axes, board.floor[index], left, top, 1.0, name)
    if board.marker_beside_floor:
        draw_marker(axes, x + LEFT + 7 * PITCH + 0.3, top, 1.0)


def _highlight(axes: Axes, row: int, x: float, y: float) -> None:
    """Frame the full line that is to be moved and colour its arrow."""
    top = y + TOP + row * PITCH
    left = x + LEFT + (4 - row) * PITCH - 0.12
    right = x + LEFT + 5 * PITCH
    style = {"fill": False, "edgecolor": ACCENT, "linewidth": 2.4}
    frame = rectangle(axes, left, top - 0.12, right - left, 1.24, **style)
    frame.set_gid(f"to-tile-line{row + 1}")
    tip, middle = x + WALL_LEFT - 0.16, top + 0.5
    points = [(tip - 0.42, middle - 0.3), (tip - 0.42, middle + 0.3), (tip, middle)]
    polygon(axes, points, facecolor=ACCENT)
