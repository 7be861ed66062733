"""Max^n for any number of players, with chance: whoever decides wants his own best.

A player's choice between moves that are equal for himself can matter to the others, and
nothing says how he makes it. So besides the values of the line found, which takes the
first of equals, every player has a least and a most that hold however ties are broken.
They don't say which values of the players go together, so they may be wider than what
ties can come to: a move that is the best in any case may then not be proven to be.

Where win shares come first, a branch ends as soon as somebody in it is sure of so much
that the player who could lead there gets less than he has (shallow pruning): the shares
of all players are one win.

Sources: Luckhardt & Irani 1986 (max^n), Korf 1991 (shallow pruning), Sturtevant 2003
(ties).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.jit import inlined, kernel
from engines.protocol import Evaluator, Game, Policy, Vector
from engines.rng import copy_into
from search.mcts import margin_of
from search.stack import (
    ESTIMATE,
    INFINITY,
    MAX_LEVELS,
    MOST_MARGIN,
    NOT_BEGUN,
    WEIGHT,
    Rules,
    Vectors,
    limited,
    list_moves,
    next_move,
    next_outcome,
    value_of,
)
from search.table import BOTTOM, DEPTH_SHIFT, EXACT, MOVE_SHIFT, depth_of, move_of

KEY, NOTE = range(2)
FIGURES = 4  # a player: win share, margin, least and most value
ROW_BYTES = 16 + 8 * FIGURES * 4
MOST_ROWS, LEAST_ROWS = 1 << 21, 1 << 10
SURELY_LESS = 1e-3  # win share by which another must be too good


class VectorTable(NamedTuple):
    """Positions met before with the figures of all players."""

    words: NDArray[np.int64]  # [row, KEY or NOTE]
    figures: NDArray[np.float64]  # [row, player * FIGURES + figure]


def new_vector_table(game: Game, memory: int) -> VectorTable:
    """An empty table of at most `memory` bytes, and no more than MOST_ROWS rows."""
    wanted = max(LEAST_ROWS, min(MOST_ROWS, memory // ROW_BYTES))
    rows = 1 << (wanted.bit_length() - 1)
    return VectorTable(
        np.zeros((rows, 2), np.int64), np.zeros((rows, FIGURES * game.MAX_PLAYERS))
    )


@inlined
def settle_value(stack: Vectors, level: int, player: int, rules: Rules) -> None:
    """The player's least and most value are what his win share and margin say."""
    value = value_of(stack.win[level, player], stack.margin[level, player], rules)
    stack.low[level, player] = value
    stack.high[level, player] = value


@inlined
def value_end(game: Game, stack: Vectors, level: int, rules: Rules) -> None:
    """The level has the values of its state, where the game is over."""
    state = stack.states[level]
    players = game.player_count(state)
    game.outcome(state, stack.wins)
    game.scores(state, stack.points)
    for p in range(players):
        stack.win[level, p] = stack.wins[p]
        stack.margin[level, p] = limited(margin_of(stack.points, players, p))
        settle_value(stack, level, p, rules)


@inlined
def value_leaf(
    game: Game,
    evaluator: Evaluator,
    stack: Vectors,
    level: int,
    weights: Vector,
    rules: Rules,
) -> None:
    """The level has the values that its state is estimated at; they may be far off."""
    state = stack.states[level]
    players = game.player_count(state)
    stack.estimated[level] = 1
    evaluator.estimate(game, state, weights, stack.wins, stack.points)
    for p in range(players):
        stack.win[level, p] = stack.wins[p]
        stack.margin[level, p] = limited(margin_of(stack.points, players, p))
        settle_value(stack, level, p, rules)
        if rules.unentered != ESTIMATE:
            stack.low[level, p] = value_of(0.0, -MOST_MARGIN, rules)
            stack.high[level, p] = value_of(1.0, MOST_MARGIN, rules)


@inlined
def is_known(game: Game, stack: Vectors, table: VectorTable, level: int) -> bool:
    """The table has the level's values; `stack.best` is the move that was best."""
    row = stack.keys[level] & (table.words.shape[0] - 1)
    if table.words[row, KEY] != stack.keys[level]:
        return False
    note = table.words[row, NOTE]
    stack.best[level] = move_of(note)
    if depth_of(note) < stack.depth[level] or note == 0:
        return False
    stack.estimated[level] = 0 if depth_of(note) == BOTTOM else 1
    for p in range(game.player_count(stack.states[level])):
        at = FIGURES * p
        stack.win[level, p] = table.figures[row, at]
        stack.margin[level, p] = table.figures[row, at + 1]
        stack.low[level, p] = table.figures[row, at + 2]
        stack.high[level, p] = table.figures[row, at + 3]
    return True


