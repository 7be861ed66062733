"""A Flowers position as the inputs of a net: what gardens are and can become.

The terms of groups, spots, ranks and uses are those of `engines.flowers.growth`.
Gardens come in the order of the seats, from the player in turn on. A slot is a card
that everybody sees: that drawn, the tops of the first and of the second face-up stack.
Inputs that are 0 or 1, by place:

    a garden's   input                                                   number
    COLOUR       by rank, 61 each: 1 to 14 cells of the largest group
                 that stands, the same near, the same hoped for;
                 1 to 7 of the second; 1 to 6 free spots beside the
                 largest hoped for, 1 to 6 cards that can be replaced       244
    WHOLE        number, and 1 to 8 whole groups of it                       32
    OPEN         class and room of open groups, and 1 to 4 of them           96
    BROKEN       number and excess 1, 2, 3 of broken groups, 1 to 3          36
    FITS         number, and where it fits: 1 to 9, 10 spots                 40
    COMPLETES    number, and where it completes: 1 to 6 spots                24
    BUTTERFLIES  1 to 4 that score, that could, that can't                   12
    PILED        1 to 12 cards are covered                                   12
    LOST         1 to 6 of them under cards that don't stand                  6
    USES         number and rank of a card, and its best use                 96
    CHANCES      use, and eighth 0 to 7 of the unseen cards that
                 have it or a better one                                     64
    SLOTS        slot, and rank of its card (4); slot, and best use (8)      36

    everybody's, behind those of all gardens
    LOWEST       1 to 40 cards in the lowest stack that is not empty         40
    BLIND        0 to 40 cards in the blind stack                            41
    FIRST        0 to 40 cards in the first face-up stack                    41
    REST         0 to 40 cards in the second face-up stack                   41
    CARDS        slot, and number of its card (4); and a butterfly           15
    UNSEEN       number, and eighth 0 to 7 that it is of the unseen cards    32
    LAST         the last turn is known                                       1
    DISCARD      a solo discard waits                                         1

The last of a list stands for more, too. Numbers: by player the score; then how far it
is ahead of the best other one; then the points of the colour groups that are near. All
in units of 20 points.
"""

from __future__ import annotations

from engines.flowers import growth, layout
from engines.flowers.layout import (
    NO_LIMIT,
    NUMBER,
    PLAYERS,
    SWITCHES,
    TURN,
    garden,
)
from engines.flowers.rules import player_count
from engines.flowers.scoring import covered_cards, score
from engines.flowers.worth import lowest_stack
from engines.jit import inlined, kernel, popcount, trailing_zeros
from engines.nets import NO_NET, note_leads
from engines.protocol import Floats, Moves, State

__all__ = [
    "KINDS",
    "MAX_ACTIVE",
    "PHASES",
    "VERSION",
    "dense_inputs",
    "kind",
    "look",
    "phase",
    "player_count",
    "sparse_inputs",
    "viewer",
]

VERSION = 1
KINDS = ("1p", "2p", "3p", "4p")
PHASES = ("draw", "place")
UNIT = 20.0
MAX_ACTIVE = growth.ROOM

(
    COLOUR, WHOLE, OPEN, BROKEN, FITS, COMPLETES, BUTTERFLIES, COVERED, LOST, USES,
    CHANCES, SLOTS,
) = 0, 244, 276, 372, 408, 448, 472, 484, 496, 502, 630, 694  # fmt: skip
GARDEN = 730
USE_COUNT = growth.MOST_USE + 1
SLOT = 4 + USE_COUNT
LOWEST, BLIND, FIRST, REST, CARDS, UNSEEN, LAST, DISCARD = (
    0, 40, 81, 122, 163, 178, 210, 211,
)  # fmt: skip
SHARED = 212
MOST_CARDS, MOST_CELLS, MOST_SECOND, MOST_REACH = 40, 14, 7, 6
OFFICIAL = (0, 0, 0, 0, 0, 0, 0, 5, 1, NO_LIMIT, 0)  # switches
TALLEST = (0, 40, 26, 30, 35)  # stack, by number of players
LEAST_SCORING = 5


def sparse_inputs(kind: int) -> int:
    """How many inputs are 0 or 1."""
    return (kind + 1) * GARDEN + SHARED


def dense_inputs(kind: int) -> int:
    """How many inputs are numbers."""
    return 3 * (kind + 1)


