"""Between what limits the final scores must lie, once a round is sure to be the last.

A search prunes by these limits, so they must hold whatever is played, and be quick
rather than narrow. On the coloured wall alone: a grey one leaves too much open.
"""

from __future__ import annotations

import numpy as np

from engines.azul.layout import (
    ACCEPTS,
    DRAFT,
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
    fields_from,
    floor_spaces,
    full_lines,
    gathered,
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
    complete_columns,
    complete_rows,
    row_bits,
    tile_points,
)
from engines.jit import inlined, kernel, popcount, trailing_zeros
from engines.protocol import State, Vector
from engines.unlimited import NO_LIMIT

# [colour]: the spaces of the coloured wall that show it, bits as in WALL.
COLOUR_SPACES = np.array(
    [sum(1 << 5 * r + int(PRINTED_COLUMN[r, c]) for r in range(5)) for c in range(5)]
)
ROW_OF = np.array([min(4, place // 5) for place in range(32)])
EACH_BYTE = sum(1 << 8 * row for row in range(5))
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
        at = board(player)
        full = full_lines(state[at + LINES])
        while full:
            row: int = trailing_zeros(full) >> 2
            full &= full - 1
            if popcount(row_bits(state[at + WALL], row)) == 4:
                return True
    return False


@inlined
def reachable(state: State, player: int, tiles: int) -> int:
    """Spaces of the wall whose lines may be full by the end: bits as in WALL."""
    at = board(player)
    spaces = 0
    for row in range(5):
        needed = row + 1 - line_tiles(state[at + LINES], row)
        colours = gathered(fields_from(tiles, needed) & state[at + ACCEPTS] >> row)
        columns = (colours << row | colours << row >> 5) & FIVE
        spaces |= columns << 5 * row
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
def tiled(state: State, player: int, lines: int) -> tuple[int, int]:
    """The coloured wall once full lines are tiled, from the top, and their points.

    `lines` stand in place of the player's own.
    """
    wall = state[board(player) + WALL]
    full = full_lines(lines)
    points = 0
    while full:
        row: int = trailing_zeros(full) >> 2
        full &= full - 1
        column = PRINTED_COLUMN[row, line_colour(lines, row)]
        wall |= 1 << (5 * row + column)
        points += tile_points(wall, row, column)
    return wall, points


@inlined
def row_gains(now: int, then: int, spaces: int) -> int:
    """The most that every row's line can still bring: a byte a row.

    That is a tile on one of the spaces, and the row's bonus.
    """
    gains = 0
    while spaces:
        place: int = trailing_zeros(spaces)
        spaces &= spaces - 1
        row = ROW_OF[place & 31]
        column = place - 5 * row
        points = tile_points(then, row, column)
        complete = row_bits(now, row) | 1 << column == FIVE
        points += ROW_BONUS if complete else 0
        known = (gains >> 8 * row) & 255
        gains += max(0, points - known) << 8 * row
    return gains


@inlined
def bonus(wall: int) -> int:
    """The bonuses of a final coloured wall (rules: end)."""
    points = ROW_BONUS * complete_rows(wall)
    points += COLUMN_BONUS * popcount(complete_columns(wall))
    for colour in range(5):
        spaces = COLOUR_SPACES[colour]
        points += COLOUR_BONUS if wall & spaces == spaces else 0
    return points


@inlined
def bonus_gain(now: int, then: int, takes: int) -> int:
    """The most that bonuses for columns and colours can grow by in so many takes."""
    gain = 0
    columns = complete_columns(then)
    while columns:
        column: int = trailing_zeros(columns)
        columns &= columns - 1
        missing = popcount(COLUMN << column & ~now)
        gain += COLUMN_BONUS if 0 < missing <= takes else 0
    for colour in range(5):
        spaces = COLOUR_SPACES[colour]
        if then & spaces == spaces:
            missing = popcount(spaces & ~now)
            gain += COLOUR_BONUS if 0 < missing <= takes else 0
    return gain


@inlined
def line_gains(gains: int, takes: int) -> int:
    """The most that so many takes can bring by filling lines, one each."""
    if takes >= 5:
        return (gains * EACH_BYTE >> 32) & 255
    a = 0
    b = 0
    c = 0
    d = 0
    for row in range(5):  # the gains in falling order
        gain = (gains >> 8 * row) & 255
        if gain > a:
            a, gain = gain, a
        if gain > b:
            b, gain = gain, b
        if gain > c:
            c, gain = gain, c
        d = max(d, gain)
    points = a
    points += b if takes > 1 else 0
    points += c if takes > 2 else 0
    return points + (d if takes > 3 else 0)


@inlined
def row_bonuses(now: int, then: int, takes: int) -> int:
    """The most that bonuses for rows can grow by in so many takes."""
    rows = 0
    for row in range(5):
        missing = popcount(FIVE & ~row_bits(now, row))
        rows += 1 if missing == 1 and row_bits(then, row) == FIVE else 0
    return ROW_BONUS * min(rows, takes)


@inlined
def base_points(state: State, player: int) -> int:
    """The score of a player less what the floor costs; no tile on the wall counts."""
    cost = FLOOR_COST[floor_spaces(state, player)]
    return state[board(player) + SCORE] - cost


@inlined
def most_points(state: State, player: int, now: int, tiles: int, takes: int) -> int:
    """A score, bonuses of `now` apart, that the player can't exceed.

    `now` is the settled wall. The floor can eat up the points of tiles, but not the
    rows' bonuses among `gains`.
    """
    then = now
    gains = 0
    if takes:
        spaces = reachable(state, player, tiles)
        then |= spaces
        gains = line_gains(row_gains(now, then, spaces), takes)
    points = base_points(state, player) + full_line_points(state, player, then) + gains
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
    """A score that the player can't fall below."""
    spaces = floor_spaces(state, player)
    if takes:
        spaces = min(FLOOR_SPACES, spaces + most_tiles(tiles, takes) + 1)
    at = board(player)
    now, placed = tiled(state, player, state[at + LINES])
    points = state[at + SCORE] + placed
    return max(0, points - FLOOR_COST[spaces]) + bonus(now)


@inlined
def takes_left(state: State, player: int) -> int:
    """How many takes the player has at most until the sources are empty."""
    players = state[PLAYERS]
    after = player - state[TURN]
    after += players if after < 0 else 0
    takers = popcount(state[OFFERS]) - after + players - 1
    return takers >> 1 if players == 2 else takers // players


@inlined
def is_limited(state: State) -> bool:
    """The game ends without chance, and soon enough for limits to be of use."""
    if state[GREY] or state[PHASE] != DRAFT or popcount(state[OFFERS]) > MOST_BATCHES:
        return False
    return is_last(state)


@kernel
def score_limits(state: State, least: Vector, most: Vector) -> bool:
    """Whether the game ends without chance, with scores in `least[p]`..`most[p]`."""
    if not is_limited(state):
        return False
    tiles = tiles_left(state)
    for player in range(state[PLAYERS]):
        takes = takes_left(state, player)
        now = settled(state, player)
        most[player] = most_points(state, player, now, tiles, takes) + bonus(now)
        least[player] = least_points(state, player, tiles, takes)
    return True


@kernel
def most_lead(state: State, player: int, bar: float) -> float:
    """By how much a player of two can lead at the end at most; NO_LIMIT above `bar`.

    What he has already is compared first: mostly it is above the bar.
    """
    if not is_limited(state):
        return NO_LIMIT
    tiles = tiles_left(state)
    other = 1 - player
    least = least_points(state, other, tiles, takes_left(state, other))
    now = settled(state, player)
    sure = bonus(now) - least
    points = base_points(state, player) + full_line_points(state, player, now)
    if max(0, points) + sure > bar:
        return NO_LIMIT
    takes = takes_left(state, player)
    return float(most_points(state, player, now, tiles, takes) + sure)
