"""Which search answers, and how playouts end at a horizon; on games that are trees."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engines.rng import SAMPLE, new_stream
from search import auto, exact, ranking
from search.answers import Analysis
from search.batches import Budget, Progress
from search.exact import NEAR, NotSolvedError
from search.mcts import Settings
from search.rollout import TO_THE_END, make_play_games
from search.settings import SOLO_SCALE
from search.workspace import new_workspace
from tests import toy_game
from tests.toy_game import DECISION, UNLISTED, Node, chance, decision, over, run_of

MEMORY = 1 << 22
TOO_MUCH = "the budget does not suffice"


def analyze(root: Node, players: int = 2, **options: Any) -> Analysis:
    """The answer of `auto` to a tree; of 64 simulations unless said otherwise."""
    budget = options.pop("budget", Budget(sims=64))
    state = toy_game.start(root, players)
    return auto.analyze(toy_game, toy_game, state, budget, memory=MEMORY, **options)


def near(end: Node) -> Node:
    """A game as far from its end as it may be to count as near."""
    return decision(0, run_of(NEAR - 1, end), over(0, 1))


def far(end: Node) -> Node:
    """A decision further."""
    return decision(0, run_of(NEAR, end), over(0, 1))


# --- Which search answers -------------------------------------------------------------


def test_near_the_end_the_answer_is_exact() -> None:
    found = analyze(near(over(5, 1)))
    assert (found.search, found.proven, found.verdict) == ("exact", True, "decided")
    assert [move.margin for move in found.moves] == [4.0, -1.0]


def test_further_away_the_answer_is_a_tree_searchs() -> None:
    found = analyze(far(chance((1, over(5, 1)))))
    assert (found.search, found.proven, found.sims) == ("mcts", False, 64)
    assert not any(move.proven for move in found.moves)


def test_a_last_round_that_is_longer_is_solved() -> None:
    found = analyze(far(over(5, 1)))
    assert (found.search, found.proven, found.verdict) == ("solver", True, "decided")
    assert found.moves[0].margin == 4.0


def test_near_is_how_long_games_last_however_much_chance_comes() -> None:
    events = over(5, 1)
    for _ in range(8):
        events = chance((1, events), (1, over(1, 1)))
    assert analyze(near(events)).search == "exact"


def test_one_long_game_among_short_ones_is_far() -> None:
    root = chance((1, run_of(NEAR + 1, over(0, 1))), (2, run_of(1, over(1, 0))))
    assert analyze(decision(0, root)).search == "mcts"


@pytest.mark.parametrize("search", ["auto", "mcts", "exact"])
def test_a_search_asked_for_is_the_one_that_answers(search: str) -> None:
    exact_if_near, exact_if_far = search != "mcts", search == "exact"
    assert (analyze(near(over(5, 1)), search=search).search == "exact") == exact_if_near
    assert (analyze(far(over(5, 1)), search=search).search == "exact") == exact_if_far


def test_where_chance_cannot_be_listed_a_tree_search_answers() -> None:
    root = near(chance((1, over(1, 0)), (1, over(0, 1)), kind=UNLISTED))
    assert analyze(root).search == "mcts"
    with pytest.raises(NotSolvedError, match="chance comes"):
        analyze(root, search="exact")


def wide() -> Node:
    """A game of three decisions and some hundred positions."""
    replies = [decision(0, *(over(n, 2) for n in range(5))) for _ in range(6)]
    return decision(0, *(decision(1, *replies) for _ in range(5)))


def test_what_the_budget_does_not_suffice_for_is_answered_by_tree_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(exact, "CHUNK", 10)
    few = Budget(sims=1)
    assert analyze(wide()).search == "exact"
    found = analyze(wide(), budget=few)
    assert (found.search, found.sims) == ("mcts", 1)
    with pytest.raises(NotSolvedError, match=TOO_MUCH):
        analyze(wide(), budget=few, search="exact")


class Asked:
    """Notes what budgets the two searches are given; they are not run."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, solves: bool) -> None:
        self.exact: list[Budget] = []
        self.mcts: list[Budget] = []
        self.solves = solves
        monkeypatch.setattr(exact, "solve", self.solve)
        monkeypatch.setattr(ranking, "analyze", self.rank)

    def solve(self, *given: Any, **_: Any) -> str:
        self.exact.append(given[2])
        if not self.solves:
            raise NotSolvedError
        return "exact"

    def rank(self, *given: Any, **_: Any) -> str:
        self.mcts.append(given[3])
        return "mcts"


