"""The stacks: drawing from them, and which card comes to light next.

Every card that comes to light is a uniform draw from all unseen ones, wherever it lies.
"""

from __future__ import annotations

from engines.flowers.layout import (
    BLIND,
    BLIND_STACKS,
    COLOUR_WORD,
    DISCARD,
    DRAWN,
    ENDING,
    FINISH_ROUND,
    FIRST,
    FROM,
    HEIGHTS,
    HIDDEN,
    KINDS,
    LAST,
    ONE_EACH,
    ONE_MORE_EACH,
    OVER,
    PHASE,
    PLACE,
    PLAYERS,
    REVEAL,
    REVEAL_AT_ONCE,
    STACKS,
    TOP_BITS,
    TOPS,
    TURN,
    UNSEEN,
    UNSEEN_CARDS,
)
from engines.jit import inlined, kernel, popcount
from engines.protocol import Rng, State
from engines.rng import draw_below

LAST_BYTE = 8 * (KINDS - 1)


@inlined
def draw_unseen(state: State, rng: Rng) -> int:
    """A card drawn uniformly from the unseen ones, which it has left."""
    index = draw_below(rng, state[UNSEEN_CARDS])
    colour = 0
    while True:
        # Byte k: the unseen cards of this colour of the kinds up to k.
        up_to = (state[UNSEEN + colour] * ONE_EACH) & COLOUR_WORD
        of_colour = up_to >> LAST_BYTE
        if index < of_colour:
            break
        index -= of_colour
        colour += 1
    kind = popcount(((index | 128) * ONE_EACH - up_to) & TOP_BITS)
    state[UNSEEN + colour] -= 1 << 8 * kind
    state[UNSEEN_CARDS] -= 1
    return colour << 3 | kind + 1


@inlined
def draw_from(state: State, stack: int) -> None:
    """The player in turn takes the top card of a stack that is not empty."""
    height = state[HEIGHTS + stack] - 1
    state[HEIGHTS + stack] = height
    state[FROM] = stack + 1
    if height == 0 and state[LAST] == 0:
        state[LAST] = turns_left(state)
    if state[BLIND_STACKS] >> stack & 1:
        state[PHASE] = BLIND
        return
    state[DRAWN] = state[TOPS + stack]
    state[PHASE] = PLACE
    uncover(state, stack)
    if state[REVEAL_AT_ONCE] and state[HIDDEN]:
        state[PHASE] = REVEAL


@inlined
def uncover(state: State, stack: int) -> None:
    """The visible card of a stack is gone; the next, if any, is still face down."""
    state[TOPS + stack] = 0
    if state[HEIGHTS + stack] > 0:
        state[HIDDEN] |= 1 << stack


@kernel
def turns_left(state: State) -> int:
    """Turns to come once a stack has been emptied, the present one included."""
    if state[ENDING] == ONE_MORE_EACH:
        return state[PLAYERS]
    if state[ENDING] == FINISH_ROUND:
        done = (state[TURN] - state[FIRST] + state[PLAYERS]) % state[PLAYERS]
        return state[PLAYERS] - done
    return 1


@inlined
def stacks_are_empty(state: State) -> bool:
    """No stack holds a card."""
    for stack in range(state[STACKS]):
        if state[HEIGHTS + stack] > 0:
            return False
    return True


@inlined
def discard_stack(state: State) -> int:
    """The face-up stack that a solo turn discards from, -1 if all are empty."""
    for stack in range(state[STACKS]):
        if state[HEIGHTS + stack] > 0 and state[BLIND_STACKS] >> stack & 1 == 0:
            return stack
    return -1


@inlined
def discard(state: State) -> None:
    """A solo turn's discard has left the game, or waits until it is turned up."""
    stack = discard_stack(state)
    state[DISCARD] = 0
    if stack < 0:
        return
    if state[HIDDEN] >> stack & 1:
        state[DISCARD] = 1
        return
    state[HEIGHTS + stack] -= 1
    uncover(state, stack)
    if state[HEIGHTS + stack] == 0:
        state[PHASE] = OVER
