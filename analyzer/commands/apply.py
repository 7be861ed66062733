"""`azulyst apply`: the position after some moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.chance import Dealer
from analyzer.console import Screen
from analyzer.exits import UserError
from analyzer.games import GameEntry
from analyzer.options import (
    PositionWords,
    Quiet,
    TextForm,
    TextFormat,
    whole_number,
)
from analyzer.positions import read_position
from analyzer.results import print_position

if TYPE_CHECKING:
    from engines.protocol import State

Move = Annotated[
    list[str] | None,
    typer.Option(
        "--move",
        metavar="MOVE",
        show_default=False,
        help="A move, such as 3B4; may be repeated.",
    ),
]
DealSeed = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        show_default=False,
        parser=whole_number(0),
        help="Deal what falls due from this seed.",
    ),
]
Deal = Annotated[
    list[str] | None,
    typer.Option(
        "--deal",
        metavar="TILES",
        show_default=False,
        help="What was drawn when a deal fell due, such as BBKW,RRYY,...; may be"
        " repeated, used in order.",
    ),
]


def apply(
    position: PositionWords,
    moves: Move = None,
    seed: DealSeed = None,
    deals: Deal = None,
    form: TextForm = TextFormat.TEXT,
    quiet: Quiet = False,
) -> None:
    """Print the position after the moves.

    A deal that falls due stays open unless --seed or --deal says what is drawn.
    """
    if seed is not None and deals:
        raise typer.BadParameter(
            "give --seed or --deal, not both", param_hint="'--deal'"
        )
    game, state, warnings = read_position(position)
    Screen(quiet).warn(*warnings)
    dealer = Dealer(game, seed, deals or ())
    words = [word for option in moves or () for word in option.split()]
    state = _played(game, state, words, dealer)
    dealer.check_all_used()
    print_position(game, state, form)


def _played(game: GameEntry, state: State, moves: list[str], dealer: Dealer) -> State:
    """The state after the moves and the deals between them."""
    rules, notation = game.rules(), game.notation()
    state = dealer.settle(state)
    for move in moves:
        if rules.chance_due(state):
            raise UserError(
                f"a deal is due before the move {move}; give --seed N to draw it or"
                " --deal TILES to say what was drawn"
            )
        rules.play(state, notation.parse_move(move, state))
        state = dealer.settle(state)
    return state
