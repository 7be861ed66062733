"""Chance in alpha-beta: what outcomes that are still to come can change.

Outcomes not searched yet lie between bounds, which close the windows of the others and
may decide a chance event before all its outcomes are searched. At first these are the
bounds of all values (Star1). Where a window may be closed so, outcomes are probed
before any is searched: the value of the move that looks best there is a bound too
(Star2).

Sources: Ballard 1983 (Star1, Star2), Hauk, Buro & Schaeffer 2004.
"""

from __future__ import annotations

from engines.jit import inlined
from engines.protocol import Game
from search.stack import (
    FIGURES,
    INFINITY,
    MOST_MARGIN,
    MOST_PROBES,
    Rules,
    Stack,
    next_move,
    next_outcome,
    value_of,
)

SLACK = 1e-4  # value that windows at chance leave to rounding
LEAST_WIN, LEAST_MARGIN, MOST_WIN, MARGIN_AT_MOST = range(4)


@inlined
def begin_chance(stack: Stack, level: int, rules: Rules) -> None:
    """Nothing is known of the outcomes of the level, whose number is set."""
    few = 1 < stack.branches[level] <= MOST_PROBES
    probes = rules.probing and rules.pruning and few
    stack.probing[level] = 1 if probes and closes(stack, level, 0.0, rules) else 0
    stack.probed[level] = 0
    stack.seen[level] = 0.0
    stack.win[level] = 0.0
    stack.margin[level] = 0.0
    rest = stack.rest[level]
    rest[LEAST_WIN], rest[LEAST_MARGIN] = 0.0, -MOST_MARGIN
    rest[MOST_WIN], rest[MARGIN_AT_MOST] = 1.0, MOST_MARGIN


@inlined
def closes(stack: Stack, level: int, side: float, rules: Rules) -> bool:
    """A bound that probes can give may close the window of the level.

    They give the least for `side` 1, where player 0 decides next, the most for -1.
    """
    most = value_of(1.0, MOST_MARGIN, rules)
    if side >= 0.0 and stack.beta[level] < most:
        return True
    return side <= 0.0 and stack.alpha[level] > -most


@inlined
def is_probe(stack: Stack, level: int) -> bool:
    """The level is an outcome of chance of which one move is looked at."""
    return level > 0 and stack.chance[level - 1] > 0 and stack.probing[level - 1] > 0


@inlined
def keep_first(stack: Stack, level: int) -> None:
    """Of the level's moves only the one that looks best is left."""
    if stack.branches[level] > 0:
        next_move(stack, level)
        stack.tried[level] = 0
        stack.branches[level] = 1


@inlined
def open_outcome(game: Game, stack: Stack, level: int, rules: Rules) -> None:
    """The next outcome has come about; its window is what can still matter."""
    below = level + 1
    next_outcome(game, stack, level, rules)
    odds = stack.odds[below]
    stack.depth[below] = stack.depth[level]
    leave_out(stack, level, odds)
    others = 1.0 - stack.seen[level] - odds
    so_far = searched(stack, level, rules)
    least, most = (
        least_rest(stack, level, others, rules),
        most_rest(stack, level, others, rules),
    )
    stack.alpha[below] = (stack.alpha[level] - so_far - most) / odds - SLACK
    stack.beta[below] = (stack.beta[level] - so_far - least) / odds + SLACK
    if stack.probing[level]:
        widen(game, stack, below)


@inlined
def leave_out(stack: Stack, level: int, odds: float) -> None:
    """The outcome just opened is none of the rest."""
    rest = stack.rest[level]
    index = stack.tried[level] - 1
    if index < stack.probed[level]:
        bound = stack.bounds[level, index]
        for i in range(FIGURES):
            rest[i] -= odds * bound[i]
    else:
        rest[LEAST_MARGIN] += odds * MOST_MARGIN
        rest[MOST_WIN] -= odds
        rest[MARGIN_AT_MOST] -= odds * MOST_MARGIN


