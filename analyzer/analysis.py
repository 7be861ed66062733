"""An analysis as the object that programs read, and its verdict as a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from analyzer.games import GameEntry

if TYPE_CHECKING:
    from engines.protocol import State
    from search.ranking import Analysis, RankedMove

INTERRUPTED = "interrupted: the budget was not used up"
SURE_ENOUGH_TO_SAY = 0.1  # chance of being best; below it, a percentage only puzzles
TIMED = "time budget: not reproducible; use --sims"


def analysis_object(
    game: GameEntry,
    state: State,
    analysis: Analysis,
    *,
    search: str,
    evaluator: str,
    warnings: Sequence[str],
) -> dict[str, Any]:
    """The object of `analyze --format json`; players count from 1, moves are texts."""
    return {
        "schema": 1,
        "game": game.name,
        "position": game.notation().format(state),
        "player": analysis.player + 1,
        "objective": analysis.objective,
        "search": search,
        "evaluator": evaluator,
        "sims": analysis.sims,
        "seconds": round(analysis.seconds, 3),
        "seed": analysis.seed,
        "batches": analysis.batches,
        "verdict": analysis.verdict,
        "proven": analysis.proven,
        "warnings": [*warnings, *analysis.warnings],
        "moves": [_move_object(game, state, move) for move in analysis.moves],
    }


def _move_object(game: GameEntry, state: State, move: RankedMove) -> dict[str, Any]:
    fields = asdict(move)
    fields["line"] = line_texts(game, state, move.line)
    name = " ".join(line_texts(game, state, fields.pop("turn")))
    return {"rank": fields.pop("rank"), "move": name} | fields


def line_texts(game: GameEntry, state: State, line: Sequence[int]) -> list[str]:
    """The moves of a line, each written for the position in which it is played."""
    rules, notation = game.rules(), game.notation()
    state, texts = state.copy(), []
    for action in line:
        texts.append(notation.format_move(action, state))
        rules.play(state, action)
    return texts


# --- The verdict in words -------------------------------------------------------------


def verdict_sentence(analysis: Mapping[str, Any]) -> str:
    """What to play, and how sure that is."""
    first, *others = analysis["moves"]
    if not others:
        return f"{first['move']} is the only legal move."
    second = max(others, key=lambda move: move["p_best"] or 0.0)["move"]
    if analysis["verdict"] == "decided":
        return f"{first['move']} is best (decided): {_figures(analysis, first)}."
    if analysis["verdict"] == "equal":
        return (
            f"{first['move']} and {others[0]['move']} are equal: the difference is too"
            f" small to matter; {first['move']} {_value(analysis, first)}."
        )
    if first["p_best"] is None:
        return "Undecided: too few simulations to compare moves; more time would help."
    return (
        f"Undecided between {first['move']} and {second};"
        f" {first['move']} {_figures(analysis, first)}; more time would help."
    )


def _value(analysis: Mapping[str, Any], move: Mapping[str, Any]) -> str:
    """The mover's win share or margin with its error."""
    if analysis["objective"] == "margin":
        figures = f"margin {move['margin']:+.1f} points"
        if move["margin_se"] is not None:
            figures += f" (standard error {move['margin_se']:.1f})"
    else:
        figures = f"wins {100 * move['win']:.1f} %"
        if move["win_low"] is not None:
            half = max(move["win_high"] - move["win"], move["win"] - move["win_low"])
            figures += f" ± {100 * half:.1f}"
    return figures


def _figures(analysis: Mapping[str, Any], move: Mapping[str, Any]) -> str:
    """The mover's figure, and the chance that the move is best."""
    figures = _value(analysis, move)
    if move["p_best"] is None or move["p_best"] < SURE_ENOUGH_TO_SAY:
        return figures
    sure = "over 99" if move["p_best"] >= 0.995 else f"{100 * move['p_best']:.0f}"
    return f"{figures}, {sure} % sure"
