"""Exact answers agree with a brute force that is obvious."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import pytest

from engines import flowers
from engines.flowers import layout, notation, packing
from engines.flowers.rules import Stack, Switches, start
from engines.flowers.switches import PRESETS
from engines.jit import JIT
from engines.protocol import State
from search import auto, exact
from search.answers import Analysis, RankedMove
from search.batches import Budget, Progress
from search.confidence import MARGIN, WIN
from search.exact import NotSolvedError
from search.policies import uniform
from search.rollout import deal_due
from search.walk import COMPLETE, MAX_LEVELS, Walk, make_go_on, new_walk
from tests import toy_game
from tests.oracles.flowers import Game
from tests.play import legal_actions, positions
from tests.registry import Case, each_case
from tests.toy_game import (
    CHANCE,
    DECISION,
    OVER,
    UNLISTED,
    Node,
    chance,
    decision,
    over,
    run_of,
)

INSTANCES = 300 if JIT else 10  # random games a number of players
GAMES = range(40)  # of a case, looked through for endings
NODES = 2_000  # positions of an ending that brute force may look at
FEW = 4  # endings of a kind
NO_LIMIT = Budget()
needs_jit = pytest.mark.skipif(not JIT, reason="thousands of positions")
each_objective = pytest.mark.parametrize("objective", ["win", "margin"])
each_number = pytest.mark.parametrize("players", [1, 2, 3])


class Value(NamedTuple):
    """What a position is worth, by player: win shares, and points ahead."""

    wins: tuple[Fraction, ...]
    margins: tuple[Fraction, ...]

    def to(self, player: int, objective: str) -> tuple[Fraction, Fraction]:
        """What a player wants most, and what decides between equals."""
        win, margin = self.wins[player], self.margins[player]
        return (win, margin) if objective == "win" else (margin, win)


def result(shares: Sequence[float | Fraction], points: Sequence[float]) -> Value:
    """The value of a game that has ended so."""
    margins = []
    for player, own in enumerate(points):
        others = [p for other, p in enumerate(points) if other != player]
        margins.append(Fraction(own) - Fraction(max(others, default=0)))
    return Value(tuple(Fraction(share) for share in shares), tuple(margins))


def mean(outcomes: list[tuple[Fraction, Value]]) -> Value:
    """The value of an event with these odds and values."""
    assert sum(odds for odds, _ in outcomes) == 1
    seats = range(len(outcomes[0][1].wins))
    nothing = Fraction(0)
    return Value(
        tuple(sum((odds * v.wins[p] for odds, v in outcomes), nothing) for p in seats),
        tuple(
            sum((odds * v.margins[p] for odds, v in outcomes), nothing) for p in seats
        ),
    )


def assert_exact(
    found: Analysis, values: dict[tuple[int, ...], Value], objective: str
) -> None:
    """The turns are ranked by these values, with all figures that follow from them."""
    aims = {turn: v.to(found.player, objective) for turn, v in values.items()}
    order = sorted(aims, key=lambda turn: aims[turn], reverse=True)
    best = aims[order[0]][0]
    assert [move.turn for move in found.moves] == order
    assert [move.rank for move in found.moves] == list(range(1, len(order) + 1))
    for move in found.moves:
        assert_figures(move, *aims[move.turn], best, objective)
    zone = (WIN if objective == "win" else MARGIN).indifference
    equal = len(order) > 1 and best - aims[order[1]][0] <= zone
    assert found.verdict == ("equal" if equal else "decided")
    assert (found.search, found.objective, found.proven) == ("exact", objective, True)
    assert (found.batches, found.interrupted, found.warnings) == (1, False, ())
    assert found.sims == sum(move.visits for move in found.moves)


def assert_figures(
    move: RankedMove, aim: Fraction, other: Fraction, best: Fraction, objective: str
) -> None:
    """A proven move has these values, and no doubt."""
    assert move.win is not None
    assert move.regret is not None
    both = (aim, other) if objective == "win" else (other, aim)
    figures = (move.win, move.margin)
    assert figures == pytest.approx(tuple(map(float, both)), abs=1e-7)
    assert move.p_best == float(aim == best)
    assert move.regret == pytest.approx(float(best - aim), abs=1e-7)
    assert move.regret >= 0.0
    assert 0.0 <= move.win <= 1.0
    assert (move.win_low, move.win_se, move.win_high) == (move.win, 0.0, move.win)
    assert (move.margin_se, move.proven, move.line) == (0.0, True, move.turn)


# --- Games that are nothing but a tree ------------------------------------------------


def brute_force(node: Node, players: int, objective: str) -> Value:
    """Who decides takes what is best for himself, of equals the first."""
    if node.kind == OVER:
        points = node.points[:players]
        best = max(points)
        share = Fraction(1, points.count(best))
        return result([share if p == best else 0 for p in points], points)
    values = [brute_force(child, players, objective) for child in node.children]
    if node.kind == DECISION:
        return max(values, key=lambda value: value.to(node.mover, objective))
    total = sum(child.weight for child in node.children)
    odds = [Fraction(child.weight, total) for child in node.children]
    return mean(list(zip(odds, values, strict=True)))


def below(node: Node) -> Iterator[Node]:
    """All nodes under a node, in the order in which a state numbers them."""
    row = node.children
    while row:
        yield from row
        row = [child for parent in row for child in parent.children]


def turns(root: Node) -> dict[tuple[int, ...], Node]:
    """The whole turns that a game can begin with, and what they lead to."""
    numbers = {id(node): number for number, node in enumerate(below(root), 1)}

    def of(
        node: Node, begun: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], Node]]:
        for child in node.children:
            turn = (*begun, numbers[id(child)])
            if child.goes_on:
                yield from of(child, turn)
            else:
                yield turn, child

    return dict(of(root, ()))


def random_tree(rng: random.Random, players: int) -> Node:
    """A game that begins with a decision; five more decisions and events at most."""

    def grown(left: int, before: Node | None) -> Node:
        draw = rng.random()
        if before and (left == 0 or draw < 0.15):
            return over(*(rng.randint(0, 3) for _ in range(players)))
        node = Node(CHANCE if before and draw < 0.45 else DECISION)
        node.mover = rng.randrange(players)
        if before and before.kind == node.kind == DECISION and rng.random() < 0.3:
            node.mover, node.goes_on = before.mover, True
        node.children = [grown(left - 1, node) for _ in range(rng.randint(1, 3))]
        for child in node.children:
            child.weight = rng.randint(1, 4)
        return node

    return grown(6, None)


def random_trees(players: int, count: int = INSTANCES) -> list[Node]:
    """The same random games in every run."""
    rng = random.Random(players)
    return [random_tree(rng, players) for _ in range(count)]


def solved(
    root: Node, players: int = 2, budget: Budget = NO_LIMIT, **options: Any
) -> Analysis:
    """The exact analysis of a tree."""
    return exact.solve(toy_game, toy_game.start(root, players), budget, **options)


def without_time(analysis: Analysis) -> Analysis:
    """All that does not depend on the clock."""
    return replace(analysis, seconds=0.0)


@each_number
@each_objective
def test_answers_are_those_of_brute_force(players: int, objective: str) -> None:
    for root in random_trees(players):
        ends = turns(root)
        values = {t: brute_force(node, players, objective) for t, node in ends.items()}
        found = solved(root, players, objective=objective)
        assert found.player == root.mover
        assert_exact(found, values, objective)
        for move in found.moves:
            assert move.visits == len(list(below(ends[move.turn])))


def test_the_random_games_have_all_that_a_game_can_have() -> None:
    trees = [tree for players in (2, 3) for tree in random_trees(players, 100)]
    nodes = [node for tree in trees for node in (tree, *below(tree))]
    kinds = {(node.kind, child.kind) for node in nodes for child in node.children}
    all_kinds = (DECISION, CHANCE, OVER)
    assert kinds == {(a, b) for a in (DECISION, CHANCE) for b in all_kinds}
    ends = [list(node.points) for node in nodes if node.kind == OVER]
    assert sum(points.count(max(points)) > 1 for points in ends) > 100
    assert sum(len(turn) > 1 for tree in trees for turn in turns(tree)) > 20
    assert max(len(list(below(tree))) for tree in trees) < toy_game.MAX_NODES


@pytest.mark.parametrize(
    ("players", "win", "margin"), [(1, 1.0, 3.0), (2, 0.0, -2.0), (3, 0.0, -6.0)]
)
def test_a_margin_is_the_lead_and_alone_the_score(
    players: int, win: float, margin: float
) -> None:
    move = solved(decision(0, over(3, 5, 9)), players).moves[0]
    assert (move.win, move.margin) == (win, margin)


def test_everybody_decides_for_himself_alone() -> None:
    harmful = decision(1, over(0, 4, 9), over(4, 5, 0))
    harmless = decision(2, over(3, 0, 1), over(0, 0, 5))
    found = solved(decision(0, harmless, harmful), 3, objective="margin")
    assert [move.margin for move in found.moves] == [-1.0, -5.0]


def test_of_replies_that_win_alike_the_one_with_the_better_margin_is_expected() -> None:
    found = solved(decision(0, decision(1, over(0, 1), over(0, 3), over(0, 2))))
    assert (found.moves[0].win, found.moves[0].margin) == (0.0, -3.0)


def test_of_replies_that_lead_alike_the_one_that_wins_more_is_expected() -> None:
    even = chance((1, over(0, 9)), (1, over(9, 0)))
    sure = over(0, 0)
    bold = chance((3, over(0, 4)), (1, over(12, 0)))
    for replies in ((even, sure, bold), (bold, sure, even)):
        found = solved(decision(0, decision(1, *replies)), objective="margin")
        assert (found.moves[0].win, found.moves[0].margin) == (0.25, 0.0)


def test_of_replies_equal_in_all_the_first_is_expected() -> None:
    replies = (over(7, 5, 0), over(4, 7, 2), over(5, 7, 5), over(9, 7, 4))
    found = solved(decision(0, decision(2, *replies)), 3)
    assert (found.moves[0].win, found.moves[0].margin) == (0.0, -2.0)


def test_chance_after_chance_counts_by_the_odds_of_both() -> None:
    inner = chance((1, over(0, 8)), (3, over(8, 0)))
    found = solved(decision(0, chance((2, inner), (1, over(0, 0)))))
    assert found.moves[0].win == pytest.approx(2 / 3 * 3 / 4 + 1 / 3 * 1 / 2)
    assert found.moves[0].margin == pytest.approx(2 / 3 * 4.0)


@each_objective
def test_a_sum_of_odds_is_no_worse_than_a_sure_thing(objective: str) -> None:
    spread = chance(*[(1, over(1, 0))] * 10)
    assert sum([1 / 10] * 10) < 1.0  # what rounding makes of it
    for moves in ((spread, over(1, 0)), (over(1, 0), spread)):
        found = solved(decision(0, *moves), objective=objective)
        assert [move.turn for move in found.moves] == [(1,), (2,)]
        assert [move.p_best for move in found.moves] == [1.0, 1.0]
        assert [move.regret for move in found.moves] == [0.0, 0.0]
        assert found.verdict == "equal"


@pytest.mark.parametrize(
    ("objective", "other", "verdict"),
    [
        ("win", 199, "equal"),
        ("win", 198, "decided"),
        ("margin", 150, "equal"),
        ("margin", 149, "decided"),
    ],
)
def test_moves_within_the_zone_of_indifference_are_equal(
    objective: str, other: int, verdict: str
) -> None:
    nearly = chance((other, over(1, 0)), (200 - other, over(0, 0)))
    found = solved(decision(0, nearly, over(1, 0)), objective=objective)
    assert found.verdict == verdict
    assert found.moves[0].turn == (2,)


def test_a_single_move_is_decided() -> None:
    found = solved(decision(0, chance((1, over(0, 1)), (1, over(1, 0)))))
    assert (found.verdict, found.moves[0].p_best) == ("decided", 1.0)


# --- Where there is no exact answer ---------------------------------------------------

TOO_FAR = "the end of the game is too far, or chance"
TOO_MUCH = "the budget does not suffice"


@each_number
def test_chance_that_cannot_be_listed_has_no_exact_answer(players: int) -> None:
    rng, answers = random.Random(7), list[bool]()
    for root in random_trees(players):
        for node in below(root):
            if node.kind == CHANCE and rng.random() < 0.1:
                node.kind = UNLISTED
        answers.append(all(node.kind != UNLISTED for node in below(root)))
        if answers[-1]:
            assert solved(root, players).proven
        else:
            with pytest.raises(NotSolvedError, match=TOO_FAR):
                solved(root, players)
    assert set(answers) == {True, False}


def test_an_end_too_far_has_no_exact_answer() -> None:
    near = decision(1, run_of(MAX_LEVELS - 1, over(1, 0)))
    assert solved(near).moves[0].visits == MAX_LEVELS - 1
    with pytest.raises(NotSolvedError, match=TOO_FAR):
        solved(decision(1, run_of(MAX_LEVELS, over(1, 0))))


@cache
def bushy() -> Node:
    """A game of some hundred positions."""
    leaves = [over(n % 3, 1) for n in range(4)]
    games = [decision(1, *[decision(0, *leaves)] * 6) for _ in range(6)]
    event = chance((1, games[0]), (2, games[1]), (1, games[2]), (1, over(0, 0)))
    return decision(0, event, decision(1, *games, over(5, 0)))


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is looked at every few positions."""
    monkeypatch.setattr(exact, "CHUNK", 10)


