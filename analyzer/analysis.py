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
WIDE = 1.5  # times the width of the interval, for an outlook to be told
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
        "seconds": round(analysis.seconds, 3),
        "depth": analysis.depth,
        "seed": analysis.seed,
        "batches": analysis.batches,
        "confidence": analysis.confidence,
        "until": "decided" if analysis.until_decided else "budget",
        "half_width": analysis.half_width,
        "verdict": analysis.verdict,
        "settled": analysis.settled,
        "equals": list(analysis.equals),
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
        figures = _figures(analysis, first)
        return f"{first['move']} is best ({how}): {figures}{_outlook(analysis, first)}."
    if analysis["verdict"] == "equal":
        return (
            f"{_equal_moves(analysis)} are equal{' (proven)' if proven else ''}: the"
            f" difference is too small to matter; {first['move']}"
            f" {_value(analysis, first)}{_outlook(analysis, first)}."
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
        f" {first['move']} {_figures(analysis, first)}; more time would help"
        f"{_outlook(analysis, first)}."
    )


def _equal_moves(analysis: Mapping[str, Any]) -> str:
    """The first move and those that are equal with it, two of them by name."""
    ranks = analysis.get("equals") or [2]
    first, second = (analysis["moves"][rank - 1]["move"] for rank in (1, ranks[0]))
    more = len(ranks) - 1
    return f"{first}, {second} and {more} more" if more else f"{first} and {second}"


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


def _outlook(analysis: Mapping[str, Any], move: Mapping[str, Any]) -> str:
    """Where a longer search may put the figure, if far outside of the interval."""
    low, high = move.get("outlook_low"), move.get("outlook_high")
    if low is None or high is None or move.get("proven"):
        return ""
    if analysis["objective"] == "win":
        known = move["win_high"] - move["win_low"]
        ends = f"{100 * low:.1f} to {100 * high:.1f} %"
    else:
        known = 2.0 * move["margin_se"] * analysis["half_width"]
        ends = f"{low:.1f} to {high:.1f} points"
    wide = high - low > WIDE * known
    return f"; a longer search may find {ends}" if wide else ""


def _figures(analysis: Mapping[str, Any], move: Mapping[str, Any]) -> str:
    """The mover's figure, and the chance that the move is best unless it is proven."""
    figures = _value(analysis, move)
    p_best = None if move.get("proven") else move["p_best"]
    if p_best is None or p_best < SURE_ENOUGH_TO_SAY:
        return figures
    sure = "over 99" if p_best >= 0.995 else f"{100 * p_best:.0f}"
    return f"{figures}, {sure} % sure"
