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
from analyzer.interrupts import STOPPING, STOPPING_LATER
from tests.test_cli import LAST_TILE, OPENING, SHORT
from tests.test_cli_flowers import LAST_DRAW, PLACING, SOLO, SOLO_END, TABLE

ROOT = Path(__file__).parent.parent
PACKAGES = ("analyzer", "engines", "language", "reports", "search")
HEAVY = {"joblib", "matplotlib", "numba", "numpy", "pandas", "rich", "scipy"}
DEAL = "BBBB,RRRR,KKKK,WWWW,YYYY"
PATIENCE = 1_800  # seconds; far more than anything here takes on a free machine

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


def environment(home: Path) -> dict[str, str]:
    """The environment, with compiled code in a folder of the test's own."""
    return os.environ | {
        "AZULYST_CACHE_DIR": str(home / "cache"),
        "COLUMNS": "100",
        "TERM": "xterm",
    }


def python(
    *words: str, home: Path, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    """Python has run with the packages in `home`."""
    return subprocess.run(
        [sys.executable, *words],
        cwd=home,
        env=environment(home),
        input=stdin,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def azulyst(*words: str, home: Path) -> subprocess.CompletedProcess[str]:
    """A command has run as a process of its own."""
    return python("-m", "analyzer.cli", *words, home=home)


def start(
    *words: str,
    home: Path,
    stdout: int = subprocess.PIPE,
    stderr: int = subprocess.PIPE,
) -> subprocess.Popen[str]:
    """A command runs as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "analyzer.cli", *words],
        cwd=home,
        env=environment(home),
        stdout=stdout,
        stderr=stderr,
        text=True,
    )


def copy_packages(home: Path) -> Path:
    """A folder with our packages as they are now, safe from edits meanwhile."""
    for name in PACKAGES:
        shutil.copytree(ROOT / name, home / name)
    return home


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of our packages with a cache filled by `azulyst cache warm`."""
    home = copy_packages(tmp_path_factory.mktemp("home"))
    result = azulyst("cache", "warm", home=home)
    assert result.returncode == ExitCode.OK, result.stderr
    told = result.stderr.splitlines()
    steps = [line for line in told if line.startswith("compiling azul ")]
    assert told[0] == f"compiling azul 1/{len(steps)}: rules, 2 players"
    assert re.fullmatch(r"ready after [0-9.]+ s", told[-1])
    return home


def imports(*words: str, home: Path) -> set[str]:
    """All modules that a command imports."""
    result = python("-X", "importtime", "-m", "analyzer.cli", *words, home=home)
    assert result.returncode == ExitCode.OK
    return set(re.findall(r"\| +([\w.]+)$", result.stderr, re.MULTILINE))


@pytest.mark.parametrize("words", ["", "--help", "--version", "analyze --help"])
def test_the_help_imports_nothing_heavy(words: str) -> None:
    imported = imports(*words.split(), home=ROOT)
    assert "typer" in imported
    assert not HEAVY & {name.partition(".")[0] for name in imported}


def test_a_table_needs_neither_pandas_nor_matplotlib(warm: Path) -> None:
    imported = imports("analyze", *OPENING.split(), "--sims", "1", home=warm)
    assert "numba" in imported
    assert not {"pandas", "matplotlib"} & imported


def test_a_second_process_compiles_nothing(warm: Path) -> None:
    commands = [
        ["games"],
        ["new", "azul", "--seed", "3"],
        ["new", "azul", "--players", "3", "--set", "wall=grey"],
        ["show", *SHORT.split()],
        ["moves", *OPENING.split()],
        ["apply", *LAST_TILE.split(), "--move", "CB1", "--seed", "1"],
        ["apply", *LAST_TILE.split(), "--move", "CB1", "--format", "json"],
        ["apply", *LAST_TILE.split(), "--move", "CB1", "--deal", DEAL],
        ["analyze", *OPENING.split(), "--sims", "20"],
        ["analyze", *OPENING.split(), "--sims", "20", "--objective", "margin"],
        ["analyze", *OPENING.split(), "--sims", "20", "--evaluator", "net"],
        ["analyze", *OPENING.split(), "--sims", "20", "--policy", "uniform"],
        ["perft", *OPENING.split(), "--depth", "2", "--divide"],
        ["show", *OPENING.split(), "--score"],
        ["new", "flowers", "--players", "4", "--set", "rules=digest"],
        ["show", *TABLE.split(), "--score"],
        ["moves", *TABLE.split()],
        ["moves", *PLACING.split()],
        ["apply", *TABLE.split(), "--move", "3:E2", "--deal", "R2"],
        ["apply", *TABLE.split(), "--move", "3:E2 2:N1", "--seed", "1"],
        ["analyze", *TABLE.split(), "--sims", "20"],
        ["analyze", *SOLO.split(), "--sims", "20", "--policy", "uniform"],
        ["analyze", *LAST_DRAW.split(), "--sims", "20"],
        ["analyze", *SOLO_END.split(), "--search", "exact", "--objective", "margin"],
        ["perft", *LAST_DRAW.split(), "--depth", "2", "--chance", "enumerate"],
        ["bench", "--seconds", "1ms"],
        *(
            ["simulate", game, "--player", first, "--player", "b=random", "--games=2"]
            for game in ("azul", "summer-pavilion", "flowers")
            for first in ("greedy", "random", "heuristic:floor=1", "mcts:sims=2")
            if game == "azul" or ":f" not in first
        ),
    ]
    before = compiled_files(warm)
    result = python("-c", COMPILED, home=warm, stdin=json.dumps(commands))
    assert (result.stderr, result.returncode) == ("", 0)
    assert json.loads(result.stdout) == []
    assert compiled_files(warm) == before


def compiled_files(home: Path) -> dict[Path, int]:
    """All files of compiled code, and when they were written."""
    files = (home / "cache").rglob("*.nb?")
    return {path: path.stat().st_mtime_ns for path in files}


def test_an_edited_kernel_is_compiled_anew(tmp_path: Path) -> None:
    home = copy_packages(tmp_path)
    before = azulyst("new", "azul", "--seed", "1", home=home)
    source = home / "engines" / "azul" / "layout.py"
    text = source.read_text()
    assert text.count("\nTILES_PER_FACTORY = 4\n") == 1
    source.write_text(
        text.replace("TILES_PER_FACTORY = 4\n", "TILES_PER_FACTORY = 3\n")
    )
    after = azulyst("new", "azul", "--seed", "1", home=home)
    factories = [
        re.findall(r"factories=(\S+)", result.stdout)[0].split(",")
        for result in (before, after)
    ]
    assert [[len(f) for f in five] for five in factories] == [[4] * 5, [3] * 5]
    assert len(list((home / "cache").glob("kernels-*"))) == 2


def test_ctrl_c_ends_a_search_with_what_is_known(warm: Path) -> None:
    words = ("analyze", *OPENING.split(), "--time", "60s", "--format", "json")
    with start(*words, home=warm) as process:
        assert process.stderr
        assert process.stderr.readline() == "search: mcts, estimates by net 2p\n"
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=PATIENCE)
    assert process.returncode == ExitCode.INTERRUPTED
    result = json.loads(stdout)
    assert result["sims"] > 0
    assert result["seconds"] < 30
    assert result["warnings"] == ["interrupted: the budget was not used up"]
    answer, warning = stderr.splitlines()
    assert answer in (STOPPING, STOPPING_LATER)
    assert warning == "warning: interrupted: the budget was not used up"


def test_ctrl_c_ends_a_long_count(warm: Path) -> None:
    words = ("perft", *SHORT.split(), "--depth", "12")
    with start(*words, home=warm) as process:
        assert process.stderr
        assert process.stderr.readline().startswith("warning: bag and lid")
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(timeout=3)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=PATIENCE)
    assert process.returncode == -signal.SIGINT


def test_a_terminal_shows_progress_that_goes_away(warm: Path) -> None:
    controller, terminal = pty.openpty()
    words = ("analyze", *OPENING.split(), "--time", "700ms", "--quiet", "--no-color")
    quiet = start(*words, home=warm, stdout=subprocess.DEVNULL, stderr=terminal)
    assert quiet.wait(timeout=PATIENCE) == ExitCode.OK
    words = tuple(word for word in words if word != "--quiet")
    loud = start(*words, home=warm, stdout=subprocess.DEVNULL, stderr=terminal)
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
    process = start("moves", *OPENING.split(), home=warm, stdout=writer)
    os.close(writer)
    _, stderr = process.communicate(timeout=PATIENCE)
    assert stderr == ""
    assert process.returncode == ExitCode.FAILURE
