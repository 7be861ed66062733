"""Rows of the tables of rules: each is played on the engine and on the oracle."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import pytest

from engines.azul import notation, packing, rules
from engines.azul.layout import MAX_ACTIONS
from engines.rng import DEAL, new_stream
from tests.oracles.azul import Game

DEAL_STEP = "deal"
NO_MOVES = "-"


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

    def __init__(self, text: str) -> None:
        self.state = notation.parse(text).state
        self.check()

    def step(self, step: str) -> None:
        if step == DEAL_STEP:
            rng = new_stream(1, DEAL, 0, rules.chance_due(self.state))
            rules.deal(self.state, rng)
        elif step.startswith("["):
            self.state = notation.parse_deal(step[1:-1], self.state)
        else:
            rules.play(self.state, notation.parse_move(step, self.state))
        self.check()

    def check(self) -> None:
        """What the words of the state say twice agrees, and so do text and data."""
        state = self.state
        assert np.array_equal(packing.pack(packing.unpack(state)), state)
        assert np.array_equal(notation.parse(notation.format(state)).state, state)
        fields = notation.to_fields(state)
        assert np.array_equal(notation.from_fields(fields).state, state)

    def fields(self) -> Mapping[str, Any]:
        fields = notation.to_fields(self.state)
        points = np.zeros(4)
        rules.scores(self.state, points)
        for player in range(rules.player_count(self.state)):
            assert points[player] == fields[f"p{player + 1}.score"]
        assert rules.current_player(self.state) + 1 == fields["turn"]
        assert rules.is_over(self.state) == (fields["phase"] == "over")
        due = fields["round"] if fields["phase"] == "deal" else 0
        assert rules.chance_due(self.state) == due
        return fields

    def moves(self) -> list[str]:
        buffer = np.empty(MAX_ACTIONS, np.int64)
        actions = buffer[: rules.legal_actions(self.state, buffer)].tolist()
        assert rules.count_actions(self.state) == len(actions)
        single = [rules.action_at(self.state, i) for i in range(len(actions))]
        assert single == actions
        return [notation.format_move(action, self.state) for action in actions]

    def shares(self) -> list[float]:
        shares = np.zeros(4)
        rules.outcome(self.state, shares)
        return shares[: rules.player_count(self.state)].tolist()


class OracleSide:
    """The slow second implementation."""

    def __init__(self, text: str) -> None:
        fields = notation.to_fields(notation.parse(text).state)
        self.game = Game.from_fields(fields)

    def step(self, step: str) -> None:
        if step == DEAL_STEP:
            self.game.deal(random.Random(1))
        elif step.startswith("["):
            self.game.fill(step[1:-1].split(","))
        else:
            self.game.play(step)

    def fields(self) -> Mapping[str, Any]:
        return self.game.to_fields()

    def moves(self) -> list[str]:
        return self.game.moves()

    def shares(self) -> list[float]:
        return [float(share) for share in self.game.win_shares()]


SIDES: dict[str, Callable[[str], Side]] = {"engine": EngineSide, "oracle": OracleSide}


def on_both_sides(rows: list[Row]) -> pytest.MarkDecorator:
    """Parametrize a test by the rows and the two sides."""
    cases = [
        pytest.param(row, SIDES[name], id=f"{row}, {name}")
        for row in rows
        for name in SIDES
    ]
    return pytest.mark.parametrize(("row", "side"), cases)


def check(row: Row, side: Callable[[str], Side]) -> None:
    """Everything that the row says holds on this side."""
    game = side(f"azul {row.start}")
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
    sizes = [len(tiles.replace("-", "")) for tiles in fields["factories"]]
    return shown | {"sizes": ",".join(map(str, sizes))}
