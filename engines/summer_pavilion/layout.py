"""How a Summer Pavilion position is packed into int64 words; how actions are numbered.

Words that count or mark something per colour hold one field of 10 bits a colour, purple
lowest (colours P G O Y B R = 0..5; the wild colour of round r is r - 1):

     63  60 59   50 49   40 39    30 29    20 19   10 9      0
    +------+-------+-------+--------+--------+-------+--------+
    | zero |  red  | blue  | yellow | orange | green | purple |
    +------+-------+-------+--------+--------+-------+--------+

A space is `6 * star + position`, positions from 0; stars 0..5 are orange, red, blue,
yellow, green, purple, star 6 is the centre.

The state vector:

    word     name       content
    0        PLAYERS    2, 3 or 4
    1        PLAIN      1 on the single-colour side of the board, 0 on the coloured side
    2        PHASE      DRAFT, PLACE, BONUS, KEEP, REFILL, DEAL or OVER
    3        TURN       player to act, from 0
    4        FIRST      player who starts (started) this round, from 0
    5        MARKER     0 in the centre, else 1 + the player who took it
    6        ROUND      1..6
    7        OWED       bonus tiles still to be taken (BONUS)
    8        LEAST      lowest colour that may still be taken or kept (BONUS, KEEP)
    9        PASSED     bit p: player p has passed
    10       BAG        tiles in the bag, a count a colour
    11       SUPPLY     open tiles of the supply, a count a colour
    12       OFFERS     bit s of a colour's field: source s holds that colour
    13..22   SOURCES    the centre, then factories 1..9: tiles there, a count a colour
    23       BOARDS     board of player 0, then one every BOARD_SIZE words:
      +0     SCORE      points
      +1     COVERED    bit of every covered space
      +2     STOCK      tiles at hand, a count a colour
      +3     KEPT       tiles kept for the next round, a count a colour
      +4..7  CELLS      nibble 6 * (star % 2) + position of word star // 2: 1 + colour
                        of the tile; outer stars of the coloured side are left out
    55                  end of the state with four boards

The tower is not stored: it holds whatever of the 22 tiles a colour is nowhere else, a
covered space counting as one tile.

Actions: `source << 3 | colour` takes tiles in the draft; BONUS_ACTION + colour takes a
tile from the supply; KEEP_ACTION + colour keeps one; DONE keeps no more; PASS;
`PLACE_ACTION + (space << 6 | colour << 3 | wild tiles paid)` places a tile.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.jit import inlined, kernel, popcount
from engines.protocol import State

COLOURS = "PGOYBR"
COLOUR_COUNT = 6
TILES_PER_COLOUR = 22
TILES_PER_FACTORY = 4
SUPPLY_SIZE = 10
MAX_KEPT = 4
MAX_PLAYERS = 4
START_SCORE = 5
LAST_ROUND = 6
DRAFT, PLACE, BONUS, KEEP, REFILL, DEAL, OVER = range(7)

PLAYERS, PLAIN, PHASE, TURN, FIRST, MARKER, ROUND, OWED, LEAST, PASSED = range(10)
BAG, SUPPLY, OFFERS, SOURCES = 10, 11, 12, 13
CENTRE, MAX_SOURCES = 0, 10
BOARDS, BOARD_SIZE = 23, 8
SCORE, COVERED, STOCK, KEPT, CELLS = range(5)
STATE_SIZE = BOARDS + MAX_PLAYERS * BOARD_SIZE

STARS = ("orange", "red", "blue", "yellow", "green", "purple", "centre")
CENTRE_STAR = 6
STAR_SPACES = 6
SPACES = 42
FULL_STAR = 63
# Colour of each outer star of the coloured side.
STAR_COLOUR = np.array([COLOURS.index(s) for s in "ORBYGP"] + [0, 0], np.int64)

BONUS_ACTION, KEEP_ACTION, DONE, PASS, PLACE_ACTION = 80, 88, 94, 95, 128
NUM_ACTIONS = PLACE_ACTION + (SPACES << 6)
# On the single-colour side, with six of every colour: a star offers 21 payments in each
# of five colours and 6 in the wild one, the centre 3 and 1; and there is the pass.
MAX_ACTIONS = 6 * (5 * 21 + 6) + (5 * 3 + 1) * 6 + 1

FIELD_BITS = 10
FIELD = (1 << FIELD_BITS) - 1
LAST_FIELD = FIELD_BITS * (COLOUR_COUNT - 1)
EACH = sum(1 << FIELD_BITS * c for c in range(COLOUR_COUNT))
FULL_SET = TILES_PER_COLOUR * EACH


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
def tile(colour: int) -> int:
    """One tile of a colour, as counts."""
    return 1 << FIELD_BITS * colour


@inlined
def total(word: int) -> int:
    """Sum over the six fields."""
    return ((word * EACH) >> LAST_FIELD) & FIELD


@inlined
def nonzero_fields(word: int) -> int:
    """A one in the field of every colour that has any (counts below 512)."""
    return ((word + (FIELD >> 1) * EACH) >> (FIELD_BITS - 1)) & EACH


@inlined
def nth_tile(word: int, n: int) -> int:
    """Colour of the n-th tile (from 0) of the counts in `word`, purple first."""
    running = word * EACH  # by field: how many tiles of this colour and those below
    above = (running + ((FIELD >> 1) - n) * EACH) & (EACH << (FIELD_BITS - 1))
    return COLOUR_COUNT - popcount(above)


@inlined
def nth_bit(mask: int, n: int) -> int:
    """Index of the n-th one bit (from 0) of a mask of at most ten bits."""
    return int(NTH_BIT[((mask << 4) | n) & NTH_BIT_INDEX])


@inlined
def board(player: int) -> int:
    """Offset of a player's board in the state."""
    return BOARDS + (player & 3) * BOARD_SIZE  # masked: the compiler sees it is >= 0


