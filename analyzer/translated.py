"""Commands that speak the language of --lang, or of AZULYST_LANG."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from itertools import pairwise
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from analyzer.exits import ExitCode
from analyzer.options import one_of, values
from language import CHINESE, ENGLISH, LANGUAGES, N_, speak, spoken, tr

ENVIRONMENT = "AZULYST_LANG"


class Language(StrEnum):
    """The languages of reports, tables and messages."""

    EN = ENGLISH
    ZH = CHINESE


Lang = Annotated[
    Language,
    typer.Option(
        "--lang",
        metavar=values(Language),
        parser=one_of(Language),
        envvar=ENVIRONMENT,
        show_envvar=False,
        help="The language of tables, sentences, pictures and messages: English or"
        f" Chinese; {ENVIRONMENT} does the same. JSON and CSV have the same keys and"
        " columns in both.",
    ),
]

# What Typer says where it refuses the words of a command line.
REFUSALS = (
    N_("Invalid value for {option}: {fault}"),
    N_("Missing argument {argument}."),
    N_("Missing option {option}."),
    N_("No such option: {option} (Possible options: {options})"),
    N_("No such option: {option}"),
    N_("Option {option} requires an argument."),
    N_("Option {option} does not take a value."),
    N_("Got unexpected extra argument(s) ({arguments})"),
)


class Translated(TyperCommand):
    """A command with the option --lang, which all that it refuses is told in."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The language is known before anything else is looked at."""
        speak(language_of(args))
        with _refusals(ctx):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """The command has run."""
        with _refusals(ctx):
            return super().invoke(ctx)


def language_of(words: Sequence[str]) -> str:
    """The language that the words of a command ask for; English for unknown ones."""
    asked = os.environ.get(ENVIRONMENT, ENGLISH)
    for word, following in pairwise([*words, ""]):
        if word == "--":
            break
        if word == "--lang":
            asked = following
        elif word.startswith("--lang="):
            asked = word.partition("=")[2]
    return asked if asked in LANGUAGES else ENGLISH


@contextmanager
def _refusals(context: Any) -> Iterator[None]:
    """What Typer refuses is told in the language spoken, with its exit code."""
    try:
        yield
    except Exception as error:
        # Typer's errors have it in common; their classes are its own affair.
        if spoken() == ENGLISH or not hasattr(error, "format_message"):
            raise
        usage = context.get_usage().partition(": ")[2]
        print(tr("Usage: {usage}", usage=usage), file=sys.stderr)
        command = context.command_path
        print(tr("Try '{command} --help' for help.", command=command), file=sys.stderr)
        message = refusal(error.format_message())
        print("\n" + tr("error: {message}", message=message), file=sys.stderr)
        raise typer.Exit(ExitCode.USAGE) from None


def refusal(told: str) -> str:
    """A sentence of Typer's in the language spoken; as it is if it is no known one."""
    for message in REFUSALS:
        places = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(message))
        if match := re.fullmatch(places, told, re.DOTALL):
            return tr(message, **match.groupdict())
    return told
