"""The rules of Summer Pavilion, sentence by sentence: the draft."""

from __future__ import annotations

from collections.abc import Callable

from tests.summer_pavilion_rows import (
    COLOURS,
    DRAFT,
    SUPPLY,
    Row,
    Side,
    check,
    on_both_sides,
)

THREE_PLAYERS = f"players=3 phase=deal round=2 first=2 supply={SUPPLY}"
SEVEN_TAKES = "[PPPP,OOOO,YYYY,BBBB,RRRR,PPPP,OOOO]"
# Purple is wild in round 1, green in round 2.

TURNS = [
    Row(
        "draft 1",
        "the starting player begins",
        THREE_PLAYERS,
        SEVEN_TAKES,
        then="turn=2 first=2",
    ),
    Row(
        "draft 1",
        "turns go round clockwise",
        THREE_PLAYERS,
        f"{SEVEN_TAKES} 1P",
        then="turn=3 first=2",
    ),
    Row(
        "draft 1",
        "after the last player comes player 1",
        THREE_PLAYERS,
        f"{SEVEN_TAKES} 1P 2O",
        then="turn=1 first=2",
    ),
    Row(
        "draft 1",
        "four players take turns",
        f"players=4 turn=3 supply={SUPPLY} centre=GOY",
        "CG CO",
        then="turn=1 p3.stock=G1 p4.stock=O1",
    ),
    Row(
        "draft 2",
        "nobody can pass",
        f"{DRAFT} centre=G",
        legal="CG",
        refused="pass done takeG keepG",
    ),
    Row(
        "draft 3",
        "a move is a source and a colour that lies there",
        f"{DRAFT} factories=GGOY,BBBR,-,-,- centre=GB",
        legal="1G 1O 1Y 2B 2R CG CB",
        refused="1B 2G CO 3G 6G 1 G 1G2 G1 pass O1",
    ),
]

TAKES = [
    *(
        Row(
            "draft 4",
            f"all {n} tiles of the colour are taken",
            f"{DRAFT} factories={'G' * n + 'Y' * (4 - n)},RRRR,-,-,-",
            "1G",
            then=f"p1.stock=G{n} centre={'Y' * (4 - n) or '-'} factories=-,RRRR,-,-,-",
        )
        for n in range(1, 5)
    ),
    Row(
        "draft 4",
        "the centre gives all tiles of the colour too",
        f"{DRAFT} centre=GGGGGGGYY",
        "CG",
        then="p1.stock=G7 centre=YY",
    ),
    *(
        Row(
            "draft 5",
            f"of {n} wild tiles one comes along",
            f"{DRAFT} factories={'P' * n + 'Y' * (4 - n)},RRRR,-,-,-",
            "1Y",
            then=f"p1.stock=P1Y{4 - n} centre={'P' * (n - 1) or '-'}",
        )
        for n in range(1, 4)
    ),
    Row(
        "draft 5",
        "one wild tile of the centre comes along",
        f"{DRAFT} centre=PPPGGY",
        "CG",
        then="p1.stock=P1G2 centre=PPY",
    ),
    Row(
        "draft 5",
        "no wild tile comes from another source",
        f"{DRAFT} factories=GGGG,PPPR,-,-,- centre=P",
        "1G",
        then="p1.stock=G4 factories=-,PPPR,-,-,- centre=P",
    ),
    Row(
        "draft 5",
        "the colour of an earlier round is wild no more",
        f"{DRAFT} round=2 factories=PPGY,RRRR,-,-,-",
        "1P",
        then="p1.stock=P2G1 centre=Y",
    ),
    *(
        Row(
            "draft 6",
            f"the wild {wild} is not named beside another colour",
            f"{DRAFT} round={n} factories={COLOURS[n % 6] + wild * 3},-,-,-,-"
            f" centre={wild}",
            legal=f"1{COLOURS[n % 6]} C{wild}",
            refused=f"1{wild}",
        )
        for n, wild in enumerate(COLOURS, 1)
    ),
    Row(
        "draft 6",
        "the wild colour is not named in a mixed centre",
        f"{DRAFT} factories=PPPP,-,-,-,- centre=PPR",
        legal="1P CR",
        refused="CP",
    ),
    *(
        Row(
            "draft 7",
            f"of {n} wild tiles in the centre one is taken",
            f"{DRAFT} centre={'P' * n} p1.score=9",
            "CP",
            then=f"p1.stock=P1 centre={'P' * (n - 1) or '-'} p1.score=8",
        )
        for n in (1, 2, 5)
    ),
    Row(
        "draft 7",
        "of four wild tiles on a factory one is taken",
        f"{DRAFT} round=6 factories=RRRR,-,-,-,-",
        "1R",
        then="p1.stock=R1 centre=RRR factories=-,-,-,-,-",
        legal="CR",
    ),
    Row(
        "draft 8",
        "the other colours of a factory move to the centre",
        f"{DRAFT} factories=GGYR,BBRR,-,-,- centre=YB",
        "1G",
        then="factories=-,BBRR,-,-,- centre=YYBR",
        legal="2B 2R CY CB CR",
    ),
    Row(
        "draft 8",
        "left-over wild tiles move to the centre too",
        f"{DRAFT} factories=PPPR,BBBB,-,-,- centre=-",
        "1R",
        then="centre=PP p1.stock=P1R1",
        legal="2B CP",
    ),
    Row(
        "draft 9",
        "in the centre everything else stays, wild tiles too",
        f"{DRAFT} factories=PPPR,-,-,-,- centre=PPGGYB",
        "CG",
        then="centre=PYB factories=PPPR,-,-,-,-",
        legal="1R CY CB",
    ),
]

