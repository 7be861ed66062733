"""The rules of Flowers: what is asked, and how a turn runs (docs/rules/flowers.md).

A turn is two decisions, a draw and a placement. Chance is one card at a time: a start
card, the top of a stack that is turned up, or a card drawn blind that is seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from engines.flowers.layout import (
    ALL_OF_A_COLOUR,
    AT_ONCE,
    BLIND,
    BLIND_STACKS,
    CARDS,
    CELL_COUNT,
    COVER,
    COVERABLE,
    DISCARD,
    DRAW,
    DRAWN,
    EXTEND,
    FREE_COUNT,
    FROM,
    HEIGHTS,
    HIDDEN,
    KINDS,
    LAST,
    MAX_PLAYERS,
    NO_LIMIT,
    OVER,
    PHASE,
    PLACE,
    PLAYERS,
    PURPLE,
    REVEAL,
    SETUP,
    STACKS,
    SUMMER,
    SWITCHES,
    TOPS,
    TURN,
    UNSEEN,
    UNSEEN_CARDS,
    WITH_REMOVED,
    garden,
    state_size,
)
from engines.flowers.planting import cover, extend, lay
from engines.flowers.scoring import score, standing
from engines.flowers.stacks import (
    discard,
    draw_from,
    draw_unseen,
    stacks_are_empty,
)
from engines.jit import inlined, kernel, popcount, trailing_zeros
from engines.protocol import Moves, Rng, State, Vector

ENDINGS = ("blind", "visible")  # which stack was emptied


class Switches(NamedTuple):
    """What is played differently at different tables, in the order of the layout."""

    reveal_at_once: int = 0
    ending: int = AT_ONCE
    covered_cost: int = WITH_REMOVED
    own_colour: int = 0
    shared_ties: int = 0
    summer: int = 0
    summer_cover: int = 0
    min_group: int = 5
    removal: int = 1
    cover_limit: int = NO_LIMIT
    group_table: int = 0


class Stack(NamedTuple):
    """A stack before the game."""

    height: int
    blind: bool


def start(players: int, switches: Switches, stacks: Sequence[Stack]) -> State:
    """A new game with every card face down; 1 <= players <= 4."""
    if not 1 <= players <= MAX_PLAYERS:
        raise ValueError(f"Flowers is for 1 to {MAX_PLAYERS} players, not {players}")
    state = np.zeros(state_size(players), np.int64)
    state[PLAYERS], state[STACKS] = players, len(stacks)
    state[SWITCHES : SWITCHES + len(switches)] = switches
    for s, stack in enumerate(stacks):
        state[HEIGHTS + s] = stack.height
        state[BLIND_STACKS if stack.blind else HIDDEN] |= 1 << s
    state[UNSEEN : UNSEEN + 4], state[UNSEEN_CARDS] = ALL_OF_A_COLOUR, CARDS
    state[PHASE] = SETUP
    if state[SUMMER]:
        for player in range(players):
            lay(state, player, 0, PURPLE)
        begin_turn(state)
    return state


# --- Questions ------------------------------------------------------------------------


@inlined
def is_over(state: State) -> bool:
    """The game has ended."""
    return state[PHASE] == OVER


@inlined
def current_player(state: State) -> int:
    """The player to decide, from 0."""
    return state[TURN]


@inlined
def player_count(state: State) -> int:
    """How many play."""
    return state[PLAYERS]


@inlined
def is_mid_turn(state: State) -> bool:
    """A card has been drawn and is to be placed."""
    return state[PHASE] == PLACE


@inlined
def round_number(state: State) -> int:  # noqa: ARG001
    """There are no rounds."""
    return 0


@inlined
def chance_due(state: State) -> int:
    """1 + the number of cards seen so far, if one is to come to light, else 0."""
    if SETUP <= state[PHASE] <= BLIND:
        return CARDS + 1 - state[UNSEEN_CARDS]
    return 0


@kernel
def scores(state: State, out: Vector) -> None:
    """`out[p]` is what the garden of player p is worth as it is now."""
    for player in range(state[PLAYERS]):
        out[player] = score(state, player)


@kernel
def outcome(state: State, out: Vector) -> None:
    """`out[p]` is the win share of player p: the best garden, by the chain of ties."""
    best = -1
    winners = 0
    for player in range(state[PLAYERS]):
        mine = standing(state, player)
        out[player] = mine
        winners = winners + 1 if mine == best else winners
        if mine > best:
            best = mine
            winners = 1
    for player in range(state[PLAYERS]):
        out[player] = 1.0 / winners if out[player] == best else 0.0


# --- Legal actions --------------------------------------------------------------------


@inlined
def count_actions(state: State) -> int:
    """Number of legal actions; 0 while a card is to come to light and after the end."""
    phase = state[PHASE]
    if phase == PLACE:
        at = garden(state[TURN])
        return popcount(state[at + COVERABLE]) + state[at + FREE_COUNT]
    if phase != DRAW:
        return 0
    count = 0
    for stack in range(state[STACKS]):
        if state[HEIGHTS + stack] > 0:
            count += 1
    return count


@inlined
def action_at(state: State, index: int) -> int:
    """The legal action number `index`, in the order of `legal_actions`."""
    if state[PHASE] == PLACE:
        at = garden(state[TURN])
        coverable = state[at + COVERABLE]
        covers = popcount(coverable)
        if index >= covers:
            return EXTEND + index - covers
        if covers < state[at + CELL_COUNT]:
            for _ in range(index):
                coverable &= coverable - 1
            index = trailing_zeros(coverable)
        return COVER + index
    stack = 0
    while True:
        if state[HEIGHTS + stack] > 0:
            if index == 0:
                return stack
            index -= 1
        stack += 1


@kernel
def legal_actions(state: State, out: Moves) -> int:
    """`out` starts with all legal actions; their number is returned."""
    n = count_actions(state)
    for i in range(n):
        out[i] = action_at(state, i)
    return n


# --- Chance ---------------------------------------------------------------------------


@inlined
def count_outcomes(state: State) -> int:
    """How many different cards may come to light; 0 if none is to."""
    if chance_due(state) == 0:
        return 0
    kinds = 0
    for colour in range(4):
        for kind in range(KINDS):
            if state[UNSEEN + colour] >> 8 * kind & 255:
                kinds += 1
    return kinds


@kernel
def deal_outcome(state: State, index: int) -> float:
    """The outcome of that number has happened; its probability."""
    for colour in range(4):
        for kind in range(KINDS):
            copies = state[UNSEEN + colour] >> 8 * kind & 255
            if copies:
                if index == 0:
                    odds = copies / state[UNSEEN_CARDS]
                    state[UNSEEN + colour] -= 1 << 8 * kind
                    state[UNSEEN_CARDS] -= 1
                    show(state, colour << 3 | kind + 1)
                    return odds
                index -= 1
    return 0.0


@inlined
def deal(state: State, rng: Rng) -> None:
    """If a card is to come to light, it has."""
    if chance_due(state):
        show(state, draw_unseen(state, rng))


@inlined
def show(state: State, card: int) -> None:
    """A card that was unseen lies where one was to come to light."""
    if state[PHASE] == BLIND:
        state[DRAWN] = card
        state[PHASE] = PLACE
    elif state[PHASE] == REVEAL:
        stack = trailing_zeros(state[HIDDEN])
        state[HIDDEN] &= state[HIDDEN] - 1
        state[TOPS + stack] = card
        go_on(state)
    else:
        deal_start_card(state, card)


@inlined
def go_on(state: State) -> None:
    """What follows a card that was turned up."""
    if state[DISCARD]:
        discard(state)
        if state[PHASE] == OVER:
            return
    if state[HIDDEN] == 0:
        state[PHASE] = PLACE if state[DRAWN] else DRAW


@kernel
def deal_start_card(state: State, card: int) -> None:
    """The first player without a garden has one; the last of them ends the set-up."""
    player = 0
    while state[garden(player) + CELL_COUNT] > 0:
        player += 1
    lay(state, player, 0, card)
    if player == state[PLAYERS] - 1:
        begin_turn(state)


# --- Decisions ------------------------------------------------------------------------


@inlined
def play(state: State, action: int) -> None:
    """The legal action is done, with all that follows from it without chance."""
    if state[PHASE] == DRAW:
        draw_from(state, action)
        return
    if action >= EXTEND:
        extend(state, state[TURN], action - EXTEND, state[DRAWN])
    else:
        cover(state, state[TURN], action - COVER, state[DRAWN])
    state[DRAWN] = 0
    state[FROM] = 0
    end_turn(state)


@inlined
def end_turn(state: State) -> None:
    """The game is over, or the next turn begins; a solo turn has discarded first."""
    if state[LAST]:
        state[LAST] -= 1
        if state[LAST] == 0 or stacks_are_empty(state):
            state[LAST] = 0
            state[PHASE] = OVER
            return
    if state[PLAYERS] == 1:
        discard(state)
        if state[PHASE] == OVER:
            return
    turn = state[TURN] + 1
    state[TURN] = turn if turn < state[PLAYERS] else 0
    begin_turn(state)


@inlined
def begin_turn(state: State) -> None:
    """A draw is due, once every top that is face down has been turned up."""
    state[PHASE] = REVEAL if state[HIDDEN] else DRAW


@kernel
def ending(state: State) -> int:
    """Whether a blind stack was emptied or a visible one: see ENDINGS."""
    for stack in range(state[STACKS]):
        if state[HEIGHTS + stack] == 0 and state[BLIND_STACKS] >> stack & 1:
            return 0
    return 1
