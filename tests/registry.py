"""The games under test: what the suites for all games need to know about each.

A game enters every suite by an entry in GAMES: its modules, an adapter to its slow
oracle, and what holds for its positions as data.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, Self, TypeAlias

import pytest

from engines import azul, flowers, summer_pavilion
from engines.azul import notation as azul_notation
from engines.azul.policies import greedy as azul_greedy
from engines.flowers import moves as flowers_moves
from engines.flowers import notation as flowers_notation
from engines.flowers import packing as flowers_packing
from engines.flowers.policies import greedy as flowers_greedy
from engines.protocol import State
from engines.summer_pavilion import notation as pavilion_notation
from engines.summer_pavilion.policies import greedy as pavilion_greedy
from search.mcts import Settings
from search.policies import uniform
from tests.oracles import azul_board, flowers_garden
from tests.oracles import summer_pavilion_board as pavilion_board
from tests.oracles.azul import Game as AzulGame
from tests.oracles.flowers import Game as FlowersGame
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

    def deals(self) -> Mapping[str, Fraction]:
        """What the chance event due can give, with the odds; {} if not to be listed."""

    def apply_deal(self, text: str) -> None:
        """The chance event that is due has this result; ValueError if it cannot."""

    def scores(self) -> Sequence[int]:
        """One score a player, before the end too."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    def win_shares(self) -> Sequence[float | Fraction]:
        """One share a player; ValueError before the end."""


class Variant(NamedTuple):
    """A number of players with values for options."""

    players: int
    options: Mapping[str, str]

    def __str__(self) -> str:
        words = [_word(name, value) for name, value in self.options.items()]
        return "-".join([f"{self.players}p", *filter(None, words)])


def _word(name: str, value: str) -> str:
    """An option in the name of a variant; nothing for `no`."""
    if value in ("no", "yes"):
        return name if value == "yes" else ""
    return f"{name}-{value}" if value[0].isdigit() else value


@dataclass(frozen=True, eq=False, repr=False)
class GameUnderTest:
    """A game: modules, oracle, and what is true of all its positions."""

    name: str
    rules: Any  # the module that satisfies engines.protocol.Game
    notation: Any
    policies: Mapping[str, Any]
    oracle: type[Oracle]
    pieces: Callable[[Fields], Counter[str]]  # what no move creates or destroys
    all_pieces: Callable[[Variant], Mapping[str, int]]
    rotated: Callable[[Fields], Fields]  # every seat moved on by one
    seats_alike: Callable[[Fields], bool] = lambda _: True  # and that is a position
    more: Sequence[Variant] = ()  # for games in lockstep and walks, beside `variants`
    lockstep_games: int = 25  # of each variant by default
    search_step: int = 1  # searches are tested in every so many-th variant
    settings: Settings = field(default_factory=Settings)  # of these searches
    move_texts: Callable[[Sequence[int], State], list[str]] | None = None  # all at once

    def __repr__(self) -> str:
        return self.name

    def format_moves(self, actions: Sequence[int], state: State) -> list[str]:
        """The texts of legal actions, as `notation.format_move` gives them."""
        if self.move_texts is not None:
            return self.move_texts(actions, state)
        return [self.notation.format_move(action, state) for action in actions]

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


def scores_of(fields: Fields) -> list[int]:
    """The scores that a position has among its fields."""
    return [fields[f"p{player}.score"] for player in range(1, fields["players"] + 1)]


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

    def deals(self) -> dict[str, Fraction]:
        """None are listed: they are too many."""
        return {}

    def apply_deal(self, text: str) -> None:
        """The factories hold these tiles, such as `BBKW,RRYY`."""
        self.game.fill(text.split(","))

    def scores(self) -> list[int]:
        """One score a player."""
        return scores_of(self.to_fields())

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

    def deals(self) -> dict[str, Fraction]:
        """None are listed: they are too many."""
        return {}

    def scores(self) -> list[int]:
        """One score a player."""
        return scores_of(self.to_fields())


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


# --- Flowers --------------------------------------------------------------------------

CARDS_IN_PLAY = {1: 81, 2: 80, 3: 93, 4: 108}  # in stacks, and start cards
SUMMER_CARDS_IN_PLAY = {1: 80, 2: 78, 3: 90, 4: 108}


def _more_flowers(players: int, **options: str) -> Variant:
    return Variant(players, {k.replace("_", "-"): v for k, v in options.items()})


