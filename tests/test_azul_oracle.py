"""The oracle of Azul says what the rules page says, sentence by sentence."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from tests.oracles.azul import Game, perft
from tests.oracles.azul_board import COLOURS, Player, counts_text, printed_column

SIX_GAMES = list(itertools.product((2, 3, 4), ("colour", "grey")))
NO_LINES = ["-"] * 5
EMPTY_WALL = ["....."] * 5


def position(players: int = 2, wall: str = "colour", **changes: Any) -> Game:
    """A draft position; `p1_score` stands for `p1.score`, missing tiles are in the
    bag, or in the lid where the bag is given."""
    fields = Game.new(players, wall).to_fields()
    fields |= {"phase": "draft", "bag": "-"}
    fields |= {key.replace("_", "."): value for key, value in changes.items()}
    count: Counter[str] = Counter()
    for value in fields.values():
        for text in value if isinstance(value, list) else [str(value)]:
            for colour, number in re.findall(r"([BYRKW])([0-9]*)", text):
                count[colour] += int(number or 1)
    missing = Counter(dict.fromkeys(COLOURS, 20)) - count
    fields["lid" if "bag" in changes else "bag"] = counts_text(missing.elements())
    return Game.from_fields(fields)


def last_take(wall: str = "colour", **changes: Any) -> Game:
    """The position after player 2, who has the marker, ended the draft with a black
    tile to the floor; what player 1 has is tiled."""
    before: dict[str, Any] = {"centre": "K", "marker": 2, "turn": 2, "round": 3}
    game = position(2, wall, **before | changes)
    game.play("CKF")
    return game


def crowded_table(**changes: Any) -> Game:
    """Four boards with nearly all tiles; player 4 is to take the last white one."""
    walls = {
        "p1_wall": ["B.RKW", ".BYRK", "KWBY.", "R.WBY", "YRKW."],
        "p2_wall": [".YRKW", ".BYRK", "KWBY.", "R.WBY", ".RKWB"],
        "p3_wall": [".YRKW", ".BYRK", "KWB.R", "R.WBY", "Y.KWB"],
        "p4_wall": [".YRKW", ".BYRK", "KWB.R", ".KWBY", "YR.WB"],
    }
    lines = {
        "p1_lines": ["-", "W1", "-", "-", "B4"],
        "p2_lines": ["-", "W1", "-", "-", "Y4"],
        "p3_lines": ["-", "W1", "-", "-", "R4"],
        "p4_lines": ["-", "-", "-", "-", "K4"],
    }
    return position(
        4, **{"centre": "W", "marker": 1, "turn": 4, **walls, **lines, **changes}
    )


def test_a_new_game_waits_for_a_deal_with_twenty_tiles_a_colour() -> None:
    fields = Game.new(2, "colour").to_fields()
    assert list(fields) == [
        *("game", "players", "wall", "round", "phase", "turn", "first", "marker"),
        *("factories", "centre", "bag", "lid"),
        *("p1.score", "p1.lines", "p1.wall", "p1.floor"),
        *("p2.score", "p2.lines", "p2.wall", "p2.floor"),
    ]
    expected = {"round": 1, "phase": "deal", "turn": 1, "first": 1, "marker": "centre"}
    expected |= {"bag": "B20Y20R20K20W20", "lid": "-", "p2.score": 0, "p2.floor": "-"}
    expected |= {"p1.lines": NO_LINES, "p1.wall": EMPTY_WALL}
    assert expected.items() <= fields.items()


@pytest.mark.parametrize(("players", "factories"), [(2, 5), (3, 7), (4, 9)])
def test_two_three_four_players_use_five_seven_nine_factories(
    players: int, factories: int
) -> None:
    game = Game.new(players, "colour")
    assert game.to_fields()["factories"] == ["-"] * factories
    game.deal(random.Random(0))
    assert [len(factory) for factory in game.factories] == [4] * factories
    assert game.phase == "draft"
    assert len(game.bag) == 100 - 4 * factories


@pytest.mark.parametrize(("players", "wall"), [(1, "colour"), (5, "grey"), (2, "red")])
def test_other_games_are_refused(players: int, wall: str) -> None:
    with pytest.raises(ValueError, match="no such game"):
        Game.new(players, wall)


def test_each_row_of_the_coloured_wall_is_the_one_above_shifted_right() -> None:
    rows = ["BYRKW", "WBYRK", "KWBYR", "RKWBY", "YRKWB"]
    for row, colours in enumerate(rows):
        assert [printed_column(c, row) for c in colours] == [0, 1, 2, 3, 4]


# Fill

FULL = ["BYRK", "BYRK", "BYRK", "BYRK"]
BAG_OF_20 = "B4Y4R4K4W4"
FILLS = [
    ("all from the bag", "B9Y20", ["BBBB", "BBBB", "BYYY", "YYYY", "YYYY"], "Y9"),
    ("exactly the bag: the lid stays", BAG_OF_20, [*FULL, "WWWW"], "-"),
    ("then the lid", "B2", ["BBWW", *FULL], "B14Y16R16K16W18"),
    ("the lid at once", "-", ["WWWW", *FULL], "B16Y16R16K16W16"),
]


@pytest.mark.parametrize(("why", "bag", "factories", "bag_after"), FILLS)
def test_the_lid_is_poured_when_the_bag_is_empty_and_a_tile_is_due(
    why: str, bag: str, factories: list[str], bag_after: str
) -> None:
    game = position(phase="deal", bag=bag)
    lid = counts_text(game.lid)
    game.fill(factories)
    fields = game.to_fields()
    assert fields["phase"] == "draft"
    assert fields["factories"] == factories
    assert fields["bag"] == bag_after
    assert fields["lid"] == ("-" if bag in ("B2", "-") else lid)


BAD_FILLS = [
    ("a tile the bag lacks", "B9Y20", ["WBBB", "BBBB", "BYYY", "YYYY", "YYYY"]),
    ("a tile of the bag left when the lid is poured", "B2", ["BWWW", *FULL]),
    ("a tile of the bag after tiles of the lid", "B2", ["WWWW", "BBWW", *FULL[1:]]),
    ("more of a colour than bag and lid hold", "B2", ["BBWW", *["BBBB"] * 3, "BBBW"]),
    ("a short factory while there are tiles", "B2", ["BB", *FULL]),
    ("a factory of five", "B2", ["BBWWW", *FULL]),
    ("too few factories", "B2", ["BBWW", *FULL[1:]]),
    ("letters that are no tiles", "B2", ["BBWX", *FULL]),
]


@pytest.mark.parametrize(("why", "bag", "factories"), BAD_FILLS)
def test_a_fill_that_cannot_happen_is_refused_and_changes_nothing(
    why: str, bag: str, factories: list[str]
) -> None:
    game = position(phase="deal", bag=bag, p1_floor="BBBB")
    before = game.to_fields()
    with pytest.raises(ValueError):
        game.fill(factories)
    assert game.to_fields() == before


def test_when_bag_and_lid_are_empty_the_last_factories_stay_short() -> None:
    game = crowded_table(p4_lines=NO_LINES)
    game.play("CWF")
    fields = game.to_fields()
    assert (fields["phase"], fields["bag"], fields["lid"]) == ("deal", "K4", "W1")
    for bad in (["KKK", "KW"], ["KKKW", "K"], ["W", "KKKK"], ["-", "KKKK", "W"]):
        with pytest.raises(ValueError):
            game.fill(bad + ["-"] * (9 - len(bad)))
    game.deal(random.Random(1))
    assert game.to_fields()["factories"] == ["KKKK", "W", *["-"] * 7]
    assert game.moves() == ["1K4", "1KF", "2W2", "2WF"]


def test_a_fill_is_refused_outside_the_deal() -> None:
    with pytest.raises(ValueError, match="phase draft"):
        position(centre="B").fill(["BYRK"] * 5)


# Draft


def test_a_factory_gives_one_colour_and_the_others_move_to_the_centre() -> None:
    game = position(factories=["BBKW", "YYRR", "-", "-", "-"], centre="BY")
    game.play("1B4")
    fields = game.to_fields()
    assert fields["factories"] == ["-", "YYRR", "-", "-", "-"]
    assert fields["centre"] == "BYKW"
    assert fields["p1.lines"] == ["-", "-", "-", "B2", "-"]
    assert (fields["turn"], fields["marker"]) == (2, "centre")


def test_the_first_taker_from_the_centre_takes_the_marker_and_later_ones_not() -> None:
    game = position(centre="BBYK")
    game.play("CB4")
    assert game.to_fields()["marker"] == 1
    game.play("CY1")
    fields = game.to_fields()
    assert (fields["marker"], fields["p1.floor"], fields["p2.floor"]) == (1, "-", "-")
    assert fields["centre"] == "K"


def test_the_marker_takes_the_floor_space_before_the_tiles_are_placed() -> None:
    game = position(centre="RRK", p1_floor="BBBBBB")
    game.play("CRF")
    fields = game.to_fields()
    assert (fields["p1.floor"], fields["lid"], fields["marker"]) == ("BBBBBB", "R2", 1)


def test_the_marker_costs_nothing_on_a_full_floor_and_still_decides_the_start() -> None:
    game = position(centre="R", turn=2, p2_floor="BBBBBBB", p2_score=20)
    game.play("CR5")
    fields = game.to_fields()
    assert (fields["p2.score"], fields["turn"], fields["first"]) == (6, 2, 2)


def test_the_marker_and_two_red_tiles_on_the_floor_cost_four_points() -> None:
    game = position(
        centre="RR",
        p1_score=10,
        p1_lines=["-", "Y1", "Y2", "Y3", "K1"],
        p1_wall=["..R..", *EMPTY_WALL[1:]],
    )
    assert game.moves() == ["CRF"]
    game.play("CRF")
    assert game.to_fields()["p1.score"] == 6


def test_three_tiles_for_line_two_leave_two_in_it_and_one_on_the_floor() -> None:
    game = position(factories=["BBBK", "-", "-", "-", "-"])
    game.play("1B2")
    fields = game.to_fields()
    assert fields["p1.lines"] == ["-", "B2", "-", "-", "-"]
    assert fields["p1.floor"] == "B"


def test_floor_tiles_beyond_the_seventh_go_to_the_lid_at_no_cost() -> None:
    game = position(factories=["BBBK", "-", "-", "-", "-"], p1_floor="YYYYYR")
    game.play("1B1")
    fields = game.to_fields()
    assert (fields["p1.floor"], fields["lid"]) == ("BYYYYYR", "B1")


def test_a_line_holds_one_colour_is_not_full_and_its_row_lacks_the_colour() -> None:
    changes: dict[str, Any] = {
        "p1_lines": ["B1", "B1", "Y1", "-", "-"],
        "p1_wall": [*EMPTY_WALL[:3], "...B.", "....."],
    }
    assert position(centre="B", **changes).moves() == ["CB2", "CB5", "CBF"]
    every = ["CB1", "CB2", "CB3", "CB4", "CB5", "CBF"]
    assert position(centre="B", turn=2, **changes).moves() == every
    moves = position(wall="grey", centre="B", **changes).moves()
    assert moves == ["CB2", "CB5", "CBF"]


def test_a_colour_in_the_column_does_not_bar_a_line_on_the_grey_wall() -> None:
    wall = ["B....", ".B...", "..B..", "...B.", "....."]
    game = position(wall="grey", centre="B", p1_wall=wall)
    assert game.moves() == ["CB5", "CBF"]


@pytest.mark.parametrize(
    "move", ["", "pass", "CR1", "6B1", "1W1", "1B6", "1B0", "1B", "T11", "CB1 "]
)
def test_an_illegal_move_is_refused_and_changes_nothing(move: str) -> None:
    game = position(factories=["BBKK", "-", "-", "-", "-"], centre="B")
    before = game.to_fields()
    with pytest.raises(ValueError, match="illegal move"):
        game.play(move)
    assert game.to_fields() == before


def test_players_take_turns_clockwise_from_the_starting_player() -> None:
    game = position(3, centre="BYRKW", turn=2, first=2)
    turns = [game.turn]
    for move in ("CB5", "CY5", "CR5", "CK4"):
        game.play(move)
        turns.append(game.turn)
    assert turns == [2, 3, 1, 2, 3]


# Tiling

PLACEMENTS = [
    ("alone", EMPTY_WALL, 1),
    ("diagonals never count", [".....", ".B.R.", ".....", ".K.B.", "....."], 1),
    ("row of four and column of two", [".....", "..Y..", "KW.Y.", *EMPTY_WALL[:2]], 6),
    ("row only", [".....", ".....", ".W.Y.", ".....", "....."], 3),
    ("column only", ["..R..", "..Y..", ".....", "..W..", "....."], 4),
    ("gaps end a run", ["..R..", ".....", "K...R", ".....", "..K.."], 1),
    ("row and column of five", ["..R..", "..Y..", "KW.YR", "..W..", "..K.."], 10),
]


@pytest.mark.parametrize(("why", "wall", "points"), PLACEMENTS)
def test_a_placed_tile_scores_its_row_run_and_its_column_run(
    why: str, wall: list[str], points: int
) -> None:
    game = last_take(p1_wall=wall, p1_lines=["-", "-", "B3", "-", "-"])
    bonus = 9 if points == 10 else 0
    assert game.to_fields()["p1.score"] == points + bonus


def test_a_full_line_moves_one_tile_to_the_wall_and_the_others_to_the_lid() -> None:
    fields = last_take(p1_lines=["-", "-", "W2", "-", "R5"]).to_fields()
    assert fields["p1.lines"] == ["-", "-", "W2", "-", "-"]
    assert fields["p1.wall"] == [*EMPTY_WALL[:4], ".R..."]
    assert (fields["lid"], fields["p1.score"]) == ("R4K1", 1)


def test_lines_are_tiled_from_top_to_bottom_and_score_at_once() -> None:
    fields = last_take(p1_lines=["B1", "W2", "K3", "R4", "-"]).to_fields()
    assert fields["p1.score"] == 1 + 2 + 3 + 4


@pytest.mark.parametrize(
    ("spaces", "cost"), [(1, 1), (2, 2), (3, 4), (4, 6), (5, 8), (6, 11), (7, 14)]
)
def test_floor_spaces_cost_one_two_four_six_eight_eleven_fourteen(
    spaces: int, cost: int
) -> None:
    game = last_take(p1_floor="B" * spaces, p1_score=20)
    fields = game.to_fields()
    assert (fields["p1.score"], fields["p1.floor"]) == (20 - cost, "-")
    assert fields["lid"] == f"B{spaces}K1"


def test_a_score_of_three_becomes_zero_when_the_floor_costs_eight() -> None:
    assert last_take(p1_floor="BBBBB", p1_score=3).to_fields()["p1.score"] == 0


def test_the_floor_is_paid_after_the_tiles_have_scored() -> None:
    game = last_take(p1_floor="R", p1_lines=["B1", *NO_LINES[1:]])
    assert game.to_fields()["p1.score"] == 0


def test_the_marker_counts_as_a_floor_space() -> None:
    assert last_take(p2_score=10, p2_floor="B").to_fields()["p2.score"] == 6


# End or next round


def test_without_a_complete_row_the_holder_of_the_marker_starts_a_new_round() -> None:
    game = last_take(first=1)
    fields = game.to_fields()
    expected = {"phase": "deal", "round": 4, "turn": 2, "first": 2, "marker": "centre"}
    assert expected.items() <= fields.items()
    assert game.moves() == []


def test_the_starting_player_stays_when_nobody_took_the_marker() -> None:
    game = Game.new(2, "colour")
    game.fill(["BBBB", "YYYY", "RRRR", "KKKK", "WWWW"])
    for move in ("1B4", "2Y4", "3R5", "4K5", "5W3"):
        game.play(move)
    fields = game.to_fields()
    assert (fields["phase"], fields["turn"], fields["first"]) == ("deal", 1, 1)
    assert fields["lid"] == "B3Y3W3"


def test_a_complete_row_ends_the_game_with_its_bonus() -> None:
    game = last_take(p1_wall=["BYRK.", *EMPTY_WALL[1:]], p1_lines=["W1", *NO_LINES[1:]])
    fields = game.to_fields()
    expected = {"phase": "over", "round": 3, "turn": 2, "marker": "centre"}
    assert expected.items() <= fields.items()
    assert fields["p1.score"] == 5 + 2
    assert game.over
    assert game.moves() == []


@pytest.mark.parametrize(
    ("wall", "bonus"),
    [
        (["BYRKW", "WB...", "K.B..", "R..B.", "Y...B"], 2 + 7 + 10),
        (["BYRKW", "WBYRK", "KWBYR", "RKWBY", "YRKWB"], 10 + 35 + 50),
        (["BYRK.", "WBYR.", "KWBY.", "RKWB.", "YRKW."], 28),
        (["BYRK.", ".B...", "..B..", "...B.", "....B"], 10),
        (EMPTY_WALL, 0),
    ],
)
def test_rows_bring_two_columns_seven_and_colours_ten(
    wall: list[str], bonus: int
) -> None:
    assert Player(wall=[list(row) for row in wall]).end_bonus() == bonus
    game = last_take(p1_wall=wall, round=50)
    assert game.over
    assert game.to_fields()["p1.score"] == bonus


HALF = Fraction(1, 2)
ONE_ROW = ["BYRKW", *EMPTY_WALL[1:]]
RESULTS = [
    ("highest score", {"p1_score": 5, "p2_score": 10}, [0, 1]),
    ("ties: more complete rows", {"p1_score": 5, "p2_score": 5 + 2 + 2}, [1, 0]),
    ("shared", {"p1_wall": EMPTY_WALL, "p1_score": 7, "p2_score": 9}, [HALF, HALF]),
]


@pytest.mark.parametrize(("why", "changes", "shares"), RESULTS)
def test_the_highest_score_wins_then_more_rows_then_the_victory_is_shared(
    why: str, changes: dict[str, Any], shares: list[Fraction]
) -> None:
    game = last_take(**{"round": 50, "p1_wall": ONE_ROW, **changes})
    assert game.win_shares() == shares


def test_there_is_no_result_before_the_end() -> None:
    with pytest.raises(ValueError, match="not over"):
        last_take().win_shares()


def test_a_table_without_a_tile_for_the_next_round_ends_the_game() -> None:
    game = crowded_table()
    assert game.moves() == ["CW2", "CWF"]
    on_the_floor = game.copy()
    on_the_floor.play("CWF")
    assert on_the_floor.phase == "deal"
    game.play("CW2")
    fields = game.to_fields()
    assert (fields["phase"], fields["bag"], fields["lid"]) == ("over", "-", "-")
    assert fields["p1.score"] == 14  # two columns
    assert (fields["turn"], fields["marker"], fields["round"]) == (1, "centre", 1)


def test_players_who_only_feed_the_floor_end_after_fifty_rounds() -> None:
    game, rng = Game.new(2, "colour"), random.Random(5)
    while not game.over:
        if game.phase == "deal":
            game.deal(rng)
        game.play(next(move for move in game.moves() if move.endswith("F")))
    assert game.round == 50
    assert game.win_shares() == [HALF, HALF]


# Grey wall


def test_on_the_grey_wall_the_owner_chooses_a_free_column_without_the_colour() -> None:
    wall = ["..W..", ".....", "B..Y.", ".....", "....."]
    game = last_take("grey", p1_wall=wall, p1_lines=["-", "-", "W3", "-", "-"])
    assert (game.phase, game.turn, game.marker, game.first) == ("tiling", 1, 2, 1)
    assert game.moves() == ["T32", "T35"]
    game.play("T35")
    fields = game.to_fields()
    assert fields["p1.wall"][2] == "B..YW"
    assert (fields["p1.score"], fields["lid"], fields["phase"]) == (2, "K1W2", "deal")


BLOCKED = ["W....", "...W.", ".....", ".....", ".BY.R"]


@pytest.mark.parametrize(("floor", "score"), [("-", 12), ("BBBB", 6)])
def test_a_line_without_a_legal_space_falls_to_the_floor_and_scores_nothing(
    floor: str, score: int
) -> None:
    lines = [*NO_LINES[:4], "W5"]
    changes: dict[str, Any] = {"p1_wall": BLOCKED, "p1_lines": lines, "p1_score": 20}
    fields = last_take("grey", p1_floor=floor, **changes).to_fields()
    assert fields["phase"] == "deal"
    assert (fields["p1.wall"], fields["p1.lines"]) == (BLOCKED, NO_LINES)
    assert fields["p1.score"] == score
    assert fields["lid"] == ("K1W5" if floor == "-" else "B4K1W5")


def test_the_floor_penalty_follows_the_last_line() -> None:
    wall = ["W....", "...W.", ".....", ".BY.R", "....."]
    lines = [*NO_LINES[:3], "W4", "B5"]
    changes: dict[str, Any] = {"p1_wall": wall, "p1_lines": lines, "p1_score": 20}
    game = last_take("grey", p1_floor="RRRRR", **changes)
    fields = game.to_fields()
    assert (fields["p1.floor"], fields["lid"]) == ("RRRRRWW", "K1W2")
    assert (fields["p1.score"], fields["p1.lines"]) == (20, [*NO_LINES[:4], "B5"])
    game.play("T51")
    assert game.to_fields()["p1.score"] == 20 + 1 - 14


@pytest.mark.parametrize(("choice", "then"), [("T11", "deal"), ("T12", "tiling")])
def test_an_early_choice_can_block_a_later_line(choice: str, then: str) -> None:
    wall = [".....", ".BYRK", *EMPTY_WALL[:3]]
    game = last_take("grey", p1_wall=wall, p1_lines=["W1", "W2", *NO_LINES[:3]])
    game.play(choice)
    assert game.phase == then
    assert game.moves() == ([] if then == "deal" else ["T21"])


def test_players_tile_in_turn_order_from_the_holder_of_the_marker() -> None:
    line = ["B1", *NO_LINES[1:]]
    changes: dict[str, Any] = {"p1_lines": line, "p2_lines": line, "p3_lines": line}
    game = position(3, "grey", centre="K", marker=3, first=2, turn=1, **changes)
    game.play("CKF")
    turns = []
    while game.phase == "tiling":
        turns.append(game.turn)
        game.play("T11")
    assert turns == [3, 1, 2]
    assert (game.turn, game.first, game.round) == (3, 3, 2)


def test_players_without_full_lines_are_passed_over_in_their_turn() -> None:
    changes: dict[str, Any] = {
        "p2_lines": ["B1", *NO_LINES[1:]],
        "p1_lines": ["B1", *NO_LINES[1:]],
    }
    changes |= {"p1_floor": "R", "p3_floor": "R", "p4_floor": "R"}
    scores = {f"p{seat}_score": 10 for seat in (1, 2, 3, 4)}
    game = position(4, "grey", centre="K", marker=4, turn=2, **changes, **scores)
    game.play("CKF")
    assert [player.score for player in game.players] == [10, 10, 10, 8]
    game.play("T11")
    assert [player.score for player in game.players] == [10, 10, 10, 8]
    game.play("T11")
    assert [player.score for player in game.players] == [10, 10, 9, 8]


def test_tiling_begins_with_the_starting_player_when_nobody_took_the_marker() -> None:
    factories = ["B", "-", "-", "-", "-"]
    lines = ["-", "B2", *NO_LINES[2:]]
    game = position(2, "grey", factories=factories, first=2, p2_lines=lines)
    game.play("1B1")
    assert game.turn == 2
    game.play("T22")
    assert game.turn == 1


# Whole games


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("players", "wall"), SIX_GAMES)
def test_random_games_end_and_every_position_survives_as_data(
    players: int, wall: str, seed: int
) -> None:
    game, rng = Game.new(players, wall), random.Random(seed)
    while not game.over:
        fields = game.to_fields()
        game.check_tiles()
        twin = Game.from_fields(fields)
        assert twin.to_fields() == fields
        assert list(twin.to_fields()) == list(fields)
        if game.phase == "deal":
            game.deal(rng)
            twin.fill(game.to_fields()["factories"])
        else:
            move = rng.choice(game.moves())
            assert twin.moves() == game.moves()
            game.play(move)
            twin.play(move)
        assert twin.to_fields() == game.to_fields()
    assert Game.from_fields(game.to_fields()).to_fields() == game.to_fields()
    assert sum(game.win_shares()) == 1


def test_a_copy_shares_nothing_with_its_original() -> None:
    game = Game.new(3, "grey")
    game.deal(random.Random(3))
    before, twin = game.to_fields(), game.copy()
    assert twin == game
    while twin.phase != "deal":
        twin.play(twin.moves()[0])
    assert game.to_fields() == before


# Perft


def test_perft_counts_sequences_of_moves() -> None:
    game = Game.new(2, "colour")
    assert (perft(game, 0), perft(game, 1)) == (1, 0)
    game.fill(["BBBB", "YYYY", "RRRR", "KKKK", "WWWW"])
    # A player who used a line cannot use it again for another colour.
    expected = [1, 5 * 6, 5 * 6 * 4 * 6, 5 * 4 * 3 * 6 * (1 * 6 + 5 * 5)]
    assert [perft(game, depth) for depth in range(4)] == expected


def test_perft_does_not_cross_a_deal() -> None:
    game = position(centre="BY")
    assert [perft(game, depth) for depth in range(4)] == [1, 12, 72, 0]
