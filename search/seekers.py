"""Depth-first searches as Python sees them: from a position its value for one player.

Two players, or one, are searched by alpha-beta, more by max^n. The clock is looked at
between chunks of positions, which follow the speed that they turn out to have.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from engines.protocol import Evaluator, Game, Policy, State
from search import alphabeta, maxn
from search.batches import Budget, Progress
from search.stack import (
    BEST,
    ESTIMATE,
    INFINITY,
    NOT_BEGUN,
    WORST,
    Rules,
    new_stack,
    new_vectors,
    value_of,
)
from search.table import new_table

FIRST_CHUNK = 256  # positions
CHUNK_SECONDS = 0.01
GROWTH = 4  # at most, from one chunk to the next


# Kept: players ask again for every decision, and loading takes longer than searching.
make_single: Callable[..., Any] = cache(alphabeta.make_go_on)
make_many: Callable[..., Any] = cache(maxn.make_go_on)


class StoppedError(Exception):
    """The budget is used up, or somebody has asked to stop."""


class Clock:
    """Says how far a search may go on; it counts positions, as its budget does."""

    def __init__(
        self,
        budget: Budget,
        progress: Callable[[Progress], None] = lambda _: None,
        should_stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self.budget, self.progress, self.should_stop = budget, progress, should_stop
        self.looked, self.interrupted, self._chunk = 0, False, FIRST_CHUNK
        self.began = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Since the search began."""
        return time.perf_counter() - self.began

    def used(self) -> float:
        """Part of the budget that is used up."""
        return self.budget.used(self.looked, self.seconds)

    def next_chunk(self) -> int:
        """Positions to look at next; StoppedError if there is no going on."""
        used = self.used()
        self.progress(Progress(self.looked, self.seconds, used))
        if self.should_stop():
            self.interrupted = True
            raise StoppedError
        if used >= 1.0:
            raise StoppedError
        if self.budget.sims is None:
            return self._chunk
        return min(self._chunk, self.budget.sims - self.looked)

    def note(self, positions: int, seconds: float) -> None:
        """So many positions took so long."""
        self.looked += positions
        if positions >= self._chunk:
            fitting = positions * CHUNK_SECONDS / max(seconds, 1e-6)
            most = float(GROWTH * self._chunk)
            self._chunk = int(min(max(fitting, FIRST_CHUNK), most))


class Found(NamedTuple):
    """What is known of a position, seen by one player.

    `value` is the win share and margin as one number; of a position that is not `exact`
    all three are upper bounds. `low` and `high` hold however ties between moves of
    others are broken. `estimated` if anything rests on an evaluator or on samples.
    """

    value: float
    win: float
    margin: float
    low: float
    high: float
    exact: bool
    estimated: bool


class Look(NamedTuple):
    """Figures for one player, and the value for another, who decides."""

    win: float
    margin: float
    value: float


class Seeker:
    """Searches positions of one game by one set of rules, with one table."""

    def __init__(
        self,
        game: Game,
        policy: Policy,
        evaluator: Evaluator,
        root: State,
        player: int,
        rules: Rules,
        memory: int,
    ) -> None:
        self.rules, self.player = rules, player
        self._weights = policy.default_weights()
        self._worth = evaluator.default_weights()
        self._single = int(game.player_count(root)) <= 2
        self.stack: Any
        self.table: Any
        if self._single:
            self.stack, self.table = new_stack(game, root), new_table(memory)
            self._go_on = make_single(game, policy, evaluator)
        else:
            self.stack = new_vectors(game, root)
            self.table = maxn.new_vector_table(game, memory)
            self._go_on = make_many(game, policy, evaluator)

    def warm_up(self, state: State) -> None:
        """The kernel has been compiled or loaded."""
        self._set(state, 0, -INFINITY, INFINITY)
        self._advance(0)

    def search(self, state: State, depth: int, bar: float, clock: Clock) -> Found:
        """What `state` is worth, so many decisions ahead; StoppedError if stopped.

        Exact if it is worth at least `bar`.
        """
        self._set(state, depth, bar, INFINITY)
        self._finish(clock)
        return self._found(bar)

    def look(
        self, state: State, depth: int, value: float, mover: int, clock: Clock
    ) -> Look:
        """The figures of `state` if it is worth `value`, and what it is worth to one.

        They are other figures if it is not.
        """
        if self._single:
            self._set(state, depth, value, value)
        else:
            self._set(state, depth, -INFINITY, INFINITY)
        self._finish(clock)
        found = self._found(-INFINITY)
        worth = found.value
        if not self._single:
            win, margin = self.stack.win[0, mover], self.stack.margin[0, mover]
            worth = float(value_of(float(win), float(margin), self.rules))
        return Look(found.win, found.margin, worth)

    def _finish(self, clock: Clock) -> None:
        """The search begun is complete."""
        done = False
        while not done:
            chunk, began = clock.next_chunk(), time.perf_counter()
            before = int(self.stack.nodes[0])
            done = self._advance(chunk)
            seen = int(self.stack.nodes[0]) - before
            clock.note(seen, time.perf_counter() - began)

    def _advance(self, positions: int) -> bool:
        with np.errstate(over="ignore"):  # without the JIT, mixed words wrap loudly
            return bool(
                self._go_on(
                    self.stack,
                    self.table,
                    positions,
                    self._weights,
                    self._worth,
                    self.rules,
                )
            )

    def _set(self, state: State, depth: int, low: float, high: float) -> None:
        """A search begins; values in `low`..`high` for the player are to be exact."""
        stack = self.stack
        stack.states[0] = state
        stack.depth[0] = depth
        stack.level[0] = NOT_BEGUN
        if not self._single:
            stack.asker[0], stack.bar[0] = self.player, low
            return
        under, over = (
            float(np.nextafter(low, -np.inf)),
            float(np.nextafter(high, np.inf)),
        )
        first = self.player == 0
        stack.alpha[0] = under if first else -over
        stack.beta[0] = over if first else -under

    def _found(self, bar: float) -> Found:
        stack, player = self.stack, self.player
        estimated = bool(stack.estimated[0])
        if self._single:
            side = 1.0 if player == 0 else -1.0
            value = side * float(stack.value[0])
            win = float(stack.win[0]) if player == 0 else 1.0 - float(stack.win[0])
            margin, exact = side * float(stack.margin[0]), value >= bar
            low = value if exact else -INFINITY
            return Found(value, win, margin, low, value, exact, estimated)
        bounded = self.rules.unentered != ESTIMATE  # then limits hold in any case
        if stack.refused[0]:
            hidden = estimated and not bounded
            return Found(bar, 1.0, 0.0, -INFINITY, bar, False, hidden)
        win, margin = float(stack.win[0, player]), float(stack.margin[0, player])
        low, high = float(stack.low[0, player]), float(stack.high[0, player])
        value = float(value_of(win, margin, self.rules))
        open_value = estimated and not (bounded and low == high)
        return Found(value, win, margin, low, high, True, open_value)


def bounding(rules: Rules, player: int, best: bool) -> Rules:
    """Rules by which chance that is not entered turns out best, or worst, for one."""
    toward = BEST if best == (player == 0) else WORST
    return rules._replace(unentered=toward, salt=rules.salt ^ (toward + 2))
