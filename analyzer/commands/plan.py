"""`azulyst plan`: how many games a question needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.console import Screen, print_json
from analyzer.exits import UserError
from analyzer.options import (
    NoColor,
    Quiet,
    TableForm,
    TableFormat,
    path_to_write,
    real_number,
    whole_number,
)
from analyzer.tabular import print_rows

if TYPE_CHECKING:
    from reports.planning import Assumptions, Plan, SprtPlan
    from reports.sprt import Sprt

MOST_ELO = 1000
LEAST_APART = 0.01  # Elo points of a sequential test
MOST_GAMES = 10**12
QUESTIONS = "--elo, --share, --half-width, --games or --sprt"
TABLES = {2: "two", 3: "three", 4: "four"}

HEADINGS = {
    "blocks": "deals",
    "share": "share %",
    "elo": "Elo",
    "half_width": "± %",
    "accepts_elo1": "accepts the higher",
}

Row = dict[str, float | int]


@dataclass(frozen=True)
class Question:
    """What is asked; exactly one thing, but an expected result with a half width."""

    elo: float | None
    share: float | None
    half_width: float | None
    games: int | None
    sprt: Sprt | None
    power: float | None
    confidence: float | None

    @property
    def name(self) -> str:
        """What the rows of the answer are about."""
        if self.half_width is not None:
            return "half-width"
        if self.games is not None:
            return "games"
        return "detect" if self.sprt is None else "sprt"


def parse_sprt(text: str) -> Sprt:
    """The test of `ELO0,ELO1` or `ELO0,ELO1,ALPHA,BETA`; BadParameter otherwise."""
    from reports.sprt import Sprt

    parts = str(text).split(",")
    if len(parts) not in (2, 4):
        raise typer.BadParameter(
            f"'{text}' is no pair of Elo differences, such as 0,10"
        )
    elo0, elo1 = (real_number(-MOST_ELO, MOST_ELO)(part.strip()) for part in parts[:2])
    errors = [real_number(0, 1, ends=False)(part.strip()) for part in parts[2:]]
    if 0 < elo1 - elo0 < LEAST_APART:
        raise typer.BadParameter(f"{elo0:g} and {elo1:g} are too near to each other")
    try:
        return Sprt(elo0, elo1, *errors) if errors else Sprt(elo0, elo1)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


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
        parser=real_number(0.001, 0.999),
        help="The expected share of the win, such as 0.53: games to detect it.",
    ),
]
HalfWidth = Annotated[
    float | None,
    typer.Option(
        metavar="W",
        show_default=False,
        parser=real_number(0.00001, 0.499),
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
        parser=real_number(0.5, 0.9999),
        help="The chance to detect the difference; default 0.8.",
    ),
]
Confidence = Annotated[
    float | None,
    typer.Option(
        metavar="C",
        show_default=False,
        parser=real_number(0.5, 0.9999),
        help="The confidence of the interval; default 0.95.",
    ),
]
Ties = Annotated[
    float | None,
    typer.Option(
        metavar="T",
        show_default=False,
        parser=real_number(0, 0.99),
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

    Every deal is played in as many games as there are seats. Numbers may be written as
    parts or in percent: 0.05 or 5%.
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
        print_json(_object(question, assumed, rows))
        return
    show = _exact if form is TableFormat.CSV else _shown
    cells = [[show(name, value) for name, value in row.items()] for row in rows]
    names = list(rows[0])
    print_rows(
        screen, form, names if form is TableFormat.CSV else _headings(names), cells
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
    from analyzer.simulation.tables import read_games
    from reports.observed import COLUMNS, observed_assumptions

    try:
        return observed_assumptions(read_games(source, COLUMNS))
    except ValueError as error:
        raise UserError(f"can't plan from '{source}': {error}") from None


def answer(question: Question, assumed: Assumptions) -> list[Row]:
    """A row for each answer; ValueError where there is none."""
    from reports import planning

    if question.sprt is not None:
        return _sprt_rows(question.sprt, assumed)
    share, elo = question.share, question.elo
    power, sure = _levels(question)
    if question.games is not None:
        blocks = -(-question.games // assumed.games_per_block)
        found = planning.detectable_share(blocks, power, sure, assumed)
        width = planning.expected_half_width(blocks, None, None, sure, assumed)
        return [{**_size(found), "half_width": width, **_strength(found)}]
    if question.half_width is not None:
        width = question.half_width
        found = planning.games_for_half_width(width, share, elo, sure, assumed)
        return [{"half_width": width, **_strength(found), **_size(found)}]
    found = planning.games_to_detect(share, elo, power, sure, assumed)
    return [{**_strength(found), **_size(found)}]


def _levels(question: Question) -> tuple[float, float]:
    """(power, confidence), the usual ones unless said otherwise."""
    from reports.intervals import CONFIDENCE
    from reports.planning import POWER

    return (
        POWER if question.power is None else question.power,
        CONFIDENCE if question.confidence is None else question.confidence,
    )


def _sprt_rows(test: Sprt, assumed: Assumptions) -> list[Row]:
    """At both hypotheses and in the middle."""
    from reports.planning import sprt_length

    rows: list[Row] = []
    for elo in (test.elo0, (test.elo0 + test.elo1) / 2, test.elo1):
        found = sprt_length(test, elo, assumed)
        rows.append({"elo": elo, **_size(found), "accepts_elo1": found.accepts_elo1})
    return rows


def _size(found: Plan | SprtPlan) -> Row:
    return {"games": found.games, "blocks": found.blocks}


def _strength(found: Plan) -> Row:
    return {"share": found.share, "elo": found.elo}


def sentence(question: Question, assumed: Assumptions) -> str:
    """What the figures are and what they rest on."""
    power, confidence = _levels(question)
    level = f"{100 * confidence:g} % confidence"
    sure = f"power {100 * power:g} %, {level}"
    first = {
        "detect": f"Games to detect the difference: {sure}.",
        "half-width": f"Games for an interval of so many ±: {level}.",
        "games": f"The smallest difference that so many games detect: {sure}.",
        "sprt": "Mean length of the test, and its chance to accept the higher"
        " hypothesis, where the true difference is so many Elo points.",
    }[question.name]
    return (
        f"{first} Assumed: tables of {TABLES[assumed.seats]},"
        f" {100 * assumed.tie_rate:.3g} % of the games tied, correlation"
        f" {assumed.correlation:.3g} between the {assumed.games_per_block} games of a"
        " deal."
    )


def _object(
    question: Question, assumed: Assumptions, rows: Sequence[Row]
) -> Mapping[str, Any]:
    found = {
        "schema": 1,
        "question": question.name,
        "seats": assumed.seats,
        "games_per_block": assumed.games_per_block,
        "ties": assumed.tie_rate,
        "correlation": assumed.correlation,
    }
    if question.sprt is not None:
        found |= {"alpha": question.sprt.alpha, "beta": question.sprt.beta}
    else:
        power, confidence = _levels(question)
        found["confidence"] = confidence
        if question.half_width is None:
            found["power"] = power
    return {**found, "rows": rows}


def _headings(names: Sequence[str]) -> list[str]:
    return [HEADINGS.get(name, name) for name in names]


def _exact(_: str, value: float) -> str:
    return f"{value}"


def _shown(name: str, value: float) -> str:
    if name in ("games", "blocks"):
        return f"{round(value):,}".replace(",", " ")
    if name == "elo":
        return f"{value + 0.0:+.1f}"
    if name == "accepts_elo1":
        return f"{100 * value:.1f} %"
    return f"{100 * value:.3g}" if name == "half_width" else f"{100 * value:.2f}"
