"""What the engine of Flowers decides where rule sheets are silent: the game."""

from __future__ import annotations

from collections.abc import Callable

from tests.flowers_rows import SOLO, Row, Side, but, check, on_both_sides

ONE_EACH = "p1.garden=O:Y1 p2.garden=O:Y1 p3.garden=O:Y1"
MORE = "players=3 end=one-more-each"
ROUND = "players=3 end=finish-round"


def garden_of(player: int, cards: int) -> str:
    """A garden of one or two cards."""
    return f"p{player}.garden=O:Y1" + ",E1:G3" * (cards - 1)


def one_ahead(first: int, turn: int) -> str:
    """Three gardens in which those from `first` up to `turn` have one card more."""
    more = [(first - 1 + i) % 3 + 1 for i in range((turn - first) % 3)]
    return f"first={first} turn={turn} " + " ".join(
        garden_of(player, 1 + (player in more)) for player in (1, 2, 3)
    )


START = [
    Row(
        "decision 1",
        "player 1 starts",
        "players=3 phase=setup",
        "deal deal deal deal deal",
        then="phase=draw turn=1 first=1",
    ),
    *(
        Row(
            "decision 1",
            f"player {first} may have started",
            f"players=3 phase=setup first={first}",
            "deal deal deal deal deal 3 deal E1",
            then=f"phase=draw turn={first % 3 + 1} first={first}",
        )
        for first in (2, 3)
    ),
    Row(
        "decision 2",
        "cards in gardens, covered ones and those that left the game are public",
        f"{SOLO}/R4b,E1:R2 stacks=G3:9,blind:9 gone=B1",
        "2 [B1] E1",
        then=f"p1.garden=O:Y1/R4b,E1:R2/B1 gone=B1,G3"
        f" {but('Y1', 'R4b', 'R2', 'B1', 'B1', 'G3')}",
    ),
    Row(
        "decision 2",
        "those left out are not told apart from those in the stacks",
        "players=2 phase=reveal stacks=hidden:1,blind:1 p1.garden=O:Y1 p2.garden=O:Y1",
        then=f"kinds=28 {but('Y1', 'Y1')}",
    ),
]

SOLITAIRE = [
    Row(
        "decision 3",
        "the card of the discard is turned up first",
        f"{SOLO} stacks=R1:9,blind:9",
        "1 O",
        then="phase=reveal discard=due turn=1 stacks=hidden:8,blind:9",
    ),
    Row(
        "decision 3",
        "then it leaves, and the next one is turned up",
        f"{SOLO} stacks=R1:9,blind:9",
        "1 O [Y4g] [Y4]",
        then="phase=draw discard=- gone=Y4g stacks=Y4:7,blind:9",
    ),
    Row(
        "decision 3",
        "the stack that was drawn from waits, while another one discards",
        f"{SOLO} stacks=R1:9,R2:9",
        "2 O",
        then="phase=reveal discard=- gone=R1 stacks=hidden:8,hidden:8",
    ),
    Row(
        "decision 3",
        "both are turned up in order",
        f"{SOLO} stacks=R1:9,R2:9",
        "2 O [G3] [B3]",
        then="phase=draw gone=R1 stacks=G3:8,B3:8",
    ),
    *(
        Row(
            "decision 4",
            f"of {stacks} the first face-up stack discards",
            f"{SOLO} stacks={stacks}",
            moves,
            then=f"gone={gone} stacks={after}",
        )
        for stacks, moves, gone, after in [
            ("R1:9,R2:9,blind:9", "3 [G3] O", "R1", "hidden:8,R2:9,blind:8"),
            ("blind:9,R1:9,R2:9", "1 [G3] O", "R1", "blind:8,hidden:8,R2:9"),
            ("blind:9,R1:9,R2:9", "2 O [G3]", "G3", "blind:9,hidden:7,R2:9"),
            ("blind:9,R1:9,R2:9", "3 O", "R1", "blind:9,hidden:8,hidden:8"),
        ]
    ),
    Row(
        "decision 4",
        "blind stacks alone discard nothing",
        f"{SOLO} stacks=blind:9,blind:9",
        "1 [G3] E1 2 [G3] E2",
        then="phase=draw gone=- stacks=blind:8,blind:8",
    ),
    Row(
        "decision 5",
        "the new top is turned up before the placement",
        f"{SOLO} reveal=immediate stacks=R1:9,blind:9",
        "1 [G3]",
        then="phase=place drawn=R1 gone=- stacks=G3:8,blind:9",
    ),
    Row(
        "decision 5",
        "it leaves the game at the end of the turn",
        f"{SOLO} reveal=immediate stacks=R1:9,blind:9",
        "1 [G3] O",
        then="phase=reveal discard=- gone=G3 stacks=hidden:7,blind:9",
    ),
    Row(
        "decision 5",
        "after a blind draw the visible top does",
        f"{SOLO} reveal=immediate stacks=R1:9,blind:9",
        "2 [G3] O [B3]",
        then="phase=draw gone=R1 stacks=B3:8,blind:8",
    ),
    Row(
        "decision 5",
        "the last card of the stack does",
        f"{SOLO} reveal=immediate stacks=R1:2,blind:9",
        "1 [G3] O",
        then="phase=over gone=G3 stacks=hidden:0,blind:9",
    ),
]

