"""Mean score a player of one policy against itself.

python -m tests.strength.self_play summer-pavilion --games 20000 --players 2
"""

from __future__ import annotations

import argparse

import numpy as np

from analyzer.games import GAMES
from engines.rng import POLICY, new_stream
from search.rollout import make_play_games
from search.workspace import new_workspace


def main() -> None:
    """Play the games and print the mean scores by seat."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--policy", default="greedy")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    entry = GAMES[given.game]
    game, policy = entry.rules(), entry.policy(given.policy)
    options = dict(pair.split("=") for pair in given.set)
    root, out = entry.notation().new(given.players, options), np.zeros(game.MAX_PLAYERS)
    play, work = make_play_games(game, policy), new_workspace(game)
    rng = new_stream(given.seed, POLICY)
    play(root, given.games, work, policy.default_weights(), out, rng)
    means = out[: given.players]
    print(f"mean {means.mean():.2f}, by seat {' '.join(f'{m:.2f}' for m in means)}")


if __name__ == "__main__":
    main()
