"""Learn the weights of a game's heuristic player by evolution (sep-CMA-ES).

    python -m tests.strength.tune_heuristic azul --generations 40 --keep deny

A candidate's fitness is its share of wins, and a little of its margin, against the
default weights, on deals that are new in every generation. `--keep` names weights that
stay as they are. Prints the mean of the search distribution as it goes, and in the end
its share on fresh deals. Needs the package `cma`.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import cast

import cma
import numpy as np

from analyzer.games import GAMES, GameEntry
from engines.protocol import Heuristic
from reports.standings import player_table
from search.simulation import play

MARGIN_WORTH = 0.005  # share of wins that a point of margin counts
FRESH = 1_000_000  # seeds from here on are for the last measurement


def spec(weights: Mapping[str, float]) -> str:
    """A player's text."""
    return "heuristic:" + ",".join(f"{k}={v:.4f}" for k, v in weights.items())


def fitness(
    game: GameEntry, weights: Mapping[str, float], games: int, seed: int
) -> float:
    """Share of wins and part of the margin against the default weights."""
    table = play(game, {"new": spec(weights), "old": "greedy"}, games, seed=seed)
    row = player_table(table).set_index("player").loc["new"]
    return float(row["win_share"] + MARGIN_WORTH * row["margin_mean"])


def main() -> None:
    """Evolve the weights and say what they are worth."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--games", type=int, default=2000, help="a candidate")
    parser.add_argument("--keep", nargs="*", default=[])
    parser.add_argument("--start", help="weights as a JSON-like list name=value,...")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = GAMES[given.game]
    policy = cast(Heuristic, game.policy(next(iter(game.policies))))
    defaults = dict(zip(policy.WEIGHTS, policy.DEFAULTS, strict=True))
    for word in (given.start or "").split(",") if given.start else []:
        name, _, value = word.partition("=")
        defaults[name] = float(value)
    names = [name for name in defaults if name not in given.keep]
    scale = np.array([max(0.3, 0.5 * abs(defaults[name])) for name in names])
    start = np.array([defaults[name] for name in names])

    def weights(point: np.ndarray) -> dict[str, float]:
        return defaults | dict(zip(names, start + scale * point, strict=True))

    search = cma.CMAEvolutionStrategy(
        np.zeros(len(names)), 0.4, {"seed": given.seed, "popsize": 12, "verbose": -9}
    )
    for generation in range(given.generations):
        points = search.ask()
        seed = 1000 * given.seed + generation
        found = [-fitness(game, weights(p), given.games, seed) for p in points]
        search.tell(points, found)
        mean = weights(search.mean)
        best = -float(np.mean(found))
        print(f"{generation:3d} {best:.4f} {spec(mean)}", flush=True)
    table = play(
        game, {"new": spec(weights(search.mean)), "old": "greedy"}, 40_000, seed=FRESH
    )
    print(player_table(table).to_string())


if __name__ == "__main__":
    main()
