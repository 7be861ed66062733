"""Moves ranked by tree searches of their position, with errors between searches."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.protocol import Evaluator, Game, Policy, State, Vector
from search.answers import Analysis, RankedMove
from search.batches import Batch, Budget, Progress, Search, new_batches
from search.confidence import (
    MARGIN,
    WIN,
    Estimate,
    best_chances,
    between_batches,
    contenders,
    verdict,
)
from search.mcts import Settings
from search.rollout import make_estimate
from search.tree import has_room, principal_line

BATCHES = 8
MEMORY = 1 << 30
SOLO_SCALE = 5.0  # points above the estimate that count half of all


class Sample(NamedTuple):
    """Whole turns from the root, `[batch, turn]`; NaN where never visited."""

    visits: NDArray[np.int64]
    win: Vector
    margin: Vector


def analyze(
    game: Game,
    policy: Policy,
    root: State,
    budget: Budget,
    *,
    settings: Settings | None = None,
    evaluator: Evaluator | None = None,
    objective: str = "win",
    batches: int = BATCHES,
    jobs: int = 1,
    seed: int = 0,
    memory: int = MEMORY,
    progress: Callable[[Progress], None] = lambda _: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> Analysis:
    """Search `root`, where a decision is due, and rank the legal turns.

    Without an `evaluator` the policy estimates where playouts are cut.

    `memory` bounds all trees together, in bytes. `should_stop` is asked between waves,
    about ten times a second; what is known by then is returned. With a budget of
    simulations the result depends on the seed alone, not on `jobs`. Raises ValueError
    where no decision is due or the budget is of no simulation.
    """
    check(game, root, budget)
    judge = evaluator or policy
    settings = _aimed(game, judge, root, settings or Settings(), objective)
    trees = new_batches(game, budget, batches, seed, memory)
    search = Search(game, policy, root, settings, trees, jobs, evaluator)
    seconds, interrupted = search.run(budget, progress, should_stop)
    rows, agreement = _rank(search, objective == "margin", seed)
    return Analysis(
        search="mcts",
        player=int(game.current_player(root)),
        objective=objective,
        sims=search.done,
        seconds=seconds,
        seed=seed,
        batches=len(trees),
        verdict=agreement,
        proven=False,
        interrupted=interrupted,
        warnings=_warnings(game, trees),
        moves=rows,
    )


def check(game: Game, root: State, budget: Budget) -> None:
    """ValueError where no decision is due or the budget is of no simulation."""
    if game.count_actions(root) == 0:
        raise ValueError("no decision is due in this position")
    if budget.sims is not None and budget.sims < 1:
        raise ValueError("a budget of simulations needs at least one")


def _aimed(
    game: Game, judge: Evaluator, root: State, settings: Settings, objective: str
) -> Settings:
    """The settings for an objective; alone at the table, only points are to be had."""
    if game.player_count(root) > 1:
        return (
            settings._replace(margin_share=1.0) if objective == "margin" else settings
        )
    wins, points = np.zeros((2, game.MAX_PLAYERS))
    make_estimate(game, judge)(root.copy(), judge.default_weights(), wins, points)
    return alone(settings, float(points[0]))


def alone(settings: Settings, points: float) -> Settings:
    """The settings for a game of one who may expect that many points."""
    return settings._replace(margin_share=1.0, par=points, margin_scale=SOLO_SCALE)


def _sample(search: Search) -> Sample:
    """Visits and means of every turn in every batch."""
    nodes = [turn.node for turn in search.turns]
    trees = [batch.tree for batch in search.batches]
    visits = np.array([tree.visits[nodes] for tree in trees], np.int64)
    with np.errstate(invalid="ignore"):  # 0 / 0 where a turn was never visited
        win = np.array([tree.win[nodes] for tree in trees]) / visits
        margin = np.array([tree.margin[nodes] for tree in trees]) / visits
    return Sample(visits, win, margin)


def _rank(
    search: Search, by_margin: bool, seed: int
) -> tuple[tuple[RankedMove, ...], str]:
    """Moves in rank order, and the verdict on the first of them."""
    sample = _sample(search)
    win = between_batches(sample.win, sample.visits)
    margin = between_batches(sample.margin, sample.visits)
    visits = sample.visits.sum(axis=0)
    goal, values = (MARGIN, sample.margin) if by_margin else (WIN, sample.win)
    aim, other = (margin, win) if by_margin else (win, margin)
    chance, loss = best_chances(aim, goal, sample.visits, seed)
    order = ranking_order(aim.mean, other.mean, goal.indifference, sample.visits)
    rows = tuple(
        _row(rank, int(i), search, sample, win, margin, chance, loss)
        for rank, i in enumerate(order, 1)
    )
    first, second = order[0], order[min(1, len(order) - 1)]
    difference = values[:, first] - values[:, second]
    top = bool(visits[first] == visits.max())
    return rows, verdict(chance[order], loss[order], top, difference, goal)


def ranking_order(
    mean: Vector, other: Vector, zone: float, visits: NDArray[np.int64]
) -> NDArray[np.intp]:
    """Indices of moves, best first: contenders by mean, then the others by visits.

    A move visited little has a mean that still contains the opponents' bad replies, so
    only contenders compete by their figures. Those within the `zone` of the best mean
    are equals, told apart by the `other` figure: of moves that win anyway, or lose
    anyway, the one with the better margin is first.
    """
    contends = contenders(visits)
    value = np.where(contends, np.nan_to_num(mean), -np.inf)
    equals = value >= value.max() - zone
    tie_break = np.where(equals, np.nan_to_num(other), -np.inf)
    by_visits = np.where(contends, 0, -visits.sum(axis=0))
    rest = np.where(equals, 0.0, -value)
    keys = (-visits.sum(axis=0), by_visits, rest, -tie_break, ~equals, ~contends)
    return np.lexsort(keys)


def _row(
    rank: int,
    move: int,
    search: Search,
    sample: Sample,
    win: Estimate,
    margin: Estimate,
    chance: Vector,
    loss: Vector,
) -> RankedMove:
    """The figures of one turn, with the line of the batch that visited it most."""
    tree = search.batches[int(sample.visits[:, move].argmax())].tree
    turn = search.turns[move]
    return RankedMove(
        rank=rank,
        turn=turn.actions,
        win=_known(win.mean[move]),
        win_se=_known(win.error[move]),
        win_low=_known(np.clip(win.low[move], 0.0, 1.0)),
        win_high=_known(np.clip(win.high[move], 0.0, 1.0)),
        margin=_known(margin.mean[move]),
        margin_se=_known(margin.error[move]),
        p_best=_known(chance[move]),
        regret=_known(loss[move]),
        visits=int(sample.visits[:, move].sum()),
        proven=False,
        line=(*turn.actions[:-1], *principal_line(tree, turn.node)),
    )


def _known(value: float) -> float | None:
    """A plain number, None for NaN."""
    return None if np.isnan(value) else float(value)


def _warnings(game: Game, batches: list[Batch]) -> tuple[str, ...]:
    """What a reader of the figures should know."""
    if all(has_room(batch.tree, game.MAX_ACTIONS) for batch in batches):
        return ()
    return ("the memory limit was reached: trees stopped growing; see --memory",)
