"""Moves ranked by depth-first search: deeper and deeper, with estimates at the horizon.

The first move is searched for its value, the others for whether they are better. What
is worse has only a bound then: its row has no win share of its own, but the most that
it can be, as `win_high`. Once the search can't go deeper, the best of the others are
searched for their values too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from engines.protocol import Evaluator, Game, Policy, State
from search.answers import Analysis, RankedMove
from search.batches import Budget, Progress
from search.confidence import MARGIN, WIN
from search.exact import DIGITS, whole_turns
from search.lines import LINE_POSITIONS, LINE_SECONDS, find_line
from search.ordering import make_preferences
from search.seekers import Clock, Found, Seeker, StoppedError
from search.stack import INFINITY, UNLIMITED, WEIGHT, Rules

MEMORY = 1 << 30
TABLE_SHARE = 4  # the table takes this part of the memory
SAMPLES = 4  # of a chance event that can't be listed
SHARE_DIGITS = 4  # of a win share read from a value, which margins blur
EXACT_MOVES = 10  # moves that are searched for their values in the end


# Kept, as in search.seekers.
kept_preferences: Callable[..., Any] = cache(make_preferences)


@dataclass
class Candidate:
    """A whole turn from the root, what it leads to, and what is known of that."""

    number: int
    actions: tuple[int, ...]
    state: State
    twin: int | None = None  # an earlier turn that leads to the same game
    found: Found | None = None
    line: tuple[int, ...] = ()
    looked: int = 0  # positions

    @property
    def is_exact(self) -> bool:
        """Whether its value is known, and not only a bound."""
        return self.found is not None and self.found.exact


@dataclass
class Ranking:
    """The turns of a position, best first, and how deep they have been searched."""

    game: Game
    root: State
    player: int
    candidates: list[Candidate] = field(default_factory=list)
    depth: int = 0

    @property
    def is_settled(self) -> bool:
        """Whether nothing rests on an estimate: searching deeper finds the same."""
        return all(c.found is not None and not c.found.estimated for c in self.own())

    @property
    def is_proven(self) -> bool:
        """Whether the first has its one true value, and no other can be better."""
        best, *others = (candidate.found for candidate in self.own())
        if best is None or best.estimated or best.low != best.high:
            return False
        return all(
            found is not None and not found.estimated and found.high <= best.low
            for found in others
        )

    @property
    def is_sure(self) -> bool:
        """Whether the first can't win less than another, however ties are broken."""
        best, *others = (candidate.found for candidate in self.own())
        if best is None or best.estimated:
            return False
        least = share_of(best.low)
        return all(
            found is not None and not found.estimated and share_of(found.high) <= least
            for found in others
        )

    def own(self) -> list[Candidate]:
        """The turns that lead to games of their own, in rank order."""
        return [c for c in self.candidates if c.twin is None]


def new_ranking(game: Game, policy: Policy, root: State) -> Ranking:
    """The whole turns of `root`, those first that the policy likes."""
    ranking = Ranking(game, root, int(game.current_player(root)))
    first: dict[int, int] = {}
    with np.errstate(over="ignore"):  # without the JIT, mixed words wrap loudly
        for number, (actions, after) in enumerate(whole_turns(game, root)):
            twin = first.setdefault(int(game.state_key(after)), number)
            ranking.candidates.append(
                Candidate(number, actions, after, None if twin == number else twin)
            )
    worths = _worths(game, policy, root)
    ranking.candidates.sort(key=lambda c: -worths.get(c.actions[0], 0.0))
    return ranking


def _worths(game: Game, policy: Policy, root: State) -> dict[int, float]:
    """How good the policy finds each legal action."""
    moves, out = np.zeros(game.MAX_ACTIONS, np.int64), np.zeros(game.MAX_ACTIONS)
    n = int(game.legal_actions(root, moves))
    kept_preferences(game, policy)(root, moves, n, policy.default_weights(), out)
    return dict(zip(moves[:n].tolist(), out[:n].tolist(), strict=True))


