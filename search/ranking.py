"""Moves ranked by tree searches of their position, with errors between searches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.nets import Nets
from engines.protocol import Evaluator, Game, Policy, State, Vector
from language import N_
from search.answers import Analysis, RankedMove
from search.batches import Batch, Budget, Progress, Search, Sums, new_batches
from search.confidence import (
    CONFIDENCE,
    MARGIN,
    WIN,
    Contest,
    Doubt,
    Estimate,
    Goal,
    Level,
    Mask,
    Values,
    Verdict,
    Visits,
    best_chances,
    between_batches,
    contenders,
    contest,
    verdict,
)
from search.looks import at_a_look, at_the_end
from search.mcts import Settings
from search.outlook import outlook, stays_ahead
from search.rollout import make_estimate
from search.settings import aimed
from search.tree import has_room, principal_line

BATCHES = 8
MEMORY = 1 << 30
LEAST_VISITS = 32  # a batch, so that every move can be compared


class Exact(NamedTuple):
    """What a turn is worth, known for certain: the mover's win share and margin."""

    win: float
    margin: float


class Sample(NamedTuple):
    """What the batches found of whole turns from the root, and what ranks these."""

    win: Values
    margin: Values
    by_margin: bool
    earlier: Values | None = None  # the figure that ranks, at half the simulations
    doubt: Doubt = Doubt()

    @property
    def aim(self) -> Values:
        """The figure that ranks the turns."""
        return self.margin if self.by_margin else self.win

    @property
    def goal(self) -> Goal:
        """How that figure is compared."""
        return self.goals[self.by_margin]

    @property
    def goals(self) -> tuple[Goal, Goal]:
        """How win shares and margins are compared."""
        return (
            WIN._replace(doubt=self.doubt.win, apart=self.doubt.win_apart),
            MARGIN._replace(doubt=self.doubt.margin, apart=self.doubt.margin_apart),
        )


class Figures(NamedTuple):
    """All figures by turn: estimates, outlook, chance of being best, expected loss."""

    win: Estimate
    margin: Estimate
    outlook: tuple[Vector, Vector]
    chance: Vector
    loss: Vector


