"""Where a player's points come from, and what moves would change at once."""

from __future__ import annotations

from engines.accounts import by_source
from engines.flowers.layout import DRAW, DRAWN, PHASE, PLACE, REMOVAL, TURN, garden
from engines.flowers.rules import action_at, count_actions, play
from engines.flowers.scoring import (
    TIE_RANGE,
    cards_lost,
    colour_groups,
    removed_cells,
    scoring_butterflies,
)
from engines.jit import kernel
from engines.protocol import State, Vector

SOURCES = ("removed", "groups", "butterflies")


@kernel
def points_by_source(state: State, player: int, out: Vector) -> None:
    """`out[i]` are the points from SOURCES[i] (rules: scoring).

    `removed` is what removed and covered cards cost.
    """
    at = garden(player)
    removed = removed_cells(state, at)
    out[0] = -state[REMOVAL] * cards_lost(state, at, removed)
    out[1] = colour_groups(state, at, removed) // TIE_RANGE
    out[2] = scoring_butterflies(state, at, removed)


def account(state: State, player: int) -> dict[str, int]:
    """Points by source, the `total` last."""
    points = by_source(points_by_source, SOURCES, state, player)
    return points | {"total": sum(points.values())}


def changes(state: State) -> dict[tuple[int, ...], dict[str, int]]:
    """The account of the player to decide after a move less the one before it.

    By placement, and by draw of a visible card with the placement that brings most.
    """
    found: dict[tuple[int, ...], dict[str, int]] = {}
    for action in _legal_actions(state):
        after = state.copy()
        play(after, action)
        if state[PHASE] == PLACE:
            found[(action,)] = _change(state, after)
        elif state[PHASE] == DRAW and after[DRAWN]:
            after[PHASE] = PLACE  # where a top is to be turned up first
            places = changes(after)
            best = max(places, key=lambda place: places[place]["total"])
            found[action, *best] = places[best]
    return found


def _legal_actions(state: State) -> list[int]:
    return [int(action_at(state, i)) for i in range(count_actions(state))]


def _change(before: State, after: State) -> dict[str, int]:
    player = int(before[TURN])
    old, new = account(before, player), account(after, player)
    return {source: new[source] - old[source] for source in new}
