"""The player board of Summer Pavilion, geometry and scoring, as the rules page says it.

A star is named by a letter, a space by its star and its position 1 to 6; within a star
position n touches n - 1 and n + 1, and 6 touches 1 (rules: board).
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

COLOURS = "PGOYBR"
OUTER_STARS = "ORBYGP"
CENTRE = "C"
STAR_NAMES = {
    "O": "orange",
    "R": "red",
    "B": "blue",
    "Y": "yellow",
    "G": "green",
    "P": "purple",
    "C": "centre",
}
BOARDS = ("colour", "plain")
POSITIONS = range(1, 7)
PLAIN_OUTER_NUMBERS = {1: 3, 2: 2, 3: 1, 4: 4, 5: 5, 6: 6}
PLAIN_CENTRE_NUMBER = 3
EMPTY = "."
LEAST_SCORE = 1
ONE_COLOUR_POINTS = {"R": 14, "B": 15, "Y": 16, "O": 17, "G": 18, "P": 20}
SIX_COLOURS_POINTS = 12
NUMBER_POINTS = {1: 4, 2: 8, 3: 12, 4: 16}

Tiles = Counter[str]
Space = tuple[str, int]


def tiles_text(tiles: Tiles) -> str:
    """Tiles as sorted letters, `-` for none."""
    return "".join(colour * tiles[colour] for colour in COLOURS) or "-"


def parse_tiles(text: str) -> Tiles:
    """The tiles of a text like `GOPP`, none for `-`; ValueError for other letters."""
    if text != "-" and (not text or not set(text) <= set(COLOURS)):
        raise ValueError(f"not tiles: {text!r}")
    return Counter(text.replace("-", ""))


def counts_text(tiles: Tiles) -> str:
    """Tiles as counts like `P10G12`, `-` for none."""
    return "".join(f"{c}{tiles[c]}" for c in COLOURS if tiles[c]) or "-"


def parse_counts(text: str) -> Tiles:
    """The tiles of a text like `P10G12`, none for `-`."""
    pairs = re.findall(f"([{COLOURS}])([0-9]+)", text)
    return Counter({colour: int(number) for colour, number in pairs})


def all_spaces() -> list[Space]:
    """The 42 spaces of a board, star by star."""
    return [(star, position) for star in STAR_NAMES for position in POSITIONS]


def printed_number(board: str, star: str, position: int) -> int:
    """The number of a space, which is its cost (rules: board; variant)."""
    if board == "colour":
        return position
    if star == CENTRE:
        return PLAIN_CENTRE_NUMBER
    return PLAIN_OUTER_NUMBERS[position]


class Decoration(NamedTuple):
    """Bonus tiles for the player who covers all these spaces."""

    kind: str
    bonus: int
    spaces: frozenset[Space]


def build_decorations() -> list[Decoration]:
    """Window, statue and pillar of each outer star b = 0 to 5 (rules: decorations)."""
    decorations = []
    for b, star in enumerate(OUTER_STARS):
        clockwise = OUTER_STARS[(b + 1) % 6]
        window = {(star, 5), (star, 6)}
        statue = {(star, 1), (star, 2), (clockwise, 3), (clockwise, 4)}
        pillar = {(star, 2), (star, 3), (CENTRE, (b - 1) % 6 + 1), (CENTRE, b + 1)}
        decorations.append(Decoration("window", 3, frozenset(window)))
        decorations.append(Decoration("statue", 2, frozenset(statue)))
        decorations.append(Decoration("pillar", 1, frozenset(pillar)))
    return decorations


DECORATIONS = build_decorations()


class Placement(NamedTuple):
    """A tile laid on a space, and what is paid for it besides tiles of its colour."""

    star: str
    position: int
    colour: str
    wild: int

    def text(self, board: str) -> str:
        """The move, with the colour wherever the star does not tell it."""
        names_colour = board == "plain" or self.star == CENTRE
        colour = self.colour if names_colour else ""
        wild = f"+{self.wild}" if self.wild else ""
        return f"{self.star}{self.position}{colour}{wild}"


def empty_stars() -> dict[str, list[str]]:
    """Seven stars of six free spaces."""
    return {star: [EMPTY] * 6 for star in STAR_NAMES}


@dataclass
class Player:
    """A player's board, stock of tiles, tiles kept for the next round, and score."""

    score: int = 5
    stock: Tiles = field(default_factory=Counter)
    kept: Tiles = field(default_factory=Counter)
    passed: bool = False
    stars: dict[str, list[str]] = field(default_factory=empty_stars)

    def copy(self) -> Player:
        """An equal player that shares nothing with this one."""
        return Player(
            score=self.score,
            stock=Counter(self.stock),
            kept=Counter(self.kept),
            passed=self.passed,
            stars={star: list(tiles) for star, tiles in self.stars.items()},
        )

    def tiles(self) -> Tiles:
        """All the tiles of this player, on the board or not."""
        laid = [tile for star in self.stars.values() for tile in star if tile != EMPTY]
        return self.stock + self.kept + Counter(laid)

    def lose(self, points: int) -> None:
        """The score is lower by a penalty, but never below 1 (rules: end)."""
        self.score = max(LEAST_SCORE, self.score - points)

    # Placing

    def covered(self, star: str, position: int) -> bool:
        """Whether a tile lies on a space."""
        return self.stars[star][position - 1] != EMPTY

    def laid_in(self, star: str) -> list[str]:
        """The tiles that lie in a star."""
        return [tile for tile in self.stars[star] if tile != EMPTY]

    def colours_for(self, board: str, star: str) -> list[str]:
        """The colours that may still be laid in a star (rules: placing; variant)."""
        laid = self.laid_in(star)
        new_colours = [colour for colour in COLOURS if colour not in laid]
        if board == "colour":
            return new_colours if star == CENTRE else [star]
        if len(laid) < 2:
            return list(COLOURS)
        return [laid[0]] if laid[0] == laid[1] else new_colours

    def placements(self, board: str, wild: str) -> list[Placement]:
        """Every free space with every colour and payment (rules: placing)."""
        return [
            Placement(star, position, colour, wilds)
            for star, position in all_spaces()
            if not self.covered(star, position)
            for colour in self.colours_for(board, star)
            for wilds in self.payments(
                printed_number(board, star, position), colour, wild
            )
        ]

    def payments(self, number: int, colour: str, wild: str) -> list[int]:
        """How many of the tiles paid may be wild; at least one is not (rules: place).

        A space for the wild colour itself is paid in that colour alone.
        """
        most = 0 if colour == wild else number - 1
        return [
            wilds
            for wilds in range(most + 1)
            if self.stock[colour] >= number - wilds
            and (wilds == 0 or self.stock[wild] >= wilds)
        ]

    def lay(self, star: str, position: int, colour: str) -> None:
        """A tile lies on the space and has scored its group (rules: score)."""
        self.stars[star][position - 1] = colour
        self.score += self.group_size(star, position)

    def group_size(self, star: str, position: int) -> int:
        """The number of covered spaces connected with this one (rules: score)."""
        group, border = {position}, [position]
        while border:
            here = border.pop()
            for neighbour in (here % 6 + 1, (here - 2) % 6 + 1):
                if neighbour not in group and self.covered(star, neighbour):
                    group.add(neighbour)
                    border.append(neighbour)
        return len(group)

    def bonus_of(self, space: Space) -> int:
        """The tiles due for decorations completed with this space (rules: bonus)."""
        return sum(
            decoration.bonus
            for decoration in DECORATIONS
            if space in decoration.spaces
            and all(self.covered(*other) for other in decoration.spaces)
        )

    # End of the game

    def star_points(self, star: str) -> int:
        """The points of a star: complete in one colour or in six, else none."""
        laid = self.laid_in(star)
        if len(laid) < 6:
            return 0
        if len(set(laid)) == 1:
            return ONE_COLOUR_POINTS[laid[0]]
        return SIX_COLOURS_POINTS

    def number_points(self, board: str) -> int:
        """The points for numbers with all their spaces covered (rules: end)."""
        open_numbers = {
            printed_number(board, *space)
            for space in all_spaces()
            if not self.covered(*space)
        }
        return sum(NUMBER_POINTS[n] for n in NUMBER_POINTS if n not in open_numbers)

    def end_bonus(self, board: str) -> int:
        """The points at the end of the game."""
        stars = sum(self.star_points(star) for star in STAR_NAMES)
        return stars + self.number_points(board)

    # Data

    def to_fields(self) -> dict[str, Any]:
        """The player as data, keys without the player's prefix."""
        fields: dict[str, Any] = {
            "score": self.score,
            "stock": counts_text(self.stock),
            "kept": counts_text(self.kept),
            "passed": "yes" if self.passed else "no",
        }
        stars = {STAR_NAMES[star]: "".join(self.stars[star]) for star in STAR_NAMES}
        return fields | stars

    @staticmethod
    def from_fields(fields: dict[str, Any]) -> Player:
        """The inverse of `to_fields`."""
        return Player(
            score=fields["score"],
            stock=parse_counts(fields["stock"]),
            kept=parse_counts(fields["kept"]),
            passed=fields["passed"] == "yes",
            stars={star: list(fields[name]) for star, name in STAR_NAMES.items()},
        )
