"""Two players: counts, Elo with its error, superiority; shares, seats and pairs."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from scipy import integrate, stats

from reports.intervals import elo_of_share, share_interval
from reports.match import (
    SHARES,
    Match,
    block_results,
    match_result,
    pentanomial,
    result_places,
    trinomial,
)
from reports.standings import crosstable, margins, player_table, seat_table
from tests.match_tables import block_chances, blocks_table, races, table

COUNTS = [30, 110, 240, 160, 60]
THREE = table(
    [
        (1, "a,b,c", (50, 40, 30)),
        (1, "b,c,a", (45, 45, 20)),
        (1, "c,a,b", (10, 60, 60)),
        (2, "a,b,c", (31, 41, 51)),
        (2, "b,c,a", (20, 30, 30)),
        (2, "c,a,b", (70, 15, 15)),
    ]
)


# --- Counts ---------------------------------------------------------------------------


def test_results_of_blocks_are_sums_over_both_seats() -> None:
    games = blocks_table([0, 0.5, 1, 1.5, 2, 2])
    assert block_results(games, "a", "b").tolist() == [0, 0.5, 1, 1.5, 2, 2]
    assert pentanomial(games, "a", "b").tolist() == [1, 1, 1, 1, 2]
    assert pentanomial(games, "b", "a").tolist() == [2, 1, 1, 1, 1]
    assert trinomial(games, "a", "b").tolist() == [4, 2, 6]


def test_blocks_are_read_by_number_not_by_row() -> None:
    games = blocks_table([2, 0, 1]).sample(frac=1, random_state=1)
    assert block_results(games, "a", "b").tolist() == [2, 0, 1]


def test_games_with_others_are_left_out() -> None:
    duel = table([(1, "a,b", (3, 1)), (1, "b,a", (3, 1)), (1, "a,c", (1, 2))])
    assert pentanomial(duel, "a", "b").tolist() == [0, 0, 1, 0, 0]
    assert trinomial(duel, "c", "a").tolist() == [0, 0, 1]


ODD = blocks_table([1, 1]).query("not (block == 2 and seating == 'b,a')")
SAME_SEAT = table([(1, "a,b", (3, 1)), (1, "a,b", (3, 1))])
FORFEIT = blocks_table([1]).assign(win_share=0.25)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: pentanomial(ODD, "a", "b"), "block 2 does not hold one game of a"),
        (lambda: pentanomial(SAME_SEAT, "a", "b"), "block 1 does not hold one game"),
        (lambda: trinomial(FORFEIT, "a", "b"), "cannot have the result 0.25"),
        (lambda: pentanomial(THREE, "a", "b"), "a and b never met at a table of two"),
        (lambda: pentanomial(blocks_table([1]), "a", "a"), "both players"),
        (lambda: pentanomial(ODD.iloc[:0], "a", "b"), "holds no games"),
        (lambda: result_places([1, 2.5]), "cannot have the result 2.5"),
        (lambda: result_places([math.nan]), "cannot have the result nan"),
        (lambda: match_result([0] * 5), "at least one block"),
        (lambda: match_result([1, 2, 3]), "five numbers"),
        (lambda: match_result([1, 2, -3, 0, 0]), "whole numbers"),
        (lambda: match_result([1, 2, 0.5, 0, 0]), "whole numbers"),
    ],
)
def test_bad_input_is_refused(call: Callable[[], object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()


# --- Elo ------------------------------------------------------------------------------


def test_share_and_elo_of_a_match_by_hand() -> None:
    found = match_result(COUNTS)
    share = (0.5 * 110 + 240 + 1.5 * 160 + 2 * 60) / 1_200
    assert (found.blocks, found.games) == (600, 1_200)
    assert found.share.value == pytest.approx(share)
    assert found.elo.value == pytest.approx(400 * math.log10(share / (1 - share)))
    blocks = np.repeat(SHARES, COUNTS)
    error = blocks.std(ddof=1) / math.sqrt(600)
    slope = elo_of_share(share + 1e-6) - elo_of_share(share - 1e-6)
    assert found.elo.error == pytest.approx(float(slope) / 2e-6 * error, rel=1e-6)
    half = stats.t.ppf(0.975, 599) * found.elo.error
    assert found.elo.high - found.elo.value == pytest.approx(half)
    assert found.elo.value - found.elo.low == pytest.approx(half)


def test_normalised_elo_is_the_mean_in_deviations_with_the_error_of_a_jackknife() -> (
    None
):
    blocks = np.repeat(SHARES, COUNTS)

    def normalised(values: np.ndarray) -> float:
        per_game = math.sqrt(2) * values.std()
        return 800 / math.log(10) * (values.mean() - 0.5) / per_game

    found = match_result(COUNTS).normalised_elo
    left_out = np.array([normalised(np.delete(blocks, i)) for i in range(600)])
    error = math.sqrt(599 / 600 * ((left_out - left_out.mean()) ** 2).sum())
    assert found.value == pytest.approx(normalised(blocks))
    assert found.error == pytest.approx(error, rel=0.01)


def test_seats_that_decide_make_pairs_more_exact_than_games() -> None:
    paired = match_result([5, 0, 80, 0, 15])
    apart = share_interval(np.repeat([0.0, 1.0], [90, 110]))
    assert paired.share.value == apart.value == 0.55
    assert paired.share.error < 0.7 * apart.error


def test_the_opponent_has_the_mirror_image() -> None:
    found, other = match_result(COUNTS), match_result(COUNTS[::-1])
    assert other.elo.value == pytest.approx(-found.elo.value)
    assert other.elo.low == pytest.approx(-found.elo.high)
    assert other.normalised_elo.error == pytest.approx(found.normalised_elo.error)
    assert other.superiority == pytest.approx(1 - found.superiority)


def test_superiority_is_students_chance_that_the_share_is_above_a_half() -> None:
    found = match_result([3, 4, 10, 6, 4])
    distance = (found.share.value - 0.5) / found.share.error
    density = integrate.quad(stats.t(26).pdf, -math.inf, distance)[0]
    assert found.superiority == pytest.approx(density, abs=1e-8)
    # engine testing: LOS = Phi(distance), the same for many blocks
    many = match_result([count * 100 for count in (3, 4, 10, 6, 4)])
    normal = stats.norm.cdf((many.share.value - 0.5) / many.share.error)
    assert many.superiority == pytest.approx(normal, abs=1e-4)


@pytest.mark.parametrize(
    ("counts", "elo", "superiority"),
    [
        ([0, 0, 0, 0, 9], math.inf, 1 - 0.5**10),
        ([9, 0, 0, 0, 0], -math.inf, 0.5**10),
        ([0, 0, 9, 0, 0], 0.0, 0.5),
        ([0, 0, 1, 0, 0], 0.0, 0.5),
    ],
)
def test_matches_of_blocks_that_are_alike(
    counts: list[int], elo: float, superiority: float
) -> None:
    found = match_result(counts)
    assert found.elo.value == elo
    assert found.superiority == pytest.approx(superiority)
    assert found.elo.low < found.elo.high
    assert np.isnan(found.normalised_elo.value)
    share = share_interval(np.repeat(SHARES, counts))
    assert found.elo.low == pytest.approx(float(elo_of_share(share.low)))


# --- Standings ------------------------------------------------------------------------


def test_margins_are_scores_less_the_best_other_score() -> None:
    assert margins(THREE)[:9].tolist() == [10, -10, -20, 0, 0, -25, -50, 0, 0]
    assert np.isnan(margins(table([(1, "a", (12,))]))).all()


def test_players_are_averaged_over_blocks() -> None:
    found = player_table(THREE).set_index("player")
    assert found.index.tolist() == ["c", "a", "b"]
    a = found.loc["a"]
    assert (a["games"], a["blocks"]) == (6, 2)
    assert a["win_share"] == pytest.approx(((1 + 0 + 0.5) / 3 + (0 + 0.5 + 0) / 3) / 2)
    assert a["score_mean"] == pytest.approx((130 / 3 + 76 / 3) / 2)
    assert a["margin_mean"] == pytest.approx(((10 - 25 + 0) + (-20 + 0 - 55)) / 6)
    half = stats.t.ppf(0.975, 1) * (130 / 3 - 76 / 3) / 2
    assert a["score_high"] - a["score_mean"] == pytest.approx(half)
    assert (a["win_low"], a["win_high"]) == (0, 1)


def test_solo_games_have_scores_and_no_margins() -> None:
    found = player_table(table([(1, "a", (12,)), (2, "a", (14,))])).iloc[0]
    assert (found["win_share"], found["score_mean"]) == (1, 13)
    assert np.isnan([found["margin_mean"], found["margin_low"]]).all()


def test_one_block_leaves_intervals_of_scores_open() -> None:
    found = player_table(THREE[THREE["block"] == 1]).iloc[0]
    assert np.isnan([found["score_low"], found["margin_high"]]).all()


def test_seats_are_averaged_whoever_sits_there() -> None:
    found = seat_table(THREE)
    assert found["seat"].tolist() == [1, 2, 3]
    assert found["win_share"].tolist() == pytest.approx([2.5 / 6, 1.5 / 6, 2 / 6])
    assert found["win_share"].sum() == pytest.approx(1)


def test_pairs_are_compared_by_rank_whatever_others_do() -> None:
    found = crosstable(THREE).set_index(["player", "opponent"])
    assert len(found) == 6
    a_b, b_a = found.loc[("a", "b")], found.loc[("b", "a")]
    assert a_b["share"] == pytest.approx(((1 + 0 + 0.5) + (0 + 1 + 0.5)) / 6)
    assert a_b["share"] + b_a["share"] == pytest.approx(1)
    assert (a_b["games"], a_b["blocks"]) == (6, 2)
    assert a_b["share_low"] == pytest.approx(1 - b_a["share_high"])


def test_pairs_that_never_met_are_left_out() -> None:
    games = table([(1, "a,b", (1, 2)), (1, "b,c", (1, 2))])
    found = crosstable(games)
    pairs = set(zip(found["player"], found["opponent"], strict=True))
    assert pairs == {("a", "b"), ("b", "a"), ("b", "c"), ("c", "b")}
    assert crosstable(table([(1, "a", (1,))])).empty


# --- Coverage -------------------------------------------------------------------------


def simulated(tests: int, blocks: int) -> tuple[list[Match], float, float]:
    """Matches of correlated games with ties, their true Elo and normalised Elo."""
    chances = block_chances(0.6, 0.08, -0.25)
    counts = np.random.default_rng(5).multinomial(blocks, chances, tests)
    mean = chances @ SHARES
    deviation = math.sqrt(2 * (chances @ (SHARES - mean) ** 2))
    normalised = 800 / math.log(10) * (mean - 0.5) / deviation
    found = [match_result(count) for count in counts]
    return found, float(elo_of_share(mean)), normalised


def check_coverage(tests: int, low: float, high: float) -> None:
    found, elo, normalised = simulated(tests, 60)
    for held in (
        [one.elo.low <= elo <= one.elo.high for one in found],
        [
            one.normalised_elo.low <= normalised <= one.normalised_elo.high
            for one in found
        ],
    ):
        assert low <= np.mean(held) <= high


def test_intervals_of_elo_hold_the_truth_about_as_often_as_they_say() -> None:
    check_coverage(600, 0.925, 0.975)


@pytest.mark.slow
def test_intervals_of_elo_hold_the_truth_as_often_as_they_say() -> None:
    check_coverage(5_000, 0.935, 0.965)


def test_superiority_of_equal_players_is_even() -> None:
    counts = np.random.default_rng(6).multinomial(60, block_chances(0.5, 0.1), 800)
    found = np.array([match_result(count).superiority for count in counts])
    assert np.quantile(found, [0.1, 0.5, 0.9]) == pytest.approx(
        [0.1, 0.5, 0.9], abs=0.04
    )


@pytest.mark.slow
def test_intervals_of_pairs_and_seats_hold_the_truth() -> None:
    rng = np.random.default_rng(7)
    worth, advantage = {"a": 0.5, "b": 0.0, "c": -0.3}, (0.2, 0.0, 0.0)
    many = races(worth, advantage, 4_000, rng, 0.8)
    truths = (
        crosstable(many)["share"].to_numpy(),
        seat_table(many)["win_share"].to_numpy(),
    )
    held: list[list[np.ndarray]] = [[], []]
    for _ in range(400):
        games = races(worth, advantage, 30, rng, 0.8)
        pairs, seats = crosstable(games), seat_table(games)
        held[0].append(
            pairs["share_low"].le(truths[0]) & pairs["share_high"].ge(truths[0])
        )
        held[1].append(seats["win_low"].le(truths[1]) & seats["win_high"].ge(truths[1]))
    for rows in held:
        assert 0.93 <= np.mean(pd.DataFrame(rows).to_numpy()) <= 0.97
