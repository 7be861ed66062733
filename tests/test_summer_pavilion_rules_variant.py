"""The rules of Summer Pavilion, sentence by sentence: the plain board."""

from __future__ import annotations

from collections.abc import Callable

from engines.summer_pavilion import notation, rules
from engines.summer_pavilion.layout import MAX_ACTIONS
from tests.summer_pavilion_rows import (
    ALONE,
    BONUSES,
    COLOURS,
    DECORATIONS,
    NAMES,
    OUTER_STARS,
    PLACE,
    SUPPLY,
    TWO,
    Row,
    Side,
    all_but,
    check,
    coloured,
    laid,
    on_both_sides,
    whole,
)

PLAIN = f"board=plain {PLACE}"
LAST = f"board=plain {ALONE} round=6"
COSTS = {1: 3, 2: 2, 3: 1, 4: 4, 5: 5, 6: 6}  # of the positions of outer stars
ONE_COLOUR = {"P": 20, "G": 18, "O": 17, "Y": 16, "B": 15, "R": 14}
STARS = f"{OUTER_STARS}C"


def anywhere(colour: str, tiles: int, stars: str = STARS) -> str:
    """The moves of these stars, all free, with so many tiles of a colour."""
    outer = [p for p, cost in COSTS.items() if cost <= tiles]
    return " ".join(
        f"{star}{p}{colour}"
        for star in stars
        for p in (range(1, 7) if star == "C" and tiles >= 3 else outer)
        if star != "C" or tiles >= 3
    )


def plain_number(number: int) -> str:
    """All spaces that carry a number, with orange tiles in outer stars."""
    outer = [f"{s}{p}O" for s in OUTER_STARS for p, n in COSTS.items() if n == number]
    centre = [f"C{p}Y" for p in range(1, 7)] if number == 3 else []
    return " ".join(outer + centre)


def without(spaces: str, space: str) -> str:
    """The spaces but this one."""
    return " ".join(word for word in spaces.split() if word != space)


LAYOUT = [
    *(
        Row(
            "variant 1",
            f"the {kind} of {star} comes with {last} as its last space",
            f"{PLAIN} p1.stock={last[0].replace('C', 'O')}6"
            f" {laid(all_but(spaces, last))}",
            coloured(last, plain=True),
            then=f"phase=bonus owed={BONUSES[kind]} turn=1 supply={SUPPLY}",
        )
        for star, kind, spaces in DECORATIONS
        for last in spaces
    ),
    *(
        Row(
            "variant 2",
            f"position {p} costs {cost}",
            f"{PLAIN} p1.stock=G6",
            f"B{p}G",
            then=f"p1.stock={f'G{6 - cost}' if cost < 6 else '-'}"
            f" tower={f'G{cost - 1}' if cost > 1 else '-'} {laid(f'B{p}G')}",
        )
        for p, cost in COSTS.items()
    ),
    *(
        Row(
            "variant 2",
            f"every position {p} of the centre costs 3",
            f"{PLAIN} p1.stock=G6",
            f"C{p}G",
            then=f"p1.stock=G3 tower=G2 {laid(f'C{p}G')}",
        )
        for p in range(1, 7)
    ),
    *(
        Row(
            "variant 2",
            f"{n} tiles pay for these spaces",
            f"{PLAIN} p1.stock=G{n}",
            legal=f"{anywhere('G', n)} pass",
        )
        for n in range(1, 7)
    ),
]

COLOURING = [
    *(
        Row(
            "variant 3",
            f"a free {NAMES[star]} star takes {colour}",
            f"{PLAIN} round={2 if colour == 'P' else 1} p1.stock={colour}3",
            can=f"{star}1{colour} {star}2{colour} {star}6{colour}"
            if star == "C"
            else f"{star}1{colour} {star}2{colour} {star}3{colour}",
        )
        for star in STARS
        for colour in COLOURS
    ),
    Row(
        "variant 3",
        "the second tile has any colour, the same too",
        f"{PLAIN} round=2 p1.stock=P1G1O1Y1B1R1 {laid('O1P')}",
        can="O3P O3G O3O O3Y O3B O3R",
        refused="O1P O3",
    ),
    Row(
        "variant 4",
        "after two equal tiles only their colour comes",
        f"{PLAIN} round=2 p1.stock=P1Y1R1 {laid('O1Y O5Y')}",
        can="O3Y R3P R3R",
        refused="O3P O3R O3G",
    ),
    Row(
        "variant 4",
        "after five equal tiles too",
        f"{PLAIN} p1.stock=P3Y1R1 {laid('G1R G2R G4R G5R G6R')}",
        can="G3R",
        refused="G3Y G3P",
    ),
    Row(
        "variant 4",
        "after two equal tiles the centre takes their colour only",
        f"{PLAIN} p1.stock=P3G3 {laid('C1G C6G')}",
        can="C2G C3G C4G C5G",
        refused="C2P C3P C1G",
    ),
    Row(
        "variant 5",
        "after two different tiles only new colours come",
        f"{PLAIN} round=2 p1.stock=P1Y1R1O1 {laid('O1Y O5R')}",
        can="O3P O3O R3Y R3R",
        refused="O3Y O3R",
    ),
    Row(
        "variant 5",
        "after five different tiles only the sixth colour comes",
        f"{PLAIN} round=2 p1.stock=P1G1O1Y1B1R1 {laid('B1Y B2R B4P B5G B6B')}",
        can="B3O",
        refused="B3P B3G B3Y B3B B3R",
    ),
    Row(
        "variant 5",
        "the centre keeps to new colours too, the wild one among them",
        f"{PLAIN} p1.stock=P3G3O3 {laid('C1G C4O')}",
        can="C2P C3P C5P C6P",
        refused="C2G C2O C3G",
    ),
    Row(
        "variant 5",
        "the stars of other players do not matter",
        f"{PLAIN} round=2 p1.stock=Y1 {laid('O1Y O5R', 2)}",
        legal=f"{anywhere('Y', 1)} pass",
    ),
]

