"""`azulyst analyze`: the moves of a position, ranked."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.analysis import INTERRUPTED, TIMED, analysis_object, verdict_sentence
from analyzer.comparing import comparison_object
from analyzer.console import Screen, print_json
from analyzer.exits import ExitCode, UserError
from analyzer.interrupts import STOPPING, Stop, stop_on_interrupt
from analyzer.options import (
    MOST_JOBS,
    Confidence,
    NoColor,
    PositionWords,
    Quiet,
    Seed,
    TableForm,
    TableFormat,
    Until,
    UntilOption,
    one_of,
    parse_duration,
    parse_memory,
    path_to_write,
    values,
    whole_number,
)
from analyzer.output import open_folder, write_analysis
from analyzer.positions import Position, read_position
from analyzer.progress import compiling, search_progress
from analyzer.translated import Lang, Language
from language import speak, tr
from language.counts import enumerated

if TYPE_CHECKING:
    from search.answers import Analysis
    from search.batches import Progress

DEFAULT_SECONDS = 5.0
MOST_SIMS = 10**12
MOST_ROWS = 10**6
MOST_DEPTH = 100


class SearchName(StrEnum):
    """The searches, and `auto`, which picks one."""

    AUTO = "auto"
    MCTS = "mcts"
    EXACT = "exact"
    EXPECTIMAX = "expectimax"
    SOLVER = "solver"


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
        " for the set-up; default none, with expectimax and solver settled.",
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
    typer.Option(
        metavar="N",
        show_default=False,
        parser=whole_number(1, MOST_JOBS),
        help="Threads; default one a core. Expectimax and solver use one.",
    ),
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


@dataclass(frozen=True)
class Request:
    """What is asked of the search."""

    search: str
    seconds: float | None
    sims: int | None
    policy: str
    evaluator: str | None
    jobs: int | None
    seed: int
    objective: str
    memory: int
    until: str
    confidence: float
    depth: int | None
    moves: int


def analyze(
    context: typer.Context,
    position: PositionWords,
    time: Time = None,
    sims: Sims = None,
    search: SearchOption = SearchName.AUTO,
    depth: Depth = None,
    policy: PolicyName = None,
    evaluator: EvaluatorName = None,
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
    place = read_position(position)
    check_decision(place)
    unlimited = (time, sims, depth) == (None, None, None)
    seconds = DEFAULT_SECONDS if unlimited else time
    request = Request(
        search.value,
        seconds,
        sims,
        _policy(place, policy),
        _checked_evaluator(place, evaluator),
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
            screen.note(tr("search: {plan}", plan=_pick(screen, place, request)))
        analysis = run_search(screen, place, request, stop)
        told = None if out is None else _comparison(screen, place, request, analysis)
    result = _result(place, request, analysis, told)
    screen.warn(*result["warnings"][len(place.warnings) :])
    print_ranking(screen, result, top, form)
    if out is not None:
        from analyzer.reporting.analyses import write_page

        screen.warn_of_font()
        run: dict[str, str | int] = {
            "seed": seed,
            "command": shlex.join(["azulyst", *context.obj]),
            "reproduce": shlex.join(reproducing_command(result, request)),
        }
        fields = place.game.notation().to_fields(place.state)
        for path in write_analysis(out, result, fields, run):
            screen.note(tr("wrote {path}", path=path))
        screen.note(tr("wrote {path}", path=write_page(out)))
    if analysis.interrupted:
        raise typer.Exit(ExitCode.INTERRUPTED)


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


def _pick(screen: Screen, place: Position, request: Request) -> str:
    """What `auto` tries in this position, in words."""
    from search.exact import is_within_reach
    from search.solver import is_likely_last

    estimate = _tree_search(place, request)
    rules, policy = place.game.rules(), place.game.policy(request.policy)
    with compiling(screen.note):
        if is_within_reach(
            rules, place.state, place.game.ending_module(), request.seed
        ):
            return tr("exact, or if that takes too long {estimate}", estimate=estimate)
        if is_likely_last(rules, policy, place.state, request.seed):
            return tr("solver, or if that takes too long {estimate}", estimate=estimate)
    return estimate


def _tree_search(place: Position, request: Request) -> str:
    """A tree search and where its lines end, in words."""
    judge = request.evaluator or place.game.evaluator
    if place.game.search_settings(judge).playout > 0:
        return tr("mcts, {policy} playouts", policy=request.policy)
    return tr("mcts, estimates by {evaluator}", evaluator=judge)


def run_search(
    screen: Screen, place: Position, request: Request, stop: Stop
) -> Analysis:
    """The search has used its budget up, or was stopped.

    UserError if an exact answer was asked for and not found.
    """
    import joblib

    from search import auto
    from search.batches import Budget
    from search.exact import NotSolvedError

    with search_progress(screen) as show:

        def progress(done: Progress) -> None:
            stop.answer = STOPPING
            show(done)

        game, tree = place.game, request.evaluator or place.game.evaluator
        horizon = request.evaluator or next(iter(game.evaluators))
        try:
            return auto.analyze(
                game.rules(),
                game.policy(request.policy),
                place.state,
                Budget(request.sims, request.seconds),
                search=request.search,
                depth=request.depth,
                moves=request.moves,
                settings=game.search_settings(tree),
                evaluator=game.evaluator_module(tree, request.policy),
                ending=game.ending_module(),
                horizon=game.evaluator_module(horizon, request.policy),
                objective=request.objective,
                jobs=request.jobs or joblib.cpu_count(),
                seed=request.seed,
                memory=request.memory,
                until_decided=request.until == Until.DECIDED,
                confidence=request.confidence,
                doubt=game.doubt(tree, place.state),
                progress=progress,
                should_stop=stop.asked,
            )
        except NotSolvedError as error:
            if stop.asked():
                message = tr("interrupted before an exact answer was found")
                raise UserError(message, ExitCode.INTERRUPTED) from None
            raise UserError(
                tr(
                    "no exact answer: {error}; --search mcts estimates within any"
                    " budget",
                    error=error,
                )
            ) from None


def _comparison(
    screen: Screen, place: Position, request: Request, analysis: Analysis
) -> dict[str, Any] | None:
    """Why the first move differs from the second, by the playouts' policy."""
    with compiling(screen.note):
        return comparison_object(
            place.game,
            place.state,
            analysis,
            policy=request.policy,
            seed=request.seed,
            confidence=request.confidence,
        )


