"""How fast games and searches run, and one number that tells behaviour apart."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from engines.protocol import Game, Policy, State
from engines.rng import POLICY, SEARCH, new_stream
from search.behind import make_search, new_lookout
from search.mcts import Settings, weights_of
from search.rollout import deal_due, make_play_games
from search.tree import Tree, children, new_tree
from search.workspace import new_workspace

SIGNATURE_GAMES = 32
SIGNATURE_SIMULATIONS = 512
SIGNATURE_MEMORY = 1 << 20
MEMORY = 512 << 20  # bytes of a measured tree
FULL = 0.7  # part in use from which a measured tree is begun anew
CHUNK_SECONDS = 0.02


class SearchRate(NamedTuple):
    """Simulations, and tree nodes made, per second on one thread."""

    simulations: float
    nodes: float


def rate(run: Callable[[int], object], seconds: float) -> float:
    """Times a second that `run(n)` does n of what it does, over about `seconds`."""
    run(1)  # compiled or loaded
    n, done, spent = 1, 0, 0.0
    while done == 0 or spent < seconds:
        began = time.perf_counter()
        run(n)
        took = time.perf_counter() - began
        done, spent = done + n, spent + took
        if took < CHUNK_SECONDS:
            n *= 2
    return done / spent


def games_per_second(game: Game, policy: Policy, start: State, seconds: float) -> float:
    """Whole games a second from `start`, on one thread."""
    play_games = make_play_games(game, policy)
    weights, rng = policy.default_weights(), new_stream(1, POLICY)
    work, scores = new_workspace(game), np.zeros(game.MAX_PLAYERS)
    return rate(lambda n: play_games(start, n, work, weights, scores, rng), seconds)


def search_rate(
    game: Game,
    policy: Policy,
    root: State,
    seconds: float,
    settings: Settings,
    memory: int = MEMORY,
) -> SearchRate:
    """The pace of one search of `root`, where a decision is due."""
    simulate = make_search(game, policy)
    weights, rng = weights_of(policy, policy), new_stream(1, SEARCH)
    work, lookout = new_workspace(game), new_lookout(game, settings)
    tree, nodes, done = new_tree(game, memory), 0, 0

    def run(n: int) -> None:
        nonlocal tree, nodes, done
        if int(tree.size[0]) > FULL * len(tree.visits):
            tree = new_tree(game, memory)
        before = int(tree.size[0])
        simulate(tree, root, n, work, lookout, settings, weights, rng)
        nodes += int(tree.size[0]) - before
        done += n

    simulations = rate(run, seconds)
    return SearchRate(simulations, simulations * nodes / done)


def opening(game: Game, start: State, seed: int = 1) -> State:
    """A copy of a new game after its first chance event."""
    state = start.copy()
    deal_due(game, state, seed)
    return state


def signature(
    game: Game,
    policies: Iterable[Policy],
    starts: Iterable[State],
    settings: Settings,
    crc: int = 0,
) -> int:
    """A number below 2**32 that changes when play or search changes.

    It chains results of games and visits of searches with fixed seeds onto `crc`.
    """
    listed = list(policies)
    for start in starts:
        root = opening(game, start)
        for policy in listed:
            crc = _games_signature(game, policy, start, crc)
            crc = _search_signature(game, policy, root, settings, crc)
    return crc


def _games_signature(game: Game, policy: Policy, start: State, crc: int) -> int:
    """Lengths and scores of some games."""
    play_games, weights = make_play_games(game, policy), policy.default_weights()
    work, scores = new_workspace(game), np.zeros(game.MAX_PLAYERS)
    for number in range(SIGNATURE_GAMES):
        rng = new_stream(1, POLICY, number)
        plies = play_games(start, 1, work, weights, scores, rng)
        crc = zlib.crc32(np.array([plies, *scores], np.int64).tobytes(), crc)
    return crc


def _search_signature(
    game: Game, policy: Policy, root: State, settings: Settings, crc: int
) -> int:
    """Visits of the root's moves after a fixed number of simulations."""
    simulate, weights = make_search(game, policy), weights_of(policy, policy)
    tree: Tree = new_tree(game, SIGNATURE_MEMORY)
    work, rng = new_workspace(game), new_stream(1, SEARCH)
    lookout = new_lookout(game, settings)
    simulate(tree, root, SIGNATURE_SIMULATIONS, work, lookout, settings, weights, rng)
    visits = [int(tree.visits[child]) for child in children(tree)]
    return zlib.crc32(np.array(visits, np.int64).tobytes(), crc)
