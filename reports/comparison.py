"""Why the first move of an analysis differs from the second: sentence, table, boards.

`comparison` is always the object of that name in an analysis (docs/data.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from language import tr
from language.counts import joined, listed
from reports import boards
from reports.pages import Picture
from reports.simulation_tables import Sheet
from reports.wording import number, points, source_name

SO_FAR, TOTAL = "so_far", "total"
MOST_NAMED = 2  # sources in the sentence

Comparison = Mapping[str, Any]
Row = Mapping[str, Any]


def why_sentence(comparison: Comparison) -> str:
    """The sources whose difference is largest, of those beyond chance."""
    first, second = comparison["moves"]
    sure = [
        row for row in comparison["sources"] if row["sure"] and row["source"] != TOTAL
    ]
    if not sure:
        return tr(
            "At the end of the game no source of points tells {first} from {second} by"
            " more than chance.",
            first=first,
            second=second,
        )
    sure.sort(key=lambda row: -abs(row["difference"]))
    return tr(
        "At the end of the game, with {first} rather than {second}, {clauses}.",
        first=first,
        second=second,
        clauses=listed([_clause(row) for row in sure[:MOST_NAMED]]),
    )


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
    source = row["source"]
    return told.format(
        player=row["player"],
        source=tr("the rounds") if source == SO_FAR else source_name(source),
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
