"""An analysis of a position as a section of a report.

`analysis` is always the parsed JSON object that `analyze --format json` prints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from language import tr
from language.counts import joined
from reports import boards
from reports.figures import ranking_figure
from reports.lettering import lettering
from reports.pages import Picture, Section
from reports.simulation_tables import Sheet
from reports.tables import (
    band_meaning,
    not_shown,
    ranking_cells,
    search_summary,
)
from reports.wording import game_name, sentence

TOP = 20  # moves of the table


def analysis_title(analysis: Mapping[str, Any]) -> str:
    """What is analysed, as a heading."""
    return tr(
        "{game}: moves of player {player}",
        game=game_name(analysis["game"]),
        player=analysis["player"],
    )


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
    line = " ".join(best["line"] or [])
    told = [verdict]
    if line:
        told.append(tr("Expected play: {line}.", line=line))
    search = search_summary(analysis)
    if not analysis.get("proven"):
        search = joined([search, band_meaning(analysis)])
    told.append(sentence(search))
    what, game = analysis_title(analysis), game_name(analysis["game"])
    with lettering():
        chart = ranking_figure(analysis)
    return Section(
        heading=name,
        warnings=[sentence(tr(text)) for text in analysis.get("warnings", [])],
        sentences=told,
        sheets=[_ranking(analysis, what)],
        pictures=[
            Picture("position", tr("{game}: position", game=game), boards.draw(fields)),
            Picture(
                "ranking",
                tr("{moves}, with intervals", moves=what),
                chart,
            ),
        ],
        made=made,
    )


def _ranking(analysis: Mapping[str, Any], title: str) -> Sheet:
    headings, rows = ranking_cells(analysis, TOP)
    hidden = len(analysis["moves"]) - len(rows)
    if hidden > 0:
        title = joined([title, not_shown(hidden)])
    last = len(headings) - 1
    return Sheet(title, headings, rows, left=(1, last), wide=last)
