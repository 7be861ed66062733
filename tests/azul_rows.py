"""The two sides on which the rows of the tables of rules of Azul are played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from engines import azul
from engines.azul import notation, packing
from tests import rule_rows
from tests.oracles.azul import Game
from tests.rule_rows import Row, Side, check

__all__ = ["Row", "Side", "check", "on_both_sides"]


class EngineSide(rule_rows.EngineSide):
    """The kernels of Azul; the number of a fill is that of its round."""

    rules, notation, packing = azul, notation, packing

    def fields(self) -> Mapping[str, Any]:
        fields = super().fields()
        if fields["phase"] == "deal":
            assert azul.chance_due(self.state) == fields["round"]
        return fields


class OracleSide(rule_rows.OracleSide):
    """The oracle of Azul."""

    oracle, notation = Game, notation

    def draw(self, text: str) -> None:
        self.game.fill(text.split(","))


SIDES: dict[str, Callable[[str], Side]] = {"engine": EngineSide, "oracle": OracleSide}


def on_both_sides(rows: list[Row]) -> pytest.MarkDecorator:
    """Parametrize a test by the rows and the two sides."""
    return rule_rows.parametrized(rows, SIDES)
