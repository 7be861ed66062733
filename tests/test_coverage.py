"""How often intervals hold the true value and verdicts are right, where it is known.

Figures of the full size are in docs/confidence.md.
"""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from scipy.stats import binom

from engines.jit import JIT
from search.confidence import WIN as GOAL
from search.confidence import Level, Values, best_chances, contest
from tests.simulated_batches import KINDS, Case, Tally, tally
from tests.solved_games import flowers_endings, random_game
from tests.solved_games import tally as tally_of_searches

needs_jit = pytest.mark.skipif(not JIT, reason="millions of simulations")
SEED = 10_000  # not one of those by which anything was chosen
FAR, NEAR, TIE = (0.5, 0.45), (0.5, 0.49), (0.5, 0.5)
FIVE_ALIKE, FIVE = (0.5,) * 5, (0.52, 0.515, 0.5, 0.5, 0.45)
SIZES = [80, pytest.param(1_000, marks=pytest.mark.slow)]
each_size = pytest.mark.parametrize("cases", SIZES)
each_kind = pytest.mark.parametrize("kind", KINDS)


def allowed(cases: int, share: float = 0.05) -> int:
    """Errors that a rate of `share` exceeds by luck once in a thousand times."""
    return int(binom.ppf(0.999, cases, share))


def shown(what: str, found: object) -> None:
    """Figures for the record; pytest shows them with -s."""
    print(f"{what}: {found}")


# --- Made-up batches ------------------------------------------------------------------


@each_kind
@each_size
def test_intervals_of_a_fixed_size_cover_as_often_as_they_say(
    kind: str, cases: int
) -> None:
    found = [
        tally(Case(means, kind), cases, looks=5, seed=SEED)
        for means in (TIE, FIVE, FIVE_ALIKE)
    ]
    covered = float(np.average([t.covered for t in found], weights=[2, 5, 5]))
    shown(f"{kind}, {3 * cases} cases, fixed size", f"covered {covered:.4f}")
    spread = 0.02 if cases == 1_000 else 0.04
    assert covered == pytest.approx(0.95, abs=spread)


def checked(found: Tally, cases: int, what: str) -> Tally:
    """The tally, with intervals that cover and no more wrong verdicts than allowed."""
    shown(what, found)
    assert found.covered >= 0.95
    assert found.wrong_decided * cases <= allowed(cases)
    assert found.wrong_equal * cases <= allowed(cases)
    return found


@each_kind
@each_size
@pytest.mark.parametrize("means", [NEAR, FIVE])
def test_what_differs_is_decided_and_stopping_leaves_intervals_valid(
    kind: str, cases: int, means: tuple[float, ...]
) -> None:
    what = f"{kind}, {means}, {cases} cases, until decided"
    found = tally(Case(means, kind), cases, 9, until_decided=True, seed=SEED)
    assert checked(found, cases, what).decided > 0.9
    assert found.visits < 110_000  # of 131 072


@each_kind
@each_size
@pytest.mark.parametrize("means", [TIE, FIVE_ALIKE])
def test_what_is_equal_ends_equal_given_enough_budget(
    kind: str, cases: int, means: tuple[float, ...]
) -> None:
    what = f"{kind}, {means}, {cases} cases, until decided"
    found = tally(Case(means, kind), cases, 10, until_decided=True, seed=SEED)
    assert checked(found, cases, what).equal > 0.93


@each_kind
@each_size
def test_a_tie_is_rarely_decided_by_one_look(kind: str, cases: int) -> None:
    for means in (TIE, FIVE_ALIKE):
        found = tally(Case(means, kind), cases, 4, seed=SEED)
        shown(f"{kind}, {means}, {cases} cases, fixed size", found)
        assert found.wrong_decided * cases <= allowed(cases)


@each_size
@pytest.mark.parametrize(("shared", "drift"), [(0.05, 0.0), (0.0, 0.01)])
def test_what_batches_have_in_common_does_not_matter(
    cases: int, shared: float, drift: float
) -> None:
    what = f"shared {shared}, drift {drift}, {cases} cases, until decided"
    for means in (FAR, TIE):
        case = Case(means, shared=shared, drift=drift)
        found = tally(case, cases, 8, until_decided=True, seed=SEED)
        checked(found, cases, f"{means}, {what}")
        if means == FAR:
            assert found.decided > 0.95


