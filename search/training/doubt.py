"""What a search with nets errs by: its values against what play then brings.

A tree search with nets agrees with itself: batches that differ by nothing but chance
say little of how far the nets are from the truth. So positions are taken from games of
the nets; in each the two moves visited most are valued by a search, and by what comes
of them: short searches play many games on from there, to the end. The mean square of
the difference, less what chance does to the games, is the square of the error; a
standard error is added. That the rest is not played perfectly counts as error too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from engines.jit import kernel
from engines.net_files import ROUNDS
from engines.nets import Nets
from engines.protocol import Evaluator, Game, Policy, Rng, State
from engines.rng import DEAL, POLICY, SEARCH, copy_into, draw_below, new_stream
from search.behind import make_search, new_lookout
from search.confidence import MARGIN, WIN, Doubt
from search.rollout import make_estimate
from search.settings import Settings, Weights, aimed, margin_of
from search.training.self_play import rate_moves
from search.tree import OPEN, Tree, children, chosen, clear, figures_of, new_tree
from search.workspace import Workspace, new_workspace

TREE_BYTES = 200 << 20
ENOUGH = 12  # positions of a round that tell of it, instead of those of all rounds
RANDOM_EVERY = 10  # decisions of the games that positions are taken from
LEAST_VISITS = 20

Figures = NDArray[np.float64]  # [..., (win share, margin)]


class Study(NamedTuple):
    """How many positions and games tell the error, and how long a search thinks."""

    positions: int = 200
    games: int = 40
    sims: int = 800
    quick: int = 50  # of searches that play on


class Judge:
    """Values moves of one game by search and by play."""

    def __init__(
        self,
        game: Game,
        policy: Policy,
        evaluator: Evaluator,
        nets: Nets,
        settings: Settings,
        study: Study,
        seed: int,
    ) -> None:
        self.game, self.settings, self.study, self.seed = game, settings, study, seed
        self.weights = Weights(policy.default_weights(), policy.prior_weights(), nets)
        self._simulate = make_search(game, policy, evaluator)
        self._lookout = new_lookout(game, settings)
        self._play_on = make_play_on(game, evaluator)
        self._estimate = make_estimate(game, evaluator)
        self._work, self._best = new_workspace(game), np.zeros((2, game.MAX_PLAYERS))
        self._tree: Tree = new_tree(game, TREE_BYTES)

    def position(self, start: State, number: int) -> State | None:
        """A position of a game of the nets, with a choice of moves; None at its end."""
        rng, length = new_stream(self.seed, POLICY, number), self._played(start, number)
        with np.errstate(over="ignore"):
            plies = int(draw_below(rng, max(1, length)))
        self._played(start, number, plies)
        state = self._work.state.copy()
        return state if self.game.count_actions(state) > 1 else None

    def searched(self, state: State, number: int) -> list[tuple[int, float, float]]:
        """(action, win share, margin) of the two moves visited most.

        Of the first alone where the second was hardly looked at.
        """
        self._search(state, self.study.sims, new_stream(self.seed, SEARCH, number))
        tree = self._tree
        order = tree.worth if tree.mark[0] != OPEN else tree.visits
        nodes = sorted(children(tree), key=lambda c: -float(order[c]))[:2]
        return [
            (int(tree.action[c]), *figures_of(tree, c))
            for c in nodes
            if c == nodes[0] or tree.mark[c] != OPEN or tree.visits[c] >= LEAST_VISITS
        ]

    def played(self, state: State, action: int, number: int) -> Figures:
        """[game] what who decides gets after that move, if short searches play on."""
        game, player = self.game, int(self.game.current_player(state))
        players, found = int(game.player_count(state)), np.zeros((self.study.games, 2))
        wins, points = np.zeros((2, game.MAX_PLAYERS))
        for i in range(self.study.games):
            after = state.copy()
            game.play(after, action)
            self._play_out(after, number, i)
            game.outcome(after, wins)
            game.scores(after, points)
            found[i] = wins[player], margin_of(points, players, player)
        return found

    def _play_out(self, state: State, number: int, end: int) -> None:
        """The game is over; `end` numbers the ways in which chance may turn out."""
        game, deals = self.game, new_stream(self.seed, DEAL, number, end)
        rng = new_stream(self.seed, SEARCH, number, end)
        with np.errstate(over="ignore"):
            while not game.is_over(state):
                if game.chance_due(state) > 0:
                    game.deal(state, deals)
                elif game.count_actions(state) == 1:
                    game.play(state, game.action_at(state, 0))
                else:
                    self._search(state, self.study.quick, rng)
                    game.play(state, int(self._tree.action[chosen(self._tree)]))

    def _search(self, state: State, sims: int, rng: Rng) -> None:
        """The tree is that of a search of the position."""
        settings = self._aimed(state)
        clear(self._tree)
        with np.errstate(over="ignore"):
            self._simulate(
                self._tree, state, sims, self._work, self._lookout, settings,
                self.weights, rng,
            )  # fmt: skip

    def _aimed(self, state: State) -> Settings:
        """The settings for a position; alone, only points are to be had."""
        weights = self.weights.evaluator
        return aimed(self.game, self._estimate, weights, state, self.settings)

    def _played(self, start: State, number: int, plies: int = 1 << 30) -> int:
        """The game of that number has come so far; how many decisions it had."""
        rng = new_stream(self.seed, POLICY, number)
        with np.errstate(over="ignore"):
            return self._play_on(
                start, self.weights.evaluator, self._work, self.settings, self._best,
                plies, RANDOM_EVERY, rng,
            )  # fmt: skip


def make_play_on(game: Game, evaluator: Evaluator) -> Callable[..., int]:
    """`play_on(state, nets, work, settings, best, plies, random_every, rng)`: the state
    in `work` is so many decisions on, or at the end; how many there were."""

    @kernel
    def play_on(
        begin: State,
        nets: Nets,
        work: Workspace,
        settings: Settings,
        best: Figures,
        plies: int,
        random_every: int,
        rng: Rng,
    ) -> int:
        state, done = work.state, 0
        copy_into(begin, state)
        while not game.is_over(state):
            if game.chance_due(state) > 0:
                game.deal(state, rng)
                continue
            if done >= plies:
                return done
            n = game.legal_actions(state, work.moves)
            if draw_below(rng, random_every) == 0:
                chosen = draw_below(rng, n)
            else:
                chosen = rate_moves(
                    game, evaluator, nets, n, work, settings, best[0], best[1]
                )
            game.play(state, work.moves[chosen])
            done += 1
        return done

    return play_on


class Compared(NamedTuple):
    """The moves of a position: what a search and what games say of them."""

    number: int
    round: int
    found: Figures  # [move, (win share, margin)]
    games: list[Figures]  # [move][game, (win share, margin)]


class Errors(NamedTuple):
    """Squared errors of positions, and what an even game's would be to them."""

    single: list[Figures]  # of moves
    apart: list[Figures]  # of the differences of two
    shades: list[Figures]
    shades_apart: list[Figures]

    def add(self, position: Compared) -> None:
        """What is known of one position more."""
        found, games = position.found, position.games
        shades = shades_of(found)
        self.single.extend(map(excess, found, games))
        self.shades.extend(shades)
        if len(found) == 2:
            self.apart.append(excess(found[0] - found[1], games[0] - games[1]))
            self.shades_apart.append(shades.mean(axis=0))

    def doubt(self) -> Doubt:
        """Their standard deviations."""
        return Doubt(
            *deviation(self.single, self.shades),
            *deviation(self.apart, self.shades_apart),
        )


