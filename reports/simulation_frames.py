"""The games of a result table as the tidy tables of a report, by `reports.schema`.

What the games cannot say gives a table without rows. The column `result` is missing
until a report names the result.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from reports import schema
from reports.intervals import share_interval, student_interval
from reports.match import block_results
from reports.schema import GAMES, Table, typed_frame
from reports.sequences import checkpoints, confidence_sequence
from reports.standings import margins

if TYPE_CHECKING:
    import pandas as pd

    from reports.sprt import Sprt

BUDGET = re.compile(r"\b(?P<unit>sims|seconds)=(?P<budget>[0-9.]+)")
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
LEAST_LADDER = 3  # budgets that make a ladder


def report_frames(
    games: pd.DataFrame, summary: Mapping[str, Any], sprt: Sprt | None = None
) -> dict[Table, pd.DataFrame]:
    """The tables of `reports.schema.REPORT` that games and their summary can give.

    Players come in the order of the summary, the best first.
    """
    names = [str(row["player"]) for row in summary["players"]]
    seats = len(summary["seats"])
    match = summary["match"]
    return {
        schema.PLAYERS: typed_frame(summary["players"], schema.PLAYERS),
        schema.SEATS: typed_frame(summary["seats"], schema.SEATS),
        schema.PAIRS: in_order(
            typed_frame(summary["crosstable"] or [], schema.PAIRS), names
        ),
        schema.SCORES: score_counts(games, names),
        schema.MARGINS: margin_counts(games, names),
        schema.ROUNDS: round_spread(games, names),
        schema.LEADS: lead_shares(games, seats),
        schema.LENGTHS: length_counts(games),
        schema.ENDINGS: end_counts(games),
        schema.SOURCES: source_means(games, names),
        schema.CONVERGENCE: convergence(games, names, seats),
        schema.SPRT: sprt_path(games, sprt, match),
        schema.BUDGETS: budget_ladder(summary["players"]),
    }


def in_order(table: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """The rows by player in the order of the names, otherwise as they were."""
    place = {name: number for number, name in enumerate(names)}
    keys = [table["player"].map(place)]
    if "opponent" in table:
        keys.insert(0, table["opponent"].map(place))
    order = np.lexsort([key.to_numpy(float) for key in keys])
    return table.iloc[order].reset_index(drop=True)


def score_counts(games: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """How often each player had each score."""
    return _counts(games, "score", names, schema.SCORES)


def margin_counts(games: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """How often each player had each margin; none where one player sat everywhere."""
    if len(names) < 2 or games.empty:
        return _filled([], schema.MARGINS)
    rows = games.assign(margin=margins(games))
    return _counts(rows[rows["margin"].notna()], "margin", names, schema.MARGINS)


def round_spread(games: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """The spread of the scores after each round by player.

    Raises ValueError for scores of rounds that are no numbers.
    """
    import pandas as pd

    long = _by_round(games)
    if long.empty:
        return _filled([], schema.ROUNDS)
    grouped = long.groupby(["player", "round"], sort=True)["score"]
    spread = grouped.quantile(np.array(QUANTILES)).unstack()
    spread.columns = pd.Index([f"p{round(100 * part):02}" for part in QUANTILES])
    found = spread.assign(seats=grouped.size(), mean=grouped.mean()).reset_index()
    return in_order(_filled(found.to_dict("records"), schema.ROUNDS), names)


def lead_shares(games: pd.DataFrame, seats: int) -> pd.DataFrame:
    """The share of the win of who leads after each round, several in equal parts.

    How early games are decided; none where each is alone.
    """
    long = _by_round(games)
    if seats < 2 or long.empty:
        return _filled([], schema.LEADS)
    best = long.groupby(["game", "round"])["score"].transform("max")
    ahead = long[long["score"] == best]
    by_game = ahead.groupby(["round", "block", "game"])["win_share"].mean()
    by_block = by_game.groupby(["round", "block"]).mean()
    played = by_game.groupby("round").size().to_numpy()
    rows = []
    for place, (number, own) in enumerate(by_block.groupby("round")):
        found = share_interval(own.to_numpy())
        ends = {"share_low": found.low, "share_high": found.high}
        row = {"round": number, "games": played[place], "share": found.value}
        rows.append(row | ends)
    return _filled(rows, schema.LEADS)


def _by_round(games: pd.DataFrame) -> pd.DataFrame:
    """A row for each row of `games` and round: the score then, with who and where."""
    import pandas as pd

    texts = games["round_scores"].fillna("").to_numpy(str)
    told = np.flatnonzero(texts != "")
    if not len(told):
        return pd.DataFrame()
    sizes = np.char.count(texts[told], ";") + 1
    scores = np.array(";".join(texts[told]).split(";"), float)
    starts = np.cumsum(sizes) - sizes
    names = ["block", "game", "player", "win_share"]
    long = {name: np.repeat(games[name].to_numpy()[told], sizes) for name in names}
    number = np.arange(len(scores)) - np.repeat(starts, sizes) + 1
    return pd.DataFrame({**long, "round": number, "score": scores})


def length_counts(games: pd.DataFrame) -> pd.DataFrame:
    """How many games had how many rounds, if they have any, and how many decisions."""
    each = games.drop_duplicates("game")
    rows = []
    for unit in ("rounds", "plies"):
        lengths = each[unit].dropna()
        if not lengths.any():
            continue
        counted = lengths.astype(int).value_counts().sort_index()
        rows += [
            {"unit": unit, "length": length, "games": count}
            for length, count in counted.items()
        ]
    return _filled(rows, schema.LENGTHS)


def end_counts(games: pd.DataFrame) -> pd.DataFrame:
    """How many games ended how, the most frequent first."""
    ends = games.drop_duplicates("game")["end"]
    counted = ends[ends.fillna("") != ""].value_counts()
    pairs = zip(counted.index.astype(str), counted.tolist(), strict=True)
    ranked = sorted(pairs, key=lambda pair: (-pair[1], pair[0]))
    rows = [{"end": end, "games": count} for end, count in ranked]
    return _filled(rows, schema.ENDINGS)


def source_names(games: pd.DataFrame) -> list[str]:
    """The columns that are sources of points."""
    fixed = {column.name for column in GAMES}
    return [name for name in games.columns if name not in fixed]


def source_means(games: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """Mean points by player and source with their intervals between blocks."""
    sources = source_names(games)
    if not sources or games.empty:
        return _filled([], schema.SOURCES)
    means = games.groupby(["player", "block"])[sources].mean()
    rows = []
    for player in means.index.unique("player"):
        own = means.loc[player]
        for source in sources:
            found = student_interval(own[source].to_numpy())
            ends = {"mean_low": found.low, "mean_high": found.high}
            rows.append(
                {"player": player, "source": source, "mean": found.value, **ends}
            )
    return in_order(_filled(rows, schema.SOURCES), names)


def convergence(games: pd.DataFrame, names: Sequence[str], seats: int) -> pd.DataFrame:
    """The share of the win after more and more blocks with its confidence sequence."""
    if len(names) < 2 or seats < 2 or games.empty:
        return _filled([], schema.CONVERGENCE)
    shares = games.groupby(["player", "block"])["win_share"].mean()
    rows = []
    for player in shares.index.unique("player"):
        own = shares.loc[player].sort_index().to_numpy()
        at = checkpoints(len(own))
        for blocks, *three in zip(at, *confidence_sequence(own, at), strict=True):
            found = dict(zip(("share", "low", "high"), three, strict=True))
            rows.append({"player": player, "blocks": int(blocks), **found})
    return in_order(_filled(rows, schema.CONVERGENCE), names)


def sprt_path(
    games: pd.DataFrame, sprt: Sprt | None, match: Mapping[str, Any] | None
) -> pd.DataFrame:
    """The sequential test of a match block by block; none where none was asked for."""
    if sprt is None or match is None or games.empty:
        return _filled([], schema.SPRT)
    results = block_results(games, match["player"], match["opponent"])
    path = sprt.path(results.to_numpy())
    return _filled(path.to_dict("records"), schema.SPRT)


def budget_ladder(players: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    """Players whose texts differ in one budget alone, by budget; none for fewer than 3.

    Of several ladders the longest.
    """
    ladders: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in players:
        found = BUDGET.findall(row.get("spec") or "")
        if len(found) != 1:
            continue
        unit, budget = found[0]
        if row["win_share"] is None:
            continue
        rung = {
            "player": row["player"],
            "budget": float(budget),
            "unit": unit,
            "share": row["win_share"],
            "low": row["win_low"],
            "high": row["win_high"],
        }
        rest = BUDGET.sub("", row["spec"])
        ladders.setdefault((unit, rest), []).append(rung)
    longest = max(ladders.values(), key=len, default=[])
    if len({rung["budget"] for rung in longest}) < LEAST_LADDER:
        longest = []
    rungs = sorted(longest, key=lambda rung: rung["budget"])
    return _filled(rungs, schema.BUDGETS)


def _counts(
    games: pd.DataFrame, column: str, names: Sequence[str], table: Table
) -> pd.DataFrame:
    counted = games.groupby(["player", column]).size()
    rows = counted.rename("seats").reset_index().to_dict("records")
    return in_order(_filled(rows, table), names)


def _filled(rows: Sequence[Mapping[Any, Any]], table: Table) -> pd.DataFrame:
    return typed_frame(rows, table)
