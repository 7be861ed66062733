"""Counts of move sequences: a fingerprint of the rules, and a measure of their speed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engines.jit import inlined, kernel
from engines.protocol import Game, Rng, State
from engines.rng import DEAL, copy_into, seed_stream


@inlined
def deal_if_due(game: Game, state: State, seed: int, rng: Rng) -> None:
    """A chance event that is due has happened, the same for all ways to reach it."""
    due = game.chance_due(state)
    if due > 0:
        seed_stream(rng, seed, DEAL, 0, due)
        game.deal(state, rng)


@kernel
def count_sequences(game: Game, root: State, depth: int, seed: int) -> int:
    """Number of sequences of exactly `depth` decisions; ones that end early are none.

    A chance event on the way is dealt from the stream (seed, DEAL, 0, event). The last
    decision is counted, not played. No recursion: a cached kernel can't call itself.
    """
    if depth <= 0:
        return 1
    states = np.empty((depth, root.shape[0]), np.int64)
    played = np.zeros(depth, np.int64)
    rng = np.zeros(1, np.uint64)
    copy_into(root, states[0])
    deal_if_due(game, states[0], seed, rng)
    total = 0
    level = 0
    while level >= 0:
        n = game.count_actions(states[level])
        if level == depth - 1:
            total += n
            level -= 1
        elif played[level] == n:
            level -= 1
        else:
            action = game.action_at(states[level], played[level])
            played[level] += 1
            level += 1
            played[level] = 0
            copy_into(states[level - 1], states[level])
            game.play(states[level], action)
            deal_if_due(game, states[level], seed, rng)
    return total


def count(game: Game) -> Callable[..., Any]:
    """Bind `count_sequences` to one game module: (state, depth, seed) -> count."""

    @kernel
    def bound(root, depth, seed):  # type: ignore[no-untyped-def]
        return count_sequences(game, root, depth, seed)

    return bound
