"""A net is fitted to the values of positions: Adam on small batches.

Loss of a position: cross-entropy of the win shares, plus POINTS_SHARE times the mean
square over the players of the error in points, in units of 20.

Source: Kingma & Ba 2015 (Adam).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engines.jit import inlined, kernel, summing
from engines.nets import (
    HIDDEN,
    MAX_PLAYERS,
    OUTPUTS,
    SECOND,
    Nets,
    Shape,
    forward,
)
from engines.protocol import Floats, Moves, Vector
from search.training.records import Records

POINTS_SHARE = 0.25
FIRST_DECAY, SECOND_DECAY, TINY = 0.9, 0.999, 1e-8


class Optimiser(NamedTuple):
    """The state of Adam for one net."""

    gradient: Floats
    mean: Floats
    square: Floats
    steps: Moves  # [1]


def new_optimiser(shape: Shape) -> Optimiser:
    """Nothing learned yet."""
    gradient, mean, square = np.zeros((3, shape.size), np.float32)
    return Optimiser(gradient, mean, square, np.zeros(1, np.int64))


def new_weights(shape: Shape, seed: int, typical: int = 80) -> Floats:
    """Random weights; `typical` is how many inputs are 1. Source: He et al. 2015."""
    rng = np.random.default_rng(seed)
    parts = [
        rng.normal(0.0, np.sqrt(1.0 / typical), (shape.first - 1, HIDDEN)),
        np.zeros((1, HIDDEN)),
        rng.normal(0.0, np.sqrt(2.0 / HIDDEN), (HIDDEN, SECOND)),
        np.zeros((1, SECOND)),
        rng.normal(0.0, 0.1 * np.sqrt(2.0 / SECOND), (SECOND, OUTPUTS)),
        np.zeros((1, OUTPUTS)),
    ]
    return np.concatenate([p.ravel() for p in parts]).astype(np.float32)


@summing
def dot(a: Floats, b: Floats, n: int) -> float:
    """Sum of the products of the first `n`."""
    total = np.float32(0.0)
    for k in range(n):
        total += a[k] * b[k]
    return float(total)


@inlined
def losses(
    out: Floats,
    slope: Floats,
    wins: Floats,
    points: Floats,
    dense: Floats,
    players: int,
) -> tuple[float, float]:
    """(cross-entropy, squared error); `slope` is the gradient by the outputs."""
    highest = out[0]
    for i in range(1, players):
        highest = max(highest, out[i])
    total = 0.0
    for i in range(players):
        total += np.exp(float(out[i] - highest))
    entropy = 0.0
    square = 0.0
    for i in range(players):
        share = np.exp(float(out[i] - highest)) / total
        entropy -= wins[i] * np.log(share + 1e-12)
        slope[i] = share - wins[i]
        error = out[MAX_PLAYERS + i] - (points[i] - dense[i])
        square += error * error / players
        slope[MAX_PLAYERS + i] = 2.0 * POINTS_SHARE * error / players
    return entropy, square


@kernel
def back_through(
    nets: Nets, start: int, sparse: int, numbers: int, n: int, slope: Floats,
    gradient: Floats, room: Floats,
) -> None:  # fmt: skip
    """`gradient` has the gradient of one position added; `slope` is by the outputs."""
    out, weights = nets.hidden, nets.weights
    low = start + (sparse + numbers + 1) * HIDDEN  # the second layer
    high = low + (HIDDEN + 1) * SECOND  # the outputs
    second_slope, first_slope = room[:SECOND], room[SECOND : SECOND + HIDDEN]
    for i in range(SECOND):
        second_slope[i] = 0.0
        active = out[HIDDEN + i]
        if active > 0.0:
            row = weights[high + i * OUTPUTS : high + (i + 1) * OUTPUTS]
            own = gradient[
                high - start + i * OUTPUTS : high - start + (i + 1) * OUTPUTS
            ]
            for k in range(OUTPUTS):
                own[k] += active * slope[k]
            second_slope[i] = dot(row, slope, OUTPUTS)
    bias = high - start + SECOND * OUTPUTS
    for k in range(OUTPUTS):
        gradient[bias + k] += slope[k]
    for i in range(HIDDEN):
        first_slope[i] = 0.0
        active = out[i]
        if active > 0.0:
            row = weights[low + i * SECOND : low + (i + 1) * SECOND]
            own = gradient[low - start + i * SECOND : low - start + (i + 1) * SECOND]
            for k in range(SECOND):
                own[k] += active * second_slope[k]
            first_slope[i] = dot(row, second_slope, SECOND)
    bias = low - start + HIDDEN * SECOND
    for k in range(SECOND):
        gradient[bias + k] += second_slope[k]
    for i in range(n):
        place = nets.active[i] * HIDDEN
        own = gradient[place : place + HIDDEN]
        for k in range(HIDDEN):
            own[k] += first_slope[k]
    for j in range(numbers):
        place = (sparse + j) * HIDDEN
        own = gradient[place : place + HIDDEN]
        value = nets.dense[j]
        for k in range(HIDDEN):
            own[k] += value * first_slope[k]
    place = (sparse + numbers) * HIDDEN
    own = gradient[place : place + HIDDEN]
    for k in range(HIDDEN):
        own[k] += first_slope[k]


@kernel
def step(
    weights: Floats, start: int, optimiser: Optimiser, count: int, rate: float
) -> None:
    """One step of Adam by the mean gradient over `count` positions."""
    optimiser.steps[0] += 1
    steps = optimiser.steps[0]
    first = 1.0 - FIRST_DECAY**steps
    second = 1.0 - SECOND_DECAY**steps
    size = np.float32(rate * np.sqrt(second) / first)
    own = weights[start : start + optimiser.mean.shape[0]]
    gradient, mean, square = optimiser.gradient, optimiser.mean, optimiser.square
    scale = np.float32(1.0 / count)
    keep, add = np.float32(FIRST_DECAY), np.float32(1.0 - FIRST_DECAY)
    keep2, add2 = np.float32(SECOND_DECAY), np.float32(1.0 - SECOND_DECAY)
    tiny = np.float32(TINY)
    for k in range(own.shape[0]):
        g = gradient[k] * scale
        mean[k] = keep * mean[k] + add * g
        square[k] = keep2 * square[k] + add2 * g * g
        own[k] -= size * mean[k] / (np.sqrt(square[k]) + tiny)
        gradient[k] = np.float32(0.0)


@inlined
def load(records: Records, i: int, nets: Nets, numbers: int) -> int:
    """The inputs of a recorded position are those of `nets`; how many are 1."""
    begin = records.ends[i - 1] if i > 0 else 0
    n = records.ends[i] - begin
    for k in range(n):
        nets.active[k] = records.inputs[begin + k]
    for k in range(numbers):
        nets.dense[k] = records.dense[i, k]
    return n


@kernel
def fit(
    nets: Nets, kind: int, phase: int, players: int, optimiser: Optimiser,
    records: Records, order: Moves, batch: int, rate: float, last_rate: float,
    room: Floats, sums: Vector,
) -> None:  # fmt: skip
    """The net has seen the positions of `order` once, the rate falling on the way.

    `sums` are cross-entropy and squared error, added up over the positions.
    """
    start = nets.places[kind, phase, 0]
    sparse, numbers = nets.places[kind, phase, 1], nets.places[kind, phase, 2]
    out = nets.hidden
    last = out[HIDDEN + SECOND : HIDDEN + SECOND + OUTPUTS]
    slope = room[SECOND + HIDDEN : SECOND + HIDDEN + OUTPUTS]
    for k in range(OUTPUTS):
        slope[k] = 0.0
    seen = 0
    for number in range(order.shape[0]):
        i = order[number]
        n = load(records, i, nets, numbers)
        forward(nets, kind, phase, n)
        entropy, square = losses(
            last, slope, records.wins[i], records.points[i], nets.dense, players
        )
        sums[0] += entropy
        sums[1] += square
        back_through(nets, start, sparse, numbers, n, slope, optimiser.gradient, room)
        seen += 1
        if seen == batch or number == order.shape[0] - 1:
            part = number / order.shape[0]
            step(nets.weights, start, optimiser, seen, rate + part * (last_rate - rate))
            seen = 0


@kernel
def predict(
    nets: Nets, kind: int, phase: int, records: Records, order: Moves, out: Floats
) -> None:
    """`out[i]` are the net's outputs for the position `order[i]`."""
    numbers = nets.places[kind, phase, 2]
    for number in range(order.shape[0]):
        n = load(records, order[number], nets, numbers)
        forward(nets, kind, phase, n)
        for k in range(OUTPUTS):
            out[number, k] = nets.hidden[HIDDEN + SECOND + k]
