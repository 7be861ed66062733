"""Counts of move sequences: a fingerprint of the rules, and of their speed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.jit import inlined, kernel
from engines.protocol import Game, Moves, Rng, State
from engines.rng import DEAL, copy_into, seed_stream

NO_ROOM, UNLISTED = -1, -2


class UnlistedError(ValueError):
    """The outcomes of a chance event were to be counted and are too many to list."""


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


@kernel
def count_branches(
    game: Game, states: NDArray[np.int64], walked: Moves, left: Moves, depth: int
) -> int:
    """Number of sequences of exactly `depth` decisions, each outcome of chance counted.

    Chance branches like decisions do; behind the last decision none is looked at.
    `states[0]` is the root; the others, `walked` and `left` are buffers of one entry a
    level. NO_ROOM if these are too few, UNLISTED if chance can't be listed.
    """
    walked[0] = 0
    left[0] = depth
    total = 0
    level = 0
    while level >= 0:
        state = states[level]
        chance = game.chance_due(state) > 0
        n = game.count_outcomes(state) if chance else game.count_actions(state)
        if chance and n == 0:
            return UNLISTED
        if left[level] == 1 and not chance:
            total += n
            level -= 1
        elif walked[level] == n:
            level -= 1
        elif level + 1 == len(states):
            return NO_ROOM
        else:
            after = states[level + 1]
            copy_into(state, after)
            left[level + 1] = left[level]
            if chance:
                game.deal_outcome(after, walked[level])
            else:
                game.play(after, game.action_at(state, walked[level]))
                left[level + 1] -= 1
            walked[level] += 1
            level += 1
            walked[level] = 0
    return total


def make_count_sequences(game: Game) -> Callable[..., Any]:
    """Bind `count_sequences` to one game module."""

    @kernel
    def bound(states, played, seed, rng):  # type: ignore[no-untyped-def]
        return count_sequences(game, states, played, seed, rng)

    return bound


def make_count_branches(game: Game) -> Callable[..., Any]:
    """Bind `count_branches` to one game module."""

    @kernel
    def bound(states, walked, left, depth):  # type: ignore[no-untyped-def]
        return count_branches(game, states, walked, left, depth)

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


def count_all(game: Game) -> Callable[[State, int], int]:
    """Counts sequences with every outcome of chance: (state, depth) -> their number.

    That raises UnlistedError where a chance event can't be listed.
    """
    count_from = make_count_branches(game)

    def counted(root: State, depth: int) -> int:
        levels = 4 * depth + 8  # twice as many until they suffice
        found = NO_ROOM if depth > 0 else 1
        while found == NO_ROOM:
            states = np.zeros((levels, len(root)), np.int64)
            states[0] = root
            walked, left = np.zeros((2, levels), np.int64)
            found = int(count_from(states, walked, left, depth))
            levels *= 2
        if found == UNLISTED:
            raise UnlistedError("a chance event can turn out in too many ways to list")
        return found

    return counted
