"""An Azul position as the inputs of a net: the boards as if the round ended now.

Full lines are tiled, the floor is paid; what is still under way, what is on offer and
what the bag holds is told beside that. Players come in the order of their seats, from
the viewer on. Inputs that are 0 or 1, by place:

    a player's   input                                                   number
    WALL         a tile on the space                                         25
    ROWS         a row has 1, 2, ... 5 tiles                                 25
    COLUMNS      a column has                                                25
    COLOURS      a colour has                                                25
    UNDER_WAY    line, colour and number of tiles of a line not full         50
    FULL         a line is full, and closed for the rest of the round         5
    FLOOR        1, 2, ... 7 spaces of the floor line are occupied            7
    NEEDS        what a line under way can get: as many tiles as it
                 needs, or only more, or only fewer, or none                 16
    SHOWN        grey wall: a row shows a colour                             25
    TAKEN        grey wall: a column shows a colour                          25
    IN_ROW       a line under way, by line and tiles that it still needs:
                 its row has 0, 1, ... 4 tiles                               50
    IN_COLUMN    the column of its space has                                 50
    IN_COLOUR    its colour has                                              50
    GAIN         a line under way would make 1, 2, ... 10 points             50
    LAST_OF_ROW  the only space that a row lacks                             25
    LAST_OF_COLUMN  that a column lacks                                      25
    LAST_OF_COLOUR  the only row that a colour lacks                         25

    everybody's, behind those of all players
    ROUND        1, 2, ... 10                                                10
    MARKER       in the centre, with the viewer, with the next player ...     5
    FACTORIES    colour and size of a batch, on 1, 2, ... 6 factories       120
    CENTRE       colour and number of tiles in the centre, 1, 2, ... 12      60
    LEFT         0, 1, ... 9 factories have tiles                            10
    BATCHES      0, 1, ... 24 batches can be taken                           25
    BAG          colour and quarter of its tiles in the bag, 0, 1, ... 5     30
    TILING       the grey wall is being tiled                                 1

Numbers: by player the score with the floor paid; then by player how far that score with
all bonuses is ahead of the best other one. Both in units of 20 points.
"""

from __future__ import annotations

from engines.azul.evaluators.settled import column_for, settled
from engines.azul.layout import (
    BAG,
    CENTRE,
    DEAL,
    FIRST,
    GREY,
    LINES,
    MARKER,
    OFFERS,
    PHASE,
    PLAYERS,
    ROUND,
    SOURCES,
    TILING,
    TURN,
    board,
    cell_colour,
    field,
    floor_spaces,
    full_lines,
    line_colour,
    line_tiles,
)
from engines.azul.layout import WALL as BOARD_WALL
from engines.azul.rules import player_count
from engines.azul.scoring import column_bits, end_bonus, row_bits, tile_points
from engines.jit import inlined, kernel, popcount, trailing_zeros
from engines.nets import note_leads
from engines.protocol import Floats, Moves, State

__all__ = [
    "KINDS",
    "MAX_ACTIVE",
    "PHASES",
    "VERSION",
    "dense_inputs",
    "kind",
    "look",
    "phase",
    "player_count",
    "sparse_inputs",
    "viewer",
]

VERSION = 2
KINDS = ("2p", "3p", "4p", "2p-grey", "3p-grey", "4p-grey")
PHASES = ("draft", "deal")
UNIT = 20.0

WALL, ROWS, COLUMNS, COLOURS, UNDER_WAY, FULL, FLOOR, NEEDS, SHOWN, TAKEN = (
    0, 25, 50, 75, 100, 150, 155, 162, 178, 203,
)  # fmt: skip
IN_ROW, IN_COLUMN, IN_COLOUR, GAIN = 228, 278, 328, 378
LAST_OF_ROW, LAST_OF_COLUMN, LAST_OF_COLOUR = 428, 453, 478
PLAYER = 503
ROUND_AT, MARKER_AT, FACTORIES, CENTRE_AT, LEFT, BATCHES, BAG_AT, TILING_AT = (
    0, 10, 15, 135, 195, 205, 230, 260,
)  # fmt: skip
SHARED = 261
MAX_ACTIVE = 512
MOST_ROUNDS, MOST_FACTORIES, MOST_TILES, MOST_BATCHES = 10, 6, 12, 24


def sparse_inputs(kind: int) -> int:
    """How many inputs are 0 or 1."""
    return (2 + kind % 3) * PLAYER + SHARED


def dense_inputs(kind: int) -> int:
    """How many inputs are numbers."""
    return 2 * (2 + kind % 3)


