"""The inputs of Flowers' nets a second time: slow, from the JSON form.

Follows the tables at the heads of `engines/flowers/growth.py` and
`engines/flowers/features.py` block by block. A garden is told by its visible cards.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Any

from tests.oracles.flowers import Game
from tests.oracles.flowers_garden import (
    COLOURS,
    OFFICIAL,
    Cell,
    Garden,
    butterfly_of,
    butterfly_scores,
    colour_of,
    connected_sets,
    neighbours,
    number_of,
    score_garden,
)
from tests.oracles.inputs import Inputs, leads, seats

NUMBERS = (1, 2, 3, 4)
LARGE = 4
USES = 8
OPEN_CLASSES = [(2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (4, 3)]  # number, size


class Grown:
    """A garden with what it can become."""

    def __init__(self, garden: Garden) -> None:
        self.cards = {cell: pile[-1] for cell, pile in garden.items()}
        self.covered = {cell: len(pile) - 1 for cell, pile in garden.items()}
        beside = {near for cell in garden for near in neighbours(cell)}
        self.free = beside - set(garden)
        self.numbers = {cell: number_of(card) for cell, card in self.cards.items()}
        self.groups = connected_sets(self.numbers)

    def number(self, group: set[Cell]) -> int:
        """The number of a number group."""
        return self.numbers[next(iter(group))]

    def made(self, spot: Cell, number: int) -> int:
        """The size of the group that a card would make on a free spot."""
        near = set(neighbours(spot))
        joined = [g for g in self.groups if g & near and self.number(g) == number]
        return 1 + sum(map(len, joined))

    def room(self, group: set[Cell]) -> int:
        """The free spots beside an open group where its number fits, at most 3."""
        number = self.number(group)
        spots = [s for s in self.free if group & set(neighbours(s))]
        return min(3, sum(self.made(s, number) <= number for s in spots))

    @cached_property
    def levels(self) -> list[set[Cell]]:
        """The cells that stand, are near, are hoped for."""
        stands: set[Cell] = set()
        near: set[Cell] = set()
        hoped: set[Cell] = set()
        for group in self.groups:
            missing = self.number(group) - len(group)
            if missing == 0:
                stands |= group
            if missing == 0 or (missing == 1 and self.room(group)):
                near |= group
            if missing == 0 or (missing > 0 and self.room(group)):
                hoped |= group
        return [stands, near, hoped]

    def colour_groups(self, colour: str, level: int) -> list[set[Cell]]:
        """The groups of a colour on a level, the largest first."""
        order = list(self.cards)
        cells = {c: 0 for c in self.levels[level] if colour_of(self.cards[c]) == colour}
        groups = connected_sets(cells)
        return sorted(groups, key=lambda g: (-len(g), min(map(order.index, g))))

    def size(self, colour: str, level: int, place: int = 0) -> int:
        """The size of the group in that place, 0 if there is none."""
        groups = self.colour_groups(colour, level)
        return len(groups[place]) if len(groups) > place else 0

    @cached_property
    def ranks(self) -> str:
        """The colours by rank."""
        return "".join(
            sorted(COLOURS, key=lambda c: (-self.size(c, 2), -self.size(c, 0)))
        )

    def largest(self, colour: str) -> set[Cell]:
        """The largest group of a colour that is hoped for."""
        groups = self.colour_groups(colour, 2)
        return groups[0] if groups else set()

    def in_large(self, cell: Cell, colour: str) -> bool:
        """A cell belongs to a large group of the colour."""
        return any(cell in g for g in self.colour_groups(colour, 2) if len(g) >= LARGE)

    def loose(self) -> list[Cell]:
        """The cells hoped for that are in no large group."""
        return [c for c in self.levels[2]
                if not self.in_large(c, colour_of(self.cards[c]))]  # fmt: skip

    def use(self, number: int, colour: str) -> int | None:
        """The best use of a card."""
        uses = []
        for cell in self.levels[2]:
            own = colour_of(self.cards[cell])
            if self.numbers[cell] != number:
                continue
            if cell in self.loose() or own == colour:
                uses.append(0)
            near = any(self.in_large(c, colour) for c in neighbours(cell))
            if cell in self.loose() and own != colour and near:
                uses.append(5)
        for spot in self.free:
            made = self.made(spot, number)
            if made <= number:
                hoped = {c for c in neighbours(spot) if c in self.levels[2]}
                same = [c for c in hoped if colour_of(self.cards[c]) == colour]
                base = 1
                if same:
                    base = 6 if any(self.in_large(c, colour) for c in same) else 3
                uses.append(base + (made == number))
        return max(uses, default=None)


def inputs(fields: dict[str, Any]) -> tuple[Inputs, list[int]]:
    """The inputs that are 1, and the numbers in points, as the viewer sees them."""
    game = Game.from_fields(fields)
    order = seats(fields["players"], fields["turn"])
    gardens = [game.gardens[seat - 1] for seat in order]
    unseen, slots = unseen_of(game), slots_of(game)
    found = Inputs()
    grown = [Grown(garden) for garden in gardens]
    for garden in grown:
        add_colours(found, garden)
        add_numbers(found, garden)
        add_butterflies(found, garden)
        stands, covered = garden.levels[0], garden.covered
        found.number(12, sum(covered.values()))
        found.number(6, sum(n for cell, n in covered.items() if cell not in stands))
        add_uses(found, garden, unseen)
        for card in slots:
            add_slot(found, garden, card)
    add_table(found, game, slots, unseen)
    scores = [score_garden(g, OFFICIAL)["total"] if g else 0 for g in gardens]
    near = [sum(s for c in COLOURS if (s := g.size(c, 1)) >= 5) for g in grown]
    return found, scores + (leads(scores) if len(scores) > 1 else scores) + near


def unseen_of(game: Game) -> Counter[tuple[int, str]]:
    """Unseen cards by number and colour."""
    found: Counter[tuple[int, str]] = Counter()
    for card, copies in game.unseen().items():
        found[number_of(card), colour_of(card)] += copies
    return found


def slots_of(game: Game) -> list[str | None]:
    """The cards of the slots."""
    tops = [stack.top for stack in game.stacks if not stack.blind]
    return [game.drawn or None, *tops, *[None] * (2 - len(tops))]


def add_colours(found: Inputs, garden: Grown) -> None:
    """The colours by rank."""
    for colour in garden.ranks:
        for level in range(3):
            found.number(14, garden.size(colour, level))
        found.number(7, garden.size(colour, 2, 1))
        group = garden.largest(colour)
        found.number(6, sum(bool(group & set(neighbours(s))) for s in garden.free))
        loose = [c for c in garden.loose() if colour_of(garden.cards[c]) != colour]
        found.number(6, sum(bool(group & set(neighbours(c))) for c in loose))


def add_numbers(found: Inputs, garden: Grown) -> None:
    """The number groups, and the spots where numbers fit."""
    kinds = Counter((garden.number(g), len(g)) for g in garden.groups)
    for number in NUMBERS:
        found.number(8, kinds[number, number])
    rooms = Counter(
        (garden.number(g), len(g), garden.room(g))
        for g in garden.groups
        if len(g) < garden.number(g)
    )
    for number, size in OPEN_CLASSES:
        for room in range(4):
            found.number(4, rooms[number, size, room])
    for number in NUMBERS:
        for excess in (1, 2, 3):
            sizes = [n for (k, n), count in kinds.items() if k == number
                     for _ in range(count)]  # fmt: skip
            found.number(3, sum(min(3, n - number) == excess for n in sizes))
    made = {n: [garden.made(s, n) for s in garden.free] for n in NUMBERS}
    for number in NUMBERS:
        found.number(10, sum(size < number for size in made[number]))
    for number in NUMBERS:
        found.number(6, sum(size == number for size in made[number]))


def add_butterflies(found: Inputs, garden: Grown) -> None:
    """The butterflies that score, those that could, the others."""
    stands, _, hoped = garden.levels
    left = {cell: card for cell, card in garden.cards.items() if cell in stands}
    kinds = Counter()
    for cell, card in garden.cards.items():
        if butterfly_of(card):
            scores = cell in left and butterfly_scores(left, cell, "butterfly-colour")
            free = any(near in garden.free for near in neighbours(cell))
            could = cell in hoped and free
            kinds["scores" if scores else "could" if could else "never"] += 1
    for kind in ("scores", "could", "never"):
        found.number(4, kinds[kind])


def add_uses(found: Inputs, garden: Grown, unseen: Counter[tuple[int, str]]) -> None:
    """The best uses of cards, and the chances of them."""
    cards = Counter[int]()
    for number in NUMBERS:
        for colour in garden.ranks:
            use = garden.use(number, colour)
            found.block(USES, [] if use is None else [use])
            if use is not None:
                cards[use] += unseen[number, colour]
    for use in range(USES):
        better = sum(count for other, count in cards.items() if other >= use)
        found.block(8, [min(7, 8 * better // max(1, unseen.total()))])


def add_slot(found: Inputs, garden: Grown, card: str | None) -> None:
    """A card that everybody sees."""
    if card is None:
        found.block(4 + USES, [])
        return
    use = garden.use(number_of(card), colour_of(card))
    found.block(4, [garden.ranks.index(colour_of(card))])
    found.block(USES, [] if use is None else [use])


def add_table(
    found: Inputs,
    game: Game,
    slots: list[str | None],
    unseen: Counter[tuple[int, str]],
) -> None:
    """The blocks that are everybody's."""
    heights = [stack.height for stack in game.stacks if not stack.blind]
    blind = sum(stack.height for stack in game.stacks if stack.blind)
    found.number(40, min(h for h in (*heights, blind) if h))
    found.count(40, blind)
    found.count(40, heights[0])
    if len(heights) > 1:
        found.count(40, heights[1])
    else:
        found.block(41, [])
    for card in slots:
        found.block(4, [number_of(card) - 1] if card else [])
        found.block(1, [0] if card and butterfly_of(card) else [])
    for number in NUMBERS:
        part = sum(unseen[number, colour] for colour in COLOURS)
        found.block(8, [min(7, 8 * part // max(1, unseen.total()))])
    found.block(1, [0] if game.last else [])
    found.block(1, [0] if game.discard_due else [])
