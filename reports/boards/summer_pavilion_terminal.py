"""A Summer Pavilion position drawn in a terminal, readable without colour as well."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from language import N_, tr
from language.counts import enumerated
from reports.boards.fields import board_title, heading, padded, pushed
from reports.boards.summer_pavilion_position import (
    BONUS,
    CENTRE_STAR,
    COLOUR_NAMES,
    COLOURS,
    DECORATIONS,
    FREE,
    STARS,
    Board,
    Position,
)

STYLES = {
    "P": "bold #ffffff on #6d3a8f",
    "G": "bold #ffffff on #2c8a57",
    "O": "bold #2e1400 on #e0701f",
    "Y": "bold #2b1d00 on #f4c430",
    "B": "bold #ffffff on #1f63b5",
    "R": "bold #ffffff on #b32a2f",
}
# Middling shades, to be read on a dark and on a light terminal.
FAINT_STYLES = {
    "P": "#9a6bbd",
    "G": "#4f9a72",
    "O": "#c47a3c",
    "Y": "#a97f1e",
    "B": "#4a80c0",
    "R": "#b85a52",
    FREE: "dim",
}
FACTORY_WIDTH = 8
BOARD_WIDTH = 49
TILES_A_LINE = 20
LABEL_WIDTH = 7  # cells of a word before tiles
STAR_WIDTH = 6  # of a star's name
NEED_WIDTH = 7  # of what a decoration needs
DECORATION_NAMES = {
    "window": N_("window"),
    "statue": N_("statue"),
    "pillar": N_("pillar"),
}


def draw(position: Position) -> RenderableType:
    """Title, factories, centre, supply, bag, tower, then the boards two in a row."""
    boards = [_board(position, board) for board in position.boards]
    rows = [_side_by_side(boards[n : n + 2]) for n in range(0, len(boards), 2)]
    return Group(
        heading(position.title, position.situation),
        *_wild(position),
        _side_by_side(
            _factory(number, tiles)
            for number, tiles in enumerate(position.factories, start=1)
        ),
        _centre(position),
        _tiles(tr("Supply"), position.supply),
        _bag(tr("Bag"), position.bag),
        _bag(tr("Tower"), position.tower),
        *rows,
    )


def _side_by_side(panels: Iterable[RenderableType]) -> RenderableType:
    return Columns(panels, padding=(0, 1))


def _cell(tile: str) -> Text:
    return Text(f" {tile} ", style=STYLES[tile])


def _cells(tiles: str) -> Text:
    return Text().join(_cell(tile) for tile in tiles)


def _wild(position: Position) -> list[Text]:
    if not position.wild:
        return []
    line = _label(tr("Wild")).append_text(_cell(position.wild))
    return [line.append(f" {tr(COLOUR_NAMES[position.wild])}")]


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
    if position.marker is not None:
        return _tiles(tr("Centre"), position.centre)
    name = _label(tr("Centre")).append("[1]", "bold")
    return name.append_text(_chunks(position.centre)) if position.centre else name


def _label(word: str) -> Text:
    return Text(padded(word, LABEL_WIDTH))


def _tiles(name: str, tiles: str) -> Text:
    """`name` and the tiles."""
    return _label(name).append_text(_chunks(tiles))


def _chunks(tiles: str) -> Text:
    """The tiles after a label, over several lines where they are many."""
    chunks = [
        _cells(tiles[n : n + TILES_A_LINE]) for n in range(0, len(tiles), TILES_A_LINE)
    ]
    return Text("\n" + " " * LABEL_WIDTH).join(chunks or [Text(" -")])


def _bag(name: str, counts: Mapping[str, int]) -> Text:
    line = _label(name)
    for colour in COLOURS:
        line.append_text(_count(colour, counts[colour]))
    return line.append(" " + tr("total {n}", n=sum(counts.values())), "dim")


def _stock(counts: Mapping[str, int]) -> Text:
    held = [_count(colour, counts[colour]) for colour in COLOURS if counts[colour]]
    return _label(tr("Stock")).append_text(Text().join(held or [Text(" -")]))


def _count(colour: str, count: int) -> Text:
    cell = _cell(colour) if count else Text(f" {colour} ", "dim")
    return Text().append_text(cell).append(f"{count:<3}", "" if count else "dim")


def _board(position: Position, board: Board) -> RenderableType:
    stars = [_star(position, board, star) for star in range(len(STARS))]
    kept = _cells(board.kept) if board.kept else Text(" -")
    rows = [
        _heading(),
        *stars,
        _stock(board.stock),
        _label(tr("Kept")).append_text(kept),
    ]
    in_turn = position.in_turn(board)
    return Panel(
        Text("\n").join(rows),
        title=board_title(board.number, board.points),
        title_align="left",
        subtitle=enumerated(_notes(position, board)) or None,
        subtitle_align="left",
        box=box.HEAVY if in_turn else box.ROUNDED,
        border_style="bold green" if in_turn else "none",
        width=BOARD_WIDTH,
    )


def _notes(position: Position, board: Board) -> tuple[str, ...]:
    marker = (tr("has the marker"),) if position.marker == board.number else ()
    return position.notes(board) + marker


def _heading() -> Text:
    places = "".join(f" {place} " for place in range(1, 7))
    kinds = (pushed(tr(DECORATION_NAMES[kind]), NEED_WIDTH) for kind in BONUS)
    return Text(padded("", STAR_WIDTH) + places + "".join(kinds), "dim")


def _star(position: Position, board: Board, star: int) -> Text:
    """A star's tiles and numbers, then how many spaces its decorations still need.

    A statue is listed with the first of its two stars, clockwise.
    """
    line = Text(padded(tr(STARS[star]), STAR_WIDTH))
    style = FAINT_STYLES[position.printed(star)]
    for place, tile in enumerate(board.stars[star]):
        if tile == FREE:
            line.append(f" {position.number(star, place)} ", style)
        else:
            line.append_text(_cell(tile))
    if star != CENTRE_STAR:
        for decoration in DECORATIONS[3 * star : 3 * star + 3]:
            line.append_text(_need(board.missing(decoration)))
    return line


def _need(missing: int) -> Text:
    if missing == 0:
        return Text(pushed(tr("done"), NEED_WIDTH), "bold")
    told = pushed(tr("{n} left", n=missing), NEED_WIDTH)
    return Text(told, "" if missing == 1 else "dim")
