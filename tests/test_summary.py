"""The summary of a batch of games: every figure from small tables done by hand."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from analyzer.simulation.summary import summary_object
from reports.intervals import elo_of_share
from reports.match import match_result
from reports.ratings import rate
from reports.sprt import Sprt
from tests.match_tables import Game, races
from tests.simulated import duel, facts, played, summed

# a wins 2, 1.5, 1 and 1 of the two games of a deal.
FOUR = duel(
    (50, 40), (45, 40), (30, 30), (60, 40), (40, 50), (50, 40), (30, 40), (9, 8)
)
THREE: list[Game] = [
    (1, "a,b,c", (50, 40, 30)),
    (1, "b,c,a", (45, 45, 20)),
    (1, "c,a,b", (10, 60, 60)),
    (2, "a,c,b", (31, 41, 51)),
    (2, "c,b,a", (20, 30, 30)),
    (2, "b,a,c", (70, 15, 15)),
]
ELOS = ("elo", "elo_low", "elo_high")
HALF = stats.t.ppf(0.975, 3) * np.std([1, 0.75, 0.5, 0.5], ddof=1) / 2


def rows_of(summary: dict, part: str, key: str) -> dict:
    return {row[key]: row for row in summary[part]}


# --- Two players ----------------------------------------------------------------------


def test_facts_are_put_in_as_they_are() -> None:
    found = summed(FOUR, options={"wall": "grey"}, complete=False)
    assert found["schema"] == 1
    assert {key: found[key] for key in ("game", "seed", "complete", "options")} == {
        "game": "azul",
        "seed": 7,
        "complete": False,
        "options": {"wall": "grey"},
    }
    assert (found["games"], found["blocks"]) == (8, 4)
    assert [(row["player"], row["spec"]) for row in found["players"]] == [
        ("a", "spec of a"),
        ("b", "spec of b"),
    ]


def test_players_of_a_match_have_shares_scores_margins_and_elo() -> None:
    a, b = summed(FOUR)["players"]
    assert (a["games"], a["blocks"], a["forfeits"]) == (8, 4, 0)
    assert a["win_share"] == pytest.approx(5.5 / 8)
    assert a["win_high"] == 1
    assert a["win_low"] == pytest.approx(5.5 / 8 - HALF)
    assert a["score_mean"] == pytest.approx(314 / 8)
    assert b["score_mean"] == pytest.approx(288 / 8)
    assert a["margin_mean"] == pytest.approx(26 / 8) == -b["margin_mean"]
    assert a["elo"] == pytest.approx(400 * math.log10(5.5 / 2.5)) == -b["elo"]
    assert (a["elo_low"], a["elo_high"]) == (-b["elo_high"], -b["elo_low"])
    assert a["elo_low"] < a["elo"] < a["elo_high"]


def test_the_better_player_comes_first_whoever_was_named_first() -> None:
    found = summed(FOUR, "b,a")
    assert [row["player"] for row in found["players"]] == ["a", "b"]
    assert found["match"]["player"] == "b"


def test_a_match_is_that_of_the_player_named_first() -> None:
    found = summed(FOUR)["match"]
    counts = [0, 0, 2, 1, 1]
    expected = match_result(counts)
    assert found["pentanomial"] == counts
    assert (found["player"], found["opponent"]) == ("a", "b")
    assert (found["games"], found["blocks"]) == (8, 4)
    assert (found["wins"], found["ties"], found["losses"]) == (5, 1, 2)
    assert (found["share"], found["share_low"]) == pytest.approx(
        (5.5 / 8, 5.5 / 8 - HALF)
    )
    assert found["normalised_elo"] == pytest.approx(expected.normalised_elo.value)
    assert found["normalised_elo_high"] == pytest.approx(expected.normalised_elo.high)
    assert found["superiority"] == pytest.approx(expected.superiority)
    mirrored = summed(FOUR, "b,a")["match"]
    assert mirrored["pentanomial"] == counts[::-1]
    assert mirrored["superiority"] == pytest.approx(1 - expected.superiority)


def test_a_match_has_a_crosstable_and_no_ratings() -> None:
    found = summed(FOUR)
    assert found["ratings"] is None
    assert [(row["player"], row["opponent"]) for row in found["crosstable"]] == [
        ("a", "b"),
        ("b", "a"),
    ]
    assert found["crosstable"][0]["share"] == pytest.approx(5.5 / 8)


def test_seats_have_their_share_and_what_it_is_above_an_even_one() -> None:
    first, second = summed(FOUR)["seats"]
    # Seat 1 wins 1, 0.5, 0, 0 with a and 0, 0, 0, 0 with b there: a block's mean each.
    blocks = np.array([0.5, 0.25, 0, 0])
    half = stats.t.ppf(0.975, 3) * blocks.std(ddof=1) / 2
    assert (first["seat"], second["seat"]) == (1, 2)
    assert first["win_share"] == pytest.approx(blocks.mean())
    assert first["advantage"] == pytest.approx(blocks.mean() - 0.5)
    assert first["advantage_high"] == pytest.approx(blocks.mean() + half - 0.5)
    assert first["advantage_low"] == -0.5
    assert second["advantage"] == pytest.approx(-first["advantage"])


def test_a_player_who_always_wins_has_no_finite_elo() -> None:
    found = summed(duel(*[(5, 3)] * 40))
    a, b = found["players"]
    assert (a["win_share"], a["elo"], a["elo_high"]) == (1, None, None)
    assert (b["elo"], b["elo_low"]) == (None, None)
    assert a["elo_low"] == pytest.approx(float(elo_of_share(0.025 ** (1 / 20))))
    assert found["match"]["normalised_elo"] is None


def test_ties_alone_show_equal_players() -> None:
    found = summed(duel(*[(5, 5)] * 20))
    a, b = found["players"]
    assert (a["win_share"], b["win_share"], a["elo"]) == (0.5, 0.5, 0)
    assert a["win_low"] == pytest.approx(0.5 * 0.025 ** (1 / 10))
    assert found["match"]["superiority"] == 0.5
    assert [row["advantage"] for row in found["seats"]] == [0, 0]


def test_one_block_has_no_interval_of_points() -> None:
    row = summed(duel((5, 3), (3, 5)))["players"][0]
    assert (row["score_mean"], row["score_low"], row["margin_high"]) == (4, None, None)
    assert row["win_low"] < 0.5 < row["win_high"]


def test_a_block_without_both_seatings_is_no_match() -> None:
    with pytest.raises(ValueError, match="block 4 does not hold one game"):
        summed(FOUR[FOUR["game"] < 8])


# --- Other tables ---------------------------------------------------------------------


def _known(value: float) -> Any:
    """The number, None for what is missing."""
    return None if math.isnan(value) else pytest.approx(value)


def test_three_players_are_rated() -> None:
    games = played(THREE)
    found = summed(games, "a,b,c", 3)
    expected = rate(games, origin="best")
    best = expected.players["player"][0]
    assert found["match"] is None
    assert found["ratings"]["method"] == "information"
    assert found["ratings"]["reference"] == best == found["players"][0]["player"]
    assert found["ratings"]["players"] == [
        {
            "player": row["player"],
            "games": 6,
            "elo": pytest.approx(row["elo"]),
            "elo_low": _known(row["elo_low"]),
            "elo_high": _known(row["elo_high"]),
        }
        for row in expected.players.to_dict("records")
    ]
    assert [row["seat"] for row in found["ratings"]["seats"]] == [1, 2, 3]
    ranked = expected.players["player"].tolist()
    assert [row["player"] for row in found["players"]] == ranked
    assert found["players"][0]["elo"] == pytest.approx(expected.players["elo"][0])
    assert len(found["crosstable"]) == 6
    assert sum(row["advantage"] for row in found["seats"]) == pytest.approx(0)


def test_ratings_of_many_blocks_have_intervals_between_blocks() -> None:
    rng = np.random.default_rng(4)
    worth = {"a": 0.5, "b": 0.0, "c": -0.5}
    games = races(worth, (0.3, 0.0, 0.0), 40, rng, 0.9)
    games = games.assign(rounds=1, plies=1, end="row", error="", round_scores="")
    found = summed(games, "a,b,c", 3)["ratings"]
    assert found["method"] == "blocks"
    between = rate(games, method="blocks", origin="best")
    alone = rate(games, origin="best")
    assert found["players"][1]["elo_low"] == pytest.approx(
        between.players["elo_low"][1]
    )
    wider = between.players["elo_se"] / alone.players["elo_se"]
    assert (wider.iloc[1:] > 1.3).all()
    few = summed(games[games["block"] < 30], "a,b,c", 3)["ratings"]
    assert few["method"] == "information"


def test_variation_between_blocks_is_not_asked_about_who_always_wins() -> None:
    games = [
        (block, seating, (9, 1 + block % 2, 1.5) if seating == "a,b,c" else other)
        for block in range(1, 41)
        for seating, other in (
            ("a,b,c", ()),
            ("b,c,a", (2, 1, 9)),
            ("c,a,b", (1, 9, 2)),
        )
    ]
    found = summed(played(games), "a,b,c", 3)  # type: ignore[arg-type]
    assert found["ratings"]["method"] == "information"
    assert found["players"][0]["player"] == "a"
    assert all(row["elo_high"] < 0 for row in found["players"][1:])


def test_ratings_of_blocks_that_are_alike_are_not_certain() -> None:
    games: list[Game] = []
    for block in range(1, 41):  # the deal decides: everybody wins once with each
        for seating in ("a,b,c", "b,c,a", "c,a,b"):
            games.append((block, seating, (3, 2, 1) if block % 2 else (1, 3, 2)))
    found = summed(played(games), "a,b,c", 3)
    assert found["ratings"]["method"] == "blocks"
    assert [row["player"] for row in found["players"]] == ["a", "b", "c"]
    assert found["players"][1]["elo_high"] > 10


def test_two_players_at_three_seats_are_rated_and_no_match() -> None:
    games = played(
        [
            (n, seating, (n % 4, 2, 1.5))
            for n, seating in enumerate(
                ("a,a,b", "a,b,b", "b,a,a", "b,b,a", "a,b,a", "b,a,b"), start=1
            )
        ]
    )
    found = summed(games, "a,b", 3)
    assert found["match"] is None
    assert {row["player"] for row in found["ratings"]["players"]} == {"a", "b"}
    assert [row["elo"] < 0 for row in found["players"]] == [False, True]
    assert len(found["seats"]) == 3


def test_four_players_at_two_seats_meet_in_pairs() -> None:
    pairs = ["a,b", "a,c", "a,d", "b,c", "b,d", "c,d"]
    games = [
        (block, seating, (3, 2))
        for block, pair in enumerate(pairs, start=1)
        for seating in (pair, ",".join(reversed(pair.split(","))))
    ]
    found = summed(played(games), "a,b,c,d")
    assert found["match"] is None
    assert len(found["crosstable"]) == 12
    assert [row["elo"] for row in found["players"]] == pytest.approx([0] * 4, abs=1e-6)
    assert found["seats"][0]["win_share"] == 1


def test_a_gauntlet_is_ordered_by_rating() -> None:
    # b and c lose most games against a, d loses fewer; a's share is below none.
    games = []
    for block in range(1, 61):
        other, wins = [("b", 4), ("c", 4), ("d", 2)][block % 3]
        for seating in (f"a,{other}", f"{other},a"):
            a = 3.0 if block // 3 % 5 < wins else 1.0
            games.append((block, seating, (a, 2) if seating[0] == "a" else (2, a)))
    found = summed(played(games), "a,b,c,d")
    rated = [row["player"] for row in found["ratings"]["players"]]
    assert [row["player"] for row in found["players"]] == rated
    assert rated[0] == "d"
    assert rated[1] == "a"


def test_players_in_fixed_seats_are_rated_without_seats() -> None:
    games = played([(n, "a,b,c", (n % 3, 1, (n + 1) % 3)) for n in range(1, 7)])
    assert summed(games, "a,b,c", 3)["ratings"]["seats"] == []


def test_players_who_never_met_have_no_ratings() -> None:
    games = played([(1, "a,b", (1, 2)), (1, "b,a", (1, 2)), (2, "c,d", (1, 2))])
    found = summed(games, "a,b,c,d")
    assert found["ratings"] is None
    assert {row["elo"] for row in found["players"]} == {None}
    assert found["players"][0]["win_share"] == 1  # by share, then


def test_somebody_who_has_not_played_yet_comes_last() -> None:
    found = summed(FOUR, "c,a,b", complete=False)
    assert [row["player"] for row in found["players"]] == ["a", "b", "c"]
    row = found["players"][2]
    assert (row["games"], row["blocks"], row["forfeits"]) == (0, 0, 0)
    assert (row["win_share"], row["score_mean"], row["margin_low"]) == (None,) * 3
    assert found["ratings"] is None


def test_one_player_in_all_seats_has_a_score_and_seats_have_shares() -> None:
    games = played([(1, "a,a", (50, 40)), (2, "a,a", (30, 40)), (3, "a,a", (35, 45))])
    found = summed(games, "a")
    row = found["players"][0]
    assert row["score_mean"] == pytest.approx(40)
    assert row["score_low"] < 40
    for name in ("win_share", "win_low", "margin_mean", "margin_high", "elo"):
        assert row[name] is None
    assert [s["win_share"] for s in found["seats"]] == pytest.approx([1 / 3, 2 / 3])
    assert found["seats"][0]["margin_mean"] == pytest.approx(-10 / 3)
    assert (found["match"], found["ratings"], found["crosstable"]) == (None,) * 3


def test_solo_games_have_scores_and_nothing_else() -> None:
    games = played([(1, "a", (12,)), (2, "b", (20,)), (3, "a", (14,)), (4, "b", (22,))])
    found = summed(games, "a,b", 1)
    assert [row["player"] for row in found["players"]] == ["b", "a"]
    assert [row["score_mean"] for row in found["players"]] == [21, 13]
    assert found["players"][0]["win_share"] is None
    seat = found["seats"][0]
    assert (seat["score_mean"], seat["win_share"], seat["advantage"]) == (
        17,
        None,
        None,
    )
    assert (found["match"], found["ratings"], found["crosstable"]) == (None,) * 3


# --- How games went -------------------------------------------------------------------


def test_forfeits_are_counted_where_they_happened() -> None:
    games = FOUR.copy()
    lost = (games["game"].isin([2, 5])) & (games["player"] == "b")
    games.loc[games["game"].isin([2, 5]), "end"] = "forfeit"
    games.loc[games["game"] == 5, "win_share"] = [1.0, 0.0]
    games.loc[lost, "error"] = "no legal move: '3B9'"
    found = summed(games)
    a, b = found["players"]
    assert (a["forfeits"], b["forfeits"]) == (0, 2)
    assert found["ends"] == {"row": 6, "forfeit": 2}
    assert found["match"]["pentanomial"] == [0, 0, 1, 1, 2]
    read = games.assign(error=games["error"].where(lost))  # as pandas reads it
    assert summed(read) == found


def test_forfeits_at_larger_tables_leave_ratings_and_pairs() -> None:
    games = played(THREE)
    hit = games["game"] == 3
    games.loc[hit, "end"] = "forfeit"
    games.loc[hit, "win_share"] = [0.0, 0.5, 0.5]
    games.loc[hit, "rank"] = [3, 1, 1]
    games.loc[hit & (games["player"] == "c"), "error"] = "timed out"
    found = summed(games, "a,b,c", 3)
    assert rows_of(found, "players", "player")["c"]["forfeits"] == 1
    assert found["ratings"] is not None


def test_ends_are_counted_by_game_the_most_frequent_first() -> None:
    games = FOUR.copy()
    games["end"] = games["game"].map(
        lambda n: "row" if n > 5 else "limit" if n > 1 else "empty"
    )
    found = summed(games)["ends"]
    assert list(found.items()) == [("limit", 4), ("row", 3), ("empty", 1)]


def test_rounds_and_decisions_are_means_by_game() -> None:
    games = FOUR.assign(rounds=FOUR["game"], plies=10 * FOUR["game"])
    found = summed(games)
    assert (found["rounds_mean"], found["plies_mean"]) == (4.5, 45)
    assert summed(FOUR.assign(rounds=0))["rounds_mean"] is None


def test_points_by_source_are_means_by_player_over_blocks() -> None:
    found = summed(FOUR.assign(rows=FOUR["score"] - 1, columns=1))["sources"]
    assert list(found) == ["a", "b"]
    assert found["a"] == {"rows": pytest.approx(314 / 8 - 1), "columns": 1}
    assert summed(FOUR)["sources"] == {}


# --- Sequential tests -----------------------------------------------------------------


def test_a_test_ends_at_its_first_decision() -> None:
    test = Sprt(0, 200)
    games = duel(*[(5, 3), (4, 4)] * 30, *[(3, 5)] * 100)
    found = summed(games, sprt=test)["sprt"]
    results = np.repeat([1.5, 0.0], [30, 50])
    state = test.run(results)
    estimate = test.estimate(state)
    assert state.decision == found["decision"] == "H1"
    assert found["blocks"] == state.blocks < 30
    assert found["games"] == 2 * state.blocks
    assert found["pentanomial"] == [0, 0, 0, state.blocks, 0]
    assert (found["llr"], found["lower"], found["upper"]) == (
        state.llr,
        state.lower,
        state.upper,
    )
    assert (found["share"], found["elo_low"]) == (estimate.share, estimate.elo_low)
    assert {k: found[k] for k in ("elo0", "elo1", "alpha", "beta", "model")} == {
        "elo0": 0,
        "elo1": 200,
        "alpha": 0.05,
        "beta": 0.05,
        "model": "logistic",
    }
    assert summed(games, "b,a", sprt=test)["sprt"]["decision"] == "H0"


def test_an_open_test_is_undecided() -> None:
    found = summed(FOUR, sprt=Sprt(0, 10))["sprt"]
    assert (found["decision"], found["blocks"]) == ("undecided", 4)


@pytest.mark.parametrize(("names", "seats"), [("a,b,c", 2), ("a,b", 3), ("a", 2)])
def test_a_test_of_others_than_two_players_is_refused(names: str, seats: int) -> None:
    with pytest.raises(ValueError, match="for two players at a table of two"):
        summed(FOUR, names, seats, Sprt(0, 10))


# --- The object -----------------------------------------------------------------------


@pytest.mark.parametrize("sprt", [None, Sprt(0, 10)])
def test_no_games_are_no_error(sprt: Sprt | None) -> None:
    found = summed(FOUR.iloc[:0], sprt=sprt, complete=False)
    assert (found["games"], found["blocks"], found["ends"]) == (0, 0, {})
    assert [row["player"] for row in found["players"]] == ["a", "b"]
    assert [row["win_share"] for row in found["seats"]] == [None, None]
    assert (found["match"], found["crosstable"], found["plies_mean"]) == (None,) * 3
    if sprt is not None:
        assert (found["sprt"]["blocks"], found["sprt"]["decision"]) == (0, "undecided")
    json.dumps(found, allow_nan=False)


@pytest.mark.parametrize(
    "summary",
    [
        summed(FOUR, sprt=Sprt(0, 10)),
        summed(duel(*[(5, 3)] * 20), sprt=Sprt(0, 10)),
        summed(played(THREE), "a,b,c", 3),
        summed(played([(1, "a", (12,))]), "a", 1),
    ],
)
def test_the_object_is_plain_json(summary: dict) -> None:
    text = json.dumps(summary, allow_nan=False)
    assert json.loads(text) == summary
    assert "-0.0," not in text


def test_the_order_of_rows_changes_nothing() -> None:
    games = played(THREE).assign(rows=2)
    shuffled = games.sample(frac=1, random_state=3)
    assert summed(shuffled, "a,b,c", 3) == summed(games, "a,b,c", 3)


def test_facts_and_table_are_left_as_they_were() -> None:
    told, games = facts(), FOUR.copy()
    summary_object(games, told)
    assert told == facts()
    pd.testing.assert_frame_equal(games, FOUR)
