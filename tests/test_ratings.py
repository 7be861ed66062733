"""Ratings of many players: closed forms, published fits, coverage."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from scipy import optimize, stats

from reports.intervals import ELO, elo_of_share
from reports.ratings import Method, Ratings, rate
from tests.match_tables import Game, blocks_table, races, table

# Wins of the rows over the columns, American League East 1987: Agresti, Categorical
# Data Analysis (1990), chapter 10.
TEAMS = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland"]
TEAMS += ["Baltimore"]
WINS = [
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
]
# Log abilities less Baltimore's and their errors: Turner and Firth, Journal of
# Statistical Software 48 (9) (2012), without home advantage.
ABILITIES = [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839]
ERRORS = [0.3433, 0.3396, 0.3367, 0.3359, 0.3339, 0.3319]


def elo(found: Ratings) -> dict[str, float]:
    """Ratings by player."""
    return dict(zip(found.players["player"], found.players["elo"], strict=True))


def free(games: pd.DataFrame, *, seat_terms: bool = False) -> Ratings:
    """Ratings without a prior."""
    return rate(games, seat_terms=seat_terms, prior_elo=math.inf)


def baseball() -> pd.DataFrame:
    games: list[Game] = []
    for row, team in enumerate(TEAMS):
        for column, other in enumerate(TEAMS):
            for _ in range(WINS[row][column]):
                games.append((len(games) + 1, f"{team},{other}", (1, 0)))
    return table(games)


# --- Closed forms and published fits --------------------------------------------------


@pytest.mark.parametrize("results", [[0, 1, 2, 2, 2], [0.5, 1.5, 1.5], [2, 1, 1.5, 0]])
def test_two_players_are_rated_by_the_log_odds_of_the_share(
    results: list[float],
) -> None:
    found = elo(free(blocks_table(results)))
    share = np.mean(results) / 2
    assert found["a"] - found["b"] == pytest.approx(float(elo_of_share(share)))
    assert found["a"] + found["b"] == pytest.approx(0, abs=1e-9)


def test_the_error_of_two_players_is_that_of_log_odds() -> None:
    found = free(table([(n, "a,b", (n % 4, 1.5)) for n in range(1, 401)]))
    assert found.difference("a", "b").value == pytest.approx(0, abs=1e-6)
    error = ELO * math.sqrt(1 / (400 * 0.25))
    assert found.difference("a", "b").error == pytest.approx(error)
    assert found.players["elo_se"].tolist() == pytest.approx([error / 2] * 2)
    assert found.players["elo_high"].tolist() == pytest.approx(
        [0.98 * error] * 2, rel=1e-4
    )


def test_baseball_teams_have_the_published_abilities() -> None:
    found = free(baseball())
    for team, ability, error in zip(TEAMS, ABILITIES, ERRORS, strict=False):
        against = found.difference(team, "Baltimore")
        assert against.value / ELO == pytest.approx(ability, abs=1e-4)
        assert against.error / ELO == pytest.approx(error, abs=1e-4)
    assert found.players["player"].tolist() == TEAMS
    assert found.players["elo"].sum() == pytest.approx(0, abs=1e-6)


def test_two_seats_are_a_logistic_regression_with_a_constant() -> None:
    rng = np.random.default_rng(1)
    games = races({"a": 0.8, "b": 0.0}, (0.5, 0.0), 120, rng)
    first = games[games["seat"] == 1]
    side = np.where(first["player"] == "a", 1.0, -1.0)
    wins = first["win_share"].to_numpy()

    def loss(x: np.ndarray) -> float:
        return float(np.logaddexp(0, -(2 * wins - 1) * (x[0] * side + x[1])).sum())

    fit = optimize.minimize(loss, [0, 0], method="BFGS", options={"gtol": 1e-9})
    found = free(games, seat_terms=True)
    assert found.difference("a", "b").value == pytest.approx(ELO * fit.x[0], abs=1e-3)
    assert np.diff(found.seats["elo"])[0] == pytest.approx(-ELO * fit.x[1], abs=1e-3)
    for row, value in ((0, found.seats), (1, None)):
        assert row or value["elo"].sum() == pytest.approx(0, abs=1e-9)


def test_three_players_are_the_best_of_plackett_and_luce() -> None:
    games = table(
        [
            (1, "a,b,c", (9, 8, 7)),
            (2, "a,b,c", (9, 7, 8)),
            (3, "a,b,c", (7, 9, 8)),
            (4, "a,b,c", (7, 8, 9)),
            (5, "a,b,c", (9, 8, 7)),
        ]
    )
    orders = ["abc", "acb", "bca", "cba", "abc"]

    def loss(x: np.ndarray) -> float:
        worth = {"a": math.exp(x[0]), "b": math.exp(x[1]), "c": math.exp(-x[0] - x[1])}
        return -sum(
            math.log(worth[p] / (worth[p] + worth[q] + worth[r]))
            + math.log(worth[q] / (worth[q] + worth[r]))
            for p, q, r in orders
        )

    fit = optimize.minimize(loss, [0, 0], method="BFGS", options={"gtol": 1e-9})
    found = elo(free(games))
    assert found["a"] == pytest.approx(ELO * fit.x[0], abs=1e-3)
    assert found["b"] == pytest.approx(ELO * fit.x[1], abs=1e-3)


def test_tied_places_are_half_of_both_orders() -> None:
    tied = table(
        [(1, "a,b,c", (9, 8, 8)), (2, "a,b,c", (9, 8, 7)), (3, "a,b,c", (1, 2, 3))]
    )
    apart = table(
        [
            *[(n, "a,b,c", (9, 8, 7)) for n in (1, 2, 3)],
            (4, "a,b,c", (9, 7, 8)),
            *[(n, "a,b,c", (1, 2, 3)) for n in (5, 6)],
        ]
    )
    assert elo(free(tied)) == pytest.approx(elo(free(apart)))


def test_games_of_two_three_and_four_are_rated_together() -> None:
    rng = np.random.default_rng(2)
    worth = {"a": 0.6, "b": 0.2, "c": 0.0, "d": -0.8}
    parts = [
        races(worth, (0.3, 0, 0, 0), 60, rng),
        races({name: worth[name] for name in "abc"}, (0.3, 0, 0), 100, rng),
        races({name: worth[name] for name in "ad"}, (0.3, 0), 200, rng),
    ]
    games = pd.concat(
        [part.assign(game=part["game"] + 10_000 * n) for n, part in enumerate(parts)]
    )
    found = rate(games)
    for name, value in worth.items():
        row = found.players.set_index("player").loc[name]
        assert abs(row["elo"] - ELO * value) < 3.5 * row["elo_se"] < 40
    advantage = found.seats["elo"] - found.seats["elo"].iloc[1:].mean()
    assert advantage.iloc[0] == pytest.approx(0.3 * ELO, abs=25)
    assert found.players["games"].sum() == len(games)


def test_several_seats_of_one_player_say_nothing_against_each_other() -> None:
    games = table([(1, "a,a", (3, 1)), (2, "a,b", (3, 1)), (3, "b,a", (3, 1))])
    found = elo(free(games))
    assert found["a"] == pytest.approx(found["b"])


# --- Players without losses -----------------------------------------------------------


def test_a_player_who_always_wins_has_a_finite_rating_and_a_wide_interval() -> None:
    found = rate(blocks_table([2.0] * 20)).difference("a", "b")
    assert 500 < found.value < 1_500
    assert 0 < found.low < 400  # 40 wins in 40 games are above 406 by the exact rule
    with pytest.raises(ValueError, match="always wins or loses has no rating"):
        free(blocks_table([2.0] * 20))


def test_a_prior_moves_settled_ratings_by_next_to_nothing() -> None:
    games = blocks_table([0, 1, 1.5, 2, 2] * 40)
    with_prior, without = rate(games, seat_terms=False), free(games)
    moved = with_prior.difference("a", "b").value - without.difference("a", "b").value
    assert -0.2 < moved < 0


def test_more_games_without_a_loss_raise_the_rating() -> None:
    few, many = (rate(blocks_table([2.0] * n)).players["elo"][0] for n in (10, 100))
    assert few < many


# --- Bootstrap ------------------------------------------------------------------------


def test_a_bootstrap_repeats_with_its_seed() -> None:
    games = blocks_table([0, 1, 1.5, 2, 2] * 10)
    first, again = (
        rate(games, method="bootstrap", resamples=50, seed=3) for _ in range(2)
    )
    pd.testing.assert_frame_equal(first.players, again.players)
    other = rate(games, method="bootstrap", resamples=50, seed=4)
    assert not first.players.equals(other.players)


def test_only_a_bootstrap_sees_that_games_of_a_block_are_alike() -> None:
    games = blocks_table([0, 2, 2] * 40)  # the deal makes the same player win twice
    plain = rate(games).difference("a", "b").error
    found = rate(games, method="bootstrap", resamples=300).difference("a", "b").error
    assert found == pytest.approx(math.sqrt(2) * plain, rel=0.15)


# --- Variation between blocks ---------------------------------------------------------


def test_variation_between_blocks_is_that_of_a_bootstrap() -> None:
    games = blocks_table([0, 2, 2, 1, 1.5] * 30)
    found = rate(games, method="blocks").difference("a", "b").error
    drawn = rate(games, method="bootstrap", resamples=600).difference("a", "b").error
    assert found == pytest.approx(drawn, rel=0.1)


def test_two_players_vary_between_blocks_as_their_share_does() -> None:
    games = blocks_table([0, 2, 2, 1, 1.5] * 30)
    found = rate(games, method="blocks", seat_terms=False, prior_elo=math.inf)
    share = np.array([0, 2, 2, 1, 1.5] * 30) / 2
    error = share.std(ddof=1) / math.sqrt(150)
    slope = ELO / (share.mean() * (1 - share.mean()))
    assert found.difference("a", "b").error == pytest.approx(slope * error)
    half = stats.t.ppf(0.975, 149) * slope * error / 2
    row = found.players.iloc[0]
    assert row["elo_high"] - row["elo"] == pytest.approx(half)


def test_what_does_not_vary_between_blocks_has_the_plain_error() -> None:
    alike = blocks_table([1.0] * 50)
    between, plain = rate(alike, method="blocks"), rate(alike)
    assert between.difference("a", "b").error == plain.difference("a", "b").error > 0
    mirrored = blocks_table([0, 2, 2] * 20)  # seats win alike in every block
    between, plain = rate(mirrored, method="blocks"), rate(mirrored)
    assert between.seats["elo_se"].tolist() == plain.seats["elo_se"].tolist()
    apart = between.difference("a", "b").error / plain.difference("a", "b").error
    assert apart == pytest.approx(math.sqrt(2), rel=0.02)


# --- Bad input ------------------------------------------------------------------------

PAIR = blocks_table([0, 1, 2])
ISLANDS = table([(1, "a,b", (1, 2)), (2, "c,d", (1, 2)), (3, "b,a", (1, 2))])
FIXED = table([(1, "a,b", (1, 2)), (2, "a,b", (2, 1))])


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: rate(PAIR.iloc[:0]), "holds no games"),
        (lambda: rate(PAIR.drop(columns="rank")), "lacks the column rank"),
        (lambda: rate(table([(1, "a", (5,))])), "at least two players"),
        (lambda: rate(ISLANDS), "no chain of games connects a and c"),
        (lambda: rate(FIXED), "players and seats cannot be told apart"),
        (lambda: rate(PAIR, prior_elo=0), "a prior of 0 Elo points"),
        (lambda: rate(PAIR, confidence=2), "confidence 2"),
        (lambda: rate(PAIR, method="jackknife"), "no interval method"),  # type: ignore[arg-type]
        (
            lambda: rate(blocks_table([1.5]), method="bootstrap"),
            "at least two blocks",
        ),
        (lambda: rate(blocks_table([1.5]), method="blocks"), "at least two blocks"),
        (lambda: rate(PAIR).difference("a", "z"), "z has no rating"),
    ],
)
def test_bad_input_is_refused(call: Callable[[], object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()


def test_players_in_fixed_seats_are_rated_without_seat_terms() -> None:
    found = rate(FIXED, seat_terms=False)
    assert found.players["elo"].tolist() == pytest.approx([0, 0], abs=1e-6)
    assert found.seats.empty


def test_all_ties_make_all_players_equal() -> None:
    found = rate(table([(1, "a,b,c", (5, 5, 5)), (1, "b,c,a", (5, 5, 5))]))
    assert found.players["elo"].tolist() == pytest.approx([0, 0, 0], abs=1e-6)


# --- Coverage -------------------------------------------------------------------------

WORTH = {"a": 0.5, "b": 0.0, "c": -0.5}


def held(tests: int, blocks: int, method: str) -> float:
    """Part of the intervals of players and seats that hold the truth."""
    rng = np.random.default_rng(12)
    truth = pd.Series(WORTH) * ELO
    seats = ELO * (np.array([0.4, 0.0, 0.0]) - 0.4 / 3)
    found = []
    for _ in range(tests):
        games = races(WORTH, (0.4, 0.0, 0.0), blocks, rng)
        rated = rate(games, method=method, resamples=200)  # type: ignore[arg-type]
        rows = rated.players.set_index("player").loc[truth.index]
        found += (rows["elo_low"].le(truth) & rows["elo_high"].ge(truth)).tolist()
        rows = rated.seats
        found += (rows["elo_low"].le(seats) & rows["elo_high"].ge(seats)).tolist()
    return float(np.mean(found))


def test_intervals_of_ratings_hold_the_truth_about_as_often_as_they_say() -> None:
    assert 0.92 <= held(60, 15, "information") <= 0.98
    assert 0.92 <= held(60, 30, "blocks") <= 0.98


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "tests"), [("information", 1_500), ("blocks", 1_500), ("bootstrap", 400)]
)
def test_intervals_of_ratings_hold_the_truth_as_often_as_they_say(
    method: str, tests: int
) -> None:
    assert 0.93 <= held(tests, 40, method) <= 0.97


# --- Counted from the best ------------------------------------------------------------


def hopeless() -> pd.DataFrame:
    """a and b level, c worse, d always last: all seatings of 12 deals."""
    games: list[Game] = []
    for block in range(1, 13):
        for i in range(4):
            seating = "abcd"[i:] + "abcd"[:i]
            score = {
                "a": 3 + block % 2,
                "b": 3.5,
                "c": 2 + 2 * (block % 3 == 0),
                "d": 0,
            }
            games.append((block, ",".join(seating), tuple(score[s] for s in seating)))
    return table(games)


@pytest.mark.parametrize("method", ["information", "blocks", "bootstrap"])
def test_ratings_counted_from_the_best_are_differences(method: Method) -> None:
    rng = np.random.default_rng(3)
    games = races({"a": 0.4, "b": 0.0, "c": -0.6}, (0.0, 0.0, 0.0), 40, rng, 0.5)
    mean = rate(games, method=method, resamples=60)
    best = rate(games, method=method, resamples=60, origin="best")
    assert (mean.reference, best.reference) == (None, mean.players["player"][0])
    top = elo(mean)[best.reference]
    for row in best.players.to_dict("records")[1:]:
        apart = mean.difference(row["player"], best.reference)
        assert row["elo"] == pytest.approx(elo(mean)[row["player"]] - top)
        assert row["elo_se"] == pytest.approx(apart.error)
        near = apart.error * (0.6 if method == "bootstrap" else 0.1)
        assert row["elo_low"] == pytest.approx(apart.low, abs=near)
        assert row["elo_high"] == pytest.approx(apart.high, abs=near)
    first = best.players.iloc[0]
    assert (first["elo"], first["elo_se"]) == (0, 0)
    assert math.isnan(first["elo_low"])
    pd.testing.assert_frame_equal(mean.seats, best.seats)


def test_a_hopeless_player_leaves_the_others_sure() -> None:
    mean = rate(hopeless()).players.set_index("player")["elo_se"]
    best = rate(hopeless(), origin="best")
    errors = best.players.set_index("player")["elo_se"]
    level = "b" if best.reference == "a" else "a"
    assert errors[level] < mean[level] / 1.5
    assert errors["d"] > 3 * errors[level]
