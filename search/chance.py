"""Chance in a tree: outcomes that were drawn are children, more with more visits.

A chance node draws from the true odds, whenever it has drawn less often than its visits
allow (progressive widening); equal outcomes share a child. Otherwise it goes on with the
outcome that has had the fewest visits for the times that it was drawn. So visits go to
outcomes as draws do, and the mean over visits has no bias. An outcome keeps the start of
the stream that dealt it, and is dealt again on every visit.

Sources: Couëtoux et al. 2011 (double progressive widening), Chaslot et al. 2008.
"""

from __future__ import annotations

import numpy as np

from engines.jit import inlined, kernel
from engines.protocol import Game, Rng
from engines.rng import copy_into, next_word
from search.rollout import settle
from search.settings import Settings
from search.tree import OUTCOME, Tree, add_blank, has_room
from search.workspace import Workspace


@inlined
def wants_outcome(tree: Tree, node: int, settings: Settings) -> bool:
    """The visits of a chance node allow for another draw, and the tree has room."""
    if tree.child_count[node] == 0:
        return has_room(tree, 1)
    allowed = settings.widening * tree.visits[node] ** settings.widening_power
    return tree.draws[node] < allowed and has_room(tree, 1)


@inlined
def find_outcome(tree: Tree, node: int, key: int) -> int:
    """The outcome with the state of that key; 0 if it was not drawn yet."""
    outcome = tree.first_child[node] if tree.child_count[node] > 0 else 0
    while outcome and tree.key[outcome] != key:
        outcome = tree.following[outcome]
    return outcome


@inlined
def add_outcome(tree: Tree, node: int, key: int, start: np.uint64) -> int:
    """`node` has a new outcome, not drawn yet, which the stream from `start` deals."""
    outcome = add_blank(tree, 1)
    first = tree.child_count[node] == 0
    tree.following[outcome] = 0 if first else tree.first_child[node]
    tree.first_child[node] = outcome
    tree.child_count[node] += 1
    if first:
        tree.draws[node] = 0
    tree.action[outcome] = OUTCOME
    tree.guess[outcome] = tree.guess[node]
    tree.draws[outcome] = 0
    tree.key[outcome] = key
    tree.stream[outcome] = start
    return outcome


@kernel
def draw_outcome(game: Game, tree: Tree, node: int, work: Workspace, rng: Rng) -> int:
    """`node`, with chance due in `work.state`, has drawn once more; the outcome."""
    start = next_word(rng)
    work.stream[0] = start
    copy_into(work.state, work.trial)
    settle(game, work.trial, work.stream)
    key = game.state_key(work.trial)
    outcome = find_outcome(tree, node, key)
    if outcome == 0:
        outcome = add_outcome(tree, node, key, start)
    tree.draws[node] += 1
    tree.draws[outcome] += 1
    return outcome


@inlined
def least_visited(tree: Tree, node: int) -> int:
    """The outcome with the fewest visits for the times that it was drawn."""
    best = tree.first_child[node]
    outcome = tree.following[best]
    while outcome:
        if (
            tree.visits[outcome] * tree.draws[best]
            < tree.visits[best] * tree.draws[outcome]
        ):
            best = outcome
        outcome = tree.following[outcome]
    return best


@inlined
def follow_chance(
    game: Game,
    tree: Tree,
    node: int,
    work: Workspace,
    settings: Settings,
    rng: Rng,
) -> int:
    """`work.state`, where chance was due at `node`, has an outcome; its node."""
    if wants_outcome(tree, node, settings):
        outcome = draw_outcome(game, tree, node, work, rng)
    else:
        outcome = least_visited(tree, node)
    work.stream[0] = tree.stream[outcome]
    settle(game, work.state, work.stream)
    return outcome
