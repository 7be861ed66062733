"""Games of a result table by their order: who sat where, who came before whom.

There are few orders and many games, so what depends on the order alone is worked out
once for each and then counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from reports.checks import require_games
from reports.intervals import Vector

if TYPE_CHECKING:
    import pandas as pd

Numbers = NDArray[np.int64]
Table = tuple[tuple[int, int], ...]  # (player, seat) by seat, both by number
Order = tuple[Table, tuple[int, ...]]  # with the ranks by seat, equal ones tied


@dataclass(frozen=True)
class Orders:
    """The orders that occurred, and of each game its order and its block.

    `players` and `seats` are sorted; tables name them by their place from 0 on, and so
    `order[game]` and `block[game]` name orders and blocks.
    """

    players: tuple[str, ...]
    seats: tuple[int, ...]
    orders: tuple[Order, ...]
    order: Numbers
    block: Numbers
    blocks: int

    def times(self, weights: Vector | None = None) -> Vector:
        """How often each order occurred, blocks counted by `weights[block]`."""
        counted = None if weights is None else weights[self.block]
        found = np.bincount(self.order, counted, len(self.orders))
        return np.asarray(found, float)

    def by_block(self, values: Vector) -> tuple[Vector, Numbers]:
        """(sums, games) by block, of `values[order]` over games where they are known.

        A value is known unless it is NaN.
        """
        own = values[self.order]
        known = ~np.isnan(own)
        block = self.block[known]
        games = np.bincount(block, minlength=self.blocks)
        sums = np.asarray(np.bincount(block, own[known], self.blocks), float)
        return sums, games.astype(np.int64)


def read_orders(games: pd.DataFrame) -> Orders:
    """The orders of a result table; ValueError for a table that is not one."""
    import pandas as pd

    require_games(games, ("block", "game", "seat", "player", "rank"))
    game, _ = pd.factorize(games["game"], sort=True)
    seat, seats = pd.factorize(games["seat"], sort=True)
    by_seat = np.lexsort((seat, game))
    game, seat = game[by_seat], seat[by_seat]
    player, players = pd.factorize(games["player"], sort=True)
    rank, ranks = pd.factorize(games["rank"], sort=True)
    block, blocks = pd.factorize(games["block"], sort=True)
    player, rank, block = player[by_seat], rank[by_seat], block[by_seat]
    sizes = np.bincount(game)
    starts = np.cumsum(sizes) - sizes
    codes = (player * len(seats) + seat) * len(ranks) + rank
    order = _numbered(codes, game, np.arange(len(game)) - starts[game])
    first = np.unique(order, return_index=True)[1]
    found = []
    for start, size in zip(starts[first].tolist(), sizes[first].tolist(), strict=True):
        rows = slice(start, start + size)
        table = zip(player[rows].tolist(), seat[rows].tolist(), strict=True)
        found.append((tuple(table), tuple(rank[rows].tolist())))
    return Orders(
        tuple(players.tolist()),
        tuple(seats.tolist()),
        tuple(found),
        order,
        block[starts],
        len(blocks),
    )


def pair_shares(orders: Orders) -> Iterator[tuple[str, str, int, Vector]]:
    """(player, opponent, games, share by block) for each pair that met, sorted.

    The share is the part of the games in which the player had the better rank, an equal
    rank counting half; several seats of one player are averaged in each game.
    """
    met = _pairs(orders)
    for first, second in sorted(met):
        sums, games = orders.by_block(met[first, second])
        shared = games > 0
        names = orders.players[first], orders.players[second]
        yield *names, int(games.sum()), sums[shared] / games[shared]


def _pairs(orders: Orders) -> dict[tuple[int, int], Vector]:
    """The share of the first of a pair by order, NaN where the pair does not meet."""
    found: dict[tuple[int, int], Vector] = {}
    for number, (table, ranks) in enumerate(orders.orders):
        places: dict[tuple[int, int], list[float]] = {}
        seated = [
            (player, rank) for (player, _), rank in zip(table, ranks, strict=True)
        ]
        for player, rank in seated:
            for other, other_rank in seated:
                if player != other:
                    better = (rank < other_rank) + 0.5 * (rank == other_rank)
                    places.setdefault((player, other), []).append(better)
        for pair, shares in places.items():
            if pair not in found:
                found[pair] = np.full(len(orders.orders), np.nan)
            found[pair][number] = sum(shares) / len(shares)
    return found


def _numbered(codes: Numbers, game: Numbers, place: Numbers) -> Numbers:
    """A number by game, the same for games with the same codes place by place."""
    import pandas as pd

    found = np.zeros(game.max() + 1, np.int64)
    base = codes.max() + 2
    for column in range(place.max() + 1):
        here = place == column
        level = np.zeros_like(found)  # 0 where a game has no such place
        level[game[here]] = codes[here] + 1
        found = pd.factorize(found * base + level)[0].astype(np.int64)
    return found
