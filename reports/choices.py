"""Games as choices: who came first among all, who then among the rest, and so on."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from reports.intervals import Vector
from reports.orders import Numbers, Order, Orders, Table, read_orders

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Choices:
    """The choices that make up the games of a table, alike ones together.

    `options[choice, option, term]` says what adds to the log worth of an option: its
    player and its seat; `given[choice, option]` whether there is such an option. In
    each game of the order `rows[row] = (order, choice, option)` the option was taken
    `parts[row]` times.
    """

    players: tuple[str, ...]
    seats: tuple[int, ...]
    options: Vector
    given: NDArray[np.bool_]
    rows: Numbers
    parts: Vector
    orders: Orders

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return self.orders.blocks

    def taken(self, weights: Vector | None = None) -> Vector:
        """How often each `[choice, option]` came first, blocks counted by `weights`."""
        order, choice, option = self.rows.T
        width = self.given.shape[1]
        times = self.orders.times(weights)[order]
        found = np.bincount(
            choice * width + option, self.parts * times, self.given.size
        )
        return np.asarray(found.reshape(self.given.shape), float)

    def slopes(self, terms: Vector, chances: Vector) -> Vector:
        """What each block adds to the slope of the log likelihood: `[block, term]`.

        `terms[choice, option, term]` are those of the fit, `chances[choice, option]`
        what it expects.
        """
        order, choice, option = self.rows.T
        ahead = terms - np.einsum("co,cot->ct", chances, terms)[:, None]
        by_row = self.parts[:, None] * ahead[choice, option]
        by_order = np.zeros((len(self.orders.orders), terms.shape[-1]))
        np.add.at(by_order, order, by_row)
        columns = [self.orders.by_block(column)[0] for column in by_order.T]
        return np.array(columns).reshape(len(columns), self.blocks).T


def read_choices(games: pd.DataFrame, *, seat_terms: bool = True) -> Choices:
    """The choices in a result table.

    Raises ValueError for a table that is not one or has fewer than two players.
    """
    orders = read_orders(games)
    players = orders.players
    if len(players) < 2:
        raise ValueError("ratings need at least two players")
    options: dict[Table, int] = {}
    rows, parts = [], []
    for number, order in enumerate(orders.orders):
        for stage, option, part in _stages(order):
            rows.append((number, options.setdefault(stage, len(options)), option))
            parts.append(part)
    given = np.zeros((len(options), max(map(len, options), default=0)), dtype=bool)
    seats = orders.seats if seat_terms else ()
    terms = np.zeros((*given.shape, len(players) + len(seats)))
    for stage, choice in options.items():
        for option, (player, seat) in enumerate(stage):
            given[choice, option] = True
            terms[choice, option, player] = 1
            if seats:
                terms[choice, option, len(players) + seat] = 1
    listed = np.array(rows, np.int64).reshape(-1, 3)
    return Choices(players, seats, terms, given, listed, np.array(parts, float), orders)


def _stages(order: Order) -> tuple[tuple[Table, int, float], ...]:
    """(who was left, who of them came first, weight) for a game, place by place."""
    table, ranks = order
    arrivals = [
        seats
        for seats in permutations(range(len(table)))
        if all(ranks[a] <= ranks[b] for a, b in pairwise(seats))
    ]
    found: Counter[tuple[Table, int]] = Counter()
    for seats in arrivals:
        for place in range(len(seats) - 1):
            left = sorted(seats[place:])
            stage = tuple(table[seat] for seat in left)
            found[stage, left.index(seats[place])] += 1
    return tuple(
        (stage, option, times / len(arrivals))
        for (stage, option), times in found.items()
    )
