"""The rest of a round solved: to the next chance event, or to the end of the game.

If no line comes to chance, the answer is proven. A line that does is valued by the
evaluator. Then the answer is proven only if it stays the best move however chance turns
out: if at its worst for the player it is no worse than any other move at its best.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engines.protocol import Evaluator, Game, Policy, State
from engines.rng import SAMPLE, new_stream
from language import N_, tr
from search.answers import Analysis
from search.batches import Budget, Progress
from search.exact import NotSolvedError
from search.expectimax import (
    EXACT_MOVES,
    MEMORY,
    TABLE_SHARE,
    Ranking,
    add_lines,
    answer,
    new_ranking,
    refine,
    rules_for,
    search_to,
)
from search.rollout import make_choose
from search.seekers import Clock, Seeker, StoppedError, bounding
from search.stack import BEST, ESTIMATE, INFINITY, UNLIMITED, Rules

BUDGET_TOO_SMALL = N_("the budget does not suffice")

FIRST_DEPTHS = (1, 2, 3, 4, 5, 6)  # searched before the whole, for the order of moves
PROBES = 16  # rounds played by the policy that tell whether this is the last one
LIKELY = 0.5  # part of them that have to end the game
MANY_PLIES = 12  # decisions too many for a search without alpha-beta


def solve(
    game: Game,
    policy: Policy,
    evaluator: Evaluator,
    root: State,
    budget: Budget,
    *,
    objective: str = "win",
    moves: int = EXACT_MOVES,
    seed: int = 0,
    memory: int = MEMORY,
    progress: Callable[[Progress], None] = lambda _: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> Analysis:
    """Rank the turns of `root` by the rest of the round.

    A simulation of the budget is a position here. NotSolvedError if the budget does not
    suffice. So many `moves` get values if it does. Nothing is drawn: `seed` is noted.
    """
    ranking = new_ranking(game, policy, root)
    alone = int(game.player_count(root)) <= 2
    rules = rules_for(objective, midpoint=1, unentered=ESTIMATE if alone else BEST)

    def new_seeker(rules: Rules) -> Seeker:
        size = memory // TABLE_SHARE
        return Seeker(game, policy, evaluator, root, ranking.player, rules, size)

    seeker = new_seeker(rules)
    seeker.warm_up(root)
    clock, proven = Clock(budget, progress, should_stop), False
    try:
        for depth in (*FIRST_DEPTHS, UNLIMITED):
            search_to(ranking, seeker, depth, clock)
            if ranking.is_settled:
                break
        proven = ranking.is_proven or (
            alone and stays_best(ranking, rules, new_seeker, clock)
        )
        refine(ranking, seeker, moves, UNLIMITED, clock)
    except StoppedError:
        if ranking.depth < UNLIMITED and not ranking.is_proven:
            why = tr("it was stopped") if clock.interrupted else tr(BUDGET_TOO_SMALL)
            raise NotSolvedError(why) from None
    seconds = clock.seconds
    add_lines(ranking, seeker, moves, clock)
    return answer(ranking, "solver", objective, clock, seconds, seed, proven)


def stays_best(
    ranking: Ranking,
    rules: Rules,
    new_seeker: Callable[[Rules], Seeker],
    clock: Clock,
) -> bool:
    """The first move is the best however the chance that lines come to turns out.

    Its value has the limits found then. StoppedError if stopped.
    """
    best, *others = ranking.own()
    worst = new_seeker(bounding(rules, ranking.player, best=False))
    low = worst.search(best.state, UNLIMITED, -INFINITY, clock).value
    hopeful = new_seeker(bounding(rules, ranking.player, best=True))
    for other in others:
        if hopeful.search(other.state, UNLIMITED, low, clock).value > low:
            return False
    high = hopeful.search(best.state, UNLIMITED, low, clock).value
    assert best.found is not None
    best.found = best.found._replace(low=low, high=high, estimated=False)
    return True


def is_likely_last(game: Game, policy: Policy, root: State, seed: int) -> bool:
    """The policy's games from `root` mostly end without chance, and not too late.

    A game without rounds has no last one.
    """
    if game.round_number(root) == 0:
        return False
    choose, moves = make_choose(game, policy), np.zeros(game.MAX_ACTIONS, np.int64)
    weights, ended, plies = policy.default_weights(), 0, 0
    for probe in range(PROBES):
        state, rng = root.copy(), new_stream(seed, SAMPLE, probe)
        while game.count_actions(state):
            game.play(state, choose(state, moves, weights, rng))
            plies += 1
        ended += bool(game.is_over(state))
    short = game.player_count(root) <= 2 or plies <= MANY_PLIES * PROBES
    return ended >= LIKELY * PROBES and bool(short)
