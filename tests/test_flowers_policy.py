"""How the greedy player of Flowers judges draws, and what it expects of gardens."""

from __future__ import annotations

import numpy as np
import pytest

from engines import flowers
from engines.flowers import notation, scoring
from engines.flowers.evaluators import settled
from engines.flowers.policies import greedy, prospects
from engines.flowers.worth import PLANTED, STANDING
from engines.protocol import State
from engines.rng import new_stream
from search.rollout import deal_due, make_choose, make_estimate

FIVE_POINTS = "O:R1,E1:R2,E2:R2,E3:R1,E4:R2,E4S1:Y2"
SAME = "O:G1,E1:G2,E2:G2,E3:G1,E4:G2,E4S1:B2"  # but for the colours
LOST = "O:G4,E1:G4,E2:G4,E3:G4,E4:G4,E4S1:B2"  # -6 points
BLIND = 2
FITTED = 3 + 1 + 4 + 1 + 5 + 1 + 6 + 1 + 2 * (10 + 1) + 4 + 3  # weights at a knot


def position(own: str, other: str, blind: int) -> State:
    """Player 1 is to draw; so many cards are left in the blind stack."""
    text = f"flowers players=2 turn=1 first=1 stacks=Y3:20,B3:20,blind:{blind}"
    return notation.parse(f"{text} p1.garden={own} p2.garden={other}").state


def drawn(state: State) -> int:
    """The stack that the greedy player draws from."""
    moves = np.zeros(flowers.MAX_ACTIONS, np.int64)
    choose = make_choose(flowers, greedy)
    return int(choose(state, moves, greedy.default_weights(), new_stream(1, 1)))


def test_who_is_ahead_ends_the_game_and_who_is_behind_does_not() -> None:
    assert drawn(position(FIVE_POINTS, LOST, 1)) == BLIND
    assert drawn(position(LOST, FIVE_POINTS, 1)) != BLIND


def test_a_last_card_is_worth_what_it_scores_and_other_gardens_their_score() -> None:
    state = position(LOST, FIVE_POINTS, 1)
    flowers.play(state, BLIND)
    deal_due(flowers, state, 5)
    best = -100
    for index in range(int(flowers.count_actions(state))):
        after = state.copy()
        flowers.play(after, int(flowers.action_at(state, index)))
        best = max(best, int(scoring.score(after, 0)))
    wins, points = np.zeros((2, flowers.MAX_PLAYERS))
    make_estimate(flowers, settled)(state, settled.default_weights(), wins, points)
    assert points[:2].tolist() == [best, 5.0]
    assert wins[1] > 0.99


def test_the_turn_is_worth_something_and_a_chance_is_nearer_one_near_the_end() -> None:
    estimate, weights = make_estimate(flowers, greedy), greedy.default_weights()
    found = []
    for blind in (2, 20):
        wins, points = np.zeros((2, flowers.MAX_PLAYERS))
        estimate(position(FIVE_POINTS, SAME, blind), weights, wins, points)
        assert points[0] > points[1]
        estimate(position(FIVE_POINTS, LOST, blind), weights, wins, points)
        found.append(wins[0])
    assert found[0] > found[1] > 0.5


@pytest.mark.parametrize(("first", "place"), [(22, STANDING), (33, PLANTED)])
def test_rows_hold_the_fitted_weights_and_larger_groups_go_on_by_the_card(
    first: int, place: int
) -> None:
    fitted = np.random.default_rng(1).normal(size=(len(prospects.KNOTS), FITTED))
    rows = prospects.rows(fitted.tolist())
    own, beyond = fitted[:, first : first + 10], fitted[:, first + 10]
    for knot, height in enumerate(prospects.KNOTS):
        row = rows[height]
        np.testing.assert_allclose(row[place + 1 : place + 11], own[knot])
        assert row[place + 13] == pytest.approx(own[knot][-1] + 3 * beyond[knot])
        assert row[prospects.SPREAD] == fitted[knot, -1]
    np.testing.assert_allclose(rows[3], (rows[2] + rows[4]) / 2)


def test_cards_are_placed_where_gardens_look_best_by_the_other_weights() -> None:
    table = greedy.default_weights()
    state = position(FIVE_POINTS, LOST, 9)
    flowers.play(state, 0)
    moves = np.zeros(flowers.MAX_ACTIONS, np.int64)
    before = make_choose(flowers, greedy)(state, moves, table, new_stream(1, 1))
    table[prospects.PROSPECTS :] *= -1.0
    after = make_choose(flowers, greedy)(state, moves, table, new_stream(1, 1))
    assert before == after
    table[: prospects.PROSPECTS] *= -1.0
    assert make_choose(flowers, greedy)(state, moves, table, new_stream(1, 1)) != after
