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

GAMES = (
    Column("block", "integer", "", "number of the deal, from 1"),
    Column("game", "integer", "", "number of the game, from 1"),
    Column("seed", "integer", "", "seed of the deals"),
    Column("seating", "text", "", "the players by seat, joined by /"),
    Column("seat", "integer", "", "seat of the row, 1 begins"),
    Column("player", "text", "", "who sat there"),
    Column("score", "integer", "points", "score, after a forfeit as it then stood"),
    Column(
        "win_share",
        "number",
        "win share",
        "1 for the winner, shared by several, 0 for who lost or forfeited",
    ),
    Column("rank", "integer", "", "place in the game, 1 the best, equal ones tied"),
    Column("rounds", "integer", "rounds", "rounds begun, 0 in a game without"),
    Column("plies", "integer", "decisions", "decisions of all players together"),
    Column("end", "text", "", "how the game ended"),
    Column("error", "text", "", "why this seat forfeited, else empty"),
    Column("round_scores", "text", "points", "scores after each round, joined by ;"),
)
"""Columns of games.csv; those that follow are points by source."""

ENDS = {
    "row": "a row of a wall is complete (Azul)",
    "limit": "the limit of rounds is reached (Azul)",
    "empty": "no tile is left to deal (Azul)",
    "rounds": "the last round is over (Summer Pavilion)",
    "blind": "a blind stack is empty (Flowers)",
    "visible": "a face-up stack is empty (Flowers)",
    "forfeit": "a seat gave no legal move (any game)",
}
"""What the column `end` may hold."""
