"""The rules of Summer Pavilion, sentence by sentence: bonus tiles and the refill."""

from __future__ import annotations

from collections.abc import Callable

from tests.summer_pavilion_rows import (
    ALONE,
    PLACE,
    SCARCE,
    SUPPLY,
    Row,
    Side,
    check,
    laid,
    on_both_sides,
)

# The tile O6 completes the window of orange.
WINDOW = f"{PLACE} p1.stock=O6 {laid('O5')}"
WINDOW_OF_SUPPLY = f"players=2 phase=place p1.stock=O6 p2.stock=G9 {laid('O5')}"
# The tile O1 completes a statue; bag and tower are empty.
STATUE = f"{SCARCE} {laid('O2 R3 R4')}"
SCARCE_STATUE = f"{STATUE} p1.stock=P1G1O1Y1B1 supply=PPGGOYYBBR"
ONE_LEFT = f"{STATUE} p1.stock=P3G3O2Y3B3 supply=R"
NONE_LEFT = f"{STATUE} p1.stock=P3G3O2Y3B3R1 supply=-"
# The tile O5, paid with three wild ones, completes the window.
TWO_LEFT = f"{SCARCE} {laid('O6')} p1.stock=P3G3O2Y3B3R1 supply=RR"
BONUS = "phase=bonus"

BONUSES = [
    Row(
        "bonus 1",
        "the tiles come from the supply, at once",
        WINDOW,
        "O6 takeP takeO takeR",
        then="p1.stock=P1O1R1 supply=PGGOYYB tower=O5",
    ),
    Row(
        "bonus 1",
        "nobody can decline them",
        WINDOW,
        "O6",
        then=f"{BONUS} owed=3 turn=1 p1.stock=-",
        legal="takeP takeG takeO takeY",
        refused="done pass O1 G1 keepP [PPP]",
    ),
    Row(
        "bonus 1",
        "nobody can decline the rest of them",
        WINDOW,
        "O6 takeG",
        then=f"{BONUS} owed=2 turn=1",
        legal="takeG takeO takeY takeB",
        refused="done pass G1",
    ),
    Row(
        "bonus 1",
        "without a decoration there are none",
        f"{PLACE} p1.stock=O6 {laid('O4')}",
        "O6",
        then=f"phase=place turn=2 supply={SUPPLY}",
        refused="takeP",
    ),
    *(
        Row(
            "bonus 2",
            f"{colours} may be chosen",
            f"{WINDOW_OF_SUPPLY} marker=1 supply={supply}",
            "O6 " + " ".join(f"take{colour}" for colour in colours),
            then=f"p1.stock={stock} phase=refill",
        )
        for supply, colours, stock in [
            ("PPPPPPGGGG", "PPP", "P3"),
            ("PPPPPPGGGG", "GGG", "G3"),
            (SUPPLY, "GYR", "G1Y1R1"),
            (SUPPLY, "YBR", "Y1B1R1"),
            (SUPPLY, "PPB", "P2B1"),
            ("OOOOOOOOOB", "OOB", "O2B1"),
        ]
    ),
    Row(
        "bonus 2",
        "wild tiles are chosen without limit",
        f"{WINDOW_OF_SUPPLY} marker=1 round=6 supply=PPPPPPRRRR",
        "O6 takeR takeR takeR",
        then="p1.stock=R3 supply=PPPPPPR",
    ),
    Row(
        "bonus 2",
        "what the supply does not hold is not chosen",
        f"{WINDOW_OF_SUPPLY} marker=1 supply=GGGGGYYYYY",
        "O6",
        legal="takeG takeY",
        refused="takeP takeO takeB takeR take",
    ),
    Row(
        "bonus 3",
        "a statue and a pillar bring three tiles",
        f"{PLACE} p1.stock=O2 {laid('O1 R3 R4 O3 C6P C1G')}",
        "O2 takeP takeP takeG",
        then="p1.stock=P2G1 phase=refill",
    ),
    Row(
        "bonus 3",
        "two pillars bring two tiles",
        f"{PLACE} p1.stock=O1 {laid('O2 O3 C6P C2G R2 R3')}",
        "C1O takeB takeR",
        then="p1.stock=B1R1 phase=refill",
    ),
    Row(
        "bonus 4",
        "the supply is not refilled in between",
        WINDOW,
        "O6 takeP takeP",
        then=f"{BONUS} owed=1 supply=GGOOYYBR bag=P20G11O13Y20B21R21",
        legal="takeG takeO takeY takeB takeR",
        refused="takeP [PP] [GG]",
    ),
    Row(
        "bonus 5",
        "with one tile left that one is taken",
        ONE_LEFT,
        "O1",
        then=f"{BONUS} owed=1",
        legal="takeR",
    ),
    Row(
        "bonus 5",
        "then the turn is over",
        ONE_LEFT,
        "O1 takeR",
        then="phase=place supply=- p1.stock=P3G3O1Y3B3R1",
    ),
    Row(
        "bonus 5",
        "of a window that finds two tiles both are taken",
        TWO_LEFT,
        "O5+3",
        then=f"{BONUS} owed=2",
        legal="takeR",
    ),
    Row(
        "bonus 5",
        "an empty supply brings nothing",
        NONE_LEFT,
        "O1",
        then="phase=place turn=1 supply=- p1.stock=P3G3O1Y3B3R1",
        can="pass O3+2",
    ),
    Row(
        "bonus 6",
        "the next player decides first",
        WINDOW,
        "O6 takeO takeO takeY [PPP]",
        then="turn=2 phase=place p1.stock=O2Y1",
    ),
    Row(
        "bonus 6",
        "in the next turn they can be paid",
        WINDOW,
        "O6 takeO takeO takeY [PPP] G1",
        then="turn=1",
        legal="O1 O2 Y1 C1O C2O C1Y pass",
    ),
    Row(
        "bonus 6",
        "tiles taken join those at hand",
        f"{PLACE} p1.stock=P2O7 {laid('O5')}",
        "O6 takeP takeO takeO",
        then="p1.stock=P3O3",
    ),
]

