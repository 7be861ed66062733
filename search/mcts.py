"""Monte Carlo tree search for 2 to 4 players (max^n), generic over the game.

Selection is PUCT. The prior comes from the policy, or from the evaluator's view of
every child. A leaf is valued by playing on with the policy: to the end of the game, or
of the round, or for some decisions, or not at all; where the game goes on there, the
evaluator says what it is worth. The tree covers the decisions up to the next chance
event, a deterministic stretch; behind it, every simulation deals anew.

Sources: Kocsis & Szepesvári 2006 (UCT), Rosin 2011 (PUCT), Sturtevant 2008 (max^n).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engines.jit import inlined, kernel
from engines.protocol import Evaluator, Game, Policy, Rng, State
from engines.rng import copy_into, draw_unit
from search.backup import back_up, back_up_known, quality
from search.rollout import NO_ROUND, play_on
from search.settings import Settings, Weights, margin_of, utility_of, weights_of
from search.tree import OPEN, PROVEN, SETTLED, Tree, add_children, close, has_room
from search.workspace import MAX_DEPTH, Workspace

__all__ = [
    "Settings",
    "Weights",
    "make_expand",
    "make_simulate",
    "margin_of",
    "utility_of",
    "weights_of",
]


EVEN_PART = 8  # at most an eighth of the simulations go evenly to all moves


# --- Values ---------------------------------------------------------------------------


@inlined
def last_round_of(game: Game, root: State, settings: Settings) -> int:
    """The round with which playouts from `root` end."""
    return game.round_number(root) if settings.round_end else NO_ROUND


@inlined
def ends_playouts(game: Game, state: State, last_round: int) -> bool:
    """No playout goes on from `state`, and none is needed to know its value."""
    if game.is_over(state):
        return True
    return game.chance_due(state) > 0 and game.round_number(state) > last_round


@inlined
def assess(
    game: Game,
    evaluator: Evaluator,
    state: State,
    last_round: int,
    weights: Weights,
    work: Workspace,
) -> int:
    """`work.wins` and `work.points` say what `state` is worth; the mark that it earns.

    PROVEN after the end of the game, SETTLED where playouts end anyway, otherwise OPEN.
    """
    if game.is_over(state):
        game.outcome(state, work.wins)
        game.scores(state, work.points)
        return PROVEN
    evaluator.estimate(game, state, weights.evaluator, work.wins, work.points)
    return SETTLED if ends_playouts(game, state, last_round) else OPEN


# --- The tree grows -------------------------------------------------------------------


@kernel
def evaluate_children(
    game: Game,
    evaluator: Evaluator,
    tree: Tree,
    first: int,
    n: int,
    last_round: int,
    work: Workspace,
    settings: Settings,
    weights: Weights,
) -> None:
    """`n` children from `first` on have their guesses; `work.preferences` too."""
    player = game.current_player(work.state)
    players = game.player_count(work.state)
    for i in range(n):
        copy_into(work.state, work.trial)
        game.play(work.trial, work.moves[i])
        mark = assess(game, evaluator, work.trial, last_round, weights, work)
        win = work.wins[player]
        margin = margin_of(work.points, players, player)
        utility = utility_of(win, margin, settings)
        tree.guess[first + i] = utility
        work.preferences[i] = settings.temperature * utility / settings.evaluate_all
        if settings.solve and players <= 2 and mark != OPEN:
            close(tree, first + i, mark, utility, win, margin)


@kernel
def expand(
    game: Game,
    policy: Policy,
    evaluator: Evaluator,
    tree: Tree,
    node: int,
    last_round: int,
    work: Workspace,
    settings: Settings,
    weights: Weights,
    rng: Rng,
) -> None:
    """`node`, whose state is `work.state`, has all its children with their priors."""
    n = game.legal_actions(work.state, work.moves)
    first = add_children(tree, node, game.current_player(work.state), n)
    if settings.evaluate_all > 0.0:
        evaluate_children(
            game, evaluator, tree, first, n, last_round, work, settings, weights
        )
    else:
        policy.preferences(
            game, work.state, work.moves, n, weights.prior, work.preferences
        )
    highest = -np.inf
    for i in range(n):
        work.preferences[i] += settings.jitter * (draw_unit(rng) - 0.5)
        highest = max(highest, work.preferences[i])
    total = 0.0
    for i in range(n):
        logit = (work.preferences[i] - highest) / settings.temperature
        work.preferences[i] = np.exp(logit)
        total += work.preferences[i]
    for i in range(n):
        tree.action[first + i] = work.moves[i]
        share = work.preferences[i] / total
        share += settings.prior_floor * (1.0 / n - share)
        tree.prior[first + i] = share


# --- A simulation ---------------------------------------------------------------------


@inlined
def neglected(tree: Tree, least_visits: int) -> int:
    """A move of the root with fewer visits than all shall have; -1 if there is none.

    All have as many, as far as a part of the simulations so far allows.
    """
    first, n = tree.first_child[0], tree.child_count[0]
    least = min(least_visits, tree.visits[0] // (EVEN_PART * n))
    for child in range(first, first + n):
        if tree.visits[child] < least:
            return child
    return -1


@kernel
def select(tree: Tree, node: int, settings: Settings) -> int:
    """The child with the highest PUCT score, below the root not a marked one.

    Neglected moves of the root come first.
    """
    if node == 0 and settings.least_visits > 0:
        child = neglected(tree, settings.least_visits)
        if child >= 0:
            return child
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
        if node != 0 and tree.mark[child] != OPEN:
            continue
        value = quality(tree, child, settings, unvisited)
        score = value + reach * tree.prior[child] / (1 + tree.visits[child])
        if score > best:
            best = score
            chosen = child
    return chosen


@inlined
def descend(
    game: Game,
    policy: Policy,
    evaluator: Evaluator,
    tree: Tree,
    last_round: int,
    work: Workspace,
    settings: Settings,
    weights: Weights,
    rng: Rng,
) -> int:
    """`work.state` has followed the tree to a new leaf; length of the path to it.

    Where all children are evaluated, the leaf is one of those that were just made.
    """
    node = 0
    depth = 0
    work.path[0] = 0
    while depth < MAX_DEPTH and (node == 0 or tree.mark[node] == OPEN):
        expanded = False
        if tree.child_count[node] == 0:
            known = tree.visits[node] + (1 if settings.evaluate_all > 0.0 else 0)
            ripe = node == 0 or known >= settings.expand_at
            n = game.count_actions(work.state) if ripe else 0
            if n == 0 or not has_room(tree, n):
                break
            expand(
                game,
                policy,
                evaluator,
                tree,
                node,
                last_round,
                work,
                settings,
                weights,
                rng,
            )
            expanded = True
        node = select(tree, node, settings)
        game.play(work.state, int(tree.action[node]))
        depth += 1
        work.path[depth] = node
        if expanded and settings.evaluate_all > 0.0:
            break
    return depth


@inlined
def simulate_known(
    game: Game,
    policy: Policy,
    evaluator: Evaluator,
    tree: Tree,
    depth: int,
    last_round: int,
    work: Workspace,
    settings: Settings,
    weights: Weights,
    rng: Rng,
) -> None:
    """The leaf at the end of the path is valued, marked if known, and backed up."""
    players = game.player_count(work.state)
    node = int(work.path[depth])
    player = tree.mover[work.path[depth - 1]]
    if tree.mark[node] != OPEN:
        win, margin = tree.known_win[node], tree.known_margin[node]
    else:
        certain = ends_playouts(game, work.state, last_round)
        play_on(game, policy, work, settings.playout, last_round, weights.policy, rng)
        mark = assess(game, evaluator, work.state, last_round, weights, work)
        win = work.wins[player]
        margin = margin_of(work.points, players, player)
        if settings.solve and certain:
            utility = utility_of(win, margin, settings)
            close(tree, node, mark, utility, win, margin)
    back_up_known(tree, work, depth, win, margin, settings)


@kernel
def simulate(
    game: Game,
    policy: Policy,
    evaluator: Evaluator,
    tree: Tree,
    root: State,
    simulations: int,
    work: Workspace,
    settings: Settings,
    weights: Weights,
    rng: Rng,
) -> None:
    """That many simulations from `root` have been added to its tree."""
    players = game.player_count(root)
    last_round = last_round_of(game, root, settings)
    knows = players <= 2 and (settings.solve != 0 or settings.minimax_share > 0.0)
    for _ in range(simulations):
        copy_into(root, work.state)
        depth = descend(
            game,
            policy,
            evaluator,
            tree,
            last_round,
            work,
            settings,
            weights,
            rng,
        )
        if knows and depth > 0:
            simulate_known(
                game,
                policy,
                evaluator,
                tree,
                depth,
                last_round,
                work,
                settings,
                weights,
                rng,
            )
        else:
            play_on(
                game, policy, work, settings.playout, last_round, weights.policy, rng
            )
            assess(game, evaluator, work.state, last_round, weights, work)
            back_up(tree, work, depth, players, settings)


def make_expand(
    game: Game, policy: Policy, evaluator: Evaluator | None = None
) -> Callable[..., Any]:
    """Bind `expand` to modules; without an evaluator the policy estimates."""
    judge = policy if evaluator is None else evaluator

    @kernel
    def bound(tree, node, work, settings, weights, rng):  # type: ignore[no-untyped-def]
        last_round = last_round_of(game, work.state, settings)
        expand(
            game, policy, judge, tree, node, last_round, work, settings, weights, rng
        )

    return bound


def make_simulate(
    game: Game, policy: Policy, evaluator: Evaluator | None = None
) -> Callable[..., Any]:
    """Bind `simulate` to modules; without an evaluator the policy estimates."""
    judge = policy if evaluator is None else evaluator

    @kernel
    def bound(tree, root, simulations, work, settings, weights, rng):  # type: ignore[no-untyped-def]
        simulate(
            game, policy, judge, tree, root, simulations, work, settings, weights, rng
        )

    return bound
