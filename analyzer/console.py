"""What goes where: results to standard output, all else to standard error."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO

from language import tr

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


@dataclass(frozen=True)
class Screen:
    """How much a command says, and whether in colour."""

    quiet: bool = False
    no_color: bool = False

    def show(self, renderable: RenderableType) -> None:
        """A result has been drawn on standard output, without blanks at line ends."""
        console = self.console(sys.stdout)
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
            self.note(tr("warning: {warning}", warning=tr(warning)))

    def warn_of_font(self) -> None:
        """It has been told if pictures can't be in the language spoken."""
        from reports.lettering import missing_font

        if warning := missing_font():
            self.warn(warning)

    def console(self, file: TextIO) -> Console:
        """A rich console that writes there, in colour if that is wanted."""
        from rich.console import Console

        plain = self.no_color or bool(os.environ.get("NO_COLOR"))
        return Console(
            file=file, color_system=None if plain else "auto", highlight=False
        )


def print_json(value: Mapping[str, Any]) -> None:
    """A result stands on standard output as one line of JSON."""
    print(json.dumps(value))
