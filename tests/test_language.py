"""Catalogues are whole and up to date; what users read is in the language asked for."""

from __future__ import annotations

import ast
import importlib.util
import json
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from types import ModuleType
from typing import Any

import pytest
from babel.messages.catalog import Message
from rich.cells import cell_len

import language
from analyzer.analysis import verdict_sentence
from analyzer.exits import ExitCode
from analyzer.translated import language_of, refusal
from language import CHINESE, ENGLISH, speak, speaking, spoken, tr, trc, trn
from language.counts import NOUNS, counted, either, listed
from reports import lettering
from reports.analysis_report import analysis_section
from reports.cells import Board, cell_shares
from reports.figures import ranking_figure
from reports.pages import Page, html_page, markdown_page
from reports.simulation_sentences import summary_sentences
from reports.simulation_tables import summary_csv, summary_markdown, title
from reports.tables import ranking_csv
from reports.wording import ENDS, SOURCES
from tests.test_cli import ROOT, output, run
from tests.test_reports_tables import ANALYSIS, printed_table
from tests.test_simulation_tables import BETTER

PLACES = re.compile(r"\{([^}]*)\}")
CJK = re.compile(r"[\u4e00-\u9fff]")


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    speak(ENGLISH)


@pytest.fixture
def chinese() -> None:
    """Chinese is spoken during the test."""
    speak(CHINESE)


