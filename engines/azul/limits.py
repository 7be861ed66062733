"""Between what limits the final scores must lie, once a round is sure to be the last.

A search prunes by these limits, so they must hold whatever is played, and be quick
rather than narrow. On the coloured wall alone: a grey one leaves too much open.
"""

from __future__ import annotations

import numpy as np

from engines.azul.layout import (
    ACCEPTS,
    CAPACITY,
    DRAFT,
    FLOOR_DESTINATION,
    FLOOR_SPACES,
    GREY,
    LINES,
    OFFERS,
    PHASE,
    PLAYERS,
    ROUND,
    ROUND_LIMIT,
    SCORE,
    SOURCES,
    TURN,
    WALL,
    board,
    field,
    floor_spaces,
    full_lines,
    line_colour,
    line_tiles,
    total,
)
from engines.azul.scoring import (
    COLOUR_BONUS,
    COLUMN,
    COLUMN_BONUS,
    FIVE,
    FLOOR_COST,
    PRINTED_COLUMN,
    ROW_BONUS,
    complete_rows,
    row_bits,
    tile_points,
)
from engines.jit import inlined, kernel, popcount, trailing_zeros
from engines.protocol import State, Vector

# [colour]: the spaces of the coloured wall that show it, bits as in WALL.
COLOUR_SPACES = np.array(
    [sum(1 << 5 * r + int(PRINTED_COLUMN[r, c]) for r in range(5)) for c in range(5)]
)
MOST_BATCHES = 12  # to be taken; with more of them the limits are too wide to help


@inlined
def tiles_left(state: State) -> int:
    """What lies on factories and in the centre, a count a colour."""
    tiles = 0
    for source in range(2 * state[PLAYERS] + 2):
        tiles += state[SOURCES + source]
    return tiles


@inlined
def settled(state: State, player: int) -> int:
    """The coloured wall as it is once the lines that are full have been tiled."""
    at = board(player)
    wall = state[at + WALL]
    lines = state[at + LINES]
    full = full_lines(lines)
    while full:
        row: int = trailing_zeros(full) >> 2
        full &= full - 1
        wall |= 1 << (5 * row + PRINTED_COLUMN[row, line_colour(lines, row)])
    return wall


@inlined
def is_last(state: State) -> bool:
    """A full line completes a row, or no round can follow."""
    if state[ROUND] >= ROUND_LIMIT:
        return True
    for player in range(state[PLAYERS]):
        if complete_rows(settled(state, player)):
            return True
    return False


@inlined
def reachable(state: State, player: int, tiles: int) -> int:
    """Spaces of the wall whose lines may be full by the end: bits as in WALL."""
    at = board(player)
    spaces = 0
    for colour in range(5):
        here = field(tiles, colour)
        rows = field(state[at + ACCEPTS], colour) & ~(1 << FLOOR_DESTINATION)
        while rows:
            row: int = trailing_zeros(rows)
            rows &= rows - 1
            if line_tiles(state[at + LINES], row) + here >= CAPACITY[row]:
                spaces |= 1 << (5 * row + PRINTED_COLUMN[row, colour])
    return spaces


@inlined
def full_line_points(state: State, player: int, wall: int) -> int:
    """Points of the full lines' tiles on `wall`, which shows them already."""
    lines = state[board(player) + LINES]
    full = full_lines(lines)
    points = 0
    while full:
        row: int = trailing_zeros(full) >> 2
        full &= full - 1
        points += tile_points(wall, row, PRINTED_COLUMN[row, line_colour(lines, row)])
    return points


@inlined
def tiling_points(state: State, player: int) -> int:
    """Points of the full lines tiled as they are now, from the top."""
    at = board(player)
    lines = state[at + LINES]
    wall = state[at + WALL]
    full = full_lines(lines)
    points = 0
    while full:
        row: int = trailing_zeros(full) >> 2
        full &= full - 1
        column = PRINTED_COLUMN[row, line_colour(lines, row)]
        wall |= 1 << (5 * row + column)
        points += tile_points(wall, row, column)
    return points


@inlined
def row_gain(now: int, then: int, spaces: int, row: int) -> int:
    """The most that a row's line can still bring: the tile and the row's bonus."""
    best = 0
    left = row_bits(spaces, row)
    while left:
        column: int = trailing_zeros(left)
        left &= left - 1
        points = tile_points(then, row, column)
        if row_bits(now, row) | 1 << column == FIVE:
            points += ROW_BONUS
        best = max(best, points)
    return best


