"""A garden of Flowers as lines of text, cut into bands where it is too wide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from language import N_
from reports.boards.flowers_garden import Cell, Garden, column_name, row_name

STYLES = {
    "Y": "#2b1d00 on #f2c230",
    "R": "#ffffff on #c0392b",
    "B": "#ffffff on #1f63b5",
    "G": "#06281d on #3fae84",
    "P": "#ffffff on #6d3a8f",
}
# Middling shades, to be read on a dark and on a light terminal.
FAINT_STYLES = {"Y": "#a97f1e", "R": "#b85a52", "B": "#4a80c0", "G": "#4f9a72"}
FREE = "."
REMOVED, IN_GROUP, PLAIN = "x", "=", " "
SCORING_BUTTERFLY = "*"
LEGEND = (
    (IN_GROUP, N_("scoring group")),
    (SCORING_BUTTERFLY, N_("scoring butterfly")),
    ("+1", N_("covered")),
    (FREE, N_("free cell")),
)


def card_cell(card: str) -> Text:
    """A card outside the gardens."""
    return Text(f" {card} ", "bold " + STYLES[card[0]])


def grid_width(garden: Garden) -> int:
    """How wide a garden is when nothing is cut."""
    return _margin(garden) + sum(_width(garden, east) for east in garden.columns)


def grid(garden: Garden, width: int) -> list[Text]:
    """The lines of a garden, at most `width` wide as long as a single column fits."""
    lines: list[Text] = []
    for band in _bands(garden, width):
        lines += [Text()] if lines else []
        lines.append(_heading(garden, band))
        rows = ((north, [(east, north) for east in band]) for north in garden.rows)
        lines += [
            _row(garden, north, cells)
            for north, cells in rows
            if any(cell in garden.piles or cell in garden.free for cell in cells)
        ]
    return lines


def _bands(garden: Garden, width: int) -> Iterator[list[int]]:
    """The columns in runs that fit."""
    band: list[int] = []
    room = width - _margin(garden)
    for east in garden.columns:
        needed = sum(_width(garden, column) for column in [*band, east])
        if band and needed > room:
            yield band
            band = []
        band.append(east)
    yield band


def _margin(garden: Garden) -> int:
    """The width of the row labels and a space."""
    return max(len(row_name(north)) for north in garden.rows) + 1


def _width(garden: Garden, east: int) -> int:
    """The width of a column: a sign, its longest card and a space."""
    cards = [f"{_label(garden, cell)} " for cell in garden.piles if cell[0] == east]
    return max(map(len, [f" {column_name(east)}", f" {FREE} ", *cards]))


def _label(garden: Garden, cell: Cell) -> str:
    """The visible card with what is to be said of it, as `=R4b*+2`."""
    *covered, card = garden.piles[cell]
    sign = REMOVED if cell in garden.removed else PLAIN
    sign = IN_GROUP if cell in garden.in_groups else sign
    scoring = SCORING_BUTTERFLY if cell in garden.butterflies else ""
    return f"{sign}{card}{scoring}" + (f"+{len(covered)}" if covered else "")


def _heading(garden: Garden, band: Sequence[int]) -> Text:
    names = (f" {column_name(east):<{_width(garden, east) - 1}}" for east in band)
    return Text(" " * _margin(garden) + "".join(names), "dim")


def _row(garden: Garden, north: int, cells: Sequence[Cell]) -> Text:
    line = Text().append(f"{row_name(north):<{_margin(garden)}}", "dim")
    for cell in cells:
        width = _width(garden, cell[0])
        if cell in garden.piles:
            line.append(f"{_label(garden, cell):<{width}}", _style(garden, cell))
        else:
            line.append(f" {FREE if cell in garden.free else '':<{width - 1}}", "dim")
    return line


def _style(garden: Garden, cell: Cell) -> str:
    colour = garden.piles[cell][-1][0]
    if cell in garden.removed:
        return "strike " + FAINT_STYLES[colour]
    emphasis = "bold underline " if cell in garden.in_groups else ""
    return emphasis + STYLES[colour]
