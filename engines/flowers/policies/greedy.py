"""Takes the draw with the best prospects, and the place where the garden looks best.

A card is placed where the own garden is worth most by weights that evolution found
(`engines.flowers.policies.learned`), before a player's last placement where it scores
most. A stack is drawn from if that leaves the best chances by weights that were fitted
to the ends of games (`engines.flowers.policies.prospects`).
"""

from __future__ import annotations

import numpy as np

from engines.flowers.layout import (
    BLIND_STACKS,
    COVER,
    COVERABLE,
    DRAWN,
    EXTEND,
    FREE,
    FREE_COUNT,
    HEIGHTS,
    LAST,
    PHASE,
    PLACE,
    PLAYERS,
    STACKS,
    TOPS,
    TURN,
    garden,
)
from engines.flowers.policies.learned import table
from engines.flowers.policies.presets import DEFAULTS, PRESETS, WEIGHTS, weighted
from engines.flowers.policies.prospects import BASE, IN_TURN, SPREAD, row_of
from engines.flowers.scoring import score
from engines.flowers.stacks import turns_left
from engines.flowers.trial import try_cover, try_extend, undo_cover, undo_extend
from engines.flowers.worth import ROW, ROWS, SURPRISE, lowest_stack, row_for, worth
from engines.jit import inlined, kernel, trailing_zeros
from engines.protocol import Game, Moves, Rng, State, Vector

__all__ = [
    "DEFAULTS",
    "PRESETS",
    "WEIGHTS",
    "choose",
    "default_weights",
    "estimate",
    "preferences",
    "prior_weights",
    "weighted",
]

MINUS_INFINITY = -1e30
ONLY_THE_SCORE = -1  # instead of a row of weights
NO_END = 1 << 20  # turns to come while no stack is empty
LAST_SPREAD = 1.0  # points, of a turn that ends the game
DRAW_POINTS = 3.0  # what a spread counts among preferences


def default_weights() -> Vector:
    """Rows of `engines.flowers.worth` for solo games and for others, then prospects."""
    return table()


def prior_weights() -> Vector:
    """The same."""
    return default_weights()


@inlined
def rows_of(state: State) -> int:
    """First place of the rows for this number of players."""
    return 0 if state[PLAYERS] == 1 else ROW * ROWS


@inlined
def view(state: State, player: int, row: int, weights: Vector) -> float:
    """What a player's garden is worth by a row of weights, or by the score alone."""
    if row == ONLY_THE_SCORE:
        return float(score(state, player))
    return worth(state, garden(player), row, weights)


@inlined
def cover_value(state: State, cell: int, card: int, row: int, weights: Vector) -> float:
    """The worth of the garden in turn with a card on a cell."""
    player = state[TURN]
    below = try_cover(state, garden(player), cell, card)
    value = view(state, player, row, weights)
    undo_cover(state, garden(player), cell, below)
    return value


@inlined
def extend_value(
    state: State, index: int, card: int, row: int, weights: Vector
) -> float:
    """The worth of the garden in turn with a card on a free spot."""
    player = state[TURN]
    at = garden(player)
    try_extend(state, at, state[at + FREE + index], card)
    value = view(state, player, row, weights)
    undo_extend(state, at)
    return value


@kernel
def best_place(state: State, card: int, row: int, weights: Vector) -> tuple[float, int]:
    """The highest worth that a card can give the garden in turn, and its action."""
    at = garden(state[TURN])
    best = MINUS_INFINITY
    action = 0
    cells = state[at + COVERABLE]
    while cells:
        cell = trailing_zeros(cells)
        cells &= cells - 1
        value = cover_value(state, cell, card, row, weights)
        if value > best:
            best = value
            action = COVER + cell
    for index in range(state[at + FREE_COUNT]):
        value = extend_value(state, index, card, row, weights)
        if value > best:
            best = value
            action = EXTEND + index
    return best, action


@inlined
def place_row(state: State) -> int:
    """The row by which the card drawn is placed."""
    if state[LAST]:
        return ONLY_THE_SCORE
    return rows_of(state) + row_for(lowest_stack(state))


@inlined
def turns_to_come(state: State) -> int:
    """Turns until the end, the present one included; NO_END if that is not known."""
    return state[LAST] if state[LAST] else NO_END