MARKER = [
    Row(
        "draft 10",
        "the first to take from the centre takes the marker",
        f"{DRAFT} centre=GY",
        "CG",
        then="marker=1 turn=2",
    ),
    Row(
        "draft 10",
        "later takers find no marker and lose nothing",
        f"{DRAFT} centre=GGYB p2.score=9",
        "CG CY",
        then="marker=1 p1.score=3 p2.score=9",
    ),
    Row(
        "draft 10",
        "a factory brings no marker",
        f"{DRAFT} factories=GGGG,-,-,-,- centre=Y",
        "1G",
        then="marker=centre p1.score=5",
    ),
    *(
        Row(
            "draft 11",
            f"{n} tiles cost {n} points",
            f"{DRAFT} centre={'G' * n}Y p1.score=20",
            "CG",
            then=f"p1.score={20 - n} p1.stock=G{n} p2.score=5",
        )
        for n in (1, 2, 3, 7, 12)
    ),
    Row(
        "draft 11",
        "the wild tile that comes along costs a point, those that stay do not",
        f"{DRAFT} centre=PPGGY p1.score=20",
        "CG",
        then="p1.score=17 p1.stock=P1G2",
    ),
    Row(
        "draft 11",
        "kept tiles at hand cost nothing",
        f"{DRAFT} round=2 centre=OOY p1.score=20 p1.stock=R4",
        "CO",
        then="p1.score=18 p1.stock=O2R4",
    ),
    *(
        Row(
            "draft 12",
            f"a score of {score} drops to {left} at most for {n} tiles",
            f"{DRAFT} centre={'G' * n}Y p1.score={score}",
            "CG",
            then=f"p1.score={left}",
        )
        for score, n, left in [(5, 4, 1), (5, 5, 1), (4, 9, 1), (1, 1, 1), (2, 1, 1)]
    ),
    Row(
        "draft 13",
        "the holder of the marker begins the placing, not who would be next",
        f"{DRAFT} centre=GYB p2.stock=R2",
        "CG CY CB",
        then="phase=place turn=1 first=1 marker=1",
    ),
    Row(
        "draft 13",
        "the marker decides, not who started the draft",
        f"players=3 supply={SUPPLY} first=2 turn=3 centre=GYB",
        "CG CY CB",
        then="phase=place turn=3 first=2 marker=3",
    ),
    Row(
        "draft 13",
        "the holder of the marker begins the next round",
        f"{DRAFT} turn=2 centre=GR",
        "CG CR G1 R1",
        then="phase=deal round=2 turn=2 first=2 marker=centre",
    ),
    Row(
        "draft 14",
        "without the marker taken the starting player begins the placing",
        f"players=3 supply={SUPPLY} first=2 turn=3 factories=GGGG,-,-,-,-,-,-"
        " p1.stock=B4 p2.stock=R4",
        "1G",
        then="phase=place turn=2 first=2 marker=centre",
    ),
    Row(
        "draft 14",
        "without the marker taken the starting player stays",
        f"{DRAFT} first=2 turn=1 factories=GGGG,-,-,-,- p2.stock=R1",
        "1G R1 pass done",
        then="phase=deal round=2 turn=2 first=2 marker=centre",
    ),
    Row(
        "draft 15",
        "tiles taken join those kept",
        f"{DRAFT} round=2 centre=GRRY p1.stock=P1R2",
        "CR",
        then="p1.stock=P1G1R4",
    ),
    Row(
        "draft 16",
        "the draft goes on while the centre holds a tile",
        f"{DRAFT} centre=PPG",
        "CG",
        then="phase=draft turn=2 centre=P",
        legal="CP",
    ),
    Row(
        "draft 16",
        "the draft goes on while a factory holds a tile",
        f"{DRAFT} factories=-,-,-,-,RRRR centre=G",
        "CG",
        then="phase=draft",
        legal="5R",
    ),
    Row(
        "draft 16",
        "the draft ends with the last tile",
        f"{DRAFT} centre=PG p2.stock=R1",
        "CG",
        then="phase=place centre=- turn=1 supply=PPGGOOYYBR",
        legal="G1 G2+1 P1 C1P C1G C2G+1 pass",
    ),
]
ROWS = TURNS + TAKES + MARKER


@on_both_sides(ROWS)
def test_draft(row: Row, side: Callable[[str], Side]) -> None:
    check(row, side)
