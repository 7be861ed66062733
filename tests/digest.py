"""A fingerprint of what the kernels do, to compare two ways of running them.

    NUMBA_DISABLE_JIT=1 python -m tests.digest

Games by fixed streams of every policy in every variant, and small searches.
"""

from __future__ import annotations

import hashlib
from itertools import pairwise

from engines.protocol import State
from search.batches import Budget
from search.ranking import analyze
from tests.play import by_seat, positions, steps
from tests.registry import CASES, MORE_CASES, SEARCHED_CASES, Case

SEEDS = range(2)
SIMS = 100
MEMORY = 1 << 26
SEARCHED = slice(1, None, 3)  # of the cases that are searched in tests


def game_digest(case: Case, policy: str) -> str:
    """A hash of all positions of some games, and how many they are."""
    digest, n = hashlib.sha256(), 0
    for seed in SEEDS:
        for step in steps(case, seed, by_seat(case.game, [policy], seed)):
            digest.update(step.after.tobytes())
            n += 1
    return f"{case} {policy} {n} {digest.hexdigest()[:16]}"


def follows_chance(case: Case, before: State, after: State) -> bool:
    """Whether a decision is due after a chance event."""
    rules = case.game.rules
    return rules.chance_due(before) > 0 and rules.count_actions(after) > 0


def search_digest(case: Case) -> str:
    """Actions with visits and win shares from a small search."""
    states = positions(case, SEEDS[0])
    middle = pairwise(states[len(states) // 2 :])
    root = next(
        after for before, after in middle if follows_chance(case, before, after)
    )
    policy = next(iter(case.game.policies.values()))
    budget = Budget(sims=SIMS)
    settings = case.game.settings
    found = analyze(
        case.game.rules,
        policy,
        root,
        budget,
        settings=settings,
        batches=2,
        memory=MEMORY,
    )
    rows = [f"{m.turn[0]}:{m.visits}:{m.win or 0:.9f}" for m in found.moves if m.visits]
    return f"{case} search {' '.join(rows)}"


def lines() -> list[str]:
    """One line a game and policy, one a search."""
    games = [
        game_digest(case, name)
        for case in (*CASES, *MORE_CASES)
        for name in case.game.policies
    ]
    return games + [search_digest(case) for case in SEARCHED_CASES[SEARCHED]]


if __name__ == "__main__":
    print("\n".join(lines()))
