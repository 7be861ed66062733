"""`azulyst moves`: the legal moves of a position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from analyzer.analysis import line_text
from analyzer.console import Screen, print_json
from analyzer.options import NoColor, PositionWords, Quiet, TableForm, TableFormat
from analyzer.positions import Position, read_position
from analyzer.results import legal_moves
from analyzer.tabular import print_rows

UNKNOWN = "–"
BEST = "best"


def moves(
    position: PositionWords,
    form: TableForm = TableFormat.TABLE,
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """List the legal moves, none if a deal is due or the game is over.

    In Flowers with the points that each placement brings or costs at once, by source;
    a draw of a visible card with its best placement.
    """
    place = read_position(position)
    screen = Screen(quiet, no_color)
    screen.warn(*place.warnings)
    actions = legal_moves(place.game, place.state)
    changes = list(_changes(place, actions))
    if form is TableFormat.JSON:
        result = {
            "schema": 1,
            "position": place.game.notation().format(place.state),
            "player": int(place.game.rules().current_player(place.state)) + 1,
            "moves": list(actions),
        }
        print_json(result | ({"changes": changes} if changes else {}))
    elif changes:
        signed = form is not TableFormat.CSV
        rows = [[_cell(value, signed) for value in row.values()] for row in changes]
        print_rows(screen, form, list(changes[0]), rows)
    elif form is TableFormat.TABLE:
        _print_columns(screen, list(actions))
    else:
        print_rows(screen, form, ["move"], [[name] for name in actions])


def _changes(place: Position, actions: dict[str, int]) -> Iterator[dict[str, Any]]:
    """What each move changes at once, None where that is not known; often nothing.

    Where a turn goes on after the move, `best` is the best way to do so.
    """
    found = place.game.accounts().changes(place.state)
    lines = {line[0]: line for line in found}
    sources = list(next(iter(found.values()), ()))
    for name, action in actions.items() if found else ():
        line = lines.get(action)
        row: dict[str, Any] = {"move": name}
        if any(len(line) > 1 for line in found):
            row[BEST] = line and _turn_text(place, line)
        yield row | (found[line] if line else dict.fromkeys(sources))


def _turn_text(place: Position, turn: tuple[int, ...]) -> str:
    """A whole turn, even where a card is turned up in the middle of it."""
    words = line_text(place.game, place.state, turn).split()
    return place.game.notation().JOINT.join(words)


def _cell(value: str | int | None, signed: bool) -> str:
    """A value as the tables show it: for reading, with a sign."""
    if value is None:
        return UNKNOWN if signed else ""
    return f"{value:+d}" if signed and isinstance(value, int) and value else str(value)


def _print_columns(screen: Screen, names: list[str]) -> None:
    from rich.columns import Columns

    screen.show(Columns(names, padding=(0, 2)))
