"""Independent searches of one position, advanced side by side within a budget.

The children of one tree are no independent sample. So a position is searched in
batches, each with a tree and a stream of its own, and figures are compared *between*
batches.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from engines.nets import Nets
from engines.protocol import Evaluator, Game, Policy, Rng, State, Vector
from engines.rng import SEARCH, copy_into, new_stream
from search.behind import Lookout, exhausted, make_search, new_lookout
from search.looks import half_way, is_look, next_mark
from search.mcts import Settings, Weights, make_expand, weights_of
from search.tree import OPEN, PROVEN, Tree, children, figures_of, has_room, new_tree
from search.workspace import Workspace, new_workspace

WAVE_SECONDS = 0.08
FIRST_CHUNK = 16


class Budget(NamedTuple):
    """When to stop: after so many simulations over all batches, or so many seconds."""

    sims: int | None = None
    seconds: float | None = None

    def used(self, sims: int, seconds: float) -> float:
        """Part of the budget that is used up, in 0..1; the tighter limit counts."""
        by_sims = sims / self.sims if self.sims else 0.0
        by_time = seconds / self.seconds if self.seconds else 0.0
        return min(1.0, max(by_sims, by_time))


class Progress(NamedTuple):
    """What a search has done so far; `fraction` of its budget, in 0..1."""

    sims: int
    seconds: float
    fraction: float


@dataclass
class Batch:
    """One independent search: its tree, its stream, and how far it has come."""

    tree: Tree
    rng: Rng
    work: Workspace
    target: int | None
    done: int = 0
    weights: Weights | None = None  # with room of its own
    lookout: Lookout | None = None

    def next_chunk(self, chunk: int, mark: int) -> int:
        """Simulations to run next: `chunk`, or what is left to the target or mark."""
        end = mark if self.target is None else min(self.target, mark)
        return min(chunk, end - self.done)


class Sums(NamedTuple):
    """Visits of every turn in every batch, and sums over them, `[batch, turn]`."""

    visits: NDArray[np.int64]
    win: Vector
    margin: Vector


class End(NamedTuple):
    """How a search ended.

    With its budget, at a look that settled it, stopped, or as nothing was left to find
    out: all trees were `solved`.
    """

    seconds: float
    interrupted: bool
    settled: bool = False
    solved: bool = False


def new_batches(
    game: Game, budget: Budget, count: int, seed: int, memory: int
) -> list[Batch]:
    """Up to `count` batches that share simulations and memory (bytes) evenly."""
    sims = budget.sims
    count = count if sims is None else max(1, min(count, sims))
    return [
        Batch(
            tree=new_tree(game, memory // count),
            rng=new_stream(seed, SEARCH, b),
            work=new_workspace(game),
            target=None if sims is None else sims // count + (b < sims % count),
        )
        for b in range(count)
    ]


class Turn(NamedTuple):
    """The decisions of one player's whole turn, and the node that they lead to."""

    actions: tuple[int, ...]
    node: int


