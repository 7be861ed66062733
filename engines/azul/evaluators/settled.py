"""The boards as if the round ended now, and what such boards have led to.

Full lines are tiled and the floor is paid. A player's final score is then a weighted
sum of the score so far and of what is under way, and a win is the softmax of these sums
over a spread. The weights are learned (`engines.azul.evaluators.learned`): by number of
players and side of the wall, by the longest row of any wall, because a complete one
ends the game, and by the part of the round's tiles that are still on offer.

On the grey wall a full line is taken to go where it scores most, from the top down.
"""

from __future__ import annotations

import numpy as np

from engines.azul.evaluators.learned import (
    BASE,
    COLOURS,
    COLUMNS,
    EDGE,
    EXACT,
    FLOOR_SPACE,
    GAIN,
    LESS,
    LINE,
    LINKS,
    MORE,
    ROWS,
    SCORE_NOW,
    SPREAD,
    STAGES,
    STARTS,
    TILES,
    TO_MOVE,
    place_of,
    table,
)
from engines.azul.layout import DEAL as DEAL_PHASE
from engines.azul.layout import (
    DRAFT,
    FIELD_BITS,
    FIRST,
    GREY,
    LINES,
    MAX_SOURCES,
    OFFERS,
    PHASE,
    PLAYERS,
    SCORE,
    SHOWN,
    SOURCES,
    TILES_PER_FACTORY,
    TURN,
    WALL,
    board,
    cell_colour,
    field,
    floor_spaces,
    full_lines,
    line_colour,
    line_tiles,
    next_starter,
    total,
)
from engines.azul.scoring import (
    FLOOR_COST,
    PRINTED_COLUMN,
    column_bits,
    end_bonus,
    row_bits,
    tile_points,
)
from engines.jit import inlined, kernel, popcount, trailing_zeros
from engines.protocol import Game, State, Vector
from engines.shares import shares_of

ALL_SPACES = (1 << 25) - 1
LEFT_EDGE = sum(1 << 5 * r for r in range(5))
RIGHT_EDGE = LEFT_EDGE << 4
# [line, tiles]: part of a pattern line that is filled.
FILLED = np.array([[min(k, r + 1) / (r + 1) for k in range(16)] for r in range(8)])


def default_weights() -> Vector:
    """The learned table."""
    return table()


@kernel
def grey_column(state: State, player: int, wall: int, row: int, colour: int) -> int:
    """Where on a grey wall a full line scores most; -1 if it can go nowhere."""
    best = -1
    points = 0
    for column in range(5):
        free = (wall >> (5 * row + column)) & 1 == 0
        for r in range(5):
            free = free and cell_colour(state, player, r, column) != colour
        if free:
            here = tile_points(wall | 1 << (5 * row + column), row, column)
            if here > points:
                points = here
                best = column
    return best


@inlined
def column_for(state: State, player: int, wall: int, row: int, colour: int) -> int:
    """The column for a tile of a line; -1 if there is none."""
    if state[GREY]:
        return grey_column(state, player, wall, row, colour)
    return PRINTED_COLUMN[row & 7, colour & 7]


@inlined
def settled(state: State, player: int) -> tuple[int, int, int]:
    """(wall, SHOWN, score) of a player as if the round ended now, bonuses left out."""
    at = board(player)
    wall, shown, score = state[at + WALL], state[at + SHOWN], state[at + SCORE]
    full = full_lines(state[at + LINES])
    while full:
        row: int = trailing_zeros(full) >> 2
        full &= full - 1
        colour = line_colour(state[at + LINES], row)
        column = column_for(state, player, wall, row, colour)
        if column >= 0:
            wall |= 1 << (5 * row + column)
            shown |= 1 << (FIELD_BITS * colour + row)
            score += tile_points(wall, row, column)
    score = max(0, score - FLOOR_COST[floor_spaces(state, player) & 7])
    return wall, shown, score


@inlined
def on_offer(state: State, colour: int, needed: int, place: int) -> int:
    """The place for a line by its best source: as many tiles as needed, more, less.

    0 if no source has the colour.
    """
    sources = field(state[OFFERS], colour)
    found = 0
    while sources:
        source: int = trailing_zeros(sources)
        sources &= sources - 1
        tiles = field(state[SOURCES + (source & 15)], colour)
        if tiles == needed:
            return place + EXACT
        if tiles > needed:
            found = place + MORE
        elif found == 0:
            found = place + LESS
    return found


