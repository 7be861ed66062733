"""Nets from elsewhere: `analyze --net FILE` and players with `net=FILE`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from analyzer.cli import app
from analyzer.exits import ExitCode
from analyzer.games import GAMES
from engines.net_files import load_shipped, read_net, save_net, weights_of
from search.players import SpecError, make_player
from search.rollout import deal_due

AZUL = GAMES["azul"]
FEATURES: Any = AZUL.inputs()
SHIPPED = AZUL.nets()["2p"]
POSITION = "examples/azul/midround-2p.txt"
FAST = ("--sims", "400", "--search", "mcts", "--jobs", "1", "--quiet")


def analyze(*words: str) -> Result:
    return CliRunner().invoke(app, ["analyze", *words])


def ranking(*words: str) -> dict[str, Any]:
    """The analysis as an object."""
    result = analyze(POSITION, *FAST, "--format", "json", *words)
    assert result.exit_code == ExitCode.OK, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The nets of the package in another place."""
    return Path(shutil.copy(SHIPPED, tmp_path / "mine.npz"))


@pytest.fixture
def altered(tmp_path: Path) -> Path:
    """Nets of the same shape that judge otherwise."""
    nets, file = load_shipped(FEATURES), tmp_path / "other.npz"
    weights = [weights_of(nets, 0, phase) * 0.8 for phase in range(2)]
    save_net(file, FEATURES, 0, weights, [[0.25, 5.0, 0.25, 5.0]] * 7)
    return file


def test_nets_of_a_file_judge_as_those_in_the_package_if_they_are_the_same(
    copied: Path,
) -> None:
    own, other = ranking("--evaluator", "net"), ranking("--net", str(copied))
    assert own.pop("evaluator") == "estimates:net 2p"
    assert other.pop("evaluator") == f"estimates:net {copied}"
    assert own["moves"] == other["moves"]


def test_nets_of_a_file_are_those_that_judge(altered: Path) -> None:
    own, other = (
        ranking("--evaluator", "net"),
        ranking("--net", str(altered), "--sims", "4000"),
    )
    assert own["moves"] != other["moves"]
    first = next(move for move in other["moves"] if move["win_se"] is not None)
    even = 2.0 * (first["win"] * (1.0 - first["win"])) ** 0.5
    assert first["win_se"] >= 0.249 * even > 0.1  # the file's own doubt


def test_what_only_the_nets_leave_open_is_said(copied: Path, tmp_path: Path) -> None:
    """The same search with nets that err much, and with nets that don't."""
    sure = tmp_path / "sure.npz"
    weights = read_net(copied, FEATURES, 0)
    save_net(sure, FEATURES, 0, weights, [[0.0] * 4] * 7)
    unsure = tmp_path / "unsure.npz"
    save_net(unsure, FEATURES, 0, weights, [[0.4, 9.0, 0.4, 9.0]] * 7)
    words = ("--until", "decided", "--sims", "40000")
    known, limited = (ranking("--net", str(f), *words) for f in (sure, unsure))
    assert (known["verdict"], known["limited"]) == ("decided", False)
    assert (limited["verdict"], limited["limited"]) == ("undecided", True)
    assert known["sims"] == limited["sims"] < 40_000
    told = analyze(POSITION, *FAST, "--net", str(unsure), *words).stdout
    assert "by less than the nets may err" in told
    assert "more time would hardly help" in told


def test_what_is_written_repeats_the_analysis(altered: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = analyze(POSITION, *FAST, "--net", str(altered), "--out", str(out))
    assert result.exit_code == ExitCode.OK, result.output
    assert f"--net {altered}" in (out / "run.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("position", "words", "code", "sentence"),
    [
        (POSITION, ("--net", "gone.npz"), ExitCode.BAD_INPUT, "gone.npz: No such file"),
        (
            "examples/azul/opening-3p.txt",
            ("--net", str(SHIPPED)),
            ExitCode.BAD_INPUT,
            "kind should be '3p', not '2p'",
        ),
        (
            POSITION,
            ("--net", str(SHIPPED), "--search", "exact"),
            ExitCode.USAGE,
            "nets estimate for --search mcts with --evaluator net",
        ),
        (
            POSITION,
            ("--net", str(SHIPPED), "--evaluator", "settled"),
            ExitCode.USAGE,
            "nets estimate for --search mcts with --evaluator net",
        ),
    ],
)
def test_nets_that_cannot_be_used_are_refused_in_one_sentence(
    position: str, words: tuple[str, ...], code: ExitCode, sentence: str
) -> None:
    result = analyze(position, *words)
    assert result.exit_code == code
    assert sentence in " ".join(result.stderr.replace("│", " ").split())
    assert "Traceback" not in result.output


def chosen(spec: str) -> list[int]:
    """The moves of a player in a few positions."""
    start = AZUL.notation().new(2, {})
    player, states = make_player(spec, AZUL.for_state(start)), []
    for deal in range(8):
        states.append(start.copy())
        deal_due(AZUL.rules(), states[-1], deal)
    return [player.choose(state, 0, deal) for deal, state in enumerate(states)]


def test_a_player_searches_with_the_nets_of_its_file(
    copied: Path, altered: Path
) -> None:
    assert chosen(f"mcts:sims=40,net={copied}") == chosen("mcts:sims=40")
    assert chosen(f"mcts:sims=40,net={altered}") != chosen("mcts:sims=40")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("net=gone.npz", "gone.npz: No such file or directory"),
        (f"net={SHIPPED},evaluator=none", f"net={SHIPPED} needs evaluator=net"),
    ],
)
def test_a_player_without_its_nets_is_refused(options: str, sentence: str) -> None:
    state = AZUL.notation().new(2, {})
    with pytest.raises(SpecError) as error:
        make_player(f"mcts:{options}", AZUL.for_state(state))
    assert str(error.value) == sentence
