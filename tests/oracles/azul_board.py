"""The player board of Azul, its tiles and its scoring, as the rules page says it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

COLOURS = "BYRKW"
FLOOR_COSTS = [1, 1, 2, 2, 2, 3, 3]
EMPTY = "."
MARKER = "*"


def printed_column(colour: str, row: int) -> int:
    """The column of a colour in a row of the coloured wall (rules: material)."""
    return (COLOURS.index(colour) + row) % 5


def run_length(wall: list[list[str]], row: int, column: int, axis: str) -> int:
    """Length of the unbroken run through a space, itself included (rules: tiling)."""
    length = 1
    for step in (-1, 1):
        r, c = row, column
        while True:
            r, c = (r + step, c) if axis == "vertical" else (r, c + step)
            if r not in range(5) or c not in range(5) or wall[r][c] == EMPTY:
                break
            length += 1
    return length


def placement_score(wall: list[list[str]], row: int, column: int) -> int:
    """Points of the tile just placed on this space (rules: tiling)."""
    h = run_length(wall, row, column, "horizontal")
    v = run_length(wall, row, column, "vertical")
    if h == 1 and v == 1:
        return 1
    return (h if h > 1 else 0) + (v if v > 1 else 0)


def tiles_text(tiles: Iterable[str]) -> str:
    """Tiles as sorted letters, `-` for none."""
    return "".join(sorted(tiles, key=COLOURS.index)) or "-"


def parse_tiles(text: str) -> list[str]:
    """The tiles of a text like `BBKW`, none for `-`; ValueError for other letters."""
    tiles = [] if text == "-" else list(text)
    if not set(tiles) <= set(COLOURS):
        raise ValueError(f"not tiles: {text!r}")
    return sorted(tiles, key=COLOURS.index)


def counts_text(tiles: Iterable[str]) -> str:
    """Tiles as counts like `B10Y12`, `-` for none."""
    count = Counter(tiles)
    return "".join(f"{c}{count[c]}" for c in COLOURS if count[c]) or "-"


def parse_counts(text: str) -> list[str]:
    """The tiles of a text like `B10Y12`, none for `-`."""
    pairs = re.findall(r"([BYRKW])([0-9]+)", text)
    return [colour for colour, number in pairs for _ in range(int(number))]


@dataclass
class Player:
    """A player board: the floor holds tiles and, in its space, the marker."""

    score: int = 0
    lines: list[list[str]] = field(default_factory=lambda: [[] for _ in range(5)])
    wall: list[list[str]] = field(default_factory=lambda: [[EMPTY] * 5] * 5)
    floor: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """The board shares no list with another one."""
        self.lines = [list(line) for line in self.lines]
        self.wall = [list(row) for row in self.wall]
        self.floor = list(self.floor)

    def copy(self) -> Player:
        """An equal board that shares nothing with this one."""
        return Player(self.score, self.lines, self.wall, self.floor)

    def may_take(self, row: int, colour: str) -> bool:
        """Whether a pattern line may take a colour (rules: draft, destination)."""
        line = self.lines[row]
        if len(line) == row + 1:
            return False
        if line and line[0] != colour:
            return False
        return colour not in self.wall[row]

    def topmost_full_line(self) -> int | None:
        """The row of the topmost full line, or None (rules: tiling)."""
        for row, line in enumerate(self.lines):
            if len(line) == row + 1:
                return row
        return None

    def free_columns(self, row: int) -> list[int]:
        """Where the tile of a full line may go on the grey wall (rules: grey wall)."""
        colour = self.lines[row][0]
        return [
            column
            for column in range(5)
            if self.wall[row][column] == EMPTY
            and all(other[column] != colour for other in self.wall)
        ]

    def floor_cost(self) -> int:
        """The cost of the occupied floor spaces, marker included (rules: tiling)."""
        return sum(FLOOR_COSTS[: len(self.floor)])

    def complete_rows(self) -> int:
        """The number of complete rows of the wall."""
        return sum(EMPTY not in row for row in self.wall)

    def complete_columns(self) -> int:
        """The number of complete columns of the wall."""
        return sum(EMPTY not in column for column in zip(*self.wall, strict=True))

    def complete_colours(self) -> int:
        """The number of colours with all five tiles on the wall."""
        placed = [tile for row in self.wall for tile in row]
        return sum(placed.count(colour) == 5 for colour in COLOURS)

    def end_bonus(self) -> int:
        """The points at the end of the game (rules: end)."""
        rows, columns = self.complete_rows(), self.complete_columns()
        return 2 * rows + 7 * columns + 10 * self.complete_colours()

    def tiles(self) -> list[str]:
        """All the tiles on this board."""
        parts = [*self.lines, *self.wall, self.floor]
        return [tile for part in parts for tile in part if tile in COLOURS]

    def to_fields(self) -> dict[str, Any]:
        """The board as data, keys without the player's prefix."""
        lines = [f"{line[0]}{len(line)}" if line else "-" for line in self.lines]
        return {
            "score": self.score,
            "lines": lines,
            "wall": ["".join(row) for row in self.wall],
            "floor": tiles_text(tile for tile in self.floor if tile != MARKER),
        }

    @staticmethod
    def from_fields(fields: dict[str, Any], has_marker: bool) -> Player:
        """The inverse of `to_fields`; a marker found no space on a full floor."""
        floor = parse_tiles(fields["floor"])
        if has_marker and len(floor) < 7:
            floor.insert(0, MARKER)
        return Player(
            score=fields["score"],
            lines=[parse_counts(line) for line in fields["lines"]],
            wall=[list(row) for row in fields["wall"]],
            floor=floor,
        )
