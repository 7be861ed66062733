"""What a depth-first search keeps of the line it is at: one entry a level.

An explicit stack takes the place of recursion: a cached kernel can't call itself, and a
search can be left at any position and taken up again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.jit import inlined
from engines.protocol import Game, Moves, Policy, Rng, State, Vector
from engines.rng import SAMPLE, seed_stream
from search.table import BOTTOM

MAX_LEVELS = 160  # decisions and chance events from the root of a search
UNLIMITED = BOTTOM - 1 - MAX_LEVELS  # decisions of depth: as deep as it goes
COMPLETE, NOT_BEGUN = -1, -2  # instead of a level
WEIGHT = 2.0**26  # of what matters first, in units of what tells equals apart
MOST_MARGIN = 1024.0  # margins count no further
INFINITY = 1e30
MOST_PROBES = 32  # outcomes of a chance event that is probed
FIGURES = 4  # of a bound: least win share and margin, then the most
KILLERS = 2
FIRST_OF_ALL = 1e20  # points, for the order of moves
KILLER = 2.0  # points that a move looks better by if it cut off at this level before
ESTIMATE, WORST, BEST = 0, -1, 1  # what a chance event that is not entered counts


class Rules(NamedTuple):
    """What a search counts, and how it goes about it."""

    win_weight: float = WEIGHT
    margin_weight: float = 1.0
    samples: int = 0  # of a chance event that can't be listed; 0: none is entered
    seed: int = 0  # of the samples
    unentered: int = ESTIMATE  # of such an event: the evaluator's word, or a bound
    pruning: int = 1  # 0: no window ever closes, for tests
    probing: int = 1  # 0: outcomes of chance are not probed, for comparisons
    midpoint: int = 0  # 1: a leaf with known limits counts the middle of them
    salt: int = 0  # of keys: what is found under other rules is something else


class Stack(NamedTuple):
    """For a search of one value, that of player 0; most have one entry a level."""

    states: NDArray[np.int64]  # [level, STATE_SIZE]
    moves: NDArray[np.int64]  # [level, action]
    worths: NDArray[np.float64]  # [level, action], for the order of moves
    branches: Moves  # decisions or outcomes of the level's state
    tried: Moves  # how many of these have been searched
    chance: Moves  # 1 where chance is due
    depth: Moves  # decisions still to look ahead
    keys: Moves
    begun: Moves  # positions seen before the level was entered
    estimated: Moves  # 1 once the level's value rests on an estimate
    best: Moves  # the best action so far, -1 for none
    killers: Moves  # [level * KILLERS + i], actions that cut off at this level
    side: Vector  # 1 where player 0 decides, else -1
    lowest: Vector  # the window as the level was entered
    highest: Vector
    alpha: Vector  # the window as it is now
    beta: Vector
    value: Vector  # for player 0, best or summed so far
    win: Vector
    margin: Vector
    odds: Vector  # of the outcome that led to the level
    seen: Vector  # odds of the outcomes already searched
    probing: Moves  # 1 where chance is due and its outcomes are being probed
    probed: Moves  # how many of them have been, whose `bounds` are known
    bounds: NDArray[np.float64]  # [level, outcome, figure], see search.star
    rest: NDArray[np.float64]  # [level, figure], of outcomes not searched yet
    wins: Vector  # [player], to work in
    points: Vector  # [player], to work in
    rng: Rng  # [1], to work in
    level: Moves  # [1]: the level to go on from, NOT_BEGUN or COMPLETE
    nodes: Moves  # [1]: positions seen by all searches on this stack


class Vectors(NamedTuple):
    """For a search of a value a player; most have one entry a level."""

    states: NDArray[np.int64]  # [level, STATE_SIZE]
    moves: NDArray[np.int64]  # [level, action]
    worths: NDArray[np.float64]  # [level, action], for the order of moves
    branches: Moves  # decisions or outcomes of the level's state
    tried: Moves  # how many of these have been searched
    chance: Moves  # 1 where chance is due
    depth: Moves  # decisions still to look ahead
    keys: Moves
    begun: Moves  # positions seen before the level was entered
    estimated: Moves  # 1 once the level's value rests on an estimate
    best: Moves  # the best action so far, -1 for none
    killers: Moves  # [level * KILLERS + i], as moves are listed; none are set
    asker: Moves  # who decides at the level above, -1 for nobody
    bar: Vector  # what the asker is sure of elsewhere
    refused: Moves  # 1 where the asker gets less than that, and the value is open
    win: NDArray[np.float64]  # [level, player], best or summed so far
    margin: NDArray[np.float64]  # [level, player]
    low: NDArray[np.float64]  # [level, player], the least value, ties broken anyhow
    high: NDArray[np.float64]  # [level, player], the most
    odds: Vector  # of the outcome that led to the level
    wins: Vector  # [player], to work in
    points: Vector  # [player], to work in
    rng: Rng  # [1], to work in
    level: Moves  # [1]: the level to go on from, NOT_BEGUN or COMPLETE
    nodes: Moves  # [1]: positions seen by all searches on this stack


def _arrays(game: Game, state: State) -> dict[str, Any]:
    """The arrays that both kinds of stack have."""
    words = ("branches", "tried", "chance", "depth", "keys", "begun", "estimated")
    shape = (MAX_LEVELS, game.MAX_ACTIONS)
    return {
        **{name: np.zeros(MAX_LEVELS, np.int64) for name in (*words, "best")},
        "states": np.zeros((MAX_LEVELS, len(state)), np.int64),
        "moves": np.zeros(shape, np.int64),
        "worths": np.zeros(shape),
        "killers": np.full(MAX_LEVELS * KILLERS, -1, np.int64),
        "odds": np.zeros(MAX_LEVELS),
        "wins": np.zeros(game.MAX_PLAYERS),
        "points": np.zeros(game.MAX_PLAYERS),
        "rng": np.zeros(1, np.uint64),
        "level": np.full(1, NOT_BEGUN, np.int64),
        "nodes": np.zeros(1, np.int64),
    }


def new_stack(game: Game, state: State) -> Stack:
    """A stack for searches of one value, of states like this one."""
    numbers = ("side", "lowest", "highest", "alpha", "beta", "value", "win", "margin")
    arrays: dict[str, Any] = {n: np.zeros(MAX_LEVELS) for n in (*numbers, "seen")}
    return Stack(
        **_arrays(game, state),
        **arrays,
        probing=np.zeros(MAX_LEVELS, np.int64),
        probed=np.zeros(MAX_LEVELS, np.int64),
        bounds=np.zeros((MAX_LEVELS, MOST_PROBES, FIGURES)),
        rest=np.zeros((MAX_LEVELS, FIGURES)),
    )


def new_vectors(game: Game, state: State) -> Vectors:
    """A stack for searches of a value a player, of states like this one."""
    figures = ("win", "margin", "low", "high")
    shape = (MAX_LEVELS, game.MAX_PLAYERS)
    arrays: dict[str, Any] = {name: np.zeros(shape) for name in figures}
    return Vectors(
        **_arrays(game, state),
        **arrays,
        asker=np.full(MAX_LEVELS, -1, np.int64),
        bar=np.zeros(MAX_LEVELS),
        refused=np.zeros(MAX_LEVELS, np.int64),
    )


@inlined
def value_of(win: float, margin: float, rules: Rules) -> float:
    """The one number that is searched for, seen by player 0; 0 is even."""
    return rules.win_weight * (2.0 * win - 1.0) + rules.margin_weight * margin


@inlined
def limited(margin: float) -> float:
    """A margin within the bounds that pruning relies on."""
    return min(MOST_MARGIN, max(-MOST_MARGIN, margin))


@inlined
def list_moves(
    game: Game,
    policy: Policy,
    stack: Stack | Vectors,
    level: int,
    weights: Vector,
) -> None:
    """The level has its moves, with worths for the order in which they are tried."""
    state, moves, worths = stack.states[level], stack.moves[level], stack.worths[level]
    n = game.distinct_actions(state, moves)
    stack.branches[level] = n
    if n < 2:
        return
    policy.preferences(game, state, moves, n, weights, worths)
    for i in range(n):
        if moves[i] == stack.best[level]:
            worths[i] = FIRST_OF_ALL
        elif moves[i] == stack.killers[level * KILLERS]:
            worths[i] += KILLER
        elif moves[i] == stack.killers[level * KILLERS + 1]:
            worths[i] += 0.5 * KILLER


@inlined
def next_move(stack: Stack | Vectors, level: int) -> int:
    """The move of the level that looks best of those not tried; it is tried now."""
    moves, worths, n = stack.moves[level], stack.worths[level], stack.branches[level]
    at = stack.tried[level]
    chosen = at
    for i in range(at + 1, n):
        if worths[i] > worths[chosen]:
            chosen = i
    action = moves[chosen]
    moves[chosen] = moves[at]
    worths[chosen] = worths[at]
    moves[at] = action
    stack.tried[level] = at + 1
    return action


@inlined
def next_outcome(game: Game, stack: Stack | Vectors, level: int, rules: Rules) -> None:
    """The level below, a copy of this one, has the next outcome, and its odds."""
    after = stack.states[level + 1]
    index = stack.tried[level]
    if game.count_outcomes(after) > 0:
        stack.odds[level + 1] = game.deal_outcome(after, index)
    else:
        stack.odds[level + 1] = 1.0 / stack.branches[level]
        event = game.chance_due(after)
        seed_stream(stack.rng, rules.seed, SAMPLE, event, index)
        game.deal(after, stack.rng)
    stack.tried[level] = index + 1
