"""Alpha-beta for one or two players, with chance: one value, that of player 0.

Win share and margin are one number, the more important one weighted so that the other
only tells equals apart. What chance nodes do is in `search.star`.

Sources: Knuth & Moore 1975 (alpha-beta), Marsland 1986 (order of moves).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.jit import inlined, kernel
from engines.protocol import Evaluator, Game, Policy, Vector
from engines.rng import copy_into
from engines.unlimited import NO_LIMIT
from search.mcts import margin_of
from search.stack import (
    BEST,
    ESTIMATE,
    INFINITY,
    KILLERS,
    MAX_LEVELS,
    MOST_MARGIN,
    NOT_BEGUN,
    Rules,
    Stack,
    limited,
    list_moves,
    next_move,
    value_of,
)
from search.star import (
    add_outcome,
    begin_chance,
    is_probe,
    keep_first,
    open_outcome,
)
from search.table import (
    AT_LEAST,
    AT_MOST,
    BOTTOM,
    EXACT,
    KEY,
    MARGIN,
    NOTE,
    WIN,
    Table,
    announce,
    bound_of,
    depth_of,
    keep,
    move_of,
    row_of,
)


@inlined
def set_value(
    stack: Stack, level: int, win: float, margin: float, rules: Rules
) -> None:
    """The level has this value."""
    stack.win[level] = win
    stack.margin[level] = margin
    stack.value[level] = value_of(win, margin, rules)


@inlined
def value_end(game: Game, stack: Stack, level: int, rules: Rules) -> None:
    """The level has the value of its state, where the game is over."""
    state = stack.states[level]
    game.outcome(state, stack.wins)
    game.scores(state, stack.points)
    margin = margin_of(stack.points, game.player_count(state), 0)
    set_value(stack, level, stack.wins[0], limited(margin), rules)


@inlined
def most_margin(value: float, rules: Rules) -> float:
    """The most that player 0 can lead by in a position worth no more than `value`."""
    margin = (value - rules.win_weight) / rules.margin_weight
    if margin >= 0.0:
        return margin
    return min(0.0, (value + rules.win_weight) / rules.margin_weight)


@inlined
def value_leaf(
    game: Game,
    evaluator: Evaluator,
    stack: Stack,
    level: int,
    weights: Vector,
    rules: Rules,
) -> None:
    """The level has the value that its state is estimated at, or a bound of it."""
    state = stack.states[level]
    stack.estimated[level] = 1
    if rules.unentered != ESTIMATE:
        share = 1.0 if rules.unentered == BEST else 0.0
        set_value(stack, level, share, (2.0 * share - 1.0) * MOST_MARGIN, rules)
        return
    if rules.midpoint and game.player_count(state) == 2:
        high = game.most_lead(state, 0, INFINITY)
        if high < NO_LIMIT:
            middle = 0.5 * (high - game.most_lead(state, 1, INFINITY))
            set_value(stack, level, 1.0 if middle > 0.0 else 0.0, middle, rules)
            return
    evaluator.estimate(game, state, weights, stack.wins, stack.points)
    margin = margin_of(stack.points, game.player_count(state), 0)
    set_value(stack, level, stack.wins[0], limited(margin), rules)


@inlined
def is_decided(game: Game, stack: Stack, level: int, rules: Rules) -> bool:
    """The game says how the rest is played; the level has its value."""
    state = stack.states[level]
    ends = game.last_choices(state, stack.wins, stack.points)
    if ends == 0:
        return False
    side = 1.0 if game.current_player(state) == 0 else -1.0
    stack.value[level] = -side * INFINITY
    for i in range(ends):
        win, margin = stack.wins[i], stack.points[i]
        if side * value_of(win, margin, rules) > side * stack.value[level]:
            set_value(stack, level, win, margin, rules)
    return True


@inlined
def is_out_of_reach(game: Game, stack: Stack, level: int, rules: Rules) -> bool:
    """No final scores that are possible lie in the window; the level has a bound."""
    state = stack.states[level]
    if game.player_count(state) != 2:
        return False
    high = game.most_lead(state, 0, most_margin(stack.alpha[level], rules))
    win = 1.0 if high >= 0.0 else 0.0
    if value_of(win, high, rules) <= stack.alpha[level]:
        set_value(stack, level, win, high, rules)
        return True
    low = -game.most_lead(state, 1, most_margin(-stack.beta[level], rules))
    win = 1.0 if low > 0.0 else 0.0
    if value_of(win, low, rules) >= stack.beta[level]:
        set_value(stack, level, win, low, rules)
        return True
    return False


@inlined
def is_known(stack: Stack, table: Table, level: int, rules: Rules) -> bool:
    """The table has the level's value, or a bound that closes the window.

    `stack.best` is then, or for a search of less depth, the move that was best.
    """
    row = row_of(table, stack.keys[level])
    stack.best[level] = -1
    if table.words[row, KEY] != stack.keys[level]:
        return False
    note = table.words[row, NOTE]
    stack.best[level] = move_of(note)
    if depth_of(note) < stack.depth[level]:
        return False
    bound = bound_of(note)
    value = value_of(table.shares[row, WIN], table.shares[row, MARGIN], rules)
    if (
        bound == EXACT
        or (bound == AT_LEAST and value >= stack.beta[level])
        or (bound == AT_MOST and value <= stack.alpha[level])
    ):
        win, margin = table.shares[row, WIN], table.shares[row, MARGIN]
        set_value(stack, level, win, margin, rules)
        stack.estimated[level] = 0 if depth_of(note) == BOTTOM else 1
        return True
    return False


@inlined
def enter(
    game: Game,
    policy: Policy,
    evaluator: Evaluator,
    stack: Stack,
    table: Table,
    level: int,
    weights: Vector,
    worth: Vector,
    rules: Rules,
) -> bool:
    """Whether the level, whose state, depth and window are set, has its value at once.

    If not, it has its branches, none of them tried.
    """
    state = stack.states[level]
    stack.tried[level] = 0
    stack.branches[level] = 0
    stack.estimated[level] = 0
    stack.best[level] = -1
    if game.is_over(state):
        value_end(game, stack, level, rules)
        return True
    due = game.chance_due(state) > 0
    stack.chance[level] = 1 if due else 0
    deepest = level + 1 == MAX_LEVELS
    at_rest = due or not game.is_mid_turn(state)
    if deepest or (stack.depth[level] <= 0 and at_rest):
        value_leaf(game, evaluator, stack, level, worth, rules)
        return True
    outcomes = 0
    if due:
        outcomes = game.count_outcomes(state)
        if outcomes == 0:
            outcomes = rules.samples
            stack.estimated[level] = 1
        if outcomes == 0:
            value_leaf(game, evaluator, stack, level, worth, rules)
            return True
    if not due and rules.pruning and is_decided(game, stack, level, rules):
        return True
    stack.keys[level] = game.state_key(state) ^ rules.salt
    announce(table, stack.keys[level])
    if not due and rules.pruning and is_out_of_reach(game, stack, level, rules):
        return True
    stack.lowest[level] = stack.alpha[level]
    stack.highest[level] = stack.beta[level]
    sampled = stack.estimated[level]
    if is_known(stack, table, level, rules):
        return True
    stack.estimated[level] = sampled
    stack.begun[level] = stack.nodes[0]
    if due:
        stack.branches[level] = outcomes
        begin_chance(stack, level, rules)
    else:
        stack.side[level] = 1.0 if game.current_player(state) == 0 else -1.0
        stack.value[level] = -stack.side[level] * INFINITY
        list_moves(game, policy, stack, level, weights)
        stack.best[level] = -1
        if is_probe(stack, level):
            keep_first(stack, level)
    return False


@inlined
def descend(game: Game, stack: Stack, level: int, rules: Rules) -> None:
    """The level below has the state of the next branch, with its depth and window."""
    below = level + 1
    after = stack.states[below]
    copy_into(stack.states[level], after)
    if stack.chance[level]:
        open_outcome(game, stack, level, rules)
        return
    stack.depth[below] = max(0, stack.depth[level] - 1)
    game.play(after, next_move(stack, level))
    stack.odds[below] = 1.0
    stack.alpha[below] = stack.alpha[level]
    stack.beta[below] = stack.beta[level]


@inlined
def take_better(stack: Stack, level: int, rules: Rules) -> None:
    """Whoever decides above has taken account of the level's value."""
    above = level - 1
    side = stack.side[above]
    value = stack.value[level]
    if side * value > side * stack.value[above]:
        stack.value[above] = value
        stack.win[above] = stack.win[level]
        stack.margin[above] = stack.margin[level]
        stack.best[above] = stack.moves[above, stack.tried[above] - 1]
        if side > 0:
            stack.alpha[above] = max(stack.alpha[above], value)
        else:
            stack.beta[above] = min(stack.beta[above], value)
        if stack.alpha[above] >= stack.beta[above] and rules.pruning:
            if stack.tried[above] < stack.branches[above]:
                remember_cut(stack, above)
            stack.tried[above] = stack.branches[above]
            stack.estimated[above] = stack.estimated[level]  # the bound rests on this


