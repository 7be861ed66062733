"""What players lose by the moves that they choose in decisions with valued moves."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue
from typing import NamedTuple

from joblib import Parallel, delayed

from engines.protocol import State
from engines.rng import DECISION, new_stream
from search.players import Forfeit, GameSource, Player, make_player
from search.policy_games import decision_seed
from search.referee.sets import Decision
from search.referee.values import Value

LUCK = 2.0  # standard errors: a smaller loss may be none


class Posed(NamedTuple):
    """A decision as it is put to players."""

    decision: Decision
    state: State


class Answer(NamedTuple):
    """What came of one decision."""

    loss: float  # win share less than by the best move
    is_best: bool  # the loss may be none, by the errors of the values
    seconds: float
    forfeited: bool  # no legal move was given: the game counts as lost


def answers(
    source: GameSource,
    spec: str,
    posed: Sequence[Posed],
    *,
    seed: int = 0,
    jobs: int = 1,
    should_stop: Callable[[], bool] = lambda: False,
) -> Iterator[Answer]:
    """The answers of a player to the decisions, in order; fewer if asked to stop.

    SpecError if the text means no player. What it answers does not depend on `jobs`,
    the decisions that are thought about at the same time.
    """
    free = SimpleQueue[Player]()
    players = [make_player(spec, source) for _ in range(jobs)]
    for player in players:
        if posed and not should_stop():
            answer(player, source, posed[0], seed)  # compiled before any clock runs
        free.put(player)

    def ask(question: Posed) -> Answer | None:
        if should_stop():
            return None
        player = free.get()
        try:
            return answer(player, source, question, seed)
        finally:
            free.put(player)

    parallel = Parallel(
        n_jobs=jobs, backend="threading", return_as="generator", batch_size=1
    )
    found = parallel(delayed(ask)(question) for question in posed)
    try:
        for result in found:
            if result is None:
                return
            yield result
    finally:
        found.close()
        for player in players:
            player.close()


def answer(player: Player, source: GameSource, question: Posed, seed: int) -> Answer:
    """What the player's move loses, and how long it took."""
    decision, state = question
    stream = new_stream(seed, DECISION, decision.number)[0]
    seat = int(source.rules().current_player(state))
    began = time.perf_counter()
    try:
        action = player.choose(state.copy(), seat, decision_seed(stream, 0))
    except Forfeit:
        return Answer(decision.best.win, False, time.perf_counter() - began, True)
    seconds = time.perf_counter() - began
    chosen = decision.values[source.notation().format_move(action, state)]
    loss = decision.best.win - chosen.win
    return Answer(loss, is_within_errors(decision.best, chosen), seconds, False)


def is_within_errors(best: Value, chosen: Value) -> bool:
    """The values differ by no more than the luck of the searches that found them."""
    luck = LUCK * (best.win_se**2 + chosen.win_se**2) ** 0.5
    return best.win - chosen.win <= luck
