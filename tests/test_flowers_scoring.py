"""What random gardens of Flowers score: kernels, oracle and plain removal agree."""

from __future__ import annotations

import random
from collections import Counter
from typing import NamedTuple

import numpy as np
import pytest

from engines.flowers import layout, packing, planting, rules, scoring, trial
from engines.flowers.cards import NAMES
from engines.flowers.packing import Pile, Position, Stack
from engines.flowers.switches import read_switches
from engines.protocol import State, Vector
from engines.text import read_options
from tests.oracles import flowers_garden as oracle
from tests.oracles.flowers import Game
from tests.oracles.flowers_garden import CARDS, ORIGIN, PURPLE, Cell, Garden

FEW, MANY, BLOCKS = 300, 100_000, 20
MOST_CELLS, MOST_CARDS = 40, 60
DECK = list(Counter(CARDS).elements())
NAMED = {name: card for card, name in NAMES.items()}


class Case(NamedTuple):
    """The gardens of a game that is over, and its switches."""

    switches: dict[str, str]
    gardens: list[Garden]


def case_of(seed: int) -> Case:
    """A random case; some gardens of it are the same but for their colours."""
    rng = random.Random(seed)
    switches = random_switches(rng)
    deck = rng.sample(DECK, len(DECK))
    gardens: list[Garden] = []
    for _ in range(rng.randint(1, 4)):
        copy = other_colours(rng.choice(gardens)) if gardens else {}
        if copy and rng.random() < 0.5 and not (cards_of(copy) - Counter(deck)):
            for card in cards_of(copy).elements():
                deck.remove(card)
            gardens.append(copy)
        else:
            gardens.append(random_garden(rng, switches, deck))
    return Case(switches, gardens)


def random_switches(rng: random.Random) -> dict[str, str]:
    """All switches that scoring looks at; a third of the games are official."""
    switches = dict(oracle.OFFICIAL)
    if rng.random() < 1 / 3:
        return switches
    for name in ("covered", "butterfly", "ties", "summer", "summer-cover"):
        switches[name] = rng.choice(oracle.WORDS[name])
    switches["min-group"] = str(rng.choice([1, 2, 3, 4, 5, 5, 5, 6, 7, 20]))
    switches["removal"] = str(rng.choice([0, 1, 1, 1, 2, 9]))
    if rng.random() < 0.5:
        sizes = range(rng.randint(1, 8))
        switches["group-table"] = ",".join(str(rng.randint(0, 99)) for _ in sizes)
    return switches


def random_garden(
    rng: random.Random, switches: dict[str, str], deck: list[str]
) -> Garden:
    """A garden that has grown card by card; what is laid has left the deck."""
    garden: Garden = {ORIGIN: [PURPLE if switches["summer"] == "yes" else deck.pop()]}
    cells, choices = rng.randint(1, MOST_CELLS), rng.choice([1, 3, 12])
    covering = rng.choice([0, 0.1, 0.5])
    for _ in range(MOST_CARDS):
        if len(garden) == cells or len(deck) < 4:
            break
        onto = covers(garden, switches) if rng.random() < covering else []
        cell = rng.choice(onto or beside(garden))
        fits = [fitness(card, cell, garden) for card in deck[-choices:]]
        card = deck.pop(fits.index(max(fits)) - len(fits))
        garden.setdefault(cell, []).append(card)
    return garden


def fitness(card: str, cell: Cell, garden: Garden) -> int:
    """How well a card goes with those around it; gardens of good cards score more."""
    group, border, colours = {cell}, [cell], 0
    while border:
        for other in oracle.neighbours(border.pop()):
            top = garden[other][-1] if other in garden else PURPLE
            colours += top[0] == card[0]
            if top[1:2] == card[1] and other not in group:
                group.add(other)
                border.append(other)
    room = int(card[1]) - len(group)
    return colours + (5 if room == 0 else min(room, 1) * 3)


def beside(garden: Garden) -> list[Cell]:
    """The free cells beside a garden."""
    cells = {other for cell in garden for other in oracle.neighbours(cell)}
    return sorted(cells - set(garden))


def covers(garden: Garden, switches: dict[str, str]) -> list[Cell]:
    """The cells that may be covered."""
    free = switches["summer-cover"] == "yes"
    return [cell for cell, pile in garden.items() if free or pile[-1] != PURPLE]


def cards_of(garden: Garden) -> Counter[str]:
    """The number cards of a garden."""
    return Counter(c for pile in garden.values() for c in pile if c != PURPLE)


def other_colours(garden: Garden) -> Garden:
    """The same garden with yellow for red, blue for green and so on."""
    swap = str.maketrans("YRBGyrbg", "RYGBrygb")
    return {
        cell: [card.translate(swap) for card in pile] for cell, pile in garden.items()
    }


# --- The same as a state --------------------------------------------------------------


