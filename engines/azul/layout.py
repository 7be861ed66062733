"""How an Azul position is packed into int64 words, and how actions are numbered.

Words that count or mark something per colour hold one field of 12 bits a colour,
blue lowest (colours B Y R K W = 0..4):

     63  60 59      48 47      36 35      24 23      12 11       0
    +------+----------+----------+----------+----------+----------+
    | zero |  white   |  black   |   red    |  yellow  |   blue   |
    +------+----------+----------+----------+----------+----------+

The state vector:

    word     name       content
    0        PLAYERS    2, 3 or 4
    1        GREY       1 with the grey wall, 0 with the coloured one
    2        PHASE      DRAFT, TILING, DEAL or OVER
    3        TURN       player to act, from 0
    4        FIRST      player who started this round, from 0
    5        MARKER     0 in the centre, else 1 + the player who took it
    6        ROUND      from 1
    7        BAG        tiles in the bag, a count a colour
    8        OFFERS     bit s of a colour's field: source s holds that colour
    9..18    SOURCES    the centre, then factories 1..9: tiles there, a count a colour
    19       BOARDS     board of player 0, then one every BOARD_SIZE words:
      +0     SCORE      points
      +1     WALL       bit 5 * row + column: the space is covered
      +2     SHOWN      bit r of a colour's field: wall row r shows that colour
      +3     ACCEPTS    bit r of a colour's field: line r takes that colour; bit 5
                        (the floor) is always set
      +4     LINES      nibble r: tiles in line r; nibble 8 + r: their colour
      +5     FLOOR      tiles on the floor line, a count a colour (not the marker)
      +6, 7  CELLS      grey wall only: nibble 5 * row + column (rows 0..2, then rows
                        3..4 in the second word): 1 + colour of the covered space
    51                  end of the state with four boards

The lid is not stored: it holds whatever of the 20 tiles a colour is nowhere else.

An action of the draft is `source << 6 | colour << 3 | destination` (source 0 is the
centre; destinations 0..4 are the pattern lines, 5 the floor). An action of the tiling
is `TILING_ACTION | row << 3 | column`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.jit import inlined, kernel, popcount, trailing_zeros
from engines.protocol import State

COLOURS = "BYRKW"
TILES_PER_COLOUR = 20
TILES_PER_FACTORY = 4
MAX_PLAYERS = 4
FLOOR_SPACES = 7
ROUND_LIMIT = 50
DRAFT, TILING, DEAL, OVER = 0, 1, 2, 3

PLAYERS, GREY, PHASE, TURN, FIRST, MARKER, ROUND, BAG, OFFERS = range(9)
SOURCES, CENTRE, MAX_SOURCES = 9, 0, 10
BOARDS, BOARD_SIZE = 19, 8
SCORE, WALL, SHOWN, ACCEPTS, LINES, FLOOR, CELLS = range(7)
STATE_SIZE = BOARDS + MAX_PLAYERS * BOARD_SIZE

FLOOR_DESTINATION = 5
TILING_ACTION = MAX_SOURCES << 6
NUM_ACTIONS = TILING_ACTION + (5 << 3)
MAX_ACTIONS = 36 * 6  # nine factories of four colours, six destinations

FIELD_BITS = 12
FIELD = (1 << FIELD_BITS) - 1
HALF_FIELD = 1 << FIELD_BITS - 1
LAST_FIELD = FIELD_BITS * 4
EACH = sum(1 << FIELD_BITS * c for c in range(5))  # a one in every colour's field
# Times this, ones of the fields end side by side from LAST_FIELD up, without carries.
GATHER_FIELDS = sum(1 << LAST_FIELD - (FIELD_BITS - 1) * c for c in range(5))
ALL_FACTORIES = (1 << MAX_SOURCES) - 2
FULL_SET = TILES_PER_COLOUR * EACH
ALL_LINES = 63 * EACH

# By destination: capacity, and the bit of that line in every colour's field. The floor
# behaves like a line of capacity 0: everything runs over.
CAPACITY = np.array([1, 2, 3, 4, 5, 0, 0, 0], np.int64)
LINE_BITS = np.array([EACH << r for r in range(5)] + [0, 0, 0], np.int64)

# Added to LINES, these numbers carry into bit 3 of the nibble of every full line.
FULL_CARRY = sum((8 - (r + 1)) << 4 * r for r in range(5))
FULL_BITS = 0x88888
COLOUR_NIBBLES = 32
ONES, SEVENS, NIBBLES = 0x11111, 0x77777, 0xFFFFF  # in the nibbles of five lines
CAPACITIES = 0x54321
# Times this, bits 0, 4, 8, 12 end side by side from bit 9 up, without carries.
GATHER_LINES = sum(1 << 9 - 3 * r for r in range(4))


def _nth_bit_table() -> NDArray[np.uint8]:
    table = np.zeros(1 << MAX_SOURCES + 4, np.uint8)
    for mask in range(1 << MAX_SOURCES):
        bits = [b for b in range(MAX_SOURCES) if mask >> b & 1]
        table[mask << 4 : (mask << 4) + len(bits)] = bits
    return table


NTH_BIT = _nth_bit_table()
NTH_BIT_INDEX = len(NTH_BIT) - 1


@inlined
def field(word: int, colour: int) -> int:
    """The field of one colour."""
    return (word >> FIELD_BITS * colour) & FIELD


@inlined
def total(word: int) -> int:
    """Sum over the five fields."""
    return ((word * EACH) >> LAST_FIELD) & FIELD


@inlined
def nonzero_fields(word: int) -> int:
    """A one in the field of every colour that has any (counts below 2048)."""
    return ((word + (FIELD >> 1) * EACH) >> (FIELD_BITS - 1)) & EACH


@inlined
def fields_from(word: int, least: int) -> int:
    """A one in the field of every colour that has at least so many (0..2048)."""
    return ((word + (HALF_FIELD - least) * EACH) >> (FIELD_BITS - 1)) & EACH


@inlined
def gathered(ones: int) -> int:
    """Bit c for every colour with a one in its field."""
    return ((ones * GATHER_FIELDS) >> LAST_FIELD) & 31


@inlined
def factories_held(offers: int) -> int:
    """Bit s: factory s holds tiles; `offers` as in OFFERS."""
    sources = offers | offers >> FIELD_BITS | offers >> 2 * FIELD_BITS
    sources |= offers >> 3 * FIELD_BITS | offers >> LAST_FIELD
    return sources & ALL_FACTORIES


@inlined
def nth_tile(word: int, n: int) -> int:
    """Colour of the n-th tile (from 0) of the counts in `word`, blue first."""
    running = word * EACH  # by field: how many tiles of this colour and those below
    above = (running + ((FIELD >> 1) - n) * EACH) & (EACH << (FIELD_BITS - 1))
    return 5 - popcount(above)


@inlined
def nth_bit(mask: int, n: int) -> int:
    """Index of the n-th one bit (from 0) of a mask of at most ten bits."""
    return int(NTH_BIT[((mask << 4) | n) & NTH_BIT_INDEX])


@inlined
def board(player: int) -> int:
    """Offset of a player's board in the state."""
    return BOARDS + (player & 3) * BOARD_SIZE  # masked: the compiler sees it is >= 0


