"""What a search answers: ranked moves with honest errors."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RankedMove:
    """One whole turn with the mover's figures; None where nothing is known.

    `win` in 0..1 and `margin` in points are means over batches, `*_se` their standard
    errors, `win_low` and `win_high` the Student interval. `p_best` is the chance that
    no other contender is better, `regret` the expected loss by choosing this one.
    `visits` counts simulations, for a proven move the positions it was proven by.
    `outlook_low` and `outlook_high`, of what is ranked by, reach to where a longer
    search is likely to put it.

    A depth-first search knows of most moves only that they are worse: they have no
    `win` then, and `win_high` is an upper bound. Where others may choose between moves
    that are equal to them, `win_low` and `win_high` are what that can come to.
    """

    rank: int
    turn: tuple[int, ...]
    win: float | None
    win_se: float | None
    win_low: float | None
    win_high: float | None
    margin: float | None
    margin_se: float | None
    p_best: float | None
    regret: float | None
    visits: int
    proven: bool
    line: tuple[int, ...]
    outlook_low: float | None = None
    outlook_high: float | None = None


@dataclass(frozen=True)
class Analysis:
    """Ranked moves of one position; `player` counts from 0, `seconds` of search.

    `search` names what answered: `mcts`, `exact`, `expectimax` or `solver`. `sims` are
    simulations, or positions looked at; `depth` the decisions that a depth-first search
    looked ahead. `equals` are the ranks of moves that are surely equal with the first.
    Intervals are `half_width` standard errors wide to each side, where the evaluator is
    in no doubt, and hold with probability `confidence` (None for exact answers), with
    `until_decided` wherever the search stopped; `settled` says that it ended before its
    budget, and `limited` that only what the evaluator errs by leaves the verdict open.
    """

    search: str
    player: int
    objective: str
    sims: int
    seconds: float
    seed: int
    batches: int
    verdict: str
    proven: bool
    interrupted: bool
    warnings: tuple[str, ...]
    moves: tuple[RankedMove, ...]
    confidence: float | None = None
    until_decided: bool = False
    settled: bool = False
    limited: bool = False
    half_width: float = 0.0
    equals: tuple[int, ...] = ()
    depth: int | None = None
