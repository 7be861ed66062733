"""The rules of Flowers, sentence by sentence: the end of the game and who wins."""

from __future__ import annotations

from collections.abc import Callable

from tests.flowers_rows import Row, Side, check, garden, on_both_sides, over

TWO_EACH = "p1.garden=O:Y1 p2.garden=O:Y1"
ONE_EACH = f"{TWO_EACH} p3.garden=O:Y1"
LOW = f"players=3 stacks=R1:1,R2:9,blind:1 {ONE_EACH}"
SOLO = "players=1 p1.garden=O:Y1"
THIRD = f"{1 / 3}"

# Gardens of seven cards worth 5 points.
SIX_CARDS = "R1 R2 R2 R1 R2 R2 Y3"  # 6 - 1, by six cards in a group
FIVE_CARDS = "B2 B2 B4r B4 B4 Y3 | .. .. R4"  # 5 + 1 - 1, by five and a butterfly
# Gardens worth nothing.
BUTTERFLY = "R4b B4 R4 R4 Y3"  # 1 - 1, four of five cards are left
SIX_LEFT = "R1 R2 R2 B1 B2 B2"
THREE_LEFT = "Y1 Y2 Y2"
ONE_LEFT = "G3/G2/G1"

END = [
    Row(
        "end 1",
        "who empties a stack still places the card",
        LOW,
        "1",
        then="phase=place turn=1 drawn=R1 last=1 stacks=hidden:0,R2:9,blind:1",
        legal="O E1 W1 N1 S1",
    ),
    Row(
        "end 1",
        "then the game ends at once, with fewer turns for others",
        LOW,
        "1 E1",
        then="phase=over turn=1 last=- p1.garden=O:Y1,E1:R1 p2.garden=O:Y1"
        " p3.garden=O:Y1",
        legal="-",
        refused="2 O E1 [G3]",
        shares="0 0.5 0.5",
    ),
    Row(
        "end 1",
        "so it does in the turn of another player",
        LOW,
        "2 E1 [R3] 1 W1",
        then="phase=over turn=2 last=- p2.garden=O:Y1,W1:R1",
        legal="-",
    ),
    Row(
        "end 1",
        "and when the blind stack is emptied",
        LOW,
        "3 [G3] E1",
        then="phase=over turn=1 stacks=R1:1,R2:9,blind:0 p1.garden=O:Y1,E1:G3",
        legal="-",
    ),
    Row(
        "end 1",
        "with a card left in every stack the game goes on",
        LOW.replace("R1:1", "R1:2"),
        "1 E1 [B1] 2 E1 [B2]",
        then="phase=draw turn=3 stacks=B1:1,B2:8,blind:1 last=-",
        legal="1 2 3",
    ),
    Row(
        "end 2",
        "nothing is turned up after the last turn",
        f"players=2 end=one-more-each stacks=R1:1,R2:9,blind:9 {TWO_EACH}",
        "1 E1 2 E1",
        then="phase=over stacks=hidden:0,hidden:8,blind:9 turn=2",
        legal="-",
        refused="[G3]",
    ),
    *(
        Row(
            "end 2",
            "no solo turn that empties a stack discards",
            f"{SOLO} stacks={stacks}",
            moves,
            then=f"phase=over gone=- stacks={after}",
            legal="-",
        )
        for stacks, moves, after in [
            ("R1:9,blind:1", "2 [G3] E1", "R1:9,blind:0"),
            ("R1:1,blind:9", "1 E1", "hidden:0,blind:9"),
            ("R1:1,R2:9", "1 E1", "hidden:0,R2:9"),
        ]
    ),
]

WINNER = [
    *(
        Row(
            "winner 1",
            f"the highest of {scores} wins",
            over(*gardens),
            then=f"scores={scores}",
            shares=shares,
        )
        for scores, shares, gardens in [
            ("0,-1", "1 0", ["G3/Y1", "Y2"]),
            ("-1,0", "0 1", ["Y2", "G3/Y1"]),
            ("5,-3", "1 0", ["R1 R2 R2 R1 R2 R2/Y2", "Y1 G1 B1 B3/B4/Y2 Y2"]),
            ("-3,-2,-1", "0 0 1", ["Y2 R3 G2", "Y1 B1", "Y1 R2"]),
            ("-1,0,-1,-1", "0 1 0 0", ["Y2", "G3/R1", "Y3", "B4"]),
        ]
    ),
    Row(
        "winner 1",
        "nothing else counts while scores differ",
        over("Y1/G2/G2/G4/R3/G1", BUTTERFLY.replace("Y3", "Y3/G3")),
        then="scores=0,-1",
        shares="1 0",
    ),
    *(
        Row(
            "winner 2",
            f"a tie is decided by {what}",
            over(*gardens),
            then=f"scores={scores}",
            shares=shares,
        )
        for what, scores, winner, loser in [
            ("more cards in groups", "5,5", SIX_CARDS, FIVE_CARDS),
            ("more scoring butterflies", "0,0", BUTTERFLY, SIX_LEFT),
            ("more cards left", "0,0", THREE_LEFT, ONE_LEFT),
        ]
        for gardens, shares in [([winner, loser], "1 0"), ([loser, winner], "0 1")]
    ),
    Row(
        "winner 2",
        "of three tied players two have more cards left",
        over("R1 B3/R2 G2", "R1 G2 G2", "Y2/Y3/Y1"),
        then="scores=0,0,0",
        shares="0.5 0.5 0",
    ),
    Row(
        "winner 2",
        "removed cards are not left",
        over("Y1 R2 R2 B1/B2/Y4", "G3 G4 G3 B2 B2"),
        then="scores=-3,-3",
        shares="1 0",
    ),
    *(
        Row(
            "winner 3",
            f"{players} players tied in everything share the victory",
            over(*gardens),
            shares=shares,
        )
        for players, shares, gardens in [
            (2, "0.5 0.5", ["R1 R2 R2", "B1 G2 Y3/B2"]),
            (2, "0.5 0 0.5", ["R1", "R2", "G4/G1"]),
            (3, f"{THIRD} {THIRD} {THIRD}", ["G3/R1", "B1", "G1"]),
            (3, f"0 {THIRD} {THIRD} {THIRD}", ["R2", "G3/R1", "B1", "G1"]),
            (4, "0.25 0.25 0.25 0.25", ["R1", "G3/R1", "B1", "G1"]),
        ]
    ),
    Row(
        "winner 3",
        "a solo player has the whole victory",
        f"players=1 phase=over stacks=hidden:0,blind:9 {garden('Y2 Y3')}",
        then="scores=-2",
        shares="1",
    ),
]
ROWS = END + WINNER


@on_both_sides(ROWS)
def test_end_and_winner(row: Row, side: Callable[[str], Side]) -> None:
    check(row, side)
