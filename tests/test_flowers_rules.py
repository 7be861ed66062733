"""The rules of Flowers, sentence by sentence: material, set-up, and the whole page."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import pytest

from engines.flowers import notation, rules
from engines.flowers.layout import MAX_ACTIONS
from engines.rng import DEAL, new_stream
from tests import (
    test_flowers_rules_decisions,
    test_flowers_rules_end,
    test_flowers_rules_examples,
    test_flowers_rules_numbers,
    test_flowers_rules_points,
    test_flowers_rules_scoring,
    test_flowers_rules_summer,
    test_flowers_rules_switches,
    test_flowers_rules_turn,
)
from tests.flowers_rows import (
    PAGE,
    STACKS,
    TWO,
    Row,
    Side,
    but,
    check,
    garden,
    on_both_sides,
    over,
)
from tests.oracles.flowers import Game
from tests.rule_rows import page_labels

TABLES = [
    test_flowers_rules_turn.ROWS,
    test_flowers_rules_end.ROWS,
    test_flowers_rules_scoring.ROWS,
    test_flowers_rules_summer.ROWS,
    test_flowers_rules_switches.ROWS,
    test_flowers_rules_numbers.ROWS,
    test_flowers_rules_decisions.ROWS,
    test_flowers_rules_points.ROWS,
    test_flowers_rules_examples.ROWS,
]

ALL = (
    "Y1:3,Y2:6,Y3:8,Y4:7,Y4r:1,Y4b:1,Y4g:1,R1:3,R2:6,R3:8,R4:7,R4y:1,R4b:1,R4g:1,"
    "B1:3,B2:6,B3:8,B4:7,B4y:1,B4r:1,B4g:1,G1:3,G2:6,G3:8,G4:7,G4y:1,G4r:1,G4b:1"
)
COPIES = {"1": 3, "2": 6, "3": 8, "4": 7}
BUTTERFLIES = "Y4r Y4b Y4g R4y R4b R4g B4y B4r B4g G4y G4r G4b"
PILE = "O:B3,E1:Y1/R2/G4b"
HEIGHTS = {
    1: "hidden:40,blind:40",
    2: "hidden:26,hidden:26,blind:26",
    3: "hidden:30,hidden:30,blind:30",
    4: "hidden:35,hidden:35,blind:34",
}

MATERIAL = [
    Row(
        "material 1",
        "there are 27 cards of each of four colours",
        "players=2 phase=setup",
        then=f"unseen={ALL} gone=-",
    ),
    *(
        Row(
            "material 2",
            f"a colour has {copies} cards of plain {number}",
            f"{TWO} gone={','.join([f'G{number}'] * (copies - 1))}",
            f"3 [G{number}] O 3",
            then=f"gone={','.join([f'G{number}'] * (copies - 1))}",
            refused=f"[G{number}]",
        )
        for number, copies in COPIES.items()
    ),
    Row(
        "material 2",
        "there are no other numbers",
        f"{TWO}",
        "3",
        refused="[Y0] [Y5] [R6b] [0] [K1]",
    ),
    Row("material 3", "there are 28 cards", "players=2 phase=setup", then="kinds=28"),
    *(
        Row(
            "material 3",
            f"there is one {card}",
            TWO,
            f"3 [{card}] E1 3",
            then=f"kinds=27 p1.garden=O:Y1,E1:{card}",
            refused=f"[{card}]",
        )
        for card in BUTTERFLIES.split()
    ),
    Row(
        "material 3",
        "butterflies are on 4s only, in one of the other colours",
        TWO,
        "3",
        refused="[Y4y] [R4r] [B4b] [G4g] [R3b] [B1y] [R4yb]",
    ),
    Row(
        "material 4",
        "lists keep the order of colours and kinds",
        f"{TWO} gone=G1,B4r,R4g,Y4b,Y4,R4y,Y4r,R4,B4,R4b,Y3,Y4g,Y2,B4y,R3,R1",
        then="gone=Y2,Y3,Y4,Y4r,Y4b,Y4g,R1,R3,R4,R4y,R4b,R4g,B4,B4y,B4r,G1",
    ),
    Row(
        "material 5",
        "cells are named by the way from the start card",
        TWO,
        "3 [R3] W1 3 [R3] O 3 [R4] W1N1 3 [R4] O 3 [B2] W1N2 3 [B2] O 3 [B1] S1",
        then="p1.garden=O:Y1,W1:R3,W1N1:R4,W1N2:B2,S1:B1",
    ),
    Row(
        "material 5",
        "the grid has no bounds",
        f"players=2 stacks=R1:20,blind:20 {garden(' '.join(['Y3', 'R2'] * 6))}"
        f" {garden(' '.join(['B3', 'G2'] * 6), 2)}",
        "2 [R3] E12",
        then="p1.garden=O:Y3,E1:R2,E2:Y3,E3:R2,E4:Y3,E5:R2,E6:Y3,E7:R2,E8:Y3,E9:R2,"
        "E10:Y3,E11:R2,E12:R3",
    ),
    Row(
        "material 6",
        "the topmost card of a pile is visible, and only it scores",
        f"players=1 stacks=blind:9 p1.garden={PILE}",
        then=f"p1.garden={PILE} scores=-4",
    ),
    Row(
        "material 7",
        "there is a purple card for each of four players",
        "players=4 summer=yes",
        then="p1.garden=O:P p2.garden=O:P p3.garden=O:P p4.garden=O:P"
        f" unseen={ALL} gone=-",
    ),
    Row(
        "material 7",
        "the purple card is in no stack",
        "players=4 summer=yes",
        refused="[P]",
    ),
]

SET_UP = [
    Row(
        "set-up 1",
        "each player gets a card in turn",
        "players=3 phase=setup",
        "[Y2] [R4b]",
        then="phase=setup p1.garden=O:Y2 p2.garden=O:R4b p3.garden= turn=1 first=1",
        legal="-",
    ),
    Row(
        "set-up 1",
        "then the set-up of gardens is over",
        "players=3 phase=setup",
        "[Y2] [R4b] [Y2]",
        then="phase=reveal p1.garden=O:Y2 p2.garden=O:R4b p3.garden=O:Y2 turn=1"
        f" {but('Y2', 'R4b', 'Y2')}",
    ),
    *(
        Row(
            "set-up 1",
            f"the start card may be a {card}",
            "players=1 phase=setup",
            f"[{card}]",
            then=f"phase=reveal p1.garden=O:{card}",
        )
        for card in ("Y1", "R3", "G4", "B4y", "G4b")
    ),
    Row(
        "set-up 1",
        "the start card is random",
        "players=1 phase=setup",
        "deal",
        then="phase=reveal kinds=28",
    ),
    *(
        Row(
            "set-up 2",
            f"the stacks with {players} players",
            f"players={players} phase=setup",
            then=f"stacks={heights} gone=- last=-",
        )
        for players, heights in HEIGHTS.items()
    ),
    Row(
        "set-up 2",
        "all cards are unseen, in the stacks or left out",
        "players=2 phase=setup",
        "[R1] [B1] [G1] [G2]",
        then=f"phase=draw gone=- {but('R1', 'B1', 'G1', 'G2')}",
    ),
    Row(
        "set-up 3",
        "the tops of the face-up stacks are turned up in order",
        "players=2 phase=setup",
        "[R1] [B1] [G1]",
        then="phase=reveal stacks=G1:26,hidden:26,blind:26",
        legal="-",
    ),
    Row(
        "set-up 3",
        "then player 1 draws, and the blind stack is still face down",
        "players=2 phase=setup",
        "[R1] [B1] [G1] [G4b]",
        then="phase=draw turn=1 stacks=G1:26,G4b:26,blind:26",
        legal="1 2 3",
        refused="[G2]",
    ),
    Row(
        "set-up 3",
        "the blind stack stays face down",
        TWO,
        "3 [G4] O 3 [G3] O",
        then="phase=draw stacks=R1:26,R2:26,blind:18",
    ),
    Row(
        "set-up 4",
        "the heights are public and fall with each draw",
        TWO,
        "1 E1 [G3] 1 E1 [G4] 2 E2 [B4] 3 [B3] E2",
        then="stacks=G4:24,B4:25,blind:19",
    ),
]
ROWS = MATERIAL + SET_UP


@on_both_sides(ROWS)
def test_material_and_set_up(row: Row, side: Callable[[str], Side]) -> None:
    check(row, side)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"rules": "digest"},
        {"summer": "yes"},
        {"end": "finish-round", "covered": "all", "cover-limit": "3"},
        {"stacks": "blind:7,hidden:9,hidden:8,blind:7", "group-table": "5,7"},
    ],
)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_new_game_is_the_same_on_both_sides(
    players: int, options: dict[str, str]
) -> None:
    state = notation.new(players, options)
    assert notation.to_fields(state) == Game.new(players, options).to_fields()
    given = [f"{key}={value}" for key, value in options.items()]
    start = "" if "summer" in options else "phase=setup"
    text = f"flowers players={players} {' '.join(given)} {start}"
    assert np.array_equal(notation.parse(text).state, state)


def test_a_deal_and_a_legal_list_change_nothing_when_they_are_not_due() -> None:
    place = f"players=2 {STACKS.replace('R1', 'hidden')} drawn=R1 from=1"
    place += " p1.garden=O:Y1 p2.garden=O:Y1"
    for text in (TWO, place, over("G3/R1", "Y1")):
        state = notation.parse(f"flowers {text}").state
        before = state.copy()
        rules.deal(state, new_stream(1, DEAL))
        rules.legal_actions(state, np.empty(MAX_ACTIONS, np.int64))
        assert rules.count_outcomes(state) == 0
        assert np.array_equal(state, before)


def test_every_numbered_sentence_of_the_page_has_a_row_and_every_row_a_sentence() -> (
    None
):
    cited = {row.rule for row in itertools.chain(ROWS, *TABLES)}
    assert cited == set(page_labels(PAGE))
