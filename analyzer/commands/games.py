"""`azulyst games`: what can be analysed."""

from __future__ import annotations

from analyzer.console import Screen, print_json
from analyzer.games import GAMES, GameEntry
from analyzer.options import NoColor, Quiet, TableForm, TableFormat
from analyzer.tabular import print_rows

HEADINGS = ("game", "players", "options", "policies", "switches")


def games(
    form: TableForm = TableFormat.TABLE, quiet: Quiet = False, no_color: NoColor = False
) -> None:
    """List the games, their players, options and policies.

    The first value of an option is the default. Switches are options of rarer use.
    """
    if form is TableFormat.JSON:
        print_json({"schema": 1, "games": [_facts(game) for game in GAMES.values()]})
        return
    rows = [_row(game) for game in GAMES.values()]
    if form is not TableFormat.TABLE:
        print_rows(Screen(quiet, no_color), form, HEADINGS, rows)
        return
    short = [row[:-1] for row in rows]
    print_rows(Screen(quiet, no_color), form, HEADINGS[:-1], short)
    for game in GAMES.values():
        _print_switches(game)


def _facts(game: GameEntry) -> dict[str, object]:
    notation = game.notation()
    return {
        "game": game.name,
        "players": list(notation.PLAYERS),
        "options": {key: list(values) for key, values in notation.OPTIONS.items()},
        "switches": dict(notation.SWITCHES),
        "policies": list(game.policies),
    }


def _row(game: GameEntry) -> tuple[str, ...]:
    notation = game.notation()
    options = (f"{key}={'|'.join(v)}" for key, v in notation.OPTIONS.items())
    players = f"{notation.PLAYERS[0]} to {notation.PLAYERS[-1]}"
    policies = ", ".join(game.policies)
    return game.name, players, ", ".join(options), policies, ", ".join(_switches(game))


def _switches(game: GameEntry) -> list[str]:
    """The options of rarer use with their values."""
    return [f"{key}={words}" for key, words in game.notation().SWITCHES.items()]


def _print_switches(game: GameEntry) -> None:
    """They stand below the table, where they would not fit in."""
    if switches := _switches(game):
        print(f"\nMore options of {game.name}:")
        for switch in switches:
            print(f"  {switch}")
