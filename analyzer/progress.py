"""Signs of life on standard error while something takes long."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from analyzer.console import Screen
from language import N_, tr

if TYPE_CHECKING:
    from analyzer.simulation.running import Done
    from search.batches import Progress

PATIENCE = 1.5  # seconds that starting may take without a word
COMPILING = N_("compiling, only the first time: this can take half a minute")


@contextmanager
def compiling(say: Callable[[str], None]) -> Iterator[Callable[[], None]]:
    """Says that code is being compiled unless what it gives is soon called."""
    timer = threading.Timer(PATIENCE, say, (tr(COMPILING),))
    timer.daemon = True
    timer.start()
    try:
        yield timer.cancel
    finally:
        timer.cancel()


@contextmanager
def search_progress(screen: Screen) -> Iterator[Callable[[Progress], None]]:
    """What a search calls with its progress: a bar if a person sits there."""
    with _life(screen) as show:
        yield lambda done: show(done.fraction, lambda: summary(done))


@contextmanager
def simulation_progress(screen: Screen) -> Iterator[Callable[[Done], None]]:
    """What a simulation calls with its progress: a bar if a person sits there."""
    with _life(screen) as show:
        yield lambda done: show(done.games / done.total, lambda: done.words)


@contextmanager
def named_progress(screen: Screen) -> Iterator[Callable[[float, str], None]]:
    """What is called with a part done and words: a bar if a person sits there."""
    with _life(screen) as show:
        yield lambda part, words: show(part, lambda: words)


@contextmanager
def _life(screen: Screen) -> Iterator[Callable[[float, Callable[[], str]], None]]:
    """What is called with a part done and words; compiling before that is told."""
    if screen.quiet or not sys.stderr.isatty():
        with compiling(screen.note) as started:
            yield lambda _part, _words: started()
        return
    with _bar(screen) as show, compiling(lambda text: show(0.0, text)) as started:

        def report(part: float, words: Callable[[], str]) -> None:
            started()
            show(part, words())

        yield report


@contextmanager
def _bar(screen: Screen) -> Iterator[Callable[[float, str], None]]:
    """A bar on standard error that vanishes in the end: (part done, words)."""
    from rich.progress import BarColumn, Progress, TextColumn

    console = screen.console(sys.stderr)
    words = TextColumn("{task.description}")
    with Progress(BarColumn(), words, console=console, transient=True) as bar:
        task = bar.add_task(tr("starting"), total=1.0)

        def show(fraction: float, text: str) -> None:
            bar.update(task, completed=fraction, description=text)

        yield show


def summary(done: Progress) -> str:
    """Simulations, their rate, and the time left."""
    rate = done.sims / done.seconds if done.seconds else 0.0
    left = done.seconds * (1 / done.fraction - 1) if done.fraction else 0.0
    return tr(
        "{sims:,} simulations, {rate:,.0f} a second, {left:.0f} s left",
        sims=done.sims,
        rate=rate,
        left=left,
    )
