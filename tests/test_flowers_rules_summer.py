"""The rules of Flowers, sentence by sentence: the Summer variant."""

from __future__ import annotations

from collections.abc import Callable

from tests.flowers_rows import Row, Side, check, on_both_sides, over, scored

STACKS = {
    1: "hidden:40,blind:40",
    2: "hidden:26,hidden:26,blind:26",
    3: "hidden:30,hidden:30,blind:30",
    4: "hidden:36,hidden:36,blind:36",
}
SUMMER = "players=2 summer=yes stacks=R1:26,R2:26,blind:20 p1.garden=O:P p2.garden=O:P"


def scores(rule: str, sentence: str, score: int, rows: str) -> Row:
    """A garden with the purple card scores so many points."""
    return Row(rule, sentence, scored(rows, "summer=yes"), then=f"scores={score}")


ROWS = [
    Row(
        "summer 1",
        "every garden starts with the purple card",
        "players=3 summer=yes",
        then="phase=reveal turn=1 p1.garden=O:P p2.garden=O:P p3.garden=O:P kinds=28"
        " scores=0,0,0",
    ),
    Row(
        "summer 1",
        "the set-up turns up the stacks and deals no start cards",
        "players=3 summer=yes",
        "[Y1] [G4b]",
        then="phase=draw stacks=Y1:30,G4b:30,blind:30 p1.garden=O:P p3.garden=O:P",
        legal="1 2 3",
    ),
    *(
        Row(
            "summer 2",
            f"the stacks with {players} players",
            f"players={players} summer=yes",
            then=f"phase=reveal stacks={stacks}",
        )
        for players, stacks in STACKS.items()
    ),
    scores("summer 3", "the purple card is never removed", 0, "P"),
    scores("summer 3", "it has no number", 0, "R1 P B1"),
    scores("summer 3", "it joins no number group", -1, "P R2"),
    scores("summer 3", "it connects no number group", -2, "Y2 P Y2"),
    scores("summer 3", "it joins no colour group", 0, "P R4 R4 R4 R4"),
    scores("summer 3", "it connects no colour group", 0, "R2 R2 R1 P R1 R2 R2"),
    Row(
        "summer 4",
        "cards go beside the purple card",
        SUMMER,
        "1",
        legal="E1 W1 N1 S1",
    ),
    Row(
        "summer 4",
        "and beside others",
        SUMMER,
        "1 E1 [G1] 2 N1 [G2] 2",
        then="turn=1 p1.garden=O:P,E1:R1 p2.garden=O:P,N1:R2",
        legal="E1 W1 N1 S1 E2 E1N1 E1S1",
    ),
    Row("summer 5", "the purple card is not covered", SUMMER, "1", refused="O"),
    Row(
        "summer 5",
        "other cards are",
        SUMMER,
        "1 E1 [G1] 2 N1 [G2] 2 E1",
        then="p1.garden=O:P,E1:R1/G2",
        refused="O",
    ),
    scores(
        "summer 6",
        "a group of five that touches purple scores",
        5,
        "R4 R4 R4 R4 R1 P",
    ),
    scores(
        "summer 6",
        "any card of it may touch purple",
        5,
        "R2 R2 R1 R2 R2 | .. .. P",
    ),
    scores(
        "summer 6",
        "a group of five elsewhere scores nothing",
        0,
        "R4 R4 R4 R4 R1 B2 B2 P",
    ),
    scores("summer 6", "a group of four scores nothing", 0, "R4 R4 R4 R4 P"),
    scores(
        "summer 6",
        "corners do not touch",
        0,
        "R4 R4 R4 R4 R2 Y2 | .. .. .. .. .. P",
    ),
    scores(
        "summer 6",
        "a removed card touches for no group",
        -1,
        "R4 R4 R4 R4 R1 R3 P",
    ),
    scores(
        "summer 6",
        "groups on two sides score each",
        11,
        "R4 R4 R4 R4 R1 P B1 B4 B4 B4 B4 B1",
    ),
    scores("summer 7", "a butterfly scores as usual", 1, "P R4b B4 R4 R4"),
    scores("summer 7", "purple is not its colour", 0, "P R4b R4 R4 R4"),
    Row(
        "summer 7",
        "nor that of its card",
        scored("R4b P", "summer=yes butterfly=card-colour removal=0"),
        then="scores=0",
    ),
    Row(
        "summer 7",
        "purple breaks no tie",
        over("P R1 R2 R2", "R1 P R2 B2", switches="summer=yes"),
        shares="0.5 0.5",
    ),
]


@on_both_sides(ROWS)
def test_summer(row: Row, side: Callable[[str], Side]) -> None:
    check(row, side)
