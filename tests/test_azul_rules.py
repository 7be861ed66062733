"""The rules of Azul, sentence by sentence: the material and the fill."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import pytest

from engines.azul import notation, rules
from engines.azul.layout import MAX_ACTIONS
from engines.rng import DEAL, new_stream
from tests import (
    test_azul_rules_decisions,
    test_azul_rules_draft,
    test_azul_rules_end,
    test_azul_rules_examples,
    test_azul_rules_grey,
    test_azul_rules_tiling,
)
from tests.azul_rows import Row, Side, check, on_both_sides
from tests.oracles.azul import Game
from tests.rule_rows import page_labels

TABLES = [
    test_azul_rules_draft.ROWS,
    test_azul_rules_tiling.ROWS,
    test_azul_rules_end.ROWS,
    test_azul_rules_decisions.ROWS,
    test_azul_rules_grey.ROWS,
    test_azul_rules_examples.ROWS,
]

# Player 2 takes the last tile to the floor, then all is tiled.
LAST = "players=2 centre=K marker=2 turn=2"
# Walls with all red, black and white tiles; blue and yellow are the rest.
CROWDED = "players=4 phase=deal " + " ".join(
    f"p{p}.wall=..RKW,W..RK,KW..R,RKW..,.RKW." for p in range(1, 5)
)
# In the lines 12 blue, 13 blue, or 14 blue and a yellow one.
TWELVE_BLUE = " ".join(f"p{p}.lines=-,-,-,B3,-" for p in range(1, 5))
THIRTEEN_BLUE = TWELVE_BLUE.replace("p1.lines=-,-", "p1.lines=-,B1")
FOURTEEN_BLUE = THIRTEEN_BLUE.replace("p4.lines=-,-,-,B3,-", "p4.lines=-,B1,-,B3,Y1")
# With the last tile on line 4 of player 4, bag and lid are empty.
LAST_TILE = (
    "players=4 centre=W marker=1 turn=4 round=7 bag=- lid=-"
    " p1.wall=B.RKW,.BYRK,KWBY.,R.WBY,YRKW. p1.lines=-,W1,-,-,B4"
    " p2.wall=.YRKW,.BYRK,KWBY.,R.WBY,.RKWB p2.lines=-,W1,-,-,Y4"
    " p3.wall=.YRKW,.BYRK,KWB.R,R.WBY,Y.KWB p3.lines=-,W1,-,-,R4"
    " p4.wall=.YRKW,.BYRK,KWB.R,.KWBY,YR.WB p4.lines=-,-,-,-,K4"
)
FOUR = "BYRK"

MATERIAL = [
    Row(
        "material 1",
        "there are 20 tiles of each of five colours",
        "players=2 phase=deal",
        then="bag=B20Y20R20K20W20 lid=-",
    ),
    Row(
        "material 2",
        "two players use five factories of four tiles",
        "players=2 phase=deal",
        "deal",
        then="phase=draft sizes=4,4,4,4,4",
    ),
    Row(
        "material 2",
        "three players use seven factories of four tiles",
        "players=3 phase=deal",
        "deal",
        then="phase=draft sizes=4,4,4,4,4,4,4",
    ),
    Row(
        "material 2",
        "four players use nine factories of four tiles",
        "players=4 phase=deal",
        "deal",
        then="phase=draft sizes=4,4,4,4,4,4,4,4,4",
    ),
    Row(
        "material 3",
        "bag, lid, centre and marker are there besides the factories",
        "players=2 phase=deal",
        then="centre=- lid=- marker=centre factories=-,-,-,-,-",
    ),
    Row(
        "material 4",
        "a player has five lines, a wall of 25 spaces, a floor and a score of 0",
        "players=2 phase=deal",
        then="p2.lines=-,-,-,-,- p2.wall=.....,.....,.....,.....,....."
        " p2.floor=- p2.score=0",
    ),
    *(
        Row(
            "material 4",
            f"line {n} has room for {n}",
            "players=2 centre=BBBBBBK",
            f"CB{n}",
            then=f"p1.floor={'B' * (6 - n)} lid=- p1.lines="
            + ",".join(f"B{n}" if row == n else "-" for row in range(1, 6)),
        )
        for n in range(1, 6)
    ),
    *(
        Row(
            "material 5",
            f"{colour} moves one space to the right with every row",
            f"{LAST} p1.lines=" + ",".join(f"{colour}{n}" for n in range(1, 6)),
            "CKF",
            then=f"p1.wall={wall}",
        )
        for colour, wall in [
            ("B", "B....,.B...,..B..,...B.,....B"),
            ("Y", ".Y...,..Y..,...Y.,....Y,Y...."),
            ("R", "..R..,...R.,....R,R....,.R..."),
            ("K", "...K.,....K,K....,.K...,..K.."),
            ("W", "....W,W....,.W...,..W..,...W."),
        ]
    ),
    Row(
        "material 6",
        "the grey wall has no printed colours",
        f"wall=grey {LAST} p1.lines=-,B2,-,-,-",
        "CKF",
        legal="T21 T22 T23 T24 T25",
    ),
    Row(
        "material 6",
        "all players use the same side",
        f"wall=grey {LAST} p1.lines=B1,-,-,-,- p2.lines=B1,-,-,-,-",
        "CKF T15",
        then="turn=1",
        legal="T11 T12 T13 T14 T15",
    ),
]

FILL = [
    Row(
        "fill 1",
        "all tiles come from the bag while it lasts",
        "players=2 phase=deal bag=B5Y5R5K5W1",
        "deal",
        then="lid=B15Y15R15K15W19 sizes=4,4,4,4,4",
    ),
    Row(
        "fill 1",
        "the factories are filled with what is drawn",
        "players=2 phase=deal bag=B10Y12",
        "[BBBB,BBBB,YYYY,YYYY,BBYY]",
        then="factories=BBBB,BBBB,YYYY,YYYY,BBYY bag=Y2 phase=draft",
    ),
    Row(
        "fill 1",
        "no tile comes from outside the bag while it lasts",
        "players=2 phase=deal bag=B10Y12",
        refused="[RBBB,BBBB,BBYY,YYYY,YYYY] [BBBB,BBBB,BBBY,YYYY,YYYY]",
    ),
    Row(
        "fill 1",
        "every factory gets four tiles while there are any",
        "players=2 phase=deal bag=B18",
        refused=f"[BBB,{FOUR},{FOUR},{FOUR},{FOUR}] [BBBB,BBBB,BBBB,BBBB,BB]"
        " [BBBBB,BBBB,BBBB,BBBB,BRRR] [BBBB,BBBB,BBBB,BBBB,-] [BBBB,BBBB,BBBB,BBBB]",
    ),
    Row(
        "fill 2",
        "the lid is poured when the bag is empty and a tile has to be drawn",
        f"{CROWDED} bag=B8 lid=Y20 {TWELVE_BLUE}",
        "deal",
        then="factories=BBBB,BBBB,YYYY,YYYY,YYYY,YYYY,YYYY,-,- bag=- lid=-",
    ),
    Row(
        "fill 2",
        "the bag is emptied before the lid is poured, also within a factory",
        f"{CROWDED} bag=B7 lid=Y20 {THIRTEEN_BLUE}",
        "deal",
        then="factories=BBBB,BBBY,YYYY,YYYY,YYYY,YYYY,YYY,-,- bag=- lid=-",
    ),
    Row(
        "fill 2",
        "with one tile too few in the bag the lid is poured",
        "players=2 phase=deal bag=B4Y4R4K4W3",
        "deal",
        then="lid=- sizes=4,4,4,4,4",
    ),
    Row(
        "fill 2",
        "a bag emptied by the last tile stays empty",
        "players=2 phase=deal bag=B4Y4R4K4W4",
        "deal",
        then="bag=- lid=B16Y16R16K16W16 sizes=4,4,4,4,4",
    ),
    Row(
        "fill 2",
        "an empty bag takes the lid at the first tile",
        "players=3 phase=deal bag=-",
        "deal",
        then="lid=- sizes=4,4,4,4,4,4,4",
    ),
    Row(
        "fill 2",
        "what is not drawn after the lid was poured is in the bag",
        "players=2 phase=deal bag=B2",
        f"[BBWW,{FOUR},{FOUR},{FOUR},{FOUR}]",
        then="bag=B14Y16R16K16W18 lid=-",
    ),
    Row(
        "fill 2",
        "no tile of the bag stays in it when the lid is poured",
        "players=2 phase=deal bag=B2",
        refused=f"[BWWW,{FOUR},{FOUR},{FOUR},{FOUR}] [WWWW,BBWW,{FOUR},{FOUR},{FOUR}]",
    ),
    Row(
        "fill 3",
        "when both run out the factory in hand stays short, those after it empty",
        f"{CROWDED} bag=B6 lid=Y19 {FOURTEEN_BLUE}",
        "deal",
        then="factories=BBBB,BBYY,YYYY,YYYY,YYYY,YYYY,Y,-,- bag=- lid=-",
        can="7Y1 7YF 2B5 2Y5",
        refused="8Y1 9Y1",
    ),
    Row(
        "fill 3",
        "the short factory cannot come earlier",
        f"{CROWDED} bag=B8 lid=Y20 {TWELVE_BLUE}",
        refused="[BBBB,BBB,BYYY,YYYY,YYYY,YYYY,YYYY,Y,-]"
        " [BBBB,BBBB,YYYY,YYYY,YYYY,YYYY,-,YYYY,-]",
    ),
    Row(
        "fill 3",
        "a round is played with a single tile",
        LAST_TILE,
        "CWF deal",
        then="factories=W,-,-,-,-,-,-,-,- bag=- lid=- round=8 turn=1",
        can="1WF",
    ),
    Row(
        "fill 4",
        "the marker lies in the centre again when a round begins",
        LAST,
        f"CKF [{FOUR},{FOUR},{FOUR},{FOUR},{FOUR}]",
        then="marker=centre centre=-",
    ),
]


@on_both_sides(MATERIAL + FILL)
def test_material_and_fill(row: Row, side: Callable[[str], Side]) -> None:
    check(row, side)


@pytest.mark.parametrize(
    ("players", "wall"), list(itertools.product((2, 3, 4), ("colour", "grey")))
)
def test_a_new_game_waits_for_its_first_fill_on_both_sides(
    players: int, wall: str
) -> None:
    state = rules.start(players, wall == "grey")
    assert notation.to_fields(state) == Game.new(players, wall).to_fields()
    text = f"azul players={players} wall={wall} phase=deal"
    assert np.array_equal(notation.parse(text).state, state)


def test_a_fill_and_a_legal_list_change_nothing_when_they_are_not_due() -> None:
    for text in ("azul players=2 centre=BY", "azul players=2 phase=over round=50"):
        state = notation.parse(text).state
        before = state.copy()
        rules.deal(state, new_stream(1, DEAL))
        rules.legal_actions(state, np.empty(MAX_ACTIONS, np.int64))
        assert np.array_equal(state, before)


def test_every_numbered_sentence_of_the_page_has_a_row_and_every_row_a_sentence() -> (
    None
):
    cited = {row.rule for row in itertools.chain(MATERIAL, FILL, *TABLES)}
    assert cited == set(page_labels("azul.md"))
