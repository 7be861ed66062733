"""Why the first move of an analysis differs from the second: points by source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from analyzer.analysis import line_text, line_turns
from analyzer.games import GameEntry

if TYPE_CHECKING:
    from engines.protocol import State, Vector
    from search.answers import Analysis
    from search.comparison import Difference, Ends

SO_FAR, TOTAL = "so_far", "total"


def comparison_object(
    game: GameEntry,
    state: State,
    analysis: Analysis,
    *,
    policy: str,
    seed: int,
    confidence: float,
) -> dict[str, Any] | None:
    """The object `comparison` of an analysis, None where there is only one move.

    The policy of that name plays games to the end after each of the two moves.
    """
    from search.comparison import PLAYOUTS, difference, margins, play_out

    if len(analysis.moves) == 1:
        return None
    rules, player = game.rules(), game.policy(policy)
    pair = analysis.moves[:2]
    starts = [_after(game, state, move.turn) for move in pair]
    later = [_after(game, state, move.line) for move in pair]
    ends = [play_out(rules, player, start, seed) for start in starts]
    seats = [analysis.player, *best_opponent(ends, analysis.player)]
    first, second = (margins(end, analysis.player) for end in ends)
    return {
        "policy": policy,
        "playouts": PLAYOUTS,
        "confidence": confidence,
        "moves": [line_text(game, state, move.turn) for move in pair],
        "lines": [
            {
                "turns": _turns(game, state, move.line),
                "position": game.notation().format(after),
            }
            for move, after in zip(pair, later, strict=True)
        ],
        "margin": _figures(difference(first, second, confidence=confidence)),
        "sources": list(_rows(game, [state, *later], ends, seats, confidence)),
    }


def _after(game: GameEntry, state: State, line: Sequence[int]) -> State:
    """The state that a line without chance leads to."""
    after = state.copy()
    for action in line:
        game.rules().play(after, action)
    return after


def _turns(
    game: GameEntry, state: State, line: Sequence[int]
) -> list[dict[str, int | str]]:
    return [
        {"player": player + 1, "move": text}
        for player, text in line_turns(game, state, line)
    ]


def best_opponent(ends: Sequence[Ends], mover: int) -> list[int]:
    """Who of the others ends with most points after both moves; nobody alone."""
    totals = sum(end.scores.sum(axis=0) for end in ends)
    others = [player for player in range(len(totals)) if player != mover]
    return sorted(others, key=lambda player: -float(totals[player]))[:1]


def _rows(
    game: GameEntry,
    positions: Sequence[State],
    ends: Sequence[Ends],
    seats: Sequence[int],
    confidence: float,
) -> Iterator[dict[str, Any]]:
    """A row for each player and source; `positions` are now and after each line."""
    from search.comparison import difference

    account = game.accounts().account
    names = list(account(positions[0], seats[0]))
    compared = len(seats) * (len(names) - 1)
    for player in seats:
        points = [account(position, player) for position in positions]
        values = [_by_source(game, end, player) for end in ends]
        for name in names:
            first, second = (value[name] for value in values)
            found = difference(first, second, compared, confidence)
            yield {
                "player": player + 1,
                "source": name,
                "now": points[0][name],
                "after_line": [points[1][name], points[2][name]],
                "expected": [float(first.mean()), float(second.mean())],
            } | _figures(found)


def _figures(found: Difference) -> dict[str, float | bool]:
    return {
        "difference": found.mean,
        "difference_low": found.low,
        "difference_high": found.high,
        "sure": found.sure,
    }


def _by_source(game: GameEntry, ends: Ends, player: int) -> dict[str, Vector]:
    """The points of a player in every game by the names of the game's account."""
    scores, sources = ends.scores[:, player], ends.sources[:, player]
    named = dict(zip(game.rules().SOURCES, sources.T, strict=True))
    return {SO_FAR: scores - sources.sum(axis=1), **named, TOTAL: scores}
