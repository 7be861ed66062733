"""What the engine decides where rule sheets of Azul are silent or differ."""

from __future__ import annotations

from collections.abc import Callable

from tests.azul_rows import Row, Side, check, on_both_sides

# Player 2 takes the last tile to the floor, then all is tiled.
LAST = "players=2 centre=K marker=2 turn=2"
LAST_ROUND = f"{LAST} round=50"
LINE_1 = "B1,-,-,-,-"
# With the last tile on line 2 of player 4, all 100 tiles lie on boards.
ALL_TILES = (
    "players=4 centre=W marker=1 turn=4 round=7 bag=- lid=-"
    " p1.wall=B.RKW,.BYRK,KWBY.,R.WBY,YRKW. p1.lines=-,W1,-,-,B4 p1.score=9"
    " p2.wall=.YRKW,.BYRK,KWBY.,R.WBY,.RKWB p2.lines=-,W1,-,-,Y4"
    " p3.wall=.YRKW,.BYRK,KWB.R,R.WBY,Y.KWB p3.lines=-,W1,-,-,R4"
    " p4.wall=.YRKW,.BYRK,KWB.R,.KWBY,YR.WB p4.lines=-,-,-,-,K4"
)
# The same on the grey wall: the last tile is alone on its line.
ALL_TILES_GREY = "wall=grey " + ALL_TILES.replace(
    "p4.wall=.YRKW", "p4.wall=.YRK."
).replace("p4.lines=-,-", "p4.lines=-,W1")

ROWS = [
    Row(
        "decision 1",
        "the game ends when no tile is left for a factory",
        ALL_TILES,
        "CW2",
        then="phase=over round=7 bag=- lid=- turn=1 first=1 marker=centre"
        " p1.score=22 p2.score=14 p4.lines=-,W1,-,-,K4",
        legal="-",
    ),
    Row(
        "decision 1",
        "a single discarded tile is enough for another round",
        ALL_TILES,
        "CWF",
        then="phase=deal round=8 bag=- lid=W1 p1.score=8",
    ),
    Row(
        "decision 1",
        "tiles discarded by the tiling are enough for another round",
        ALL_TILES.replace("p4.lines=-,-", "p4.lines=W1,-").replace(
            "p4.wall=.YRKW", "p4.wall=.YRK."
        ),
        "CWF",
        then="phase=deal lid=W1",
    ),
    Row(
        "decision 1",
        "on the grey wall the end comes after the last choice",
        ALL_TILES_GREY,
        "CW1 T11",
        then="phase=over round=7 bag=- lid=- p4.wall=WYRK.,.BYRK,KWB.R,.KWBY,YR.WB",
    ),
    Row(
        "decision 2",
        "a game that has played 50 rounds ends with its bonuses",
        f"{LAST_ROUND} p1.score=5 p1.wall=B....,W....,K....,R....,Y....",
        "CKF",
        then="phase=over round=50 p1.score=12",
        legal="-",
        shares="1 0",
    ),
    Row(
        "decision 2",
        "after 49 rounds there is another one",
        f"{LAST} round=49",
        "CKF",
        then="phase=deal round=50",
    ),
    Row(
        "decision 3",
        "what lies in the bag and in the lid is public",
        "players=2 phase=deal round=3 bag=B9Y12R4K11W8 p1.lines=-,-,W2,-,-",
        then="bag=B9Y12R4K11W8 lid=B11Y8R16K9W10",
    ),
    Row(
        "decision 4",
        "a round is played with fewer tiles than factories",
        ALL_TILES,
        "CWF [W,-,-,-,-,-,-,-,-] 1W2",
        then="phase=over round=8 p1.lines=-,-,-,-,B4",
    ),
    Row(
        "decision 5",
        "player 1 starts the first round",
        "players=4 phase=deal",
        "deal",
        then="turn=1 first=1 round=1",
    ),
    Row(
        "decision 6",
        "a colour in the wall column does not bar a line",
        "players=2 wall=grey round=2 centre=B p1.wall=B....,.....,..B..,.....,.....",
        legal="CB2 CB4 CB5 CBF",
    ),
    Row(
        "decision 7",
        "on the grey wall a tile goes to its own row, not to its column",
        f"{LAST} wall=grey p1.lines=-,-,W3,-,-",
        "CKF",
        legal="T31 T32 T33 T34 T35",
    ),
    Row(
        "decision 8",
        "on the grey wall the holder of the marker chooses first",
        f"{LAST} wall=grey p1.lines={LINE_1} p2.lines={LINE_1}",
        "CKF",
        then="turn=2 phase=tiling",
    ),
    Row(
        "decision 9",
        "no tile makes way for the marker",
        "players=2 centre=RK p1.floor=BBBBBBB",
        "CRF",
        then="marker=1 p1.floor=BBBBBBB lid=R1",
    ),
]


@on_both_sides(ROWS)
def test_engine_decisions(row: Row, side: Callable[[str], Side]) -> None:
    check(row, side)