@inlined
def bonus(wall: int) -> int:
    """The bonuses of a final coloured wall (rules: end)."""
    points = ROW_BONUS * complete_rows(wall)
    for i in range(5):
        points += COLUMN_BONUS if (wall >> i) & COLUMN == COLUMN else 0
        points += COLOUR_BONUS if wall & COLOUR_SPACES[i] == COLOUR_SPACES[i] else 0
    return points


@inlined
def bonus_gain(now: int, then: int, takes: int) -> int:
    """The most that bonuses for columns and colours can grow by in so many takes."""
    gain = 0
    for i in range(5):
        column = COLUMN << i
        if then & column == column:
            missing = popcount(column & ~now)
            gain += COLUMN_BONUS if 0 < missing <= takes else 0
        colour = COLOUR_SPACES[i]
        if then & colour == colour:
            missing = popcount(colour & ~now)
            gain += COLOUR_BONUS if 0 < missing <= takes else 0
    return gain


@inlined
def line_gains(now: int, then: int, spaces: int, takes: int) -> int:
    """The most that so many takes can bring by filling lines, one each."""
    a = 0
    b = 0
    c = 0
    d = 0
    e = 0
    for row in range(5):  # the gains in falling order
        gain = row_gain(now, then, spaces, row)
        if gain > a:
            a, gain = gain, a
        if gain > b:
            b, gain = gain, b
        if gain > c:
            c, gain = gain, c
        if gain > d:
            d, gain = gain, d
        e = max(e, gain)
    points = a
    points += b if takes > 1 else 0
    points += c if takes > 2 else 0
    points += d if takes > 3 else 0
    return points + (e if takes > 4 else 0)


@inlined
def row_bonuses(now: int, then: int, takes: int) -> int:
    """The most that bonuses for rows can grow by in so many takes."""
    rows = 0
    for row in range(5):
        missing = popcount(FIVE & ~row_bits(now, row))
        rows += 1 if missing == 1 and row_bits(then, row) == FIVE else 0
    return ROW_BONUS * min(rows, takes)


@inlined
def most_points(state: State, player: int, now: int, tiles: int, takes: int) -> int:
    """A score that the player can't exceed; `now` is the settled wall.

    The floor can eat up the points of tiles, but not the rows' bonuses among `gains`.
    """
    then = now
    gains = 0
    if takes:
        spaces = reachable(state, player, tiles)
        then |= spaces
        gains = line_gains(now, then, spaces, takes)
    points = state[board(player) + SCORE] - FLOOR_COST[floor_spaces(state, player)]
    points += full_line_points(state, player, then) + gains
    points = max(row_bonuses(now, then, takes), points)
    return points + bonus_gain(now, then, takes)


@inlined
def most_tiles(tiles: int, takes: int) -> int:
    """No so many takes bring more tiles: those of the most frequent colours."""
    if takes >= 3:
        return total(tiles)
    first = 0
    second = 0
    for colour in range(5):
        n = field(tiles, colour)
        second = max(second, min(n, first))
        first = max(first, n)
    return first + second if takes == 2 else first


@inlined
def least_points(state: State, player: int, tiles: int, takes: int) -> int:
    """A score, bonuses apart, that the player can't fall below."""
    spaces = floor_spaces(state, player)
    if takes:
        spaces = min(FLOOR_SPACES, spaces + most_tiles(tiles, takes) + 1)
    points = state[board(player) + SCORE] + tiling_points(state, player)
    return max(0, points - FLOOR_COST[spaces])


@kernel
def score_limits(state: State, least: Vector, most: Vector) -> bool:
    """Whether the game ends without chance, with scores in `least[p]`..`most[p]`."""
    if state[GREY] or state[PHASE] != DRAFT:
        return False
    batches = popcount(state[OFFERS])
    if batches > MOST_BATCHES or not is_last(state):
        return False
    tiles = tiles_left(state)
    players = state[PLAYERS]
    for player in range(players):
        after = (player - state[TURN] + players) % players
        takes = max(0, (batches - after + players - 1) // players)
        now = settled(state, player)
        bonuses = bonus(now)
        most[player] = most_points(state, player, now, tiles, takes) + bonuses
        least[player] = least_points(state, player, tiles, takes) + bonuses
    return True
