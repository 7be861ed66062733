"""What a search with nets errs by: its values against what play then brings.

A tree search with nets agrees with itself: batches that differ by nothing but chance
say little of how far the nets are from the truth. So positions are taken from games of
the nets; in each the two moves visited most are valued by a search, and by what comes
of them: the search plays the round to its end, and the nets many games on from there,
one move ahead. The mean square of the difference, less what chance does to the games,
is the square of the error. That the rest is not played perfectly counts as error too:
the figure is rather too large.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.jit import kernel
from engines.net_files import ROUNDS
from engines.nets import Nets
from engines.protocol import Evaluator, Game, Policy, Rng, State
from engines.rng import DEAL, POLICY, SEARCH, copy_into, draw_below, new_stream
from search.confidence import Doubt
from search.mcts import make_simulate
from search.settings import Settings, Weights, margin_of
from search.training.self_play import rate_moves
from search.tree import OPEN, Tree, children, clear, new_tree
from search.workspace import Workspace, new_workspace

TREE_BYTES = 200 << 20
ENOUGH = 12  # positions of a round that tell of it, instead of those of all rounds
RANDOM_EVERY = 10  # decisions of the games that positions are taken from
LEAST_VISITS = 20

Figures = NDArray[np.float64]  # [..., (win share, margin)]


class Study(NamedTuple):
    """How many positions and games tell the error, and how long a search thinks."""

    positions: int = 200
    games: int = 200
    sims: int = 800


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
        self._simulate = make_simulate(game, policy, evaluator)
        self._play_on = make_play_on(game, evaluator)
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
        """(action, win share, margin) of the two moves visited most."""
        tree = self._tree
        clear(tree)
        with np.errstate(over="ignore"):
            self._simulate(
                tree, state, self.study.sims, self._work, self.settings,
                self.weights, new_stream(self.seed, SEARCH, number),
            )  # fmt: skip
        known = tree.mark[0] != OPEN
        order = tree.worth if known else tree.visits
        nodes = sorted(children(tree), key=lambda c: -float(order[c]))[:2]
        return [
            (int(tree.action[c]), *figures_of(tree, c))
            for c in nodes
            if tree.mark[c] != OPEN or tree.visits[c] >= LEAST_VISITS
        ]

    def end_round(self, state: State, number: int) -> None:
        """The round has been played to its end by the search."""
        begun = self.game.round_number(state)
        while not self.game.is_over(state):
            if self.game.round_number(state) > begun:
                return
            if self.game.chance_due(state) > 0:
                self.game.deal(state, new_stream(self.seed, DEAL, number))
            else:
                self.game.play(state, self.searched(state, number)[0][0])

    def played(self, state: State, action: int, number: int) -> Figures:
        """[game] what who decides gets if the nets play on after that move."""
        player = int(self.game.current_player(state))
        players = int(self.game.player_count(state))
        after, found = state.copy(), np.zeros((self.study.games, 2))
        self.game.play(after, action)
        self.end_round(after, number)
        for i in range(len(found)):
            self._continue(after, new_stream(self.seed, POLICY, number, i + 1))
            work = self._work
            found[i] = work.wins[player], margin_of(work.points, players, player)
        return found

    def _played(self, start: State, number: int, plies: int = 1 << 30) -> int:
        """The game of that number has come so far; how many decisions it had."""
        return self._continue(
            start, new_stream(self.seed, POLICY, number), plies, RANDOM_EVERY
        )

    def _continue(
        self, state: State, rng: Rng, plies: int = 1 << 30, random_every: int = 0
    ) -> int:
        with np.errstate(over="ignore"):
            return self._play_on(
                state, self.weights.evaluator, self._work, self.settings, self._best,
                plies, random_every, rng,
            )  # fmt: skip


def figures_of(tree: Tree, node: int) -> tuple[float, float]:
    """(win share, margin) of a node, for who decides above it."""
    if tree.mark[node] != OPEN:
        return float(tree.known_win[node]), float(tree.known_margin[node])
    visits = int(tree.visits[node])
    return float(tree.win[node] / visits), float(tree.margin[node] / visits)


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
            if random_every > 0 and draw_below(rng, random_every) == 0:
                chosen = draw_below(rng, n)
            else:
                chosen = rate_moves(
                    game, evaluator, nets, n, work, settings, best[0], best[1]
                )
            game.play(state, work.moves[chosen])
            done += 1
        game.outcome(state, work.wins)
        game.scores(state, work.points)
        return done

    return play_on


class Errors(NamedTuple):
    """Squared errors of positions: of single moves, and of differences of two."""

    single: list[Figures]
    apart: list[Figures]

    def doubt(self) -> Doubt:
        """Their standard deviations."""
        return Doubt(*deviation(self.single), *deviation(self.apart))


def measure(judge: Judge, start: State) -> list[Doubt]:
    """The standard deviations of the errors of moves, and of differences of two.

    By the number of the round, 0 for all rounds together, as for rounds little seen.
    """
    rounds = [Errors([], []) for _ in range(ROUNDS + 1)]
    for number in range(judge.study.positions):
        state = judge.position(start, number)
        if state is None:
            continue
        played = min(int(judge.game.round_number(state)), ROUNDS)
        moves = judge.searched(state, number)
        games = [judge.played(state, action, number) for action, _, _ in moves]
        found = np.array([figures for _, *figures in moves])
        for errors in {0: rounds[0], played: rounds[played]}.values():
            errors.single.extend(map(excess, found, games))
            if len(moves) == 2:
                errors.apart.append(excess(found[0] - found[1], games[0] - games[1]))
    return [
        (errors if len(errors.apart) >= ENOUGH else rounds[0]).doubt()
        for errors in rounds
    ]


def excess(found: Figures, games: Figures) -> Figures:
    """The squared error of figures by games, less what chance does to their mean."""
    chance = games.var(axis=0, ddof=1) / len(games)
    return np.asarray((found - games.mean(axis=0)) ** 2 - chance)


def deviation(squares: list[Figures]) -> list[float]:
    """Roots of the mean squares, (win share, margin); 0 where chance explains all."""
    if not squares:
        return [0.0, 0.0]
    return [float(v) for v in np.sqrt(np.maximum(np.mean(squares, axis=0), 0.0))]
