"""Why the first move of an analysis differs from the second: sentence, table, boards.

`comparison` is always the object of that name in an analysis (docs/data.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from language import N_, tr
from language.counts import joined
from reports import boards
from reports.pages import Picture
from reports.simulation_tables import Sheet
from reports.wording import number, points, source_name

TOTAL = "total"
MOST_NAMED = 2  # sources in the sentence
IN_SENTENCES = {
    "so_far": N_("the rounds"),
    "rows": N_("complete rows"),
    "columns": N_("complete columns"),
    "colours": N_("complete colours"),
    "stars": N_("complete stars"),
    "numbers": N_("covered numbers"),
    "removed": N_("removed cards"),
    "groups": N_("colour groups"),
    "butterflies": N_("butterflies"),
}

Comparison = Mapping[str, Any]
Row = Mapping[str, Any]


def why_sentences(comparison: Comparison) -> list[str]:
    """Which sources tell the moves apart, and whether these games like the other more.

    Only differences beyond chance are named, the largest first.
    """
    first, second = comparison["moves"]
    policy, margin = comparison["policy"], comparison["margin"]
    sure = [
        row for row in comparison["sources"] if row["sure"] and row["source"] != TOTAL
    ]
    sure.sort(key=lambda row: -abs(row["difference"]))
    told = tr(
        "In games that {policy} plays on after {first} and {second}, no source of"
        " points differs by more than chance.",
        policy=policy,
        first=first,
        second=second,
    )
    if sure:
        told = tr(
            "In games that {policy} plays on after {first} rather than {second},"
            " {clauses}.",
            policy=policy,
            first=first,
            second=second,
            clauses=joined([_clause(row) for row in sure[:MOST_NAMED]]),
        )
    if not margin["sure"] or margin["difference"] > 0:
        return [told]
    doubt = tr(
        "On the whole these games go better with {second} (margin {figure}): they end"
        " as {policy} plays, while the search looks for the best play.",
        second=second,
        figure=_difference(margin),
        policy=policy,
    )
    return [told, doubt]


def _clause(row: Row) -> str:
    """What a player gets or loses by a source, with one move against the other."""
    more = row["difference"] > 0
    if max(row["expected"]) <= 0:  # such as cards lost
        told = tr("player {player} loses more by {source} ({figure})")
        if more:
            told = tr("player {player} loses less by {source} ({figure})")
    else:
        told = tr("player {player} gets less from {source} ({figure})")
        if more:
            told = tr("player {player} gets more from {source} ({figure})")
    source = str(row["source"])
    return told.format(
        player=row["player"],
        source=tr(IN_SENTENCES.get(source, source)),
        figure=_difference(row),
    )


def source_sheet(comparison: Comparison) -> Sheet:
    """Points by player and source: now, after each line, and expected at the end."""
    first, second = comparison["moves"]
    title = tr(
        "Why {first} differs from {second}: points if the game ended now, after the"
        " line of each move, and expected at the end: means of {playouts} games by"
        " {policy} after each move, on the same deals",
        first=first,
        second=second,
        playouts=comparison["playouts"],
        policy=comparison["policy"],
    )
    headings = (
        *(tr("player"), tr("source"), tr("now")),
        *(tr("line of {move}", move=move) for move in (first, second)),
        *(tr("end after {move}", move=move) for move in (first, second)),
        tr("difference, {level:.10g} %", level=100 * comparison["confidence"]),
    )
    rows = [
        [
            *(str(row["player"]), source_name(row["source"]), str(row["now"])),
            *map(str, row["after_line"]),
            *map(number, row["expected"]),
            _difference(row),
        ]
        for row in comparison["sources"]
    ]
    return Sheet(title, headings, rows, left=(0, 1))


def _difference(row: Row) -> str:
    """A difference with its interval, unless all games agree."""
    if row["difference_low"] == row["difference_high"]:
        row = {**row, "difference_low": None, "difference_high": None}
    return points(row, "difference", "difference", signed=True)


def line_pictures(
    comparison: Comparison, after_lines: Sequence[Mapping[str, Any]], game: str
) -> list[Picture]:
    """The positions after both lines, side by side; their moves under them."""
    told = zip(comparison["moves"], comparison["lines"], after_lines, strict=True)
    return [
        Picture(
            f"line-{place}",
            tr("{game}: position after the line of {move}", game=game, move=move),
            boards.draw(fields),
            tr("After the line of {move}: {turns}.", move=move, turns=_turns(line)),
            beside=True,
        )
        for place, (move, line, fields) in enumerate(told, 1)
    ]


def _turns(line: Mapping[str, Any]) -> str:
    return joined(
        [
            tr(
                "{number}. player {player}: {move}",
                number=place,
                player=turn["player"],
                move=turn["move"],
            )
            for place, turn in enumerate(line["turns"], 1)
        ]
    )
