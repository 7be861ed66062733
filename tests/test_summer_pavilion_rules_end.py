"""The rules of Summer Pavilion, sentence by sentence: end of round and game."""

from __future__ import annotations

from collections.abc import Callable

from tests.summer_pavilion_rows import (
    ALONE,
    COLOURS,
    NAMES,
    SUPPLY,
    WHOLE_BOARD,
    Row,
    Side,
    check,
    laid,
    on_both_sides,
    whole,
)

LAST = f"{ALONE} round=6"
OVER = f"phase=over round=6 supply={SUPPLY}"
FIVE = "PGOY,PGBR,OYBR,PGOY,PGBR"
STAR_POINTS = {"C": 12, "R": 14, "B": 15, "Y": 16, "O": 17, "G": 18, "P": 20}
NUMBER_POINTS = {1: 4, 2: 8, 3: 12, 4: 16, 5: 0, 6: 0}
THREE_PASS = (
    f"players=3 phase=place turn=3 supply={SUPPLY} p3.stock=R1"
    " p1.passed=yes p1.kept=O4 p2.passed=yes p2.kept=G1"
)


def number(n: int, centre: str = "P") -> str:
    """All spaces of a number."""
    return " ".join(f"{star}{n}" for star in "ORBYGP") + f" C{n}{centre}"


def without(spaces: str, space: str) -> str:
    """The spaces but this one, which is named with its colour if it has one."""
    return " ".join(word for word in spaces.split() if word != space)


END_OF_ROUND = [
    Row(
        "end of round 1",
        "the next round begins with its fill",
        f"{ALONE} p1.stock=R1",
        "R1",
        then="phase=deal round=2 factories=-,-,-,-,- centre=-",
        legal="-",
        refused="pass R1 CR",
    ),
    Row(
        "end of round 1",
        "after the fill comes the draft",
        f"{ALONE} p1.stock=R1",
        f"R1 [{FIVE}]",
        then=f"phase=draft round=2 factories={FIVE}",
    ),
    Row(
        "end of round 1",
        "points, boards, supply and tower stay as they are",
        f"{ALONE} p1.stock=P1R2 p1.score=30 p2.score=12 {laid('R3 B1')}"
        f" {laid('G6', 2)} tower=Y3",
        "R2+1",
        then=f"p1.score=32 p2.score=12 supply={SUPPLY} tower=P1Y3 {laid('R2 R3')}"
        f" {laid('B1')} {laid('G6', 2)}",
    ),
    *(
        Row(
            "end of round 2",
            f"player {holder} with the marker starts the next round",
            f"{THREE_PASS} marker={holder} first=2",
            "R1",
            then=f"turn={holder} first={holder} marker=centre round=2",
        )
        for holder in (1, 2, 3)
    ),
    *(
        Row(
            "end of round 3",
            f"player {first} starts again without the marker",
            f"{THREE_PASS} marker=centre first={first}",
            "R1",
            then=f"turn={first} first={first} marker=centre round=2",
        )
        for first in (1, 2, 3)
    ),
    Row(
        "end of round 4",
        "kept tiles return to the stocks",
        f"{THREE_PASS} marker=1",
        "pass keepR",
        then="p1.stock=O4 p2.stock=G1 p3.stock=R1 p1.kept=- p2.kept=- p3.kept=-",
    ),
    Row(
        "end of round 4",
        "nobody has passed any more",
        f"{THREE_PASS} marker=1",
        "R1",
        then="p1.passed=no p2.passed=no p3.passed=no",
    ),
    Row(
        "end of round 4",
        "kept tiles are at hand with those of the next draft",
        f"{ALONE} p1.stock=O4",
        "pass keepO keepO keepO keepO [PPPP,OOOO,YYYY,BBBB,RRRR] 1P 2O",
        then="phase=draft round=2 p1.stock=P4O4 p2.stock=O4",
    ),
    Row(
        "end of round 5",
        "after round 6 the game is over",
        f"{LAST} p1.stock=O1",
        "O1",
        then="phase=over round=6 p1.score=6 p2.passed=no p1.kept=- marker=centre"
        " turn=1 first=1",
        legal="-",
        refused=f"pass [{FIVE}] O2 CO",
    ),
    Row(
        "end of round 5",
        "the last pass of round 6 ends the game",
        f"{LAST} p1.stock=O2",
        "pass",
        then="phase=over p1.score=3 p1.stock=- tower=O2",
    ),
]

