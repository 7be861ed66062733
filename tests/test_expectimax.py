"""Depth-first searches find what plain recursion finds; on games that are trees."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from engines import azul, flowers, summer_pavilion
from engines.azul.policies import greedy
from engines.jit import JIT
from engines.protocol import State
from search import expectimax, seekers, solver
from search.answers import Analysis
from search.batches import Budget, Progress
from search.exact import NotSolvedError
from search.expectimax import rules_for
from search.policies import uniform
from search.seekers import Clock, Seeker
from search.stack import INFINITY, MOST_MARGIN, UNLIMITED
from tests import toy_game
from tests.play import positions
from tests.registry import CASES
from tests.test_exact import (
    Value,
    below,
    brute_force,
    mean,
    random_tree,
    random_trees,
    result,
    turns,
)
from tests.toy_game import CHANCE, OVER, UNLISTED, Node, chance, decision, over, run_of

INSTANCES = 60 if JIT else 5
ALL = 1_000  # moves that are searched for their values
MEMORY = 1 << 24
each_objective = pytest.mark.parametrize("objective", ["win", "margin"])
each_number = pytest.mark.parametrize("players", [1, 2, 3])


def analyze(root: Node, players: int = 2, **options: Any) -> Analysis:
    """The answer to a tree, with values for all moves."""
    options = {"moves": ALL, "budget": Budget(), "memory": MEMORY} | options
    state, budget = toy_game.start(root, players), options.pop("budget")
    return expectimax.analyze(toy_game, toy_game, toy_game, state, budget, **options)


def without_time(analysis: Analysis) -> Analysis:
    """All that does not depend on the clock."""
    return replace(analysis, seconds=0.0)


def trees(players: int, count: int = INSTANCES) -> list[Node]:
    """Random games; of three players without ties, whose choice would be open."""
    if players < 3:
        return random_trees(players, count)
    rng = random.Random(players)
    found = [random_tree(rng, players) for _ in range(count)]
    for tree in found:
        for node in (tree, *below(tree)):
            node.points = tuple(rng.randint(0, 1_000) for _ in node.points)
    return found


def assert_values(found: Analysis, values: dict[Any, Value], objective: str) -> None:
    """All turns have these values, and stand in their order."""
    aims = {turn: v.to(found.player, objective) for turn, v in values.items()}
    assert {move.turn for move in found.moves} == set(aims)
    for move in found.moves:
        figures = (move.win, move.margin)
        expected = aims[move.turn] if objective == "win" else aims[move.turn][::-1]
        assert figures == pytest.approx(tuple(map(float, expected)), abs=1e-6)
    ranked = [aims[move.turn] for move in found.moves]
    assert ranked == sorted(ranked, reverse=True)


@each_number
@each_objective
def test_trees_are_solved_as_by_brute_force(players: int, objective: str) -> None:
    objective = objective if players > 1 else "margin"
    proven = list[bool]()
    for root in trees(players):
        values = {
            turn: brute_force(node, players, objective)
            for turn, node in turns(root).items()
        }
        found = analyze(root, players, objective=objective)
        assert_values(found, values, objective)
        assert found.search == "expectimax"
        assert not found.proven or found.moves[0].proven
        proven.append(found.proven)
    assert all(proven) or (players == 3 and sum(proven) > 0.8 * len(proven))


def estimated(node: Node, players: int, objective: str, depth: int) -> Value:
    """So many decisions ahead, then as the toy game's policy says."""
    if node.kind == OVER:
        return brute_force(node, players, objective)
    if depth <= 0 and not node.goes_on:
        limit = int(MOST_MARGIN)
        points = [10 * p for p in node.points[:players]]
        value = result([1] + [0] * (players - 1), points)
        margins = (max(-limit, min(limit, m)) for m in value.margins)
        return Value(value.wins, tuple(margins))
    if node.kind == CHANCE:
        total = sum(child.weight for child in node.children)
        return mean(
            [
                (
                    Fraction(child.weight, total),
                    estimated(child, players, objective, depth),
                )
                for child in node.children
            ]
        )
    values = [
        estimated(child, players, objective, depth - 1) for child in node.children
    ]
    return max(values, key=lambda value: value.to(node.mover, objective))