@inlined
def widen(game: Game, stack: Stack, level: int) -> None:
    """The window of a probe lets every value through that is a bound."""
    state = stack.states[level]
    stack.side[level] = 0.0
    if not game.is_over(state) and game.chance_due(state) == 0:
        stack.side[level] = 1.0 if game.current_player(state) == 0 else -1.0
    if stack.side[level] >= 0.0:
        stack.alpha[level] = -INFINITY
    if stack.side[level] <= 0.0:
        stack.beta[level] = INFINITY


@inlined
def part_value(win: float, margin: float, odds: float, rules: Rules) -> float:
    """What outcomes of these odds together add to the value of a chance event."""
    return rules.win_weight * (2.0 * win - odds) + rules.margin_weight * margin


@inlined
def searched(stack: Stack, level: int, rules: Rules) -> float:
    """What the outcomes already searched add to the value of a chance event."""
    return part_value(stack.win[level], stack.margin[level], stack.seen[level], rules)


@inlined
def least_rest(stack: Stack, level: int, odds: float, rules: Rules) -> float:
    """What the rest of the outcomes, of these odds together, adds at least."""
    rest = stack.rest[level]
    return part_value(rest[LEAST_WIN], rest[LEAST_MARGIN], odds, rules)


@inlined
def most_rest(stack: Stack, level: int, odds: float, rules: Rules) -> float:
    """What the rest of the outcomes, of these odds together, adds at most."""
    rest = stack.rest[level]
    return part_value(rest[MOST_WIN], rest[MARGIN_AT_MOST], odds, rules)


@inlined
def add_outcome(stack: Stack, level: int, rules: Rules) -> None:
    """The chance event above has taken account of the level's value."""
    above = level - 1
    if stack.probing[above]:
        note_probe(stack, level, rules)
    else:
        odds = stack.odds[level]
        stack.win[above] += odds * stack.win[level]
        stack.margin[above] += odds * stack.margin[level]
        stack.seen[above] += odds
        if stack.tried[above] == stack.branches[above]:
            return
    if rules.pruning:
        decide_early(stack, above, rules)


@inlined
def note_probe(stack: Stack, level: int, rules: Rules) -> None:
    """The outcome above has the bounds that a look at one move gives."""
    above = level - 1
    bound = stack.bounds[above, stack.tried[above] - 1]
    bound[LEAST_WIN], bound[LEAST_MARGIN] = 0.0, -MOST_MARGIN
    bound[MOST_WIN], bound[MARGIN_AT_MOST] = 1.0, MOST_MARGIN
    if stack.side[level] >= 0.0:
        bound[LEAST_WIN], bound[LEAST_MARGIN] = stack.win[level], stack.margin[level]
    if stack.side[level] <= 0.0:
        bound[MOST_WIN], bound[MARGIN_AT_MOST] = stack.win[level], stack.margin[level]
    for i in range(FIGURES):
        stack.rest[above, i] += stack.odds[level] * bound[i]
    stack.probed[above] = stack.tried[above]
    done = stack.tried[above] == stack.branches[above]
    if done or not closes(stack, above, stack.side[level], rules):
        stack.probing[above] = 0
        stack.tried[above] = 0


@inlined
def decide_early(stack: Stack, level: int, rules: Rules) -> None:
    """The search of a chance event ends if the rest can't bring it into the window."""
    rest, others = stack.rest[level], 1.0 - stack.seen[level]
    so_far = searched(stack, level, rules)
    if so_far + most_rest(stack, level, others, rules) <= stack.alpha[level] - SLACK:
        stack.win[level] += rest[MOST_WIN]
        stack.margin[level] += rest[MARGIN_AT_MOST]
    elif so_far + least_rest(stack, level, others, rules) >= stack.beta[level] + SLACK:
        stack.win[level] += rest[LEAST_WIN]
        stack.margin[level] += rest[LEAST_MARGIN]
    else:
        return
    stack.probing[level] = 0
    stack.tried[level] = stack.branches[level]
