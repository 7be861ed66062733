"""Options and arguments that several commands share, and how their values are read."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from language import tr
from language.counts import enumerated

if TYPE_CHECKING:
    from reports.sprt import Sprt

SECONDS = {"ms": 0.001, "s": 1.0, "": 1.0, "m": 60.0}
SHOWN = 40  # characters of a value that an error repeats
BYTES = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
LEAST_MEMORY = 16 << 20
MOST_MEMORY = 1 << 46
LARGEST_NUMBER = 2**63 - 1
MOST_ELO = 1000
MOST_JOBS = 1024
LEAST_APART = 0.01  # Elo points of a sequential test
NUMBER = re.compile(
    r"(?P<number>[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?) ?(?P<percent>%?)",
    re.IGNORECASE | re.ASCII,
)


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


class Until(StrEnum):
    """What ends a search: its budget alone, or a verdict too."""

    BUDGET = "budget"
    DECIDED = "decided"


def one_of(kind: type[Choice]) -> Callable[[str], Choice]:
    """A parser for the values of an enumeration; BadParameter for anything else."""

    def parse(text: str) -> Choice:
        if text not in list(kind):
            raise typer.BadParameter(
                tr(
                    "'{text}' is not one of {names}",
                    text=text,
                    names=enumerated(list(kind)),
                )
            )
        return kind(text)

    return parse


def values(kind: type[StrEnum]) -> str:
    """The values of an enumeration as the help shows them."""
    return "|".join(kind)


def whole_number(least: int, most: int = LARGEST_NUMBER) -> Callable[[str], int]:
    """A parser for numbers in least..most; BadParameter for anything else."""

    def parse(text: str) -> int:
        match = re.fullmatch("([+-]?)0*([0-9]+)", str(text))
        if match is None:
            raise typer.BadParameter(
                tr("{text} is no whole number", text=_quoted(text))
            )
        small = len(match[2]) <= len(str(most))
        if not (small and least <= int(match[1] + match[2]) <= most):
            raise typer.BadParameter(
                tr(
                    "{text} is out of range; give a whole number from {least} to"
                    " {most}",
                    text=_short(str(text)),
                    least=least,
                    most=most,
                )
            )
        return int(match[1] + match[2])

    return parse


def jobs_option(help_text: str) -> Any:
    """The option `--jobs N`: how much a command does at the same time."""
    return typer.Option(
        metavar="N",
        show_default=False,
        parser=whole_number(1, MOST_JOBS),
        help=help_text,
    )


def real_number(
    least: float, most: float, *, percent: bool = False
) -> Callable[[str], float]:
    """A parser for numbers in least..most; BadParameter for anything else.

    With `percent`, `5%` is 0.05.
    """

    def parse(text: str) -> float:
        match = NUMBER.fullmatch(str(text))
        if match is None or (match["percent"] and not percent):
            raise typer.BadParameter(tr("{text} is no number", text=_quoted(text)))
        value = float(match["number"]) / (100 if match["percent"] else 1)
        if not least <= value <= most:
            raise typer.BadParameter(
                tr(
                    "{text} is out of range; give a number from {least:g} to {most:g}",
                    text=_short(str(text)),
                    least=least,
                    most=most,
                )
            )
        return value

    return parse


def _short(text: str) -> str:
    """A value as it was typed, a long one cut short."""
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def _quoted(text: str) -> str:
    return f"'{_short(str(text))}'"


def path_to_write(text: str) -> Path:
    """The path of a file or folder to write; BadParameter for an empty name."""
    if not str(text).strip():
        raise typer.BadParameter(tr("the name is empty"))
    return Path(text)


def parse_duration(text: str) -> float:
    """Seconds in `5s`, `500ms`, `2m` or `5`; BadParameter for anything else."""
    match = re.fullmatch(r"([0-9]*\.?[0-9]+) ?(ms|s|m|)", text)
    if match is None:
        raise typer.BadParameter(
            tr("{text} is no time; write 5s, 500ms or 2m", text=_quoted(text))
        )
    seconds = float(match[1]) * SECONDS[match[2]]
    if seconds <= 0.0:
        raise typer.BadParameter(tr("the time must be longer than 0"))
    return seconds


def parse_memory(text: str) -> int:
    """Bytes in `500M` or `1G`; BadParameter for anything else, and out of range."""
    match = re.fullmatch(r"([0-9]*\.?[0-9]+) ?([KMG])(i?B)?", text, re.IGNORECASE)
    if match is None:
        raise typer.BadParameter(
            tr("{text} is no amount of memory; write 500M or 1G", text=_quoted(text))
        )
    memory = float(match[1]) * BYTES[match[2].upper()]
    if memory < LEAST_MEMORY:
        raise typer.BadParameter(
            tr("a search needs at least {least}M", least=LEAST_MEMORY >> 20)
        )
    if memory > MOST_MEMORY:
        raise typer.BadParameter(
            tr(
                "{text} is out of range; give {most}G at most",
                text=_short(text),
                most=MOST_MEMORY >> 30,
            )
        )
    return int(memory)


def parse_sprt(text: str) -> Sprt:
    """The test of `ELO0,ELO1` or `ELO0,ELO1,ALPHA,BETA`; BadParameter otherwise."""
    from reports.sprt import Sprt

    parts = str(text).split(",")
    if len(parts) not in (2, 4):
        raise typer.BadParameter(
            tr("'{text}' is no pair of Elo differences, such as 0,10", text=text)
        )
    elo0, elo1 = (real_number(-MOST_ELO, MOST_ELO)(part.strip()) for part in parts[:2])
    errors = [
        real_number(0.0001, 0.9999, percent=True)(part.strip())
        for part in parts[2:] or ["0.05", "0.05"]
    ]
    if 0 < elo1 - elo0 < LEAST_APART:
        raise typer.BadParameter(
            tr("{elo0:g} and {elo1:g} are too near to each other", elo0=elo0, elo1=elo1)
        )
    try:
        return Sprt(elo0, elo1, alpha=errors[0], beta=errors[1])
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def parse_confidence(text: str) -> float:
    """A probability between 0.5 and 1; BadParameter for anything else."""
    match = re.fullmatch(r"0*\.[0-9]+", str(text))
    if match is None or not 0.5 < float(text) < 1.0:
        raise typer.BadParameter(
            tr(
                "{text} is no confidence; give a number between 0.5 and 1,"
                " such as 0.95",
                text=_quoted(text),
            )
        )
    return float(text)


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
UntilOption = Annotated[
    Until | None,
    typer.Option(
        "--until",
        metavar=values(Until),
        show_default=False,
        parser=one_of(Until),
        help="Use the whole budget, or stop at the first look (after 512, 1024, 2048"
        " ... simulations a batch) with the verdict decided or equal; default budget"
        " if one is given, else decided.",
    ),
]
Confidence = Annotated[
    float,
    typer.Option(
        metavar="C",
        parser=parse_confidence,
        help="How sure intervals and the verdict are to be, between 0.5 and 1.",
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
