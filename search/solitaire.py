"""The best sequence of decisions of one player, without chance: solved exactly.

Depth-first branch and bound. What is searched for is the worth still to come, so that a
table knows positions again however much was collected on the way to them; a promise, no
less than the truth, cuts off what can't beat the best so far.

Source: Land & Doig 1960 (branch and bound).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from engines.jit import inlined, kernel
from engines.protocol import Moves, Policy, State, Vector
from engines.rng import copy_into
from language import tr
from search.batches import Budget, Progress
from search.exact import NotSolvedError
from search.seekers import Clock, StoppedError
from search.stack import NOT_BEGUN
from search.table import (
    AT_MOST,
    BOTTOM,
    EXACT,
    KEY,
    MARGIN,
    NOTE,
    Table,
    bound_of,
    keep,
    move_of,
    new_table,
    row_of,
)

MAX_LEVELS = 128  # decisions in a row
ROOM = 256  # numbers that a game may work in
LEAST = -(1 << 40)  # worth
FIRST = 1e20  # points, for the order of moves
MEMORY = 1 << 28


class Solitaire(Protocol):
    """A game of one player without chance; all but MAX_ACTIONS are kernels."""

    @property
    def MAX_ACTIONS(self) -> int: ...  # noqa: N802

    def is_over(self, state: State) -> bool:
        """The player has no more decisions."""

    def legal_actions(self, state: State, out: Moves) -> int:
        """`out` starts with all legal actions; their number is returned."""

    def play(self, state: State, action: int) -> None:
        """The legal action is done."""

    def worth(self, state: State) -> int:
        """What has been collected for good; at the end, what is to be the most."""

    def most_worth(self, state: State, work: Moves) -> int:
        """No end from here is worth more; `work` has ROOM numbers."""

    def state_key(self, state: State) -> int:
        """A word, the same for states with the same worth to come."""


class Path(NamedTuple):
    """The line that a search is at: one entry a level."""

    states: NDArray[np.int64]  # [level, STATE_SIZE]
    moves: NDArray[np.int64]  # [level, action]
    orders: NDArray[np.float64]  # [level, action], for the order of moves
    branches: Moves  # actions of the level's state
    tried: Moves  # how many of these have been searched
    keys: Moves
    best: Moves  # the best action so far, -1 for none
    begun: Moves  # positions seen before the level was entered
    gain: Moves  # worth collected by the action that led to the level
    bar: Moves  # worth to come that is to be beaten; what is less is only bounded
    most: Moves  # promised worth to come
    value: Moves  # the most worth to come that was found
    work: Moves  # [ROOM]
    level: Moves  # [1]: the level to go on from, NOT_BEGUN, or -1 when complete
    nodes: Moves  # [1]: positions seen by all searches on this path


def new_path(game: Solitaire, state: State) -> Path:
    """A path for searches of states like this one."""
    shape = (MAX_LEVELS, game.MAX_ACTIONS)
    words = (np.zeros(MAX_LEVELS, np.int64) for _ in range(9))
    branches, tried, keys, best, begun, gain, bar, most, value = words
    return Path(
        np.zeros((MAX_LEVELS, len(state)), np.int64),
        np.zeros(shape, np.int64),
        np.zeros(shape),
        branches,
        tried,
        keys,
        best,
        begun,
        gain,
        bar,
        most,
        value,
        np.zeros(ROOM, np.int64),
        np.full(1, NOT_BEGUN, np.int64),
        np.zeros(1, np.int64),
    )


@inlined
def is_known(path: Path, table: Table, level: int) -> bool:
    """The table has the level's value, or one that is too low.

    `path.best` is then, or in any case where it is known, the move that was best.
    """
    row = row_of(table, path.keys[level])
    if table.words[row, KEY] != path.keys[level]:
        return False
    note = table.words[row, NOTE]
    value = int(table.shares[row, MARGIN])
    path.best[level] = move_of(note)
    if bound_of(note) == EXACT or value <= path.bar[level]:
        path.value[level] = value
        return True
    path.most[level] = min(path.most[level], value)
    return False


@inlined
def enter(
    game: Solitaire,
    policy: Policy,
    path: Path,
    table: Table,
    level: int,
    weights: Vector,
) -> bool:
    """Whether the level, whose state and bar are set, has its value at once.

    If not, it has its moves, none of them tried.
    """
    state = path.states[level]
    path.tried[level] = 0
    path.branches[level] = 0
    path.best[level] = -1
    path.value[level] = 0
    if game.is_over(state):
        return True
    path.keys[level] = game.state_key(state)
    path.most[level] = -LEAST
    if is_known(path, table, level):
        return True
    promised = game.most_worth(state, path.work) - game.worth(state)
    path.most[level] = min(path.most[level], promised)
    if level + 1 == MAX_LEVELS or path.most[level] <= path.bar[level]:
        path.value[level] = path.most[level]
        return True
    path.begun[level] = path.nodes[0]
    path.value[level] = LEAST
    moves, orders = path.moves[level], path.orders[level]
    n = game.legal_actions(state, moves)
    path.branches[level] = n
    policy.preferences(game, state, moves, n, weights, orders)  # type: ignore[arg-type]
    for i in range(n):
        if moves[i] == path.best[level]:
            orders[i] = FIRST
    path.best[level] = -1
    return False


@inlined
def descend(game: Solitaire, path: Path, level: int) -> None:
    """The level below has the state after the move that looks best of those left."""
    moves, orders, at = path.moves[level], path.orders[level], path.tried[level]
    chosen = at
    for i in range(at + 1, path.branches[level]):
        if orders[i] > orders[chosen]:
            chosen = i
    action = moves[chosen]
    moves[chosen], orders[chosen] = moves[at], orders[at]
    moves[at] = action
    path.tried[level] = at + 1
    below = level + 1
    copy_into(path.states[level], path.states[below])
    game.play(path.states[below], action)
    gain = game.worth(path.states[below]) - game.worth(path.states[level])
    path.gain[below] = gain
    path.bar[below] = max(path.bar[level], path.value[level]) - gain


@inlined
def close(path: Path, table: Table, level: int) -> None:
    """All that matters below the level is searched: its value is in the table."""
    bound = EXACT if path.value[level] > path.bar[level] else AT_MOST
    effort = path.nodes[0] - path.begun[level]
    value = float(path.value[level])
    keep(
        table,
        path.keys[level],
        0.0,
        value,
        bound,
        BOTTOM,
        effort,
        path.best[level],
    )


@inlined
def hand_up(path: Path, level: int) -> None:
    """The level above has taken account of the level's value."""
    above = level - 1
    value = path.gain[level] + path.value[level]
    if value > path.value[above]:
        path.value[above] = value
        path.best[above] = path.moves[above, path.tried[above] - 1]
        if value >= path.most[above]:
            path.tried[above] = path.branches[above]


