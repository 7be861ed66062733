"""The columns of the result tables: other programs read them by these names.

Columns are only ever added; any other change raises SCHEMA_VERSION. Files of earlier
versions may lack what is `optional`: what it says is then unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import pandas as pd

SCHEMA_VERSION = 1
DTYPES = {"integer": "Int64", "number": "float64", "text": "str", "truth": "boolean"}


@dataclass(frozen=True)
class Column:
    """Name, type, unit ("" for none) and meaning of a column."""

    name: str
    type: Literal["integer", "number", "text", "truth"]
    unit: str
    meaning: str
    optional: bool = False


@dataclass(frozen=True)
class Table:
    """A file with a heading: where it is found, what a row is, and its columns."""

    name: str
    folder: str
    row: str
    columns: tuple[Column, ...]
    more: str = ""  # columns that follow and that differ from game to game

    @property
    def names(self) -> list[str]:
        """The names of the columns, in their order."""
        return [column.name for column in self.columns]


def typed_frame(rows: Iterable[Mapping[str, Any]], table: Table) -> pd.DataFrame:
    """The rows with exactly the columns of the table; what is unknown is missing."""
    import pandas as pd  # 0.3 s that only frames pay for

    kept = list(rows)
    columns = {
        column.name: pd.Series(
            [row.get(column.name) for row in kept], dtype=DTYPES[column.type]
        )
        for column in table.columns
    }
    return pd.DataFrame(columns)


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


def _interval(name: str, stem: str, unit: str, meaning: str) -> tuple[Column, ...]:
    """An estimate and both ends of its 95 % interval."""
    return (
        Column(name, "number", unit, meaning),
        Column(f"{stem}_low", "number", unit, f"lower end of the interval of {name}"),
        Column(f"{stem}_high", "number", unit, f"upper end of the interval of {name}"),
    )


GAMES = (
    Column("block", "integer", "", "number of the deal, from 1"),
    Column("game", "integer", "", "number of the game, from 1"),
    Column("seed", "integer", "", "seed of the deals", optional=True),
    Column("seating", "text", "", "the players by seat, joined by /", optional=True),
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
    Column("rounds", "integer", "rounds", "rounds begun, 0 in a game without", True),
    Column("plies", "integer", "decisions", "decisions of all players together", True),
    Column("end", "text", "", "how the game ended", True),
    Column("error", "text", "", "why this seat forfeited, else empty", True),
    Column(
        "round_scores", "text", "points", "scores after each round, joined by ;", True
    ),
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

_RESULT = Column("result", "text", "", "the result folder's name in the report")
_PLAYER = Column("player", "text", "", "whose figures these are")
_COUNTS = (
    Column("games", "integer", "games", "in which the row's subject took part"),
    Column("blocks", "integer", "deals", "in which it took part"),
)
_SHARE = _interval("win_share", "win", "win share", "share of the win, ties in parts")
_POINTS = (
    *_interval("score_mean", "score", "points", "mean score"),
    *_interval("margin_mean", "margin", "points", "mean lead over the best other"),
)
_SPREAD = tuple(
    Column(f"p{part:02}", "number", "points", f"{part} % of the scores are not above")
    for part in (5, 25, 50, 75, 95)
)

PLAYERS = Table(
    "players.csv",
    "report",
    "a player",
    (
        *(_RESULT, _PLAYER, Column("spec", "text", "", "what plays under the name")),
        *_COUNTS,
        *_SHARE,
        *_POINTS,
        Column("forfeits", "integer", "games", "lost by no legal move"),
        *_interval("elo", "elo", "Elo", "above the opponent, or the rating"),
    ),
)
SEATS = Table(
    "seats.csv",
    "report",
    "a seat, whoever sat there",
    (
        *(_RESULT, Column("seat", "integer", "", "1 begins")),
        *_COUNTS,
        *_SHARE,
        *_POINTS,
        *_interval("advantage", "advantage", "win share", "above an even share"),
    ),
)
PAIRS = Table(
    "crosstable.csv",
    "report",
    "an ordered pair of players that met",
    (
        *(_RESULT, _PLAYER, Column("opponent", "text", "", "the other one")),
        *_COUNTS,
        *_interval("share", "share", "part of games", "player ranked before opponent"),
    ),
)
SCORES = Table(
    "scores.csv",
    "report",
    "a player and a score",
    (
        *(_RESULT, _PLAYER, Column("score", "integer", "points", "score at the end")),
        Column("seats", "integer", "seats of games", "that ended with this score"),
    ),
)
MARGINS = Table(
    "margins.csv",
    "report",
    "a player and a margin",
    (
        *(_RESULT, _PLAYER),
        Column("margin", "integer", "points", "score less the best other at the table"),
        Column("seats", "integer", "seats of games", "that ended with this margin"),
    ),
)
ROUNDS = Table(
    "rounds.csv",
    "report",
    "a player and a round",
    (
        *(_RESULT, _PLAYER, Column("round", "integer", "", "1 is the first")),
        Column("seats", "integer", "seats of games", "whose game had this round"),
        Column("mean", "number", "points", "mean score after the round"),
        *_SPREAD,
    ),
)
LEADS = Table(
    "leads.csv",
    "report",
    "a round",
    (
        *(_RESULT, Column("round", "integer", "", "1 is the first")),
        Column("games", "integer", "games", "that had this round"),
        *_interval("share", "share", "win share", "of who leads after the round"),
    ),
)
LENGTHS = Table(
    "lengths.csv",
    "report",
    "a length of games",
    (
        *(_RESULT, Column("unit", "text", "", "rounds or plies, decisions of all")),
        Column("length", "integer", "rounds or decisions", "of a game"),
        Column("games", "integer", "games", "that had this length"),
    ),
)
ENDINGS = Table(
    "ends.csv",
    "report",
    "a way to end",
    (
        *(_RESULT, Column("end", "text", "", "how games ended")),
        Column("games", "integer", "games", "that ended so"),
    ),
)
SOURCES = Table(
    "sources.csv",
    "report",
    "a player and a source of points",
    (
        *(_RESULT, _PLAYER, Column("source", "text", "", "as in games.csv")),
        *_interval("mean", "mean", "points", "mean points from it"),
    ),
)
CONVERGENCE = Table(
    "convergence.csv",
    "report",
    "a player and a number of deals",
    (
        *(_RESULT, _PLAYER, Column("blocks", "integer", "deals", "seen so far")),
        Column("share", "number", "win share", "mean share of the win until then"),
        Column("low", "number", "win share", "lower end of the confidence sequence"),
        Column("high", "number", "win share", "upper end of the confidence sequence"),
    ),
)
SPRT = Table(
    "sprt.csv",
    "report",
    "a deal of a sequential test",
    (
        *(_RESULT, Column("block", "integer", "", "deals seen so far")),
        Column("llr", "number", "nats", "log likelihood ratio of H1 against H0"),
        Column("lower", "number", "nats", "bound at which H0 is accepted"),
        Column("upper", "number", "nats", "bound at which H1 is accepted"),
        Column("decision", "text", "", "H0, H1 or undecided, the first that was made"),
    ),
)
BUDGETS = Table(
    "budgets.csv",
    "report",
    "a player of a ladder of budgets",
    (
        *(_RESULT, _PLAYER),
        Column("budget", "number", "simulations or seconds", "a move"),
        Column("unit", "text", "", "sims or seconds"),
        Column("share", "number", "win share", "share of the win"),
        Column("low", "number", "win share", "lower end of its interval"),
        Column("high", "number", "win share", "upper end of its interval"),
    ),
)
CELLS = Table(
    "cells.csv",
    "report",
    "a player and a cell of the board",
    (
        *(_RESULT, _PLAYER),
        Column("row", "text", "", "row of a wall, star, or steps north or south"),
        Column("column", "text", "", "column, number, or steps east or west"),
        Column("seats", "integer", "boards", "of recorded games that were looked at"),
        Column(
            "filled", "integer", "boards", "on which the cell was filled at the end"
        ),
        Column("share", "number", "part of boards", "filled by seats"),
    ),
)
REPORT = (
    *(PLAYERS, SEATS, PAIRS, SCORES, MARGINS, ROUNDS, LEADS, LENGTHS, ENDINGS),
    *(SOURCES, CONVERGENCE, SPRT, BUDGETS, CELLS),
)
"""What `azulyst report --format csv` writes."""

TABLES = (
    Table("ranking.csv", "analyze", "a move, the best first", RANKING),
    Table("games.csv", "simulate", "a game and seat", GAMES, "points by source"),
    *REPORT,
)
"""Every table that a command writes into a folder."""