def state_of(case: Case, gardens: list[Garden] | None = None) -> State:
    """The state of a case, or of other gardens with its switches."""
    gardens = case.gardens if gardens is None else gardens
    players, names = range(1, 5), list(case.switches)
    options = read_options("flowers", len(gardens), players, case.switches, names)
    position = Position(
        players=len(gardens),
        switches=read_switches(options),
        stacks=(Stack(0, True), Stack(9, True)),
        gardens=tuple(map(piles_of, gardens)),
        phase=layout.OVER,
    )
    return packing.pack(position)


def piles_of(garden: Garden) -> packing.Garden:
    """A garden of the oracle as plain values of the engine."""
    return tuple(
        Pile(packing.Cell(*cell), tuple(NAMED[card] for card in pile))
        for cell, pile in garden.items()
    )


def scores_of(state: State) -> list[int]:
    """The points of all players."""
    points: Vector = np.zeros(layout.MAX_PLAYERS)
    rules.scores(state, points)
    return [int(p) for p in points[: state[layout.PLAYERS]]]


def shares_of(state: State) -> list[float]:
    """The win shares of all players."""
    shares: Vector = np.zeros(layout.MAX_PLAYERS)
    rules.outcome(state, shares)
    return shares[: state[layout.PLAYERS]].tolist()


# --- Kernels and oracle ---------------------------------------------------------------


def assert_scored_alike(case: Case) -> None:
    """Kernels and oracle agree on scores, order of players and win shares."""
    state, game = state_of(case), Game(case.switches, case.gardens, [], phase="over")
    totals = [oracle.score_garden(g, case.switches)["total"] for g in case.gardens]
    assert scores_of(state) == totals
    assert shares_of(state) == [float(share) for share in game.win_shares()]
    chain = case.switches["ties"] == "chain"
    ranks = [
        (total, *(game.tie_break(player) if chain else ()))
        for player, total in enumerate(totals, 1)
    ]
    standings = [scoring.standing(state, player) for player in range(len(totals))]
    for a, first in enumerate(ranks):
        for b, second in enumerate(ranks):
            assert (first > second) == (standings[a] > standings[b])


def test_random_gardens_score_alike() -> None:
    for seed in range(FEW):
        assert_scored_alike(case_of(seed))


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
def test_a_hundred_thousand_cases_score_alike(block: int) -> None:
    for seed in range(FEW + block, FEW + MANY, BLOCKS):
        assert_scored_alike(case_of(seed))


def test_random_gardens_have_all_that_is_scored() -> None:
    cases = [case_of(seed) for seed in range(FEW)]
    counts = [
        oracle.count_garden(garden, switches)
        for switches, gardens in cases
        for garden in gardens
    ]
    shares = [shares_of(state_of(case)) for case in cases]
    sizes = Counter(len(garden) for _, gardens in cases for garden in gardens)
    assert sum(count.removed < 0 for count in counts) > FEW / 3
    assert sum(count.removed == 0 for count in counts) > FEW / 10
    assert sum(count.groups > 0 for count in counts) > FEW / 3
    assert sum(count.butterflies > 0 for count in counts) > FEW / 4
    assert sum(len(share) > 1 and max(share) < 1 for share in shares) > FEW / 20
    assert (min(sizes), max(sizes)) == (1, MOST_CELLS)
    for name in ("covered", "butterfly", "ties", "summer", "summer-cover"):
        seen = Counter(switches[name] for switches, _ in cases)
        assert min(seen[value] for value in oracle.WORDS[name]) > FEW / 10


# --- Removal in any order -------------------------------------------------------------


def removed_one_by_one(garden: Garden, rng: random.Random) -> set[Cell]:
    """The cells removed when wrong number groups go one after the other."""
    left = {cell: pile[-1] for cell, pile in garden.items()}
    while True:
        numbers = {cell: int(c[1]) for cell, c in left.items() if c != PURPLE}
        groups = oracle.connected_sets(numbers)
        wrong = [group for group in groups if len(group) != numbers[min(group)]]
        if not wrong:
            return set(garden) - set(left)
        for cell in rng.choice(sorted(wrong, key=sorted)):
            del left[cell]


def test_wrong_groups_may_go_in_any_order() -> None:
    for seed in range(FEW):
        case, rng = case_of(seed), random.Random(seed)
        state = state_of(case)
        for player, garden in enumerate(case.gardens):
            mask = scoring.removed_cells(state, layout.garden(player))
            kernel = {cell for i, cell in enumerate(garden) if mask >> i & 1}
            for _ in range(3):
                assert removed_one_by_one(garden, rng) == kernel


# --- Laying in any order --------------------------------------------------------------


