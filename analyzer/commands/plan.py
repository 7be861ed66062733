"""`azulyst plan`: how many games a question needs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.console import Screen, print_json
from analyzer.exits import UserError
from analyzer.options import (
    MOST_ELO,
    NoColor,
    Quiet,
    TableForm,
    TableFormat,
    parse_sprt,
    path_to_write,
    real_number,
    whole_number,
)
from analyzer.planning import (
    Question,
    answer,
    exact,
    headings,
    plan_object,
    sentence,
    shown,
)
from analyzer.tabular import print_rows

if TYPE_CHECKING:
    from reports.planning import Assumptions

MOST_GAMES = 10**12
QUESTIONS = "--elo, --share, --half-width, --games or --sprt"


Elo = Annotated[
    float | None,
    typer.Option(
        metavar="D",
        show_default=False,
        parser=real_number(-MOST_ELO, MOST_ELO),
        help="The expected difference in Elo points: games to detect it.",
    ),
]
Share = Annotated[
    float | None,
    typer.Option(
        metavar="S",
        show_default=False,
        parser=real_number(0.001, 0.999, percent=True),
        help="The expected share of the win, such as 0.53: games to detect it.",
    ),
]
HalfWidth = Annotated[
    float | None,
    typer.Option(
        metavar="W",
        show_default=False,
        parser=real_number(0.00001, 0.499, percent=True),
        help="Games for an interval of the share of ± W, such as 0.01; with --elo or"
        " --share at that result, else between equal players.",
    ),
]
GamesOption = Annotated[
    int | None,
    typer.Option(
        "--games",
        metavar="N",
        show_default=False,
        parser=whole_number(1, MOST_GAMES),
        help="What so many games can detect, and how wide the interval will be.",
    ),
]
SprtOption = Annotated[
    Any,
    typer.Option(
        "--sprt",
        metavar="ELO0,ELO1",
        show_default=False,
        parser=parse_sprt,
        help="Games of a sequential test of ELO0 against ELO1; ,ALPHA,BETA may follow,"
        " the chances of both errors, 0.05 each unless said otherwise.",
    ),
]
Power = Annotated[
    float | None,
    typer.Option(
        metavar="P",
        show_default=False,
        parser=real_number(0.5, 0.9999, percent=True),
        help="The chance to detect the difference; default 0.8.",
    ),
]
Confidence = Annotated[
    float | None,
    typer.Option(
        metavar="C",
        show_default=False,
        parser=real_number(0.5, 0.9999, percent=True),
        help="The confidence of the interval; default 0.95.",
    ),
]
Ties = Annotated[
    float | None,
    typer.Option(
        metavar="T",
        show_default=False,
        parser=real_number(0, 0.99, percent=True),
        help="The part of games that two players win together; default 0, or as in"
        " --from.",
    ),
]
Correlation = Annotated[
    float | None,
    typer.Option(
        metavar="R",
        show_default=False,
        parser=real_number(-0.9999, 0.9999),
        help="The correlation of the results of two games with one deal, below 0 where"
        " the deal decides; default 0, or as in --from.",
    ),
]
Seats = Annotated[
    int | None,
    typer.Option(
        metavar="2|3|4",
        show_default=False,
        parser=whole_number(2, 4),
        help="Players at a table; default 2, or as in --from.",
    ),
]
From = Annotated[
    Path | None,
    typer.Option(
        "--from",
        metavar="DIR",
        show_default=False,
        parser=path_to_write,
        help="A folder of 'azulyst simulate --out' to take ties, correlation and seats"
        " from.",
    ),
]


def plan(
    elo: Elo = None,
    share: Share = None,
    half_width: HalfWidth = None,
    games: GamesOption = None,
    sprt: SprtOption = None,
    power: Power = None,
    confidence: Confidence = None,
    ties: Ties = None,
    correlation: Correlation = None,
    seats: Seats = None,
    source: From = None,
    form: TableForm = TableFormat.TABLE,
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Say how many games a question needs, before they are played.

    Every deal is played in as many games as there are seats. Parts may be written
    in percent: 0.05 or 5%.
    """
    screen = Screen(quiet, no_color)
    question = Question(elo, share, half_width, games, sprt, power, confidence)
    _check(question, seats)
    assumed = _assumptions(ties, correlation, seats, source)
    try:
        rows = answer(question, assumed)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    if form is TableFormat.JSON:
        print_json(plan_object(question, assumed, rows))
        return
    show = exact if form is TableFormat.CSV else shown
    cells = [[show(name, value) for name, value in row.items()] for row in rows]
    names = list(rows[0])
    print_rows(
        screen, form, names if form is TableFormat.CSV else headings(names), cells
    )
    if form is not TableFormat.CSV:
        print(f"\n{sentence(question, assumed)}")


def _check(question: Question, seats: int | None) -> None:
    """BadParameter unless one thing is asked, by options that go together."""
    expected = [question.elo is not None, question.share is not None]
    asked = [
        question.half_width is not None,
        question.games is not None,
        question.sprt is not None,
    ]
    if not any(expected + asked):
        raise typer.BadParameter(f"there is no question; give {QUESTIONS}")
    several = sum(expected) > 1 or sum(asked) > 1
    if several or (any(expected) and any(asked) and question.half_width is None):
        raise typer.BadParameter(
            f"that is more than one question; give {QUESTIONS}, and only with"
            " --half-width one of the first two as well"
        )
    _check_levels(question)
    if question.sprt is not None and seats not in (None, 2):
        raise typer.BadParameter(
            "a sequential test is for a table of two", param_hint="'--seats'"
        )


def _check_levels(question: Question) -> None:
    """BadParameter for a power or a confidence that would change nothing."""
    if question.power is not None and question.name in ("half-width", "sprt"):
        raise typer.BadParameter(
            "it is for --elo, --share and --games; leave it out",
            param_hint="'--power'",
        )
    if question.confidence is not None and question.sprt is not None:
        raise typer.BadParameter(
            "a sequential test has ALPHA and BETA instead; leave it out",
            param_hint="'--confidence'",
        )


def _assumptions(
    ties: float | None,
    correlation: float | None,
    seats: int | None,
    source: Path | None,
) -> Assumptions:
    """What is said or, for the rest, what the games of `source` have shown."""
    from reports.planning import Assumptions

    found = Assumptions() if source is None else _observed(source)
    if source is not None and seats not in (None, found.seats):
        raise typer.BadParameter(
            f"the games in '{source}' are at tables of {found.seats}",
            param_hint="'--seats'",
        )
    if source is None and seats is not None:
        found = Assumptions(0.0, 0.0, seats, seats)
    try:
        return Assumptions(
            found.tie_rate if ties is None else ties,
            found.correlation if correlation is None else correlation,
            found.games_per_block,
            found.seats,
        )
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def _observed(source: Path) -> Assumptions:
    from analyzer.reporting.games import read_table
    from analyzer.simulation.question import GAMES
    from reports.observed import COLUMNS, observed_assumptions

    games = read_table(source / GAMES, needed=COLUMNS).games
    try:
        return observed_assumptions(games)
    except ValueError as error:
        raise UserError(f"can't plan from '{source}': {error}") from None
