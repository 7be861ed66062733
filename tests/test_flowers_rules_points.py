"""What the engine of Flowers decides where rule sheets are silent: the points."""

from __future__ import annotations

from collections.abc import Callable

from tests.flowers_rows import (
    TWO,
    Row,
    Side,
    check,
    garden,
    on_both_sides,
    over,
    scored,
)

COVERED = "summer=yes summer-cover=yes"
FIVE = "R4 R4 R4 R4 R1"

ROWS = [
    Row(
        "decision 12",
        "a covered card costs as much as a removed one",
        scored("R3/B1/Y3 Y3 R1/G1", "removal=3"),
        then="scores=-12",
    ),
    Row(
        "decision 12",
        "so does one under a card that stays",
        scored("R3/B1/Y3 Y3 R1/G1", "removal=3 covered=all"),
        then="scores=-15",
    ),
    *(
        Row(
            "decision 13",
            f"of {rows} {-score} count",
            scored(rows, "covered=all"),
            then=f"scores={score}",
        )
        for rows, score in [
            ("R1", 0),
            ("R2/R1", -1),
            ("R2/R3/R4/R1 R2/R3/G2 B2", -5),
            ("R1/R2", -2),
            ("R1/R2 R1/G3/Y1", -4),
        ]
    ),
    Row(
        "decision 14",
        "cards in groups count, not their points",
        over("R1 R2 R2 R1 R2 R2", "Y1 G2 B2 Y1 R2 G2", switches="group-table=0"),
        then="scores=0,0",
        shares="1 0",
    ),
    Row(
        "decision 14",
        "more cards with the same points win",
        over("Y1 Y2 Y2 Y1 Y2 B2", "R1 R2 R2 R1 R2 R2", switches="group-table=5,5,6"),
        then="scores=5,5",
        shares="0 1",
    ),
    Row(
        "decision 14",
        "a purple card is not left",
        over("P R1 R2 R2", "P/Y1 Y2 B2", switches=COVERED),
        then="scores=0,0",
        shares="0.5 0.5",
    ),
    Row(
        "decision 14",
        "what covers a purple card is left",
        over("P", "P/B1", switches=COVERED),
        then="scores=0,0",
        shares="0 1",
    ),
    *(
        Row(
            "decision 15",
            f"a group of {size} brings {score}",
            scored(" ".join(rows.split()[:size]), "group-table=7,9"),
            then=f"scores={score}",
        )
        for rows in ["R1 R2 R2 R1 R2 R2 R1 R4 R4 R4b R4"]
        for size, score in [(4, 0), (6, 9), (7, 9), (11, 9)]
    ),
    *(
        Row(
            "decision 15",
            f"a group of 11 brings the last of {table}",
            scored("R1 R2 R2 R1 R2 R2 R1 R4 R4 R4b R4", f"group-table={table} {least}"),
            then=f"scores={score}",
        )
        for table, least, score in [
            ("7,9", "min-group=3", 9),
            ("1,2,3,4,5,6,7,8", "min-group=3", 8),
            ("1,2,3,4,5,6,7,8", "min-group=1", 8),
        ]
    ),
    *(
        Row(
            "decision 16",
            f"limit {limit} after {covered} covered cards",
            f"players=1 cover-limit={limit} stacks=R1:9,blind:9"
            f" {garden('/'.join(['B3'] * (covered + 1)))}",
            "1",
            legal=("O " if covered < limit else "") + "E1 W1 N1 S1",
        )
        for limit in (1, 2, 5)
        for covered in (limit - 1, limit)
    ),
    *(
        Row(
            "decision 16",
            f"limit {limit} on a purple card with {pile}",
            f"players=1 {COVERED} cover-limit={limit} stacks=R1:9,blind:9"
            f" p1.garden=O:{pile}",
            "1",
            legal=("O " if may else "") + "E1 W1 N1 S1",
        )
        for limit, pile, may in [
            (0, "P", False),
            (1, "P", True),
            (1, "P/B1", False),
            (2, "P/B1", True),
        ]
    ),
    *(
        Row(
            "decision 17",
            f"{rows} with covered={covered}",
            scored(rows, f"{COVERED} covered={covered}"),
            then=f"scores={score}",
        )
        for rows, scores in [
            ("P/B2 R1", {"with-removed": -1, "none": -1, "all": -1}),
            ("P/R3/B2 R1", {"with-removed": -2, "none": -1, "all": -2}),
            ("P/R3/B1", {"with-removed": 0, "none": 0, "all": -1}),
            ("P/R3/B1 R2/R3", {"with-removed": -2, "none": -1, "all": -3}),
            ("P R2/R3", {"with-removed": -2, "none": -1, "all": -2}),
        ]
        for covered, score in scores.items()
    ),
    *(
        Row(
            "decision 18",
            f"five red cards beside {pile} score {score}",
            scored(f"{FIVE} {pile}", COVERED),
            then=f"scores={score}",
        )
        for pile, score in [("P", 5), ("P/B3/B2 B2", 0), ("P/R2 B2", 0)]
    ),
    *(
        Row(
            "decision 19",
            f"{players} players",
            f"players={players} summer=yes",
            then=f"stacks={stacks}",
        )
        for players, stacks in [
            (1, "hidden:40,blind:40"),
            (2, "hidden:26,hidden:26,blind:26"),
            (3, "hidden:30,hidden:30,blind:30"),
        ]
    ),
    Row(
        "decision 20",
        "gardens are worth what they are between turns",
        f"{TWO.replace('p1.garden=O:Y1', garden('Y2'))}",
        then="phase=draw scores=-1,0",
    ),
    Row(
        "decision 20",
        "a card in hand does not count yet",
        f"{TWO.replace('R1:26', 'R2:26').replace('p1.garden=O:Y1', garden('Y2'))}",
        "1",
        then="phase=place drawn=R2 scores=-1,0",
    ),
    Row(
        "decision 20",
        "it does once it is placed",
        f"{TWO.replace('R1:26', 'R2:26').replace('p1.garden=O:Y1', garden('Y2'))}",
        "1 E1",
        then="phase=reveal scores=0,0",
    ),
]


@on_both_sides(ROWS)
def test_engine_decisions_on_points(row: Row, side: Callable[[str], Side]) -> None:
    check(row, side)
