"""The fill draws every tile of the bag with the same chance, and streams repeat."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from engines.azul import layout, notation, rules
from engines.protocol import State
from engines.rng import (
    DEAL,
    POLICY,
    SAMPLE,
    SEARCH,
    draw_below,
    draw_unit,
    new_stream,
    scaled,
)

SAMPLES = 6000
SEED = 7
ALPHA = 1e-3  # seeds are fixed: a test passes for ever or never
COLOURS = layout.COLOURS
FULL_BAG = "azul players=2 phase=deal"
SMALL_BAG = "azul players=2 phase=deal bag=B6Y4R1W3"
IN_SMALL_BAG = [6, 4, 1, 0, 3]
Factories = list[Counter[str]]


def fills(text: str, samples: int = SAMPLES) -> list[Factories]:
    """What lies on the factories after many fills of this position."""
    start = notation.parse(text).state
    return [factories(dealt(start, game)) for game in range(samples)]


def dealt(start: State, game: int = 0, seed: int = SEED, purpose: int = DEAL) -> State:
    """A new state after the fill from this stream."""
    state = start.copy()
    stream = new_stream(seed, purpose, game, rules.chance_due(start))
    rules.deal(state, stream)
    return state


def factories(state: State) -> Factories:
    """The tiles of each factory."""
    return [Counter(text) for text in notation.format_deal(state).split(",")]


def by_colour(tiles: Counter[str]) -> tuple[int, ...]:
    """Counts in the order of the colours."""
    return tuple(tiles[colour] for colour in COLOURS)


def draws(bag: list[int], n: int) -> dict[tuple[int, ...], float]:
    """The probability of every way to draw n tiles, counted by colour."""
    ways = [
        way
        for way in itertools.product(*(range(min(n, held) + 1) for held in bag))
        if sum(way) == n
    ]
    chances = np.atleast_1d(stats.multivariate_hypergeom.pmf(ways, bag, n))
    return dict(zip(ways, chances, strict=True))


def p_value(
    seen: Counter[tuple[int, ...]], chances: dict[tuple[int, ...], float]
) -> float:
    """Chi-square test of counts; outcomes expected less than five times are one."""
    assert set(seen) <= set(chances)
    total = sum(seen.values())
    pairs = [(seen[way], total * chance) for way, chance in chances.items()]
    rare = [pair for pair in pairs if pair[1] < 5]
    cells = [pair for pair in pairs if pair[1] >= 5]
    if rare:
        cells.append((sum(n for n, _ in rare), sum(e for _, e in rare)))
    observed, expected = (
        np.array(column, float) for column in zip(*cells, strict=True)
    )
    return float(stats.chisquare(observed, expected).pvalue)


@pytest.fixture(scope="module")
def full_bag() -> list[Factories]:
    return fills(FULL_BAG)


@pytest.fixture(scope="module")
def small_bag() -> list[Factories]:
    return fills(SMALL_BAG)


# --- Fills ----------------------------------------------------------------------------


@pytest.mark.parametrize("factory", range(5))
def test_each_factory_is_a_draw_of_four_from_the_full_bag(
    full_bag: list[Factories], factory: int
) -> None:
    seen = Counter(by_colour(fill[factory]) for fill in full_bag)
    assert p_value(seen, draws([20] * 5, 4)) > ALPHA


@pytest.mark.parametrize("factory", range(3))
def test_each_factory_is_a_draw_of_four_from_a_small_uneven_bag(
    small_bag: list[Factories], factory: int
) -> None:
    seen = Counter(by_colour(fill[factory]) for fill in small_bag)
    assert p_value(seen, draws(IN_SMALL_BAG, 4)) > ALPHA


@pytest.mark.parametrize("second", [1, 2])
def test_a_later_factory_is_drawn_from_what_the_first_has_left(
    small_bag: list[Factories], second: int
) -> None:
    chances = {
        first + then: chance * given
        for first, chance in draws(IN_SMALL_BAG, 4).items()
        for then, given in draws(
            [held - taken for held, taken in zip(IN_SMALL_BAG, first, strict=True)], 4
        ).items()
    }
    seen = Counter(by_colour(fill[0]) + by_colour(fill[second]) for fill in small_bag)
    assert p_value(seen, chances) > ALPHA


def test_all_blue_of_a_full_bag_that_are_drawn_are_one_draw_of_twenty(
    full_bag: list[Factories],
) -> None:
    seen: Counter[tuple[int, ...]] = Counter(
        (sum(factory["B"] for factory in fill),) for fill in full_bag
    )
    chances = draws([20, 80], 20)
    assert p_value(seen, {(n,): chances[n, 20 - n] for n in range(21)}) > ALPHA


def test_a_poured_lid_is_drawn_from_like_a_bag() -> None:
    seen: Counter[tuple[int, ...]] = Counter()
    for fill in fills("azul players=2 phase=deal bag=B2 p1.lines=-,-,-,Y3,K4"):
        assert fill[0]["B"] >= 2
        seen[by_colour(fill[0] - Counter("BB"))] += 1
    assert p_value(seen, draws([18, 17, 20, 16, 20], 2)) > ALPHA


def test_the_last_tiles_of_the_bag_are_on_the_factories_before_the_lid_is_poured() -> (
    None
):
    for tiles in range(41):
        start = notation.parse(f"azul players=2 phase=deal {bag_of(tiles)}").state
        for game in range(40):
            state = dealt(start, game)
            poured = tiles < 20
            before, after = notation.to_fields(start), notation.to_fields(state)
            assert after["lid"] == ("-" if poured else before["lid"])
            assert (
                layout.total(int(state[layout.BAG])) == (100 if poured else tiles) - 20
            )
            drawn = sum(factories(state)[: tiles // 4], Counter[str]())
            assert set(drawn) <= {"B", "Y"}
            again = notation.parse_deal(notation.format_deal(state), start)
            assert np.array_equal(again, state)


def bag_of(tiles: int) -> str:
    """A bag of so many blue and yellow tiles, as text."""
    blue = min(20, (tiles + 1) // 2)
    words = [f"{c}{n}" for c, n in (("B", blue), ("Y", tiles - blue)) if n]
    return f"bag={''.join(words) or '-'}"


def test_every_fill_is_possible_by_the_rules_with_any_number_of_players() -> None:
    rng = np.random.default_rng(SEED)
    for players, _ in itertools.product((2, 3, 4), range(100)):
        held = rng.integers(0, 21, 5) // rng.integers(1, 8)
        bag = "".join(f"{c}{n}" for c, n in zip(COLOURS, held, strict=True) if n)
        start = notation.parse(f"azul players={players} phase=deal bag={bag or '-'}")
        state = dealt(start.state)
        again = notation.parse_deal(notation.format_deal(state), start.state)
        assert np.array_equal(again, state)


# --- Draws ----------------------------------------------------------------------------


def test_the_nth_tile_of_counts_runs_through_the_colours_in_order() -> None:
    rng = np.random.default_rng(SEED)
    bags = [[20] * 5, [0, 0, 0, 0, 1], [1, 0, 0, 0, 0], *rng.integers(0, 21, (200, 5))]
    for bag in bags:
        word = sum(int(n) << layout.FIELD_BITS * c for c, n in enumerate(bag))
        expected = [c for c, n in enumerate(bag) for _ in range(n)]
        assert layout.total(word) == len(expected)
        drawn = [layout.nth_tile(word, n) for n in range(len(expected))]
        assert drawn == expected


@pytest.mark.parametrize("n", [1, 2, 3, 7, 20, 99, 100])
def test_draws_below_a_number_are_uniform(n: int) -> None:
    rng = new_stream(SEED, SAMPLE, n)
    seen: Counter[tuple[int, ...]] = Counter(
        (draw_below(rng, n),) for _ in range(SAMPLES)
    )
    assert set(seen) <= {(i,) for i in range(n)}
    if n > 1:
        assert p_value(seen, {(i,): 1 / n for i in range(n)}) > ALPHA


@pytest.mark.parametrize("n", [1, 2, 100, 2**31 - 1])
def test_the_smallest_and_the_largest_word_stay_in_range(n: int) -> None:
    assert scaled(np.uint64(0), n) == 0
    assert scaled(np.uint64(2**64 - 1), n) == n - 1


def test_unit_draws_are_uniform() -> None:
    rng = new_stream(SEED, SAMPLE)
    drawn = np.array([draw_unit(rng) for _ in range(SAMPLES)])
    assert drawn.min() >= 0
    assert drawn.max() < 1
    assert stats.kstest(drawn, "uniform").pvalue > ALPHA


def test_successive_draws_are_independent() -> None:
    rng = new_stream(SEED, SAMPLE)
    drawn = [draw_below(rng, 6) for _ in range(SAMPLES)]
    assert independent(np.array(drawn[:-1]), np.array(drawn[1:]), 6) > ALPHA


def independent(first: NDArray[np.int64], second: NDArray[np.int64], n: int) -> float:
    """p-value of the hypothesis that two series of 0..n-1 have nothing in common."""
    table = np.zeros((n, n), np.int64)
    np.add.at(table, (first, second), 1)
    return float(stats.chi2_contingency(table).pvalue)


# --- Streams --------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_same_key_gives_the_same_fill(players: int) -> None:
    start = rules.start(players)
    for game in range(20):
        assert np.array_equal(dealt(start, game), dealt(start, game))


def test_another_seed_purpose_game_or_round_gives_another_fill() -> None:
    start = rules.start(4)
    second_round = notation.parse("azul players=4 phase=deal round=2").state
    states = [dealt(start, game) for game in range(50)]
    states += [dealt(start, 0, seed) for seed in range(50) if seed != SEED]
    states += [dealt(start, 0, SEED, purpose) for purpose in (POLICY, SEARCH, SAMPLE)]
    states += [dealt(second_round, game) for game in range(50)]
    assert len({notation.format_deal(state) for state in states}) == len(states)


@pytest.mark.parametrize("part", ["seed", "purpose", "game", "round"])
def test_streams_with_neighbouring_keys_are_independent(part: str) -> None:
    step = [int(part == name) for name in ("seed", "purpose", "game", "round")]
    first, second = [], []
    for i in range(SAMPLES):
        key = [SEED + 7 * i, DEAL, i, 1 + i % 50]
        first.append(draw_below(new_stream(*key), 6))
        neighbour = [a + b for a, b in zip(key, step, strict=True)]
        second.append(draw_below(new_stream(*neighbour), 6))
    assert independent(np.array(first), np.array(second), 6) > ALPHA


def test_the_fill_of_a_round_does_not_depend_on_what_was_played_before() -> None:
    played = [
        "azul players=2 phase=deal round=3 p1.score=9 first=2",
        "azul players=2 phase=deal round=3 p1.score=40",
    ]
    texts = {notation.format_deal(dealt(notation.parse(t).state)) for t in played}
    assert len(texts) == 1
