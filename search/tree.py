"""A search tree as plain arrays, owned by Python, filled by kernels.

The children of a node lie side by side; node 0 is the root. Whatever a node says of
utility, win share or margin is said for the player who decides at the *parent*, for
that is who chooses between siblings.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.jit import inlined
from engines.protocol import Game

NODE_BYTES = 70  # what one node takes over all arrays, rounded up
OPEN, SETTLED, PROVEN = 0, 1, 2  # marks; SETTLED: by the evaluator's word


class Tree(NamedTuple):
    """Arrays of one entry a node, after `size`, nodes in use, and `deals`."""

    size: NDArray[np.int64]
    deals: NDArray[np.uint64]  # [1]: what looks behind the deal begin with, 0: none yet
    first_child: NDArray[np.int32]
    child_count: NDArray[np.int32]  # 0: not expanded
    action: NDArray[np.int32]  # the action that leads here
    mover: NDArray[np.int32]  # who decides here, from 0
    visits: NDArray[np.int32]
    prior: NDArray[np.float32]
    utility: NDArray[np.float64]  # sums over visits
    win: NDArray[np.float64]
    margin: NDArray[np.float64]
    guess: NDArray[np.float32]  # utility as evaluated when the parent was expanded
    worth: NDArray[np.float32]  # of an expanded or marked node, utility at best play
    mark: NDArray[np.int8]  # not OPEN: everything below is known
    known_win: NDArray[np.float32]  # of a marked node
    known_margin: NDArray[np.float32]
    looks: NDArray[np.int32]  # behind the deal, from a SETTLED leaf


def new_tree(game: Game, memory: int) -> Tree:
    """An empty tree of at most `memory` bytes, yet with room for the root's children.

    Pages are touched only when used.
    """
    nodes = max(1 + game.MAX_ACTIONS, memory // NODE_BYTES)
    return Tree(
        size=np.ones(1, np.int64),
        deals=np.zeros(1, np.uint64),
        first_child=np.zeros(nodes, np.int32),
        child_count=np.zeros(nodes, np.int32),
        action=np.zeros(nodes, np.int32),
        mover=np.zeros(nodes, np.int32),
        visits=np.zeros(nodes, np.int32),
        prior=np.zeros(nodes, np.float32),
        utility=np.zeros(nodes, np.float64),
        win=np.zeros(nodes, np.float64),
        margin=np.zeros(nodes, np.float64),
        guess=np.zeros(nodes, np.float32),
        worth=np.zeros(nodes, np.float32),
        mark=np.zeros(nodes, np.int8),
        known_win=np.zeros(nodes, np.float32),
        known_margin=np.zeros(nodes, np.float32),
        looks=np.zeros(nodes, np.int32),
    )


@inlined
def clear(tree: Tree) -> None:
    """The tree is as new, and its memory is not handed out a second time.

    A large tree is new memory for most of a short search, which takes a tenth of it.
    """
    tree.size[0] = 1
    tree.deals[0] = np.uint64(0)
    tree.child_count[0] = 0
    tree.visits[0] = 0
    tree.mark[0] = OPEN


@inlined
def has_room(tree: Tree, n: int) -> bool:
    """A node can have n children more."""
    return tree.size[0] + n <= tree.visits.shape[0]


@inlined
def add_children(tree: Tree, node: int, mover: int, n: int) -> int:
    """`node`, where `mover` decides, has n blank children; index of the first."""
    first = tree.size[0]
    for child in range(first, first + n):
        tree.child_count[child] = 0
        tree.visits[child] = 0
        tree.utility[child] = 0.0
        tree.win[child] = 0.0
        tree.margin[child] = 0.0
        tree.mark[child] = OPEN
        tree.looks[child] = 0
    tree.size[0] = first + n
    tree.first_child[node] = first
    tree.child_count[node] = n
    tree.mover[node] = mover
    return first


@inlined
def record(tree: Tree, node: int, utility: float, win: float, margin: float) -> None:
    """One more visit of `node`, with what it brought the parent's mover."""
    tree.visits[node] += 1
    tree.utility[node] += utility
    tree.win[node] += win
    tree.margin[node] += margin


@inlined
def close(
    tree: Tree, node: int, mark: int, utility: float, win: float, margin: float
) -> None:
    """`node` is marked: that is its value, and what its visits have brought."""
    tree.mark[node] = mark
    tree.worth[node] = utility
    tree.known_win[node] = win
    tree.known_margin[node] = margin
    tree.utility[node] = tree.visits[node] * utility
    tree.win[node] = tree.visits[node] * win
    tree.margin[node] = tree.visits[node] * margin


def children(tree: Tree, node: int = 0) -> range:
    """Indices of a node's children."""
    first = int(tree.first_child[node])
    return range(first, first + int(tree.child_count[node]))


def chosen(tree: Tree) -> int:
    """The child of the root visited most; the best if everything below is known."""
    if tree.mark[0] != OPEN:
        return max(children(tree), key=lambda child: float(tree.worth[child]))
    return max(children(tree), key=lambda child: int(tree.visits[child]))


def figures_of(tree: Tree, node: int) -> tuple[float, float]:
    """(win share, margin) of a node that was visited or is marked."""
    if tree.mark[node] != OPEN:
        return float(tree.known_win[node]), float(tree.known_margin[node])
    visits = int(tree.visits[node])
    return float(tree.win[node] / visits), float(tree.margin[node] / visits)


def principal_line(tree: Tree, node: int) -> list[int]:
    """Actions from `node` on, always to the child visited most; its own is first."""
    line = [int(tree.action[node])]
    while tree.child_count[node]:
        node = max(children(tree, node), key=lambda child: int(tree.visits[child]))
        if tree.visits[node] == 0:
            break
        line.append(int(tree.action[node]))
    return line
