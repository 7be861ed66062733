"""The two sides that play the rules of Summer Pavilion, and positions in few words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from engines import summer_pavilion
from engines.summer_pavilion import notation, packing
from tests import rule_rows
from tests.oracles.summer_pavilion import Game
from tests.rule_rows import PAGES, Row, Side, check

__all__ = ["Row", "Side", "check", "on_both_sides"]

PAGE = "summer-pavilion.md"
COLOURS = "PGOYBR"
OUTER_STARS = "ORBYGP"  # clockwise
NAMES = {
    "O": "orange",
    "R": "red",
    "B": "blue",
    "Y": "yellow",
    "G": "green",
    "P": "purple",
    "C": "centre",
}
SUPPLY = "PPGGOOYYBR"
DRAFT = f"players=2 supply={SUPPLY}"
# Player 1 places: player 2 has tiles (none are named in TWO), or has passed.
TWO = f"players=2 phase=place marker=1 supply={SUPPLY}"
PLACE = f"{TWO} p2.stock=G9"
ALONE = f"{TWO} p2.passed=yes"
FILL = f"players=2 phase=deal round=2 supply={SUPPLY}"


class EngineSide(rule_rows.EngineSide):
    """The kernels of Summer Pavilion."""

    rules, notation, packing = summer_pavilion, notation, packing


class OracleSide(rule_rows.OracleSide):
    """The oracle of Summer Pavilion."""

    oracle, notation = Game, notation


SIDES: dict[str, Callable[[str], Side]] = {"engine": EngineSide, "oracle": OracleSide}


def on_both_sides(rows: list[Row]) -> pytest.MarkDecorator:
    """Parametrize a test by the rows and the two sides."""
    return rule_rows.parametrized(rows, SIDES)


# --- Boards in few words --------------------------------------------------------------


def laid(spaces: str, player: int = 1) -> str:
    """The stars of a player with tiles on spaces like `O5 C1R`, as keys of a position.

    Without a colour the tile has the star's own. Stars that are free are left out.
    """
    stars: dict[str, list[str]] = {}
    for space in spaces.split():
        tiles = stars.setdefault(NAMES[space[0]], ["."] * 6)
        tiles[int(space[1]) - 1] = space[2:] or space[0]
    return " ".join(f"p{player}.{name}={''.join(t)}" for name, t in stars.items())


def whole(star: str, colours: str = "") -> str:
    """All spaces of a star: in its own colour, in another, or one colour a space."""
    colours = (colours or star) * (6 if len(colours) < 2 else 1)
    return " ".join(f"{star}{p}{colours[p - 1]}" for p in range(1, 7))


WHOLE_OUTER = " ".join(map(whole, OUTER_STARS))
WHOLE_BOARD = f"{WHOLE_OUTER} {whole('C', COLOURS)}"

# Three tiles of each colour are left to supply, stocks and the board of player 1; the
# other players have passed, and bag and tower are empty.
SCARCE = (
    "players=4 phase=place marker=1 bag=- tower=-"
    f" {laid(WHOLE_BOARD, 2)} {laid(WHOLE_OUTER, 3)} {laid(WHOLE_OUTER, 4)}"
    " p2.passed=yes p3.passed=yes p4.passed=yes"
)


# --- Decorations, as the rules page lists them ----------------------------------------


BONUSES = {"window": 3, "statue": 2, "pillar": 1}


def page_decorations() -> Iterator[tuple[str, str, list[str]]]:
    """Name and star, kind, spaces."""
    text = (PAGES / PAGE).read_text(encoding="utf-8")
    for line in text.splitlines():
        if re.match(r"\| [a-z]+ +\| [ORBYGP]5", line):
            star, *groups = [cell.strip() for cell in line.strip("|").split("|")]
            for kind, spaces in zip(BONUSES, groups, strict=True):
                yield star, kind, spaces.split()


DECORATIONS = list(page_decorations())


def all_but(spaces: list[str], last: str) -> str:
    """All spaces of a decoration but one, those of the centre star in P and G."""
    colours = iter("PG")
    others = [space for space in spaces if space != last]
    return " ".join(s + (next(colours) if s[0] == "C" else "") for s in others)


def coloured(space: str, plain: bool = False) -> str:
    """A move to a space without wild tiles, in the centre with an orange one."""
    if space[0] == "C":
        return f"{space}O"
    return space + (space[0] if plain else "")
