"""What to run so that every kernel the commands use has been compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from analyzer.chance import deal_from_seed
from analyzer.games import NET, GameEntry, variants
from analyzer.results import legal_moves, player_accounts, position_object

if TYPE_CHECKING:
    from engines.protocol import State

Step = tuple[str, Callable[[], object]]


def warming_steps(game: GameEntry) -> Iterator[Step]:
    """What is compiled next, and the call that does it."""
    for players, options in variants(game):
        words = [f"{players} players", *(f"{k}={v}" for k, v in options.items())]
        yield f"rules, {', '.join(words)}", partial(_walk, game, players, options)
    yield "perft", partial(_perft, game)
    yield "exact values", partial(_exact, game)
    yield "ways of the game's own", partial(_own_ways, game)
    for name in game.policies:
        yield f"{name} games", partial(_games, game, name)
        yield f"search, {name} playouts", partial(_search, game, name)
        yield f"expectimax and solver, {name}", partial(_depth_first, game, name)
    for start in _starts_with_nets(game)[:1]:
        yield "search, nets", partial(_search_with_nets, game, start)
    yield "batches of games", partial(_batches, game)


def _walk(game: GameEntry, players: int, options: dict[str, str]) -> None:
    """A game has been played through as the commands play and print it."""
    rules, notation = game.rules(), game.notation()
    state = notation.new(players, options)
    while not rules.is_over(state):
        game.accounts().changes(state)
        if rules.chance_due(state):
            deal_from_seed(game, state, 0)
            continue
        state = notation.parse(notation.format(state)).state
        move = next(iter(legal_moves(game, state)))
        rules.play(state, notation.parse_move(move, state))
    position_object(game, state)
    player_accounts(game, state)


def _perft(game: GameEntry) -> None:
    from search import perft

    root = _root(game)
    perft.count(game.rules())(root, 1, 0)
    perft.count_all(game.rules())(root, 1)


def _exact(game: GameEntry) -> None:
    from search import exact
    from search.batches import Budget

    rules, root = game.rules(), _root(game)
    exact.end_is_near(rules, root, 0)
    with suppress(exact.NotSolvedError):
        exact.solve(rules, root, Budget(sims=1))


def _own_ways(game: GameEntry) -> None:
    """The game's own way to value last turns, and a player's part by himself."""
    from search.batches import Budget
    from search.exact import NotSolvedError, solve
    from search.solitaire import best_sequence

    root, policy = _root(game), game.policy(next(iter(game.policies)))
    if (ending := game.ending_module()) is not None:
        last = game.notation().parse(ending.EXAMPLE).state
        with suppress(NotSolvedError):
            solve(game.rules(), last, Budget(sims=1), ending=ending)
    if (alone := game.solitaire_module()) is not None:
        own = alone.alone(root, 0)
        alone.account(own, ())
        with suppress(NotSolvedError):
            best_sequence(alone, policy, own, Budget(sims=1), memory=1 << 20)


def _games(game: GameEntry, name: str) -> None:
    import numpy as np

    from engines.rng import POLICY, new_stream
    from search import benchmark
    from search.comparison import play_out
    from search.rollout import make_choose

    rules, policy = game.rules(), game.policy(name)
    start = game.notation().new(*variants(game)[0])
    benchmark.games_per_second(rules, policy, start, 0.0)
    play_out(rules, policy, start, 0, playouts=2)
    moves = np.zeros(rules.MAX_ACTIONS, np.int64)
    weights = policy.default_weights()
    make_choose(rules, policy)(_root(game), moves, weights, new_stream(0, POLICY))


def _search(game: GameEntry, name: str) -> None:
    from search.batches import Budget
    from search.ranking import analyze

    policy, budget = game.policy(name), Budget(sims=8)
    settings = game.search_settings()
    analyze(
        game.rules(), policy, _root(game), budget, settings=settings, memory=1 << 24
    )


def _starts_with_nets(game: GameEntry) -> list[State]:
    """New games of the set-ups that have nets."""
    starts = [game.notation().new(*variant) for variant in variants(game)]
    return [start for start in starts if NET in game.for_state(start).evaluators]


def _search_with_nets(game: GameEntry, start: State) -> None:
    from search.batches import Budget
    from search.benchmark import opening
    from search.ranking import analyze

    name = next(iter(game.policies))
    analyze(
        game.rules(),
        game.policy(name),
        opening(game.rules(), start),
        Budget(sims=8),
        settings=game.search_settings(NET),
        evaluator=game.evaluator_module(NET, name),
        memory=1 << 24,
    )


def _batches(game: GameEntry) -> None:
    """Batches of games, by policies alone and with a search among the players."""
    from search.simulation import play

    for texts in (
        ("greedy", "random"),
        ("random", "random"),
        ("mcts:sims=1", "random"),
    ):
        players = dict(zip("ab", texts, strict=True))
        play(game, players, games=1)


def _depth_first(game: GameEntry, name: str) -> None:
    """Searches by alpha-beta and, where more than two can play, by max^n."""
    from search import benchmark, expectimax, solver
    from search.batches import Budget

    rules, policy, notation = game.rules(), game.policy(name), game.notation()
    for players in {notation.PLAYERS[0], notation.PLAYERS[-1]}:
        start = notation.new(players, dict(variants(game)[0][1]))
        root = benchmark.opening(rules, start)
        budget = Budget(sims=1)
        expectimax.analyze(rules, policy, policy, root, budget, memory=1 << 24)
        solver.is_likely_last(rules, policy, root, 0)


def _root(game: GameEntry) -> State:
    """The position of the first decision in the first variant."""
    from search import benchmark

    return benchmark.opening(game.rules(), game.notation().new(*variants(game)[0]))
