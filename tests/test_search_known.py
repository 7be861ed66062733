"""What a tree search knows for good, on games that are trees and at ends of games."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from analyzer.games import GAMES as LISTED
from engines.jit import JIT
from engines.protocol import State
from engines.rng import SEARCH, new_stream
from search.mcts import Settings, make_simulate, utility_of, weights_of
from search.players import make_player
from search.rollout import TO_THE_END
from search.tree import OPEN, PROVEN, SETTLED, Tree, children, new_tree
from search.workspace import new_workspace
from tests import toy_game
from tests.play import legal_actions, positions
from tests.registry import SEARCHED_CASES, Case, each_searched_case
from tests.toy_game import Node, chance, decision, over

MEMORY = 1 << 22
SOLVING = Settings(solve=1, margin_share=0.3, exploration=100.0, prior_floor=0.5)
TREES = range(40 if JIT else 6)
GREEDY = Settings(exploration=1e-3, unvisited_loss=-1.0)  # tries every move once
SIMS = 3_000 if JIT else 600
Value = tuple[float, float]  # win share and margin of player 0


def grown(root: State, sims: int, settings: Settings, seed: int = 1) -> Tree:
    """A search of a toy game."""
    tree = new_tree(toy_game, MEMORY)
    make_simulate(toy_game, toy_game)(
        tree,
        root,
        sims,
        new_workspace(toy_game),
        settings,
        weights_of(toy_game, toy_game),
        new_stream(seed, SEARCH),
    )
    return tree


def random_node(random: Random, depth: int, luck: float = 0.0) -> Node:
    """A game of two that may end early; a part of its inner nodes is chance."""
    if depth == 0 or random.random() < 0.15:
        return over(random.randrange(9), random.randrange(9))
    below = [random_node(random, depth - 1, luck) for _ in range(random.randint(1, 4))]
    if random.random() < luck:
        return chance(*((random.randint(1, 3), node) for node in below))
    return decision(random.randrange(2), *below)


def of_player(value: Value, player: int) -> Value:
    """A value of player 0 as the given player sees it."""
    return value if player == 0 else (1.0 - value[0], -value[1])


def utility(value: Value, player: int, settings: Settings) -> float:
    """What a player's search makes of a value."""
    return float(utility_of(*of_player(value, player), settings))


def solved(node: Node, settings: Settings) -> Value:
    """The value of a game without chance, both at their best."""
    if not node.children:
        first, second = node.points[:2]
        return 0.5 + 0.5 * ((first > second) - (first < second)), first - second
    values = [solved(child, settings) for child in node.children]
    return max(values, key=lambda value: utility(value, node.mover, settings))


# --- Trees ----------------------------------------------------------------------------


@pytest.mark.parametrize("share", [0.0, 0.5])
@pytest.mark.parametrize("evaluate_all", [0.0, 0.1])
def test_a_game_without_chance_is_proven_with_its_value(
    share: float, evaluate_all: float
) -> None:
    settings = SOLVING._replace(minimax_share=share, evaluate_all=evaluate_all)
    for seed in TREES:
        root = random_node(Random(seed), 4)
        if root.children:
            tree = grown(toy_game.start(root, 2), SIMS, settings)
            assert tree.mark[0] == PROVEN
            expected = utility(solved(root, settings), root.mover, settings)
            assert tree.worth[0] == pytest.approx(expected, abs=1e-6)
            check_marks(tree, 0, root, settings)


def check_marks(tree: Tree, number: int, node: Node, settings: Settings) -> None:
    """Every marked child has the value that can be worked out, and its visits too."""
    for child, below in zip(children(tree, number), node.children, strict=False):
        if tree.mark[child] != OPEN:
            value = solved(below, settings)
            expected = utility(value, node.mover, settings)
            assert tree.worth[child] == pytest.approx(expected, abs=1e-6)
            if tree.visits[child]:
                mean = tree.utility[child] / tree.visits[child]
                assert mean == pytest.approx(expected, abs=1e-6)
        check_marks(tree, child, below, settings)


def has_luck(node: Node) -> bool:
    """Whether chance may come at or below a node."""
    return node.kind == toy_game.CHANCE or any(map(has_luck, node.children))


def test_what_chance_may_decide_is_never_marked() -> None:
    tried = 0
    for seed in TREES:
        root = random_node(Random(seed), 5, luck=0.3)
        if root.kind != toy_game.DECISION:
            continue
        tree = grown(toy_game.start(root, 2), SIMS, SOLVING)
        todo = [(0, root)]
        while todo:
            number, node = todo.pop()
            if has_luck(node):
                assert tree.mark[number] == OPEN
                tried += 1
            todo += zip(children(tree, number), node.children, strict=False)
    assert tried > 20 or not JIT


