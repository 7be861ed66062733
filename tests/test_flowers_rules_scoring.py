"""The rules of Flowers, sentence by sentence: what a garden scores."""

from __future__ import annotations

from collections.abc import Callable

from tests.flowers_rows import SOLO, Row, Side, check, on_both_sides, scored
from tests.oracles.flowers_garden import CARDS, COLOURS, butterfly_of


def scores(rule: str, sentence: str, score: int, rows: str) -> Row:
    """A garden scores so many points."""
    return Row(rule, sentence, scored(rows), then=f"scores={score}")


SCORING = [
    scores("scoring 1", "a number group of a wrong size is removed", -1, "R2"),
    scores("scoring 1", "one of the right size is not", 0, "R2 B2"),
    scores("scoring 2", "a large colour group scores", 5, "R4 R4 R4 R4 R1"),
    scores("scoring 3", "a butterfly scores beside its colour", 1, "R4b B4 R4 R4"),
    scores(
        "scoring 4",
        "removal, groups and butterflies add up",
        5,
        "R2 R2 R4b R4 R4 Y3 | .. .. B4",
    ),
    scores("scoring 4", "the sum may be negative", -8, "R1 B1 R2 B3 Y3 R2 G3/R4"),
    scores("scoring 4", "the start card counts", -1, "Y3"),
    Row(
        "scoring 4",
        "the card placed last counts",
        f"{SOLO},E1:R2 stacks=B2:9,blind:9",
        "1 E2",
        then="scores=0",
    ),
]

NUMBER_GROUPS = [
    scores(
        "number groups 1",
        "colours are ignored",
        0,
        "R4 B4 | Y4 G4",
    ),
    scores("number groups 1", "corners do not connect", -3, "Y2 R3 | .. Y2"),
    scores(
        "number groups 1",
        "no further cell can be added to a group",
        -4,
        "Y3 R3 | B3 G3",
    ),
    scores("number groups 1", "groups go round corners", 0, "Y3 R3 | .. Y3"),
    scores(
        "number groups 1",
        "groups of the same number may lie apart",
        0,
        "Y2 Y2 R1 Y2 R2",
    ),
    scores("number groups 1", "butterflies are 4s", 0, "R4b G4y | G4 G4"),
    *(
        scores(
            "number groups 2",
            f"{size} {number}s in a row {'stay' if size == number else 'go'}",
            0 if size == number else -size,
            " ".join(("RB" * 5)[i] + str(number) for i in range(size)),
        )
        for number in (1, 2, 3, 4)
        for size in (1, 2, 3, 4, 5, 6, 8)
        if number > 1 or size <= 6
    ),
    scores(
        "number groups 3",
        "the whole group goes with all cards under it",
        -5,
        "R3/B1/Y3 Y1/Y3 R1",
    ),
    scores("number groups 3", "a card under a removed one stays away", -2, "Y1/R3"),
    scores(
        "number groups 3",
        "no pair comes up from under a removed card",
        -3,
        "R2/R3 R2",
    ),
    scores(
        "number groups 3",
        "only the group of the wrong size goes",
        -2,
        "R4 R4 R4 R4 G3 G3 B2 Y2 G1/R1",
    ),
    scores("number groups 4", "each card costs one point", -4, "R1 B1 Y1 R1"),
    scores("number groups 4", "each covered one, too", -6, "R1/R2/R3/R4/B1/B2"),
    scores("number groups 5", "covered cards cost nothing", 0, "R1/R2/R3/R4/B1"),
    scores("number groups 5", "not under a group", 0, "R3/R2 B1/G2 Y1"),
    scores(
        "number groups 5",
        "those under the removed card alone cost",
        -2,
        "R3/Y4/R1 B2/G3",
    ),
    scores("number groups 6", "removing between two cards joins none", -3, "R2 R3 R2"),
    scores(
        "number groups 6",
        "a group stays when the one beside it goes",
        -1,
        "R2 B2 B3 Y2 G2",
    ),
    scores(
        "number groups 6", "every number is looked at", -8, "R2 R3 R4 R1 B1 B4 B3 B2"
    ),
]

