"""An Azul position drawn in a terminal, readable without colour as well."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from language import tr
from language.counts import enumerated
from reports.boards.azul_position import (
    COLOURS,
    FLOOR_COSTS,
    FREE,
    MARKER,
    Board,
    Position,
    printed,
)
from reports.boards.fields import board_title, heading, padded

STYLES = {
    "B": "bold #ffffff on #1f63b5",
    "Y": "bold #2b1d00 on #f2b632",
    "R": "bold #ffffff on #c0392b",
    "K": "bold #ffffff on #3a3a3a",
    "W": "bold #10454f on #e6f1f2",
    MARKER: "bold reverse",
    FREE: "dim",
}
# Middling shades, to be read on a dark and on a light terminal.
FAINT_STYLES = {
    "B": "#4a80c0",
    "Y": "#a97f1e",
    "R": "#b85a52",
    "K": "#808080",
    "W": "#5a9698",
}
FACTORY_WIDTH = 8
BOARD_WIDTH = 39
TILES_A_LINE = 20
LABEL_WIDTH = 7  # cells of a word before tiles
FLOOR_WIDTH = 6


def draw(position: Position) -> RenderableType:
    """Title, factories, centre, bag and lid, then the boards two in a row."""
    boards = [_board(position, board) for board in position.boards]
    rows = [_side_by_side(boards[n : n + 2]) for n in range(0, len(boards), 2)]
    return Group(
        heading(position.title, position.situation),
        _side_by_side(
            _factory(number, tiles)
            for number, tiles in enumerate(position.factories, start=1)
        ),
        _centre(position),
        _stock(tr("Bag"), position.bag),
        _stock(tr("Lid"), position.lid),
        *rows,
    )


def _side_by_side(panels: Iterable[RenderableType]) -> RenderableType:
    return Columns(panels, padding=(0, 1))


def _cell(space: str) -> Text:
    return Text(f" {space} ", style=STYLES[space])


def _cells(spaces: str) -> Text:
    return Text().join(_cell(space) for space in spaces)


def _factory(number: int, tiles: str) -> Panel:
    rows = [_cells(tiles[:2]), _cells(tiles[2:])]
    return Panel(
        Text("\n").join(rows),
        title=str(number),
        box=box.ROUNDED,
        padding=0,
        width=FACTORY_WIDTH,
        height=4,
        border_style="dim",
    )


def _centre(position: Position) -> Text:
    spaces = (MARKER if position.marker_in_centre else "") + position.centre
    chunks = [
        _cells(spaces[n : n + TILES_A_LINE])
        for n in range(0, len(spaces), TILES_A_LINE)
    ]
    return Text(padded(tr("Centre"), LABEL_WIDTH)).append_text(
        Text("\n" + " " * LABEL_WIDTH).join(chunks or [Text(" -")])
    )


def _stock(name: str, counts: Mapping[str, int]) -> Text:
    line = Text(padded(name, LABEL_WIDTH))
    for colour in COLOURS:
        count = counts[colour]
        line.append_text(_cell(colour))
        line.append(f"{count:>3}  ", style="none" if count else "dim")
    return line.append(tr("total {n}", n=sum(counts.values())), style="dim")


def _board(position: Position, board: Board) -> RenderableType:
    to_tile = position.row_to_tile(board)
    rows = [_row(position, board, row, row == to_tile) for row in range(5)]
    if position.grey_wall:
        columns = "".join(f" {column} " for column in range(1, 6))
        rows.insert(0, Text(" " * 20 + columns, style="dim"))
    in_turn = position.in_turn(board)
    return Panel(
        Text("\n").join([*rows, *_floor(board)]),
        title=board_title(board.number, board.points),
        title_align="left",
        subtitle=enumerated(position.notes(board)) or None,
        subtitle_align="left",
        box=box.HEAVY if in_turn else box.ROUNDED,
        border_style="bold green" if in_turn else "none",
        width=BOARD_WIDTH,
    )


def _row(position: Position, board: Board, row: int, to_tile: bool) -> Text:
    line = Text(f"{row + 1} " + "   " * (4 - row)).append_text(_cells(board.lines[row]))
    line.append("==>" if to_tile else " | ", style="bold green" if to_tile else "dim")
    for column, space in enumerate(board.wall[row]):
        if space == FREE and not position.grey_wall:
            colour = printed(row, column)
            line.append(f" {colour.lower()} ", style=FAINT_STYLES[colour])
        else:
            line.append_text(_cell(space))
    return line


def _floor(board: Board) -> list[Text]:
    costs = "".join(f"-{cost} " for cost in FLOOR_COSTS)
    beside = MARKER if board.marker_beside_floor else ""
    label = Text(padded(tr("Floor"), FLOOR_WIDTH))
    return [
        Text(),
        label.append_text(_cells(board.floor + beside)),
        Text(" " * FLOOR_WIDTH + costs.rstrip(), style="dim"),
    ]
