"""Simulations in tables and sentences: exact text for small tables done by hand."""

from __future__ import annotations

import csv
import json
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from language.counts import counted, grouped, listed
from reports.simulation_sentences import summary_sentences
from reports.simulation_tables import (
    summary_csv,
    summary_markdown,
    summary_tables,
    title,
)
from reports.sprt import Sprt
from reports.wording import elo, percent, points, share
from tests.match_tables import Game
from tests.simulated import duel, played, summed

BETTER = summed(duel(*[(5, 3), (3, 5), (4, 4), (5, 3)] * 50))
LEVEL = summed(duel(*[(5, 3), (3, 5), (4, 4), (5, 3), (3, 5), (4, 5)] * 4))
ALWAYS = summed(duel(*[(3, 5)] * 400))
EQUAL = summed(duel(*[(5, 5)] * 20))
ONE = summed(duel((5, 3), (4, 4)))
SELF = summed(played([(n, "a,a", (4 + n % 2, 3)) for n in range(1, 101)]), "a")
SOLO = summed(
    played([(n, "ab"[n % 2], (10 + n % 4,)) for n in range(1, 101)], rounds=0), "a,b", 1
)


def ladder() -> dict[str, Any]:
    """a wins three quarters against b, b against c, and a nine tenths against c."""
    games: list[Game] = []
    for block in range(1, 241):
        pair, losses = [("a,b", 4), ("b,c", 4), ("a,c", 10)][block % 3]
        first, second = pair.split(",")
        won = (3, 1) if block // 3 % losses else (1, 3)
        games.append((block, pair, won))
        games.append((block, f"{second},{first}", (won[1], won[0])))
    return summed(played(games), "a,b,c")


LADDER = ladder()


def printed(summary: dict[str, Any], width: int = 80) -> str:
    output = StringIO()
    console = Console(width=width, color_system=None, no_color=True, file=output)
    for table in summary_tables(summary, width):
        console.print(table)
    return "\n".join(line.rstrip() for line in output.getvalue().splitlines())


# --- Tables ---------------------------------------------------------------------------


def test_a_match_in_the_terminal() -> None:
    assert (
        printed(BETTER)
        == """\
Azul, 2 seats: 200 games, 100 deals, 5.0 rounds a game, 40.0 decisions a game

 player  games       win %       Elo        score        margin
 ──────────────────────────────────────────────────────────────
 a         200  62.5 ± 2.5  +89 ± 18  4.25 ± 0.05  +0.50 ± 0.10
 b         200  37.5 ± 2.5  -89 ± 18  3.75 ± 0.05  -0.50 ± 0.10

Seats

 seat       win %  above its share      score      margin
 ────────────────────────────────────────────────────────
 1     62.5 ± 7.5      +12.5 ± 7.5  4.2 ± 0.1  +0.5 ± 0.3
 2     37.5 ± 7.5      -12.5 ± 7.5  3.8 ± 0.1  -0.5 ± 0.3
"""
    )


def test_three_players_have_a_crosstable_and_seats_a_rating() -> None:
    text = printed(LADDER)
    assert "Who came before whom, % of their games" in text
    lines = [line.split() for line in text.splitlines()]
    pairs = lines[[line[:1] == ["before"] for line in lines].index(True) :]
    assert pairs[0] == ["before", "a", "b", "c"]
    assert pairs[2][:4] == ["a", "75.0", "±", "9.7"]
    assert pairs[4][:4] == ["c", "10.0", "±", "6.7"]
    seats = next(line for line in lines if line[:1] == ["seat"])
    assert " ".join(seats) == "seat win % above its share Elo score margin"


