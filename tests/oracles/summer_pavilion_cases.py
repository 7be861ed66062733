"""Positions of Summer Pavilion for the tests of its oracle, in a few words each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from tests.oracles.summer_pavilion import Game
from tests.oracles.summer_pavilion_board import COLOURS, counts_text

SUPPLY = "PPGGOOYYBR"
FREE = "......"
NO_FACTORIES = ["-"] * 5


def position(
    players: int = 2, board: str = "colour", rest: str = "bag", **changes: Any
) -> Game:
    """Player 1 places in round 1; `p1_score` stands for `p1.score`; tiles that are
    nowhere else are in `rest`."""
    fields = Game.new(players, board).to_fields()
    fields |= {"phase": "place", "supply": SUPPLY, "bag": "-"}
    fields |= {key.replace("_", "."): value for key, value in changes.items()}
    count: Counter[str] = Counter()
    for value in (value for key, value in fields.items() if key != "least"):
        for text in value if isinstance(value, list) else [str(value)]:
            for colour, number in re.findall(r"([PGOYBR])([0-9]*)", text):
                count[colour] += int(number or 1)
    missing = Counter(dict.fromkeys(COLOURS, 22)) - count
    if missing:
        assert fields[rest] == "-"
        fields[rest] = counts_text(missing)
    return Game.from_fields(fields)


def draft(players: int = 2, **changes: Any) -> Game:
    """Player 1 takes tiles in round 1, purple is wild."""
    return position(players, **{"phase": "draft", **changes})


def named(rows: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Cases of a table whose first column is their name."""
    return [pytest.param(*values, id=name) for name, *values in rows]


def moves_on(game: Game, space: str) -> list[str]:
    """The moves of the placing that begin with this star and position."""
    return [move for move in game.moves() if move.startswith(space)]


def holds(game: Game, /, **expected: Any) -> None:
    """These keys of the position have these values; `p1_score` as in `position`."""
    wanted = {key.replace("_", "."): value for key, value in expected.items()}
    fields = game.to_fields()
    found = {key: fields.get(key) for key in wanted}
    assert found == wanted, found


def play(game: Game, *moves: str) -> Game:
    """The same game after these moves."""
    for move in moves:
        game.play(move)
    return game


def star(*positions: int, colour: str) -> str:
    """The text of a star with tiles of one colour on these positions."""
    return "".join(colour if p in positions else "." for p in range(1, 7))
