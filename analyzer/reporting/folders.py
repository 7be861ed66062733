"""Result folders of `simulate` and `analyze`, as what reports are made of."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from analyzer.exits import UserError
from analyzer.options import parse_sprt
from analyzer.output import read_bytes
from analyzer.reporting.games import read_table
from analyzer.simulation import question
from analyzer.simulation.question import GAMES, RECORDS, RUN, SUMMARY
from analyzer.simulation.summary import summary_object

if TYPE_CHECKING:
    import pandas as pd

    from reports.cells import Board
    from reports.simulation_charts import Result
    from reports.sprt import Sprt

ANALYSIS = "analysis.json"
PARTIAL = (
    "This run was stopped or is still going: the report is of the games that were"
    " finished."
)
UNSURE = "There is no run.toml, so it is unknown how these games were made."
SHOWN = {
    "game": "game",
    "options": "options",
    "seats": "seats",
    "players": "players",
    "seed": "seed",
    "seatings": "seatings",
    "gauntlet": "gauntlet",
    "version": "version",
    "command": "command",
    "reproduce": "the same again",
}
KINDS: dict[str, type] = {
    "game": str,
    "seats": int,
    "options": list,
    "seed": int,
    "players": list,
    "gauntlet": bool,
    "seatings": str,
}


def is_analysis(folder: Path) -> bool:
    """Whether the folder holds an analysis; UserError where it holds no result."""
    if not folder.is_dir():
        raise UserError(f"there is no folder '{folder}'")
    if (folder / GAMES).exists():
        return False
    if (folder / ANALYSIS).exists():
        return True
    raise UserError(
        f"'{folder}' holds neither {GAMES} nor {ANALYSIS}; name a folder that"
        " 'azulyst simulate --out' or 'azulyst analyze --out' has written"
    )


def read_result(folder: Path, name: str) -> Result:
    """The games of a folder with their summary; UserError for damaged files."""
    from reports.simulation_charts import Result

    run = read_run(folder)
    before = read_json(folder / SUMMARY)
    told = (before or {}).get("games") if (before or {}).get("complete") else None
    path = folder / GAMES
    games, notes, torn = read_table(path, run.get("seats"), told)
    complete = told == _count(games) and not torn
    facts = _facts(run, before, games, path) | {"complete": complete}
    sprt = _test(folder, run, before)
    try:
        summary = summary_object(games, facts, sprt)
    except ValueError as error:
        raise UserError(f"'{path}': {error}") from None
    warnings = [*([] if complete else [PARTIAL]), *notes]
    if not run:
        warnings.append(UNSURE)
    made = [*made_by(run), ("games", f"{_count(games):,} in {GAMES}")]
    boards = []
    if (folder / RECORDS).exists():
        made.append(("records", f"every move, in {RECORDS}"))
        boards = _boards(folder)
    known = _known(summary, games)
    return Result(name, games, known, sprt, warnings, made, boards)


def _boards(folder: Path) -> list[Board]:
    """The ends of the first recorded games, played again by the game's rules."""
    from analyzer.reporting.records import final_boards

    return final_boards(folder / RECORDS)


def read_run(folder: Path) -> dict[str, Any]:
    """What run.toml says, nothing where there is none; UserError if damaged."""
    path, found = folder / RUN, question.read_run(folder) or {}
    for key, kind in KINDS.items():
        if key in found and not isinstance(found[key], kind):
            raise UserError(f"'{path}' is damaged: {key} is '{found[key]}'")
    return found


def read_json(path: Path) -> dict[str, Any] | None:
    """The object in the file, None where there is none; UserError if damaged."""
    text = read_bytes(path)
    if text is None:
        return None
    try:
        found = json.loads(text.decode("utf-8"))
    except json.JSONDecodeError as error:
        raise UserError(
            f"'{path}', line {error.lineno}: that is no JSON ({error.msg} at column"
            f" {error.colno})"
        ) from None
    except UnicodeDecodeError:
        raise UserError(f"'{path}' is no text in UTF-8") from None
    if not isinstance(found, dict):
        raise UserError(f"'{path}', line 1: that is no JSON object")
    return found


def made_by(run: Mapping[str, Any]) -> list[tuple[str, str]]:
    """How a result was made, as names and values to be shown."""
    rows = []
    for key, name in SHOWN.items():
        value = run.get(key)
        if isinstance(value, list):
            value = "\n".join(map(str, value))
        if isinstance(value, bool):
            value = "yes" if value else ""
        if value not in (None, ""):
            rows.append((name, str(value)))
    return rows


def _count(games: pd.DataFrame) -> int:
    return int(games["game"].nunique())


def _facts(
    run: Mapping[str, Any],
    before: Mapping[str, Any] | None,
    games: pd.DataFrame,
    path: Path,
) -> dict[str, Any]:
    """What was played: by run.toml, else by the summary, else by the games."""
    named = [str(text).partition("=") for text in run.get("players", [])]
    players = {name: spec for name, _, spec in named}
    if not players and before is not None:
        rows = before.get("players", [])
        players = {str(row["player"]): str(row.get("spec", "")) for row in rows}
    seated = [str(name) for name in games["player"].drop_duplicates()]
    if not players:
        players = dict.fromkeys(sorted(seated), "")
    for name in seated:
        if name not in players:
            line = int((games["player"] == name).to_numpy().argmax()) + 2
            raise UserError(
                f"'{path}', line {line}: the player '{name}' is not one of"
                f" {', '.join(players)}, who play by {RUN}"
            )
    options = dict(str(text).partition("=")[::2] for text in run.get("options", []))
    seats = run.get("seats") or int(games["seat"].max() if len(games) else 0)
    return {
        "game": run.get("game") or (before or {}).get("game") or "unknown game",
        "seats": seats,
        "options": options,
        "seed": run.get("seed"),
        "gauntlet": run.get("gauntlet", False),
        "seatings": run.get("seatings", "latin"),
        "players": [{"player": name, "spec": text} for name, text in players.items()],
    }


def _test(
    folder: Path, run: Mapping[str, Any], before: Mapping[str, Any] | None
) -> Sprt | None:
    """The sequential test that was asked for, by the summary or by the command."""
    from reports.sprt import Sprt

    told = (before or {}).get("sprt")
    if told is not None:
        names = ("elo0", "elo1", "alpha", "beta", "model")
        try:
            return Sprt(*(told[name] for name in names))
        except (KeyError, TypeError, ValueError) as error:
            raise UserError(
                f"'{folder / SUMMARY}' is damaged: its sprt has no {error}"
            ) from None
    text = None
    for word, following in pairwise([*_words(str(run.get("command", ""))), ""]):
        if word == "--sprt":
            text = following
        elif word.startswith("--sprt="):
            text = word.partition("=")[2]
    if text is None:
        return None
    try:
        return parse_sprt(text)
    except typer.BadParameter:
        return None


def _words(command: str) -> Sequence[str]:
    try:
        return shlex.split(command)
    except ValueError:
        return ()


def _known(summary: dict[str, Any], games: pd.DataFrame) -> dict[str, Any]:
    """The summary, without figures of columns that the file did not have."""
    if games["plies"].isna().all():
        summary["plies_mean"] = None
    if (games["end"] == "").all():
        summary["ends"] = {}
    return summary
