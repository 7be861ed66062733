"""The best search for a position within a budget."""

from __future__ import annotations

from collections.abc import Callable

from engines.protocol import Evaluator, Game, Policy, State
from search import exact, ranking
from search.answers import Analysis
from search.batches import Budget, Progress
from search.exact import NotSolvedError
from search.mcts import Settings

SEARCHES = ("auto", "mcts", "exact")
EXACT_SHARE = 0.5  # of the budget that `auto` gives to an exact answer


def analyze(
    game: Game,
    policy: Policy,
    root: State,
    budget: Budget,
    *,
    search: str = "auto",
    settings: Settings | None = None,
    evaluator: Evaluator | None = None,
    objective: str = "win",
    batches: int = ranking.BATCHES,
    jobs: int = 1,
    seed: int = 0,
    memory: int = ranking.MEMORY,
    progress: Callable[[Progress], None] = lambda _: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> Analysis:
    """Rank the legal turns of `root`, where a decision is due.

    `auto` answers exactly if random games from `root` end within a few decisions and
    half the budget suffices, otherwise by tree search. Alone at the table the objective
    is the score. Other arguments as for `ranking.analyze`; raises ValueError as that
    does, and NotSolvedError if an exact answer is asked for in vain.
    """
    ranking.check(game, root, budget)
    if game.player_count(root) == 1:
        objective = "margin"
    if search == "exact" or (search == "auto" and exact.end_is_near(game, root, seed)):
        try:
            return exact.solve(
                game,
                root,
                budget if search == "exact" else _part(budget, EXACT_SHARE),
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
    return ranking.analyze(
        game,
        policy,
        root,
        budget,
        settings=settings,
        evaluator=evaluator,
        objective=objective,
        batches=batches,
        jobs=jobs,
        seed=seed,
        memory=memory,
        progress=progress,
        should_stop=should_stop,
    )


def _part(budget: Budget, share: float) -> Budget:
    """A part of the time; simulations are not shared out, so that figures repeat."""
    seconds = budget.seconds
    return budget._replace(seconds=None if seconds is None else share * seconds)
