"""`azulyst sequence`: the best way for one player to place, opponents aside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.console import Screen, print_json
from analyzer.exits import ExitCode, UserError
from analyzer.games import GAMES
from analyzer.interrupts import STOPPING, Stop, stop_on_interrupt
from analyzer.options import (
    NoColor,
    PositionWords,
    Quiet,
    ReportForm,
    ReportFormat,
    TableFormat,
    parse_duration,
    parse_memory,
    whole_number,
)
from analyzer.positions import Position, read_position
from analyzer.progress import search_progress
from analyzer.tabular import print_rows

if TYPE_CHECKING:
    from analyzer.games import Alone
    from engines.protocol import State
    from search.batches import Progress
    from search.solitaire import Sequence

Player = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        show_default=False,
        parser=whole_number(1, 4),
        help="Whose tiles to place; default the player in turn.",
    ),
]
Time = Annotated[
    float,
    typer.Option(metavar="TIME", parser=parse_duration, help="Search no longer."),
]
Memory = Annotated[
    int,
    typer.Option(
        metavar="SIZE",
        parser=parse_memory,
        help="What the table of positions may take: 500M, 2G.",
    ),
]


def sequence(
    position: PositionWords,
    player: Player = None,
    time: Time = "10s",  # type: ignore[assignment] # parse_duration reads it
    memory: Memory = "256M",  # type: ignore[assignment] # parse_memory reads it
    form: ReportForm = ReportFormat.TABLE,
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Find the best way for one player to place his tiles, opponents aside.

    In Summer Pavilion's placing phase: the most points for good, of tiles laid, less
    tiles not kept, with the end's points for stars and numbers that get complete; of
    equals, with most tiles kept. Bonus tiles come from the supply as it lies now, which
    nobody else takes from and nothing is added to. The answer is proven.
    """
    screen = Screen(quiet, no_color)
    place = read_position(position)
    screen.warn(*place.warnings)
    seat = _seat(place, player)
    game = _solitaire(place, seat)
    root = game.alone(place.state, seat)
    with stop_on_interrupt(screen.note) as stop:
        found = _search(screen, place, game, root, time, memory, stop)
    result = _result(place, game, root, seat, found)
    if form is ReportFormat.JSON:
        print_json(result)
        return
    rows = [
        [str(number), turn["move"], f"{turn['points']:+d}"]
        for number, turn in enumerate(result["turns"], 1)
    ]
    print_rows(screen, TableFormat.TABLE, ["turn", "move", "points"], rows)
    print(_sentence(result))


def _seat(place: Position, player: int | None) -> int:
    """The player asked for, from 0; BadParameter if there is no such player."""
    rules = place.game.rules()
    players = int(rules.player_count(place.state))
    if player is None:
        return int(rules.current_player(place.state))
    if player > players:
        raise typer.BadParameter(
            f"there are {players} players", param_hint="'--player'"
        )
    return player - 1


def _solitaire(place: Position, seat: int) -> Alone:
    """The game for one; UserError where a player has no part of his own to play."""
    game = place.game.solitaire_module()
    if game is None:
        names = ", ".join(name for name, entry in GAMES.items() if entry.solitaire)
        raise UserError(
            f"sequence is for {names}; 'azulyst analyze POSITION' is for every game"
        )
    if why := game.why_not(place.state, seat):
        raise UserError(f"there is nothing to place: {why}")
    return game


def _search(
    screen: Screen,
    place: Position,
    game: Alone,
    root: State,
    seconds: float,
    memory: int,
    stop: Stop,
) -> Sequence:
    """The best sequence; UserError if the time does not suffice."""
    from search.batches import Budget
    from search.exact import NotSolvedError
    from search.solitaire import best_sequence

    with search_progress(screen) as show:

        def progress(done: Progress) -> None:
            stop.answer = STOPPING
            show(done)

        try:
            return best_sequence(
                game,
                place.game.policy(next(iter(place.game.policies))),
                root,
                Budget(seconds=seconds),
                memory=memory,
                progress=progress,
                should_stop=stop.asked,
            )
        except NotSolvedError:
            if stop.asked():
                message = "interrupted before the best sequence was found"
                raise UserError(message, ExitCode.INTERRUPTED) from None
            raise UserError(
                f"no best sequence was proven within {seconds:g} s; give more --time"
            ) from None


def _result(
    place: Position, game: Alone, root: State, seat: int, found: Sequence
) -> dict[str, Any]:
    """The answer as an object; players count from 1, moves are texts."""
    notation, state = place.game.notation(), root.copy()
    turns, words = list[dict[str, Any]](), list[str]()
    account = game.account(root, ())
    for number, action in enumerate(found.actions, 1):
        words.append(notation.format_move(action, state))
        game.play(state, action)
        if game.is_over(state) or not game.is_mid_turn(state):
            after = game.account(root, found.actions[:number])
            points = after["total"] - account["total"]
            turns.append({"move": " ".join(words), "points": points})
            words, account = [], after
    return {
        "schema": 1,
        "game": place.game.name,
        "position": notation.format(place.state),
        "player": seat + 1,
        "opponents": "aside",
        "proven": True,
        "positions": found.positions,
        "seconds": round(found.seconds, 3),
        **account,
        "turns": turns,
    }


def _sentence(result: dict[str, Any]) -> str:
    """The points and where they come from, and what becomes of the tiles left."""
    parts = [f"{result['placed']} for tiles laid"]
    for source in ("stars", "numbers"):
        if result[source]:
            parts.append(f"{result[source]} at the end for {source}")
    if result["lost"]:
        parts.append(f"-{result['lost']} for tiles not kept")
    left = f"{result['kept']} of {result['left']} tiles left are kept"
    if not result["left"]:
        left = "no tile is left"
    return (
        f"Player {result['player']} gets {result['total']} points, opponents aside"
        f" (proven): {', '.join(parts)}; {left}."
    )
