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
from language import N_, tr
from language.counts import enumerated

if TYPE_CHECKING:
    import pandas as pd

    from reports.cells import Board
    from reports.simulation_charts import Result
    from reports.sprt import Sprt

ANALYSIS = "analysis.json"
PARTIAL = N_(
    "This run was stopped or is still going: the report is of the games that were"
    " finished."
)
UNSURE = N_("There is no run.toml, so it is unknown how these games were made.")
SHOWN = {
    "game": N_("game"),
    "options": N_("options"),
    "seats": N_("seats"),
    "players": N_("players"),
    "seed": N_("seed"),
    "seatings": N_("seatings"),
    "gauntlet": N_("gauntlet"),
    "version": N_("version"),
    "command": N_("command"),
    "reproduce": N_("the same again"),
}
UNKNOWN_GAME = "unknown game"  # a value, as in the JSON form
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
        raise UserError(tr("there is no folder '{folder}'", folder=folder))
    if (folder / GAMES).exists():
        return False
    if (folder / ANALYSIS).exists():
        return True
    raise UserError(
        tr(
            "'{folder}' holds neither {games} nor {analysis}; name a"
            " folder that 'azulyst simulate --out' or 'azulyst analyze"
            " --out' has written",
            folder=folder,
            games=GAMES,
            analysis=ANALYSIS,
        )
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
    warnings = [*([] if complete else [tr(PARTIAL)]), *notes]
    if not run:
        warnings.append(tr(UNSURE))
    told = tr("{games:,} in {file}", games=_count(games), file=GAMES)
    made = [*made_by(run), (tr("games"), told)]
    boards = []
    if (folder / RECORDS).exists():
        made.append((tr("records"), tr("every move, in {file}", file=RECORDS)))
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
            raise UserError(
                tr(
                    "'{path}' is damaged: {key} is '{found}'",
                    path=path,
                    key=key,
                    found=found[key],
                )
            )
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
            tr(
                "'{path}', line {line}: that is no JSON ({fault} at column {column})",
                path=path,
                line=error.lineno,
                fault=error.msg,
                column=error.colno,
            )
        ) from None
    except UnicodeDecodeError:
        raise UserError(tr("'{path}' is no text in UTF-8", path=path)) from None
    if not isinstance(found, dict):
        raise UserError(tr("'{path}', line 1: that is no JSON object", path=path))
    return found


def made_by(run: Mapping[str, Any]) -> list[tuple[str, str]]:
    """How a result was made, as names and values to be shown."""
    rows = []
    for key, name in SHOWN.items():
        value = run.get(key)
        if isinstance(value, list):
            value = "\n".join(map(str, value))
        if isinstance(value, bool):
            value = tr("yes") if value else ""
        if value not in (None, ""):
            rows.append((tr(name), str(value)))
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
                tr(
                    "'{path}', line {line}: the player '{name}' is not one of"
                    " {names}, who play by {run}",
                    path=path,
                    line=line,
                    name=name,
                    names=enumerated(list(players)),
                    run=RUN,
                )
            )
    options = dict(str(text).partition("=")[::2] for text in run.get("options", []))
    seats = run.get("seats") or int(games["seat"].max() if len(games) else 0)
    return {
        "game": run.get("game") or (before or {}).get("game") or UNKNOWN_GAME,
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
                tr(
                    "'{path}' is damaged: its sprt has no {error}",
                    path=folder / SUMMARY,
                    error=error,
                )
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
