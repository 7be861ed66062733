"""Simulations as processes: killed, interrupted, and played by a cluster."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from analyzer.exits import ExitCode

PATIENCE = 600  # seconds; far more than anything here takes
SEARCHING = ("--player", "a=mcts:sims=20", "--player", "b=mcts:sims=10")
RESULTS = ("games.csv", "records.jsonl", "run.toml", "summary.json")

CLUSTER = textwrap.dedent("""
    import sys
    from distributed import LocalCluster
    if __name__ == "__main__":
        with LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster:
            print(cluster.scheduler_address, flush=True)
            sys.stdin.read()
""")


def start(*words: str) -> subprocess.Popen[str]:
    """`azulyst simulate azul` runs as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "analyzer.cli", "simulate", "azul", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def finish(*words: str) -> None:
    """A simulation has run to its end."""
    process = start(*words)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == ExitCode.OK, errors


def files(folder: Path) -> dict[str, bytes]:
    """What is in a result folder, apart from the command in run.toml."""
    found = {path.name: path.read_bytes() for path in folder.iterdir()}
    lines = found["run.toml"].splitlines()
    found["run.toml"] = b"\n".join(x for x in lines if not x.startswith(b"command"))
    return found


def wait_for_more(path: Path, size: int, process: subprocess.Popen[str]) -> None:
    """The file has grown beyond that size, or the process has ended."""
    until = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < until:
        if path.exists() and path.stat().st_size > size:
            return
        time.sleep(0.002)


@pytest.mark.parametrize("seed", [1, *(pytest.param(2, marks=pytest.mark.slow),)])
def test_a_simulation_survives_kills_at_any_moment(tmp_path: Path, seed: int) -> None:
    draw, kills = random.Random(seed), 0
    wanted = 3 if seed == 1 else 20
    games = str(80 * wanted)
    words = (*SEARCHING, "--games", games, "--records", "--jobs", "2", "--quiet")
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    finish(*words, "--out", str(whole))
    table = killed / "games.csv"
    while kills < wanted:
        begun = (killed / "run.toml").exists()
        more = ("--resume",) if begun else ("--force",)
        size = table.stat().st_size if table.exists() else 0
        process = start(*words, "--out", str(killed), *more)
        wait_for_more(table, size, process)
        time.sleep(draw.uniform(0.0, 0.15))
        finished = process.poll() is not None
        os.killpg(process.pid, signal.SIGKILL) if not finished else None
        process.communicate()
        if finished:
            break
        kills += 1
    assert kills == wanted
    finish(*words, "--out", str(killed), "--resume")
    assert files(killed) == files(whole)


def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    out = tmp_path / "x"
    words = (*SEARCHING, "--games", "100000", "--records", "--out", str(out))
    process = start(*words, "--format", "json")
    wait_for_more(out / "games.csv", 2000, process)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == ExitCode.INTERRUPTED, errors
    assert "stopping; finished blocks are kept" in errors
    found = json.loads(output)
    assert found["complete"] is False
    assert json.loads((out / "summary.json").read_text()) == found
    assert sorted(path.name for path in out.iterdir()) == sorted(RESULTS)
    rows = (out / "games.csv").read_text().splitlines()[1:]
    blocks = [int(row.split(",")[0]) for row in rows]
    assert blocks == sorted(blocks)
    assert len(rows) == 2 * found["games"]
    assert len((out / "records.jsonl").read_text().splitlines()) == found["games"]


def test_ctrl_c_before_the_first_block_says_so(tmp_path: Path) -> None:
    slow = ("--player", "a=mcts:sims=1000000", "--player", "b=random")
    process = start(*slow, "--out", str(tmp_path / "x"))
    wait_for_more(tmp_path / "x" / "games.csv", 0, process)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == ExitCode.INTERRUPTED
    assert "no game was finished" in errors


# --- A cluster ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """The address of a cluster of two workers on this machine."""
    process = subprocess.Popen(
        [sys.executable, "-c", CLUSTER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    yield process.stdout.readline().strip()
    process.communicate(timeout=PATIENCE)


def test_a_cluster_plays_the_same_games(tmp_path: Path, scheduler: str) -> None:
    words = ("--player", "a=greedy", "--player", "b=mcts:sims=8", "--games", "24")
    finish(*words, "--out", str(tmp_path / "here"))
    there = ("--backend", "dask", "--scheduler", scheduler)
    finish(*words, "--out", str(tmp_path / "there"), *there)
    assert files(tmp_path / "there") == files(tmp_path / "here")


def test_a_cluster_that_is_not_there_is_named() -> None:
    nowhere = ("--backend", "dask", "--scheduler", "tcp://127.0.0.1:9")
    process = start("--player", "a=greedy", *nowhere)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == ExitCode.BAD_INPUT
    assert "there is no Dask scheduler at 'tcp://127.0.0.1:9'" in errors
    assert "Traceback" not in errors
