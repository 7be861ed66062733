"""The entry point: the commands, and what becomes of errors."""

from __future__ import annotations

import sys
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from analyzer import __version__
from analyzer.commands import cache
from analyzer.commands.analyze import analyze
from analyzer.commands.apply import apply
from analyzer.commands.bench import bench
from analyzer.commands.games import games
from analyzer.commands.moves import moves
from analyzer.commands.new import new
from analyzer.commands.perft import perft
from analyzer.commands.plan import plan
from analyzer.commands.players import players
from analyzer.commands.report import report
from analyzer.commands.sequence import sequence
from analyzer.commands.show import show
from analyzer.commands.simulate import simulate
from analyzer.commands.train import train
from analyzer.exits import ExitCode, UserError
from analyzer.streams import discard_output, open_streams
from analyzer.translated import Translated
from language import ENGLISH, speaking, tr


class Commands(TyperGroup):
    """The commands; a user's mistake ends in one sentence instead of a traceback."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """A command's language ends with it; English comes before --lang is read."""
        with speaking(ENGLISH):
            return super().main(*args, **extra)

    def make_context(self, *args: Any, **extra: Any) -> Any:
        """Ctrl-C while the words are read is told as later on."""
        try:
            return super().make_context(*args, **extra)
        except KeyboardInterrupt:
            _fail(tr("interrupted"), ExitCode.FAILURE)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The words after `azulyst` are kept in `obj`, for the record of a run."""
        ctx.obj = list(args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """The command has run; errors of the user's are told, with their exit code."""
        try:
            return super().invoke(ctx)
        except UserError as error:
            _fail(str(error), error.code)
        except ValueError as error:
            if not _is_notation_error(error):
                raise
            _fail(str(error), ExitCode.BAD_INPUT)
        except MemoryError:
            _fail(tr("not enough memory; give less to --memory"), ExitCode.FAILURE)
        except KeyboardInterrupt:
            _fail(tr("interrupted"), ExitCode.FAILURE)


def _is_notation_error(error: ValueError) -> bool:
    from engines.text import NotationError

    return isinstance(error, NotationError)


def _fail(message: str, code: ExitCode) -> NoReturn:
    print(tr("error: {message}", message=message), file=sys.stderr)
    raise typer.Exit(code)


app = typer.Typer(
    cls=Commands,
    add_completion=False,
    rich_markup_mode=None,  # plain help: rich takes 0.2 s
    pretty_exceptions_enable=False,
)

Version = Annotated[bool, typer.Option("--version", help="Print the version.")]


@app.callback(invoke_without_command=True)
def azulyst(context: typer.Context, version: Version = False) -> None:
    """Find the best move in tile-laying games with chance, and say how sure that is."""
    if version:
        print(f"azulyst {__version__}")
        raise typer.Exit(ExitCode.OK)
    if context.invoked_subcommand is None:
        print(context.get_help())


COMMANDS = (
    *(games, new, show, moves, apply, analyze, sequence),
    *(simulate, report, players, plan, train, perft, bench),
)
TRANSLATED = (show, analyze, simulate, report, bench)
for command in COMMANDS:
    app.command(cls=Translated if command in TRANSLATED else None)(command)
app.add_typer(cache.app, name="cache")


def main() -> None:
    """Run the command line and end the process with its exit code."""
    try:
        open_streams()
        try:
            app(prog_name="azulyst")
        finally:
            sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as head, has seen enough
        discard_output()
        sys.exit(ExitCode.FAILURE)
    except UserError as error:  # standard output can't be written
        print(tr("error: {message}", message=error), file=sys.stderr)
        sys.exit(error.code)
    except KeyboardInterrupt:  # before the command began, or after its end
        print(tr("error: {message}", message=tr("interrupted")), file=sys.stderr)
        sys.exit(ExitCode.FAILURE)


if __name__ == "__main__":
    main()
