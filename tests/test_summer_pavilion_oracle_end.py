"""The oracle of Summer Pavilion ends rounds and games; its single-colour side."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from tests.oracles.summer_pavilion import Game
from tests.oracles.summer_pavilion_board import (
    OUTER_STARS,
    STAR_NAMES,
    Player,
    printed_number,
)
from tests.oracles.summer_pavilion_cases import (
    FREE,
    SUPPLY,
    holds,
    moves_on,
    named,
    play,
    position,
    star,
)

# End of the round and of the game


def test_a_round_ends_when_everybody_has_passed() -> None:
    game = position(p1_stock="B2G1", p2_stock="R1", marker=2, turn=1, round=5)
    play(game, "pass", "keepG", "keepB", "done", "R1")
    holds(game, phase="deal", round=6, turn=2, first=2, marker="centre")
    holds(game, p1_stock="G1B1", p1_kept="-", p1_passed="no", p1_score=5 - 1)
    assert game.moves() == []
    game.apply_deal("PPPP,PPPP,GGGG,OOOO,YYYY")
    holds(game, phase="draft", turn=2, supply=SUPPLY)


def final(board: str = "colour", **changes: Any) -> Game:
    """The end of a game: player 1 has passed last of all with one tile left."""
    before: dict[str, Any] = {"round": 6, "p1_stock": "G1", "p1_score": 6}
    return play(position(2, board, **before | changes), "pass")


def test_the_game_is_over_after_round_six() -> None:
    game = final(marker=2, p2_kept="-")
    holds(game, phase="over", round=6, turn=2, first=2, marker="centre")
    holds(game, p1_passed="no", p2_passed="no", p1_score=5, p2_score=5, tower="G1")
    assert (game.over, game.moves()) == (True, [])
    holds(final(p1_score=1), p1_score=1)


def test_the_supply_is_refilled_before_the_end_of_the_game_too() -> None:
    game = final(supply="GOYBR", p1_purple="PPPPPP")
    holds(game, phase="refill", turn=2, round=6, p1_score=5)
    game.deal(random.Random(0))
    holds(game, phase="over", p1_score=25)


STARS = [
    ("centre", "PGOYBR", 12),
    ("red", "RRRRRR", 14),
    ("blue", "BBBBBB", 15),
    ("yellow", "YYYYYY", 16),
    ("orange", "OOOOOO", 17),
    ("green", "GGGGGG", 18),
    ("purple", "PPPPPP", 20),
]


@pytest.mark.parametrize(("name", "tiles", "points"), STARS)
def test_complete_stars_bring_their_points(name: str, tiles: str, points: int) -> None:
    holds(final(**{f"p1_{name}": tiles}), p1_score=5 + points)
    holds(final(**{f"p1_{name}": tiles[:5] + "."}), p1_score=5)


NUMBERS: list[Any] = [
    ((1,), 4),
    ((2,), 8),
    ((3,), 12),
    ((4,), 16),
    ((5,), 0),
    ((6,), 0),
]
NUMBERS += [((1, 2), 12), ((1, 2, 3, 4), 40), ((2, 4), 24)]


@pytest.mark.parametrize(("numbers", "points"), NUMBERS)
def test_all_seven_spaces_of_a_number_up_to_four_bring_points(
    numbers: tuple[int, ...], points: int
) -> None:
    stars = {f"p1_{STAR_NAMES[c]}": star(*numbers, colour=c) for c in OUTER_STARS}
    centre = "".join(c if n in numbers else "." for n, c in enumerate("PGOYBR", 1))
    holds(final(**stars, p1_centre=centre), p1_score=5 + points)
    for missing in (*stars, "p1_centre"):
        less = {"p1_centre": centre, **stars, missing: FREE}
        holds(final(**less), p1_score=5)


def test_a_full_board_is_worth_three_hundred_and_four_points() -> None:
    player = Player()
    for letter in STAR_NAMES:
        for n, colour in enumerate("PGOYBR", 1):
            player.lay(letter, n, colour if letter == "C" else letter)
    assert player.score == 5 + 7 * 21
    assert player.score + player.end_bonus("colour") == 304


HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
RESULTS = [
    ([6, 5, 5, 5], [Fraction(1, 4)] * 4),
    ([7, 5, 5, 5], [1, 0, 0, 0]),
    ([6, 9, 5, 9], [0, HALF, 0, HALF]),
    ([8, 7, 7, 1], [THIRD, THIRD, THIRD, 0]),
]


@pytest.mark.parametrize(("scores", "shares"), RESULTS)
def test_the_highest_score_wins_and_ties_share(
    scores: list[int], shares: list[Fraction]
) -> None:
    """Player 1 loses one point by the last pass."""
    points: dict[str, Any] = {
        f"p{seat}_score": score for seat, score in enumerate(scores, 1)
    }
    game = play(position(4, round=6, p1_stock="G1", **points), "pass")
    assert game.win_shares() == shares


def test_there_is_no_result_before_the_end() -> None:
    with pytest.raises(ValueError, match="not over"):
        position(p1_stock="G1").win_shares()


# Single-colour side


def test_the_single_colour_side_has_its_own_numbers() -> None:
    for letter in OUTER_STARS:
        numbers = [printed_number("plain", letter, n) for n in range(1, 7)]
        assert numbers == [3, 2, 1, 4, 5, 6]
    assert [printed_number("plain", "C", n) for n in range(1, 7)] == [3] * 6


PLAIN_PAYMENTS = [
    ("position 1 costs three", "B1", ["B1G+2", "B1B", "B1B+1", "B1B+2"]),
    ("position 2 costs two", "B2", ["B2P", "B2G+1", "B2B", "B2B+1"]),
    ("position 3 costs one", "B3", ["B3P", "B3G", "B3B"]),
    ("position 4 costs four", "B4", ["B4B+1", "B4B+2"]),
    ("position 5 costs five", "B5", ["B5B+2"]),
    ("position 6 costs six", "B6", []),
    ("the centre costs three", "C6", ["C6G+2", "C6B", "C6B+1", "C6B+2"]),
]


@pytest.mark.parametrize(("space", "moves"), named(PLAIN_PAYMENTS))
def test_a_space_of_the_single_colour_side_costs_its_printed_number(
    space: str, moves: list[str]
) -> None:
    assert moves_on(position(2, "plain", p1_stock="P2G1B3"), space) == moves


def test_the_payment_on_the_single_colour_side_goes_by_the_printed_number() -> None:
    game = play(position(2, "plain", p1_stock="P2B3", p2_stock="R1"), "O1B+2")
    holds(game, p1_orange="B.....", p1_stock="B2", tower="P2", p1_score=6)


STAR_RULES = [
    ("empty: any colour", FREE, "PGOYBR"),
    ("one tile: any colour", "R.....", "PGOYBR"),
    ("two equal: that colour", "R....R", "R"),
    ("five equal: that colour", "RR.RRR", "R"),
    ("two different: new colours", "R.B...", "PGOY"),
    ("five different: the last one", "PG.OYR", "B"),
]


@pytest.mark.parametrize("name", STAR_NAMES.values())
@pytest.mark.parametrize(("tiles", "colours"), named(STAR_RULES))
def test_a_star_of_the_single_colour_side_is_six_equal_or_six_different(
    tiles: str, colours: str, name: str
) -> None:
    letter = next(key for key in STAR_NAMES if STAR_NAMES[key] == name)
    changes = {f"p1_{name}": tiles}
    game = position(2, "plain", p1_stock="P6G6O6Y6B6R6", **changes)
    place = next(n for n in (3, 4) if tiles[n - 1] == ".")
    unpaid = [move for move in moves_on(game, f"{letter}{place}") if "+" not in move]
    assert unpaid == [f"{letter}{place}{colour}" for colour in colours]


@pytest.mark.parametrize("name", STAR_NAMES.values())
def test_stars_of_the_single_colour_side_bring_points_by_their_colours(
    name: str,
) -> None:
    for _, tiles, points in STARS:
        holds(final("plain", **{f"p1_{name}": tiles}), p1_score=5 + points)
        holds(final("plain", **{f"p1_{name}": "." + tiles[1:]}), p1_score=5)


PLAIN_NUMBERS: list[Any] = [((3,), False, 4), ((2,), False, 8), ((4,), False, 16)]
PLAIN_NUMBERS += [((1,), False, 0), ((1,), True, 12 + 12), ((5, 6), False, 0)]


@pytest.mark.parametrize(("places", "centre", "points"), PLAIN_NUMBERS)
def test_number_points_of_the_single_colour_side_need_every_space_of_the_number(
    places: tuple[int, ...], centre: bool, points: int
) -> None:
    """The centre with all its threes is a star of six colours as well."""
    stars = {f"p1_{STAR_NAMES[c]}": star(*places, colour=c) for c in OUTER_STARS}
    if centre:
        stars["p1_centre"] = "PGOYBR"
    holds(final("plain", **stars), p1_score=5 + points)
    stars["p1_yellow"] = FREE
    holds(final("plain", **stars), p1_score=5 + (12 if centre else 0))
