"""A user's mistakes: one message that says what to type instead, and an exit code."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.exits import ExitCode
from tests.test_cli import ENDING, LAST_TILE, OPENING, output, run

MOVES = "legal: 1B1, 1B2, 1B3, 1B4, 1B5, 1BF and 90 more"
KEYS = (
    "Keys: players, wall, round, phase, turn, first, marker, factories, centre, bag,"
    " lid, and for each player p1.score, p1.lines, p1.wall, p1.floor"
)

# Words of the command line, and the last line on standard error.
WRONG_USAGE = [
    ("analyse azul", "No such command 'analyse'. Did you mean 'analyze'?"),
    ("cache wipe", "No such command 'wipe'."),
    ("analyze", "Missing argument 'POSITION'."),
    ("games azul", "Got unexpected extra argument(s) (azul)"),
    ("perft azul", "Missing option '--depth'."),
    (
        "analyze azul --tim 5s",
        "No such option: --tim (Possible options: --sims, --time, --until)",
    ),
    ("perft azul --depth x", "Invalid value for '--depth': 'x' is no whole number"),
    (
        "analyze azul --time 5x",
        "Invalid value for '--time': '5x' is no time; write 5s, 500ms or 2m",
    ),
    (
        "analyze azul --time 0s",
        "Invalid value for '--time': the time must be longer than 0",
    ),
    (
        "analyze azul --sims many",
        "Invalid value for '--sims': 'many' is no whole number",
    ),
    (
        "analyze azul --sims 0",
        "Invalid value for '--sims': 0 is out of range; give a whole number from 1 to"
        " 1000000000000",
    ),
    (
        "analyze azul --seed -1",
        "Invalid value for '--seed': -1 is out of range; give a whole number from 0 to"
        " 9223372036854775807",
    ),
    (
        "analyze azul --seed 9223372036854775808",
        "Invalid value for '--seed': 9223372036854775808 is out of range; give a whole"
        " number from 0 to 9223372036854775807",
    ),
    (
        "analyze azul --format xml",
        "Invalid value for '--format': 'xml' is not one of table, json, csv, markdown",
    ),
    (
        "analyze azul --search alphabeta",
        "Invalid value for '--search': 'alphabeta' is not one of auto, mcts, exact,"
        " expectimax, solver",
    ),
    (
        "analyze azul --objective lose",
        "Invalid value for '--objective': 'lose' is not one of win, margin",
    ),
    (
        f"analyze {LAST_TILE} --policy greddy",
        "Invalid value for '--policy': 'greddy' is not one of greedy, uniform",
    ),
    (
        "analyze azul --until bored",
        "Invalid value for '--until': 'bored' is not one of budget, decided",
    ),
    *(
        (
            f"analyze azul --confidence {text}",
            f"Invalid value for '--confidence': '{text}' is no confidence; give a"
            " number between 0.5 and 1, such as 0.95",
        )
        for text in ("1", "0.5", "95%", "nan", "1.5", "0.1", "-0.9")
    ),
    (
        "analyze azul --memory 1",
        "Invalid value for '--memory': '1' is no amount of memory; write 500M or 1G",
    ),
    (
        "analyze azul --memory 1M",
        "Invalid value for '--memory': a search needs at least 16M",
    ),
    (
        "analyze azul --jobs 0",
        "Invalid value for '--jobs': 0 is out of range; give a whole number from 1 to"
        " 1024",
    ),
    (
        "new azul --set wall",
        "Invalid value for '--set': 'wall' is no KEY=VALUE, such as wall=grey",
    ),
    (
        "new azul --set wall=grey --set wall=grey",
        "Invalid value for '--set': wall is given twice",
    ),
    (
        "show azul --out board.gif",
        "Invalid value for '--out': 'board.gif' is no picture; end the name in .svg or"
        " .png",
    ),
    (
        "apply azul --seed 1 --deal BBBB",
        "Invalid value for '--deal': give --seed or --deal, not both",
    ),
    (
        "bench --seconds long",
        "Invalid value for '--seconds': 'long' is no time; write 5s, 500ms or 2m",
    ),
]


@pytest.mark.parametrize(("words", "message"), WRONG_USAGE)
def test_wrong_usage_ends_with_2_and_points_to_the_help(
    words: str, message: str
) -> None:
    result = run(*words.split())
    assert result.exit_code == ExitCode.USAGE
    lines = result.stderr.splitlines()
    assert lines[0].startswith("Usage: azulyst ")
    assert lines[1].startswith("Try 'azulyst ")
    assert lines[1].endswith("--help' for help.")
    assert lines[2:] == ["", f"Error: {message}"]
    assert result.stdout == ""


# Words of the command line, and all of standard error after `error: `.
BAD_INPUT = [
    (
        "new azull",
        "unknown game 'azull'; did you mean 'azul'? Known: azul, summer-pavilion,"
        " flowers",
    ),
    (
        "new azul --players 7",
        "azul is for 2 to 4 players, not 7\n  players=7\n          ^",
    ),
    (
        "new azul --set wall=gray",
        "unknown wall 'gray'; did you mean 'grey'? Known: colour, grey\n"
        "  wall=gray\n       ^^^^",
    ),
    (
        "new azul --set wal=grey",
        "unknown option 'wal'; did you mean 'wall'? Known: wall\n  wal=grey\n  ^^^",
    ),
    ("show nothing.txt", "no such file: 'nothing.txt'"),
    ("show some/where", "no such file: 'some/where'"),
    ("show folder", "'folder' is a folder; give a file with a position"),
    ("show binary", "'binary' is no text in UTF-8"),
    (
        "show half.json",
        "this is no valid JSON; the fault is in line 1, column 6",
    ),
    (
        "show nameless.json",
        'the key "game" is missing; it is "azul", "summer-pavilion" or "flowers"',
    ),
    ("show chess.json", "unknown game 'chess'. Known: azul, summer-pavilion, flowers"),
    (
        "show five.json",
        "players is a number from 2 to 4, not '5'\n  azul players=5\n               ^",
    ),
    ("show empty", "the position is empty; known: azul, summer-pavilion, flowers"),
    ("show -", "the position is empty; known: azul, summer-pavilion, flowers"),
    (
        "show chess players=2",
        "unknown game 'chess'. Known: azul, summer-pavilion, flowers\n"
        "  chess players=2\n  ^^^^^",
    ),
    (
        "show azul players=2 facories=-",
        f"unknown key 'facories'; did you mean 'factories'? {KEYS}\n"
        "  azul players=2 facories=-\n                 ^^^^^^^^",
    ),
    (
        "show azul players=2 centre=B bag=B20 lid=B1",
        "21 blue in the bag and lid and 1 on factories, centre and boards make 22; the"
        " game has 20\n  azul players=2 centre=B bag=B20 lid=B1\n"
        "                              ^^^",
    ),
    (f"apply {OPENING} --move 3B4", f"factory 3 holds no blue; {MOVES}\n  3B4\n  ^^^"),
    (
        f"apply {OPENING} --move 4b2",
        f"moves are written in capitals: 4B2; {MOVES}\n  4b2\n  ^^^",
    ),
    (
        f"apply {LAST_TILE} --move CB1 --move 1B1",
        "a deal is due before the move 1B1; give --seed N to draw it or --deal DRAWN to"
        " say what was drawn",
    ),
    (
        f"apply {LAST_TILE} --move CB1 --deal BBBB",
        "with 2 players there are 5 factories, not 1\n  BBBB\n  ^^^^",
    ),
    (
        f"apply {OPENING} --deal BBBB --deal RRRR",
        "deals given: 2, deals that fell due: 0; leave out the last --deal",
    ),
    (
        f"apply {ENDING} --move CB1 --move CB2",
        "no move is possible: the game is over\n  CB2\n  ^^^",
    ),
    (
        f"analyze {LAST_TILE} --sims 8 --out folder",
        "the folder 'folder' is not empty; name another one, or add --force to write"
        " over what is there",
    ),
    (
        f"analyze {LAST_TILE} --sims 8 --out binary",
        "'binary' is a file; --out names a folder",
    ),
    (
        f"analyze {LAST_TILE} --sims 8 --out binary/out",
        "can't write to 'binary/out': Not a directory",
    ),
    (
        f"show {LAST_TILE} --out absent/board.svg",
        "can't write 'absent/board.svg': No such file or directory",
    ),
]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working folder with files that hold no position."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "mine").touch()
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "empty").touch()
    (tmp_path / "half.json").write_text('{"a":')
    (tmp_path / "nameless.json").write_text('{"players": 2}')
    (tmp_path / "chess.json").write_text('{"game": "chess"}')
    (tmp_path / "five.json").write_text('{"game": "azul", "players": 5}')


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("words", "message"), BAD_INPUT)
def test_bad_input_ends_with_3_and_a_message(words: str, message: str) -> None:
    result = run(*words.split(), "--quiet")
    assert result.exit_code == ExitCode.BAD_INPUT
    assert result.stderr == f"error: {message}\n"
    assert result.stdout == ""


def test_there_is_nothing_to_analyze_before_a_deal() -> None:
    result = run("analyze", output("new", "azul", "--undealt"), "--sims", "8")
    assert result.exit_code == ExitCode.BAD_INPUT
    assert result.stderr == (
        "error: there is nothing to analyze: a deal is due; 'azulyst apply POSITION"
        " --deal DRAWN' or '--seed N' gives the position after it\n"
    )


def test_there_is_nothing_to_analyze_after_the_end() -> None:
    over = output("apply", ENDING, "--move", "CB1")
    result = run("analyze", over, "--sims", "8")
    assert result.exit_code == ExitCode.BAD_INPUT
    assert result.stderr == ("error: there is nothing to analyze: the game is over\n")


def test_too_little_memory_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("analyzer.commands.analyze.run_search", full)
    result = run("analyze", *OPENING.split(), "--quiet")
    assert result.exit_code == ExitCode.FAILURE
    assert result.stderr == "error: not enough memory; give less to --memory\n"
