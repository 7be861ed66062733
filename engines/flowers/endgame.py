"""The last turns of a game of two, valued exactly by profiles instead of gardens.

What is drawn and turned up goes on as in the rules, in the words of a state before its
gardens. Where a garden stands in the end is looked up, so that a card is laid in a few
ways instead of dozens, the last one of a player in one way. The last draw of all is
valued at once. A module for `search.exact`.

Sources: Luckhardt & Irani 1986 (max^n), Michie 1966 (expectimax), docs/decisions/0016.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.flowers.layout import (
    AT_ONCE,
    BLIND_STACKS,
    DRAW,
    DRAWN,
    ENDING,
    FROM,
    GARDENS,
    HEIGHTS,
    KINDS,
    LAST,
    OVER,
    PHASE,
    PLACE,
    PLAYERS,
    SETUP,
    SHARED_TIES,
    STACKS,
    TOPS,
    TURN,
    UNSEEN,
    UNSEEN_CARDS,
)
from engines.flowers.profiles import (
    CARD_CODES,
    NOW,
    Gathered,
    Profiles,
    cards_to_come,
)
from engines.flowers.rules import end_turn, show
from engines.flowers.scoring import LOWEST_SCORE, TIE_RANGE
from engines.flowers.stacks import draw_from
from engines.jit import inlined, kernel
from engines.protocol import Moves, State, Vector
from engines.rng import copy_into

MOST_TURNS = 4
# A position that is covered: a card a stack.
EXAMPLE = (
    "flowers players=2 stacks=R4b:1,Y2:1,blind:1 p1.garden=O:R3,E1:R2 p2.garden=O:Y1"
)
MAX_LEVELS = 40  # draws, placements and cards that come to light
COMPLETE, NOT_BEGUN = -1, -2  # instead of a level
NO_ROW = -1  # a garden that nothing is laid in any more
SAME = 1e-9  # difference of win shares that rounding may leave


class Walk(NamedTuple):
    """A depth-first walk that can be left and taken up again: one entry a level."""

    heads: NDArray[np.int64]  # [level, word]: states before their gardens
    rows: NDArray[np.int64]  # [level, player]: the garden's profile, or NO_ROW
    stands: NDArray[np.int64]  # [level, player]: how well the garden stands
    branches: Moves  # decisions, or codes of cards that may come to light
    tried: Moves  # how many of these have been walked
    met: Moves  # 1 once there is a value to compare with
    odds: Vector  # of the card that led to the level; 1 after a decision
    wins: NDArray[np.float64]  # [level, player], best or summed so far
    margins: NDArray[np.float64]  # [level, player], points ahead of the other
    profiles: Profiles
    level: Moves  # [1]: the level to go on from, NOT_BEGUN or COMPLETE


# --- Where it applies -----------------------------------------------------------------


@kernel
def turns_to_come(state: State) -> int:
    """The most turns that can still be played, the one begun included."""
    if state[PHASE] == OVER:
        return 0
    if state[LAST]:
        return state[LAST]
    turns = 1 if state[ENDING] == AT_ONCE else state[PLAYERS]
    for stack in range(state[STACKS]):
        turns += max(0, state[HEIGHTS + stack] - 1)
    begun = state[FROM] or state[DRAWN]
    return turns + 1 if begun else turns


def covers(state: State) -> bool:
    """Two play, and at most MOST_TURNS turns are to come, however they play."""
    if state[PLAYERS] != 2 or state[PHASE] in (SETUP, OVER):
        return False
    return bool(turns_to_come(state) <= MOST_TURNS)


@inlined
def placements_to_come(state: State, player: int) -> int:
    """The most cards that one of two players may still lay."""
    turns = turns_to_come(state)
    return (turns + 1) // 2 if player == state[TURN] else turns // 2


# --- Walks ----------------------------------------------------------------------------


def new_walks(afters: Sequence[State]) -> list[Walk]:
    """A walk from each of the states that one position can lead to at once.

    States that are worth the same to both players share a walk.
    """
    gathered = Gathered(cards_to_come(afters))
    numbers = []
    for after in afters:
        for player in range(2):
            if placements_to_come(after, player) > 1:
                gathered.list_cards(after, player)
        numbers.append([gathered.row_of(after, player) for player in range(2)])
    profiles, walks = gathered.profiles(), dict[bytes, Walk]()
    found = []
    for after, rows in zip(afters, numbers, strict=True):
        head = after[:GARDENS].copy()
        key = head.tobytes() + bytes(str(rows), "ascii")
        if key not in walks:
            walks[key] = _new_walk(head, rows, profiles)
        found.append(walks[key])
    return found


def _new_walk(head: State, rows: Sequence[int], profiles: Profiles) -> Walk:
    numbers = (np.zeros(MAX_LEVELS, np.int64) for _ in range(3))
    branches, tried, met = numbers
    walk = Walk(
        np.zeros((MAX_LEVELS, GARDENS), np.int64),
        np.full((MAX_LEVELS, 2), NO_ROW),
        np.zeros((MAX_LEVELS, 2), np.int64),
        branches,
        tried,
        met,
        np.ones(MAX_LEVELS),
        np.zeros((MAX_LEVELS, 2)),
        np.zeros((MAX_LEVELS, 2)),
        profiles,
        np.full(1, NOT_BEGUN, np.int64),
    )
    walk.heads[0] = head
    walk.rows[0] = rows
    walk.stands[0] = [profiles.rows[row, NOW] for row in rows]
    return walk


# --- Values ---------------------------------------------------------------------------


@inlined
def points_of(head: State, stands: int) -> int:
    """The points of a garden that stands so well."""
    if head[SHARED_TIES]:
        return stands - LOWEST_SCORE
    return stands // (TIE_RANGE * TIE_RANGE * TIE_RANGE) - LOWEST_SCORE


@inlined
def win_of(stands: int, other: int) -> float:
    """The win share of the player whose garden stands so well, against another."""
    if stands == other:
        return 0.5
    return 1.0 if stands > other else 0.0


@inlined
def is_better(
    win: float, margin: float, best_win: float, best_margin: float, by_margin: bool
) -> bool:
    """A value is better than the best so far."""
    more_win, more_margin = win - best_win, margin - best_margin
    if by_margin:
        return more_margin > SAME or (more_margin >= -SAME and more_win > SAME)
    return more_win > SAME or (more_win >= -SAME and more_margin > SAME)


@inlined
def set_value(walk: Walk, level: int, player: int, win: float, margin: float) -> None:
    """The level has this value for a player, and the rest for the other one."""
    walk.wins[level, player] = win
    walk.wins[level, 1 - player] = 1.0 - win
    walk.margins[level, player] = margin
    walk.margins[level, 1 - player] = -margin


@inlined
def value_of_last_draw(walk: Walk, level: int, by_margin: bool) -> None:
    """The level has its value: one card is drawn, laid at its best, and that is all."""
    head = walk.heads[level]
    player = head[TURN]
    row = walk.profiles.rows[walk.rows[level, player]]
    other = walk.stands[level, 1 - player]
    best_win = best_margin = -1e9
    theirs = float(points_of(head, other))
    valued = False
    for stack in range(head[STACKS]):
        if head[HEIGHTS + stack] == 0:
            continue
        if head[BLIND_STACKS] >> stack & 1 == 0:
            stands = row[head[TOPS + stack]]
            win = win_of(stands, other)
            margin = points_of(head, stands) - theirs
        else:
            wins = points = 0.0
            for colour in range(4):
                unseen = head[UNSEEN + colour]
                for kind in range(KINDS):
                    copies = unseen >> 8 * kind & 255
                    if copies:
                        stands = row[colour << 3 | kind + 1]
                        wins += copies * win_of(stands, other)
                        points += copies * points_of(head, stands)
            win = wins / head[UNSEEN_CARDS]
            margin = points / head[UNSEEN_CARDS] - theirs
        if not valued or is_better(win, margin, best_win, best_margin, by_margin):
            best_win, best_margin = win, margin
            valued = True
    set_value(walk, level, player, best_win, best_margin)


# --- The walk -------------------------------------------------------------------------


@inlined
def lays_again(walk: Walk, level: int) -> bool:
    """Whoever lays a card at the level may come to lay another one."""
    return turns_to_come(walk.heads[level]) > 2


@inlined
def enter(walk: Walk, level: int, by_margin: bool) -> None:
    """Nothing below the level is known yet; where nothing is left to decide, all is."""
    head = walk.heads[level]
    walk.tried[level] = 0
    walk.branches[level] = 0
    walk.met[level] = 0
    set_value(walk, level, 0, 0.0, 0.0)
    phase = head[PHASE]
    if phase == OVER:
        first, second = walk.stands[level, 0], walk.stands[level, 1]
        margin = float(points_of(head, first) - points_of(head, second))
        set_value(walk, level, 0, win_of(first, second), margin)
    elif phase == DRAW and turns_to_come(head) == 1:
        value_of_last_draw(walk, level, by_margin)
    elif phase == DRAW:
        walk.branches[level] = head[STACKS]
    elif phase == PLACE:
        at = head[TURN] * CARD_CODES + head[DRAWN]
        profiles = walk.profiles
        lists = lays_again(walk, level)
        walk.branches[level] = profiles.last[at] - profiles.first[at] if lists else 1
    else:
        walk.wins[level, 1] = 0.0
        walk.branches[level] = CARD_CODES


@inlined
def open_branch(walk: Walk, level: int, index: int) -> bool:
    """The level below is what a branch of that number leads to; False if there is none.

    The number is that of a stack, of a way to lay the card, or a card's own.
    """
    head = walk.heads[level]
    after = walk.heads[level + 1]
    phase = head[PHASE]
    if phase == DRAW and head[HEIGHTS + index] == 0:
        return False
    if phase != DRAW and phase != PLACE:
        copies = 0
        if 0 < index & 7 <= KINDS:
            copies = head[UNSEEN + (index >> 3)] >> 8 * ((index & 7) - 1) & 255
        if copies == 0:
            return False
        walk.odds[level + 1] = copies / head[UNSEEN_CARDS]
    copy_into(head, after)
    copy_into(walk.rows[level], walk.rows[level + 1])
    copy_into(walk.stands[level], walk.stands[level + 1])
    if phase == DRAW:
        draw_from(after, index)
    elif phase == PLACE:
        lay_by_profile(walk, level, index)
        after[DRAWN] = 0
        after[FROM] = 0
        end_turn(after)
    else:
        after[UNSEEN + (index >> 3)] -= 1 << 8 * ((index & 7) - 1)
        after[UNSEEN_CARDS] -= 1
        show(after, index)
    return True


@inlined
def lay_by_profile(walk: Walk, level: int, index: int) -> None:
    """The level below has the garden with the card laid in the way of that number."""
    head, profiles = walk.heads[level], walk.profiles
    player, card = head[TURN], head[DRAWN]
    if lays_again(walk, level):
        row = profiles.first[player * CARD_CODES + card] + index
        walk.rows[level + 1, player] = row
        walk.stands[level + 1, player] = profiles.rows[row, NOW]
    else:
        walk.stands[level + 1, player] = profiles.rows[walk.rows[level, player], card]
        walk.rows[level + 1, player] = NO_ROW


@inlined
def hand_up(walk: Walk, level: int, by_margin: bool) -> None:
    """The level above has taken account of a level whose value is known."""
    above = level - 1
    head = walk.heads[above]
    win, margin = walk.wins[level, 0], walk.margins[level, 0]
    if head[PHASE] != DRAW and head[PHASE] != PLACE:
        odds = walk.odds[level]
        for player in range(2):
            walk.wins[above, player] += odds * walk.wins[level, player]
            walk.margins[above, player] += odds * walk.margins[level, player]
        return
    player = head[TURN]
    if walk.met[above] == 0 or is_better(
        walk.wins[level, player],
        walk.margins[level, player],
        walk.wins[above, player],
        walk.margins[above, player],
        by_margin,
    ):
        set_value(walk, above, 0, win, margin)
    walk.met[above] = 1


@kernel
def go_on(walk: Walk, positions: int, by_margin: bool) -> int:
    """The walk is up to that many positions further; how many it was.

    When it is complete, entry 0 of `walk.wins` and `walk.margins` is the value.
    """
    level = walk.level[0]
    if level == NOT_BEGUN:
        level = 0
        enter(walk, level, by_margin)
    seen = 0
    while level >= 0 and seen < positions:
        if walk.tried[level] < walk.branches[level]:
            index = walk.tried[level]
            walk.tried[level] = index + 1
            if open_branch(walk, level, index):
                level += 1
                enter(walk, level, by_margin)
                seen += 1
        else:
            if level > 0:
                hand_up(walk, level, by_margin)
            level -= 1
    walk.level[0] = level
    return seen
