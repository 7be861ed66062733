"""Referee sets: their files, where decisions come from, how moves are valued."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from analyzer.games import GAMES
from search.players import make_player
from search.referee.decisions import Origin, decision, games_after, has_choice, played
from search.referee.sets import (
    Decision,
    RefereeFileError,
    RefereeSet,
    decision_line,
    head_line,
    read_set,
)
from search.referee.values import (
    SEARCHES,
    Judge,
    Value,
    joined,
    stage_sizes,
    survivors,
)
from search.settings import Settings
from tests import toy_game
from tests.test_cli import LAST_TILE
from tests.toy_game import chance, over
from tests.toy_game import decision as choice

each_game = pytest.mark.parametrize("name", GAMES)
AZUL = GAMES["azul"]


@cache
def shipped(name: str) -> RefereeSet:
    """The set of a game that comes with the package."""
    return read_set(GAMES[name].referee())


# --- The sets that come with the package ----------------------------------------------


@each_game
def test_a_set_has_at_least_300_decisions_and_says_how_they_were_made(
    name: str,
) -> None:
    head, decisions = shipped(name).head, shipped(name).decisions
    assert len(decisions) >= 300
    assert (head["game"], head["players"]) == (name, 2)
    assert f"make_referee {name} --seed {head['seed']} " in head["command"]
    numbers = [one.number for one in decisions]
    assert numbers == sorted(set(numbers))
    assert all(one.stake >= head["least_stake"] for one in decisions)


@each_game
def test_all_legal_moves_of_a_set_have_values_and_no_others(name: str) -> None:
    game, notation = GAMES[name].rules(), GAMES[name].notation()
    for one in shipped(name).decisions:
        state = notation.parse(one.position).state
        assert notation.format(state) == one.position
        assert game.player_count(state) == 2
        count = int(game.count_actions(state))
        actions = [int(game.action_at(state, index)) for index in range(count)]
        moves = {notation.format_move(action, state) for action in actions}
        assert moves == one.values.keys()
        assert len(moves) == count >= 3


@each_game
def test_values_are_shares_the_best_first_with_errors_below_3_in_1000_mostly(
    name: str,
) -> None:
    for one in shipped(name).decisions:
        shares = [value.win for value in one.values.values()]
        assert shares == sorted(shares, reverse=True)
        assert 0.0 <= shares[-1] < shares[0] <= 1.0
        assert all(0.0 <= value.win_se < 0.25 for value in one.values.values())
    errors = [one.best.win_se for one in shipped(name).decisions]
    assert np.mean(np.array(errors) <= 0.003) > 0.8


@pytest.mark.parametrize(("name", "rounds"), [("azul", 5), ("summer-pavilion", 6)])
def test_every_round_has_its_part_of_a_set(name: str, rounds: int) -> None:
    game, parse = GAMES[name].rules(), GAMES[name].notation().parse
    found = Counter(
        int(game.round_number(parse(one.position).state))
        for one in shipped(name).decisions
    )
    for number in range(1, rounds + 1):
        assert found[number] > 0.5 * len(shipped(name).decisions) / rounds


def test_the_sets_come_with_the_package() -> None:
    text = (Path(__file__).parent.parent / "pyproject.toml").read_text()
    assert '"*/referee.jsonl"' in text
    assert all(path.is_file() for path in (game.referee() for game in GAMES.values()))


# --- Files ----------------------------------------------------------------------------

TWO = Decision(
    7, "a position", {"B1": Value(0.25, 0.0, -3.0), "A1": Value(0.75, 1e-6, 2.125)}
)


def test_a_set_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "set.jsonl"
    file.write_text(head_line({"game": "azul"}) + decision_line(TWO))
    found = read_set(file)
    assert found.head["game"] == "azul"
    (one,) = found.decisions
    assert (one.number, one.position) == (7, "a position")
    assert list(one.values.items()) == [
        ("A1", Value(0.75, 0.0001, 2.12)),  # an error that is not 0 stays one
        ("B1", Value(0.25, 0.0, -3.0)),
    ]
    assert (one.best.win, one.stake) == (0.75, 0.5)


HEAD = head_line({}).strip()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "line 1: Expecting value"),
        ("[]", "line 1: no object"),
        ('{"schema":2}', "line 1: no head"),
        (f'{HEAD}\n{{"number":1}}', "line 2: KeyError"),
        (f'{HEAD}\n{{"number":1,"position":"","moves":[]}}', "line 2: impossible"),
        (
            f'{HEAD}\n{{"number":1,"position":"","moves":[["A1",1.5,0,0]]}}',
            "line 2: impossible",
        ),
        (
            f'{HEAD}\n{{"number":1,"position":"","moves":[["A1",0.5]]}}',
            "line 2: TypeError",
        ),
    ],
)
def test_a_file_that_is_no_set_is_refused_by_line(
    tmp_path: Path, text: str, fault: str
) -> None:
    file = tmp_path / "set.jsonl"
    file.write_text(text)
    with pytest.raises(RefereeFileError, match=f"set.jsonl, {fault}"):
        read_set(file)


# --- Values ---------------------------------------------------------------------------

# Player 0 chooses. The last move leads to a win by 4 or a loss by 2 of equal odds.
TREE = choice(
    0,
    choice(1, over(1, 0), over(0, 3)),
    choice(1, over(2, 2), over(5, 0)),
    over(6, 1),
    chance((1, over(4, 0)), (1, over(0, 2))),
)
TRUE = [(0.0, -3.0), (0.5, 0.0), (1.0, 5.0), (0.5, 1.0)]


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge(toy_game, toy_game, toy_game, Settings(solve=1))  # type: ignore[arg-type]


def test_values_are_exact_where_the_end_is_near(judge: Judge) -> None:
    values = judge.values(toy_game.start(TREE, 2), 1000, 0)
    assert values == {
        action: Value(win, 0.0, points) for action, (win, points) in enumerate(TRUE, 1)
    }


def test_searches_of_single_moves_find_their_values(judge: Judge) -> None:
    found = judge.searched_values(toy_game.start(TREE, 2), 8000, 0)
    *sure, open_one = found.values()
    assert sure == [Value(win, 0.0, points) for win, points in TRUE[:3]]
    assert 0.0 < open_one.win_se < 0.1
    assert abs(open_one.win - 0.5) < 4 * open_one.win_se
    assert found == judge.searched_values(toy_game.start(TREE, 2), 8000, 0)


def test_half_of_the_moves_go_on_but_never_less_than_three() -> None:
    assert [survivors(n) for n in (1, 2, 3, 4, 5, 6, 7, 20)] == [
        1,
        2,
        3,
        3,
        3,
        3,
        4,
        10,
    ]


def test_stages_share_the_simulations() -> None:
    assert stage_sizes(2, 8000) == [8000 // (2 * SEARCHES)]
    sizes = stage_sizes(12, 48_000)
    assert sizes == [24_000 // 2 // (12 * 4), 24_000 // 2 // (6 * 4), 24_000 // (3 * 4)]
    assert stage_sizes(12, 1) == [8, 8, 8]


def test_a_move_that_went_out_keeps_its_distance_from_the_last_ones() -> None:
    first = {
        1: Value(0.6, 0.01, 2.0),
        2: Value(0.5, 0.01, 1.0),
        3: Value(0.5, 0.0, 0.0),
        4: Value(0.3, 0.02, -1.0),
        5: Value(0.04, 0.01, -9.0),
        6: Value(0.25, 0.0, -9.0),
    }
    last = {1: Value(0.5, 0.001, 1.0), 2: Value(0.5, 0.001, 0.0), 3: first[3]}
    values = joined([first, last])
    assert values.items() >= last.items()
    assert values[4] == pytest.approx((0.25, 0.02, -2.0))
    assert values[5].win == 0.0
    assert values[6] == first[6]  # proven, so that no longer search would differ


def test_symmetrical_moves_lead_to_the_same_game() -> None:
    state = AZUL.notation().parse(LAST_TILE).state
    keys = games_after(AZUL.rules(), state)
    assert len(keys) == int(AZUL.rules().count_actions(state))
    assert has_choice(AZUL.rules(), state) == (len(set(keys.values())) >= 3)


# --- Decisions ------------------------------------------------------------------------


def test_the_same_game_gives_the_same_decision_and_another_seed_another() -> None:
    game, start = AZUL.rules(), AZUL.notation().new(2, {})
    greedy, origin = make_player("greedy", AZUL), Origin(start, 1, 0.1)
    first, again = (decision(game, greedy, origin, 3) for _ in range(2))
    other = decision(game, greedy, origin._replace(seed=2), 3)
    assert first is not None
    assert other is not None
    assert has_choice(game, first)
    assert np.array_equal(first, again)  # type: ignore[arg-type]
    assert not np.array_equal(first, other)


def test_games_give_decisions_from_all_their_parts() -> None:
    game, start = AZUL.rules(), AZUL.notation().new(2, {})
    greedy, origin = make_player("greedy", AZUL), Origin(start, 1, 0.0)
    rounds = Counter[int]()
    for number in range(40):
        state = decision(game, greedy, origin, number)
        assert state is not None
        assert any(
            np.array_equal(state, s) for s in played(game, greedy, origin, number)
        )
        rounds[int(game.round_number(state))] += 1
    assert all(rounds[number] >= 3 for number in range(1, 6))
