"""Pages as HTML and Markdown: exact text, nothing outside them, the same bytes."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pandas as pd
import pytest
from matplotlib.figure import Figure

from analyzer.games import find_game
from reports import schema
from reports.analysis_report import analysis_section
from reports.pages import (
    Page,
    Picture,
    Section,
    html_page,
    inline_svg,
    markdown_page,
)
from reports.simulation_charts import Result
from reports.simulation_report import (
    comparison_section,
    csv_files,
    result_section,
    title_of,
)
from reports.simulation_tables import Sheet
from reports.svg import compact, shared_glyphs
from tests.match_tables import Game
from tests.simulated import duel, played, summed
from tests.test_reports_tables import ANALYSIS

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "azul" / "midround-2p.txt"
VOID = {"meta", "br", "img", "link", "input", "hr"}
FOUR: list[Game] = [
    (block, ",".join(seats[i:] + seats[:i]), (10 + block, 20 + i, 5 * i, 7))
    for block, seats in enumerate((["a", "b", "c", "d"], ["b", "a", "d", "c"]), 1)
    for i in range(4)
]


class Reader(HTMLParser):
    """The tags and words of a page; AssertionError where tags don't match."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] not in ("style",):
            self.words.append(data.strip())

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.tags)


def result(
    name: str, games: pd.DataFrame, names: str = "a,b", seats: int = 2
) -> Result:
    made = [("command", "azulyst simulate azul --player 'a=x<y>'"), ("seed", "7")]
    return Result(name, games, summed(games, names, seats), None, (), made)


def page_of(*results: Result) -> Page:
    sections = [result_section(found) for found in results]
    if len(results) > 1:
        sections.insert(0, comparison_section(results))
    return Page(title_of(results[0]), sections, "0.1.0")


GAMES = duel((5, 3), (2, 4), (3, 3), (6, 1))
SMALL = page_of(result("first", GAMES))


def test_markdown_of_a_small_result_is_this() -> None:
    text = markdown_page(SMALL)
    assert text == (Path(__file__).parent / "golden" / "report.md").read_text()


def test_html_parses_and_has_all_that_markdown_has() -> None:
    html = html_page(SMALL)
    reader = Reader(html)
    assert reader.count("svg") == reader.count("figure") == len(SMALL.pictures)
    assert reader.count("table") == len(SMALL.sections[0].sheets)
    words = " ".join(" ".join(reader.words).split())
    for sentence in SMALL.sections[0].sentences:
        assert sentence in words
    assert "azulyst simulate azul --player 'a=x<y>'" in words
    assert "x<y>" not in html
    labels = [attrs["aria-label"] for tag, attrs in reader.tags if tag == "svg"]
    assert labels[0] == "Azul: win share by strategy with intervals"


def test_html_needs_nothing_beside_it() -> None:
    html = html_page(SMALL)
    assert "http" not in html
    assert "<script" not in html
    assert "@import" not in html
    for _, attrs in Reader(html).tags:
        for name in ("src", "href"):
            assert (attrs.get(name) or "#").startswith("#")
    assert all(target.startswith("#") for target in re.findall(r"url\((.*?)\)", html))
    assert "prefers-color-scheme: dark" in html
    assert "size: A4" in html


def test_no_id_occurs_twice_and_every_reference_has_one() -> None:
    html = html_page(page_of(result("first", GAMES), result("second", GAMES)))
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids)) > 50
    targets = re.findall(r'href="#([^"]+)"', html) + re.findall(r"url\(#(.*?)\)", html)
    assert set(targets) <= set(ids)


def test_the_same_result_gives_the_same_bytes() -> None:
    again = page_of(result("first", GAMES))
    assert html_page(SMALL) == html_page(again)
    assert markdown_page(SMALL) == markdown_page(again)


def test_pictures_have_the_names_that_markdown_calls() -> None:
    page = page_of(result("first", GAMES), result("second", GAMES))
    called = re.findall(r"\]\(figures/(.*?)\)", markdown_page(page))
    assert called == [f"{name}.png" for name, _ in page.pictures]
    assert len(called) == len(set(called)) == len(page.pictures)
    assert called[:2] == ["1-comparison.png", "2-win-share.png"]


def test_shared_deals_are_warned_of() -> None:
    one, other = result("one", GAMES), result("other", GAMES)
    section = comparison_section([one, other])
    assert section.warnings == [
        "4 games occur in more than one result, such as seed 1, block 1, seating a/b in"
        " one, other: they must not be counted together.",
        "2 deals occur in more than one result, such as seed 1, block 1 in one, other:"
        " differences between results are then not between independent games, and a"
        " winner that was picked on these deals has to be measured on others.",
    ]
    fresh = result("fresh", GAMES.assign(seed=9))
    assert comparison_section([one, fresh]).warnings == []
    unknown = result("old", GAMES.assign(seed=float("nan")))
    assert comparison_section([one, unknown]).warnings == [
        "Which deals old played is unknown."
    ]


def test_results_of_different_tables_are_compared_with_care() -> None:
    four = result("four", played(FOUR).assign(seed=3), "a,b,c,d", 4)
    section = comparison_section([result("two", GAMES), four])
    assert section.warnings[0].startswith("The results are of different games")
    assert len(section.sheets[0].rows) == 6
    alone = result("alone", played([(1, "a", (31,))]).assign(seed=4), "a", 1)
    section = comparison_section([result("two", GAMES), alone])
    notes = [text.get_text() for text in section.pictures[0].figure.texts]
    assert notes[1].startswith("n = 4 games in 1 result folder;")
    assert [picture.name for picture in section.pictures] == ["comparison"]


