"""An analysis that `analyze --out` has written, as a section of a report."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.analysis import verdict_sentence
from analyzer.exits import UserError
from analyzer.games import find_game
from analyzer.reporting.folders import ANALYSIS, made_by, read_json, read_run
from language import tr

if TYPE_CHECKING:
    from reports.pages import Section

NEEDED = ("game", "position", "player", "objective", "search", "verdict", "moves")


def read_analysis(folder: Path, name: str) -> tuple[str, Section]:
    """(what is analysed, its section); UserError for a damaged file."""
    from reports.analysis_report import analysis_section, analysis_title

    path = folder / ANALYSIS
    analysis = read_json(path) or {}
    missing = [key for key in NEEDED if key not in analysis]
    if missing or not analysis["moves"]:
        raise UserError(
            tr(
                "'{path}' is no analysis: it lacks {missing}",
                path=path,
                missing=(missing or ["moves"])[0],
            )
        )
    fields = _fields(path, analysis)
    try:
        section = analysis_section(
            analysis,
            fields,
            verdict_sentence(analysis),
            name=name,
            made=made_by(read_run(folder)),
        )
    except (KeyError, TypeError) as error:
        raise UserError(
            tr("'{path}' is no analysis: {error!r}", path=path, error=error)
        ) from None
    return analysis_title(analysis), section


def _fields(path: Path, analysis: Mapping[str, Any]) -> dict[str, Any]:
    """The position in its JSON form."""
    notation = find_game(str(analysis["game"])).notation()
    try:
        return dict(notation.to_fields(notation.parse(str(analysis["position"])).state))
    except ValueError as error:
        raise UserError(
            tr("'{path}' has a wrong position: {error}", path=path, error=error)
        ) from None