COLOUR_GROUPS = [
    scores("colour groups 1", "numbers do not matter", 7, "R1 R2 R2 R4 R4 R4 R4b"),
    scores(
        "colour groups 1",
        "corners do not connect",
        0,
        "R4 R4 R4 R4 Y2 | .. .. .. .. R2",
    ),
    scores("colour groups 1", "edges do connect", 5, "R4 R4 R4 R4 R2 | .. .. .. .. Y2"),
    scores(
        "colour groups 1",
        "another colour is no bridge",
        0,
        "R4 R4 R4 R4 Y1 R3 R3 R3 R1",
    ),
    scores(
        "colour groups 1",
        "two groups of a colour score each",
        10,
        "R4 R4 R4 R4 R1 Y2 R2 R1 R3 R3 R3",
    ),
    *(
        scores(
            "colour groups 1",
            f"{colour} cards score",
            5,
            " ".join(colour + number for number in "44441"),
        )
        for colour in COLOURS
    ),
    scores("colour groups 2", "removed cards are in no group", -1, "R4 R4 R4 R4 R2"),
    scores(
        "colour groups 2",
        "a removed card connects nothing",
        -1,
        "R2 R2 R3 R1 R2 | .. .. .. .. B2",
    ),
    scores("colour groups 2", "covered cards are in no group", 0, "R4 R4 R4 R4 R1/Y1"),
    scores("colour groups 2", "what covers them is", 5, "R4 R4 R4 R4 Y1/R1"),
    *(
        scores(
            "colour groups 3",
            f"a group of {rows.count('R')} scores {score}",
            score,
            rows,
        )
        for score, rows in [
            (5, "R2 R2 R1 R2 R2"),
            (6, "R2 R2 R1 R2 R2 R1"),
            (7, "R3 R3 R3 R1 R3 R3 R3"),
            (11, "R3 R3 R3 R2 R2 R1 R4 R4 R4 R4b R1"),
        ]
    ),
    scores(
        "colour groups 3",
        "groups of several colours add up",
        10,
        "Y1 Y2 Y2 Y1 Y2 B2 B1 B2 B2 B1",
    ),
    *(
        scores(
            "colour groups 4",
            f"a group of {rows.count('R')} scores nothing",
            0,
            rows,
        )
        for rows in ("R1", "R2 R2", "R3 R3 R3", "R4 R4 R4 R4", "R1 R2 R2 R1")
    ),
]

BUTTERFLIES = [
    *(
        scores(
            "butterflies 1",
            f"{card} beside {colour} scores {int(colour == butterfly_of(card))}",
            int(colour == butterfly_of(card)),
            f"{card} {card[0]}4 {card[0]}4 {card[0]}4 | {colour}1",
        )
        for card in CARDS
        if butterfly_of(card)
        for colour in COLOURS
        if colour != card[0]
    ),
    scores("butterflies 1", "the colour may lie to the west", 1, "B1 R4b R4 R4 R4"),
    scores("butterflies 1", "or to the north", 1, "B1 .. .. .. | R4b R4 R4 R4"),
    scores("butterflies 1", "corners do not count", 0, "R4b R4 R4 R4 | .. B1"),
    scores(
        "butterflies 1",
        "nor does one cell farther on",
        0,
        "R4b R4 R4 R4 | G1 | B2/B3 B3 B3",
    ),
    scores("butterflies 1", "a removed neighbour is none", -1, "R4b R4 R4 R4 | B2"),
    scores("butterflies 1", "a removed butterfly is none", -1, "R4b B2 B2"),
    scores("butterflies 1", "a covered butterfly is none", 0, "R4b/R1 B2 B2"),
    scores("butterflies 1", "a covered neighbour is none", 0, "R4b R4 R4 R4 | B1/Y1"),
    scores("butterflies 1", "what covers it is one", 1, "R4b R4 R4 R4 | Y1/B1"),
    scores("butterflies 1", "a plain 4 has none", 0, "R4 R4 R4 R4 | B1"),
    scores(
        "butterflies 2",
        "two neighbours of its colour bring one point",
        1,
        "R4b B4 R4 R4 | B1",
    ),
    scores(
        "butterflies 2",
        "two butterflies bring two",
        2,
        "R4b B4 R4 R4g | .. .. .. G1",
    ),
    *(
        scores(
            "butterflies 3",
            f"the neighbour may show {number}",
            1,
            f"R4b R4 R4 R4 | {' '.join([f'B{number}'] * number)}",
        )
        for number in (1, 2, 3)
    ),
    scores("butterflies 3", "the neighbour may show 4", 1, "R4b R4 | B4 R4"),
    scores(
        "butterflies 3",
        "two butterflies may score by each other",
        2,
        "R4b B4r B4 B4",
    ),
    scores(
        "butterflies 3",
        "a butterfly of that colour on the neighbour is no colour",
        0,
        "R4b Y4b Y4 Y4",
    ),
]
ROWS = SCORING + NUMBER_GROUPS + COLOUR_GROUPS + BUTTERFLIES


@on_both_sides(ROWS)
def test_scoring(row: Row, side: Callable[[str], Side]) -> None:
    check(row, side)
