"""Places what brings most, tile by tile, and drafts what such placements will need.

A space is worth its points now, the bonus tiles of decorations it completes, and its
part of what is still to be completed: decorations, its star, its number. A placement is
worth its space less the tiles it costs; a draft is worth its tiles at the best rate
that a space of their colour would pay.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from engines.jit import inlined, kernel, popcount
from engines.protocol import Game, Moves, Rng, State, Vector
from engines.rng import draw_below
from engines.summer_pavilion.layout import (
    BONUS,
    BONUS_ACTION,
    CENTRE,
    CENTRE_STAR,
    COVERED,
    DONE,
    DRAFT,
    KEEP,
    KEEP_ACTION,
    LAST_ROUND,
    MARKER,
    PASS,
    PHASE,
    PLACE_ACTION,
    PLAIN,
    ROUND,
    SOURCES,
    STAR_COLOUR,
    STAR_SPACES,
    STOCK,
    TURN,
    board,
    field,
    star_mask,
    wild_colour,
)
from engines.summer_pavilion.policies.presets import DEFAULTS, PRESETS, WEIGHTS
from engines.summer_pavilion.scoring import (
    CENTRE_POINTS,
    DECORATION_BONUS,
    DECORATION_MASK,
    MAX_DECORATIONS,
    NUMBER,
    NUMBER_MASK,
    NUMBER_POINTS,
    STAR_POINTS,
    group_size,
)

__all__ = [
    "DEFAULTS",
    "PRESETS",
    "WEIGHTS",
    "choose",
    "default_weights",
    "estimate",
    "preferences",
    "prior_weights",
    "weighted",
]

(
    BONUS_WEIGHT,
    OPEN,
    STAR,
    NUMBER_WEIGHT,
    TILE,
    WILD,
    MARKER_WEIGHT,
    PASS_WEIGHT,
    NEXT,
) = range(len(WEIGHTS))

# [n]: part of the points for a set that the n-th of its spaces brings.
STAR_PART = np.array([0.0] + [(2 * k - 1) / 36 for k in range(1, 7)] + [0.0])
NUMBER_PART = np.array([0.0] + [(2 * k - 1) / 49 for k in range(1, 8)] + [0.0] * 8)
MINUS_INFINITY = -1e30


def default_weights() -> Vector:
    """The weights in the order of WEIGHTS."""
    return np.array(DEFAULTS)


def prior_weights() -> Vector:
    """The same."""
    return default_weights()


def weighted(values: Mapping[str, float]) -> Vector:
    """The default weights, some of them replaced."""
    given = dict(zip(WEIGHTS, DEFAULTS, strict=True)) | dict(values)
    return np.array([given[name] for name in WEIGHTS])


@inlined
def space_gain(state: State, covered: int, space: int, weights: Vector) -> float:
    """What covering a free space brings, in points."""
    after = covered | 1 << space
    gain = float(group_size(after, space))
    for i in range(MAX_DECORATIONS):
        mask = DECORATION_MASK[space & 63, i]
        bonus = DECORATION_BONUS[space & 63, i]
        missing = popcount(mask & ~after) if bonus else 9
        if missing == 0:
            gain += weights[BONUS_WEIGHT] * bonus
        elif missing == 1:
            gain += weights[BONUS_WEIGHT] * weights[OPEN] * bonus
        elif missing == 2:
            gain += weights[BONUS_WEIGHT] * weights[OPEN] * weights[OPEN] * bonus
    star = space // STAR_SPACES
    full = CENTRE_POINTS
    if star != CENTRE_STAR and not state[PLAIN]:
        full = STAR_POINTS[STAR_COLOUR[star & 7]]
    part = STAR_PART[popcount(star_mask(after, star)) & 7]
    gain += weights[STAR] * full * part
    number = NUMBER[state[PLAIN] & 1, space & 63]
    mask = NUMBER_MASK[state[PLAIN] & 1, number & 7]
    points = NUMBER_POINTS[number & 7]
    if points:
        step = NUMBER_PART[popcount(after & mask) & 15]
        gain += weights[NUMBER_WEIGHT] * points * step
    return gain


@inlined
def placement_value(state: State, action: int, weights: Vector) -> float:
    """A space's gain less the tiles paid."""
    placement = action - PLACE_ACTION
    space, colour, wilds = placement >> 6, placement >> 3 & 7, placement & 7
    covered = state[board(state[TURN]) + COVERED]
    gain = space_gain(state, covered, space, weights)
    plain = NUMBER[state[PLAIN] & 1, space & 63] - wilds
    cost = weights[WILD] if colour == wild_colour(state) else weights[TILE]
    return gain - cost * plain - weights[WILD] * wilds


