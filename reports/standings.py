"""Shares, scores and margins of players, seats and pairs in a result table.

Every figure is a mean over blocks with an interval between blocks; a block counts by
the mean of the games in it that the figure is about.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from reports.checks import require_games
from reports.intervals import (
    CONFIDENCE,
    UNKNOWN,
    Interval,
    Vector,
    share_interval,
    student_interval,
)
from reports.orders import pair_shares, read_orders

if TYPE_CHECKING:
    import pandas as pd

Rule = Callable[[Any, float], Interval]


def player_table(games: pd.DataFrame, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """One row a player, the best share first, with its figures and their intervals.

    Columns: player, games, blocks; win_share, win_low, win_high; score_mean, score_low,
    score_high and margin_mean, margin_low, margin_high in points, the margin being the
    score less the best other one at the table. Missing where unknown: intervals of one
    block, margins of a solo game. Raises ValueError for a table that is not one.
    """
    require_games(games)
    rows = games.assign(margin=margins(games))
    found = _summary(rows, "player", confidence)
    return found.sort_values("win_share", ascending=False, kind="stable").reset_index(
        drop=True
    )


def seat_table(games: pd.DataFrame, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """One row a seat with the columns of `player_table`, from seat 1 on.

    What a seat is worth, whoever sits there: balanced seatings leave nothing else.
    """
    require_games(games)
    return _summary(games.assign(margin=margins(games)), "seat", confidence)


def crosstable(games: pd.DataFrame, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """One row for each ordered pair that met: who came before whom, and how often.

    Columns: player, opponent, games, blocks, share, share_low, share_high. The share is
    the part of the games in which the player had the better rank, an equal rank
    counting half, whatever others at the table did; several seats of one player are
    averaged. Raises ValueError for a table that is not one.
    """
    import pandas as pd

    found = [
        {
            "player": player,
            "opponent": opponent,
            "games": games_met,
            "blocks": len(by_block),
            **_ends("share", "share", share_interval(by_block, confidence)),
        }
        for player, opponent, games_met, by_block in pair_shares(read_orders(games))
    ]
    columns = ["player", "opponent", "games", "blocks"]
    columns += ["share", "share_low", "share_high"]
    return pd.DataFrame(found, columns=columns)


def margins(games: pd.DataFrame) -> Vector:
    """The score of each row less the best other score of its game, in points.

    Missing where there is no other seat.
    """
    scores = games.groupby("game")["score"]
    place = scores.rank(method="first", ascending=False)
    best = scores.transform("max")
    second = games["score"].where(place == 2).groupby(games["game"]).transform("max")
    others = second.where(place == 1, best)
    return (games["score"] - others).to_numpy(float)


def _summary(rows: pd.DataFrame, by: str, confidence: float) -> pd.DataFrame:
    import pandas as pd

    found = []
    for value, own in rows.groupby(by):
        means = own.groupby("block")[["win_share", "score", "margin"]].mean()
        found.append(
            {
                by: value,
                "games": own["game"].nunique(),
                "blocks": len(means),
                **_figure(means, "win_share", "win", share_interval, confidence),
                **_figure(means, "score", "score", student_interval, confidence),
                **_figure(means, "margin", "margin", student_interval, confidence),
            }
        )
    return pd.DataFrame(found)


def _figure(
    means: pd.DataFrame, column: str, stem: str, rule: Rule, confidence: float
) -> dict[str, float]:
    values = means[column].to_numpy(float)
    known = values[np.isfinite(values)]
    found = rule(known, confidence) if len(known) else UNKNOWN
    return _ends(column if stem == "win" else f"{stem}_mean", stem, found)


def _ends(name: str, stem: str, found: Interval) -> dict[str, float]:
    return {name: found.value, f"{stem}_low": found.low, f"{stem}_high": found.high}
