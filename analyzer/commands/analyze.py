"""`azulyst analyze`: the moves of a position, ranked."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from analyzer.analysis import verdict_sentence
from analyzer.console import Screen, print_json
from analyzer.exits import ExitCode, UserError
from analyzer.games import NET, NO_EVALUATOR
from analyzer.interrupts import stop_on_interrupt
from analyzer.options import (
    Confidence,
    NoColor,
    PositionWords,
    Quiet,
    Seed,
    TableForm,
    TableFormat,
    Until,
    UntilOption,
    jobs_option,
    one_of,
    parse_duration,
    parse_memory,
    path_to_write,
    values,
    whole_number,
)
from analyzer.output import open_folder, write_analysis
from analyzer.positions import Position, read_position
from analyzer.searching import (
    Request,
    SearchName,
    comparison,
    plan_in_words,
    reproducing_command,
    result_object,
    run_search,
)
from analyzer.translated import Lang, Language
from language import speak, tr
from language.counts import enumerated

DEFAULT_SECONDS = 5.0
MOST_SIMS = 10**12
MOST_ROWS = 10**6
MOST_DEPTH = 100


class Objective(StrEnum):
    """What the mover wants most."""

    WIN = "win"
    MARGIN = "margin"


Time = Annotated[
    float | None,
    typer.Option(
        metavar="TIME",
        show_default=False,
        parser=parse_duration,
        help="Search this long: 5s, 500ms, 2m; default 5s at most unless --sims is"
        " given.",
    ),
]
Sims = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        show_default=False,
        parser=whole_number(1, MOST_SIMS),
        help="Stop after so many simulations (expectimax and solver: positions); with"
        " --time, what comes first.",
    ),
]
Depth = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        show_default=False,
        parser=whole_number(1, MOST_DEPTH),
        help="Decisions that --search expectimax looks ahead, however long it takes"
        " without --time or --sims; default deeper and deeper.",
    ),
]
SearchOption = Annotated[
    SearchName,
    typer.Option(
        "--search",
        metavar=values(SearchName),
        parser=one_of(SearchName),
        help="The kind of search: mcts estimates, exact proves where the end is near"
        " and says so if it can't, expectimax looks so many decisions ahead, solver"
        " to the end of the round, auto picks what suits.",
    ),
]
PolicyName = Annotated[
    str | None,
    typer.Option(
        "--policy",
        metavar="NAME",
        show_default=False,
        help="Who plays the playouts; default the first that 'azulyst games' lists.",
    ),
]
EvaluatorName = Annotated[
    str | None,
    typer.Option(
        "--evaluator",
        metavar="NAME",
        show_default=False,
        help="What values positions at the ends of lines: none, for playouts and the"
        " policy, or one of the game's (see 'azulyst games'), net where there are nets"
        " for the set-up; default net if it is there and no --policy is given, else"
        " none, with expectimax and solver settled.",
    ),
]
NetFile = Annotated[
    Path | None,
    typer.Option(
        "--net",
        metavar="FILE.npz",
        show_default=False,
        help="Estimate by the nets of this file, such as 'azulyst train' writes;"
        " default those in the package.",
    ),
]
Top = Annotated[
    int,
    typer.Option(
        metavar="N", parser=whole_number(1, MOST_ROWS), help="Rows of the table."
    ),
]
Jobs = Annotated[
    int | None,
    jobs_option("Threads; default one a core. Expectimax and solver use one."),
]
Goal = Annotated[
    Objective,
    typer.Option(
        metavar=values(Objective),
        parser=one_of(Objective),
        help="Rank by win share or by points ahead; alone at the table, always by"
        " the score.",
    ),
]
Memory = Annotated[
    int,
    typer.Option(
        metavar="SIZE",
        parser=parse_memory,
        help="What all search trees together may take: 500M, 2G.",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="DIR",
        show_default=False,
        parser=path_to_write,
        help="Write there the page of the analysis, report.html, which also tells why"
        " the first move differs from the second; and the ranking, its chart, the"
        " board and how to repeat it.",
    ),
]
Force = Annotated[
    bool,
    typer.Option("--force", help="With --out: write into a folder that is in use."),
]


def analyze(
    context: typer.Context,
    position: PositionWords,
    time: Time = None,
    sims: Sims = None,
    search: SearchOption = SearchName.AUTO,
    depth: Depth = None,
    policy: PolicyName = None,
    evaluator: EvaluatorName = None,
    net: NetFile = None,
    top: Top = 10,
    jobs: Jobs = None,
    seed: Seed = 0,
    objective: Goal = Objective.WIN,
    memory: Memory = "1G",  # type: ignore[assignment] # parse_memory reads it
    until: UntilOption = None,
    confidence: Confidence = 0.95,
    form: TableForm = TableFormat.TABLE,
    out: Out = None,
    force: Force = False,
    lang: Lang = Language.EN,
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Rank the legal moves by win share, and say how sure that is.

    Near the end of a game the answer can be exact: proven, without any error.
    Ctrl-C ends the search; what is known by then is printed.
    """
    speak(lang)
    screen = Screen(quiet, no_color)
    if force and out is None:
        raise typer.BadParameter(
            tr("it is for the folder of --out; give --out too"), param_hint="'--force'"
        )
    if depth is not None and search is not SearchName.EXPECTIMAX:
        raise typer.BadParameter(
            tr("it is for --search expectimax; give that too"), param_hint="'--depth'"
        )
    place = _with_net(read_position(position), search, evaluator, net)
    if policy is not None and net is None:  # its playouts are asked for
        place = place._replace(game=replace(place.game, evaluator=NO_EVALUATOR))
    check_decision(place)
    unlimited = (time, sims, depth) == (None, None, None)
    seconds = DEFAULT_SECONDS if unlimited else time
    request = Request(
        search.value,
        seconds,
        sims,
        _policy(place, policy),
        _checked_evaluator(place, evaluator),
        None if net is None else str(net),
        jobs,
        seed,
        objective.value,
        memory,
        (until or (Until.DECIDED if unlimited else Until.BUDGET)).value,
        confidence,
        depth,
        top,
    )
    if out is not None:
        open_folder(out, force)
    screen.warn(*place.warnings)
    with stop_on_interrupt(screen.note) as stop:
        if search is SearchName.AUTO:
            screen.note(
                tr("search: {plan}", plan=plan_in_words(screen, place, request))
            )
        analysis = run_search(screen, place, request, stop)
        told = None if out is None else comparison(screen, place, request, analysis)
    result = result_object(place, request, analysis, told)
    screen.warn(*result["warnings"][len(place.warnings) :])
    print_ranking(screen, result, top, form)
    if out is not None:
        from analyzer.reporting.analyses import write_page

        screen.warn_of_font()
        run: dict[str, str | int] = {
            "seed": seed,
            "command": shlex.join(["azulyst", *context.obj]),
            "reproduce": shlex.join(reproducing_command(result, place, request)),
        }
        fields = place.game.notation().to_fields(place.state)
        for path in write_analysis(out, result, fields, run):
            screen.note(tr("wrote {path}", path=path))
        screen.note(tr("wrote {path}", path=write_page(out)))
    if analysis.interrupted:
        raise typer.Exit(ExitCode.INTERRUPTED)


