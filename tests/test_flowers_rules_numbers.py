"""The rules of Flowers, sentence by sentence: the switches that are numbers."""

from __future__ import annotations

from collections.abc import Callable

from tests.flowers_rows import Row, Side, check, garden, on_both_sides, scored

GROWN = "p1.garden=O:Y1,E1:Y2/R3,N1:B4/B2/G3"
EIGHT = "R4 R4 R4 R4 R1 R3 R3 R3"


def scores(rule: str, sentence: str, score: int, rows: str, switches: str) -> Row:
    """A garden scores so many points with these switches."""
    return Row(rule, sentence, scored(rows, switches), then=f"scores={score}")


NUMBERS = [
    *(
        scores("switches 8", f"{least}", score, EIGHT, f"min-group={least}")
        for least, score in [(1, 8), (5, 8), (7, 8), (8, 8), (9, 0), (20, 0)]
    ),
    scores("switches 8", "1, single cards", 4, "R1 R2 B2 Y1", "min-group=1"),
    scores("switches 8", "2, pairs", 2, "R1 R2 B2 Y1", "min-group=2"),
    scores("switches 8", "4", 4, "G1 G2 G2 G1", "min-group=4"),
    scores("switches 8", "5", 0, "G1 G2 G2 G1", "min-group=5"),
    *(
        scores("switches 9", f"{cost}", -4 * cost, "R1/R2 R2/Y3", f"removal={cost}")
        for cost in (0, 1, 2, 9)
    ),
    *(
        scores(
            "switches 10", f"{table} for eight", score, EIGHT, f"group-table={table}"
        )
        for table, score in [
            ("per-card", 8),
            ("5,6,9,12", 12),
            ("5,6,9,12,20", 12),
            ("5,6", 6),
            ("7", 7),
            ("0", 0),
            ("99", 99),
            ("1,2,3,0,5,6,7,8", 0),
        ]
    ),
    *(
        scores(
            "switches 10",
            f"from {least} up",
            score,
            EIGHT,
            f"group-table=1,2,4,8,16,32,64,99 min-group={least}",
        )
        for least, score in [(1, 99), (2, 64), (4, 16), (5, 8), (7, 2), (8, 1), (9, 0)]
    ),
    scores(
        "switches 10",
        "for each group",
        24,
        "Y1 Y2 Y2 Y1 Y2 B2 B1 B2 B2 B1",
        "group-table=12",
    ),
]

LIMITS = [
    Row(
        "switches 11",
        f"{limit}: of cells with none, one and two covered cards",
        f"players=1 cover-limit={limit} stacks=R1:9,blind:9 {GROWN}",
        "1",
        legal=f"{legal} E2 E1N1 E1S1 W1 S1 W1N1 N2",
    )
    for limit, legal in [
        ("2", "O E1"),
        ("3", "O E1 N1"),
        ("60", "O E1 N1"),
        ("none", "O E1 N1"),
    ]
] + [
    Row(
        "switches 11",
        "0: no cell is covered",
        f"players=1 cover-limit=0 stacks=R1:9,blind:9 {garden('Y1 R3')}",
        "1",
        legal="E2 E1N1 E1S1 N1 S1 W1",
        refused="O E1",
    ),
    Row(
        "switches 11",
        "1: a cell is covered once",
        f"players=1 cover-limit=1 stacks=blind:9 {garden('Y1 R3')}",
        "1 [G3] O 1 [G3]",
        legal="E1 E2 E1N1 E1S1 N1 S1 W1",
        refused="O",
    ),
    Row(
        "switches 11",
        "2: a cell is covered twice",
        f"players=1 cover-limit=2 stacks=blind:9 {garden('Y1 R3')}",
        "1 [G3] E1 1 [G3] O 1 [B4] E1 1 [B4]",
        legal="O E2 E1N1 E1S1 N1 S1 W1",
        refused="E1",
    ),
]

STACKS = [
    Row(
        "switches 12",
        f"{stacks} when they are turned up",
        f"players=2 phase=setup stacks={stacks}",
        "[Y1] [Y2] " + " ".join(["[G3]"] * stacks.count("hidden")),
        then=f"phase=draw stacks={stacks.replace('hidden', 'G3')}",
        legal=" ".join(map(str, range(1, stacks.count(":") + 1))),
    )
    for stacks in (
        "blind:9",
        "hidden:9",
        "blind:3,blind:4",
        "blind:3,hidden:4",
        "hidden:1,hidden:30,hidden:12",
        "hidden:2,blind:3,hidden:4,blind:5,hidden:6,blind:7",
    )
] + [
    Row(
        "switches 12",
        "a game with a single stack ends with it",
        "players=2 phase=setup stacks=blind:2",
        "[Y1] [Y2] 1 [G1] O 1 [G2] O",
        then="phase=over turn=2 stacks=blind:0 scores=0,-2",
        shares="1 0",
    ),
    Row(
        "switches 12",
        "the empty one of several stacks ends the game",
        "players=2 phase=setup stacks=hidden:2,hidden:3,hidden:4,hidden:1",
        "[Y1] [Y2] [G1] [G2] [G3] [B4] 4 O",
        then="phase=over turn=1 stacks=G1:2,G2:3,G3:4,hidden:0",
    ),
]
ROWS = NUMBERS + LIMITS + STACKS


@on_both_sides(ROWS)
def test_switches(row: Row, side: Callable[[str], Side]) -> None:
    check(row, side)
