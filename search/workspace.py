"""Buffers of one thread of play or search: kernels themselves allocate nothing."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engines.protocol import Game, Moves, State, Vector

MAX_DEPTH = 512  # decisions a tree may reach below its root


class Workspace(NamedTuple):
    """What a simulation writes on its way; nothing is kept between simulations."""

    state: State
    trial: State  # a position one move further
    path: Moves  # [MAX_DEPTH + 1], nodes from the root to the leaf
    moves: Moves
    preferences: Vector  # [MAX_ACTIONS]
    wins: Vector  # [MAX_PLAYERS]
    points: Vector  # [MAX_PLAYERS]


def new_workspace(game: Game) -> Workspace:
    """Buffers for one game."""
    return Workspace(
        np.zeros(game.STATE_SIZE, np.int64),
        np.zeros(game.STATE_SIZE, np.int64),
        np.zeros(MAX_DEPTH + 1, np.int64),
        np.zeros(game.MAX_ACTIONS, np.int64),
        np.zeros(game.MAX_ACTIONS),
        np.zeros(game.MAX_PLAYERS),
        np.zeros(game.MAX_PLAYERS),
    )
