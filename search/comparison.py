"""Two moves compared by games played on after each of them, on the same deals."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.protocol import Game, Policy, State, Vector
from search.confidence import CONFIDENCE, student
from search.policy_games import Weighted, make_play_listed, new_games
from search.workspace import new_workspace

PLAYOUTS = 400  # after each move


class Ends(NamedTuple):
    """How games ended, by the players in the order of their seats."""

    scores: NDArray[np.float64]  # [game, player]
    sources: NDArray[np.float64]  # [game, player, place in the game's SOURCES]


class Difference(NamedTuple):
    """A mean of paired differences and its interval; whether it is beyond chance."""

    mean: float
    low: float
    high: float
    sure: bool


def play_out(
    game: Game, policy: Policy, start: State, seed: int, playouts: int = PLAYOUTS
) -> Ends:
    """The ends of so many games that the policy plays from `start` for all players.

    Game n of every start has the same streams for its chance events and decisions, so
    that games of one number can be compared. `start` may be any state.
    """
    players = int(game.player_count(start))
    games = new_games(game, players, playouts)
    games.block[:] = np.arange(1, playouts + 1)
    weights = policy.default_weights()
    same = Weighted(np.zeros(1, np.int64), weights[np.newaxis])
    work, rng = new_workspace(game), np.zeros(1, np.uint64)
    make_play_listed(game, policy)(same, games, playouts, start, work, seed, rng)
    return Ends(games.scores, games.sources)


def margins(ends: Ends, player: int) -> Vector:
    """By game, a player's points ahead of the best other one; alone, the points."""
    others = np.delete(ends.scores, player, axis=1)
    return ends.scores[:, player] - (others.max(axis=1) if others.size else 0.0)


def difference(
    first: Vector,
    second: Vector,
    comparisons: int = 1,
    confidence: float = CONFIDENCE,
) -> Difference:
    """What `first` is above `second`, the values of at least two pairs of games.

    Student's interval of this one mean (Student 1908). It is beyond chance if the
    interval would leave 0 out that holds for all `comparisons` at once (Bonferroni).
    """
    paired, risk = first - second, (1.0 - confidence) / 2
    mean = float(paired.mean())
    error = float(paired.std(ddof=1)) / np.sqrt(len(paired))
    half = error * student(len(paired), risk)
    sure = abs(mean) > error * student(len(paired), risk / comparisons)
    return Difference(mean, mean - half, mean + half, bool(sure))
