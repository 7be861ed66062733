"""Results of simulations as sections of a report, alone and side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from language import tr
from language.counts import counted, enumerated, grouped, listed
from reports import figures, schema
from reports.checks import DEAL, GAME, repeated_games, shared_deals
from reports.lettering import lettering
from reports.pages import Picture, Section
from reports.simulation_charts import Result, pictures
from reports.simulation_sentences import even_share, is_level, summary_sentences
from reports.simulation_tables import Sheet, sheets
from reports.wording import elo, points, share

if TYPE_CHECKING:
    import pandas as pd

MOST_NAMED = 5  # players in a title


def result_section(result: Result) -> Section:
    """What one batch of games has shown."""
    return Section(
        heading=result.name,
        warnings=result.warnings,
        sentences=summary_sentences(result.summary),
        sheets=sheets(result.summary) if result.summary["games"] else (),
        pictures=pictures(result),
        made=result.made,
    )


def title_of(result: Result) -> str:
    """The game and who played it, where nobody said another title."""
    names = [str(row["player"]) for row in result.summary["players"]]
    if len(names) > MOST_NAMED:
        players = counted(len(names), "player")
    else:
        players = listed(names)
    return tr("{game}: {players}", game=result.game, players=players)


def comparison_section(results: Sequence[Result]) -> Section:
    """Win shares of several batches side by side, and whether deals are shared."""
    rows = [
        {**row, "result": result.name, "even": 100 * even_share(result.summary)}
        for result in results
        for row in result.summary["players"]
    ]
    sheet = Sheet(
        tr("Results side by side"),
        (
            *(tr("result"), tr("player"), tr("strategy"), tr("games")),
            *(tr("win %"), tr("Elo"), tr("score")),
        ),
        [
            [
                *(str(row["result"]), str(row["player"]), str(row["spec"] or "")),
                grouped(row["games"]),
                share(row, unit=""),
                elo(row),
                points(row, "score_mean", "score"),
            ]
            for row in rows
        ],
        left=(0, 1, 2),
    )
    return Section(
        tr("Comparison"),
        shared_warnings(results),
        _overlaps(results),
        [sheet],
        _comparison_picture(rows, results),
        lead=False,
    )


def shared_warnings(results: Sequence[Result]) -> list[str]:
    """What makes the results less independent, or less alike, than they look."""
    found = []
    games = list(dict.fromkeys(result.game for result in results))
    seats = {len(result.summary["seats"]) for result in results}
    if len(games) > 1 or len(seats) > 1:
        found.append(
            tr("The results are of different games or tables: compare with care.")
        )
    unknown = [result.name for result in results if not _has_deals(result)]
    if unknown:
        found.append(
            tr("Which deals {results} played is unknown.", results=listed(unknown))
        )
    for game in games:
        own = [result for result in results if result.game == game]
        found += _repeats({r.name: r.games for r in own if _has_deals(r)})
    return found


def _has_deals(result: Result) -> bool:
    """Whether it is known which deals were played."""
    return not result.games[[*GAME]].isna().any(axis=None)


def _repeats(tables: Mapping[str, pd.DataFrame]) -> list[str]:
    """Sentences on games and deals of one game that several tables have."""
    found = []
    known = {name: table for name, table in tables.items() if len(table)}
    repeated = repeated_games(known)
    if len(repeated):
        found.append(
            tr(
                "{games} occur in more than one result, such as {place}: they must not"
                " be counted together.",
                games=counted(len(repeated), "game"),
                place=_place(repeated, GAME),
            )
        )
    shared = shared_deals(known)
    if len(shared):
        found.append(
            tr(
                "{deals} occur in more than one result, such as {place}: differences"
                " between results are then not between independent games, and a winner"
                " that was picked on these deals has to be measured on others.",
                deals=counted(len(shared), "deal"),
                place=_place(shared, DEAL),
            )
        )
    return found


def _place(found: pd.DataFrame, keys: Sequence[str]) -> str:
    row = found.iloc[0]
    told = enumerated([f"{key} {row[key]}" for key in keys])
    return tr("{place} in {results}", place=told, results=row["tables"])


def _overlaps(results: Sequence[Result]) -> list[str]:
    """What each result says about its best player, a sentence each."""
    found = []
    for result in results:
        if not result.summary["games"]:
            found.append(tr("{result}: no games were played.", result=result.name))
            continue
        row = result.summary["players"][0]
        if row["win_share"] is None:
            found.append(
                tr(
                    "{result}: {player} scores {score} on average.",
                    result=result.name,
                    player=row["player"],
                    score=points(row, "score_mean", "score"),
                )
            )
            continue
        even = even_share(result.summary)
        level = is_level(row["win_low"], row["win_high"], even)
        told = tr("{result}: {player} wins {share} of {games}.")
        if level:
            told = tr(
                "{result}: {player} wins {share} of {games}, no more than an even share"
                " can be shown."
            )
        found.append(
            told.format(
                result=result.name,
                player=row["player"],
                share=share(row),
                games=counted(row["games"], "game"),
            )
        )
    return found


def _comparison_picture(
    rows: Sequence[Mapping[str, Any]], results: Sequence[Result]
) -> list[Picture]:
    known = [row for row in rows if row["win_share"] is not None]
    if not known:
        return []
    table = schema.typed_frame(known, schema.PLAYERS)
    levels = {row["even"] for row in known}
    drawn_of = {row["result"] for row in known}
    games = sum(r.summary["games"] for r in results if r.name in drawn_of)
    even = levels.pop() if len(levels) == 1 else None
    with lettering():
        drawn = figures.comparison_figure(table, even, games)
    return [Picture("comparison", tr("Win share by result and strategy"), drawn)]


def csv_files(results: Sequence[Result]) -> dict[str, str]:
    """Tidy tables of the results by their file's name; empty ones are left out."""
    import pandas as pd

    found = {}
    for table in schema.REPORT:
        parts = [
            result.frames[table].assign(result=result.name)
            for result in results
            if len(result.frames[table])
        ]
        if parts:
            whole = pd.concat(parts, ignore_index=True)[table.names]
            found[table.name] = whole.to_csv(index=False, lineterminator="\n")
    return found
