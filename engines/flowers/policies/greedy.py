"""Takes the draw and the place after which the gardens look best.

A garden is worth what `engines.flowers.worth` says; before a player's last placement it
is what it would score. A card is placed where the own garden is worth most. A stack is
drawn from if that leaves most points ahead of the best opponent, whose garden is worth
less the sooner the game may end.
"""

from __future__ import annotations

import numpy as np

from engines.flowers.layout import (
    AT_ONCE,
    BLIND_STACKS,
    COVER,
    COVERABLE,
    DRAWN,
    ENDING,
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
from engines.flowers.policies.learned import outlook_for, table
from engines.flowers.policies.presets import DEFAULTS, PRESETS, WEIGHTS, weighted
from engines.flowers.scoring import score
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


def default_weights() -> Vector:
    """Rows of `engines.flowers.worth` for solo games and for others, then outlooks."""
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
def opponents_worth(state: State, row: int, weights: Vector) -> float:
    """The worth of the best garden but the one in turn; 0 when playing alone."""
    if state[PLAYERS] == 1:
        return 0.0
    best = MINUS_INFINITY
    for player in range(state[PLAYERS]):
        if player != state[TURN]:
            best = max(best, view(state, player, row, weights))
    return best


@kernel
def draw_value(state: State, stack: int, weights: Vector) -> float:
    """Points ahead of the best opponent after a draw from a stack."""
    height = state[HEIGHTS + stack]
    state[HEIGHTS + stack] = height - 1
    row = rows_of(state) + row_for(lowest_stack(state) if height > 1 else 0)
    state[HEIGHTS + stack] = height
    own_row = opponents_row = row
    if state[LAST] or height == 1:
        own_row = ONLY_THE_SCORE
        if state[ENDING] == AT_ONCE or state[LAST] == 1:
            opponents_row = ONLY_THE_SCORE
    if state[BLIND_STACKS] >> stack & 1:
        own = view(state, state[TURN], own_row, weights) + weights[row + SURPRISE]
    else:
        own, _ = best_place(state, state[TOPS + stack], own_row, weights)
    return own - opponents_worth(state, opponents_row, weights)


@kernel
def preferences(
    game: Game, state: State, moves: Moves, n: int, weights: Vector, out: Vector
) -> None:
    """What `moves[i]` leads to: a draw in points, a place by the garden's worth.

    Among dozens of places the worth tells good from bad more sharply than points would.
    """
    if state[PHASE] != PLACE:
        slope = weights[outlook_for(state[PLAYERS], cards_to_come(state)) + 1]
        for i in range(n):
            out[i] = slope * draw_value(state, moves[i], weights)
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
    """The first of the legal actions that lead to most points."""
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
def cards_to_come(state: State) -> int:
    """Cards in the lowest stack; none once the end has been triggered."""
    return 0 if state[LAST] else min(lowest_stack(state), ROWS - 1)


@kernel
def worths(state: State, weights: Vector, out: Vector) -> None:
    """`out[p]` is the worth of player p's garden; who is in turn has a draw to come."""
    row = rows_of(state) + row_for(cards_to_come(state))
    for player in range(state[PLAYERS]):
        out[player] = view(state, player, row, weights)
    out[state[TURN]] += weights[row + SURPRISE]


@inlined
def outlook(state: State, weights: Vector, wins: Vector, points: Vector) -> None:
    """Worths in `points` become the scores and chances that they have led to."""
    players = state[PLAYERS]
    place = outlook_for(players, cards_to_come(state))
    best = MINUS_INFINITY
    for player in range(players):
        points[player] = weights[place] + weights[place + 1] * points[player]
        best = max(best, points[player])
    total = 0.0
    for player in range(players):
        wins[player] = np.exp((points[player] - best) / weights[place + 2])
        total += wins[player]
    for player in range(players):
        wins[player] /= total


@kernel
def estimate(
    game: Game, state: State, weights: Vector, wins: Vector, points: Vector
) -> None:
    """Scores and chances that such worths have led to (softmax)."""
    worths(state, weights, points)
    outlook(state, weights, wins, points)
