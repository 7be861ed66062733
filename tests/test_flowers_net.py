"""The nets of Flowers: the last card is not judged but placed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from analyzer.games import GAMES
from engines import flowers
from engines.flowers.evaluators import net
from engines.flowers.layout import DRAWN, LAST
from engines.protocol import State
from search.rollout import make_estimate
from tests.play import positions
from tests.registry import CASES, Case

ESTIMATE = make_estimate(flowers, net)
TWO = [c for c in CASES if c.game.name == "flowers" and c.variant.players in (1, 2)]
each_case = pytest.mark.parametrize("case", TWO[::4], ids=str)


def last_placements(case: Case) -> list[State]:
    """Positions before the last placement of games."""
    found = [s for seed in range(12) for s in positions(case, seed)]
    return [s for s in found if s[LAST] == 1 and s[DRAWN]]


def after(state: State, index: int) -> tuple[list[float], list[float]]:
    """Win shares and scores at the end of the game, after the move of that number."""
    played, players = state.copy(), int(flowers.player_count(state))
    flowers.play(played, flowers.action_at(played, index))
    assert flowers.is_over(played)
    wins, points = np.zeros((2, flowers.MAX_PLAYERS))
    flowers.outcome(played, wins)
    flowers.scores(played, points)
    return wins[:players].tolist(), points[:players].tolist()


@each_case
def test_before_the_last_placement_the_best_end_of_the_game_is_said(case: Case) -> None:
    states = last_placements(case)
    assert len(states) > 3
    nets: Any = GAMES["flowers"].evaluator_module("net", "").default_weights()
    for state in states:
        turn = int(flowers.current_player(state))
        ends = [after(state, i) for i in range(int(flowers.count_actions(state)))]
        best = max(ends, key=lambda end: (end[1][turn], end[0][turn]))
        wins, points = np.zeros((2, flowers.MAX_PLAYERS))
        ESTIMATE(state.copy(), nets, wins, points)
        assert (wins[: len(best[0])].tolist(), points[: len(best[1])].tolist()) == best
