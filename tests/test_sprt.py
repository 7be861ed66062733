"""Sequential tests: ratios recomputed, error rates and estimates simulated."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy import optimize

from reports.brownian import Strip
from reports.intervals import share_interval, share_of_elo
from reports.likelihood import Model, exact_llr, likeliest, normal_llr
from reports.match import RESULTS, SHARES
from reports.sprt import OVERSHOOT, Decision, Sprt, SprtState
from tests.match_tables import block_chances, stopped

NORMALISED = 800 / math.log(10)
COUNTS = [
    ([305, 11323, 24706, 11702, 300], 0.0, 2.0),
    ([30, 110, 240, 160, 60], 0.0, 10.0),
    ([12, 1, 40, 2, 25], 0.0, 60.0),
    ([12, 1, 40, 2, 25], 80.0, 160.0),
    ([25, 2, 40, 1, 12], -30.0, 30.0),
    ([0, 1, 3, 0, 6], -50.0, 150.0),
]
MODELS: list[Model] = ["logistic", "normalised"]


def searched(counts: list[int], elo: float, model: Model) -> np.ndarray:
    """The likeliest distribution by a general optimiser from several starts."""
    seen = np.maximum(counts, 1e-3) / np.maximum(counts, 1e-3).sum()

    def condition(chances: np.ndarray) -> float:
        mean = chances @ SHARES
        if model == "logistic":
            return float(mean - share_of_elo(elo))
        per_game = math.sqrt(2 * (chances @ (SHARES - mean) ** 2))
        return float((mean - 0.5) - elo / NORMALISED * per_game)

    found = [
        optimize.minimize(
            lambda chances: -(seen @ np.log(chances)),
            start,
            bounds=[(1e-9, 1)] * 5,
            constraints=[
                {"type": "eq", "fun": condition},
                {"type": "eq", "fun": lambda chances: chances.sum() - 1},
            ],
            method="SLSQP",
            options={"maxiter": 500, "ftol": 1e-15},
        )
        for start in (np.full(5, 0.2), seen, block_chances(0.6, 0.1))
    ]
    valid = [one for one in found if abs(condition(one.x)) < 1e-7]
    return np.asarray(min(valid, key=lambda one: one.fun).x)


# --- Ratios ---------------------------------------------------------------------------


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(("counts", "elo0", "elo1"), COUNTS)
def test_the_exact_ratio_is_that_of_a_general_optimiser(
    counts: list[int], elo0: float, elo1: float, model: Model
) -> None:
    low, high = (searched(counts, elo, model) for elo in (elo0, elo1))
    ratio = np.maximum(counts, 1e-3) @ np.log(high / low)
    assert exact_llr(counts, elo0, elo1, model) == pytest.approx(ratio, abs=2e-3)


@pytest.mark.parametrize(("counts", "elo0", "elo1"), COUNTS)
def test_the_likeliest_distributions_meet_their_hypotheses(
    counts: list[int], elo0: float, elo1: float
) -> None:
    for chances, elo in zip(likeliest(counts, elo0, elo1), (elo0, elo1), strict=True):
        assert chances.sum() == pytest.approx(1)
        assert chances @ SHARES == pytest.approx(1 / (1 + 10 ** (-elo / 400)))
    both = likeliest(counts, elo0, elo1, "normalised")
    for chances, elo in zip(both, (elo0, elo1), strict=True):
        mean = chances @ SHARES
        per_game = math.sqrt(2 * (chances @ (SHARES - mean) ** 2))
        assert NORMALISED * (mean - 0.5) / per_game == pytest.approx(elo, abs=1e-5)


def test_without_ties_and_splits_the_ratio_is_binomial() -> None:
    low, high = share_of_elo(0), share_of_elo(30)
    ratio = 70 * math.log(high / low) + 50 * math.log((1 - high) / (1 - low))
    assert exact_llr([50, 0, 0, 0, 70], 0, 30) == pytest.approx(ratio, abs=1e-3)


def test_a_win_in_every_block_counts_the_ratio_of_both_shares() -> None:
    ratio = 9 * math.log(share_of_elo(50) / share_of_elo(0))
    assert exact_llr([0, 0, 0, 0, 9], 0, 50) == pytest.approx(ratio, abs=5e-3)


@pytest.mark.parametrize("model", MODELS)
def test_equal_players_lie_between_opposite_hypotheses(model: Model) -> None:
    for rule in (exact_llr, normal_llr):
        assert rule([4, 3, 9, 3, 4], -20, 20, model) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("model", MODELS)
def test_many_blocks_make_the_normal_ratio_the_exact_one(model: Model) -> None:
    counts, elo0, elo1 = COUNTS[0]
    normal = normal_llr(counts, elo0, elo1, model)
    assert exact_llr(counts, elo0, elo1, model) == pytest.approx(normal, abs=1e-3)


def test_the_normal_ratio_by_hand() -> None:
    counts = np.array([30, 110, 240, 160, 60])
    blocks = np.repeat(SHARES, counts)
    variance, share = blocks.var(), float(share_of_elo(10))
    moved = variance + (blocks.mean() - share) ** 2
    still = variance + (blocks.mean() - 0.5) ** 2
    assert normal_llr(counts, 0, 10) == pytest.approx(300 * math.log(still / moved))
    # counted by games, not by blocks, it is the same to first order
    per_game = (blocks.mean() - 0.5) / math.sqrt(2 * variance)
    away = per_game - 10 / NORMALISED
    ratio = 600 * math.log((1 + per_game**2) / (1 + away**2))
    found = normal_llr(counts, 0, 10, "normalised")
    assert found == pytest.approx(ratio, rel=0.02)


def test_ratios_of_many_counts_are_those_of_each() -> None:
    counts = np.array([[[4, 3, 9, 3, 6], [1, 0, 0, 0, 0]]])
    for model in MODELS:
        found = exact_llr(counts, 0, 40, model)
        assert found.shape == (1, 2)
        each = [float(exact_llr(one, 0, 40, model)) for one in counts[0]]
        assert found[0].tolist() == pytest.approx(each)


# --- Bounds and decisions -------------------------------------------------------------


def test_bounds_of_five_percent_are_those_of_fishtest() -> None:
    assert Sprt(0, 5).bounds == pytest.approx((-2.94, 2.94), abs=0.005)
    lower, upper = Sprt(0, 5, alpha=0.05, beta=0.1).bounds
    assert (lower, upper) == pytest.approx((math.log(0.1 / 0.95), math.log(18)))


def test_bounds_are_drawn_in_by_0_583_deviations_of_a_step() -> None:
    assert pytest.approx(0.5826, abs=5e-5) == OVERSHOOT
    state = Sprt(0, 30).state([50, 0, 0, 0, 70])
    low, high = share_of_elo(0), share_of_elo(30)
    apart = math.log(high / low) - math.log((1 - high) / (1 - low))
    step = math.sqrt(7 / 12 * 5 / 12) * apart
    assert 2.94444 - state.upper == pytest.approx(0.5826 * step, rel=2e-3)
    assert state.lower == pytest.approx(-state.upper)


def test_bounds_never_meet() -> None:
    state = Sprt(0, 400, alpha=0.4, beta=0.4).state([1, 0, 0, 0, 1])
    lower, upper = Sprt(0, 400, alpha=0.4, beta=0.4).bounds
    assert (state.lower, state.upper) == pytest.approx((lower / 2, upper / 2))


def test_the_path_is_the_test_after_every_block() -> None:
    rng = np.random.default_rng(3)
    results = rng.choice(RESULTS, 60, p=block_chances(0.7, 0.05))
    test = Sprt(0, 60)
    path = test.path(results)
    assert path["block"].tolist() == list(range(1, 61))
    for blocks in (1, 17, 60):
        counts = np.bincount((2 * results[:blocks]).astype(int), minlength=5)
        state, row = test.state(counts), path.iloc[blocks - 1]
        assert row["llr"] == pytest.approx(state.llr)
        assert (row["lower"], row["upper"]) == pytest.approx((state.lower, state.upper))


def test_a_test_ends_at_its_first_decision() -> None:
    results = [2.0] * 40 + [0.0] * 200
    test = Sprt(0, 50)
    path, end = test.path(results), test.run(results)
    first = path.index[path["decision"] != "undecided"][0]
    assert end.blocks == first + 1 < 40
    assert (end.decision, end.llr) == ("H1", path["llr"][first])
    assert end.pentanomial == (0, 0, 0, 0, end.blocks)
    assert path["decision"].iloc[-1] == "H1"  # the ratio has long passed the other one
    assert path["llr"].iloc[-1] < path["lower"].iloc[-1]


def test_drawn_blocks_end_for_the_lower_hypothesis() -> None:
    end = Sprt(0, 30).run([1.0] * 1_000)
    assert end.decision == "H0"
    # all blocks alike: the likeliest way to a share s1 wins 2 s1 - 1 of them
    apart = -math.log(1 - (2 * share_of_elo(30) - 1))
    assert end.blocks == pytest.approx(2.944 / apart, rel=0.05)


def test_a_test_without_decision_reports_all_its_blocks() -> None:
    end = Sprt(0, 30).run([1.0, 2.0, 0.5])
    assert (end.blocks, end.decision) == (3, "undecided")
    assert end.pentanomial == (0, 1, 1, 0, 1)


STATE = Sprt(0, 30).run([1.0, 2.0, 0.5])


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: Sprt(5, 5), "elo0 has to be below elo1"),
        (lambda: Sprt(0, math.nan), "elo0 has to be below elo1"),
        (lambda: Sprt(0, 5, alpha=0), "alpha and beta"),
        (lambda: Sprt(0, 5, alpha=0.5, beta=0.5), "alpha and beta"),
        (lambda: Sprt(0, 5, model="bayes"), "no Elo model is called bayes"),  # type: ignore[arg-type]
        (lambda: Sprt(0, 5).run([]), "at least one block"),
        (lambda: Sprt(0, 5).run([0.7]), "cannot have the result 0.7"),
        (lambda: Sprt(0, 5).state([0] * 5), "at least one block"),
        (lambda: exact_llr([1, 2, 3, 4, -1], 0, 5), "whole numbers"),
        (lambda: exact_llr([1, 2], 0, 5), "five numbers"),
        (lambda: Sprt(0, 30).estimate(STATE, 1.5), "confidence 1.5"),
        (lambda: Strip(1, 2, 0, 1), "bounds around 0"),
    ],
)
def test_bad_input_is_refused(call: Callable[[], object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()


# --- Brownian motion ------------------------------------------------------------------

STRIPS = [
    (Strip(-2.9, 2.9, 0.01, 0.02), 200.0),
    (Strip(-2.9, 2.9, -0.03, 0.02), 150.0),
    (Strip(-1.5, 4.0, 0.05, 0.1), 30.0),
    (Strip(-2.9, 2.2, 0.0, 0.02), 900.0),
]


def by_series(strip: Strip, time: float) -> float:
    """The chance of the upper bound by `time`, by the eigenfunctions of the strip."""
    width, tilt = strip.upper - strip.lower, strip.drift / strip.variance
    n = np.arange(1, 200_001)
    rate = strip.variance * ((n * math.pi / width) ** 2 + tilt**2) / 2
    parts = n * (-1.0) ** (n + 1) * np.sin(-n * math.pi * strip.lower / width) / rate
    never = strip.reaches_upper()
    front = math.pi * strip.variance / width**2 * math.exp(tilt * strip.upper)
    return float(never - front * (parts * np.exp(-rate * time)).sum())


@pytest.mark.parametrize(("strip", "time"), STRIPS)
def test_ends_of_a_motion_agree_with_the_other_series(
    strip: Strip, time: float
) -> None:
    up, down = strip.reaches_upper_by(time), strip.reaches_lower_by(time)
    assert up == pytest.approx(by_series(strip, time), abs=1e-9)
    assert up + down + strip.stays_below(time, strip.upper) == pytest.approx(1)
    assert strip.stays_below(time, strip.lower) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(("strip", "time"), STRIPS)
def test_a_motion_ends_at_one_bound_at_last(strip: Strip, time: float) -> None:
    up, down = strip.reaches_upper_by(1e6), strip.reaches_lower_by(1e6)
    assert up == pytest.approx(strip.reaches_upper(), abs=1e-9)
    assert up + down == pytest.approx(1)
    times = np.linspace(0.5, 20_000, 40_000)
    alive = [strip.stays_below(t, strip.upper) for t in times[::40]]
    assert np.trapezoid(alive, times[::40]) == pytest.approx(
        strip.expected_time(), rel=0.02
    )


def test_fast_motions_do_not_overflow() -> None:
    strip = Strip(-2.9, 2.9, 8.0, 0.02)
    assert strip.reaches_upper() == 1
    assert strip.reaches_upper_by(1.0) == pytest.approx(1)
    assert strip.reaches_lower_by(1.0) == pytest.approx(0, abs=1e-12)
    assert strip.expected_time() == pytest.approx(2.9 / 8)
    assert Strip(-2.9, 2.9, -8.0, 0.02).reaches_upper() == pytest.approx(0, abs=1e-12)


# --- Estimates after a stop -----------------------------------------------------------


def test_a_long_test_is_estimated_by_its_mean() -> None:
    counts = [300, 900, 2_000, 1_000, 350]
    state = Sprt(0, 1.0).state(counts)
    found = Sprt(0, 1.0).estimate(state)
    plain = share_interval(np.repeat(SHARES, counts))
    assert state.decision == "undecided"
    assert found.share == pytest.approx(plain.value, abs=5e-4)
    assert found.share_low == pytest.approx(plain.low, abs=5e-4)
    assert found.share_high == pytest.approx(plain.high, abs=5e-4)
    assert found.elo == pytest.approx(400 * math.log10(found.share / (1 - found.share)))


def test_a_stop_draws_the_estimate_to_the_middle_of_the_hypotheses() -> None:
    rng = np.random.default_rng(4)
    test = Sprt(0, 50)
    end = test.run(rng.choice(RESULTS, 900, p=block_chances(0.57, 0.03)))
    assert end.decision == "H1"
    mean = float(np.array(end.pentanomial) @ SHARES / end.blocks)
    found = test.estimate(end)
    assert 0.5 < found.share < mean
    assert found.share_low < found.share < found.share_high
    assert test.worse_outcome(end, found.share) == pytest.approx(0.5, abs=1e-5)
    assert test.worse_outcome(end, found.share_low) == pytest.approx(0.975, abs=1e-5)
    assert test.worse_outcome(end, found.share_high) == pytest.approx(0.025, abs=1e-5)


def test_estimates_of_blocks_that_are_alike_are_finite() -> None:
    test = Sprt(0, 50)
    end = test.run([2.0] * 100)
    found = test.estimate(end)
    assert found.share**end.blocks == pytest.approx(0.5)
    assert found.share_low**end.blocks == pytest.approx(0.025)
    assert math.isfinite(found.elo)
    assert test.estimate(test.run([1.0] * 300)).share == 0.5


# --- Simulations ----------------------------------------------------------------------

ENDS: dict[int, Decision] = {1: "H1", -1: "H0"}


def simulate(
    test: Sprt, share: float, ties: float, correlation: float, tests: int
) -> tuple[float, list[float]]:
    """(part of tests that accept H1, how unlikely a worse end was in each test)."""
    chances = block_chances(share, ties, correlation)
    rng = np.random.default_rng(round(1_000 * share))
    decision, ratio, counts = stopped(test, chances, tests, rng)
    ends = [
        SprtState(sum(seen), tuple(seen), llr, -math.inf, math.inf, ENDS[end])
        for end, llr, seen in zip(
            decision.tolist(), ratio, counts.tolist(), strict=True
        )
        if max(seen) < sum(seen)
    ]
    return float((decision == 1).mean()), [
        test.worse_outcome(end, share) for end in ends
    ]


def normalised_share(elo: float, ties: float) -> float:
    """The share of independent games with ties that has this normalised Elo."""

    def excess(share: float) -> float:
        deviation = math.sqrt(share * (1 - share) - ties / 4)
        return NORMALISED * (share - 0.5) / deviation - elo

    return float(optimize.brentq(excess, 0.3, 0.7))


def test_error_rates_and_medians_are_about_nominal() -> None:
    test = Sprt(0, 100)
    for elo, nominal in ((0, 0.05), (100, 0.95), (50, 0.5)):
        share = float(share_of_elo(elo))
        accepted, worse = simulate(test, share, 0.04, 0.0, 300)
        assert accepted == pytest.approx(nominal, abs=0.035 if elo != 50 else 0.09)
        assert np.mean(np.less(worse, 0.5)) == pytest.approx(0.5, abs=0.09)
        held = np.abs(np.array(worse) - 0.5) <= 0.475
        assert held.mean() >= 0.92


CASES = [
    ("logistic", 0.0, 60.0, 0.04, -0.2),
    ("logistic", -40.0, 40.0, 0.3, 0.1),
    ("normalised", 0.0, 60.0, 0.04, 0.0),
]


@pytest.mark.slow
@pytest.mark.parametrize(("model", "elo0", "elo1", "ties", "correlation"), CASES)
def test_error_rates_of_10_000_tests_are_within_one_point(
    model: Model, elo0: float, elo1: float, ties: float, correlation: float
) -> None:
    test = Sprt(elo0, elo1, model=model)
    for elo, nominal in ((elo0, 0.05), (elo1, 0.95)):
        share = float(share_of_elo(elo))
        if model == "normalised":
            share = normalised_share(elo, ties)
        chances = block_chances(share, ties, correlation)
        rng = np.random.default_rng(9)
        decision, _, _ = stopped(test, chances, 10_000, rng)
        assert (decision == 1).mean() == pytest.approx(nominal, abs=0.01)


@pytest.mark.slow
@pytest.mark.parametrize("elo", [-60, 0, 30, 60, 150])
def test_estimates_are_median_unbiased_and_hold_the_truth(elo: int) -> None:
    share = float(share_of_elo(elo))
    _, worse = simulate(Sprt(0, 60), share, 0.04, -0.2, 3_000)
    assert np.mean(np.less(worse, 0.5)) == pytest.approx(0.5, abs=0.04)
    held = np.abs(np.array(worse) - 0.5) <= 0.475
    assert 0.93 <= held.mean() <= 0.98
