"""What goes where: results to standard output, all else to standard error."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from search.batches import Progress


@dataclass(frozen=True)
class Screen:
    """How much a command says, and whether in colour."""

    quiet: bool = False
    no_color: bool = False

    def show(self, renderable: RenderableType) -> None:
        """A result has been drawn on standard output, without blanks at line ends."""
        console = self._console(sys.stdout)
        with console.capture() as capture:
            console.print(renderable)
        for line in capture.get().splitlines():
            print(line.rstrip())

    def note(self, text: str) -> None:
        """A remark stands on standard error, unless it is to be quiet there."""
        if not self.quiet:
            print(text, file=sys.stderr)

    def warn(self, *warnings: str) -> None:
        """Warnings stand on standard error, a line each, unless it is to be quiet."""
        for warning in warnings:
            self.note(f"warning: {warning}")

    @contextmanager
    def search_bar(self) -> Iterator[Callable[[Progress], None]]:
        """A progress bar for a search, if someone sits before standard error."""
        if self.quiet or not sys.stderr.isatty():
            yield lambda _: None
            return
        from rich.progress import BarColumn, Progress, TextColumn

        columns = BarColumn(), TextColumn("{task.description}")
        with Progress(
            *columns, console=self._console(sys.stderr), transient=True
        ) as bar:
            task = bar.add_task("starting", total=1.0)
            yield lambda done: bar.update(
                task, completed=done.fraction, description=search_summary(done)
            )

    def _console(self, file: TextIO) -> Console:
        from rich.console import Console

        plain = self.no_color or bool(os.environ.get("NO_COLOR"))
        return Console(
            file=file, color_system=None if plain else "auto", highlight=False
        )


def search_summary(done: Progress) -> str:
    """Simulations, their rate and the time left, for a progress bar."""
    rate = done.sims / done.seconds if done.seconds else 0.0
    left = done.seconds * (1 / done.fraction - 1) if done.fraction else 0.0
    return f"{done.sims:,} simulations, {rate:,.0f} a second, {left:.0f} s left"


def print_json(value: Mapping[str, Any]) -> None:
    """A result stands on standard output as one line of JSON."""
    print(json.dumps(value))
