"""How many positions Flowers takes with and without probes of outcomes (Star2).

    python -m tests.strength.count_positions --heights 2,2,2 --depth 4
    python -m tests.strength.count_positions --heights 2,1,2

Every greedy game gives one position, two thirds into it, with the stacks set to these
heights. Without a depth positions are searched to the end of the game. Answers that
differ are an error.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from engines import flowers
from engines.flowers import notation
from engines.flowers.layout import HEIGHTS
from engines.flowers.policies import greedy
from engines.protocol import State
from engines.rng import POLICY, new_stream
from search.batches import Budget
from search.expectimax import new_ranking, rules_for, search_to
from search.rollout import deal_due, make_choose
from search.seekers import Clock, Found, Seeker
from search.stack import UNLIMITED

MEMORY = 1 << 28  # bytes of a table
SAME = 1e-6


def late(heights: list[int], seed: int) -> State:
    """A position of a greedy game, with a draw due, and stacks of these heights."""
    choose, moves = (
        make_choose(flowers, greedy),
        np.zeros(flowers.MAX_ACTIONS, np.int64),
    )
    weights, rng = greedy.default_weights(), new_stream(seed, POLICY)
    state, draws = notation.new(2, {}), list[State]()
    deal_due(flowers, state, seed)
    while not flowers.is_over(state):
        if not flowers.is_mid_turn(state):
            draws.append(state.copy())
        flowers.play(state, choose(state, moves, weights, rng))
        deal_due(flowers, state, seed)
    found = draws[2 * len(draws) // 3]
    found[HEIGHTS : HEIGHTS + len(heights)] = heights
    return found


def searched(
    root: State, depth: int, objective: str, probing: int
) -> tuple[Found, int, float]:
    """What the best turn is worth, positions, and seconds of the processor."""
    ranking = new_ranking(flowers, greedy, root)
    rules = rules_for(objective, probing=probing)
    player = int(flowers.current_player(root))
    seeker = Seeker(flowers, greedy, greedy, root, player, rules, MEMORY)
    seeker.warm_up(root)
    clock, began = Clock(Budget()), time.process_time()
    for ahead in range(1, depth + 1):
        search_to(ranking, seeker, ahead, clock)
        if ranking.is_settled:
            break
    best = ranking.candidates[0].found
    if best is None:
        raise RuntimeError("a search without a limit has found nothing")
    return best, clock.looked, time.process_time() - began


def main() -> None:
    """Search the positions both ways and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=6)
    parser.add_argument("--heights", default="2,2,2", help="cards in the stacks")
    parser.add_argument("--depth", type=int, default=UNLIMITED)
    parser.add_argument("--objective", choices=("win", "margin"), default="win")
    parser.add_argument("--seed", type=int, default=900)
    given = parser.parse_args()
    heights = [int(height) for height in given.heights.split(",")]
    taken = np.zeros((2, 2))
    for number in range(given.positions):
        root = late(heights, given.seed + number)
        answers = []
        for probing in (0, 1):
            found, *spent = searched(root, given.depth, given.objective, probing)
            answers.append((found.win, found.margin))
            taken[probing] += spent
        if not np.allclose(*answers, atol=SAME):
            raise SystemExit(f"position {number}: {answers[0]} and {answers[1]}")
    for name, (positions, seconds) in zip(("plain", "probes"), taken, strict=True):
        print(f"{name}: {positions:.0f} positions, {seconds:.2f} s")


if __name__ == "__main__":
    main()
