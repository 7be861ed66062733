"""What a search may ask of a game, and of a policy: modules of constants and kernels.

A game is passed to a generic kernel as a module, never as a function, so that compiled
searches stay cacheable; docs/architecture.md says why. Argument order everywhere:
state, arguments, buffer `out`, `rng` last.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

State: TypeAlias = NDArray[np.int64]  # up to [STATE_SIZE], packed as the layout says
Moves: TypeAlias = NDArray[np.int64]  # [MAX_ACTIONS], actions in a fixed order
Rng: TypeAlias = NDArray[np.uint64]  # [1], a splitmix64 stream (engines.rng)
Vector: TypeAlias = NDArray[np.float64]  # one number a player, an action or a weight
Floats: TypeAlias = NDArray[np.float32]  # what nets calculate with


class Game(Protocol):
    """The rules of one game; every method is a kernel of the module."""

    @property
    def STATE_SIZE(self) -> int: ...  # noqa: N802

    @property
    def MAX_ACTIONS(self) -> int: ...  # noqa: N802

    @property
    def MAX_PLAYERS(self) -> int: ...  # noqa: N802

    def is_over(self, state: State) -> bool:
        """The game has ended."""

    def current_player(self, state: State) -> int:
        """The player to decide, from 0."""

    def player_count(self, state: State) -> int:
        """How many play."""

    def count_actions(self, state: State) -> int:
        """Number of legal actions; 0 while a chance event is due and after the end."""

    def action_at(self, state: State, index: int) -> int:
        """The legal action number `index`, in the order of `legal_actions`."""

    def legal_actions(self, state: State, out: Moves) -> int:
        """`out` starts with all legal actions; their number is returned."""

    def distinct_actions(self, state: State, out: Moves) -> int:
        """As `legal_actions`, perhaps without some that are no better than another.

        Not for the player whose decision it is, and no different for the others.
        """

    def state_key(self, state: State) -> int:
        """A mixed word, the same for states that are the same game.

        Interchangeable things have no names in it, such as the factories of a round.
        """

    def play(self, state: State, action: int) -> None:
        """The legal action is done, with all that follows from it without chance."""

    def is_mid_turn(self, state: State) -> bool:
        """The decision due goes on with a turn that has begun."""

    def round_number(self, state: State) -> int:
        """The round being played or about to begin, from 1; 0 in a game without."""

    def chance_due(self, state: State) -> int:
        """Number of the chance event that is due, from 1; 0 if none is due."""

    def deal(self, state: State, rng: Rng) -> None:
        """The chance event, if one is due, has happened; another may be due then."""

    def count_outcomes(self, state: State) -> int:
        """How many ways the chance event due can turn out; 0 if too many to list."""

    def deal_outcome(self, state: State, index: int) -> float:
        """The event has turned out in the way of that number; its probability."""

    def score_limits(self, state: State, least: Vector, most: Vector) -> bool:
        """The game ends without chance, with scores in `least[p]`..`most[p]`.

        False, and nothing is said, wherever that is not known.
        """

    def most_lead(self, state: State, player: int, bar: float) -> float:
        """The most that a player of two is ahead by at the end, if that is no more.

        `engines.unlimited.NO_LIMIT` if it may be more than `bar`, or isn't known.
        """

    def last_choices(self, state: State, wins: Vector, leads: Vector) -> int:
        """How many ends the player in turn of two has to choose from, if it is known.

        Two at most, 0 if it isn't known. Player 0 has the win share `wins[i]` at such
        an end and leads by `leads[i]`; the other player's best decisions are in it.
        """

    def scores(self, state: State, out: Vector) -> None:
        """`out[p]` is the score of player p."""

    @property
    def SOURCES(self) -> tuple[str, ...]: ...  # noqa: N802

    def points_by_source(self, state: State, player: int, out: Vector) -> None:
        """`out[i]` are the player's points from SOURCES[i] if the game ended now."""

    @property
    def ENDINGS(self) -> tuple[str, ...]: ...  # noqa: N802

    def ending(self, state: State) -> int:
        """What has ended the game, a place in ENDINGS; for a game that is over."""

    def outcome(self, state: State, out: Vector) -> None:
        """`out[p]` is the win share of player p if the game ended with these scores."""


class Policy(Protocol):
    """A fast player; all but those that give weights are kernels of the module."""

    def default_weights(self) -> Vector:
        """The weights that `choose` and `preferences` take, at least one number."""

    def prior_weights(self) -> Vector:
        """The weights of `preferences` in a tree, where time to think is cheap."""

    def choose(
        self, game: Game, state: State, moves: Moves, weights: Vector, rng: Rng
    ) -> int:
        """The action taken in `state`; `moves` is a buffer to work in."""

    def preferences(
        self,
        game: Game,
        state: State,
        moves: Moves,
        n: int,
        weights: Vector,
        out: Vector,
    ) -> None:
        """`out[i]` says in points how good `moves[i]` looks, for i < n."""

    def estimate(
        self, game: Game, state: State, weights: Vector, wins: Vector, points: Vector
    ) -> None:
        """Win shares and final scores to be expected, by player, between two turns."""


class Evaluator(Protocol):
    """Says what a position is worth; every method but `default_weights` is a kernel.

    A policy is an evaluator too, of positions between two turns.
    """

    def default_weights(self) -> Any:
        """The weights that `estimate` takes: a vector, or nets."""

    def estimate(
        self, game: Game, state: State, weights: Any, wins: Vector, points: Vector
    ) -> None:
        """`wins[p]` and `points[p]`: win share and final score to be expected.

        Of every player p, for every state that is not over: a decision is due, amid a
        turn or not, or chance. Shares sum to 1; alone at the table there is only 1.
        """


class Features(Protocol):
    """A position as the inputs of a net (`engines.nets`); methods are kernels."""

    @property
    def VERSION(self) -> int: ...  # noqa: N802

    @property
    def KINDS(self) -> tuple[str, ...]: ...  # noqa: N802

    @property
    def PHASES(self) -> tuple[str, ...]: ...  # noqa: N802

    @property
    def MAX_ACTIVE(self) -> int: ...  # noqa: N802

    def sparse_inputs(self, kind: int) -> int:
        """How many inputs are 0 or 1 in nets of that kind; not a kernel."""

    def dense_inputs(self, kind: int) -> int:
        """How many inputs are numbers; not a kernel."""

    def player_count(self, state: State) -> int:
        """How many play."""

    def kind(self, state: State) -> int:
        """A place in KINDS: the set-up, which has nets of its own; else NO_NET."""

    def phase(self, state: State) -> int:
        """A place in PHASES: the part of a round, which has a net of its own."""

    def viewer(self, state: State) -> int:
        """The player whose view is taken: who decides, or starts the next round."""

    def look(self, state: State, viewer: int, active: Moves, dense: Floats) -> int:
        """`active` starts with the inputs that are 1; their number is returned.

        `dense` starts with the numbers, first of all the score so far of every player
        from the viewer on, in units of `engines.nets.POINTS`.
        """


class Heuristic(Policy, Protocol):
    """A policy whose weights have names: WEIGHTS says what each of them means."""

    @property
    def WEIGHTS(self) -> Mapping[str, str]: ...  # noqa: N802

    @property
    def DEFAULTS(self) -> tuple[float, ...]: ...  # noqa: N802

    @property
    def PRESETS(self) -> Mapping[str, Mapping[str, float]]: ...  # noqa: N802

    def weighted(self, values: Mapping[str, float]) -> Vector:
        """The weights for `choose` with some of them given by name."""
