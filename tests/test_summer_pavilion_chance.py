"""Supply, factories and refills draw every tile with the same chance."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
from scipy import stats

from engines.protocol import State
from engines.rng import DEAL, new_stream
from engines.summer_pavilion import layout, notation, rules
from tests.summer_pavilion_rows import FILL, SCARCE, laid

SAMPLES = 4000
SEED = 7
ALPHA = 1e-3  # seeds are fixed: a test passes for ever or never
COLOURS = layout.COLOURS
FULL_BAG = "players=2 phase=deal"
SMALL_BAG = f"{FILL} bag=P6G5O1B5R5"
IN_SMALL_BAG = [6, 5, 1, 0, 5, 5]
# Three tiles are missing in the supply.
REFILL = "players=2 phase=refill marker=1 supply=PGOYYBR p1.stock=O1 p2.stock=G9"
Ways = dict[tuple[int, ...], float]
Seen = Counter[tuple[int, ...]]


def start_of(text: str) -> State:
    """The position."""
    return notation.parse(f"summer-pavilion {text}").state


def dealt(start: State, game: int = 0, seed: int = SEED) -> State:
    """A new state after the fill or refill from this stream."""
    state = start.copy()
    rules.deal(state, new_stream(seed, DEAL, game, rules.chance_due(start)))
    return state


def groups(text: str) -> list[list[tuple[int, ...]]]:
    """What many deals of a position have drawn, place by place, by colour."""
    start = start_of(text)
    factories = layout.SOURCES + 1 + np.arange(5)
    places = [layout.SUPPLY, *factories] if start[layout.ROUND] == 1 else factories
    if start[layout.PHASE] == layout.REFILL:
        places = [layout.SUPPLY]
    deals = [(dealt(start, n) - start)[places].tolist() for n in range(SAMPLES)]
    return [[by_colour(word) for word in deal] for deal in deals]


def by_colour(word: int) -> tuple[int, ...]:
    """Counts in the order of the colours."""
    return tuple(word >> layout.FIELD_BITS * c & layout.FIELD for c in range(6))


def draws(bag: list[int], n: int) -> Ways:
    """The probability of every way to draw n tiles, counted by colour."""
    ways = [
        way
        for way in itertools.product(*(range(min(n, held) + 1) for held in bag))
        if sum(way) == n
    ]
    chances = np.atleast_1d(stats.multivariate_hypergeom.pmf(ways, bag, n))
    return dict(zip(ways, chances, strict=True))


def p_value(seen: Seen, chances: Ways) -> float:
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


# --- Supply and factories -------------------------------------------------------------


@pytest.fixture(scope="module")
def first_fills() -> list[list[tuple[int, ...]]]:
    return groups(FULL_BAG)


@pytest.fixture(scope="module")
def small_fills() -> list[list[tuple[int, ...]]]:
    return groups(SMALL_BAG)


@pytest.mark.parametrize("colour", range(6))
def test_the_supply_holds_a_colour_as_often_as_a_draw_of_ten_from_the_full_bag(
    first_fills: list[list[tuple[int, ...]]], colour: int
) -> None:
    seen = Counter((fill[0][colour],) for fill in first_fills)
    chances = draws([22, 110], 10)
    assert p_value(seen, {(n,): chances[n, 10 - n] for n in range(11)}) > ALPHA


@pytest.mark.parametrize("factory", range(1, 6))
def test_each_factory_is_a_draw_of_four_from_the_full_bag(
    first_fills: list[list[tuple[int, ...]]], factory: int
) -> None:
    seen = Counter(fill[factory] for fill in first_fills)
    assert p_value(seen, draws([22] * 6, 4)) > ALPHA


def test_supply_and_factories_together_are_one_draw_of_thirty(
    first_fills: list[list[tuple[int, ...]]],
) -> None:
    chances = draws([22, 110], 30)
    expected = {(n,): chances[n, 30 - n] for n in range(23)}
    seen = Counter((sum(group[2] for group in fill),) for fill in first_fills)
    assert p_value(seen, expected) > ALPHA


@pytest.mark.parametrize("factory", range(5))
def test_each_factory_is_a_draw_of_four_from_a_small_uneven_bag(
    small_fills: list[list[tuple[int, ...]]], factory: int
) -> None:
    seen = Counter(fill[factory] for fill in small_fills)
    assert p_value(seen, draws(IN_SMALL_BAG, 4)) > ALPHA


@pytest.mark.parametrize("second", [1, 4])
def test_a_later_factory_is_drawn_from_what_the_first_has_left(
    small_fills: list[list[tuple[int, ...]]], second: int
) -> None:
    chances = {
        first + then: chance * given
        for first, chance in draws(IN_SMALL_BAG, 4).items()
        for then, given in draws(
            [held - taken for held, taken in zip(IN_SMALL_BAG, first, strict=True)], 4
        ).items()
    }
    seen = Counter(fill[0] + fill[second] for fill in small_fills)
    assert p_value(seen, chances) > ALPHA


def test_the_tower_is_drawn_from_like_a_bag_once_the_bag_is_empty() -> None:
    seen: Seen = Counter()
    for fill in groups(f"{FILL} bag=P2 p1.stock=Y3B1"):
        assert fill[0][0] >= 2
        seen[(fill[0][0] - 2, *fill[0][1:])] += 1
    assert p_value(seen, draws([18, 20, 20, 17, 20, 21], 2)) > ALPHA


# --- Refill ---------------------------------------------------------------------------


def refills(rest: str) -> Seen:
    """What is drawn to a supply that lacks three tiles."""
    return Counter(drawn for (drawn,) in groups(f"{REFILL} {rest}"))


def test_a_refill_is_a_draw_from_the_bag() -> None:
    assert p_value(refills("bag=P6G4O1B5R3"), draws([6, 4, 1, 0, 5, 3], 3)) > ALPHA


def test_a_refill_from_a_nearly_full_bag_is_a_draw_from_it() -> None:
    assert p_value(refills("tower=-"), draws([21, 12, 20, 20, 21, 21], 3)) > ALPHA


def test_a_refill_from_an_empty_bag_is_a_draw_from_the_tower() -> None:
    assert p_value(refills("bag=-"), draws([21, 12, 20, 20, 21, 21], 3)) > ALPHA


def test_a_refill_takes_the_last_tile_of_the_bag_and_draws_from_the_tower() -> None:
    seen: Seen = Counter()
    for drawn, times in refills("bag=G1").items():
        assert drawn[1] >= 1
        seen[(drawn[0], drawn[1] - 1, *drawn[2:])] += times
    assert p_value(seen, draws([21, 11, 20, 20, 21, 21], 2)) > ALPHA


def test_the_bag_keeps_what_a_refill_has_not_drawn_of_the_tower() -> None:
    start = start_of(f"{REFILL} bag=G1")
    for game in range(200):
        after = notation.to_fields(dealt(start, game))
        assert after["tower"] == "-"
        assert layout.total(int(dealt(start, game)[layout.BAG])) == 112


def test_every_deal_is_possible_by_the_rules() -> None:
    rng = np.random.default_rng(SEED)
    short = f"{SCARCE} {laid('O6')} p1.stock=P2G3O1Y3B3R3 supply=-"
    texts = [short.replace("=place", "=refill").replace(" bag=- tower=-", " bag=-")]
    for _ in range(100):
        held = rng.integers(0, 10, 6) // rng.integers(1, 8)
        words = [f"{c}{n}" for c, n in zip(COLOURS, held, strict=True) if n]
        bag = f"bag={''.join(words) or '-'}"
        texts += [f"{FILL} {bag}", f"{REFILL} {bag}"]
    for game, text in enumerate(texts):
        start = start_of(text)
        after = dealt(start, game)
        deal = notation.format_deal(after, start)
        assert np.array_equal(notation.parse_deal(deal, start), after)


# --- Streams --------------------------------------------------------------------------


@pytest.mark.parametrize("text", [FULL_BAG, FILL, REFILL])
def test_the_same_key_gives_the_same_deal_and_other_keys_others(text: str) -> None:
    start = start_of(text)
    deals = []
    for game in range(60):
        assert np.array_equal(dealt(start, game), dealt(start, game))
        deals.append(notation.format_deal(dealt(start, game), start))
    assert len(set(deals)) > 25


def test_each_deal_of_a_game_has_a_number_of_its_own() -> None:
    places = ["", laid("O1"), laid("O1 O2"), laid("O1 O2 B1")]
    starts = [f"{REFILL} round={n} {place}" for n in range(1, 7) for place in places]
    starts += [FULL_BAG]
    starts += [FILL.replace("round=2", f"round={n}") for n in range(2, 7)]
    due = [rules.chance_due(start_of(text)) for text in starts]
    assert 0 not in due
    assert len(set(due)) == len(due)
