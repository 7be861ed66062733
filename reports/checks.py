"""Whether result tables are what the statistics take them for.

A result table has one row for each game and seat; a deal is a seed and a block.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from language import tr, trn
from language.counts import enumerated

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("block", "game", "seat", "player", "score", "win_share", "rank")
DEAL = ("seed", "block")
GAME = ("seed", "block", "seating")
NAMED = 3  # places that an error message names


def require_games(games: pd.DataFrame, columns: Iterable[str] = COLUMNS) -> None:
    """Raise ValueError unless `games` is a result table with `columns`.

    It holds at least one game, no value of these columns is missing, no game has two
    rows for a seat or lies in two blocks, and win shares are between 0 and 1.
    """
    missing = [name for name in columns if name not in games.columns]
    if missing:
        raise ValueError(
            tr("the result table lacks {missing}", missing=_words(missing))
        )
    if games.empty:
        raise ValueError(tr("the result table holds no games"))
    gaps = [name for name in columns if games[name].isna().any()]
    if gaps:
        raise ValueError(
            tr("the result table has empty fields in {gaps}", gaps=_words(gaps))
        )
    twice = games.loc[games.duplicated(["game", "seat"]), "game"]
    if len(twice):
        raise ValueError(
            tr("game {game} has two rows for one seat", game=twice.iloc[0])
        )
    torn = games.groupby("game")["block"].nunique()
    if (torn > 1).any():
        raise ValueError(tr("game {game} lies in two blocks", game=torn.idxmax()))
    if "win_share" in games and not games["win_share"].between(0, 1).all():
        raise ValueError(tr("win shares lie between 0 and 1"))


def repeated_games(tables: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Games that occur more than once: seed, block, seating, tables, times.

    `tables` are result tables by name; the column `tables` names those that hold the
    game, by ", ". A game is the same where seed, block and seating are. No rows where
    nothing repeats. Raises ValueError where a table lacks these columns.
    """
    return _repeats(tables, GAME, across=False)


def shared_deals(tables: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Deals that occur in more than one table: seed, block, tables, times.

    A winner that was picked on some deals has to be measured on others, whoever sits
    where. Raises ValueError where a table lacks these columns.
    """
    return _repeats(tables, DEAL, across=True)


def require_fresh(tables: Mapping[str, pd.DataFrame]) -> None:
    """Raise ValueError naming games that repeat or deals that two tables share."""
    for found, noun in (
        (repeated_games(tables), "games"),
        (shared_deals(tables), "deals"),
    ):
        if found.empty:
            continue
        keys = [name for name in GAME if name in found]
        places = [
            " ".join(f"{key} {row[key]}" for key in keys) + f" in {row['tables']}"
            for row in found.head(NAMED).to_dict("records")
        ]
        raise ValueError(
            f"{len(found)} {noun} occur more than once: {_named(places, len(found))}"
        )


def seat_balance(games: pd.DataFrame) -> pd.DataFrame:
    """How often each player sat in each seat: players by seats, 0 where never."""
    import pandas as pd

    require_games(games, ("block", "game", "seat", "player"))
    return pd.crosstab(games["player"], games["seat"])


def unbalanced_blocks(games: pd.DataFrame) -> pd.DataFrame:
    """Rows block, player of the blocks where a player's seats are not shared evenly."""
    require_games(games, ("block", "game", "seat", "player"))
    counts = games.groupby(["block", "player", "seat"]).size().unstack(fill_value=0)
    seats = games.groupby("block")["seat"].agg(["min", "max"])
    here = seats.loc[counts.index.get_level_values("block")].to_numpy()
    inside = (counts.columns.to_numpy() >= here[:, :1]) & (
        counts.columns.to_numpy() <= here[:, 1:]
    )
    values = counts.to_numpy()
    most = np.where(inside, values, 0).max(axis=1)
    least = np.where(inside, values, most[:, None]).min(axis=1)
    return counts.index[most > least].to_frame(index=False)


def require_balanced(games: pd.DataFrame) -> None:
    """Raise ValueError naming blocks where a player has one seat more than another."""
    found = unbalanced_blocks(games)
    if len(found):
        places = [
            f"{row['player']} in block {row['block']}"
            for row in found.head(NAMED).to_dict("records")
        ]
        raise ValueError(f"seats are not balanced: {_named(places, len(found))}")


def _repeats(
    tables: Mapping[str, pd.DataFrame], keys: tuple[str, ...], *, across: bool
) -> pd.DataFrame:
    import pandas as pd

    columns = [*keys, "tables", "times"]
    parts = [_distinct(name, table, keys) for name, table in tables.items()]
    if not parts:
        return pd.DataFrame(columns=columns)
    listed = pd.concat(parts, ignore_index=True)
    if across:
        listed = listed.drop_duplicates([*keys, "tables"])
    grouped = listed.groupby(list(keys), sort=True)["tables"]
    found = pd.DataFrame(
        {
            "tables": grouped.agg(lambda names: ", ".join(dict.fromkeys(names))),
            "times": grouped.size(),
        }
    ).reset_index()
    return found[found["times"] > 1].reset_index(drop=True)


def _distinct(name: str, table: pd.DataFrame, keys: tuple[str, ...]) -> pd.DataFrame:
    """One row for each game of `table`, with its name in the column `tables`."""
    missing = [key for key in (*keys, "game") if key not in table.columns]
    if missing:
        raise ValueError(f"the result table {name} lacks {_words(missing)}")
    games = table.drop_duplicates([*keys, "game"])
    return games[list(keys)].assign(tables=name)


def _words(names: list[str]) -> str:
    return trn(
        "the column {names}",
        "the columns {names}",
        len(names),
        names=enumerated(names),
    )


def _named(places: list[str], total: int) -> str:
    more = f" and {total - len(places)} more" if total > len(places) else ""
    return "; ".join(places) + more
