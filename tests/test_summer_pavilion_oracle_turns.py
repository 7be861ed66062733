"""The oracle of Summer Pavilion drafts, places, refills and passes by the rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.oracles.summer_pavilion import Game
from tests.oracles.summer_pavilion_cases import (
    FREE,
    draft,
    holds,
    moves_on,
    named,
    play,
    position,
)

# Draft

TAKES = [
    ("all of a colour", "GGOR", "1G", "G2", "OR"),
    ("and one wild tile", "GGOP", "1G", "P1G2", "O"),
    ("left-over wild tiles move", "GPPP", "1G", "P1G1", "PP"),
    ("four wild tiles: one, three move", "PPPP", "1P", "P1", "PPP"),
    ("four of a colour", "BBBB", "1B", "B4", "-"),
    ("a short factory", "GP", "1G", "P1G1", "-"),
]


@pytest.mark.parametrize(("factory", "move", "stock", "centre"), named(TAKES))
def test_a_factory_gives_one_colour_with_one_wild_tile_and_the_rest_moves(
    factory: str, move: str, stock: str, centre: str
) -> None:
    game = play(draft(factories=[factory, *["RRRR"] * 4]), move)
    holds(game, p1_stock=stock, centre=centre, factories=["-", *["RRRR"] * 4])
    holds(game, turn=2, marker="centre", p1_score=5)


@pytest.mark.parametrize(
    ("round_", "factories", "centre", "moves"),
    [
        (1, ["GGOP", "PPPP"], "-", ["1G", "1O", "2P"]),
        (2, ["GGOP", "PPPP"], "GG", ["1P", "1O", "2P", "CG"]),
        (3, ["OOOO", "OR"], "PGOYBR", ["1O", "2R", "CP", "CG", "CY", "CB", "CR"]),
    ],
)
def test_a_wild_tile_can_be_chosen_only_from_a_source_without_others(
    round_: int, factories: list[str], centre: str, moves: list[str]
) -> None:
    game = draft(round=round_, factories=[*factories, "-", "-", "-"], centre=centre)
    assert game.moves() == moves


CENTRE_TAKES = [
    ("three yellow and one wild: four points", 10, "YYYP", "CY", 6, "P1Y3", "RR"),
    ("never below 1", 3, "YYYP", "CY", 1, "P1Y3", "RR"),
    ("1 stays 1", 1, "Y", "CY", 1, "Y1", "RR"),
    ("one wild tile of several", 10, "YPP", "CY", 8, "P1Y1", "PRR"),
]


@pytest.mark.parametrize(
    ("score", "tiles", "move", "after", "stock", "rest"), named(CENTRE_TAKES)
)
def test_the_first_taker_from_the_centre_has_the_marker_and_pays_a_point_a_tile(
    score: int, tiles: str, move: str, after: int, stock: str, rest: str
) -> None:
    game = play(draft(centre="RR" + tiles, p1_score=score), move)
    holds(game, p1_score=after, p1_stock=stock, centre=rest, marker=1)
    game.play("CR")
    holds(game, p2_score=5, marker=1)


def test_one_tile_of_a_centre_with_wild_tiles_only_costs_one_point() -> None:
    game = play(draft(centre="PPP"), "CP")
    holds(game, p1_score=4, p1_stock="P1", centre="PP", marker=1)


def test_players_draft_clockwise_and_the_holder_of_the_marker_places_first() -> None:
    game = draft(3, centre="YBR", factories=["OOOO", *["-"] * 6], turn=2, first=2)
    turns = []
    for move in ("1O", "CY", "CB"):
        turns.append(game.turn)
        game.play(move)
    assert turns == [2, 3, 1]
    holds(game, phase="draft", turn=2)
    game.play("CR")
    holds(game, phase="place", turn=3, first=2, marker=3, p3_stock="Y1")


def test_the_starting_player_stays_when_nobody_took_the_marker() -> None:
    game = draft(factories=["BBBB", *["-"] * 4], turn=1, first=2, p2_stock="R1")
    game.play("1B")
    holds(game, phase="place", turn=2, marker="centre")
    play(game, "pass", "done", "pass", "keepB", "done")
    holds(game, phase="deal", turn=2, first=2, p1_stock="B1", p2_stock="-")


# Placing: payment

PAYMENTS = [
    ("three blue, three wild", 1, "P3B3", "B6", ["B6+3"]),
    ("one orange, three wild", 1, "P3O1", "O4", ["O4+3"]),
    ("the wild colour alone pays for its spaces", 1, "P1G5B5", "P2", []),
    ("two purple on purple 2", 1, "P2", "P2", ["P2"]),
    ("no wild tile when the colour is wild", 1, "P6", "P6", ["P6"]),
    ("the split is free", 1, "P3B4", "B4", ["B4", "B4+1", "B4+2", "B4+3"]),
    ("at least one of the colour", 1, "P6", "B1", []),
    ("at most number - 1 wild ones", 1, "P6B1", "B3", ["B3+2"]),
    ("number 1 takes no wild tile", 1, "P6B6", "B1", ["B1"]),
    ("too few", 1, "P2B3", "B6", []),
    ("the wild colour changes", 2, "P3B3", "B6", []),
    ("green is wild in round 2", 2, "G3B3", "B6", ["B6+3"]),
    ("red is wild in round 6", 6, "P1R4", "P5", ["P5+4"]),
    ("a covered space is not free", 1, "B6", "B5", []),
    ("any colour in the centre", 1, "G1O1R1", "C1", ["C1G", "C1O"]),
    ("with wild tiles", 1, "P1G1O2", "C2", ["C2G+1", "C2O", "C2O+1"]),
    ("the wild colour in the centre", 1, "P4G1", "C4", ["C4P", "C4G+3"]),
    ("a covered space of the centre", 1, "G6", "C3", []),
]


@pytest.mark.parametrize(("round_", "stock", "space", "moves"), named(PAYMENTS))
def test_a_space_costs_its_number_in_its_colour_and_wild_tiles(
    round_: int, stock: str, space: str, moves: list[str]
) -> None:
    changes: dict[str, Any] = {"p1_blue": "....B.", "p1_centre": "..R..."}
    game = position(round=round_, p1_stock=stock, **changes)
    assert moves_on(game, space) == moves
    assert game.moves()[-1] == "pass"


def test_one_tile_lies_on_the_space_and_the_others_are_in_the_tower() -> None:
    game = play(position(p1_stock="P4B4", p2_stock="R1"), "B6+3")
    holds(game, p1_blue=".....B", p1_stock="P1B1", tower="P3B2", turn=2)
    game = play(position(p1_stock="P4B4", p2_stock="R1"), "C4B+1")
    holds(game, p1_centre="...B..", p1_stock="P3B1", tower="P1B2")
    game = play(position(p1_stock="P4B4", p2_stock="R1"), "C1B")
    holds(game, p1_centre="B.....", p1_stock="P4B3", tower="-")


def test_a_colour_lies_once_in_the_centre_star() -> None:
    game = play(position(p1_stock="B3", p2_stock="R3"), "C1B", "C1R")
    assert moves_on(game, "C") == []
    game.play("pass")
    holds(game, phase="keep", turn=1)
    game = position(p1_stock="G1O1Y1B1R1P1", p1_centre=".PGOYB")
    assert moves_on(game, "C") == ["C1R"]


@pytest.mark.parametrize(
    "move", ["", "done", "takeP", "keepB", "B3", "B2+2", "B2B", "C2", "C7B", "CB", "1B"]
)
def test_an_illegal_move_is_refused_and_changes_nothing(move: str) -> None:
    game = position(p1_stock="P2B2")
    before = game.to_fields()
    with pytest.raises(ValueError, match="illegal move"):
        game.play(move)
    assert game.to_fields() == before


# Placing: score

SCORES = [
    ("six tiles on 6, star empty", FREE, 6, 1),
    ("the ring closes 6-1", "B...B.", 6, 3),
    ("neighbours of another group do not count", ".BBB..", 6, 1),
    ("two on one side", "...BB.", 6, 3),
    ("both sides", "BB..BB", 3, 5),
    ("the last space", "BBBBB.", 6, 6),
    ("the last space is 1", ".BBBBB", 1, 6),
    ("a gap ends the group", "B.B.B.", 2, 3),
    ("opposite", "B.....", 4, 1),
]


@pytest.mark.parametrize("board", ["colour", "plain"])
@pytest.mark.parametrize(("tiles", "place", "points"), named(SCORES))
def test_a_tile_scores_the_connected_group_of_its_star(
    tiles: str, place: int, points: int, board: str
) -> None:
    game = position(2, board, p1_blue=tiles, p1_stock="B6", p1_red="RRRRRR")
    game.play(f"B{place}" + ("B" if board == "plain" else ""))
    holds(game, p1_score=5 + points)


def test_the_centre_star_scores_like_the_others_whatever_its_colours() -> None:
    game = play(position(p1_stock="R6", p1_centre="PG..B."), "C6R")
    holds(game, p1_score=5 + 4)


# Placing: bonus


def test_two_decorations_completed_together_bring_the_sum() -> None:
    pillars: dict[str, Any] = {"p1_orange": ".OO...", "p1_red": ".RR..."}
    game = position(p1_centre=".G...B", p1_stock="O1", **pillars)
    holds(play(game, "C1O"), phase="bonus", owed=2, turn=1)
    game = position(
        p1_orange="O.O...", p1_red="..RR..", p1_centre="P....B", p1_stock="O2"
    )
    holds(play(game, "O2"), phase="bonus", owed=3, p1_score=5 + 3)


def window(**changes: Any) -> Game:
    """Player 1 has just completed a window: three bonus tiles."""
    before: dict[str, Any] = {"p1_blue": "....B.", "p1_stock": "B6", "p2_stock": "R2"}
    return play(position(**before | changes), "B6")


def test_bonus_tiles_are_mandatory_and_taken_in_colour_order() -> None:
    game = window(supply="PPGOOOYYBR")
    assert game.moves() == ["takeP", "takeG", "takeO", "takeY"]
    game.play("takeO")
    holds(game, owed=2, least="O", p1_stock="O1", supply="PPGOOYYBR", phase="bonus")
    assert game.moves() == ["takeO", "takeY", "takeB"]
    game.play("takeY")
    assert game.moves() == ["takeY", "takeB", "takeR"]
    game.play("takeR")
    holds(game, phase="refill", turn=2, p1_stock="O1Y1R1", supply="PPGOOYB")
    game.apply_deal("PGR")
    holds(game, phase="place", turn=2, supply="PPPGGOOYBR")


def test_enough_tiles_of_later_colours_must_remain_for_all_that_is_owed() -> None:
    assert window(supply="PPPPPPPPGR").moves() == ["takeP"]
    assert play(window(supply="PPPPPPPPGR"), "takeP").moves() == ["takeP", "takeG"]
    assert window(supply="PPPPPPPPPP").moves() == ["takeP"]
    assert window(supply="PRRRRRRRRR").moves() == ["takeP", "takeR"]


def test_bonus_tiles_may_all_be_wild() -> None:
    game = play(window(supply="PPPPPPPPGR"), "takeP", "takeP", "takeP")
    holds(game, p1_stock="P3", supply="PPPPPGR", phase="refill")


def test_bonus_tiles_are_used_from_the_next_turn_on() -> None:
    game = play(window(), "takeP", "takeB", "takeR")
    game.apply_deal("PGO")
    holds(game, turn=2)
    play(game, "R1")
    holds(game, turn=1, phase="place", p1_stock="P1B1R1")
    assert moves_on(game, "R") == ["R1", "R2+1"]


@pytest.mark.parametrize(("supply", "owed"), [("GR", 2), ("G", 1), ("-", None)])
def test_a_bonus_larger_than_the_supply_takes_what_is_there(
    supply: str, owed: int | None
) -> None:
    game = window(supply=supply, rest="p2.stock", p2_stock="-", tower="R1")
    if owed:
        holds(game, phase="bonus", owed=owed)
        play(game, *(f"take{colour}" for colour in supply))
    holds(game, phase="refill", turn=2, owed=None, supply="-")
    holds(game, p1_stock="G1R1" if owed == 2 else "G1" if owed else "-")


# Refill


def test_the_supply_is_refilled_after_any_turn_that_leaves_it_short() -> None:
    short: dict[str, Any] = {"supply": "GOYBR", "rest": "p2.stock", "p1_stock": "B3"}
    game = play(position(**short), "B1")
    holds(game, phase="place", turn=2, supply="GOYBR")
    game = play(position(**short), "B2")
    holds(game, phase="refill", turn=2, tower="B1")
    game.apply_deal("B")
    holds(game, phase="place", turn=2, supply="GOYBBR", tower="-")
    game = play(position(**short), "pass", "keepB", "done")
    holds(game, phase="refill", turn=2, tower="B2")


def test_a_single_tile_missing_in_the_supply_is_drawn() -> None:
    changes: dict[str, Any] = {"p1_centre": ".....G", "p1_orange": ".OO..."}
    game = position(p1_stock="R1", p2_stock="B1", **changes)
    play(game, "C1R", "takeG")
    holds(game, phase="refill", turn=2, supply="PPGOOYYBR")
    game.apply_deal("R")
    holds(game, phase="place", turn=2, supply="PPGOOYYBRR")


def test_a_refill_after_the_last_pass_comes_before_the_end_of_the_round() -> None:
    changes: dict[str, Any] = {"p1_stock": "G3", "p2_passed": "yes", "p2_kept": "R2"}
    game = position(supply="GOYBR", marker=2, first=1, round=3, **changes)
    play(game, "pass", "keepG", "done")
    holds(game, phase="refill", turn=1, first=1, marker=2, round=3)
    holds(game, p1_kept="G1", p2_kept="R2", p1_passed="yes", p2_passed="yes")
    game.deal(random.Random(2))
    holds(game, phase="deal", turn=2, first=2, marker="centre", round=4)
    holds(game, p1_stock="G1", p2_stock="R2", p1_kept="-", p2_kept="-", p1_passed="no")


# Pass

KEEPS = [
    ("four greens", "G4R2", ["keepG"] * 4, "G4", 2),
    ("fewer than four", "G4R2", ["keepG", "keepR", "done"], "G1R1", 4),
    ("nothing", "G4R2", ["done"], "-", 6),
    ("everything", "G1R2", ["keepG", "keepR", "keepR"], "G1R2", 0),
    ("a late colour ends the choice", "G4R1", ["keepR"], "R1", 4),
    ("wild tiles too", "P3R2", ["keepP", "keepP", "keepR", "keepR"], "P2R2", 1),
]


@pytest.mark.parametrize(("stock", "choice", "kept", "cost"), named(KEEPS))
def test_a_pass_keeps_up_to_four_tiles_and_costs_a_point_for_each_other(
    stock: str, choice: list[str], kept: str, cost: int
) -> None:
    game = position(p1_stock=stock, p1_score=20, p2_stock="B1")
    game.play("pass")
    holds(game, phase="keep", turn=1, least="P", p1_score=20)
    play(game, *choice)
    holds(game, phase="place", turn=2, p1_kept=kept, p1_stock="-", p1_score=20 - cost)
    holds(game, least=None, p1_passed="yes")
    assert game.tower.total() == cost


def test_kept_tiles_are_chosen_in_colour_order() -> None:
    game = play(position(p1_stock="G2Y1R3", p2_stock="B1"), "pass")
    assert game.moves() == ["keepG", "keepY", "keepR", "done"]
    game.play("keepY")
    holds(game, phase="keep", least="Y", p1_stock="G2R3", p1_kept="Y1")
    assert game.moves() == ["keepR", "done"]


def test_discards_never_bring_the_score_below_one() -> None:
    holds(play(position(p1_stock="G6", p1_score=4), "pass", "done"), p1_score=1)


def test_in_round_six_nothing_is_kept_and_every_tile_costs_a_point() -> None:
    game = position(round=6, p1_stock="G4R2", p1_score=20, p2_stock="B1")
    game.play("pass")
    holds(game, phase="place", turn=2, p1_score=14, p1_stock="-", p1_kept="-")
    holds(game, tower="G4R2", p1_passed="yes")


def test_players_who_have_passed_are_skipped_for_the_rest_of_the_round() -> None:
    stocks = {f"p{seat}_stock": "B3" for seat in (1, 2, 3, 4)}
    game = position(4, turn=3, **stocks)
    turns = []
    for move in ("B1", "pass", "done", "B1", "B1", "B2", "pass", "done", "pass"):
        turns.append(game.turn)
        game.play(move)
    assert turns == [3, 4, 4, 1, 2, 3, 1, 1, 2]


def test_a_player_alone_goes_on_placing() -> None:
    game = position(p1_stock="B3G1", p2_passed="yes", p2_kept="R1")
    play(game, "B1", "B2")
    holds(game, phase="place", turn=1, p2_kept="R1")


def test_a_player_without_tiles_passes() -> None:
    game = position(4, p1_stock="B2", p4_stock="R1")
    game.play("B1")
    holds(game, phase="place", turn=4, p2_passed="yes", p3_passed="yes")
    game.play("R1")
    holds(game, turn=1, p4_passed="no")
    game.play("C1B")
    holds(game, phase="deal", round=2, p4_passed="no", p1_score=5 + 1 + 1)


def test_a_player_without_tiles_passes_at_the_beginning_of_the_placing() -> None:
    changes: dict[str, Any] = {"factories": ["GGGG", *["-"] * 4], "p2_score": 9}
    game = play(draft(marker=2, **changes), "1G")
    holds(game, phase="place", turn=1, p2_passed="yes", p2_score=9)


def test_after_the_last_pass_of_all_the_last_to_pass_stays_in_turn() -> None:
    game = position(3, supply="GOYBR", round=2, p1_stock="B1", p2_passed="yes")
    # A player without tiles passes after the others, here player 1 or player 3.
    twin = play(game.copy(), "B1")
    holds(twin, phase="refill", turn=1, p1_passed="yes", p3_passed="yes", first=1)
    play(game, "pass", "done")
    holds(game, phase="refill", turn=3, p1_passed="yes", p3_passed="yes", first=1)
    game.deal(random.Random(0))
    holds(game, phase="deal", turn=1, round=3)
