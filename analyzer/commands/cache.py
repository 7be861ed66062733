"""`azulyst cache`: the compiled code that is kept between runs."""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import Annotated

import typer

from analyzer.console import Screen, print_json
from analyzer.games import GAMES, find_game
from analyzer.options import NoColor, Quiet, ReportForm, ReportFormat, TableFormat
from analyzer.tabular import print_rows
from analyzer.warming import warming_steps

FOLDERS = "kernels-*"
INDEX_FILES = "*.nbi"  # one a kernel

Games = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="GAME",
        show_default=False,
        help="The games; without any, all of them.",
    ),
]

app = typer.Typer(rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def cache(context: typer.Context) -> None:
    """Show, fill or empty the folder of compiled code."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def info(
    form: ReportForm = ReportFormat.TABLE,
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Say where compiled code is kept, and how much of it there is."""
    from engines.jit import cache_folder, cache_root

    folder = cache_folder()
    others = [old for old in cache_root().glob(FOLDERS) if old != folder]
    facts = {
        "folder": str(folder),
        "bytes": folder_size(folder),
        "kernels": sum(1 for _ in folder.rglob(INDEX_FILES)),
        "old_folders": len(others),
        "old_bytes": sum(map(folder_size, others)),
    }
    if form is ReportFormat.JSON:
        print_json({"schema": 1} | facts)
        return
    rows = [[name.replace("_", " "), str(value)] for name, value in facts.items()]
    print_rows(Screen(quiet, no_color), TableFormat.TABLE, ["cache", ""], rows)


@app.command()
def warm(games: Games = None, quiet: Quiet = False) -> None:
    """Compile all that the commands use, so that the next ones start at once."""
    chosen = [find_game(name) for name in games or GAMES]
    screen = Screen(quiet)
    began = time.perf_counter()
    for game in chosen:
        steps = list(warming_steps(game))
        for number, (what, step) in enumerate(steps, 1):
            screen.note(f"compiling {game.name} {number}/{len(steps)}: {what}")
            step()
    screen.note(f"ready after {time.perf_counter() - began:.1f} s")


@app.command()
def clear(quiet: Quiet = False) -> None:
    """Remove all compiled code; it is compiled again when needed."""
    from engines.jit import cache_root

    folders = list(cache_root().glob(FOLDERS))
    size = sum(map(folder_size, folders))
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
    Screen(quiet).note(f"removed {len(folders)} folders, {size / 1e6:.1f} MB")


def folder_size(folder: Path) -> int:
    """Bytes of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
