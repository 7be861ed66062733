"""The summary of a batch of games: one JSON object, the same for the same games.

`games` is a result table with the columns of `reports.schema.GAMES`; columns besides
these are sources of points. What is unknown or has no meaning is None: shares and
margins where only one player takes part or each is alone, Elo of endless size.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from language import tr
from reports.intervals import Interval
from reports.match import block_results, match_result, pentanomial, trinomial
from reports.ratings import (
    Method,
    NotConnectedError,
    NotSeparableError,
    Ratings,
    rate,
)
from reports.schema import GAMES
from reports.standings import crosstable, player_table, seat_table

if TYPE_CHECKING:
    import pandas as pd

    from reports.sprt import Sprt

MANY_BLOCKS = 30  # from which on their variation is known well enough for ratings
FIGURES = {"win_share": "win", "score_mean": "score", "margin_mean": "margin"}
WINNING = ("win_share", "win_low", "win_high")
AHEAD = ("margin_mean", "margin_low", "margin_high")
ELO = ("elo", "elo_low", "elo_high")
ADVANTAGE = ("advantage", "advantage_low", "advantage_high")

Row = dict[str, Any]


def summary_object(
    games: pd.DataFrame, facts: Mapping[str, Any], sprt: Sprt | None = None
) -> dict[str, Any]:
    """What summary.json holds: the facts, and all figures of the games.

    `facts` has game, seed, complete, players (an object with player and spec each, as
    in the result) and seats (their number, in the result an object each). No games are
    no error: all figures are then None. Raises ValueError where the games are no result
    table, two players at a table of two did not have both seatings of every deal, or a
    sequential test is asked for with other players than two at a table of two.
    """
    games = _in_order(games)
    names = [entry["player"] for entry in facts["players"]]
    paired = len(names) == 2 and facts["seats"] == 2
    if sprt is not None and not paired:
        raise ValueError(tr("a sequential test is for two players at a table of two"))
    played = not games.empty
    match = _match(games, *names) if paired and played else None
    ratings = _ratings(games, names, facts["seats"]) if played else None
    found = {
        "schema": 1,
        **facts,
        "games": int(games["game"].nunique()),
        "blocks": int(games["block"].nunique()),
        "players": _players(games, facts, _elos(match, ratings)),
        "seats": _seats(games, len(names), facts["seats"]),
        "match": match,
        "ratings": None if ratings is None else _rated(*ratings),
        "crosstable": _crosstable(games, names, facts["seats"]),
        **_course(games),
        "sources": _sources(games, names),
        "sprt": None if sprt is None else _sprt(games, sprt, *names),
    }
    plain: dict[str, Any] = _plain(found)
    return plain


def _in_order(games: pd.DataFrame) -> pd.DataFrame:
    """The rows by game and seat, as sums depend on their order in the last places."""
    keys = games["game"] * (games["seat"].max() + 1) + games["seat"]
    if keys.is_monotonic_increasing:
        return games
    return games.sort_values(["game", "seat"])


def _players(
    games: pd.DataFrame, facts: Mapping[str, Any], elos: Mapping[str, Row]
) -> list[Row]:
    """A row a player, the best first: by Elo, else by share, else by score."""
    known = {} if games.empty else _rows(player_table(games), "player")
    forfeits = games.loc[_has_text(games["error"]), "player"].value_counts()
    rows = []
    for entry in facts["players"]:
        name = entry["player"]
        row = {**entry, **_blank(), **known.get(name, {})}
        row["forfeits"] = int(forfeits.get(name, 0))
        row |= dict.fromkeys(ELO) | elos.get(name, {})
        rows.append(_meaning(row, len(facts["players"]), facts["seats"]))
    return sorted(rows, key=_place)


def _place(row: Row) -> tuple[float, ...]:
    """Smaller for the better of two rows, where unknown last; rounding is no lead."""
    keys = (row[name] for name in ("elo", "win_share", "score_mean"))
    known = (-math.inf if _unknown(key) else key for key in keys)
    return tuple(-round(key, 6) for key in known)


def _seats(games: pd.DataFrame, players: int, seats: int) -> list[Row]:
    """A row a seat, with what its share is above an even one."""
    known = {} if games.empty else _rows(seat_table(games), "seat")
    rows = []
    for seat in range(1, seats + 1):
        row = {"seat": seat, **_blank(), **known.get(seat, {})}
        for name, share in zip(ADVANTAGE, WINNING, strict=True):
            above = seats > 1 and row[share] is not None
            row[name] = row[share] - 1 / seats if above else None
        rows.append(_meaning(row, max(2, players), seats))
    return rows


def _meaning(row: Row, players: int, seats: int) -> Row:
    """The row, without what says nothing where one wins against oneself or nobody."""
    if players > 1 and seats > 1:
        return row
    return row | dict.fromkeys((*WINNING, *AHEAD))


def _match(games: pd.DataFrame, player: str, opponent: str) -> Row:
    """What the match says about the player who is named first."""
    counts = pentanomial(games, player, opponent)
    found = match_result(counts)
    losses, ties, wins = trinomial(games, player, opponent).tolist()
    return {
        "player": player,
        "opponent": opponent,
        "blocks": found.blocks,
        "games": found.games,
        "wins": wins,
        "ties": ties,
        "losses": losses,
        "pentanomial": list(found.pentanomial),
        **_ends("share", found.share),
        **_ends("elo", found.elo),
        **_ends("normalised_elo", found.normalised_elo),
        "superiority": found.superiority,
    }


def _ratings(
    games: pd.DataFrame, names: list[str], seats: int
) -> tuple[Ratings, Method] | None:
    """Ratings and where their intervals come from; None for a match, or if too few met.

    Variation between blocks says nothing of players who always win or never.
    """
    if len(names) < 2 or seats < 2 or len(names) == seats == 2:
        return None
    won = games.groupby("player")["win_share"].agg(["min", "max"])
    varied = bool(((won["min"] < 1) & (won["max"] > 0)).all())
    many = games["block"].nunique() >= MANY_BLOCKS
    method: Method = "blocks" if many and varied else "information"
    if games["player"].nunique() < len(names):
        return None
    try:
        return rate(games, method=method, origin="best"), method
    except NotSeparableError:
        rated = rate(games, method=method, seat_terms=False, origin="best")
        return rated, method
    except NotConnectedError:
        return None


def _rated(ratings: Ratings, method: Method) -> Row:
    return {
        "method": method,
        "reference": ratings.reference,
        "players": ratings.players.drop(columns="elo_se").to_dict("records"),
        "seats": ratings.seats.drop(columns="elo_se").to_dict("records"),
    }


def _elos(match: Row | None, ratings: tuple[Ratings, Method] | None) -> dict[str, Row]:
    """Elo by player: in a match that above the opponent, else the rating."""
    if match is not None:
        value, low, high = (match[name] for name in ELO)
        ends = {"player": (value, low, high), "opponent": (-value, -high, -low)}
        return {match[k]: dict(zip(ELO, v, strict=True)) for k, v in ends.items()}
    if ratings is None:
        return {}
    rows = _rows(ratings[0].players, "player")
    return {player: {k: row[k] for k in ELO} for player, row in rows.items()}


def _crosstable(games: pd.DataFrame, names: list[str], seats: int) -> list[Row] | None:
    if games.empty or len(names) < 2 or seats < 2:
        return None
    return crosstable(games).to_dict("records")  # type: ignore[return-value]


def _course(games: pd.DataFrame) -> Row:
    """How games ended, and how long they took; a game without rounds has 0 of them."""
    each = games.drop_duplicates("game")
    ends = each["end"].value_counts().to_dict()
    rounds = each["rounds"].mean() if each["rounds"].any() else None
    return {
        "ends": dict(sorted(ends.items(), key=lambda end: (-end[1], end[0]))),
        "rounds_mean": rounds,
        "plies_mean": each["plies"].mean(),
    }


def _sources(games: pd.DataFrame, names: list[str]) -> dict[str, Any]:
    """Mean points by player and source, over blocks as all other means."""
    fixed = {column.name for column in GAMES}
    sources = [name for name in games.columns if name not in fixed]
    if not sources:
        return {}
    by_block = games.groupby(["player", "block"])[sources].mean()
    means: dict[Any, Any] = by_block.groupby("player").mean().to_dict("index")
    return {name: means[name] for name in names if name in means}


def _sprt(games: pd.DataFrame, sprt: Sprt, player: str, opponent: str) -> Row:
    """The test of the player who is named first, at its first decision or the end."""
    settled = {
        "player": player,
        "opponent": opponent,
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "alpha": sprt.alpha,
        "beta": sprt.beta,
        "model": sprt.model,
    }
    if games.empty:
        return settled | {"blocks": 0, "decision": "undecided"}
    state = sprt.run(block_results(games, player, opponent).to_numpy())
    estimate = sprt.estimate(state)
    return settled | {
        "blocks": state.blocks,
        "games": 2 * state.blocks,
        "pentanomial": list(state.pentanomial),
        "llr": state.llr,
        "lower": state.lower,
        "upper": state.upper,
        "decision": state.decision,
        "share": estimate.share,
        "share_low": estimate.share_low,
        "share_high": estimate.share_high,
        "elo": estimate.elo,
        "elo_low": estimate.elo_low,
        "elo_high": estimate.elo_high,
    }


def _rows(table: pd.DataFrame, key: str) -> dict[Any, Row]:
    """The rows of a table by one of its columns."""
    return {row[key]: row for row in table.to_dict("records")}  # type: ignore[misc]


def _blank() -> Row:
    """The figures of somebody who has not played."""
    ends = [name for stem in FIGURES.items() for name in _three(*stem)]
    return {"games": 0, "blocks": 0, **dict.fromkeys(ends)}


def _three(name: str, stem: str) -> tuple[str, str, str]:
    return name, f"{stem}_low", f"{stem}_high"


def _ends(name: str, found: Interval) -> Row:
    return {name: found.value, f"{name}_low": found.low, f"{name}_high": found.high}


def _has_text(column: pd.Series[Any]) -> pd.Series[bool]:
    """Where a column has a text; empty ones may have been read as missing."""
    return column.notna() & (column != "")


def _unknown(value: float | None) -> bool:
    return value is None or math.isnan(value)


def _plain(value: Any) -> Any:
    """The same in types that JSON has; None for what is missing or endless."""
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float):
        # Adding 0.0 turns minus zero into zero.
        return value + 0.0 if math.isfinite(value) else None
    return value
