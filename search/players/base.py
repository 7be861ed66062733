"""What a player is, and what it may know of its game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from engines.nets import Nets
from engines.protocol import Evaluator, Game, Policy, State
from search.settings import Settings


class Forfeit(Exception):  # noqa: N818
    """A player has lost its game by not giving a legal move; its text says why."""


class SpecError(ValueError):
    """A player's text means nothing; one sentence says why."""


class Player(Protocol):
    """Whoever chooses moves; serves one thread."""

    @property
    def name(self) -> str: ...

    def choose(self, state: State, seat: int, seed: int) -> int:
        """The action for the decision due, which is up to `seat`; raises Forfeit.

        All randomness comes from `seed`, a number of the decision's own, below 2**63.
        """

    def close(self) -> None:
        """The player is needed no more; a program that it runs has ended."""


class Texts(Protocol):
    """A game's notation, as far as bots and tournaments need it."""

    @property
    def PLAYERS(self) -> range: ...  # noqa: N802

    def new(self, players: int, options: Mapping[str, str]) -> State:
        """A new game before its first chance event."""

    def format(self, state: State) -> str:
        """The canonical text."""

    def to_fields(self, state: State) -> dict[str, object]:
        """The JSON form."""

    def format_move(self, action: int, state: State) -> str:
        """The text of a move."""

    def parse_move(self, text: str, state: State) -> int:
        """The action of a legal move; a ValueError if it is none."""

    def format_deal(self, state: State, before: State | None = None) -> str:
        """How a chance event turned out, by the states after and before it."""


class GameSource(Protocol):
    """A game with all that its players need."""

    @property
    def name(self) -> str: ...

    @property
    def policies(self) -> Mapping[str, str]: ...  # the first has named weights

    def for_state(self, state: State) -> GameSource:
        """The game with what there is for the set-up of `state`."""

    def rules(self) -> Game:
        """The game as a search sees it."""

    def notation(self) -> Texts:
        """The game's texts."""

    def policy(self, name: str) -> Policy:
        """The fast player of that name."""

    @property
    def evaluators(self) -> Mapping[str, str]: ...

    @property
    def strongest(self) -> str: ...  # the default evaluator, `none` for the policy's

    @property
    def levels(self) -> Sequence[tuple[int, float]]: ...  # simulations and noise

    def evaluator_module(self, name: str, policy: str) -> Evaluator:
        """The evaluator of that name; for `none`, the policy of that name."""

    def with_net(self, file: Path) -> GameSource:
        """The game of a set-up with the nets of that file; ValueError if not of it."""

    def worth(self, evaluator: str) -> Nets | None:
        """The weights of that evaluator, if they are other than its default ones."""

    def search_settings(self, evaluator: str) -> Settings:
        """How a search with that evaluator explores this game."""
