"""The rules of Azul, sentence by sentence: the draft."""

from __future__ import annotations

from collections.abc import Callable

from tests.azul_rows import Row, Side, check, on_both_sides

FIVE_TAKES = "[BBBB,YYYY,RRRR,KKKK,WWWW]"
THREE_PLAYERS = "[BBBB,YYYY,RRRR,KKKK,WWWW,BBBB,YYYY]"
FULL = "K1,K2,K3,K4,K5"
# Player 2 takes the last tile to the floor, then all is tiled.
LAST = "players=2 centre=K marker=2 turn=2"


def all_of(*takes: str) -> str:
    """The moves that bring what is named (such as `1B`) to any line or the floor."""
    return " ".join(take + to for take in takes for to in "12345F")


TURNS = [
    Row(
        "draft 1",
        "the starting player begins",
        "players=3 phase=deal first=2",
        THREE_PLAYERS,
        then="turn=2 first=2",
    ),
    Row(
        "draft 1",
        "turns go round clockwise",
        "players=3 phase=deal first=2",
        f"{THREE_PLAYERS} 1B5",
        then="turn=3 first=2",
    ),
    Row(
        "draft 1",
        "after the last player comes player 1",
        "players=3 phase=deal first=2",
        f"{THREE_PLAYERS} 1B5 2Y5",
        then="turn=1 first=2",
    ),
    Row(
        "draft 1",
        "four players take turns",
        "players=4 centre=BYR turn=3",
        "CB5 CY5",
        then="turn=1 p3.lines=-,-,-,-,B1 p4.lines=-,-,-,-,Y1",
    ),
    Row(
        "draft 2",
        "nobody can pass and a move is left even without a free line",
        f"players=2 centre=B p1.lines={FULL}",
        legal="CBF",
        refused="pass",
    ),
    Row(
        "draft 3",
        "a move is a source, a colour that lies there and a destination",
        "players=2 factories=BBKW,-,-,-,- centre=R",
        legal=all_of("1B", "1K", "1W", "CR"),
        refused="1R1 2B1 CB1 6B1 9BF 1B6 1B0 1B T11",
    ),
]

TAKES = [
    Row(
        "draft 4",
        "a factory gives all tiles of a colour, its others move to the centre",
        "players=2 factories=BBKW,YYRR,-,-,- centre=BY",
        "1B4",
        then="factories=-,YYRR,-,-,- centre=BYKW p1.lines=-,-,-,B2,- p1.floor=-",
    ),
    Row(
        "draft 4",
        "a factory of one colour leaves nothing to the centre",
        "players=2 factories=RRRR,YYRR,-,-,-",
        "1R4",
        then="factories=-,YYRR,-,-,- centre=- p1.lines=-,-,-,R4,-",
    ),
    Row(
        "draft 4",
        "what moved to the centre may be taken from there",
        "players=2 factories=BBKW,-,-,-,- centre=K",
        "1B4 CK2",
        then="p2.lines=-,K2,-,-,- centre=W marker=2",
    ),
    Row(
        "draft 5",
        "the centre gives all tiles of a colour, the others stay",
        "players=2 centre=BBBYKK",
        "CB3",
        then="centre=YKK p1.lines=-,-,B3,-,- p1.floor=-",
        legal=all_of("CY", "CK"),
    ),
    Row(
        "draft 5",
        "the factories stay as they are when the centre is chosen",
        "players=2 factories=BBKW,-,-,-,- centre=BB",
        "CB3",
        then="factories=BBKW,-,-,-,- centre=-",
    ),
    Row(
        "draft 6",
        "the first to take from the centre takes the marker",
        "players=2 centre=BBK",
        "CB2",
        then="marker=1 p1.floor=-",
    ),
    Row(
        "draft 6",
        "taking from a factory leaves the marker in the centre",
        "players=2 factories=BBKW,-,-,-,- centre=B",
        "1B2",
        then="marker=centre",
    ),
    Row(
        "draft 6",
        "later takers find no marker",
        "players=2 centre=BYYK",
        "CB2 CY2",
        then="marker=1",
    ),
    Row(
        "draft 6",
        "the marker's space counts as a floor space",
        "players=2 centre=BK p1.score=9 p1.floor=Y",
        "CB2 CKF",
        then="p1.score=7",
    ),
    Row(
        "draft 6",
        "with six tiles on the floor the marker gets the last space before the tiles",
        "players=2 centre=RRK p1.floor=BBBBBB",
        "CRF",
        then="p1.floor=BBBBBB lid=R2 marker=1",
    ),
    Row(
        "draft 6",
        "the marker lies on the floor before tiles run over",
        "players=2 centre=RRRK p1.floor=BBBBB",
        "CR1",
        then="p1.floor=BBBBBR lid=R1 marker=1 p1.lines=R1,-,-,-,-",
    ),
    Row(
        "draft 7",
        "who holds the marker starts the next round",
        "players=3 centre=K marker=3 turn=2 round=4",
        "CK5",
        then="turn=3 first=3 round=5 phase=deal",
    ),
    Row(
        "draft 7",
        "who takes the last tiles and the marker with them starts the next round",
        "players=3 centre=K turn=2",
        "CK5",
        then="turn=2 first=2 marker=centre phase=deal",
    ),
]

