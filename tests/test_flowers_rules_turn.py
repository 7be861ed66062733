"""The rules of Flowers, sentence by sentence: turns, and those of a solo game."""

from __future__ import annotations

from collections.abc import Callable

from tests.flowers_rows import (
    SOLO,
    THREE,
    TWO,
    Row,
    Side,
    but,
    check,
    on_both_sides,
)

# The stacks are empty but for the second; player 2 has the last turn.
LAST_TURN = (
    "players=2 end=one-more-each stacks=hidden:0,R2:9,blind:5 last=1 turn=2 first=1"
    " p1.garden=O:Y1,E1:R1 p2.garden=O:Y1"
)
SOLO_STACKS = f"{SOLO} stacks=R1:9,blind:9"

TURN = [
    Row(
        "turn 1",
        "player 2 comes after player 1",
        THREE,
        "3 [G3] E1",
        then="phase=draw turn=2",
    ),
    Row(
        "turn 1",
        "player 3 comes after player 2",
        THREE,
        "3 [G3] E1 3 [G3] E1",
        then="phase=draw turn=3",
    ),
    Row(
        "turn 1",
        "after the last player comes player 1",
        THREE,
        "3 [G3] E1 3 [G3] E1 3 [G3] E1",
        then="phase=draw turn=1 p1.garden=O:Y1,E1:G3 p2.garden=O:Y1,E1:G3"
        " p3.garden=O:Y1,E1:G3",
    ),
    Row("turn 2", "nobody can pass", TWO, legal="1 2 3", refused="pass 0 - O E1"),
    Row(
        "turn 2",
        "who has drawn places, and draws no second card",
        TWO,
        "1",
        then="phase=place turn=1 drawn=R1 from=1",
        legal="O E1 W1 N1 S1",
        refused="pass 1 2 3",
    ),
    Row(
        "turn 2",
        "after the placement the turn is over",
        TWO,
        "1 E1",
        then="turn=2 drawn=- from=-",
        refused="E2",
    ),
    *(
        Row(
            "turn 3",
            f"the top card of stack {stack} is drawn",
            TWO,
            f"{stack}",
            then=f"phase=place drawn=R{stack} from={stack} stacks={after}",
        )
        for stack, after in [
            (1, "hidden:25,R2:26,blind:20"),
            (2, "R1:26,hidden:25,blind:20"),
        ]
    ),
    Row(
        "turn 3",
        "an empty stack is not drawn from",
        LAST_TURN,
        legal="2 3",
        refused="1 4",
    ),
    Row(
        "turn 3",
        "neither is an empty blind one",
        LAST_TURN.replace("hidden:0", "R3:9").replace("blind:5", "blind:0"),
        legal="1 2",
        refused="3",
    ),
    Row(
        "turn 4",
        "a card drawn from the blind stack is yet to be seen",
        TWO,
        "3",
        then="phase=blind turn=1 drawn=- from=3 stacks=R1:26,R2:26,blind:19 kinds=28",
        legal="-",
        refused="O E1 1 3",
    ),
    Row(
        "turn 4",
        "then it is seen and placed",
        TWO,
        "3 [G3]",
        then="phase=place turn=1 drawn=G3 from=3 stacks=R1:26,R2:26,blind:19",
        legal="O E1 W1 N1 S1",
    ),
    Row(
        "turn 5",
        "a card goes to a free cell beside another",
        TWO,
        "1 N1",
        then="p1.garden=O:Y1,N1:R1 p2.garden=O:Y1",
    ),
    Row(
        "turn 5",
        "the free cells beside a garden are those that share an edge with a card",
        f"{SOLO},E1:R2,E1N1:R2,W1:B3 stacks=R1:9,blind:9",
        "1",
        legal="O E1 E1N1 W1 N1 S1 E2 E1S1 E2N1 E1N2 W2 W1N1 W1S1",
        refused="E3 W2N1 E2N2 N2 S2",
    ),
    Row(
        "turn 5",
        "a cell within the garden is filled like one outside",
        f"{SOLO},E1:R2,E2:R2,E2N1:B3,E2N2:B3,E1N2:B3,N2:G2,N1:G2 stacks=R3:9,blind:9",
        "1 E1N1",
        then="p1.garden=O:Y1,E1:R2,E2:R2,E2N1:B3,E2N2:B3,E1N2:B3,N2:G2,N1:G2,E1N1:R3",
    ),
    Row(
        "turn 5",
        "a corner is no edge",
        TWO,
        "1",
        refused="E1N1 E1S1 W1N1 W1S1 E2",
    ),
    Row(
        "turn 6",
        "a card goes on top of another",
        TWO,
        "1 O",
        then="p1.garden=O:Y1/R1 p2.garden=O:Y1 turn=2",
    ),
    Row(
        "turn 6",
        "a cell is covered any number of times",
        SOLO.replace("Y1", "Y1/Y2/R1/B4/G3/G3/Y4/B1/B1/R4b") + " stacks=R1:9,blind:9",
        "1 O",
        then="p1.garden=O:Y1/Y2/R1/B4/G3/G3/Y4/B1/B1/R4b/R1",
    ),
    Row(
        "turn 6",
        "every card of a garden may be covered, by every card",
        f"{SOLO},E1:R2,S1:B4y stacks=R1:9,blind:9",
        "2 [R4y]",
        legal="O E1 S1 N1 W1 E1N1 E2 E1S1 W1S1 S2",
    ),
    Row(
        "turn 6",
        "a cell that was covered is covered again",
        f"{SOLO},E1:R2 stacks=R1:9,blind:9",
        "2 [R4y] E1 [B1] 2 [G1] O [B2] 2 [R3] E1",
        then="p1.garden=O:Y1/G1,E1:R2/R4y/R3",
    ),
    Row(
        "turn 7",
        "placed cards stay where they are",
        f"{SOLO},E1:R2,S1:B4y stacks=blind:9",
        "1 [G2] E1S1 1 [G2] O 1 [G4] E2",
        then="p1.garden=O:Y1/G2,E1:R2,S1:B4y,E1S1:G2,E2:G4",
    ),
    Row(
        "turn 8",
        "after a draw the stack stays face down until the card is placed",
        TWO,
        "1",
        then="phase=place stacks=hidden:25,R2:26,blind:20 kinds=0",
        refused="[G3]",
    ),
    Row(
        "turn 8",
        "once the card is placed the new top is turned up",
        TWO,
        "1 E1",
        then="phase=reveal turn=2 stacks=hidden:25,R2:26,blind:20 kinds=28",
        legal="-",
    ),
    Row(
        "turn 8",
        "then the next player draws",
        TWO,
        "1 E1 [G3]",
        then="phase=draw turn=2 stacks=G3:25,R2:26,blind:20",
        legal="1 2 3",
    ),
    Row(
        "turn 8",
        "a random top does the same",
        TWO,
        "1 E1 deal",
        then="phase=draw turn=2 kinds=0",
    ),
    Row(
        "turn 8",
        "nothing is turned up after a draw from the blind stack",
        TWO,
        "3 [G3] E1",
        then="phase=draw turn=2 stacks=R1:26,R2:26,blind:19",
    ),
    *(
        Row(
            "turn 9",
            f"any unseen card comes to light by {what}",
            f"{TWO} gone=B1,B1,B1",
            moves,
            then="kinds=27",
            refused="[B1]",
        )
        for what, moves in [("a draw", "3"), ("turning up", "1 E1")]
    ),
    *(
        Row(
            "turn 9",
            f"a card seen {where} does not come again",
            f"players=2 {stacks} p1.garden={piles} p2.garden=O:Y1 {rest}",
            moves,
            refused="[R4b]",
        )
        for where, stacks, piles, rest, moves in [
            ("in a garden", "stacks=R1:9,blind:9", "O:R4b", "", "2"),
            ("and covered", "stacks=R1:9,blind:9", "O:R4b", "", "2 [G3] O 1 O"),
            ("on a stack", "stacks=R4b:9,blind:9", "O:Y1", "", "2"),
            ("when it left the game", "stacks=R1:9,blind:9", "O:Y1", "gone=R4b", "2"),
        ]
    ),
    Row(
        "turn 9",
        "the unseen cards are all but those",
        f"{TWO} gone=R3,B4y",
        "1 O",
        then=but("R1", "R2", "Y1", "Y1", "R3", "B4y"),
    ),
]

