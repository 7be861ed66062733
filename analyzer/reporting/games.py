"""The table games.csv as a run has left it, checked line by line.

A run that is killed leaves whole rows and at most one torn piece at the end: what is
torn is left out and told. Anything else that is wrong is damage, and is an error that
names the line.
"""

from __future__ import annotations

import csv
import io
import warnings
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from analyzer.exits import UserError
from language import tr, trn
from language.counts import counted, enumerated
from reports.schema import GAMES

if TYPE_CHECKING:
    import pandas as pd

FIRST = 2  # the line of the first row
TEXTS = [column.name for column in GAMES if column.type == "text"]
REQUIRED = [column.name for column in GAMES if not column.optional]
LEAST = {"block": 1, "game": 1, "seat": 1, "rank": 1, "rounds": 0, "plies": 0}


class Table(NamedTuple):
    """Games in the order of block, game and seat, and sentences on what is missing.

    `torn` says whether something at the end of the file was left out.
    """

    games: pd.DataFrame
    notes: tuple[str, ...]
    torn: bool


def read_table(
    path: Path,
    seats: int | None = None,
    complete: int | None = None,
    needed: Sequence[str] = (),
) -> Table:
    """The games in the file, with all columns of GAMES.

    `seats` is the size of a table, if it is known. A block at the end that lacks games
    is left out, unless `complete` games are said to be all that there are, and the file
    has no more than these. Columns that an earlier version did not write are empty,
    unless they are `needed`. UserError, with file and line, for damage.
    """
    lines, notes = _lines(path)
    torn = bool(notes)
    header = _header(path, lines[0], [*REQUIRED, *needed])
    _check_fields(path, lines, header)
    games = _frame(path, lines, header)
    _check_numbers(path, games, header)
    for column in GAMES:
        if column.name not in games:
            games[column.name] = "" if column.type == "text" else np.nan
    fixed = [column.name for column in GAMES]
    games = games[[*fixed, *(name for name in header if name not in fixed)]]
    lost = [column.name for column in GAMES if column.name not in header]
    if lost:
        notes.append(
            trn(
                "An earlier version wrote this result: {columns} is unknown.",
                "An earlier version wrote this result: {columns} are unknown.",
                len(lost),
                columns=enumerated(lost),
            )
        )
    going = complete is None or games["game"].nunique() > complete
    games, left = _whole_blocks(path, games, seats, going)
    if left:
        rows = counted(left, "row")
        notes.append(
            tr(
                "A deal at the end that was not finished is left out: {rows}.",
                rows=rows,
            )
        )
    _check_rows(path, games, seats)
    games = games.sort_values(["block", "game", "seat"], kind="stable")
    whole = games.reset_index(drop=True)
    return Table(whole, tuple(notes), torn or bool(left))


def _damage(path: Path, line: int, what: str) -> UserError:
    return UserError(
        tr("'{path}', line {line}: {what}", path=path, line=line, what=what)
    )


