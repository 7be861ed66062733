"""Paired 2-player games: two players meet on every deal in both seats.

    python -m tests.strength.match mcts:seconds=1 greedy --games 200 --game azul

A player is `greedy` with its weights, or `mcts` with `seconds=` or `sims=` a move,
`playout=uniform|greedy` and the fields of `search.mcts.Settings`. The factories of a
round depend on the seed, the deal and the round only, as far as the bag allows. Prints
the share of the first player with a 95 % Student interval between deals. With --out,
finished deals are kept in a file and a second run goes on from there.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from scipy import stats

from analyzer.games import GAMES, GameEntry
from engines.protocol import State
from engines.rng import POLICY, SEARCH, new_stream
from search.mcts import Settings, make_simulate
from search.rollout import deal_due, make_choose
from search.tree import children, new_tree
from search.workspace import new_workspace

Player = Callable[[State, int], int]  # state, seed of the decision -> action
CHUNK = 64
TREE_BYTES = 600 << 20


def greedy_player(entry: GameEntry, options: dict[str, str]) -> Player:
    """The greedy policy; its weights can be given by name."""
    policy: Any = entry.policy("greedy")
    choose = make_choose(entry.rules(), policy)
    moves = np.zeros(entry.rules().MAX_ACTIONS, np.int64)
    weights = policy.default_weights()
    for name, value in options.items():
        weights[policy.WEIGHTS.index(name)] = float(value)
    return lambda state, seed: int(
        choose(state, moves, weights, new_stream(seed, POLICY))
    )


def mcts_player(entry: GameEntry, options: dict[str, str]) -> Player:
    """A fresh search for every decision; plays the child visited most."""
    game, playout = entry.rules(), entry.policy(options.pop("playout", "greedy"))
    seconds = float(options.pop("seconds", 0))
    sims = int(options.pop("sims", 1 << 60))
    kinds = {name: type(value) for name, value in Settings()._asdict().items()}
    settings = Settings(**{name: kinds[name](v) for name, v in options.items()})
    simulate = make_simulate(game, playout)
    weights, work = playout.default_weights(), new_workspace(game)
    warm, rng = dealt(entry, 0, 1), new_stream(0, SEARCH)
    simulate(new_tree(game, 0), warm, 8, work, settings, weights, rng)

    def play(state: State, seed: int) -> int:
        if game.count_actions(state) == 1:
            return int(game.action_at(state, 0))
        tree, rng, done = new_tree(game, TREE_BYTES), new_stream(seed, SEARCH), 0
        end = time.perf_counter() + seconds if seconds else float("inf")
        while done < sims and time.perf_counter() < end:
            n = min(CHUNK, sims - done)
            simulate(tree, state, n, work, settings, weights, rng)
            done += n
        return int(tree.action[max(children(tree), key=lambda c: int(tree.visits[c]))])

    return play


def make_player(entry: GameEntry, spec: str) -> Player:
    """A player from `kind:key=value,...`."""
    kind, _, rest = spec.partition(":")
    options = dict(item.split("=") for item in rest.split(",") if item)
    return {"greedy": greedy_player, "mcts": mcts_player}[kind](entry, options)


def dealt(entry: GameEntry, seed: int, number: int) -> State:
    """A new game of two after its first fill."""
    state = entry.notation().new(2, {})
    deal_due(entry.rules(), state, seed, number)
    return state


def play_game(
    entry: GameEntry, players: list[Player], seed: int, number: int
) -> tuple[list[float], ...]:
    """Win shares and scores by seat."""
    game, state, ply = entry.rules(), dealt(entry, seed, number), 0
    while not game.is_over(state):
        player = players[game.current_player(state)]
        game.play(state, player(state, (seed << 40) + (number << 12) + ply))
        deal_due(game, state, seed, number)
        ply += 1
    shares, points = np.zeros(4), np.zeros(4)
    game.outcome(state, shares)
    game.scores(state, points)
    return shares[:2].tolist(), points[:2].tolist()


def play_deal(name: str, specs: list[str], seed: int, number: int) -> dict[str, Any]:
    """One deal in both seatings: shares and scores of the first player, others."""
    entry = GAMES[name]
    a, b = (make_player(entry, spec) for spec in specs)
    first, first_points = play_game(entry, [a, b], seed, number)
    second, second_points = play_game(entry, [b, a], seed, number)
    return {
        "deal": number,
        "shares": [first[0], second[1]],
        "points": [first_points[0], second_points[1]],
        "others": [first_points[1], second_points[0]],
    }


def summary(rows: list[dict[str, Any]]) -> str:
    """Share, interval and mean scores in one line."""
    shares = np.array([np.mean(row["shares"]) for row in rows])
    mean, half = shares.mean(), 0.0
    if len(rows) > 1:
        error = shares.std(ddof=1) / np.sqrt(len(rows))
        half = error * stats.t.ppf(0.975, len(rows) - 1)
    points = np.mean([row["points"] for row in rows])
    others = np.mean([row["others"] for row in rows])
    return (
        f"{2 * len(rows)} games: share {mean:.4f} +- {half:.4f} (95 %), "
        f"points {points:.1f} : {others:.1f}"
    )


def main() -> None:
    """Play the match and print its result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", nargs=2)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--game", choices=GAMES, default="azul")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, help="file of finished deals, one a line")
    given = parser.parse_args()
    rows = []
    if given.out and given.out.exists():
        rows = [json.loads(line) for line in given.out.read_text().splitlines()]
    done = {row["deal"] for row in rows}
    todo = [n for n in range((given.games + 1) // 2) if n not in done]
    began = time.perf_counter()
    results = Parallel(
        given.jobs, backend="threading", return_as="generator_unordered"
    )(delayed(play_deal)(given.game, given.players, given.seed, n) for n in todo)
    for row in results:
        rows.append(row)
        if given.out:
            given.out.parent.mkdir(parents=True, exist_ok=True)
            with given.out.open("a") as file:
                file.write(json.dumps(row) + "\n")
    print(given.game, given.players[0], "against", given.players[1], "seed", given.seed)
    print(summary(rows), f"{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