@pytest.mark.parametrize(
    ("search", "given", "by_exact", "by_mcts"),
    [
        ("auto", Budget(seconds=8.0), [Budget(seconds=4.0)], [Budget(seconds=4.0)]),
        ("auto", Budget(100, 8.0), [Budget(100, 4.0)], [Budget(100, 4.0)]),
        ("auto", Budget(sims=100), [Budget(sims=100)], [Budget(sims=100)]),
        ("auto", Budget(), [Budget()], [Budget()]),
        ("mcts", Budget(100, 8.0), [], [Budget(100, 8.0)]),
    ],
)
def test_the_time_is_shared_out_and_simulations_are_not(
    search: str,
    given: Budget,
    by_exact: list[Budget],
    by_mcts: list[Budget],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = Asked(monkeypatch, solves=False)
    assert str(analyze(near(over(1, 0)), budget=given, search=search)) == "mcts"
    assert (asked.exact, asked.mcts) == (by_exact, by_mcts)


def test_an_exact_answer_asked_for_may_take_the_whole_budget(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, budget = Asked(monkeypatch, solves=True), Budget(100, 8.0)
    assert str(analyze(far(over(1, 0)), budget=budget, search="exact")) == "exact"
    assert (asked.exact, asked.mcts) == ([budget], [])


def test_far_from_the_end_the_whole_budget_is_for_the_tree_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, budget = Asked(monkeypatch, solves=True), Budget(100, 8.0)
    assert str(analyze(far(chance((1, over(1, 0)))), budget=budget)) == "mcts"
    assert (asked.exact, asked.mcts) == ([], [budget])


@pytest.mark.parametrize("search", ["auto", "mcts", "exact"])
def test_no_answer_where_no_decision_is_due(search: str) -> None:
    for root in (over(1, 0), chance((1, over(1, 0)))):
        with pytest.raises(ValueError, match="no decision is due"):
            analyze(root, search=search)
    with pytest.raises(ValueError, match="needs at least one"):
        analyze(near(over(1, 0)), search=search, budget=Budget(sims=0))


def test_progress_and_a_stop_reach_the_exact_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(exact, "CHUNK", 10)
    reports = list[Progress]()
    assert analyze(wide(), progress=reports.append).sims == reports[-1].sims
    found = analyze(wide(), budget=Budget(), should_stop=lambda: True)
    assert (found.search, found.interrupted) == ("mcts", True)


# --- Alone at the table ---------------------------------------------------------------


@pytest.mark.parametrize("search", ["mcts", "exact"])
@pytest.mark.parametrize("objective", ["win", "margin"])
def test_alone_the_objective_is_the_score(search: str, objective: str) -> None:
    root = decision(0, over(7), over(12), over(9))
    found = analyze(root, 1, search=search, objective=objective)
    assert (found.search, found.objective) == (search, "margin")
    assert [move.turn for move in found.moves] == [(2,), (3,), (1,)]
    assert [move.margin for move in found.moves] == [12.0, 9.0, 7.0]
    assert {move.win for move in found.moves} == {1.0}


def test_in_company_the_objective_is_what_was_asked_for() -> None:
    rich = chance((1, over(99, 0)), (2, over(0, 1)))
    for objective, best in (("win", (2,)), ("margin", (1,))):
        for search in ("mcts", "exact"):
            root = decision(0, rich, over(1, 0))
            found = analyze(root, search=search, objective=objective)
            assert found.objective == objective
            assert found.moves[0].turn == best


def test_alone_a_utility_is_measured_from_what_is_expected() -> None:
    root = toy_game.start(Node(DECISION, (4,), children=[over(1), over(2)]), 1)
    settings = ranking._aimed(toy_game, toy_game, None, root, Settings(), "win")
    expected = (1.0, 40.0, SOLO_SCALE)  # the estimate is tenfold
    assert (settings.margin_share, settings.par, settings.margin_scale) == expected


# --- The horizon ----------------------------------------------------------------------


def counted(length: int, goes_on: tuple[int, ...] = ()) -> Node:
    """Decisions without a choice; at number n, player 0 is n points ahead.

    Those in `goes_on` are amid a turn.
    """
    node = over(length, 0)
    for n in reversed(range(length)):
        node = Node(DECISION, (n, 0), n % 2, n in goes_on, children=[node])
    return node


def margin_at_horizon(root: Node, plies: int) -> float:
    """The margin that a tree search of two nodes finds with so long playouts."""
    settings = Settings(playout=plies, expand_at=1 << 20)
    found = analyze(root, search="mcts", settings=settings)
    assert len(found.moves) == 1
    assert found.moves[0].margin is not None
    return found.moves[0].margin


@pytest.mark.parametrize(
    ("plies", "number"), [(0, 1), (1, 2), (2, 3), (5, 6), (10, 11)]
)
def test_a_playout_is_estimated_so_many_decisions_on(plies: int, number: int) -> None:
    assert margin_at_horizon(counted(12), plies) == 10.0 * number


@pytest.mark.parametrize("plies", [11, 12, 100, TO_THE_END])
def test_a_game_that_ends_first_counts_as_it_ends(plies: int) -> None:
    assert margin_at_horizon(counted(12), plies) == 12.0


def test_no_playout_ends_amid_a_turn() -> None:
    root = counted(12, goes_on=(4, 5, 8))
    found = [margin_at_horizon(root, plies) for plies in range(2, 8)]
    assert found == [30.0, 60.0, 60.0, 60.0, 70.0, 90.0]


def test_chance_that_is_due_at_the_horizon_comes_first() -> None:
    root = decision(0, decision(1, chance((1, counted(5)), (3, counted(5)))))
    root.children[0].children[0].points = (77, 0)
    assert margin_at_horizon(root, 1) == 0.0
    assert margin_at_horizon(root, 2) == 10.0


def test_the_win_share_at_the_horizon_is_estimated_too() -> None:
    losing = Node(DECISION, (0, 9), 1, children=[Node(DECISION, children=[over(0, 9)])])
    for plies, win in ((0, 1.0), (1, 1.0), (2, 0.0)):
        settings = Settings(playout=plies, expand_at=1 << 20)
        found = analyze(decision(0, losing), search="mcts", settings=settings)
        assert found.moves[0].win == win


def test_without_a_horizon_playouts_go_to_the_end() -> None:
    found = analyze(counted(12), search="mcts")
    assert found.moves[0].margin == 12.0


def test_games_are_played_to_the_end() -> None:
    root, out = toy_game.start(counted(12), 2), np.zeros(toy_game.MAX_PLAYERS)
    plies = make_play_games(toy_game, toy_game)(
        root,
        3,
        new_workspace(toy_game),
        toy_game.default_weights(),
        out,
        new_stream(1, SAMPLE),
    )
    assert (plies, out[0]) == (36, 12.0)
