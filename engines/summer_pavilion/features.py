"""A Summer Pavilion position as the inputs of a net.

Players come in the order of their seats, from the viewer on. Inputs that are 0 or 1:

    a player's   input                                                   number
    COVERED      a tile on the space                                         42
    STARS        a star has 1, 2, ... 6 tiles                                42
    NUMBERS      1, 2, ... 7 spaces of a number are covered                  42
    DECORATIONS  0, 1, 2 spaces are missing around a decoration              54
    STOCK        colour and number of tiles at hand, 1, 2, ... 12            72
    WILD         wild tiles at hand, 1, 2, ... 12                            12
    NEXT         tiles at hand or kept in the next wild colour               12
    KEPT         colour and number of tiles kept, 1, 2, 3, 4                 24
    PAYABLE      a free space that the tiles at hand could pay               42
    HAND         1, 2, ... 20 tiles at hand                                  20
    PASSED       has passed                                                   1
    SHOWN        single-colour side: a star shows a colour                   42
    ONE_COLOUR   single-colour side: a star has two tiles of one colour       7

    everybody's, behind those of all players
    ROUND        1, 2, ... 6                                                  6
    PHASE        draft, placing, bonus tiles, keeping, refill, deal           6
    OWED         bonus tiles still to be taken, 1, 2, ... 7                   7
    MARKER       in the centre, with the viewer, with the next player ...     5
    FACTORIES    colour and size of a batch, on 1, 2, ... 6 factories       144
    CENTRE       colour and number of tiles in the centre, 1, 2, ... 12      72
    LEFT         0, 1, ... 9 factories have tiles                            10
    SUPPLY       colour and number of tiles in the supply, 1, 2, ... 10      60
    BAG          colour and quarter of its tiles in the bag, 0, 1, ... 6     42

Numbers: by player the score with complete stars and numbers, as if the game ended now;
then by player how far it is ahead of the best other one. In units of 20 points.
"""

from __future__ import annotations

import numpy as np

from engines.jit import inlined, kernel, popcount, trailing_zeros
from engines.nets import note_leads
from engines.protocol import Floats, Moves, State
from engines.summer_pavilion import layout
from engines.summer_pavilion.layout import (
    CENTRE_STAR,
    COLOUR_COUNT,
    DEAL,
    DRAFT,
    FIRST,
    FULL_STAR,
    LAST_ROUND,
    OFFERS,
    PLACE,
    PLAIN,
    PLAYERS,
    SCORE,
    SOURCES,
    STAR_COLOUR,
    STAR_SPACES,
    TURN,
    board,
    field,
    has_passed,
    star_cells,
    star_mask,
    total,
    wild_colour,
)
from engines.summer_pavilion.placing import colours_in_star, plain_colours
from engines.summer_pavilion.rules import player_count
from engines.summer_pavilion.scoring import (
    DECORATIONS as ALL_DECORATIONS,
)
from engines.summer_pavilion.scoring import NUMBER, NUMBER_MASK, end_points

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

VERSION = 1
KINDS = ("2p", "3p", "4p", "2p-plain", "3p-plain", "4p-plain")
PHASES = ("draft", "placing", "deal")
UNIT = 20.0

COVERED, STARS, NUMBERS, DECORATIONS, STOCK, WILD, NEXT, KEPT = (
    0, 42, 84, 126, 180, 252, 264, 276,
)  # fmt: skip
PAYABLE, HAND, PASSED, SHOWN, ONE_COLOUR = 300, 342, 362, 363, 405
PLAYER = 412
ROUND, PHASE, OWED, MARKER, FACTORIES, CENTRE, LEFT, SUPPLY, BAG = (
    0, 6, 12, 19, 24, 168, 240, 250, 310,
)  # fmt: skip
SHARED = 352
MAX_ACTIVE = 1024
MOST_TILES, MOST_AT_HAND, MOST_FACTORIES, MOST_OWED, MOST_SUPPLY = 12, 20, 6, 7, 10
DECORATION_MASKS = np.array([mask for mask, _ in ALL_DECORATIONS], np.int64)