@pytest.mark.usefixtures("small_chunks")
def test_a_budget_of_simulations_buys_positions() -> None:
    whole = solved(bushy())
    needed = -(-whole.sims // exact.SIMULATION)
    assert needed > 1
    found = solved(bushy(), budget=Budget(sims=needed))
    assert without_time(found) == without_time(whole)
    with pytest.raises(NotSolvedError, match=TOO_MUCH):
        solved(bushy(), budget=Budget(sims=needed - 1))


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_budget_of_time_ends_a_walk(jobs: int) -> None:
    with pytest.raises(NotSolvedError, match=TOO_MUCH):
        solved(bushy(), budget=Budget(seconds=1e-12), jobs=jobs)
    found = solved(bushy(), budget=Budget(seconds=3_600.0), jobs=jobs)
    assert without_time(found) == without_time(solved(bushy()))


@pytest.mark.usefixtures("small_chunks")
def test_a_walk_can_be_stopped() -> None:
    asked = [False, False, True]
    with pytest.raises(NotSolvedError, match="stopped"):
        solved(bushy(), should_stop=lambda: asked.pop(0))
    assert asked == []


def test_what_is_solved_at_once_is_not_stopped() -> None:
    assert solved(decision(0, over(1, 0)), should_stop=lambda: True).proven


# --- How the walk goes on -------------------------------------------------------------


def walked(
    root: Node, players: int, positions: int, by_margin: bool
) -> tuple[Walk, int]:
    """A complete walk in steps of so many positions, and how many these were."""
    walk, seen = new_walk(toy_game, toy_game.start(root, players)), 0
    go_on = make_go_on(toy_game)
    while walk.level[0] != COMPLETE:
        step = int(go_on(walk, positions, by_margin))
        assert 0 <= step <= positions
        assert step == positions or walk.level[0] == COMPLETE
        seen += step
    return walk, seen


@each_number
@pytest.mark.parametrize("by_margin", [False, True])
def test_a_walk_taken_up_again_and_again_is_the_same(
    players: int, by_margin: bool
) -> None:
    for root in random_trees(players, 20):
        whole, seen = walked(root, players, 10**6, by_margin)
        assert seen == len(list(below(root)))
        for step in (1, 2, 7):
            parts, seen_in_parts = walked(root, players, step, by_margin)
            assert seen_in_parts == seen
            assert (parts.wins[0] == whole.wins[0]).all()
            assert (parts.margins[0] == whole.margins[0]).all()


@pytest.mark.parametrize("by_margin", [False, True])
def test_a_walk_values_a_position_before_chance_for_all_players(
    by_margin: bool,
) -> None:
    objective = "margin" if by_margin else "win"
    for players in (1, 2, 3):
        first, second = random_trees(players, 2)
        value = brute_force(chance((1, first), (2, second)), players, objective)
        walk, _ = walked(chance((1, first), (2, second)), players, 5, by_margin)
        assert walk.wins[0, :players].tolist() == pytest.approx(list(value.wins))
        assert walk.margins[0, :players].tolist() == pytest.approx(list(value.margins))
        assert not walk.wins[0, players:].any()
        assert not walk.margins[0, players:].any()


@each_number
def test_the_answer_depends_neither_on_threads_nor_on_chunks(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for root in random_trees(players, 10):
        monkeypatch.setattr(exact, "CHUNK", 10**6)
        alone = without_time(solved(root, players))
        assert without_time(solved(root, players, jobs=2)) == alone
        monkeypatch.setattr(exact, "CHUNK", 1)
        assert without_time(solved(root, players)) == alone
        assert without_time(solved(root, players, jobs=2)) == alone


def test_solving_leaves_the_root_as_it_is() -> None:
    root = toy_game.start(random_trees(2, 1)[0], 2)
    before = root.copy()
    assert exact.solve(toy_game, root, NO_LIMIT).proven
    assert (root == before).all()


@pytest.mark.usefixtures("small_chunks")
def test_progress_rises_to_the_whole() -> None:
    reports = list[Progress]()
    found = solved(bushy(), progress=reports.append)
    assert reports == sorted(reports)
    assert [report.fraction for report in reports] == sorted(
        r.fraction for r in reports
    )
    assert len(reports) > 5
    assert (reports[-1].sims, reports[-1].fraction) == (found.sims, 1.0)


# --- Endings of all games without chance ----------------------------------------------


class UnsolvedError(Exception):
    """Chance may come, or the end is too far."""


def result_of(case: Case, state: State) -> Value:
    """The value of a state where the game is over."""
    rules, players = case.game.rules, case.variant.players
    shares, points = np.zeros((2, rules.MAX_PLAYERS))
    rules.outcome(state, shares)
    rules.scores(state, points)
    return result(shares[:players].tolist(), points[:players].tolist())


def value_of(case: Case, state: State, objective: str, left: list[int]) -> Value:
    """By decisions alone; UnsolvedError if there is more, or no position left."""
    left[0] -= 1
    if left[0] < 0 or case.game.rules.chance_due(state):
        raise UnsolvedError
    if case.game.rules.is_over(state):
        return result_of(case, state)
    player = case.game.rules.current_player(state)
    values = [
        value_of(case, played(case, state, action), objective, left)
        for action in legal_actions(case.game, state)
    ]
    return max(values, key=lambda value: value.to(player, objective))


def played(case: Case, state: State, action: int) -> State:
    """The state after an action."""
    after = state.copy()
    case.game.rules.play(after, action)
    return after


def whole_turns(
    rules: Any, state: State, begun: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], State]]:
    """All ways to end the turn, and the states that they lead to."""
    for index in range(rules.count_actions(state)):
        after, action = state.copy(), int(rules.action_at(state, index))
        rules.play(after, action)
        if rules.is_mid_turn(after):
            yield from whole_turns(rules, after, (*begun, action))
        else:
            yield (*begun, action), after


