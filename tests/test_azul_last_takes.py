"""What Azul says of its last takes is what every line of play says."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from engines import azul
from engines.azul.layout import OFFERS, PLAYERS, TURN
from engines.jit import JIT
from engines.protocol import State
from engines.unlimited import NO_LIMIT
from tests.play import legal_actions, positions
from tests.registry import CASES, GAMES, Case

TWO = next(
    case
    for case in CASES
    if case.game.name == "azul"
    and case.variant.players == 2
    and case.variant.options["wall"] == "colour"
)
OTHERS = [case for case in CASES if case.game.name == "azul" and case is not TWO]
GAMES_PLAYED = range(60 if JIT else 4)
LEAST_FOUND = 40 if JIT else 1
End = tuple[float, float]  # win share and lead of player 0

ORDERS: dict[str, Callable[[End], tuple[float, float]]] = {
    "win": lambda end: end,
    "margin": lambda end: (end[1], end[0]),
}


def late_positions(case: Case) -> Iterator[State]:
    """Positions with a decision and a few batches to go."""
    for seed in GAMES_PLAYED:
        for state in positions(case, seed):
            if 0 < int(state[OFFERS]).bit_count() <= 5 and state[2] == 0:
                yield state


def best_end(state: State, order: Callable[[End], tuple[float, float]]) -> End:
    """The end that best play of both leads to, over all legal moves."""
    if azul.is_over(state):
        wins, points = np.zeros((2, azul.MAX_PLAYERS))
        azul.outcome(state, wins)
        azul.scores(state, points)
        return float(wins[0]), float(points[0] - points[1])
    ends = []
    for action in legal_actions(GAMES["azul"], state):
        after = state.copy()
        azul.play(after, action)
        ends.append(best_end(after, order))
    return max(ends, key=order) if state[TURN] == 0 else min(ends, key=order)


@pytest.mark.parametrize("objective", ORDERS)
def test_the_last_takes_end_as_all_lines_of_play_say(objective: str) -> None:
    order, found = ORDERS[objective], {1: 0, 2: 0}
    wins, leads = np.zeros((2, azul.MAX_PLAYERS))
    for state in late_positions(TWO):
        ends = int(azul.last_choices(state, wins, leads))
        if ends == 0:
            continue
        found[ends] += 1
        choices = list(zip(wins[:ends].tolist(), leads[:ends].tolist(), strict=True))
        best = max if state[TURN] == 0 else min
        assert best(choices, key=order) == best_end(state, order)
    assert min(found.values()) >= LEAST_FOUND


@pytest.mark.parametrize("case", OTHERS, ids=str)
def test_nothing_is_said_where_more_can_happen(case: Case) -> None:
    wins, leads = np.zeros((2, azul.MAX_PLAYERS))
    for state in late_positions(case):
        assert azul.last_choices(state, wins, leads) == 0


def test_leads_are_limited_as_the_scores_are() -> None:
    least, most = np.zeros((2, azul.MAX_PLAYERS))
    cut = 0
    for state in late_positions(TWO):
        assert state[PLAYERS] == 2
        known = azul.score_limits(state, least, most)
        for player in range(2):
            lead = azul.most_lead(state, player, NO_LIMIT)
            if not known:
                assert lead == NO_LIMIT
                continue
            assert lead == most[player] - least[1 - player]
            assert azul.most_lead(state, player, lead) == lead
            below = azul.most_lead(state, player, lead - 1)
            assert below in (lead, NO_LIMIT)
            cut += azul.most_lead(state, player, -NO_LIMIT) == NO_LIMIT
    assert cut > 0