@each_number
@each_objective
def test_a_depth_is_so_many_decisions(players: int, objective: str) -> None:
    objective = objective if players > 1 else "margin"
    for number, root in enumerate(trees(players, INSTANCES // 2)):
        rng = random.Random(number)
        for node in below(root):
            if node.kind != OVER:
                node.points = tuple(rng.randint(0, 300) for _ in range(players))
        for depth in (1, 2, 4):
            values = {
                turn: estimated(node, players, objective, depth - len(turn))
                for turn, node in turns(root).items()
            }
            found = analyze(root, players, objective=objective, depth=depth)
            assert_values(found, values, objective)
            assert found.depth is not None
            assert found.depth <= depth


@each_number
def test_moves_without_a_value_are_worse(players: int) -> None:
    bounded = 0
    for root in trees(players):
        whole = {move.turn: move for move in analyze(root, players).moves}
        found = analyze(root, players, moves=1)
        first, *others = found.moves
        assert (first.win, first.margin) == (
            whole[first.turn].win,
            whole[first.turn].margin,
        )
        for move in others:
            true = whole[move.turn]
            if move.win is not None:
                assert (move.win, move.margin) == (true.win, true.margin)
                continue
            bounded += 1
            assert (move.margin, move.regret, move.proven) == (None, None, False)
            assert move.win_high is not None
            assert move.win_high >= true.win - 1e-9
            assert (true.win, true.margin) < (first.win, first.margin)
    assert bounded > 0


# --- Pruning --------------------------------------------------------------------------


def sought(root: Node, players: int, **rules: int) -> tuple[Any, int]:
    """What a single search finds of a tree, and how many positions it took."""
    state = toy_game.start(root, players)
    objective = "margin" if players == 1 else "win"
    seeker = Seeker(
        toy_game, toy_game, toy_game, state, 0, rules_for(objective, **rules), MEMORY
    )
    clock = Clock(Budget())
    return seeker.search(state, UNLIMITED, -INFINITY, clock), clock.looked


@each_number
def test_pruning_changes_nothing_but_the_effort(players: int) -> None:
    saved = 0
    for root in trees(players):
        for start in (root, chance((1, root), (2, over(2, 1, 0)), (1, root))):
            pruned, less = sought(start, players, probing=0)
            plain, more = sought(start, players, pruning=0)
            assert pruned == pytest.approx(plain, abs=1e-6)
            assert less <= more
            saved += more - less
    assert (saved > 0) == (players > 1)  # alone, the limits of margins say little


def test_outcomes_that_cannot_matter_are_not_looked_at() -> None:
    bad = chance(*[(1, decision(1, over(0, 9), over(0, 8))) for _ in range(6)])
    good = decision(0, over(9, 0), bad)
    assert sought(good, 2)[1] < sought(good, 2, pruning=0)[1] - 6


def even_or(*outcomes: Node) -> Node:
    """A choice between an even game and outcomes that are as likely as each other."""
    return decision(0, over(5, 5), chance(*((1, node) for node in outcomes)))


def test_probes_change_nothing_but_the_effort() -> None:
    for root in trees(2):
        for start in (root, even_or(root, over(2, 1), decision(1, root, over(0, 3)))):
            probed, _ = sought(start, 2)
            assert probed == pytest.approx(sought(start, 2, probing=0)[0], abs=1e-6)


@pytest.mark.parametrize("mover", [0, 1])
def test_probes_are_bounds_for_either_player(mover: int) -> None:
    rng = random.Random(mover)
    for _ in range(INSTANCES):
        outcomes = [
            decision(mover, *(over(rng.randrange(9), rng.randrange(9)) for _ in "abc"))
            for _ in range(4)
        ]
        probed, _ = sought(even_or(*outcomes), 2)
        plain, _ = sought(even_or(*outcomes), 2, pruning=0)
        assert probed == pytest.approx(plain, abs=1e-6)


def test_probes_of_all_outcomes_may_spare_the_search_of_each() -> None:
    reply = decision(1, over(0, 1), *(over(n, 0) for n in range(1, 6)))
    root = even_or(*(reply for _ in range(5)))
    probed, less = sought(root, 2)
    plain, more = sought(root, 2, probing=0)
    assert probed == plain
    assert less < more


# --- Chance that cannot be listed -----------------------------------------------------


def unlisted(*outcomes: tuple[int, Node]) -> Node:
    """An event whose outcomes a search can only sample."""
    return chance(*outcomes, kind=UNLISTED)


def gamble() -> Node:
    """A choice between a sample and a sure thing."""
    event = unlisted(*[(1, over(n, 4)) for n in range(6)])
    return decision(0, event, over(4, 4), unlisted((1, over(3, 2)), (1, over(1, 2))))


def test_samples_are_the_same_with_the_same_seed() -> None:
    answers = [without_time(analyze(gamble(), seed=seed)) for seed in (1, 1, 2, 3, 4)]
    assert answers[0] == answers[1]
    assert len({answer.moves[0].margin for answer in answers}) > 1
    assert not answers[0].proven


def test_samples_are_common_to_all_moves() -> None:
    event = [(1, over(n, 3)) for n in range(6)]
    for seed in range(5):
        found = analyze(decision(0, unlisted(*event), unlisted(*event)), seed=seed)
        assert found.moves[0].margin == found.moves[1].margin


def test_without_samples_chance_is_estimated_before_it_turns_out() -> None:
    found = analyze(gamble(), samples=0)
    assert found.moves[0].win == 1.0  # the toy game's policy is sure of player 0


# --- Budgets --------------------------------------------------------------------------


def bushy() -> Node:
    """A game of some hundred positions."""
    rng = random.Random(5)
    leaves = [[over(rng.randint(0, 9), 4) for _ in range(4)] for _ in range(36)]
    replies = [decision(1, *row) for row in leaves]
    games = [decision(0, *replies[6 * n : 6 * n + 6]) for n in range(6)]
    event = chance((1, games[0]), (2, games[1]), (1, games[2]), (1, over(0, 0)))
    return decision(0, event, decision(1, *games[:5], over(5, 0)), *games[:3])


def budgets() -> Iterator[int]:
    """From too little to more than enough."""
    yield from (1, 5, 20, 60, 150, 400, 1_000, 10_000)


def test_the_same_budget_gives_the_same_answer() -> None:
    for positions_ in budgets():
        first = analyze(bushy(), budget=Budget(sims=positions_))
        again = analyze(bushy(), budget=Budget(sims=positions_))
        assert without_time(first) == without_time(again)
        assert first.sims <= positions_
        assert first.sims == sum(move.visits for move in first.moves)


def test_more_budget_looks_no_less_deep() -> None:
    answers = [analyze(bushy(), budget=Budget(sims=n)) for n in budgets()]
    depths = [answer.depth or 0 for answer in answers]
    assert depths == sorted(depths)
    assert depths[0] == 0
    assert answers[-1].proven
    assert answers[0].verdict == "undecided"
    assert {move.win for move in answers[0].moves} == {None}


def test_the_answer_does_not_depend_on_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    for positions_ in budgets():
        budget = Budget(sims=positions_)
        whole = without_time(analyze(bushy(), budget=budget))
        with monkeypatch.context() as patch:
            patch.setattr(seekers, "FIRST_CHUNK", 1)
            patch.setattr(seekers, "CHUNK_SECONDS", 0.0)
            assert without_time(analyze(bushy(), budget=budget)) == whole


def test_a_budget_of_time_ends_a_search() -> None:
    found = analyze(run_of(3, bushy()), budget=Budget(seconds=1e-12))
    assert (found.depth, found.proven, found.interrupted) == (None, False, False)


def test_a_search_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seekers, "FIRST_CHUNK", 10)
    asked = [False] * 5 + [True] * 100
    found = analyze(bushy(), should_stop=lambda: asked.pop(0))
    assert (found.interrupted, found.proven) == (True, False)
    state, stop = toy_game.start(bushy(), 2), lambda: True
    with pytest.raises(NotSolvedError, match="stopped"):
        solver.solve(toy_game, toy_game, toy_game, state, Budget(), should_stop=stop)


def test_progress_rises() -> None:
    reports = list[Progress]()
    found = analyze(bushy(), progress=reports.append, budget=Budget(sims=400))
    assert reports == sorted(reports)
    assert reports[-1].sims <= found.sims


def test_a_depth_of_no_decision_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one decision"):
        analyze(bushy(), depth=0)


# --- Lines ----------------------------------------------------------------------------


def end_of(root: Node, line: tuple[int, ...]) -> Node:
    """The node that a line leads to."""
    numbers = dict(enumerate(below(root), 1))
    return numbers[line[-1]]


@pytest.mark.parametrize("players", [2, 3])
def test_lines_lead_to_their_values(players: int) -> None:
    complete = 0
    for root in trees(players):
        for move in analyze(root, players).moves:
            end = end_of(root, move.line)
            assert end.kind != Node(0).kind  # no decision is left
            if end.kind == OVER and move.line[: len(move.turn)] == move.turn:
                complete += 1
                value = brute_force(end, players, "win")
                mine = value.to(root.mover, "win")
                assert (move.win, move.margin) == tuple(map(float, mine))
    assert complete > INSTANCES / 2


# --- Real games -----------------------------------------------------------------------


def middle_of(name: str, players: int) -> tuple[Any, State]:
    """A game's rules, and a position of it with a decision due."""
    case = next(
        c for c in CASES if c.game.name == name and c.variant.players == players
    )
    states = [s for s in positions(case, 3) if case.game.rules.count_actions(s) > 1]
    return case.game.rules, states[len(states) // 2]


@pytest.mark.skipif(not JIT, reason="thousands of positions")
@pytest.mark.parametrize(
    ("name", "players"),
    [("azul", 2), ("azul", 3), ("summer-pavilion", 2), ("flowers", 2), ("flowers", 1)],
)
def test_searches_of_real_games_repeat(name: str, players: int) -> None:
    rules, root = middle_of(name, players)
    assert rules in (azul, flowers, summer_pavilion)
    policy = greedy if rules is azul else uniform
    for budget in (Budget(sims=300), Budget(sims=3_000)):
        answers = [
            without_time(
                expectimax.analyze(rules, policy, policy, root, budget, memory=MEMORY)
            )
            for _ in range(2)
        ]
        assert answers[0] == answers[1]
        assert answers[0].sims <= budget.sims
