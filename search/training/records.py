"""What is kept of the positions of training games, and the value each should have.

The value is a lambda return: what the position led to by the evaluator's own view one
move on, mixed with the value of the position then reached, and so on to the result.
Where a move was taken at random, or was clearly worse than another, what followed says
nothing of the position: there the view of the best move has the last word.

Source: Sutton 1988 (TD lambda).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.jit import inlined, kernel
from engines.nets import MAX_DENSE, MAX_PLAYERS, POINTS
from engines.protocol import Features, Floats, Moves, State, Vector


class Records(NamedTuple):
    """Positions of games, one row each; players count from the viewer on.

    `ends[i]` is where the inputs of position i end in `inputs`; those of position 0
    begin at 0.
    """

    filled: Moves  # [1], positions so far
    inputs: NDArray[np.uint16]  # inputs that are 1, position after position
    ends: Moves
    dense: Floats  # [position, number]
    phase: NDArray[np.int8]
    viewer: NDArray[np.int8]
    round: NDArray[np.int8]
    wins: Floats  # [position, player], the win shares to learn
    points: Floats  # [position, player], the final scores to learn, in units of POINTS
    won: Floats  # [position, player], win shares in the end
    final: Floats  # [position, player], scores in the end, in units of POINTS


BY_POSITION = Records._fields[2:]  # arrays with a row a position


class Trail(NamedTuple):
    """The game being played: what the best move of each position looked like."""

    wins: NDArray[np.float64]  # [position, player], by seat
    points: NDArray[np.float64]
    cut: NDArray[np.int8]  # 1 where what followed says nothing


def new_records(positions: int, inputs: int) -> Records:
    """Room for that many positions with so many inputs altogether."""
    by_player = (positions, MAX_PLAYERS)
    return Records(
        filled=np.zeros(1, np.int64),
        inputs=np.zeros(inputs, np.uint16),
        ends=np.zeros(positions, np.int64),
        dense=np.zeros((positions, MAX_DENSE), np.float32),
        phase=np.zeros(positions, np.int8),
        viewer=np.zeros(positions, np.int8),
        round=np.zeros(positions, np.int8),
        wins=np.zeros(by_player, np.float32),
        points=np.zeros(by_player, np.float32),
        won=np.zeros(by_player, np.float32),
        final=np.zeros(by_player, np.float32),
    )


def trimmed(records: Records) -> Records:
    """A copy without the room that is left."""
    n = int(records.filled[0])
    inputs = records.inputs[: records.ends[n - 1] if n else 0].copy()
    rest = {name: getattr(records, name)[:n].copy() for name in BY_POSITION}
    return records._replace(inputs=inputs, **rest)


def joined(parts: Sequence[Records]) -> Records:
    """All positions one after another."""
    starts = np.cumsum([0, *(part.inputs.size for part in parts)])
    ends = [part.ends + start for part, start in zip(parts, starts, strict=False)]
    rest = {
        name: np.concatenate([getattr(part, name) for part in parts])
        for name in BY_POSITION
    }
    rest["ends"] = np.concatenate(ends)
    return parts[0]._replace(
        filled=np.array([sum(int(part.filled[0]) for part in parts)]),
        inputs=np.concatenate([part.inputs for part in parts]),
        **rest,
    )


def new_trail(decisions: int) -> Trail:
    """Room for one game of at most that many positions."""
    shape = (decisions, MAX_PLAYERS)
    return Trail(np.zeros(shape), np.zeros(shape), np.zeros(decisions, np.int8))


@kernel
def record(
    features: Features,
    state: State,
    round_number: int,
    active: Moves,
    dense: Floats,
    records: Records,
) -> bool:
    """The position is the last of the records, without a value; False if full."""
    i = records.filled[0]
    begin = records.ends[i - 1] if i > 0 else 0
    if i >= records.ends.shape[0] or begin + active.shape[0] > records.inputs.shape[0]:
        return False
    viewer = features.viewer(state)
    n = features.look(state, viewer, active, dense)
    for k in range(n):
        records.inputs[begin + k] = active[k]
    for k in range(MAX_DENSE):
        records.dense[i, k] = dense[k]
    records.ends[i] = begin + n
    records.phase[i] = features.phase(state)
    records.viewer[i] = viewer
    records.round[i] = round_number
    records.filled[0] = i + 1
    return True


@inlined
def mix(value: Vector, view: Vector, players: int, share: float) -> None:
    """`value` is `view`, but for a share of itself."""
    for p in range(players):
        value[p] = view[p] + share * (value[p] - view[p])


@inlined
def note(viewer: int, players: int, values: Vector, out: Floats, unit: float) -> None:
    """`out` are the values by seat, from the viewer on, in that unit."""
    player = viewer
    for k in range(players):
        out[k] = values[player] / unit
        player = player + 1 if player + 1 < players else 0


@kernel
def value_game(
    records: Records,
    first: int,
    trail: Trail,
    players: int,
    trace: float,
    wins: Vector,
    points: Vector,
) -> None:
    """The positions from `first` on have values; `wins` and `points` are the result.

    Both are used up.
    """
    for i in range(first, records.filled[0]):
        note(records.viewer[i], players, wins, records.won[i], 1.0)
        note(records.viewer[i], players, points, records.final[i], POINTS)
    for i in range(records.filled[0] - 1, first - 1, -1):
        step = i - first
        share = 0.0 if trail.cut[step] else trace
        mix(wins, trail.wins[step], players, share)
        mix(points, trail.points[step], players, share)
        note(records.viewer[i], players, wins, records.wins[i], 1.0)
        note(records.viewer[i], players, points, records.points[i], POINTS)
