"""How fast a training goes on this machine, and how much of it fits into some hours."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import NamedTuple

from search.training.trainer import CHUNK, Trainer

LEAST_GENERATIONS = 2


class Pace(NamedTuple):
    """Seconds, by the clock on the wall."""

    game: float  # to play one
    position: float  # to learn from one
    positions: float  # of a game

    def generation(self, trainer: Trainer) -> float:
        """A generation of that training, once it has all games that it learns from."""
        plan = trainer.plan
        learned = plan.replay * self.positions * self.position
        return plan.games * (self.game + learned)


def measure_pace(trainer: Trainer) -> Pace:
    """A few games of untrained nets and a fit to them; the training stays as it is."""
    trial = replace(trainer, plan=trainer.plan._replace(games=2 * CHUNK * trainer.jobs))
    trial.fresh_games(0)  # compiles
    begun = time.perf_counter()
    games = trial.fresh_games(1)
    played = time.perf_counter()
    trial.learn(games, 0)
    learned = time.perf_counter()
    trial.learn(games, 0)
    again = time.perf_counter()
    positions = int(games.filled[0])
    return Pace(
        game=(played - begun) / trial.plan.games,
        position=min(learned - played, again - learned) / positions,
        positions=positions / trial.plan.games,
    )


def generations_in(seconds: float, pace: Pace, trainer: Trainer) -> int:
    """How many generations take about so long."""
    return max(LEAST_GENERATIONS, round(seconds / pace.generation(trainer)))