@dataclass
class Search:
    """Batches on one position; how they explore, and on how many threads."""

    game: Game
    policy: Policy
    root: State
    settings: Settings
    batches: list[Batch]
    jobs: int
    evaluator: Evaluator | None = None  # without one the policy estimates
    worth: Vector | Nets | None = None  # weights of it other than its default ones
    simulate: Callable[..., Any] = field(init=False)
    expand: Callable[..., Any] = field(init=False)
    turns: list[Turn] = field(init=False)
    marks: dict[int, Sums] = field(default_factory=dict)  # by simulations a batch

    def __post_init__(self) -> None:
        weights = weights_of(self.policy, self.evaluator or self.policy, self.worth)
        for batch in self.batches:
            batch.weights = weights.for_one_thread()
            batch.lookout = new_lookout(self.game, self.settings)
        self.simulate = make_search(self.game, self.policy, self.evaluator)
        self.expand = make_expand(self.game, self.policy, self.evaluator)
        self.advance(self.batches[0], 0)  # compiled or loaded before any clock runs
        for batch in self.batches:
            self.turns = list(self._open_turns(batch, 0, self.root, ()))

    def _open_turns(
        self, batch: Batch, node: int, state: State, begun: tuple[int, ...]
    ) -> Iterator[Turn]:
        """All ways to go on with a turn; their nodes are the same in every batch."""
        copy_into(state, batch.work.state)
        with np.errstate(over="ignore"):
            self.expand(
                batch.tree, node, batch.work, self.settings, batch.weights, batch.rng
            )
        for child in children(batch.tree, node):
            action = int(batch.tree.action[child])
            after = state.copy()
            self.game.play(after, action)
            goes_on = self.game.is_mid_turn(after)
            if goes_on and has_room(batch.tree, self.game.MAX_ACTIONS):
                yield from self._open_turns(batch, child, after, (*begun, action))
            else:
                yield Turn((*begun, action), child)

    def advance(self, batch: Batch, simulations: int) -> None:
        """One batch is that many simulations further."""
        with np.errstate(over="ignore"):  # without the JIT, random words wrap loudly
            self.simulate(
                batch.tree,
                self.root,
                simulations,
                batch.work,
                batch.lookout,
                self.settings,
                batch.weights,
                batch.rng,
            )
        batch.done += simulations

    @property
    def done(self) -> int:
        """Simulations so far, all batches together."""
        return sum(batch.done for batch in self.batches)

    def sums(self) -> Sums:
        """What the trees say of the turns now."""
        nodes = [turn.node for turn in self.turns]
        trees = [batch.tree for batch in self.batches]
        return Sums(
            np.array([tree.visits[nodes] for tree in trees], np.int64),
            np.array([tree.win[nodes] for tree in trees]),
            np.array([tree.margin[nodes] for tree in trees]),
        )

    def sums_half_way(self) -> Sums | None:
        """What they said at the last mark before half of the simulations, if any."""
        mark = half_way(min(batch.done for batch in self.batches))
        return None if mark is None else self.marks[mark]

    def run(
        self,
        budget: Budget,
        progress: Callable[[Progress], None],
        should_stop: Callable[[], bool],
        settled: Callable[[], bool] | None = None,
    ) -> End:
        """The budget is used up, the search was stopped, or it is `settled`.

        That is asked at the looks alone, when every batch has exactly as many
        simulations as the look says, whatever the budget. Batches go on in waves, so
        that all are equally far whenever it ends.
        """
        began, spent, chunk, mark = time.perf_counter(), 0.0, FIRST_CHUNK, next_mark(0)
        jobs = min(self.jobs, len(self.batches))
        with Parallel(n_jobs=jobs, backend="threading") as parallel:
            while True:
                work = [
                    (batch, batch.next_chunk(chunk, mark)) for batch in self.batches
                ]
                ran = sum(n for _, n in work)
                parallel(delayed(self.advance)(batch, n) for batch, n in work if n)
                before, spent = spent, time.perf_counter() - began
                used = budget.used(self.done, spent)
                progress(Progress(self.done, spent, used))
                if self._have_all_done(mark):
                    self.marks[mark] = self.sums()
                    self.marks = {m: s for m, s in self.marks.items() if 4 * m > mark}
                    if settled and is_look(mark) and settled():
                        return End(spent, settled=True, interrupted=False)
                    if self._is_solved():
                        return End(spent, interrupted=False, solved=True)
                    mark = next_mark(mark)
                if used >= 1.0 or should_stop():
                    return End(spent, interrupted=used < 1.0)
                chunk = self._next_wave(budget, chunk, ran / (spent - before), spent)

    def _is_solved(self) -> bool:
        """No tree has anything left to find out."""
        return all(exhausted(batch.tree, self.settings) for batch in self.batches)

    def proven(self) -> dict[tuple[int, ...], tuple[float, float]]:
        """(win share, margin) of the turns whose results are known for good."""
        return {
            turn.actions: figures_of(batch.tree, turn.node)
            for batch in self.batches
            for turn in self.turns
            if batch.tree.mark[turn.node] == PROVEN
        }

    def settled(self) -> dict[int, NDArray[np.float64]]:
        """[batch, (win share, margin)] of the turns, by number, with nothing left open.

        They are marked in every tree, by the evaluator's word or by more than that.
        After looks behind the deal trees differ.
        """
        trees = [batch.tree for batch in self.batches]
        return {
            number: np.array([figures_of(tree, turn.node) for tree in trees])
            for number, turn in enumerate(self.turns)
            if all(tree.mark[turn.node] != OPEN for tree in trees)
        }

    def _have_all_done(self, simulations: int) -> bool:
        """Every batch has that many simulations."""
        return all(batch.done == simulations for batch in self.batches)

    def _next_wave(self, budget: Budget, chunk: int, rate: float, spent: float) -> int:
        """Simulations a batch for the next wave, at `rate` simulations a second."""
        wished = WAVE_SECONDS
        if budget.seconds is not None:
            wished = min(wished, budget.seconds - spent)
        return max(1, min(4 * chunk, int(rate * wished / len(self.batches))))
