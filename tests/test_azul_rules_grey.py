"""The rules of Azul, sentence by sentence: the grey wall."""

from __future__ import annotations

from collections.abc import Callable

from tests.azul_rows import Row, Side, check, on_both_sides

# Player 2 takes the last tile to the floor, then player 2 tiles, then player 1.
LAST = "players=2 wall=grey centre=K marker=2 turn=2 round=3"
LINE_1 = "B1,-,-,-,-"
# Row 5 is free where other rows show white, row 4 where others show black.
BLOCKED = "p1.wall=W....,...W.,.....,.....,.BY.R"

CHOICES = [
    Row(
        "grey wall 1",
        "the owner of a full line chooses any free space of that row",
        f"{LAST} p1.lines=-,-,W3,-,- p1.wall=.....,.....,B..Y.,.....,.....",
        "CKF",
        then="phase=tiling turn=1",
        legal="T32 T33 T35",
        refused="T31 T34 T22 T12 CKF",
    ),
    Row(
        "grey wall 1",
        "the colour must not be in the column yet, above or below",
        f"{LAST} p1.lines=-,-,W3,-,- p1.wall=..W..,.....,B..Y.,....W,.....",
        "CKF",
        legal="T32",
        refused="T33 T35",
    ),
    Row(
        "grey wall 1",
        "other colours in the column do not matter",
        f"{LAST} p1.lines=-,-,W3,-,- p1.wall=..B..,..R..,.....,..Y..,..K..",
        "CKF",
        legal="T31 T32 T33 T34 T35",
    ),
    Row(
        "grey wall 1",
        "the wall of another player does not matter",
        f"{LAST} p1.lines=-,-,W3,-,- p2.wall=W....,.W...,..W..,...W.,....W",
        "CKF",
        legal="T31 T32 T33 T34 T35",
    ),
    Row(
        "grey wall 1",
        "the chosen space shows the colour afterwards",
        f"{LAST} p1.lines=-,-,W3,-,- p1.wall=..W..,.....,B..Y.,.....,.....",
        "CKF T35",
        then="p1.wall=..W..,.....,B..YW,.....,..... p1.lines=-,-,-,-,- phase=deal",
    ),
    *(
        Row(
            "grey wall 1",
            f"line {row} can go to each column, such as column {6 - row}",
            f"{LAST} p1.lines=" + ",".join(f"R{n}" if n == row else "-" for n in FIVE),
            f"CKF T{row}{6 - row}",
            then="p1.score=1 p1.wall="
            + ",".join(
                "." * (5 - row) + "R" + "." * (row - 1) if n == row else "....."
                for n in FIVE
            ),
        )
        for FIVE in [range(1, 6)]
        for row in FIVE
    ),
    Row(
        "grey wall 1",
        "the row bars the colour in the draft of later rounds",
        f"{LAST} p1.lines=-,-,W3,-,-",
        "CKF T31 [WWWW,WWWW,BBBB,BBBB,KKKK] 5K5",
        can="1W1 1W2 1W4 1W5 1WF 3B3",
        refused="1W3",
    ),
    Row(
        "grey wall 2",
        "every full line is a decision, from top to bottom",
        f"{LAST} p1.lines=-,R2,-,K4,-",
        "CKF",
        legal="T21 T22 T23 T24 T25",
        refused="T41",
    ),
    Row(
        "grey wall 2",
        "the next full line follows",
        f"{LAST} p1.lines=-,R2,-,K4,-",
        "CKF T22",
        then="turn=1 p1.lines=-,-,-,K4,-",
        legal="T41 T42 T43 T44 T45",
    ),
    Row(
        "grey wall 2",
        "lines that are not full stay",
        f"{LAST} p1.lines=-,R1,K3,B3,W4",
        "CKF T33",
        then="p1.lines=-,R1,-,B3,W4 phase=deal",
    ),
    Row(
        "grey wall 2",
        "a single legal space is a decision too",
        f"{LAST} p1.lines=B1,-,-,-,- p1.wall=.YRKW,.....,.....,.....,.....",
        "CKF",
        then="phase=tiling",
        legal="T11",
    ),
    Row(
        "grey wall 3",
        "the tile scores at once, as on the coloured wall",
        f"{LAST} p1.lines=-,-,W3,-,- p1.wall=.....,..Y..,KB.Y.,.....,.....",
        "CKF T33",
        then="p1.score=6",
    ),
    Row(
        "grey wall 3",
        "a space chosen badly scores 1",
        f"{LAST} p1.lines=-,-,W3,-,- p1.wall=.....,..Y..,.....,.....,.....",
        "CKF T31",
        then="p1.score=1",
    ),
    Row(
        "grey wall 3",
        "tiles placed before in the same tiling count",
        f"{LAST} p1.lines=B1,R2,-,-,-",
        "CKF T14 T24",
        then="p1.score=3",
    ),
    Row(
        "grey wall 3",
        "the other tiles of the line go to the lid",
        f"{LAST} p1.lines=-,-,-,W4,-",
        "CKF T41",
        then="lid=K1W3",
    ),
]

