"""What a simulation is asked for: read from options, kept in run.toml, compared."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from analyzer import __version__
from analyzer.exits import UserError
from analyzer.games import GameEntry
from analyzer.output import read_bytes, toml, write_text
from language import tr

if TYPE_CHECKING:
    from search.simulation import Simulation

GAMES, RECORDS, RUN, SUMMARY = (
    *("games.csv", "records.jsonl"),
    *("run.toml", "summary.json"),
)  # the files of a result folder
FREE = ("command",)  # what may differ when a run is resumed


def read_players(words: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Names and texts of players given as NAME=SPEC, or as SPEC alone."""
    if not words:
        raise typer.BadParameter(
            tr("give at least one, such as --player a=greedy"), param_hint="'--player'"
        )
    return tuple(_named(word) for word in words)


def _named(word: str) -> tuple[str, str]:
    """A player's name and text; one without a name is called by its text."""
    name, equals, spec = word.partition("=")
    if equals and re.fullmatch("[^:/]*", name):
        return name, spec
    plain = re.sub("[^A-Za-z0-9_.]+", "-", word).strip("-.")
    return plain or "player", word


def simulation_of(
    game: GameEntry,
    players: Sequence[str],
    seats: int | None,
    options: Mapping[str, str],
    seed: int,
    *,
    gauntlet: bool,
    every: bool,
    record: bool,
) -> Simulation:
    """The simulation that the options mean; BadParameter or NotationError if none."""
    from search.simulation import SeatsError, Simulation, seats_for

    named = read_players(players)
    try:
        return Simulation(
            game,
            named,
            seats_for(game, len(named), gauntlet) if seats is None else seats,
            dict(options),
            seed,
            gauntlet=gauntlet,
            every=every,
            record=record,
        )
    except ValueError as error:
        hint = "'--seats'" if isinstance(error, SeatsError) else "'--player'"
        raise typer.BadParameter(str(error), param_hint=hint) from None


def facts(simulation: Simulation) -> dict[str, Any]:
    """What is played, for the summary."""
    return {
        "game": simulation.source.name,
        "seats": simulation.seats,
        "options": dict(simulation.options),
        "seed": simulation.seed,
        "gauntlet": simulation.gauntlet,
        "seatings": "all" if simulation.every else "latin",
        "players": [{"player": n, "spec": text} for n, text in simulation.players],
    }


def write_run(folder: Path, simulation: Simulation, command: str) -> None:
    """How to get the results again stands in the folder."""
    write_text(folder / RUN, toml(_record(simulation) | {"command": command}))


def read_run(folder: Path) -> dict[str, Any] | None:
    """What run.toml says, None if there is none; UserError if it is damaged."""
    path = folder / RUN
    text = read_bytes(path)
    try:
        return None if text is None else tomllib.loads(text.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(
            tr("'{path}' is damaged: {error}", path=path, error=error)
        ) from None


def check_same(folder: Path, simulation: Simulation) -> None:
    """UserError unless the folder holds results of the same simulation."""
    before = read_run(folder)
    if before is None:
        raise UserError(
            tr(
                "there is nothing to resume in '{folder}'; leave --resume out",
                folder=folder,
            )
        )
    now = _record(simulation)
    for key in sorted(before.keys() | now.keys()):
        if key not in FREE and before.get(key) != now.get(key):
            raise UserError(
                tr(
                    "'{folder}' holds another simulation: its {key} is {before}, not"
                    " {now}; name another folder, or begin anew with --force",
                    folder=folder,
                    key=key,
                    before=_told(before.get(key)),
                    now=_told(now.get(key)),
                )
            )


def _told(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or tr("none")
    return tr("missing") if value is None else str(value)


def _record(simulation: Simulation) -> dict[str, Any]:
    return {
        "schema": 1,
        "version": __version__,
        "game": simulation.source.name,
        "seats": simulation.seats,
        "options": [f"{key}={value}" for key, value in simulation.options.items()],
        "seed": simulation.seed,
        "players": [f"{name}={text}" for name, text in simulation.players],
        "gauntlet": simulation.gauntlet,
        "seatings": "all" if simulation.every else "latin",
        "records": simulation.record,
    }
