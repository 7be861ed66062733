"""How fast last rounds of Azul are solved, on positions from greedy games.

python -m tests.strength.solve_rounds --positions 500 --seconds 5
python -m tests.strength.solve_rounds --positions 500 --seconds 3 --plies 10

Every game gives one position of its last round: the first, or the one with so many
decisions to go as the game went on. Seconds of the processor are shown too: on a busy
machine they are what a free one would need.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import suppress

import numpy as np

from engines import azul
from engines.azul.policies import greedy
from engines.protocol import State
from engines.rng import DEAL, POLICY, new_stream
from search import solver
from search.batches import Budget
from search.exact import NotSolvedError
from search.rollout import make_choose


def last_rounds(players: int, grey: bool, seed: int) -> Iterator[list[State]]:
    """The positions of the last rounds of games, where a decision is due."""
    choose, moves = make_choose(azul, greedy), np.zeros(azul.MAX_ACTIONS, np.int64)
    weights, number = greedy.default_weights(), 0
    while True:
        state, rng = azul.start(players, grey), new_stream(seed, POLICY, number)
        states = list[State]()
        while not azul.is_over(state):
            if due := azul.chance_due(state):
                azul.deal(state, new_stream(seed, DEAL, number, due))
                states.clear()
            states.append(state.copy())
            azul.play(state, choose(state, moves, weights, rng))
        yield states
        number += 1


def main() -> None:
    """Solve the positions and print how many, how fast."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--grey", action="store_true")
    parser.add_argument("--plies", type=int, default=0, help="0: the whole round")
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rounds = last_rounds(given.players, given.grey, given.seed)
    roots = []
    for _ in range(given.positions):
        states = next(rounds)
        roots.append(states[max(0, len(states) - given.plies) if given.plies else 0])
    with suppress(NotSolvedError):
        solve(roots[0], 0.1)  # compiled
    spent, looked, proven, positions = [], [], 0, 0
    began = time.process_time()
    for root in roots:
        before = time.process_time()
        try:
            found = solve(root, given.seconds)
        except NotSolvedError:
            continue
        spent.append(found.seconds)
        looked.append(time.process_time() - before)
        proven += found.proven
        positions += found.sims
    total = time.process_time() - began
    times, cpu, n = np.array(spent), np.array(looked), len(roots)
    print(
        f"solved in {given.seconds:g} s: {len(times) / n:.3f}, proven: {proven / n:.3f}"
    )
    for name, values in (("seconds", times), ("of the processor", cpu)):
        marks = np.quantile(values, [0.5, 0.9, 0.95, 1.0])
        shown = " ".join(f"{mark:.3f}" for mark in marks)
        print(f"{name}: median, 90 %, 95 %, most of the solved: {shown}")
    print(f"positions a second of the processor: {positions / cpu.sum() / 1e6:.2f} M")
    print(f"in all {total:.0f} s of the processor")


def solve(root: State, seconds: float) -> solver.Analysis:
    """The solver's answer, with a value for the first move alone."""
    return solver.solve(azul, greedy, greedy, root, Budget(seconds=seconds), moves=1)


if __name__ == "__main__":
    main()
