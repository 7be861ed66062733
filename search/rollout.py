"""Games played by one policy: the engine's speed, and the end of a search's line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.jit import inlined, kernel
from engines.protocol import Evaluator, Game, Policy, Rng, State, Vector
from engines.rng import DEAL, copy_into, new_stream
from search.workspace import Workspace

TO_THE_END = 1 << 30  # more decisions than any game has
NO_ROUND = 1 << 30  # a later round than any game has


def deal_due(game: Game, state: State, seed: int, number: int = 0) -> None:
    """No chance is due any more; each event had the stream (seed, DEAL, number, event).

    For Python; kernels use `settle`, or streams of their own.
    """
    while due := int(game.chance_due(state)):
        game.deal(state, new_stream(seed, DEAL, number, due))


@inlined
def settle(game: Game, state: State, rng: Rng) -> None:
    """No chance event is due any more; one may have led to the next."""
    while game.chance_due(state) > 0:
        game.deal(state, rng)


@inlined
def play_on(
    game: Game,
    policy: Policy,
    work: Workspace,
    plies: int,
    last_round: int,
    weights: Vector,
    rng: Rng,
) -> int:
    """`work.state` is that many decisions further, and no turn is half done.

    Or the game is over, or `last_round` is, before anything is dealt for the next one.
    The number of decisions is returned.
    """
    state = work.state
    done = 0
    while not game.is_over(state):
        if game.chance_due(state) > 0:
            if game.round_number(state) > last_round:
                break
            game.deal(state, rng)
        elif done < plies or game.is_mid_turn(state):
            game.play(state, policy.choose(game, state, work.moves, weights, rng))
            done += 1
        else:
            break
    return done


@kernel
def play_games(
    game: Game,
    policy: Policy,
    root: State,
    games: int,
    work: Workspace,
    weights: Vector,
    out: Vector,
    rng: Rng,
) -> int:
    """`out[p]` is the mean score of player p over the games; number of decisions."""
    plies = 0
    players = game.player_count(root)
    for p in range(players):
        out[p] = 0.0
    for _ in range(games):
        copy_into(root, work.state)
        plies += play_on(game, policy, work, TO_THE_END, NO_ROUND, weights, rng)
        game.scores(work.state, work.points)
        for p in range(players):
            out[p] += work.points[p] / games
    return plies


def make_play_games(game: Game, policy: Policy) -> Callable[..., Any]:
    """Bind `play_games` to one game and policy module."""

    @kernel
    def bound(root, games, work, weights, out, rng):  # type: ignore[no-untyped-def]
        return play_games(game, policy, root, games, work, weights, out, rng)

    return bound


def make_estimate(game: Game, evaluator: Evaluator) -> Callable[..., Any]:
    """Bind an evaluator, or a policy, to one game module, to be called from Python."""

    @kernel
    def bound(state, weights, wins, points):  # type: ignore[no-untyped-def]
        evaluator.estimate(game, state, weights, wins, points)

    return bound


def make_choose(game: Game, policy: Policy) -> Callable[..., Any]:
    """Bind a policy's `choose` to one game module, to be called from Python."""

    @kernel
    def bound(state, moves, weights, rng):  # type: ignore[no-untyped-def]
        return policy.choose(game, state, moves, weights, rng)

    return bound
