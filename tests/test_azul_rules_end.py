"""The rules of Azul, sentence by sentence: end or next round, bonuses, the result."""

from __future__ import annotations

from collections.abc import Callable

from tests.azul_rows import Row, Side, check, on_both_sides

# Player 2 takes the last tile to the floor, then all is tiled.
LAST = "players=2 centre=K marker=2 turn=2"
LAST_ROUND = f"{LAST} round=50"
NEARLY = ".YRKW,.....,.....,.....,....."  # a blue tile makes the row complete
ONE_ROW = "BYRKW,.....,.....,.....,....."
TWO_ROWS = "BYRKW,.....,KWBYR,.....,....."
ALL_ROWS = "BYRKW,WBYRK,KWBYR,RKWBY,YRKWB"
LINE_1 = "B1,-,-,-,-"
OVER = "phase=over round=6"

NEXT_ROUND = [
    Row(
        "end or next round 1",
        "a complete row ends the game after the tiling",
        f"{LAST} round=6 p1.wall={NEARLY} p1.lines={LINE_1}",
        "CKF",
        then=f"{OVER} p1.wall={ONE_ROW} marker=centre turn=2 first=2",
        legal="-",
        refused="1B1 CKF [BYRK,BYRK,BYRK,BYRK,BYRK]",
    ),
    Row(
        "end or next round 1",
        "the row of any player ends the game, and all finish their tiling",
        f"players=3 round=6 centre=K marker=1 turn=1 p2.wall={NEARLY} p2.lines={LINE_1}"
        " p3.lines=-,R2,-,-,- p3.floor=Y p3.score=5",
        "CKF",
        then=f"{OVER} p3.score=5 p3.floor=- lid=Y1R1K1"
        " p3.wall=.....,...R.,.....,.....,.....",
    ),
    Row(
        "end or next round 1",
        "several players may complete rows",
        f"{LAST} round=6 p1.wall={NEARLY} p1.lines={LINE_1}"
        " p2.wall=.....,WB.RK,.....,.....,..... p2.lines=-,Y2,-,-,-",
        "CKF",
        then=f"{OVER} p1.score=7 p2.score=5",
    ),
    Row(
        "end or next round 1",
        "every row can end the game, such as the lowest",
        f"{LAST} round=6 p1.wall=.....,.....,.....,.....,YRKW. p1.lines=-,-,-,-,B5",
        "CKF",
        then=f"{OVER} p1.score=7",
    ),
    Row(
        "end or next round 1",
        "a complete column or colour does not end the game",
        f"{LAST} round=6 p1.wall=B....,WB...,K.B..,R..B.,....B p1.lines=-,-,-,-,Y5",
        "CKF",
        then="phase=deal round=7 p1.wall=B....,WB...,K.B..,R..B.,Y...B p1.score=5",
    ),
    Row(
        "end or next round 2",
        "otherwise the holder of the marker starts the next round",
        f"{LAST} round=6 first=1",
        "CKF",
        then="phase=deal round=7 turn=2 first=2 marker=centre",
        legal="-",
        refused="1B1 CKF",
    ),
    Row(
        "end or next round 2",
        "the holder of the marker starts, not the next in turn",
        "players=4 centre=K turn=4 first=2 marker=3",
        "CKF",
        then="phase=deal turn=3 first=3",
    ),
    Row(
        "end or next round 3",
        "if nobody took the marker the starting player stays",
        "players=2 phase=deal first=2",
        "[BBBB,YYYY,RRRR,KKKK,WWWW] 1B4 2Y4 3R5 4K5 5W3",
        then="phase=deal round=2 turn=2 first=2 marker=centre lid=B3Y3W3",
    ),
]

