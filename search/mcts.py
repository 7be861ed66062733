"""Monte Carlo tree search for 2 to 4 players (max^n), generic over game and policy.

Selection is PUCT with a prior from the policy; a leaf is valued by playing on with the
policy, to the end of the game or to a horizon where the policy estimates it. The tree
covers the decisions up to the next chance event, a deterministic stretch; behind it,
every simulation deals anew.

Sources: Kocsis & Szepesvári 2006 (UCT), Rosin 2011 (PUCT), Sturtevant 2008 (max^n).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from engines.jit import inlined, kernel
from engines.protocol import Game, Policy, Rng, State, Vector
from engines.rng import copy_into, draw_unit
from search.rollout import TO_THE_END, roll_out
from search.tree import Tree, add_children, has_room, record
from search.workspace import MAX_DEPTH, Workspace


class Settings(NamedTuple):
    """How the search explores; docs/measuring-strength.md has what was tried."""

    exploration: float = 2.0  # PUCT constant, for utilities in 0..1
    temperature: float = 2.0  # points; the prior is softmax(preference / temperature)
    prior_floor: float = 0.0  # part of the prior that all moves share evenly
    jitter: float = 2.0  # points by which preferences vary, so that searches differ
    unvisited_loss: float = 0.1  # an unvisited child: its parent's utility less this
    margin_share: float = 0.2  # of the utility; the rest is the win share
    expand_at: int = 1  # visits of a leaf before it gets children
    playout: int = TO_THE_END  # decisions of a playout before the game is estimated
    margin_scale: float = 20.0  # points of margin that count half of all
    par: float = 0.0  # the margin that counts nothing


@inlined
def margin_of(points: Vector, players: int, player: int) -> float:
    """Points ahead of the best opponent; the score itself when playing alone."""
    best = -np.inf
    for p in range(players):
        if p != player and points[p] > best:
            best = points[p]
    return points[player] - best if players > 1 else points[player]


@inlined
def utility_of(win: float, margin: float, settings: Settings) -> float:
    """What a search maximises, in 0..1: win share mixed with a squashed margin."""
    x = (margin - settings.par) / settings.margin_scale
    squashed = 0.5 + 0.5 * x / (1.0 + abs(x))
    return (1.0 - settings.margin_share) * win + settings.margin_share * squashed


@kernel
def select(tree: Tree, node: int, settings: Settings) -> int:
    """The child with the highest PUCT score."""
    visits = max(1, tree.visits[node])
    first = tree.first_child[node]
    known = 0.0
    for child in range(first, first + tree.child_count[node]):
        known += tree.utility[child]
    unvisited = max(0.0, known / visits - settings.unvisited_loss)
    reach = settings.exploration * np.sqrt(visits)
    best = -1.0
    chosen = first
    for child in range(first, first + tree.child_count[node]):
        n = tree.visits[child]
        value = tree.utility[child] / n if n > 0 else unvisited
        score = value + reach * tree.prior[child] / (1 + n)
        if score > best:
            best = score
            chosen = child
    return chosen


@kernel
def expand(
    game: Game,
    policy: Policy,
    tree: Tree,
    node: int,
    work: Workspace,
    settings: Settings,
    weights: Vector,
    rng: Rng,
) -> None:
    """`node`, whose state is `work.state`, has all its children with their priors."""
    n = game.legal_actions(work.state, work.moves)
    policy.preferences(game, work.state, work.moves, n, weights, work.preferences)
    highest = -np.inf
    for i in range(n):
        work.preferences[i] += settings.jitter * (draw_unit(rng) - 0.5)
        highest = max(highest, work.preferences[i])
    total = 0.0
    for i in range(n):
        logit = (work.preferences[i] - highest) / settings.temperature
        work.preferences[i] = np.exp(logit)
        total += work.preferences[i]
    first = add_children(tree, node, game.current_player(work.state), n)
    for i in range(n):
        tree.action[first + i] = work.moves[i]
        share = work.preferences[i] / total
        share += settings.prior_floor * (1.0 / n - share)
        tree.prior[first + i] = share


@inlined
def back_up(
    tree: Tree, work: Workspace, depth: int, players: int, settings: Settings
) -> None:
    """Every node on the path has one more visit with the result of the playout."""
    for d in range(depth, 0, -1):
        player = tree.mover[work.path[d - 1]]
        win = work.wins[player]
        margin = margin_of(work.points, players, player)
        utility = utility_of(win, margin, settings)
        record(tree, work.path[d], utility, win, margin)
    tree.visits[0] += 1


@inlined
def descend(
    game: Game,
    policy: Policy,
    tree: Tree,
    work: Workspace,
    settings: Settings,
    weights: Vector,
    rng: Rng,
) -> int:
    """`work.state` has followed the tree to a new leaf; length of the path to it."""
    node = 0
    depth = 0
    work.path[0] = 0
    while depth < MAX_DEPTH:
        if tree.child_count[node] == 0:
            ripe = node == 0 or tree.visits[node] >= settings.expand_at
            n = game.count_actions(work.state) if ripe else 0
            if n == 0 or not has_room(tree, n):
                break
            expand(game, policy, tree, node, work, settings, weights, rng)
        node = select(tree, node, settings)
        game.play(work.state, int(tree.action[node]))
        depth += 1
        work.path[depth] = node
    return depth


@kernel
def simulate(
    game: Game,
    policy: Policy,
    tree: Tree,
    root: State,
    simulations: int,
    work: Workspace,
    settings: Settings,
    weights: Vector,
    rng: Rng,
) -> None:
    """That many simulations from `root` have been added to its tree."""
    players = game.player_count(root)
    for _ in range(simulations):
        copy_into(root, work.state)
        depth = descend(game, policy, tree, work, settings, weights, rng)
        roll_out(game, policy, work, settings.playout, weights, rng)
        back_up(tree, work, depth, players, settings)


def make_expand(game: Game, policy: Policy) -> Callable[..., Any]:
    """Bind `expand` to one game and policy module."""

    @kernel
    def bound(tree, node, work, settings, weights, rng):  # type: ignore[no-untyped-def]
        expand(game, policy, tree, node, work, settings, weights, rng)

    return bound


def make_simulate(game: Game, policy: Policy) -> Callable[..., Any]:
    """Bind `simulate` to one game and policy module."""

    @kernel
    def bound(tree, root, simulations, work, settings, weights, rng):  # type: ignore[no-untyped-def]
        simulate(game, policy, tree, root, simulations, work, settings, weights, rng)

    return bound