def _result(
    place: Position,
    request: Request,
    analysis: Analysis,
    comparison: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """The analysis as an object, with all that a reader should be warned of."""
    warnings = list(place.warnings)
    if analysis.interrupted:
        warnings.append(INTERRUPTED)
    elif analysis.sims != request.sims and not (
        analysis.proven
        or analysis.settled
        or (request.seconds is None and request.sims is None)
    ):
        warnings.append(TIMED)
    return analysis_object(
        place.game,
        place.state,
        analysis,
        evaluator=_evaluator(place, request, analysis),
        warnings=warnings,
        comparison=comparison,
    )


def _evaluator(place: Position, request: Request, analysis: Analysis) -> str:
    """What valued the positions at the ends of the search's lines."""
    from search.rollout import TO_THE_END

    if analysis.search == SearchName.EXACT:
        return "none"
    game, policy = place.game, request.policy
    if analysis.search in (SearchName.EXPECTIMAX, SearchName.SOLVER):
        return f"estimates:{request.evaluator or next(iter(game.evaluators))}"
    name = request.evaluator or game.evaluator
    settings, judge = game.search_settings(name), policy if name == "none" else name
    if settings.playout == 0:
        return f"estimates:{judge}"
    if settings.round_end:
        return f"playouts:{policy} to the end of the round, then estimates:{judge}"
    if settings.playout < TO_THE_END:
        by = "" if name == "none" else f" by {name}"
        return f"playouts:{policy} to {settings.playout} decisions, then estimated{by}"
    return f"playouts:{policy}"


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


def reproducing_command(result: Mapping[str, Any], request: Request) -> list[str]:
    """The command that gives this ranking again, however its search ended.

    Every batch goes its own way whatever the clock does, so the number of simulations
    says how far. An exact answer is found within as many as it looked at positions;
    depth-first searches stop after as many, and the rows shown say what they refine.
    """
    extra = []
    if request.evaluator is not None:
        extra += ["--evaluator", request.evaluator]
    if result["search"] in (SearchName.EXPECTIMAX, SearchName.SOLVER):
        extra += ["--top", str(request.moves)]
    if request.depth is not None:
        extra += ["--depth", str(request.depth)]
    return [
        *("azulyst", "analyze", *result["position"].split()),
        *("--search", result["search"], "--policy", request.policy),
        *("--sims", str(max(1, result["sims"])), "--seed", str(request.seed)),
        *("--objective", request.objective, "--memory", f"{request.memory >> 10}K"),
        *("--until", request.until, "--confidence", f"{request.confidence}"),
        *extra,
    ]