PAYING = [
    Row(
        "variant 6",
        "the split of the payment is the player's choice",
        f"{PLAIN} p1.stock=P5B2 {laid('C1O C2O')}",
        can="R1B+1 R1B+2 R2B R2B+1 R3B R4B+2 R4B+3 R5B+3 R5B+4 R6B+4 R6B+5",
        refused="R1B R1B+3 R3B+1 R4B R5B+2 R6B+6 C3B+1 R1 R6P",
    ),
    Row(
        "variant 6",
        "in any star the tiles paid have the colour of the tile",
        f"{PLAIN} p1.stock=P1G2",
        "R1G+1",
        then=f"{laid('R1G')} tower=P1G1 p1.stock=-",
    ),
    Row(
        "variant 6",
        "the wild colour is paid in itself alone",
        f"{PLAIN} p1.stock=P3",
        legal=f"{anywhere('P', 3)} pass",
        refused="O2P+1 O1P+2",
    ),
    Row(
        "variant 7",
        "position 6 is connected with 1, whatever the numbers",
        f"{PLAIN} p1.stock=G6 {laid('B1G B2G B5G')}",
        "B6G",
        then="p1.score=9",
    ),
    Row(
        "variant 7",
        "equal numbers are not connected by themselves",
        f"{PLAIN} p1.stock=G3 {laid('C1P C3O C5Y')}",
        "C4G",
        then="p1.score=8",
    ),
    Row(
        "variant 7",
        "colours do not matter for a group",
        f"{PLAIN} p1.stock=G3 {laid('R2P R4O')}",
        "R3G",
        then="p1.score=8",
    ),
]

POINTS = [
    *(
        Row(
            "variant 8",
            f"a {NAMES[star]} star of {colour} brings {points}",
            f"{LAST} p1.stock=Y1 {laid(whole(star, colour))}",
            "pass",
            then=f"phase=over p1.score={4 + points}",
        )
        for star in "BC"
        for colour, points in ONE_COLOUR.items()
    ),
    *(
        Row(
            "variant 8",
            f"a {NAMES[star]} star of six colours brings 12",
            f"{LAST} p1.stock=Y1 {laid(whole(star, COLOURS[n:] + COLOURS[:n]))}",
            "pass",
            then="phase=over p1.score=16",
        )
        for n, star in enumerate("ORBYGC")
    ),
    Row(
        "variant 8",
        "a star of five tiles brings nothing",
        f"{LAST} p1.stock=Y1 {laid('B1G B2G B3G B4G B5G C2P C3G C4O C5Y C6B')}",
        "pass",
        then="phase=over p1.score=4",
    ),
    *(
        Row(
            "variant 9",
            f"all spaces of {number} bring {points}",
            f"{LAST} p1.stock=B1 {laid(plain_number(number))}",
            "pass",
            then=f"phase=over p1.score={4 + points + (16 if number == 3 else 0)}",
        )
        for number, points in [(1, 4), (2, 8), (3, 12), (4, 16), (5, 0), (6, 0)]
    ),
    *(
        Row(
            "variant 9",
            f"without {space} number {number} brings nothing",
            f"{LAST} p1.stock=B1 {laid(without(plain_number(number), space))}",
            "pass",
            then=f"phase=over p1.score={20 if space == 'O1O' else 4}",
        )
        for number, space in [
            (1, "P3O"),
            (2, "R2O"),
            (3, "O1O"),
            (3, "C4Y"),
            (4, "G4O"),
        ]
    ),
    Row(
        "variant 9",
        "the last 3 may lie in the centre",
        f"{LAST} p1.stock=Y3 {laid(without(plain_number(3), 'C6Y'))}",
        "C6Y",
        then="phase=over p1.score=39",
    ),
]
ROWS = LAYOUT + COLOURING + PAYING + POINTS


def test_the_list_of_actions_has_room_for_every_payment_of_every_space() -> None:
    text = f"summer-pavilion board=plain {TWO} p1.stock=P6G6O6Y6B6R6"
    state = notation.parse(text).state
    assert 700 < rules.count_actions(state) <= MAX_ACTIONS


@on_both_sides(ROWS)
def test_plain_board(row: Row, side: Callable[[str], Side]) -> None:
    check(row, side)
