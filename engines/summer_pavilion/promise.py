"""The most that one player's placing phase can still bring: no less than the truth.

Every star is looked at by itself: the best way to cover some of its free spaces with
so many tiles. Tiles are then shared out among the stars as if all were of the right
colour, but no star gets more than there are of its colour and of the wild one. Bonus
tiles that may come to hand count as tiles of every colour that the supply has.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.jit import inlined, kernel, popcount
from engines.protocol import Moves, State
from engines.summer_pavilion.layout import (
    BOARDS,
    CENTRE_STAR,
    COLOUR_COUNT,
    COVERED,
    FULL_STAR,
    LAST_ROUND,
    MAX_KEPT,
    OWED,
    PLAIN,
    ROUND,
    SCORE,
    SPACES,
    STAR_COLOUR,
    STAR_SPACES,
    STOCK,
    SUPPLY,
    field,
    star_cells,
    star_mask,
    total,
    wild_colour,
)
from engines.summer_pavilion.placing import colours_in_star
from engines.summer_pavilion.scoring import (
    CENTRE_POINTS,
    DECORATIONS,
    GROUP_SIZE,
    NUMBER,
    NUMBER_MASK,
    NUMBER_POINTS,
    STAR_POINTS,
    end_points,
)

SCALE = 8  # worth of a point; a tile kept is worth 1, and at most four are
STAR_COST = 21  # tiles that all spaces of a star cost, the most of all stars
MOST_TILES = 160  # at hand; more than seven stars cost
RINGS = 3  # kinds of stars by their numbers: coloured, plain outer, plain centre


def _ring_numbers() -> NDArray[np.int64]:
    """[kind of star, position]: the number printed there."""
    return np.array([NUMBER[0, :6], NUMBER[1, :6], NUMBER[1, 36:42]])


def _best_orders() -> dict[tuple[int, int], int]:
    """(mask, mask later): the most points for covering what is between."""
    best = {}
    for mask in range(64):
        best[mask, mask] = 0
        for later in range(mask + 1, 64):
            if later & mask == mask:
                best[mask, later] = max(
                    best[mask, later & ~(1 << p)] + int(GROUP_SIZE[later, p])
                    for p in range(STAR_SPACES)
                    if (later & ~mask) >> p & 1
                )
    return best


def _star_gains() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Most points on a star, and what completing it costs and brings.

    [kind, mask, spaces, tiles]: with at most so many spaces covered, for so many tiles.
    [kind, mask]: tiles << 8 | points of covering all that is free.
    """
    gains = np.zeros((RINGS, 64, STAR_SPACES + 1, STAR_COST + 1), np.int64)
    complete = np.zeros((RINGS, 64), np.int64)
    numbers = _ring_numbers()
    for (mask, later), points in _best_orders().items():
        new = [p for p in range(STAR_SPACES) if (later & ~mask) >> p & 1]
        for kind in range(RINGS):
            cost = int(numbers[kind, new].sum())
            here = gains[kind, mask, len(new) :, cost:]
            np.maximum(here, points, out=here)
            if later == FULL_STAR:
                complete[kind, mask] = cost << 8 | points
    return gains, complete


def _shared_spaces() -> int:
    """The spaces that two decorations have in common."""
    masks = [mask for mask, _ in DECORATIONS]
    return sum(
        1 << space for space in range(SPACES) if sum(m >> space & 1 for m in masks) > 1
    )


GAINS, COMPLETE = _star_gains()
DECORATION_SPACES = np.array([mask for mask, _ in DECORATIONS])
DECORATION_TILES = np.array([tiles for _, tiles in DECORATIONS])
SHARED_SPACES = _shared_spaces()
UNPAYABLE = 1 << 20  # tiles


@inlined
def spaces_cost(state: State, spaces: int) -> int:
    """Tiles that covering these spaces costs."""
    cost = 0
    for number in range(1, 7):
        cost += number * popcount(spaces & NUMBER_MASK[state[PLAIN] & 1, number])
    return cost


@kernel
def most_bonus(state: State, least: Moves) -> int:
    """The most tiles that may still come from the supply; `least` is to work in.

    `least[k]` becomes twice the fewest tiles by which k bonus tiles may be had. A space
    of two decorations is charged half to each, so that no sum of them costs too much.
    """
    covered = state[BOARDS + COVERED]
    held = total(state[BOARDS + STOCK])
    limit = total(state[SUPPLY])
    for k in range(1, limit + 1):
        least[k] = UNPAYABLE
    least[0] = 0
    for i in range(DECORATION_SPACES.shape[0]):
        free = DECORATION_SPACES[i] & ~covered
        if free == 0:
            continue
        cost = spaces_cost(state, free) + spaces_cost(state, free & ~SHARED_SPACES)
        for k in range(limit, 0, -1):
            before = max(0, k - DECORATION_TILES[i])
            least[k] = min(least[k], least[before] + cost)
    due = min(limit, state[OWED])
    bonus = 0
    while bonus < limit - due and least[bonus + 1] <= 2 * (held + due + bonus):
        bonus += 1
    return due + bonus


