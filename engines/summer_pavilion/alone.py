"""A placing phase by one player alone, opponents aside: what remains is without chance.

The player places until he passes, and takes bonus tiles from the supply as it lies now:
nobody else takes from it, and it is not refilled. Of the tiles left, four are kept in
rounds 1 to 5, and every other one costs a point. The end's points for stars and numbers
that are complete then count at once, as they can't be lost any more.

A module for `search.solitaire`, over the states of the game with one board.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engines.accounts import by_source
from engines.jit import inlined, kernel
from engines.keys import as_key, placed
from engines.protocol import State
from engines.rng import GOLDEN
from engines.summer_pavilion.account import SOURCES, points_by_source
from engines.summer_pavilion.layout import (
    BOARD_SIZE,
    BOARDS,
    BONUS,
    BONUS_ACTION,
    CELLS,
    CENTRE_STAR,
    COVERED,
    KEEP,
    KEPT,
    LAST_ROUND,
    LEAST,
    MAX_ACTIONS,
    MAX_KEPT,
    OVER,
    OWED,
    PASS,
    PHASE,
    PLACE,
    PLACE_ACTION,
    PLAIN,
    PLAYERS,
    ROUND,
    SCORE,
    STAR_SPACES,
    STATE_SIZE,
    STOCK,
    SUPPLY,
    TURN,
    board,
    has_passed,
    star_cells,
    total,
)
from engines.summer_pavilion.placing import place, take_bonus
from engines.summer_pavilion.promise import (
    SCALE,
    may_complete_decoration,
    most_worth,
)
from engines.summer_pavilion.rules import is_mid_turn, is_over, legal_actions
from engines.summer_pavilion.scoring import end_points

__all__ = [
    "MAX_ACTIONS",
    "SCALE",
    "STATE_SIZE",
    "account",
    "alone",
    "is_mid_turn",
    "is_over",
    "legal_actions",
    "most_worth",
    "play",
    "state_key",
    "why_not",
    "worth",
]


def alone(state: State, player: int) -> State:
    """The placing phase of one player of a position in phase PLACE or BONUS.

    Bonus tiles that another player still has to take are left in the supply.
    """
    own = np.zeros(STATE_SIZE, np.int64)
    at = BOARDS + BOARD_SIZE * player
    own[BOARDS : BOARDS + BOARD_SIZE] = state[at : at + BOARD_SIZE]
    own[BOARDS + KEPT] = 0  # tiles kept are out of reach, and come to be counted here
    own[PLAYERS], own[PHASE] = 1, PLACE
    for word in (PLAIN, ROUND, SUPPLY):
        own[word] = state[word]
    if state[PHASE] == BONUS and state[TURN] == player:
        for word in (PHASE, OWED, LEAST):
            own[word] = state[word]
    return own


def why_not(state: State, player: int) -> str:
    """Why the player has nothing to place in a position, nothing if he has."""
    if state[PHASE] not in (PLACE, BONUS, KEEP):
        return "the position is not in the placing phase"
    if has_passed(state, player) or (state[PHASE] == KEEP and state[TURN] == player):
        return f"player {player + 1} has passed"
    if state[board(player) + STOCK] == 0:
        return f"player {player + 1} has no tiles"
    return ""


def account(root: State, actions: Sequence[int]) -> dict[str, int]:
    """What came of a whole sequence, points by source, then tiles left and kept.

    `placed` are the points of tiles laid, `lost` those of tiles not kept, `stars` and
    `numbers` the end's points for what has been completed; `total` is their sum.
    """
    state, placed_points, lost = root.copy(), 0, 0
    for action in actions:
        before = int(state[BOARDS + SCORE])
        play(state, action)
        at_end = end_points(state, 0) if state[PHASE] == OVER else 0
        change = int(state[BOARDS + SCORE]) - before - int(at_end)
        placed_points += max(0, change)
        lost += max(0, -change)
    now, then = (by_source(points_by_source, SOURCES, s, 0) for s in (root, state))
    bonuses = {source: then[source] - now[source] for source in SOURCES}
    return {
        "placed": placed_points,
        "lost": lost,
        **bonuses,
        "total": placed_points - lost + sum(bonuses.values()),
        "left": int(total(state[BOARDS + STOCK])),
        "kept": int(state[BOARDS + KEPT]),
    }


@inlined
def play(state: State, action: int) -> None:
    """The legal action is done; the game is over after a pass or without tiles."""
    if action == PASS:
        finish(state)
        return
    if action >= PLACE_ACTION:
        placement = action - PLACE_ACTION
        place(state, placement >> 6, placement >> 3 & 7, placement & 7)
    else:
        take_bonus(state, action - BONUS_ACTION)
    if state[OWED]:
        state[PHASE] = BONUS
        return
    state[PHASE] = PLACE
    state[LEAST] = 0
    if state[BOARDS + STOCK] == 0:
        finish(state)


@kernel
def finish(state: State) -> None:
    """The player has passed: tiles not kept have cost a point, the end's are there."""
    left = total(state[BOARDS + STOCK])
    kept = min(left, MAX_KEPT) if state[ROUND] < LAST_ROUND else 0
    if left > kept:
        state[BOARDS + SCORE] = max(1, state[BOARDS + SCORE] - (left - kept))
    state[BOARDS + SCORE] += end_points(state, 0)
    state[BOARDS + KEPT] = kept  # how many, of whatever colours
    state[PHASE] = OVER


@inlined
def worth(state: State) -> int:
    """What there is for good: points, then tiles kept, to tell equals apart."""
    return SCALE * state[BOARDS + SCORE] + state[BOARDS + KEPT]


@kernel
def state_key(state: State) -> int:
    """A key of what matters for the points to come.

    The score does only while it may fall to the floor of 1.
    """
    most_lost = 1 + total(state[BOARDS + STOCK]) + total(state[SUPPLY])
    due = state[PHASE] << 16 | state[OWED] << 8 | state[LEAST]
    tiles = plain_key(state) if state[PLAIN] else coloured_key(state)
    mix = GOLDEN + placed(min(state[BOARDS + SCORE], most_lost), SCORE)
    mix += placed(tiles, COVERED) + placed(state[BOARDS + STOCK], STOCK)
    return as_key(mix + placed(state[SUPPLY], CELLS) + placed(due, BOARD_SIZE))


@kernel
def coloured_key(state: State) -> int:
    """A key of the tiles on the coloured side."""
    centre = star_cells(state, 0, CENTRE_STAR)
    return as_key(placed(state[BOARDS + COVERED], 0) + placed(centre, 1))


@kernel
def plain_key(state: State) -> int:
    """A key of the tiles on the single-colour side, the same however it is turned.

    Where no decoration can be completed any more, outer stars may change places.
    """
    fixed = may_complete_decoration(state)
    centre = star_cells(state, 0, CENTRE_STAR)
    least = 0
    for turn in range(CENTRE_STAR if fixed else 1):
        turned = centre << 4 * turn | centre >> 4 * (STAR_SPACES - turn)
        mix = placed(turned & 0xFFFFFF, CENTRE_STAR)
        for star in range(CENTRE_STAR):
            place = (star + turn) % CENTRE_STAR if fixed else 0
            mix += placed(star_cells(state, 0, star), place)
        key = as_key(mix)
        if turn == 0 or key < least:
            least = key
    return least
