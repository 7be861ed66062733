"""Result tables of made-up games, and sequential tests of made-up blocks."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

import numpy as np
import pandas as pd

from reports.intervals import Vector
from reports.match import RESULTS, Counts
from reports.sprt import Sprt

Game = tuple[int, str, tuple[float, ...]]  # block, players by seat, scores by seat


def table(games: Iterable[Game], seed: int = 1) -> pd.DataFrame:
    """One row a game and seat; the highest score has rank 1 and shares the win."""
    rows = []
    for number, (block, seating, scores) in enumerate(games, start=1):
        best = max(scores)
        for seat, (player, score) in enumerate(
            zip(seating.split(","), scores, strict=True), start=1
        ):
            rows.append(
                {
                    "block": block,
                    "game": number,
                    "seed": seed,
                    "seating": seating,
                    "seat": seat,
                    "player": player,
                    "score": score,
                    "win_share": (score == best) / scores.count(best),
                    "rank": 1 + sum(other > score for other in scores),
                }
            )
    return pd.DataFrame(rows)


def blocks_table(results: Iterable[float]) -> pd.DataFrame:
    """A match of a and b with these results of a, 0 to 2, one block each."""
    games: list[Game] = []
    for block, result in enumerate(results, start=1):
        for seating, share in (("a,b", min(result, 1)), ("b,a", max(result - 1, 0))):
            own, other = (1 + 2 * share, 2.0)
            scores = (own, other) if seating == "a,b" else (other, own)
            games.append((block, seating, scores))
    return table(games)


def races(
    worth: dict[str, float],
    advantage: tuple[float, ...],
    blocks: int,
    rng: np.random.Generator,
    spread: float = 0.0,
) -> pd.DataFrame:
    """Games of all players in all seatings, first places by log worth and seat.

    `spread` is the deviation of what a whole block adds to the log worth of a player:
    it makes the games of a block alike.
    """
    games: list[Game] = []
    seatings = list(permutations(worth))
    for block in range(1, blocks + 1):
        form = dict(zip(worth, rng.normal(0, spread, len(worth)), strict=True))
        for seating in seatings:
            logs = [worth[name] + form[name] for name in seating]
            noise = rng.gumbel(size=len(seating))
            scores = np.array(logs) + advantage[: len(seating)] + noise
            games.append((block, ",".join(seating), tuple(scores.tolist())))
    return table(games)


def block_chances(share: float, ties: float, correlation: float = 0.0) -> Vector:
    """Chances `[5]` of block results, games tied with this rate and so correlated."""
    game = np.array([1 - share - ties / 2, ties, share - ties / 2])
    apart = np.outer(game, game)
    if correlation >= 0:
        both = (1 - correlation) * apart + correlation * np.diag(game)
    else:  # opposite results, as far as the correlation asks for
        shift = -correlation * (share * (1 - share) - ties / 4)
        both = apart + shift * np.array([[-1, 0, 1], [0, 0, 0], [1, 0, -1]])
    found = np.zeros(5)
    np.add.at(found, np.add.outer(np.arange(3), np.arange(3)), both)
    return found


def stopped(
    test: Sprt, chances: Vector, tests: int, rng: np.random.Generator, step: int = 40
) -> tuple[Counts, Vector, Counts]:
    """(decision 1, -1 for H1, H0, ratio, counts[5]) at the end of each test."""
    lower, upper = test.bounds
    decision, ratio = np.zeros(tests, np.int64), np.zeros(tests)
    counts = np.zeros((tests, 5), np.int64)
    running = np.arange(tests)
    while len(running):
        places = rng.choice(5, (len(running), step), p=chances)
        seen = np.cumsum(places[..., None] == np.arange(len(RESULTS)), axis=1)
        seen += counts[running, None]
        llr, overshoot = test.ratios(seen)
        sides = np.where(llr >= upper - overshoot, 1, 0)
        sides = np.where(llr <= lower + overshoot, -1, sides)
        first = np.where(sides.any(axis=1), (sides != 0).argmax(axis=1), step - 1)
        rows = np.arange(len(running))
        decision[running], ratio[running] = sides[rows, first], llr[rows, first]
        counts[running] = seen[rows, first]
        running = running[decision[running] == 0]
    return decision, ratio, counts
