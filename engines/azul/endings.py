"""The last takes of a game of two on the coloured wall, valued without a search.

With two batches left, whoever takes leaves the other batch as it is: they do not join.
Where the tiles go matters to nobody else, so each player puts them where he ends with
the highest score, and with the most rows of equal ones.
"""

from __future__ import annotations

from engines.azul.layout import (
    ACCEPTS,
    CENTRE,
    DRAFT,
    FIELD_BITS,
    FLOOR_SPACES,
    GREY,
    LINES,
    MARKER,
    OFFERS,
    PHASE,
    PLAYERS,
    SCORE,
    SOURCES,
    TURN,
    add_to_line,
    board,
    field,
    floor_spaces,
    line_tiles,
    longer_lines,
)
from engines.azul.limits import bonus, is_last, tiled
from engines.azul.scoring import FIVE, FLOOR_COST, complete_rows
from engines.jit import inlined, kernel, popcount, trailing_zeros
from engines.protocol import State, Vector

LAST_BATCHES = 2
ROWS_STEP = 8  # of a standing: a point counts as much, a complete row 1


@inlined
def final_standing(state: State, player: int, lines: int, spaces: int) -> int:
    """ROWS_STEP times the score that the player ends with, and complete rows.

    On a coloured wall, with LINES and so many occupied spaces of the floor.
    """
    wall, points = tiled(state, player, lines)
    score = state[board(player) + SCORE] + points
    score -= FLOOR_COST[min(FLOOR_SPACES, spaces)]
    return ROWS_STEP * (max(0, score) + bonus(wall)) + complete_rows(wall)


@inlined
def best_standing(
    state: State, player: int, colour: int, tiles: int, spaces: int
) -> int:
    """The best standing that the player's last tiles of the game can bring."""
    at = board(player)
    lines = state[at + LINES]
    accepts = field(state[at + ACCEPTS], colour) & FIVE
    longer = longer_lines(lines, tiles)
    dropped = 0 if accepts & longer else tiles
    best = final_standing(state, player, lines, spaces + dropped)
    rows = accepts & ~longer
    while rows:
        row: int = trailing_zeros(rows)
        rows &= rows - 1
        placed = row + 1 - line_tiles(lines, row)
        full = add_to_line(lines, row, colour, placed)
        standing = final_standing(state, player, full, spaces + tiles - placed)
        best = max(best, standing)
    return best


@inlined
def source_of(batch: int) -> int:
    """Where a batch lies, which is a bit of OFFERS."""
    return trailing_zeros(batch) % FIELD_BITS


@inlined
def standing_with(state: State, player: int, batch: int, marked: bool) -> int:
    """The best standing with a batch, a bit of OFFERS, and the marker or not."""
    place: int = trailing_zeros(batch)
    colour = place // FIELD_BITS
    tiles = field(state[SOURCES + place - FIELD_BITS * colour], colour)
    spaces = floor_spaces(state, player) + (1 if marked else 0)
    return best_standing(state, player, colour, tiles, min(FLOOR_SPACES, spaces))


@inlined
def own_standing(state: State, player: int) -> int:
    """The standing of a player who takes nothing more."""
    lines = state[board(player) + LINES]
    return final_standing(state, player, lines, floor_spaces(state, player))


@inlined
def note_end(
    state: State, mine: int, theirs: int, index: int, wins: Vector, leads: Vector
) -> None:
    """`wins` and `leads` say what they mean; `mine` is that of the player in turn."""
    first = mine if state[TURN] == 0 else theirs
    second = theirs if state[TURN] == 0 else mine
    wins[index] = 1.0 if first > second else 0.5 if first == second else 0.0
    leads[index] = first // ROWS_STEP - second // ROWS_STEP


@inlined
def note_takes(
    state: State, taken: int, left: int, index: int, wins: Vector, leads: Vector
) -> None:
    """What it means that the player in turn takes one batch and the other the rest."""
    source, other = source_of(taken), source_of(left)
    free = state[MARKER] == 0
    mine = standing_with(state, state[TURN], taken, free and source == CENTRE)
    joins = free and source != CENTRE and other in (CENTRE, source)
    theirs = standing_with(state, 1 - state[TURN], left, joins)
    note_end(state, mine, theirs, index, wins, leads)


@kernel
def last_choices(state: State, wins: Vector, leads: Vector) -> int:
    """How many ends the player in turn has to choose from: 2, 1, or 0 if not known.

    At such an end player 0 has the win share `wins[i]` and leads by `leads[i]`.
    """
    batches = popcount(state[OFFERS])
    if batches > LAST_BATCHES or state[PHASE] != DRAFT or state[PLAYERS] != 2:
        return 0
    if state[GREY] or not is_last(state):
        return 0
    taken = state[OFFERS] & -state[OFFERS]
    left = state[OFFERS] ^ taken
    if left == 0:
        free = state[MARKER] == 0 and source_of(taken) == CENTRE
        mine = standing_with(state, state[TURN], taken, free)
        theirs = own_standing(state, 1 - state[TURN])
        note_end(state, mine, theirs, 0, wins, leads)
        return 1
    note_takes(state, taken, left, 0, wins, leads)
    note_takes(state, left, taken, 1, wins, leads)
    return 2
