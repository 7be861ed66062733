"""Moves ranked by their exact values, where the end of the game is near enough."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from joblib import Parallel, delayed

from engines.protocol import Game, State
from engines.rng import SAMPLE, new_stream
from language import tr
from search.answers import Analysis, RankedMove
from search.batches import Budget, Progress
from search.confidence import MARGIN, WIN
from search.policies import uniform
from search.rollout import make_play_games
from search.walk import COMPLETE, make_go_on, new_walk
from search.workspace import new_workspace

PROBES = 16  # random games that tell whether the end is near
NEAR = 4  # decisions
CHUNK = 50_000  # positions between two looks at the clock
DIGITS = 9  # beyond them, sums of the same odds in another order differ
SIMULATION = 100  # positions that are taken to cost what a simulation does


class NotSolvedError(ValueError):
    """There is no exact answer, or not within the budget; says which."""


class Line(NamedTuple):
    """A whole turn of the root's player, and the walk that values what it leads to."""

    actions: tuple[int, ...]
    walk: Any  # a search.walk.Walk, or a game's own; several lines may share one


class Ending(Protocol):
    """What a game's own way to value its last turns offers."""

    @property
    def EXAMPLE(self) -> str: ...  # noqa: N802 # text of a position that it covers

    def covers(self, state: State) -> bool:
        """Whether it values the position."""

    def new_walks(self, afters: Sequence[State]) -> list[Any]:
        """Walks from all states that one position leads to; equal ones share one.

        A walk has `level`, `wins` and `margins` as a `search.walk.Walk`.
        """

    def go_on(self, walk: Any, positions: int, by_margin: bool) -> int:
        """The walk is up to that many positions further; how many it was."""


def end_is_near(game: Game, root: State, seed: int) -> bool:
    """Random games from `root` all end within a few decisions."""
    play_games, work = make_play_games(game, uniform), new_workspace(game)
    weights, out = uniform.default_weights(), np.zeros(game.MAX_PLAYERS)
    for probe in range(PROBES):
        rng = new_stream(seed, SAMPLE, probe)
        if play_games(root, 1, work, weights, out, rng) > NEAR:
            return False
    return True


def is_within_reach(game: Game, root: State, ending: Ending | None, seed: int) -> bool:
    """An exact answer is worth trying: the game's own way covers it, or it is near."""
    if ending is not None and ending.covers(root):
        return True
    return end_is_near(game, root, seed)


def whole_turns(
    game: Game, state: State, begun: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], State]]:
    """All ways to play (on with) a turn, and the states that they lead to."""
    for index in range(game.count_actions(state)):
        action = int(game.action_at(state, index))
        after = state.copy()
        game.play(after, action)
        if game.is_mid_turn(after):
            yield from whole_turns(game, after, (*begun, action))
        else:
            yield (*begun, action), after


def solve(
    game: Game,
    root: State,
    budget: Budget,
    *,
    ending: Ending | None = None,
    objective: str = "win",
    jobs: int = 1,
    seed: int = 0,
    progress: Callable[[Progress], None] = lambda _: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> Analysis:
    """The legal turns of `root` by exact value.

    By the game's own `ending` where that covers the position, else by all positions
    that may follow. A simulation of the budget buys SIMULATION positions.
    NotSolvedError if the budget does not suffice, the end is too far, or there is
    chance that cannot be listed.
    """
    go_on, lines, began = _begin(game, root, ending, objective == "margin")
    numbers = {id(line.walk): number for number, line in enumerate(lines)}
    looked, spent = np.zeros(len(lines), np.int64), 0.0

    def advance(number: int) -> bool:
        seen = go_on(lines[number].walk)
        looked[number] += max(0, seen)
        return seen >= 0

    pending = list(numbers.values())
    with Parallel(n_jobs=jobs, backend="threading") as parallel:
        while pending:
            if not all(parallel(delayed(advance)(number) for number in pending[:jobs])):
                raise NotSolvedError(
                    tr(
                        "the end of the game is too far, or chance comes that can turn"
                        " out in too many ways"
                    )
                )
            pending = [
                number for number in pending if lines[number].walk.level[0] != COMPLETE
            ]
            spent = time.perf_counter() - began
            used = budget.used(int(looked.sum()) // SIMULATION, spent)
            if pending and used >= 1.0:
                raise NotSolvedError(tr("the budget does not suffice"))
            if pending and should_stop():
                raise NotSolvedError(tr("it was stopped"))
            done = max(used, 1.0 - len(pending) / len(numbers))
            progress(Progress(int(looked.sum()), spent, done))
    visits = [int(looked[numbers[id(line.walk)]]) for line in lines]
    sims = int(looked.sum())
    return _answer(game, root, lines, visits, sims, objective, spent, seed)


def _begin(
    game: Game, root: State, ending: Ending | None, by_margin: bool
) -> tuple[Callable[[Any], int], list[Line], float]:
    """How a walk goes on for a while, the lines, and when the clock began to run.

    What has to be compiled or loaded is before that.
    """
    turns = list(whole_turns(game, root))
    actions, afters = zip(*turns, strict=True)
    if ending is not None and ending.covers(root):
        ending.go_on(ending.new_walks(afters[:1])[0], 0, by_margin)
        began = time.perf_counter()
        walks, step = ending.new_walks(afters), ending.go_on
    else:
        walks, step = [new_walk(game, after) for after in afters], make_go_on(game)
        step(walks[0], 0, by_margin)
        began = time.perf_counter()
    lines = [Line(*line) for line in zip(actions, walks, strict=True)]
    return lambda walk: int(step(walk, CHUNK, by_margin)), lines, began


def _answer(
    game: Game,
    root: State,
    lines: list[Line],
    looked: list[int],
    sims: int,
    objective: str,
    seconds: float,
    seed: int,
) -> Analysis:
    player = int(game.current_player(root))
    win = np.array([line.walk.wins[0, player] for line in lines]).round(DIGITS)
    margin = np.array([line.walk.margins[0, player] for line in lines]).round(DIGITS)
    goal, aim, other = (
        (MARGIN, margin, win) if objective == "margin" else (WIN, win, margin)
    )
    order = np.lexsort((-other, -aim))
    best, second = aim[order[0]], aim[order[min(1, len(order) - 1)]]
    equal = len(order) > 1 and best - second <= goal.indifference
    rows = [
        RankedMove(
            rank=rank,
            turn=lines[i].actions,
            win=float(win[i]),
            win_se=0.0,
            win_low=float(win[i]),
            win_high=float(win[i]),
            margin=float(margin[i]),
            margin_se=0.0,
            p_best=float(aim[i] == best),
            regret=float(best - aim[i]),
            visits=looked[i],
            proven=True,
            line=lines[i].actions,
        )
        for rank, i in enumerate(order.tolist(), 1)
    ]
    return Analysis(
        search="exact",
        player=player,
        objective=objective,
        sims=sims,
        seconds=seconds,
        seed=seed,
        batches=1,
        verdict="equal" if equal else "decided",
        proven=True,
        interrupted=False,
        warnings=(),
        moves=tuple(rows),
    )
