"""Games played by fixed streams, the same in every run: positions to test with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from engines.jit import kernel
from engines.protocol import Rng, State, Vector
from engines.rng import DEAL, POLICY, draw_unit, new_stream
from search.rollout import make_choose
from tests.registry import Case, GameUnderTest

Chooser: TypeAlias = Callable[[State], int]
GAMES_KEPT = 256  # of those that `positions` has played; of Flowers one is 2 MB


def make_preferences(rules: Any, policy: Any) -> Callable[..., None]:
    """Bind a policy's `preferences` to one game module, to be called from Python."""

    @kernel
    def bound(state, moves, n, weights, out):  # type: ignore[no-untyped-def]
        policy.preferences(rules, state, moves, n, weights, out)

    return bound


class BoundPolicy(NamedTuple):
    """A policy's kernels, bound to one game."""

    choose: Callable[..., int]
    preferences: Callable[..., None]
    weights: Vector


@cache
def bind(game: GameUnderTest, policy_name: str) -> BoundPolicy:
    """The kernels of a policy of the game, bound once a process."""
    policy = game.policies[policy_name]
    return BoundPolicy(
        make_choose(game.rules, policy),
        make_preferences(game.rules, policy),
        policy.default_weights(),
    )


# --- Choosing -------------------------------------------------------------------------


def by_policy(game: GameUnderTest, policy_name: str, rng: Rng) -> Chooser:
    """Takes the action of a policy."""
    policy = bind(game, policy_name)
    moves = np.zeros(game.rules.MAX_ACTIONS, np.int64)
    return lambda state: int(policy.choose(state, moves, policy.weights, rng))


def by_seat(game: GameUnderTest, policy_names: Sequence[str], seed: int) -> Chooser:
    """Seats take turns in using these policies, each with a stream of its own."""
    seats = [
        by_policy(
            game, policy_names[seat % len(policy_names)], new_stream(seed, POLICY, seat)
        )
        for seat in range(game.rules.MAX_PLAYERS)
    ]
    return lambda state: seats[game.rules.current_player(state)](state)


def mixed(game: GameUnderTest, seed: int) -> Chooser:
    """Half of the decisions by the first policy of the game, half at random."""
    rng = new_stream(seed, POLICY)
    first = by_policy(game, next(iter(game.policies)), rng)
    uniform = by_policy(game, "uniform", rng)
    return lambda state: (first if draw_unit(rng) < 0.5 else uniform)(state)


# --- Playing --------------------------------------------------------------------------


class Step(NamedTuple):
    """What happened in a game: an action, or None for a chance event; and after it."""

    before: State
    action: int | None
    after: State


def legal_actions(game: GameUnderTest, state: State) -> list[int]:
    """All legal actions in the game's order."""
    moves = np.zeros(game.rules.MAX_ACTIONS, np.int64)
    return moves[: game.rules.legal_actions(state, moves)].tolist()


def deal(game: GameUnderTest, state: State, seed: int) -> None:
    """The chance event that is due has happened, from the stream of (seed, event)."""
    event = game.rules.chance_due(state)
    game.rules.deal(state, new_stream(seed, DEAL, 0, event))


def settle(game: GameUnderTest, state: State, seed: int) -> None:
    """No chance event is due any more: one may follow from another."""
    while game.rules.chance_due(state):
        deal(game, state, seed)


def steps(case: Case, seed: int, choose: Chooser) -> Iterator[Step]:
    """A whole game, from before its first chance event to the end."""
    rules, state = case.game.rules, case.new()
    while not rules.is_over(state):
        before, action = state.copy(), None
        if rules.chance_due(state):
            deal(case.game, state, seed)
        else:
            action = choose(state)
            rules.play(state, action)
        yield Step(before, action, state.copy())


@lru_cache(GAMES_KEPT)
def positions(case: Case, seed: int) -> tuple[State, ...]:
    """All positions of a game played half at random, before the deals too."""
    played = list(steps(case, seed, mixed(case.game, seed)))
    states = [step.before for step in played] + [played[-1].after]
    for state in states:
        state.flags.writeable = False
    return tuple(states)
