"""Result folders as `simulate --out` leaves them, of made-up games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from analyzer.output import toml
from reports.schema import GAMES
from reports.sprt import Sprt
from tests.simulated import summed

COMMAND = "azulyst simulate azul --player a=greedy --player b=random"


def write_folder(
    folder: Path,
    games: pd.DataFrame,
    names: str = "a,b",
    seats: int = 2,
    *,
    complete: bool = True,
    sprt: Sprt | None = None,
    command: str = COMMAND,
    specs: Sequence[str] = (),
) -> Path:
    """The folder holds games.csv, run.toml, and summary.json unless it is partial."""
    folder.mkdir(parents=True, exist_ok=True)
    games.to_csv(folder / "games.csv", index=False, lineterminator="\n")
    players = [
        f"{name}={spec}"
        for name, spec in zip(
            names.split(","),
            specs or [f"spec of {name}" for name in names.split(",")],
            strict=True,
        )
    ]
    run: dict[str, Any] = {
        "schema": 1,
        "version": "0.1.0",
        "game": "azul",
        "seats": seats,
        "options": ["wall=grey"],
        "seed": 7,
        "players": players,
        "gauntlet": False,
        "seatings": "latin",
        "records": False,
        "command": command,
    }
    (folder / "run.toml").write_text(toml(run))
    if complete:
        found = summed(games, names, seats, sprt)
        (folder / "summary.json").write_text(json.dumps(found) + "\n")
    return folder


def without(folder: Path, *columns: str) -> Path:
    """The folder's games.csv lacks these columns, as an earlier version left it."""
    path = folder / "games.csv"
    assert set(columns) <= {column.name for column in GAMES}
    games = pd.read_csv(path, dtype=str, keep_default_na=False)
    games.drop(columns=[*columns]).to_csv(path, index=False, lineterminator="\n")
    return folder


def edit(folder: Path, line: int, text: str, name: str = "games.csv") -> Path:
    """A line of a file of the folder, counted from 1, is another one."""
    path = folder / name
    lines = path.read_text().split("\n")
    lines[line - 1] = text
    path.write_text("\n".join(lines))
    return folder
