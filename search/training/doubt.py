"""What a search with nets errs by: its values against what play then brings.

A tree search with nets agrees with itself: batches that differ by nothing but chance
say little of how far the nets are from the truth. So positions are taken from games of
the nets; in each the two moves visited most are valued by a search, and by what comes
of them: a short search plays the round to its end, several times if there is chance in
it, and the nets many games on from there, one move ahead. The mean square of the
difference, less what chance does to the games, is the square of the error. That the
rest is not played perfectly counts as error too: the figure is rather too large.
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
from search.confidence import MARGIN, WIN, Doubt
from search.mcts import make_simulate
from search.settings import Settings, Weights, margin_of
from search.training.self_play import rate_moves
from search.tree import OPEN, Tree, children, clear, figures_of, new_tree
from search.workspace import Workspace, new_workspace

TREE_BYTES = 200 << 20
PARTS = 8  # of the games; with chance in the round, so many ends of it
QUICK = 4  # times fewer simulations a move as a round is played to its end
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

    def searched(
        self, state: State, number: int, quick: int = 1
    ) -> list[tuple[int, float, float]]:
        """(action, win share, margin) of the two moves visited most.

        Of the first alone where the second was hardly looked at.
        """
        tree = self._tree
        clear(tree)
        with np.errstate(over="ignore"):
            self._simulate(
                tree, state, self.study.sims // quick, self._work, self.settings,
                self.weights, new_stream(self.seed, SEARCH, number),
            )  # fmt: skip
        known = tree.mark[0] != OPEN
        order = tree.worth if known else tree.visits
        nodes = sorted(children(tree), key=lambda c: -float(order[c]))[:2]
        return [
            (int(tree.action[c]), *figures_of(tree, c))
            for c in nodes
            if c == nodes[0] or tree.mark[c] != OPEN or tree.visits[c] >= LEAST_VISITS
        ]

    def end_round(self, state: State, number: int, end: int = 0) -> bool:
        """The round has been played to its end by the search; chance had a part in it.

        `end` numbers the ways in which chance may turn out. In a game without rounds
        nothing has been played.
        """
        begun, dealt = self.game.round_number(state), False
        if begun == 0:
            return False
        rng = new_stream(self.seed, DEAL, number, end)
        while not self.game.is_over(state):
            if self.game.round_number(state) > begun:
                break
            if self.game.chance_due(state) > 0:
                self.game.deal(state, rng)
                dealt = True
            else:
                self.game.play(state, self.searched(state, number, QUICK)[0][0])
        return dealt

    def played(self, state: State, action: int, number: int) -> Figures:
        """[part] the mean of what who decides gets if the nets play on after that move.

        Over a part of the games each; with chance in the round, every part begins with
        an end of its own.
        """
        player, after = int(self.game.current_player(state)), state.copy()
        self.game.play(after, action)
        ends = [after.copy() for _ in range(PARTS)]
        if self.end_round(ends[0], number):
            for part in range(1, PARTS):
                self.end_round(ends[part], number, part)
        else:
            ends = [ends[0]] * PARTS
        return np.array(
            [self._mean(end, player, number, part) for part, end in enumerate(ends)]
        )

    def _mean(self, state: State, player: int, number: int, part: int) -> Figures:
        """What the player gets if the nets play on, over a part of the games."""
        players, games = int(self.game.player_count(state)), self.study.games // PARTS
        found = np.zeros((games, 2))
        for i in range(games):
            rng = new_stream(self.seed, POLICY, number, 1 + part * games + i)
            self._continue(state, rng)
            work = self._work
            found[i] = work.wins[player], margin_of(work.points, players, player)
        return np.asarray(found.mean(axis=0))

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
    """Squared errors of positions, and what an even game's would be to them."""

    single: list[Figures]  # of moves
    apart: list[Figures]  # of the differences of two
    shades: list[Figures]
    shades_apart: list[Figures]

    def doubt(self) -> Doubt:
        """Their standard deviations."""
        return Doubt(
            *deviation(self.single, self.shades),
            *deviation(self.apart, self.shades_apart),
        )


def measure(judge: Judge, start: State) -> list[Doubt]:
    """The standard deviations of the errors of moves, and of differences of two.

    By the number of the round, 0 for all rounds together, as for rounds little seen.
    """
    rounds = [Errors([], [], [], []) for _ in range(ROUNDS + 1)]
    for number in range(judge.study.positions):
        state = judge.position(start, number)
        if state is None:
            continue
        played = min(int(judge.game.round_number(state)), ROUNDS)
        moves = judge.searched(state, number)
        games = [judge.played(state, action, number) for action, _, _ in moves]
        found = np.array([figures for _, *figures in moves])
        shades = shades_of(found)
        for errors in {0: rounds[0], played: rounds[played]}.values():
            errors.single.extend(map(excess, found, games))
            errors.shades.extend(shades)
            if len(moves) == 2:
                errors.apart.append(excess(found[0] - found[1], games[0] - games[1]))
                errors.shades_apart.append(shades.mean(axis=0))
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
    """Standard deviations of an even game, (win share, margin).

    0 where chance explains all.
    """
    expected = np.sum(shades, axis=0) if shades else np.zeros(2)
    if not expected.all():
        return [0.0, 0.0]
    return [
        float(v) for v in np.sqrt(np.maximum(np.sum(squares, axis=0), 0.0) / expected)
    ]
