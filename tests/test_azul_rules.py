"""The rules of Azul, sentence by sentence: the material and the fill."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engines.azul import notation, rules
from tests import (
    test_azul_rules_draft,
    test_azul_rules_end,
    test_azul_rules_examples,
    test_azul_rules_grey,
    test_azul_rules_tiling,
)
from tests.azul_rows import Row, Side, check, on_both_sides
from tests.oracles.azul import Game

PAGE = Path(__file__).resolve().parent.parent / "docs" / "rules" / "azul.md"

# Red, black and white cover three spaces in each row of four walls: 60 tiles.
WALLS = " ".join(f"p{p}.wall=..RKW,W..RK,KW..R,RKW..,.RKW." for p in range(1, 5))


def crowded(blue: str, yellow: str, lid: str = "-") -> str:
    """Four players, a fill due, little in the bag: the tiles in the lines are given."""
    tiles = zip(blue.split(), yellow.split(), strict=True)
    lines = (f"p{p}.lines=-,-,-,{b},{y}" for p, (b, y) in enumerate(tiles, 1))
    return f"players=4 phase=deal lid={lid} {WALLS} {' '.join(lines)}"


# Bag and lid of the 40 blue and yellow tiles less those on the boards.
B6_AND_Y12 = "players=4 phase=deal bag=B6 lid=Y12 " + WALLS
BLUE_LINES = "p1.lines=-,-,-,B3,Y4 p2.lines=-,-,-,B3,Y4"
ROWS = [
    Row(
        "material 1",
        "there are 20 tiles of each of five colours",
        "players=2 phase=deal",
        then="bag=B20Y20R20K20W20 lid=-",
    ),
    Row(
        "material 2",
        "two players use five factories of four tiles",
        "players=2 phase=deal",
        "deal",
        then="phase=draft sizes=4,4,4,4,4",
    ),
    Row(
        "material 2",
        "three players use seven factories of four tiles",
        "players=3 phase=deal",
        "deal",
        then="phase=draft sizes=4,4,4,4,4,4,4",
    ),
    Row(
        "material 2",
        "four players use nine factories of four tiles",
        "players=4 phase=deal",
        "deal",
        then="phase=draft sizes=4,4,4,4,4,4,4,4,4",
    ),
]
