"""`azulyst plan`: sizes of matches against values done by hand, forms, mistakes."""

from __future__ import annotations

import csv
import math
from io import StringIO
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from analyzer.commands.plan import parse_sprt
from analyzer.exits import ExitCode
from analyzer.reporting.games import read_table
from reports.observed import observed_assumptions
from reports.planning import (
    Assumptions,
    detectable_share,
    expected_half_width,
    games_for_half_width,
    games_to_detect,
    sprt_length,
)
from reports.schema import GAMES
from reports.sprt import Sprt
from tests.match_tables import Game, block_chances
from tests.simulated import duel, played
from tests.test_cli import data, output, run

Z, Y = 1.959964, 0.841621  # normal quantiles of 95 % confidence, 80 % power


def folder(path: Path, games: pd.DataFrame) -> str:
    """A result folder with these games."""
    path.mkdir(exist_ok=True)
    games.to_csv(path / "games.csv", index=False)
    return str(path)


def pairs(*counts: tuple[float, float, int]) -> pd.DataFrame:
    """Blocks of a and b by a's result in both games, as often as said."""
    points = {1.0: (2.0, 1.0), 0.5: (1.0, 1.0), 0.0: (1.0, 2.0)}
    found = []
    for first, second, times in counts:
        found += [points[first], points[second]] * times
    return duel(*found)


# --- Sizes done by hand ---------------------------------------------------------------


def test_games_to_detect_a_share() -> None:
    blocks = ((Z + Y) / 0.03) ** 2 * 0.53 * 0.47 / 2 + Z**2 / 2
    assert data("plan", "--share", "53%")["rows"] == [
        {
            "share": 0.53,
            "elo": pytest.approx(400 * math.log10(0.53 / 0.47)),
            "games": 2 * math.ceil(blocks),
            "blocks": math.ceil(blocks),
        }
    ]


@pytest.mark.parametrize("elo", ["40", "-40"])
def test_games_to_detect_an_elo_difference_with_ties_and_correlation(elo: str) -> None:
    share = 1 / (1 + 10 ** (-float(elo) / 400))
    variance = (share * (1 - share) - 0.06 / 4) * (1 - 0.3) / 2
    blocks = ((Z + 1.281552) / (share - 0.5)) ** 2 * variance + Z**2 / 2
    words = ["--ties", "6%", "--correlation", "-0.3", "--power", "0.9"]
    found = data("plan", "--elo", elo, *words)
    assert found["rows"][0]["blocks"] == math.ceil(blocks)
    assert found["rows"][0]["share"] == pytest.approx(share)
    assert (found["ties"], found["correlation"], found["power"]) == (0.06, -0.3, 0.9)


def test_games_for_a_half_width() -> None:
    blocks = Z**2 * (0.25 - 0.05 / 4) / 2 / 0.01**2 + Z**2 / 2
    found = data("plan", "--half-width", "1%", "--ties", "0.05")
    assert found["rows"] == [
        {
            "half_width": 0.01,
            "share": 0.5,
            "elo": 0,
            "games": 2 * math.ceil(blocks),
            "blocks": math.ceil(blocks),
        }
    ]
    assert "power" not in found
    uneven = data("plan", "--half-width", "0.01", "--share", "0.9")["rows"][0]
    assert uneven["blocks"] == math.ceil(Z**2 * 0.045 / 0.01**2 + Z**2 / 2)
    rated = data("plan", "--half-width", "0.01", "--elo", "100")["rows"][0]
    assert rated["share"] == pytest.approx(1 / (1 + 10**-0.25))


def test_what_so_many_games_can_detect_at_a_table_of_four() -> None:
    deviation, room = math.sqrt(0.25 * 0.75 / 4), math.sqrt(250 - Z**2 / 2)
    share = 0.25 + (Z + Y) * deviation / room
    elo = 400 * math.log10(share * 3 / (1 - share))
    assert data("plan", "--games", "998", "--seats", "4") == {
        "schema": 1,
        "question": "games",
        "seats": 4,
        "games_per_block": 4,
        "ties": 0,
        "correlation": 0,
        "confidence": 0.95,
        "power": 0.8,
        "rows": [
            {
                "games": 1000,
                "blocks": 250,
                "half_width": pytest.approx(Z * deviation / room, rel=1e-5),
                "share": pytest.approx(share, rel=1e-5),
                "elo": pytest.approx(elo, rel=1e-5),
            }
        ],
    }


