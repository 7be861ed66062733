"""Who sits where on which deal: blocks of one deal in all their seatings.

A lineup says who is at a table. Lineups take turns from block to block; who follows
whom at the table changes with every turn of a lineup.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from search.results import Fixture, Seating

Numbers = NDArray[np.int64]


class Fixtures(NamedTuple):
    """Games to be played, an entry each: block, number in it, player by seat."""

    block: Numbers
    number: Numbers
    seating: Numbers  # [game, seat]

    def each(self) -> Iterator[Fixture]:
        """The games one by one."""
        for block, number, seating in zip(*map(np.ndarray.tolist, self), strict=True):
            yield Fixture(block, number, tuple(seating))


class Schedule:
    """The blocks of a tournament, from 1 on; as many games in each.

    `seatings[lineup, turn, game, seat]` is the player in that seat.
    """

    def __init__(
        self, players: int, seats: int, *, gauntlet: bool = False, every: bool = False
    ) -> None:
        """`every`: all orders of a lineup instead of a Latin square. ValueError."""
        if players < 1 or seats < 1:
            raise ValueError("a tournament needs players and seats")
        self.lineups = lineups(players, seats, gauntlet)
        self.seatings = np.array(
            [list(_turns(lineup, every)) for lineup in self.lineups], np.int64
        )

    @property
    def games_per_block(self) -> int:
        """Games that are played with one deal."""
        return int(self.seatings.shape[2])

    def blocks(self, games: int) -> int:
        """How many blocks hold that many games, every lineup as often as the others."""
        each = self.games_per_block * len(self.lineups)
        return -(-games // each) * len(self.lineups)

    def fixtures(self, blocks: Sequence[int] | Numbers) -> Fixtures:
        """The games of these blocks."""
        numbers = np.asarray(blocks, np.int64)
        turn, lineup = np.divmod(numbers - 1, len(self.lineups))
        seating = self.seatings[lineup, turn % self.seatings.shape[1]]
        games, seats = seating.shape[1:]
        return Fixtures(
            np.repeat(numbers, games),
            np.tile(np.arange(games), len(numbers)),
            seating.reshape(-1, seats),
        )


def lineups(players: int, seats: int, gauntlet: bool = False) -> list[Seating]:
    """Who meets: every combination, or in a gauntlet the first player and others.

    With fewer players than seats all are at every table, some of them more than once.
    """
    everyone = tuple(range(players))
    if gauntlet and players > 1:
        return [(0, *rest) for rest in lineups_of(everyone[1:], seats - 1)]
    return lineups_of(everyone, seats)


def lineups_of(players: Sequence[int], seats: int) -> list[Seating]:
    """Every combination; where there are too few, each fills an equal part of seats."""
    if not seats:
        return [()]
    rounds, left = divmod(seats, len(players))
    once = tuple(players) * rounds
    return [tuple(sorted(once + rest)) for rest in combinations(players, left)]


def _turns(lineup: Seating, every: bool) -> Iterator[list[Seating]]:
    """The seatings of a lineup, for every turn that it has."""
    if every:
        yield sorted(set(permutations(lineup)))
        return
    for rest in permutations(lineup[1:]):
        yield rotations((lineup[0], *rest))


def rotations(order: Seating) -> list[Seating]:
    """A Latin square: all seats move on by one from game to game."""
    return [order[i:] + order[:i] for i in range(len(order))]
