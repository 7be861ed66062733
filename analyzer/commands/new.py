"""`azulyst new`: a start position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from analyzer.chance import deal_from_seed
from analyzer.games import find_game
from analyzer.options import GameName, Quiet, Seed, TextForm, TextFormat, whole_number
from analyzer.results import print_position
from language import tr

Players = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        show_default=False,
        parser=whole_number(1),
        help="Number of players; default the fewest.",
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        show_default=False,
        help="An option of the game, such as wall=grey; may be repeated.",
    ),
]
Undealt = Annotated[
    bool, typer.Option("--undealt", help="Stop before the first chance event.")
]


def new(
    game: GameName,
    players: Players = None,
    seed: Seed = 0,
    settings: Settings = None,
    undealt: Undealt = False,
    form: TextForm = TextFormat.TEXT,
    quiet: Quiet = False,  # noqa: ARG001 (nothing to say)
) -> None:
    """Print the start position of a new game, dealt from the seed."""
    entry = find_game(game)
    notation = entry.notation()
    count = notation.PLAYERS[0] if players is None else players
    state = notation.new(count, read_settings(settings or ()))
    if not undealt:
        deal_from_seed(entry, state, seed)
    print_position(entry, state, form)


def read_settings(words: Sequence[str]) -> dict[str, str]:
    """Options by name; BadParameter for what is no KEY=VALUE, or given twice."""
    options: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not (key and equals and value):
            raise typer.BadParameter(
                tr("'{word}' is no KEY=VALUE, such as wall=grey", word=word),
                param_hint="'--set'",
            )
        if key in options:
            raise typer.BadParameter(
                tr("{key} is given twice", key=key), param_hint="'--set'"
            )
        options[key] = value
    return options