def test_a_sequential_test_at_both_ends_and_between() -> None:
    found = data("plan", "--sprt", "0,10,0.1,0.2", "--ties", "0.1")
    test, assumed = Sprt(0, 10, 0.1, 0.2), Assumptions(0.1)
    assert (found["alpha"], found["beta"]) == (0.1, 0.2)
    assert "confidence" not in found
    for row, elo in zip(found["rows"], (0, 5, 10), strict=True):
        expected = sprt_length(test, elo, assumed)
        assert row == {
            "elo": elo,
            "games": pytest.approx(expected.games),
            "blocks": pytest.approx(expected.games / 2),
            "accepts_elo1": pytest.approx(expected.accepts_elo1),
        }
    ends = [row["accepts_elo1"] for row in found["rows"][::2]]
    assert ends == pytest.approx([0.1, 0.8], abs=1e-6)


@pytest.mark.parametrize(
    ("text", "test"),
    [
        ("0,10", Sprt(0, 10)),
        ("-5, 2.5", Sprt(-5, 2.5)),
        ("0,10,5%,0.1", Sprt(0, 10, 0.05, 0.1)),
    ],
)
def test_tests_are_written_as_two_or_four_numbers(text: str, test: Sprt) -> None:
    assert parse_sprt(text) == test


# --- More than two seats --------------------------------------------------------------


def shares(elo: float, seats: int, ties: float, games: int) -> np.ndarray:
    """Shares of a player who is better than all others, some wins shared by two."""
    rng = np.random.default_rng(3)
    worth = np.full(seats, 1.0)
    worth[0] = 10 ** (elo / 400)
    winner = rng.choice(seats, games, p=worth / worth.sum())
    other = (winner + rng.integers(1, seats, games)) % seats
    tied = rng.random(games) < ties
    own = np.where(tied, 0.5 * ((winner == 0) | (other == 0)), winner == 0)
    return own.astype(float)


@pytest.mark.parametrize("seats", [3, 4])
def test_larger_tables_have_the_deviation_and_share_of_simulated_games(
    seats: int,
) -> None:
    assumed = Assumptions(0.2, 0.0, 1, seats)
    drawn = shares(0, seats, 0.2, 200_000)
    assert drawn.mean() == pytest.approx(assumed.even_share, abs=0.005)
    assert drawn.std() == pytest.approx(assumed.block_deviation(1 / seats), abs=0.004)
    better = shares(100, seats, 0.0, 200_000).mean()
    assert better == pytest.approx(assumed.share_of_elo(100), abs=0.005)
    assert assumed.elo_of_share(assumed.share_of_elo(100)) == pytest.approx(100)
    assert assumed.elo_of_share(assumed.even_share) == pytest.approx(0)


def test_larger_tables_have_inverse_questions() -> None:
    assumed = Assumptions(0.05, -0.1, 3, 3)
    width = expected_half_width(500, assumptions=assumed)
    assert games_for_half_width(width, assumptions=assumed).blocks in (500, 501)
    found = detectable_share(2_000, assumptions=assumed)
    needed = games_to_detect(share=found.share, assumptions=assumed)
    assert needed.blocks == pytest.approx(2_000, rel=0.06)
    assert needed.games == 3 * needed.blocks
    worse = games_to_detect(share=0.3, assumptions=assumed)
    assert worse.elo < 0


# --- Games that were played -----------------------------------------------------------


def test_ties_and_correlation_are_read_from_games() -> None:
    games = pairs((1, 1, 20), (0, 0, 20), (1, 0, 25), (0, 1, 25), (0.5, 0.5, 10))
    found = observed_assumptions(games)
    game = 180 / 4 / 200  # 180 of 200 games differ from the mean by 1/2
    block = 40 / 4 / 99  # so do the means of 40 of 100 blocks
    assert found.tie_rate == pytest.approx(0.1)
    assert found.correlation == pytest.approx(2 * block / game - 1)
    assert (found.games_per_block, found.seats) == (2, 2)


