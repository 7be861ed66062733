"""Tiling (rules: round 3, grey wall): full lines reach the wall, floors are paid."""

from __future__ import annotations

from engines.azul.drafting import drop
from engines.azul.layout import (
    ACCEPTS,
    FIELD_BITS,
    FLOOR,
    LINE_BITS,
    LINES,
    PLAYERS,
    SCORE,
    SHOWN,
    TURN,
    WALL,
    board,
    cell_colour,
    floor_spaces,
    full_lines,
    line_colour,
    next_starter,
    set_cell_colour,
    topmost_full_line,
    without_lines,
)
from engines.azul.scoring import FIVE, FLOOR_COST, PRINTED_COLUMN, row_bits, tile_points
from engines.jit import inlined, kernel, trailing_zeros
from engines.protocol import State

# --- Coloured wall --------------------------------------------------------------------


@inlined
def tile_printed_wall(state: State, player: int) -> None:
    """Every full line, from the top, has moved a tile to its printed space."""
    at = board(player)
    lines = state[at + LINES]
    wall = state[at + WALL]
    shown = state[at + SHOWN]
    accepts = state[at + ACCEPTS]
    points = 0
    full = full_lines(lines)
    state[at + LINES] = without_lines(lines, full)
    while full:
        row = trailing_zeros(full) >> 2
        full &= full - 1
        colour = line_colour(lines, row)
        column = PRINTED_COLUMN[row, colour]
        wall |= 1 << (5 * row + column)
        points += tile_points(wall, row, column)
        shown |= 1 << (FIELD_BITS * colour + row)
        accepts |= LINE_BITS[row] & ~shown
    state[at + WALL] = wall
    state[at + SHOWN] = shown
    state[at + ACCEPTS] = accepts
    state[at + SCORE] += points


@inlined
def pay_floor(state: State, player: int) -> None:
    """The floor line is paid for and empty; no score is below 0."""
    at = board(player)
    cost = FLOOR_COST[floor_spaces(state, player) & 7]
    state[at + SCORE] = max(0, state[at + SCORE] - cost)
    state[at + FLOOR] = 0


# --- Grey wall ------------------------------------------------------------------------


@kernel
def tiling_columns(state: State) -> int:
    """Bit a column: where the topmost full line of the player in turn may go."""
    at = board(state[TURN])
    row = topmost_full_line(state[at + LINES])
    colour = line_colour(state[at + LINES], row)
    columns = FIVE & ~row_bits(state[at + WALL], row)
    for r in range(5):
        for column in range(5):
            if cell_colour(state, state[TURN], r, column) == colour:
                columns &= ~(1 << column)
    return columns


@kernel
def place_tile(state: State, row: int, column: int) -> None:
    """The full line has moved a tile to the chosen space, and it has scored."""
    at = board(state[TURN])
    colour = line_colour(state[at + LINES], row)
    state[at + WALL] |= 1 << (5 * row + column)
    state[at + SHOWN] |= 1 << (FIELD_BITS * colour + row)
    set_cell_colour(state, state[TURN], row, column, colour)
    state[at + SCORE] += tile_points(state[at + WALL], row, column)
    empty_line(state, row)


@kernel
def empty_line(state: State, row: int) -> None:
    """The line of the player in turn is empty and takes what its row does not show."""
    at = board(state[TURN])
    state[at + LINES] = without_lines(state[at + LINES], 8 << 4 * row)
    state[at + ACCEPTS] |= LINE_BITS[row] & ~state[at + SHOWN]


@kernel
def continue_tiling(state: State) -> bool:
    """The next column has to be chosen; False when all players have finished.

    Lines without a legal space have fallen to the floor, finished players have paid.
    """
    starter = next_starter(state)
    while True:
        lines = state[board(state[TURN]) + LINES]
        if full_lines(lines):
            if tiling_columns(state):
                return True
            row = topmost_full_line(lines)
            empty_line(state, row)
            drop(state, state[TURN], line_colour(lines, row), row + 1)
            continue
        pay_floor(state, state[TURN])
        state[TURN] = (state[TURN] + 1) % state[PLAYERS]
        if state[TURN] == starter:
            return False
