"""The command line as a process: what it imports, compiles, and does on Ctrl-C."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from analyzer.exits import ExitCode
from tests.test_cli import LAST_TILE, OPENING, SHORT

ROOT = Path(__file__).parent.parent
PACKAGES = ("analyzer", "engines", "reports", "search")
HEAVY = {"joblib", "matplotlib", "numba", "numpy", "pandas", "rich", "scipy"}
PATIENCE = 120  # seconds; far more than anything here takes

# Runs commands in one process and prints the kernels that were compiled on the way.
COMPILED = """
import json, sys
from numba.core import event
from typer.testing import CliRunner
from analyzer.cli import app
with event.install_recorder("numba:compile") as recorder:
    for words in json.loads(sys.stdin.read()):
        result = CliRunner().invoke(app, words)
        assert result.exit_code == 0, result.output
names = {str(e.data["dispatcher"].py_func.__qualname__) for _, e in recorder.buffer}
print(json.dumps(sorted(names)))
"""


def environment(cache: Path) -> dict[str, str]:
    """The environment with compiled code in a folder of the test's own."""
    return os.environ | {"AZULYST_CACHE_DIR": str(cache)}


def azulyst(
    *words: str, cache: Path, folder: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """A command has run as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "analyzer.cli", *words],
        cwd=folder,
        env=environment(cache),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def start(
    *words: str,
    cache: Path,
    stdout: int = subprocess.PIPE,
    stderr: int = subprocess.PIPE,
) -> subprocess.Popen[str]:
    """A command runs as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "analyzer.cli", *words],
        cwd=ROOT,
        env=environment(cache) | {"TERM": "xterm", "COLUMNS": "100"},
        stdout=stdout,
        stderr=stderr,
        text=True,
    )


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A private cache, filled by `azulyst cache warm`."""
    cache = tmp_path_factory.mktemp("cache")
    result = azulyst("cache", "warm", cache=cache)
    assert result.returncode == ExitCode.OK
    told = result.stderr.splitlines()
    steps = len(told) - 1
    assert told[0] == f"compiling azul 1/{steps}: rules, 2 players"
    assert re.fullmatch(r"ready after [0-9.]+ s", told[-1])
    return cache


def test_the_help_imports_nothing_heavy(tmp_path: Path) -> None:
    for words in ([], ["--help"], ["--version"], ["analyze", "--help"]):
        result = subprocess.run(
            [sys.executable, "-X", "importtime", "-m", "analyzer.cli", *words],
            cwd=ROOT,
            env=environment(tmp_path),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        imported = re.findall(r"\| +([\w.]+)$", result.stderr, re.MULTILINE)
        assert "typer" in imported
        assert not HEAVY & {name.partition(".")[0] for name in imported}


def test_a_table_needs_neither_pandas_nor_matplotlib(warm: Path) -> None:
    result = subprocess.run(
        [
            *(sys.executable, "-X", "importtime", "-m", "analyzer.cli"),
            *("analyze", *OPENING.split(), "--sims", "1"),
        ],
        cwd=ROOT,
        env=environment(warm),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert not re.search(r"\| +(pandas|matplotlib)$", result.stderr, re.MULTILINE)


def test_a_second_process_compiles_nothing(warm: Path) -> None:
    grey = ["new", "azul", "--players", "3", "--set", "wall=grey"]
    commands = [
        ["games"],
        ["new", "azul", "--seed", "3"],
        grey,
        ["show", *SHORT.split()],
        ["moves", *OPENING.split()],
        ["apply", *LAST_TILE.split(), "--move", "CB1", "--seed", "1"],
        ["apply", *LAST_TILE.split(), "--move", "CB1", "--format", "json"],
        ["apply", *LAST_TILE.split(), "--move", "CB1", "--deal", "BBBB,RRRR,-,-,-"],
        ["analyze", *OPENING.split(), "--sims", "20"],
        ["analyze", *OPENING.split(), "--sims", "20", "--objective", "margin"],
        ["analyze", *OPENING.split(), "--sims", "20", "--policy", "uniform"],
        ["perft", *OPENING.split(), "--depth", "2", "--divide"],
        ["bench", "--seconds", "1ms"],
    ]
    commands[7][-1] = "BBBB,RRRR,KKKK,WWWW,YYYY"
    before = {path: path.stat().st_mtime_ns for path in warm.rglob("*.nb?")}
    result = subprocess.run(
        [sys.executable, "-c", COMPILED],
        cwd=ROOT,
        env=environment(warm),
        input=json.dumps(commands),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (result.stderr, result.returncode) == ("", 0)
    assert json.loads(result.stdout) == []
    assert before == {path: path.stat().st_mtime_ns for path in warm.rglob("*.nb?")}


def test_an_edited_kernel_is_compiled_anew(tmp_path: Path) -> None:
    for name in PACKAGES:
        shutil.copytree(ROOT / name, tmp_path / name)
    cache = tmp_path / "cache"
    words = ("new", "azul", "--seed", "1")
    before = azulyst(*words, cache=cache, folder=tmp_path)
    constant = "\nTILES_PER_FACTORY = 4\n"
    source = tmp_path / "engines" / "azul" / "layout.py"
    text = source.read_text()
    assert constant in text
    source.write_text(text.replace(constant, "\nTILES_PER_FACTORY = 3\n"))
    after = azulyst(*words, cache=cache, folder=tmp_path)
    factories = [
        re.findall(r"factories=(\S+)", result.stdout)[0].split(",")
        for result in (before, after)
    ]
    assert [[len(f) for f in five] for five in factories] == [[4] * 5, [3] * 5]
    assert len(list(cache.glob("kernels-*"))) == 2


def test_ctrl_c_ends_a_search_with_what_is_known(warm: Path) -> None:
    words = ("analyze", *OPENING.split(), "--time", "60s", "--format", "json")
    with start(*words, cache=warm) as process:
        assert process.stderr
        assert process.stderr.readline() == "search: mcts, greedy playouts\n"
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=PATIENCE)
    assert process.returncode == ExitCode.INTERRUPTED
    result = json.loads(stdout)
    assert result["sims"] > 0
    assert result["seconds"] < 30
    assert result["warnings"] == ["interrupted: the budget was not used up"]
    assert stderr == "warning: interrupted: the budget was not used up\n"


def test_ctrl_c_ends_a_long_count(warm: Path) -> None:
    words = ("perft", *SHORT.split(), "--depth", "12")
    with start(*words, cache=warm) as process:
        assert process.stderr
        assert process.stderr.readline().startswith("warning: bag and lid")
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(timeout=3)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=PATIENCE)
    assert process.returncode == -signal.SIGINT


def test_a_terminal_shows_progress_that_goes_away(warm: Path) -> None:
    controller, terminal = pty.openpty()
    words = ("analyze", *OPENING.split(), "--time", "1s", "--quiet", "--no-color")
    quiet = start(*words, cache=warm, stdout=subprocess.DEVNULL, stderr=terminal)
    assert quiet.wait(timeout=PATIENCE) == ExitCode.OK
    words = tuple(word for word in words if word != "--quiet")
    loud = start(*words, cache=warm, stdout=subprocess.DEVNULL, stderr=terminal)
    os.close(terminal)
    shown = read_all(controller)
    assert loud.wait(timeout=PATIENCE) == ExitCode.OK
    assert shown.startswith("search: mcts")
    assert re.search(r"[0-9,]+ simulations, [0-9,]+ a second, [0-9] s left", shown)
    assert shown.rstrip().endswith("--sims")  # the warning; the bar is wiped out
    assert "\x1b[2K" in shown


def read_all(controller: int) -> str:
    """What a terminal was sent until its last writer left."""
    pieces = []
    try:
        while piece := os.read(controller, 4096):
            pieces.append(piece)
    except OSError:
        pass
    os.close(controller)
    return b"".join(pieces).decode()


def test_a_reader_that_leaves_early_is_no_error(warm: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    process = start("moves", *OPENING.split(), cache=warm, stdout=writer)
    os.close(writer)
    _, stderr = process.communicate(timeout=PATIENCE)
    assert stderr == ""
    assert process.returncode == ExitCode.FAILURE
