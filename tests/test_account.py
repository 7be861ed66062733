"""Points by source: against the rules of all games, and by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from analyzer.games import GAMES
from engines.protocol import State
from tests.oracles import flowers
from tests.play import legal_actions, positions
from tests.registry import CASES, Case, each_case

EVERY = 9  # positions of a game that are looked at
PLACING = (
    "flowers players=2 stacks=hidden:24,Y2:25,blind:26 drawn=B2"
    " p1.garden=O:R3,E1:R2 p2.garden=O:Y1,W1:B4g"
)
PAVILION = (
    "summer-pavilion players=2 phase=place marker=1 supply=PPGGOOYYBR p1.stock=P1"
    " p1.score=40"
)
FLOWERS = [case for case in CASES if case.game.name == "flowers"]
each_flowers_case = pytest.mark.parametrize("case", FLOWERS, ids=str)


def account(name: str, state: State, player: int = 0) -> dict[str, int]:
    return GAMES[name].accounts().account(state, player)


def parsed(text: str) -> tuple[str, State]:
    """The game and the state of a position."""
    name = text.split()[0]
    return name, GAMES[name].notation().parse(text).state


@each_case
def test_the_total_after_the_end_is_the_score(case: Case) -> None:
    rules, scores = case.game.rules, np.zeros(case.game.rules.MAX_PLAYERS)
    for seed in (1, 2):
        end = positions(case, seed)[-1]
        rules.scores(end, scores)
        for player in range(case.variant.players):
            points = account(case.game.name, end, player)
            *sources, total = points.values()
            assert list(points)[-1] == "total"
            assert sum(sources) == total == scores[player]


@each_flowers_case
def test_a_garden_is_always_counted_as_the_rules_say(case: Case) -> None:
    for state in positions(case, 1)[::EVERY]:
        oracle = flowers.Game.from_fields(case.game.notation.to_fields(state))
        for player in range(case.variant.players):
            points = account("flowers", state, player)
            assert points == oracle.breakdown(player + 1)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        (
            "azul players=2 centre=B marker=1 p1.score=30"
            " p1.wall=B....,WB...,K.B..,R..B.,Y...B",
            {"so_far": 30, "rows": 0, "columns": 7, "colours": 10, "total": 47},
        ),
        (
            f"{PAVILION} p1.orange=OOOOOO p1.red=R..... p1.blue=B..... p1.yellow=Y....."
            " p1.green=G..... p1.purple=P..... p1.centre=R.....",
            {"so_far": 40, "stars": 17, "numbers": 4, "total": 61},
        ),
        (
            PAVILION,
            {"so_far": 40, "stars": 0, "numbers": 0, "total": 40},
        ),
        (PLACING, {"removed": -2, "groups": 0, "butterflies": 0, "total": -2}),
    ],
    ids=["azul", "summer pavilion", "empty boards", "flowers"],
)
def test_points_count_as_if_the_game_ended_now(
    text: str, points: dict[str, int]
) -> None:
    assert account(*parsed(text)) == points


# --- What moves change ----------------------------------------------------------------


def less(after: dict[str, int], before: dict[str, int]) -> dict[str, int]:
    return {source: after[source] - before[source] for source in before}


def played(case: Case, state: State, action: int) -> State:
    after = state.copy()
    case.game.rules.play(after, action)
    return after


@each_flowers_case
def test_a_placement_changes_the_account_as_playing_it_does(case: Case) -> None:
    changes = GAMES["flowers"].accounts().changes
    placing = [s for s in positions(case, 2) if case.game.rules.is_mid_turn(s)]
    for state in placing[::EVERY]:
        player = int(case.game.rules.current_player(state))
        before = account("flowers", state, player)
        assert changes(state) == {
            (action,): less(
                account("flowers", played(case, state, action), player), before
            )
            for action in legal_actions(case.game, state)
        }


@each_flowers_case
def test_a_draw_is_told_with_its_best_placement(case: Case) -> None:
    changes = GAMES["flowers"].accounts().changes
    for state in positions(case, 3)[::EVERY]:
        found = changes(state)
        for action in legal_actions(case.game, state):
            after = played(case, state, action)
            if case.game.rules.is_mid_turn(state):
                continue
            drawn = case.game.notation.to_fields(after).get("drawn")
            lines = [line for line in found if line[0] == action]
            assert len(lines) == (drawn is not None)
            if lines and case.game.rules.is_mid_turn(after):
                places = {line[0]: change for line, change in changes(after).items()}
                best = places[lines[0][1]]
                assert found[lines[0]] == best
                assert best["total"] == max(p["total"] for p in places.values())


@each_case
def test_other_games_have_no_changes_and_none_is_told_before_a_deal(case: Case) -> None:
    state: Any = case.new()
    if case.game.name != "flowers" or case.game.rules.chance_due(state):
        assert GAMES[case.game.name].accounts().changes(state) == {}
