"""An analysis of a position as a section of a report.

`analysis` is always the parsed JSON object that `analyze --format json` prints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reports import boards
from reports.figures import ranking_figure
from reports.pages import Picture, Section
from reports.simulation_tables import Sheet
from reports.tables import band_meaning, game_name, ranking_cells, search_summary

TOP = 20  # moves of the table


def analysis_title(analysis: Mapping[str, Any]) -> str:
    """What is analysed, as a heading."""
    return f"{game_name(analysis)}: moves of player {analysis['player']}"


def analysis_section(
    analysis: Mapping[str, Any],
    fields: Mapping[str, Any],
    verdict: str,
    *,
    name: str,
    made: Sequence[tuple[str, str]] = (),
) -> Section:
    """The position as a picture, its moves ranked, and what to play.

    `fields` is the position's JSON form, `verdict` the verdict as a sentence.
    """
    best = analysis["moves"][0]
    headings, rows = ranking_cells(analysis, TOP)
    hidden = len(analysis["moves"]) - len(rows)
    more = f"; not shown: {hidden} more" if hidden > 0 else ""
    line = " ".join(best["line"] or [])
    told = [verdict]
    if line:
        told.append(f"Expected play: {line}.")
    search = search_summary(analysis)
    if not analysis.get("proven"):
        search = f"{search}; {band_meaning(analysis)}"
    told.append(f"{search[0].upper()}{search[1:]}.")
    what = analysis_title(analysis)
    return Section(
        heading=name,
        warnings=[_sentence(text) for text in analysis.get("warnings", [])],
        sentences=told,
        sheets=[Sheet(f"{what}{more}", headings, rows)],
        pictures=[
            Picture(
                "position", f"{game_name(analysis)}: position", boards.draw(fields)
            ),
            Picture("ranking", f"{what}, with intervals", ranking_figure(analysis)),
        ],
        made=made,
    )


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}" + ("" if text.endswith(".") else ".")
