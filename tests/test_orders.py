"""Orders of games counted once, against a count game by game."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from reports.choices import read_choices
from reports.orders import read_orders
from reports.standings import crosstable
from tests.match_tables import Game, races, table


def mixed() -> pd.DataFrame:
    """Games of one to four seats, some with a player in several, in no order."""
    rng = np.random.default_rng(8)
    games: list[Game] = []
    for block in range(1, 30):
        for _ in range(rng.integers(1, 4)):
            size = int(rng.integers(1, 5))
            seating = ",".join(rng.choice(list("abcde"), size))
            scores = tuple(rng.integers(1, 4, size).astype(float).tolist())
            games.append((block, seating, scores))
    return table(games).sample(frac=1, random_state=1)


def slow_crosstable(games: pd.DataFrame) -> dict[tuple[str, str], tuple[int, float]]:
    """(games, share) by pair, game by game and block by block."""
    by_block: dict[tuple[str, str], dict[int, list[float]]] = {}
    for (block, _), rows in games.groupby(["block", "game"]):
        seats = list(zip(rows["player"], rows["rank"], strict=True))
        pairs: dict[tuple[str, str], list[float]] = {}
        for player, rank in seats:
            for other, other_rank in seats:
                if player != other:
                    won = 1.0 if rank < other_rank else 0.5 * (rank == other_rank)
                    pairs.setdefault((player, other), []).append(won)
        for pair, won_all in pairs.items():
            blocks = by_block.setdefault(pair, {})
            blocks.setdefault(int(str(block)), []).append(float(np.mean(won_all)))
    return {
        pair: (
            sum(map(len, b.values())),
            float(np.mean([np.mean(v) for v in b.values()])),
        )
        for pair, b in by_block.items()
    }


def test_pairs_are_those_of_a_count_game_by_game() -> None:
    games = mixed()
    found, expected = crosstable(games), slow_crosstable(games)
    pairs = list(zip(found["player"], found["opponent"], strict=True))
    assert pairs == sorted(expected)
    for row in found.to_dict("records"):
        count, share = expected[row["player"], row["opponent"]]
        assert (row["games"], row["share"]) == (count, pytest.approx(share))


def test_every_game_has_its_order_and_block() -> None:
    games = mixed()
    found = read_orders(games)
    assert len(found.order) == len(found.block) == games["game"].nunique()
    for place, (_, rows) in enumerate(games.sort_values("seat").groupby("game")):
        seated, ranks = found.orders[found.order[place]]
        names = [(found.players[player], found.seats[seat]) for player, seat in seated]
        assert names == list(zip(rows["player"], rows["seat"], strict=True))
        assert np.array_equal(np.argsort(ranks), np.argsort(rows["rank"].to_numpy()))
        block = np.unique(games["block"])[found.block[place]]
        assert set(rows["block"]) == {block}
    assert len(set(found.orders)) == len(found.orders)


def test_alike_games_share_an_order() -> None:
    games = table([(1, "a,b", (3, 1)), (1, "b,a", (1, 3)), (2, "a,b", (9, 8))])
    found = read_orders(games)
    assert found.orders == (
        (((0, 0), (1, 1)), (0, 1)),
        (((1, 0), (0, 1)), (1, 0)),
    )
    assert found.order.tolist() == [0, 1, 0]
    assert found.times().tolist() == [2, 1]
    assert found.times(np.array([1.0, 5.0])).tolist() == [6, 1]
    sums, known = found.by_block(np.array([0.5, np.nan]))
    assert (sums.tolist(), known.tolist()) == ([0.5, 0.5], [1, 1])


def test_slopes_of_blocks_add_up_to_what_came_first_less_what_was_expected() -> None:
    rng = np.random.default_rng(2)
    games = races({"a": 0.4, "b": 0.0, "c": -0.2}, (0.2, 0, 0), 12, rng)
    found = read_choices(games)
    even = found.given / found.given.sum(axis=1, keepdims=True)
    slopes = found.slopes(found.options, even)
    taken = found.taken()
    expected = taken.sum(axis=1, keepdims=True) * even
    total = np.einsum("co,cot->t", taken - expected, found.options)
    assert slopes.shape == (12, 6)
    assert slopes.sum(axis=0) == pytest.approx(total)
    first = read_choices(games[games["block"] == 1])
    alone = np.einsum(
        "co,cot->t",
        first.taken()
        - first.taken().sum(axis=1, keepdims=True)
        * (first.given / first.given.sum(axis=1, keepdims=True)),
        first.options,
    )
    assert slopes[0] == pytest.approx(alone)
