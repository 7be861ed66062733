"""Referee sets: their files, how moves are valued, and what players lose on them."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyzer.exits import ExitCode
from analyzer.games import GAMES
from analyzer.strength import COLUMNS, posed, row, usual_players
from search.players import make_player
from search.referee.decisions import Origin, decision, games_after, has_choice, played
from search.referee.losses import Answer, Posed, answers, is_within_errors
from search.referee.sets import (
    Decision,
    RefereeFileError,
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
from tests.test_cli import LAST_TILE, data, output, run
from tests.toy_game import chance, over
from tests.toy_game import decision as choice

each_game = pytest.mark.parametrize("name", GAMES)
SETS = {name: read_set(game.referee()) for name, game in GAMES.items()}
AZUL = GAMES["azul"]

# --- The sets that come with the package ----------------------------------------------


@each_game
def test_a_set_has_at_least_300_decisions_and_says_how_they_were_made(
    name: str,
) -> None:
    head, decisions = SETS[name].head, SETS[name].decisions
    assert len(decisions) >= 300
    assert (head["game"], head["players"]) == (name, 2)
    assert f"make_referee {name} --seed {head['seed']} " in head["command"]
    numbers = [one.number for one in decisions]
    assert numbers == sorted(set(numbers))
    assert all(one.stake >= head["least_stake"] for one in decisions)


@each_game
def test_all_legal_moves_of_a_set_have_values_and_no_others(name: str) -> None:
    game, notation = GAMES[name].rules(), GAMES[name].notation()
    for one in SETS[name].decisions:
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
    for one in SETS[name].decisions:
        shares = [value.win for value in one.values.values()]
        assert shares == sorted(shares, reverse=True)
        assert 0.0 <= shares[-1] < shares[0] <= 1.0
        assert all(0.0 <= value.win_se < 0.25 for value in one.values.values())
    errors = [one.best.win_se for one in SETS[name].decisions]
    assert np.mean(np.array(errors) <= 0.003) > 0.8


@pytest.mark.parametrize(("name", "rounds"), [("azul", 5), ("summer-pavilion", 6)])
def test_every_round_has_its_part_of_a_set(name: str, rounds: int) -> None:
    game, parse = GAMES[name].rules(), GAMES[name].notation().parse
    found = Counter(
        int(game.round_number(parse(one.position).state))
        for one in SETS[name].decisions
    )
    for number in range(1, rounds + 1):
        assert found[number] > 0.5 * len(SETS[name].decisions) / rounds


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


# --- What players lose ----------------------------------------------------------------

BOT = """
def choose(request):
    moves = request["moves"]
    return {choice}
"""


def bot(folder: Path, choice: str) -> str:
    """The text of a player that chooses so among the legal moves."""
    file = folder / "bot.py"
    file.write_text(BOT.format(choice=choice))
    return f"python:{file}:choose"


@pytest.fixture(scope="module")
def question() -> Posed:
    """The last tile of a game, with made-up values: 0.9, 0.7, 0.5 ... in order."""
    notation, state = AZUL.notation(), AZUL.notation().parse(LAST_TILE).state
    count = int(AZUL.rules().count_actions(state))
    moves = [
        notation.format_move(int(AZUL.rules().action_at(state, k)), state)
        for k in range(count)
    ]
    values = {
        move: Value(max(0.0, 0.9 - 0.2 * k), 0.01, 0.0) for k, move in enumerate(moves)
    }
    return Posed(Decision(0, LAST_TILE, values), state)


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ("moves[0]", (0.0, True, False)),
        ("moves[1]", (0.2, False, False)),
        ("moves[2]", (0.4, False, False)),
        ("'nothing'", (0.9, False, True)),
    ],
)
def test_a_loss_is_what_the_best_move_is_worth_more(
    tmp_path: Path, question: Posed, choice: str, expected: tuple[float, bool, bool]
) -> None:
    (found,) = answers(AZUL, bot(tmp_path, choice), [question])
    loss, is_best, forfeited = expected
    assert found.loss == pytest.approx(loss)
    assert (found.is_best, found.forfeited) == (is_best, forfeited)


def test_a_move_within_the_errors_counts_as_best() -> None:
    best = Value(0.5, 0.003, 0.0)
    assert is_within_errors(best, Value(0.491, 0.004, 0.0))
    assert not is_within_errors(best, Value(0.489, 0.004, 0.0))


def test_losses_do_not_depend_on_the_number_of_jobs() -> None:
    questions = posed(AZUL, 30)
    one, two = (
        [answer.loss for answer in answers(AZUL, "random", questions, jobs=jobs)]
        for jobs in (1, 2)
    )
    other = [answer.loss for answer in answers(AZUL, "random", questions, seed=1)]
    assert one == two != other


def test_answers_end_when_they_are_to_stop() -> None:
    assert list(answers(AZUL, "random", posed(AZUL, 3), should_stop=lambda: True)) == []


def test_the_figures_of_a_row() -> None:
    first = Answer(0.0, True, 1.0, False)
    found = row("azul", "greedy", [first, replace_loss(first, 0.2)])
    assert tuple(found) == COLUMNS
    assert found["loss_mean"] == pytest.approx(0.1)
    assert found["loss_total"] == pytest.approx(0.2)
    assert found["loss_low"] == 0.0
    assert found["loss_high"] == pytest.approx(0.1 + 12.706 * 0.1, abs=1e-3)
    assert (found["best_share"], found["forfeits"], found["seconds"]) == (0.5, 0, 1.0)


def replace_loss(answer: Answer, loss: float) -> Answer:
    """The answer with that loss, by a move that is not the best."""
    return answer._replace(loss=loss, is_best=False)


# --- The command ----------------------------------------------------------------------

FAST = ("--player", "random", "--player", "greedy")


def test_random_moves_lose_far_more_than_greedy_ones() -> None:
    for name in GAMES:
        random, greedy = strength(name, "--positions", "100", *FAST)
        assert random["positions"] == greedy["positions"] == 100
        assert random["loss_low"] > greedy["loss_high"] > 0.0


def strength(*words: str) -> list[dict[str, Any]]:
    """The rows of the command's JSON."""
    found: list[dict[str, Any]] = data("bench", "--strength", *words)["players"]
    return found