@pytest.mark.parametrize("correlation", [-0.4, 0.3])
def test_simulated_games_have_the_correlation_they_were_made_with(
    correlation: float,
) -> None:
    chances = block_chances(0.6, 0.1, correlation)
    drawn = np.random.default_rng(9).multinomial(4_000, chances)
    results = [(0.0, 0.0), (0.0, 0.5), (0.5, 0.5), (1.0, 0.5), (1.0, 1.0)]
    found = observed_assumptions(
        pairs(*[(*r, int(n)) for r, n in zip(results, drawn, strict=True)])
    )
    # A block of two halves may be 1 + 0: the deviation of blocks is all that counts.
    deviation = found.block_deviation(0.6)
    assumed = Assumptions(found.tie_rate, found.correlation).block_deviation(0.6)
    assert deviation == assumed
    truth = Assumptions(0.1, correlation).block_deviation(0.6)
    assert deviation == pytest.approx(truth, rel=0.04)


def test_games_of_lineups_are_compared_with_the_same_others() -> None:
    games: list[Game] = []
    for block in range(1, 41):
        pair = ("a,b", "a,c")[block % 2]
        first, second = pair.split(",")
        wins = (block // 2 % 4 < 2) if pair == "a,c" else True
        late = block // 2 % 2 == 0
        games.append((block, f"{first},{second}", (2, 1) if wins else (1, 2)))
        games.append((block, f"{second},{first}", (1, 2) if late else (2, 1)))
    found = observed_assumptions(played(games))
    # Against b: games always won and won every second time; against c: independent.
    variance_b, block_b = 3 / 16, 20 / 19 / 16
    variance_c, block_c = 1 / 4, 20 / 19 / 8
    ratio = (block_b + block_c) / (variance_b + variance_c)
    assert found.correlation == pytest.approx(2 * ratio - 1)


def test_three_seats_have_three_games_a_block() -> None:
    games: list[Game] = []
    for block in range(1, 31):
        for turn, seating in enumerate(("a,b,c", "b,c,a", "c,a,b")):
            scores = tuple(float((block * 7 + turn * s) % 5) for s in (1, 2, 3))
            games.append((block, seating, scores))
    found = observed_assumptions(played(games))
    assert (found.games_per_block, found.seats) == (3, 3)
    assert -0.5 <= found.correlation <= 1


SOLO = played([(1, "a", (3,)), (2, "a", (4,))])
TIED = pairs((0.5, 0.5, 3))


@pytest.mark.parametrize(
    ("games", "words"),
    [
        (SOLO, "not between different players"),
        (played([(1, "a,a", (3, 1)), (2, "a,a", (1, 3))]), "not between different"),
        (pairs((1, 0, 1)), "too few deals"),
        (TIED, "the same result"),
        (pairs((1, 1, 5)), "the same result"),
        (pairs((1, 0, 2)).iloc[:6], "the blocks of the result table have different"),
        (
            played([(1, "a,b", (3, 1)), (2, "a,b,c", (3, 1, 2))]),
            "the games of the result table have different sizes",
        ),
        (pairs((1, 0, 2)).drop(columns="seating"), "lacks the column seating"),
    ],
)
def test_games_that_say_nothing_are_refused(games: pd.DataFrame, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        observed_assumptions(games)


def test_a_plan_rests_on_a_result_folder(tmp_path: Path) -> None:
    games = pairs((1, 1, 20), (0, 0, 20), (1, 0, 25), (0, 1, 25), (0.5, 0.5, 10))
    place = folder(tmp_path / "run", games)
    observed = observed_assumptions(games)
    found = data("plan", "--elo", "20", "--from", place)
    assert found["ties"] == observed.tie_rate
    assert found["correlation"] == observed.correlation
    expected = games_to_detect(elo=20, assumptions=observed)
    assert found["rows"][0]["games"] == expected.games
    said = data("plan", "--elo", "20", "--from", place, "--correlation", "0.25")
    assert (said["ties"], said["correlation"]) == (observed.tie_rate, 0.25)


# --- Reading games.csv ----------------------------------------------------------------


def test_games_are_read_as_they_were_written(tmp_path: Path) -> None:
    games = duel((5, 3), (4, 4), rows=[1, 2, 3, 4])
    games["player"] = games["player"].replace({"a": "NA", "b": "007"})
    games["seating"] = ["NA/007", "NA/007", "007/NA", "007/NA"]
    folder(tmp_path, games)
    pd.testing.assert_frame_equal(
        read_table(tmp_path / "games.csv").games,
        games,
        check_dtype=False,
        check_column_type=False,
    )


def test_a_plan_leaves_a_torn_end_out(tmp_path: Path) -> None:
    games = pairs((1, 1, 20), (0, 0, 20), (1, 0, 25), (0, 1, 25), (0.5, 0.5, 10))
    place = folder(tmp_path / "run", games)
    path = tmp_path / "run" / "games.csv"
    path.write_bytes(path.read_bytes()[:-7])
    observed = observed_assumptions(games[games["block"] < games["block"].max()])
    found = data("plan", "--elo", "20", "--from", place)
    assert found["correlation"] == observed.correlation


HEADING = ",".join(column.name for column in GAMES)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            None,
            "No such file or directory; name a folder that 'azulyst simulate --out'",
        ),
        ("", "line 1: there is no heading of a result table"),
        ("block,game\n1,1\n", "line 1: the heading lacks the column seat"),
        (
            HEADING.replace(",seating", "") + "\n",
            "line 1: the heading lacks the column seating",
        ),
        (HEADING + "\n1,2,3\n", "line 2: there are 3 fields, not 14"),
        (
            HEADING + "\n" + "x," * 13 + "x\n",
            "line 2: 'x' is no whole number from 1 on, as block has to be",
        ),
    ],
)
def test_files_that_are_no_result_table_are_refused(
    tmp_path: Path, text: str | None, words: str
) -> None:
    if text is not None:
        (tmp_path / "games.csv").write_text(text)
    found = run("plan", "--elo", "20", "--from", str(tmp_path))
    assert found.exit_code == ExitCode.BAD_INPUT
    assert "games.csv'" in found.stderr
    assert words in found.stderr


