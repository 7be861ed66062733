"""Playouts, searches and counts in every variant, to be run with bounds checks.

    NUMBA_BOUNDSCHECK=1 python -m tests.bounds

Prints how many kernels were compiled, and not loaded from disk.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from numba.core.event import install_recorder

from engines.rng import POLICY, new_stream
from search.batches import Budget
from search.policies import uniform
from search.ranking import analyze
from search.rollout import make_play_games
from search.workspace import new_workspace
from tests.perft_tables import kernel_count, kernel_count_all, read_table
from tests.play import settle
from tests.registry import (
    CASES,
    GAMES,
    MORE_CASES,
    SEARCHED_CASES,
    Case,
    GameUnderTest,
)

GAMES_PLAYED = 60
SIMS = 400
MEMORY = 1 << 26
LEAVES = 20_000


@cache
def player_of(game: GameUnderTest) -> Callable[..., int]:
    """Plays random games."""
    return make_play_games(game.rules, uniform)


def play_out(case: Case) -> None:
    """Random games."""
    rules = case.game.rules
    points, work = np.zeros(rules.MAX_PLAYERS), new_workspace(rules)
    weights, rng = uniform.default_weights(), new_stream(3, POLICY)
    player_of(case.game)(case.new(), GAMES_PLAYED, work, weights, points, rng)


def search(case: Case) -> None:
    """A search after the first chance events."""
    root, policy = case.new(), next(iter(case.game.policies.values()))
    settle(case.game, root, 3)
    analyze(
        case.game.rules,
        policy,
        root,
        Budget(sims=SIMS),
        settings=case.game.settings,
        batches=2,
        memory=MEMORY,
    )


def count(game: GameUnderTest) -> None:
    """The smaller counts of the perft table."""
    for row in read_table(game):
        depth = sum(n <= LEAVES for n in row.counts)
        kernel_count(game, row.position, depth)
        if row.all_counts:
            depth = sum(n <= LEAVES for n in row.all_counts)
            kernel_count_all(game, row.position, depth)


def checks_are_on() -> bool:
    """Whether an index beyond the end of an array raises IndexError."""
    game, state = CASES[0].game, CASES[0].new()
    settle(game, state, 3)
    try:
        game.rules.legal_actions(state, np.zeros(1, np.int64))
    except IndexError:
        return True
    return False


def main() -> None:
    """Nothing has raised, with the checks on; the number of compilations."""
    with install_recorder("numba:compile") as recorder:
        for case in (*CASES, *MORE_CASES):
            play_out(case)
        for case in SEARCHED_CASES:
            search(case)
        for game in GAMES.values():
            count(game)
        if not checks_are_on():
            raise SystemExit("bounds are not checked: set NUMBA_BOUNDSCHECK=1")
    print(f"compiled {len(recorder.buffer) // 2}")  # a start and an end each


if __name__ == "__main__":
    main()