@inlined
def remember_cut(stack: Stack, level: int) -> None:
    """The best move of the level will be tried early elsewhere."""
    action = stack.best[level]
    first = level * KILLERS
    if stack.killers[first] != action:
        stack.killers[first + 1] = stack.killers[first]
        stack.killers[first] = action


@inlined
def close(stack: Stack, table: Table, level: int, rules: Rules) -> None:
    """All that matters below the level is searched: its value is in the table."""
    if stack.chance[level]:
        set_value(stack, level, stack.win[level], stack.margin[level], rules)
    value = stack.value[level]
    bound = EXACT
    if rules.pruning:
        if value <= stack.lowest[level]:
            bound = AT_MOST
        elif value >= stack.highest[level]:
            bound = AT_LEAST
    if is_probe(stack, level) and not stack.chance[level]:
        bound = AT_LEAST if stack.side[level] > 0 else AT_MOST
    depth = stack.depth[level] if stack.estimated[level] else BOTTOM
    keep(
        table,
        stack.keys[level],
        stack.win[level],
        stack.margin[level],
        bound,
        depth,
        stack.nodes[0] - stack.begun[level],
        stack.best[level],
    )


@kernel
def go_on(
    game: Game,
    policy: Policy,
    evaluator: Evaluator,
    stack: Stack,
    table: Table,
    positions: int,
    weights: Vector,
    worth: Vector,
    rules: Rules,
) -> bool:
    """The search is up to that many positions further; whether it is complete.

    Level 0 has the state, depth and window to search; then its value. `weights` are the
    policy's, which orders moves, `worth` the evaluator's.
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
        if not valued:
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
            close(stack, table, level, rules)
        valued = False
        if level > 0:
            above = level - 1
            stack.estimated[above] |= stack.estimated[level]
            if stack.chance[above]:
                add_outcome(stack, level, rules)
            else:
                take_better(stack, level, rules)
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
