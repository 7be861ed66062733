"""`azulyst show`: a position as a drawing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.console import Screen
from analyzer.games import GameEntry
from analyzer.options import (
    DrawingFormat,
    NoColor,
    PositionWords,
    Quiet,
    TableFormat,
    TextFormat,
    one_of,
    path_to_write,
    values,
)
from analyzer.output import write_picture
from analyzer.positions import read_position
from analyzer.results import player_accounts, print_position
from analyzer.tabular import print_rows
from analyzer.translated import Lang, Language
from language import speak, tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engines.protocol import State

PICTURES = (".svg", ".png")
Form = Annotated[
    DrawingFormat,
    typer.Option(
        "--format",
        metavar=values(DrawingFormat),
        parser=one_of(DrawingFormat),
        help="The form of the result.",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="FILE",
        show_default=False,
        parser=path_to_write,
        help="Write a picture instead: FILE.svg or FILE.png.",
    ),
]
Score = Annotated[
    bool,
    typer.Option(
        "--score", help="Add the players' points by source, as if the game ended now."
    ),
]


def show(
    position: PositionWords,
    form: Form = DrawingFormat.DRAWING,
    score: Score = False,
    out: Out = None,
    lang: Lang = Language.EN,
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Draw the position in the terminal, or as a picture."""
    speak(lang)
    if out is not None:
        _check_picture(out, form)
    if score and (out is not None or form is DrawingFormat.TEXT):
        raise typer.BadParameter(
            tr("it goes with a drawing in the terminal or --format json"),
            param_hint="'--score'",
        )
    game, state, warnings = read_position(position)
    screen = Screen(quiet, no_color)
    screen.warn(*warnings)
    if out is not None:
        screen.warn_of_font()
        write_picture(game.notation().to_fields(state), out)
        screen.note(tr("wrote {path}", path=out))
    elif form is DrawingFormat.DRAWING:
        _draw(screen, game.notation().to_fields(state))
        if score:
            _print_scores(screen, game, state)
    else:
        print_position(game, state, TextFormat(form.value), accounts=score)


def _check_picture(out: Path, form: DrawingFormat) -> None:
    """BadParameter unless the file can be a picture and no other form is asked for."""
    if out.suffix.lower() not in PICTURES:
        raise typer.BadParameter(
            tr("'{out}' is no picture; end the name in .svg or .png", out=out),
            param_hint="'--out'",
        )
    if form is not DrawingFormat.DRAWING:
        raise typer.BadParameter(
            tr(
                "a picture has no format {form}; give --out or --format, not both",
                form=form,
            ),
            param_hint="'--format'",
        )


def _draw(screen: Screen, fields: Mapping[str, object]) -> None:
    from reports import boards

    screen.show(boards.terminal(fields))


def _print_scores(screen: Screen, game: GameEntry, state: State) -> None:
    """The points of every player by source, under the drawing."""
    from reports.wording import source_name

    accounts = player_accounts(game, state)
    rows = [
        [str(player), *map(str, points.values())]
        for player, points in enumerate(accounts, 1)
    ]
    print()
    sources = map(source_name, accounts[0])
    print_rows(screen, TableFormat.TABLE, [tr("player"), *sources], rows)
