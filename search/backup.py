"""What a simulation's result does to the nodes on its path.

With up to two players a node can also be known for good: the game is over there, or
the evaluator has the last word, or that holds of all its children. Nodes so marked are
left alone, and no node hands up less than a marked child is worth to who decides there.

Source: Winands, Björnsson, Saito 2008 (MCTS-Solver), Baier & Winands 2014 (minimax
backups in MCTS).
"""

from __future__ import annotations

from engines.jit import inlined
from search.settings import Settings, margin_of, utility_of
from search.tree import OPEN, PROVEN, Tree, close, record
from search.workspace import Workspace

NOBODY = -1


@inlined
def quality(tree: Tree, node: int, settings: Settings, otherwise: float) -> float:
    """The utility to be expected from a node; `otherwise` if nothing speaks of it."""
    if tree.mark[node] != OPEN:
        return tree.worth[node]
    n = tree.visits[node]
    if settings.evaluate_all > 0.0:  # the evaluation counts as a visit
        mean = (tree.utility[node] + tree.guess[node]) / (n + 1)
    elif n > 0:
        mean = tree.utility[node] / n
    else:
        return otherwise
    if settings.minimax_share > 0.0 and n > 0 and tree.child_count[node] > 0:
        mean += settings.minimax_share * (tree.worth[node] - mean)
    return mean


@inlined
def refresh(tree: Tree, node: int, above: int, settings: Settings) -> int:
    """The worth and the mark of a node follow from its children.

    `above` decides at its parent, NOBODY above the root. The best marked child is
    returned, -1 without one.
    """
    first = tree.first_child[node]
    best = -1.0
    known = -1
    mark = PROVEN
    for child in range(first, first + tree.child_count[node]):
        value = quality(tree, child, settings, -1.0)
        best = max(best, value)
        mark = min(mark, tree.mark[child])
        if tree.mark[child] != OPEN and (known < 0 or value > tree.worth[known]):
            known = child
    player = tree.mover[node]
    flipped = above != NOBODY and above != player
    if mark != OPEN:
        win, margin = tree.known_win[known], tree.known_margin[known]
        if flipped:
            close(tree, node, mark, 1.0 - best, 1.0 - win, -margin)
        else:
            close(tree, node, mark, best, win, margin)
    elif best >= 0.0:
        tree.worth[node] = 1.0 - best if flipped else best
    return known


@inlined
def back_up_known(
    tree: Tree,
    work: Workspace,
    depth: int,
    win: float,
    margin: float,
    settings: Settings,
) -> None:
    """The path has one more visit, with what is known for good taken into account.

    `win` and `margin` are the result of who decides above the leaf; at most two play.
    """
    for d in range(depth, 0, -1):
        node, parent = work.path[d], work.path[d - 1]
        player = tree.mover[parent]
        record(tree, node, utility_of(win, margin, settings), win, margin)
        if tree.mark[node] != OPEN:
            win, margin = tree.known_win[node], tree.known_margin[node]
            close(tree, node, tree.mark[node], tree.worth[node], win, margin)
        above = tree.mover[work.path[d - 2]] if d > 1 else NOBODY
        known = refresh(tree, parent, above, settings)
        if known >= 0 and tree.worth[known] > utility_of(win, margin, settings):
            win, margin = tree.known_win[known], tree.known_margin[known]
        if above != NOBODY and above != player:
            win, margin = 1.0 - win, -margin
    tree.visits[0] += 1


@inlined
def back_up(
    tree: Tree, work: Workspace, depth: int, players: int, settings: Settings
) -> None:
    """Every node on the path has one more visit with the result in `work`."""
    for d in range(depth, 0, -1):
        player = tree.mover[work.path[d - 1]]
        win = work.wins[player]
        margin = margin_of(work.points, players, player)
        record(tree, work.path[d], utility_of(win, margin, settings), win, margin)
    tree.visits[0] += 1
