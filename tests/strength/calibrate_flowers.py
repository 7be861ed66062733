"""Fit what worths of gardens mean for final scores and wins, from greedy games.

    python -m tests.strength.calibrate_flowers --games 4000

Between two turns of games by the greedy policy every player's worth is noted, with the
score that came of it. Printed are, for each number of players and each knot (cards in
the lowest stack, see `engines.flowers.policies.learned`): points beyond the worth,
points a point of worth, and points of difference by which the odds to win grow e-fold.
A knot without games near it is filled in by hand.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray
from scipy import optimize

from engines import flowers
from engines.flowers.policies import greedy, learned
from engines.jit import kernel
from engines.protocol import Rng, State, Vector
from engines.rng import POLICY, copy_into, new_stream
from search.rollout import settle
from search.workspace import Workspace, new_workspace
from tests.strength.tune_flowers import new_game

TURNS = 200  # more than any game has


@kernel
def play(
    root: State, work: Workspace, weights: Vector, notes: NDArray[np.float64], rng: Rng
) -> int:
    """Number of turns; `notes[turn]`: cards in the lowest stack, then the worths."""
    state = work.state
    copy_into(root, state)
    settle(flowers, state, rng)
    turns = 0
    while not flowers.is_over(state):
        if not flowers.is_mid_turn(state):
            notes[turns, 0] = greedy.cards_to_come(state)
            greedy.worths(state, weights, notes[turns, 1:])
            turns += 1
        action = greedy.choose(flowers, state, work.moves, weights, rng)
        flowers.play(state, action)
        settle(flowers, state, rng)
    flowers.outcome(state, work.wins)
    flowers.scores(state, work.points)
    return turns


def noted(players: int, games: int, seed: int) -> tuple[NDArray[np.float64], ...]:
    """(heights[n], worths[n, p], scores[n, p], wins[n, p]) of that many games."""
    work, weights = new_workspace(flowers), greedy.default_weights()
    rng, root, parts = new_stream(seed, POLICY), new_game(players), []
    for _ in range(games):
        notes = np.zeros((TURNS, 1 + flowers.MAX_PLAYERS))
        n = play(root, work, weights, notes, rng)
        parts.append((notes[:n], work.points.copy(), work.wins.copy()))
    rows = np.concatenate([notes for notes, _, _ in parts])
    scores, wins = (
        np.concatenate(
            [np.tile(part[i][:players], (len(part[0]), 1)) for part in parts]
        )
        for i in (1, 2)
    )
    return rows[:, 0], rows[:, 1 : 1 + players], scores, wins


def hats(heights: NDArray[np.float64]) -> NDArray[np.float64]:
    """[n, knot]: the share of each knot in a straight run between them."""
    eye = np.eye(len(learned.OUTLOOK_KNOTS))
    return np.array([np.interp(heights, learned.OUTLOOK_KNOTS, row) for row in eye]).T


def fit(players: int, games: int, seed: int) -> NDArray[np.float64]:
    """[knot, 3]: points beyond the worth, points a point of worth, spread of a win."""
    heights, worths, scores, wins = noted(players, games, seed)
    near = hats(heights)
    inputs = np.concatenate(
        [np.repeat(near, players, axis=0), np.repeat(near, players, axis=0)], axis=1
    )
    inputs[:, near.shape[1] :] *= worths.reshape(-1, 1)
    found, *_ = np.linalg.lstsq(inputs, scores.ravel(), rcond=None)
    base, slope = found.reshape(2, -1)
    spread = np.ones(near.shape[1])
    if players > 1:
        points = (near @ base)[:, None] + (near @ slope)[:, None] * worths
        points -= points.max(axis=1, keepdims=True)

        def loss(logs: NDArray[np.float64]) -> float:
            scaled = points / (near @ np.exp(logs))[:, None]
            chances = scaled - np.log(np.exp(scaled).sum(axis=1, keepdims=True))
            return float(-(wins * chances).sum(axis=1).mean())

        spread = np.exp(optimize.minimize(loss, np.full(len(spread), 1.5)).x)
    return np.array([base, slope, spread]).T


def main() -> None:
    """Print the fits as they stand in `learned.OUTLOOK`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for players in range(1, flowers.MAX_PLAYERS + 1):
        rows = fit(players, given.games, given.seed)
        print("    (")
        for row in rows:
            print("        (" + ", ".join(f"{value:.2f}" for value in row) + "),")
        print("    ),", flush=True)


if __name__ == "__main__":
    main()
