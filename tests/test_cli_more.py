"""Extreme values and files, streams that fail, and the fields that are documented."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from analyzer.exits import ExitCode
from analyzer.interrupts import stop_on_interrupt
from analyzer.options import parse_memory, whole_number
from reports.schema import ENDS, GAMES, RANKING
from reports.sprt import Sprt
from tests.simulated import duel, summed
from tests.test_cli import LAST_TILE, OPENING, data, output, run

ROOT = Path(__file__).parent.parent
DEVICE_FULL = Path("/dev/full")
CLI = [sys.executable, "-m", "analyzer.cli"]
NINES = "9" * 20

# Words of the command line, and the last line on standard error after `Error: `.
OUT_OF_RANGE = [
    (
        ["analyze", "azul", "--sims", "1000000000001"],
        "Invalid value for '--sims': 1000000000001 is out of range; give a whole number"
        " from 1 to 1000000000000",
    ),
    (
        ["analyze", "azul", "--sims", "9" * 5000],
        f"Invalid value for '--sims': {'9' * 40}... is out of range; give a whole"
        " number from 1 to 1000000000000",
    ),
    (
        ["analyze", "azul", "--top", "1000001"],
        "Invalid value for '--top': 1000001 is out of range; give a whole number from 1"
        " to 1000000",
    ),
    (
        ["analyze", "azul", "--jobs", "100000"],
        "Invalid value for '--jobs': 100000 is out of range; give a whole number from 1"
        " to 1024",
    ),
    (
        ["perft", "azul", "--depth", "99999999999999999"],
        "Invalid value for '--depth': 99999999999999999 is out of range; give a whole"
        " number from 0 to 1000",
    ),
    (
        ["analyze", "azul", "--memory", f"{NINES}G"],
        f"Invalid value for '--memory': {NINES}G is out of range; give 65536G at most",
    ),
    (
        ["analyze", "azul", "--memory", "9" * 5000 + "G"],
        f"Invalid value for '--memory': {'9' * 40}... is out of range; give 65536G at"
        " most",
    ),
    (["show", "azul", "--out", ""], "Invalid value for '--out': the name is empty"),
    (["analyze", "azul", "--out", " "], "Invalid value for '--out': the name is empty"),
    (
        ["show", "azul", "--out", "board.png", "--format", "json"],
        "Invalid value for '--format': a picture has no format json; give --out or"
        " --format, not both",
    ),
    (
        ["analyze", "azul", "--force"],
        "Invalid value for '--force': it is for the folder of --out; give --out too",
    ),
]


@pytest.mark.parametrize(("words", "message"), OUT_OF_RANGE)
def test_a_value_out_of_range_ends_with_2(words: list[str], message: str) -> None:
    result = run(*words)
    assert result.exit_code == ExitCode.USAGE
    assert result.stderr.splitlines()[-1] == f"Error: {message}"
    assert result.stdout == ""


def test_the_largest_values_are_in_range() -> None:
    assert parse_memory("65536G") == 1 << 46
    assert whole_number(0, 1000)("1000") == 1000
    assert whole_number(0)(str(2**63 - 1)) == 2**63 - 1
    assert whole_number(1)(f"+{'0' * 40}7") == 7


# What is read, and the message.
KINDS = "it must be a whole number, a word or a list of words"
FILES = [
    (b" " * 1_000_001, "'file' is larger than 1 MB, too large for a position"),
    (b"azul\0players=2", "'file' is no text: it has characters of code 0"),
    ("azul é".encode("latin-1"), "'file' is no text in UTF-8"),
    (b"[1]", "a position in JSON is one object"),
    (b'{"game": "azul",\n}', "this is no valid JSON; the fault is in line 2, column 1"),
    (
        b'{"game": "azul", "round": 1, "round": 2}',
        "the key 'round' is given twice in the JSON",
    ),
    (
        b'{"game": "azul", "round": ' + b"9" * 5000 + b"}",
        f"the JSON has the number {NINES}..., which has too many digits for a position",
    ),
    (
        b'{"game": "azul", "round": NaN}',
        "this is no valid JSON: NaN is no number",
    ),
    (
        b'{"game": "azul", "round": ' + b"[" * 30 + b"]" * 30 + b"}",
        "this JSON is nested too deeply for a position",
    ),
    (b"[" * 200_000, "this JSON is nested too deeply for a position"),
    (b'{"game": null}', "unknown game 'null'. Known: azul, summer-pavilion, flowers"),
    (
        b'{"game": "azul", "players": true}',
        f"the value of 'players' is true; {KINDS}\n  players=true\n          ^^^^",
    ),
    (
        b'{"game": "azul", "factories": []}',
        f"the value of 'factories' is an empty list; {KINDS}\n"
        "  factories=[]\n            ^^",
    ),
]


@pytest.mark.parametrize(
    ("content", "message"), FILES, ids=[str(i) for i in range(len(FILES))]
)
def test_a_file_that_is_no_position_ends_with_3(
    content: bytes, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_bytes(content)
    result = run("show", "file")
    assert (result.exit_code, result.stderr) == (
        ExitCode.BAD_INPUT,
        f"error: {message}\n",
    )


@pytest.fixture
def one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text(OPENING)


# Words of the command line, and all of standard error after `error: `.
REFUSED = [
    (["show", "file", "players=3"], "a file takes no further words: 'players=3'"),
    (["show", "file", "file"], "a file takes no further words: 'file'"),
    (["show", "-", "players=3"], "a file takes no further words: 'players=3'"),
    (["show", "no.txt", "players=3"], "no such file: 'no.txt'"),
    (
        ["apply", OPENING, "--move", ""],
        "a --move is empty; give a move such as 3B4, or leave it out",
    ),
    (
        ["apply", OPENING, "--move", "4B2", "--move", "  "],
        "a --move is empty; give a move such as 3B4, or leave it out",
    ),
    (
        ["show", "azul", "players=2", f"bag=B{NINES}Y1"],
        f"the bag has {NINES} blue tiles, more than any game has\n"
        f"  azul players=2 bag=B{NINES}Y1\n" + " " * 21 + "^" * 21,
    ),
    (
        ["show", "summer-pavilion", "players=2", f"p1.stock=P{NINES}"],
        f"p1.stock has {NINES} purple tiles, more than any game has\n"
        f"  summer-pavilion players=2 p1.stock=P{NINES}\n" + " " * 37 + "^" * 21,
    ),
    (
        ["show", "azul", "players=2", f"p1.lines=B{NINES},-,-,-,-"],
        f"line 1 has room for 1 tile, not {NINES}\n"
        f"  azul players=2 p1.lines=B{NINES},-,-,-,-\n" + " " * 26 + "^" * 21,
    ),
]


@pytest.mark.usefixtures("one_file")
@pytest.mark.parametrize(("words", "message"), REFUSED)
def test_a_mistake_in_words_ends_with_3(words: list[str], message: str) -> None:
    result = run(*words)
    assert (result.exit_code, result.stderr, result.stdout) == (
        ExitCode.BAD_INPUT,
        f"error: {message}\n",
        "",
    )


def test_a_game_is_no_file_even_if_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "azul").touch()
    assert output("moves", *LAST_TILE.split()).split()[0] == "CB1"


def test_numbers_may_be_texts_and_lists_one_text() -> None:
    text = '{"game": "azul", "players": "2", "marker": 1, "centre": "B", "lid": "-",'
    text += ' "p1.lines": "-,B2,-,-,-"}'
    assert data("apply", text)["state"]["p1.lines"] == ["-", "B2", "-", "-", "-"]


def test_leading_zeros_count_nothing() -> None:
    plain = output("apply", "azul players=2 centre=B marker=1 bag=B5")
    zeros = output("apply", f"azul players=2 centre=B marker=1 bag=B{'0' * 12}5")
    assert zeros == plain


# --- Streams --------------------------------------------------------------------------


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """A command has run in a shell, which opens and closes streams."""
    return subprocess.run(
        ["sh", "-c", f'"$@" {line}', "sh", *CLI],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


CLOSED = "can't write to standard output: Bad file descriptor"
FULL = "can't write to standard output: No space left on device"
STREAMS = [
    ("--help > /dev/full", ExitCode.FAILURE, FULL),
    ("games --format csv > /dev/full", ExitCode.FAILURE, FULL),
    ("games --format csv >&-", ExitCode.FAILURE, CLOSED),
    ("show - <&-", ExitCode.BAD_INPUT, "can't read standard input: it is closed"),
    (
        "show - < /dev/zero",
        ExitCode.BAD_INPUT,
        "standard input is larger than 1 MB, too large for a position",
    ),
    (
        "show /dev/zero",
        ExitCode.BAD_INPUT,
        "'/dev/zero' is larger than 1 MB, too large for a position",
    ),
]


@pytest.mark.skipif(not DEVICE_FULL.exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize(("line", "code", "message"), STREAMS)
def test_a_stream_that_fails_is_told_in_one_sentence(
    line: str, code: ExitCode, message: str
) -> None:
    result = shell(line)
    assert (result.returncode, result.stderr) == (code, f"error: {message}\n")
    assert result.stdout == ""


def test_nothing_to_write_to_is_no_traceback() -> None:
    assert shell("games >&- 2>&-").returncode == ExitCode.FAILURE


# --- Ctrl-C ---------------------------------------------------------------------------


def test_an_interrupt_is_answered_by_what_goes_on() -> None:
    said: list[str] = []
    with stop_on_interrupt(said.append) as stop:
        stop.answer = "searching"
        signal.raise_signal(signal.SIGINT)
    assert said == ["searching"]


def test_an_answer_that_cannot_be_written_stops_nothing() -> None:
    def say(_: str) -> None:
        raise RuntimeError("reentrant call")

    with stop_on_interrupt(say) as stop:
        signal.raise_signal(signal.SIGINT)
        assert stop.asked()


def test_a_search_that_runs_answers_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    from search import ranking

    def rank(*_: object, progress: object, **others: object) -> None:
        from search.batches import Progress

        assert callable(progress)
        progress(Progress(1, 1.0, 0.1))
        signal.raise_signal(signal.SIGINT)
        raise KeyboardInterrupt

    monkeypatch.setattr(ranking, "analyze", rank)
    result = run("analyze", OPENING, "--search", "mcts")
    assert result.exit_code == ExitCode.FAILURE
    assert result.stderr == (
        "stopping; the moves known so far follow\nerror: interrupted\n"
    )


def test_an_interrupt_before_the_command_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from analyzer import cli

    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "open_streams", interrupted)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == ExitCode.FAILURE
    assert capsys.readouterr().err == "error: interrupted\n"


# --- The fields on docs/data.md -------------------------------------------------------


def documented(section: str) -> list[str]:
    """The names in the first columns of the tables of a section of docs/data.md."""
    page = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
    text = page.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    return [name for row in rows for name in re.findall(r"`(\w+)`", row)]


def test_every_field_of_an_analysis_is_documented(tmp_path: Path) -> None:
    words = ("analyze", OPENING, "--sims", "64", "--search", "mcts")
    analysis = data(*words, "--out", str(tmp_path))
    columns = [column.name for column in RANKING]
    names, expected = documented("analyze"), [*analysis, *columns]
    assert names[: len(expected)] == expected
    compared = analysis["comparison"]
    assert {*names[len(expected) :]} == {*compared, *compared["sources"][0]}


def test_every_field_of_a_simulation_is_documented() -> None:
    found = summed(
        duel((5, 3), (4, 4)), sprt=Sprt(0, 10), options={}, gauntlet=False, seatings=""
    )
    player = found["players"][0]
    columns = [column.name for column in GAMES]
    names = documented("simulate")
    assert names[: len(columns)] == columns
    assert set(names[len(columns) :]) == {*found, *player}
    assert names[-len(player) :] == list(player)
    page = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
    for part in ("match", "sprt"):
        text = page.partition(f"\n- `{part}` is about")[2].partition("\n- `")[0]
        told = set(re.findall(r"`(\w+)`", text))
        names = {re.sub("_(low|high)$", "", name) for name in found[part]}
        assert names <= told | {"H0"}, part
    ends = page.partition("| game | `end` |")[2].partition("\n\n")[0]
    assert set(re.findall(r"\w+", ends)) >= set(ENDS)


def test_the_folder_of_compiled_code_is_documented() -> None:
    page = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
    assert "AZULYST_CACHE_DIR" in page
