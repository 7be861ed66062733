"""Many games between players: a tournament's blocks, played on threads or elsewhere.

Which games are played, and what comes of them, depends on the simulation alone: neither
on how blocks are handed out nor on who plays them.
"""

from __future__ import annotations

import json
import re
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed, effective_n_jobs, parallel_config
from joblib.externals.loky import process_executor

from engines.protocol import State
from language import tr
from search.arena import Stopped, Table
from search.players.base import GameSource, SpecError
from search.players.registry import make_player
from search.results import Result
from search.rows import RowWriter, frame, header
from search.schedule import Numbers, Schedule

if TYPE_CHECKING:
    import pandas as pd

NAME = "[A-Za-z0-9][A-Za-z0-9_.-]*"
PIECE_SECONDS = 0.1  # what a piece of work takes, where games are short
FIRST_PIECE = 16  # blocks
MOST_GROWTH = 1 << 40  # bytes by which a process may grow
BACKENDS = {"threads": "threading", "processes": "loky", "dask": "dask"}


class SeatsError(ValueError):
    """The game is not for so many players."""


@dataclass(frozen=True)
class Simulation:
    """Who plays whom at what; equal simulations give equal games.

    Raises ValueError for no players, names that are none or twice the same, and a
    number of seats that the game is not for; SpecError, one, for a bad text.
    """

    source: GameSource
    players: tuple[tuple[str, str], ...]  # name, text
    seats: int
    options: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0
    gauntlet: bool = False
    every: bool = False  # all orders of a table instead of a Latin square
    record: bool = False

    def __post_init__(self) -> None:
        if not self.players:
            raise ValueError(tr("somebody has to play: no player is given"))
        for name in self.names:
            if not re.fullmatch(NAME, name):
                raise ValueError(
                    tr(
                        "{name!r} is no name for a player; use letters, digits, '-',"
                        " '_' and '.'",
                        name=name[:40],
                    )
                )
            if self.names.count(name) > 1:
                raise ValueError(tr("two players are named {name!r}", name=name))
        allowed = self.source.notation().PLAYERS
        if self.seats not in allowed:
            raise SeatsError(
                tr(
                    "{game} is for {least} to {most} players, not {players}",
                    game=self.source.name,
                    least=allowed[0],
                    most=allowed[-1],
                    players=self.seats,
                )
            )

    @property
    def names(self) -> list[str]:
        """The players' names in order."""
        return [name for name, _ in self.players]

    @cached_property
    def schedule(self) -> Schedule:
        """Who sits where on which deal."""
        return Schedule(
            len(self.players), self.seats, gauntlet=self.gauntlet, every=self.every
        )

    @property
    def header(self) -> bytes:
        """The first line of the result table."""
        return header(self.source.rules().SOURCES)

    def start(self) -> State:
        """The position before the first chance event."""
        return self.source.notation().new(self.seats, self.options)


class Piece(NamedTuple):
    """Blocks that have been played: their rows, and a line a game that is recorded."""

    blocks: Numbers
    rows: bytes
    records: bytes
    seconds: float


class Seated(NamedTuple):
    """A table, and the writer of its rows."""

    table: Table
    writer: RowWriter


class Crew:
    """Tables of one simulation, one a thread."""

    def __init__(
        self, simulation: Simulation, should_stop: Callable[[], bool] = lambda: False
    ) -> None:
        self.simulation, self.should_stop = simulation, should_stop
        self._own, self._tables = threading.local(), list[Table]()

    def seated(self) -> Seated:
        """This thread's table; SpecError for a player that is none."""
        found: Seated | None = getattr(self._own, "seated", None)
        if found is None:
            found = self._own.seated = self._sit_down()
        return found

    def _sit_down(self) -> Seated:
        s = self.simulation
        source = s.source.for_state(s.start())
        players = []
        for name, text in s.players:
            try:
                players.append(make_player(text, source, name))
            except SpecError as error:
                raise SpecError(
                    tr("player {name}: {error}", name=name, error=error)
                ) from None
        rules, texts = s.source.rules(), s.source.notation() if s.record else None
        table = Table(rules, s.start(), players, texts, self.should_stop)
        self._tables.append(table)
        writer = RowWriter(s.names, rules.ENDINGS, s.schedule.games_per_block)
        return Seated(table, writer)

    def warm_up(self) -> None:
        """The kernels that tables need are compiled or loaded."""
        table, writer = self.seated()
        for games, count in table.warm_up():
            writer.rows(games, count, self.simulation.seed)

    def play(self, blocks: Numbers) -> Piece:
        """The games of these blocks; none of them if asked to stop meanwhile."""
        table, writer = self.seated()
        began, s = time.perf_counter(), self.simulation
        fixtures = s.schedule.fixtures(blocks)
        rows, records = [], []
        if table.is_fast:
            for games, count in table.played(fixtures, s.seed):
                rows.append(writer.rows(games, count, s.seed))
        else:
            try:
                results = table.play_games(list(fixtures.each()), s.seed)
            except Stopped:
                return Piece(blocks[:0], b"", b"", 0.0)
            rows = [writer.row(result, s.seed) for result in results]
            if s.record:
                records = [record_line(s, result) for result in results]
        spent = time.perf_counter() - began
        return Piece(blocks, b"".join(rows), b"".join(records), spent)

    def close(self) -> None:
        """Programs that play have ended."""
        for table in self._tables:
            for player in table.players:
                player.close()


