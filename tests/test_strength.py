"""What players lose on referee sets, by the command too; how sets are made."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from analyzer.exits import ExitCode
from analyzer.games import GAMES
from analyzer.strength import COLUMNS, posed, row, usual_players
from search.referee.losses import Answer, Posed, answers, is_within_errors
from search.referee.sets import Decision
from search.referee.values import Value
from tests.test_cli import LAST_TILE, data, output, run

AZUL = GAMES["azul"]

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
        random, greedy = strength(name, *FAST)
        assert random["positions"] == greedy["positions"] >= 300
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
            "--strength flowers --player mcts:evaluator=nett",
            "'--player': unknown evaluator 'nett'; did you mean 'net'?",
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
    flowers = GAMES["flowers"]
    bare = flowers.for_state(flowers.notation().new(2, {"summer": "yes"}))
    assert not any("net" in name or "sims=1," in name for name in usual_players(bare))


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
