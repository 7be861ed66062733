"""An analysis as the object that programs read, and its verdict as a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from analyzer.games import GameEntry

if TYPE_CHECKING:
    from engines.protocol import State
    from search.answers import Analysis, RankedMove

INTERRUPTED = "interrupted: the budget was not used up"
SURE_ENOUGH_TO_SAY = 0.1  # chance of being best; below it, a percentage only puzzles
TIMED = "time budget: not reproducible; use --sims"
DEPTH_FIRST = ("expectimax", "solver")
SCORE = "score"  # the objective alone at the table; `margin` is then the score itself


def analysis_object(
    game: GameEntry,
    state: State,
    analysis: Analysis,
    *,
    evaluator: str,
    warnings: Sequence[str],
) -> dict[str, Any]:
    """The object of `analyze --format json`; players count from 1, moves are texts."""
    return {
        "schema": 1,
        "game": game.name,
        "position": game.notation().format(state),
        "player": analysis.player + 1,
        "objective": _objective(game, state, analysis),
        "search": analysis.search,
        "evaluator": evaluator,
        "sims": analysis.sims,
        "depth": analysis.depth,
        "seconds": round(analysis.seconds, 3),
        "seed": analysis.seed,
        "batches": analysis.batches,
        "verdict": analysis.verdict,
        "proven": analysis.proven,
        "warnings": [*warnings, *analysis.warnings],
        "moves": [_move_object(game, state, move) for move in analysis.moves],
    }


def _objective(game: GameEntry, state: State, analysis: Analysis) -> str:
    alone = int(game.rules().player_count(state)) == 1
    return SCORE if alone else analysis.objective


def _move_object(game: GameEntry, state: State, move: RankedMove) -> dict[str, Any]:
    fields = asdict(move)
    fields["line"] = line_text(game, state, move.line).split()
    name = line_text(game, state, fields.pop("turn"))
    return {"rank": fields.pop("rank"), "move": name} | fields


def line_text(game: GameEntry, state: State, line: Sequence[int]) -> str:
    """The moves of a line, each written for the position in which it is played.

    Turns are parted by spaces, the decisions of a turn by the game's joint.
    """
    rules, notation = game.rules(), game.notation()
    state, text = state.copy(), ""
    for action in line:
        joint = notation.JOINT if rules.is_mid_turn(state) else " "
        text += (joint if text else "") + notation.format_move(action, state)
        rules.play(state, action)
    return text


# --- The verdict in words -------------------------------------------------------------


def verdict_sentence(analysis: Mapping[str, Any]) -> str:
    """What to play, and how sure that is."""
    first, *others = analysis["moves"]
    if not others:
        return f"{first['move']} is the only legal move."
    proven = analysis.get("proven")
    if analysis["verdict"] == "decided":
        how = "proven" if proven else "decided"
        return f"{first['move']} is best ({how}): {_figures(analysis, first)}."
    if analysis["verdict"] == "equal":
        return (
            f"{first['move']} and {others[0]['move']} are equal"
            f"{' (proven)' if proven else ''}: the difference is too"
            f" small to matter; {first['move']} {_value(analysis, first)}."
        )
    if analysis.get("search") in DEPTH_FIRST and first["margin"] is not None:
        return (
            f"{first['move']} is best as far as {_horizon(analysis)} (estimated):"
            f" {_value(analysis, first)}."
        )
    if first["p_best"] is None:
        return "Undecided: too few simulations to compare moves; more time would help."
    second = max(others, key=lambda move: move["p_best"] or 0.0)["move"]
    return (
        f"Undecided between {first['move']} and {second};"
        f" {first['move']} {_figures(analysis, first)}; more time would help."
    )


def _horizon(analysis: Mapping[str, Any]) -> str:
    """How far a depth-first search has looked."""
    depth = analysis.get("depth")
    if depth is None:
        return "the rest of the round shows"
    return f"{depth} decision{'' if depth == 1 else 's'} ahead show"


def _value(analysis: Mapping[str, Any], move: Mapping[str, Any]) -> str:
    """The mover's win share, margin or score, with its error unless it is proven."""
    estimated = not move.get("proven")
    if analysis["objective"] == "win":
        figures = f"wins {100 * move['win']:.1f} %"
        if estimated and move["win_low"] is not None:
            half = max(move["win_high"] - move["win"], move["win"] - move["win_low"])
            figures += f" ± {100 * half:.1f}"
        return figures
    error = move["margin_se"] if estimated else None
    if analysis["objective"] == SCORE:
        from reports.tables import half_width

        half = "" if error is None else f" ± {half_width(analysis, error):.1f}"
        score = round(move["margin"], 1) + 0.0  # -0.0 becomes 0.0
        return f"expects {score:.1f} points{half}"
    doubt = "" if error is None else f" (standard error {error:.1f})"
    return f"margin {move['margin']:+.1f} points{doubt}"


def _figures(analysis: Mapping[str, Any], move: Mapping[str, Any]) -> str:
    """The mover's figure, and the chance that the move is best unless it is proven."""
    figures = _value(analysis, move)
    p_best = None if move.get("proven") else move["p_best"]
    if p_best is None or p_best < SURE_ENOUGH_TO_SAY:
        return figures
    sure = "over 99" if p_best >= 0.995 else f"{100 * p_best:.0f}"
    return f"{figures}, {sure} % sure"
