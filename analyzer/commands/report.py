"""`azulyst report`: results as pages that people want to look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer import __version__
from analyzer.console import Screen
from analyzer.exits import UserError
from analyzer.options import Quiet, one_of, path_to_write, values
from analyzer.translated import Lang, Language
from language import speak, tr

if TYPE_CHECKING:
    from reports.pages import Page, Section
    from reports.simulation_charts import Result

Files = dict[str, Callable[[], bytes]]

PAGE, TWIN, FIGURES, TABLES = "report.html", "report.md", "figures", "tables"


class PageFormat(StrEnum):
    """Forms of a report."""

    HTML = "html"
    MARKDOWN = "markdown"
    CSV = "csv"
    ALL = "all"


Folders = Annotated[
    list[Path],
    typer.Argument(
        metavar="DIR",
        show_default=False,
        help="A folder that 'azulyst simulate --out' or 'azulyst analyze --out' has"
        " written; several are compared.",
    ),
]
Form = Annotated[
    PageFormat,
    typer.Option(
        "--format",
        metavar=values(PageFormat),
        parser=one_of(PageFormat),
        help="One HTML page with everything in it, Markdown with pictures beside it,"
        " tables as CSV, or all of them and the charts as SVG, too.",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="DIR",
        show_default=False,
        parser=path_to_write,
        help="Where to write; default the folder 'report' in the first DIR.",
    ),
]
Title = Annotated[
    str | None,
    typer.Option(
        "--title", metavar="TEXT", show_default=False, help="The title of the page."
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Write over what is there.")]


def report(
    folders: Folders,
    form: Form = PageFormat.HTML,
    out: Out = None,
    title: Title = None,
    force: Force = False,
    lang: Lang = Language.EN,
    quiet: Quiet = False,
) -> None:
    """Write a report of results: what they show, tables, charts, how they were made.

    The HTML page needs no network and prints on A4. A run that was stopped is reported
    as far as it went.
    """
    speak(lang)
    screen = Screen(quiet)
    target = out or folders[0] / "report"
    names = names_of(folders)
    screen.warn_of_font()
    results, page = read_page(folders, names, title)
    for section in page.sections:
        for warning in section.warnings:
            screen.warn(f"{section.heading}: {warning}")
    if form is PageFormat.CSV and not results:
        raise UserError(
            tr("an analysis is CSV already, as ranking.csv; give another --format")
        )
    files = contents(page, results, form)
    write_files(target, files, force)
    for name in files:
        if "/" not in name:
            screen.note(tr("wrote {path}", path=target / name))
    for folder in sorted({name.partition("/")[0] for name in files if "/" in name}):
        count = sum(name.startswith(f"{folder}/") for name in files)
        screen.note(
            tr("wrote {count} files in {target}", count=count, target=target / folder)
        )


def names_of(folders: Sequence[Path]) -> list[str]:
    """A name for each folder, its last part where that is enough; no folder twice."""
    places = [folder.resolve() for folder in folders]
    for place, folder in zip(places, folders, strict=True):
        if places.count(place) > 1:
            raise typer.BadParameter(
                tr("'{folder}' is given twice", folder=folder), param_hint="'DIR...'"
            )
    short = [place.name or str(place) for place in places]
    if len(set(short)) == len(short):
        return short
    return [str(folder) for folder in folders]


def read_page(
    folders: Sequence[Path], names: Sequence[str], title: str | None
) -> tuple[list[Result], Page]:
    """The simulations among the folders, and the report of them all."""
    from analyzer.reporting.analyses import read_analysis
    from analyzer.reporting.folders import is_analysis, read_result
    from reports.pages import Page
    from reports.simulation_report import (
        comparison_section,
        result_section,
        title_of,
    )

    results: list[Result] = []
    sections: list[Section] = []
    titles: list[str] = []
    for folder, name in zip(folders, names, strict=True):
        if is_analysis(folder):
            told, section = read_analysis(folder, name)
            titles.append(told)
            sections.append(section)
        else:
            result = read_result(folder, name)
            titles.append(title_of(result))
            results.append(result)
            sections.append(result_section(result))
    if len(results) > 1:
        sections.insert(0, comparison_section(results))
    if title is None:
        title = titles[0]
        if len(titles) > 1:
            title = tr("{n} results", n=len(titles))
    return results, Page(title, sections, __version__)


def contents(page: Page, results: Sequence[Result], form: PageFormat) -> Files:
    """What makes the files of the report, by their names within the folder."""
    from reports.figures import png_bytes, svg_bytes
    from reports.pages import html_page, markdown_page
    from reports.simulation_report import csv_files

    found: Files = {}
    if form in (PageFormat.HTML, PageFormat.ALL):
        found[PAGE] = lambda: html_page(page).encode()
    if form in (PageFormat.MARKDOWN, PageFormat.ALL):
        found[TWIN] = lambda: markdown_page(page).encode()
        for name, picture in page.pictures:
            found[f"{FIGURES}/{name}.png"] = partial(png_bytes, picture.figure)
    if form is PageFormat.ALL:
        for name, picture in page.pictures:
            found[f"{FIGURES}/{name}.svg"] = partial(svg_bytes, picture.figure)
    if form in (PageFormat.CSV, PageFormat.ALL):
        for name, text in csv_files(results).items():
            found[f"{TABLES}/{name}"] = partial(text.encode)
    return found


def write_files(folder: Path, files: Files, force: bool) -> None:
    """The files stand in the folder; UserError, and nothing written, if one is there.

    UserError, too, if the system does not let them be written.
    """
    if folder.exists() and not folder.is_dir():
        raise UserError(tr("'{folder}' is a file; --out names a folder", folder=folder))
    there = [name for name in files if (folder / name).exists()]
    if there and not force:
        raise UserError(
            tr(
                "'{folder}' is there already; name another folder, or add"
                " --force to write over what is there",
                folder=folder / there[0],
            )
        )
    for name, make in files.items():
        path, data = folder / name, make()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        except OSError as error:
            raise UserError(
                tr("can't write '{path}': {reason}", path=path, reason=error.strerror)
            ) from error
