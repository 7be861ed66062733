"""`azulyst bench`: how fast it is here, and whether it behaves as before."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.console import Screen, print_json
from analyzer.games import GAMES, GameEntry, variants
from analyzer.options import (
    NoColor,
    Quiet,
    ReportForm,
    ReportFormat,
    TableFormat,
    parse_duration,
)
from analyzer.tabular import print_rows

if TYPE_CHECKING:
    from engines.protocol import State

QUICK_SECONDS = 0.05
HEADINGS = ("what", "game", "players", "options", "policy", "per second")

Seconds = Annotated[
    float,
    typer.Option(
        metavar="TIME", parser=parse_duration, help="Time for each measurement."
    ),
]
Quick = Annotated[
    bool, typer.Option("--quick", help="A rough measurement in a few seconds.")
]

Rate = dict[str, Any]


def bench(
    seconds: Seconds = "1s",  # type: ignore[assignment] # parse_duration reads it
    quick: Quick = False,
    form: ReportForm = ReportFormat.TABLE,
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Measure games and searches on one thread.

    The signature is a number that changes when rules, policies or searches behave
    differently, and does not depend on the machine's speed.
    """
    screen = Screen(quiet, no_color)
    rates = []
    for game in GAMES.values():
        for rate in _rates(screen, game, QUICK_SECONDS if quick else seconds):
            rates.append(rate)
    result = {"schema": 1, "signature": _signature(screen), "rates": rates}
    if form is ReportFormat.JSON:
        print_json(result)
        return
    print_rows(screen, TableFormat.TABLE, HEADINGS, [_row(rate) for rate in rates])
    print(f"signature {result['signature']}")


def _rates(screen: Screen, game: GameEntry, seconds: float) -> Iterator[Rate]:
    """Games of every policy and variant, then searches of the first variant."""
    from search import benchmark

    rules, notation = game.rules(), game.notation()
    for (players, options), name in product(variants(game), game.policies):
        screen.note(f"measuring {game.name}: {name} games, {players} players")
        policy, start = game.policy(name), notation.new(players, options)
        what = "random-games" if name == "uniform" else f"{name}-games"
        speed = benchmark.games_per_second(rules, policy, start, seconds)
        yield _rate(what, game, players, options, name, speed)
    players, options = variants(game)[0]
    root = benchmark.opening(rules, notation.new(players, options))
    settings = game.search_settings()
    for name in game.policies:
        screen.note(f"measuring {game.name}: mcts, {name} playouts, {players} players")
        pace = benchmark.search_rate(rules, game.policy(name), root, seconds, settings)
        for what, speed in zip(("mcts-simulations", "mcts-nodes"), pace, strict=True):
            yield _rate(what, game, players, options, name, speed)


def _rate(
    what: str,
    game: GameEntry,
    players: int,
    options: dict[str, str],
    policy: str,
    per_second: float,
) -> Rate:
    return {
        "what": what,
        "game": game.name,
        "players": players,
        "options": options,
        "policy": policy,
        "per_second": float(f"{per_second:.4g}"),
    }


def _row(rate: Rate) -> list[str]:
    options = " ".join(f"{key}={value}" for key, value in rate["options"].items())
    speed = f"{rate['per_second']:,.0f}"
    words = (rate["what"], rate["game"], str(rate["players"]), options, rate["policy"])
    return [*words, speed]


def _signature(screen: Screen) -> int:
    """One number for the behaviour of all games, policies and searches."""
    from search import benchmark

    crc = 0
    for game in GAMES.values():
        screen.note(f"computing the signature of {game.name}")
        policies = [game.policy(name) for name in game.policies]
        settings = game.search_settings()
        crc = benchmark.signature(game.rules(), policies, _starts(game), settings, crc)
    return crc


def _starts(game: GameEntry) -> Iterator[State]:
    """New games of every number of players with every choice of options."""
    notation = game.notation()
    keys = list(notation.OPTIONS)
    for players in notation.PLAYERS:
        for values in product(*notation.OPTIONS.values()):
            yield notation.new(players, dict(zip(keys, values, strict=True)))
