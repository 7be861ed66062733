"""What a garden can still come to, as a few numbers: the profile of a garden.

Nobody changes another's garden, and how well a garden stands at the end is one number.
So towards the end of a game of two, a garden matters only by how well it stands now and
how well at best with one more card, for every card that may come. Of all ways to lay a
card, those are left out that are no better than another whatever card comes next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.flowers.layout import (
    COVERABLE,
    DRAWN,
    FREE,
    FREE_COUNT,
    KINDS,
    STACKS,
    TOPS,
    UNSEEN,
    garden,
)
from engines.flowers.planting import cover, extend
from engines.flowers.scoring import standing
from engines.flowers.trial import try_cover, try_extend, undo_cover, undo_extend
from engines.jit import inlined, kernel, popcount, trailing_zeros
from engines.protocol import Moves, State
from engines.rng import copy_into

CARD_CODES = 32  # more than any card but the purple one
NOW = 0  # place in a profile: how the garden stands; card c's place is c
ROOM = 256  # profiles of the ways to lay one card

Rows = NDArray[np.int64]  # [profile, NOW or card]


class Profiles(NamedTuple):
    """Profiles of gardens, and of those that a card can make of some of them."""

    rows: Rows
    first: Moves  # [player * CARD_CODES + card]: the first profile with that card laid
    last: Moves  # [player * CARD_CODES + card]: one more than the last


@inlined
def stands_with(state: State, player: int, card: int) -> int:
    """How well a garden stands at best with one more card, laid for a moment."""
    at = garden(player)
    best = -1
    left = state[at + COVERABLE]
    while left:
        cell = trailing_zeros(left)
        left &= left - 1
        below = try_cover(state, at, cell, card)
        best = max(best, standing(state, player))
        undo_cover(state, at, cell, below)
    for i in range(state[at + FREE_COUNT]):
        try_extend(state, at, state[at + FREE + i], card)
        best = max(best, standing(state, player))
        undo_extend(state, at)
    return best


@kernel
def fill_profile(state: State, player: int, cards: int, row: Moves) -> None:
    """`row` is the profile of a garden; bit c of `cards`: card c may come."""
    row[NOW] = standing(state, player)
    while cards:
        card = trailing_zeros(cards)
        cards &= cards - 1
        row[card] = stands_with(state, player, card)


@kernel
def is_no_better(row: Moves, other: Moves) -> bool:
    """One profile is nowhere higher than another."""
    for i in range(CARD_CODES):
        if row[i] > other[i]:
            return False
    return True


@kernel
def add_profile(rows: Rows, count: int, row: Moves) -> int:
    """The profile is among the first rows, none of them no better than another.

    Their number is returned.
    """
    for i in range(count):
        if is_no_better(row, rows[i]):
            return count
    kept = 0
    for i in range(count):
        if not is_no_better(rows[i], row):
            copy_into(rows[i], rows[kept])
            kept += 1
    copy_into(row, rows[kept])
    return kept + 1


@kernel
def fill_profiles(
    state: State,
    player: int,
    card: int,
    cards: int,
    scratch: State,
    row: Moves,
    rows: Rows,
) -> int:
    """`rows` are the profiles that laying `card` can lead to; how many.

    `scratch` is a state and `row` a profile to work in.
    """
    at = garden(player)
    coverable = state[at + COVERABLE]
    covers = popcount(coverable)
    count = 0
    for i in range(covers + state[at + FREE_COUNT]):
        copy_into(state, scratch)
        if i < covers:
            cover(scratch, player, trailing_zeros(coverable), card)
            coverable &= coverable - 1
        else:
            extend(scratch, player, i - covers, card)
        fill_profile(scratch, player, cards, row)
        count = add_profile(rows, count, row)
    return count


def one_profile(state: State, player: int, cards: int) -> Moves:
    """The profile of a player's garden; bit c of `cards`: card c may come."""
    row = np.zeros(CARD_CODES, np.int64)
    fill_profile(state.copy(), player, cards, row)
    return row


def profiles_with(state: State, player: int, card: int, cards: int) -> Rows:
    """The profiles that a card can make of a player's garden."""
    rows = np.zeros((ROOM, CARD_CODES), np.int64)
    row = np.zeros(CARD_CODES, np.int64)
    count = fill_profiles(state, player, card, cards, state.copy(), row, rows)
    return rows[:count].copy()


# --- Gathered for a walk --------------------------------------------------------------


def cards_to_come(states: Sequence[State]) -> int:
    """Bit c: card c is unseen, on a stack or drawn in one of the states."""
    cards = 0
    for state in states:
        shown = [state[DRAWN], *state[TOPS : TOPS + state[STACKS]]]
        unseen = [
            colour << 3 | kind + 1
            for colour in range(4)
            for kind in range(KINDS)
            if int(state[UNSEEN + colour]) >> 8 * kind & 255
        ]
        cards |= sum({1 << int(card) for card in (*shown, *unseen) if card})
    return cards


class Gathered:
    """Profiles as they are found; gardens that are alike have one."""

    def __init__(self, cards: int) -> None:
        self.cards, self.rows = cards, list[Moves]()
        self.first, self.last = np.zeros((2, 2 * CARD_CODES), np.int64)
        self._known = dict[bytes, int]()
        self._listed = set[int]()

    def row_of(self, state: State, player: int) -> int:
        """The number of a garden's profile, which is not one of those listed."""
        row = one_profile(state, player, self.cards)
        key = bytes([player]) + row.tobytes()
        if key not in self._known:
            self._known[key] = len(self.rows)
            self.rows.append(row)
        return self._known[key]

    def list_cards(self, state: State, player: int) -> None:
        """What each card can make of a player's garden, the same one every time."""
        if player in self._listed:
            return
        self._listed.add(player)
        for card in range(CARD_CODES):
            if self.cards >> card & 1:
                at = player * CARD_CODES + card
                self.first[at] = len(self.rows)
                self.rows.extend(profiles_with(state, player, card, self.cards))
                self.last[at] = len(self.rows)

    def profiles(self) -> Profiles:
        """All of them."""
        return Profiles(np.array(self.rows), self.first, self.last)
