"""A search as a command asks for it: the request, the result, how to repeat it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from analyzer.analysis import INTERRUPTED, TIMED, analysis_object
from analyzer.comparing import comparison_object
from analyzer.console import Screen
from analyzer.exits import ExitCode, UserError
from analyzer.games import NO_EVALUATOR
from analyzer.interrupts import STOPPING, Stop
from analyzer.options import Until
from analyzer.positions import Position
from analyzer.progress import compiling, search_progress
from language import tr

if TYPE_CHECKING:
    from search.answers import Analysis
    from search.batches import Progress


class SearchName(StrEnum):
    """The searches, and `auto`, which picks one."""

    AUTO = "auto"
    MCTS = "mcts"
    EXACT = "exact"
    EXPECTIMAX = "expectimax"
    SOLVER = "solver"


@dataclass(frozen=True)
class Request:
    """What is asked of the search."""

    search: str
    seconds: float | None
    sims: int | None
    policy: str
    evaluator: str | None
    net: str | None
    jobs: int | None
    seed: int
    objective: str
    memory: int
    until: str
    confidence: float
    depth: int | None
    moves: int


def plan_in_words(screen: Screen, place: Position, request: Request) -> str:
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
    evaluator = place.game.evaluator_name(judge)
    if place.game.search_settings(judge).playout == 0:
        return tr("mcts, estimates by {evaluator}", evaluator=evaluator)
    if judge == NO_EVALUATOR:
        return tr("mcts, {policy} playouts", policy=request.policy)
    return tr(
        "mcts, {policy} playouts, then estimates by {evaluator}",
        policy=request.policy,
        evaluator=evaluator,
    )


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
                worth=game.worth(tree),
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


def comparison(
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


def result_object(
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
        return f"estimates:{game.evaluator_name(judge)}"
    if settings.round_end:
        return f"playouts:{policy} to the end of the round, then estimates:{judge}"
    if settings.playout < TO_THE_END:
        by = "" if name == "none" else f" by {name}"
        return f"playouts:{policy} to {settings.playout} decisions, then estimated{by}"
    return f"playouts:{policy}"


def reproducing_command(
    result: Mapping[str, Any], place: Position, request: Request
) -> list[str]:
    """The command that gives this ranking again, however its search ended.

    Every batch goes its own way whatever the clock does, so the number of simulations
    says how far. An exact answer is found within as many as it looked at positions;
    depth-first searches stop after as many, and the rows shown say what they refine.
    """
    extra: list[str] = []
    if result["search"] == SearchName.MCTS:
        extra += ["--evaluator", request.evaluator or place.game.evaluator]
    elif request.evaluator is not None:
        extra += ["--evaluator", request.evaluator]
    if request.net is not None:
        extra += ["--net", request.net]
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
