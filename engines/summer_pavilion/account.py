"""Where a player's points come from, as if the game ended now."""

from __future__ import annotations

from engines.protocol import State
from engines.summer_pavilion.layout import CENTRE_STAR, OVER, PHASE, SCORE, board
from engines.summer_pavilion.scoring import end_points, star_points


def account(state: State, player: int) -> dict[str, int]:
    """Points by source, the `total` last (rules: end)."""
    score = int(state[board(player) + SCORE])
    bonus = int(end_points(state, player))
    stars = sum(int(star_points(state, player, s)) for s in range(CENTRE_STAR + 1))
    paid = bonus if state[PHASE] == OVER else 0
    points = {"so_far": score - paid, "stars": stars, "numbers": bonus - stars}
    return points | {"total": sum(points.values())}


def changes(state: State) -> dict[tuple[int, ...], dict[str, int]]:  # noqa: ARG001
    """Nothing: what a turn brings is not known before its bonus tiles are placed."""
    return {}