# --- Forms and mistakes ---------------------------------------------------------------

ASSUMED = (
    "Assumed: tables of two, 0 % of the games tied, correlation 0 between the 2 games"
    " of a deal."
)


def test_the_answer_in_the_terminal() -> None:
    assert output("plan", "--share", "0.53").splitlines() == [
        "share %   Elo     games   deals",
        "───────────────────────────────",
        "53.00     +20.9   2,178   1,089",
        "",
        f"Games to detect the difference: power 80 %, 95 % confidence. {ASSUMED}",
    ]


def test_the_answer_in_markdown_and_csv() -> None:
    words = ("plan", "--half-width", "0.01", "--confidence", "0.9")
    blocks = math.ceil(1.644854**2 * 0.125 / 0.01**2 + 1.644854**2 / 2)
    assert output(*words, "--format", "markdown") == (
        "| ± % | share % | Elo | games | deals |\n"
        "| --- | --- | --- | --- | --- |\n"
        f"| 1 | 50.00 | +0.0 | {2 * blocks:,} |"
        f" {blocks:,} |\n"
        f"\nGames for an interval of so many ±: 90 % confidence. {ASSUMED}\n"
    )
    rows = list(csv.DictReader(StringIO(output(*words, "--format", "csv"))))
    assert rows == [
        {
            "half_width": "0.01",
            "share": "0.5",
            "elo": "0.0",
            "games": str(2 * blocks),
            "blocks": str(blocks),
        }
    ]