@inlined
def kind(state: State) -> int:
    """The set-up: players and side of the wall."""
    return state[PLAYERS] - 2 + 3 * state[GREY]


@inlined
def phase(state: State) -> int:
    """0 while tiles are drafted or tiled, 1 when the next deal is due."""
    return 1 if state[PHASE] == DEAL else 0


@inlined
def viewer(state: State) -> int:
    """Who decides; before a deal, who starts the next round."""
    return state[FIRST] if state[PHASE] == DEAL else state[TURN]


@inlined
def sets(bits: int, place: int, active: Moves, n: int) -> int:
    """A row, column or colour of 1 to 5 tiles is an input."""
    tiles = popcount(bits)
    active[n] = place + tiles - 1
    return n + (1 if tiles > 0 else 0)


@inlined
def supply(state: State, colour: int, needed: int) -> int:
    """0: as many tiles as needed can be taken, 1: only more, 2: only fewer, 3: none."""
    sources = field(state[OFFERS], colour)
    found = 3
    while sources:
        source: int = trailing_zeros(sources)
        sources &= sources - 1
        tiles = field(state[SOURCES + (source & 15)], colour)
        if tiles == needed:
            return 0
        found = min(found, 1 if tiles > needed else 2)
    return found


@inlined
def look_at_lines(state: State, player: int, place: int, active: Moves, n: int) -> int:
    """The inputs of the pattern lines."""
    lines = state[board(player) + LINES]
    start = place + UNDER_WAY
    for row in range(5):
        tiles = line_tiles(lines, row)
        if tiles > row:
            active[n] = place + FULL + row
            n += 1
        elif tiles > 0:
            colour = line_colour(lines, row)
            active[n] = start + row * colour + tiles - 1
            needed = row + 1 - tiles
            active[n + 1] = place + NEEDS + 4 * (row - 1)
            active[n + 1] += supply(state, colour, needed)
            n += 2
        start += 5 * row
    return n


