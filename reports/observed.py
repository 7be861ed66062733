"""What games that were played say for the planning of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reports.checks import require_games
from reports.planning import Assumptions

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("block", "game", "seating", "seat", "player", "win_share")


def observed_assumptions(games: pd.DataFrame) -> Assumptions:
    """Tie rate, correlation of the games of a block, and sizes of blocks and tables.

    The correlation follows from the variance of a player's share between games and
    between the means of blocks, both around its mean with the same players at the
    table. Raises ValueError for a table that is not one, with less than two players or
    seats, with tables or blocks of several sizes, with a player in two seats of a game,
    too few blocks, or without any variation.
    """
    require_games(games, COLUMNS)
    seats, per_block = _size(games, "game"), _size(games, "block")
    if seats < 2 or games.duplicated(["game", "player"]).any():
        raise ValueError("the games are not between different players")
    correlation = _correlation(games, per_block // seats)
    shared = games.loc[games["win_share"].between(0, 1, inclusive="neither"), "game"]
    ties = shared.nunique() / games["game"].nunique()
    if ties == 1:
        raise ValueError("all games are tied, which says nothing of others")
    return Assumptions(ties, correlation, per_block // seats, seats)


def _size(games: pd.DataFrame, group: str) -> int:
    """The number of rows that each group has."""
    sizes = games[group].value_counts().unique()
    if len(sizes) > 1:
        raise ValueError(f"the {group}s of the result table have different sizes")
    return int(sizes[0])


def _correlation(games: pd.DataFrame, per_block: int) -> float:
    if per_block == 1:
        return 0.0
    lineups = {
        seating: "/".join(sorted(seating.split("/")))
        for seating in games["seating"].unique()
    }
    rows = games.assign(lineup=games["seating"].map(lineups))
    blocks = rows.groupby(["lineup", "player", "block"])["win_share"].mean()
    between = blocks.groupby(["lineup", "player"]).agg(["var", "size"])
    within = rows.groupby(["lineup", "player"])["win_share"].var(ddof=0)
    known = between["size"] > 1
    if not known.any():
        raise ValueError("the result table holds too few deals")
    weights = between["size"][known]
    spread = float((within[known] * weights).sum())
    if not spread > 0:
        raise ValueError("every game of the result table has the same result")
    ratio = float((between["var"][known] * weights).sum()) / spread
    found = (per_block * ratio - 1) / (per_block - 1)
    return float(np.clip(found, -1 / (per_block - 1), 1))
