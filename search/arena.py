"""Games between players: one game, or one deal in several seatings (a block).

What is dealt depends on the seed, the block and the number of the chance event only, so
all games of a block share their chance as far as the stock allows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import permutations

import numpy as np

from engines.protocol import Game, Policy, State
from engines.rng import DEAL, new_stream
from search.players.base import Forfeit, Player, Texts
from search.players.fast import PolicyPlayer
from search.policies import uniform
from search.policy_games import (
    MAX_ROUNDS,
    Weighted,
    decision_seed,
    make_play_listed,
    new_games,
)
from search.results import (
    FORFEIT,
    Event,
    Fixture,
    Played,
    Result,
    Seating,
    completed,
    forfeit_shares,
    ranks,
)
from search.workspace import new_workspace


class Table:
    """A game, its start before the first chance event, and who may sit down.

    Where all players are policies, a kernel plays. With `texts`, the game's notation,
    moves and chance are recorded, and Python plays. Serves one thread.
    """

    def __init__(
        self,
        game: Game,
        start: State,
        players: Sequence[Player],
        texts: Texts | None = None,
    ) -> None:
        self.game, self.start, self.players, self.texts = game, start, players, texts
        self.seats = int(game.player_count(start))
        policy = None if texts else shared_policy(players)
        self.is_fast = policy is not None
        if policy is not None:
            self._play_listed = make_play_listed(game, policy)
            self._weighted = weighted(players)
            self._work = new_workspace(game)

    def play(self, seating: Seating, seed: int, block: int, number: int = 0) -> Result:
        """One game; `number` tells it from other games of its block."""
        return self._play([Fixture(block, number, seating)], seed)[0]

    def play_block(
        self, seed: int, block: int, seatings: Sequence[Seating] | None = None
    ) -> list[Result]:
        """The games of one deal, by default in a Latin square of seatings."""
        return self.play_blocks(seed, [block], seatings)

    def play_blocks(
        self,
        seed: int,
        blocks: Iterable[int],
        seatings: Sequence[Seating] | None = None,
    ) -> list[Result]:
        """The games of several deals in turn; a kernel plays them at once."""
        fixtures = [
            Fixture(block, number, seating)
            for block in blocks
            for number, seating in enumerate(
                latin_seatings(self.seats, block) if seatings is None else seatings
            )
        ]
        return self._play(fixtures, seed)

    def _play(self, fixtures: Sequence[Fixture], seed: int) -> list[Result]:
        for n in {len(fixture.seating) for fixture in fixtures} - {self.seats}:
            raise ValueError(f"{self.seats} seats, but a seating of {n}")
        if self.is_fast and fixtures:
            return self._play_fast(fixtures, seed)
        return [_Game(self, fixture, seed).result() for fixture in fixtures]

    def _play_fast(self, fixtures: Sequence[Fixture], seed: int) -> list[Result]:
        """Results by the kernel."""
        keys = [(fixture.block, fixture.number) for fixture in fixtures]
        games = new_games(self.game, keys, [fixture.seating for fixture in fixtures])
        rng = np.zeros(1, np.uint64)
        with np.errstate(over="ignore"):  # without the JIT, random words wrap loudly
            self._play_listed(self._weighted, games, self.start, self._work, seed, rng)
        rounds = games.rounds.tolist()
        longest = max(rounds)
        columns = zip(
            fixtures,
            games.scores.tolist(),
            games.wins.tolist(),
            rounds,
            games.round_scores[:, :longest].tolist(),
            games.plies.tolist(),
            strict=True,
        )
        return [
            completed(fixture, Played(scores, wins, n, by_round[:n], plies))
            for fixture, scores, wins, n, by_round, plies in columns
        ]


class _Game:
    """A game as Python plays it, decision by decision."""

    def __init__(self, table: Table, fixture: Fixture, seed: int) -> None:
        self.table, self.fixture, self.seed = table, fixture, seed
        self.state = table.start.copy()
        self.errors = [""] * table.seats
        self.rounds = np.zeros((MAX_ROUNDS, table.game.MAX_PLAYERS))
        self.plies = 0
        self.record: list[Event] = []

    def result(self) -> Result:
        """The game has been played; what came of it."""
        with np.errstate(over="ignore"):  # without the JIT, random words wrap loudly
            self._run()
        game, lost = self.table.game, any(self.errors)
        wins, points = np.zeros((2, game.MAX_PLAYERS))
        game.scores(self.state, points)
        if not lost:
            game.outcome(self.state, wins)
        rounds = int(game.round_number(self.state))
        done = max(0, rounds - 1) if lost else rounds
        by_round = self.rounds[:done].tolist()
        played = Played(points.tolist(), wins.tolist(), rounds, by_round, self.plies)
        result = completed(self.fixture, played)
        if self.table.texts is not None:
            result = replace(result, record=tuple(self.record))
        if not lost:
            return result
        shares, errors = forfeit_shares(self.errors), tuple(self.errors)
        return replace(
            result, win_shares=shares, ranks=ranks(shares), end=FORFEIT, errors=errors
        )

    def _run(self) -> None:
        """The game is over, or somebody has forfeited it."""
        game, table, state = self.table.game, self.table, self.state
        block, number, seating = self.fixture
        rng = np.zeros(1, np.uint64)
        self._deal()
        while not game.is_over(state):
            seat, playing = int(game.current_player(state)), game.round_number(state)
            own = int(decision_seed(rng, self.seed, block, number, self.plies))
            try:
                action = table.players[seating[seat]].choose(state, seat, own)
            except Forfeit as error:
                self.errors[seat] = " ".join(str(error).split()) or FORFEIT
                return
            if table.texts is not None:
                text = table.texts.format_move(action, state)
                self.record.append(Event(seat, text))
            game.play(state, action)
            self.plies += 1
            done = game.is_over(state) or game.round_number(state) != playing
            if done and 0 < playing <= MAX_ROUNDS:
                game.scores(state, self.rounds[playing - 1])
            self._deal()

    def _deal(self) -> None:
        """No chance is due any more."""
        game, texts, state = self.table.game, self.table.texts, self.state
        block = self.fixture.block
        while due := int(game.chance_due(state)):
            before = state.copy()
            game.deal(state, new_stream(self.seed, DEAL, block, due))
            if texts is not None:
                self.record.append(Event(None, texts.format_deal(state, before)))


def shared_policy(players: Sequence[Player]) -> Policy | None:
    """The policy that players have in common, apart from the uniform one.

    None if that is not so, or if not all of them are policies.
    """
    modules = [p.policy if isinstance(p, PolicyPlayer) else None for p in players]
    others = [module for module in modules if module is not uniform]
    if any(module is None or module is not others[0] for module in others):
        return None
    return others[0] if others else modules[0]


def weighted(players: Sequence[Player]) -> Weighted:
    """Policies as arrays; short rows of weights are filled up."""
    fast = [player for player in players if isinstance(player, PolicyPlayer)]
    rows = np.zeros((len(fast), max(len(player.weights) for player in fast)))
    for row, player in zip(rows, fast, strict=True):
        row[: len(player.weights)] = player.weights
    return Weighted(np.array([int(p.policy is uniform) for p in fast]), rows)


def latin_seatings(seats: int, block: int = 1) -> list[Seating]:
    """Every player once in every seat.

    In even blocks the players sit in reverse order, so that who follows whom varies.
    """
    order = range(seats) if block % 2 or seats == 2 else range(seats)[::-1]
    return [tuple(order[(i + s) % seats] for s in range(seats)) for i in range(seats)]


def all_seatings(seats: int) -> list[Seating]:
    """Every order of the players."""
    return list(permutations(range(seats)))
