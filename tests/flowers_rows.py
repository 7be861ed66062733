"""The two sides that play the rules of Flowers, and positions in few words."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np
import pytest

from engines import flowers
from engines.flowers import notation as flowers_notation
from engines.flowers import packing as flowers_packing
from engines.flowers.cards import NAMES
from engines.protocol import Vector
from tests import rule_rows
from tests.oracles.flowers import CHANCE, Game
from tests.oracles.flowers_garden import CARDS, garden_text, parse_rows
from tests.rule_rows import DEAL_STEP, Row, Side, check

__all__ = ["Row", "Side", "check", "on_both_sides"]

PAGE = "flowers.md"
STACKS = "stacks=R1:26,R2:26,blind:20"
# Each player has one card; player 1 is in turn.
TWO = f"players=2 {STACKS} p1.garden=O:Y1 p2.garden=O:Y1"
THREE = f"players=3 {STACKS} p1.garden=O:Y1 p2.garden=O:Y1 p3.garden=O:Y1"
SOLO = "players=1 p1.garden=O:Y1"
SOMETIMES = dict.fromkeys(("last", "drawn", "from", "discard"), "-")  # if not given


class EngineSide(rule_rows.EngineSide):
    """The kernels of Flowers."""

    rules: ClassVar[Any] = flowers
    notation: ClassVar[Any] = flowers_notation
    packing: ClassVar[Any] = flowers_packing

    def fields(self) -> Mapping[str, Any]:
        state = self.state
        fields = dict(flowers_notation.to_fields(state))
        points: Vector = np.zeros(flowers.MAX_PLAYERS)
        flowers.scores(state, points)
        assert flowers.current_player(state) + 1 == fields["turn"]
        assert flowers.is_over(state) == (fields["phase"] == "over")
        assert flowers.is_mid_turn(state) == (fields["phase"] == "place")
        assert (flowers.chance_due(state) > 0) == (fields["phase"] in CHANCE)
        unseen = flowers_packing.unseen_cards(state)
        players = flowers.player_count(state)
        return (
            SOMETIMES
            | fields
            | {
                "scores": [str(int(p)) for p in points[:players]],
                "unseen": counted({NAMES[card]: n for card, n in unseen.items()}),
                "kinds": flowers.count_outcomes(state),
            }
        )


class OracleSide(rule_rows.OracleSide):
    """The oracle of Flowers."""

    oracle: ClassVar[Any] = Game
    notation: ClassVar[Any] = flowers_notation

    def step(self, step: str) -> None:
        if step == DEAL_STEP:
            cards = sorted(self.game.unseen().elements())
            self.game.apply_deal(random.Random(1).choice(cards))
        else:
            super().step(step)

    def fields(self) -> Mapping[str, Any]:
        fields = dict(super().fields())
        return (
            SOMETIMES
            | fields
            | {
                "scores": [str(score) for score in self.game.scores()],
                "unseen": counted(self.game.unseen()),
                "kinds": len(self.game.deals()),
            }
        )


SIDES: dict[str, Callable[[str], Side]] = {"engine": EngineSide, "oracle": OracleSide}


def on_both_sides(rows: list[Row]) -> pytest.MarkDecorator:
    """Parametrize a test by the rows and the two sides."""
    return rule_rows.parametrized(rows, SIDES)


# --- Positions in few words -----------------------------------------------------------


def counted(cards: Mapping[str, int]) -> list[str]:
    """Cards with their numbers, such as `R3:7`, in canonical order."""
    return [f"{card}:{cards[card]}" for card in CARDS if cards.get(card)]


def but(*seen: str) -> str:
    """The cards that are unseen when these have been seen, as a field."""
    return "unseen=" + ",".join(counted(Counter(CARDS) - Counter(seen)))


def garden(rows: str, player: int = 1) -> str:
    """The garden of a player given row by row, as a key of a position.

    O is the cell of the purple card, if there is one, or the first of the first row.
    """
    cells = parse_rows(rows)
    x, y = next((c for c, pile in cells.items() if pile[0] == "P"), (0, 0))
    moved = {(a - x, b - y): pile for (a, b), pile in cells.items()}
    return f"p{player}.garden={','.join(garden_text(moved))}"


def scored(rows: str, switches: str = "") -> str:
    """A solo game in which this garden has grown."""
    return f"players=1 {switches} stacks=blind:9 {garden(rows)}"


def over(*gardens: str, switches: str = "") -> str:
    """A game that has ended with these gardens."""
    laid = (garden(rows, player) for player, rows in enumerate(gardens, 1))
    stacks = "stacks=hidden:0,blind:9"
    return f"players={len(gardens)} {switches} phase=over {stacks} {' '.join(laid)}"
