"""Tree search and ranking, for every game: bookkeeping, budgets, and right answers."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from engines.jit import JIT
from engines.protocol import State
from engines.rng import SEARCH, new_stream
from search.answers import Analysis
from search.batches import Budget, Progress
from search.mcts import (
    Settings,
    make_simulate,
    margin_of,
    utility_of,
    weights_of,
)
from search.ranking import analyze, ranking_order
from search.tree import NODE_BYTES, Tree, children, has_room, new_tree, principal_line
from search.workspace import new_workspace
from tests.play import legal_actions, positions, settle
from tests.registry import CASES, Case, each_searched_case

SIMS = 800 if JIT else 24
MEMORY = 1 << 26  # enough for these searches; the default costs time to lay out
needs_jit = pytest.mark.skipif(not JIT, reason="thousands of simulations")


@cache
def middle(case: Case) -> State:
    """A position from the middle of a game with a choice of moves."""
    states = positions(case, 1)
    later = states[len(states) // 2 :]
    return next(s for s in later if case.game.rules.count_actions(s) >= 3)


def search(case: Case, root: State, budget: Budget, **options: Any) -> Analysis:
    """An analysis with the default policy of the game."""
    policy = next(iter(case.game.policies.values()))
    options = {"memory": MEMORY, "settings": case.game.settings, **options}
    return analyze(case.game.rules, policy, root, budget, **options)


def without_time(analysis: Analysis) -> Analysis:
    """All that does not depend on the clock."""
    return dataclasses.replace(analysis, seconds=0.0)


# --- The tree -------------------------------------------------------------------------


def grown_tree(
    case: Case, sims: int, memory: int = MEMORY, settings: Settings | None = None
) -> Tree:
    """The tree of one search of the middle position."""
    rules, tree = case.game.rules, new_tree(case.game.rules, memory)
    policy = next(iter(case.game.policies.values()))
    make_simulate(rules, policy)(
        tree,
        middle(case),
        sims,
        new_workspace(rules),
        settings or case.game.settings,
        weights_of(policy, policy),
        new_stream(5, SEARCH),
    )
    return tree


def walk_tree(case: Case, tree: Tree) -> Iterator[tuple[int, State]]:
    """All nodes in use with their positions, parents first."""
    todo = [(0, middle(case))]
    while todo:
        node, state = todo.pop()
        yield node, state
        for child in children(tree, node):
            after = state.copy()
            case.game.rules.play(after, int(tree.action[child]))
            todo.append((child, after))


@each_searched_case
def test_children_are_the_legal_actions_of_who_is_in_turn(case: Case) -> None:
    tree = grown_tree(case, SIMS)
    nodes = list(walk_tree(case, tree))
    assert len(nodes) == tree.size[0]
    for node, state in nodes:
        actions = [int(tree.action[child]) for child in children(tree, node)]
        if actions:
            assert actions == legal_actions(case.game, state)
            assert tree.mover[node] == case.game.rules.current_player(state)


@each_searched_case
def test_every_visit_of_a_parent_goes_on_to_a_child(case: Case) -> None:
    tree = grown_tree(case, SIMS)
    assert tree.visits[0] == SIMS
    for node, _ in walk_tree(case, tree):
        below = sum(int(tree.visits[child]) for child in children(tree, node))
        if node == 0:
            assert below == SIMS
        elif tree.child_count[node]:
            assert below == tree.visits[node] - case.game.settings.expand_at


@each_searched_case
@pytest.mark.parametrize("expand_at", [2, 5])
def test_a_leaf_gets_children_at_the_visits_set(case: Case, expand_at: int) -> None:
    settings = case.game.settings._replace(expand_at=expand_at)
    tree = grown_tree(case, SIMS, settings=settings)
    for node, _ in walk_tree(case, tree):
        below = sum(int(tree.visits[child]) for child in children(tree, node))
        if node and tree.child_count[node]:
            assert below == tree.visits[node] - expand_at


@each_searched_case
def test_priors_of_siblings_sum_to_one(case: Case) -> None:
    tree = grown_tree(case, SIMS)
    for node, _ in walk_tree(case, tree):
        if tree.child_count[node]:
            priors = [float(tree.prior[child]) for child in children(tree, node)]
            assert sum(priors) == pytest.approx(1.0, abs=1e-5)
            assert min(priors) >= 0.0


@each_searched_case
def test_no_prior_is_below_its_part_of_the_floor(case: Case) -> None:
    settings = case.game.settings._replace(prior_floor=0.5, temperature=0.01)
    tree = grown_tree(case, SIMS, settings=settings)
    for node, _ in walk_tree(case, tree):
        if tree.child_count[node]:
            priors = [float(tree.prior[child]) for child in children(tree, node)]
            assert sum(priors) == pytest.approx(1.0, abs=1e-5)
            assert min(priors) >= 0.5 / len(priors) - 1e-6


@each_searched_case
def test_sums_of_a_node_are_within_what_its_visits_can_bring(case: Case) -> None:
    tree = grown_tree(case, SIMS)
    n = int(tree.size[0])
    for sums in (tree.win, tree.utility):
        assert (sums[1:n] >= -1e-9).all()
        assert (sums[1:n] <= tree.visits[1:n] + 1e-9).all()
    unvisited = tree.visits[:n] == 0
    for sums in (tree.win, tree.utility, tree.margin):
        assert (sums[:n][unvisited] == 0.0).all()


@each_searched_case
def test_the_utility_is_the_win_share_when_the_margin_has_no_part(case: Case) -> None:
    settings = case.game.settings._replace(margin_share=0.0)
    tree = grown_tree(case, SIMS, settings=settings)
    assert np.allclose(tree.utility, tree.win)


@each_searched_case
def test_a_line_follows_the_most_visited_children(case: Case) -> None:
    tree = grown_tree(case, SIMS)
    best = max(children(tree), key=lambda child: int(tree.visits[child]))
    state = middle(case).copy()
    line = principal_line(tree, best)
    for action in line:
        assert action in legal_actions(case.game, state)
        case.game.rules.play(state, action)
    goes_on = case.game.rules.count_actions(state) > 0
    assert len(line) >= (2 if JIT and goes_on else 1)


# --- Memory ---------------------------------------------------------------------------


@each_searched_case
def test_a_tree_takes_no_more_bytes_than_allowed(case: Case) -> None:
    memory = 1 << 20
    tree = new_tree(case.game.rules, memory)
    assert sum(array.nbytes for array in tree) - tree.size.nbytes <= memory
    assert len(tree.visits) == memory // NODE_BYTES


@each_searched_case
def test_without_memory_the_tree_stops_growing_and_the_search_goes_on(
    case: Case,
) -> None:
    tree = grown_tree(case, SIMS, memory=0)
    assert tree.visits[0] == SIMS
    assert tree.size[0] <= len(tree.visits) == 1 + case.game.rules.MAX_ACTIONS
    assert tree.child_count[0] == case.game.rules.count_actions(middle(case))


@needs_jit
@each_searched_case
def test_an_analysis_warns_when_the_memory_was_used_up(case: Case) -> None:
    budget = Budget(sims=SIMS)
    small = search(case, middle(case), budget, memory=0, batches=1)
    if not has_room(grown_tree(case, SIMS, 0), case.game.rules.MAX_ACTIONS):
        assert len(small.warnings) == 1
        assert "memory" in small.warnings[0]
    assert small.sims == SIMS
    assert search(case, middle(case), budget).warnings == ()


# --- Budgets --------------------------------------------------------------------------


@each_searched_case
@pytest.mark.parametrize("sims", [1, 7, 8, 23])
def test_a_budget_of_simulations_is_kept_exactly(case: Case, sims: int) -> None:
    found = search(case, middle(case), Budget(sims=sims))
    assert found.sims == sims == sum(move.visits for move in found.moves)
    assert found.batches == min(8, sims)
    assert not found.interrupted


def test_a_budget_of_time_ends_the_search() -> None:
    case = CASES[0]
    found = search(case, middle(case), Budget(seconds=0.1))
    assert not found.interrupted
    assert found.sims == sum(move.visits for move in found.moves) > 0


def test_the_tighter_of_two_limits_counts() -> None:
    case = CASES[0]
    by_time = search(case, middle(case), Budget(sims=10**9, seconds=0.1))
    assert not by_time.interrupted
    assert by_time.sims < 10**9
    by_sims = search(case, middle(case), Budget(sims=16, seconds=600.0))
    assert by_sims.sims == 16


@pytest.mark.parametrize(
    ("budget", "sims", "seconds", "used"),
    [
        (Budget(), 500, 3.0, 0.0),
        (Budget(sims=100), 25, 3.0, 0.25),
        (Budget(seconds=4.0), 25, 3.0, 0.75),
        (Budget(sims=100, seconds=4.0), 25, 3.0, 0.75),
        (Budget(sims=100, seconds=4.0), 80, 1.0, 0.8),
        (Budget(sims=100), 101, 0.0, 1.0),
    ],
)
def test_the_used_part_of_a_budget(
    budget: Budget, sims: int, seconds: float, used: float
) -> None:
    assert budget.used(sims, seconds) == used


def test_a_search_can_be_stopped_and_says_so() -> None:
    case, asked = CASES[0], [False, False, True]
    found = search(
        case, middle(case), Budget(sims=10**9), should_stop=lambda: asked.pop(0)
    )
    assert asked == []
    assert found.interrupted
    assert 0 < found.sims < 10**9
    assert sum(move.visits for move in found.moves) == found.sims


def test_a_search_without_a_limit_ends_when_stopped() -> None:
    case = CASES[0]
    found = search(case, middle(case), Budget(), should_stop=lambda: True)
    assert found.interrupted
    assert found.sims > 0


def test_a_budget_of_no_simulation_is_refused() -> None:
    with pytest.raises(ValueError, match="needs at least one"):
        search(CASES[0], middle(CASES[0]), Budget(sims=0))


def test_a_search_that_has_used_its_budget_was_not_interrupted() -> None:
    case = CASES[0]
    found = search(case, middle(case), Budget(sims=8), should_stop=lambda: True)
    assert not found.interrupted


def test_progress_rises_to_the_whole_budget() -> None:
    case, reports = CASES[0], list[Progress]()
    found = search(case, middle(case), Budget(sims=400), progress=reports.append)
    assert reports == sorted(reports)
    assert len(reports) >= 2
    assert (reports[-1].sims, reports[-1].fraction) == (found.sims, 1.0)


# --- What the result depends on -------------------------------------------------------


@each_searched_case
def test_the_same_seed_gives_the_same_result_on_any_number_of_threads(
    case: Case,
) -> None:
    budget, root = Budget(sims=SIMS), middle(case)
    before = root.copy()
    results = [search(case, root, budget, seed=3, jobs=jobs) for jobs in (1, 1, 2)]
    first, again, threaded = map(without_time, results)
    assert first == again == threaded
    assert (root == before).all()


@needs_jit
@each_searched_case
def test_another_seed_gives_other_visits(case: Case) -> None:
    budget = Budget(sims=SIMS)
    one, two = (search(case, middle(case), budget, seed=s) for s in (1, 2))
    visits = [{m.turn: m.visits for m in found.moves} for found in (one, two)]
    assert visits[0] != visits[1]


@each_searched_case
def test_an_analysis_has_every_legal_turn_once_with_sane_figures(case: Case) -> None:
    root = middle(case)
    found = search(case, root, Budget(sims=SIMS * 2))
    assert [move.rank for move in found.moves] == list(range(1, len(found.moves) + 1))
    turns = [move.turn for move in found.moves]
    assert sorted(turns) == sorted(legal_turns(case, root))
    assert found.player == case.game.rules.current_player(root)
    for move in found.moves:
        assert move.line[: len(move.turn)] == move.turn
        assert (move.win is None) == (move.margin is None) == (move.visits == 0)
        if move.win_se is not None:
            assert 0.0 <= move.win_low <= move.win <= move.win_high <= 1.0  # type: ignore[operator]
            assert move.win_se >= 0.0
    chances = [move.p_best for move in found.moves if move.p_best is not None]
    if chances:
        assert sum(chances) == pytest.approx(1.0)
        assert all(m.regret >= 0.0 for m in found.moves if m.regret is not None)


def legal_turns(case: Case, state: State) -> list[tuple[int, ...]]:
    """The actions of all whole turns that can be played."""
    turns = []
    for action in legal_actions(case.game, state):
        after = state.copy()
        case.game.rules.play(after, action)
        mid_turn = case.game.rules.is_mid_turn(after)
        rest = legal_turns(case, after) if mid_turn else [()]
        turns += [(action, *actions) for actions in rest]
    return turns


@needs_jit
@each_searched_case
def test_at_the_start_everybody_has_about_the_same_chances(case: Case) -> None:
    root = case.new()
    settle(case.game, root, 4)
    found = search(case, root, Budget(sims=3_000))
    total = sum(move.visits * (move.win or 0.0) for move in found.moves)
    share = total / found.sims
    players = case.variant.players
    assert 0.4 / players < share
    assert share < 1 - 0.4 * (players - 1) / players or players == 1


@pytest.mark.parametrize(
    ("mean", "other", "visits", "order"),
    [
        ([0.4, 0.5], [9, 0], [500, 500], [1, 0]),
        ([0.4, 0.5, 0.9], [0, 0, 0], [1_000, 600, 50], [1, 0, 2]),
        ([0.5, 0.9, 0.8, np.nan], [0, 0, 0, 0], [1_000, 20, 40, 0], [0, 2, 1, 3]),
        ([0.5, 0.2, 0.3, 0.9], [0, 0, 0, 0], [1_000, 40, 33, 8], [0, 2, 1, 3]),
        ([0.5, 0.5], [1, 1], [100, 200], [1, 0]),
        ([-3.0, -1.0, -2.0], [0, 0, 0], [10, 10, 10], [1, 2, 0]),
        ([0.001, 0.0, 0.002], [-30, -5, -9], [10, 10, 10], [1, 2, 0]),
        ([0.5, 0.496, 0.494, 0.49], [1, 2, 9, 9], [10, 10, 10, 10], [1, 0, 2, 3]),
    ],
)
def test_contenders_are_ranked_by_their_mean_and_then_the_others_by_visits(
    mean: list[float], other: list[float], visits: list[int], order: list[int]
) -> None:
    counts, none = np.array([visits]), np.zeros(len(mean), bool)
    found = ranking_order(np.array(mean), np.array(other), 0.005, counts, none)
    assert found.tolist() == order


@pytest.mark.parametrize(
    ("mean", "visits", "proven", "order"),
    [
        ([0.4, 0.5, 0.9], [1_000, 600, 50], [2], [2, 1, 0]),  # best, however visited
        ([0.4, 0.5, 0.45], [1_000, 600, 0], [2], [1, 2, 0]),
        ([0.4, 0.5, 0.0], [1_000, 600, 50], [2], [1, 0, 2]),
        ([0.4, 0.5, 0.0, 0.9], [1_000, 600, 50, 60], [2], [1, 0, 3, 2]),
    ],
)
def test_a_proven_move_competes_if_it_is_as_good_as_a_contender(
    mean: list[float], visits: list[int], proven: list[int], order: list[int]
) -> None:
    marks = np.isin(np.arange(len(mean)), proven)
    other, counts = np.zeros(len(mean)), np.array([visits])
    found = ranking_order(np.array(mean), other, 0.005, counts, marks)
    assert found.tolist() == order


# --- Utility --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "player", "margin"),
    [
        ([10.0, 7.0], 0, 3.0),
        ([10.0, 7.0], 1, -3.0),
        ([10.0, 7.0, 12.0], 0, -2.0),
        ([10.0, 7.0, 12.0, 12.0], 3, 0.0),
        ([10.0], 0, 10.0),
    ],
)
def test_a_margin_is_the_lead_over_the_best_opponent(
    points: list[float], player: int, margin: float
) -> None:
    padded = np.array(points + [99.0] * (4 - len(points)))
    assert margin_of(padded, len(points), player) == margin


@pytest.mark.parametrize(
    ("win", "margin", "changes", "utility"),
    [
        (1.0, 0.0, {"margin_share": 0.0}, 1.0),
        (0.5, 99.0, {"margin_share": 0.0}, 0.5),
        (1.0, 20.0, {}, 0.8 + 0.2 * 0.75),
        (0.0, -20.0, {}, 0.2 * 0.25),
        (1.0, 0.0, {"margin_share": 1.0}, 0.5),
        (0.0, 60.0, {"margin_share": 1.0}, 0.875),
        (0.0, 5.0, {"margin_share": 1.0, "margin_scale": 5.0}, 0.75),
        (0.0, -15.0, {"margin_share": 1.0, "margin_scale": 5.0}, 0.125),
        (0.0, 30.0, {"margin_share": 1.0, "par": 30.0}, 0.5),
        (1.0, 35.0, {"margin_share": 0.5, "par": 30.0, "margin_scale": 5.0}, 0.875),
        (1.0, 10.0, {"margin_share": 1.0, "par": 30.0}, 0.25),
    ],
)
def test_utility_mixes_the_win_share_with_a_squashed_margin(
    win: float, margin: float, changes: dict[str, float], utility: float
) -> None:
    settings = Settings()._replace(**changes)  # type: ignore[arg-type]
    assert utility_of(win, margin, settings) == pytest.approx(utility)
