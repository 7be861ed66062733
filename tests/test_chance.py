"""Chance in a tree: outcomes as children, in their true proportions, and what is behind."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from engines.jit import JIT
from engines.protocol import State
from engines.rng import SEARCH, new_stream
from search.mcts import Settings, make_simulate, weights_of
from search.rollout import settle
from search.tree import OPEN, OUTCOME, PROVEN, Tree, children, is_chance, new_tree
from search.workspace import new_workspace
from tests import toy_game
from tests.play import legal_actions, positions
from tests.registry import CASES, Case
from tests.toy_game import Node, chance, decision, over
from tests.test_exact import brute_force, random_trees, turns

MEMORY = 1 << 22
SIMS = 4_000 if JIT else 400
WIDE = Settings(widening=1.0, margin_share=0.0, exploration=1.0)


def grown(root: State, sims: int, settings: Settings, seed: int = 1) -> Tree:
    """A search of a toy game."""
    tree = new_tree(toy_game, MEMORY)
    make_simulate(toy_game, toy_game)(
        tree,
        root,
        sims,
        new_workspace(toy_game),
        settings,
        weights_of(toy_game, toy_game),
        new_stream(seed, SEARCH),
    )
    return tree


def outcomes(tree: Tree, node: int) -> list[int]:
    """The outcomes of a chance node."""
    found, outcome = list[int](), int(tree.first_child[node])
    while outcome:
        found.append(outcome)
        outcome = int(tree.following[outcome])
    return found