POINTS = [
    *(
        Row(
            "end 1",
            f"the complete {NAMES[star]} star brings {points}",
            f"{LAST} p1.stock={star if star != 'C' else 'P'}1"
            f" {laid(without(whole(star, '' if star != 'C' else COLOURS), first))}",
            first if star == "C" else f"{star}1",
            then=f"phase=over p1.score={11 + points} p2.score=5",
        )
        for star, points in STAR_POINTS.items()
        for first in [f"{star}1{star if star != 'C' else 'P'}"]
    ),
    *(
        Row(
            "end 1",
            f"{NAMES[star]} without its {missing} brings nothing",
            f"{LAST} p1.stock=Y1"
            f" {laid(' '.join(f'{star}{p}' for p in range(1, 7) if p != missing))}",
            "pass",
            then="phase=over p1.score=4",
        )
        for missing, star in enumerate("ORBYGP", 1)
    ),
    *(
        Row(
            "end 2",
            f"all seven {n} bring {points}",
            f"{LAST} p1.stock=O{n} {laid(without(number(n), f'O{n}'))}",
            f"O{n}",
            then=f"phase=over p1.score={6 + points}",
        )
        for n, points in NUMBER_POINTS.items()
    ),
    *(
        Row(
            "end 2",
            f"without one {n} in {NAMES[star]} there is nothing for it",
            f"{LAST} p1.stock=Y1"
            f" {laid(without(number(n), f'{star}{n}' + ('P' if star == 'C' else '')))}",
            "pass",
            then="phase=over p1.score=4",
        )
        for n in range(1, 5)
        for star in NAMES
    ),
    Row(
        "end 3",
        "stars and numbers add up, and every player gets them",
        f"{LAST} p1.stock=O1 {laid('O2 O3 O4 O5 O6 R1 B1 Y1 G1 P1 C1P')} p2.score=40"
        f" {laid(whole('G') + ' ' + whole('C', COLOURS), 2)}",
        "O1",
        then="phase=over p1.score=32 p2.score=70",
        shares="0 1",
    ),
    Row(
        "end 3",
        "penalties come before the points of the end",
        f"{LAST} p1.stock=Y9 {laid(whole('B'))}",
        "pass",
        then="phase=over p1.score=16",
    ),
    *(
        Row(
            "end 4",
            f"the highest of {scores} wins",
            f"players={len(scores)} {OVER} "
            + " ".join(f"p{p}.score={score}" for p, score in enumerate(scores, 1)),
            shares=shares,
        )
        for scores, shares in [
            ((40, 39), "1 0"),
            ((9, 100), "0 1"),
            ((40, 39, 41), "0 0 1"),
            ((1, 7, 6, 5), "0 1 0 0"),
        ]
    ),
    *(
        Row(
            "end 5",
            f"those tied among {scores} share the victory",
            f"players={len(scores)} {OVER} "
            + " ".join(f"p{p}.score={score}" for p, score in enumerate(scores, 1)),
            shares=shares,
        )
        for scores, shares in [
            ((40, 40), "0.5 0.5"),
            ((40, 39, 40), "0.5 0 0.5"),
            ((7, 7, 7), f"{1 / 3} {1 / 3} {1 / 3}"),
            ((1, 8, 8, 8), f"0 {1 / 3} {1 / 3} {1 / 3}"),
            ((9, 9, 9, 9), "0.25 0.25 0.25 0.25"),
        ]
    ),
    Row(
        "end 5",
        "a full board breaks no tie",
        f"players=2 {OVER} p1.score=40 p2.score=40 {laid(whole('B'))}",
        shares="0.5 0.5",
    ),
    Row(
        "end 6",
        "5 + 7 * 21 + 112 + 40 points, less one for each of two tiles left over",
        f"{LAST} p1.stock=R6 p1.score=146 {laid(without(WHOLE_BOARD, 'C6R'))}",
        "C6R takeP takeP [PP] pass",
        then="phase=over p1.score=302",
    ),
]
ROWS = END_OF_ROUND + POINTS


@on_both_sides(ROWS)
def test_end_of_round_and_game(row: Row, side: Callable[[str], Side]) -> None:
    check(row, side)