SOLO_TURN = [
    Row(
        "solo 1",
        "after a draw from the blind stack the visible top leaves the game",
        SOLO_STACKS,
        "2 [G3] E1",
        then="phase=reveal turn=1 gone=R1 stacks=hidden:8,blind:8 discard=-",
    ),
    Row(
        "solo 1",
        "it leaves once the card is placed, not before",
        SOLO_STACKS,
        "2 [G3]",
        then="phase=place gone=- stacks=R1:9,blind:8",
    ),
    Row(
        "solo 1",
        "each turn discards a card",
        SOLO_STACKS,
        "2 [G3] E1 [B1] 2 [G3] E2 [Y4]",
        then=f"phase=draw gone=R1,B1 stacks=Y4:7,blind:7"
        f" {but('R1', 'B1', 'Y4', 'G3', 'G3', 'Y1')}",
    ),
    Row(
        "solo 1",
        "with more players nothing is discarded",
        TWO,
        "3 [G3] E1",
        then="phase=draw gone=- stacks=R1:26,R2:26,blind:19",
    ),
    Row(
        "solo 2",
        "the new top of the stack drawn from is turned up first",
        SOLO_STACKS,
        "1 E1",
        then="phase=reveal discard=due gone=- stacks=hidden:8,blind:9",
        legal="-",
    ),
    Row(
        "solo 2",
        "then it leaves the game",
        SOLO_STACKS,
        "1 E1 [G3]",
        then="phase=reveal discard=- gone=G3 stacks=hidden:7,blind:9",
        legal="-",
    ),
    Row(
        "solo 3",
        "the next card is turned up",
        SOLO_STACKS,
        "1 E1 [G3] [B1]",
        then="phase=draw gone=G3 stacks=B1:7,blind:9 turn=1",
        legal="1 2",
    ),
    Row(
        "solo 3",
        "so it is after a draw from the blind stack",
        SOLO_STACKS,
        "2 [G3] E1 [B1]",
        then="phase=draw gone=R1 stacks=B1:8,blind:8",
    ),
    Row(
        "solo 3",
        "both cards of such a turn may be random",
        SOLO_STACKS,
        "1 E1 deal deal",
        then="phase=draw",
        legal="1 2",
    ),
    Row(
        "solo 4",
        "the discard of the last card ends the game",
        f"{SOLO} stacks=R1:1,blind:9",
        "2 [G3] E1",
        then="phase=over gone=R1 stacks=hidden:0,blind:8 last=- turn=1",
        legal="-",
        shares="1",
    ),
    Row(
        "solo 4",
        "also of a card that was turned up for it",
        f"{SOLO} stacks=R1:2,blind:9",
        "1 E1 [G3]",
        then="phase=over gone=G3 stacks=hidden:0,blind:9 discard=-",
        legal="-",
        refused="[G4] 2",
    ),
    Row(
        "solo 4",
        "with a card left the game goes on",
        f"{SOLO} stacks=R1:2,blind:9",
        "2 [G3] E1 [B1]",
        then="phase=draw gone=R1 stacks=B1:1,blind:8",
    ),
]
ROWS = TURN + SOLO_TURN


@on_both_sides(ROWS)
def test_turns(row: Row, side: Callable[[str], Side]) -> None:
    check(row, side)
