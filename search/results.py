"""What comes of a game between players, as plain values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

Seating = tuple[int, ...]  # by seat, the number of the player who sits there
FORFEIT = "forfeit"  # how a game ends that a player has not gone on with


class Event(NamedTuple):
    """A move or a chance event of a game, as text; chance has no seat."""

    seat: int | None
    text: str


class Fixture(NamedTuple):
    """A game to be played: its block, its number there, and who sits where."""

    block: int
    number: int
    seating: Seating


class Played(NamedTuple):
    """What was counted, by seat; wins are shares if nobody has forfeited."""

    scores: Sequence[float]
    wins: Sequence[float]
    rounds: int
    round_scores: Sequence[Sequence[float]]
    plies: int
    end: str
    sources: Sequence[Sequence[float]]


@dataclass(frozen=True)
class Result:
    """What came of a game, by seat; after a forfeit, the scores as they stood."""

    block: int
    number: int  # of the game in its block, from 0
    seating: Seating
    scores: tuple[int, ...]
    win_shares: tuple[float, ...]
    ranks: tuple[int, ...]  # 1 is best, ties share
    rounds: int  # begun; 0 in a game without
    round_scores: tuple[tuple[int, ...], ...]  # by round completed, then by seat
    plies: int
    end: str  # one of the game's ENDINGS, or FORFEIT
    sources: tuple[tuple[int, ...], ...]  # points by seat, then by the game's SOURCES
    errors: tuple[str, ...]  # why a seat forfeited, else empty
    record: tuple[Event, ...] | None


def completed(fixture: Fixture, played: Played) -> Result:
    """The result of a game that was played to its end, without a record."""
    n = len(fixture.seating)
    shares, scores = tuple(played.wins[:n]), tuple(map(int, played.scores[:n]))
    return Result(
        block=fixture.block,
        number=fixture.number,
        seating=fixture.seating,
        scores=scores,
        win_shares=shares,
        ranks=ranks(shares, scores),
        rounds=played.rounds,
        round_scores=tuple(tuple(map(int, row[:n])) for row in played.round_scores),
        plies=played.plies,
        end=played.end,
        sources=tuple(tuple(map(int, row)) for row in played.sources[:n]),
        errors=("",) * n,
        record=None,
    )


def forfeit_shares(errors: Sequence[str]) -> tuple[float, ...]:
    """Who forfeited has lost; the others share the win."""
    others = sum(not error for error in errors)
    return tuple(0.0 if error else 1.0 / others for error in errors)


def ranks(*keys: Sequence[float]) -> tuple[int, ...]:
    """1 for the highest; compared by the first keys, then by the next; ties share."""
    values = list(zip(*keys, strict=True))
    return tuple(1 + sum(other > value for other in values) for value in values)
