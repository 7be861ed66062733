"""A simulation runs: blocks are played, kept, and counted for a sequential test."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from analyzer.exits import UserError
from language import tr

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.simulation.journal import Journal
    from reports.sprt import Sprt
    from search.simulation import Crew, Simulation


class Done(NamedTuple):
    """How far a simulation is: games of all, and how long it has taken."""

    games: int
    total: int
    seconds: float
    begun_with: int  # games that an earlier run had played

    @property
    def rate(self) -> float:
        """Games a second of this run."""
        return (self.games - self.begun_with) / self.seconds if self.seconds else 0.0

    @property
    def words(self) -> str:
        """Games, their rate, and the time left."""
        left = (self.total - self.games) / self.rate if self.rate else 0.0
        return tr(
            "{games:,} of {total:,} games, {rate:,.0f} a second, {left:.0f} s left",
            games=self.games,
            total=self.total,
            rate=self.rate,
            left=left,
        )


class Watch:
    """A sequential test that reads blocks in their order, whoever finishes first.

    So it stops at the same block however many play.
    """

    def __init__(self, test: Sprt, simulation: Simulation) -> None:
        self.test = test
        self._player, self._opponent = simulation.names
        self._waiting: dict[int, float] = {}
        self._results: list[float] = []
        self.last: int | None = None  # the block that decided

    def read(self, table: pd.DataFrame) -> None:
        """The blocks of the table count, as soon as all before them are there."""
        from reports.match import block_results

        if table.empty or self.last is not None:
            return
        found = block_results(table, self._player, self._opponent)
        self._waiting |= dict(zip(found.index.tolist(), found.tolist(), strict=True))
        before = len(self._results)
        while (block := len(self._results) + 1) in self._waiting:
            self._results.append(self._waiting.pop(block))
        if len(self._results) > before:
            state = self.test.run(self._results)
            if state.decision != "undecided":
                self.last = state.blocks


def play(
    crew: Crew,
    journal: Journal,
    blocks: int,
    *,
    jobs: int,
    backend: str,
    watch: Watch | None,
    progress: Callable[[Done], None],
) -> Done:
    """The blocks are in the journal, in order; or those up to the test's decision.

    Or those that were finished when the crew was asked to stop.
    """
    from search.rows import frame
    from search.simulation import run

    each = crew.simulation.schedule.games_per_block
    if watch is not None:
        watch.read(frame(journal.table()))
    todo = journal.missing(blocks)
    if watch is not None and watch.last is not None:
        todo = todo[:0]
    begun_with = each * journal.count
    crew.warm_up()  # before the clock runs
    began = time.perf_counter()
    done = Done(begun_with, each * blocks, 0.0, begun_with)
    pieces = run(crew, todo, jobs=jobs, backend=backend)
    games = begun_with
    try:
        for piece in pieces:
            journal.add(piece)
            games += each * len(piece.blocks)
            if watch is not None:
                watch.read(frame(journal.header + piece.rows))
            spent = time.perf_counter() - began
            done = Done(games, each * blocks, spent, begun_with)
            progress(done)
            if watch is not None and watch.last is not None:
                break
    finally:
        pieces.close()
        journal.close(None if watch is None else watch.last)
    return done


@contextmanager
def cluster(backend: str, scheduler: str | None) -> Iterator[None]:
    """Where joblib finds those who play; UserError if there is no such cluster."""
    if backend != "dask":
        yield
        return
    try:
        from distributed import Client
    except ImportError:
        raise UserError(
            tr(
                "the backend dask is not installed; install azulyst with its"
                " extra 'dask'"
            )
        ) from None
    try:
        client = Client(scheduler, timeout=10)
    except (OSError, ValueError) as error:
        raise UserError(
            tr(
                "there is no Dask scheduler at '{scheduler}': {error}",
                scheduler=scheduler,
                error=error or tr("no answer"),
            )
        ) from None
    with client:
        yield
