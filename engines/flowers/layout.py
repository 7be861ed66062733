"""How a Flowers position is packed into int64 words; how actions are numbered.

A card is `colour << 3 | kind`, colours Y R B G = 0..3, kinds 1 to 3 the numbers, 4 the
plain 4 and 5 to 7 the 4s with a butterfly in one of the other colours. 0 is no card,
PURPLE the start card of the Summer variant. The unseen cards are counted in one word a
colour, a byte a kind:

     63   56 55  48 47  40 39  32 31  24 23  16 15   8 7    0
    +-------+------+------+------+------+------+------+------+
    |  zero | third|second| first|  4   |  3   |  2   |  1   |
    +-------+------+------+------+------+------+------+------+
              butterfly, in colour order

A garden is a list of at most 61 cells in the order in which they were first laid on.
A set of cells is one word, bit i for cell i; so is the set of cells beside a cell.

Where a cell lies is said by its spot on a grid of 2048: `x + STRIDE * y` modulo 2048,
x to the east and y to the north. The grid is a torus, and no garden meets itself:
places of the same spot are at least 64 steps apart, the cells of a connected garden and
the spots beside them at most 62.

The state vector:

    word     name          content
    0        PLAYERS       1 to 4
    1        PHASE         DRAW, PLACE, SETUP, REVEAL, BLIND or OVER
    2        TURN          player to act, from 0
    3        FIRST         player who had the first turn, from 0
    4        LAST          turns left once the end has been triggered, else 0
    5        DRAWN         card waiting to be placed, 0 if none
    6        FROM          1 + stack of the turn's draw, 0 if none
    7        DISCARD       1 while a solo discard waits for its card to be turned up
    8..18    SWITCHES      one word a switch, as listed below
    19       STACKS        number of stacks
    20       BLIND_STACKS  bit s: stack s is blind
    21       HIDDEN        bit s: the top of face-up stack s is still face down
    22..27   HEIGHTS       cards in each stack
    28..33   TOPS          visible card of each stack, 0 if none
    34..37   UNSEEN        cards nobody has seen, a word a colour
    38       UNSEEN_CARDS  how many these are
    39       GARDENS       garden of player 0, then one every GARDEN_SIZE words:
      +0       CELL_COUNT    number of cells
      +1       FREE_COUNT    number of free spots beside them
      +2       PILED         number of covered cards
      +3       COVERABLE     set of cells that may be covered
      +4       DEEP          set of cells with covered cards
      +5..8    NUMBERS       sets of cells that show a 1, 2, 3, 4
      +9..12   COLOURS       sets of cells that show a colour
      +13..16  BUTTERFLIES   sets of cells that show a butterfly of a colour
      +17      CELLS         a word a cell: spot << 12 | covered cards << 6 | card
      +78      BESIDE        a word a cell: the set of cells that share an edge with it
      +139     FREE          free spots
      +263     PILE          covered cards: cell << 6 | card, by cell, from the bottom
      +324     GRID          a byte a spot: 0, FREE_SPOT, or 1 + the cell there
    39 + GARDEN_SIZE * PLAYERS   end of the state

Cards that have left the game are not stored: they are those that are nowhere else.

Actions: the number of a stack draws from it; `COVER + cell` covers a cell;
`EXTEND + i` lays on the free spot number i.
"""

from __future__ import annotations

import numpy as np

from engines.jit import inlined
from engines.protocol import State

COLOURS_TEXT = "YRBG"
CARDS = 108
KINDS = 7  # of a colour
COPIES = (3, 6, 8, 7, 1, 1, 1)  # of each kind of a colour
PURPLE = 32
MAX_PLAYERS = 4
MAX_STACKS = 6
MAX_CELLS = 61
MAX_FREE = 2 * MAX_CELLS + 2
DRAW, PLACE, SETUP, REVEAL, BLIND, OVER = range(6)

