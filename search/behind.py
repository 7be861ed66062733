"""Looks behind the deal: what the evaluator has settled is searched a little further.

A tree ends with the round, and the evaluator says what the boards then are worth. Every
so many simulations the line that both players want is followed to its end. There the
next round is dealt, and a small search says what it is worth; the mean over such looks
takes the place of the evaluator's word, which counts as one look. The number of a look
at a leaf says what is dealt, in all leaves alike: so leaves differ by their boards, not
by luck.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from engines.jit import inlined, kernel
from engines.protocol import Evaluator, Game, Policy, Rng, State
from engines.rng import DEAL, copy_into, next_word, seed_stream
from search.backup import back_up_known, quality
from search.mcts import simulate
from search.rollout import settle
from search.settings import Settings, Weights, margin_of, utility_of
from search.tree import (
    NODE_BYTES,
    OPEN,
    PROVEN,
    SETTLED,
    Tree,
    children,
    clear,
    close,
    new_tree,
)
from search.workspace import MAX_DEPTH, Workspace, new_workspace

MOST_LOOKS = 24  # from one leaf
PRIOR_LOOKS = 1.0  # that the evaluator's word counts for


class Lookout(NamedTuple):
    """Room for a search behind the deal."""

    tree: Tree
    work: Workspace
    state: State
    stream: Rng


def new_lookout(game: Game, settings: Settings) -> Lookout:
    """Room for the looks of a search."""
    nodes = game.MAX_ACTIONS * (settings.behind + 1)
    return Lookout(
        new_tree(game, NODE_BYTES * nodes),
        new_workspace(game),
        np.zeros(game.STATE_SIZE, np.int64),
        np.zeros(1, np.uint64),
    )


@inlined
def wanted(tree: Tree, node: int, settings: Settings) -> int:
    """The child that who decides at `node` wants: a marked one, or most visited."""
    first = tree.first_child[node]
    best = -1
    value = -1.0
    visited = first
    for child in range(first, first + tree.child_count[node]):
        if tree.visits[child] > tree.visits[visited]:
            visited = child
        if tree.mark[child] != OPEN and tree.worth[child] > value:
            best = child
            value = tree.worth[child]
    if best >= 0:
        if tree.mark[node] != OPEN or tree.visits[visited] == 0:
            return best
        if value >= quality(tree, visited, settings, -1.0):
            return best
    return visited


@inlined
def follow(
    game: Game, tree: Tree, root: State, work: Workspace, settings: Settings
) -> int:
    """`work.path` is the line that is wanted, `work.state` its end; its length."""
    copy_into(root, work.state)
    node = 0
    depth = 0
    work.path[0] = 0
    while tree.child_count[node] > 0 and depth < MAX_DEPTH:
        node = wanted(tree, node, settings)
        game.play(work.state, int(tree.action[node]))
        depth += 1
        work.path[depth] = node
    return depth


@inlined
def worth_behind(
    game: Game,
    policy: Policy,
    evaluator: Evaluator,
    player: int,
    lookout: Lookout,
    settings: Settings,
    weights: Weights,
    rng: Rng,
) -> tuple[float, float]:
    """(win share, margin) of a player in `lookout.state`, by a small search."""
    tree, state, work = lookout.tree, lookout.state, lookout.work
    if game.is_over(state):
        game.outcome(state, work.wins)
        game.scores(state, work.points)
        return work.wins[player], margin_of(work.points, 2, player)
    clear(tree)
    simulate(
        game, policy, evaluator, tree, state, settings.behind, work, settings, weights,
        rng,
    )  # fmt: skip
    child = wanted(tree, 0, settings)
    if tree.mark[child] != OPEN:
        win, margin = float(tree.known_win[child]), float(tree.known_margin[child])
    else:
        visits = tree.visits[child]
        win, margin = tree.win[child] / visits, tree.margin[child] / visits
    if game.current_player(state) != player:
        return 1.0 - win, -margin
    return win, margin


@kernel
def look_behind(
    game: Game,
    policy: Policy,
    evaluator: Evaluator,
    tree: Tree,
    root: State,
    work: Workspace,
    lookout: Lookout,
    settings: Settings,
    weights: Weights,
    rng: Rng,
) -> None:
    """The end of the wanted line is known better, if it is settled."""
    depth = follow(game, tree, root, work, settings)
    node = work.path[depth]
    if tree.mark[node] != SETTLED or tree.looks[node] >= MOST_LOOKS:
        return
    if tree.deals[0] == 0:
        tree.deals[0] = next_word(rng)
    look = tree.looks[node]
    seed_stream(lookout.stream, tree.deals[0], DEAL, look, 0)
    copy_into(work.state, lookout.state)
    settle(game, lookout.state, lookout.stream)
    player = tree.mover[work.path[depth - 1]]
    win, margin = worth_behind(
        game, policy, evaluator, player, lookout, settings, weights, rng
    )
    share = 1.0 / (PRIOR_LOOKS + look + 1.0)
    win = tree.known_win[node] + share * (win - tree.known_win[node])
    margin = tree.known_margin[node] + share * (margin - tree.known_margin[node])
    tree.looks[node] = look + 1
    close(tree, node, SETTLED, utility_of(win, margin, settings), win, margin)
    back_up_known(tree, work, depth, win, margin, settings)


def exhausted(tree: Tree, settings: Settings) -> bool:
    """Nothing is left to find out, by simulations and by looks."""
    node = 0
    if tree.mark[0] == SETTLED and settings.behind > 0:
        while tree.child_count[node]:
            node = max(children(tree, node), key=lambda c: float(tree.worth[c]))
        return bool(tree.mark[node] == PROVEN or tree.looks[node] >= MOST_LOOKS)
    return bool(tree.mark[0] != OPEN)


def make_search(
    game: Game, policy: Policy, evaluator: Evaluator | None = None
) -> Callable[..., Any]:
    """Simulations with looks between them."""
    judge = policy if evaluator is None else evaluator

    @kernel
    def bound(tree, root, simulations, work, lookout, settings, weights, rng):  # type: ignore[no-untyped-def]
        looks = (
            settings.behind > 0 and settings.solve != 0 and game.player_count(root) == 2
        )
        if not looks:
            simulate(
                game, policy, judge, tree, root, simulations, work, settings, weights,
                rng,
            )  # fmt: skip
            return
        left = simulations
        while left > 0:
            due = settings.behind - tree.visits[0] % settings.behind
            n = min(left, due)
            simulate(game, policy, judge, tree, root, n, work, settings, weights, rng)
            left -= n
            if n == due:
                look_behind(
                    game, policy, judge, tree, root, work, lookout, settings, weights,
                    rng,
                )  # fmt: skip

    return bound
