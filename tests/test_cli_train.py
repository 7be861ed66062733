"""`azulyst train` as a user meets it: nets and report, interruption, mistakes."""

from __future__ import annotations

import re
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from analyzer.cli import app
from analyzer.exits import ExitCode
from analyzer.games import GAMES
from engines.jit import JIT
from engines.net_files import read_doubt, read_net

SMALL = ("azul", "--games", "50", "--deals", "2", "--positions", "2", "--jobs", "2")
needs_jit = pytest.mark.skipif(not JIT, reason="plays hundreds of games")
FEATURES: Any = GAMES["azul"].inputs()


def run(*words: str) -> Result:
    """What the command has said."""
    return CliRunner().invoke(app, ["train", *words])


def interrupt_after(generation: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C comes when that generation is told of."""
    from analyzer.console import Screen

    note = Screen.note

    def told(self: Screen, text: str) -> None:
        note(self, text)
        if text.startswith(f"generation {generation} of"):
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Screen, "note", told)


@needs_jit
@pytest.mark.slow
def test_a_training_leaves_nets_and_a_report(tmp_path: Path) -> None:
    file = tmp_path / "new" / "x.npz"
    result = run(*SMALL, "--generations", "2", "--out", str(file))
    assert result.exit_code == ExitCode.OK, result.output
    assert sorted(p.name for p in file.parent.iterdir()) == ["x.md", "x.npz"]
    assert len(read_net(file, FEATURES, 0)) == 2
    doubt = read_doubt(file)
    report = file.with_suffix(".md").read_text(encoding="utf-8")
    assert result.stdout == report
    assert report.startswith("# Nets of azul, 2p\n\n2 generations of 50 games, seed 0;")
    assert f"| all | {doubt[0][0]:.3f}, {doubt[0][1]:.2f} |" in report
    assert "games a second played" in report
    told = re.findall(r"^generation (\d) of 2: [\d,]+ positions", result.stderr, re.M)
    assert told == ["1", "2"]
    again = run(*SMALL, "--generations", "2", "--out", str(file))
    assert again.exit_code == ExitCode.BAD_INPUT
    assert f"'{file}' is there already; name another, or add --force" in again.stderr


@needs_jit
@pytest.mark.slow
def test_alone_a_training_is_told_in_points(tmp_path: Path) -> None:
    file = tmp_path / "x.npz"
    result = run("flowers", *SMALL[1:], "--generations", "3", "--out", str(file))
    assert result.exit_code == ExitCode.OK, result.output
    assert re.search(r"^generation 3 of 3.*games: [-\d.]+ points$", result.stderr, re.M)
    report = file.with_suffix(".md").read_text(encoding="utf-8")
    assert re.search(r"^- points in the end: [-\d.]+$", report, re.M)
    assert "Brier" not in report
    table = report.partition(
        "| generation | points ahead | ± (95 %) |\n|---|---|---|\n"
    )
    ahead = [float(row.split("|")[2]) for row in table[2].splitlines()]
    assert len(ahead) == 2
    assert any(points != 0.0 for points in ahead)


@needs_jit
@pytest.mark.slow
def test_hours_become_a_number_of_generations(tmp_path: Path) -> None:
    file = tmp_path / "x.npz"
    result = run(*SMALL, "--hours", "0.001", "--out", str(file))
    assert result.exit_code == ExitCode.OK, result.output
    found = re.search(r"about 0.001 h are (\d+) generations", result.stderr)
    assert found is not None
    report = file.with_suffix(".md").read_text(encoding="utf-8")
    assert f"\n{found[1]} generations of 50 games, seed 0;" in report


@needs_jit
@pytest.mark.slow
def test_an_interrupted_training_goes_on_to_the_same_nets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, file = tmp_path / "whole.npz", tmp_path / "x.npz"
    words = (*SMALL, "--generations", "3", "--out")
    assert run(*words, str(whole)).exit_code == ExitCode.OK
    with monkeypatch.context() as patch:
        interrupt_after(1, patch)
        result = run(*words, str(file))
    assert result.exit_code == ExitCode.INTERRUPTED, result.output
    assert "stopping after this generation; once more ends at once" in result.stderr
    assert f"go on with: azulyst train azul --out {file} and the" in result.stderr
    assert not file.exists()
    assert run(*words, str(file)).exit_code == ExitCode.BAD_INPUT
    other = run(*words, str(file), "--resume", "--seed", "1")
    assert other.exit_code == ExitCode.BAD_INPUT
    assert "that training has another seed; give the same options" in other.stderr
    result = run(*words, str(file), "--resume")
    assert result.exit_code == ExitCode.OK, result.output
    assert "generation 2 of 3" in result.stderr
    assert "generation 1 of 3" not in result.stderr
    assert not file.with_name("x.npz.training").exists()
    for one, two in zip(
        *(read_net(f, FEATURES, 0) for f in (whole, file)), strict=True
    ):
        assert (one == two).all()


@needs_jit
def test_a_first_generation_is_kept_when_ctrl_c_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "x.npz"
    interrupt_after(1, monkeypatch)
    result = run(*SMALL, "--generations", "2", "--out", str(file))
    assert result.exit_code == ExitCode.INTERRUPTED, result.output
    assert [p.name for p in tmp_path.iterdir()] == ["x.npz.training"]
    with np.load(tmp_path / "x.npz.training") as kept:
        assert int(kept["done"]) == 1
    refused = run(*SMALL, "--generations", "2", "--out", str(file))
    assert refused.exit_code == ExitCode.BAD_INPUT
    assert refused.stderr.strip() == (
        f"error: '{file}.training' is there already; name another, or add --force or"
        " --resume"
    )


def test_a_file_that_is_there_needs_force(tmp_path: Path) -> None:
    file = tmp_path / "x.npz"
    file.write_text("mine")
    result = run(*SMALL, "--out", str(file))
    assert result.exit_code == ExitCode.BAD_INPUT
    assert result.stderr.strip() == (
        f"error: '{file}' is there already; name another, or add --force"
    )
    assert file.read_text() == "mine"


def test_a_file_of_nets_ends_in_npz(tmp_path: Path) -> None:
    result = run(*SMALL, "--out", str(tmp_path / "x.net"))
    assert result.exit_code == ExitCode.USAGE
    assert f"'{tmp_path / 'x.net'}' should end in .npz" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_nothing_goes_on_without_a_saved_training(tmp_path: Path) -> None:
    file = tmp_path / "x.npz"
    result = run(*SMALL, "--out", str(file), "--resume")
    assert result.exit_code == ExitCode.BAD_INPUT
    assert result.stderr.strip() == (
        f"error: {file}.training: there is no saved training to go on with; leave out"
        " --resume"
    )


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("flowers", "--set", "summer=yes"), ExitCode.BAD_INPUT, "leave out --set"),
        (("azull",), ExitCode.BAD_INPUT, "did you mean 'azul'?"),
        (("azul", "--players", "5"), ExitCode.BAD_INPUT, "5"),
        (("azul", "--set", "wall=green"), ExitCode.BAD_INPUT, "green"),
        (("azul", "--games", "49"), ExitCode.USAGE, "from 50 to"),
        (("azul", "--generations", "1"), ExitCode.USAGE, "from 2 to"),
        (("azul", "--hours", "0"), ExitCode.USAGE, "0.001"),
        (
            ("azul", "--hours", "1", "--generations", "9"),
            ExitCode.USAGE,
            "give --generations or --hours, not both",
        ),
        (("azul", "--positions", "1"), ExitCode.USAGE, "from 2 to"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, tuple) else "",
)
def test_a_mistake_is_told_in_one_sentence(
    tmp_path: Path, words: tuple[str, ...], code: ExitCode, sentence: str
) -> None:
    result = run(*words, "--out", str(tmp_path / "x.npz"))
    assert result.exit_code == code
    assert sentence in result.stderr
    assert "Traceback" not in result.output
    assert list(tmp_path.iterdir()) == []
