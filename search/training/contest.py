"""Two sets of nets meet one move ahead, on the same deals in every seat."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from engines.jit import kernel
from engines.nets import Nets
from engines.protocol import Evaluator, Game, Rng, State
from engines.rng import copy_into
from search.policy_games import deal_block
from search.settings import Settings
from search.training.self_play import rate_moves
from search.workspace import Workspace, new_workspace


def make_contest(game: Game, evaluator: Evaluator) -> Callable[..., float]:
    """`contest(start, one, others, seat, seed, number, work, settings, best, rng)`: the
    win share of `one` in that seat against copies of `others`; alone, its score."""

    @kernel
    def contest(
        start: State,
        one: Nets,
        others: Nets,
        seat: int,
        seed: int,
        number: int,
        work: Workspace,
        settings: Settings,
        best: NDArray[np.float64],
        rng: Rng,
    ) -> float:
        state = work.state
        copy_into(start, state)
        while not game.is_over(state):
            deal_block(game, state, seed, number, rng)
            if game.is_over(state):
                break
            n = game.legal_actions(state, work.moves)
            nets = one if game.current_player(state) == seat else others
            chosen = rate_moves(
                game, evaluator, nets, n, work, settings, best[0], best[1]
            )
            game.play(state, work.moves[chosen])
        if game.player_count(state) == 1:
            game.scores(state, work.points)
            return work.points[0]
        game.outcome(state, work.wins)
        return work.wins[seat]

    return contest


def results(
    game: Game,
    evaluator: Evaluator,
    start: State,
    one: Nets,
    others: Nets,
    deals: int,
    seed: int,
) -> NDArray[np.float64]:
    """[deal] the mean win share of `one` over the seats.

    Alone at the table, how many points more it makes of the deal than `others`.
    """
    contest, players = make_contest(game, evaluator), int(game.player_count(start))
    work, best = new_workspace(game), np.zeros((2, game.MAX_PLAYERS))
    stream = np.zeros(1, np.uint64)

    def played(mine: Nets, seat: int, deal: int) -> float:
        return contest(
            start, mine, others, seat, seed, deal, work, Settings(), best, stream
        )

    with np.errstate(over="ignore"):
        found = np.array(
            [[played(one, seat, d) for seat in range(players)] for d in range(deals)]
        )
        if players == 1:
            found -= np.array([[played(others, 0, d)] for d in range(deals)])
    return np.asarray(found.mean(axis=1))