def analyze(
    game: Game,
    policy: Policy,
    root: State,
    budget: Budget,
    *,
    settings: Settings | None = None,
    evaluator: Evaluator | None = None,
    worth: Vector | Nets | None = None,
    objective: str = "win",
    batches: int = BATCHES,
    jobs: int = 1,
    seed: int = 0,
    memory: int = MEMORY,
    confidence: float = CONFIDENCE,
    until_decided: bool = False,
    proven: Mapping[tuple[int, ...], Exact] | None = None,
    doubt: Doubt = Doubt(),  # noqa: B008 (a constant)
    progress: Callable[[Progress], None] = lambda _: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> Analysis:
    """Search `root`, where a decision is due, and rank the legal turns.

    `memory` bounds all trees together, in bytes. Without an `evaluator` the policy
    estimates where playouts are cut; `worth` are weights of the evaluator other than
    its default ones, and `doubt` says what it errs by. Intervals and the verdict err
    with probability 1 - `confidence` at most. `until_decided` the budget is a ceiling:
    the search ends at the first look whose verdict is not `undecided`. Turns whose
    values are known already are given as `proven`; they have no error. `should_stop` is
    asked between waves, about ten times a second; what is known by then is returned.
    With a budget of simulations the result depends on the seed alone, not on `jobs`.
    Raises ValueError where no decision is due, the budget is of no simulation, or the
    confidence is not between 0.5 and 1.
    """
    check(game, root, budget)
    if not 0.5 < confidence < 1.0:
        raise ValueError(f"the confidence {confidence} is not between 0.5 and 1")
    settings = _aimed(
        game, evaluator or policy, worth, root, settings or Settings(), objective
    )._replace(least_visits=LEAST_VISITS)
    trees = new_batches(game, budget, batches, seed, memory)
    search = Search(game, policy, root, settings, trees, jobs, evaluator, worth)
    known, by_margin = proven or {}, objective == "margin"

    def settled() -> bool:
        sample = _sample(search, known, by_margin, doubt)
        return is_settled(sample, at_a_look(confidence))

    end = search.run(budget, progress, should_stop, settled if until_decided else None)
    level = Level(confidence)
    if until_decided:
        level = (at_a_look if end.settled else at_the_end)(confidence)
    sample = _sample(search, known, by_margin, doubt)
    order, found = judge(sample, level)
    figures = _figures(sample, level, seed)
    return Analysis(
        search="mcts",
        player=int(game.current_player(root)),
        objective=objective,
        sims=search.done,
        seconds=end.seconds,
        seed=seed,
        batches=len(trees),
        verdict=found.word,
        proven=bool(sample.aim.proven.all()),
        interrupted=end.interrupted,
        warnings=_warnings(game, trees),
        moves=tuple(
            _row(rank, move, search, sample, figures)
            for rank, move in enumerate(order.tolist(), 1)
        ),
        confidence=confidence,
        until_decided=until_decided,
        settled=end.settled or end.solved,
        limited=found.word == "undecided" and is_settled(sample, level),
        half_width=level.half_width(len(trees)),
        equals=tuple((np.flatnonzero(np.isin(order, found.equals)) + 1).tolist()),
    )


def check(game: Game, root: State, budget: Budget) -> None:
    """ValueError where no decision is due or the budget is of no simulation."""
    if game.count_actions(root) == 0:
        raise ValueError("no decision is due in this position")
    if budget.sims is not None and budget.sims < 1:
        raise ValueError("a budget of simulations needs at least one")


def _aimed(
    game: Game,
    judge: Evaluator,
    worth: Vector | Nets | None,
    root: State,
    settings: Settings,
    objective: str,
) -> Settings:
    """The settings for an objective; alone at the table, only points are to be had."""
    if game.player_count(root) > 1:
        return (
            settings._replace(margin_share=1.0) if objective == "margin" else settings
        )
    weights = judge.default_weights() if worth is None else worth
    return aimed(game, make_estimate(game, judge), weights, root, settings)


def _sample(
    search: Search,
    known: Mapping[tuple[int, ...], Exact],
    by_margin: bool,
    doubt: Doubt,
) -> Sample:
    """Visits and means of every turn in every batch; exact values where known."""
    exact = {turn: Exact(*value) for turn, value in search.proven().items()}
    exact |= known
    proven = np.array([turn.actions in exact for turn in search.turns])
    settled, marked = np.zeros_like(proven), search.settled()
    settled[list(marked)] = True

    def values(sums: Sums) -> tuple[Values, Values]:
        with np.errstate(invalid="ignore"):  # 0 / 0 where a turn was never visited
            win, margin = sums.win / sums.visits, sums.margin / sums.visits
        for number, figures in marked.items():
            win[:, number], margin[:, number] = figures.T
        for move in np.flatnonzero(proven):
            win[:, move], margin[:, move] = exact[search.turns[move].actions]
        return (
            Values(win, sums.visits, proven, settled),
            Values(margin, sums.visits, proven, settled),
        )

    earlier = search.sums_half_way()
    return Sample(
        *values(search.sums()),
        by_margin,
        None if earlier is None else values(earlier)[by_margin],
        doubt,
    )


def judge(sample: Sample, level: Level) -> tuple[NDArray[np.intp], Verdict]:
    """Indices of the moves in rank order, and the verdict on the first of them."""
    visits = sample.aim.visits
    wins, margins = sample.goals
    win = between_batches(sample.win, wins, level).mean
    margin = between_batches(sample.margin, margins, level).mean
    aim, other = (margin, win) if sample.by_margin else (win, margin)
    order = ranking_order(
        aim, other, sample.goal.indifference, visits, sample.aim.proven
    )
    if len(order) == 1:
        return order, Verdict("decided")
    found = contest(sample.aim, sample.goal)
    if found is None:  # a sure win needs no comparison
        sure = sample.aim.proven[order[0]] and aim[order[0]] >= sample.goal.most
        return order, Verdict("decided" if sure else "undecided")
    totals = visits.sum(axis=0)
    first = int(np.flatnonzero(found.moves == order[0])[0])
    settled = bool(totals[order[0]] == totals.max()) and stays_ahead(
        int(order[0]), np.delete(found.moves, first), sample.aim, sample.earlier
    )
    return order, verdict(found, first, settled, sample.goal, level)


def is_settled(sample: Sample, level: Level) -> bool:
    """Nothing is left to find out: a choice of moves, and a verdict on the first.

    A search that has looked at hardly anything but one move has more to see. What the
    evaluator errs by does not count, as more simulations would not lessen it.
    """
    sample = sample._replace(doubt=Doubt())
    order, found = judge(sample, level)
    compared = contest(sample.aim, sample.goal)
    choice = len(order) > 1 and (compared is None or len(compared.moves) > 1)
    return choice and found.word != "undecided"


def _figures(sample: Sample, level: Level, seed: int) -> Figures:
    """All figures of all moves; chances and losses of those compared alone."""
    chance, loss = np.full((2, len(sample.aim.proven)), np.nan)
    found: Contest | None = contest(sample.aim, sample.goal)
    if found is not None and (len(found.moves) > 1 or sample.goal.apart == 0.0):
        chance[found.moves], loss[found.moves] = best_chances(found, level, seed)
    wins, margins = sample.goals
    win = between_batches(sample.win, wins, level)
    margin = between_batches(sample.margin, margins, level)
    aim = margin if sample.by_margin else win
    return Figures(
        win,
        margin,
        outlook(aim, sample.aim, sample.earlier, level),
        chance,
        loss,
    )


def ranking_order(
    mean: Vector, other: Vector, zone: float, visits: Visits, proven: Mask
) -> NDArray[np.intp]:
    """Indices of moves, best first: contenders by mean, then the others by visits.

    A move visited little has a mean that still contains the opponents' bad replies, so
    only contenders compete by their figures; others of about as many visits, within a
    doubling, are in order of theirs. Contenders within the `zone` of the best mean
    are equals, told apart by the `other` figure: of moves that win anyway, or lose
    anyway, the one with the better margin is first. A proven move competes if it is
    no worse than the worst contender.
    """
    contends = contenders(visits)
    contends |= proven & (mean >= mean[contends].min() - zone)
    value = np.where(contends, np.nan_to_num(mean), -np.inf)
    equals = value >= value.max() - zone
    tie_break = np.where(equals, np.nan_to_num(other), -np.inf)
    totals = visits.sum(axis=0)
    doublings = np.floor(np.log2(np.maximum(totals, 0.5)))
    by_visits = np.where(contends, 0.0, -doublings)
    means = np.where(contends, 0.0, -np.nan_to_num(mean))
    rest = np.where(equals, 0.0, -value)
    keys = (-totals, means, by_visits, rest, -tie_break, ~equals, ~contends)
    return np.lexsort(keys)


def _row(
    rank: int, move: int, search: Search, sample: Sample, figures: Figures
) -> RankedMove:
    """The figures of one turn, with the line of the batch that visited it most."""
    visits, turn = sample.aim.visits[:, move], search.turns[move]
    tree = search.batches[int(visits.argmax())].tree
    win, margin = figures.win, figures.margin
    ends = [end[move] for end in figures.outlook]
    if not sample.by_margin:
        ends = np.clip(ends, 0.0, 1.0).tolist()
    return RankedMove(
        rank=rank,
        turn=turn.actions,
        win=_known(win.mean[move]),
        win_se=_known(win.error[move]),
        win_low=_known(np.clip(win.low[move], 0.0, 1.0)),
        win_high=_known(np.clip(win.high[move], 0.0, 1.0)),
        margin=_known(margin.mean[move]),
        margin_se=_known(margin.error[move]),
        p_best=_known(figures.chance[move]),
        regret=_known(figures.loss[move]),
        visits=int(visits.sum()),
        proven=bool(sample.aim.proven[move]),
        line=(*turn.actions[:-1], *principal_line(tree, turn.node)),
        outlook_low=_known(ends[0]),
        outlook_high=_known(ends[1]),
    )


def _known(value: float) -> float | None:
    """A plain number, None for NaN."""
    return None if np.isnan(value) else float(value)


def _warnings(game: Game, batches: list[Batch]) -> tuple[str, ...]:
    """What a reader of the figures should know."""
    if all(has_room(batch.tree, game.MAX_ACTIONS) for batch in batches):
        return ()
    return (N_("the memory limit was reached: trees stopped growing; see --memory"),)
