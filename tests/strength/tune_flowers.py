"""Learn the weights of the greedy player of Flowers by evolution (sep-CMA-ES).

    python -m tests.strength.tune_flowers --players 1 --generations 200 --out solo.json

A candidate's fitness is its mean score in solo games, or with --players 2 its share of
wins, and a little of its margin, against the best of some generations before, in both
seats. The file holds the mean of the search distribution after every generation and is
where a second run goes on from. Needs the package `cma`.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import cma
import numpy as np
from joblib import Parallel, delayed

from engines import flowers
from engines.flowers.policies import greedy, learned, prospects
from engines.flowers.rules import Stack, Switches
from engines.jit import kernel
from engines.protocol import Rng, State, Vector
from engines.rng import POLICY, copy_into, new_stream
from search.rollout import settle
from search.workspace import Workspace, new_workspace

STACKS = {1: (40, 40), 2: (26, 26, 26), 3: (30, 30, 30), 4: (35, 35, 34)}
MARGIN_WORTH = 0.01  # share of wins that a point of margin counts
NEW_OPPONENT = 15  # generations


@kernel
def match(
    root: State,
    games: int,
    work: Workspace,
    tables: tuple[Vector, ...],
    out: Vector,
    rng: Rng,
) -> None:
    """`out` sums, over the games, win share and margin of the first table.

    It plays in every seat in turn, the second table in all others.
    """
    players = flowers.player_count(root)
    out[0] = out[1] = 0.0
    for number in range(games):
        seat = number % players
        copy_into(root, work.state)
        settle(flowers, work.state, rng)
        while not flowers.is_over(work.state):
            turn = flowers.current_player(work.state)
            weights = tables[0] if turn == seat else tables[1]
            action = greedy.choose(flowers, work.state, work.moves, weights, rng)
            flowers.play(work.state, action)
            settle(flowers, work.state, rng)
        flowers.outcome(work.state, work.wins)
        flowers.scores(work.state, work.points)
        out[0] += work.wins[seat]
        best = -1e9 if players > 1 else 0.0
        for p in range(players):
            if p != seat:
                best = max(best, work.points[p])
        out[1] += work.points[seat] - best


def new_game(players: int) -> State:
    """A standard game before its set-up."""
    stacks = [Stack(height, False) for height in STACKS[players]]
    stacks[-1] = stacks[-1]._replace(blind=True)
    return flowers.start(players, Switches(), stacks)


def table_of(values: Vector) -> Vector:
    """Weights for every number of players from one number a knot and name."""
    rows = learned.rows(np.reshape(values, (len(learned.KNOTS), -1)).tolist())
    return np.concatenate([rows, rows, prospects.table()])


def play(
    players: int, games: int, seed: int, first: Vector, second: Vector
) -> tuple[float, float]:
    """Mean win share and margin (alone: score) of the first table."""
    out, rng = np.zeros(2), new_stream(seed, POLICY)
    work = new_workspace(flowers)
    match(new_game(players), games, work, (first, second), out, rng)
    return float(out[0] / games), float(out[1] / games)


def fitness(
    players: int, games: int, seed: int, values: Vector, opponent: Vector
) -> float:
    """What evolution maximises."""
    share, margin = play(players, games, seed, table_of(values), table_of(opponent))
    return margin if players == 1 else share + MARGIN_WORTH * margin


def main() -> None:
    """Evolve until the generations are used up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=1)
    parser.add_argument("--generations", type=int, default=100)
    parser.add_argument("--population", type=int, default=32)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--sigma", type=float, default=0.3)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="begin from the end of this file")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    source = given.out if given.out.exists() else given.start
    weights = learned.SOLO if given.players == 1 else learned.OPPOSED
    begin, first = np.ravel(weights), 0
    if source:
        kept = json.loads(source.read_text())
        begin = np.array(kept["mean"])
        first = kept["generation"] + 1 if source == given.out else 0
    settings = {"CMA_diagonal": True, "popsize": given.population, "verbose": -9}
    es = cma.CMAEvolutionStrategy(begin, given.sigma, {**settings, "seed": given.seed})
    opponent, began = begin, time.perf_counter()
    with Parallel(n_jobs=given.jobs, backend="threading") as parallel:
        for generation in range(first, first + given.generations):
            asked = es.ask()
            seed = given.seed * 1_000_003 + generation
            values = parallel(
                delayed(fitness)(given.players, given.games, seed, x, opponent)
                for x in asked
            )
            es.tell(asked, [-value for value in values])
            mean = es.result.xfavorite
            record = {"generation": generation, "mean": mean.tolist()}
            given.out.write_text(json.dumps(record))
            if generation % NEW_OPPONENT == NEW_OPPONENT - 1:
                check = play(
                    given.players,
                    10 * given.games,
                    seed + 7,
                    table_of(mean),
                    table_of(np.ravel(weights)),
                )
                opponent = mean
                spent = time.perf_counter() - began
                print(generation, np.round(check, 3), f"{spent:.0f} s", flush=True)


if __name__ == "__main__":
    main()
