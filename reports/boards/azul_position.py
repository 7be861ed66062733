"""An Azul position's JSON form read into what a drawing shows, space by space."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from language import N_, tr
from reports.boards.fields import counts, points, tiles

COLOURS = "BYRKW"
FLOOR_COSTS = (1, 1, 2, 2, 2, 3, 3)
FREE = "."
MARKER = "1"
PHASES = {
    "draft": N_("draft"),
    "tiling": N_("tiling"),
    "deal": N_("before the fill"),
    "over": N_("game over"),
}
JOBS = {
    "draft": N_("to take tiles"),
    "tiling": N_("to place a tile"),
    "deal": N_("to start"),
}


@dataclass(frozen=True)
class Board:
    """One player's board; every string holds one character a space, left to right.

    `lines[row]` has row + 1 spaces and fills from the right. `floor` has seven, the
    marker first. `marker_beside_floor`: the marker was taken with the floor full.
    """

    number: int
    score: int
    lines: tuple[str, ...]
    wall: tuple[str, ...]
    floor: str
    marker_beside_floor: bool

    @property
    def points(self) -> str:
        """The score in words."""
        return points(self.score)


@dataclass(frozen=True)
class Position:
    """What lies on the table; `bag` and `lid` count tiles by colour."""

    grey_wall: bool
    round: int
    phase: str
    turn: int
    first: int
    marker_in_centre: bool
    factories: tuple[str, ...]
    centre: str
    bag: Mapping[str, int]
    lid: Mapping[str, int]
    boards: tuple[Board, ...]

    @property
    def title(self) -> str:
        """Game, round and phase."""
        return tr(
            "Azul, round {round}, {phase}",
            round=self.round,
            phase=tr(PHASES[self.phase]),
        )

    @property
    def situation(self) -> str:
        """Whose turn it is for what, and which side of the boards is used."""
        wall = tr("grey wall") if self.grey_wall else tr("coloured wall")
        if self.phase not in JOBS:
            return wall
        job = tr(JOBS[self.phase])
        return tr("player {player} {job}, {side}", player=self.turn, job=job, side=wall)

    def in_turn(self, board: Board) -> bool:
        """Whether the game goes on and `board` belongs to the player in turn."""
        return self.phase != "over" and board.number == self.turn

    def notes(self, board: Board) -> tuple[str, ...]:
        """What is to be said of a player: in turn for what, has started the round."""
        in_turn = self.phase in JOBS and board.number == self.turn
        turn = (tr(JOBS[self.phase]),) if in_turn else ()
        started = board.number == self.first and self.phase in ("draft", "tiling")
        return turn + ((tr("started"),) if started else ())

    def row_to_tile(self, board: Board) -> int | None:
        """The row (from 0) whose full line `board` has to move now, if any."""
        if self.phase != "tiling" or board.number != self.turn:
            return None
        full = (row for row, line in enumerate(board.lines) if FREE not in line)
        return next(full, None)


def read(fields: Mapping[str, Any]) -> Position:
    """The position that `fields` (its JSON form) describes."""
    return Position(
        grey_wall=fields.get("wall") == "grey",
        round=fields["round"],
        phase=fields.get("phase", "draft"),
        turn=fields["turn"],
        first=fields["first"],
        marker_in_centre=fields["marker"] == "centre",
        factories=tuple(tiles(text) for text in fields["factories"]),
        centre=tiles(fields["centre"]),
        bag=counts(fields["bag"], COLOURS),
        lid=counts(fields["lid"], COLOURS),
        boards=tuple(_board(fields, n + 1) for n in range(fields["players"])),
    )


def printed(row: int, column: int) -> str:
    """The colour printed on the coloured wall (rules: material)."""
    return COLOURS[(column - row) % 5]


def _board(fields: Mapping[str, Any], number: int) -> Board:
    held = MARKER if fields["marker"] == number else ""
    floor = tiles(fields[f"p{number}.floor"])
    beside = bool(held) and len(floor) == len(FLOOR_COSTS)
    return Board(
        number=number,
        score=fields[f"p{number}.score"],
        lines=tuple(map(_spaces, range(5), fields[f"p{number}.lines"])),
        wall=tuple(fields[f"p{number}.wall"]),
        floor=(floor if beside else held + floor).ljust(len(FLOOR_COSTS), FREE),
        marker_beside_floor=beside,
    )


def _spaces(row: int, text: str) -> str:
    filled = "" if text == "-" else text[0] * int(text[1:])
    return filled.rjust(row + 1, FREE)