@inlined
def best_rate(state: State, colour: int, tiles: int, weights: Vector) -> float:
    """The best gain a tile that an affordable space of the colour's star brings."""
    covered = state[board(state[TURN]) + COVERED]
    star = 0
    for s in range(CENTRE_STAR):
        if STAR_COLOUR[s] == colour:
            star = s
    wilds = field(state[board(state[TURN]) + STOCK], wild_colour(state))
    best = 0.0
    for position in range(STAR_SPACES):
        space = star * STAR_SPACES + position
        number = NUMBER[state[PLAIN] & 1, space & 63]
        if covered >> space & 1 or number > tiles + min(wilds, 2):
            continue
        gain = space_gain(state, covered, space, weights)
        best = max(best, gain / number)
    return best


@inlined
def take_value(state: State, action: int, weights: Vector) -> float:
    """Tiles at the best rate of their colour, wild ones, and what the marker costs."""
    source, colour = action >> 3 & 15, action & 7
    wild = wild_colour(state)
    held = state[SOURCES + source]
    wilds = 1 if field(held, wild) > 0 else 0
    tiles = field(held, colour) if colour != wild else 0
    value = weights[WILD] * wilds
    if tiles:
        stock = field(state[board(state[TURN]) + STOCK], colour)
        rate = best_rate(state, colour, stock + tiles, weights)
        value += tiles * max(weights[TILE], rate)
    if source == CENTRE and state[MARKER] == 0:
        value += weights[MARKER_WEIGHT] - tiles - wilds
    return value


@inlined
def tile_value(state: State, colour: int, weights: Vector) -> float:
    """Worth of a bonus tile or a kept tile: wild ones more, then what is at hand."""
    stock = state[board(state[TURN]) + STOCK]
    value = 0.1 * field(stock, colour)
    if state[PHASE] == BONUS and colour == wild_colour(state):
        value += weights[NEXT]
    if state[ROUND] < LAST_ROUND and colour == wild_colour(state) + 1:
        value += weights[NEXT] if state[PHASE] == KEEP else 0.5 * weights[NEXT]
    return value


@kernel
def action_value(state: State, action: int, weights: Vector) -> float:
    """Worth of one legal action in points."""
    if state[PHASE] == DRAFT:
        return take_value(state, action, weights)
    if action >= PLACE_ACTION:
        return placement_value(state, action, weights)
    if action == PASS:
        return weights[PASS_WEIGHT]
    if action == DONE:
        return -1.0
    base = BONUS_ACTION if state[PHASE] == BONUS else KEEP_ACTION
    return tile_value(state, action - base, weights)


@kernel
def preferences(
    game: Game, state: State, moves: Moves, n: int, weights: Vector, out: Vector
) -> None:
    """`out[i]` is the worth of `moves[i]` in points, for i < n."""
    for i in range(n):
        out[i] = action_value(state, moves[i], weights)


@kernel
def choose(game: Game, state: State, moves: Moves, weights: Vector, rng: Rng) -> int:
    """The legal action that is worth most; equal ones are drawn for."""
    best = MINUS_INFINITY
    action = 0
    equal = 1
    for i in range(game.legal_actions(state, moves)):
        value = action_value(state, moves[i], weights)
        if value > best:
            best = value
            equal = 1
            action = moves[i]
        elif value == best:
            equal += 1
            if draw_below(rng, equal) == 0:
                action = moves[i]
    return action


@kernel
def estimate(
    game: Game, state: State, weights: Vector, wins: Vector, points: Vector
) -> None:
    """As if the game ended now."""
    game.outcome(state, wins)
    game.scores(state, points)
