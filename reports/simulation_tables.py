"""The summary of a batch of games as tables: for the terminal, in Markdown and CSV.

`summary` is always the parsed JSON object of summary.json.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich import box
from rich.cells import cell_len
from rich.console import Group
from rich.table import Table
from rich.text import Text

from language import N_, tr
from language.counts import counted, enumerated, grouped, joined, together
from reports.simulation_sentences import summary_sentences
from reports.wording import (
    NAME_WIDTH,
    UNKNOWN,
    elo,
    end_name,
    game_name,
    number,
    points,
    share,
    short,
    source_name,
)

Summary = Mapping[str, Any]
Row = Mapping[str, Any]
Column = tuple[str, Callable[[Row], str]]

REFERENCE = N_("reference")
GAP = 2  # between columns
MOST_WITH_ERRORS = 6  # players of a crosstable whose intervals fit on a line


@dataclass(frozen=True)
class Sheet:
    """A titled table of texts.

    Columns by their place: those in `left` are aligned there, `wide` may fill lines.
    """

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: Sequence[int] = (0,)
    wide: int | None = None


def summary_tables(summary: Summary, width: int) -> list[Group]:
    """The tables that say something, with their titles, for a terminal so wide.

    A table that does not fit goes on in further ones, its first column repeated.
    """
    return [
        Group(Text(sheet.title, "bold"), *map(_drawn, fitting(sheet, width)))
        for sheet in sheets(summary)
    ]


def fitting(sheet: Sheet, width: int) -> list[Sheet]:
    """The sheet, its columns spread over as many sheets as the width asks for.

    Each has the first column, cut to NAME_WIDTH, and at least one other.
    """
    named = [[short(row[0], NAME_WIDTH), *row[1:]] for row in sheet.rows]
    lines = [[short(name, NAME_WIDTH) for name in sheet.headings], *named]
    columns = list(zip(*lines, strict=True))
    sizes = [GAP + max(map(cell_len, column)) for column in columns]
    parts, left = [[columns[0]]], width - 1 - sizes[0]
    for column, size in zip(columns[1:], sizes[1:], strict=True):
        if size > left and len(parts[-1]) > 1:
            parts.append([columns[0]])
            left = width - 1 - sizes[0]
        parts[-1].append(column)
        left -= size
    tables = [list(zip(*part, strict=True)) for part in parts]
    return [Sheet(sheet.title, head, rows) for head, *rows in tables]


def _drawn(sheet: Sheet) -> Table:
    table = Table(box=box.SIMPLE_HEAD, collapse_padding=True, pad_edge=False)
    for place, heading in enumerate(sheet.headings):
        justify: Any = "left" if place in sheet.left else "right"
        table.add_column(heading, justify=justify, no_wrap=True)
    for row in sheet.rows:
        table.add_row(*map(Text, row))
    return table


def summary_markdown(summary: Summary) -> str:
    """The findings in sentences, then the tables, as GitHub shows them."""
    parts = ["".join(f"- {sentence}\n" for sentence in summary_sentences(summary))]
    for sheet in sheets(summary):
        lines = [sheet.headings, markdown_rules(sheet), *sheet.rows]
        table = "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
        parts.append(f"**{sheet.title}**\n\n{table}")
    return "\n".join(parts)


def markdown_rules(sheet: Sheet) -> list[str]:
    """The line of a Markdown table that says how columns are aligned."""
    places = range(len(sheet.headings))
    return ["---" if place in sheet.left else "---:" for place in places]


def summary_csv(summary: Summary) -> str:
    """All figures of the players, a row each; an empty field where one is unknown."""
    text = io.StringIO()
    rows = summary["players"]
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def sheets(summary: Summary) -> list[Sheet]:
    """Players, pairs where there are more than one, seats, sources of points."""
    found = [_players(summary)]
    if len(summary["players"]) > 2 and summary["crosstable"]:
        found.append(_pairs(summary))
    if len(summary["seats"]) > 1 and summary["games"]:
        found.append(_seats(summary))
    if summary["sources"]:
        found.append(_sources(summary))
    return found


def title(summary: Summary) -> str:
    """The game with its options, how many games of it, and how long they were."""
    name = game_name(str(summary["game"]))
    options = [f"{key}={value}" for key, value in summary.get("options", {}).items()]
    table = together([name, *options, counted(len(summary["seats"]), "seat")])
    parts = [counted(summary["games"], "game"), counted(summary["blocks"], "deal")]
    lengths = {
        "rounds_mean": tr("{n} rounds a game"),
        "plies_mean": tr("{n} decisions a game"),
    }
    for key, told in lengths.items():
        if summary[key] is not None:
            parts.append(told.format(n=number(summary[key])))
    told = tr("{table}: {figures}")
    if len(summary["ends"]) > 1:
        told = tr("{table}: {figures}; ended by {ends}")
    ends = [f"{end_name(end)} {grouped(n)}" for end, n in summary["ends"].items()]
    return told.format(table=table, figures=together(parts), ends=enumerated(ends))


def _players(summary: Summary) -> Sheet:
    reference = (summary["ratings"] or {}).get("reference")
    parts = [title(summary)]
    if reference:
        parts.append(tr("Elo counted from {player}", player=reference))

    def rating(row: Row) -> str:
        return tr(REFERENCE) if row["player"] == reference else elo(row)

    columns: list[Column] = [
        (tr("player"), lambda row: str(row["player"])),
        (tr("games"), lambda row: grouped(row["games"])),
        (tr("win %"), lambda row: share(row, unit="")),
        (tr("Elo"), rating),
        *_points(),
        (
            tr("forfeits"),
            lambda row: grouped(row["forfeits"]) if row["forfeits"] else "",
        ),
    ]
    return _sheet(joined(parts), columns, summary["players"])


def _seats(summary: Summary) -> Sheet:
    rated = summary["ratings"] or {"seats": []}
    terms = {row["seat"]: row for row in rated["seats"]}
    columns: list[Column] = [
        (tr("seat"), lambda row: str(row["seat"])),
        (tr("win %"), lambda row: share(row, unit="")),
        (tr("above its share"), _advantage),
        (tr("Elo"), lambda row: elo(terms[row["seat"]]) if terms else ""),
        *_points(),
    ]
    return _sheet(tr("Seats"), columns, summary["seats"])


def _points() -> list[Column]:
    return [
        (tr("score"), lambda row: points(row, "score_mean", "score")),
        (tr("margin"), lambda row: points(row, "margin_mean", "margin", signed=True)),
    ]


def _forfeits(row: Row) -> str:
    return grouped(row["forfeits"]) if row["forfeits"] else ""


def _advantage(row: Row) -> str:
    name = "advantage"
    scaled = {k: _percent(row[k]) for k in (name, f"{name}_low", f"{name}_high")}
    return points(scaled, name, name, signed=True)


def _percent(part: float | None) -> float | None:
    return None if part is None else 100 * part


def _pairs(summary: Summary) -> Sheet:
    names = [row["player"] for row in summary["players"]]
    met = {(row["player"], row["opponent"]): row for row in summary["crosstable"]}

    def cell(player: str, opponent: str) -> str:
        row = met.get((player, opponent))
        if row is None:
            return ""
        if len(names) > MOST_WITH_ERRORS:
            return number(100 * row["share"])
        return share(row, "share", "share", unit="")

    rows = [[name, *(cell(name, other) for other in names)] for name in names]
    return Sheet(
        tr("Who came before whom, % of their games"), [tr("before"), *names], rows
    )


def _sources(summary: Summary) -> Sheet:
    by_player = summary["sources"]
    names = [row["player"] for row in summary["players"] if row["player"] in by_player]
    sources = list(by_player[names[0]])
    rows = [[n, *(number(by_player[n][source]) for source in sources)] for n in names]
    return Sheet(
        tr("Points by source, means"),
        [tr("player"), *map(source_name, sources)],
        rows,
    )


def _sheet(name: str, columns: Sequence[Column], rows: Sequence[Row]) -> Sheet:
    """A row each, without the columns in which nothing is known."""
    cells = [(heading, [text(row) for row in rows]) for heading, text in columns]
    told = [c for c in cells if any(text not in ("", UNKNOWN) for text in c[1])]
    by_row = [list(row) for row in zip(*(texts for _, texts in told), strict=True)]
    return Sheet(name, [heading for heading, _ in told], by_row)