MORE_FLOWERS = (
    _more_flowers(2, end="one-more-each"),
    _more_flowers(3, end="finish-round"),
    _more_flowers(4, end="finish-round", reveal="immediate", covered="all"),
    _more_flowers(2, covered="all", removal="3", butterfly="card-colour"),
    _more_flowers(1, reveal="immediate", covered="none"),
    _more_flowers(1, stacks="blind:12,hidden:9,hidden:14,blind:20", cover_limit="2"),
    _more_flowers(1, reveal="immediate", stacks="hidden:2,hidden:15,blind:9,hidden:6"),
    _more_flowers(1, stacks="hidden:1,hidden:4,hidden:4"),
    _more_flowers(1, stacks="blind:30"),
    _more_flowers(2, cover_limit="0"),
    _more_flowers(3, cover_limit="2", rules="digest"),
    _more_flowers(2, summer="yes", summer_cover="yes", covered="all"),
    _more_flowers(4, summer="yes", summer_cover="yes", cover_limit="1"),
    _more_flowers(3, summer="yes", summer_cover="yes", rules="digest", min_group="2"),
    _more_flowers(2, ties="shared", stacks="hidden:4,blind:4"),
    _more_flowers(4, ties="shared", stacks="hidden:3,hidden:3", rules="digest"),
    _more_flowers(4, min_group="3", group_table="5,6,8,0,99"),
    _more_flowers(2, min_group="1", group_table="0,1,2,4,7,12,20,40", removal="0"),
    _more_flowers(3, stacks="blind:11,hidden:12,blind:14,hidden:9"),
    _more_flowers(2, stacks="hidden:1,hidden:1,hidden:2,blind:1,blind:1,hidden:1"),
    _more_flowers(4, end="one-more-each", stacks="hidden:1,blind:1,hidden:1"),
    _more_flowers(3, end="finish-round", stacks="blind:2,blind:1,hidden:1,hidden:2"),
    _more_flowers(4, end="one-more-each", stacks="blind:3,hidden:1", ties="shared"),
)


def flowers_pieces(fields: Fields) -> Counter[str]:
    """Cards in stacks, gardens and hands, those left out unseen, and purple ones.

    Of cards that have left the game, those of a solo game count too.
    """
    oracle, solo = FlowersGame.from_fields(fields), fields["players"] == 1
    piles = [pile for garden in oracle.gardens for pile in garden.values()]
    lying = Counter(itertools.chain.from_iterable(piles))
    purple = lying.pop(flowers_garden.PURPLE, 0)
    face_down = sum(stack.height - (stack.top is not None) for stack in oracle.stacks)
    face_down += (oracle.phase == "blind") + oracle.gardens.count({})
    shown = sum(stack.top is not None for stack in oracle.stacks)
    gone = oracle.gone.total() if solo else 0
    return Counter(
        {
            "in play": lying.total() + face_down + shown + bool(oracle.drawn) + gone,
            "left out": oracle.unseen().total() - face_down,
            "purple": purple,
        }
    )


def all_flowers_pieces(variant: Variant) -> dict[str, int]:
    """The same by what the rules say of the set-up."""
    players, options = variant
    summer = options.get("summer") == "yes"
    in_play = (SUMMER_CARDS_IN_PLAY if summer else CARDS_IN_PLAY)[players]
    if "stacks" in options:
        heights = [int(text.split(":")[1]) for text in options["stacks"].split(",")]
        in_play = sum(heights) + (0 if summer else players)
    purple = players if summer else 0
    return {"in play": in_play, "left out": 108 - in_play, "purple": purple}


def flowers_move_texts(actions: Sequence[int], state: State) -> list[str]:
    """The texts of actions: a garden's cells are named once for all of them."""
    moves = flowers_packing.unpack_moves(actions, state)
    return [flowers_moves.move_text(move) for move in moves]


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
            all_pieces=lambda _: dict.fromkeys(azul_board.COLOURS, 20),
            rotated=rotated,
        ),
        GameUnderTest(
            name="summer-pavilion",
            rules=summer_pavilion,
            notation=pavilion_notation,
            policies={"greedy": pavilion_greedy, "uniform": uniform},
            oracle=PavilionOracle,
            pieces=pavilion_pieces,
            all_pieces=lambda _: dict.fromkeys(pavilion_board.COLOURS, 22),
            rotated=rotated,
        ),
        GameUnderTest(
            name="flowers",
            rules=flowers,
            notation=flowers_notation,
            policies={"greedy": flowers_greedy, "uniform": uniform},
            oracle=FlowersGame,
            pieces=flowers_pieces,
            all_pieces=all_flowers_pieces,
            rotated=rotated,
            seats_alike=lambda fields: fields["phase"] != "setup",
            more=MORE_FLOWERS,
            lockstep_games=4,
            search_step=5,
            settings=Settings(
                playout=8,
                exploration=0.4,
                temperature=4.0,
                prior_floor=0.1,
                unvisited_loss=0.02,
            ),
            move_texts=flowers_move_texts,
        ),
    )
}
CASES = [Case(game, variant) for game in GAMES.values() for variant in game.variants]
MORE_CASES = [Case(game, variant) for game in GAMES.values() for variant in game.more]
SEARCHED_CASES = [
    case
    for game in GAMES.values()
    for case in [case for case in CASES if case.game is game][:: game.search_step]
]
each_case = pytest.mark.parametrize("case", CASES, ids=str)
each_more_case = pytest.mark.parametrize("case", MORE_CASES, ids=str)
each_searched_case = pytest.mark.parametrize("case", SEARCHED_CASES, ids=str)
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=str)
