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
        help="A move such as 3B4 or 2:E1, or a whole turn; may be repeated.",
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
        metavar="DRAWN",
        show_default=False,
        help="What was drawn when a deal fell due, such as BBKW,RRYY,... or the card"
        " R4b; may be repeated, used in order.",
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
    turns = [turn for option in moves or () for turn in _turns(game, option)]
    state = _played(game, state, turns, dealer)
    dealer.check_all_used()
    print_position(game, state, form)


def _turns(game: GameEntry, text: str) -> list[str]:
    """The moves of a text, each with the words that go on with its turn.

    Where a chance event may fall into a turn, its decisions stand alone.
    """
    joint = game.notation().JOINT
    if not text.strip():
        raise UserError("a --move is empty; give a move such as 3B4, or leave it out")
    turns: list[str] = []
    for word in text.split():
        if joint.strip() and all(parts := word.split(joint)):
            turns += parts
        elif turns and word.startswith(game.notation().FOLLOWING):
            turns[-1] += f" {word}"
        else:
            turns.append(word)
    return turns


def _played(game: GameEntry, state: State, turns: list[str], dealer: Dealer) -> State:
    """The state after the turns and the deals between them."""
    rules, notation = game.rules(), game.notation()
    state = dealer.settle(state)
    for turn in turns:
        if rules.chance_due(state):
            raise UserError(
                f"a deal is due before the move {turn}; give --seed N to draw it or"
                " --deal DRAWN to say what was drawn"
            )
        for action in notation.parse_turn(turn, state):
            rules.play(state, action)
        state = dealer.settle(state)
    return state