@kernel
def may_complete_decoration(state: State) -> bool:
    """The stock could pay for all free spaces of a decoration."""
    covered = state[BOARDS + COVERED]
    held = total(state[BOARDS + STOCK]) + min(state[OWED], total(state[SUPPLY]))
    for i in range(DECORATION_SPACES.shape[0]):
        free = DECORATION_SPACES[i] & ~covered
        if free and spaces_cost(state, free) <= held:
            return True
    return False


@inlined
def at_most(state: State, colour: int, bonus: int) -> int:
    """Tiles of a colour that the player may come to have."""
    of_supply = min(bonus, field(state[SUPPLY], colour))
    return field(state[BOARDS + STOCK], colour) + of_supply


@kernel
def colours_left(state: State, star: int, bonus: int) -> int:
    """How many spaces of a star of many colours may be covered, by its colours."""
    used = 0
    if not state[PLAIN]:
        used = colours_in_star(star_cells(state, 0, star))
    tiles = 0
    colours = 0
    for colour in range(COLOUR_COUNT):
        here = at_most(state, colour, bonus)
        tiles += here
        colours += 1 if here and used >> colour & 1 == 0 else 0
    return min(STAR_SPACES, tiles if state[PLAIN] else colours)


@kernel
def most_for_star(state: State, star: int) -> int:
    """The most points that completing a star may bring at the end."""
    if not state[PLAIN]:
        return CENTRE_POINTS if star == CENTRE_STAR else STAR_POINTS[STAR_COLOUR[star]]
    cells = star_cells(state, 0, star)
    here = colours_in_star(cells)
    if popcount(here) > 1:
        return CENTRE_POINTS
    most = CENTRE_POINTS
    for colour in range(COLOUR_COUNT):
        if here == 0 or here >> colour & 1:
            most = max(most, STAR_POINTS[colour])
    return most


@kernel
def add_star(state: State, star: int, bonus: int, tiles: int, best: Moves) -> None:
    """`best[t]` is the most points for t tiles, with this star among those so far."""
    mask = star_mask(state[BOARDS + COVERED], star)
    if mask == FULL_STAR:
        return
    kind = 0
    if state[PLAIN]:
        kind = 2 if star == CENTRE_STAR else 1
    if state[PLAIN] or star == CENTRE_STAR:
        spaces = colours_left(state, star, bonus)
        limit = tiles
    else:
        colour = STAR_COLOUR[star & 7]
        limit = at_most(state, colour, bonus)
        spaces = min(STAR_SPACES, limit)
        if colour != wild_colour(state):
            limit += at_most(state, wild_colour(state), bonus)
    limit = min(limit, min(tiles, STAR_COST))
    if spaces == 0:
        return
    whole = COMPLETE[kind, mask]
    final = (whole & 255) + most_for_star(state, star)
    if popcount(FULL_STAR & ~mask) > spaces or whole >> 8 > limit:
        final = 0
    for t in range(tiles, 0, -1):
        most = best[t]
        for cost in range(1, min(t, limit) + 1):
            most = max(most, best[t - cost] + GAINS[kind, mask, spaces, cost])
        if final and t >= whole >> 8:
            most = max(most, best[t - (whole >> 8)] + final)
        best[t] = most


@kernel
def number_points(state: State, tiles: int) -> int:
    """Points of numbers that are not complete and for which the tiles might do."""
    points = 0
    for number in range(1, 5):
        free = NUMBER_MASK[state[PLAIN] & 1, number] & ~state[BOARDS + COVERED]
        if free and number * popcount(free) <= tiles:
            points += NUMBER_POINTS[number]
    return points


@kernel
def most_worth(state: State, best: Moves) -> int:
    """No way to go on is worth more, in `worth` of the end; `best` is to work in.

    `best` has room for MOST_TILES numbers.
    """
    held = total(state[BOARDS + STOCK])
    bonus = most_bonus(state, best)
    tiles = min(held + bonus, MOST_TILES - 1)
    for t in range(tiles + 1):
        best[t] = 0
    for star in range(CENTRE_STAR + 1):
        add_star(state, star, bonus, tiles, best)
    keeps = MAX_KEPT if state[ROUND] < LAST_ROUND else 0
    score = state[BOARDS + SCORE]
    most = 0
    for t in range(tiles + 1):
        lost = max(0, held - t - keeps)
        kept = min(keeps, held + bonus - t)
        points = max(1, score + best[t] - lost)
        most = max(most, SCALE * points + kept)
    return most + SCALE * (number_points(state, tiles) + end_points(state, 0))
