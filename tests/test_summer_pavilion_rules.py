"""The rules of Summer Pavilion, sentence by sentence: material, set-up, round, fill."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import pytest

from engines.rng import DEAL, new_stream
from engines.summer_pavilion import notation, rules
from engines.summer_pavilion.layout import MAX_ACTIONS
from tests import (
    test_summer_pavilion_rules_board,
    test_summer_pavilion_rules_bonus,
    test_summer_pavilion_rules_decisions,
    test_summer_pavilion_rules_draft,
    test_summer_pavilion_rules_end,
    test_summer_pavilion_rules_pass,
    test_summer_pavilion_rules_place,
    test_summer_pavilion_rules_variant,
)
from tests.oracles.summer_pavilion import Game
from tests.rule_rows import page_labels
from tests.summer_pavilion_rows import (
    ALONE,
    COLOURS,
    DRAFT,
    FILL,
    NAMES,
    PAGE,
    PLACE,
    SUPPLY,
    TWO,
    WHOLE_BOARD,
    WHOLE_OUTER,
    Row,
    Side,
    check,
    laid,
    on_both_sides,
)

TABLES = [
    test_summer_pavilion_rules_board.ROWS,
    test_summer_pavilion_rules_draft.ROWS,
    test_summer_pavilion_rules_place.ROWS,
    test_summer_pavilion_rules_bonus.ROWS,
    test_summer_pavilion_rules_pass.ROWS,
    test_summer_pavilion_rules_end.ROWS,
    test_summer_pavilion_rules_variant.ROWS,
    test_summer_pavilion_rules_decisions.ROWS,
]

NEW = "players=2 phase=deal"
FIVE = "PGOY,PGBR,OYBR,PGOY,PGBR"
ALL = "P22G22O22Y22B22R22"
FREE_STARS = " ".join(f"p2.{name}=......" for name in NAMES.values())
# Nearly all tiles lie on three boards: eight are left for nine factories.
CROWDED = (
    f"players=4 phase=deal round=6 supply={SUPPLY} bag=Y1B2R2"
    f" {laid(WHOLE_BOARD)} {laid(WHOLE_OUTER, 2)} {laid(WHOLE_OUTER, 3)}"
)
SEVEN_LEFT = f"{CROWDED} {laid('C1P', 2)}"

MATERIAL = [
    Row(
        "material 1",
        "there are 22 tiles of each of six colours",
        NEW,
        then=f"bag={ALL} tower=-",
    ),
    *(
        Row(
            "material 2",
            f"{players} players use {factories} factories of four tiles",
            f"players={players} phase=deal",
            "deal",
            then=f"phase=draft sizes={','.join('4' * factories)}",
        )
        for players, factories in [(2, 5), (3, 7), (4, 9)]
    ),
    Row(
        "material 3",
        "bag, tower, supply, centre and marker are there besides the factories",
        NEW,
        then="centre=- supply=- tower=- marker=centre factories=-,-,-,-,-",
    ),
    Row(
        "material 4",
        "a player has seven stars of six spaces, a stock, and a score of 5",
        NEW,
        then=f"p2.score=5 p2.stock=- p2.kept=- p2.passed=no {FREE_STARS}",
    ),
    Row(
        "material 5",
        "all players use the same side",
        f"board=plain {TWO} p1.stock=P1 p2.stock=G1",
        "O3P",
        then="turn=2",
        legal="O3G R3G B3G Y3G G3G P3G pass",
    ),
]

SET_UP = [
    Row(
        "set-up 1",
        "the supply is filled with ten tiles, then the factories",
        NEW,
        f"[{SUPPLY}/{FIVE}]",
        then=f"phase=draft supply={SUPPLY} factories={FIVE} tower=-"
        " bag=P16G16O17Y17B18R18 turn=1",
    ),
    Row(
        "set-up 1",
        "a supply of other than ten tiles cannot be",
        NEW,
        refused=f"[{SUPPLY[1:]}/{FIVE}] [P{SUPPLY}/{FIVE}] [{FIVE}] [-/{FIVE}]",
    ),
    Row(
        "set-up 2",
        "all players begin without tiles",
        "players=4 phase=deal",
        "deal",
        then=" ".join(f"p{p}.stock=- p{p}.kept=- p{p}.score=5" for p in range(1, 5)),
    ),
]

ROUND = [
    *(
        Row(
            "round 1",
            f"after round {n} comes round {n + 1}",
            f"{ALONE} round={n} p1.stock=P1",
            "P1" if n < 6 else "pass",
            then=f"phase=deal round={n + 1}",
        )
        for n in range(1, 6)
    ),
    Row(
        "round 1",
        "after round 6 comes none",
        f"{ALONE} round=6 p1.stock=P1",
        "P1",
        then="phase=over round=6",
        legal="-",
    ),
    *(
        Row(
            "round 2",
            f"{wild} is wild in round {n}",
            f"{DRAFT} round={n} centre={COLOURS}",
            f"C{'R' if wild != 'R' else 'P'}",
            then=f"p1.stock={'P1R1' if wild in 'PR' else f'{wild}1R1'}",
        )
        for n, wild in enumerate(COLOURS, 1)
    ),
    Row(
        "round 3",
        "the marker lies in the centre again when a round begins",
        f"{ALONE} p1.stock=P1",
        f"P1 [{FIVE}]",
        then="phase=draft round=2 marker=centre centre=-",
    ),
]

FILLS = [
    Row(
        "fill 1",
        "all tiles come from the bag while it lasts",
        f"{FILL} bag=P5G5O5Y5B1",
        "deal",
        then="tower=P15G15O15Y15B20R21 sizes=4,4,4,4,4",
    ),
    Row(
        "fill 1",
        "the factories are filled with what is drawn",
        f"{FILL} bag=P10G12",
        "[PPPP,PPPP,GGGG,GGGG,PPGG]",
        then="factories=PPPP,PPPP,GGGG,GGGG,PPGG bag=G2 phase=draft",
    ),
    Row(
        "fill 1",
        "no tile comes from outside the bag while it lasts",
        f"{FILL} bag=P10G12",
        refused="[RPPP,PPPP,PPGG,GGGG,GGGG] [PPPP,PPPP,PPPG,GGGG,GGGG]",
    ),
    Row(
        "fill 1",
        "every factory gets four tiles while there are any",
        f"{FILL} bag=P18",
        refused="[PPP,GGGG,OOOO,YYYY,BBBB] [PPPP,PPPP,PPPP,PPPP,PP]"
        " [PPPPP,PPPP,PPPP,PPPP,PRRR] [PPPP,PPPP,PPPP,PPPP,-] [PPPP,PPPP,PPPP,PPPP]",
    ),
    Row(
        "fill 2",
        "the tower is emptied into the bag when that is empty and a tile is due",
        f"{FILL} bag=P6",
        "[PPPP,PPGO,RRRR,YYYY,BBBB]",
        then="bag=P14G19O19Y16B17R17 tower=-",
    ),
    Row(
        "fill 2",
        "the bag is emptied before the tower's tiles come, also within a factory",
        f"{FILL} bag=P6",
        refused="[PPPG,PPPG,RRRR,YYYY,BBBB] [PPPP,PGOO,RRRR,YYYY,BBBB]",
    ),
    Row(
        "fill 2",
        "with one tile too few in the bag the tower is emptied",
        f"{FILL} bag=P4G4O4Y4B3",
        "deal",
        then="tower=- sizes=4,4,4,4,4",
    ),
    Row(
        "fill 2",
        "a bag emptied by the last tile stays empty",
        f"{FILL} bag=P4G4O4Y4B4",
        "deal",
        then="bag=- tower=P16G16O16Y16B17R21 sizes=4,4,4,4,4",
    ),
    Row(
        "fill 2",
        "an empty bag takes the tower's tiles at the first draw",
        f"{FILL} bag=-",
        "deal",
        then="tower=- sizes=4,4,4,4,4",
    ),
    Row(
        "fill 3",
        "when both run out the factory in hand stays short, those after it empty",
        SEVEN_LEFT,
        "[YBBR,GOR,-,-,-,-,-,-,-]",
        then="phase=draft bag=- tower=-",
        legal="1Y 1B 2G 2O",
    ),
    Row(
        "fill 3",
        "the short factory cannot come earlier",
        SEVEN_LEFT,
        refused="[YBB,GORR,-,-,-,-,-,-,-] [YBBR,-,GOR,-,-,-,-,-,-]"
        " [YBBR,GO,R,-,-,-,-,-,-]",
    ),
    Row(
        "fill 3",
        "with four players the last round has few tiles",
        CROWDED,
        "deal",
        then="sizes=4,4,0,0,0,0,0,0,0 bag=- tower=-",
    ),
    Row(
        "fill 4",
        "from round 2 on the supply stays as it is",
        f"{FILL} bag=P5G5O5Y5B1",
        "deal",
        then=f"supply={SUPPLY}",
    ),
    Row(
        "fill 4",
        "from round 2 on no tiles are drawn for the supply",
        FILL,
        refused=f"[{SUPPLY}/{FIVE}] [-/{FIVE}]",
    ),
]
ROWS = MATERIAL + SET_UP + ROUND + FILLS


@on_both_sides(ROWS)
def test_material_set_up_round_and_fill(row: Row, side: Callable[[str], Side]) -> None:
    check(row, side)


@pytest.mark.parametrize(
    ("players", "board"), list(itertools.product((2, 3, 4), ("colour", "plain")))
)
def test_a_new_game_waits_for_its_first_fill_on_both_sides(
    players: int, board: str
) -> None:
    state = rules.start(players, board == "plain")
    assert notation.to_fields(state) == Game.new(players, board).to_fields()
    text = f"summer-pavilion players={players} board={board} phase=deal"
    assert np.array_equal(notation.parse(text).state, state)


def test_a_fill_and_a_legal_list_change_nothing_when_they_are_not_due() -> None:
    over = f"players=2 phase=over round=6 supply={SUPPLY}"
    for text in (f"{DRAFT} centre=BY", PLACE + " p1.stock=B1", over):
        state = notation.parse(f"summer-pavilion {text}").state
        before = state.copy()
        rules.deal(state, new_stream(1, DEAL))
        rules.legal_actions(state, np.empty(MAX_ACTIONS, np.int64))
        assert np.array_equal(state, before)


def test_every_numbered_sentence_of_the_page_has_a_row_and_every_row_a_sentence() -> (
    None
):
    cited = {row.rule for row in itertools.chain(ROWS, *TABLES)}
    assert cited == set(page_labels(PAGE))