PLAYERS, PHASE, TURN, FIRST, LAST, DRAWN, FROM, DISCARD = range(8)
SWITCHES = 8
(
    REVEAL_AT_ONCE,  # 1: a new top is turned up before the drawn card is placed
    ENDING,  # AT_ONCE, ONE_MORE_EACH or FINISH_ROUND
    COVERED_COST,  # WITH_REMOVED, NO_COST or ALL_COST
    OWN_COLOUR,  # 1: a butterfly scores beside a card of its own card's colour
    SHARED_TIES,  # 1: equal scores share the win
    SUMMER,  # 1: gardens start with the purple card
    SUMMER_COVER,  # 1: the purple card may be covered
    MIN_GROUP,  # least size of a colour group that scores
    REMOVAL,  # points lost by a removed card
    COVER_LIMIT,  # most covered cards of a cell, NO_LIMIT if any number
    GROUP_TABLE,  # 0: a point a card; else 7 bits a size from MIN_GROUP up, plus 1
) = range(SWITCHES, SWITCHES + 11)
AT_ONCE, ONE_MORE_EACH, FINISH_ROUND = range(3)
WITH_REMOVED, NO_COST, ALL_COST = range(3)
NO_LIMIT = MAX_CELLS
TABLE_BITS, TABLE_SIZES = 7, 8

STACKS, BLIND_STACKS, HIDDEN, HEIGHTS, TOPS, UNSEEN, UNSEEN_CARDS = (
    19,
    20,
    21,
    22,
    28,
    34,
    38,
)
GARDENS = 39
CELL_COUNT, FREE_COUNT, PILED, COVERABLE, DEEP = range(5)
NUMBERS, COLOURS, BUTTERFLIES = 5, 9, 13
CELLS = 17
BESIDE = CELLS + MAX_CELLS
FREE = BESIDE + MAX_CELLS
PILE = FREE + MAX_FREE
GRID = PILE + MAX_CELLS
SPOTS, STRIDE = 2048, 63
GARDEN_SIZE = GRID + SPOTS // 8
STATE_SIZE = GARDENS + MAX_PLAYERS * GARDEN_SIZE

COVER = 8
EXTEND = COVER + MAX_CELLS
NUM_ACTIONS = EXTEND + MAX_FREE
MAX_ACTIONS = MAX_CELLS + MAX_FREE

SPOT_MASK = SPOTS - 1
FREE_SPOT = 64
ONE_EACH = sum(1 << 8 * kind for kind in range(KINDS))
TOP_BITS = ONE_EACH << 7
COLOUR_WORD = (1 << 8 * KINDS) - 1
ALL_OF_A_COLOUR = sum(n << 8 * kind for kind, n in enumerate(COPIES))

# By card: its number (0 for none and purple), and 1 + the colour of its butterfly.
NUMBER = np.array([min(4, c & 7) for c in range(32)] + [0] * 32, np.int64)
BUTTERFLY = np.zeros(64, np.int64)
for _colour in range(4):
    _others = [c for c in range(4) if c != _colour]
    for _i, _other in enumerate(_others):
        BUTTERFLY[_colour << 3 | 5 + _i] = 1 + _other


@inlined
def garden(player: int) -> int:
    """First word of a player's garden."""
    return GARDENS + player * GARDEN_SIZE


@inlined
def card_at(state: State, at: int, cell: int) -> int:
    """The visible card of a cell."""
    return state[at + CELLS + cell] & 63


@inlined
def depth_at(state: State, at: int, cell: int) -> int:
    """The number of covered cards of a cell."""
    return (state[at + CELLS + cell] >> 6) & 63


@inlined
def spot_of(state: State, at: int, cell: int) -> int:
    """Where a cell lies on the grid."""
    return state[at + CELLS + cell] >> 12


@inlined
def on_grid(state: State, at: int, spot: int) -> int:
    """What the grid says of a spot: 0, FREE_SPOT, or 1 + the cell there."""
    return (state[at + GRID + (spot >> 3)] >> 8 * (spot & 7)) & 127


@inlined
def set_on_grid(state: State, at: int, spot: int, value: int) -> None:
    """The grid says `value` of a spot."""
    word = at + GRID + (spot >> 3)
    shift = 8 * (spot & 7)
    state[word] = state[word] & ~(127 << shift) | value << shift


@inlined
def state_size(players: int) -> int:
    """Words of a state with that many gardens."""
    return GARDENS + players * GARDEN_SIZE
