"""Which cells of the players' boards are filled at the end of games.

A board is a position's JSON form; a cell has the label of its row and of its column.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from reports.schema import CELLS, typed_frame

if TYPE_CHECKING:
    import pandas as pd

STARS = ("orange", "red", "blue", "yellow", "green", "purple", "centre")
EMPTY = "."
STEPS = re.compile(r"([NSEW])([0-9]+)")
REACH = 6  # cells of a garden that are shown around its first card


class Cell(NamedTuple):
    """A cell by the labels of its row and its column."""

    row: str
    column: str


class Board(NamedTuple):
    """The end of a game: who sat where, and the position."""

    seating: tuple[str, ...]
    fields: Mapping[str, Any]


Cells = Mapping[Cell, bool]


def cells_of(fields: Mapping[str, Any], seat: int) -> dict[Cell, bool]:
    """Whether each cell of the board of a seat, from 1 on, is filled.

    ValueError for a game whose boards are unknown.
    """
    game = fields.get("game")
    if game not in READERS:
        raise ValueError(f"no board is known for game '{game}'")
    return READERS[str(game)](fields, f"p{seat}.")


def cell_shares(boards: Sequence[Board], names: Iterable[str]) -> pd.DataFrame:
    """How often each cell was filled at the end, by player, in the order of the names.

    Rows and columns come in the order of the board, from top and left.
    """
    seats: Counter[str] = Counter()
    filled: dict[str, Counter[Cell]] = {}
    known: dict[Cell, None] = {}
    for board in boards:
        for seat, player in enumerate(board.seating, 1):
            seats[player] += 1
            found = cells_of(board.fields, seat)
            known |= dict.fromkeys(found)
            own = filled.setdefault(player, Counter())
            own.update(cell for cell, full in found.items() if full)
    rows = [
        {
            "player": name,
            **cell._asdict(),
            "seats": seats[name],
            "filled": filled[name][cell],
            "share": filled[name][cell] / seats[name],
        }
        for name in names
        if name in filled
        for cell in known
    ]
    return typed_frame(rows, CELLS)


def _wall(fields: Mapping[str, Any], player: str) -> dict[Cell, bool]:
    return {
        Cell(f"row {number}", str(column)): tile != EMPTY
        for number, row in enumerate(fields[f"{player}wall"], 1)
        for column, tile in enumerate(row, 1)
    }


def _stars(fields: Mapping[str, Any], player: str) -> dict[Cell, bool]:
    return {
        Cell(star, str(number)): tile != EMPTY
        for star in STARS
        for number, tile in enumerate(fields[f"{player}{star}"], 1)
    }


def _garden(fields: Mapping[str, Any], player: str) -> dict[Cell, bool]:
    """Cells around the first card, north on top; those farther away are left out."""
    cards = {_offset(text.partition(":")[0]) for text in fields[f"{player}garden"]}
    reach = range(-REACH, REACH + 1)
    return {
        Cell(_label("N", "S", -y), _label("E", "W", x)): (x, -y) in cards
        for y in reach
        for x in reach
    }


def _offset(place: str) -> tuple[int, int]:
    """(east, north) of a place such as `O` or `E1S2`."""
    steps = {side: int(count) for side, count in STEPS.findall(place)}
    east = steps.get("E", 0) - steps.get("W", 0)
    return east, steps.get("N", 0) - steps.get("S", 0)


def _label(positive: str, negative: str, steps: int) -> str:
    if steps == 0:
        return "0"
    return f"{positive if steps > 0 else negative}{abs(steps)}"


READERS: dict[str, Callable[[Mapping[str, Any], str], dict[Cell, bool]]] = {
    "azul": _wall,
    "summer-pavilion": _stars,
    "flowers": _garden,
}
