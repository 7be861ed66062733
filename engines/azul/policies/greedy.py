"""Takes the move that is worth most points now, with an eye on the bonuses.

A move is worth what its tiles bring to their line, less what the floor costs. A full
line is worth its gain: the points of its tile on the wall as it will be when the lines
that are full already have been tiled, and its part of the bonuses for columns, colours
and rows. A line filled in part is worth part of that. By the weight `deny`, tiles are
also worth what they would have brought the next player.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from engines.azul.layout import (
    ACCEPTS,
    CAPACITY,
    CENTRE,
    FIELD,
    FIELD_BITS,
    FLOOR_DESTINATION,
    FLOOR_SPACES,
    GREY,
    LINES,
    MARKER,
    OFFERS,
    PLAYERS,
    SHOWN,
    SOURCES,
    TILING_ACTION,
    TURN,
    WALL,
    board,
    cell_colour,
    field,
    floor_spaces,
    line_colour,
    line_tiles,
)
from engines.azul.limits import settled
from engines.azul.policies.presets import DEFAULTS, PRESETS, WEIGHTS
from engines.azul.scoring import (
    COLOUR_BONUS,
    COLUMN_BONUS,
    FLOOR_COST,
    PRINTED_COLUMN,
    ROW_BONUS,
    column_bits,
    row_bits,
    tile_points,
)
from engines.jit import inlined, kernel, popcount, trailing_zeros
from engines.protocol import Game, Moves, Rng, State, Vector
from engines.rng import draw_below

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

PARTIAL, FLOOR_WEIGHT, COLUMN, COLOUR, ROW, MARKER_WEIGHT, WASTE, DENY = range(8)

# [k]: part of a bonus for five that the k-th of the five brings; the parts add up to 1.
PROGRESS = np.array([0.0] + [(2 * k - 1) / 25 for k in range(1, 6)] + [0.0, 0.0])
# [occupied, more]: points lost by dropping `more` tiles on a floor line.
DROP_COST = np.array(
    [
        [FLOOR_COST[min(FLOOR_SPACES, k + d)] - FLOOR_COST[k] for d in range(32)]
        for k in range(FLOOR_SPACES + 1)
    ],
    np.float64,
)
PRIOR_DENY = 0.4  # docs/measuring-strength.md
MINUS_INFINITY = -1e30


def default_weights() -> Vector:
    """The weights in the order of WEIGHTS."""
    return np.array(DEFAULTS)


def prior_weights() -> Vector:
    """Denying too: it costs too much time for playouts, but not for a tree."""
    return weighted({"deny": PRIOR_DENY})


def weighted(values: Mapping[str, float]) -> Vector:
    """The default weights, some of them replaced."""
    given = dict(zip(WEIGHTS, DEFAULTS, strict=True)) | dict(values)
    return np.array([given[name] for name in WEIGHTS])


@inlined
def space_gain(
    wall: int, shown: int, row: int, colour: int, column: int, weights: Vector
) -> float:
    """Points and progress to bonuses of a tile on a free space of `wall`."""
    wall |= 1 << (5 * row + column)
    gain = float(tile_points(wall, row, column))
    in_column = popcount(column_bits(wall, column))
    gain += weights[COLUMN] * COLUMN_BONUS * PROGRESS[in_column & 7]
    in_colour = popcount(field(shown, colour)) + 1
    gain += weights[COLOUR] * COLOUR_BONUS * PROGRESS[in_colour & 7]
    in_row = popcount(row_bits(wall, row))
    return gain + weights[ROW] * ROW_BONUS * PROGRESS[in_row & 7]


@kernel
def grey_gain(
    state: State, player: int, row: int, colour: int, weights: Vector
) -> float:
    """The best gain of a colour over the legal spaces of a grey row; 0 without any."""
    at = board(player)
    best = 0.0
    for column in range(5):
        free = cell_colour(state, player, row, column) < 0
        for r in range(5):
            free = free and cell_colour(state, player, r, column) != colour
        if free:
            gain = space_gain(
                state[at + WALL], state[at + SHOWN], row, colour, column, weights
            )
            best = max(best, gain)
    return best


@inlined
def line_gain(
    state: State, player: int, wall: int, row: int, colour: int, weights: Vector
) -> float:
    """What line `row` full of a colour will bring a player with that settled wall."""
    if state[GREY]:
        return grey_gain(state, player, row, colour, weights)
    shown = state[board(player) + SHOWN]
    return space_gain(wall, shown, row, colour, PRINTED_COLUMN[row, colour], weights)


@inlined
def move_value(
    gain: float, before: int, capacity: int, tiles: int, spaces: int, weights: Vector
) -> float:
    """Worth of putting tiles on a line of that gain; what runs over costs the floor."""
    placed = min(tiles, capacity - before)
    part = placed / capacity if capacity else 0.0
    value = weights[PARTIAL] * gain * part
    if placed > 0 and before + placed == capacity:
        value = gain * (1.0 - weights[PARTIAL] * before / capacity)
    over = tiles - placed
    cost = DROP_COST[spaces & 7, over & 31]
    return value - weights[FLOOR_WEIGHT] * cost - weights[WASTE] * over


@inlined
def source_spaces(state: State, source: int) -> int:
    """Floor spaces taken once the marker, if it comes along, has been laid down."""
    spaces = floor_spaces(state, state[TURN])
    takes = source == CENTRE and state[MARKER] == 0
    return min(FLOOR_SPACES, spaces + (1 if takes else 0))


@inlined
def marker_value(state: State, source: int, weights: Vector) -> float:
    """Worth of the marker if it comes along: the start, less its floor space."""
    if source != CENTRE or state[MARKER] != 0:
        return 0.0
    cost = DROP_COST[floor_spaces(state, state[TURN]) & 7, 1]
    return weights[MARKER_WEIGHT] - weights[FLOOR_WEIGHT] * cost


@kernel
def action_value(state: State, wall: int, action: int, weights: Vector) -> float:
    """Worth of one legal action; `wall` is the settled wall of the player in turn."""
    at = board(state[TURN])
    row = (action >> 3) & 7
    if action >= TILING_ACTION:
        colour = line_colour(state[at + LINES], row)
        column = action & 7
        return space_gain(
            state[at + WALL], state[at + SHOWN], row, colour, column, weights
        )
    source, colour, destination = (action >> 6) & 15, row, action & 7
    tiles = field(state[SOURCES + source], colour)
    gain = 0.0
    if destination != FLOOR_DESTINATION:
        gain = line_gain(state, state[TURN], wall, destination, colour, weights)
    before = line_tiles(state[at + LINES], destination)
    spaces = source_spaces(state, source)
    value = move_value(gain, before, CAPACITY[destination], tiles, spaces, weights)
    return value + marker_value(state, source, weights)


@kernel
def preferences(
    game: Game, state: State, moves: Moves, n: int, weights: Vector, out: Vector
) -> None:
    """`out[i]` is the worth of `moves[i]` in points, for i < n."""
    wall = settled(state, state[TURN])
    for i in range(n):
        out[i] = action_value(state, wall, moves[i], weights)
    if weights[DENY] != 0.0:
        batch = -1
        denied = 0.0
        for i in range(n):
            if moves[i] >> 3 != batch:
                batch = moves[i] >> 3
                denied = denied_points(state, batch, weights)
            out[i] += weights[DENY] * denied


@kernel
def denied_points(state: State, batch: int, weights: Vector) -> float:
    """The most that tiles would bring the next player; `batch` is an action >> 3."""
    if batch << 3 >= TILING_ACTION:
        return 0.0
    source, colour = (batch >> 3) & 15, batch & 7
    player = (state[TURN] + 1) % state[PLAYERS]
    at = board(player)
    wall = settled(state, player)
    spaces = floor_spaces(state, player)
    tiles = field(state[SOURCES + source], colour)
    lines = field(state[at + ACCEPTS], colour) & ~(1 << FLOOR_DESTINATION)
    best = 0.0
    while lines:
        row: int = trailing_zeros(lines)
        lines &= lines - 1
        gain = line_gain(state, player, wall, row, colour, weights)
        before = line_tiles(state[at + LINES], row)
        value = move_value(gain, before, CAPACITY[row & 7], tiles, spaces, weights)
        best = max(best, value)
    return best


@kernel
def choose_denying(
    game: Game, state: State, moves: Moves, weights: Vector, rng: Rng
) -> int:
    """As `choose`, with an eye on what the next player would like to have."""
    wall = settled(state, state[TURN])
    best = MINUS_INFINITY
    action = 0
    equal = 1
    batch = -1
    denied = 0.0
    for i in range(game.legal_actions(state, moves)):
        if moves[i] >> 3 != batch:
            batch = moves[i] >> 3
            denied = denied_points(state, batch, weights)
        value = action_value(state, wall, moves[i], weights) + weights[DENY] * denied
        if value > best:
            best = value
            equal = 1
            action = moves[i]
        elif value == best:
            equal += 1
            if draw_below(rng, equal) == 0:
                action = moves[i]
    return action


@kernel
def choose(game: Game, state: State, moves: Moves, weights: Vector, rng: Rng) -> int:
    """The legal action that is worth most; equal ones are drawn for."""
    if state[OFFERS] == 0:
        return choose_column(game, state, moves, weights)
    if weights[DENY] != 0.0:
        return choose_denying(game, state, moves, weights, rng)
    at = board(state[TURN])
    wall = settled(state, state[TURN])
    taken_spaces = floor_spaces(state, state[TURN])
    centre_spaces = source_spaces(state, CENTRE)
    centre_value = marker_value(state, CENTRE, weights)
    best = MINUS_INFINITY
    action = 0
    equal = 1
    for colour in range(5):
        sources = field(state[OFFERS], colour)
        lines = field(state[at + ACCEPTS], colour) if sources else 0
        while lines:
            row: int = trailing_zeros(lines)
            lines &= lines - 1
            gain = 0.0
            if row != FLOOR_DESTINATION:
                gain = line_gain(state, state[TURN], wall, row, colour, weights)
            before = line_tiles(state[at + LINES], row)
            left = sources
            while left:
                source: int = trailing_zeros(left)
                left &= left - 1
                tiles = (state[SOURCES + (source & 15)] >> FIELD_BITS * colour) & FIELD
                spaces = taken_spaces if source else centre_spaces
                value = move_value(
                    gain, before, CAPACITY[row & 7], tiles, spaces, weights
                )
                if source == CENTRE:
                    value += centre_value
                if value > best:
                    best = value
                    equal = 1
                    action = source << 6 | colour << 3 | row
                elif value == best:
                    equal += 1
                    if draw_below(rng, equal) == 0:
                        action = source << 6 | colour << 3 | row
    return action


@kernel
def choose_column(game: Game, state: State, moves: Moves, weights: Vector) -> int:
    """The first of the best columns for the full line of a grey wall."""
    best = MINUS_INFINITY
    action = 0
    for i in range(game.legal_actions(state, moves)):
        value = action_value(state, 0, moves[i], weights)
        if value > best:
            best = value
            action = moves[i]
    return action


@kernel
def estimate(
    game: Game, state: State, weights: Vector, wins: Vector, points: Vector
) -> None:
    """As if the game ended now."""
    game.outcome(state, wins)
    game.scores(state, points)