def test_ratings_are_counted_from_the_best_player() -> None:
    assert printed(LADDER).startswith(
        """\
Azul, 2 seats: 480 games, 240 deals, 5.0 rounds a game, 40.0 decisions a game;
Elo counted from a

 player  games       win %        Elo      score      margin
 ───────────────────────────────────────────────────────────
 a         320  82.5 ± 6.0  reference  2.6 ± 0.1  +1.3 ± 0.2
 b         320  50.0 ± 7.8  -191 ± 77  2.0 ± 0.2  +0.0 ± 0.3
 c         320  17.5 ± 6.0  -382 ± 89  1.4 ± 0.1  -1.3 ± 0.2

Who came before whom, % of their games

 before           a           b           c
 ──────────────────────────────────────────
 a                   75.0 ± 9.7  90.0 ± 6.7
 b       25.0 ± 9.7              75.0 ± 9.7
 c       10.0 ± 6.7  25.0 ± 9.7

Seats
"""
    )


def test_a_table_goes_on_below_where_it_is_too_wide() -> None:
    text = printed(BETTER, 44)
    assert max(map(len, text.splitlines())) <= 44
    assert text.startswith(
        """\
Azul, 2 seats: 200 games, 100 deals, 5.0
rounds a game, 40.0 decisions a game

 player  games       win %       Elo
 ───────────────────────────────────
 a         200  62.5 ± 2.5  +89 ± 18
 b         200  37.5 ± 2.5  -89 ± 18


 player        score        margin
 ─────────────────────────────────
 a       4.25 ± 0.05  +0.50 ± 0.10
 b       3.75 ± 0.05  -0.50 ± 0.10
"""
    )


def test_no_heading_is_cut_at_80_columns_however_long_names_are() -> None:
    names = "heuristic-columns-floor-1.5-and-more", "mcts-sims-1000", "greedy", "x"
    games = played(
        [
            (block, ",".join(names[i:] + names[:i]), (20 + i, 3 * block, 15, 9))
            for block in range(1, 9)
            for i in range(4)
        ]
    )
    text = printed(summed(games, ",".join(names), 4))
    assert max(map(len, text.splitlines())) <= 80
    for heading in ("win %", "Elo", "score", "margin", "above its share", "greedy"):
        assert heading in text
    assert "heuristic-col…1.5-and-more" in text


def test_many_players_have_a_crosstable_without_intervals() -> None:
    names = "a,b,c,d,e,f,g"
    games: list[Game] = [
        (block, ",".join(pair), (2, 1))
        for block in range(1, 3)
        for first in names.split(",")
        for second in names.split(",")
        if first != second
        for pair in ((first, second),)
    ]
    found = summary_markdown(summed(played(games), names))
    assert "| a |  | 50.0 | 50.0 | 50.0 | 50.0 | 50.0 | 50.0 |\n" in found


def test_self_play_shows_what_it_can() -> None:
    assert printed(SELF, 90).splitlines()[2:9] == [
        " player  games        score",
        " ──────────────────────────",
        " a         100  3.75 ± 0.05",
        "",
        "Seats",
        "",
        " seat                  win %         above its share        score"
        "        margin",
    ]


def test_solo_games_show_scores_alone() -> None:
    assert (
        printed(SOLO)
        == """\
Azul, 1 seat: 100 games, 100 deals, 40.0 decisions a game

 player  games       score
 ─────────────────────────
 b          50  12.0 ± 0.3
 a          50  11.0 ± 0.3
"""
    )


def test_forfeits_have_a_column_where_there_are_any() -> None:
    games = duel((5, 3), (5, 3), error="")
    games.loc[(games["game"] == 1) & (games["player"] == "b"), "error"] = "late"
    assert " forfeits" in printed(summed(games))
    assert "forfeits" not in printed(ONE)
    assert "b forfeited 1 of 2 games." in summary_sentences(summed(games))


def test_no_games_leave_the_players() -> None:
    found = printed(summed(duel((1, 2)).iloc[:0]))
    assert [line.split() for line in found.splitlines()] == [
        ["Azul,", "2", "seats:", "0", "games,", "0", "deals"],
        [],
        ["player", "games"],
        ["─" * 13],
        ["a", "0"],
        ["b", "0"],
    ]


