"""Games of an evaluator against itself, one move ahead, for training."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from engines.jit import inlined, kernel
from engines.protocol import Evaluator, Features, Game, Rng, State, Vector
from engines.rng import POLICY, copy_into, draw_below, draw_unit, seed_stream
from search.settings import Settings, margin_of, utility_of
from search.training.records import Records, Trail, record, value_game
from search.workspace import Workspace


class Style(NamedTuple):
    """How training games are played, and how far results count."""

    temperature: float  # utility; a move's odds are softmax(utility / temperature)
    random_share: float  # of decisions whose move is taken at random
    trace: float  # lambda: how much what followed counts against the evaluator's view
    slip: float = 0.05  # utility below the best by which a move counts as a mistake


@inlined
def rate_moves(
    game: Game,
    evaluator: Evaluator,
    weights: Any,
    n: int,
    work: Workspace,
    settings: Settings,
    best_wins: Vector,
    best_points: Vector,
) -> int:
    """`work.preferences` has the utility of every move; the best one is returned.

    `best_wins` and `best_points` are what the position after it looks like.
    """
    player = game.current_player(work.state)
    players = game.player_count(work.state)
    best = 0
    for i in range(n):
        copy_into(work.state, work.trial)
        game.play(work.trial, work.moves[i])
        look_at(game, evaluator, weights, work.trial, work.wins, work.points)
        margin = margin_of(work.points, players, player)
        work.preferences[i] = utility_of(work.wins[player], margin, settings)
        if i == 0 or work.preferences[i] > work.preferences[best]:
            best = i
            for p in range(players):
                best_wins[p] = work.wins[p]
                best_points[p] = work.points[p]
    return best


@inlined
def look_at(
    game: Game,
    evaluator: Evaluator,
    weights: Any,
    state: State,
    wins: Vector,
    points: Vector,
) -> None:
    """What a position is worth, or has come to."""
    if game.is_over(state):
        game.outcome(state, wins)
        game.scores(state, points)
    else:
        evaluator.estimate(game, state, weights, wins, points)


@inlined
def pick(work: Workspace, n: int, best: int, style: Style, rng: Rng) -> int:
    """A move by the odds of the style."""
    if draw_unit(rng) < style.random_share:
        return draw_below(rng, n)
    if style.temperature <= 0.0:
        return best
    top = work.preferences[best]
    total = 0.0
    for i in range(n):
        total += np.exp((work.preferences[i] - top) / style.temperature)
    left = draw_unit(rng) * total
    for i in range(n):
        left -= np.exp((work.preferences[i] - top) / style.temperature)
        if left <= 0.0:
            return i
    return best


@kernel
def play_game(
    game: Game,
    features: Features,
    evaluator: Evaluator,
    weights: Any,
    active: Any,
    dense: Any,
    records: Records,
    trail: Trail,
    work: Workspace,
    settings: Settings,
    style: Style,
    seed: int,
    number: int,
    rng: Rng,
) -> bool:
    """`work.state`, a new game, is played to its end and recorded; False if no room."""
    state = work.state
    first = records.filled[0]
    seed_stream(rng, seed, POLICY, number, 0)
    while not game.is_over(state):
        step = records.filled[0] - first
        turn = game.round_number(state)
        full = step >= trail.cut.shape[0]
        if full or not record(features, state, turn, active, dense, records):
            records.filled[0] = first
            return False
        trail.cut[step] = 0
        if game.chance_due(state) > 0:
            while game.chance_due(state) > 0:
                game.deal(state, rng)
            look_at(game, evaluator, weights, state, work.wins, work.points)
            for p in range(game.player_count(state)):
                trail.wins[step, p] = work.wins[p]
                trail.points[step, p] = work.points[p]
        else:
            n = game.legal_actions(state, work.moves)
            best = rate_moves(
                game, evaluator, weights, n, work, settings,
                trail.wins[step], trail.points[step],
            )  # fmt: skip
            chosen = pick(work, n, best, style, rng)
            lost = work.preferences[best] - work.preferences[chosen]
            trail.cut[step] = 1 if lost > style.slip else 0
            game.play(state, work.moves[chosen])
    game.outcome(state, work.wins)
    game.scores(state, work.points)
    players = game.player_count(state)
    value_game(records, first, trail, players, style.trace, work.wins, work.points)
    return True


def make_play(
    game: Game, features: Features, evaluator: Evaluator
) -> Callable[..., int]:
    """`play(weights, active, dense, start, records, trail, work, settings, style,
    seed, first, games, rng)`: that many games, numbered from `first`; how many fit."""

    @kernel
    def play(
        weights: Any,
        active: Any,
        dense: Any,
        start: State,
        records: Records,
        trail: Trail,
        work: Workspace,
        settings: Settings,
        style: Style,
        seed: int,
        first: int,
        games: int,
        rng: Rng,
    ) -> int:
        for i in range(games):
            copy_into(start, work.state)
            if not play_game(
                game, features, evaluator, weights, active, dense, records, trail,
                work, settings, style, seed, first + i, rng,
            ):  # fmt: skip
                return i
        return games

    return play