BONUSES = [
    Row(
        "end 1",
        "a complete row brings 2",
        f"{LAST} p1.wall={NEARLY} p1.lines={LINE_1} p1.score=30",
        "CKF",
        then="p1.score=37",
    ),
    Row(
        "end 1",
        "each complete row brings 2",
        f"{LAST} p1.wall=.YRKW,.....,KW.YR,.....,..... p1.lines=B1,-,B3,-,-",
        "CKF",
        then="p1.score=14",
    ),
    Row(
        "end 2",
        "a complete column brings 7",
        f"{LAST_ROUND} p1.wall=B....,W....,K....,R....,Y....",
        "CKF",
        then="phase=over p1.score=7",
    ),
    Row(
        "end 2",
        "the last column counts too",
        f"{LAST_ROUND} p1.wall=....W,....K,....R,....Y,....B",
        "CKF",
        then="phase=over p1.score=7",
    ),
    Row(
        "end 2",
        "each complete column brings 7",
        f"{LAST_ROUND} p1.wall=BYRK.,WBYR.,KWBY.,RKW..,YRKW.",
        "CKF",
        then="phase=over p1.score=21",
    ),
    Row(
        "end 2",
        "a column with a free space brings nothing",
        f"{LAST_ROUND} p1.wall=B....,W....,.....,R....,Y....",
        "CKF",
        then="phase=over p1.score=0",
    ),
    *(
        Row(
            "end 3",
            f"all five {colour} bring 10",
            f"{LAST_ROUND} p1.wall={wall}",
            "CKF",
            then="phase=over p1.score=10",
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
        "end 3",
        "each complete colour brings 10",
        f"{LAST_ROUND} p1.wall=BY...,.BY..,..BY.,...BY,Y...B",
        "CKF",
        then="phase=over p1.score=20",
    ),
    Row(
        "end 3",
        "four tiles of a colour bring nothing",
        f"{LAST_ROUND} p1.wall=B....,.B...,..B..,...B.,.....",
        "CKF",
        then="phase=over p1.score=0",
    ),
    Row(
        "end 3",
        "on the grey wall a colour counts wherever its tiles lie",
        f"wall=grey {LAST_ROUND} p1.wall=.B...,....B,..B..,B....,...B.",
        "CKF",
        then="phase=over p1.score=10",
    ),
    Row(
        "end 4",
        "rows, columns and colours add up",
        f"{LAST} p1.wall=.YRKW,WBYR.,KWBY.,RKWB.,YRKW. p1.lines={LINE_1}",
        "CKF",
        then="phase=over p1.score=50",
    ),
    Row(
        "end 4",
        "every player gets bonuses, whoever ended the game",
        f"{LAST} p1.wall={NEARLY} p1.lines={LINE_1}"
        " p2.wall=BY...,WB...,K.B..,R..B.,Y...B p2.score=9",
        "CKF",
        then="phase=over p1.score=7 p2.score=24",
    ),
    Row(
        "end 4",
        "the bonuses come after the floor is paid for",
        f"{LAST} p1.wall={NEARLY} p1.lines={LINE_1} p1.floor=YYYYYYY",
        "CKF",
        then="phase=over p1.score=2",
    ),
    Row(
        "end 4",
        "without the end there are no bonuses",
        f"{LAST} round=49 p1.wall=B....,WB...,K.B..,R..B.,Y...B p1.score=3",
        "CKF",
        then="phase=deal p1.score=3",
    ),
]


def result(rule: str, sentence: str, shares: str, *boards: str) -> Row:
    """The win shares of a game that is over: of each board a score and a wall."""
    players = " ".join(
        f"p{p}.score={board.split()[0]} p{p}.wall={board.split()[1]}"
        for p, board in enumerate(boards, 1)
    )
    start = f"players={len(boards)} round=50 phase=over {players}"
    return Row(rule, sentence, start, shares=shares)


NO_ROW = ".....,.....,.....,.....,....."
ROW_OF_4 = "BYRK.,.....,.....,.....,....."
THIRD = str(1 / 3)
RESULTS = [
    result("end 5", "the highest score wins", "0 1", f"5 {ONE_ROW}", f"6 {ONE_ROW}"),
    result(
        "end 5",
        "the first player can win as well",
        "1 0 0",
        f"50 {NO_ROW}",
        f"49 {TWO_ROWS}",
        f"0 {ONE_ROW}",
    ),
    result(
        "end 5",
        "a higher score beats more rows",
        "0 1",
        f"90 {ALL_ROWS}",
        f"91 {NO_ROW}",
    ),
    result(
        "end 6",
        "with equal scores more complete rows win",
        "1 0",
        f"30 {TWO_ROWS}",
        f"30 {ONE_ROW}",
    ),
    result(
        "end 6",
        "rows decide only among those with the highest score",
        "0 0 1",
        f"29 {TWO_ROWS}",
        f"30 {NO_ROW}",
        f"30 {ONE_ROW}",
    ),
    result(
        "end 6",
        "rows must be complete to break a tie",
        "0.5 0.5",
        f"30 {ROW_OF_4}",
        f"30 {NO_ROW}",
    ),
    result(
        "end 7",
        "two tied players share the victory",
        "0.5 0.5",
        f"30 {ONE_ROW}",
        f"30 {ONE_ROW}",
    ),
    result(
        "end 7",
        "two of four tied share, the others get nothing",
        "0 0.5 0 0.5",
        f"12 {ONE_ROW}",
        f"30 {ONE_ROW}",
        f"30 {NO_ROW}",
        f"30 {ONE_ROW}",
    ),
    result(
        "end 7",
        "three tied players get a third each",
        f"{THIRD} {THIRD} {THIRD}",
        *[f"7 {ONE_ROW}"] * 3,
    ),
    result(
        "end 7",
        "four tied players get a quarter each",
        "0.25 0.25 0.25 0.25",
        *[f"0 {NO_ROW}"] * 4,
    ),
    Row(
        "end 7",
        "a game that is played to its end has win shares",
        f"{LAST} p1.wall={NEARLY} p1.lines={LINE_1} p2.score=9",
        "CKF",
        then="p1.score=7 p2.score=7",
        shares="1 0",
    ),
]

ROWS = NEXT_ROUND + BONUSES + RESULTS


@on_both_sides(ROWS)
def test_end_or_next_round_and_result(row: Row, side: Callable[[str], Side]) -> None:
    check(row, side)