BLOCKS = [
    Row(
        "grey wall 4",
        "a line without a legal space falls to the floor and scores nothing",
        f"{LAST} p1.lines=-,-,-,-,W5 {BLOCKED} p1.score=20",
        "CKF",
        then="phase=deal p1.score=12 p1.floor=- p1.lines=-,-,-,-,- lid=K1W5"
        " p1.wall=W....,...W.,.....,.....,.BY.R",
    ),
    Row(
        "grey wall 4",
        "its tiles lie on the floor until that is paid for",
        f"{LAST} p1.lines=-,-,-,W4,B5 p1.wall=W....,...W.,.....,.BY.R,.....",
        "CKF",
        then="phase=tiling turn=1 p1.floor=WWWW p1.lines=-,-,-,-,B5 lid=K1",
        legal="T51 T53 T54 T55",
    ),
    Row(
        "grey wall 4",
        "beyond the seventh space they go to the lid",
        f"{LAST} p1.lines=-,-,-,W4,B5 p1.wall=W....,...W.,.....,.BY.R,....."
        " p1.floor=RRRRR",
        "CKF",
        then="p1.floor=RRRRRWW lid=K1W2",
    ),
    Row(
        "grey wall 4",
        "the marker's space is not free for them",
        "players=2 wall=grey centre=K marker=1 turn=2 p1.lines=-,-,-,W4,B5"
        " p1.wall=W....,...W.,.....,.BY.R,..... p1.floor=RRRRR",
        "CK4",
        then="p1.floor=RRRRRW lid=W3",
    ),
    Row(
        "grey wall 4",
        "the line takes the colour again in the next round",
        f"{LAST} p1.lines=-,-,-,-,W5 {BLOCKED}",
        "CKF [WWWW,WWWW,BBBB,BBBB,KKKK] 5K5",
        can="1W5 1W3 1W4",
        refused="1W1 1W2 3B5",
    ),
    Row(
        "grey wall 4",
        "it does not matter that the blocked colour fits another row",
        f"{LAST} p1.lines=-,-,-,-,W5 {BLOCKED} p1.score=20",
        "CKF",
        legal="-",
    ),
    Row(
        "grey wall 5",
        "an early choice can leave a later line without a space",
        f"{LAST} p1.lines=W1,W2,-,-,- p1.wall=.....,.BYRK,.....,.....,..... p1.score=9",
        "CKF T11",
        then="phase=deal p1.score=8 lid=K1W2 p1.lines=-,-,-,-,-"
        " p1.wall=W....,.BYRK,.....,.....,.....",
    ),
    Row(
        "grey wall 5",
        "another choice leaves the space free",
        f"{LAST} p1.lines=W1,W2,-,-,- p1.wall=.....,.BYRK,.....,.....,.....",
        "CKF T12",
        then="phase=tiling",
        legal="T21",
    ),
]