@kernel
def kind(state: State) -> int:
    """The number of players less 1; NO_NET unless rules and stacks are official."""
    players = state[PLAYERS]
    stacks = state[layout.STACKS]
    if stacks != min(players + 1, 3) or state[layout.BLIND_STACKS] != 1 << stacks - 1:
        return NO_NET
    for i in range(len(OFFICIAL)):
        if state[SWITCHES + i] != OFFICIAL[i]:
            return NO_NET
    for stack in range(stacks):
        if state[layout.HEIGHTS + stack] > TALLEST[players]:
            return NO_NET
    return players - 1


@inlined
def phase(state: State) -> int:
    """0 before a draw, 1 before a placement, be the card seen yet or not."""
    return 1 if state[layout.FROM] else 0


@inlined
def viewer(state: State) -> int:
    """The player in turn."""
    return state[TURN]


@inlined
def count(number: int, most: int, place: int, active: Moves, n: int) -> int:
    """One of `most` inputs says a number from 1 on."""
    active[n] = place + min(number, most) - 1
    return n + (1 if number > 0 else 0)


@inlined
def look_at_colours(place: int, active: Moves, n: int) -> int:
    """The inputs of the colour groups, from the notes of the garden."""
    at = place + COLOUR
    for rank in range(4):
        colour = active[growth.ORDER + rank]
        for level in range(3):
            size = active[growth.SIZES + 3 * colour + level]
            n = count(size, MOST_CELLS, at + MOST_CELLS * level, active, n)
        at += 3 * MOST_CELLS
        n = count(active[growth.SECOND + colour], MOST_SECOND, at, active, n)
        at += MOST_SECOND
        n = count(active[growth.REACH + colour], MOST_REACH, at, active, n)
        at += MOST_REACH
        n = count(active[growth.CHANGES + colour], MOST_REACH, at, active, n)
        at += MOST_REACH
    return n


@inlined
def look_at_numbers(place: int, active: Moves, n: int) -> int:
    """The inputs of number groups and of spots by what fits there."""
    for i in range(4):
        n = count(active[growth.WHOLE + i], 8, place + WHOLE + 8 * i, active, n)
        n = count(active[growth.FITS + i], 10, place + FITS + 10 * i, active, n)
        n = count(active[growth.COMPLETES + i], 6, place + COMPLETES + 6 * i, active, n)
    for i in range(24):
        n = count(active[growth.OPEN + i], 4, place + OPEN + 4 * i, active, n)
    for i in range(12):
        n = count(active[growth.BROKEN + i], 3, place + BROKEN + 3 * i, active, n)
    return n


@inlined
def look_at_butterflies(
    state: State, at: int, place: int, active: Moves, n: int
) -> int:
    """The inputs of the butterflies: one that could score has a free spot beside it."""
    stands, hoped = active[growth.LEVELS], active[growth.LEVELS + 2]
    scoring, could, never = 0, 0, 0
    for colour in range(4):
        left = state[at + layout.BUTTERFLIES + colour]
        sought = state[at + layout.COLOURS + colour] & stands
        while left:
            cell = trailing_zeros(left)
            left &= left - 1
            beside = state[at + layout.BESIDE + cell]
            if beside & sought and stands >> cell & 1:
                scoring += 1
            elif hoped >> cell & 1 and popcount(beside) < 4:
                could += 1
            else:
                never += 1
    n = count(scoring, 4, place + BUTTERFLIES, active, n)
    n = count(could, 4, place + BUTTERFLIES + 4, active, n)
    return count(never, 4, place + BUTTERFLIES + 8, active, n)


@inlined
def unseen(state: State, colour: int, number: int) -> int:
    """Unseen cards of that colour and number."""
    word = state[layout.UNSEEN + colour]
    if number < 4:
        return (word >> 8 * (number - 1)) & 255
    butterflies = (word >> 32 & 255) + (word >> 40 & 255) + (word >> 48 & 255)
    return (word >> 24 & 255) + butterflies


