"""The rules of Summer Pavilion, sentence by sentence: turns, placing, scoring."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

from tests.summer_pavilion_rows import (
    ALONE,
    COLOURS,
    NAMES,
    OUTER_STARS,
    PLACE,
    SUPPLY,
    TWO,
    Row,
    Side,
    check,
    laid,
    on_both_sides,
)

FOUR = (
    f"players=4 phase=place marker=3 supply={SUPPLY}"
    " p1.stock=P4 p2.stock=G4 p3.stock=O4 p4.stock=Y4"
)

TURNS = [
    Row(
        "placing 1",
        "the holder of the marker begins",
        FOUR,
        then="turn=3",
        legal="O1 O2 O3 O4 C1O C2O C3O C4O pass",
    ),
    Row("placing 1", "the next player follows", FOUR, "O1", then="turn=4"),
    Row("placing 1", "after the last comes player 1", FOUR, "O1 Y1", then="turn=1"),
    Row(
        "placing 1",
        "turns go on until all have passed",
        FOUR,
        "O1 Y1 P1 G1 O2",
        then="turn=4 p3.stock=O1",
    ),
    Row(
        "placing 1",
        "those who have passed are skipped",
        FOUR,
        "pass keepO keepO keepO keepO Y1 P1 G1",
        then="turn=4 p3.passed=yes p3.kept=O4",
    ),
    Row(
        "placing 1",
        "several who have passed are skipped",
        f"{FOUR} turn=2".replace("p3.stock", "p3.passed=yes p3.kept").replace(
            "p4.stock", "p4.passed=yes p4.kept"
        ),
        "G1",
        then="turn=1",
    ),
    Row(
        "placing 1",
        "one player alone goes on",
        f"{ALONE} p1.stock=O4",
        "O1 O2",
        then="turn=1 phase=place p1.stock=O1",
        legal="C1O pass",
    ),
    Row(
        "placing 2",
        "a turn places one tile",
        f"{PLACE} p1.stock=O2Y2",
        "O1",
        then=f"turn=2 p1.stock=O1Y2 {laid('O1')}",
        refused="O2 Y1",
    ),
    Row(
        "placing 2",
        "a turn takes no tiles of the draft and none of the supply",
        f"{PLACE} p1.stock=Y1",
        legal="Y1 C1Y pass",
        refused="1Y CY takeY keepY done",
    ),
    Row(
        "placing 3",
        "the placing goes on while one has not passed",
        f"{PLACE} p1.stock=O2",
        "pass keepO keepO",
        then="phase=place turn=2 round=1",
    ),
    Row(
        "placing 3",
        "the placing ends when the last one passes",
        f"{ALONE} p1.stock=O2",
        "pass keepO keepO",
        then="phase=deal round=2",
    ),
]

PAYING = [
    *(
        Row(
            "place 1",
            f"{NAMES[star]} {p} is covered and takes no other tile",
            f"{PLACE} round={2 if star == 'P' else 1} p1.stock={star}6"
            f" {laid(f'{star}{p}')}",
            legal=" ".join(
                [
                    f"C{n}{star} {star}{n}" if n != p else f"C{n}{star}"
                    for n in range(1, 7)
                ]
            )
            + " pass",
            refused=f"{star}{p}",
        )
        for star, p in zip(OUTER_STARS, range(1, 7), strict=True)
    ),
    Row(
        "place 1",
        "a covered space of the centre takes no other tile",
        f"{PLACE} p1.stock=O3 {laid('C2G C3R O1 O3')}",
        legal="O2 C1O pass",
    ),
    Row(
        "place 1",
        "the same space is free for another player",
        f"{PLACE} p1.stock=G2",
        "G1 G1",
        then=f"turn=1 {laid('G1')} {laid('G1', 2)}",
    ),
    Row(
        "place 2",
        "an outer star takes no wild tile of another colour",
        f"{PLACE} p1.stock=P6",
        legal=" ".join(f"P{n} C{n}P" for n in range(1, 7)) + " pass",
        refused="O1 O2+1 O1+1 G2+2 C2P+1 P2+1",
    ),
    Row(
        "place 3",
        "the centre takes the colours that it does not show",
        f"{PLACE} round=6 p1.stock=P1G1O1Y1B1 {laid('C2P C3Y C5O')}",
        legal="P1 G1 O1 Y1 B1 C1G C1B pass",
        refused="C1P C1Y C1O C1R",
    ),
    Row(
        "place 3",
        "the wild colour is one of those of the centre",
        f"{PLACE} p1.stock=P2O1 {laid('C4O')}",
        "C2P",
        then="p1.centre=.P.O.. p1.stock=O1 tower=P1",
    ),
    Row(
        "place 3",
        "only the colour of the tile counts, not that of the wild ones paid",
        f"{PLACE} p1.stock=P2O1 {laid('C6P')}",
        "C3O+2",
        then="p1.centre=..O..P p1.stock=- tower=P2",
    ),
]


def split(number: int, own: int, wilds: int) -> str:
    """Player 1 places on an orange number in round 1 with so many tiles."""
    paid = [w for w in range(number) if number - w <= own and w <= wilds]
    return " ".join(f"O{number}" + (f"+{w}" if w else "") for w in paid)


def payments() -> Iterator[Row]:
    """Every stock of up to six orange and wild tiles, for every number."""
    for own, wilds in itertools.product(range(1, 7), range(7)):
        wild = f"P{wilds}" if wilds else ""
        numbers = range(1, 7)
        orange = " ".join(split(number, own, wilds) for number in numbers)
        purple = " ".join(f"P{number}" for number in numbers if number <= wilds)
        yield Row(
            "place 5",
            f"with {own} orange and {wilds} wild tiles",
            f"{PLACE} p1.stock={wild}O{own} {laid('C1P C2G C3O C4Y C5B C6R')}",
            legal=f"{orange} {purple} pass",
            refused="O6+6 O1+1 P2+1",
        )


SPLITS = [
    *(
        Row(
            "place 4",
            f"orange {n} costs {n} in all with {w} wild tiles",
            f"{PLACE} p1.stock=P6O6",
            f"O{n}+{w}" if w else f"O{n}",
            then="p1.stock="
            + f"P{6 - w}"
            + (f"O{6 - n + w}" if n - w < 6 else "")
            + f" {laid(f'O{n}')}",
        )
        for n in range(1, 7)
        for w in range(n)
    ),
    Row(
        "place 4",
        "wild tiles alone do not pay for another colour",
        f"{PLACE} p1.stock=P6O1 {laid('O1 O2 O3 O5')}",
        legal="O4+3 O6+5 C1O C2O+1 C3O+2 C4O+3 C5O+4 C6O+5 pass "
        + " ".join(f"P{n} C{n}P" for n in range(1, 7)),
        refused="O4+4 O6+6 O4 O4+2",
    ),
    Row(
        "place 4",
        "a third colour pays nothing",
        f"{PLACE} p1.stock=O1Y5",
        legal="O1 C1O pass " + " ".join(f"Y{n} C{n}Y" for n in range(1, 6)),
        refused="O2 O2+1",
    ),
    Row(
        "place 4",
        "the wild colour of another round pays nothing",
        f"{PLACE} round=2 p1.stock=P5O1",
        legal="O1 C1O pass " + " ".join(f"P{n} C{n}P" for n in range(1, 6)),
        refused="O2+1",
    ),
    Row(
        "place 4",
        "tiles of other players and of the supply pay nothing",
        f"{TWO} p1.stock=O1 p2.stock=P3O5",
        legal="O1 C1O pass",
        refused="O2 O2+1",
    ),
    *payments(),
    *(
        Row(
            "place 6",
            f"{wild} is paid in {wild} alone when it is wild",
            f"{PLACE} round={n} p1.stock={wild}3{COLOURS[n % 6]}1",
            can=f"{wild}1 {wild}2 {wild}3 C3{wild} {COLOURS[n % 6]}4+3",
            refused=f"{wild}2+1 {wild}3+2 C2{wild}+1 {wild}4 {wild}4+1 {wild}1+1",
        )
        for n, wild in enumerate(COLOURS, 1)
    ),
    Row(
        "place 7",
        "the tile of the colour lies there, the others are in the tower",
        f"{PLACE} p1.stock=P3O4",
        "O5+2",
        then=f"{laid('O5')} tower=P2O2 p1.stock=P1O1",
    ),
    Row(
        "place 7",
        "with one tile of the colour all wild ones are in the tower",
        f"{PLACE} p1.stock=P3O1",
        "O4+3",
        then=f"{laid('O4')} tower=P3 p1.stock=-",
    ),
    Row(
        "place 7",
        "in the centre the tile of the colour lies there",
        f"{PLACE} round=4 p1.stock=Y2B2",
        "C4B+2",
        then=f"{laid('C4B')} tower=Y2B1 p1.stock=-",
    ),
    Row(
        "place 7",
        "number 1 puts nothing into the tower",
        f"{PLACE} p1.stock=R1",
        "R1",
        then=f"{laid('R1')} tower=-",
    ),
]


def group(covered: str, position: int) -> int:
    """The size of the group around a space of the ring `covered`, like `x..x..`."""
    around = covered[position:] + covered[:position]
    if "." not in around:
        return 6
    return around.index(".") + len(around) - 1 - around.rindex(".")


def rings() -> Iterator[Row]:
    """A tile on each space with each set of others covered."""
    for position, others in itertools.product(
        range(6), itertools.product(".x", repeat=5)
    ):
        before = list(others)
        before.insert(position, ".")
        after = [*before]
        after[position] = "x"
        star = OUTER_STARS[(position + before.count("x")) % 6]
        covered = " ".join(f"{star}{p}" for p in range(1, 7) if before[p - 1] == "x")
        size = group("".join(after), position)
        yield Row(
            {1: "score 3", 6: "score 4"}.get(size, "score 1"),
            f"{star}{position + 1} joins {covered or 'no tile'}: {size}",
            f"{PLACE} round={2 if star == 'P' else 1} p1.stock={star}6 {laid(covered)}",
            f"{star}{position + 1}",
            then=f"p1.score={5 + size} p2.score=5",
        )


SCORES = [
    *rings(),
    Row(
        "score 1",
        "the centre star scores groups too, whatever the colours",
        f"{PLACE} p1.stock=O3 {laid('C1P C2G C4B C6R')}",
        "C3O",
        then="p1.score=10",
    ),
    Row(
        "score 1",
        "a tile scores before the player decides anything else",
        f"{PLACE} p1.stock=O6 {laid('O5')}",
        "O6",
        then="p1.score=7 phase=bonus",
    ),
    Row(
        "score 2",
        "a 1 is connected with a 6",
        f"{PLACE} p1.stock=O1 {laid('O6')}",
        "O1",
        then="p1.score=7",
    ),
    Row(
        "score 2",
        "a 6 is connected with a 1, in the centre too",
        f"{PLACE} p1.stock=O6 {laid('C1P')}",
        "C6O",
        then="p1.score=7",
    ),
    Row(
        "score 5",
        "neighbouring stars do not count",
        f"{PLACE} p1.stock=O2 {laid('R3 R4 C1P C6G P2 P3')}",
        "O2",
        then="p1.score=6",
    ),
    Row(
        "score 5",
        "the stars of other players do not count",
        f"{PLACE} p1.stock=O2 {laid('O1 O3', 2)}",
        "O2",
        then="p1.score=6 p2.score=5",
    ),
]
ROWS = TURNS + PAYING + SPLITS + SCORES


@on_both_sides(ROWS)
def test_turns_placing_and_scoring(row: Row, side: Callable[[str], Side]) -> None:
    check(row, side)