def catalogue() -> ModuleType:
    """The script that keeps catalogues."""
    spec = importlib.util.spec_from_file_location("script", ROOT / "docs/catalogue.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MESSAGES: list[Message] = [m for m in catalogue().read(CHINESE) if m.id]


def forms(text: str | tuple[str, ...] | list[str]) -> list[str]:
    """A message's text, or its singular and plural."""
    return [text] if isinstance(text, str) else list(text)


def places(text: str) -> set[tuple[str, str, str]]:
    """Name, format and conversion of all places of a text."""
    return {
        (name, form or "", conversion or "")
        for _, name, form, conversion in Formatter().parse(text)
        if name is not None
    }


# --- The catalogue --------------------------------------------------------------------


def test_the_catalogue_has_exactly_the_messages_of_the_code() -> None:
    script = catalogue()
    found = script.updated(CHINESE)
    folder = script.folder(CHINESE)
    assert (folder / "azulyst.po").read_bytes() == script.as_text(found)
    assert (folder / "azulyst.mo").read_bytes() == script.compiled(found)


def test_the_catalogue_is_of_some_size() -> None:
    assert len(MESSAGES) > 700


def test_every_message_has_a_translation() -> None:
    missing = [m.id for m in MESSAGES if not all(forms(m.string))]
    assert missing == []


def test_nothing_in_the_catalogue_is_fuzzy_or_obsolete() -> None:
    assert not catalogue().read(CHINESE).obsolete
    assert [m.id for m in MESSAGES if m.fuzzy] == []


def test_translations_have_the_places_of_their_messages() -> None:
    for message in MESSAGES:
        wanted = places(forms(message.id)[-1])
        assert [places(text) for text in forms(message.string)] == [wanted], message.id


def test_words_of_tables_with_a_context_are_translated(chinese: None) -> None:
    for context, words in (("end", ENDS), ("source", SOURCES)):
        for word in words.values():
            assert CJK.search(trc(context, word))
    for noun in NOUNS:
        assert CJK.search(counted(2, noun))


def calls() -> Iterator[tuple[str, str, set[str]]]:
    """(file and line, message, names of values) of calls that fill places at once."""
    for package in catalogue().PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                    continue
                names = [keyword.arg for keyword in node.keywords]
                at = {"tr": 0, "trn": 1}.get(node.func.id)
                if at is None or not names or None in names:
                    continue
                message = node.args[at]
                if isinstance(message, ast.Constant) and isinstance(message.value, str):
                    place = f"{path.relative_to(ROOT)}:{node.lineno}"
                    yield place, message.value, {str(name) for name in names}


def test_values_have_the_names_of_places() -> None:
    found = list(calls())
    assert len(found) > 300
    for place, message, names in found:
        assert {name for name, _, _ in places(message)} == names, place


# --- Speaking -------------------------------------------------------------------------


def test_english_is_spoken_unless_asked_otherwise() -> None:
    assert spoken() == ENGLISH
    assert tr("no such file: '{word}'", word="{a}") == "no such file: '{a}'"
    assert trn("{n} turn left", "{n} turns left", 1, n=1) == "1 turn left"
    assert trn("{n} turn left", "{n} turns left", 2, n=2) == "2 turns left"
    assert tr("a text {that is not} in the catalogue") == (
        "a text {that is not} in the catalogue"
    )


def test_a_language_is_spoken_for_a_while() -> None:
    with speaking(CHINESE):
        assert tr("no such file: '{word}'", word="x") == "没有这个文件：'x'"
        assert tr("") == ""
    assert spoken() == ENGLISH
    with pytest.raises(ValueError, match="'de' is not one of en, zh"):
        speak("de")
    assert spoken() == ENGLISH


def test_lists_are_joined_as_the_language_does() -> None:
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert either(["a", "b", "c"]) == "a, b or c"
    with speaking(CHINESE):
        assert listed(["a", "b", "c"]) == "a、b 和 c"
        assert listed(["a"]) == "a"
        assert counted(1200, "game") == "1,200 局"


# --- Commands -------------------------------------------------------------------------

TWO = ["azul", "players=2", "factories=BBKW,YRRW,BYKK,BRRW,YYKW"]


def test_the_option_goes_before_the_environment() -> None:
    start = "花砖物语，第 1 轮，取砖（轮到玩家 1 取砖，彩色墙面）\n"
    assert run("show", *TWO, "--lang", "zh").stdout.startswith(start)
    assert run("show", *TWO, AZULYST_LANG="zh").stdout.startswith(start)
    english = run("show", *TWO, "--lang=en", AZULYST_LANG="zh").stdout
    assert english == output("show", *TWO)
    assert spoken() == ENGLISH


def test_the_words_after_two_dashes_are_no_options(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("AZULYST_LANG", raising=False)
    assert language_of(["--", "--lang", "zh"]) == ENGLISH
    assert language_of(["--lang", "en", "--lang=zh"]) == CHINESE
    assert language_of(["--lang"]) == ENGLISH


def test_an_unknown_language_is_refused() -> None:
    result = run("show", *TWO, "--lang", "de")
    assert result.exit_code == ExitCode.USAGE
    assert result.stderr.splitlines()[-1] == (
        "Error: Invalid value for '--lang': 'de' is not one of en, zh"
    )
    result = run("show", *TWO, AZULYST_LANG="fr")
    assert result.exit_code == ExitCode.USAGE
    assert "'fr' is not one of en, zh" in result.stderr


def test_commands_without_the_option_speak_english() -> None:
    result = run("moves", "azul", "players=9", AZULYST_LANG="zh")
    assert result.stderr.startswith("error: players is a number from 2 to 4, not '9'")


ERRORS = [
    (
        "show azul players=9",
        ExitCode.BAD_INPUT,
        "错误：players 应为 2 至 4 的数，而不是 '9'\n  azul players=9\n"
        "               ^\n",
    ),
    (
        "show azul players=2 factories=BBKW,YRRW,BYKK,BRRW,YYKWB",
        ExitCode.BAD_INPUT,
        "错误：工厂 5 有 5 块瓷砖；只能放 4 块\n"
        "  azul players=2 factories=BBKW,YRRW,BYKK,BRRW,YYKWB\n"
        f"{' ' * 47}^^^^^\n",
    ),
    (
        "show nowhere.txt",
        ExitCode.BAD_INPUT,
        "错误：没有这个文件：'nowhere.txt'\n",
    ),
    (
        "show azul --tim 3",
        ExitCode.USAGE,
        "用法：azulyst show [OPTIONS] {POSITION}...\n"
        "'azulyst show --help' 显示帮助。\n\n"
        "错误：没有选项 --tim（可能是：--out）\n",
    ),
    (
        "analyze azul --time 5x",
        ExitCode.USAGE,
        "错误：'--time' 的值无效：'5x' 不是时间；请写成 5s、500ms 或 2m\n",
    ),
    ("analyze", ExitCode.USAGE, "错误：缺少参数 'POSITION'。\n"),
    (
        "simulate azul --player a=greedy --player b=greddy",
        ExitCode.USAGE,
        "错误：'--player' 的值无效：玩家 b：未知的玩家类型 'greddy'；是否想写"
        " 'greedy'？已知：random、greedy、heuristic、mcts、level、expectimax、python、"
        "exec\n",
    ),
    (
        "simulate azul --player a=greedy --seats 5",
        ExitCode.USAGE,
        "错误：'--seats' 的值无效：azul 适合 2 至 4 人，而不是 5 人\n",
    ),
    (
        "report nowhere",
        ExitCode.BAD_INPUT,
        "错误：没有文件夹 'nowhere'\n",
    ),
]


@pytest.mark.parametrize(("words", "code", "told"), ERRORS)
def test_an_error_is_told_in_chinese(words: str, code: ExitCode, told: str) -> None:
    result = run(*words.split(), "--lang", "zh")
    assert result.exit_code == code
    assert result.stderr.endswith(told)
    assert result.stdout == ""


def test_what_typer_says_in_other_words_stays_as_it_is(chinese: None) -> None:
    assert refusal("Something new happened") == "Something new happened"
    assert refusal("Option '--time' requires an argument.") == (
        "选项 '--time' 需要一个值。"
    )


@pytest.mark.parametrize(
    "position",
    [
        "azul/midround-2p.txt",
        "azul/grey-tiling-3p.txt",
        "summer-pavilion/bonus-2p.txt",
        "flowers/blind-2p.txt",
        "flowers/midgame-3p.txt",
    ],
)
def test_drawings_are_aligned_with_wide_characters(position: str) -> None:
    file = str(ROOT / "examples" / position)
    english = output("show", file).splitlines()
    lines = output("show", file, "--lang", "zh").splitlines()
    assert CJK.search(lines[0])
    edges = [line for line in lines if line.endswith(("│", "┃", "╮", "╯", "┓", "┛"))]
    boards = [line for line in edges if cell_len(line) > 40]
    wanted = [line for line in english if line.endswith(("│", "┃", "╮", "╯", "┓", "┛"))]
    assert len(boards) >= 8
    widths = {cell_len(line) for line in boards}
    assert len(widths) <= len({cell_len(line) for line in wanted if len(line) > 40}) + 1
    if position.startswith("azul"):
        assert widths == {cell_len(line) for line in wanted if cell_len(line) > 40}


# --- Reports --------------------------------------------------------------------------

TABLE = """\
                          花砖物语：玩家 1 的着法

 #  着法  胜率 %     95 % 区间  分差 ± 标准误  最佳概率  访问次数  后续着法
 ──────────────────────────────────────────────────────────────────────────
 1  3B4     56.1  55.2 至 57.0     +3.1 ± 0.2      0.97      8123  3B4 2R1
 2  1R2     50.0        已证明           +0.0      0.03        12  1R2

  mcts，20,000 次模拟，判定：已判定；8 批之间的 95 % Student 区间；另有 1
                                  个未列出"""


def test_a_ranking_is_a_chinese_table(chinese: None) -> None:
    assert printed_table(ANALYSIS, 2) == TABLE
    assert verdict_sentence(ANALYSIS) == (
        "3B4 最佳（已判定）：胜率 56.1 % ± 0.9，把握 97 %；更长的搜索可能得出 53.0 至"
        " 58.0 %。"
    )


def test_a_summary_is_told_in_chinese(chinese: None) -> None:
    assert title(BETTER) == (
        "花砖物语，2 个座位：200 局，100 次发牌，每局 5.0 轮，每局 40.0 次决策"
    )
    assert summary_sentences(BETTER) == [
        "a 胜过 b：200 局中胜率 62.5 % ± 2.5（Elo +89 ± 18）；a 更强的概率：超过"
        " 99.9 %。",
        "第一个座位的胜率比其份额高 12.5 ± 7.5 个百分点。",
        "区间：95 %，取自 100 次发牌之间的差异。",
    ]


def test_what_programs_read_is_the_same_in_every_language() -> None:
    fields = json.loads(output("show", *TWO, "--format", "json"))["state"]
    ended = [Board(("a", "b"), fields)]
    english = (
        ranking_csv(ANALYSIS),
        summary_csv(BETTER),
        cell_shares(ended, ["a", "b"]).to_csv(),
    )
    with speaking(CHINESE):
        assert english == (
            ranking_csv(ANALYSIS),
            summary_csv(BETTER),
            cell_shares(ended, ["a", "b"]).to_csv(),
        )
        assert summary_markdown(BETTER).startswith("- a 胜过 b：")
    for form in ("json", "text"):
        words = ("show", *TWO, "--format", form)
        assert output(*words, "--lang", "zh") == output(*words)


def chinese_page() -> Page:
    """A page with an analysis on it."""
    fields = json.loads(output("show", *TWO, "--format", "json"))["state"]
    with speaking(CHINESE):
        section = analysis_section(
            ANALYSIS, fields, verdict_sentence(ANALYSIS), name="one"
        )
    return Page("标题", [section], "1.0")


def test_a_page_is_chinese_from_its_language_to_its_foot() -> None:
    page = chinese_page()
    with speaking(CHINESE):
        html, markdown = html_page(page), markdown_page(page)
    assert '<html lang="zh-Hans">' in html
    assert "由 azulyst 1.0 制作。本页不需要网络" in html
    assert "预计进程：3B4 2R1。" in html
    assert '<td class="left wrap">3B4 2R1</td>' in html
    assert markdown.endswith("由 azulyst 1.0 制作。\n")
    assert "| ---: | --- | ---: | ---: |" in markdown


# --- Pictures -------------------------------------------------------------------------


def texts(figure: Any) -> str:
    """All words of a figure."""
    from matplotlib.text import Text

    return "\n".join(t.get_text() for t in figure.findobj(Text))


def test_without_a_font_pictures_are_in_english(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(lettering, "chinese_font", lambda: None)
    page = chinese_page()
    for _, picture in page.pictures:
        assert CJK.search(picture.alt)
        assert texts(picture.figure).isascii() or "Azul" in texts(picture.figure)
        assert not CJK.search(texts(picture.figure))
    board = tmp_path / "board.png"
    result = run("show", *TWO, "--lang", "zh", "--out", str(board))
    assert result.stderr.splitlines()[-2:] == [
        "警告：没有安装含中文字符的字体，因此图片使用英文；Debian 的软件包"
        " fonts-wqy-zenhei 提供这种字体",
        f"已写入 {board}",
    ]
    assert board.exists()


def test_with_a_font_pictures_are_in_chinese(monkeypatch: pytest.MonkeyPatch) -> None:
    import matplotlib

    monkeypatch.setattr(lettering, "chinese_font", lambda: "Some Font")
    with speaking(CHINESE), lettering.lettering():
        assert matplotlib.rcParams["font.family"] == ["DejaVu Sans", "Some Font"]
        figure = ranking_figure(ANALYSIS)
        assert "花砖物语：各着法的胜率，玩家 1" in texts(figure)
    assert matplotlib.rcParams["font.family"] == ["sans-serif"]
    assert lettering.missing_font() == ""


def test_an_installed_font_has_all_letters() -> None:
    if lettering.chinese_font() is None:
        pytest.skip("no font with Chinese characters is installed")
    with speaking(CHINESE):
        page = chinese_page()
        for _, picture in page.pictures:
            assert CJK.search(texts(picture.figure))
        html_page(page)  # a missing letter is a warning, and so an error here


def test_the_best_font_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    known = ["Arial", "Noto Sans CJK JP", "WenQuanYi Zen Hei"]
    monkeypatch.setattr(lettering, "_known", lambda: known)
    assert lettering.chinese_font() == "Noto Sans CJK JP"
    known.append("Noto Sans CJK SC")
    assert lettering.chinese_font() == "Noto Sans CJK SC"
    known[:] = ["Arial"]
    monkeypatch.setattr(lettering, "_read_new_fonts", lambda: False)
    assert lettering.chinese_font() is None


def test_lines_are_as_wide_as_their_characters() -> None:
    assert lettering.wrapped("one two three", 8) == ["one two", "three"]
    assert lettering.wrapped("一二三四，五", 8) == ["一二三", "四，五"]
    assert lettering.wrapped("n = 30 局；一二", 10) == ["n = 30", "局；一二"]


# --- Documentation --------------------------------------------------------------------


def commands(page: str) -> list[str]:
    """All commands and code of a page of the documentation."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(r"^```\w*\n.*?^```", text, re.MULTILINE | re.DOTALL)


def test_both_readmes_have_the_same_commands() -> None:
    assert commands("README.md") == commands("README.zh.md")
    headings = [
        len(re.findall(r"^## ", (ROOT / page).read_text("utf-8"), re.MULTILINE))
        for page in ("README.md", "README.zh.md")
    ]
    assert headings[0] == headings[1]


def test_the_catalogue_belongs_to_the_package() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    setuptools = project["tool"]["setuptools"]
    assert "*/LC_MESSAGES/*.mo" in setuptools["package-data"]["language"]
    assert "language*" in setuptools["packages"]["find"]["include"]
    assert (Path(language.__file__).parent / "zh/LC_MESSAGES/azulyst.mo").exists()