LINES = [
    Row(
        "draft 8",
        "a line that holds a colour takes no other",
        "players=2 centre=BR p1.lines=-,R1,B1,B3,R4",
        legal="CB1 CB3 CB4 CBF CR1 CR2 CR5 CRF",
        refused="CB2 CB5 CR3 CR4",
    ),
    Row(
        "draft 8",
        "a line that was begun this round takes no other colour",
        "players=2 centre=BYRK",
        "CB5 CY5",
        legal="CR1 CR2 CR3 CR4 CRF CK1 CK2 CK3 CK4 CKF",
        refused="CR5 CK5",
    ),
    Row(
        "draft 8",
        "tiles of the same colour join those in a line",
        "players=2 centre=BBK p1.lines=-,-,-,-,B2",
        "CB5",
        then="p1.lines=-,-,-,-,B4 p1.floor=-",
    ),
    Row(
        "draft 9",
        "a full line takes nothing, not even its colour",
        "players=2 centre=B p1.lines=B1,B2,B2,B4,B5",
        legal="CB3 CBF",
        refused="CB1 CB2 CB4 CB5",
    ),
    Row(
        "draft 9",
        "a line that was filled this round takes nothing more",
        "players=2 factories=BBBK,-,-,-,- centre=B",
        "1B3 CB1",
        legal="CK1 CK2 CK4 CK5 CKF",
    ),
    Row(
        "draft 10",
        "a line takes no colour that its wall row shows",
        "players=2 centre=BR p1.wall=B.R..,.....,..B..,.....,.R..B",
        legal="CB2 CB4 CBF CR2 CR3 CR4 CRF",
        refused="CB1 CB3 CB5 CR1 CR5",
    ),
    Row(
        "draft 10",
        "the wall of another player does not matter",
        "players=2 centre=B p2.wall=B....,.B...,..B..,...B.,....B",
        legal=all_of("CB"),
    ),
    Row(
        "draft 10",
        "on the grey wall it is the row as well, not the column",
        "players=2 wall=grey centre=B p1.wall=..B..,.....,...B.,.....,.....",
        legal="CB2 CB4 CB5 CBF",
    ),
    Row(
        "draft 10",
        "a row that shows a colour since the last tiling bars it",
        f"{LAST} first=1 p1.lines=-,R2,B3,-,- p1.wall=.....,.....,K....,.....,.....",
        "CKF [RRRR,BBBB,RRRR,BBBB,KKKK] 1RF",
        can="2B1 2B2 2B4 2B5 3R1 3R3 3R4 3R5 5K1 5K2 5K4 5K5",
        refused="2B3 3R2 5K3",
    ),
    Row(
        "draft 11",
        "tiles that just fit leave the floor alone",
        "players=2 centre=BBBK",
        "CB3",
        then="p1.lines=-,-,B3,-,- p1.floor=- lid=-",
    ),
    Row(
        "draft 11",
        "tiles beyond the room of a begun line fall to the floor",
        "players=2 centre=BBBBK p1.lines=-,-,-,B2,- p1.floor=R",
        "CB4",
        then="p1.lines=-,-,-,B4,- p1.floor=BBR",
    ),
    Row(
        "draft 11",
        "a line may be chosen that is too short for most of the tiles",
        "players=2 factories=BBBB,KKKK,-,-,-",
        "1B1",
        then="p1.lines=B1,-,-,-,- p1.floor=BBB",
    ),
    Row(
        "draft 11",
        "tiles that run over cost as the next floor spaces",
        "players=2 centre=BBBB marker=1 turn=2 p2.floor=Y p2.score=20",
        "CB2",
        then="p2.score=17",
    ),
    Row(
        "draft 12",
        "a colour may go to the floor though lines would take it",
        "players=2 centre=BBK p1.lines=-,B1,-,-,-",
        "CBF",
        then="p1.lines=-,B1,-,-,- p1.floor=BB",
    ),
    Row(
        "draft 12",
        "a colour may go to the floor though the floor is full",
        "players=2 centre=BBK p1.floor=RRRRRRR",
        "CBF",
        then="p1.floor=RRRRRRR lid=B2",
    ),
    Row(
        "draft 13",
        "tiles taken together are not split over two lines",
        "players=2 centre=BBBK p1.lines=-,B1,B2,-,-",
        "CB2",
        then="p1.lines=-,B2,B2,-,- p1.floor=BB",
        refused="CB23",
    ),
]