def test_more_than_two_players_know_nothing_for_good() -> None:
    root = decision(0, over(1, 0, 2), decision(2, over(3, 1, 0), over(0, 0, 1)))
    tree = grown(toy_game.start(root, 3), 200, SOLVING)
    assert (tree.mark == OPEN).all()


def test_a_marked_node_is_visited_no_more() -> None:
    trap = decision(1, *(over(n, 9) for n in range(5)))
    vague = chance((1, over(5, 0)), (1, over(0, 5)))
    root = decision(0, decision(1, trap, vague), over(0, 1))
    tree = grown(toy_game.start(root, 2), 400, SOLVING)
    reply = next(iter(children(tree)))
    marked = [c for c in children(tree, reply) if tree.mark[c] != OPEN]
    assert marked
    assert all(tree.visits[child] <= 6 for child in marked)


@pytest.mark.parametrize(("sims", "least"), [(400, 10), (4_000, 32)])
def test_all_moves_of_the_root_have_some_visits_as_far_as_an_eighth_allows(
    sims: int, least: int
) -> None:
    """Of five moves the first wins at once, so that nothing else looks worth a try."""
    root = decision(0, over(9, 0), *(over(0, 9) for _ in range(4)))
    settings = GREEDY._replace(least_visits=32)
    tree = grown(toy_game.start(root, 2), sims, settings)
    first, *others = (int(tree.visits[child]) for child in children(tree))
    assert first + sum(others) == sims
    assert all(least - 1 <= visits <= least for visits in others)


def test_without_that_a_search_may_look_at_one_move_alone() -> None:
    root = decision(0, over(9, 0), *(over(0, 9) for _ in range(4)))
    tree = grown(toy_game.start(root, 2), 400, GREEDY)
    assert [int(tree.visits[child]) for child in children(tree)] == [396, 1, 1, 1, 1]


def test_a_node_hands_up_no_less_than_a_marked_child_is_worth() -> None:
    vague = chance((1, over(5, 0)), (1, over(0, 5)))
    root = decision(0, decision(1, over(0, 1), *([vague] * 4)), over(0, 1))
    for solve, lowest, highest in ((1, 0.0, 0.1), (0, 0.2, 0.6)):
        settings = Settings(solve=solve, exploration=100.0, margin_share=0.0)
        tree = grown(toy_game.start(root, 2), 2_000, settings)
        reply = next(iter(children(tree)))
        assert lowest <= tree.win[reply] / tree.visits[reply] <= highest


def test_where_playouts_end_with_the_round_the_evaluator_has_the_last_word() -> None:
    luck = chance((1, over(5, 0)), (1, over(0, 5)))
    luck.points = (3, 1)  # what the evaluator takes tenfold
    root = toy_game.start(decision(0, luck, decision(1, luck)), 2)
    tree = grown(root, 50, SOLVING._replace(round_end=1))
    assert tree.mark[0] == SETTLED
    assert tree.known_margin[1:3].tolist() == [20.0, 20.0]
    assert grown(root, 50, SOLVING).mark[0] == OPEN


# --- Playouts that end with the round -------------------------------------------------


def test_a_playout_to_the_end_of_the_round_deals_nothing() -> None:
    luck = chance((1, over(90, 0)), (1, over(90, 0)))
    luck.points = (1, 0)
    root = decision(0, decision(1, decision(0, luck)))
    for playout in (0, 1, 2, 5, TO_THE_END):
        settings = Settings(round_end=1, expand_at=1 << 20, playout=playout)
        tree = grown(toy_game.start(root, 2), 10, settings)
        expected = 10.0 if playout >= 2 else 0.0
        assert tree.margin[1] / tree.visits[1] == expected
    tree = grown(toy_game.start(root, 2), 10, Settings())
    assert tree.margin[1] / tree.visits[1] == 90.0


# --- Priors from evaluated children ---------------------------------------------------


def test_the_prior_follows_from_what_the_children_are_worth() -> None:
    nodes = [decision(1, over(0, 0)) for _ in range(3)]
    for node, points in zip(nodes, (0, 1, 3), strict=True):
        node.points = (points, 0)
    settings = Settings(evaluate_all=0.1, jitter=0.0, margin_share=1.0, playout=0)
    tree = grown(toy_game.start(decision(0, *nodes), 2), 1, settings)
    guesses = tree.guess[1:4]
    expected = [utility_of(1.0, margin, settings) for margin in (0.0, 10.0, 30.0)]
    assert guesses == pytest.approx(expected)
    odds = np.exp(np.array(expected) / 0.1)
    assert tree.prior[1:4] == pytest.approx(odds / odds.sum(), abs=1e-5)
    assert tree.visits[1:4].tolist() == [0, 0, 1]


