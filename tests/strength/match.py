"""Matches: two players meet on the same deals.

    python -m tests.strength.match mcts:seconds=1 greedy --games 200 --game azul

With 2 players on every deal in both seats; with 3 or 4 the first one in every seat
against copies of the second; with 1 each plays every deal alone. `azulyst players`
lists the players.
What is dealt depends on the seed, the deal and the number of the chance event only, as
far as the stock allows. Prints the first player's share of wins, alone the mean
difference of scores, with a 95 % Student interval between deals. With --out, finished
deals are kept in a file and a second run goes on from there.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed
from scipy import stats

from analyzer.games import GAMES, GameEntry
from engines.protocol import State
from search.players import Player, make_player
from search.rollout import deal_due


class Match(NamedTuple):
    """Who meets in what."""

    game: str
    specs: list[str]
    players: int
    seed: int


def dealt(entry: GameEntry, players: int, seed: int, number: int) -> State:
    """A new game after its first deal."""
    state = entry.notation().new(players, {})
    deal_due(entry.rules(), state, seed, number)
    return state


def play_game(
    entry: GameEntry, seats: list[Player], seed: int, number: int
) -> tuple[list[float], list[float]]:
    """Win shares and scores by seat."""
    game, state, ply = entry.rules(), dealt(entry, len(seats), seed, number), 0
    while not game.is_over(state):
        seat = int(game.current_player(state))
        own = (seed << 40) + (number << 12) + ply
        game.play(state, seats[seat].choose(state, seat, own))
        deal_due(game, state, seed, number)
        ply += 1
    shares, points = np.zeros((2, game.MAX_PLAYERS))
    game.outcome(state, shares)
    game.scores(state, points)
    return shares[: len(seats)].tolist(), points[: len(seats)].tolist()


def play_deal(match: Match, number: int) -> dict[str, Any]:
    """One deal: shares and points of the first player by seat, mean points of others.

    Alone, points of either player.
    """
    entry = GAMES[match.game]
    entry = entry.for_state(dealt(entry, match.players, match.seed, number))
    a, b = (make_player(spec, entry) for spec in match.specs)
    row: dict[str, Any] = {"deal": number, "shares": [], "points": [], "others": []}
    for seat in range(match.players):
        seats = [a if p == seat else b for p in range(match.players)]
        shares, points = play_game(entry, seats, match.seed, number)
        row["shares"].append(shares[seat])
        row["points"].append(points.pop(seat))
        if match.players == 1:
            points = play_game(entry, [b], match.seed, number)[1]
        row["others"].append(float(np.mean(points)))
    return row


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Mean, and half of its 95 % Student interval."""
    mean, n = float(np.mean(values)), len(values)
    if n < 2:
        return mean, float("nan")
    error = np.std(values, ddof=1) / np.sqrt(n)
    return mean, float(error * stats.t.ppf(0.975, n - 1))


def summary(rows: list[dict[str, Any]], players: int) -> str:
    """What is compared with its interval, and mean scores, in one line."""
    points, others = (
        [float(np.mean(row[key])) for row in rows] for key in ("points", "others")
    )
    if players == 1:
        what = "difference"
        mean, half = interval(np.subtract(points, others).tolist())
    else:
        what = "share"
        mean, half = interval([float(np.mean(row["shares"])) for row in rows])
    return (
        f"{max(2, players) * len(rows)} games: {what} {mean:.4f} +- {half:.4f} (95 %), "
        f"points {np.mean(points):.1f} : {np.mean(others):.1f}"
    )


def main() -> None:
    """Play the match and print its result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("specs", nargs=2, metavar="PLAYER")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--game", choices=GAMES, default="azul")
    parser.add_argument("--players", type=int, choices=range(1, 5), default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, help="file of finished deals, one a line")
    given = parser.parse_args()
    match = Match(given.game, given.specs, given.players, given.seed)
    rows = []
    if given.out and given.out.exists():
        rows = [json.loads(line) for line in given.out.read_text().splitlines()]
    done = {row["deal"] for row in rows}
    deals = -(-given.games // max(2, given.players))
    todo = [n for n in range(deals) if n not in done]
    began = time.perf_counter()
    results = Parallel(
        given.jobs, backend="threading", return_as="generator_unordered"
    )(delayed(play_deal)(match, n) for n in todo)
    for row in results:
        rows.append(row)
        if given.out:
            given.out.parent.mkdir(parents=True, exist_ok=True)
            with given.out.open("a") as file:
                file.write(json.dumps(row) + "\n")
    first, second = given.specs
    print(f"{given.game}, {given.players} players: {first} against {second},", end=" ")
    print(f"seed {given.seed}")
    print(summary(rows, given.players), f"{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