@inlined
def is_beaten(game: Game, stack: Vectors, level: int, rules: Rules) -> bool:
    """The final scores that are possible are less than the asker has elsewhere."""
    asker = stack.asker[level]
    state = stack.states[level]
    if asker < 0 or not game.score_limits(state, stack.wins, stack.points):
        return False
    others = -INFINITY
    for p in range(game.player_count(state)):
        if p != asker:
            others = max(others, stack.wins[p])
    margin = stack.points[asker] - others
    win = 1.0 if margin >= 0.0 else 0.0
    return value_of(win, margin, rules) < stack.bar[level]


@inlined
def enter(
    game: Game,
    policy: Policy,
    evaluator: Evaluator,
    stack: Vectors,
    table: VectorTable,
    level: int,
    weights: Vector,
    worth: Vector,
    rules: Rules,
) -> bool:
    """Whether the level, whose state, depth and bar are set, has its values at once.

    If not, it has its branches, none of them tried.
    """
    state = stack.states[level]
    stack.tried[level] = 0
    stack.branches[level] = 0
    stack.estimated[level] = 0
    stack.refused[level] = 0
    stack.best[level] = -1
    if game.is_over(state):
        value_end(game, stack, level, rules)
        return True
    due = game.chance_due(state) > 0
    stack.chance[level] = 1 if due else 0
    at_rest = due or not game.is_mid_turn(state)
    outcomes = game.count_outcomes(state) if due else 0
    sampled = due and outcomes == 0
    if sampled:
        outcomes = rules.samples
    deepest = level + 1 == MAX_LEVELS or (due and outcomes == 0)
    if deepest or (stack.depth[level] <= 0 and at_rest):
        value_leaf(game, evaluator, stack, level, worth, rules)
        return True
    if not due and rules.pruning and is_beaten(game, stack, level, rules):
        stack.refused[level] = 1
        return True
    stack.keys[level] = game.state_key(state) ^ rules.salt
    if is_known(game, stack, table, level):
        return True
    stack.estimated[level] = 1 if sampled else 0
    if due:
        stack.branches[level] = outcomes
        for p in range(game.player_count(state)):
            stack.win[level, p] = 0.0
            stack.margin[level, p] = 0.0
            stack.low[level, p] = 0.0
            stack.high[level, p] = 0.0
    else:
        list_moves(game, policy, stack, level, weights)
        stack.low[level, game.current_player(state)] = -INFINITY
        stack.best[level] = -1
    return False


@inlined
def descend(game: Game, stack: Vectors, level: int, rules: Rules) -> None:
    """The level below has the state of the next branch, with its depth and bar."""
    below = level + 1
    copy_into(stack.states[level], stack.states[below])
    if stack.chance[level]:
        next_outcome(game, stack, level, rules)
        stack.depth[below] = stack.depth[level]
        stack.asker[below] = -1
        return
    mover = game.current_player(stack.states[level])
    game.play(stack.states[below], next_move(stack, level))
    stack.depth[below] = max(0, stack.depth[level] - 1)
    stack.asker[below] = mover
    stack.bar[below] = stack.low[level, mover]


@inlined
def add_outcome(stack: Vectors, level: int, players: int) -> None:
    """The chance event above has taken account of the level's values."""
    above = level - 1
    odds = stack.odds[level]
    for p in range(players):
        stack.win[above, p] += odds * stack.win[level, p]
        stack.margin[above, p] += odds * stack.margin[level, p]
        stack.low[above, p] += odds * stack.low[level, p]
        stack.high[above, p] += odds * stack.high[level, p]


@inlined
def take_better(stack: Vectors, level: int, mover: int, players: int) -> None:
    """Whoever decides above has taken account of the level's values."""
    above = level - 1
    first = stack.best[above] == -1
    if not first and stack.high[level, mover] < stack.low[above, mover]:
        return
    if first or stack.low[level, mover] > stack.high[above, mover]:
        for p in range(players):
            stack.low[above, p] = stack.low[level, p]
            stack.high[above, p] = stack.high[level, p]
    else:
        sure = max(stack.low[above, mover], stack.low[level, mover])
        for p in range(players):
            stack.low[above, p] = min(stack.low[above, p], stack.low[level, p])
            stack.high[above, p] = max(stack.high[above, p], stack.high[level, p])
        stack.low[above, mover] = sure