def test_the_answer_of_a_sequential_test_in_the_terminal() -> None:
    assert output("plan", "--sprt", "0,10").splitlines() == [
        "Elo     games    deals   accepts the higher",
        "───────────────────────────────────────────",
        "+0.0    6,402    3,201   5.0 %",
        "+5.0    10,469   5,235   50.0 %",
        "+10.0   6,396    3,198   95.0 %",
        "",
        "Mean length of the test, and its chance to accept the higher hypothesis, where"
        f" the true difference is so many Elo points. {ASSUMED}",
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            "",
            "Invalid value: there is no question; give --elo, --share, --half-width,"
            " --games or --sprt",
        ),
        ("--elo 0", "Invalid value: equal players cannot be told apart by any number"),
        ("--elo 9 --share .6", "Invalid value: that is more than one question; give"),
        ("--elo 9 --games 90", "Invalid value: that is more than one question; give"),
        ("--games 9 --sprt 0,1", "Invalid value: that is more than one question; give"),
        ("--elo 5%", "Invalid value for '--elo': '5%' is no number"),
        ("--elo inf", "Invalid value for '--elo': 'inf' is no number"),
        (
            "--elo 1001",
            "Invalid value for '--elo': 1001 is out of range; give a number",
        ),
        ("--share 1", "Invalid value for '--share': 1 is out of range; give a number"),
        ("--half-width 0", "Invalid value for '--half-width': 0 is out of range; give"),
        ("--games 0", "Invalid value for '--games': 0 is out of range; give a whole"),
        ("--games 3", "Invalid value: 2 blocks are too few to detect any difference"),
        ("--sprt 5", "Invalid value for '--sprt': '5' is no pair of Elo differences"),
        ("--sprt 5,x", "Invalid value for '--sprt': 'x' is no number"),
        ("--sprt 5,5", "Invalid value for '--sprt': elo0 has to be below elo1"),
        ("--sprt 5,5.001", "Invalid value for '--sprt': 5 and 5.001 are too near"),
        ("--sprt 0,5,.6,.5", "Invalid value for '--sprt': alpha and beta have to be"),
        (
            "--sprt 0,5 --seats 3",
            "Invalid value for '--seats': a sequential test is for a table of two",
        ),
        (
            "--sprt 0,5 --power .9",
            "Invalid value for '--power': it is for --elo, --share and --games; leave",
        ),
        ("--half-width .1 --power .9", "Invalid value for '--power': it is for --elo"),
        (
            "--sprt 0,5 --confidence .9",
            "Invalid value for '--confidence': a sequential test has ALPHA and BETA",
        ),
        ("--elo 5 --seats 5", "Invalid value for '--seats': 5 is out of range; give a"),
        (
            "--elo 5 --seats 3 --correlation -.6",
            "Invalid value: the correlation is not between -0.5 and 1",
        ),
        (
            "--elo 5 --seats 3 --correlation -.5",
            "Invalid value: a correlation of -0.5 leaves nothing to chance",
        ),
        ("--share .9 --ties .5", "Invalid value: a share of 0.9 leaves no room for so"),
        ("--elo 5 --from ", "Invalid value for '--from': the name is empty"),
    ],
)
def test_wrong_usage_ends_with_2(words: str, message: str) -> None:
    result = run("plan", *words.split(" " if words else None))
    assert result.exit_code == ExitCode.USAGE
    assert result.stderr.splitlines()[-1].startswith(f"Error: {message}")
    assert result.stdout == ""


def test_folders_without_use_end_with_3(tmp_path: Path) -> None:
    result = run("plan", "--elo", "5", "--from", str(tmp_path))
    assert result.exit_code == ExitCode.BAD_INPUT
    assert result.stderr.startswith(f"error: can't read '{tmp_path}/games.csv'")
    result = run("plan", "--elo", "5", "--from", folder(tmp_path, TIED))
    assert result.exit_code == ExitCode.BAD_INPUT
    assert result.stderr == (
        f"error: can't plan from '{tmp_path}': every game of the result table has the"
        " same result\n"
    )


def test_seats_have_to_be_those_of_the_folder(tmp_path: Path) -> None:
    place = folder(tmp_path, pairs((1, 0, 5), (1, 1, 5)))
    result = run("plan", "--elo", "5", "--from", place, "--seats", "3")
    assert result.exit_code == ExitCode.USAGE
    assert result.stderr.splitlines()[-1].endswith("are at tables of 2")
    assert data("plan", "--elo", "5", "--from", place, "--seats", "2")["seats"] == 2
