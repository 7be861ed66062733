"""How a tree search explores, and what it makes of a result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from engines.jit import inlined
from engines.nets import Nets, for_one_thread
from engines.protocol import Evaluator, Game, Policy, State, Vector
from search.rollout import TO_THE_END

SOLO_SCALE = 5.0  # points above the estimate that count half of all


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
    round_end: int = 0  # 1: a playout ends with the round, and the game is estimated
    evaluate_all: float = 0.0  # utility; above 0, the prior is softmax(value / this)
    minimax_share: float = 0.0  # of the best reply in the value of a node
    solve: int = 0  # 1: nodes with nothing left to learn are marked and left alone
    margin_scale: float = 20.0  # points of margin that count half of all
    par: float = 0.0  # the margin that counts nothing
    behind: int = 0  # simulations of a look behind the deal, and between two of them
    least_visits: int = 0  # of a move of the root, as an eighth of all allows


class Weights(NamedTuple):
    """What the policy and the evaluator of a search are weighted by."""

    policy: Vector
    prior: Vector  # of the policy too, where it rates the moves of a tree
    evaluator: Vector | Nets

    def for_one_thread(self) -> Weights:
        """The same, with room of its own if the evaluator needs any."""
        if isinstance(self.evaluator, Nets):
            return self._replace(evaluator=for_one_thread(self.evaluator))
        return self


def weights_of(
    policy: Policy, evaluator: Evaluator, worth: Vector | Nets | None = None
) -> Weights:
    """The default weights of both; `worth` are others for the evaluator."""
    judging = evaluator.default_weights() if worth is None else worth
    return Weights(policy.default_weights(), policy.prior_weights(), judging)


def aimed(
    game: Game,
    estimate: Callable[..., Any],
    weights: Vector | Nets,
    state: State,
    settings: Settings,
) -> Settings:
    """The settings for a position; alone at the table, only points are to be had.

    `estimate(state, weights, wins, points)` says how many may be expected.
    """
    if game.player_count(state) > 1:
        return settings
    wins, points = np.zeros((2, game.MAX_PLAYERS))
    estimate(state.copy(), weights, wins, points)
    return settings._replace(
        margin_share=1.0, par=float(points[0]), margin_scale=SOLO_SCALE
    )


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