def search_to(ranking: Ranking, seeker: Seeker, depth: int, clock: Clock) -> None:
    """The ranking is that of a search of so many decisions; StoppedError if stopped.

    Then it is as it was before.
    """
    found: dict[int, Found] = {}
    bar = -INFINITY
    for candidate in ranking.own():
        left = max(0, depth - len(candidate.actions))
        result = _look_into(candidate, seeker, left, bar, clock)
        found[candidate.number] = result
        if result.exact:
            bar = max(bar, result.low)
    _take_over(ranking, found)
    ranking.depth = depth


def _look_into(
    candidate: Candidate, seeker: Seeker, depth: int, bar: float, clock: Clock
) -> Found:
    """What the search finds about a candidate; its positions are counted."""
    before = clock.looked
    try:
        return seeker.search(candidate.state, depth, bar, clock)
    finally:
        candidate.looked += clock.looked - before


def refine(
    ranking: Ranking, seeker: Seeker, moves: int, depth: int, clock: Clock
) -> None:
    """So many of the best have values; StoppedError if stopped before that.

    They look `depth` decisions ahead if the ranking needs no estimates, otherwise as
    far as it does.
    """
    ahead = depth if ranking.is_settled else ranking.depth
    for candidate in ranking.own()[:moves]:
        if candidate.is_exact:
            continue
        left = max(0, ahead - len(candidate.actions))
        candidate.found = _look_into(candidate, seeker, left, -INFINITY, clock)
    _take_over(ranking, {})


def _take_over(ranking: Ranking, found: dict[int, Found]) -> None:
    """The candidates have what was found, and stand in rank order."""
    for candidate in ranking.candidates:
        candidate.found = found.get(candidate.number, candidate.found)
    known = {c.number: c for c in ranking.own()}
    for candidate in ranking.candidates:
        if candidate.twin is not None:
            candidate.found = known[candidate.twin].found
    place = {c.number: i for i, c in enumerate(ranking.candidates)}

    def key(candidate: Candidate) -> tuple[bool, float, int, int]:
        found = candidate.found
        value = -INFINITY if found is None else round(found.value, DIGITS)
        first = place[candidate.number if candidate.twin is None else candidate.twin]
        return (not candidate.is_exact, -value, first, place[candidate.number])

    ranking.candidates.sort(key=key)


# --- Answers --------------------------------------------------------------------------


def check_depth(depth: int | None) -> None:
    """ValueError for a depth of no decision."""
    if depth is not None and depth < 1:
        raise ValueError("a search needs a depth of at least one decision")


def rules_for(objective: str, **given: int) -> Rules:
    """The rules that put the objective first."""
    if objective == "margin":
        return Rules(win_weight=1.0, margin_weight=WEIGHT, **given)
    return Rules(**given)


