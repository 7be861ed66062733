"""Every card that comes to light is each of the unseen cards with the same chance."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from engines.flowers import notation, packing, rules
from engines.flowers.cards import NAMES
from engines.protocol import State
from engines.rng import DEAL, new_stream
from tests.flowers_rows import SOLO, TWO
from tests.oracles.flowers import Game
from tests.oracles.flowers_garden import CARDS

SAMPLES = 6000
SEED = 7
ALPHA = 1e-3  # seeds are fixed: a test passes for ever or never
Cards = tuple[str, ...]

# A few cards are left, so that pairs of them can be counted.
FEW = Counter({"Y1": 1, "Y3": 4, "R2": 2, "R4b": 1, "B3": 3, "G4": 5, "G4b": 1})
GONE = ",".join((Counter(CARDS) - FEW - Counter(["R1", "R1", "G1", "G1"])).elements())
SMALL = "p1.garden=O:R1 p2.garden=O:R1"
SMALL_STACKS = f"players=2 stacks=G1:3,G1:3,blind:3 {SMALL} gone={GONE}"
REVEALS = SMALL_STACKS.replace("G1:3,G1:3", "hidden:3,hidden:3") + ",G1,G1"
DUE = "stacks=hidden:3,blind:3 p1.garden=O:R1,E1:R1 discard=due"
SOLO_REVEALS = f"players=1 {DUE} gone={GONE},G1,G1"


def start_of(text: str, moves: str = "") -> State:
    """The position after these moves, without chance in between."""
    state = notation.parse(f"flowers {text}").state
    for move in moves.split():
        rules.play(state, notation.parse_move(move, state))
    return state


def dealt(start: State, game: int = 0, seed: int = SEED, events: int = 1) -> State:
    """A new state after chance events, each from the stream of its number."""
    state = start.copy()
    for _ in range(events):
        rules.deal(state, new_stream(seed, DEAL, game, rules.chance_due(state)))
    return state


def unseen(state: State) -> Counter[str]:
    """The cards nobody has seen."""
    cards = packing.unseen_cards(state)
    return Counter({NAMES[card]: n for card, n in cards.items() if n})


# Where the card lies that has come to light.
def in_hand(state: State) -> str:
    return NAMES[packing.unpack(state).drawn]


def on_stack(number: int) -> Callable[[State], str]:
    return lambda state: NAMES[packing.unpack(state).stacks[number - 1].top]


def in_garden(player: int) -> Callable[[State], str]:
    return lambda state: NAMES[packing.unpack(state).gardens[player - 1][0].cards[0]]


def out_of_game(state: State) -> str:
    start = Counter(GONE.split(",")) + Counter(["G1", "G1"])
    gone = Counter(NAMES[card] for card in packing.unpack(state).gone)
    return next(iter(gone - start))


def p_value(seen: Counter[Cards], chances: dict[Cards, Fraction]) -> float:
    """Chi-square test of counts; outcomes expected less than five times are one."""
    assert set(seen) <= set(chances)
    total = sum(seen.values())
    pairs = [(seen[way], float(total * odds)) for way, odds in chances.items()]
    rare = [pair for pair in pairs if pair[1] < 5]
    cells = [pair for pair in pairs if pair[1] >= 5]
    if rare:
        cells.append((sum(n for n, _ in rare), sum(e for _, e in rare)))
    observed, expected = (
        np.array(column, float) for column in zip(*cells, strict=True)
    )
    return float(stats.chisquare(observed, expected).pvalue)


def in_a_row(cards: Counter[str], n: int) -> dict[Cards, Fraction]:
    """The chance of every n cards in order, drawn without putting back."""
    if n == 0:
        return {(): Fraction(1)}
    chances = {}
    for card, copies in cards.items():
        for rest, odds in in_a_row(cards - Counter([card]), n - 1).items():
            chances[(card, *rest)] = odds * Fraction(copies, cards.total())
    return chances


def found(start: State, places: Iterable[Callable[[State], str]]) -> Counter[Cards]:
    """What many deals of a position have brought to these places, one event each."""
    places = list(places)
    seen: Counter[Cards] = Counter()
    for game in range(SAMPLES):
        state = dealt(start, game, events=len(places))
        seen[tuple(place(state) for place in places)] += 1
    return seen


SINGLE = {
    "a start card": ("players=2 phase=setup", "", in_garden(1)),
    "the second start card": ("players=2 phase=setup p1.garden=O:G3", "", in_garden(2)),
    "a blind draw": (TWO, "3", in_hand),
    "a new top": (TWO, "1 E1", on_stack(1)),
    "a new top at once": (f"{TWO} reveal=immediate", "2", on_stack(2)),
    "the top of a Summer game": ("players=3 summer=yes", "", on_stack(1)),
    "a blind draw of few": (SMALL_STACKS, "3", in_hand),
    "a new top of few": (SMALL_STACKS, "2 O", on_stack(2)),
    "a solo discard of few": (SOLO_REVEALS, "", out_of_game),
}


@pytest.mark.parametrize("what", SINGLE)
def test_each_unseen_card_has_the_same_chance(what: str) -> None:
    text, moves, place = SINGLE[what]
    start = start_of(text, moves)
    assert p_value(found(start, [place]), in_a_row(unseen(start), 1)) > ALPHA


PAIRS = {
    "two tops": (REVEALS, "", [on_stack(1), on_stack(2)]),
    "discard and top": (SOLO_REVEALS, "", [out_of_game, on_stack(1)]),
}


@pytest.mark.parametrize("what", PAIRS)
def test_two_cards_in_a_row_are_drawn_without_putting_back(what: str) -> None:
    text, moves, places = PAIRS[what]
    start = start_of(text, moves)
    assert unseen(start) == FEW
    assert p_value(found(start, places), in_a_row(FEW, 2)) > ALPHA


def test_two_start_cards_in_a_row_are_drawn_without_putting_back() -> None:
    start = start_of("players=2 phase=setup")
    seen: Counter[Cards] = Counter()
    for (first, second), times in found(start, [in_garden(1), in_garden(2)]).items():
        seen[first[:2], second[:2]] += times
    chances: dict[Cards, Fraction] = defaultdict(Fraction)
    for (first, second), odds in in_a_row(unseen(start), 2).items():
        chances[first[:2], second[:2]] += odds
    assert p_value(seen, chances) > ALPHA


def test_a_draw_from_two_cards_takes_each_in_half_of_the_games() -> None:
    gone = Counter(CARDS) - Counter(["Y1", "G4b", "R1", "R1"])
    text = f"players=2 stacks=blind:2 {SMALL} gone={','.join(gone.elements())}"
    seen = found(start_of(text, "1"), [in_hand])
    assert p_value(seen, in_a_row(Counter(["Y1", "G4b"]), 1)) > ALPHA


# --- Odds -----------------------------------------------------------------------------


EVENTS = {what: (text, moves) for what, (text, moves, _) in SINGLE.items()}
EVENTS |= {what: (text, moves) for what, (text, moves, _) in PAIRS.items()}
EVENTS["the last discard"] = (f"{SOLO} stacks=R1:2,blind:9", "1 O")


@pytest.mark.parametrize("what", EVENTS)
def test_the_odds_of_every_outcome_are_exact(what: str) -> None:
    start = start_of(*EVENTS[what])
    oracle = Game.from_fields(notation.to_fields(start))
    deals = oracle.deals()
    assert rules.count_outcomes(start) == len(deals)
    cards = unseen(start)
    for index, (card, odds) in enumerate(deals.items()):
        after = start.copy()
        assert odds == Fraction(cards[card], cards.total())
        assert rules.deal_outcome(after, index) == float(odds)
        assert unseen(start) - unseen(after) == Counter([card])
        assert np.array_equal(after, notation.parse_deal(card, start))
        dealt_by_oracle = oracle.copy()
        dealt_by_oracle.apply_deal(card)
        assert notation.to_fields(after) == dealt_by_oracle.to_fields()
    assert sum(deals.values()) == 1


@pytest.mark.parametrize("what", EVENTS)
def test_every_deal_is_one_of_the_outcomes(what: str) -> None:
    start = start_of(*EVENTS[what])
    outcomes = {}
    for index in range(rules.count_outcomes(start)):
        after = start.copy()
        rules.deal_outcome(after, index)
        outcomes[after.tobytes()] = index
    assert len(outcomes) == rules.count_outcomes(start)
    assert {dealt(start, game).tobytes() for game in range(200)} <= set(outcomes)


def test_there_is_no_outcome_beyond_the_last_and_none_between_events() -> None:
    for text, moves, count in [(TWO, "3", 28), (TWO, "", 0), (TWO, "1", 0)]:
        start = start_of(text, moves)
        after = start.copy()
        assert rules.count_outcomes(start) == count
        assert rules.deal_outcome(after, 28) == 0
        assert np.array_equal(after, start)


# --- Streams --------------------------------------------------------------------------


def game_of(seed: int) -> list[tuple[int, str]]:
    """All chance events of a game in which the first legal action is always played."""
    state = notation.new(2, {"stacks": "hidden:9,hidden:9,blind:9"})
    events: list[tuple[int, str]] = []
    while not rules.is_over(state):
        number = rules.chance_due(state)
        if number:
            before = unseen(state)
            rules.deal(state, new_stream(seed, DEAL, 0, number))
            events += [(number, card) for card in before - unseen(state)]
        else:
            rules.play(state, rules.action_at(state, 0))
    return events


@pytest.mark.parametrize("what", EVENTS)
def test_the_same_key_gives_the_same_card_and_other_keys_others(what: str) -> None:
    start = start_of(*EVENTS[what])
    cards: set[str] = set()
    for game in range(60):
        assert np.array_equal(dealt(start, game), dealt(start, game))
        cards.update(unseen(start) - unseen(dealt(start, game)))
    assert len(cards) >= min(len(unseen(start)), 12)


def test_the_same_streams_deal_the_same_game_and_others_another() -> None:
    games = [game_of(seed) for seed in range(20)]
    assert games == [game_of(seed) for seed in range(20)]
    assert all(a != b for a, b in itertools.combinations(games, 2))


def test_each_event_of_a_game_has_a_number_of_its_own() -> None:
    numbers = [number for number, _ in game_of(SEED)]
    assert numbers == list(range(1, len(numbers) + 1))
    solo = start_of(f"{SOLO} stacks=R1:9,blind:9", "1 O")
    second = dealt(solo)
    assert rules.chance_due(second) == rules.chance_due(solo) + 1
