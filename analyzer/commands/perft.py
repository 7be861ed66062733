"""`azulyst perft`: how many sequences of moves there are."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.chance import deal_from_seed
from analyzer.console import Screen, print_json
from analyzer.exits import UserError
from analyzer.games import GameEntry
from analyzer.interrupts import end_on_interrupt
from analyzer.options import (
    NoColor,
    PositionWords,
    Quiet,
    ReportForm,
    ReportFormat,
    Seed,
    TableFormat,
    one_of,
    values,
    whole_number,
)
from analyzer.positions import Position, read_position
from analyzer.progress import compiling
from analyzer.results import legal_moves
from analyzer.tabular import print_rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from engines.protocol import State

    Count = Callable[[State, int], int]

MOST_DEPTH = 1000


class Chance(StrEnum):
    """What becomes of chance on the way: dealt from the seed, or all there is."""

    SEED = "seed"
    ENUMERATE = "enumerate"


Depth = Annotated[
    int,
    typer.Option(
        metavar="N",
        show_default=False,
        parser=whole_number(0, MOST_DEPTH),
        help="Number of decisions in a row.",
    ),
]
Divide = Annotated[bool, typer.Option("--divide", help="Count each move's share.")]
ChanceOption = Annotated[
    Chance,
    typer.Option(
        "--chance",
        metavar=values(Chance),
        parser=one_of(Chance),
        help="Deal from the seed, or count every way that a deal can turn out.",
    ),
]


def perft(
    position: PositionWords,
    depth: Depth,
    divide: Divide = False,
    chance: ChanceOption = Chance.SEED,
    seed: Seed = 0,
    form: ReportForm = ReportFormat.TABLE,
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Count the sequences of exactly N decisions, to compare rules with rules.

    Deals on the way are drawn from the seed, or with --chance enumerate branch like
    moves; games that end early don't count.
    """
    screen = Screen(quiet, no_color)
    place = read_position(position)
    screen.warn(*place.warnings)
    source = seed if chance is Chance.SEED else None
    count = _counter(screen, place, source)
    result: dict[str, object] = {
        "schema": 1,
        "position": place.game.notation().format(place.state),
        "depth": depth,
        "chance": chance.value,
        "seed": source,
    }
    shares: dict[str, int] = {}
    if divide and depth > 0:
        _settle(place, source)
        shares = _shares(place, count, depth)
        result["count"] = sum(shares.values())
    else:
        result["count"] = count(place.state, depth)
    if divide:
        result["divide"] = shares
    _print(screen, form, result, shares)


def _counter(screen: Screen, place: Position, seed: int | None) -> Count:
    """Counts sequences from a state, to a depth; Ctrl-C ends it at once.

    Chance is dealt from the seed, if there is one, else every outcome is counted.
    """
    from search.perft import UnlistedError

    count = _count(place.game, seed)
    dealt = place.state.copy()
    with compiling(screen.note):
        deal_from_seed(place.game, dealt, 0)
        count(dealt, 1)

    def interruptible(state: State, depth: int) -> int:
        try:
            with end_on_interrupt():
                return count(state, depth)
        except UnlistedError:
            raise UserError(
                "a deal on the way can turn out in too many ways to list; leave out"
                " --chance enumerate"
            ) from None

    return interruptible


def _count(game: GameEntry, seed: int | None) -> Count:
    from search import perft

    if seed is None:
        return perft.count_all(game.rules())
    count = perft.count(game.rules())
    return lambda state, depth: count(state, depth, seed)


def _settle(place: Position, seed: int | None) -> None:
    """A decision is due, unless the game is over."""
    if seed is not None:
        deal_from_seed(place.game, place.state, seed)
    elif place.game.rules().chance_due(place.state):
        raise UserError(
            "a deal is due, so there are no moves to divide by; give the position after"
            " it, or leave out --divide or --chance enumerate"
        )


def _shares(place: Position, count: Count, depth: int) -> dict[str, int]:
    """The number of sequences that begin with each legal move."""
    shares = {}
    for name, action in legal_moves(place.game, place.state).items():
        state = place.state.copy()
        place.game.rules().play(state, action)
        shares[name] = count(state, depth - 1)
    return shares


def _print(
    screen: Screen,
    form: ReportFormat,
    result: dict[str, object],
    shares: dict[str, int],
) -> None:
    if form is ReportFormat.JSON:
        print_json(result)
        return
    if shares:
        rows = [[name, str(n)] for name, n in shares.items()]
        print_rows(screen, TableFormat.TABLE, ["move", "sequences"], rows)
    print(f"depth {result['depth']}: {result['count']}")
