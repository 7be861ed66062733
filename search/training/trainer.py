"""Generations of a net: it plays against itself, learns from the games, plays again.

The first generation's games are played by an evaluator that needs no training. Every
generation learns from the games of the last few. All randomness comes from the seed,
whatever the number of threads, so a training that was ended goes on from the weights
of its last generations: their games are played again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed

from engines.net_files import new_nets, shape_of, weights_of
from engines.nets import MAX_DENSE, OUTPUTS, POINTS, Nets, for_one_thread
from engines.protocol import Evaluator, Features, Floats, Game, State
from engines.rng import new_stream
from search.settings import Settings
from search.training.fitting import (
    Optimiser,
    fit,
    new_optimiser,
    new_weights,
    predict,
)
from search.training.quality import Quality, quality
from search.training.records import (
    Records,
    joined,
    new_records,
    new_trail,
    trimmed,
)
from search.training.self_play import Style, make_play
from search.workspace import new_workspace

CHUNK = 50  # games that one thread plays in a go
RIVALS = 4  # earlier generations that the last one meets
LONGEST = 8000  # positions of a game
ROOM = 512  # numbers that a fit works in
SLIPS = 10 / 3  # temperatures below the best by which a move counts as a mistake


class Plan(NamedTuple):
    """How long and how a net is trained."""

    generations: int = 25
    games: int = 6000  # a generation
    replay: int = 5  # generations to learn from
    batch: int = 256
    rate: float = 1e-3  # of learning, at first
    last_rate: float = 1e-4
    temperature: float = 0.015
    random_share: float = 0.03
    first_random_share: float = 0.15
    trace: float = 0.9
    last_trace: float = 0.75


def rivals(plan: Plan) -> list[int]:
    """The generations that the last one meets when all is done, from 0."""
    return [
        int(n)
        for n in np.unique(np.linspace(0, plan.generations - 2, RIVALS).astype(int))
    ]


class Generation(NamedTuple):
    """What one generation brought."""

    number: int
    positions: int
    entropy: float  # mean cross-entropy of the fit
    miss: float  # points by which the fit missed scores, root of the mean square
    quality: Quality | None  # of the net before the fit, on games that are new to it


@dataclass
class Trainer:
    """The training of the nets of one kind."""

    game: Game
    features: Features
    teacher: Evaluator  # plays the first generation
    learner: Evaluator  # the game's nets
    start: State
    plan: Plan
    seed: int
    jobs: int = 1
    history: list[list[Floats]] = field(default_factory=list)  # weights by generation
    optimisers: list[Optimiser] = field(init=False)
    nets: Nets = field(init=False)

    def __post_init__(self) -> None:
        self.kind = int(self.features.kind(self.start))
        self.players = int(self.features.player_count(self.start))
        self.settings = Settings() if self.players > 1 else Settings(margin_share=1.0)
        shape = shape_of(self.features, self.kind)
        phases = range(len(self.features.PHASES))
        weights = [new_weights(shape, self.seed + phase) for phase in phases]
        self.nets = new_nets(self.features, {self.kind: weights})
        self.optimisers = [new_optimiser(shape) for _ in phases]
        self._replay: list[Records] = []

    @property
    def weights(self) -> list[Floats]:
        """The weights of the nets by phase, copies."""
        phases = range(len(self.features.PHASES))
        return [weights_of(self.nets, self.kind, phase).copy() for phase in phases]

    def go_on(self, history: list[list[Floats]], optimisers: list[Optimiser]) -> None:
        """The training stands where these weights and optimisers were left."""
        self.history, self.optimisers = history, optimisers
        first = max(0, len(history) - self.plan.replay + 1)
        self._replay = [self._games(number) for number in range(first, len(history))]
        self._set(history[-1])

    def run(
        self, should_stop: Callable[[], bool] = lambda: False
    ) -> Iterator[Generation]:
        """The generations still to come, one after another."""
        for number in range(len(self.history), self.plan.generations):
            if should_stop():
                return
            games = self._games(number)
            judged = self.judge(games) if number > 0 else None
            self._replay = [*self._replay, games][-self.plan.replay :]
            losses = self.learn(joined(self._replay), number)
            self.history.append(self.weights)
            yield Generation(number + 1, int(games.filled[0]), *losses, judged)

    def judge(self, games: Records) -> Quality:
        """How good the nets are on these games."""
        out = np.zeros((int(games.filled[0]), OUTPUTS), np.float32)
        for phase in range(len(self.features.PHASES)):
            order = np.flatnonzero(games.phase == phase)
            found = np.zeros((order.size, OUTPUTS), np.float32)
            predict(self.nets, self.kind, phase, games, order, found)
            out[order] = found
        return quality(games, out, self.players)

    def fresh_games(self, number: int) -> Records:
        """Games of the nets as they are; those of a training have small numbers."""
        return self._play(number, self.learner, self.nets, self._style(1))

    def _set(self, weights: list[Floats]) -> None:
        for phase, values in enumerate(weights):
            weights_of(self.nets, self.kind, phase)[:] = values

    def _part(self, number: int) -> float:
        """How far the training is, in 0..1."""
        return number / max(1, self.plan.generations - 1)

    def _style(self, number: int) -> Style:
        """How the games of a generation are played."""
        plan = self.plan
        slip = SLIPS * plan.temperature
        if number == 0:
            return Style(plan.temperature, plan.first_random_share, 1.0, slip)
        trace = plan.trace if self._part(number) < 0.5 else plan.last_trace
        return Style(plan.temperature, plan.random_share, trace, slip)

    def _games(self, number: int) -> Records:
        """The games of a generation, played by the nets of the one before."""
        style = self._style(number)
        if number == 0:
            return self._play(0, self.teacher, self.teacher.default_weights(), style)
        self._set(self.history[number - 1])
        return self._play(number, self.learner, self.nets, style)

    def _play(
        self, number: int, judge: Evaluator, weights: Any, style: Style
    ) -> Records:
        """As many games as a generation has."""
        play = make_play(self.game, self.features, judge)
        seed = (self.seed << 24) + number
        parts = Parallel(n_jobs=self.jobs, backend="threading")(
            delayed(self._chunk)(play, weights, style, seed, first)
            for first in range(0, self.plan.games, CHUNK)
        )
        return joined(parts)

    def _chunk(
        self,
        play: Callable[..., int],
        weights: Any,
        style: Style,
        seed: int,
        first: int,
    ) -> Records:
        """Some games; room grows until they fit."""
        own = for_one_thread(weights) if isinstance(weights, Nets) else weights
        active = np.zeros(self.features.MAX_ACTIVE, np.int64)
        dense = np.zeros(MAX_DENSE, np.float32)
        work, trail, rng = (
            new_workspace(self.game),
            new_trail(LONGEST),
            new_stream(0, 0),
        )
        games, parts = min(CHUNK, self.plan.games - first), []
        room = 100 * games
        while games > 0:
            records = new_records(room, room * self.features.MAX_ACTIVE // 4)
            with np.errstate(over="ignore"):
                done = play(
                    own, active, dense, self.start, records, trail, work, self.settings,
                    style, seed, first, games, rng,
                )  # fmt: skip
            if done > 0:
                parts.append(trimmed(records))
            first, games, room = first + done, games - done, 2 * room
        return joined(parts)

    def learn(self, records: Records, number: int) -> tuple[float, float]:
        """The nets have seen all positions once; the losses of a `Generation`.

        `number` is the generation, which says how fast they learn.
        """
        plan, part = self.plan, self._part(number)
        rate = plan.rate * (plan.last_rate / plan.rate) ** part
        room, sums = np.zeros(ROOM, np.float32), np.zeros(2)
        for phase, optimiser in enumerate(self.optimisers):
            order = np.flatnonzero(records.phase == phase)
            shuffle = np.random.default_rng([self.seed, number, phase])
            shuffle.shuffle(order)
            fit(
                self.nets, self.kind, phase, self.players, optimiser, records, order,
                plan.batch, rate, rate, room, sums,
            )  # fmt: skip
        entropy, square = (sums / int(records.filled[0])).tolist()
        return entropy, POINTS * square**0.5
