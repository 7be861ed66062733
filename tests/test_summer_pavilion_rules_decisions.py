"""What the engine decides where rule sheets are silent, and the checked examples."""

from __future__ import annotations

from collections.abc import Callable

from tests.summer_pavilion_rows import (
    ALONE,
    DRAFT,
    FILL,
    PLACE,
    SCARCE,
    Row,
    Side,
    check,
    laid,
    on_both_sides,
)

# Player 1 alone has tiles, and the supply is short: bag and tower are empty.
SHORT = f"{SCARCE} p1.stock=P3G3O1Y1R1 supply=OOYYBBBRR"
NO_TILES = SCARCE.replace("phase=place marker=1", "phase=deal round=4").replace(
    " p2.passed=yes p3.passed=yes p4.passed=yes", ""
)
# Bag and tower are empty before a fill; player 1 has kept four tiles, or nobody any.
KEPT = f"{NO_TILES} p1.stock=P3G1 supply=GGOOOYYYBB {laid('B1 R1 R2 R3')}"
ON_BOARDS = f"{NO_TILES} supply=GGOOOYYYBB {laid('P1 P3 P5 G1 B1 R1 R3 R5')}"
NO_FILL = "[-,-,-,-,-,-,-,-,-]"

DECISIONS = [
    Row(
        "decision 1",
        "discarded tiles do not bring a score below 1",
        f"{PLACE} p1.stock=Y9 p1.score=4",
        "pass keepY done",
        then="p1.score=1",
    ),
    Row(
        "decision 1",
        "a score of 1 stays at every penalty",
        f"{DRAFT} centre=GB p1.score=1",
        "CG CB pass done",
        then="p1.score=1",
    ),
    Row(
        "decision 2",
        "tiles paid fill a supply that nobody took a bonus from",
        SHORT,
        "G2+1",
        then="phase=refill turn=1 tower=P1 supply=OOYYBBBRR",
    ),
    Row(
        "decision 2",
        "the refill takes what there is",
        SHORT,
        "G2+1 [P]",
        then="phase=place turn=1 tower=- supply=POOYYBBBRR",
    ),
    Row(
        "decision 2",
        "a tile that costs no other leaves the supply short",
        SHORT,
        "G1",
        then="phase=place turn=1 tower=- supply=OOYYBBBRR",
    ),
    Row(
        "decision 2",
        "tiles discarded at the last pass of a round fill it too",
        SHORT,
        "pass keepP keepP keepG keepG",
        then="phase=refill round=1 turn=1 tower=P1G1O1Y1R1 p1.passed=yes p1.kept=P2G2",
    ),
    Row(
        "decision 2",
        "then the round ends",
        SHORT,
        "pass keepP keepP keepG keepG [Y]",
        then="phase=deal round=2 bag=P1G1O1R1 tower=- p1.stock=P2G2 supply=OOYYYBBBRR",
    ),
    Row(
        "decision 3",
        "what the supply lacks of a bonus is lost",
        f"{SCARCE} {laid('O2 R3 R4')} p1.stock=P3G3O2Y3B3 supply=R",
        "O1 takeR",
        then="phase=place turn=1 supply=- p1.stock=P3G3O1Y3B3R1",
    ),
    Row(
        "decision 4",
        "with the marker in the centre the starting player stays",
        f"{ALONE.replace('marker=1', 'marker=centre')} first=2 turn=1 p1.stock=R1",
        "R1",
        then="phase=deal turn=2 first=2",
    ),
    Row(
        "decision 5",
        "no tile need be kept",
        f"{PLACE} p1.stock=Y3 p1.score=9",
        "pass done",
        then="p1.kept=- p1.score=6 turn=2",
    ),
    Row(
        "decision 5",
        "fewer than four may be kept",
        f"{PLACE} p1.stock=Y5 p1.score=9",
        "pass keepY done",
        then="p1.kept=Y1 p1.score=5 turn=2",
    ),
    Row(
        "decision 6",
        "player 1 starts the first round",
        "players=4 phase=deal",
        "deal",
        then="turn=1 first=1 round=1",
    ),
    Row(
        "decision 7",
        "what lies in the bag and in the tower is public",
        f"{FILL} bag=P9G12R4 p1.stock=O4",
        then="bag=P9G12R4 tower=P11G8O16Y20B21R17 p1.stock=O4",
    ),
    Row(
        "decision 8",
        "bonus tiles are named in the order of colours",
        f"{PLACE} p1.stock=O6 {laid('O5')}",
        "O6 takeY",
        then="least=Y owed=2",
        legal="takeY takeB",
        refused="takeP takeG takeO takeR",
    ),
    Row(
        "decision 8",
        "a colour with too few tiles from there on is not named",
        f"{PLACE} p1.stock=O6 {laid('O5')}",
        "O6 takeY takeB",
        then="least=B owed=1",
        legal="takeR",
    ),
    Row(
        "decision 8",
        "tiles kept are named in the order of colours",
        f"{PLACE} p1.stock=P2G2O2Y2",
        "pass keepG",
        then="least=G",
        legal="keepG keepO keepY done",
        refused="keepP",
    ),
    Row(
        "decision 8",
        "with no colour left to name the choice is over",
        f"{PLACE} p1.stock=P2Y1 p1.score=9",
        "pass keepY",
        then="phase=place turn=2 p1.kept=Y1 p1.score=7 tower=P2",
    ),
    Row(
        "decision 9",
        "a player without tiles is not asked",
        f"{PLACE} p1.stock=O1",
        "O1 G1",
        then="turn=2 phase=place p1.passed=yes",
    ),
    Row(
        "decision 10",
        "without a tile to fill in, the placing begins",
        KEPT,
        NO_FILL,
        then="phase=place round=4 turn=1 marker=centre p1.stock=P3G1 p2.passed=no",
        can="P1 P3 G1 pass",
    ),
    Row(
        "decision 10",
        "a random fill without tiles does the same",
        KEPT,
        "deal",
        then="phase=place round=4 turn=1",
    ),
    Row(
        "decision 10",
        "the first player with tiles is in turn",
        f"{KEPT} first=3",
        NO_FILL,
        then="phase=place turn=1 first=3 p3.passed=yes p4.passed=yes p2.passed=no",
    ),
    Row(
        "decision 10",
        "without kept tiles the round ends at once",
        ON_BOARDS,
        NO_FILL,
        then="phase=deal round=5 turn=1 first=1",
    ),
    Row(
        "decision 10",
        "so may the last rounds",
        f"{ON_BOARDS} first=2 p1.score=9",
        f"{NO_FILL} {NO_FILL} {NO_FILL}",
        then="phase=over round=6 turn=2 first=2 p1.score=9 p2.score=157",
    ),
    Row(
        "decision 11",
        "the marker is paid for at once",
        f"{DRAFT} centre=GGB p1.score=9",
        "CG",
        then="phase=draft p1.score=7",
    ),
]