def analyze(
    game: Game,
    policy: Policy,
    evaluator: Evaluator,
    root: State,
    budget: Budget,
    *,
    depth: int | None = None,
    objective: str = "win",
    samples: int = SAMPLES,
    moves: int = EXACT_MOVES,
    seed: int = 0,
    memory: int = MEMORY,
    progress: Callable[[Progress], None] = lambda _: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> Analysis:
    """Rank the turns of `root` by a search of `depth` decisions, or deeper and deeper.

    A simulation of the budget is a position here. Chance that can't be listed is
    sampled `samples` times, with 0 estimated before it turns out; `seed` is of these
    samples. So many `moves` get values in the end if the budget suffices. ValueError
    for a depth below 1.
    """
    check_depth(depth)
    if game.player_count(root) == 1:
        objective = "margin"
    ranking = new_ranking(game, policy, root)
    rules = rules_for(objective, samples=samples, seed=seed)
    seeker = Seeker(
        game, policy, evaluator, root, ranking.player, rules, memory // TABLE_SHARE
    )
    seeker.warm_up(root)
    clock = Clock(budget, progress, should_stop)
    try:
        deepest = UNLIMITED if depth is None else depth
        for ahead in range(1, 1 + deepest):
            search_to(ranking, seeker, ahead, clock)
            if ranking.is_settled:
                break
        refine(ranking, seeker, moves, deepest, clock)
    except StoppedError:
        pass
    seconds = clock.seconds
    add_lines(ranking, seeker, moves, clock)
    return answer(ranking, "expectimax", objective, clock, seconds, seed)


def add_lines(ranking: Ranking, seeker: Seeker, moves: int, clock: Clock) -> None:
    """The first moves with values have their lines, as far as time allows."""
    seconds = clock.budget.seconds
    if clock.interrupted:
        seconds = LINE_SECONDS
    elif seconds is not None:
        seconds = max(LINE_SECONDS, seconds - clock.seconds)
    own_clock = Clock(Budget(LINE_POSITIONS, seconds))
    for candidate in ranking.own()[:moves]:
        found = candidate.found
        if found is None or not found.exact:
            continue
        ahead = ranking.depth if found.estimated else UNLIMITED
        ahead -= len(candidate.actions)
        rest = find_line(ranking.game, seeker, candidate.state, ahead, found, own_clock)
        candidate.line = (*candidate.actions, *rest)


def answer(
    ranking: Ranking,
    search: str,
    objective: str,
    clock: Clock,
    seconds: float,
    seed: int,
    proven: bool | None = None,
) -> Analysis:
    """The ranking as an analysis; whether it is proven is seen from it if not given."""
    is_proven = ranking.is_proven if proven is None else proven
    best = ranking.candidates[0].found
    decided = is_proven or (objective == "win" and ranking.is_sure)
    rows = tuple(
        _row(rank, candidate, best, objective, is_proven)
        for rank, candidate in enumerate(ranking.candidates, 1)
    )
    return Analysis(
        search=search,
        player=ranking.player,
        objective=objective,
        sims=clock.looked,
        seconds=seconds,
        seed=seed,
        batches=1,
        verdict=_verdict(rows, objective) if decided else "undecided",
        proven=is_proven,
        interrupted=clock.interrupted,
        warnings=(),
        moves=rows,
        depth=ranking.depth if 0 < ranking.depth < UNLIMITED else None,
    )


def _verdict(rows: Sequence[RankedMove], objective: str) -> str:
    """`equal` if another move is known to be as good as the first, as good as."""
    name = "margin" if objective == "margin" else "win"
    goal = MARGIN if objective == "margin" else WIN
    best = getattr(rows[0], name)
    for row in rows[1:]:
        own = getattr(row, name)
        if best is not None and own is not None and best - own <= goal.indifference:
            return "equal"
    return "decided"


def _row(
    rank: int, candidate: Candidate, best: Found | None, objective: str, proven: bool
) -> RankedMove:
    """The figures of one turn: its values, a bound, or nothing."""
    found = candidate.found
    line = candidate.line or candidate.actions
    if found is None or best is None or not found.exact:
        return _open_row(rank, candidate, best, proven)
    sure = not found.estimated and found.low == found.high
    low, high = share_limits(found, objective)
    win, margin = round(found.win, DIGITS), round(found.margin, DIGITS)
    lost = best.margin - margin if objective == "margin" else best.win - win
    return RankedMove(
        rank=rank,
        turn=candidate.actions,
        win=win,
        win_se=0.0 if sure else None,
        win_low=win if sure else low,
        win_high=win if sure else high,
        margin=margin,
        margin_se=0.0 if sure else None,
        p_best=float(lost <= 0.0) if proven else None,
        regret=max(0.0, round(lost, DIGITS)),
        visits=candidate.looked,
        proven=sure,
        line=line,
    )


def _open_row(
    rank: int, candidate: Candidate, best: Found | None, proven: bool
) -> RankedMove:
    """A turn without a value of its own: at most `win_high`, if even that is known."""
    found = candidate.found
    most = None
    if found is not None and best is not None:
        most = round(min(found.win, best.win), DIGITS)
    return RankedMove(
        rank=rank,
        turn=candidate.actions,
        win=None,
        win_se=None,
        win_low=None,
        win_high=most,
        margin=None,
        margin_se=None,
        p_best=0.0 if proven else None,
        regret=None,
        visits=candidate.looked,
        proven=False,
        line=candidate.actions,
    )


def share_limits(found: Found, objective: str) -> tuple[float | None, float | None]:
    """The least and most win share however ties are broken; None if not known."""
    if objective == "margin" or found.estimated or found.low == found.high:
        return None, None
    return share_of(found.low), share_of(found.high)


def share_of(value: float) -> float:
    """The win share in a value that puts it first."""
    share = round(0.5 + 0.5 * value / WEIGHT, SHARE_DIGITS)
    return min(1.0, max(0.0, share))