def sparse_inputs(kind: int) -> int:
    """How many inputs are 0 or 1."""
    return (2 + kind % 3) * PLAYER + SHARED


def dense_inputs(kind: int) -> int:
    """How many inputs are numbers."""
    return 2 * (2 + kind % 3)


@inlined
def kind(state: State) -> int:
    """The set-up: players and side of the board."""
    return state[PLAYERS] - 2 + 3 * state[PLAIN]


@inlined
def phase(state: State) -> int:
    """0 while tiles are drafted, 1 while they are placed, 2 when the deal is due."""
    if state[layout.PHASE] == DEAL:
        return 2
    return 0 if state[layout.PHASE] == DRAFT else 1


@inlined
def viewer(state: State) -> int:
    """Who decides; before a deal, who starts the next round."""
    return state[FIRST] if state[layout.PHASE] == DEAL else state[TURN]


@inlined
def many(count: int, most: int, place: int, active: Moves, n: int) -> int:
    """A number from 1 on is an input, the largest one for all that are larger."""
    active[n] = place + min(count, most) - 1
    return n + (1 if count > 0 else 0)


@inlined
def look_at_hand(state: State, player: int, place: int, active: Moves, n: int) -> int:
    """The inputs of the tiles that a player has."""
    at = board(player)
    stock, kept = state[at + layout.STOCK], state[at + layout.KEPT]
    for colour in range(COLOUR_COUNT):
        tiles = field(stock, colour)
        n = many(tiles, MOST_TILES, place + STOCK + MOST_TILES * colour, active, n)
        n = many(field(kept, colour), 4, place + KEPT + 4 * colour, active, n)
    wild = wild_colour(state)
    n = many(field(stock, wild), MOST_TILES, place + WILD, active, n)
    if state[layout.ROUND] < LAST_ROUND:
        coming = field(stock + kept, wild + 1)
        n = many(coming, MOST_TILES, place + NEXT, active, n)
    return many(total(stock), MOST_AT_HAND, place + HAND, active, n)


@inlined
def highest_number(stock: int, colour: int, wild: int) -> int:
    """The highest number that the tiles of a colour, with wild ones, can pay."""
    own = field(stock, colour)
    if own == 0 or colour == wild:
        return own
    return own + field(stock, wild)


@kernel
def payable_positions(state: State, player: int, star: int) -> int:
    """Bit p: the tiles at hand can pay position p of a star, which is free."""
    at = board(player)
    stock, wild = state[at + layout.STOCK], wild_colour(state)
    free = FULL_STAR & ~star_mask(state[at + layout.COVERED], star)
    if free == 0 or stock == 0:
        return 0
    if state[PLAIN]:
        colours = plain_colours(state, player, star)
    elif star == CENTRE_STAR:
        colours = ~colours_in_star(star_cells(state, player, CENTRE_STAR))
    else:
        colours = 1 << STAR_COLOUR[star]
    highest = 0
    for colour in range(COLOUR_COUNT):
        if (colours >> colour) & 1:
            highest = max(highest, highest_number(stock, colour, wild))
    if not state[PLAIN]:
        return free & ((1 << min(highest, STAR_SPACES)) - 1)
    found = 0
    for position in range(STAR_SPACES):
        number = NUMBER[1, (star * STAR_SPACES + position) & 63]
        found |= (1 if number <= highest else 0) << position
    return free & found


@inlined
def look_at_stars(state: State, player: int, place: int, active: Moves, n: int) -> int:
    """The inputs of stars: tiles, spaces that can be paid, colours."""
    covered = state[board(player) + layout.COVERED]
    for star in range(CENTRE_STAR + 1):
        tiles = popcount(star_mask(covered, star))
        n = many(tiles, STAR_SPACES, place + STARS + STAR_SPACES * star, active, n)
        payable = payable_positions(state, player, star)
        while payable:
            active[n] = place + PAYABLE + STAR_SPACES * star + trailing_zeros(payable)
            payable &= payable - 1
            n += 1
        if state[PLAIN] or star == CENTRE_STAR:
            colours = colours_in_star(star_cells(state, player, star))
            active[n] = place + ONE_COLOUR + star
            n += 1 if tiles > 1 and popcount(colours) == 1 else 0
            while colours:
                at = SHOWN + COLOUR_COUNT * star + trailing_zeros(colours)
                active[n] = place + at
                colours &= colours - 1
                n += 1
    return n