def compare(judge: Judge, start: State, numbers: Sequence[int]) -> list[Compared]:
    """The positions of these numbers, as far as they have a choice of moves."""
    compared = []
    for number in numbers:
        state = judge.position(start, number)
        if state is None:
            continue
        moves = judge.searched(state, number)
        games = [judge.played(state, action, number) for action, _, _ in moves]
        found = np.array([figures for _, *figures in moves])
        played = min(int(judge.game.round_number(state)), ROUNDS)
        compared.append(Compared(number, played, found, games))
    return compared


def measure(judges: Sequence[Judge], start: State) -> list[Doubt]:
    """The standard deviations of the errors of moves, and of differences of two.

    By the number of the round, 0 for all rounds together, as for rounds little seen.
    Every judge has a thread; how many there are does not change the result.
    """
    numbers = range(judges[0].study.positions)
    parts = Parallel(n_jobs=len(judges), backend="threading")(
        delayed(compare)(judge, start, numbers[i :: len(judges)])
        for i, judge in enumerate(judges)
    )
    rounds = [Errors([], [], [], []) for _ in range(ROUNDS + 1)]
    for position in sorted(chain(*parts), key=attrgetter("number")):
        for errors in {0: rounds[0], position.round: rounds[position.round]}.values():
            errors.add(position)
    return [
        (errors if len(errors.apart) >= ENOUGH else rounds[0]).doubt()
        for errors in rounds
    ]


def excess(found: Figures, games: Figures) -> Figures:
    """The squared error of figures by games, less what chance does to their mean."""
    chance = games.var(axis=0, ddof=1) / len(games)
    return np.asarray((found - games.mean(axis=0)) ** 2 - chance)


def shades_of(found: Figures) -> Figures:
    """[move, (win share, margin)] squared errors to be expected, 1 in an even game."""
    wins, margins = WIN.shade(found[:, 0]), MARGIN.shade(found[:, 1])
    return np.column_stack([wins, margins]) ** 2


def deviation(squares: list[Figures], shades: list[Figures]) -> list[float]:
    """Standard deviations of an even game, (win share, margin), rather too large.

    The squares' own standard error is added to their mean, 0 where that is negative: so
    what few positions say counts for little. 0 where nothing can be wrong, as with the
    win shares of who is alone at the table.
    """
    if len(squares) < 2:
        return [0.0, 0.0]
    found, expected = np.array(squares), np.array(shades)
    expected = np.where(expected.any(axis=0), expected, 1.0)
    ratio = found.sum(axis=0) / expected.sum(axis=0)
    spread = (found - ratio * expected).std(axis=0, ddof=1)
    error = spread / (np.sqrt(len(found)) * expected.mean(axis=0))
    return [float(v) for v in np.sqrt(np.maximum(ratio, 0.0) + error)]