REFILLS = [
    Row(
        "refill 1",
        "after a bonus the supply is refilled before the next player decides",
        WINDOW,
        "O6 takeP takeP takeG",
        then="phase=refill turn=2 supply=GOOYYBR bag=P20G11O13Y20B21R21",
        legal="-",
        refused="G1 pass takeP",
    ),
    Row(
        "refill 1",
        "it holds ten tiles again",
        WINDOW,
        "O6 takeP takeP takeG [PGO]",
        then="phase=place turn=2 supply=PGGOOOYYBR bag=P19G10O12Y20B21R21 tower=O5",
    ),
    Row(
        "refill 1",
        "it gets as many tiles as it lacks, from the bag",
        f"{WINDOW} bag=P5G5",
        "O6 takeP takeP takeG",
        refused="[PG] [PGGG] [PGO] [-] [PPPPP] [PPGG/P]",
    ),
    Row(
        "refill 1",
        "a random refill does the same",
        f"{WINDOW} bag=P9",
        "O6 takeO takeO takeY deal",
        then="phase=place turn=2 supply=PPPPPGGYBR bag=P6",
    ),
    Row(
        "refill 1",
        "a full supply stays as it is",
        f"{PLACE} p1.stock=O6",
        "O6",
        then=f"phase=place supply={SUPPLY}",
        refused="[-] [P]",
    ),
    Row(
        "refill 1",
        "after the bonus of the last tile of a round the round ends",
        f"{ALONE} round=2 p1.stock=O1 {laid('O2 O3 C6P C2G R2 R3')} p2.kept=G4",
        "C1O takeP takeP [YY] pass keepP keepP",
        then="phase=deal round=3 supply=GGOOYYYYBR p1.stock=P2 p2.stock=G4",
    ),
    Row(
        "refill 2",
        "the last tile of the bag comes before those of the tower",
        f"{WINDOW} bag=P1",
        "O6 takeP takeP takeG",
        refused="[GOY] [GOO] [YBR]",
    ),
    Row(
        "refill 2",
        "the tower is emptied into the bag when another tile is due",
        f"{WINDOW} bag=P1",
        "O6 takeP takeP takeG [PGO]",
        then="tower=- bag=P19G10O17Y20B21R21",
    ),
    Row(
        "refill 2",
        "tiles paid in this turn can come back",
        f"{WINDOW} bag=-",
        "O6 takeP takeP takeG [OOO]",
        then="tower=- bag=P20G11O15Y20B21R21",
    ),
    Row(
        "refill 2",
        "a bag emptied by the last tile stays empty",
        f"{WINDOW} bag=P1G1O1",
        "O6 takeP takeP takeG [PGO]",
        then="bag=- tower=P19G10O17Y20B21R21 supply=PGGOOOYYBR",
    ),
    Row(
        "refill 3",
        "with nothing in bag and tower the supply stays short",
        SCARCE_STATUE,
        "O1 takeP takeP",
        then="phase=place turn=1 supply=GGOYYBBR bag=- tower=-",
    ),
    Row(
        "refill 3",
        "with too few tiles in bag and tower the supply gets these",
        TWO_LEFT,
        "O5+3 takeR takeR",
        then="phase=refill tower=P3O1 bag=- supply=-",
        refused="[PPP] [PPPP] [-]",
    ),
    Row(
        "refill 3",
        "and stays short",
        TWO_LEFT,
        "O5+3 takeR takeR [PPPO]",
        then="phase=place supply=PPPO bag=- tower=-",
    ),
    Row(
        "refill 3",
        "a random refill stays short too",
        TWO_LEFT,
        "O5+3 takeR takeR deal",
        then="phase=place supply=PPPO bag=- tower=-",
    ),
]
ROWS = BONUSES + REFILLS


@on_both_sides(ROWS)
def test_bonus_and_refill(row: Row, side: Callable[[str], Side]) -> None:
    check(row, side)
