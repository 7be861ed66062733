"""`azulyst moves`: the legal moves of a position."""

from __future__ import annotations

from analyzer.console import Screen, print_json
from analyzer.options import NoColor, PositionWords, Quiet, TableForm, TableFormat
from analyzer.positions import read_position
from analyzer.results import legal_moves
from analyzer.tabular import print_rows


def moves(
    position: PositionWords,
    form: TableForm = TableFormat.TABLE,
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """List the legal moves, none if a deal is due or the game is over."""
    game, state, warnings = read_position(position)
    screen = Screen(quiet, no_color)
    screen.warn(*warnings)
    names = list(legal_moves(game, state))
    if form is TableFormat.JSON:
        print_json(
            {
                "schema": 1,
                "position": game.notation().format(state),
                "player": int(game.rules().current_player(state)) + 1,
                "moves": names,
            }
        )
    elif form is TableFormat.TABLE:
        _print_columns(screen, names)
    else:
        print_rows(screen, form, ["move"], [[name] for name in names])


def _print_columns(screen: Screen, names: list[str]) -> None:
    from rich.columns import Columns

    screen.show(Columns(names, padding=(0, 2)))