def endings(
    case: Case, objective: str
) -> Iterator[tuple[State, dict[tuple[int, ...], Value]]]:
    """Positions near the end of games with the values of all turns."""
    for seed in GAMES:
        for state in positions(case, seed)[-6:-1]:
            if case.game.rules.count_actions(state) < 2:
                continue
            left = [NODES]
            try:
                yield (
                    state,
                    {
                        turn: value_of(case, after, objective, left)
                        for turn, after in whole_turns(case.game.rules, state)
                    },
                )
            except UnsolvedError:
                continue


@needs_jit
@each_objective
@each_case
def test_endings_without_chance_are_solved(case: Case, objective: str) -> None:
    tried = 0
    for state, values in islice(endings(case, objective), FEW):
        found = exact.solve(case.game.rules, state, NO_LIMIT, objective=objective)
        assert_exact(found, values, objective)
        tried += 1
    assert tried == FEW


# --- Endings of Flowers ---------------------------------------------------------------


def random_states(
    players: int, heights: Sequence[int], switches: Switches, seed: int
) -> list[State]:
    """All states with a decision of a random game; the last stack is blind."""
    last = len(heights) - 1
    stacks = [Stack(height, n == last) for n, height in enumerate(heights)]
    state, rng = start(players, switches, stacks), random.Random(seed)
    states = list[State]()
    while True:
        deal_due(flowers, state, seed)
        if flowers.is_over(state):
            return states
        states.append(state.copy())
        index = rng.randrange(flowers.count_actions(state))
        flowers.play(state, flowers.action_at(state, index))


