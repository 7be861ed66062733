"""Where a player's points come from, as if the game ended now."""

from __future__ import annotations

from engines.accounts import by_source, with_bonuses
from engines.jit import kernel
from engines.protocol import State, Vector
from engines.summer_pavilion.layout import CENTRE_STAR, OVER, PHASE, SCORE, board
from engines.summer_pavilion.scoring import end_points, star_points

SOURCES = ("stars", "numbers")


@kernel
def points_by_source(state: State, player: int, out: Vector) -> None:
    """`out[i]` are the end's points from SOURCES[i] (rules: end)."""
    stars = 0
    for star in range(CENTRE_STAR + 1):
        stars += star_points(state, player, star)
    out[0] = stars
    out[1] = end_points(state, player) - stars


def account(state: State, player: int) -> dict[str, int]:
    """Points by source, the `total` last (rules: end)."""
    bonuses = by_source(points_by_source, SOURCES, state, player)
    score = int(state[board(player) + SCORE])
    return with_bonuses(score, bonuses, bool(state[PHASE] == OVER))


def changes(state: State) -> dict[tuple[int, ...], dict[str, int]]:  # noqa: ARG001
    """Nothing: what a turn brings is not known before its bonus tiles are placed."""
    return {}
