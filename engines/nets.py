"""Small nets over sparse inputs: win share and score of every player from a position.

A net has one shape in all games: some hundred inputs that are 0 or 1, of which few are
1, and a few numbers beside them -> 64 -> 32 -> for every player a logit of his win
share and the points he is still to make. Inputs and outputs are as seen by one player,
the viewer: he comes first, then the others in the order of their seats. What the inputs
mean is up to the game (`engines.protocol.Features`).

A kind is a set-up that has nets of its own, such as three players with the grey wall; a
phase is a part of a round that has one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.jit import inlined, kernel
from engines.protocol import Features, Floats, State, Vector

HIDDEN, SECOND = 64, 32
MAX_PLAYERS = 4
OUTPUTS = 2 * MAX_PLAYERS  # by player from the viewer on: logits, then points to come
POINTS = 20.0  # points of a unit of numbers and outputs
MAX_DENSE = 16
NO_NET = -1


class Shape(NamedTuple):
    """How many inputs a net has."""

    sparse: int  # inputs that are 0 or 1
    dense: int  # numbers

    @property
    def first(self) -> int:
        """Rows of the first layer, the bias last."""
        return self.sparse + self.dense + 1

    @property
    def size(self) -> int:
        """How many weights a net has."""
        return self.first * HIDDEN + (HIDDEN + 1) * SECOND + (SECOND + 1) * OUTPUTS


class Nets(NamedTuple):
    """The nets of a game as a kernel takes them, with room to work in for one thread.

    A net's weights are its layers one after another, input by input, biases last.
    """

    weights: Floats  # the nets, end to end
    places: NDArray[np.int64]  # [kinds, phases, 3]: start or NO_NET, sparse, dense
    active: NDArray[np.int64]  # [at least the inputs that can be 1]
    dense: Floats
    hidden: Floats  # [HIDDEN + SECOND + OUTPUTS]


def for_one_thread(nets: Nets) -> Nets:
    """The same nets with room of their own to work in."""
    return nets._replace(
        active=np.zeros_like(nets.active),
        dense=np.zeros_like(nets.dense),
        hidden=np.zeros_like(nets.hidden),
    )


@inlined
def add_row(out: Floats, weights: Floats, place: int) -> None:
    """A row of the first layer is added to its sums."""
    row = weights[place : place + HIDDEN]
    for k in range(HIDDEN):
        out[k] += row[k]


@kernel
def first_layer(
    nets: Nets, start: int, sparse: int, numbers: int, n: int, out: Floats
) -> None:
    """`out[:HIDDEN]` are the sums of the first layer, four inputs at a time."""
    weights = nets.weights
    bias = start + (sparse + numbers) * HIDDEN
    row = weights[bias : bias + HIDDEN]
    for k in range(HIDDEN):
        out[k] = row[k]
    i = 0
    while i + 4 <= n:
        a = start + nets.active[i] * HIDDEN
        b = start + nets.active[i + 1] * HIDDEN
        c = start + nets.active[i + 2] * HIDDEN
        d = start + nets.active[i + 3] * HIDDEN
        first, second = weights[a : a + HIDDEN], weights[b : b + HIDDEN]
        third, fourth = weights[c : c + HIDDEN], weights[d : d + HIDDEN]
        for k in range(HIDDEN):
            out[k] += (first[k] + second[k]) + (third[k] + fourth[k])
        i += 4
    while i < n:
        add_row(out, weights, start + nets.active[i] * HIDDEN)
        i += 1
    for j in range(numbers):
        place = start + (sparse + j) * HIDDEN
        row = weights[place : place + HIDDEN]
        value = nets.dense[j]
        for k in range(HIDDEN):
            out[k] += value * row[k]


@inlined
def layer(
    weights: Floats, start: int, values: Floats, inputs: int, out: Floats, width: int
) -> None:
    """`out[:width]` are the sums of a layer over the positive ones of `values`."""
    bias = start + inputs * width
    row = weights[bias : bias + width]
    for k in range(width):
        out[k] = row[k]
    for i in range(inputs):
        value = values[i]
        if value > 0.0:
            row = weights[start + i * width : start + (i + 1) * width]
            for k in range(width):
                out[k] += value * row[k]


@kernel
def further_layers(nets: Nets, start: int, out: Floats) -> None:
    """The second layer and the outputs, behind the first layer's sums in `out`."""
    second = out[HIDDEN : HIDDEN + SECOND]
    last = out[HIDDEN + SECOND : HIDDEN + SECOND + OUTPUTS]
    layer(nets.weights, start, out, HIDDEN, second, SECOND)
    start += (HIDDEN + 1) * SECOND
    layer(nets.weights, start, second, SECOND, last, OUTPUTS)


@inlined
def note_leads(players: int, dense: Floats, points: int, leads: int) -> None:
    """`dense[leads + i]` is how far `dense[points + i]` is above the best other one.

    Alone, above 0.
    """
    for i in range(players):
        best = -1.0e9 if players > 1 else 0.0
        for j in range(players):
            if j != i:
                best = max(best, float(dense[points + j]))
        dense[leads + i] = dense[points + i] - best


@inlined
def forward(nets: Nets, kind: int, phase: int, n: int) -> None:
    """`nets.hidden` are the sums and outputs for the inputs, `n` of which are 1."""
    start = nets.places[kind, phase, 0]
    sparse, numbers = nets.places[kind, phase, 1], nets.places[kind, phase, 2]
    first_layer(nets, start, sparse, numbers, n, nets.hidden)
    further_layers(nets, start + (sparse + numbers + 1) * HIDDEN, nets.hidden)


@kernel
def infer(
    features: Features, state: State, nets: Nets, wins: Vector, points: Vector
) -> None:
    """Win shares and final scores by player, from the net of kind and phase.

    Room: `wins` and `points` have a number for every player. The net must exist.
    """
    viewer, players = features.viewer(state), features.player_count(state)
    n = features.look(state, viewer, nets.active, nets.dense)
    forward(nets, features.kind(state), features.phase(state), n)
    last = nets.hidden[HIDDEN + SECOND : HIDDEN + SECOND + OUTPUTS]
    highest = last[0]
    for i in range(1, players):
        highest = max(highest, last[i])
    total = 0.0
    player = viewer
    for i in range(players):
        wins[player] = np.exp(float(last[i] - highest))
        total += wins[player]
        points[player] = POINTS * (nets.dense[i] + last[MAX_PLAYERS + i])
        player = player + 1 if player + 1 < players else 0
    for i in range(players):
        wins[i] /= total
