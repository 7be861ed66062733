"""The checked examples of the rules page of Azul."""

from __future__ import annotations

from collections.abc import Callable

from tests.azul_rows import Row, Side, check, on_both_sides

LAST = "players=2 centre=K marker=2 turn=2"

ROWS = [
    *(
        Row(
            "example 1",
            f"{spaces} floor spaces cost {cost}",
            f"{LAST} p1.score=14 p1.floor={'W' * spaces}",
            "CKF",
            then=f"p1.score={14 - cost}",
        )
        for spaces, cost in enumerate([1, 2, 4, 6, 8, 11, 14], 1)
    ),
    Row(
        "example 1",
        "a score of 3 becomes 0 with a cost of 8",
        f"{LAST} p1.score=3 p1.floor=WWWWW",
        "CKF",
        then="p1.score=0",
    ),
    Row(
        "example 2",
        "a row of 4 and a column of 2 make 6 points",
        f"{LAST} p1.lines=-,-,B3,-,- p1.wall=.....,..Y..,KW.Y.,.....,.....",
        "CKF",
        then="p1.score=6 p1.wall=.....,..Y..,KWBY.,.....,.....",
    ),
    Row(
        "example 3",
        "three blue for line 2 leave two in it and one on the floor",
        "players=2 factories=BBBK,-,-,-,-",
        "1B2",
        then="p1.lines=-,B2,-,-,- p1.floor=B",
    ),
    Row(
        "example 4",
        "marker, red, red cost 4 points",
        "players=2 centre=RR p1.score=10 p1.lines=-,Y1,Y2,Y3,K1"
        " p1.wall=..R..,.....,.....,.....,.....",
        "CRF",
        then="p1.score=6 turn=1 first=1 lid=R2",
    ),
    Row(
        "example 4",
        "with all lines taken the floor is the only move",
        "players=2 centre=RR p1.score=10 p1.lines=-,Y1,Y2,Y3,K1"
        " p1.wall=..R..,.....,.....,.....,.....",
        legal="CRF",
    ),
    Row(
        "example 5",
        "a row, a column and a colour bring 2 + 7 + 10",
        f"{LAST} p1.wall=.YRKW,WB...,K.B..,R..B.,Y...B p1.lines=B1,-,-,-,-",
        "CKF",
        then="phase=over p1.score=29",
    ),
    Row(
        "example 6",
        "five white tiles without a space fall to the floor",
        f"wall=grey {LAST} p1.lines=-,-,-,-,W5 p1.score=20"
        " p1.wall=W....,...W.,.....,.....,.BY.R",
        "CKF",
        then="p1.score=12 lid=K1W5 p1.lines=-,-,-,-,-"
        " p1.wall=W....,...W.,.....,.....,.BY.R",
    ),
]


@on_both_sides(ROWS)
def test_checked_examples(row: Row, side: Callable[[str], Side]) -> None:
    check(row, side)
