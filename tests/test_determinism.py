"""The same search finds the same, and no search knows more than the players do."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from engines.jit import JIT
from engines.protocol import State
from engines.rng import DEAL, new_stream
from search import expectimax
from search.answers import Analysis
from search.batches import Budget
from search.exact import NotSolvedError, solve
from search.ranking import analyze
from search.tree import Tree, children, principal_line
from tests.golden.searches import MEMORY, depth_first_policy, grown, places
from tests.play import positions
from tests.registry import CASES, GAMES, Case, GameUnderTest

TWENTY = [7 * n * n + n for n in range(1, 21)]  # simulations, up to 2 820
EXACT_SIMS = 200  # of 100 positions
needs_jit = pytest.mark.skipif(not JIT, reason="thousands of simulations")
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=str)


def contents(tree: Tree) -> list[Any]:
    """Everything that the nodes in use say, and the line."""
    n = int(tree.size[0])
    below = list(children(tree))
    most = max(below, key=lambda child: int(tree.visits[child]))
    arrays = (tree.action, tree.visits, tree.child_count, tree.utility, tree.win)
    return [n, principal_line(tree, most), *(a[:n].tolist() for a in arrays)]


@needs_jit
@each_game
def test_twenty_budgets_give_the_same_trees_again(game: GameUnderTest) -> None:
    roots = [root for _, root in places(game)]
    root = max(roots, key=lambda root: int(grown(game, root, [300]).size[0]))
    sizes = []
    for sims in TWENTY:
        first, again = (contents(grown(game, root, [sims])) for _ in "ab")
        assert first == again
        sizes.append(first[0])
    assert sizes == sorted(sizes)
    assert sizes[-1] > sizes[0]


@needs_jit
@each_game
def test_a_tree_does_not_depend_on_the_chunks_that_it_grows_by(
    game: GameUnderTest,
) -> None:
    _, root = places(game)[1]
    whole = contents(grown(game, root, [300]))
    assert contents(grown(game, root, [1, 2, 97, 200])) == whole
    assert contents(grown(game, root, [150, 150])) == whole


# --- No peeking -----------------------------------------------------------------------


def ask(search: Callable[[], Analysis]) -> Analysis | str:
    """An answer but for its time, or why there is none."""
    try:
        return replace(search(), seconds=0.0)
    except NotSolvedError as error:
        return str(error)


def answers(case: Case, state: State) -> list[Analysis | str]:
    """What every search that may come to chance says of a position."""
    rules, policy = case.game.rules, next(iter(case.game.policies.values()))
    other, settings = depth_first_policy(case.game), case.game.settings
    return [
        ask(
            lambda: analyze(
                rules, policy, state, Budget(sims=48), settings=settings, memory=MEMORY
            )
        ),
        ask(
            lambda: expectimax.analyze(
                rules, other, other, state, Budget(sims=400), memory=MEMORY
            )
        ),
        ask(lambda: solve(rules, state, Budget(sims=EXACT_SIMS))),
    ]


def before_chance(case: Case) -> list[State]:
    """Decisions of a game after which something hidden comes to light."""
    played = positions(case, 5)
    choices = [
        state
        for state, after in pairwise(played)
        if case.game.rules.chance_due(after)
        and case.game.rules.count_actions(state) > 1
    ]
    return choices[:: max(1, len(choices) // 2)][:2]


def disturb(case: Case, state: State, seed: int) -> None:
    """What is hidden has been drawn in another order, on a copy; streams have gone on.

    A search that looked at more than its position and its own streams would see it.
    """
    random.seed(seed)
    np.random.seed(seed)
    twin, rng = state.copy(), new_stream(seed, DEAL)
    for _ in range(20):
        if case.game.rules.is_over(twin):
            break
        if case.game.rules.chance_due(twin):
            case.game.rules.deal(twin, rng)
        else:
            case.game.rules.play(twin, case.game.rules.action_at(twin, 0))


@needs_jit
@each_game
def test_nothing_hidden_changes_an_answer(game: GameUnderTest) -> None:
    case = next(c for c in CASES if c.game is game and c.variant.players == 2)
    for state in before_chance(case):
        before, found = state.copy(), answers(case, state)
        for seed in (1, 2):
            disturb(case, state, seed)
            assert answers(case, state) == found
        assert (state == before).all()


@each_game
def test_a_position_holds_nothing_that_its_text_does_not_say(
    game: GameUnderTest,
) -> None:
    case = next(c for c in CASES if c.game is game and c.variant.players == 2)
    notation, rules = game.notation, game.rules
    for state in positions(case, 6)[::9]:
        twin = notation.parse(notation.format(state)).state
        for seed in range(3):
            first, second = state.copy(), twin.copy()
            if rules.chance_due(state):
                rules.deal(first, new_stream(seed, DEAL))
                rules.deal(second, new_stream(seed, DEAL))
            assert notation.format(first) == notation.format(second)
