"""The decisions that the value of a position comes from.

A table keeps no lines, and what it calls the best move may be the move of a position
with other names for the same things. So every step is searched for again, which the
table makes quick.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engines.protocol import Game, State
from search.seekers import Clock, Found, Seeker, StoppedError

LINE_POSITIONS = 1_000_000  # that the lines of an answer may look at
LINE_SECONDS = 0.03  # that they may take when the time is up


def find_line(
    game: Game, seeker: Seeker, state: State, depth: int, wanted: Found, clock: Clock
) -> tuple[int, ...]:
    """The decisions from `state` on, to the horizon, the next chance or the end.

    `wanted` is what a search of that depth has found. Cut short where the clock stops.
    """
    line, state = list[int](), state.copy()
    try:
        while game.count_actions(state) and (depth > 0 or game.is_mid_turn(state)):
            depth = max(0, depth - 1)
            step = next_step(game, seeker, state, depth, wanted, clock)
            if step is None:
                break
            line.append(step)
            game.play(state, step)
    except StoppedError:
        pass
    return tuple(line)


def next_step(
    game: Game, seeker: Seeker, state: State, depth: int, wanted: Found, clock: Clock
) -> int | None:
    """The first action that has the value wanted, or the best such for its mover."""
    mover, best, chosen = int(game.current_player(state)), -np.inf, None
    for action, after in _branches(game, state):
        found = seeker.look(after, depth, wanted.value, mover, clock)
        same = (found.win, found.margin) == (wanted.win, wanted.margin)
        if same and mover == seeker.player:
            return action
        if same and found.value > best:
            best, chosen = found.value, action
    return chosen


def _branches(game: Game, state: State) -> Iterator[tuple[int, State]]:
    """The actions worth looking at, and the states that they lead to."""
    moves = np.zeros(game.MAX_ACTIONS, np.int64)
    for action in moves[: game.distinct_actions(state, moves)].tolist():
        after = state.copy()
        game.play(after, action)
        yield action, after