def test_strength_as_table_csv_and_in_chinese() -> None:
    words = ("bench", "--strength", "azul", "--positions", "5", *FAST)
    table = output(*words).splitlines()
    assert table[0] == "azul, 5 decisions"
    assert re.split("  +", table[2]) == [
        *("player", "loss a decision", "in all", "best", "time")
    ]
    assert [line.split()[0] for line in table[4:6]] == ["random", "greedy"]
    csv = output(*words, "--format", "csv").splitlines()
    assert csv[0].split(",") == list(COLUMNS)
    assert csv[1].startswith("azul,random,5,0.")
    assert output(*words, "--lang", "zh").splitlines()[2].split()[0] == "玩家"


def test_a_player_without_legal_moves_is_told(tmp_path: Path) -> None:
    player = bot(tmp_path, "'nothing'")
    words = ("bench", "--strength", "azul", "--positions", "3", "--player", player)
    result = run(*words, "--format", "json", "--jobs", "1")
    (found,) = json.loads(result.stdout)["players"]
    assert (found["forfeits"], found["best_share"]) == (3, 0.0)
    assert found["loss_total"] == pytest.approx(
        sum(question.decision.best.win for question in posed(AZUL, 3))
    )
    assert result.stderr.splitlines()[-1] == (
        f"warning: {player} gave no legal move in 3 decisions; each counts as a lost"
        " game"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--strength --quick", "'--quick': leave out --strength"),
        ("--strength --seconds 1s", "'--seconds': leave out --strength"),
        ("azul", "'GAME': it is for --strength; give --strength too"),
        ("--seed 0", "'--seed': it is for --strength; give --strength too"),
        ("--jobs 2", "'--jobs': it is for --strength; give --strength too"),
        ("--player random", "'--player': it is for --strength; give --strength too"),
        ("--positions 3", "'--positions': it is for --strength; give --strength too"),
        (
            "--strength azul --player gready",
            "'--player': unknown kind of player 'gready'; did you mean 'greedy'?",
        ),
        (
            "--strength flowers --player mcts:evaluator=net",
            "'--player': unknown evaluator 'net'",
        ),
    ],
)
def test_options_that_do_not_go_together_are_refused(words: str, message: str) -> None:
    result = run("bench", *words.split())
    assert result.exit_code == ExitCode.USAGE
    last = result.stderr.splitlines()[-1]
    assert last.startswith(f"Error: Invalid value for {message}")


def test_usual_players_are_policies_and_every_evaluator_in_searches() -> None:
    start = AZUL.notation().new(2, {})
    names = usual_players(AZUL.for_state(start))
    assert names[:3] == ["random", "greedy", "mcts:sims=1,jitter=0"]
    assert "mcts:sims=10000,evaluator=net" in names
    assert not any(
        "net" in name or "sims=1," in name for name in usual_players(GAMES["flowers"])
    )


# --- The maker ------------------------------------------------------------------------


@pytest.mark.slow
def test_a_set_that_was_stopped_goes_on_to_the_same_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tests.strength import make_referee

    def make(file: Path, positions: int) -> list[str]:
        words = ("azul", "--simulations", "500", "--by", "greedy", "--out", str(file))
        monkeypatch.setattr("sys.argv", ["make", *words, "--positions", str(positions)])
        make_referee.main()
        return file.read_text().splitlines()

    part, whole = tmp_path / "part.jsonl", tmp_path / "whole.jsonl"
    assert len(make(part, 2)) == 3
    assert make(part, 4) == make(whole, 4)
    assert json.loads(whole.read_text().splitlines()[0])["by"] == "greedy"
    assert "4 decisions" in capsys.readouterr().out
