"""The rules of Summer Pavilion, sentence by sentence: board and decorations."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.rule_rows import PAGES
from tests.summer_pavilion_rows import (
    BONUSES,
    COLOURS,
    DECORATIONS,
    NAMES,
    OUTER_STARS,
    PAGE,
    PLACE,
    SUPPLY,
    WHOLE_BOARD,
    Row,
    Side,
    all_but,
    check,
    coloured,
    laid,
    on_both_sides,
)

# Player 1 can pay every space.
RICH = f"{PLACE} p1.stock=P6G6O6Y6B6R6"
STATUE_TURN = "phase=bonus owed=2"


def other_wild(colour: str) -> int:
    """A round in which another colour is wild."""
    return 2 if colour == "P" else 1


def spaces_up_to(colour: str, n: int) -> str:
    """The moves with n tiles of a colour and no wild ones."""
    own = [f"{colour}{p} C{p}{colour}" for p in range(1, n + 1)]
    return " ".join([*own, "pass"])


BOARD = [
    *(
        Row(
            "board 1",
            f"the star clockwise after {NAMES[star]} is {NAMES[after]}",
            f"{RICH} {laid(f'{star}1 {star}2 {after}3')}",
            f"{after}4",
            then=STATUE_TURN,
        )
        for star, after in zip(OUTER_STARS, OUTER_STARS[1:] + "O", strict=True)
    ),
    *(
        Row(
            "board 2",
            f"the {NAMES[star]} star carries 1 to 6 once",
            f"{PLACE} round={other_wild(star)} p1.stock={star}6",
            legal=spaces_up_to(star, 6),
        )
        for star in OUTER_STARS
    ),
    *(
        Row(
            "board 2",
            f"{n} touches the next and the last number, around the ring",
            f"{RICH} {laid(f'B{n} B{(n + 1) % 6 + 1}')}",
            f"B{n % 6 + 1}",
            then="p1.score=8",
        )
        for n in range(1, 7)
    ),
    *(
        Row(
            "board 3",
            f"{n} tiles pay for the number {n}",
            f"{PLACE} p1.stock=O6",
            f"O{n}",
            then=f"p1.stock={f'O{6 - n}' if n < 6 else '-'}"
            f" tower={f'O{n - 1}' if n > 1 else '-'} {laid(f'O{n}')}",
        )
        for n in range(1, 7)
    ),
    *(
        Row(
            "board 3",
            f"{n} tiles pay for numbers up to {n} in the centre star too",
            f"{PLACE} p1.stock=O{n}",
            legal=spaces_up_to("O", n),
        )
        for n in range(1, 6)
    ),
    *(
        Row(
            "board 4",
            f"{colour} lies in its own star and in the centre only",
            f"{PLACE} round={other_wild(colour)} p1.stock={colour}1",
            legal=f"{colour}1 C1{colour} pass",
            refused=" ".join(f"{star}1" for star in OUTER_STARS if star != colour)
            + f" {colour}1{colour} C1",
        )
        for colour in COLOURS
    ),
    Row(
        "board 5",
        "every space of the centre takes every colour",
        f"{PLACE} round=6 p1.stock=P6G6",
        legal=" ".join(f"{c}{p} C{p}{c}" for c in "PG" for p in range(1, 7)) + " pass",
    ),
    Row(
        "board 5",
        "a colour in the centre does not lie there again",
        f"{PLACE} round=6 p1.stock=P6G2Y6 {laid('C1G C4Y C6P')}",
        legal=" ".join(f"{c}{p}" for c in "PY" for p in range(1, 7)) + " G1 G2 pass",
        refused="C2P C3P C5P C2Y C2G C1O",
    ),
    Row(
        "board 5",
        "the centre of another player does not matter",
        f"{PLACE} round=6 p1.stock=P1 {laid('C1P', 2)}",
        legal="P1 C1P pass",
    ),
]


def completions(kind: str, rule: str) -> list[Row]:
    """Each decoration of a kind completed by each of its spaces last."""
    return [
        Row(
            rule,
            f"the {found} of {star} comes with {last} as its last space",
            f"{RICH} {laid(all_but(spaces, last))}",
            coloured(last),
            then=f"phase=bonus owed={BONUSES[kind]} turn=1 supply={SUPPLY}",
        )
        for star, found, spaces in DECORATIONS
        if found == kind
        for last in spaces
    ]


def shortfalls(kind: str) -> list[Row]:
    """No bonus while one of the other spaces is free, whichever comes last."""
    return [
        Row(
            "decorations 1",
            f"no {found} of {star} with {missing} free and {last} laid last",
            f"{RICH} {laid(all_but([s for s in spaces if s != missing], last))}",
            coloured(last),
            then="phase=place turn=2",
        )
        for star, found, spaces in DECORATIONS
        if found == kind
        for last in spaces
        for missing in spaces
        if missing != last
    ]


DECORATED = [
    Row(
        "decorations 1",
        "a complete decoration brings nothing more",
        f"{RICH} {laid('O5 O6')}",
        "O4",
        then="phase=place turn=2 p1.score=8",
    ),
    Row(
        "decorations 1",
        "a complete pillar brings nothing when its neighbour is completed",
        f"{RICH} {laid('O2 O3 C6P C1G R2 R3')}",
        "C2O",
        then="phase=bonus owed=1",
    ),
    Row(
        "decorations 1",
        "spaces of other players do not count",
        f"{RICH} {laid('O5', 2)}",
        "O6",
        then="phase=place turn=2",
    ),
    Row(
        "decorations 1",
        "every player gets the own bonus tiles",
        f"{RICH} {laid('O5 O6')} {laid('G5', 2)}",
        "B1 G6",
        then="phase=bonus owed=3 turn=2",
    ),
    *shortfalls("window"),
    *shortfalls("statue"),
    *shortfalls("pillar"),
    *completions("window", "decorations 2"),
    *completions("statue", "decorations 3"),
    *completions("pillar", "decorations 4"),
    *(
        Row(
            "decorations 5",
            f"{star}{p} completes the statue and the pillar around it",
            f"{RICH} {laid(spaces)}",
            f"{star}{p}",
            then="phase=bonus owed=3",
        )
        for p, star, spaces in [
            (2, "O", "O1 R3 R4 O3 C6P C1G"),
            (2, "P", "P1 O3 O4 P3 C5P C6G"),
            (3, "O", "P1 P2 O4 O2 C6P C1G"),
            (3, "R", "O1 O2 R4 R2 C1P C2G"),
        ]
    ),
    *(
        Row(
            "decorations 5",
            f"C{p} completes the two pillars around it",
            f"{RICH} {laid(spaces)}",
            f"C{p}O",
            then="phase=bonus owed=2",
        )
        for p, spaces in [
            (1, "O2 O3 C6P C2G R2 R3"),
            (2, "R2 R3 C1P C3G B2 B3"),
            (3, "B2 B3 C2P C4G Y2 Y3"),
            (4, "Y2 Y3 C3P C5G G2 G3"),
            (5, "G2 G3 C4P C6G P2 P3"),
            (6, "P2 P3 C5P C1G O2 O3"),
        ]
    ),
    *(
        Row(
            "decorations 5",
            f"O{p} on a board that is full but for it brings {owed}",
            f"{PLACE} p1.stock=O6 {laid(WHOLE_BOARD.replace(f'O{p}O', ''))}",
            f"O{p}",
            then=f"phase=bonus owed={owed}",
        )
        for p, owed in [(1, 2), (2, 3), (3, 3), (4, 2), (5, 3), (6, 3)]
    ),
]
ROWS = BOARD + DECORATED


def test_the_page_lists_eighteen_decorations() -> None:
    kinds = [kind for _, kind, _ in DECORATIONS]
    assert {kind: kinds.count(kind) for kind in BONUSES} == dict.fromkeys(BONUSES, 6)
    assert sum(len(spaces) for _, _, spaces in DECORATIONS) == 60


def facing(star: str, direction: int) -> set[str]:
    """The two spaces of a star beside this direction, as the page draws the board."""
    text = (PAGES / PAGE).read_text(encoding="utf-8")
    drawn = re.search(rf"\| {NAMES[star]} +\| *[0-9]* +\| ([1-6 ]+) \|", text)
    assert drawn is not None
    tips = zip(drawn[1].split(), range(90, -270, -60), strict=True)
    return {star + n for n, tip in tips if (tip - direction) % 360 in (30, 330)}


def test_the_decorations_lie_between_their_spaces_in_the_drawing_of_the_page() -> None:
    for b, star in enumerate(OUTER_STARS):
        out, after = 120 - 60 * b, OUTER_STARS[(b + 1) % 6]
        groups = [
            facing(star, out),
            facing(star, out - 120) | facing(after, out + 60),
            facing(star, out + 180) | facing("C", out),
        ]
        listed = [set(group) for name, _, group in DECORATIONS if name == NAMES[star]]
        assert listed == groups


@on_both_sides(ROWS)
def test_board_and_decorations(row: Row, side: Callable[[str], Side]) -> None:
    check(row, side)
