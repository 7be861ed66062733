"""Where a player's points come from, as if the game ended now."""

from __future__ import annotations

from engines.accounts import by_source, with_bonuses
from engines.azul.layout import OVER, PHASE, SCORE, SHOWN, WALL, board, field
from engines.azul.scoring import (
    COLOUR_BONUS,
    COLUMN_BONUS,
    FIVE,
    ROW_BONUS,
    column_bits,
    complete_rows,
)
from engines.jit import kernel
from engines.protocol import State, Vector

SOURCES = ("rows", "columns", "colours")


@kernel
def points_by_source(state: State, player: int, out: Vector) -> None:
    """`out[i]` are the end's bonuses of SOURCES[i] (rules: end)."""
    at = board(player)
    columns = 0
    colours = 0
    for i in range(5):
        columns += 1 if column_bits(state[at + WALL], i) == FIVE else 0
        colours += 1 if field(state[at + SHOWN], i) == FIVE else 0
    out[0] = ROW_BONUS * complete_rows(state[at + WALL])
    out[1] = COLUMN_BONUS * columns
    out[2] = COLOUR_BONUS * colours


def account(state: State, player: int) -> dict[str, int]:
    """Points by source, the `total` last (rules: end)."""
    bonuses = by_source(points_by_source, SOURCES, state, player)
    score = int(state[board(player) + SCORE])
    return with_bonuses(score, bonuses, bool(state[PHASE] == OVER))


def changes(state: State) -> dict[tuple[int, ...], dict[str, int]]:  # noqa: ARG001
    """Nothing: what a take brings depends on the rest of the round."""
    return {}
