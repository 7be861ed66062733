"""The rules of Flowers, sentence by sentence: the switches that are words."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from engines.flowers import notation
from engines.flowers.switches import VALUES
from tests.flowers_rows import (
    PAGE,
    TWO,
    Row,
    Side,
    check,
    on_both_sides,
    over,
    scored,
)
from tests.rule_rows import PAGES

ONE_EACH = "p1.garden=O:Y1 p2.garden=O:Y1 p3.garden=O:Y1"
LOW = f"stacks=R1:1,R2:9,blind:9 {ONE_EACH}"
NOW = f"{TWO} reveal=immediate"
PILES = "R3/B1/Y3 Y3 R1/G1"
OFFICIAL = (
    "reveal=after-placement end=immediate covered=with-removed"
    " butterfly=butterfly-colour ties=chain summer=no summer-cover=no min-group=5"
    " removal=1 group-table=per-card cover-limit=none"
)
CHANGED = "reveal=immediate end=one-more-each covered=none butterfly=card-colour"
PRESETS = {
    "official": OFFICIAL.split(),
    "digest": CHANGED.split() + OFFICIAL.split()[4:],
}


def scores(rule: str, sentence: str, score: int, rows: str, switches: str) -> Row:
    """A garden scores so many points with these switches."""
    return Row(rule, sentence, scored(rows, switches), then=f"scores={score}")


PRESET = [
    Row(
        f"switches {number}",
        f"{rules} has {value}",
        f"players=2 phase=setup rules={rules}",
        then=f"rules={rules} {value}",
    )
    for rules, values in PRESETS.items()
    for number, value in enumerate(values, 1)
]

REVEAL = [
    Row(
        "switches 1",
        "after-placement: the player places without knowing the new top",
        f"{TWO} reveal=after-placement",
        "1",
        then="phase=place drawn=R1 stacks=hidden:25,R2:26,blind:20",
    ),
    Row(
        "switches 1",
        "immediate: the new top is turned up first",
        NOW,
        "1",
        then="phase=reveal turn=1 drawn=R1 from=1 stacks=hidden:25,R2:26,blind:20"
        " kinds=28",
        legal="-",
        refused="O E1 [Y5]",
    ),
    Row(
        "switches 1",
        "immediate: then the card is placed",
        NOW,
        "1 [G3]",
        then="phase=place turn=1 drawn=R1 from=1 stacks=G3:25,R2:26,blind:20",
        legal="O E1 W1 N1 S1",
    ),
    Row(
        "switches 1",
        "immediate: after the placement nothing is turned up",
        NOW,
        "1 [G3] E1",
        then="phase=draw turn=2 stacks=G3:25,R2:26,blind:20 p1.garden=O:Y1,E1:R1",
        legal="1 2 3",
    ),
    Row(
        "switches 1",
        "immediate: a draw from the blind stack turns nothing up",
        NOW,
        "3 [G3]",
        then="phase=place drawn=G3 from=3 stacks=R1:26,R2:26,blind:19",
    ),
    Row(
        "switches 1",
        "immediate: an emptied stack has no new top",
        f"players=3 reveal=immediate {LOW}",
        "1",
        then="phase=place drawn=R1 last=1 stacks=hidden:0,R2:9,blind:9",
    ),
]

END = [
    Row(
        "switches 2",
        "immediate: the game ends with that turn",
        f"players=3 end=immediate {LOW}",
        "1 E1",
        then="phase=over turn=1",
    ),
    Row(
        "switches 2",
        "one-more-each: the others have turns to come",
        f"players=3 end=one-more-each {LOW}",
        "1 E1",
        then="phase=draw turn=2 last=2 stacks=hidden:0,R2:9,blind:9",
        legal="2 3",
    ),
    Row(
        "switches 2",
        "one-more-each: their tops are turned up in between",
        f"players=3 end=one-more-each {LOW}",
        "1 E1 2 E1",
        then="phase=reveal turn=3 last=1 stacks=hidden:0,hidden:8,blind:9",
    ),
    Row(
        "switches 2",
        "one-more-each: after one turn each the game is over",
        f"players=3 end=one-more-each {LOW}",
        "1 E1 2 E1 [G3] 3 [B3] E1",
        then="phase=over turn=3 last=- stacks=hidden:0,G3:8,blind:8"
        " p1.garden=O:Y1,E1:R1 p2.garden=O:Y1,E1:R2 p3.garden=O:Y1,E1:B3",
        legal="-",
    ),
    Row(
        "switches 2",
        "one-more-each: player 1 has a last turn after player 2 has emptied a stack",
        f"players=3 end=one-more-each {LOW}",
        "3 [G3] E1 1 E1 3 [B3] E1",
        then="phase=draw turn=1 last=1 stacks=hidden:0,R2:9,blind:7",
        legal="2 3",
    ),
    Row(
        "switches 2",
        "one-more-each: player 2 has none",
        f"players=3 end=one-more-each {LOW}",
        "3 [G3] E1 1 E1 3 [B3] E1 2 E2",
        then="phase=over turn=1 last=- p1.garden=O:Y1,E1:G3,E2:R2",
    ),
    Row(
        "switches 2",
        "finish-round: those after player 1 have a turn each",
        f"players=3 end=finish-round {LOW}",
        "1 E1",
        then="phase=draw turn=2 last=2",
    ),
    Row(
        "switches 2",
        "finish-round: with the last of them the game is over",
        f"players=3 end=finish-round {LOW}",
        "1 E1 2 E1 [G3] 2 E1",
        then="phase=over turn=3 last=- stacks=hidden:0,hidden:7,blind:9",
    ),
    Row(
        "switches 2",
        "finish-round: after player 2 only player 3 has a turn",
        f"players=3 end=finish-round {LOW}",
        "3 [G3] E1 1 E1",
        then="phase=draw turn=3 last=1",
    ),
    Row(
        "switches 2",
        "finish-round: player 3 ends the game",
        f"players=3 end=finish-round {LOW}",
        "3 [G3] E1 3 [G3] E1 1 E1",
        then="phase=over turn=3 last=-",
    ),
]

COVERED = [
    scores("switches 3", "with-removed", -4, PILES, "covered=with-removed"),
    scores("switches 3", "none", -2, PILES, "covered=none"),
    scores("switches 3", "all", -5, PILES, "covered=all"),
    scores(
        "switches 3", "all, with nothing removed", -2, "R3/R1 B4/Y2 G2", "covered=all"
    ),
    scores(
        "switches 3", "none, with one removed", -1, "R1/R2/R3/B1/R3", "covered=none"
    ),
]

BUTTERFLY = [
    scores(
        "switches 4",
        f"{value}: {rows}",
        score,
        rows,
        f"butterfly={value}",
    )
    for value, score, rows in [
        ("butterfly-colour", 1, "R4b B4 R4 R4 | Y2 Y2"),
        ("card-colour", 0, "R4b B4 R4 R4 | Y2 Y2"),
        ("butterfly-colour", 0, "R4b R4 R4 R4"),
        ("card-colour", 1, "R4b R4 R4 R4"),
        ("card-colour", 2, "R4b B4 B4y B4 | R1"),
        ("butterfly-colour", 1, "R4b B4 B4y B4 | R1"),
        ("card-colour", -1, "R4b B4 B4 B4 | R2"),
        ("card-colour", 1, "R4b B4 B4 B4 | R1 .. G1"),
        ("card-colour", 6, "R4b R4 R4 R4 | R1"),
    ]
]

TIES = [
    Row(
        "switches 5",
        f"{value}: {what}",
        over(*gardens, switches=f"ties={value}"),
        then=f"scores={score},{score}",
        shares=shares if value == "chain" else "0.5 0.5",
    )
    for value in ("chain", "shared")
    for what, score, shares, gardens in [
        ("cards left", 0, "1 0", ["Y1 Y2 Y2", "G3/G2/G1"]),
        ("butterflies", 0, "0 1", ["R1 R2 R2 B1 B2 B2", "R4b B4 R4 R4 Y3"]),
        ("groups", 5, "1 0", ["R1 R2 R2 R1 R2 R2 Y3", "B2 B2 B4r B4 B4 Y3 | .. .. R4"]),
    ]
] + [
    Row(
        "switches 5",
        "shared: the highest score wins all the same",
        over("G3/Y1", "Y2", switches="ties=shared"),
        shares="1 0",
    )
]

SUMMER = [
    Row(
        "switches 6",
        "no: gardens start with number cards",
        "players=2 summer=no phase=setup",
        then="p1.garden= p2.garden= summer=no",
        refused="[P]",
    ),
    Row(
        "switches 6",
        "yes: they start with purple ones",
        "players=2 summer=yes",
        then="phase=reveal p1.garden=O:P p2.garden=O:P summer=yes",
    ),
    scores("switches 6", "no: groups touch nothing", 5, "R4 R4 R4 R4 R1", "summer=no"),
    *(
        Row(
            "switches 7",
            f"{value}: from a garden of the purple card",
            f"players=1 summer=yes summer-cover={value} stacks=R1:9,blind:9"
            " p1.garden=O:P",
            "1",
            legal=legal,
        )
        for value, legal in [("no", "E1 W1 N1 S1"), ("yes", "O E1 W1 N1 S1")]
    ),
    Row(
        "switches 7",
        "yes: what covers it is covered again",
        "players=1 summer=yes summer-cover=yes stacks=blind:9 p1.garden=O:P",
        "1 [G3] O 1 [G2] O 1 [B2] E1",
        then="p1.garden=O:P/G3/G2,E1:B2 scores=0",
    ),
    Row(
        "switches 7",
        "yes: without Summer nothing changes",
        f"{TWO} summer-cover=yes",
        "1",
        legal="O E1 W1 N1 S1",
    ),
]

ROWS = PRESET + REVEAL + END + COVERED + BUTTERFLY + TIES + SUMMER


@on_both_sides(ROWS)
def test_switches(row: Row, side: Callable[[str], Side]) -> None:
    check(row, side)


def page_switches() -> list[list[str]]:
    """Name, official and digest value of each switch, as the page has them."""
    text = (PAGES / PAGE).read_text(encoding="utf-8").partition("## Switches")[2]
    lines = text.partition("## ")[0].splitlines()
    rows = [
        re.split(r" *\| *", line)[2:5] for line in lines if re.match(r"\| [0-9]", line)
    ]
    return [row for row in rows if row[0] != "stacks"]


@pytest.mark.parametrize(("column", "rules"), [(1, "official"), (2, "digest")])
def test_the_page_has_both_presets(column: int, rules: str) -> None:
    fields = notation.to_fields(notation.new(2, {"rules": rules}))
    shown = {row[0]: row[column] for row in page_switches()}
    assert shown == {name: str(fields[name]) for name in VALUES}
    assert fields["rules"] == rules
