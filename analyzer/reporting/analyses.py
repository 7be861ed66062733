"""An analysis that `analyze --out` has written, as a section of a report."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer import __version__
from analyzer.analysis import verdict_sentence
from analyzer.exits import UserError
from analyzer.games import find_game
from analyzer.output import PAGE, name_of, write_text
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
    fields = _fields(path, analysis, analysis["position"])
    try:
        lines = (analysis.get("comparison") or {}).get("lines", [])
        section = analysis_section(
            analysis,
            fields,
            verdict_sentence(analysis),
            name=name,
            made=made_by(read_run(folder)),
            after_lines=[_fields(path, analysis, line["position"]) for line in lines],
        )
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise UserError(
            tr("'{path}' is no analysis: {error!r}", path=path, error=error)
        ) from None
    return analysis_title(analysis), section


def write_page(folder: Path) -> Path:
    """The page of the analysis in the folder stands beside it; the path written.

    It is the same that `azulyst report` makes of the folder.
    """
    from reports.pages import Page, html_page

    title, section = read_analysis(folder, name_of(folder))
    path = folder / PAGE
    write_text(path, html_page(Page(title, [section], __version__)))
    return path


def _fields(path: Path, analysis: Mapping[str, Any], position: str) -> dict[str, Any]:
    """A position of the analysis in its JSON form."""
    notation = find_game(str(analysis["game"])).notation()
    try:
        return dict(notation.to_fields(notation.parse(str(position)).state))
    except ValueError as error:
        raise UserError(
            tr("'{path}' has a wrong position: {error}", path=path, error=error)
        ) from None
