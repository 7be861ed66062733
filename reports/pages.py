"""Reports as one HTML page without anything beside it, and as Markdown.

A page is plain data: sentences, tables of texts, pictures. The same page always gives
the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from language import CHINESE, ENGLISH, spoken, tr
from reports.figures import svg_text
from reports.simulation_tables import Sheet, markdown_rules
from reports.svg import FONT, shared_glyphs
from reports.wording import bracket

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FIGURES = "figures"
TAGS = {ENGLISH: "en", CHINESE: "zh-Hans"}  # of the languages, by IETF BCP 47
NAMESPACE = re.compile(r' xmlns(:xlink)?="[^"]*"')
IDENTITY = re.compile(rf'(\bid="|href="#|url\(#)(?!{FONT})')


@dataclass(frozen=True)
class Picture:
    """A figure, the stem of its file's name, and what it shows, in words."""

    name: str
    alt: str
    figure: Figure


@dataclass(frozen=True)
class Section:
    """What is said about one result, or about several together."""

    heading: str
    warnings: Sequence[str] = ()
    sentences: Sequence[str] = ()
    sheets: Sequence[Sheet] = ()
    pictures: Sequence[Picture] = ()
    made: Sequence[tuple[str, str]] = ()  # how it was made: name and value
    lead: bool = True  # whether the first sentence says the most


@dataclass(frozen=True)
class Page:
    """A report: its title and its sections."""

    title: str
    sections: Sequence[Section]
    version: str = ""

    @property
    def pictures(self) -> list[tuple[str, Picture]]:
        """All pictures with names that are unique in the page."""
        several = len(self.sections) > 1
        return [
            (f"{number}-{picture.name}" if several else picture.name, picture)
            for number, section in enumerate(self.sections, 1)
            for picture in section.pictures
        ]


def html_page(page: Page) -> str:
    """The page as one HTML document, its figures in it as SVG, without any link out."""
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=PackageLoader("reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    names = iter(page.pictures)
    glyphs: set[str] = set()
    drawn = [
        [
            Markup(inline_svg(shared_glyphs(svg_text(p.figure), glyphs), name, p.alt))
            for name, p in found
        ]
        for found in ([next(names) for _ in s.pictures] for s in page.sections)
    ]
    template = environment.get_template("report.html")
    return template.render(
        page=page,
        parts=list(zip(page.sections, drawn, strict=True)),
        code=(tr("command"), tr("the same again")),
        language=TAGS[spoken()],
        bracket=bracket(),
        tr=tr,
    )


def inline_svg(svg: str, name: str, alt: str) -> str:
    """SVG as it may stand within HTML: no prologue, ids of its own, described.

    Letters keep their ids, so that pictures of a page can share them.
    """
    from markupsafe import escape

    body = svg[svg.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>", "", body, count=1, flags=re.DOTALL)
    body = NAMESPACE.sub("", body).replace("xlink:href", "href")
    body = IDENTITY.sub(rf"\g<1>{name}-", body)
    label = f'<svg role="img" aria-label="{escape(alt)}" '
    return body.replace("<svg ", label, 1).strip()


def markdown_page(page: Page) -> str:
    """The page in Markdown, its pictures as PNG files in the folder `figures`."""
    names = iter(page.pictures)
    parts = [f"# {_line(page.title)}\n"]
    for section in page.sections:
        parts.append(f"## {_line(section.heading)}\n")
        parts += [
            tr("> **Note:** {text}", text=_line(text)) + "\n"
            for text in section.warnings
        ]
        if section.sentences:
            parts.append("".join(f"- {_line(text)}\n" for text in section.sentences))
        parts += [_table(sheet) for sheet in section.sheets]
        for _ in section.pictures:
            name, picture = next(names)
            parts.append(f"![{_line(picture.alt)}]({FIGURES}/{name}.png)\n")
        if section.made:
            rows = [[key, f"`{value}`"] for key, value in section.made]
            parts.append(f"### {tr('How it was made')}\n")
            parts.append(
                _table(Sheet("", (tr("what"), tr("value")), rows, left=(0, 1)))
            )
    if page.version:
        parts.append(tr("Made by azulyst {version}.", version=page.version) + "\n")
    return "\n".join(parts)


def _table(sheet: Sheet) -> str:
    lines = [sheet.headings, markdown_rules(sheet), *sheet.rows]
    cells = [[_line(cell).replace("|", "\\|") for cell in line] for line in lines]
    title = f"**{_line(sheet.title)}**\n\n" if sheet.title else ""
    return title + "".join(f"| {' | '.join(line)} |\n" for line in cells)


def _line(text: str) -> str:
    return " ".join(str(text).split())
