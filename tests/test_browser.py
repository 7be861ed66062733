"""Reports in a browser: nothing wider than the window, cut off or overlapping."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from selenium.webdriver import Chrome

from analyzer.commands.report import names_of, read_page
from analyzer.games import GAMES, find_game
from reports.analysis_report import analysis_section
from reports.pages import Page, html_page
from reports.sprt import Sprt
from tests.browser import browser, messages, open_page, print_page
from tests.match_tables import Game
from tests.result_folders import write_folder
from tests.simulated import duel, played
from tests.test_reports_tables import ANALYSIS

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
NAMES = ("heuristic-columns-floor-1.5-and-more", "mcts-sims-1000", "greedy", "random")
MODES = {
    "light": {},
    "dark": {"dark": True},
    "printed": {"printed": True},
}
PAGES = ("two", "four", "several", *GAMES)

# Elements that stick out of the window, and tables that would have to be scrolled.
TOO_WIDE = """
const wide = [...document.querySelectorAll("main, main *:not(svg *)")]
  .filter(e => e.getBoundingClientRect().right > innerWidth + 0.5
    || (e.matches(".scroll") && e.scrollWidth > e.clientWidth + 1));
if (document.documentElement.scrollWidth > innerWidth) wide.push(document.body);
return wide.map(e => e.tagName + " " + e.className + " " + e.textContent.slice(0, 40));
"""
# Words of figures, as groups of letters, that are not wholly within their figure.
CUT_OFF = """
return [...document.querySelectorAll("figure svg")].flatMap(svg => {
  const room = svg.getBoundingClientRect();
  return [...svg.querySelectorAll("g[id*='text_']")].filter(g => {
    const box = g.getBoundingClientRect();
    return box.left < room.left - 0.5 || box.right > room.right + 0.5
      || box.top < room.top - 0.5 || box.bottom > room.bottom + 0.5;
  }).map(g => svg.getAttribute("aria-label") + ": " + g.id);
});
"""
# Words of charts that lie over others; turned ones have no box of their own.
OVERLAPPING = """
return [...document.querySelectorAll("figure svg")].flatMap(svg => {
  if (svg.getAttribute("aria-label").endsWith(": position")) return [];
  const boxes = [...svg.querySelectorAll("g[id*='text_']")]
    .filter(g => !/rotate\\((?!-?0\\b|-?90\\b)/.test(g.innerHTML))
    .map(g => [g.id, g.getBoundingClientRect()]).filter(([, b]) => b.width > 0);
  return boxes.flatMap(([id, a], n) => boxes.slice(n + 1).filter(([, b]) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
    .map(([other]) => svg.getAttribute("aria-label") + ": " + id + ", " + other));
});
"""


@pytest.fixture(scope="module")
def chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """The browser of all tests."""
    with browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The files of the pages by name."""
    folder = tmp_path_factory.mktemp("pages")
    two, four = two_players(folder / "two"), four_players(folder / "four")
    other = two_players(folder / "again", seed=9)
    found = {
        "two": report_of(two),
        "four": report_of(four),
        "several": report_of(two, four, other),
        **{game: analysis_of(game) for game in GAMES},
    }
    for name, html in found.items():
        (folder / f"{name}.html").write_text(html)
    return {name: folder / f"{name}.html" for name in found}


def two_players(folder: Path, seed: int = 7) -> Path:
    """Games of two players, with a sequential test, rounds and sources."""
    rng = np.random.default_rng(seed)
    scores = rng.normal((60, 50), 15, (400, 2)).round().astype(int)
    rounds = [f"{n % 9};{10 + n % 11};{30 + n % 17}" for n in range(800)]
    games = duel(
        *map(tuple, scores.tolist()),
        round_scores=rounds,
        rows=rng.integers(0, 9, 800),
        columns=rng.integers(0, 22, 800),
    )
    return write_folder(folder, games.assign(seed=seed), sprt=Sprt(0, 20))


def four_players(folder: Path) -> Path:
    """Games of four players with long names, one of them hopeless."""
    rng = np.random.default_rng(3)
    games: list[Game] = []
    for block in range(1, 41):
        for turn in range(4):
            seating = NAMES[turn:] + NAMES[:turn]
            scores = {n: int(rng.normal(60 - 3 * i, 9)) for i, n in enumerate(NAMES)}
            scores[NAMES[-1]] = 0
            games.append((block, ",".join(seating), tuple(scores[s] for s in seating)))
    rounds = [f"{n % 9};{10 + n % 11};{30 + n % 17}" for n in range(640)]
    table = played(games, round_scores=rounds, rows=rng.integers(0, 9, 640), colours=3)
    specs = ["heuristic:columns,floor=1.5", "mcts:sims=1000", "greedy", "random"]
    return write_folder(folder, table, ",".join(NAMES), 4, specs=specs)


def report_of(*folders: Path) -> str:
    """The report of these result folders."""
    return html_page(read_page(folders, names_of(folders), None)[1])


def analysis_of(game: str) -> str:
    """The page of an analysis of the game's opening for two players."""
    notation = find_game(game).notation()
    text = (ROOT / "examples" / game / "opening-2p.txt").read_text()
    fields = notation.to_fields(notation.parse(text).state)
    told = [("the same again", f"azulyst analyze {text.splitlines()[-1]}")]
    analysis = ANALYSIS | {"game": game}
    section = analysis_section(analysis, fields, "3B4 is best.", name="x", made=told)
    return html_page(Page("x", [section]))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_and_nothing_is_cut_off_or_overlaps(
    chrome: Chrome, pages: dict[str, Path], name: str, mode: str
) -> None:
    open_page(chrome, pages[name], **MODES[mode])
    assert messages(chrome) == []
    figures = "return document.querySelectorAll('figure svg').length"
    assert chrome.execute_script(figures) >= 2
    letters = "return document.querySelectorAll(\"g[id*='text_']\").length"
    assert chrome.execute_script(letters) > 20
    for check in (TOO_WIDE, CUT_OFF, OVERLAPPING):
        assert chrome.execute_script(check) == []


def test_a_page_is_dark_where_that_is_liked(
    chrome: Chrome, pages: dict[str, Path]
) -> None:
    colour = "return getComputedStyle(document.body).backgroundColor"
    found = []
    for mode in MODES.values():
        open_page(chrome, pages["two"], **mode)
        found.append(chrome.execute_script(colour))
    assert found == ["rgb(251, 250, 247)", "rgb(22, 25, 28)", "rgb(255, 255, 255)"]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_prints_on_a4(
    chrome: Chrome, pages: dict[str, Path], name: str, tmp_path: Path
) -> None:
    open_page(chrome, pages[name])
    print_page(chrome, tmp_path / "page.pdf")
    data = (tmp_path / "page.pdf").read_bytes()
    sizes = re.findall(rb"/MediaBox ?\[0 0 ([0-9.]+) ([0-9.]+)\]", data)
    assert sizes
    for width, height in sizes:
        assert (float(width), float(height)) == pytest.approx((595, 842), abs=1)


BAD = """<!DOCTYPE html><html><body><main>
<div style="width: 2000px">wide</div>
<figure><svg aria-label="x" viewBox="0 0 100 100" width="100" height="100">
<g id="text_1"><rect x="10" y="10" width="50" height="20"/></g>
<g id="text_2"><rect x="40" y="15" width="90" height="20"/></g></svg></figure>
</main><script>console.error("oh")</script></body></html>"""


def test_the_checks_see_what_is_wrong(chrome: Chrome, tmp_path: Path) -> None:
    (tmp_path / "bad.html").write_text(BAD)
    open_page(chrome, tmp_path / "bad.html")
    assert any("oh" in message for message in messages(chrome))
    assert any("wide" in found for found in chrome.execute_script(TOO_WIDE))
    assert chrome.execute_script(CUT_OFF) == ["x: text_2"]
    assert chrome.execute_script(OVERLAPPING) == ["x: text_1, text_2"]
