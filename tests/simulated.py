"""Made-up results of simulations: tables as games.csv has them, and their facts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd

from analyzer.simulation.summary import summary_object
from reports.schema import GAMES
from reports.sprt import Sprt
from tests.match_tables import Game, table


def played(games: Iterable[Game], **columns: Any) -> pd.DataFrame:
    """The table of these games, each of 5 rounds and 40 decisions unless said else.

    `columns` are filled in as they are; those that are not in GAMES are sources.
    """
    found = table(games)
    found["seating"] = found["seating"].str.replace(",", "/")
    plain = {"rounds": 5, "plies": 40, "end": "row", "error": "", "round_scores": ""}
    found = found.assign(**(plain | columns))
    names = [column.name for column in GAMES]
    return found[[*names, *(name for name in found if name not in names)]]


def duel(*scores: tuple[float, float], **columns: Any) -> pd.DataFrame:
    """Blocks of a and b, by a's and b's scores, a first in the odd games."""
    games: list[Game] = []
    for number, (a, b) in enumerate(scores):
        block, first = number // 2 + 1, number % 2 == 0
        seating = "a,b" if first else "b,a"
        games.append((block, seating, (a, b) if first else (b, a)))
    return played(games, **columns)


def facts(
    names: str = "a,b", seats: int = 2, complete: bool = True, **more: Any
) -> dict[str, Any]:
    """What `simulate` says about a batch of games."""
    players = [{"player": name, "spec": f"spec of {name}"} for name in names.split(",")]
    return {
        "game": "azul",
        "players": players,
        "seats": seats,
        "seed": 7,
        "complete": complete,
        **more,
    }


def summed(
    games: pd.DataFrame,
    names: str = "a,b",
    seats: int = 2,
    sprt: Sprt | None = None,
    **more: Any,
) -> dict[str, Any]:
    """The summary of these games."""
    return summary_object(games, facts(names, seats, **more), sprt)
