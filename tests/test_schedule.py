"""Who meets whom: lineups, seatings, and how often."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

from search.schedule import Schedule, lineups, rotations


def seats_taken(schedule: Schedule, blocks: int) -> Counter[tuple[int, int]]:
    """How often each player sits in each seat."""
    seating = schedule.fixtures(range(1, blocks + 1)).seating
    return Counter((int(p), s) for row in seating for s, p in enumerate(row))


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_latin_square_has_every_player_once_in_every_seat(seats: int) -> None:
    square = rotations(tuple(range(seats)))
    for row in square:
        assert sorted(row) == list(range(seats))
    for column in zip(*square, strict=True):
        assert sorted(column) == list(range(seats))


@pytest.mark.parametrize(("players", "seats"), [(6, 4), (5, 3), (4, 2), (3, 3)])
def test_a_round_robin_has_every_combination(players: int, seats: int) -> None:
    assert lineups(players, seats) == list(combinations(range(players), seats))


def test_in_a_gauntlet_the_first_player_is_at_every_table() -> None:
    assert lineups(4, 2, gauntlet=True) == [(0, 1), (0, 2), (0, 3)]
    assert lineups(4, 3, gauntlet=True) == [(0, 1, 2), (0, 1, 3), (0, 2, 3)]
    assert lineups(2, 4, gauntlet=True) == [(0, 1, 1, 1)]


@pytest.mark.parametrize(
    ("players", "seats", "expected"),
    [
        (1, 3, [(0, 0, 0)]),
        (2, 4, [(0, 0, 1, 1)]),
        (2, 3, [(0, 0, 1), (0, 1, 1)]),
        (3, 4, [(0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 2)]),
        (1, 1, [(0,)]),
        (3, 1, [(0,), (1,), (2,)]),
    ],
)
def test_few_players_fill_the_table_evenly(
    players: int, seats: int, expected: list[tuple[int, ...]]
) -> None:
    assert lineups(players, seats) == expected


@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("gauntlet", [False, True])
@pytest.mark.parametrize(
    ("players", "seats"), [(2, 2), (6, 4), (5, 3), (4, 2), (2, 4), (3, 4), (1, 2)]
)
def test_everyone_sits_in_every_seat_as_often(
    players: int, seats: int, gauntlet: bool, every: bool
) -> None:
    schedule = Schedule(players, seats, gauntlet=gauntlet, every=every)
    taken = seats_taken(schedule, schedule.blocks(1))
    for player in range(players):
        counts = {taken[player, seat] for seat in range(seats)}
        assert len(counts) == 1
        assert counts != {0}
    if not gauntlet:
        assert len(set(taken.values())) == 1


@pytest.mark.parametrize("seats", [3, 4])
def test_who_follows_whom_takes_turns(seats: int) -> None:
    schedule = Schedule(seats, seats)
    turns = schedule.seatings.shape[1]
    followed = Counter(
        (int(row[s]), int(row[(s + 1) % seats]))
        for row in schedule.fixtures(range(1, turns + 1)).seating
        for s in range(seats)
    )
    assert set(followed) == set(permutations(range(seats), 2))
    assert len(set(followed.values())) == 1


def test_all_seatings_are_all_orders_once() -> None:
    schedule = Schedule(3, 3, every=True)
    assert schedule.games_per_block == 6
    rows = [fixture.seating for fixture in schedule.fixtures([7]).each()]
    assert sorted(rows) == sorted(permutations(range(3)))
    assert Schedule(2, 4, every=True).games_per_block == 6  # two pairs of equals


def test_lineups_take_turns_from_block_to_block() -> None:
    schedule = Schedule(3, 2)
    met = [sorted(schedule.fixtures([b]).seating[0].tolist()) for b in range(1, 7)]
    assert met == [[0, 1], [0, 2], [1, 2]] * 2


def test_games_are_rounded_up_to_whole_cycles() -> None:
    assert Schedule(2, 2).blocks(1) == 1
    assert Schedule(2, 2).blocks(1001) == 501
    assert Schedule(6, 4).blocks(61) == 30
    assert Schedule(1, 1).blocks(5) == 5


def test_fixtures_number_the_games_of_a_block_from_0() -> None:
    fixtures = Schedule(3, 3).fixtures([5, 9])
    assert fixtures.block.tolist() == [5, 5, 5, 9, 9, 9]
    assert fixtures.number.tolist() == [0, 1, 2] * 2
    assert [(f.block, f.number) for f in fixtures.each()][3] == (9, 0)


def test_a_tournament_needs_players() -> None:
    with pytest.raises(ValueError, match="needs players and seats"):
        Schedule(0, 2)
