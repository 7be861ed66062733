"""The games under test: what the suites for all games need to know about each.

A game enters every suite by an entry in GAMES: its modules, an adapter to its slow
oracle, and what holds for its positions as data.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, Self, TypeAlias

import pytest

from engines import azul, summer_pavilion
from engines.azul import notation as azul_notation
from engines.azul.policies import greedy as azul_greedy
from engines.protocol import State
from engines.summer_pavilion import notation as pavilion_notation
from engines.summer_pavilion.policies import greedy as pavilion_greedy
from search.policies import uniform
from tests.oracles import azul_board
from tests.oracles import summer_pavilion_board as pavilion_board
from tests.oracles.azul import Game as AzulGame
from tests.oracles.summer_pavilion import Game as PavilionGame

Fields: TypeAlias = dict[str, Any]  # a position in its JSON form


class Oracle(Protocol):
    """A game by the slow implementation; moves and deals are text."""

    @classmethod
    def new(cls, players: int, options: Mapping[str, str]) -> Self:
        """A new game before its first chance event."""

    @classmethod
    def from_fields(cls, fields: Fields) -> Self:
        """The position of a JSON form."""

    def to_fields(self) -> Fields:
        """The JSON form."""

    def copy(self) -> Self:
        """An equal game that shares nothing with this one."""

    def moves(self) -> list[str]:
        """The legal moves; none while a chance event is due and after the end."""

    def play(self, move: str) -> None:
        """The move is made; ValueError if it is illegal."""

    def apply_deal(self, text: str) -> None:
        """The chance event that is due has this result; ValueError if it cannot."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    def win_shares(self) -> Sequence[float | Fraction]:
        """One share a player; ValueError before the end."""


class Variant(NamedTuple):
    """A number of players with one value for every option."""

    players: int
    options: Mapping[str, str]

    def __str__(self) -> str:
        return "-".join([f"{self.players}p", *self.options.values()])


@dataclass(frozen=True, eq=False, repr=False)
class GameUnderTest:
    """A game: modules, oracle, and what is true of all its positions."""

    name: str
    rules: Any  # the module that satisfies engines.protocol.Game
    notation: Any
    policies: Mapping[str, Any]
    oracle: type[Oracle]
    pieces: Callable[[Fields], Counter[str]]  # what no move creates or destroys
    all_pieces: Mapping[str, int]
    rotated: Callable[[Fields], Fields]  # every seat moved on by one

    def __repr__(self) -> str:
        return self.name

    @property
    def variants(self) -> list[Variant]:
        """All numbers of players with all combinations of options."""
        options = self.notation.OPTIONS
        return [
            Variant(players, dict(zip(options, values, strict=True)))
            for players in self.notation.PLAYERS
            for values in itertools.product(*options.values())
        ]


@dataclass(frozen=True, eq=False, repr=False)
class Case:
    """A game in one of its variants."""

    game: GameUnderTest
    variant: Variant

    def __repr__(self) -> str:
        return f"{self.game}-{self.variant}"

    def new(self) -> State:
        """A new game before its first chance event."""
        return self.game.notation.new(*self.variant)

    def new_oracle(self) -> Oracle:
        """The same by the oracle."""
        return self.game.oracle.new(*self.variant)


def rotated(fields: Fields) -> Fields:
    """What player 1 had is player 2's, and so on; the last one's is player 1's."""
    players = fields["players"]
    moved = dict(fields)
    for key, value in fields.items():
        if key in ("turn", "first", "marker") and value != "centre":
            moved[key] = value % players + 1
        elif key[0] == "p" and key[1].isdigit():
            moved[f"p{int(key[1]) % players + 1}{key[2:]}"] = value
    return moved


# --- Azul -----------------------------------------------------------------------------


@dataclass
class AzulOracle:
    """The Azul oracle under the names of `Oracle`."""

    game: AzulGame

    @classmethod
    def new(cls, players: int, options: Mapping[str, str]) -> Self:
        """A new game before its first fill."""
        return cls(AzulGame.new(players, options["wall"]))

    @classmethod
    def from_fields(cls, fields: Fields) -> Self:
        """The position of a JSON form."""
        return cls(AzulGame.from_fields(fields))

    def to_fields(self) -> Fields:
        """The JSON form."""
        return self.game.to_fields()

    def copy(self) -> Self:
        """An equal game that shares nothing with this one."""
        return type(self)(self.game.copy())

    def moves(self) -> list[str]:
        """The legal moves, such as `3B4` or `T32`."""
        return self.game.moves()

    def play(self, move: str) -> None:
        """The move is made."""
        self.game.play(move)

    def apply_deal(self, text: str) -> None:
        """The factories hold these tiles, such as `BBKW,RRYY`."""
        self.game.fill(text.split(","))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.over

    def win_shares(self) -> list[Fraction]:
        """One share a player."""
        return self.game.win_shares()


def azul_pieces(fields: Fields) -> Counter[str]:
    """The tiles of all places by colour."""
    read_tiles, read_counts = azul_board.parse_tiles, azul_board.parse_counts
    tiles = [read_tiles(text) for text in (*fields["factories"], fields["centre"])]
    tiles += [read_counts(fields["bag"]), read_counts(fields["lid"])]
    for player in range(1, fields["players"] + 1):
        tiles.append(read_tiles(fields[f"p{player}.floor"]))
        tiles += [read_counts(text) for text in fields[f"p{player}.lines"]]
        tiles += [list(row.replace(".", "")) for row in fields[f"p{player}.wall"]]
    return Counter(itertools.chain.from_iterable(tiles))


# --- Summer Pavilion ------------------------------------------------------------------


class PavilionOracle(PavilionGame):
    """The Summer Pavilion oracle, made from options."""

    @classmethod
    def new(cls, players: int, options: Mapping[str, str] | str) -> Self:
        """A new game before its first fill; the board alone says it too."""
        board = options if isinstance(options, str) else options["board"]
        return super().new(players, board)


def pavilion_pieces(fields: Fields) -> Counter[str]:
    """The tiles of all places by colour."""
    read_tiles, read_counts = pavilion_board.parse_tiles, pavilion_board.parse_counts
    places = (*fields["factories"], fields["centre"], fields["supply"])
    tiles = [read_tiles(text) for text in places]
    tiles += [read_counts(fields["bag"]), read_counts(fields["tower"])]
    for player in range(1, fields["players"] + 1):
        tiles += [read_counts(fields[f"p{player}.{key}"]) for key in ("stock", "kept")]
        for star in pavilion_board.STAR_NAMES.values():
            tiles.append(Counter(fields[f"p{player}.{star}"].replace(".", "")))
    return sum(tiles, Counter())


# --------------------------------------------------------------------------------------

GAMES = {
    game.name: game
    for game in (
        GameUnderTest(
            name="azul",
            rules=azul,
            notation=azul_notation,
            policies={"greedy": azul_greedy, "uniform": uniform},
            oracle=AzulOracle,
            pieces=azul_pieces,
            all_pieces=dict.fromkeys(azul_board.COLOURS, 20),
            rotated=rotated,
        ),
        GameUnderTest(
            name="summer-pavilion",
            rules=summer_pavilion,
            notation=pavilion_notation,
            policies={"greedy": pavilion_greedy, "uniform": uniform},
            oracle=PavilionOracle,
            pieces=pavilion_pieces,
            all_pieces=dict.fromkeys(pavilion_board.COLOURS, 22),
            rotated=rotated,
        ),
    )
}
CASES = [Case(game, variant) for game in GAMES.values() for variant in game.variants]
each_case = pytest.mark.parametrize("case", CASES, ids=str)
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=str)