@inlined
def eighth(part: int, whole: int) -> int:
    """The eighth of `whole` that a part of it lies in, 0 to 7."""
    return min(7, 8 * part // max(1, whole))


@inlined
def look_at_uses(state: State, place: int, active: Moves, n: int) -> int:
    """The inputs of what cards that may come could do in the garden."""
    for use in range(USE_COUNT):
        active[growth.CHANCES + use] = 0
    for colour in range(4):
        rank = active[growth.RANK + colour]
        for number in range(1, 5):
            use = growth.use_of(active, number, colour)
            at = place + USES + USE_COUNT * (4 * (number - 1) + rank)
            n = count(use + 1, USE_COUNT, at, active, n)
            if use >= 0:
                active[growth.CHANCES + use] += unseen(state, colour, number)
    cards = 0
    for use in range(growth.MOST_USE, -1, -1):
        cards += active[growth.CHANCES + use]
        part = eighth(cards, state[layout.UNSEEN_CARDS])
        active[n] = place + CHANCES + 8 * use + part
        n += 1
    return n


@inlined
def slot(state: State, number: int) -> int:
    """The card of a slot, 0 if there is none."""
    if number == 0:
        return state[layout.DRAWN]
    is_face_up = state[layout.BLIND_STACKS] >> (number - 1) & 1 == 0
    return state[layout.TOPS + number - 1] if is_face_up else 0


@inlined
def look_at_slots(state: State, place: int, active: Moves, n: int) -> int:
    """The inputs of what the cards that are seen could do in the garden."""
    for i in range(3):
        card = slot(state, i)
        if card:
            at = place + SLOTS + SLOT * i
            active[n] = at + active[growth.RANK + (card >> 3)]
            use = growth.use_of(active, NUMBER[card], card >> 3)
            n = count(use + 1, USE_COUNT, at + 4, active, n + 1)
    return n


@kernel
def look_at_garden(state: State, player: int, place: int, active: Moves, n: int) -> int:
    """The inputs of one player's garden, from `place` on; its notes are in `active`."""
    at = garden(player)
    growth.note_garden(state, at, active)
    n = look_at_colours(place, active, n)
    n = look_at_numbers(place, active, n)
    n = look_at_butterflies(state, at, place, active, n)
    n = count(state[at + layout.PILED], 12, place + COVERED, active, n)
    if state[at + layout.DEEP]:
        lost = covered_cards(state, at, ~active[growth.LEVELS])
        n = count(lost, 6, place + LOST, active, n)
    n = look_at_uses(state, place, active, n)
    return look_at_slots(state, place, active, n)


@inlined
def height(state: State, stack: int) -> int:
    """Cards in a stack, MOST_CARDS if there are more."""
    return min(state[layout.HEIGHTS + stack], MOST_CARDS)


@kernel
def look_at_table(state: State, place: int, active: Moves, n: int) -> int:
    """The inputs that are everybody's, from `place` on."""
    blind = state[layout.STACKS] - 1
    active[n] = place + LOWEST + min(lowest_stack(state), MOST_CARDS) - 1
    active[n + 1] = place + BLIND + height(state, blind)
    active[n + 2] = place + FIRST + height(state, 0)
    n += 3
    if blind > 1:
        active[n] = place + REST + height(state, 1)
        n += 1
    for i in range(3):
        card = slot(state, i)
        if card:
            active[n] = place + CARDS + 5 * i + NUMBER[card] - 1
            active[n + 1] = place + CARDS + 5 * i + 4
            n += 2 if layout.BUTTERFLY[card] else 1
    for number in range(1, 5):
        cards = 0
        for colour in range(4):
            cards += unseen(state, colour, number)
        part = eighth(cards, state[layout.UNSEEN_CARDS])
        active[n] = place + UNSEEN + 8 * (number - 1) + part
        n += 1
    active[n] = place + LAST
    n += 1 if state[layout.LAST] else 0
    active[n] = place + DISCARD
    return n + (1 if state[layout.DISCARD] else 0)


@inlined
def near_points(active: Moves) -> int:
    """Points of the largest groups of the colours that are near, from the notes."""
    points = 0
    for colour in range(4):
        size = active[growth.SIZES + 3 * colour + 1]
        points += size if size >= LEAST_SCORING else 0
    return points


@kernel
def look(state: State, viewer: int, active: Moves, dense: Floats) -> int:
    """The inputs that are 1, and the numbers; see the head of this file.

    `active` has notes of gardens behind the inputs.
    """
    players = state[PLAYERS]
    n = 0
    player = viewer
    for i in range(players):
        n = look_at_garden(state, player, i * GARDEN, active, n)
        dense[i] = score(state, player) / UNIT
        dense[2 * players + i] = near_points(active) / UNIT
        player = player + 1 if player + 1 < players else 0
    note_leads(players, dense, 0, players)
    return look_at_table(state, players * GARDEN, active, n)
