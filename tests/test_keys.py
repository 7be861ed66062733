"""Keys of positions, the decisions a search looks at, and limits of final scores."""

from __future__ import annotations

import random
from collections import defaultdict

import numpy as np
import pytest

from engines import azul
from engines.azul import notation
from engines.azul.layout import (
    BOARD_SIZE,
    BOARDS,
    CENTRE,
    MAX_SOURCES,
    OFFERS,
    PLAYERS,
    SCORE,
    SOURCES,
    TURN,
    WALL,
    nonzero_fields,
)
from engines.jit import JIT
from engines.protocol import State
from engines.rng import POLICY, draw_below, new_stream
from tests.play import legal_actions, positions
from tests.registry import CASES, GAMES, Case, GameUnderTest, each_case, each_game

SEEDS = range(4 if JIT else 1)
MANY = 250_000 if JIT else 2_000  # keys that are compared
AZUL = [case for case in CASES if case.game.name == "azul"]
each_azul_case = pytest.mark.parametrize("case", AZUL, ids=str)
SLOW_GAMES = 2_500


def key_of(case: Case, state: State) -> int:
    """The key of a position; without the JIT, mixing wraps loudly."""
    with np.errstate(over="ignore"):
        return int(case.game.rules.state_key(state))


def shuffled(state: State, rng: random.Random) -> tuple[State, list[int]]:
    """The factories in another order, and where the source of each number is now."""
    factories = list(range(1, 2 * int(state[PLAYERS]) + 2))
    order = rng.sample(factories, len(factories))
    after, moved = state.copy(), [CENTRE, *[0] * len(factories)]
    for factory, place in zip(factories, order, strict=True):
        after[SOURCES + place] = state[SOURCES + factory]
        moved[factory] = place
    after[OFFERS] = 0
    for source in range(len(factories) + 1):
        after[OFFERS] |= int(nonzero_fields(after[SOURCES + source])) << source
    return after, moved


@each_azul_case
def test_keys_do_not_depend_on_the_order_of_factories(case: Case) -> None:
    rng = random.Random(7)
    for seed in SEEDS:
        for state in positions(case, seed):
            other, _ = shuffled(state, rng)
            assert key_of(case, other) == key_of(case, state)


@each_azul_case
def test_the_same_move_leads_to_the_same_key_in_another_order(case: Case) -> None:
    rng = random.Random(8)
    for state in positions(case, 0):
        other, moved = shuffled(state, rng)
        for action in legal_actions(case.game, state)[::5]:
            if state[OFFERS] == 0:
                continue
            after, same = state.copy(), other.copy()
            case.game.rules.play(after, action)
            case.game.rules.play(same, moved[action >> 6] << 6 | action & 63)
            assert key_of(case, after) == key_of(case, same)


@each_case
def test_keys_of_other_positions_differ(case: Case) -> None:
    for seed in SEEDS[:2]:
        states = positions(case, seed)
        keys = {key_of(case, state) for state in states}
        assert len(keys) > 0.9 * len({state.tobytes() for state in states})
        assert all(-(2**63) <= key < 2**63 for key in keys)


def random_games(game: GameUnderTest, count: int) -> list[State]:
    """So many positions of random games."""
    case = next(c for c in CASES if c.game is game)
    states, rng = list[State](), new_stream(11, POLICY)
    while len(states) < count:
        state = case.new()
        while not game.rules.is_over(state):
            if game.rules.chance_due(state):
                game.rules.deal(state, rng)
            else:
                index = int(draw_below(rng, game.rules.count_actions(state)))
                game.rules.play(state, game.rules.action_at(state, index))
            states.append(state.copy())
    return states


def same_game(game: GameUnderTest, state: State) -> bytes:
    """What positions with the same key have in common."""
    if game.name != "azul":
        return state.tobytes()
    boards = state[BOARDS:].reshape(-1, BOARD_SIZE)[:, [SCORE, WALL]]
    factories = np.sort(state[SOURCES + 1 : SOURCES + MAX_SOURCES])
    return b"".join(
        words.tobytes() for words in (state[[TURN, SOURCES]], factories, boards)
    )


@each_game
@pytest.mark.skipif(not JIT, reason="many positions")
def test_keys_do_not_collide(game: GameUnderTest) -> None:
    count = MANY if game.name == "azul" else MANY // 25  # states of Flowers are long
    found = defaultdict(set)
    case = next(c for c in CASES if c.game is game)
    for state in random_games(game, count):
        found[key_of(case, state)].add(same_game(game, state))
    assert len(found) > 0.5 * count
    assert max(map(len, found.values())) == 1