def with_few_kinds(state: State, kinds: int, seed: int) -> State:
    """The same with few kinds of cards unseen: others have left the game."""
    unseen = packing.unseen_cards(state)
    cards = [card for card in packing.CARDS if unseen[card]]
    kept = random.Random(seed).sample(cards, min(kinds, len(cards)))
    thinned = state.copy()
    for card in set(packing.CARDS) - set(kept):
        word, shift = layout.UNSEEN + (card >> 3), 8 * ((card & 7) - 1)
        thinned[word] -= unseen[card] << shift
        thinned[layout.UNSEEN_CARDS] -= unseen[card]
    return thinned


def enough_unseen(state: State) -> bool:
    """There are cards for all that lies face down."""
    lying = state[layout.HEIGHTS : layout.TOPS].sum()
    return bool(state[layout.UNSEEN_CARDS] >= lying)


def oracle_of(state: State) -> Game:
    """The position by the slow rules."""
    return Game.from_fields(notation.to_fields(state))


def value_by_oracle(game: Game, state: State, objective: str) -> Value:
    """The value of a position over all draws by the slow rules.

    `state` is the same position; it says which of equal moves is the first.
    """
    if game.over:
        return result(game.win_shares(), game.scores())
    if deals := game.deals():
        outcomes = []
        for card, odds in deals.items():
            after = game.copy()
            after.apply_deal(card)
            dealt = notation.parse_deal(card, state)
            outcomes.append((odds, value_by_oracle(after, dealt, objective)))
        return mean(outcomes)
    values = []
    for index in range(flowers.count_actions(state)):
        action, then, after = flowers.action_at(state, index), state.copy(), game.copy()
        after.play(notation.format_move(action, state))
        flowers.play(then, action)
        values.append(value_by_oracle(after, then, objective))
    assert len(values) == len(game.moves())
    return max(values, key=lambda value: value.to(game.turn - 1, objective))


