"""Options and arguments that several commands share, and how their values are read."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, TypeVar

import typer

SECONDS = {"ms": 0.001, "s": 1.0, "": 1.0, "m": 60.0}
BYTES = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
LEAST_MEMORY = 16 << 20
LARGEST_NUMBER = 2**63 - 1


Choice = TypeVar("Choice", bound=StrEnum)


class TableFormat(StrEnum):
    """Forms of a result that is a table."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    MARKDOWN = "markdown"


class TextFormat(StrEnum):
    """Forms of a position: the notation's text, or JSON."""

    TEXT = "text"
    JSON = "json"


class DrawingFormat(StrEnum):
    """Forms of a position, with a drawing first."""

    DRAWING = "drawing"
    TEXT = "text"
    JSON = "json"


class ReportFormat(StrEnum):
    """Forms of a result for reading or for programs."""

    TABLE = "table"
    JSON = "json"


def one_of(kind: type[Choice]) -> Callable[[str], Choice]:
    """A parser for the values of an enumeration; BadParameter for anything else."""

    def parse(text: str) -> Choice:
        if text not in list(kind):
            raise typer.BadParameter(f"'{text}' is not one of {', '.join(kind)}")
        return kind(text)

    return parse


def values(kind: type[StrEnum]) -> str:
    """The values of an enumeration as the help shows them."""
    return "|".join(kind)


def whole_number(least: int) -> Callable[[str], int]:
    """A parser for numbers from `least` on; BadParameter for anything else."""

    def parse(text: str) -> int:
        if not re.fullmatch("[+-]?[0-9]+", str(text)):
            raise typer.BadParameter(f"'{text}' is no whole number")
        if not least <= int(text) <= LARGEST_NUMBER:
            raise typer.BadParameter(
                f"{text} is out of range; numbers from {least} on are fine"
            )
        return int(text)

    return parse


def parse_duration(text: str) -> float:
    """Seconds in `5s`, `500ms`, `2m` or `5`; BadParameter for anything else."""
    match = re.fullmatch(r"([0-9]*\.?[0-9]+) ?(ms|s|m|)", text)
    if match is None:
        raise typer.BadParameter(f"'{text}' is no time; write 5s, 500ms or 2m")
    seconds = float(match[1]) * SECONDS[match[2]]
    if seconds <= 0.0:
        raise typer.BadParameter("the time must be longer than 0")
    return seconds


def parse_memory(text: str) -> int:
    """Bytes in `500M` or `1G`; BadParameter for anything else and for too little."""
    match = re.fullmatch(r"([0-9]*\.?[0-9]+) ?([KMG])(i?B)?", text, re.IGNORECASE)
    if match is None:
        raise typer.BadParameter(f"'{text}' is no amount of memory; write 500M or 1G")
    memory = int(float(match[1]) * BYTES[match[2].upper()])
    if memory < LEAST_MEMORY:
        raise typer.BadParameter(f"a search needs at least {LEAST_MEMORY >> 20}M")
    return memory


PositionWords = Annotated[
    list[str],
    typer.Argument(
        metavar="POSITION",
        show_default=False,
        help="The position: its notation as it is, the name of a file that holds it,"
        " or - for standard input.",
    ),
]
GameName = Annotated[
    str, typer.Argument(metavar="GAME", show_default=False, help="The game's name.")
]
Quiet = Annotated[
    bool,
    typer.Option("--quiet", "-q", help="Say nothing on standard error but errors."),
]
NoColor = Annotated[
    bool, typer.Option("--no-color", help="No colours; NO_COLOR does the same.")
]
Seed = Annotated[
    int,
    typer.Option(
        metavar="N", parser=whole_number(0), help="The same seed, the same result."
    ),
]
TableForm = Annotated[
    TableFormat,
    typer.Option(
        "--format",
        metavar=values(TableFormat),
        parser=one_of(TableFormat),
        help="The form of the result.",
    ),
]
TextForm = Annotated[
    TextFormat,
    typer.Option(
        "--format",
        metavar=values(TextFormat),
        parser=one_of(TextFormat),
        help="The form of the result.",
    ),
]
ReportForm = Annotated[
    ReportFormat,
    typer.Option(
        "--format",
        metavar=values(ReportFormat),
        parser=one_of(ReportFormat),
        help="The form of the result.",
    ),
]
