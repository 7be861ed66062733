"""The best search for a position within a budget."""

from __future__ import annotations

import time
from collections.abc import Callable

from engines.nets import Nets
from engines.protocol import Evaluator, Game, Policy, State, Vector
from search import exact, expectimax, ranking, solver
from search.answers import Analysis
from search.batches import Budget, Progress
from search.confidence import CONFIDENCE, Doubt
from search.exact import Ending, NotSolvedError
from search.mcts import Settings

SEARCHES = ("auto", "mcts", "exact", "expectimax", "solver")
EXACT_SHARE = 0.5  # of the budget that `auto` gives to an exact answer
SOLVER_SHARE = 0.7  # of the time that it gives to the solver


def analyze(
    game: Game,
    policy: Policy,
    root: State,
    budget: Budget,
    *,
    search: str = "auto",
    ending: Ending | None = None,
    horizon: Evaluator | None = None,
    depth: int | None = None,
    moves: int = expectimax.EXACT_MOVES,
    settings: Settings | None = None,
    evaluator: Evaluator | None = None,
    worth: Vector | Nets | None = None,
    objective: str = "win",
    batches: int = ranking.BATCHES,
    jobs: int = 1,
    seed: int = 0,
    memory: int = ranking.MEMORY,
    confidence: float = CONFIDENCE,
    until_decided: bool = False,
    doubt: Doubt = Doubt(),  # noqa: B008 (a constant)
    progress: Callable[[Progress], None] = lambda _: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> Analysis:
    """Rank the legal turns of `root`, where a decision is due.

    `auto` answers exactly if half the budget suffices and random games from `root` end
    within a few decisions, or the game's own `ending` covers the position. If it is
    likely to be the last round, and most of the budget shows the best move, it answers
    by the solver; otherwise by tree search. Alone at the table the objective is the
    score. `horizon` values positions for `expectimax` and `solver`; without it the
    policy does. `depth` is for `expectimax`, `moves` for both. Other arguments as for
    `ranking.analyze`; raises ValueError as that does, and NotSolvedError if an exact
    answer is asked for in vain.
    """
    ranking.check(game, root, budget)
    if game.player_count(root) == 1:
        objective = "margin"
    if search == "exact" or (
        search == "auto" and exact.is_within_reach(game, root, ending, seed)
    ):
        try:
            return exact.solve(
                game,
                root,
                budget if search == "exact" else _part(budget, EXACT_SHARE),
                ending=ending,
                objective=objective,
                jobs=jobs,
                seed=seed,
                progress=progress,
                should_stop=should_stop,
            )
        except NotSolvedError:
            if search == "exact":
                raise
        budget = _part(budget, 1.0 - EXACT_SHARE)
    elif search == "solver" or (
        search == "auto" and solver.is_likely_last(game, policy, root, seed)
    ):
        began = time.perf_counter()
        try:
            found = solver.solve(
                game,
                policy,
                horizon or policy,
                root,
                budget if search == "solver" else _solver_part(budget),
                objective=objective,
                moves=moves,
                seed=seed,
                memory=memory,
                progress=progress,
                should_stop=should_stop,
            )
            if search == "solver" or found.proven or found.verdict != "undecided":
                return found
        except NotSolvedError:
            if search == "solver":
                raise
        budget = _less(budget, time.perf_counter() - began)
    elif search == "expectimax":
        return expectimax.analyze(
            game,
            policy,
            horizon or policy,
            root,
            budget,
            depth=depth,
            objective=objective,
            moves=moves,
            seed=seed,
            memory=memory,
            progress=progress,
            should_stop=should_stop,
        )
    return ranking.analyze(
        game,
        policy,
        root,
        budget,
        settings=settings,
        evaluator=evaluator,
        worth=worth,
        objective=objective,
        batches=batches,
        jobs=jobs,
        seed=seed,
        memory=memory,
        confidence=confidence,
        until_decided=until_decided,
        doubt=doubt,
        progress=progress,
        should_stop=should_stop,
    )


def _part(budget: Budget, share: float) -> Budget:
    """A part of the time; simulations are not shared out, so that figures repeat."""
    seconds = budget.seconds
    return budget._replace(seconds=None if seconds is None else share * seconds)


def _solver_part(budget: Budget) -> Budget:
    """Of the time a part; a simulation buys as many positions as for exact values."""
    sims = budget.sims
    positions = None if sims is None else exact.SIMULATION * sims
    return _part(budget, SOLVER_SHARE)._replace(sims=positions)


def _less(budget: Budget, spent: float) -> Budget:
    """What is left of the time, at least the part that was not to be spent."""
    if budget.seconds is None:
        return budget
    least = (1.0 - SOLVER_SHARE) * budget.seconds
    return budget._replace(seconds=max(least, budget.seconds - spent))
