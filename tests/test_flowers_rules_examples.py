"""The checked examples of the rules page of Flowers, read from the page itself too."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from tests.flowers_rows import (
    PAGE,
    SOLO,
    Row,
    Side,
    check,
    garden,
    on_both_sides,
    scored,
)
from tests.rule_rows import PAGES

# Garden, switches, score.
EXAMPLES = {
    1: [("R1 R2 R2 R1 R2 | .. .. .. .. Y2", "", 5)],
    2: [("R4 R4 R4 R4 R4 | R2 R2 R1", "", -5)],
    3: [("R2 R2 R3 R1 R2 | .. .. .. .. B2", "", -1)],
    4: [
        ("R4b B4 R4 R4 | Y2 Y2", "", 1),
        ("R4b B4 R4 R4 | Y2 Y2", "butterfly=card-colour", 0),
    ],
    5: [
        ("R3/B1/Y3 Y3 R1", "", -4),
        ("R3/B1/Y3 Y3 R1", "covered=none", -2),
    ],
    6: [
        ("R1/Y3 Y3 G3 R1", "", 0),
        ("R1/Y3 Y3 G3 R1", "covered=all", -1),
    ],
    7: [("R1 B1 G1", "", -3)],
    8: [
        ("R4b R4 R4 R4 | B2", "", -1),
        ("R4b R4 R4 R4 | B2", "butterfly=card-colour", 0),
    ],
    9: [("R2 R2 R1 P R1 R2 R2", "summer=yes", 0)],
}

ROWS = [
    *(
        Row(
            f"example {number}",
            f"{rows} {switches} scores {score}",
            scored(rows, switches),
            then=f"scores={score}",
        )
        for number, examples in EXAMPLES.items()
        for rows, switches, score in examples
    ),
    *(
        Row(
            f"example {number}",
            f"{rows} scores {score} once the card {cell} is there",
            f"{SOLO} stacks={card}:9,blind:9".replace(
                "p1.garden=O:Y1", garden(rows.replace("_", ".."))
            ),
            f"1 {cell}",
            then=f"scores={score}",
        )
        for number, rows, card, cell, score in [
            (1, "R1 R2 R2 R1 R2", "Y2", "E4S1", 5),
            (2, "R4 R4 R4 R4 R4 | R2 R2", "R1", "E2S1", -5),
            (3, "R2 R2 R4 R1 R2 | _ _ _ _ B2", "R3", "E2", -2),
            (4, "R4b R1 R4 R4 | Y2 Y2", "B4", "E1", 1),
            (5, "R3/B1 Y3 R1", "Y3", "O", -4),
            (6, "R1 Y3 G3 R1", "Y3", "O", 0),
            (7, "R1 B1", "G1", "E2", -3),
            (8, "R4b R4 R4 R4", "B2", "S1", -1),
        ]
    ),
]


@on_both_sides(ROWS)
def test_checked_examples(row: Row, side: Callable[[str], Side]) -> None:
    check(row, side)


def page_examples() -> Iterator[tuple[int, str, list[int]]]:
    """Number, garden and all scores of the examples as the page has them."""
    text = (PAGES / PAGE).read_text(encoding="utf-8").partition("# Checked examples")[2]
    for line in text.splitlines():
        if re.match(r"\| [0-9]", line):
            number, rows, score, why = [cell.strip() for cell in line.split("|")[1:5]]
            gardens = re.findall("`(.*?)`", rows)
            variants = re.findall(r"With `.*?` (-?[0-9]+)", why)
            scores = [int(points) for points in (score, *variants)]
            yield int(number), " | ".join(gardens), scores


@pytest.mark.parametrize(("number", "rows", "scores"), list(page_examples()))
def test_the_page_shows_the_examples_that_are_checked(
    number: int, rows: str, scores: list[int]
) -> None:
    checked = EXAMPLES[number]
    assert garden(rows) == garden(checked[0][0])
    assert [score for _, _, score in checked] == scores


def test_the_page_shows_all_examples() -> None:
    assert [number for number, _, _ in page_examples()] == list(EXAMPLES)