def test_the_bits_of_keys_are_even() -> None:
    case = AZUL[0]
    states = random_games(GAMES["azul"], 2_000)
    keys = np.array([key_of(case, s) for s in states])
    for bit in range(64):
        assert 0.4 < ((keys >> bit) & 1).mean() < 0.6


# --- Decisions ------------------------------------------------------------------------


@each_case
def test_distinct_actions_are_legal_and_in_order(case: Case) -> None:
    out = np.zeros(case.game.rules.MAX_ACTIONS, np.int64)
    for seed in SEEDS:
        for state in positions(case, seed):
            legal = legal_actions(case.game, state)
            found = out[: case.game.rules.distinct_actions(state, out)].tolist()
            assert [a for a in legal if a in set(found)] == found
            assert bool(found) == bool(legal)


@each_azul_case
def test_what_is_left_out_leads_to_a_position_that_is_not(case: Case) -> None:
    out = np.zeros(azul.MAX_ACTIONS, np.int64)
    left_out = 0
    for state in positions(case, 1):
        if state[OFFERS] == 0 or azul.score_limits(state, *np.zeros((2, 4))):
            continue
        legal = legal_actions(case.game, state)
        found = set(out[: azul.distinct_actions(state, out)].tolist())
        keys = {}
        for action in legal:
            after = state.copy()
            azul.play(after, action)
            keys[action] = key_of(case, after)
        for action in set(legal) - found:
            left_out += 1
            assert keys[action] in {keys[a] for a in found} or is_last(state)
    assert left_out > 0


def is_last(state: State) -> bool:
    """Whether the engine is sure that the round is the last."""
    from engines.azul.limits import is_last

    return bool(is_last(state)) and not state[1]


# --- Limits ---------------------------------------------------------------------------


def assert_limits_hold(case: Case, seeds: range) -> int:
    """Random play from every position ends within its limits; how many had any."""
    rules, rng, limited = case.game.rules, new_stream(3, POLICY), 0
    least, most, scores = np.zeros((3, rules.MAX_PLAYERS))
    players = case.variant.players
    for seed in seeds:
        for state in positions(case, seed):
            if not rules.count_actions(state):
                continue
            if not rules.score_limits(state, least, most):
                continue
            limited += 1
            for _ in range(3):
                after = state.copy()
                while rules.count_actions(after):
                    index = int(draw_below(rng, rules.count_actions(after)))
                    rules.play(after, rules.action_at(after, index))
                assert rules.is_over(after)
                rules.scores(after, scores)
                assert (least[:players] <= scores[:players]).all()
                assert (scores[:players] <= most[:players]).all()
    return limited


@each_case
def test_final_scores_lie_within_their_limits(case: Case) -> None:
    limited = assert_limits_hold(case, range(20 if case in AZUL else 2))
    coloured = case in AZUL and case.variant.options["wall"] == "colour"
    assert (limited > 10) == (coloured and JIT) or not JIT


@pytest.mark.parametrize(
    ("position", "moves"),
    [
        (
            "round=6 centre=W marker=1 lid=Y1 p1.wall=BYRK.,WB...,KWB.R,R.W..,....."
            " p1.lines=-,R2,-,K2,W1 p1.floor=YYRRK p2.score=2"
            " p2.wall=.YRKW,W.YR.,K.BY.,....Y,..K.. p2.lines=B1,B2,R2,K4,R4"
            " p2.floor=BBBYYYY bag=B10Y8R5K8W13",
            "CW1",
        ),
        (
            "round=5 turn=1 first=2 marker=2 centre=KWWW p1.wall=BYR.W,.BY.K,.....,"
            "...B.,..... p1.lines=-,-,B2,R1,R4 p1.floor=BBBBYR p2.score=2"
            " p2.wall=BYRK.,WBYR.,.W..R,.K...,..... p2.lines=W1,K2,K1,W4,R5"
            " p2.floor=RW bag=- lid=B9Y15R4K13W8",
            "CK1 CWF",
        ),
    ],
)
def test_a_floor_does_not_eat_up_a_rows_bonus(position: str, moves: str) -> None:
    state = notation.parse(f"azul players=2 {position}").state
    least, most, scores = np.zeros((3, azul.MAX_PLAYERS))
    assert azul.score_limits(state, least, most)
    for move in moves.split():
        azul.play(state, notation.parse_move(move, state))
    assert azul.is_over(state)
    azul.scores(state, scores)
    assert (least <= scores).all()
    assert (scores <= most).all()
    assert scores[0] == 2


@pytest.mark.slow
@each_azul_case
def test_final_scores_of_many_games_lie_within_their_limits(case: Case) -> None:
    assert_limits_hold(case, range(SLOW_GAMES))
