"""A Summer Pavilion position's JSON form read into what a drawing shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from language import N_, tr, trn
from reports.boards.fields import counts, points, tiles

COLOUR_NAMES = {
    "P": N_("purple"),
    "G": N_("green"),
    "O": N_("orange"),
    "Y": N_("yellow"),
    "B": N_("blue"),
    "R": N_("red"),
}
COLOURS = "".join(COLOUR_NAMES)
STARS = ("orange", "red", "blue", "yellow", "green", "purple", "centre")
CENTRE_STAR = 6
# The colour printed on each star of the coloured side; the centre star has none.
STAR_COLOURS = "ORBYGP."
NUMBERS = "123456"
PLAIN_NUMBERS = "321456"
PLAIN_CENTRE_NUMBERS = "333333"
SUPPLY_SIZE = 10
MAX_KEPT = 4
FREE = "."
PHASES = {
    "draft": N_("draft"),
    "place": N_("placing"),
    "bonus": N_("bonus"),
    "keep": N_("keeping"),
    "refill": N_("before the refill"),
    "deal": N_("before the fill"),
    "over": N_("game over"),
}


class Decoration(NamedTuple):
    """A window, statue or pillar and the spaces (star, position from 0) around it."""

    kind: str
    star: int
    spaces: tuple[tuple[int, int], ...]


def _decorations() -> tuple[Decoration, ...]:
    found = []
    for star in range(6):
        window = ((star, 4), (star, 5))
        next_star = (star + 1) % 6
        statue = ((star, 0), (star, 1), (next_star, 2), (next_star, 3))
        centre = ((CENTRE_STAR, (star - 1) % 6), (CENTRE_STAR, star))
        found.append(Decoration("window", star, window))
        found.append(Decoration("statue", star, statue))
        found.append(Decoration("pillar", star, ((star, 1), (star, 2), *centre)))
    return tuple(found)


BONUS = {"window": 3, "statue": 2, "pillar": 1}
DECORATIONS = _decorations()


@dataclass(frozen=True)
class Board:
    """One player's board; `stars[star]` holds a character a position, "." if free."""

    number: int
    score: int
    stock: Mapping[str, int]
    kept: str
    passed: bool
    stars: tuple[str, ...]

    @property
    def points(self) -> str:
        """The score in words."""
        return points(self.score)

    def missing(self, decoration: Decoration) -> int:
        """How many spaces around `decoration` are free; with none it is completed."""
        around = (self.stars[star][position] for star, position in decoration.spaces)
        return sum(space == FREE for space in around)


@dataclass(frozen=True)
class Position:
    """What lies on the table; `bag` and `tower` count tiles by colour.

    `marker`: the player who holds it, None in the centre. `owed` bonus tiles are due in
    phase bonus only. Tiles of colours before `least` may not be taken or kept any more.
    """

    plain: bool
    round: int
    phase: str
    owed: int
    least: str
    turn: int
    first: int
    marker: int | None
    factories: tuple[str, ...]
    centre: str
    supply: str
    bag: Mapping[str, int]
    tower: Mapping[str, int]
    boards: tuple[Board, ...]

    @property
    def title(self) -> str:
        """Game, round and phase."""
        return tr(
            "Summer Pavilion, round {round}, {phase}",
            round=self.round,
            phase=tr(PHASES[self.phase]),
        )

    @property
    def wild(self) -> str:
        """The wild colour of this round, none when the game is over."""
        return "" if self.phase == "over" else COLOURS[self.round - 1]

    @property
    def situation(self) -> str:
        """Whose turn it is for what, and which side of the boards is used."""
        side = tr("plain boards") if self.plain else tr("coloured boards")
        job = self._job()
        if not job:
            return side
        return tr("player {player} {job}, {side}", player=self.turn, job=job, side=side)

    def number(self, star: int, position: int) -> str:
        """The number printed on a space, which is its cost (rules: board)."""
        if not self.plain:
            return NUMBERS[position]
        numbers = PLAIN_CENTRE_NUMBERS if star == CENTRE_STAR else PLAIN_NUMBERS
        return numbers[position]

    def printed(self, star: int) -> str:
        """The colour printed on a star, "." for none."""
        return FREE if self.plain else STAR_COLOURS[star]

    def in_turn(self, board: Board) -> bool:
        """Whether `board` belongs to the player who is to act."""
        return bool(self._job()) and board.number == self.turn

    def notes(self, board: Board) -> tuple[str, ...]:
        """What is to be said of a player in a word or two, the turn first."""
        turn = (self._short_job(),) if self.in_turn(board) else ()
        started = board.number == self.first and self.phase not in ("deal", "over")
        passed = (tr("passed"),) if board.passed else ()
        return turn + passed + ((tr("started"),) if started else ())

    def _job(self) -> str:
        if self.phase == "refill":
            all_passed = all(board.passed for board in self.boards)
            return "" if all_passed else tr("to place a tile next")
        if self.phase == "bonus":
            told = trn(
                "to take {n} bonus tile",
                "to take {n} bonus tiles",
                self.owed,
                n=self.owed,
            )
            return self._from_least(told)
        if self.phase == "keep":
            room = MAX_KEPT - len(self.boards[self.turn - 1].kept)
            told = trn(
                "to keep up to {n} tile", "to keep up to {n} tiles", room, n=room
            )
            return self._from_least(told)
        jobs = {
            "draft": tr("to take tiles"),
            "place": tr("to place a tile or pass"),
            "deal": tr("to start"),
        }
        return jobs.get(self.phase, "")

    def _from_least(self, job: str) -> str:
        """The job, with the colours that it is limited to."""
        if self.least == COLOURS[0]:
            return job
        colour = tr(COLOUR_NAMES[self.least])
        return tr("{job}, {colour} or later", job=job, colour=colour)

    def _short_job(self) -> str:
        words = {
            "bonus": tr("to take {n}", n=self.owed),
            "refill": tr("next"),
            "deal": tr("to start"),
            "draft": tr("to take"),
            "place": tr("to place"),
            "keep": tr("to keep"),
        }
        return words[self.phase]


def read(fields: Mapping[str, Any]) -> Position:
    """The position that `fields` (its JSON form) describes."""
    return Position(
        plain=fields.get("board") == "plain",
        round=fields["round"],
        phase=fields.get("phase", "draft"),
        owed=fields.get("owed", 0),
        least=fields.get("least", COLOURS[0]),
        turn=fields["turn"],
        first=fields["first"],
        marker=None if fields["marker"] == "centre" else fields["marker"],
        factories=tuple(tiles(text) for text in fields["factories"]),
        centre=tiles(fields["centre"]),
        supply=tiles(fields["supply"]),
        bag=counts(fields["bag"], COLOURS),
        tower=counts(fields["tower"], COLOURS),
        boards=tuple(_board(fields, n + 1) for n in range(fields["players"])),
    )


def _board(fields: Mapping[str, Any], number: int) -> Board:
    kept = counts(fields[f"p{number}.kept"], COLOURS)
    return Board(
        number=number,
        score=fields[f"p{number}.score"],
        stock=counts(fields[f"p{number}.stock"], COLOURS),
        kept="".join(colour * count for colour, count in kept.items()),
        passed=fields[f"p{number}.passed"] == "yes",
        stars=tuple(fields[f"p{number}.{star}"] for star in STARS),
    )