EXAMPLES = [
    Row(
        "example 1",
        "blue 6 in an empty star is worth 1 point",
        f"{PLACE} p1.stock=B6",
        "B6",
        then="p1.score=6 tower=B5 p1.blue=.....B",
    ),
    Row(
        "example 1",
        "blue 6 between 5 and 1 is worth 3 points",
        f"{PLACE} p1.stock=B6 {laid('B5 B1')}",
        "B6",
        then="p1.score=8",
    ),
    Row(
        "example 2",
        "three blue and three purple pay for blue 6",
        f"{PLACE} p1.stock=P3B3",
        "B6+3",
        then="p1.stock=- tower=P3B2 p1.blue=.....B",
    ),
    Row(
        "example 2",
        "one orange and three purple pay for orange 4",
        f"{PLACE} p1.stock=P3O1",
        "O4+3",
        then="p1.stock=- tower=P3",
    ),
    Row(
        "example 2",
        "purple 2 needs two purple tiles",
        f"{PLACE} p1.stock=P1O4",
        can="P1 O2+1",
        refused="P2 P2+1",
    ),
    Row(
        "example 2",
        "with two purple tiles purple 2 is paid",
        f"{PLACE} p1.stock=P2",
        "P2",
        then="p1.stock=- tower=P1",
    ),
    Row(
        "example 3",
        "centre 1 completes the pillars of orange and red",
        f"{PLACE} p1.stock=Y1 {laid('O2 O3 C6P C2G R2 R3')}",
        "C1Y",
        then="phase=bonus owed=2",
    ),
    Row(
        "example 3",
        "an outer 2 completes a statue and a pillar",
        f"{PLACE} p1.stock=B2 {laid('B1 Y3 Y4 B3 C2P C3G')}",
        "B2",
        then="phase=bonus owed=3",
    ),
    *(
        Row(
            "example 4",
            f"three yellow and a wild one cost 4 points of {score}",
            f"{DRAFT} centre=PPYYYR p1.score={score}",
            "CY",
            then=f"p1.score={left} p1.stock=P1Y3 marker=1 centre=PR",
        )
        for score, left in [(10, 6), (3, 1)]
    ),
    Row(
        "example 5",
        "of four wild tiles three go to the centre",
        f"{DRAFT} factories=PPPP,-,-,-,-",
        "1P",
        then="p1.stock=P1 centre=PPP",
    ),
    *(
        Row(
            "example 6",
            f"two red tiles not kept in round {n} cost 2 points",
            f"{PLACE} round={n} p1.stock=G4R2 p1.score=9",
            "pass keepG keepG keepG keepG",
            then="p1.score=7 p1.kept=G4 tower=R2",
        )
        for n in range(1, 6)
    ),
]
ROWS = DECISIONS + EXAMPLES


@on_both_sides(ROWS)
def test_engine_decisions_and_checked_examples(
    row: Row, side: Callable[[str], Side]
) -> None:
    check(row, side)