_crews: dict[str, Crew] = {}


def play_apart(simulation: Simulation, blocks: Numbers) -> Piece:
    """`Crew.play` for another process, which keeps its tables for the next piece.

    It grows as it compiles and as trees fill. loky would end it for that as leaking
    memory, and may then wait for ever.
    """
    process_executor._MAX_MEMORY_LEAK_SIZE = MOST_GROWTH
    key = repr(simulation)
    if key not in _crews:
        _crews[key] = Crew(simulation)
    return _crews[key].play(blocks)


def record_line(simulation: Simulation, result: Result) -> bytes:
    """A game as a line of JSON: its start, and every move and chance event after it."""
    events = [
        {"deal": event.text}
        if event.seat is None
        else {"player": event.seat + 1, "move": event.text}
        for event in result.record or ()
    ]
    line = {
        "schema": 1,
        "game": simulation.source.name,
        "block": result.block,
        "number": result.number + 1,
        "players": [simulation.names[player] for player in result.seating],
        "position": simulation.source.notation().format(simulation.start()),
        "events": events,
        "scores": result.scores,
        "end": result.end,
        "errors": result.errors,
    }
    return json.dumps(line).encode() + b"\n"


# --- On threads, processes and clusters -----------------------------------------------


class Pace:
    """How many blocks make a piece of work; a block that takes long is one."""

    def __init__(self, least: int, jobs: int) -> None:
        self.size, self._least, self._jobs = least, least, jobs

    def note(self, piece: Piece) -> None:
        """The next pieces are cut by how long this one took."""
        if piece.seconds > 0:
            fits = int(len(piece.blocks) * PIECE_SECONDS / piece.seconds)
            self.size = max(1, min(4 * self.size, fits))

    def pieces(self, blocks: Numbers) -> Iterator[Numbers]:
        """The blocks in pieces of the size that is right when they are asked for.

        The last ones are smaller, so that all jobs end at about the same time.
        """
        while len(blocks):
            fair = max(self._least, len(blocks) // (4 * self._jobs))
            size = min(self.size, fair)
            yield blocks[:size]
            blocks = blocks[size:]


def run(
    crew: Crew, blocks: Numbers, *, jobs: int = 1, backend: str = "threads"
) -> Generator[Piece, None, None]:
    """The blocks, in whatever order they are finished.

    `jobs` counts threads or processes, -1 for all that there are. On `dask` the
    cluster of the client that is open plays.
    """
    crew.warm_up()  # before others begin, so that they find everything compiled
    fast = crew.seated().table.is_fast
    pace = Pace(FIRST_PIECE if fast else 1, effective_n_jobs(jobs))
    play: Callable[..., Any] = delayed(crew.play)
    if backend != "threads":
        apart = delayed(play_apart)
        play = lambda piece: apart(crew.simulation, piece)  # noqa: E731
    where: AbstractContextManager[object] = nullcontext()
    if backend == "dask":
        where = parallel_config(backend="dask")
    with where:
        parallel = Parallel(
            n_jobs=jobs,
            backend=None if backend == "dask" else BACKENDS[backend],
            return_as="generator_unordered",
            batch_size=1,
        )
        pieces = parallel(play(p) for p in pace.pieces(blocks))
        try:
            for piece in pieces:
                pace.note(piece)
                if len(piece.blocks):
                    yield piece
                if crew.should_stop():
                    return
        finally:
            with warnings.catch_warnings():  # that work was handed out for nothing
                warnings.simplefilter("ignore", UserWarning)
                pieces.close()


def play(
    source: GameSource,
    players: Mapping[str, str],
    games: int = 1000,
    *,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    seed: int = 0,
    gauntlet: bool = False,
    every: bool = False,
    jobs: int = 1,
) -> pd.DataFrame:
    """The result table of a tournament: one row a game and seat (docs/data.md).

    `players` are texts by name; `games` is rounded up to whole blocks in which every
    lineup plays as often as the others. Raises as `Simulation` does.
    """
    named = tuple(players.items())
    n = seats_for(source, len(named), gauntlet) if seats is None else seats
    simulation = Simulation(
        source, named, n, options or {}, seed, gauntlet=gauntlet, every=every
    )
    crew, blocks = Crew(simulation), simulation.schedule.blocks(games)
    try:
        pieces = list(run(crew, np.arange(1, blocks + 1), jobs=jobs))
    finally:
        crew.close()
    pieces.sort(key=lambda piece: int(piece.blocks[0]))
    return frame(simulation.header + b"".join(piece.rows for piece in pieces))


def seats_for(source: GameSource, players: int, gauntlet: bool = False) -> int:
    """All at one table if the game is for so many, otherwise two; in a gauntlet two."""
    together = players in source.notation().PLAYERS and not gauntlet
    return players if together else 2
