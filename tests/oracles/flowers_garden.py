"""Cards, switches and gardens of Flowers, and what a garden scores, the slow way.

Everything follows the rules page sentence by sentence and shares no code with the
engine. A garden is a dict from cells to piles, a pile a list of cards from the bottom;
the last card is the visible one. Cells are (x, y): east and north of the start card.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]
Pile: TypeAlias = list[str]
Garden: TypeAlias = dict[Cell, Pile]

COLOURS = "YRBG"
PURPLE = "P"
ORIGIN: Cell = (0, 0)


# Cards


def cards_of(colour: str) -> dict[str, int]:
    """The kinds of cards of a colour in order, with the copies of each."""
    plain = {"1": 3, "2": 6, "3": 8, "4": 7}
    cards = {colour + number: copies for number, copies in plain.items()}
    others = [other for other in COLOURS if other != colour]
    return cards | {f"{colour}4{other.lower()}": 1 for other in others}


CARDS = {card: copies for c in COLOURS for card, copies in cards_of(c).items()}


def colour_of(card: str) -> str:
    """The colour of a card; purple has one of its own that joins no groups."""
    return card[0]


def number_of(card: str) -> int:
    """The number of a card that is not purple."""
    return int(card[1])


def butterfly_of(card: str) -> str | None:
    """The colour of the butterfly on a card, if it has one."""
    return card[2].upper() if len(card) == 3 else None


# Cells


def cell_text(cell: Cell) -> str:
    """`O` for the origin, else the distances east or west, then north or south."""
    x, y = cell
    east_west = f"{'E' if x > 0 else 'W'}{abs(x)}" if x else ""
    north_south = f"{'N' if y > 0 else 'S'}{abs(y)}" if y else ""
    return east_west + north_south or "O"


def parse_cell(text: str) -> Cell:
    """The cell of a text; ValueError if it is none."""
    if text == "O":
        return ORIGIN
    match = re.fullmatch(r"(?:([EW])([1-9][0-9]*))?(?:([NS])([1-9][0-9]*))?", text)
    if not text or not match:
        raise ValueError(f"no cell: {text!r}")
    east_west, x, north_south, y = match.groups()
    return (
        int(x or 0) * (-1 if east_west == "W" else 1),
        int(y or 0) * (-1 if north_south == "S" else 1),
    )


def neighbours(cell: Cell) -> list[Cell]:
    """The four cells that share an edge with this one."""
    x, y = cell
    return [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)]


def garden_text(garden: Garden) -> list[str]:
    """The cells with their piles in the order in which they were first laid on."""
    return [f"{cell_text(cell)}:{'/'.join(pile)}" for cell, pile in garden.items()]


def parse_garden(texts: list[str]) -> Garden:
    """The garden of such texts; ValueError for what is no cell or no card."""
    garden: Garden = {}
    for text in texts:
        place, _, cards = text.partition(":")
        cell, pile = parse_cell(place), cards.split("/")
        if cell in garden or not set(pile) <= {*CARDS, PURPLE}:
            raise ValueError(f"no new cell with cards: {text!r}")
        garden[cell] = pile
    return garden


def parse_rows(rows: str) -> Garden:
    """Rows from the north, the first card at the origin; `..` is a free cell."""
    return {
        (x, -y): cards.split("/")
        for y, row in enumerate(rows.split(" | "))
        for x, cards in enumerate(row.split())
        if cards != ".."
    }


# Switches

OFFICIAL = {
    "reveal": "after-placement",
    "end": "immediate",
    "covered": "with-removed",
    "butterfly": "butterfly-colour",
    "ties": "chain",
    "summer": "no",
    "summer-cover": "no",
    "min-group": "5",
    "removal": "1",
    "group-table": "per-card",
    "cover-limit": "none",
}
DIGEST = OFFICIAL | {
    "reveal": "immediate",
    "end": "one-more-each",
    "covered": "none",
    "butterfly": "card-colour",
}
PRESETS = {"official": OFFICIAL, "digest": DIGEST}
WORDS = {
    "reveal": ["after-placement", "immediate"],
    "end": ["immediate", "one-more-each", "finish-round"],
    "covered": ["with-removed", "none", "all"],
    "butterfly": ["butterfly-colour", "card-colour"],
    "ties": ["chain", "shared"],
    "summer": ["no", "yes"],
    "summer-cover": ["no", "yes"],
    "group-table": ["per-card"],
    "cover-limit": ["none"],
}
NUMBERS = {"min-group": (1, 20), "removal": (0, 9), "cover-limit": (0, 60)}


def number_between(text: str, low: int, high: int) -> bool:
    """Whether the text is such a number."""
    return text in [str(number) for number in range(low, high + 1)]


def fits(switch: str, value: str) -> bool:
    """Whether the switch can have this value."""
    if value in WORDS.get(switch, []):
        return True
    if switch in NUMBERS:
        return number_between(value, *NUMBERS[switch])
    if switch == "group-table":
        points = value.split(",")
        return len(points) <= 8 and all(number_between(p, 0, 99) for p in points)
    return False


def read_switches(options: Mapping[str, Any]) -> dict[str, str]:
    """All switches as text: those given, the others by `rules`; ValueError if unfit."""
    rules = options.get("rules", "official")
    if rules not in PRESETS:
        raise ValueError(f"no such rules: {rules!r}")
    switches = dict(PRESETS[rules])
    for switch, value in options.items():
        if switch in switches:
            switches[switch] = str(value)
    for switch, value in switches.items():
        if not fits(switch, value):
            raise ValueError(f"no such value: {switch}={value}")
    return switches


def nearer_preset(switches: Mapping[str, str]) -> str:
    """The preset that fewer switches differ from, official at a tie."""

    def distance(rules: str) -> int:
        return sum(switches[key] != value for key, value in PRESETS[rules].items())

    return "digest" if distance("digest") < distance("official") else "official"


def switch_fields(switches: Mapping[str, str]) -> dict[str, str | int]:
    """The switches as data: numbers are numbers, a table of points is text."""
    return {
        switch: int(value) if switch in NUMBERS and value != "none" else value
        for switch, value in switches.items()
    }


# Scoring


class Count(NamedTuple):
    """What a garden comes to: points, then counts of cards for ties."""

    removed: int  # points lost, 0 or less
    groups: int
    butterflies: int
    cards_in_groups: int
    cards_left: int

    @property
    def total(self) -> int:
        """The score."""
        return self.removed + self.groups + self.butterflies


def connected_sets(kinds: Mapping[Cell, Hashable]) -> list[set[Cell]]:
    """Maximal edge-connected sets of cells of the same kind."""
    sets = []
    waiting = set(kinds)
    while waiting:
        group = {waiting.pop()}
        border = list(group)
        while border:
            cell = border.pop()
            for other in neighbours(cell):
                if other in waiting and kinds[other] == kinds[cell]:
                    waiting.remove(other)
                    group.add(other)
                    border.append(other)
        sets.append(group)
    return sets


def wrong_cells(visible: Mapping[Cell, str]) -> set[Cell]:
    """Cells of number groups that have not as many cards as their number."""
    numbers = {c: number_of(card) for c, card in visible.items() if card != PURPLE}
    wrong = set()
    for group in connected_sets(numbers):
        number = numbers[next(iter(group))]
        if len(group) != number:
            wrong |= group
    return wrong


def cards_that_cost(garden: Garden, wrong: set[Cell], covered: str) -> int:
    """Removed cards, with the covered ones that cost; purple costs nothing."""
    count = 0
    for cell, pile in garden.items():
        under = len([card for card in pile[:-1] if card != PURPLE])
        if cell in wrong:
            count += 1
        if covered == "all" or (covered == "with-removed" and cell in wrong):
            count += under
    return count


def scoring_groups(
    left: Mapping[Cell, str], switches: Mapping[str, str]
) -> list[set[Cell]]:
    """The colour groups that are large enough, in Summer if they touch purple."""
    colours = {c: colour_of(card) for c, card in left.items() if card != PURPLE}
    purple = {cell for cell, card in left.items() if card == PURPLE}
    groups = []
    for group in connected_sets(colours):
        touches = any(other in purple for c in group for other in neighbours(c))
        large = len(group) >= int(switches["min-group"])
        if large and (touches or switches["summer"] == "no"):
            groups.append(group)
    return groups


def group_points(size: int, switches: Mapping[str, str]) -> int:
    """The points of a scoring colour group of this size."""
    table = switches["group-table"]
    if table == "per-card":
        return size
    points = [int(number) for number in table.split(",")]
    return points[min(size - int(switches["min-group"]), len(points) - 1)]


def butterfly_scores(left: Mapping[Cell, str], cell: Cell, kind: str) -> bool:
    """Whether the card here has a butterfly and a neighbour of the colour it needs."""
    card = left[cell]
    butterfly = butterfly_of(card)
    if butterfly is None:
        return False
    colour = butterfly if kind == "butterfly-colour" else colour_of(card)
    return any(colour_of(left[c]) == colour for c in neighbours(cell) if c in left)


def count_garden(garden: Garden, switches: Mapping[str, str]) -> Count:
    """A garden is scored on its visible cards; all switches are given."""
    visible = {cell: pile[-1] for cell, pile in garden.items()}
    wrong = wrong_cells(visible)
    left = {cell: card for cell, card in visible.items() if cell not in wrong}
    cost = cards_that_cost(garden, wrong, switches["covered"])
    groups = scoring_groups(left, switches)
    butterflies = [
        cell for cell in left if butterfly_scores(left, cell, switches["butterfly"])
    ]
    return Count(
        removed=-int(switches["removal"]) * cost,
        groups=sum(group_points(len(group), switches) for group in groups),
        butterflies=len(butterflies),
        cards_in_groups=sum(len(group) for group in groups),
        cards_left=len([card for card in left.values() if card != PURPLE]),
    )


def score_garden(garden: Garden, options: Mapping[str, Any]) -> dict[str, int]:
    """The points of a bare garden by their sources; switches not given are official."""
    count = count_garden(garden, read_switches(options))
    return {
        "removed": count.removed,
        "groups": count.groups,
        "butterflies": count.butterflies,
        "total": count.total,
    }
