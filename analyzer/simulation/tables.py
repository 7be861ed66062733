"""The result table games.csv, as it is read again."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.exits import UserError
from analyzer.simulation.question import GAMES as GAMES_CSV
from language import tr
from reports.schema import GAMES

if TYPE_CHECKING:
    import pandas as pd


def read_games(folder: Path, columns: Sequence[str] | None = None) -> pd.DataFrame:
    """The games of a result folder, with all columns or with these of GAMES alone.

    Texts stay texts, whatever they look like. UserError where the folder has no such
    file, or it is no result table.
    """
    import pandas as pd
    from pandas.errors import ParserWarning

    path = folder / GAMES_CSV
    wanted = [column.name for column in GAMES] if columns is None else list(columns)
    texts = {column.name: str for column in GAMES if column.type == "text"}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", ParserWarning)
            found = pd.read_csv(
                path,
                index_col=False,
                usecols=None if columns is None else wanted.__contains__,
                dtype=texts,
                keep_default_na=False,
                na_values={c.name: [""] for c in GAMES if c.type != "text"},
            )
    except OSError as error:
        raise UserError(
            tr(
                "can't read '{path}': {reason}; name a folder that 'azulyst"
                " simulate --out' has written",
                path=path,
                reason=error.strerror,
            )
        ) from error
    except (ValueError, ParserWarning) as error:  # pandas' and bad UTF-8's are
        raise UserError(
            tr(
                "'{path}' is no result table: {error}",
                path=path,
                error=_sentence(error),
            )
        ) from error
    for name in wanted:
        if name not in found:
            raise UserError(
                tr(
                    "'{path}' is no result table: it lacks the column {name}",
                    path=path,
                    name=name,
                )
            )
    _require_numbers(found, path)
    return found


def _require_numbers(games: pd.DataFrame, path: Path) -> None:
    """UserError unless columns of numbers hold numbers."""
    from pandas.api.types import is_numeric_dtype

    for column in GAMES:
        name = column.name
        known = column.type == "text" or name not in games
        if not known and not is_numeric_dtype(games[name]):
            raise UserError(
                tr(
                    "'{path}' is no result table: {name} is not a number",
                    path=path,
                    name=name,
                )
            )


def _sentence(error: Exception) -> str:
    return " ".join(str(error).split())