@inlined
def round_number(state: State) -> int:
    """The round being played or about to begin, from 1."""
    return state[ROUND]


@inlined
def wild_colour(state: State) -> int:
    """The wild colour of this round."""
    return state[ROUND] - 1


@inlined
def star_mask(covered: int, star: int) -> int:
    """The six spaces of a star, bit a position."""
    return (covered >> STAR_SPACES * star) & FULL_STAR


@inlined
def has_passed(state: State, player: int) -> bool:
    """The player takes no more part in this round."""
    return (state[PASSED] >> player) & 1 == 1


@inlined
def star_cells(state: State, player: int, star: int) -> int:
    """Nibble p: 1 + colour of the tile on position p of a star, 0 without one."""
    word = state[board(player) + CELLS + ((star >> 1) & 3)]
    return (word >> (24 * (star & 1))) & 0xFFFFFF


@inlined
def set_cell(state: State, player: int, space: int, colour: int) -> None:
    """A free space holds a tile of that colour."""
    star = space // STAR_SPACES
    nibble = STAR_SPACES * (star & 1) + space % STAR_SPACES
    state[board(player) + CELLS + ((star >> 1) & 3)] |= (colour + 1) << 4 * nibble


@kernel
def tiles_on_board(state: State, player: int) -> int:
    """Tiles that lie on a player's stars, a count a colour."""
    covered = state[board(player) + COVERED]
    tiles = 0
    for star in range(CENTRE_STAR + 1):
        if star == CENTRE_STAR or state[PLAIN]:
            cells = star_cells(state, player, star)
            while cells:
                if cells & 15:
                    tiles += tile((cells & 15) - 1)
                cells >>= 4
        else:
            tiles += popcount(star_mask(covered, star)) * tile(STAR_COLOUR[star])
    return tiles


@kernel
def tower(state: State) -> int:
    """Discarded tiles, a count a colour: those that are nowhere else."""
    tiles = FULL_SET - state[BAG] - state[SUPPLY]
    for source in range(MAX_SOURCES):
        tiles -= state[SOURCES + source]
    for player in range(state[PLAYERS]):
        at = board(player)
        tiles -= state[at + STOCK] + state[at + KEPT] + tiles_on_board(state, player)
    return tiles