ORDER = [
    Row(
        "grey wall 6",
        "the holder of the marker tiles first",
        f"players=3 wall=grey centre=K marker=3 turn=1 first=2 p1.lines={LINE_1}"
        f" p2.lines={LINE_1} p3.lines={LINE_1}",
        "CKF",
        then="turn=3 phase=tiling marker=3 first=2",
    ),
    Row(
        "grey wall 6",
        "the others follow in turn order",
        f"players=3 wall=grey centre=K marker=3 turn=1 first=2 p1.lines={LINE_1}"
        f" p2.lines={LINE_1} p3.lines={LINE_1}",
        "CKF T11",
        then="turn=1",
    ),
    Row(
        "grey wall 6",
        "the last in that order ends the tiling",
        f"players=3 wall=grey centre=K marker=3 turn=1 first=2 p1.lines={LINE_1}"
        f" p2.lines={LINE_1} p3.lines={LINE_1}",
        "CKF T11 T12 T13",
        then="phase=deal turn=3 first=3 p3.wall=B....,.....,.....,.....,....."
        " p1.wall=.B...,.....,.....,.....,..... p2.wall=..B..,.....,.....,.....,.....",
    ),
    Row(
        "grey wall 6",
        "a player finishes all lines before the next one tiles",
        f"{LAST} p1.lines={LINE_1} p2.lines=B1,-,B3,-,-",
        "CKF T11",
        then="turn=2",
        legal="T32 T33 T34 T35",
    ),
    Row(
        "grey wall 6",
        "if nobody took the marker the starting player tiles first",
        "players=2 wall=grey phase=deal first=2",
        "[BBBB,YYYY,RRRR,KKKK,WWWW] 1B4 2YF 3R3 4K4 5W5",
        then="phase=tiling turn=2 first=2 marker=centre",
        legal="T31 T32 T33 T34 T35",
    ),
    Row(
        "grey wall 6",
        "and starts the next round",
        "players=2 wall=grey phase=deal first=2",
        "[BBBB,YYYY,RRRR,KKKK,WWWW] 1B4 2YF 3R3 4K4 5W5 T31 T41 T41",
        then="phase=deal turn=2 first=2 round=2",
    ),
    Row(
        "grey wall 7",
        "a floor is not paid for before the last line is tiled",
        f"{LAST} p1.lines=B1,R2,-,-,- p1.floor=YYY p1.score=10",
        "CKF T11",
        then="p1.score=11 p1.floor=YYY",
    ),
    Row(
        "grey wall 7",
        "a floor is paid for after the last line",
        f"{LAST} p1.lines=B1,R2,-,-,- p1.floor=YYY p1.score=10",
        "CKF T11 T25",
        then="p1.score=8 p1.floor=- lid=Y3R1K1",
    ),
    Row(
        "grey wall 7",
        "the score is not below 0 after a player's own floor",
        f"{LAST} p1.lines=B1,-,-,-,- p1.floor=YYYY",
        "CKF T11",
        then="p1.score=0",
    ),
    Row(
        "grey wall 7",
        "a floor is paid for before the next player tiles",
        f"{LAST} p1.lines={LINE_1} p2.lines={LINE_1} p2.score=10",
        "CKF T11",
        then="turn=1 p2.score=9 p2.floor=- lid=K1",
    ),
    Row(
        "grey wall 7",
        "the marker is paid for by its holder and kept until the round ends",
        "players=2 wall=grey centre=K marker=2 turn=1 p1.lines=-,-,-,B4,-"
        " p2.lines=B1,-,-,-,- p2.score=10",
        "CKF T11",
        then="turn=1 marker=2 p2.score=10 p2.floor=-",
    ),
    Row(
        "grey wall 8",
        "players without a full line are passed over",
        "players=4 wall=grey centre=K marker=4 turn=2"
        f" p1.lines={LINE_1} p3.lines={LINE_1}",
        "CKF",
        then="turn=1",
    ),
    Row(
        "grey wall 8",
        "they pay when their turn comes, not before",
        "players=4 wall=grey centre=K marker=4 turn=2 p2.score=9 p4.score=9"
        f" p1.lines={LINE_1} p3.lines={LINE_1}",
        "CKF",
        then="p2.score=9 p2.floor=K p4.score=8",
    ),
    Row(
        "grey wall 8",
        "they have paid when the players after them tile",
        "players=4 wall=grey centre=K marker=4 turn=2 p2.score=9 p4.score=9"
        f" p1.lines={LINE_1} p3.lines={LINE_1}",
        "CKF T11",
        then="turn=3 p2.score=8 p2.floor=- lid=K1",
    ),
    Row(
        "grey wall 8",
        "a round without any full line needs no decision",
        f"{LAST} p2.score=5",
        "CKF",
        then="phase=deal round=4 p2.score=3",
    ),
    Row(
        "grey wall 8",
        "a holder whose only line is blocked is passed over",
        "players=2 wall=grey centre=K marker=2 turn=2 p2.lines=-,-,-,-,W5"
        f" {BLOCKED.replace('p1', 'p2')} p2.score=20 p1.lines={LINE_1}",
        "CKF",
        then="turn=1 phase=tiling p2.score=6 p2.floor=- lid=K1W5",
    ),
    Row(
        "grey wall 9",
        "others finish their tiling after a row is complete",
        f"{LAST} p1.lines={LINE_1} p2.lines={LINE_1} p2.wall=.YRKW,{'.....,' * 4}"[:-1],
        "CKF T11",
        then="phase=tiling turn=1 p2.wall=BYRKW,.....,.....,.....,.....",
        legal="T11 T12 T13 T14 T15",
    ),
    Row(
        "grey wall 9",
        "the owner finishes the tiling after a complete row too",
        f"{LAST} p1.lines=B1,R2,-,-,- p1.wall=.YRKW,{'.....,' * 4}"[:-1],
        "CKF T11",
        then="phase=tiling turn=1",
        legal="T21 T22 T24 T25",
    ),
    Row(
        "grey wall 9",
        "the game ends after the last player's tiling, with the bonuses",
        f"{LAST} p1.lines={LINE_1} p2.lines={LINE_1} p2.wall=.YRKW,{'.....,' * 4}"[:-1],
        "CKF T11 T13",
        then="phase=over round=3 p2.score=5 p1.score=1 turn=2",
        legal="-",
        shares="0 1",
    ),
]
ROWS = CHOICES + BLOCKS + ORDER


@on_both_sides(ROWS)
def test_grey_wall(row: Row, side: Callable[[str], Side]) -> None:
    check(row, side)
