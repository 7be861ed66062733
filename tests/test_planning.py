"""How many games a question needs: tables of power, inverses, simulated matches."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy import stats

from reports.intervals import share_of_elo
from reports.match import SHARES
from reports.planning import (
    Assumptions,
    Plan,
    detectable_share,
    games_for_half_width,
    games_to_detect,
    sprt_length,
)
from reports.sprt import Sprt
from tests.match_tables import block_chances, stopped

DECIDED = Assumptions(games_per_block=1)


def normal_power(plan: Plan, deviation: float) -> float:
    """Power of a two-sided t test with so many blocks, by the noncentral t."""
    effect = (plan.share - 0.5) / deviation * math.sqrt(plan.blocks)
    critical = stats.t.ppf(0.975, plan.blocks - 1)
    return float(stats.nct.sf(critical, plan.blocks - 1, effect))


# --- What a block is worth ------------------------------------------------------------


@pytest.mark.parametrize("correlation", [-0.4, 0.0, 0.3])
@pytest.mark.parametrize(("share", "ties"), [(0.5, 0.0), (0.6, 0.1), (0.35, 0.3)])
def test_the_deviation_of_a_block_is_that_of_its_chances(
    share: float, ties: float, correlation: float
) -> None:
    chances = block_chances(share, ties, correlation)
    deviation = math.sqrt(chances @ (SHARES - share) ** 2)
    found = Assumptions(ties, correlation).block_deviation(share)
    assert found == pytest.approx(deviation)


def test_a_deal_that_decides_all_leaves_no_deviation() -> None:
    assert Assumptions(0, -1.0).block_deviation(0.5) == 0
    assert Assumptions(0, 1.0).block_deviation(0.5) == 0.5


# --- Matches of a fixed size ----------------------------------------------------------


def test_the_rule_of_thumb_of_two_thousand_games_for_three_percent() -> None:
    # one share against 1/2, two-sided 5 %, power 80 %: (1.96 + 0.84)^2 / (4 d^2)
    found = games_to_detect(share=0.53, assumptions=DECIDED)
    assert found.games == pytest.approx(7.849 * 0.2491 / 0.0009, rel=2e-3)


@pytest.mark.parametrize(("effect", "blocks"), [(0.2, 199), (0.5, 34), (0.8, 15)])
def test_sizes_are_those_of_the_tables_of_cohen(effect: float, blocks: int) -> None:
    # one mean, two-sided 5 %, power 80 %, effects small, medium and large
    share = 0.5 + effect / 2 / math.sqrt(1 + effect**2)  # so many deviations from 1/2
    found = games_to_detect(share=share, assumptions=DECIDED)
    assert found.blocks == pytest.approx(blocks, abs=1)


@pytest.mark.parametrize("share", [0.52, 0.6, 0.7, 0.8])
@pytest.mark.parametrize("power", [0.5, 0.8, 0.95])
def test_planned_matches_have_the_power_asked_for(share: float, power: float) -> None:
    found = games_to_detect(share=share, power=power)
    reached = normal_power(found, Assumptions().block_deviation(share))
    assert power - 0.005 <= reached <= power + 0.06
    assert found.games == 2 * found.blocks


def test_a_plan_for_a_loss_is_that_for_a_win() -> None:
    lost, won = games_to_detect(share=0.4), games_to_detect(share=0.6)
    assert (lost.blocks, lost.elo) == (won.blocks, pytest.approx(-won.elo))


def test_elo_stands_for_its_share() -> None:
    found = games_to_detect(elo=50)
    assert found == games_to_detect(share=float(share_of_elo(50)))
    assert found.elo == pytest.approx(50)


def test_intervals_come_out_as_wide_as_planned() -> None:
    found = games_for_half_width(0.05, assumptions=DECIDED)
    assert found.games == math.ceil(1.959964**2 * 0.25 / 0.05**2 + 1.92)
    width = stats.t.ppf(0.975, found.blocks - 1) * 0.5 / math.sqrt(found.blocks)
    assert width == pytest.approx(0.05, rel=0.005)
    assert games_for_half_width(0.05, share=0.9).blocks < found.blocks / 2
    assert games_for_half_width(0.05, elo=0).games == games_for_half_width(0.05).games


def test_pairs_that_cancel_the_deal_save_games() -> None:
    plain = games_to_detect(share=0.55)
    paired = games_to_detect(share=0.55, assumptions=Assumptions(0, -0.5))
    alike = games_to_detect(share=0.55, assumptions=Assumptions(0, 0.5))
    assert paired.games == pytest.approx(plain.games / 2, rel=0.01)
    assert alike.games == pytest.approx(plain.games * 1.5, rel=0.01)


def test_the_detectable_share_is_the_one_that_needs_as_many_blocks() -> None:
    found = detectable_share(400)
    assert found.blocks == 400
    needed = games_to_detect(share=found.share).blocks
    assert needed == pytest.approx(400, rel=0.03)
    assert detectable_share(1_600).share - 0.5 == pytest.approx(
        (found.share - 0.5) / 2, rel=0.01
    )


# --- Sequential tests -----------------------------------------------------------------


def test_a_test_between_its_hypotheses_is_the_longest() -> None:
    test = Sprt(0, 10)
    low, middle, high = (sprt_length(test, elo) for elo in (0, 5, 10))
    assert low.blocks == pytest.approx(high.blocks, rel=0.01)
    assert middle.blocks > 1.5 * low.blocks
    assert low.accepts_elo1 == pytest.approx(0.05, abs=1e-3)
    assert middle.accepts_elo1 == pytest.approx(0.5, abs=1e-3)
    assert high.accepts_elo1 == pytest.approx(0.95, abs=1e-3)


def test_lengths_are_those_of_wald() -> None:
    # E n = ((1 - alpha) log(beta / (1 - alpha)) + alpha log((1 - beta) / alpha)) / m
    low, high = 0.5, float(share_of_elo(10))
    drift = -((high - low) ** 2) / (2 * 0.125)
    ends = 0.95 * math.log(0.05 / 0.95) + 0.05 * math.log(0.95 / 0.05)
    found = sprt_length(Sprt(0, 10), 0)
    assert found.blocks == pytest.approx(ends / drift)
    assert found.games == 2 * found.blocks


def test_half_the_games_of_a_fixed_match_are_saved() -> None:
    fixed = games_to_detect(elo=10, power=0.95, confidence=0.9)
    found = sprt_length(Sprt(0, 10), 10)
    assert 0.4 < found.blocks / fixed.blocks < 0.6


def test_a_normalised_test_of_decided_games_is_a_logistic_one() -> None:
    logistic = sprt_length(Sprt(0, 4), 2)
    normalised = sprt_length(Sprt(0, 4, model="normalised"), 2)
    assert normalised.blocks == pytest.approx(logistic.blocks, rel=0.01)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: Assumptions(games_per_block=0), "at least one game"),
        (lambda: Assumptions(tie_rate=1.0), "tie rate 1.0"),
        (lambda: Assumptions(0, -0.6, 3), "not between -0.5 and 1"),
        (lambda: games_to_detect(), "either the expected share or the Elo"),
        (lambda: games_to_detect(0.6, 70), "either the expected share or the Elo"),
        (lambda: games_to_detect(elo=0), "equal players"),
        (lambda: games_to_detect(1.0), "expected share of 1 "),
        (lambda: games_to_detect(0.6, power=0.4), "power 0.4"),
        (lambda: games_to_detect(0.6, confidence=95), "confidence 95"),
        (
            lambda: games_to_detect(0.9, assumptions=Assumptions(0.5)),
            "no room for so many ties",
        ),
        (lambda: games_for_half_width(0.5), "half width"),
        (lambda: detectable_share(3), "3 blocks are too few"),
        (lambda: detectable_share(100, power=1), "power 1"),
        (lambda: sprt_length(Sprt(0, 5), 0, DECIDED), "blocks of two games"),
    ],
)
def test_bad_input_is_refused(call: Callable[[], object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()


# --- Simulations ----------------------------------------------------------------------


def test_simulated_matches_have_the_power_planned() -> None:
    assumed = Assumptions(0.1, -0.2)
    plan = games_to_detect(elo=60, assumptions=assumed)
    chances = block_chances(plan.share, 0.1, -0.2)
    counts = np.random.default_rng(1).multinomial(plan.blocks, chances, 4_000)
    mean = counts @ SHARES / plan.blocks
    variance = (counts * (SHARES - mean[:, None]) ** 2).sum(1) / (plan.blocks - 1)
    low = mean - stats.t.ppf(0.975, plan.blocks - 1) * np.sqrt(variance / plan.blocks)
    assert (low > 0.5).mean() == pytest.approx(0.8, abs=0.03)


@pytest.mark.slow
@pytest.mark.parametrize("elo", [0, 20, 40])
def test_simulated_tests_are_as_long_as_planned(elo: int) -> None:
    test, assumed = Sprt(0, 40), Assumptions(0.05, -0.1)
    plan = sprt_length(test, elo, assumed)
    chances = block_chances(float(share_of_elo(elo)), 0.05, -0.1)
    decision, _, counts = stopped(test, chances, 2_000, np.random.default_rng(2))
    assert counts.sum(axis=1).mean() == pytest.approx(plan.blocks, rel=0.06)
    assert (decision == 1).mean() == pytest.approx(plan.accepts_elo1, abs=0.03)
