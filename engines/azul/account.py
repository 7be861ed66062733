"""Where a player's points come from, as if the game ended now."""

from __future__ import annotations

from engines.azul.layout import OVER, PHASE, SCORE, SHOWN, WALL, board, field
from engines.azul.scoring import (
    COLOUR_BONUS,
    COLUMN_BONUS,
    FIVE,
    ROW_BONUS,
    column_bits,
    complete_rows,
)
from engines.protocol import State


def account(state: State, player: int) -> dict[str, int]:
    """Points by source, the `total` last (rules: end)."""
    at = board(player)
    wall, shown, score = (int(state[at + word]) for word in (WALL, SHOWN, SCORE))
    columns = sum(int(column_bits(wall, column)) == FIVE for column in range(5))
    colours = sum(int(field(shown, colour)) == FIVE for colour in range(5))
    bonuses = {
        "rows": ROW_BONUS * int(complete_rows(wall)),
        "columns": COLUMN_BONUS * columns,
        "colours": COLOUR_BONUS * colours,
    }
    paid = sum(bonuses.values()) if state[PHASE] == OVER else 0
    points = {"so_far": score - paid} | bonuses
    return points | {"total": sum(points.values())}


def changes(state: State) -> dict[tuple[int, ...], dict[str, int]]:  # noqa: ARG001
    """Nothing: what a take brings depends on the rest of the round."""
    return {}
