"""What every move of a decision is worth, by searches of each move alone.

A search of the position looks at few moves closely. Here each move has searches of its
own, as long as those of its rivals: sequential halving (Karnin, Koren & Somekh 2013).
In each stage all moves that are left are searched equally long, and the better half
goes on to longer searches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Any, NamedTuple

import numpy as np

from engines.protocol import Evaluator, Game, Policy, State, Vector
from engines.rng import SEARCH, new_stream
from search import exact, solver
from search.answers import Analysis
from search.batches import Budget
from search.behind import Lookout, make_search, new_lookout
from search.confidence import (
    MARGIN,
    WIN,
    Level,
    Mask,
    Values,
    Visits,
    between_batches,
)
from search.exact import Ending, NotSolvedError
from search.mcts import Settings, weights_of
from search.referee.decisions import games_after
from search.tree import (
    NODE_BYTES,
    PROVEN,
    Tree,
    add_children,
    clear,
    figures_of,
    new_tree,
)
from search.workspace import Workspace, new_workspace

SEARCHES = 4  # of a move, independent of each other
FINALISTS = 3  # moves that are searched longest
LAST_SHARE = 0.5  # of the simulations, for these
PRECISION = 0.003  # win share; the last searches are repeated for smaller errors,
MOST_REPEATS = 4  # so often at most
LEAST_SIMULATIONS = 8  # of a search: fewer have no error
SOLVER_SHARE = 10  # positions of an exact answer that a simulation buys
MOVE = 1  # the node of the move that a tree is about, below the root


class Value(NamedTuple):
    """Of a move, for who makes it: win share, its standard error, margin in points.

    The error is that between searches, 0 where a value is proven.
    """

    win: float
    win_se: float
    margin: float


class Outcomes(NamedTuple):
    """What searches found, `[search, move]`."""

    win: Vector
    margin: Vector
    visits: Visits
    proven: Mask


@dataclass
class Judge:
    """Searches of single moves; serves one thread."""

    game: Game
    policy: Policy
    evaluator: Evaluator
    settings: Settings
    ending: Ending | None = None
    _work: Workspace = field(init=False)
    _weights: Any = field(init=False)
    _lookout: Lookout = field(init=False)
    _simulate: Callable[..., Any] = field(init=False)

    def __post_init__(self) -> None:
        self._work = new_workspace(self.game)
        self._weights = weights_of(self.policy, self.evaluator).for_one_thread()
        self._lookout = new_lookout(self.game, self.settings)
        self._simulate = make_search(self.game, self.policy, self.evaluator)

    def values(self, state: State, simulations: int, seed: int) -> dict[int, Value]:
        """By legal action, its value; so many simulations for all together.

        Exact values where the end of the game is near enough to be searched through.
        """
        return self.exact_values(state, simulations, seed) or self.searched_values(
            state, simulations, seed
        )

    # --- Exact ------------------------------------------------------------------------

    def exact_values(
        self, state: State, simulations: int, seed: int
    ) -> dict[int, Value]:
        """By legal action, its value if all of them can be proven, else nothing."""
        budget, game, policy = Budget(simulations), self.game, self.policy
        try:
            if exact.is_within_reach(game, state, self.ending, seed):
                found = exact.solve(game, state, budget, ending=self.ending, seed=seed)
            elif solver.is_likely_last(game, policy, state, seed):
                found = solver.solve(
                    *(game, policy, policy, state),
                    Budget(SOLVER_SHARE * simulations),
                    moves=len(list(exact.whole_turns(game, state))),
                )
            else:
                return {}
        except NotSolvedError:
            return {}
        return _proven_values(found)

    # --- Searched ---------------------------------------------------------------------

    def searched_values(
        self, state: State, simulations: int, seed: int
    ) -> dict[int, Value]:
        """By legal action, its value by sequential halving."""
        keys = games_after(self.game, state)
        first = {key: action for action, key in reversed(keys.items())}
        moves, stages = list(first.values()), list[dict[int, Value]]()
        *sizes, last = stage_sizes(len(moves), simulations)
        for size in sizes:
            stages.append(self._stage(state, moves, size, seed, 1))
            moves.sort(key=lambda move: -stages[-1][move].win)
            moves = moves[: survivors(len(moves))]
        stages.append(self._stage(state, moves, last, seed, MOST_REPEATS))
        values = joined(stages)
        return {action: values[first[key]] for action, key in keys.items()}

    def _stage(
        self, state: State, moves: Sequence[int], size: int, seed: int, repeats: int
    ) -> dict[int, Value]:
        """The values of these moves by searches of `size` simulations each.

        Up to `repeats` times as many searches, while an error is above PRECISION.
        """
        found = [self._searches(state, moves, size, seed, 0)]
        values = _between_searches(found)
        while len(found) < repeats and max(v.win_se for v in values) > PRECISION:
            found.append(self._searches(state, moves, size, seed, len(found)))
            values = _between_searches(found)
        return dict(zip(moves, values, strict=True))

    def _searches(
        self, state: State, moves: Sequence[int], size: int, seed: int, part: int
    ) -> Outcomes:
        """What SEARCHES searches of every move find; others for another `part`."""
        tree = new_tree(self.game, NODE_BYTES * self.game.MAX_ACTIONS * (size + 1))
        shape = (SEARCHES, len(moves))
        win, margin = np.zeros(shape), np.zeros(shape)
        visits, proven = np.zeros(shape, np.int64), np.zeros(shape, np.bool_)
        for row in range(SEARCHES):
            for k, move in enumerate(moves):
                self._search(tree, state, move, size, seed, part * SEARCHES + row)
                win[row, k], margin[row, k] = figures_of(tree, MOVE)
                visits[row, k] = tree.visits[MOVE]
                proven[row, k] = tree.mark[MOVE] == PROVEN
        return Outcomes(win, margin, visits, proven)

    def _search(
        self, tree: Tree, state: State, move: int, size: int, seed: int, number: int
    ) -> None:
        """`tree` is a search of one move: the only one that its root has."""
        clear(tree)
        add_children(tree, 0, int(self.game.current_player(state)), 1)
        tree.action[MOVE], tree.prior[MOVE], tree.guess[MOVE] = move, 1.0, 0.0
        rng = new_stream(seed, SEARCH, number, move)
        with np.errstate(over="ignore"):  # without the JIT, random words wrap loudly
            self._simulate(
                tree, state, size, self._work, self._lookout, self.settings,
                self._weights, rng,
            )  # fmt: skip


def _between_searches(parts: Sequence[Outcomes]) -> list[Value]:
    """Means of the moves and their errors; a move that every search proves has none."""
    win, margin, visits, proven = (
        np.concatenate(column) for column in zip(*parts, strict=True)
    )
    known = np.asarray(proven.all(axis=0))
    wins = between_batches(Values(win, visits, known), WIN, Level())
    margins = between_batches(Values(margin, visits, known), MARGIN, Level())
    rows = zip(wins.mean, wins.error, margins.mean, strict=True)
    return [Value(*map(float, row)) for row in rows]


def _proven_values(found: Analysis) -> dict[int, Value]:
    """By first action of the turns, the best value; nothing if any is not proven."""
    values = dict[int, Value]()
    for row in found.moves:
        if not row.proven or row.win is None or row.margin is None:
            return {}
        value = Value(row.win, 0.0, row.margin)
        values[row.turn[0]] = max(value, values.get(row.turn[0], value))
    return values


# --- Sequential halving ---------------------------------------------------------------


def survivors(moves: int) -> int:
    """How many of so many moves go on to the next stage."""
    return max(min(moves, FINALISTS), ceil(moves / 2))


def stage_sizes(moves: int, simulations: int) -> list[int]:
    """Simulations of every search, stage by stage, if the first one has `moves`.

    The last stage has a fixed share of all simulations, the others share the rest.
    """
    counts = [moves]
    while survivors(counts[-1]) < counts[-1]:
        counts.append(survivors(counts[-1]))
    earlier = (1.0 - LAST_SHARE) / max(1, len(counts) - 1)
    shares = [earlier] * (len(counts) - 1) + [LAST_SHARE if len(counts) > 1 else 1.0]
    return [
        max(LEAST_SIMULATIONS, int(simulations * share) // (SEARCHES * count))
        for share, count in zip(shares, counts, strict=True)
    ]


def joined(stages: Sequence[Mapping[int, Value]]) -> dict[int, Value]:
    """The values of all moves, from stages in each of which fewer were searched.

    Longer searches find other values for all moves of a position. So a move that went
    out earlier is as far from the moves of the last stage as it was at equal length,
    on average over these. Its error is that of its own searches. Proven moves have
    their values, and say nothing of the others.
    """
    final = stages[-1]
    values = dict(final)
    for stage in reversed(stages[:-1]):
        win_drift, margin_drift = _drift(stage, final)
        for move in stage.keys() - values.keys():
            win, win_se, margin = values[move] = stage[move]
            if win_se > 0.0:
                win = min(1.0, max(0.0, win + win_drift))
                values[move] = Value(win, win_se, margin + margin_drift)
    return values


def _drift(
    stage: Mapping[int, Value], final: Mapping[int, Value]
) -> tuple[float, float]:
    """By how much win shares and margins changed, on average, that were open."""
    open_ones = [move for move in final if stage[move].win_se > 0.0]
    changes = [np.subtract(final[move], stage[move]) for move in open_ones]
    win, _, margin = np.mean(changes, axis=0).tolist() if changes else (0.0, 0.0, 0.0)
    return win, margin