@inlined
def line_tiles(lines: int, row: int) -> int:
    """How many tiles lie in a pattern line."""
    return (lines >> 4 * row) & 15


@inlined
def line_colour(lines: int, row: int) -> int:
    """Colour of the tiles of a pattern line (0 for an empty one)."""
    return (lines >> (COLOUR_NIBBLES + 4 * row)) & 7


@inlined
def add_to_line(lines: int, row: int, colour: int, tiles: int) -> int:
    """LINES with `tiles` more tiles of `colour` in a line."""
    return lines + (tiles << 4 * row) | (colour << (COLOUR_NIBBLES + 4 * row))


@inlined
def full_lines(lines: int) -> int:
    """Bit 4 * row + 3 for every full line."""
    return (lines + FULL_CARRY) & FULL_BITS


@inlined
def rows_of(marked: int) -> int:
    """Bit r for every line with bit 4 * r + 3."""
    return (((marked >> 3 & 0x1111) * GATHER_LINES) >> 9 & 15) | marked >> 15 & 16


@inlined
def begun_lines(lines: int) -> int:
    """Bit r: line r holds tiles."""
    return rows_of(lines + SEVENS & FULL_BITS)


@inlined
def longer_lines(lines: int, tiles: int) -> int:
    """Bit r: line r can't be filled by so many tiles."""
    needed = CAPACITIES - (lines & NIBBLES)
    return rows_of(needed + (7 - min(tiles, 7)) * ONES & FULL_BITS)


@inlined
def without_lines(lines: int, full: int) -> int:
    """LINES with the lines marked as by `full_lines` emptied."""
    nibbles = (full >> 3) * 15
    return lines & ~(nibbles | nibbles << COLOUR_NIBBLES)


@inlined
def topmost_full_line(lines: int) -> int:
    """Row of the topmost full line; 16 if none is full."""
    return trailing_zeros(full_lines(lines)) >> 2


@kernel
def cell_colour(state: State, player: int, row: int, column: int) -> int:
    """Colour on a space of a grey wall, -1 if it is free."""
    word = state[board(player) + CELLS + row // 3]
    return ((word >> (20 * (row % 3) + 4 * column)) & 7) - 1


@kernel
def set_cell_colour(
    state: State, player: int, row: int, column: int, colour: int
) -> None:
    """A free space of a grey wall shows `colour`."""
    at = board(player) + CELLS + row // 3
    state[at] |= (colour + 1) << (20 * (row % 3) + 4 * column)


@inlined
def floor_spaces(state: State, player: int) -> int:
    """Occupied spaces of the floor line, the marker's included."""
    tiles = total(state[board(player) + FLOOR])
    return min(FLOOR_SPACES, tiles + (1 if state[MARKER] == player + 1 else 0))


@kernel
def board_tiles(state: State, player: int) -> int:
    """Tiles on a player's wall, pattern lines and floor line, a count a colour."""
    at = board(player)
    tiles = state[at + FLOOR]
    for colour in range(5):
        tiles += popcount(field(state[at + SHOWN], colour)) << FIELD_BITS * colour
    for row in range(5):
        colour = line_colour(state[at + LINES], row)
        tiles += line_tiles(state[at + LINES], row) << FIELD_BITS * colour
    return tiles


@kernel
def lid(state: State) -> int:
    """Discarded tiles, a count a colour: those that are nowhere else."""
    tiles = FULL_SET - state[BAG]
    for source in range(MAX_SOURCES):
        tiles -= state[SOURCES + source]
    for player in range(state[PLAYERS]):
        tiles -= board_tiles(state, player)
    return tiles


@inlined
def next_starter(state: State) -> int:
    """The marker's holder; if nobody took it, who started this round."""
    return state[MARKER] - 1 if state[MARKER] else state[FIRST]
