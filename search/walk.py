"""Exact values at the end of a game: every decision and every outcome of chance.

Max^n with exact expectations: whoever decides takes what is best for himself, and the
outcomes of chance count by their odds. No recursion: a cached kernel can't call itself.

Sources: Luckhardt & Irani 1986 (max^n), Michie 1966 (expectimax).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.jit import inlined, kernel
from engines.protocol import Game, Moves, State, Vector
from engines.rng import copy_into
from search.mcts import margin_of

MAX_LEVELS = 24  # decisions and chance events from the root to the end
COMPLETE, NOT_BEGUN = -1, -2  # instead of a level
SAME = 1e-9  # difference of win shares that rounding may leave


class Walk(NamedTuple):
    """A depth-first walk that can be left and taken up again: one entry a level."""

    states: NDArray[np.int64]  # [level, STATE_SIZE]
    branches: Moves  # decisions or outcomes of the level's state
    tried: Moves  # how many of these have been walked
    odds: Vector  # of the outcome that led to the level; 1 after a decision
    wins: NDArray[np.float64]  # [level, player], best or summed so far
    margins: NDArray[np.float64]  # [level, player], points ahead of the best opponent
    points: Vector  # [player], to work in
    level: Moves  # [1]: the level to go on from, NOT_BEGUN or COMPLETE


def new_walk(game: Game, root: State) -> Walk:
    """A walk that begins at `root`, which may be any state."""
    walk = Walk(
        np.zeros((MAX_LEVELS, len(root)), np.int64),
        np.zeros(MAX_LEVELS, np.int64),
        np.zeros(MAX_LEVELS, np.int64),
        np.ones(MAX_LEVELS),
        np.zeros((MAX_LEVELS, game.MAX_PLAYERS)),
        np.zeros((MAX_LEVELS, game.MAX_PLAYERS)),
        np.zeros(game.MAX_PLAYERS),
        np.full(1, NOT_BEGUN, np.int64),
    )
    walk.states[0] = root
    return walk


@inlined
def enter(game: Game, walk: Walk, level: int) -> None:
    """Nothing below the level's state is known yet; at the end of a game, all is."""
    state = walk.states[level]
    walk.tried[level] = 0
    walk.branches[level] = 0
    for p in range(walk.wins.shape[1]):
        walk.wins[level, p] = 0.0
        walk.margins[level, p] = 0.0
    if game.is_over(state):
        players = game.player_count(state)
        game.outcome(state, walk.wins[level])
        game.scores(state, walk.points)
        for p in range(players):
            walk.margins[level, p] = margin_of(walk.points, players, p)
    elif game.chance_due(state) > 0:
        walk.branches[level] = game.count_outcomes(state)
    else:
        walk.branches[level] = game.count_actions(state)


@inlined
def prefers(game: Game, walk: Walk, level: int, by_margin: bool) -> bool:
    """Whoever decides above `level` likes its value better than those before."""
    above = level - 1
    player = game.current_player(walk.states[above])
    win = walk.wins[level, player] - walk.wins[above, player]
    margin = walk.margins[level, player] - walk.margins[above, player]
    if by_margin:
        return margin > SAME or (margin >= -SAME and win > SAME)
    return win > SAME or (win >= -SAME and margin > SAME)


@inlined
def hand_up(game: Game, walk: Walk, level: int, by_margin: bool) -> None:
    """The state above has taken account of a level whose value is known."""
    above = level - 1
    if game.chance_due(walk.states[above]) > 0:
        for p in range(walk.wins.shape[1]):
            walk.wins[above, p] += walk.odds[level] * walk.wins[level, p]
            walk.margins[above, p] += walk.odds[level] * walk.margins[level, p]
    elif walk.tried[above] == 1 or prefers(game, walk, level, by_margin):
        for p in range(walk.wins.shape[1]):
            walk.wins[above, p] = walk.wins[level, p]
            walk.margins[above, p] = walk.margins[level, p]


@kernel
def go_on(game: Game, walk: Walk, positions: int, by_margin: bool) -> int:
    """The walk is up to that many positions further; how many it was.

    When it is complete, entry 0 of `walk.wins` and `walk.margins` is the value of the
    root. -1 if there is no way through: chance that cannot be listed, or an end that is
    too far.
    """
    level = walk.level[0]
    if level == NOT_BEGUN:
        level = 0
        enter(game, walk, level)
    seen = 0
    while level >= 0 and seen < positions:
        if walk.tried[level] < walk.branches[level]:
            if level + 1 == MAX_LEVELS:
                return -1
            state = walk.states[level]
            after = walk.states[level + 1]
            copy_into(state, after)
            index = walk.tried[level]
            if game.chance_due(state) > 0:
                walk.odds[level + 1] = game.deal_outcome(after, index)
            else:
                game.play(after, game.action_at(state, index))
            walk.tried[level] += 1
            level += 1
            enter(game, walk, level)
            seen += 1
        else:
            if walk.branches[level] == 0 and not game.is_over(walk.states[level]):
                return -1
            if level > 0:
                hand_up(game, walk, level, by_margin)
            level -= 1
    walk.level[0] = level
    return seen


def make_go_on(game: Game) -> Callable[..., Any]:
    """Bind `go_on` to one game module."""

    @kernel
    def bound(walk, positions, by_margin):  # type: ignore[no-untyped-def]
        return go_on(game, walk, positions, by_margin)

    return bound