@inlined
def look_at_promises(
    state: State, player: int, place: int, active: Moves, n: int, wall: int, shown: int
) -> int:
    """The inputs of what lines under way would bring."""
    lines = state[board(player) + LINES]
    for row in range(1, 5):
        tiles = line_tiles(lines, row)
        if tiles == 0 or tiles > row:
            continue
        colour = line_colour(lines, row)
        needs = 5 * (row * (row - 1) // 2 + row - tiles)
        active[n] = place + IN_ROW + needs + popcount(row_bits(wall, row))
        active[n + 1] = place + IN_COLOUR + needs + popcount(field(shown, colour))
        n += 2
        column = column_for(state, player, wall, row, colour)
        if column >= 0:
            placed = wall | 1 << (5 * row + column)
            points = tile_points(placed, row, column)
            active[n] = place + IN_COLUMN + needs + popcount(column_bits(wall, column))
            active[n + 1] = place + GAIN + 10 * row + points - 1
            n += 2
    return n


@inlined
def only_missing(bits: int) -> int:
    """The place of the only 0 of five bits, -1 if there are others or none."""
    missing = bits ^ 31
    return trailing_zeros(missing) if popcount(missing) == 1 else -1


@inlined
def look_at_last(place: int, active: Moves, n: int, wall: int, shown: int) -> int:
    """The inputs of rows, columns and colours that lack one tile."""
    for i in range(5):
        column = only_missing(row_bits(wall, i))
        if column >= 0:
            active[n] = place + LAST_OF_ROW + 5 * i + column
            n += 1
        row = only_missing(column_bits(wall, i))
        if row >= 0:
            active[n] = place + LAST_OF_COLUMN + 5 * row + i
            n += 1
        row = only_missing(field(shown, i))
        if row >= 0:
            active[n] = place + LAST_OF_COLOUR + 5 * row + i
            n += 1
    return n


@kernel
def look_at_grey(state: State, player: int, place: int, active: Moves, n: int) -> int:
    """The colours that rows and columns of a grey wall show, full lines tiled."""
    wall = state[board(player) + BOARD_WALL]
    taken = 0  # bit 5 * column + colour
    for row in range(5):
        for column in range(5):
            if (wall >> (5 * row + column)) & 1:
                colour = cell_colour(state, player, row, column)
                active[n] = place + SHOWN + 5 * row + colour
                taken |= 1 << (5 * column + colour)
                n += 1
    full = full_lines(state[board(player) + LINES])
    while full:
        row = trailing_zeros(full) >> 2
        full &= full - 1
        colour = line_colour(state[board(player) + LINES], row)
        column = column_for(state, player, wall, row, colour)
        if column >= 0:
            active[n] = place + SHOWN + 5 * row + colour
            taken |= 1 << (5 * column + colour)  # two lines may have named one column
            wall |= 1 << (5 * row + column)
            n += 1
    while taken:
        active[n] = place + TAKEN + trailing_zeros(taken)
        taken &= taken - 1
        n += 1
    return n


@inlined
def look_at_player(
    state: State,
    player: int,
    place: int,
    active: Moves,
    n: int,
    wall: int,
    shown: int,
) -> int:
    """The inputs of one player, from `place` on."""
    left = wall
    while left:
        active[n] = place + WALL + trailing_zeros(left)
        left &= left - 1
        n += 1
    for i in range(5):
        n = sets(row_bits(wall, i), place + ROWS + 5 * i, active, n)
        n = sets(column_bits(wall, i), place + COLUMNS + 5 * i, active, n)
        n = sets(field(shown, i), place + COLOURS + 5 * i, active, n)
    n = look_at_lines(state, player, place, active, n)
    n = look_at_promises(state, player, place, active, n, wall, shown)
    n = look_at_last(place, active, n, wall, shown)
    spaces = floor_spaces(state, player)
    if spaces > 0 and state[PHASE] != DEAL:
        active[n] = place + FLOOR + spaces - 1
        n += 1
    if state[GREY]:
        n = look_at_grey(state, player, place, active, n)
    return n


@inlined
def look_at_offers(state: State, place: int, active: Moves, n: int) -> int:
    """The inputs of factories and centre."""
    batches = 0
    used = 0
    for colour in range(5):
        sources = field(state[OFFERS], colour)
        batches += popcount(sources)
        centre = field(state[SOURCES + CENTRE], colour)
        if centre > 0:
            tiles = min(centre, MOST_TILES)
            active[n] = place + CENTRE_AT + MOST_TILES * colour + tiles - 1
            n += 1
        sources &= ~1
        used |= sources
        sizes = 0  # how many factories have 1, 2, 3, 4 tiles, a byte each
        while sources:
            source: int = trailing_zeros(sources)
            sources &= sources - 1
            sizes += 1 << 8 * (field(state[SOURCES + (source & 15)], colour) - 1)
        for size in range(4):
            many = (sizes >> 8 * size) & 255
            if many > 0:
                many = min(many, MOST_FACTORIES) - 1
                at = FACTORIES + MOST_FACTORIES * (4 * colour + size)
                active[n] = place + at + many
                n += 1
    active[n] = place + LEFT + popcount(used)
    active[n + 1] = place + BATCHES + min(batches, MOST_BATCHES)
    return n + 2


@inlined
def look_at_table(state: State, viewer: int, place: int, active: Moves, n: int) -> int:
    """The inputs that are everybody's, from `place` on."""
    active[n] = place + ROUND_AT + min(state[ROUND], MOST_ROUNDS) - 1
    marker = state[MARKER]
    if marker > 0:
        behind = marker - 1 - viewer
        marker = 1 + (behind if behind >= 0 else behind + state[PLAYERS])
    active[n + 1] = place + MARKER_AT + marker
    n += 2
    for colour in range(5):
        quarter = (field(state[BAG], colour) + 3) >> 2
        active[n] = place + BAG_AT + 6 * colour + quarter
        n += 1
    if state[PHASE] == TILING:
        active[n] = place + TILING_AT
        n += 1
    if state[PHASE] != DEAL:
        n = look_at_offers(state, place, active, n)
    return n


@inlined
def look_at_leads(players: int, dense: Floats) -> None:
    """The second half of the numbers becomes leads over the best other player."""
    note_leads(players, dense, players, 2 * players)
    for i in range(players):
        dense[players + i] = dense[2 * players + i]


@kernel
def look(state: State, viewer: int, active: Moves, dense: Floats) -> int:
    """The inputs that are 1, and the numbers; see the head of this file."""
    players = state[PLAYERS]
    n = 0
    player = viewer
    for i in range(players):
        wall, shown, score = settled(state, player)
        dense[i] = score / UNIT
        dense[players + i] = (score + end_bonus(wall, shown)) / UNIT
        n = look_at_player(state, player, i * PLAYER, active, n, wall, shown)
        player = player + 1 if player + 1 < players else 0
    n = look_at_table(state, viewer, players * PLAYER, active, n)
    look_at_leads(players, dense)
    return n
