"""The rules of Summer Pavilion, sentence by sentence: passing and keeping tiles."""

from __future__ import annotations

from collections.abc import Callable

from tests.summer_pavilion_rows import (
    ALONE,
    PLACE,
    SUPPLY,
    TWO,
    Row,
    Side,
    check,
    laid,
    on_both_sides,
)

MIXED = f"{PLACE} p1.stock=P1G2O1R4 p1.score=20"
THREE = f"players=3 phase=place marker=1 supply={SUPPLY}"

PASSING = [
    Row(
        "pass 1",
        "a player who can place may pass",
        f"{PLACE} p1.stock=P6O6",
        can="pass O1 P1",
    ),
    Row(
        "pass 1",
        "a player who cannot place may pass",
        f"{PLACE} p1.stock=O1 {laid('O1 C1P')}",
        legal="pass",
    ),
    Row(
        "pass 1",
        "a later turn may be a pass",
        f"{PLACE} p1.stock=O3",
        "O1 G1 pass keepO keepO",
        then="p1.kept=O2 p1.passed=yes turn=2",
    ),
    Row(
        "pass 2",
        "the tiles kept are the player's choice",
        MIXED,
        "pass",
        then="phase=keep turn=1 p1.passed=no p1.score=20 p1.stock=P1G2O1R4",
        legal="keepP keepG keepO keepR done",
        refused="keepY keepB pass O1 takeP",
    ),
    Row(
        "pass 2",
        "four tiles are kept, and no more",
        MIXED,
        "pass keepG keepG keepR keepR",
        then="phase=place turn=2 p1.kept=G2R2 p1.stock=- p1.passed=yes",
    ),
    Row(
        "pass 2",
        "three tiles of one colour may be joined by a fourth",
        MIXED,
        "pass keepR keepR keepR",
        then="phase=keep p1.kept=R3 p1.stock=P1G2O1R1",
        legal="keepR done",
    ),
    Row(
        "pass 2",
        "wild tiles may be kept like others",
        f"{PLACE} p1.stock=P6",
        "pass keepP keepP keepP keepP",
        then="p1.kept=P4 tower=P2",
    ),
    Row(
        "pass 2",
        "with all tiles kept there is no more choice",
        f"{PLACE} p1.stock=O1Y1",
        "pass keepO keepY",
        then="turn=2 p1.kept=O1Y1 p1.score=5 tower=-",
    ),
    *(
        Row(
            "pass 3",
            f"of six tiles {6 - kept} are discarded at a point each",
            f"{PLACE} p1.stock=G2Y4 p1.score=9",
            f"pass {'keepY ' * kept}" + ("done" if kept < 4 else ""),
            then=f"p1.score={3 + kept} p1.stock=- p1.kept={f'Y{kept}' if kept else '-'}"
            f" tower=G2{f'Y{4 - kept}' if kept < 4 else ''} p2.score=5",
        )
        for kept in range(5)
    ),
    Row(
        "pass 3",
        "tiles on the board cost nothing",
        f"{PLACE} p1.stock=O2 {laid('O4 O6')}",
        "pass done",
        then="p1.score=3 tower=O2",
    ),
    *(
        Row(
            "pass 4",
            f"{n} discarded tiles and a score of {score} leave {left}",
            f"{PLACE} p1.stock=Y{n} p1.score={score}",
            "pass done",
            then=f"p1.score={left}",
        )
        for n, score, left in [(4, 5, 1), (5, 5, 1), (12, 3, 1), (1, 1, 1), (1, 2, 1)]
    ),
    Row(
        "pass 5",
        "the others go on alone",
        f"{PLACE} p1.stock=O1",
        "pass keepO G1 G2",
        then="turn=2 phase=place p1.kept=O1 p2.stock=G6",
    ),
    Row(
        "pass 5",
        "the bonus of another player changes nothing",
        f"{THREE} p1.stock=O1 p2.stock=G6 p3.stock=R9 {laid('G5', 2)}",
        "pass keepO G6 takeP takeP takeO [GGG] R1",
        then="turn=2 p1.passed=yes p1.kept=O1 p1.stock=-",
    ),
    Row(
        "pass 6",
        "without tiles there is nothing to decide",
        f"{TWO} p1.stock=O2",
        "O1",
        then="turn=1 p2.passed=yes p1.passed=no p2.score=5",
    ),
    Row(
        "pass 6",
        "the last tile placed is no pass yet",
        f"{PLACE} p1.stock=O1",
        "O1",
        then="turn=2 p1.passed=no p1.stock=-",
    ),
    Row(
        "pass 6",
        "the pass comes with the turn, at no cost",
        f"{PLACE} p1.stock=O1",
        "O1 G1",
        then="turn=2 p1.passed=yes p1.score=6 p1.kept=-",
    ),
    Row(
        "pass 6",
        "several without tiles pass one after the other",
        f"players=4 phase=place marker=1 supply={SUPPLY} p1.stock=O1 p4.stock=Y1",
        "O1",
        then="turn=4 p1.passed=no p2.passed=yes p3.passed=yes p4.passed=no",
    ),
    Row(
        "pass 6",
        "bonus tiles are tiles: their owner goes on",
        f"{PLACE} p1.stock=O1 {laid('O2 O3 C6P C2G R2 R3')}",
        "C1O takeO takeO [PP] G1",
        then="turn=1 phase=place p1.passed=no",
        legal="O1 pass",
    ),
    Row(
        "pass 6",
        "when all are without tiles the round ends",
        f"{TWO} p1.stock=O1",
        "O1",
        then="phase=deal round=2",
    ),
    Row(
        "pass 6",
        "a player without tiles at the beginning of the placing passes",
        f"players=3 supply={SUPPLY} first=2 turn=1 factories=GGGG,-,-,-,-,-,-",
        "1G",
        then="phase=place turn=1 p2.passed=yes p3.passed=yes p1.passed=no",
    ),
    Row(
        "pass 7",
        "in round 6 every tile left costs a point, without a choice",
        f"{PLACE} round=6 p1.stock=P1O2 p1.score=9",
        "pass",
        then="phase=place turn=2 p1.score=6 p1.kept=- p1.passed=yes tower=P1O2",
    ),
    Row(
        "pass 7",
        "in round 6 the score stays at 1 at least",
        f"{PLACE} round=6 p1.stock=P9",
        "pass",
        then="p1.score=1 tower=P9",
    ),
    Row(
        "pass 7",
        "in round 6 nothing is kept",
        f"{PLACE} round=6 p1.stock=P1O2",
        refused="keepP done",
    ),
    Row(
        "pass 7",
        "in round 5 tiles are kept",
        f"{ALONE} round=5 p1.stock=P1O2",
        "pass keepP keepO keepO",
        then="phase=deal round=6 p1.stock=P1O2 p1.score=5",
    ),
]
ROWS = PASSING


@on_both_sides(ROWS)
def test_passing_and_keeping(row: Row, side: Callable[[str], Side]) -> None:
    check(row, side)
