"""Every command and position that the documentation shows is run."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from analyzer.cli import app
from analyzer.games import GAMES, Notation
from docs.tutorial import MADE, PICTURES, rerun

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
TUTORIAL = ROOT / "docs" / "tutorial.md"
EXAMPLES = sorted((ROOT / "examples").rglob("*.txt"))


def blocks(kind: str) -> list[tuple[str, str]]:
    """(page, text) of all fenced blocks of a kind."""
    found = []
    for page in PAGES:
        for name, text in BLOCK.findall(page.read_text()):
            if name == kind:
                found.append((page.name, text))
    return found


def commands() -> list[str]:
    """Every `$ azulyst ...` line of a console block, once, without the tutorial's."""
    pages = [text for page, text in blocks("console") if page != TUTORIAL.name]
    lines = [line for text in pages for line in text.splitlines()]
    return list(dict.fromkeys(line[2:] for line in lines if line.startswith("$ ")))


def notation_of(text: str) -> Notation:
    """The notation of the game that a position names in its first word."""
    words = [line for line in text.splitlines() if not line.startswith("#")]
    return GAMES[" ".join(words).split()[0]].notation()


def is_position(text: str) -> bool:
    """Whether a text starts with the name of a game."""
    return text.split()[0] in GAMES


def before(command: str) -> list[str]:
    """Commands of the same block that write a folder which this command reads."""
    found: list[str] = []
    for _, text in blocks("console"):
        lines = [line[2:] for line in text.splitlines() if line.startswith("$ ")]
        for line in lines[: lines.index(command)] if command in lines else []:
            _, out, folder = line.partition(" --out ")
            if out and folder in shlex.split(command):
                found.append(line)
    return found


@pytest.mark.parametrize("command", commands())
def test_a_documented_command_runs(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    for line in [*before(command), command]:
        quick = re.sub(r"--time \S+", "--time 200ms", line)
        program, *arguments = shlex.split(quick)
        assert program == "azulyst"
        result = CliRunner().invoke(app, arguments)
        assert result.exit_code == 0, result.output


def test_the_tutorial_prints_what_it_shows(tmp_path: Path) -> None:
    page = TUTORIAL.read_text()
    assert rerun(page, tmp_path / "run") == page
    for name, made in MADE.items():
        assert (PICTURES / name).read_bytes() == (tmp_path / "run" / made).read_bytes()
    shown = re.findall(r"\]\(pictures/(.*?)\)", page)
    assert sorted(shown) == sorted(MADE) == sorted(p.name for p in PICTURES.iterdir())


def test_a_command_of_the_tutorial_that_fails_is_told(tmp_path: Path) -> None:
    page = "```console\n$ azulyst show nothing\n```\n"
    with pytest.raises(RuntimeError, match="'azulyst show nothing' fails"):
        rerun(page, tmp_path / "run")


@pytest.mark.parametrize("code", [code for _, code in blocks("python")])
def test_documented_python_runs(code: str) -> None:
    exec(compile(code, "documentation", "exec"), {})


def test_there_are_documented_commands() -> None:
    assert len(commands()) >= 10


@pytest.mark.parametrize(
    "text", [text for _, text in blocks("text") if is_position(text)]
)
def test_a_documented_position_parses(text: str) -> None:
    assert notation_of(text).parse(text).state.any()


@pytest.mark.parametrize(
    "path", EXAMPLES, ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_an_example_is_commented_and_complete(path: Path) -> None:
    text = path.read_text()
    notation = notation_of(text)
    parsed = notation.parse(text)
    assert text.startswith("# ")
    assert parsed.warnings == ()
    words = " ".join(line.partition("#")[0] for line in text.splitlines()).split()
    assert " ".join(words) == notation.format(parsed.state)
    assert path.parent.name == words[0]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_examples(name: str) -> None:
    assert len([path for path in EXAMPLES if path.parent.name == name]) >= 10


def test_every_link_between_pages_leads_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
            assert (page.parent / target).exists(), (page.name, target)