def size_of(state: State, most: int) -> int:
    """How many positions can come after a state; `most` if that many or more."""
    return int(make_go_on(flowers)(new_walk(flowers, state), most, False))


def near_ends(
    rules: str, players: int, heights: Sequence[int], kinds: int, sizes: range
) -> Iterator[State]:
    """States near the end of random games with so many positions to come."""
    for seed in GAMES:
        states = random_states(players, heights, PRESETS[rules], seed)
        for state in states[-5:]:
            root = with_few_kinds(state, kinds, seed)
            if enough_unseen(root) and size_of(root, sizes.stop) in sizes:
                yield root


def assert_as_by_oracle(state: State, objective: str) -> None:
    """The exact answer is that of brute force with the slow rules."""
    found = auto.analyze(
        flowers, uniform, state, NO_LIMIT, search="exact", objective=objective
    )
    if flowers.player_count(state) == 1:
        objective = "margin"
    values = {
        turn: value_by_oracle(oracle_of(after), after, objective)
        for turn, after in whole_turns(flowers, state)
    }
    assert_exact(found, values, objective)


ALL = len(packing.CARDS)
ENDINGS = [
    # rules, players, heights, kinds of cards unseen
    ("official", 2, (1, 1, 2), 4),
    ("official", 2, (1, 1, 2), ALL),
    ("official", 2, (4, 4, 4), 3),
    ("official", 1, (6, 6), 3),
    ("official", 1, (8, 10), ALL),
    ("official", 3, (1, 1, 2), 3),
    ("official", 3, (2, 3, 2), 3),
    ("digest", 2, (2, 2, 2), 3),
    ("digest", 3, (1, 1, 1), 2),
]
LONG_ENDINGS = [
    ("official", 2, (1, 1, 2), 22),
    ("official", 2, (3, 3, 3), 5),
    ("official", 2, (9, 9, 9), 3),
    ("official", 1, (9, 12), 7),
    ("official", 1, (7, 6), 4),
    ("official", 3, (4, 4, 5), 4),
    ("digest", 2, (3, 2, 2), 4),
    ("digest", 3, (2, 2, 2), 3),
]
ENDING = ("rules", "players", "heights", "kinds")


