"""Games between players at a table.

What is dealt depends on the seed, the block and the number of the chance event only, so
all games of a block share their chance as far as the stock allows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any, cast

import numpy as np

from engines.protocol import Game, Policy, State
from engines.rng import DEAL, DECISION, new_stream
from search.players.base import Forfeit, Player, Texts
from search.players.fast import PolicyPlayer
from search.policies import uniform
from search.policy_games import (
    MAX_ROUNDS,
    Games,
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
from search.schedule import Fixtures
from search.workspace import new_workspace

AT_ONCE = 1024  # games that one call of the kernel plays


class Stopped(Exception):  # noqa: N818
    """A game was given up because somebody asked to stop."""


class Table:
    """A game, its start before the first chance event, and who may sit down.

    Where all players are policies, a kernel plays. With `texts`, the game's notation,
    moves and chance are recorded, and Python plays. `should_stop` is asked before every
    decision that Python asks for. Serves one thread.
    """

    def __init__(
        self,
        game: Game,
        start: State,
        players: Sequence[Player],
        texts: Texts | None = None,
        should_stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self.game, self.start, self.players, self.texts = game, start, players, texts
        self.seats, self.should_stop = int(game.player_count(start)), should_stop
        policy = None if texts else shared_policy(players)
        self.is_fast = policy is not None
        if policy is not None:
            self._play_listed = kernel_of(cast(Hashable, game), cast(Hashable, policy))
            self._weighted = weighted(players)
            self._work = new_workspace(game)
            self._games = new_games(game, self.seats, AT_ONCE)

    def play(self, seating: Seating, seed: int, block: int, number: int = 0) -> Result:
        """One game; `number` tells it from other games of its block."""
        return self.play_games([Fixture(block, number, seating)], seed)[0]

    def play_games(self, fixtures: Sequence[Fixture], seed: int) -> list[Result]:
        """What comes of these games; Stopped if that was asked for meanwhile."""
        for n in {len(fixture.seating) for fixture in fixtures} - {self.seats}:
            raise ValueError(f"{self.seats} seats, but a seating of {n}")
        if not (self.is_fast and fixtures):
            return [_Game(self, fixture, seed).result() for fixture in fixtures]
        columns = zip(*fixtures, strict=True)
        listed = Fixtures(*(np.array(column, np.int64) for column in columns))
        return [
            result
            for games, count in self.played(listed, seed)
            for result in self._results(games, count)
        ]

    def warm_up(self) -> Iterator[tuple[Games, int]]:
        """No games, if by a kernel: it is compiled or loaded."""
        if self.is_fast:
            none = np.zeros(0, np.int64)
            seated = np.zeros((0, self.seats), np.int64)
            yield from self.played(Fixtures(none, none, seated), 0)

    def played(self, fixtures: Fixtures, seed: int) -> Iterator[tuple[Games, int]]:
        """The games in parts, played by the kernel: the first `count` of the entries.

        Only for policies. The arrays are used again for the next part.
        """
        rng, total = np.zeros(1, np.uint64), len(fixtures.block)
        for first in range(0, max(1, total), AT_ONCE):
            part = slice(first, first + AT_ONCE)
            count = min(AT_ONCE, total - first)
            for column, values in zip(self._games, fixtures, strict=False):
                column[:count] = values[part]
            with np.errstate(over="ignore"):  # without the JIT, words wrap loudly
                self._play_listed(
                    self._weighted,
                    self._games,
                    count,
                    self.start,
                    self._work,
                    seed,
                    rng,
                )
            yield self._games, count

    def _results(self, games: Games, count: int) -> Iterator[Result]:
        """The games of arrays one by one."""
        longest = int(games.rounds[:count].max())
        rows = zip(
            games.block.tolist(),
            games.number.tolist(),
            games.seating.tolist(),
            games.scores.tolist(),
            games.wins.tolist(),
            games.rounds.tolist(),
            games.round_scores[:, :longest].tolist(),
            games.plies.tolist(),
            games.ending.tolist(),
            games.sources.tolist(),
            strict=True,
        )
        for block, number, seating, scores, wins, n, by_round, *rest in islice(
            rows, count
        ):
            plies, ending, sources = rest
            fixture = Fixture(block, number, tuple(seating))
            end = self.game.ENDINGS[ending]
            yield completed(
                fixture, Played(scores, wins, n, by_round[:n], plies, end, sources)
            )


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
        end = FORFEIT if lost else game.ENDINGS[int(game.ending(self.state))]
        played = Played(
            points.tolist(),
            wins.tolist(),
            rounds,
            by_round,
            self.plies,
            end,
            self._sources(),
        )
        result = completed(self.fixture, played)
        if self.table.texts is not None:
            result = replace(result, record=tuple(self.record))
        if not lost:
            return result
        shares, errors = forfeit_shares(self.errors), tuple(self.errors)
        return replace(result, win_shares=shares, ranks=ranks(shares), errors=errors)

    def _sources(self) -> list[list[float]]:
        """Points by seat and source."""
        game = self.table.game
        found = np.zeros((self.table.seats, len(game.SOURCES)))
        for seat, out in enumerate(found):
            game.points_by_source(self.state, seat, out)
        return found.tolist()

    def _run(self) -> None:
        """The game is over, or somebody has forfeited it."""
        game, table, state = self.table.game, self.table, self.state
        block, number, seating = self.fixture
        stream = new_stream(self.seed, DECISION, block, number)[0]
        self._deal()
        while not game.is_over(state):
            if table.should_stop():
                raise Stopped
            seat, playing = int(game.current_player(state)), game.round_number(state)
            own = int(decision_seed(stream, self.plies))
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


@cache
def kernel_of(game: Hashable, policy: Hashable) -> Callable[..., Any]:
    """`play_listed` for a game and a policy; tables on several threads share it."""
    return make_play_listed(cast(Game, game), cast(Policy, policy))


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
