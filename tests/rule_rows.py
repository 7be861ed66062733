"""Rows of the tables of rules: each is played on an engine and on its oracle."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Protocol

import numpy as np
import pytest

from engines.protocol import Vector
from engines.rng import DEAL, new_stream

PAGES = Path(__file__).resolve().parent.parent / "docs" / "rules"
DEAL_STEP = "deal"
NO_MOVES = "-"
CHANCE_PHASES = ("deal", "refill")


@dataclass(frozen=True)
class Row:
    """What follows from a position by one sentence of the rules.

    `steps` are moves, given fills in brackets, and `deal` for a random fill. After them
    the fields named in `then` have these values, the legal moves are exactly `legal`,
    or `can` are among them, and everything in `refused` is impossible.
    """

    rule: str
    sentence: str
    start: str
    steps: str = ""
    then: str = ""
    legal: str = ""
    can: str = ""
    refused: str = ""
    shares: str = ""

    def __str__(self) -> str:
        return f"{self.rule}: {self.sentence}"


class Side(Protocol):
    """One of the two implementations, in some position."""

    def step(self, step: str) -> None:
        """A move or a fill has been made; ValueError if it is impossible."""

    def fields(self) -> Mapping[str, Any]:
        """The position as data."""

    def moves(self) -> list[str]:
        """The legal moves as texts."""

    def shares(self) -> list[float]:
        """The win shares of a game that is over."""


class EngineSide:
    """The kernels, through the notation."""

    rules: ClassVar[Any]
    notation: ClassVar[Any]
    packing: ClassVar[Any]

    def __init__(self, start: str) -> None:
        self.state = self.notation.parse(f"{self.notation.GAME} {start}").state
        self.check()

    def step(self, step: str) -> None:
        if step == DEAL_STEP:
            rng = new_stream(1, DEAL, 0, self.rules.chance_due(self.state))
            self.rules.deal(self.state, rng)
        elif step.startswith("["):
            self.state = self.notation.parse_deal(step[1:-1], self.state)
        else:
            self.rules.play(self.state, self.notation.parse_move(step, self.state))
        self.check()

    def check(self) -> None:
        """What the words of the state say twice agrees, and so do text and data."""
        state, notation, packing = self.state, self.notation, self.packing
        assert np.array_equal(packing.pack(packing.unpack(state)), state)
        assert np.array_equal(notation.parse(notation.format(state)).state, state)
        fields = notation.to_fields(state)
        assert np.array_equal(notation.from_fields(fields).state, state)

    def fields(self) -> Mapping[str, Any]:
        rules, state = self.rules, self.state
        fields: dict[str, Any] = self.notation.to_fields(state)
        points: Vector = np.zeros(rules.MAX_PLAYERS)
        rules.scores(state, points)
        for player in range(rules.player_count(state)):
            assert points[player] == fields[f"p{player + 1}.score"]
        assert rules.current_player(state) + 1 == fields["turn"]
        assert rules.is_over(state) == (fields["phase"] == "over")
        assert (rules.chance_due(state) > 0) == (fields["phase"] in CHANCE_PHASES)
        return fields

    def moves(self) -> list[str]:
        rules, state = self.rules, self.state
        buffer = np.empty(rules.MAX_ACTIONS, np.int64)
        actions = buffer[: rules.legal_actions(state, buffer)].tolist()
        assert rules.count_actions(state) == len(actions)
        single = [rules.action_at(state, i) for i in range(len(actions))]
        assert single == actions
        return [self.notation.format_move(action, state) for action in actions]

    def shares(self) -> list[float]:
        shares: Vector = np.zeros(self.rules.MAX_PLAYERS)
        self.rules.outcome(self.state, shares)
        return shares[: self.rules.player_count(self.state)].tolist()


class OracleSide:
    """The slow second implementation."""

    oracle: ClassVar[Any]
    notation: ClassVar[Any]

    def __init__(self, start: str) -> None:
        state = self.notation.parse(f"{self.notation.GAME} {start}").state
        self.game = self.oracle.from_fields(self.notation.to_fields(state))

    def step(self, step: str) -> None:
        if step == DEAL_STEP:
            self.game.deal(random.Random(1))
        elif step.startswith("["):
            self.draw(step[1:-1])
        else:
            self.game.play(step)

    def draw(self, text: str) -> None:
        """The chance event that is due has this result."""
        self.game.apply_deal(text)

    def fields(self) -> Mapping[str, Any]:
        fields: dict[str, Any] = self.game.to_fields()
        return fields

    def moves(self) -> list[str]:
        return list(self.game.moves())

    def shares(self) -> list[float]:
        return [float(share) for share in self.game.win_shares()]


def parametrized(
    rows: list[Row], sides: Mapping[str, Callable[[str], Side]]
) -> pytest.MarkDecorator:
    """Parametrize a test by the rows and the sides."""
    cases = [
        pytest.param(row, sides[name], id=f"{row}, {name}")
        for row in rows
        for name in sides
    ]
    return pytest.mark.parametrize(("row", "side"), cases)


def check(row: Row, side: Callable[[str], Side]) -> None:
    """Everything that the row says holds on this side."""
    game = side(row.start)
    for step in row.steps.split():
        game.step(step)
    named = dict(word.split("=") for word in row.then.split())
    shown = shown_fields(game.fields())
    reached = {key: shown[key] for key in named}
    assert reached == named, f"{reached}, not {named}"
    moves = game.moves()
    assert len(set(moves)) == len(moves)
    if row.legal:
        assert set(moves) == set(row.legal.split()) - {NO_MOVES}, moves
    assert set(row.can.split()) <= set(moves), moves
    if row.shares:
        assert game.shares() == [float(share) for share in row.shares.split()]
    for step in row.refused.split():
        with pytest.raises(ValueError, match=r"."):
            game.step(step)
        assert shown_fields(game.fields()) == shown


def shown_fields(fields: Mapping[str, Any]) -> dict[str, str]:
    """The values as a position's text has them, and `sizes`: tiles by factory."""
    shown = {
        key: ",".join(value) if isinstance(value, list) else str(value)
        for key, value in fields.items()
    }
    sizes = [len(tiles.replace("-", "")) for tiles in fields.get("factories", [])]
    return shown | {"sizes": ",".join(map(str, sizes))}


def page_labels(page: str) -> list[str]:
    """The places of a rules page that can be cited, such as `draft 6`."""
    labels, heading = [], ""
    for line in (PAGES / page).read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            heading = re.sub("^#+ ((Round|Phase) [1-4]: )?", "", line).lower()
            heading = heading.replace("engine decisions", "decision")
            heading = heading.replace("checked examples", "example")
            heading = heading.partition(":")[0]
        elif number := re.match(r"(?:\| )?([0-9]+)(?:\.| +\|)", line):
            labels.append(f"{heading} {number[1]}")
    return labels
