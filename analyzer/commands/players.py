"""`azulyst players`: who can play, and what they take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.console import Screen, print_json
from analyzer.games import GameEntry, find_game
from analyzer.options import NoColor, Quiet, TableForm, TableFormat
from analyzer.tabular import print_rows

if TYPE_CHECKING:
    from search.players.options import Parameter

HEURISTIC, TREE = "heuristic", "mcts"
KIND_HEADINGS = ("kind", "written", "meaning")
HEADINGS = ("kind", "parameter", "type", "default", "meaning")

OptionalGame = Annotated[
    str | None,
    typer.Argument(
        metavar="[GAME]",
        show_default=False,
        help="The game's name; without it, the kinds of players alone.",
    ),
]


def players(
    game: OptionalGame = None,
    form: TableForm = TableFormat.TABLE,
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """List the kinds of players; for a game also parameters, presets and nets.

    A player is written as its kind, or as kind:key=value,... with parameters.
    """
    from search.players import KINDS

    entry = None if game is None else find_game(game)
    screen = Screen(quiet, no_color)
    if form is TableFormat.JSON:
        print_json({"schema": 1, "game": game, "kinds": _facts(entry)})
    elif entry is None:
        rows = [(name, kind.form, kind.meaning) for name, kind in KINDS.items()]
        print_rows(screen, form, KIND_HEADINGS, rows)
    else:
        print_rows(screen, form, HEADINGS, list(_rows(entry)))


def _facts(entry: GameEntry | None) -> list[dict[str, object]]:
    """The kinds as objects; with a game, with their parameters and presets."""
    from search.players import KINDS

    facts = []
    for name, kind in KINDS.items():
        fact: dict[str, object] = {
            "kind": name,
            "written": kind.form,
            "meaning": kind.meaning,
        }
        if entry is not None:
            fact["parameters"] = [_object(p) for p in kind.parameters(entry)]
            fact["presets"] = _presets(entry) if name == HEURISTIC else {}
            fact["nets"] = _nets(entry) if name == TREE else []
        facts.append(fact)
    return facts


def _object(parameter: Parameter) -> dict[str, object]:
    return {
        "parameter": parameter.name,
        "type": parameter.type,
        "default": parameter.default,
        "meaning": parameter.meaning,
    }


def _presets(entry: GameEntry) -> dict[str, dict[str, float]]:
    """The styles of the heuristic player: the weights that differ."""
    from search.players.fast import heuristic_of

    presets: Mapping[str, Mapping[str, float]] = heuristic_of(entry).PRESETS
    return {name: dict(weights) for name, weights in presets.items()}


def _nets(entry: GameEntry) -> list[dict[str, object]]:
    """The nets in the package: set-up, bytes of the file, what searches err by."""
    from engines.net_files import read_doubt
    from search.confidence import Doubt

    return [
        {"net": name, "bytes": file.stat().st_size}
        | {f"doubt_{n}": v for n, v in Doubt(*read_doubt(file)[0])._asdict().items()}
        for name, file in entry.nets().items()
    ]


def _net_row(net: Mapping[str, object]) -> tuple[str, ...]:
    """A net as a row."""
    size = f"{net['bytes']:,} bytes"
    errors = (
        f"win share ± {net['doubt_win']:.3f}, margin ± {net['doubt_margin']:.2f};"
        f" two moves apart ± {net['doubt_win_apart']:.3f},"
        f" ± {net['doubt_margin_apart']:.2f}"
    )
    return TREE, str(net["net"]), "net", size, f"what a search errs by: {errors}"


def _rows(entry: GameEntry) -> Iterator[tuple[str, ...]]:
    """A row a parameter, and a row a preset or net."""
    from search.players import KINDS

    for name, kind in KINDS.items():
        parameters = kind.parameters(entry)
        if not parameters:
            yield name, "", "", "", kind.meaning
        for p in parameters:
            default = "" if p.default is None else str(p.default)
            yield name, p.name, p.type, default, p.meaning
        if name == HEURISTIC:
            for preset, weights in _presets(entry).items():
                text = ",".join(f"{key}={value:g}" for key, value in weights.items())
                yield name, preset, "preset", text, f"written {name}:{preset}"
        if name == TREE:
            yield from map(_net_row, _nets(entry))