def _lines(path: Path) -> tuple[list[str], list[str]]:
    """The whole lines of the file, and what was torn off."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise UserError(
            tr(
                "can't read '{path}': {reason}; name a folder that 'azulyst simulate"
                " --out' has written",
                path=path,
                reason=error.strerror,
            )
        ) from error
    whole, newline, torn = raw.rpartition(b"\n")
    if not newline:
        raise _damage(path, 1, tr("there is no heading of a result table"))
    try:
        text = whole.decode("utf-8")
    except UnicodeDecodeError as error:
        line = whole.count(b"\n", 0, error.start) + 1
        raise _damage(path, line, tr("that is no text in UTF-8")) from None
    notes = [tr("The last line was torn off and is left out.")] if torn else []
    return text.replace("\r\n", "\n").removesuffix("\r").split("\n"), notes


def _header(path: Path, line: str, needed: Sequence[str]) -> list[str]:
    header = next(csv.reader([line]), [])
    for name in needed:
        if name not in header:
            raise _damage(path, 1, tr("the heading lacks the column {name}", name=name))
    name, times = Counter(header).most_common(1)[0]
    if times > 1:
        raise _damage(path, 1, tr("the heading has the column {name} twice", name=name))
    return header


def _check_fields(path: Path, lines: Sequence[str], header: Sequence[str]) -> None:
    """UserError naming the first line that has not as many fields as the header."""
    commas = len(header) - 1
    for number, line in enumerate(lines[1:], FIRST):
        if line.count(",") == commas and '"' not in line and "\r" not in line:
            continue
        if "\r" in line:
            raise _damage(path, number, tr("a line ends within the row"))
        found = len(next(csv.reader([line]), []))
        if found != len(header):
            fields = counted(found, "field")
            raise _damage(
                path,
                number,
                tr(
                    "there are {fields}, not {columns}",
                    fields=fields,
                    columns=len(header),
                ),
            )


def _frame(path: Path, lines: Sequence[str], header: Sequence[str]) -> pd.DataFrame:
    import pandas as pd
    from pandas.errors import ParserWarning

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", ParserWarning)
            return pd.read_csv(
                io.StringIO("\n".join(lines) + "\n"),
                index_col=False,
                dtype={name: str for name in TEXTS if name in header},
                keep_default_na=False,
                low_memory=False,
                skip_blank_lines=False,
            )
    except (ValueError, ParserWarning) as error:
        told = " ".join(str(error).split())
        raise UserError(
            tr("'{path}' is no result table: {told}", path=path, told=told)
        ) from None


def _check_numbers(path: Path, games: pd.DataFrame, header: Sequence[str]) -> None:
    """UserError naming the first field that should be a number and is none."""
    import pandas as pd
    from pandas.api.types import is_numeric_dtype

    if games.empty:
        for name in header:
            if name not in TEXTS:
                games[name] = games[name].astype(float)
        return
    shares = {c.name for c in GAMES if c.type == "number"}
    for name in header:
        if name in TEXTS:
            continue
        values = games[name]
        if not is_numeric_dtype(values) or values.dtype == bool:
            values = pd.to_numeric(values.astype(str), errors="coerce")
        wrong = ~np.isfinite(values.to_numpy(float))
        fault = tr("'{found}' is no number, as {name} has to be")
        if name not in shares:
            wrong |= np.where(wrong, 0.5, values.to_numpy(float)) % 1 != 0
            fault = tr("'{found}' is no whole number, as {name} has to be")
        if name == "win_share":
            wrong |= ~values.between(0, 1).to_numpy()
            fault = tr("'{found}' is no number from 0 to 1, as {name} has to be")
        if name in LEAST:
            wrong |= (values < LEAST[name]).to_numpy()
            fault = tr(
                "'{found}' is no whole number from {least} on, as {name} has to be"
            )
        if wrong.any():
            row = int(wrong.argmax())
            found = games[name].iloc[row]
            told = fault.format(found=found, name=name, least=LEAST.get(name))
            raise _damage(path, FIRST + row, told)


def _whole_blocks(
    path: Path, games: pd.DataFrame, seats: int | None, going: bool
) -> tuple[pd.DataFrame, int]:
    """The blocks that lack nothing, and how many rows of the last one are left out."""
    if games.empty:
        return games, 0
    table = int(games["seat"].max()) if seats is None else seats
    sizes = games.groupby("block").size()
    last = games["block"].iloc[-1]
    full = max(int(sizes.max()), table)
    short = sizes.index[sizes < full]
    uneven = games.groupby("game").size()
    torn = uneven.index[uneven != table]
    bad = set(short) | set(games.loc[games["game"].isin(torn), "block"])
    if not bad:
        return games, 0
    here = games["block"] == last
    if bad == {last} and going:
        return games[~here], int(here.sum())
    block = min(bad - {last}) if bad - {last} else last
    row = int((games["block"] == block).to_numpy().argmax())
    size = counted(int(sizes[block]), "row")
    told = tr("block {block} has {size}, where {full} belong to a block")
    if sizes[block] == full:
        told = tr("block {block} has games that are not of {seats}")
    told = told.format(block=block, size=size, full=full, seats=counted(table, "seat"))
    raise _damage(path, FIRST + row, told)


def _check_rows(path: Path, games: pd.DataFrame, seats: int | None) -> None:
    """UserError naming the first row that contradicts another one, or the table."""
    table = games["seat"].max() if seats is None else seats
    first = games.groupby("game")["block"].transform("first")
    rounds = games["round_scores"].str.fullmatch(r"(-?[0-9]+(;-?[0-9]+)*)?")
    wrong = (
        (games["seat"] > table, tr("seat {seat} is not at a table of {table}")),
        (games.duplicated(["game", "seat"]), tr("game {game} has seat {seat} twice")),
        (
            first != games["block"],
            tr("game {game} is in block {block} and another one"),
        ),
        (~rounds, tr("'{round_scores}' are no scores by round")),
    )
    for found, told in wrong:
        if found.any():
            row = games[found].iloc[0]
            line = FIRST + int(games.index[int(found.to_numpy().argmax())])
            raise _damage(path, line, told.format_map(row.to_dict() | {"table": table}))