def test_points_by_source_are_a_table() -> None:
    found = summed(duel((5, 3), (4, 4), rows=[1, 2, 4, 3], columns=2))
    assert printed(found).endswith(
        """\
Points by source, means

 player  rows  columns
 ─────────────────────
 a        2.0      2.0
 b        3.0      2.0
"""
    )


def test_the_title_names_options_and_ends() -> None:
    games = duel((5, 3), (4, 4), (5, 3), (3, 5))
    games.loc[games["game"] == 3, "end"] = "limit"
    found = title(summed(games, options={"wall": "grey"}))
    assert found == (
        "Azul, wall=grey, 2 seats: 4 games, 2 deals, 5.0 rounds a game,"
        " 40.0 decisions a game; ended by row 3, limit 1"
    )


def test_a_match_in_markdown() -> None:
    assert (
        summary_markdown(EQUAL)
        == """\
- No difference shown: a wins 50.0 % ± 15.4 of 20 games against b (Elo +0 ± 111); a \
is the stronger one with a probability of 50.0 %.
- No advantage of a seat shown: the first seat wins 0.0 ± 15.4 percentage points \
more than its share.
- Intervals: 95 %, between 10 deals.

**Azul, 2 seats: 20 games, 10 deals, 5.0 rounds a game, 40.0 decisions a game**

| player | games | win % | Elo | score | margin |
| --- | ---: | ---: | ---: | ---: | ---: |
| a | 20 | 50.0 ± 15.4 | +0 ± 111 | 5.0 ± 0.0 | +0.0 ± 0.0 |
| b | 20 | 50.0 ± 15.4 | +0 ± 111 | 5.0 ± 0.0 | +0.0 ± 0.0 |

**Seats**

| seat | win % | above its share | score | margin |
| --- | ---: | ---: | ---: | ---: |
| 1 | 50.0 ± 15.4 | +0.0 ± 15.4 | 5.0 ± 0.0 | +0.0 ± 0.0 |
| 2 | 50.0 ± 15.4 | +0.0 ± 15.4 | 5.0 ± 0.0 | +0.0 ± 0.0 |
"""
    )


def test_csv_has_all_figures_of_the_players_and_empty_fields() -> None:
    rows = list(csv.DictReader(StringIO(summary_csv(ALWAYS))))
    assert [row["player"] for row in rows] == ["b", "a"]
    for row, player in zip(rows, ALWAYS["players"], strict=True):
        assert row == {k: "" if v is None else str(v) for k, v in player.items()}
    assert rows[0]["elo"] == ""
    assert float(rows[0]["elo_low"]) == ALWAYS["players"][0]["elo_low"]


def test_the_summary_may_have_been_written_and_read_again() -> None:
    again = json.loads(json.dumps(LADDER))
    assert printed(again) == printed(LADDER)
    assert summary_sentences(again) == summary_sentences(LADDER)


# --- Sentences ------------------------------------------------------------------------

STRONGER = "is the stronger one with a probability of"
LEVEL_SEATS = (
    "No advantage of a seat shown: the first seat wins 0.0 ± 0.9 percentage points"
    " more than its share."
)