FLOOR = [
    Row(
        "draft 14",
        "tiles beyond the seventh floor space go to the lid",
        "players=2 factories=BBBB,KKKK,-,-,- p1.floor=YYYYY",
        "1BF",
        then="p1.floor=BBYYYYY lid=B2",
    ),
    Row(
        "draft 14",
        "tiles that run over go to the lid when the floor is full",
        "players=2 factories=BBBK,KKKK,-,-,- p1.floor=YYYYYR",
        "1B1",
        then="p1.floor=BYYYYYR lid=B1 p1.lines=B1,-,-,-,-",
    ),
    Row(
        "draft 14",
        "the marker leaves room for six tiles",
        "players=2 factories=BBBB,KKKK,-,-,- marker=1 p1.floor=YYYY",
        "1BF",
        then="p1.floor=BBYYYY lid=B2",
    ),
    Row(
        "draft 14",
        "the marker of another player takes no space",
        "players=2 factories=BBBB,KKKK,-,-,- marker=2 p1.floor=YYYY",
        "1BF",
        then="p1.floor=BBBYYYY lid=B1",
    ),
    Row(
        "draft 14",
        "tiles without a floor space cost nothing",
        "players=2 centre=BBBBB marker=1 turn=2 p2.floor=YYYYY p2.score=20",
        "CBF",
        then="p2.score=6 lid=B5Y5",
    ),
    Row(
        "draft 15",
        "a full floor gets the marker all the same",
        "players=2 centre=RK p1.floor=BBBBBBB",
        "CR2",
        then="marker=1 p1.floor=BBBBBBB p1.lines=-,R1,-,-,- lid=-",
    ),
    Row(
        "draft 15",
        "the marker on a full floor costs nothing and decides who starts",
        "players=2 centre=R turn=2 first=1 p2.floor=BBBBBBB p2.score=20",
        "CR5",
        then="p2.score=6 turn=2 first=2",
    ),
    Row(
        "draft 16",
        "the draft goes on while the centre holds a tile",
        "players=2 factories=BBBK,-,-,-,- turn=2",
        "1B3",
        then="phase=draft turn=1 centre=K p2.lines=-,-,B3,-,-",
    ),
    Row(
        "draft 16",
        "the draft goes on while a factory holds a tile",
        "players=2 factories=-,-,-,-,KKKK centre=BB",
        "CB2",
        then="phase=draft turn=2 centre=- p1.lines=-,B2,-,-,-",
        legal=all_of("5K"),
    ),
    Row(
        "draft 16",
        "the draft ends when factories and centre are empty",
        "players=2 factories=-,-,-,-,KKKK marker=1 turn=2",
        "5K4",
        then="phase=deal factories=-,-,-,-,- centre=- p2.lines=-,-,-,-,-",
        legal="-",
    ),
    Row(
        "draft 16",
        "the last tiles of the centre end the draft",
        "players=2 centre=BB marker=1 turn=2",
        "CB2",
        then="phase=deal centre=- p2.wall=.....,.B...,.....,.....,.....",
    ),
]
ROWS = TURNS + TAKES + LINES + FLOOR


@on_both_sides(ROWS)
def test_draft(row: Row, side: Callable[[str], Side]) -> None:
    check(row, side)