@pytest.mark.slow
@pytest.mark.parametrize("moves", [2, 5, 10])
def test_chances_of_being_best_are_right_but_for_the_luck_of_the_first(
    moves: int,
) -> None:
    """All values are equally likely beforehand, so a lucky first looks too good."""
    rng, claims, right = np.random.default_rng(SEED), list[float](), list[bool]()
    for _ in range(1_500):
        true = rng.normal(0.5, 0.03, moves)
        means = rng.normal(true, 0.02 * np.sqrt(8), (8, moves))
        counts = np.full(means.shape, 10**6)
        found = contest(Values(means, counts, np.zeros(moves, bool)), GOAL)
        assert found is not None
        chance, _ = best_chances(found, Level(), 0)
        claims.append(float(chance.max()))
        right.append(bool(true.argmax() == chance.argmax()))
    claimed, sure = np.array(claims), np.array(right)
    for low, high in ((0.5, 0.7), (0.7, 0.9), (0.9, 1.0)):
        part = (claimed >= low) & (claimed < high)
        shown(
            f"{moves} moves, P(best) {low}..{high}",
            f"claimed {claimed[part].mean():.3f}, best {sure[part].mean():.3f}",
        )
        assert -0.1 <= sure[part].mean() - claimed[part].mean() <= 0.05


# --- Searches of positions that are solved --------------------------------------------

GAME_SIZES = [20, pytest.param(1_000, marks=pytest.mark.slow)]
SOME_GAMES = [20, pytest.param(300, marks=pytest.mark.slow)]


@needs_jit
@pytest.mark.parametrize("games", GAME_SIZES)
def test_searches_cover_the_exact_value_where_only_chance_is_between(
    games: int,
) -> None:
    cases = [random_game(1, SEED + n) for n in range(games)]
    fixed = tally_of_searches(iter(cases), 8_000)
    shown(f"{games} games of one decision, 8 000 simulations", fixed)
    early = tally_of_searches(iter(cases), 16_384, until_decided=True)
    shown(f"{games} games of one decision, until decided", early)
    assert 0.93 <= fixed.covered <= (0.97 if games > 100 else 1.0)
    assert early.covered >= 0.95
    for found in (fixed, early):
        assert found.wrong_decided <= allowed(games)
        assert found.wrong_equal <= allowed(games)


@needs_jit
@pytest.mark.parametrize("games", SOME_GAMES)
@pytest.mark.parametrize("decisions", [2, 3])
def test_outlooks_cover_the_exact_value_where_opponents_reply(
    games: int, decisions: int
) -> None:
    cases = [random_game(decisions, SEED + n) for n in range(games)]
    fixed = tally_of_searches(iter(cases), 16_384)
    shown(f"{games} games of {decisions} decisions, 16 384 simulations", fixed)
    early = tally_of_searches(iter(cases), 16_384, until_decided=True)
    shown(f"{games} games of {decisions} decisions, until decided", early)
    for found in (fixed, early):
        assert found.outlook_covered >= 0.9
        assert found.wrong_decided <= allowed(games)
        assert found.wrong_equal <= allowed(games)


@needs_jit
@pytest.mark.parametrize("count", [6, pytest.param(60, marks=pytest.mark.slow)])
def test_endings_of_flowers_are_covered_and_judged_right(count: int) -> None:
    cases = list(islice(flowers_endings(count), count))
    assert len(cases) == count
    for sims, until_decided in ((4_000, False), (32_768, True)):
        found = tally_of_searches(iter(cases), sims, until_decided)
        shown(f"{count} endings of Flowers, {sims}, {until_decided}", found)
        assert found.covered >= 0.93
        assert found.outlook_covered >= 0.95
        assert found.wrong_decided + found.wrong_equal <= allowed(count)
        assert found.decided + found.equal > 0