def _with_net(
    place: Position, search: SearchName, evaluator: str | None, file: Path | None
) -> Position:
    """The position with the nets of a file; BadParameter or UserError if that fails."""
    if file is None:
        return place
    if search not in (SearchName.AUTO, SearchName.MCTS) or evaluator not in (None, NET):
        raise typer.BadParameter(
            tr("nets estimate for --search mcts with --evaluator net"),
            param_hint="'--net'",
        )
    from engines.net_files import NetFileError

    try:
        return place._replace(game=place.game.with_net(file))
    except NetFileError as error:
        raise UserError(str(error)) from error


def check_decision(place: Position) -> None:
    """UserError, saying what to do, if there is no move to choose in the position."""
    rules = place.game.rules()
    if rules.is_over(place.state):
        raise UserError(tr("there is nothing to analyze: the game is over"))
    if rules.chance_due(place.state):
        raise UserError(
            tr(
                "there is nothing to analyze: a deal is due; 'azulyst apply"
                " POSITION --deal DRAWN' or '--seed N' gives the position after"
                " it"
            )
        )


def _policy(place: Position, name: str | None) -> str:
    """The policy of that name, or the game's first; BadParameter if unknown."""
    known = list(place.game.policies)
    if name is not None and name not in known:
        raise typer.BadParameter(
            tr("'{text}' is not one of {names}", text=name, names=enumerated(known)),
            param_hint="'--policy'",
        )
    return name or known[0]


def _checked_evaluator(place: Position, name: str | None) -> str | None:
    """The name if there is such an evaluator, or none is given; else BadParameter."""
    known = ["none", *place.game.evaluators]
    if name is not None and name not in known:
        raise typer.BadParameter(
            tr("'{text}' is not one of {names}", text=name, names=enumerated(known)),
            param_hint="'--evaluator'",
        )
    return name


def print_ranking(
    screen: Screen, result: Mapping[str, Any], top: int, form: TableFormat
) -> None:
    """The ranking stands on standard output in the form asked for."""
    if form is TableFormat.JSON:
        print_json(result)
        return
    from reports.tables import ranking_csv, ranking_markdown, ranking_table

    if form is TableFormat.CSV:
        print(ranking_csv(result), end="")
    elif form is TableFormat.MARKDOWN:
        print(f"{ranking_markdown(result, top)}\n{verdict_sentence(result)}")
    else:
        screen.show(ranking_table(result, top))
        print(verdict_sentence(result))