@inlined
def look_at_player(state: State, player: int, place: int, active: Moves, n: int) -> int:
    """The inputs of one player, from `place` on."""
    covered = state[board(player) + layout.COVERED]
    left = covered
    while left:
        active[n] = place + COVERED + trailing_zeros(left)
        left &= left - 1
        n += 1
    for number in range(1, 7):
        spaces = popcount(covered & NUMBER_MASK[state[PLAIN] & 1, number])
        n = many(spaces, 7, place + NUMBERS + 7 * (number - 1), active, n)
    for i in range(DECORATION_MASKS.shape[0]):
        missing = popcount(DECORATION_MASKS[i] & ~covered)
        active[n] = place + DECORATIONS + 3 * i + missing
        n += 1 if missing < 3 else 0
    n = look_at_stars(state, player, place, active, n)
    n = look_at_hand(state, player, place, active, n)
    active[n] = place + PASSED
    return n + (1 if has_passed(state, player) else 0)


@inlined
def look_at_offers(state: State, place: int, active: Moves, n: int) -> int:
    """The inputs of factories and centre."""
    used = 0
    for colour in range(COLOUR_COUNT):
        sources = field(state[OFFERS], colour)
        centre = field(state[SOURCES], colour)
        n = many(centre, MOST_TILES, place + CENTRE + MOST_TILES * colour, active, n)
        sources &= ~1
        used |= sources
        sizes = 0  # how many factories have 1, 2, 3, 4 tiles, a byte each
        while sources:
            source: int = trailing_zeros(sources)
            sources &= sources - 1
            sizes += 1 << 8 * (field(state[SOURCES + (source & 15)], colour) - 1)
        for size in range(4):
            at = place + FACTORIES + MOST_FACTORIES * (4 * colour + size)
            n = many((sizes >> 8 * size) & 255, MOST_FACTORIES, at, active, n)
    active[n] = place + LEFT + popcount(used)
    return n + 1


@inlined
def look_at_table(state: State, viewer: int, place: int, active: Moves, n: int) -> int:
    """The inputs that are everybody's, from `place` on."""
    active[n] = place + ROUND + state[layout.ROUND] - 1
    active[n + 1] = place + PHASE + state[layout.PHASE]
    marker = state[layout.MARKER]
    if marker > 0:
        behind = marker - 1 - viewer
        marker = 1 + (behind if behind >= 0 else behind + state[PLAYERS])
    active[n + 2] = place + MARKER + marker
    n += 3
    n = many(state[layout.OWED], MOST_OWED, place + OWED, active, n)
    for colour in range(COLOUR_COUNT):
        open_ = field(state[layout.SUPPLY], colour)
        n = many(open_, MOST_SUPPLY, place + SUPPLY + MOST_SUPPLY * colour, active, n)
        quarter = (field(state[layout.BAG], colour) + 3) >> 2
        active[n] = place + BAG + 7 * colour + quarter
        n += 1
    if state[layout.PHASE] < PLACE:
        n = look_at_offers(state, place, active, n)
    return n


@kernel
def look(state: State, viewer: int, active: Moves, dense: Floats) -> int:
    """The inputs that are 1, and the numbers; see the head of this file."""
    players = state[PLAYERS]
    n = 0
    player = viewer
    for i in range(players):
        dense[i] = (state[board(player) + SCORE] + end_points(state, player)) / UNIT
        n = look_at_player(state, player, i * PLAYER, active, n)
        player = player + 1 if player + 1 < players else 0
    n = look_at_table(state, viewer, players * PLAYER, active, n)
    note_leads(players, dense, 0, players)
    return n
