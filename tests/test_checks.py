"""Result tables that are not what the statistics take them for."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
import pytest

from reports.checks import (
    repeated_games,
    require_balanced,
    require_fresh,
    require_games,
    seat_balance,
    shared_deals,
    unbalanced_blocks,
)
from tests.match_tables import blocks_table, table

MATCH = blocks_table([1, 2, 0.5])
LATER = MATCH.assign(block=MATCH["block"] + 3)
OTHERS = table([(2, "c,d", (1, 2)), (9, "c,d", (1, 2))])


def without(games: pd.DataFrame, condition: str) -> pd.DataFrame:
    return games.query(f"not ({condition})")


@pytest.mark.parametrize(
    ("games", "words"),
    [
        (MATCH.drop(columns=["rank", "seat"]), "lacks the columns seat, rank"),
        (MATCH.iloc[:0], "holds no games"),
        (
            MATCH.assign(score=MATCH["score"].where(MATCH["game"] > 1)),
            "fields in .* score",
        ),
        (pd.concat([MATCH, MATCH.iloc[2:3]]), "game 2 has two rows for one seat"),
        (MATCH.assign(block=range(len(MATCH))), "game 1 lies in two blocks"),
        (MATCH.assign(win_share=2.0), "between 0 and 1"),
    ],
)
def test_tables_that_are_none_are_refused(games: pd.DataFrame, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        require_games(games)


# --- Repeated deals -------------------------------------------------------------------


def test_fresh_tables_repeat_nothing() -> None:
    tables = {"first": MATCH, "second": LATER, "other seed": MATCH.assign(seed=2)}
    assert repeated_games(tables).empty
    assert shared_deals(tables).empty
    require_fresh(tables)
    require_fresh({})


def test_repeated_games_are_named_with_their_tables() -> None:
    again = MATCH[MATCH["block"] == 2]
    found = repeated_games({"first": MATCH, "second": LATER, "third": again})
    assert found["seating"].tolist() == ["a,b", "b,a"]
    assert found["seed"].tolist() == [1, 1]
    assert found["block"].tolist() == [2, 2]
    assert found["tables"].tolist() == ["first, third"] * 2
    assert found["times"].tolist() == [2, 2]


def test_games_repeat_within_a_table() -> None:
    twice = pd.concat([MATCH, MATCH.assign(game=MATCH["game"] + 6)])
    found = repeated_games({"only": twice})
    assert len(found) == 6
    assert set(found["tables"]) == {"only"}
    assert shared_deals({"only": twice}).empty


def test_deals_are_shared_whoever_sits_there() -> None:
    tables = {"first": MATCH, "others": OTHERS}
    assert repeated_games(tables).empty
    found = shared_deals(tables)
    assert found.to_dict("records") == [
        {"seed": 1, "block": 2, "tables": "first, others", "times": 2}
    ]


@pytest.mark.parametrize(
    ("tables", "words"),
    [
        (
            {"x": MATCH, "y": MATCH},
            "6 games occur more than once: seed 1 block 1 seating a,b in x, y;"
            " .* and 3 more",
        ),
        (
            {"x": MATCH, "y": OTHERS},
            "1 deals occur more than once: seed 1 block 2 in x, y$",
        ),
        ({"x": MATCH.drop(columns="seed")}, "table x lacks the column seed"),
    ],
)
def test_tables_that_are_not_fresh_are_refused(
    tables: dict[str, pd.DataFrame], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        require_fresh(tables)


# --- Seats ----------------------------------------------------------------------------


def test_seats_of_a_match_are_balanced() -> None:
    assert seat_balance(MATCH).to_numpy().tolist() == [[3, 3], [3, 3]]
    assert unbalanced_blocks(MATCH).empty
    require_balanced(MATCH)


def test_tables_of_different_sizes_are_balanced_block_by_block() -> None:
    mixed = table(
        [
            (1, "a,b", (1, 2)),
            (1, "b,a", (1, 2)),
            (2, "a,b,c", (1, 2, 3)),
            (2, "b,c,a", (1, 2, 3)),
            (2, "c,a,b", (1, 2, 3)),
        ]
    )
    assert unbalanced_blocks(mixed).empty
    assert seat_balance(mixed).loc["c"].tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (
            lambda: require_balanced(without(MATCH, "block == 2 and seating == 'a,b'")),
            "seats are not balanced: a in block 2; b in block 2$",
        ),
        (
            lambda: require_balanced(table([(n, "a,b", (1, 2)) for n in range(1, 5)])),
            "a in block 1; b in block 1; a in block 2 and 5 more$",
        ),
        (lambda: seat_balance(MATCH.drop(columns="seat")), "lacks the column seat"),
    ],
)
def test_seats_that_are_not_balanced_are_named(
    call: Callable[[], object], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        call()