@inlined
def lines_under_way(
    state: State, player: int, wall: int, place: int, weights: Vector
) -> float:
    """What pattern lines that are neither empty nor full add to a player's sum."""
    lines = state[board(player) + LINES]
    worth = 0.0
    for row in range(1, 5):
        tiles = line_tiles(lines, row)
        if 0 < tiles <= row:
            part = FILLED[row, tiles & 15]
            colour = line_colour(lines, row)
            column = column_for(state, player, wall, row, colour)
            if column >= 0:
                offer = on_offer(state, colour, row + 1 - tiles, place)
                gain = tile_points(wall | 1 << (5 * row + column), row, column)
                worth += part * weights[place + LINE + row - 1]
                worth += part * gain * weights[place + GAIN]
                worth += gain * weights[offer] if offer else 0.0
    return worth


@inlined
def sets_under_way(wall: int, shown: int, place: int, weights: Vector) -> float:
    """What rows, columns and colours of two to four tiles add to a player's sum."""
    worth = 0.0
    for i in range(5):
        worth += weights[place + COLUMNS + popcount(column_bits(wall, i))]
        worth += weights[place + COLOURS + popcount(field(shown, i))]
        worth += weights[place + ROWS + popcount(row_bits(wall, i))]
    return worth


@inlined
def shape(wall: int, place: int, weights: Vector) -> float:
    """What tiles, neighbouring tiles and free spaces beside tiles add."""
    across = wall & (wall >> 1) & ~RIGHT_EDGE
    down = wall & (wall >> 5)
    beside = (wall & ~RIGHT_EDGE) << 1 | (wall & ~LEFT_EDGE) >> 1
    beside |= wall << 5 | wall >> 5
    worth = weights[place + TILES] * popcount(wall)
    worth += weights[place + LINKS] * (popcount(across) + popcount(down))
    free = beside & ~wall & ALL_SPACES
    return worth + weights[place + EDGE] * popcount(free)


@inlined
def final_score(state: State, player: int, place: int, weights: Vector) -> float:
    """The weighted sum for one player."""
    wall, shown, score = settled(state, player)
    now = score + end_bonus(wall, shown)
    worth = weights[place + BASE] + weights[place + SCORE_NOW] * now
    worth += sets_under_way(wall, shown, place, weights)
    worth += shape(wall, place, weights)
    worth += lines_under_way(state, player, wall, place, weights)
    if state[PHASE] == DEAL_PHASE:
        worth += weights[place + STARTS] if state[FIRST] == player else 0.0
    else:
        worth += weights[place + STARTS] if next_starter(state) == player else 0.0
        worth += weights[place + FLOOR_SPACE] * floor_spaces(state, player)
    if state[PHASE] == DRAFT and state[TURN] == player:
        worth += weights[place + TO_MOVE]
    return worth


@inlined
def block(state: State) -> int:
    """Most tiles in a row of any wall once the full lines have been tiled."""
    longest = 0
    for player in range(state[PLAYERS]):
        at = board(player)
        full = full_lines(state[at + LINES])
        for row in range(5):
            tiles = popcount(row_bits(state[at + WALL], row))
            tiles += (full >> (4 * row + 3)) & 1
            longest = max(longest, tiles)
    return min(longest, 5)


@inlined
def stage(state: State) -> int:
    """The part of the round's tiles still on offer, in steps of 1 / (STAGES - 1)."""
    if state[PHASE] != DRAFT:
        return 0
    tiles = 0
    for source in range(MAX_SOURCES):
        tiles += state[SOURCES + source]
    dealt = TILES_PER_FACTORY * (2 * state[PLAYERS] + 1)
    return min(STAGES - 1, (total(tiles) * (STAGES - 1) + dealt // 2) // dealt)


@kernel
def estimate(
    game: Game, state: State, weights: Vector, wins: Vector, points: Vector
) -> None:
    """Scores that such boards have led to, and their softmax over the spread."""
    players = state[PLAYERS]
    place = place_of(players, state[GREY], block(state), stage(state))
    for player in range(players):
        points[player] = final_score(state, player, place, weights)
    shares_of(points, players, weights[place + SPREAD], wins)
