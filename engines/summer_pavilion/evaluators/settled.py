"""The boards as if the game ended now, and what such boards have led to.

A player's final score is a weighted sum of the score, with the points for complete
stars and numbers, and of what is under way: stars and numbers begun, decorations that
one or two spaces are missing to, tiles at hand and tiles kept. A win is the softmax of
these sums over a spread. The weights are learned
(`engines.summer_pavilion.evaluators.learned`): by number of players and side of the
board, by the round, and by the part of the round's tiles that are still on offer.
"""

from __future__ import annotations

import numpy as np

from engines.jit import inlined, kernel, popcount
from engines.protocol import Game, State, Vector
from engines.shares import shares_of
from engines.summer_pavilion.evaluators.learned import (
    BASE,
    COVERED_SPACES,
    HAND,
    KEPT_TILES,
    LARGEST,
    NEXT,
    NUMBERS,
    ONE_MISSING,
    PASSED_ON,
    SCORE_NOW,
    SPREAD,
    STAGES,
    STARS,
    STARTS,
    TO_MOVE,
    TWO_MISSING,
    WILD,
    place_of,
    table,
)
from engines.summer_pavilion.layout import (
    CENTRE_STAR,
    COVERED,
    DEAL,
    DRAFT,
    FIRST,
    KEPT,
    LAST_ROUND,
    MARKER,
    MAX_SOURCES,
    PHASE,
    PLAIN,
    PLAYERS,
    ROUND,
    SCORE,
    SOURCES,
    STAR_COLOUR,
    STOCK,
    TILES_PER_FACTORY,
    TURN,
    board,
    field,
    has_passed,
    star_mask,
    total,
    wild_colour,
)
from engines.summer_pavilion.scoring import (
    CENTRE_POINTS,
    DECORATIONS,
    NUMBER_MASK,
    STAR_POINTS,
    end_points,
)

DECORATION_MASKS = np.array([mask for mask, _ in DECORATIONS], np.int64)
DECORATION_TILES = np.array([bonus for _, bonus in DECORATIONS], np.int64)
PART = 1.0 / 7.0  # of a number that one space makes


def default_weights() -> Vector:
    """The learned table."""
    return table()


@inlined
def at_hand(state: State, player: int, place: int, weights: Vector) -> float:
    """What tiles at hand and tiles kept add to a player's sum."""
    at = board(player)
    stock, kept = state[at + STOCK], state[at + KEPT]
    wild = wild_colour(state)
    wilds = field(stock, wild)
    worth = weights[place + HAND] * (total(stock) - wilds)
    worth += weights[place + WILD] * wilds
    worth += weights[place + KEPT_TILES] * total(kept)
    if state[ROUND] < LAST_ROUND:
        worth += weights[place + NEXT] * field(stock + kept, wild + 1)
    largest = 0
    for colour in range(6):
        largest = max(largest, field(stock, colour) if colour != wild else 0)
    return worth + weights[place + LARGEST] * min(largest, 6)


@inlined
def sets_under_way(state: State, player: int, place: int, weights: Vector) -> float:
    """What stars, numbers and decorations not yet complete add to a player's sum."""
    covered = state[board(player) + COVERED]
    worth = weights[place + COVERED_SPACES] * popcount(covered)
    for star in range(CENTRE_STAR + 1):
        points = float(CENTRE_POINTS)
        if star != CENTRE_STAR and not state[PLAIN]:
            points = float(STAR_POINTS[STAR_COLOUR[star & 7]])
        tiles = popcount(star_mask(covered, star))
        worth += 0.1 * points * weights[place + STARS + tiles]
    for number in range(1, 5):
        part = PART * popcount(covered & NUMBER_MASK[state[PLAIN] & 1, number])
        if part < 0.99:
            worth += part * part * weights[place + NUMBERS + number]
    for i in range(DECORATION_MASKS.shape[0]):
        missing = popcount(DECORATION_MASKS[i] & ~covered)
        if missing == 1:
            worth += DECORATION_TILES[i] * weights[place + ONE_MISSING]
        elif missing == 2:
            worth += DECORATION_TILES[i] * weights[place + TWO_MISSING]
    return worth


@inlined
def starter(state: State) -> int:
    """Who begins the placing, or the next draft, as things are."""
    if state[PHASE] == DEAL or state[MARKER] == 0:
        return state[FIRST]
    return state[MARKER] - 1


@inlined
def final_score(state: State, player: int, place: int, weights: Vector) -> float:
    """The weighted sum for one player."""
    now = state[board(player) + SCORE] + end_points(state, player)
    worth = weights[place + BASE] + weights[place + SCORE_NOW] * now
    worth += sets_under_way(state, player, place, weights)
    worth += at_hand(state, player, place, weights)
    if starter(state) == player:
        worth += weights[place + STARTS]
    if state[PHASE] != DEAL:
        if has_passed(state, player):
            worth += weights[place + PASSED_ON]
        elif state[TURN] == player:
            worth += weights[place + TO_MOVE]
    return worth


@inlined
def block(state: State) -> int:
    """The round, from 0; 6 more while its tiles are still to be dealt."""
    return state[ROUND] - 1 + (LAST_ROUND if state[PHASE] == DEAL else 0)


@inlined
def stage(state: State) -> int:
    """The part of the round's tiles still on offer, in steps of 1 / (STAGES - 1)."""
    if state[PHASE] != DRAFT:
        return 0
    tiles = 0
    for source in range(MAX_SOURCES):
        tiles += state[SOURCES + source]
    dealt = TILES_PER_FACTORY * (2 * state[PLAYERS] + 1)
    steps = (total(tiles) * (STAGES - 1) + dealt - 1) // dealt
    return max(1, min(STAGES - 1, steps))


@kernel
def estimate(
    game: Game, state: State, weights: Vector, wins: Vector, points: Vector
) -> None:
    """Scores that such boards have led to, and their softmax over the spread."""
    players = state[PLAYERS]
    place = place_of(players, state[PLAIN], block(state), stage(state))
    for player in range(players):
        points[player] = final_score(state, player, place, weights)
    shares_of(points, players, weights[place + SPREAD], wins)