LAST_TURNS = [
    *(
        Row(
            "decision 6",
            f"player {turn} of three empties a stack, player {first} had begun",
            f"{MORE} stacks=R1:1,R2:9,blind:9 {one_ahead(first, turn)}",
            "1",
            then=f"last=3 turn={turn} phase=place",
        )
        for first in (1, 2, 3)
        for turn in (1, 2, 3)
    ),
    *(
        Row(
            "decision 6",
            f"player {after} is the last one",
            f"{MORE} stacks=R1:1,R2:9,blind:9 {one_ahead(1, turn)}",
            "1 W1 3 [B4] W1 3 [B4] W1",
            then=f"phase=over turn={after}",
        )
        for turn, after in [(1, 3), (2, 1), (3, 2)]
    ),
    *(
        Row(
            "decision 7",
            f"player {turn} of three empties a stack, player {first} had begun",
            f"{ROUND} stacks=R1:1,R2:9,blind:9 {one_ahead(first, turn)}",
            "1",
            then=f"last={last} turn={turn} phase=place",
        )
        for (first, turn), last in {
            (1, 1): 3,
            (1, 2): 2,
            (1, 3): 1,
            (2, 1): 1,
            (2, 2): 3,
            (2, 3): 2,
            (3, 1): 2,
            (3, 2): 1,
            (3, 3): 3,
        }.items()
    ),
    Row(
        "decision 7",
        "the player before the first one ends the round",
        f"{ROUND} stacks=R1:1,R2:9,blind:9 {one_ahead(3, 1)}",
        "1 W1 3 [B4] W1",
        then="phase=over turn=2",
    ),
    *(
        Row(
            "decision 8",
            f"a second stack is emptied with {end}",
            f"players=3 end={end} stacks=R1:1,R2:1,R3:9 {ONE_EACH}",
            "1 E1 2 E1",
            then="phase=draw turn=3 last=1 stacks=hidden:0,hidden:0,R3:9",
            legal="3",
        )
        for end in ("one-more-each", "finish-round")
    ),
    *(
        Row(
            "decision 9",
            f"{lost} turns are lost with {end}",
            f"players=3 end={end} stacks={stacks} {ONE_EACH}",
            moves,
            then=f"phase=over turn={turn} last=-",
            legal="-",
        )
        for end in ("one-more-each", "finish-round")
        for lost, stacks, moves, turn in [
            (2, "R1:1", "1 E1", 1),
            (2, "blind:1", "1 [G3] E1", 1),
            (1, "R1:1,blind:1", "1 E1 2 [G3] E1", 2),
            (0, "R1:1,R2:1,R3:1", "1 E1 2 E1 3 E1", 3),
        ]
    ),
    *(
        Row(
            "decision 9",
            f"player 2 takes the last card, with {end}",
            f"players=3 end={end} stacks=R1:2 {ONE_EACH}",
            "1 E1 [G3] 1 E1",
            then="phase=over turn=2 last=-",
            legal="-",
        )
        for end in ("one-more-each", "finish-round")
    ),
    *(
        Row(
            "decision 10",
            f"solo with {end}",
            f"{SOLO} end={end} stacks={stacks}",
            moves,
            then=f"phase=over last=- stacks={after}",
            legal="-",
        )
        for end in ("immediate", "one-more-each", "finish-round")
        for stacks, moves, after in [
            ("R1:1,blind:9", "1 O", "hidden:0,blind:9"),
            ("R1:9,blind:1", "2 [G3] O", "R1:9,blind:0"),
            ("R1:1,blind:9", "2 [G3] O", "hidden:0,blind:8"),
        ]
    ),
    Row(
        "decision 11",
        "who empties a stack stays in turn",
        f"players=3 stacks=R1:9,R2:1,blind:9 {ONE_EACH}",
        "1 E1 [G3] 2 E1",
        then="phase=over turn=2 first=1",
    ),
    Row(
        "decision 11",
        "who has the last turn stays in turn",
        f"{MORE} stacks=R1:9,R2:1,blind:9 {ONE_EACH}",
        "2 E1 1 E1 [G3] 1 E1",
        then="phase=over turn=3 first=1",
    ),
]

ROWS = START + SOLITAIRE + LAST_TURNS


@on_both_sides(ROWS)
def test_engine_decisions(row: Row, side: Callable[[str], Side]) -> None:
    check(row, side)
