"""Counts of move sequences: a fingerprint of the rules, and of their speed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.jit import inlined, kernel
from engines.protocol import Game, Moves, Rng, State
from engines.rng import DEAL, copy_into, seed_stream


@inlined
def deal_if_due(game: Game, state: State, seed: int, rng: Rng) -> None:
    """All chance that is due has happened, the same for all ways to reach it."""
    while game.chance_due(state) > 0:
        seed_stream(rng, seed, DEAL, 0, game.chance_due(state))
        game.deal(state, rng)


@kernel
def count_sequences(
    game: Game, states: NDArray[np.int64], played: Moves, seed: int, rng: Rng
) -> int:
    """Number of sequences of exactly as many decisions as there are `states`.

    `states[0]` is the root, the others and `played` (one number a state) are buffers.
    Sequences that end early are none. A chance event on the way is dealt from the
    stream (seed, DEAL, 0, event). The last decision is counted, not played. There is no
    recursion: a cached kernel can't call itself.
    """
    depth = len(states)
    deal_if_due(game, states[0], seed, rng)
    played[0] = 0
    total = 0
    level = 0
    while level >= 0:
        state = states[level]
        n = game.count_actions(state)
        if level == depth - 1:
            total += n
            level -= 1
        elif played[level] == n:
            level -= 1
        else:
            after = states[level + 1]
            copy_into(state, after)
            game.play(after, game.action_at(state, played[level]))
            deal_if_due(game, after, seed, rng)
            played[level] += 1
            level += 1
            played[level] = 0
    return total


def make_count_sequences(game: Game) -> Callable[..., Any]:
    """Bind `count_sequences` to one game module."""

    @kernel
    def bound(states, played, seed, rng):  # type: ignore[no-untyped-def]
        return count_sequences(game, states, played, seed, rng)

    return bound


def count(game: Game) -> Callable[[State, int, int], int]:
    """Counts the sequences of one game: (state, depth, seed) -> their number."""
    count_from = make_count_sequences(game)

    def counted(root: State, depth: int, seed: int) -> int:
        if depth <= 0:
            return 1
        states = np.zeros((depth, len(root)), np.int64)
        states[0] = root
        played, rng = np.zeros(depth, np.int64), np.zeros(1, np.uint64)
        return int(count_from(states, played, seed, rng))

    return counted