def test_a_title_names_a_few_players_and_counts_many() -> None:
    assert title_of(result("first", GAMES)) == "Azul: a and b"
    names = [f"p{n}" for n in range(6)]
    pairs: list[Game] = []
    for block, (one, other) in enumerate(zip(names[::2], names[1::2], strict=True), 1):
        pairs += [(block, f"{one},{other}", (5, 4)), (block, f"{other},{one}", (5, 4))]
    many = result("x", played(pairs), ",".join(names))
    assert title_of(many) == "Azul: 6 players"


def test_solo_results_are_compared_by_their_scores() -> None:
    solo = [
        result(name, played([(1, "a", (31,)), (2, "a", (29,))]).assign(seed=n), "a", 1)
        for n, name in enumerate(("x", "y"))
    ]
    section = comparison_section(solo)
    assert section.pictures == []
    assert section.sentences[0] == "x: a scores 30.0 ± 12.7 on average."


def test_no_games_make_a_page_that_says_so() -> None:
    page = page_of(result("none", GAMES.iloc[:0]))
    assert page.pictures == []
    assert "No games were played, so nothing is known." in markdown_page(page)
    assert Reader(html_page(page)).count("figure") == 0


def test_tables_are_tidy_and_have_the_columns_of_the_schema() -> None:
    files = csv_files([result("one", GAMES), result("two", GAMES)])
    assert "players.csv" in files
    assert "sprt.csv" not in files
    tables = {table.name: table for table in schema.REPORT}
    for name, text in files.items():
        heading, *rows = text.splitlines()
        assert heading.split(",") == tables[name].names
        assert {row.partition(",")[0] for row in rows} == {"one", "two"}
    assert files["scores.csv"].splitlines()[1:3] == ["one,a,2,1", "one,a,3,1"]


def test_an_analysis_is_a_section_with_its_verdict_and_line() -> None:
    notation = find_game("azul").notation()
    fields = notation.to_fields(notation.parse(EXAMPLE.read_text()).state)
    section = analysis_section(ANALYSIS, fields, "3B4 is best.", name="x")
    assert section.sentences == [
        "3B4 is best.",
        "Expected play: 3B4 2R1.",
        "Mcts, 20,000 simulations, verdict: decided; 95 % Student interval between 8"
        " batches.",
    ]
    assert [picture.name for picture in section.pictures] == ["position", "ranking"]
    assert section.sheets[0].rows[0][:3] == ["1", "3B4", "56.1"]
    page = Page("x", [section])
    assert Reader(html_page(page)).count("svg") == 2


def test_markdown_is_safe_from_what_people_type() -> None:
    sheet = Sheet("a|b", ("player",), [["x|y\nz"]])
    text = markdown_page(Page("one\ntwo", [Section("h", sheets=[sheet])]))
    assert text == (
        "# one two\n\n## h\n\n**a|b**\n\n| player |\n| --- |\n| x\\|y z |\n"
    )


def test_svg_loses_what_a_page_must_not_have() -> None:
    svg = (
        '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "x" "http://www.w3.org/x">\n'
        '<svg xmlns:xlink="http://www.w3.org/1999/xlink" width="1" '
        'xmlns="http://www.w3.org/2000/svg"><metadata>http://x</metadata>'
        '<g id="a" clip-path="url(#b)"><use xlink:href="#c"/></g></svg>\n'
    )
    assert inline_svg(svg, "n", 'x "y"') == (
        '<svg role="img" aria-label="x &#34;y&#34;" width="1">'
        '<g id="n-a" clip-path="url(#n-b)"><use href="#n-c"/></g></svg>'
    )


def test_svg_is_made_smaller_without_touching_letters() -> None:
    svg = (
        "<svg>\n <!-- a word -->\n <g>\n"
        '  <path id="DejaVuSans-1" d="M 1.234567 2\nz" transform="scale(0.015625)"/>\n'
        '  <path d="M 1.234567 -0.001 \nL 2.5 30"/>\n'
        '  <g transform="translate(1.999999 2.5) scale(0.09 -0.09)"/>\n'
        '  <use x="116.963448" y="221.197891"/>\n </g>\n</svg>\n'
    )
    assert compact(svg) == (
        "<svg>\n<g>\n"
        '<path id="DejaVuSans-1" d="M 1.234567 2\nz" transform="scale(0.015625)"/>\n'
        '<path d="M 1.23 0 \nL 2.5 30"/>\n'
        '<g transform="translate(2 2.5) scale(0.09 -0.09)"/>\n'
        '<use x="116.96" y="221.2"/>\n</g>\n</svg>\n'
    )


def test_letters_are_outlined_once_on_a_page() -> None:
    letter = '<defs>\n<path id="DejaVuSans-1" d="M 1 2"/>\n</defs>\n<use/>'
    known: set[str] = set()
    assert shared_glyphs(letter, known) == letter
    assert shared_glyphs(letter, known) == "<use/>"
    html = html_page(SMALL)
    letters = re.findall(r'<path id="(DejaVu[^"]+)"', html)
    assert len(letters) == len(set(letters)) > 30
    assert set(re.findall(r'href="#(DejaVu[^"]+)"', html)) == set(letters)


def test_a_page_of_four_players_is_small() -> None:
    html = html_page(page_of(result("four", played(FOUR), "a,b,c,d", 4)))
    assert len(html) < 600_000


@pytest.mark.parametrize("several", [False, True])
def test_a_picture_is_called_by_its_place_where_there_are_several(
    several: bool,
) -> None:
    picture = Picture("p", "alt", Figure())
    sections = [Section("h", pictures=[picture])] * (2 if several else 1)
    names = [name for name, _ in Page("t", sections).pictures]
    assert names == (["1-p", "2-p"] if several else ["p"])
