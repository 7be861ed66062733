"""An analysis as the object that programs read, and its verdict as a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from analyzer.games import GameEntry
from language import N_, tr, trn
from language.counts import enumerated, listed

if TYPE_CHECKING:
    from engines.protocol import State
    from search.answers import Analysis, RankedMove

INTERRUPTED = N_("interrupted: the budget was not used up")
SURE_ENOUGH_TO_SAY = 0.1  # chance of being best; below it, a percentage only puzzles
CLEARLY_AHEAD = 0.95  # chance of being best, from which "between two moves" misleads
WIDE = 1.5  # times the width of the interval, for an outlook to be told
TIMED = N_("time budget: not reproducible; use --sims")
DEPTH_FIRST = ("expectimax", "solver")
SCORE = "score"  # the objective alone at the table; `margin` is then the score itself


def analysis_object(
    game: GameEntry,
    state: State,
    analysis: Analysis,
    *,
    evaluator: str,
    warnings: Sequence[str],
    comparison: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The object of `analyze --format json`; players count from 1, moves are texts.

    `comparison` is what `analyzer.comparing` tells of the first two moves.
    """
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
        "limited": analysis.limited,
        "equals": list(analysis.equals),
        "proven": analysis.proven,
        "warnings": [*warnings, *analysis.warnings],
        "moves": [_move_object(game, state, move) for move in analysis.moves],
        "comparison": comparison,
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
    return " ".join(text for _, text in line_turns(game, state, line))


def line_turns(
    game: GameEntry, state: State, line: Sequence[int]
) -> list[tuple[int, str]]:
    """The turns of a line: (player, from 0; the moves, parted by the game's joint)."""
    rules, notation = game.rules(), game.notation()
    state, turns = state.copy(), list[tuple[int, str]]()
    for action in line:
        player = int(rules.current_player(state))
        text = notation.format_move(action, state)
        if turns and rules.is_mid_turn(state):
            _, begun = turns.pop()
            text = f"{begun}{notation.JOINT}{text}"
        turns.append((player, text))
        rules.play(state, action)
    return turns


# --- The verdict in words -------------------------------------------------------------


def verdict_sentence(analysis: Mapping[str, Any]) -> str:
    """What to play, and how sure that is."""
    return tr("{sentence}.", sentence=_verdict(analysis))


def _verdict(analysis: Mapping[str, Any]) -> str:
    first, *others = analysis["moves"]
    move, proven = first["move"], analysis.get("proven")
    if not others:
        return tr("{move} is the only legal move", move=move)
    if analysis["verdict"] == "decided":
        told = tr("{move} is best (decided): {figures}")
        if proven:
            told = tr("{move} is best (proven): {figures}")
        figures = _figures(analysis, first)
        return _with_outlook(analysis, told.format(move=move, figures=figures))
    value = _value(analysis, first)
    if analysis["verdict"] == "equal":
        told = tr(
            "{moves} are equal: the difference is too small to matter; {move} {value}"
        )
        if proven:
            told = tr(
                "{moves} are equal (proven): the difference is too small to matter;"
                " {move} {value}"
            )
        told = told.format(moves=_equal_moves(analysis), move=move, value=value)
        return _with_outlook(analysis, told)
    if analysis.get("search") in DEPTH_FIRST and first["margin"] is not None:
        return _horizon(analysis).format(move=move, value=value)
    from reports.tables import runner_up

    rival = runner_up(analysis)
    if rival is None:
        return tr(
            "Undecided: too few simulations to compare moves; more time would help"
        )
    second = rival["move"]
    if analysis.get("limited"):
        return tr(
            "{move} comes out ahead of {second}, by less than the nets may err:"
            " {figures}; more time would hardly help",
            move=move,
            second=second,
            figures=_figures(analysis, first),
        )
    if first["p_best"] >= CLEARLY_AHEAD:
        told = tr(
            "{move} is ahead so far: {figures}; not decided, as a longer search may"
            " still find {second} better",
            move=move,
            second=second,
            figures=_figures(analysis, first),
        )
        return _with_outlook(analysis, told)
    told = tr(
        "Undecided between {move} and {second}; {move} {figures}; more time would help",
        move=move,
        second=second,
        figures=_figures(analysis, first),
    )
    return _with_outlook(analysis, told)


def _equal_moves(analysis: Mapping[str, Any]) -> str:
    """The first move and those that are equal with it, two of them by name."""
    ranks = analysis.get("equals") or [2]
    first, second = (analysis["moves"][rank - 1]["move"] for rank in (1, ranks[0]))
    more = len(ranks) - 1
    if not more:
        return listed([first, second])
    return tr(
        "{moves} and {others} more", moves=enumerated([first, second]), others=more
    )


def _horizon(analysis: Mapping[str, Any]) -> str:
    """How far a depth-first search has looked; with places for move and value."""
    depth = analysis.get("depth")
    if depth is None:
        return tr(
            "{move} is best as far as the rest of the round shows (estimated): {value}"
        )
    told = trn(
        "{move} is best as far as {depth} decision ahead show (estimated): {value}",
        "{move} is best as far as {depth} decisions ahead show (estimated): {value}",
        depth,
    )
    return told.replace("{depth}", str(depth))


def _value(analysis: Mapping[str, Any], move: Mapping[str, Any]) -> str:
    """The mover's win share, margin or score, with its error unless it is proven."""
    estimated = not move.get("proven")
    if analysis["objective"] == "win":
        share = 100 * move["win"]
        if not estimated or move["win_low"] is None:
            return tr("wins {share:.1f} %", share=share)
        half = max(move["win_high"] - move["win"], move["win"] - move["win_low"])
        return tr("wins {share:.1f} % ± {half:.1f}", share=share, half=100 * half)
    error = move["margin_se"] if estimated else None
    if analysis["objective"] == SCORE:
        from reports.tables import half_width

        score = round(move["margin"], 1) + 0.0  # -0.0 becomes 0.0
        if error is None:
            return tr("expects {score:.1f} points", score=score)
        half = half_width(analysis, error)
        return tr("expects {score:.1f} points ± {half:.1f}", score=score, half=half)
    if error is None:
        return tr("margin {margin:+.1f} points", margin=move["margin"])
    return tr(
        "margin {margin:+.1f} points (standard error {error:.1f})",
        margin=move["margin"],
        error=error,
    )


def _with_outlook(analysis: Mapping[str, Any], told: str) -> str:
    """With where a longer search may put the figure, if far outside of the interval."""
    move = analysis["moves"][0]
    low, high = move.get("outlook_low"), move.get("outlook_high")
    if low is None or high is None or move.get("proven"):
        return told
    if analysis["objective"] == "win":
        known = move["win_high"] - move["win_low"]
        scale = 100
        more = tr("{told}; a longer search may find {low:.1f} to {high:.1f} %")
    else:
        known = 2.0 * move["margin_se"] * analysis["half_width"]
        scale = 1
        more = tr("{told}; a longer search may find {low:.1f} to {high:.1f} points")
    if high - low <= WIDE * known:
        return told
    return more.format(told=told, low=scale * low, high=scale * high)


def _figures(analysis: Mapping[str, Any], move: Mapping[str, Any]) -> str:
    """The mover's figure, and the chance that the move is best unless it is proven."""
    figures = _value(analysis, move)
    p_best = None if move.get("proven") else move["p_best"]
    if p_best is None or p_best < SURE_ENOUGH_TO_SAY:
        return figures
    if p_best >= 0.995:
        return tr("{figures}, over 99 % sure", figures=figures)
    return tr("{figures}, {sure:.0f} % sure", figures=figures, sure=100 * p_best)
