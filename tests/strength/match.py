"""Paired 2-player games of Azul between two players: every deal is played in both seats.

    python -m tests.strength.match mcts:seconds=1 greedy --games 200

A player is `greedy`, or `mcts` with `seconds=` or `sims=` a move, `playout=uniform|greedy`
and the fields of `search.mcts.Settings`. The factories of a round depend on the seed, the
deal and the round only, as far as the bag allows. Prints the share of the first player,
with a 95 % Student interval between deals.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from scipy import stats

from engines import azul
from engines.azul.policies import greedy
from engines.protocol import State
from engines.rng import DEAL, POLICY, SEARCH, new_stream
from search.mcts import Settings, make_simulate, new_workspace
from search.policies import uniform
from search.tree import children, new_tree

Player = Callable[[State, int], int]  # state, seed of this decision -> action
CHUNK = 64
TREE_BYTES = 400 << 20


def greedy_player() -> Player:
    """The greedy policy."""
    moves = np.zeros(azul.MAX_ACTIONS, np.int64)
    weights = greedy.default_weights()

    def play(state: State, seed: int) -> int:
        return int(
            greedy.choose(azul, state, moves, weights, new_stream(seed, POLICY))
            if GREEDY_CHOOSE is None
            else GREEDY_CHOOSE(state, moves, weights, new_stream(seed, POLICY))
        )

    return play
