"""The rules of Azul, sentence by sentence: the tiling of the coloured wall."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from engines.azul.scoring import tile_points
from tests.azul_rows import Row, Side, check, on_both_sides
from tests.oracles.azul_board import placement_score

# Player 2 takes the last tile to the floor, then all is tiled.
LAST = "players=2 centre=K marker=2 turn=2 round=3"


def placed(wall: str) -> str:
    """Player 1 has this wall and is about to tile blue in row 3."""
    return f"{LAST} p1.lines=-,-,B3,-,- p1.wall={wall}"


LINES = [
    Row(
        "tiling 1",
        "a full line moves one tile to the space of its colour in its row",
        f"{LAST} p1.lines=-,-,-,R4,-",
        "CKF",
        then="p1.wall=.....,.....,.....,R....,..... p1.score=1",
    ),
    Row(
        "tiling 1",
        "all full lines are tiled, from top to bottom",
        f"{LAST} p1.lines=W1,-,R3,-,B5",
        "CKF",
        then="p1.wall=....W,.....,....R,.....,....B p1.score=3 p1.lines=-,-,-,-,-",
    ),
    Row(
        "tiling 1",
        "each player tiles",
        "players=3 centre=K marker=2 turn=2 p1.lines=B1,-,-,-,- p3.lines=-,R2,-,-,-",
        "CKF",
        then="p1.wall=B....,.....,.....,.....,....."
        " p3.wall=.....,...R.,.....,.....,.....",
    ),
    Row(
        "tiling 1",
        "lines filled by the last take are tiled as well",
        "players=2 centre=K marker=1 turn=2 p2.lines=-,K1,-,-,-",
        "CK2",
        then="p2.wall=.....,....K,.....,.....,..... p2.score=1 lid=K1",
    ),
    Row(
        "tiling 2",
        "the other tiles of a line go to the lid and the line is empty",
        f"{LAST} p1.lines=-,Y2,-,-,R5",
        "CKF",
        then="lid=Y1R4K1 p1.lines=-,-,-,-,-",
    ),
    Row(
        "tiling 2",
        "a line of one tile leaves nothing to the lid",
        f"{LAST} p1.lines=W1,-,-,-,-",
        "CKF",
        then="lid=K1 p1.lines=-,-,-,-,-",
    ),
    Row(
        "tiling 3",
        "lines that are not full stay",
        f"{LAST} p1.lines=-,Y1,W2,R3,B4",
        "CKF",
        then="p1.lines=-,Y1,W2,R3,B4 lid=K1 p1.score=0"
        " p1.wall=.....,.....,.....,.....,.....",
    ),
    Row(
        "tiling 3",
        "lines beside a full one stay",
        f"{LAST} p1.lines=-,Y1,W3,R3,B4",
        "CKF",
        then="p1.lines=-,Y1,-,R3,B4 lid=K1W2",
    ),
]

SCORES = [
    Row(
        "tiling 4",
        "a tile without a neighbour is worth 1 point",
        placed(".....,.....,.....,.....,....."),
        "CKF",
        then="p1.score=1",
    ),
    *(
        Row(
            "tiling 5",
            f"a row of {length} ({tiles} with the tile in column 3) scores {length}",
            placed(f".....,.....,{tiles},.....,....."),
            "CKF",
            then=f"p1.score={length}",
        )
        for length, tiles in [
            (2, ".W..."),
            (2, "...Y."),
            (3, "KW..."),
            (3, "...YR"),
            (3, ".W.Y."),
            (4, "KW.Y."),
            (4, ".W.YR"),
        ]
    ),
    Row(
        "tiling 5",
        "a row of 5 scores 5, and 2 more at the end",
        placed(".....,.....,KW.YR,.....,....."),
        "CKF",
        then="p1.score=7 phase=over",
    ),
    *(
        Row(
            "tiling 5",
            f"a column of {length} (rows {rows} and 3) scores {length}",
            placed(
                ",".join(
                    f"..{'RYBWK'[r - 1]}.." if str(r) in rows else "....."
                    for r in range(1, 6)
                )
            ),
            "CKF",
            then=f"p1.score={length}",
        )
        for length, rows in [
            (2, "2"),
            (2, "4"),
            (3, "12"),
            (3, "45"),
            (3, "24"),
            (4, "124"),
            (4, "245"),
            (5, "1245"),
        ]
    ),
    Row(
        "tiling 5",
        "a row of 2 and a column of 2 score 4",
        placed(".....,..Y..,.W...,.....,....."),
        "CKF",
        then="p1.score=4",
    ),
    Row(
        "tiling 5",
        "a row of 3 and a column of 4 score 7",
        placed("..R..,..Y..,.W.Y.,..W..,....."),
        "CKF",
        then="p1.score=7",
    ),
    Row(
        "tiling 5",
        "a row and a column of 5 score 10, and 2 + 7 more at the end",
        placed("..R..,..Y..,KW.YR,..W..,..K.."),
        "CKF",
        then="p1.score=19",
    ),
    Row(
        "tiling 5",
        "points are added to the score",
        placed(".....,.....,.W...,.....,.....") + " p1.score=40",
        "CKF",
        then="p1.score=42",
    ),
    Row(
        "tiling 6",
        "diagonal neighbours never count",
        placed(".....,.B.R.,.....,.K.B.,....."),
        "CKF",
        then="p1.score=1",
    ),
    Row(
        "tiling 6",
        "a free space ends a row",
        placed(".....,.....,K...R,.....,....."),
        "CKF",
        then="p1.score=1",
    ),
    Row(
        "tiling 6",
        "a free space ends a column",
        placed("..R..,.....,.....,.....,..K.."),
        "CKF",
        then="p1.score=1",
    ),
    Row(
        "tiling 6",
        "tiles behind a gap do not count with the near ones",
        placed("..R..,.....,K..YR,..W..,....."),
        "CKF",
        then="p1.score=5",
    ),
    Row(
        "tiling 6",
        "a row does not go on in the next row",
        f"{LAST} p1.lines=-,-,K3,-,- p1.wall=.....,....K,.....,.....,.....",
        "CKF",
        then="p1.score=1",
    ),
    Row(
        "tiling 6",
        "the last column does not touch the first of the row below",
        f"{LAST} p1.lines=-,-,R3,-,- p1.wall=.....,.....,.....,R....,.....",
        "CKF",
        then="p1.score=1",
    ),
    Row(
        "tiling 7",
        "tiles placed earlier in the same tiling count",
        f"{LAST} p1.lines=B1,W2,K3,R4,-",
        "CKF",
        then="p1.score=10",
    ),
    Row(
        "tiling 7",
        "tiles of lines further down do not count yet",
        f"{LAST} p1.lines=B1,-,K3,-,Y5 p1.wall=.....,W....,.....,R....,.....",
        "CKF",
        then="p1.score=11",
    ),
]

FLOOR = [
    *(
        Row(
            "tiling 8",
            f"{spaces} occupied floor spaces cost {cost}",
            f"{LAST} p1.score=20 p1.floor={'Y' * spaces}",
            "CKF",
            then=f"p1.score={20 - cost}",
        )
        for spaces, cost in enumerate([1, 2, 4, 6, 8, 11, 14], 1)
    ),
    *(
        Row(
            "tiling 8",
            f"the marker and {tiles} tiles cost {cost}",
            f"players=2 centre=K marker=1 turn=2 p1.score=20 p1.floor={'Y' * tiles}",
            "CK5",
            then=f"p1.score={20 - cost} p2.score=0",
        )
        for tiles, cost in enumerate([2, 4, 6, 8, 11, 14, 14], 1)
    ),
    Row(
        "tiling 8",
        "the marker alone costs 1",
        "players=2 centre=K marker=1 turn=2 p1.score=20 p2.score=20",
        "CK5",
        then="p1.score=19 p2.score=20",
    ),
    Row(
        "tiling 8",
        "an empty floor costs nothing",
        f"{LAST} p1.score=20",
        "CKF",
        then="p1.score=20",
    ),
    Row(
        "tiling 8",
        "each player pays for the own floor",
        "players=4 centre=K turn=4 marker=4 p1.score=20 p2.score=20 p3.score=20"
        " p4.score=20 p1.floor=Y p2.floor=YYYY p3.floor=YYYYYY",
        "CKF",
        then="p1.score=19 p2.score=14 p3.score=9 p4.score=18",
    ),
    Row(
        "tiling 9",
        "a score of 3 with a cost of 8 becomes 0",
        f"{LAST} p1.score=3 p1.floor=YYYYY",
        "CKF",
        then="p1.score=0",
    ),
    Row(
        "tiling 9",
        "a score of 8 with a cost of 8 becomes 0",
        f"{LAST} p1.score=8 p1.floor=YYYYY",
        "CKF",
        then="p1.score=0",
    ),
    Row(
        "tiling 9",
        "the floor is paid for after the tiles have scored",
        f"{LAST} p1.lines=B1,-,-,-,- p1.floor=YY",
        "CKF",
        then="p1.score=0",
    ),
    Row(
        "tiling 10",
        "the tiles of the floor go to the lid",
        f"{LAST} p1.floor=BYYRK p2.floor=W",
        "CKF",
        then="p1.floor=- p2.floor=- lid=B1Y2R1K2W1",
    ),
    Row(
        "tiling 10",
        "the marker returns to the centre, not to the lid",
        f"{LAST} p2.floor=YYYYYY",
        "CKF",
        then="marker=centre p2.floor=- lid=Y6K1 bag=B20Y14R20K19W20",
    ),
]
ROWS = LINES + SCORES + FLOOR


@on_both_sides(ROWS)
def test_tiling(row: Row, side: Callable[[str], Side]) -> None:
    check(row, side)


def test_a_tile_scores_as_counted_by_hand_with_every_row_and_column_around_it() -> None:
    for row, column in itertools.product(range(5), repeat=2):
        for across, down in itertools.product(range(32), repeat=2):
            if not across >> column & down >> row & 1:
                continue
            wall = [["."] * 5 for _ in range(5)]
            bits = 0
            for i in range(5):
                if across >> i & 1:
                    wall[row][i] = "B"
                if down >> i & 1:
                    wall[i][column] = "B"
            for r, c in itertools.product(range(5), repeat=2):
                bits |= (wall[r][c] == "B") << (5 * r + c)
            assert tile_points(bits, row, column) == placement_score(wall, row, column)
