"""Looks behind the deal: what they find, and that they leave all else as it is."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.games import GAMES as LISTED
from engines.jit import JIT
from engines.protocol import State
from engines.rng import SEARCH, new_stream
from search.behind import MOST_LOOKS, exhausted, make_search, new_lookout
from search.mcts import Settings, make_simulate, weights_of
from search.rollout import deal_due
from search.tree import OPEN, PROVEN, SETTLED, Tree, chosen, figures_of, new_tree
from search.workspace import new_workspace
from tests import toy_game
from tests.toy_game import Node, chance, decision, over

MEMORY = 1 << 22
SIMS = 4_000
LOOKING = Settings(
    solve=1, round_end=1, playout=0, margin_share=1.0, jitter=0.0, behind=8
)
AZUL = LISTED["azul"]
needs_jit = pytest.mark.skipif(not JIT, reason="thousands of simulations")


def promising(points: int, *outcomes: tuple[int, Node]) -> Node:
    """A deal to come; the evaluator says that player 0 will win by ten times that."""
    node = chance(*outcomes)
    node.points = (points, 0)
    return node


def searched(
    root: Node, settings: Settings, sims: int = SIMS, players: int = 2
) -> Tree:
    """A search of a toy game."""
    tree, lookout = new_tree(toy_game, MEMORY), new_lookout(toy_game, settings)
    make_search(toy_game, toy_game)(
        tree, toy_game.start(root, players), sims, new_workspace(toy_game), lookout,
        settings, weights_of(toy_game, toy_game), new_stream(1, SEARCH),
    )  # fmt: skip
    return tree


def lucky(*points: int) -> Node:
    """Player 1 decides between ends of so many points for player 0."""
    return decision(1, *(over(p, 0) for p in points))


def test_what_lies_behind_the_deal_overrules_the_evaluator() -> None:
    boasting = promising(9, (1, lucky(1, 7)), (1, lucky(3, 8)))
    modest = promising(5, (1, lucky(6, 9)), (1, lucky(6, 7)))
    root = decision(0, boasting, modest)
    assert chosen(searched(root, LOOKING._replace(behind=0))) == 1
    tree = searched(root, LOOKING)
    assert chosen(tree) == 2
    assert (tree.mark[:3] == SETTLED).all()


def test_a_leaf_is_worth_the_mean_of_its_looks_and_of_the_evaluators_word() -> None:
    root = decision(0, promising(9, (1, lucky(4, 7))), promising(0, (1, over(0, 0))))
    tree = searched(root, LOOKING)
    assert tree.looks[1] == MOST_LOOKS
    win, margin = figures_of(tree, 1)
    assert win == pytest.approx(1.0)
    assert margin == pytest.approx((90.0 + MOST_LOOKS * 4.0) / (MOST_LOOKS + 1))
    assert tree.looks[2] == 0
    assert exhausted(tree, LOOKING)


def test_deals_that_end_the_game_count_by_its_result() -> None:
    root = decision(1, promising(9, (1, over(2, 5))), promising(30, (1, over(1, 0))))
    win, margin = figures_of(searched(root, LOOKING), 1)
    assert win == pytest.approx(MOST_LOOKS / (MOST_LOOKS + 1))
    assert margin == pytest.approx((-90.0 + MOST_LOOKS * 3.0) / (MOST_LOOKS + 1))


def test_looks_draw_outcomes_by_their_odds_and_the_same_at_every_leaf() -> None:
    outcomes = ((3, lucky(10)), (1, lucky(50)))
    one, other = promising(90, *outcomes), promising(89, *outcomes)
    root = decision(0, decision(1, one), decision(1, other))
    tree = searched(root, LOOKING)
    leaves = [int(tree.first_child[node]) for node in (1, 2)]
    assert [int(tree.looks[leaf]) for leaf in leaves] == [MOST_LOOKS] * 2
    seen = [
        -(MOST_LOOKS + 1) * figures_of(tree, leaf)[1] - 10.0 * points
        for leaf, points in zip(leaves, (90, 89), strict=True)
    ]
    assert seen[0] == pytest.approx(seen[1], abs=0.1)  # 32-bit floats
    rare = (seen[0] - 10.0 * MOST_LOOKS) / 40.0
    assert rare == pytest.approx(round(rare), abs=0.01)
    assert 0 < rare < MOST_LOOKS / 2


def test_there_are_looks_only_where_nodes_are_known_for_good() -> None:
    root = decision(0, promising(9, (1, lucky(1, 7))), promising(5, (1, lucky(6, 9))))
    unsolved = searched(root, LOOKING._replace(solve=0))
    ends = [chance((1, over(p, 0, 0))) for p in (1, 2)]
    for end in ends:
        end.points = (3, 0, 0)
    three = searched(decision(0, *ends), LOOKING, players=3)
    for tree in (unsolved, three):
        assert not tree.looks[: tree.size[0]].any()
        assert (tree.mark[:3] == OPEN).all()


def test_proven_results_need_no_look() -> None:
    tree = searched(decision(0, over(3, 0), over(0, 3)), LOOKING)
    assert tree.mark[0] == PROVEN
    assert exhausted(tree, LOOKING)


def test_a_settled_tree_is_exhausted_when_its_line_has_been_looked_at() -> None:
    root = decision(0, promising(9, (1, lucky(8))), promising(1, (1, lucky(1))))
    early, late = (searched(root, LOOKING, sims) for sims in (3 * LOOKING.behind, SIMS))
    assert early.mark[0] == late.mark[0] == SETTLED
    assert not exhausted(early, LOOKING)
    assert exhausted(late, LOOKING)
    assert exhausted(early, LOOKING._replace(behind=0))


# --- A game ---------------------------------------------------------------------------


def opening() -> State:
    """A first decision of Azul."""
    state = AZUL.notation().new(2, {})
    deal_due(AZUL.rules(), state, 5)
    return state


def azul_tree(pieces: list[int], settings: Settings, state: State) -> Tree:
    """A search with the nets, in pieces."""
    entry = AZUL.for_state(state)
    game, policy = entry.rules(), entry.policy("greedy")
    judge, tree = entry.evaluator_module("net", ""), new_tree(entry.rules(), 1 << 26)
    search, rng = make_search(game, policy, judge), new_stream(3, SEARCH)
    room = new_workspace(game), new_lookout(game, settings)
    weights = weights_of(policy, judge, entry.worth("net"))
    with np.errstate(over="ignore"):
        for sims in pieces:
            search(tree, state, sims, *room, settings, weights, rng)
    return tree


@needs_jit
def test_pieces_of_a_search_are_the_whole() -> None:
    settings = AZUL.for_state(opening()).search_settings("net")
    one = azul_tree([1_000], settings, opening())
    other = azul_tree([1, 30, 1, 64, 400, 504], settings, opening())
    n = int(one.size[0])
    assert one.looks[:n].any()
    for name, array in one._asdict().items():
        assert (array[:n] == getattr(other, name)[:n]).all(), name


@needs_jit
def test_without_looks_a_search_is_its_simulations() -> None:
    entry = AZUL.for_state(opening())
    settings = entry.search_settings("net")._replace(behind=0)
    tree = azul_tree([300], settings, opening())
    policy, judge = entry.policy("greedy"), entry.evaluator_module("net", "")
    plain, weights = new_tree(entry.rules(), 1 << 26), weights_of(policy, judge)
    with np.errstate(over="ignore"):
        make_simulate(entry.rules(), policy, judge)(
            plain, opening(), 300, new_workspace(entry.rules()), settings, weights,
            new_stream(3, SEARCH),
        )  # fmt: skip
    n = int(plain.size[0])
    assert (tree.visits[:n] == plain.visits[:n]).all()