def shown(value: object) -> str | None:
    """Heights of stacks as the name of a test."""
    return "-".join(map(str, value)) if isinstance(value, tuple) else None


@needs_jit
@pytest.mark.parametrize(ENDING, ENDINGS, ids=shown)
def test_endings_of_flowers_are_solved_over_all_draws(
    rules: str, players: int, heights: tuple[int, ...], kinds: int
) -> None:
    states = near_ends(rules, players, heights, kinds, range(150, 1_500))
    for objective in ("win", "margin"):
        assert_as_by_oracle(next(states), objective)


@needs_jit
@pytest.mark.slow
@each_objective
@pytest.mark.parametrize(ENDING, LONG_ENDINGS, ids=shown)
def test_longer_endings_of_flowers_are_solved_over_all_draws(
    rules: str, players: int, heights: tuple[int, ...], kinds: int, objective: str
) -> None:
    states = near_ends(rules, players, heights, kinds, range(2_000, 20_000))
    for _ in range(3):
        assert_as_by_oracle(next(states), objective)


@needs_jit
@pytest.mark.parametrize("players", [2, 3])
def test_the_last_two_turns_of_flowers_are_solved_without_being_told(
    players: int,
) -> None:
    for seed in range(FEW):
        root = random_states(players, (1, 1, 2), Switches(), seed)[0]
        answers = [
            auto.analyze(flowers, uniform, root, NO_LIMIT, search=search)
            for search in ("auto", "exact")
        ]
        assert answers[0].search == "exact"
        assert without_time(answers[0]) == without_time(answers[1])