@pytest.mark.parametrize(
    ("summary", "sentences"),
    [
        (
            BETTER,
            [
                f"a beats b: 62.5 % ± 2.5 of 200 games (Elo +89 ± 18); a {STRONGER}"
                " over 99.9 %.",
                "The first seat wins 12.5 ± 7.5 percentage points more than its share.",
                "Intervals: 95 %, between 100 deals.",
            ],
        ),
        (
            ALWAYS,
            [
                "b beats a: 100.0 % (98.2 to 100.0) of 400 games (Elo at least +692);"
                f" b {STRONGER} over 99.9 %.",
                LEVEL_SEATS,
                "Intervals: 95 %, between 200 deals.",
            ],
        ),
        (
            ONE,
            [
                "No difference shown: a wins 75.0 % (1.9 to 99.4) of 2 games against b"
                f" (Elo +191, -688 to +881); a {STRONGER} 75.0 %.",
                "No advantage of a seat shown: the first seat wins 25.0 (-48.1 to 49.4)"
                " percentage points more than its share.",
                "One deal only, so hardly anything is known of what chance does.",
            ],
        ),
        (
            summed(duel((5, 3), (5, 3))),
            [
                "No difference shown: a wins 100.0 % (2.5 to 100.0) of 2 games against"
                f" b (Elo at least -636); a {STRONGER} 75.0 %.",
                "No advantage of a seat shown: the first seat wins 0.0 ± 48.8"
                " percentage points more than its share.",
                "One deal only, so hardly anything is known of what chance does.",
            ],
        ),
        (
            SOLO,
            [
                "b scores 12.0 ± 0.3 points on average in 50 games.",
                "a scores 11.0 ± 0.3 points on average in 50 games.",
                "Intervals: 95 %, between 100 deals.",
            ],
        ),
        (
            SELF,
            [
                "a scores 3.75 ± 0.05 points on average in 100 games.",
                "The first seat wins 50.0 (46.4 to 50.0) percentage points more than"
                " its share.",
                "Intervals: 95 %, between 100 deals.",
            ],
        ),
    ],
)
def test_sentences_of_small_simulations(
    summary: dict[str, Any], sentences: list[str]
) -> None:
    assert summary_sentences(summary) == sentences


def test_no_difference_is_claimed_where_the_interval_includes_a_half() -> None:
    first = summary_sentences(LEVEL)[0]
    assert LEVEL["players"][0]["win_low"] < 0.5 < LEVEL["players"][0]["win_share"]
    assert first.startswith(
        "No difference shown: b wins 58.3 % ± 20.7 of 24 games against a"
    )


def test_a_worse_seat_is_told_as_less() -> None:
    games = played([(n, "a,a", (3, 4 + n % 2)) for n in range(1, 101)])
    assert (
        "The first seat wins 50.0 (46.4 to 50.0) percentage points less than its share."
        in summary_sentences(summed(games, "a"))
    )


def test_each_seat_of_a_larger_table_is_told() -> None:
    games = [(n, "a,a,a", (5, 3 - n % 2, 1)) for n in range(1, 201)]
    found = summary_sentences(summed(played(games), "a", 3))
    assert [sentence.split(" wins ")[0] for sentence in found[1:4]] == [
        "The first seat",
        "The second seat",
        "The third seat",
    ]
    assert found[2].endswith("percentage points less than its share.")


def test_the_best_of_several_is_told_with_the_pairs() -> None:
    first, pairs, _, *_, last = summary_sentences(LADDER)
    share_of_a = 100 * (0.75 + 0.9) / 2
    assert first.startswith(f"a comes out best with {share_of_a:.1f} % ± ")
    assert first.endswith(
        " of the wins in 320 games at tables of two, where an even share is 50.0 %."
    )
    assert pairs == (
        "a came more often than not before b (75.0 % ± 9.7 of 160 games) and"
        " c (90.0 % ± 6.7 of 160 games)."
    )
    assert last == (
        "Intervals: 95 %, between 240 deals; Elo is counted from a, the best."
    )


def test_shares_are_a_seat_where_somebody_has_several() -> None:
    games: list[Game] = []
    for block in range(1, 41):
        for seating in ("a,a,b", "a,b,a", "b,a,a"):
            games.append((block, seating, (3, 2, 1) if block % 2 else (1, 3, 2)))
    found = summary_sentences(summed(played(games), "a,b", 3))[0]
    assert " 33.3 % (30.4 to 39.2) of the wins a seat in 120 games at tables" in found


def test_nobody_is_best_where_pairs_are_level_or_never_met() -> None:
    games: list[Game] = []
    for block in range(1, 41):
        for seating in ("a,b", "b,a", "b,c", "c,b"):
            score = {"a": 2 + block % 2, "b": 2.5, "c": 0}
            left, right = seating.split(",")
            deal = 2 * block + ("c" in seating)
            games.append((deal, seating, (score[left], score[right])))
    found = summary_sentences(summed(played(games), "a,b,c"))
    assert found[0].startswith("Nobody is shown to be better than all others: ")
    assert any(s.startswith("No difference shown between") for s in found)


