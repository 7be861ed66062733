"""How good a net is on positions whose games have ended."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.nets import MAX_PLAYERS, POINTS
from search.training.records import Records

CLASSES = 10


class Quality(NamedTuple):
    """Figures over positions, all as the viewer sees them."""

    positions: int
    score: float  # mean over positions of the viewer's points in the end
    brier: float  # mean square of the error of the viewer's win share
    calibration_error: float  # mean over positions of |expected - won| of their class
    classes: NDArray[np.float64]  # [class of a tenth, (positions, expected, won)]
    explained: dict[int, float]  # by round: part of the variance of leads explained
    by_score: dict[int, float]  # the same by the score so far alone


def quality(records: Records, out: NDArray[np.float32], players: int) -> Quality:
    """`out` are the outputs of the nets, a row a position."""
    logits = out[:, :players].astype(np.float64)
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    expected = odds[:, 0] / odds.sum(axis=1)
    won = records.won[:, 0].astype(np.float64)
    now = records.dense[:, :players]
    final = lead(records.final[:, :players])
    guess = lead(now + out[:, MAX_PLAYERS : MAX_PLAYERS + players])
    classes = _classes(expected, won)
    gaps = np.abs(classes[:, 1] - classes[:, 2]) * classes[:, 0]
    return Quality(
        positions=expected.size,
        score=POINTS * float(records.final[:, 0].mean()),
        brier=float(np.mean((expected - won) ** 2)),
        calibration_error=float(gaps.sum() / max(1, expected.size)),
        classes=classes,
        explained=_explained(records.round, final, guess),
        by_score=_explained(records.round, final, lead(now)),
    )


def lead(points: NDArray[Any]) -> NDArray[np.float64]:
    """How far the viewer is ahead of the mean of the others; alone, the points."""
    wide = points.astype(np.float64)
    return wide[:, 0] - (wide[:, 1:].mean(axis=1) if wide.shape[1] > 1 else 0.0)


def _classes(
    expected: NDArray[np.float64], won: NDArray[np.float64]
) -> NDArray[np.float64]:
    """[class of a tenth, (positions, mean expected, mean won)], 0 without any."""
    place = np.minimum((expected * CLASSES).astype(np.int64), CLASSES - 1)
    count = np.bincount(place, minlength=CLASSES).astype(np.float64)
    sums = [np.bincount(place, values, CLASSES) for values in (expected, won)]
    means = [s / np.maximum(count, 1.0) for s in sums]
    return np.column_stack([count, *means])


def _explained(
    rounds: NDArray[np.int8], final: NDArray[np.float64], guess: NDArray[np.float64]
) -> dict[int, float]:
    """By round, 1 less the mean square error over the variance."""
    found = {}
    for number in np.unique(rounds):
        here = rounds == number
        spread = final[here].var()
        if spread > 0.0:
            error = np.mean((final[here] - guess[here]) ** 2)
            found[int(number)] = float(1.0 - error / spread)
    return found
