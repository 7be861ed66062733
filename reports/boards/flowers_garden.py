"""A garden of Flowers and what it would score now (rules: scoring of a garden)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from language import tr
from reports.boards.fields import points

COLOURS = "YRBG"
PURPLE = "P"
Cell = tuple[int, int]  # steps east and north of the start card
Pile = tuple[str, ...]  # cards from the bottom, the last is visible
Cards = Mapping[Cell, str]
ORIGIN: Cell = (0, 0)


@dataclass(frozen=True)
class Garden:
    """One player's garden as it stands; `groups` are those that score, with points.

    `removed` are the cells whose visible card is in a number group of a wrong size,
    `butterflies` those whose butterfly scores, `free` those a card may be laid on.
    """

    number: int
    piles: Mapping[Cell, Pile]
    free: frozenset[Cell]
    removed: frozenset[Cell]
    groups: tuple[tuple[frozenset[Cell], int], ...]
    butterflies: frozenset[Cell]
    removed_points: int

    @property
    def group_points(self) -> int:
        """The points of all colour groups."""
        return sum(points for _, points in self.groups)

    @property
    def points(self) -> str:
        """The score in words."""
        parts = (self.removed_points, self.group_points, len(self.butterflies))
        return points(sum(parts))

    @property
    def parts(self) -> str:
        """What the score is made of."""
        return tr(
            "removed {removed}, groups {groups}, butterflies {butterflies}",
            removed=self.removed_points,
            groups=self.group_points,
            butterflies=len(self.butterflies),
        )

    @property
    def in_groups(self) -> frozenset[Cell]:
        """The cells of all scoring colour groups."""
        return frozenset[Cell]().union(*(cells for cells, _ in self.groups))

    @property
    def columns(self) -> range:
        """The columns that hold a card or a free cell, from west to east."""
        easts = [east for east, _ in (*self.piles, *self.free)]
        return range(min(easts), max(easts) + 1)

    @property
    def rows(self) -> range:
        """The rows that hold a card or a free cell, from north to south."""
        norths = [north for _, north in (*self.piles, *self.free)]
        return range(max(norths), min(norths) - 1, -1)


def read_garden(number: int, cells: Iterable[str], rules: Mapping[str, str]) -> Garden:
    """The garden of player `number` from texts like `E1N2:Y1/R4b`, scored by `rules`.

    `rules` has the value of every switch that scoring asks for.
    """
    piles = dict(map(_cell_and_pile, cells))
    visible = {cell: pile[-1] for cell, pile in piles.items()}
    removed = _wrong_numbers(visible)
    left = {cell: card for cell, card in visible.items() if cell not in removed}
    return Garden(
        number=number,
        piles=piles,
        free=_free(piles),
        removed=removed,
        groups=_scoring_groups(left, rules),
        butterflies=_scoring_butterflies(left, rules["butterfly"]),
        removed_points=-int(rules["removal"]) * _lost(piles, removed, rules["covered"]),
    )


def column_name(east: int) -> str:
    """`W2`, `O` or `E1`."""
    return f"{'E' if east > 0 else 'W'}{abs(east)}" if east else "O"


def row_name(north: int) -> str:
    """`N2`, `O` or `S1`."""
    return f"{'N' if north > 0 else 'S'}{abs(north)}" if north else "O"


def cell_name(cell: Cell) -> str:
    """The name of a cell in a move, as `E1N2`, `S1` or `O`."""
    east, north = cell
    names = column_name(east) if east else "", row_name(north) if north else ""
    return "".join(names) or "O"


def beside(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The cells that share an edge with `cell`: north, east, south, west."""
    east, north = cell
    return (east, north + 1), (east + 1, north), (east, north - 1), (east - 1, north)


def butterfly(card: str) -> str:
    """The colour of a card's butterfly, none for a card without."""
    return card[2:].upper()


def _cell_and_pile(text: str) -> tuple[Cell, Pile]:
    name, _, cards = text.partition(":")
    steps = {way: int(count) for way, count in re.findall(r"([EWNS])(\d+)", name)}
    east = steps.get("E", 0) - steps.get("W", 0)
    north = steps.get("N", 0) - steps.get("S", 0)
    return (east, north), tuple(cards.split("/"))


def _free(piles: Mapping[Cell, Pile]) -> frozenset[Cell]:
    if not piles:
        return frozenset({ORIGIN})
    around = {neighbour for cell in piles for neighbour in beside(cell)}
    return frozenset(around - set(piles))


def _connected(kinds: Cards) -> list[frozenset[Cell]]:
    """The maximal edge-connected sets of cells of one kind."""
    found, waiting = [], dict(kinds)
    while waiting:
        start = next(iter(waiting))
        kind, group, border = waiting.pop(start), {start}, [start]
        while border:
            for cell in beside(border.pop()):
                if waiting.get(cell) == kind:
                    del waiting[cell]
                    group.add(cell)
                    border.append(cell)
        found.append(frozenset(group))
    return found


def _wrong_numbers(visible: Cards) -> frozenset[Cell]:
    numbers = {cell: card[1] for cell, card in visible.items() if card != PURPLE}
    wrong = [
        group
        for group in _connected(numbers)
        if len(group) != int(numbers[next(iter(group))])
    ]
    return frozenset[Cell]().union(*wrong)


def _lost(piles: Mapping[Cell, Pile], removed: frozenset[Cell], covered: str) -> int:
    """How many cards cost points; a covered purple card costs nothing."""
    if covered == "none":
        return len(removed)
    deep = [pile for cell, pile in piles.items() if covered == "all" or cell in removed]
    under = [card for pile in deep for card in pile[:-1] if card != PURPLE]
    return len(removed) + len(under)


def _scoring_groups(
    left: Cards, rules: Mapping[str, str]
) -> tuple[tuple[frozenset[Cell], int], ...]:
    """Colour groups that are large enough, and in Summer touch the purple card."""
    colours = {cell: card[0] for cell, card in left.items() if card != PURPLE}
    least = int(rules["min-group"])
    groups = [group for group in _connected(colours) if len(group) >= least]
    if rules["summer"] == "yes":
        purple = {cell for cell, card in left.items() if card == PURPLE}
        touching = {neighbour for cell in purple for neighbour in beside(cell)}
        groups = [group for group in groups if group & touching]
    table = rules["group-table"]
    return tuple((group, _points(len(group) - least, least, table)) for group in groups)


def _points(above: int, least: int, table: str) -> int:
    """The points of a colour group with `above` cards more than needed."""
    if table == "per-card":
        return least + above
    by_size: Sequence[str] = table.split(",")
    return int(by_size[min(above, len(by_size) - 1)])


def _scoring_butterflies(left: Cards, kind: str) -> frozenset[Cell]:
    """Butterfly cards beside a card of the butterfly's colour, or of their own."""
    found = set()
    for cell, card in left.items():
        wanted = butterfly(card) if kind == "butterfly-colour" else card[0]
        neighbours = [left[other][0] for other in beside(cell) if other in left]
        if butterfly(card) and wanted in neighbours:
            found.add(cell)
    return frozenset(found)