# --- Games ----------------------------------------------------------------------------


def settings_of(case: Case, name: str) -> Settings:
    """How a search with an evaluator explores a game, with all that can be known."""
    given = LISTED[case.game.name].search_settings(name)
    return given._replace(solve=1, minimax_share=0.3)


def searched(case: Case, root: State, sims: int, settings: Settings) -> Tree:
    """A search with the game's own evaluator."""
    entry, tree = LISTED[case.game.name], new_tree(case.game.rules, 1 << 25)
    policy, judge = (
        entry.policy("greedy"),
        entry.evaluator_module("settled", "greedy"),
    )
    make_simulate(case.game.rules, policy, judge)(
        tree,
        root,
        sims,
        new_workspace(case.game.rules),
        settings,
        weights_of(policy, judge),
        new_stream(4, SEARCH),
    )
    return tree


def exact_win(case: Case, state: State, nodes: list[int]) -> float | None:
    """Win share of player 0 of two at their best; None where it is not to be had."""
    rules = case.game.rules
    nodes[0] -= 1
    if nodes[0] < 0 or rules.chance_due(state):
        return None
    if rules.is_over(state):
        shares = np.zeros(rules.MAX_PLAYERS)
        rules.outcome(state, shares)
        return float(shares[0])
    values = []
    for action in legal_actions(case.game, state):
        after = state.copy()
        rules.play(after, action)
        value = exact_win(case, after, nodes)
        if value is None:
            return None
        values.append(value)
    return min(values) if rules.current_player(state) else max(values)


@pytest.mark.skipif(not JIT, reason="thousands of simulations")
def test_the_end_of_a_game_is_proven_with_its_exact_value() -> None:
    proven = 0
    for case in SEARCHED_CASES:
        if case.variant.players != 2:
            continue
        settings = settings_of(case, "settled")._replace(
            margin_share=0.0, exploration=100.0, prior_floor=0.5
        )
        for seed in range(12):
            for state in positions(case, seed)[-7:-1]:
                if case.game.rules.chance_due(state):
                    continue
                expected = exact_win(case, state, [2_000])
                if expected is None:
                    continue
                tree = searched(case, state, 4_000, settings)
                player = int(case.game.rules.current_player(state))
                assert tree.mark[0] == PROVEN
                assert tree.worth[0] == pytest.approx(
                    expected if player == 0 else 1.0 - expected
                )
                proven += 1
    assert proven >= 20


@each_searched_case
def test_a_search_with_an_evaluator_keeps_its_books(case: Case) -> None:
    states = positions(case, 1)
    root = next(
        s for s in states[len(states) // 2 :] if case.game.rules.count_actions(s) >= 3
    )
    before, sims = root.copy(), 600 if JIT else 24
    trees = [searched(case, root, sims, settings_of(case, "settled")) for _ in "ab"]
    first, second = trees
    assert (root == before).all()
    assert first.visits[0] == sims
    assert sum(int(first.visits[child]) for child in children(first)) == sims
    for one, other in zip(first, second, strict=True):
        n = min(len(one), int(first.size[0]))
        assert (one[:n] == other[:n]).all()
    n = int(first.size[0])
    assert (first.utility[1:n] >= -1e-6).all()
    assert (first.utility[1:n] <= first.visits[1:n] + 1e-6).all()


@each_searched_case
def test_a_search_sees_no_more_than_the_text_of_a_position(case: Case) -> None:
    notation = case.game.notation
    for state in positions(case, 2)[10::40]:
        if case.game.rules.count_actions(state) < 2:
            continue
        twin = notation.parse(notation.format(state)).state
        if (twin != state).any():
            continue  # another numbering of the same garden
        settings = settings_of(case, "settled")
        here, there = (searched(case, s, 100, settings) for s in (state, twin))
        assert (here.visits[:200] == there.visits[:200]).all()


@pytest.mark.parametrize("game", ["azul", "summer-pavilion", "flowers"])
@pytest.mark.parametrize(
    "evaluator", ["settled", pytest.param("score", marks=pytest.mark.slow)]
)
def test_a_player_with_any_evaluator_plays_legally_and_repeats_itself(
    game: str, evaluator: str
) -> None:
    case = next(c for c in SEARCHED_CASES if c.game.name == game)
    spec = f"mcts:sims=40,evaluator={evaluator},solve=1"
    players: list[Any] = [make_player(spec, LISTED[game]) for _ in "ab"]
    for state in positions(case, 3)[5::30]:
        if case.game.rules.count_actions(state):
            first, second = (player.choose(state, 0, 7) for player in players)
            assert first == second
            assert first in legal_actions(case.game, state)
