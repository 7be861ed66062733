"""Searches of positions whose exact values are known: what their figures are worth.

Random games of one to three decisions and a chance event are trees; the ends of Flowers
are positions of random games from which no chance comes any more. Both are solved by
`search.exact`, and a tree search without end would find the same values.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from engines import flowers
from engines.flowers import layout
from engines.flowers.rules import Stack, Switches, start
from engines.protocol import State
from search import exact, ranking
from search.answers import Analysis, RankedMove
from search.batches import Budget
from search.confidence import WIN
from search.mcts import Settings
from search.rollout import deal_due
from tests import toy_game
from tests.registry import GAMES
from tests.toy_game import Node, chance, decision, over

MEMORY = 1 << 24
POSITIONS = 2_000  # that may follow an ending looked for
Turn = tuple[int, ...]


class Solved(NamedTuple):
    """A position, how to search it, and the exact win share of every turn."""

    game: Any
    policy: Any
    settings: Settings
    root: State
    values: Mapping[Turn, float]


def random_game(decisions: int, seed: int) -> Solved:
    """So many decisions by two players in turn, then chance, then the end."""
    rng = random.Random(1_000 * seed + decisions)

    def end() -> Node:
        return over(rng.randrange(3), rng.randrange(3))

    def node(depth: int) -> Node:
        many = range(rng.randrange(2, 5))
        if depth == decisions:
            return chance(*((rng.randrange(1, 4), end()) for _ in many))
        return decision(depth % 2, *(node(depth + 1) for _ in many))

    root = toy_game.start(node(0), 2)
    return Solved(toy_game, toy_game, Settings(), root, _exact(toy_game, root))


def _exact(game: Any, root: State) -> dict[Turn, float]:
    found = exact.solve(game, root, Budget())
    return {move.turn: float(move.win or 0.0) for move in found.moves}


def flowers_endings(count: int) -> Iterator[Solved]:
    """So many ends of short random games of two, each with a choice that matters."""
    entry = GAMES["flowers"]
    policy = next(iter(entry.policies.values()))
    for seed in range(100 * count):
        for state in _short_game(seed)[-7:]:
            if not _has_choice_and_no_chance(state):
                continue
            values = _exact(flowers, state)
            if len(set(values.values())) > 1:
                yield Solved(flowers, policy, entry.settings, state, values)
                if (count := count - 1) == 0:
                    return


def _short_game(seed: int) -> list[State]:
    """All states with a draw due in a random game with two stacks of five cards."""
    state = start(2, Switches(), [Stack(5, False)] * 2)
    states, rng = list[State](), random.Random(seed)
    while True:
        deal_due(flowers, state, seed)
        if flowers.is_over(state):
            return states
        if not flowers.is_mid_turn(state):
            states.append(state.copy())
        flowers.play(
            state, flowers.action_at(state, rng.randrange(flowers.count_actions(state)))
        )


def _has_choice_and_no_chance(state: State) -> bool:
    """All that can follow is few decisions without chance, two turns of them at least.

    A last turn would be no test: every simulation of a move ends the same.
    """
    cards = int(state[layout.HEIGHTS : layout.TOPS].sum())
    if cards < 2 or cards > np.count_nonzero(state[layout.TOPS : layout.UNSEEN]):
        return False
    waiting, seen = [state], 0
    while waiting:
        here = waiting.pop()
        seen += 1
        if seen > POSITIONS or flowers.chance_due(here):
            return False
        for index in range(flowers.count_actions(here)):
            after = here.copy()
            flowers.play(after, flowers.action_at(here, index))
            waiting.append(after)
    return True


class Tally(NamedTuple):
    """Of searches: shares of intervals that hold the exact value, counts of verdicts.

    A verdict is wrong if the first move is not the only best one (`decided`), or worse
    than the best by more than the zone (`equal`).
    """

    intervals: int
    covered: float
    outlooks: int
    outlook_covered: float
    decided: int
    wrong_decided: int
    equal: int
    wrong_equal: int
    undecided: int

    def __str__(self) -> str:
        return ", ".join(
            f"{name} {value:.3f}" if isinstance(value, float) else f"{name} {value}"
            for name, value in self._asdict().items()
        )


def search(solved: Solved, sims: int, until_decided: bool, seed: int) -> Analysis:
    """An analysis of so many simulations, or a ceiling of so many."""
    return ranking.analyze(
        solved.game,
        solved.policy,
        solved.root,
        Budget(sims=sims),
        settings=solved.settings,
        until_decided=until_decided,
        seed=seed,
        memory=MEMORY,
    )


def tally(cases: Iterator[Solved], sims: int, until_decided: bool = False) -> Tally:
    """What searches of all the cases said."""
    plain, wide, words = list[bool](), list[bool](), list[tuple[str, bool]]()
    for seed, case in enumerate(cases):
        found, values = search(case, sims, until_decided, seed), case.values
        for move in found.moves:
            plain += _holds(move.win_low, move.win_high, move, values)
            wide += _holds(move.outlook_low, move.outlook_high, move, values)
        first, best = values[found.moves[0].turn], max(values.values())
        alone = sum(value > first - 1e-9 for value in values.values()) == 1
        right = first >= best - WIN.indifference if found.verdict == "equal" else alone
        words.append((found.verdict, right))
    count = words.count
    return Tally(
        *(len(plain), sum(plain) / len(plain)),
        *(len(wide), sum(wide) / max(1, len(wide))),
        *(count(("decided", True)) + count(("decided", False)),),
        *(count(("decided", False)),),
        *(count(("equal", True)) + count(("equal", False)), count(("equal", False))),
        undecided=sum(word == "undecided" for word, _ in words),
    )


def _holds(
    low: float | None,
    high: float | None,
    move: RankedMove,
    values: Mapping[Turn, float],
) -> list[bool]:
    """Whether an interval holds the exact value; nothing where there is none."""
    if low is None or high is None:
        return []
    return [low - 1e-9 <= values[move.turn] <= high + 1e-9]
