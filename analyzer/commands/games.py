"""`azulyst games`: what can be analysed."""

from __future__ import annotations

from analyzer.console import Screen, print_json
from analyzer.games import GAMES, GameEntry
from analyzer.options import NoColor, Quiet, TableForm, TableFormat
from analyzer.tabular import print_rows

HEADINGS = ("game", "players", "options", "policies")


def games(
    form: TableForm = TableFormat.TABLE, quiet: Quiet = False, no_color: NoColor = False
) -> None:
    """List the games, their players, options and policies.

    The first value of an option is the default.
    """
    if form is TableFormat.JSON:
        print_json({"schema": 1, "games": [_facts(game) for game in GAMES.values()]})
        return
    rows = [_row(game) for game in GAMES.values()]
    print_rows(Screen(quiet, no_color), form, HEADINGS, rows)


def _facts(game: GameEntry) -> dict[str, object]:
    notation = game.notation()
    return {
        "game": game.name,
        "players": list(notation.PLAYERS),
        "options": {key: list(values) for key, values in notation.OPTIONS.items()},
        "policies": list(game.policies),
    }


def _row(game: GameEntry) -> tuple[str, ...]:
    notation = game.notation()
    options = (f"{key}={'|'.join(v)}" for key, v in notation.OPTIONS.items())
    players = f"{notation.PLAYERS[0]} to {notation.PLAYERS[-1]}"
    return game.name, players, ", ".join(options), ", ".join(game.policies)