@kernel
def go_on(
    game: Solitaire,
    policy: Policy,
    path: Path,
    table: Table,
    positions: int,
    weights: Vector,
) -> bool:
    """The search is up to that many positions further; whether it is complete.

    Level 0 has the state and the bar; then its value, which is exact above the bar.
    """
    level = path.level[0]
    last = path.nodes[0] + positions
    valued = False
    if level == NOT_BEGUN:
        level = 0
        path.nodes[0] += 1
        valued = enter(game, policy, path, table, level, weights)
    while level >= 0:
        if not valued:
            if path.tried[level] < path.branches[level]:
                if path.nodes[0] >= last:
                    break
                descend(game, path, level)
                level += 1
                path.nodes[0] += 1
                valued = enter(game, policy, path, table, level, weights)
                continue
            close(path, table, level)
        valued = False
        if level > 0:
            hand_up(path, level)
        level -= 1
    path.level[0] = level
    return level < 0


def make_go_on(game: Solitaire, policy: Policy) -> Callable[..., Any]:
    """Bind `go_on` to one game and the policy that orders its moves."""

    @kernel
    def bound(path, table, positions, weights):  # type: ignore[no-untyped-def]
        return go_on(game, policy, path, table, positions, weights)

    return bound


# Kept, as in search.seekers.
kept_go_on: Callable[..., Any] = cache(make_go_on)


class Sequence(NamedTuple):
    """The best decisions to the end, their worth, and what finding them took."""

    actions: tuple[int, ...]
    worth: int  # of the end
    positions: int
    seconds: float


def best_sequence(
    game: Solitaire,
    policy: Policy,
    root: State,
    budget: Budget,
    *,
    memory: int = MEMORY,
    progress: Callable[[Progress], None] = lambda _: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> Sequence:
    """The decisions from `root` on whose end is worth most; of equals, the first found.

    A simulation of the budget is a position. NotSolvedError if it does not suffice.
    """
    path, table = new_path(game, root), new_table(memory)
    go_on = kept_go_on(game, policy)
    weights = policy.default_weights()
    if not game.is_over(root):
        _begin(path, root, LEAST)
        _advance(go_on, path, table, 0, weights)
    clock = Clock(budget, progress, should_stop)

    def value_of(state: State, bar: int) -> int:
        _begin(path, state, bar)
        done = False
        while not done:
            chunk, before = clock.next_chunk(), int(path.nodes[0])
            began = clock.seconds
            done = _advance(go_on, path, table, chunk, weights)
            clock.note(int(path.nodes[0]) - before, clock.seconds - began)
        return int(path.value[0])

    try:
        worth = int(game.worth(root)) + value_of(root, LEAST)
        actions = tuple(_line(game, root, worth, value_of))
    except StoppedError:
        stopped = clock.interrupted
        why = tr("it was stopped") if stopped else tr("the budget does not suffice")
        raise NotSolvedError(why) from None
    return Sequence(actions, worth, clock.looked, clock.seconds)


def _begin(path: Path, state: State, bar: int) -> None:
    """A search begins: of `state`, for a worth to come above `bar`."""
    path.states[0] = state
    path.bar[0] = bar
    path.level[0] = NOT_BEGUN


def _advance(
    go_on: Callable[..., Any],
    path: Path,
    table: Table,
    positions: int,
    weights: Vector,
) -> bool:
    with np.errstate(over="ignore"):  # without the JIT, mixed words wrap loudly
        return bool(go_on(path, table, positions, weights))


def _line(
    game: Solitaire, root: State, worth: int, value_of: Callable[[State, int], int]
) -> list[int]:
    """Decisions whose end has that worth, the most there is."""
    line, state = list[int](), root.copy()
    moves = np.zeros(game.MAX_ACTIONS, np.int64)

    def keeps(action: int) -> bool:
        after = state.copy()
        game.play(after, action)
        wanted = worth - int(game.worth(after))
        return value_of(after, wanted - 1) >= wanted

    while not game.is_over(state):
        legal = moves[: game.legal_actions(state, moves)].tolist()
        line.append(next(filter(keeps, legal)))
        game.play(state, line[-1])
    return line
