"""A Flowers position drawn as a picture, from plain shapes."""

from __future__ import annotations

from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reports.boards.flowers_board import (
    BOARD_MARGINS,
    LEAST_WIDTH,
    board_height,
    board_width,
    draw_board,
)
from reports.boards.flowers_position import Position
from reports.boards.flowers_table import (
    LEGEND_HEIGHT,
    STACKS_HEIGHT,
    draw_gone,
    draw_legend,
    draw_stacks,
    gone_height,
)
from reports.boards.shapes import FAINT_INK, sheet, text
from reports.lettering import wrapped

MARGIN = 0.8
GAP = 0.7
ALONE_WIDTH = 2 * LEAST_WIDTH + GAP
TITLE_HEIGHT = 2.2
LINE_HEIGHT = 0.9
LETTER_WIDTH = 0.33
# The usual pitch of a garden, the least beside another one, the least of all.
PITCH, BESIDE_PITCH, LEAST_PITCH = 1.55, 1.2, 0.85
# How wide two gardens beside each other and a single one may become, and how high.
PAIR_WIDTH, SINGLE_WIDTH, GREATEST_HEIGHT = 42.0, 46.0, 44.0


@dataclass(frozen=True)
class Layout:
    """How many boards lie in a row, their width, and the pitch of their cells."""

    a_row: int
    width: float
    pitch: float

    @property
    def sheet_width(self) -> float:
        """The width of the whole picture."""
        return self.a_row * (self.width + GAP) - GAP + 2 * MARGIN


def draw(position: Position) -> Figure:
    """Title, stacks, drawn card, cards gone, the gardens, and what signs mean."""
    layout = _layout(position)
    rows = _rows(position, layout)
    letters = int(layout.sheet_width / LETTER_WIDTH)
    lines = wrapped(position.situation, letters)
    stacks_top = TITLE_HEIGHT + len(lines) * LINE_HEIGHT
    gone_top = stacks_top + STACKS_HEIGHT
    inner = layout.sheet_width - 2 * MARGIN
    boards_top = gone_top + gone_height(position.gone, inner)
    legend_top = boards_top + sum(rows) + len(rows) * GAP
    figure, axes = sheet(layout.sheet_width, legend_top + LEGEND_HEIGHT)
    _title(axes, position.title, lines)
    draw_stacks(axes, position, layout.sheet_width / 2, stacks_top)
    draw_gone(axes, position.gone, MARGIN, gone_top, inner)
    _boards(axes, position, layout, rows, boards_top)
    draw_legend(axes, position, layout.sheet_width / 2, legend_top)
    return figure


def _layout(position: Position) -> Layout:
    """Two boards in a row while their cells stay large enough, else one."""
    two = len(position.gardens) > 1
    if two and _pitch_across(position, PAIR_WIDTH / 2) < BESIDE_PITCH:
        two = False
    across = _pitch_across(position, PAIR_WIDTH / 2 if two else SINGLE_WIDTH)
    high = max(len(garden.rows) for garden in position.gardens)
    pitch = max(LEAST_PITCH, min(PITCH, across, GREATEST_HEIGHT / high))
    width = max(board_width(garden, pitch) for garden in position.gardens)
    return Layout(2, width, pitch) if two else Layout(1, max(width, ALONE_WIDTH), pitch)


def _pitch_across(position: Position, width: float) -> float:
    """The pitch at which every garden fits on a board of that width."""
    cells = max(len(garden.columns) for garden in position.gardens)
    return (width - BOARD_MARGINS) / cells


def _rows(position: Position, layout: Layout) -> list[float]:
    """The heights of the rows of boards."""
    heights = [board_height(garden, layout.pitch) for garden in position.gardens]
    a_row = layout.a_row
    return [max(heights[n : n + a_row]) for n in range(0, len(heights), a_row)]


def _title(axes: Axes, title: str, lines: list[str]) -> None:
    place = {"ha": "left", "va": "baseline"}
    text(axes, MARGIN, 1.4, title, 0.8, weight="bold", **place)
    for index, line in enumerate(lines):
        y = TITLE_HEIGHT + 0.35 + index * LINE_HEIGHT
        text(axes, MARGIN, y, line, 0.55, color=FAINT_INK, **place)


def _boards(
    axes: Axes, position: Position, layout: Layout, rows: list[float], top: float
) -> None:
    """The boards in rows, a last one alone in its row in the middle."""
    count = len(position.gardens)
    for index, garden in enumerate(position.gardens):
        row, column = divmod(index, layout.a_row)
        x = MARGIN + column * (layout.width + GAP)
        if index == count - 1 and column == 0:
            x = (layout.sheet_width - layout.width) / 2
        y = top + sum(rows[:row]) + row * GAP
        box = (x, y, layout.width, rows[row])
        draw_board(axes, position, garden, box, layout.pitch)