def test_games_that_were_stopped_are_told() -> None:
    found = summary_sentences(summed(duel((5, 3), (4, 4)), complete=False))
    assert found[-2].startswith("The games were stopped early")
    empty = summed(duel((5, 3)).iloc[:0], complete=False)
    assert summary_sentences(empty) == ["No games were played, so nothing is known."]


def test_a_sequential_test_is_told_with_the_estimate_that_allows_for_it() -> None:
    games = duel(*[(5, 3), (3, 5), (4, 4), (5, 3)] * 50)
    found = summary_sentences(summed(games, sprt=Sprt(0, 40)))
    assert found[2:4] == [
        "SPRT of Elo 0 (H0) against 40 (H1), errors 5 % and 5 %, a against b: H1"
        " accepted after 56 games on 28 deals (log likelihood ratio 3.04, bounds -2.94"
        " to 2.94).",
        "Allowing for when the test stops, Elo +89 (+23 to +125).",
    ]
    turned = summary_sentences(summed(games, "b,a", sprt=Sprt(0, 40)))[2]
    assert "b against a: H0 accepted" in turned
    normalised = Sprt(0, 1, 0.1, 0.2, "normalised")
    open_test = summary_sentences(summed(games, sprt=normalised))[2]
    assert open_test.startswith(
        "SPRT of normalised Elo 0 (H0) against 1 (H1), errors 10 % and 20 %, a against"
        " b: undecided after 200 games on 100 deals"
    )


# --- Figures as words -----------------------------------------------------------------


def row(value: float | None, low: float | None, high: float | None) -> dict[str, Any]:
    return {"x": value, "x_low": low, "x_high": high}


@pytest.mark.parametrize(
    ("figures", "text"),
    [
        ((0.619, 0.61, 0.628), "61.9 % ± 0.9"),
        ((0.5, 0.4997, 0.5003), "50.00 % ± 0.03"),
        ((0.5, 0.49999, 0.50001), "50.000 % ± 0.001"),
        ((0.9, 0.85, 1.0), "90.0 % (85.0 to 100.0)"),
        ((None, None, None), "–"),
        ((0.5, None, None), "50.0 %"),
    ],
)
def test_shares_have_as_many_places_as_their_interval(
    figures: tuple[float | None, float | None, float | None], text: str
) -> None:
    assert share(row(*figures), "x", "x") == text


@pytest.mark.parametrize(
    ("figures", "text"),
    [
        ((84.2, 77, 91.4), "+84 ± 7"),
        ((-0.2, -0.6, 0.2), "-0.2 ± 0.4"),
        ((-0.01, -6, 5.98), "+0 ± 6"),
        ((None, 312.4, None), "at least +312"),
        ((None, None, -312.4), "at most -312"),
        ((None, None, None), "–"),
        ((-620, None, -319), "-620 (at most -319)"),
    ],
)
def test_elo_is_told_with_its_sign_and_its_ends(
    figures: tuple[float | None, float | None, float | None], text: str
) -> None:
    assert elo(row(*figures), "x") == text


def test_points_are_signed_where_asked_for() -> None:
    assert points(row(2.04, 1.54, 2.54), "x", "x") == "2.0 ± 0.5"
    assert points(row(-0.04, -1.04, 0.96), "x", "x", signed=True) == "+0.0 ± 1.0"


@pytest.mark.parametrize(
    ("chance", "text"),
    [(0.5, "50.0 %"), (0.9994, "99.9 %"), (0.9996, "over 99.9 %"), (0, "under 0.1 %")],
)
def test_probabilities_are_never_certain(chance: float, text: str) -> None:
    assert percent(chance) == text


def test_numbers_are_grouped_and_nouns_counted() -> None:
    assert [grouped(n) for n in (999, 1000, 1234567)] == ["999", "1,000", "1,234,567"]
    assert (counted(1, "game"), counted(0, "game")) == ("1 game", "0 games")
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