@inlined
def take_first_best(
    stack: Vectors, level: int, mover: int, players: int, rules: Rules
) -> None:
    """The line found above goes through the level if the mover likes it better."""
    above = level - 1
    value = value_of(stack.win[level, mover], stack.margin[level, mover], rules)
    best = value_of(stack.win[above, mover], stack.margin[above, mover], rules)
    if stack.best[above] == -1 or value > best:
        stack.best[above] = stack.moves[above, stack.tried[above] - 1]
        for p in range(players):
            stack.win[above, p] = stack.win[level, p]
            stack.margin[above, p] = stack.margin[level, p]


@inlined
def least_share(value: float) -> float:
    """The win share that goes with a value, whatever the margin."""
    return 0.5 + 0.5 * (value - MOST_MARGIN) / WEIGHT


@inlined
def is_shut(game: Game, stack: Vectors, level: int, rules: Rules) -> bool:
    """The mover is sure of so much that the asker gets less than he has."""
    asker = stack.asker[level]
    mover = game.current_player(stack.states[level])
    if asker < 0 or asker == mover or rules.win_weight < WEIGHT or not rules.pruning:
        return False
    both = least_share(stack.low[level, mover]) + least_share(stack.bar[level])
    return both > 1.0 + SURELY_LESS


@inlined
def close(game: Game, stack: Vectors, table: VectorTable, level: int) -> None:
    """All below the level is searched: its values are in the table."""
    depth = stack.depth[level] if stack.estimated[level] else BOTTOM
    row = stack.keys[level] & (table.words.shape[0] - 1)
    table.words[row, KEY] = stack.keys[level]
    move = (stack.best[level] + 1) << MOVE_SHIFT
    table.words[row, NOTE] = EXACT | depth << DEPTH_SHIFT | move
    for p in range(game.player_count(stack.states[level])):
        at = FIGURES * p
        table.figures[row, at] = stack.win[level, p]
        table.figures[row, at + 1] = stack.margin[level, p]
        table.figures[row, at + 2] = stack.low[level, p]
        table.figures[row, at + 3] = stack.high[level, p]


@inlined
def hand_up(game: Game, stack: Vectors, level: int, rules: Rules) -> None:
    """The level above has taken account of a level that has its values."""
    above = level - 1
    state = stack.states[above]
    stack.estimated[above] |= stack.estimated[level]
    if stack.refused[level]:
        return
    if stack.chance[above]:
        add_outcome(stack, level, game.player_count(state))
        return
    mover, players = game.current_player(state), game.player_count(state)
    take_better(stack, level, mover, players)
    take_first_best(stack, level, mover, players, rules)
    if is_shut(game, stack, above, rules):
        stack.refused[above] = 1


@kernel
def go_on(
    game: Game,
    policy: Policy,
    evaluator: Evaluator,
    stack: Vectors,
    table: VectorTable,
    positions: int,
    weights: Vector,
    worth: Vector,
    rules: Rules,
) -> bool:
    """The search is up to that many positions further; whether it is complete.

    Level 0 has the state, depth, asker and bar; then its values, unless refused.
    `weights` are the policy's, which orders moves, `worth` the evaluator's.
    """
    level = stack.level[0]
    last = stack.nodes[0] + positions
    valued = False
    if level == NOT_BEGUN:
        level = 0
        stack.nodes[0] += 1
        valued = enter(
            game, policy, evaluator, stack, table, level, weights, worth, rules
        )
    while level >= 0:
        if not valued and not stack.refused[level]:
            if stack.tried[level] < stack.branches[level]:
                if stack.nodes[0] >= last:
                    break
                descend(game, stack, level, rules)
                level += 1
                stack.nodes[0] += 1
                valued = enter(
                    game, policy, evaluator, stack, table, level, weights, worth, rules
                )
                continue
            close(game, stack, table, level)
        valued = False
        if level > 0:
            hand_up(game, stack, level, rules)
        level -= 1
    stack.level[0] = level
    return level < 0


def make_go_on(game: Game, policy: Policy, evaluator: Evaluator) -> Callable[..., Any]:
    """Bind `go_on` to one game, policy and evaluator module."""

    @kernel
    def bound(stack, table, positions, weights, worth, rules):  # type: ignore[no-untyped-def]
        return go_on(
            game, policy, evaluator, stack, table, positions, weights, worth, rules
        )

    return bound
