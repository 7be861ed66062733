"""Files that a command writes: result folders, pictures, and how to get them again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from analyzer import __version__
from analyzer.exits import UserError
from language import N_, tr

ANALYSIS_FILES = (
    "ranking.csv",
    "analysis.json",
    "ranking.png",
    "position.svg",
    "run.toml",
)


OVERWRITE = N_("--force to write over what is there")


def open_folder(folder: Path, force: bool, hint: str = OVERWRITE) -> None:
    """The folder exists, and is empty unless forced; UserError otherwise."""
    if folder.exists() and not folder.is_dir():
        raise UserError(tr("'{folder}' is a file; --out names a folder", folder=folder))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        empty = not any(folder.iterdir())
    except OSError as error:
        raise UserError(
            tr(
                "can't write to '{folder}': {reason}",
                folder=folder,
                reason=error.strerror,
            )
        ) from error
    if not (empty or force):
        raise UserError(
            tr(
                "the folder '{folder}' is not empty; name another one, or add {hint}",
                folder=folder,
                hint=tr(hint),
            )
        )


def write_picture(fields: Mapping[str, object], path: Path) -> None:
    """The position stands in the file as SVG or PNG, by the file's suffix."""
    from reports import boards

    written(path, lambda: boards.save(boards.draw(fields), path))


def write_analysis(
    folder: Path,
    analysis: Mapping[str, Any],
    fields: Mapping[str, object],
    run: Mapping[str, str | int],
) -> list[Path]:
    """Everything known about an analysis stands in the folder; the paths written."""
    from reports import boards
    from reports.figures import ranking_figure
    from reports.lettering import lettering
    from reports.tables import ranking_csv

    csv, data, chart, board, record = (folder / name for name in ANALYSIS_FILES)
    write_text(csv, ranking_csv(analysis))
    write_text(data, json.dumps(analysis) + "\n")
    with lettering():
        drawn = ranking_figure(analysis)
    written(chart, lambda: boards.save(drawn, chart))
    write_picture(fields, board)
    write_text(record, toml({"schema": 1, "version": __version__, **run}))
    return [csv, data, chart, board, record]


def toml(entries: Mapping[str, str | int | list[str]]) -> str:
    """Strings, lists of them, whole numbers and truths as a TOML table.

    JSON writes them the same way.
    """
    lines = (
        f"{key} = {json.dumps(value, ensure_ascii=False)}\n"
        for key, value in entries.items()
    )
    return "".join(lines)


def write_text(path: Path, text: str) -> None:
    """The text stands in the file; UserError if the system does not let it."""
    written(path, lambda: path.write_bytes(text.encode("utf-8", "replace")))


def read_bytes(path: Path) -> bytes | None:
    """What the file holds, None if there is none; UserError if it can't be read."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UserError(
            tr("can't read '{path}': {reason}", path=path, reason=error.strerror)
        ) from error


def written(path: Path, write: Callable[[], object]) -> None:
    """`write` has run; UserError if the system did not let it."""
    try:
        write()
    except OSError as error:
        raise UserError(
            tr("can't write '{path}': {reason}", path=path, reason=error.strerror)
        ) from error