@inlined
def prospect(
    state: State, player: int, waits: int, turns: int, row: int, weights: Vector
) -> float:
    """The score to expect of who is in turn after `waits` others, of `turns` to come.

    Once these are counted, a garden is worth its score, and what a turn to come brings.
    """
    if turns < NO_END:
        value = float(score(state, player))
        return value + weights[row + IN_TURN] if waits < turns else value
    value = weights[row + BASE] + worth(state, garden(player), row, weights)
    return value + weights[row + IN_TURN] if waits == 0 else value


@inlined
def best_opponent(state: State, turns: int, row: int, weights: Vector) -> float:
    """The most to expect of an opponent after this turn; 0 when playing alone.

    `turns` are to come, the present one included.
    """
    players = state[PLAYERS]
    if players == 1:
        return 0.0
    best = MINUS_INFINITY
    left = NO_END if turns == NO_END else turns - 1
    for waits in range(players - 1):
        player = (state[TURN] + 1 + waits) % players
        best = max(best, prospect(state, player, waits, left, row, weights))
    return best


@kernel
def draw_value(state: State, stack: int, weights: Vector) -> float:
    """Points ahead of the best opponent to expect after a draw, in spreads.

    The nearer the end the smaller the spread: who is ahead hurries.
    """
    height = state[HEIGHTS + stack]
    turns = turns_to_come(state)
    if height == 1 and turns == NO_END:
        turns = turns_left(state)
    state[HEIGHTS + stack] = height - 1
    row = row_of(state[PLAYERS], lowest_stack(state) if turns == NO_END else 1)
    state[HEIGHTS + stack] = height
    own_row = row if turns == NO_END else ONLY_THE_SCORE
    if state[BLIND_STACKS] >> stack & 1:
        own = view(state, state[TURN], own_row, weights) + weights[row + SURPRISE]
    else:
        own, _ = best_place(state, state[TOPS + stack], own_row, weights)
    if turns == NO_END:
        own += weights[row + BASE]
    spread = LAST_SPREAD if turns == 1 else weights[row + SPREAD]
    return (own - best_opponent(state, turns, row, weights)) / spread


@kernel
def preferences(
    game: Game, state: State, moves: Moves, n: int, weights: Vector, out: Vector
) -> None:
    """A draw counts by its chances, a place by the worth of the garden.

    Among dozens of places the worth tells good from bad more sharply than points would.
    """
    if state[PHASE] != PLACE:
        for i in range(n):
            out[i] = DRAW_POINTS * draw_value(state, moves[i], weights)
        return
    row = place_row(state)
    card = state[DRAWN]
    for i in range(n):
        move = moves[i]
        if move >= EXTEND:
            out[i] = extend_value(state, move - EXTEND, card, row, weights)
        else:
            out[i] = cover_value(state, move - COVER, card, row, weights)


@kernel
def choose(game: Game, state: State, moves: Moves, weights: Vector, rng: Rng) -> int:
    """The first of the legal actions that look best."""
    if state[PHASE] == PLACE:
        _, action = best_place(state, state[DRAWN], place_row(state), weights)
        return action
    best = MINUS_INFINITY
    chosen = 0
    for stack in range(state[STACKS]):
        if state[HEIGHTS + stack] > 0:
            value = draw_value(state, stack, weights)
            if value > best:
                best = value
                chosen = stack
    return chosen


@inlined
def current_row(state: State) -> int:
    """The row of prospects for the cards that are left, once a stack is empty for 1."""
    return row_of(state[PLAYERS], 1 if state[LAST] else lowest_stack(state))


@inlined
def expect(state: State, row: int, weights: Vector, points: Vector) -> None:
    """`points[p]` is the score to expect of player p; no card waits to be placed."""
    players = state[PLAYERS]
    for waits in range(players):
        player = (state[TURN] + waits) % players
        turns = turns_to_come(state)
        points[player] = prospect(state, player, waits, turns, row, weights)


@inlined
def chances(
    state: State, row: int, weights: Vector, wins: Vector, points: Vector
) -> None:
    """`wins[p]` are the win shares that go with expected scores (softmax)."""
    players = state[PLAYERS]
    best = MINUS_INFINITY
    for player in range(players):
        best = max(best, points[player])
    total = 0.0
    for player in range(players):
        wins[player] = np.exp((points[player] - best) / weights[row + SPREAD])
        total += wins[player]
    for player in range(players):
        wins[player] /= total


@kernel
def estimate(
    game: Game, state: State, weights: Vector, wins: Vector, points: Vector
) -> None:
    """Final scores and chances to be expected."""
    row = current_row(state)
    expect(state, row, weights, points)
    chances(state, row, weights, wins, points)
