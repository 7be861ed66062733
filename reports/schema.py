"""The columns of the result tables: other programs read them by these names.

Columns are only ever added; any other change raises SCHEMA_VERSION.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SCHEMA_VERSION = 1


@dataclass(frozen=True)
class Column:
    """Name, type, unit ("" for none) and meaning of a column."""

    name: str
    type: Literal["integer", "number", "text", "truth"]
    unit: str
    meaning: str


RANKING = (
    Column("rank", "integer", "", "place among the moves, 1 the best"),
    Column("move", "text", "", "the move in the game's notation"),
    Column("win", "number", "win share", "mover's expected share of the win, 0 to 1"),
    Column("win_se", "number", "win share", "standard error of win between batches"),
    Column("win_low", "number", "win share", "lower end of the interval of win"),
    Column("win_high", "number", "win share", "upper end of the interval of win"),
    Column("margin", "number", "points", "mover's score less the best opponent's"),
    Column("margin_se", "number", "points", "standard error of margin between batches"),
    Column("p_best", "number", "probability", "that no other contender is better"),
    Column(
        "regret", "number", "win share", "expected loss by this move against the best"
    ),
    Column("visits", "integer", "simulations", "simulations that tried the move"),
    Column("proven", "truth", "", "whether the value is exact, not an estimate"),
    Column("line", "text", "", "expected play from this move on, moves by spaces"),
    Column(
        *("outlook_low", "number", "as regret"),
        "lower end of where a longer search is likely to put the figure ranked by",
    ),
    Column("outlook_high", "number", "as regret", "upper end of the same"),
)
