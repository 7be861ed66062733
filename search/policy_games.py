"""Games between policies as one kernel: a table with weights of its own a player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.jit import inlined, kernel
from engines.protocol import Game, Moves, Policy, Rng, State, Vector
from engines.rng import DEAL, DECISION, copy_into, seed_stream, word_at
from search.policies import uniform
from search.workspace import Workspace

MAX_ROUNDS = 64
U1 = np.uint64(1)


class Weighted(NamedTuple):
    """Policies as arrays: whether it is the uniform one, and a row of weights each."""

    uniform: Moves  # [player]
    weights: NDArray[np.float64]  # [player, weight]


class Games(NamedTuple):
    """Games to be played, one entry each, and what came of them by seat."""

    block: Moves
    number: Moves  # in the block
    seating: NDArray[np.int64]  # [game, seat], the player who sits there
    plies: Moves
    rounds: Moves
    ending: Moves  # place in the game's ENDINGS
    scores: NDArray[np.float64]  # [game, seat]
    wins: NDArray[np.float64]  # [game, seat]
    round_scores: NDArray[np.float64]  # [game, round, seat]
    sources: NDArray[np.float64]  # [game, seat, place in the game's SOURCES]


def new_games(game: Game, seats: int, count: int) -> Games:
    """Room for that many games."""
    one, seated = (count,), (count, seats)
    return Games(
        block=np.zeros(one, np.int64),
        number=np.zeros(one, np.int64),
        seating=np.zeros(seated, np.int64),
        plies=np.zeros(one, np.int64),
        rounds=np.zeros(one, np.int64),
        ending=np.zeros(one, np.int64),
        scores=np.zeros(seated),
        wins=np.zeros(seated),
        round_scores=np.zeros((count, MAX_ROUNDS, seats)),
        sources=np.zeros((*seated, len(game.SOURCES))),
    )


@inlined
def decision_seed(stream: np.uint64, ply: int) -> int:
    """The seed of one decision, below 2**63; `stream` is where its game's starts."""
    return int(np.int64(word_at(stream, ply) >> U1))


@inlined
def deal_block(game: Game, state: State, seed: int, block: int, rng: Rng) -> None:
    """No chance is due any more; every event had its stream, as in `deal_due`."""
    while game.chance_due(state) > 0:
        seed_stream(rng, seed, DEAL, block, game.chance_due(state))
        game.deal(state, rng)


@inlined
def note_round(game: Game, state: State, playing: int, rounds: Vector) -> None:
    """`rounds[r]` are the scores after round r + 1, if it was `playing` and is over."""
    completed = game.is_over(state) or game.round_number(state) != playing
    if completed and 0 < playing <= MAX_ROUNDS:
        game.scores(state, rounds[playing - 1])


@kernel
def play_game(
    game: Game,
    policy: Policy,
    players: Weighted,
    games: Games,
    index: int,
    work: Workspace,
    seed: int,
    rng: Rng,
) -> None:
    """`work.state`, the start of game `index`, has been played to its end."""
    state = work.state
    block, number = games.block[index], games.number[index]
    ply = 0
    seed_stream(rng, seed, DECISION, block, number)
    stream = rng[0]
    deal_block(game, state, seed, block, rng)
    while not game.is_over(state):
        player = games.seating[index, game.current_player(state)]
        playing = game.round_number(state)
        rng[0] = np.uint64(decision_seed(stream, ply))
        weights = players.weights[player]
        if players.uniform[player]:
            action = uniform.choose(game, state, work.moves, weights, rng)
        else:
            action = policy.choose(game, state, work.moves, weights, rng)
        game.play(state, action)
        ply += 1
        note_round(game, state, playing, games.round_scores[index])
        deal_block(game, state, seed, block, rng)
    games.plies[index] = ply
    games.rounds[index] = game.round_number(state)
    games.ending[index] = game.ending(state)
    game.scores(state, games.scores[index])
    game.outcome(state, games.wins[index])
    for seat in range(games.seating.shape[1]):
        game.points_by_source(state, seat, games.sources[index, seat])


@kernel
def play_listed(
    game: Game,
    policy: Policy,
    players: Weighted,
    games: Games,
    count: int,
    start: State,
    work: Workspace,
    seed: int,
    rng: Rng,
) -> None:
    """The first `count` games have been played from `start`."""
    for index in range(count):
        copy_into(start, work.state)
        play_game(game, policy, players, games, index, work, seed, rng)


def make_play_listed(game: Game, policy: Policy) -> Callable[..., Any]:
    """Bind `play_listed` to one game and policy module."""

    @kernel
    def bound(players, games, count, start, work, seed, rng):  # type: ignore[no-untyped-def]
        play_listed(game, policy, players, games, count, start, work, seed, rng)

    return bound
