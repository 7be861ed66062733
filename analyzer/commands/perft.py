"""`azulyst perft`: how many sequences of moves there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.chance import deal_from_seed
from analyzer.console import Screen, print_json
from analyzer.interrupts import end_on_interrupt
from analyzer.options import (
    NoColor,
    PositionWords,
    Quiet,
    ReportForm,
    ReportFormat,
    Seed,
    TableFormat,
    whole_number,
)
from analyzer.positions import Position, read_position
from analyzer.progress import compiling
from analyzer.results import legal_moves
from analyzer.tabular import print_rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from engines.protocol import State

MOST_DEPTH = 1000
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


def perft(
    position: PositionWords,
    depth: Depth,
    divide: Divide = False,
    seed: Seed = 0,
    form: ReportForm = ReportFormat.TABLE,
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Count the sequences of exactly N decisions, to compare rules with rules.

    Deals on the way are drawn from the seed; games that end early don't count.
    """
    screen = Screen(quiet, no_color)
    place = read_position(position)
    screen.warn(*place.warnings)
    count = _counter(screen, place, seed)
    result: dict[str, object] = {
        "schema": 1,
        "position": place.game.notation().format(place.state),
        "depth": depth,
        "seed": seed,
    }
    shares: dict[str, int] = {}
    if divide and depth > 0:
        deal_from_seed(place.game, place.state, seed)
        shares = _shares(place, count, depth)
        result["count"] = sum(shares.values())
    else:
        result["count"] = count(place.state, depth)
    if divide:
        result["divide"] = shares
    _print(screen, form, result, shares)


def _counter(screen: Screen, place: Position, seed: int) -> Callable[[State, int], int]:
    """Counts sequences from a state, to a depth; Ctrl-C ends it at once."""
    from search import perft

    count = perft.count(place.game.rules())
    with compiling(screen.note):
        count(place.state, 1, seed)

    def interruptible(state: State, depth: int) -> int:
        with end_on_interrupt():
            return count(state, depth, seed)

    return interruptible


def _shares(
    place: Position, count: Callable[[State, int], int], depth: int
) -> dict[str, int]:
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