def other_order(garden: Garden, rng: random.Random) -> list[tuple[Cell, str]]:
    """The cards in another order in which the garden can have grown."""
    waiting = {cell: list(pile) for cell, pile in garden.items()}
    laid: list[tuple[Cell, str]] = []
    touched = {ORIGIN}
    while waiting:
        cell = rng.choice(sorted(touched & set(waiting)))
        touched.update(oracle.neighbours(cell))
        laid.append((cell, waiting[cell].pop(0)))
        if not waiting[cell]:
            del waiting[cell]
    return laid


def plain(state: State) -> list[set[Pile]]:
    """The gardens, whatever the order of their cells."""
    return [set(garden) for garden in packing.unpack(state).gardens]


def free_cells(state: State, player: int) -> set[Cell]:
    """The cells beside a garden as the state lists them."""
    at = layout.garden(player)
    names = packing.cells_by_spot(state, player)
    first = at + layout.FREE
    spots = state[first : first + state[at + layout.FREE_COUNT]].tolist()
    assert len(set(spots)) == len(spots)
    return {(names[spot].x, names[spot].y) for spot in spots}


def test_a_garden_is_worth_the_same_in_whatever_order_it_was_laid() -> None:
    for seed in range(FEW):
        case, rng = case_of(seed), random.Random(seed)
        state, other = state_of(case), state_of(case, [{}] * len(case.gardens))
        for player, garden in enumerate(case.gardens):
            for cell, card in other_order(garden, rng):
                planting.lay(other, player, packing.Cell(*cell).spot, NAMED[card])
            assert free_cells(other, player) == set(beside(garden))
            assert free_cells(state, player) == set(beside(garden))
        assert scores_of(other) == scores_of(state)
        assert shares_of(other) == shares_of(state)
        assert plain(other) == plain(state)


def test_each_card_laid_brings_the_score_of_the_garden_so_far() -> None:
    for seed in range(FEW // 10):
        case, rng = case_of(seed), random.Random(seed)
        state = state_of(case, [{}])
        laid: Garden = {}
        for cell, card in other_order(case.gardens[0], rng):
            planting.lay(state, 0, packing.Cell(*cell).spot, NAMED[card])
            laid.setdefault(cell, []).append(card)
            assert scores_of(state) == [
                oracle.score_garden(laid, case.switches)["total"]
            ]
            assert plain(state) == [set(piles_of(laid))]


# --- Cards laid for a moment ----------------------------------------------------------


def assert_tried(before: State, tried: State, at: int, spot: int, card: int) -> None:
    """The garden is worth what it is with the card really there."""
    player = (at - layout.GARDENS) // layout.GARDEN_SIZE
    really = before.copy()
    planting.lay(really, player, spot, card)
    assert scoring.score(tried, player) == scoring.score(really, player)
    assert scoring.standing(tried, player) == scoring.standing(really, player)
    assert not np.array_equal(tried, before)


@pytest.mark.parametrize("seed", range(30))
def test_a_card_tried_counts_and_leaves_no_trace(seed: int) -> None:
    case, rng = case_of(seed), random.Random(seed)
    before = state_of(case)
    state = before.copy()
    for player, garden in enumerate(case.gardens):
        at = layout.garden(player)
        for cell in beside(garden):
            card, spot = NAMED[rng.choice(DECK)], packing.Cell(*cell).spot
            trial.try_extend(state, at, spot, card)
            assert_tried(before, state, at, spot, card)
            trial.undo_extend(state, at)
            assert np.array_equal(state, before)
        cells = list(garden)
        for cell in covers(garden, case.switches):
            card, spot = NAMED[rng.choice(DECK)], packing.Cell(*cell).spot
            below = trial.try_cover(state, at, cells.index(cell), card)
            assert below == NAMED[garden[cell][-1]]
            assert_tried(before, state, at, spot, card)
            trial.undo_cover(state, at, cells.index(cell), below)
            assert np.array_equal(state, before)


def test_cards_tried_one_after_the_other_are_taken_back_in_turn() -> None:
    for seed in range(FEW // 3):
        case, rng = case_of(seed), random.Random(seed)
        before = state_of(case)
        state, really = before.copy(), before.copy()
        at = layout.garden(0)
        undo = []
        for _ in range(3):
            cell = rng.choice(covers(case.gardens[0], case.switches) or [ORIGIN])
            if cell == ORIGIN and PURPLE in case.gardens[0][ORIGIN]:
                continue
            index, card = list(case.gardens[0]).index(cell), NAMED[rng.choice(DECK)]
            undo.append((index, trial.try_cover(state, at, index, card)))
            planting.cover(really, 0, index, card)
            assert scoring.score(state, 0) == scoring.score(really, 0)
        card, spot = NAMED[rng.choice(DECK)], really[at + layout.FREE]
        trial.try_extend(state, at, spot, card)
        planting.extend(really, 0, 0, card)
        assert scoring.score(state, 0) == scoring.score(really, 0)
        trial.undo_extend(state, at)
        for index, below in reversed(undo):
            trial.undo_cover(state, at, index, below)
        assert np.array_equal(state, before)
