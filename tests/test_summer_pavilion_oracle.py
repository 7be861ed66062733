"""The oracle of Summer Pavilion says what the rules page says, sentence by sentence."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from tests.oracles.summer_pavilion import Game, perft
from tests.oracles.summer_pavilion_board import (
    DECORATIONS,
    OUTER_STARS,
    STAR_NAMES,
    Space,
    counts_text,
)
from tests.oracles.summer_pavilion_cases import (
    FREE,
    NO_FACTORIES,
    SUPPLY,
    draft,
    holds,
    named,
    play,
    position,
)

SIX_GAMES = list(itertools.product((2, 3, 4), ("colour", "plain")))


# Material and set-up


def test_a_new_game_waits_for_a_deal_with_twenty_two_tiles_a_colour() -> None:
    game = Game.new(2, "colour")
    own = ["score", "stock", "kept", "passed", *STAR_NAMES.values()]
    assert list(game.to_fields()) == [
        *("game", "players", "board", "round", "phase", "turn", "first", "marker"),
        *("factories", "centre", "supply", "bag", "tower"),
        *(f"p1.{key}" for key in own),
        *(f"p2.{key}" for key in own),
    ]
    holds(game, game="summer-pavilion", players=2, board="colour", round=1)
    holds(game, phase="deal", turn=1, first=1, marker="centre", supply="-", tower="-")
    holds(game, factories=NO_FACTORIES, bag="P22G22O22Y22B22R22", p1_purple=FREE)
    holds(game, p2_score=5, p2_stock="-", p2_kept="-", p2_passed="no", p2_centre=FREE)
    assert (game.moves(), game.over) == ([], False)


@pytest.mark.parametrize(("players", "factories"), [(2, 5), (3, 7), (4, 9)])
def test_two_three_four_players_use_five_seven_nine_factories(
    players: int, factories: int
) -> None:
    game = Game.new(players, "colour")
    assert len(game.factories) == factories
    text = game.deal(random.Random(0))
    supply, filled = text.split("/")
    assert (len(supply), game.to_fields()["supply"]) == (10, supply)
    assert game.to_fields()["factories"] == filled.split(",")
    assert [factory.total() for factory in game.factories] == [4] * factories
    assert (game.phase, game.turn) == ("draft", 1)
    assert game.bag.total() == 132 - 10 - 4 * factories


@pytest.mark.parametrize(("players", "board"), [(1, "colour"), (5, "plain"), (2, "x")])
def test_other_games_are_refused(players: int, board: str) -> None:
    with pytest.raises(ValueError, match="no such game"):
        Game.new(players, board)


@pytest.mark.parametrize(("round_", "wild"), list(enumerate("PGOYBR", 1)))
def test_each_round_has_its_wild_colour(round_: int, wild: str) -> None:
    game = draft(centre="PGOYBR", round=round_)
    assert game.moves() == [f"C{colour}" for colour in "PGOYBR" if colour != wild]
    move = game.moves()[0]
    game.play(move)
    assert game.players[0].stock == Counter(move[1] + wild)


# Board


def degrees(space: Space) -> int:
    """Where the tip of a space points, from the top of the star clockwise."""
    star_, position_ = space
    first = 0 if star_ == "C" else (OUTER_STARS.index(star_) + 1) % 6
    return (90 - 60 * (position_ - 1) - 60 * first) % 360


def spaces_facing(star_: str, direction: int) -> set[Space]:
    """The two spaces of a star whose tips enclose a direction in the drawing."""
    spaces = [(star_, position_) for position_ in range(1, 7)]
    return {s for s in spaces if (degrees(s) - direction) % 360 in (30, 330)}


def test_decorations_lie_between_the_spaces_of_the_drawing() -> None:
    tips = ["612345", "561234", "456123", "345612", "234561", "123456", "123456"]
    for star_, numbers in zip("ORBYGPC", tips, strict=True):
        for place, number in enumerate(numbers):
            assert degrees((star_, int(number))) == (90 - 60 * place) % 360
    drawn: set[tuple[str, frozenset[Space]]] = set()
    for b, star_ in enumerate(OUTER_STARS):
        out, clockwise = 120 - 60 * b, OUTER_STARS[(b + 1) % 6]
        window = spaces_facing(star_, out)
        pillar = spaces_facing(star_, out + 180) | spaces_facing("C", out)
        towards = out - 120
        statue = spaces_facing(star_, towards) | spaces_facing(clockwise, towards + 180)
        drawn |= {("window", frozenset(window)), ("pillar", frozenset(pillar))}
        drawn.add(("statue", frozenset(statue)))
    assert {(d.kind, d.spaces) for d in DECORATIONS} == drawn


TABLE_OF_DECORATIONS = """
3 O5 O6; 3 R5 R6; 3 B5 B6; 3 Y5 Y6; 3 G5 G6; 3 P5 P6
2 O1 O2 R3 R4; 2 R1 R2 B3 B4; 2 B1 B2 Y3 Y4; 2 Y1 Y2 G3 G4; 2 G1 G2 P3 P4
2 P1 P2 O3 O4
1 O2 O3 C6 C1; 1 R2 R3 C1 C2; 1 B2 B3 C2 C3; 1 Y2 Y3 C3 C4; 1 G2 G3 C4 C5
1 P2 P3 C5 C6
"""
BY_HAND = [row.split() for row in re.split(r"[;\n]", TABLE_OF_DECORATIONS.strip())]
LAST_SPACES = [(row, last) for row in BY_HAND for last in row[1:]]


def before_the_last(spaces: list[str], last: str, board: str) -> Game:
    """All the spaces but the last are covered, and any tile can be paid."""
    stars = {name: ["."] * 6 for name in STAR_NAMES.values()}
    colours_of_centre = iter("PG")
    for space in spaces:
        if space == last:
            continue
        letter, number = space[0], int(space[1])
        colour = next(colours_of_centre) if letter == "C" else letter
        stars[STAR_NAMES[letter]][number - 1] = colour
    changes = {f"p1_{name}": "".join(tiles) for name, tiles in stars.items()}
    return position(2, board, p1_stock="P6G6O6Y6B6R6", p2_stock="P1", **changes)


def move_to(space: str, board: str) -> str:
    """A payment without wild tiles for the space, orange if it is in the centre."""
    if space[0] == "C":
        return space + "O"
    return space + space[0] if board == "plain" else space


def test_there_are_eighteen_decorations_as_on_the_printed_board() -> None:
    by_hand = {
        (int(bonus), frozenset((s[0], int(s[1])) for s in spaces))
        for bonus, *spaces in BY_HAND
    }
    assert len(DECORATIONS) == 18
    assert {(d.bonus, d.spaces) for d in DECORATIONS} == by_hand


@pytest.mark.parametrize("board", ["colour", "plain"])
@pytest.mark.parametrize(("row", "last"), LAST_SPACES)
def test_each_decoration_is_completed_by_each_of_its_spaces(
    row: list[str], last: str, board: str
) -> None:
    bonus, *spaces = row
    game = before_the_last(spaces, last, board)
    game.play(move_to(last, board))
    holds(game, phase="bonus", owed=int(bonus), least="P", turn=1, supply=SUPPLY)
    for missing in set(spaces) - {last}:
        game = before_the_last([s for s in spaces if s != missing], last, board)
        game.play(move_to(last, board))
        holds(game, phase="place", turn=2)


# Chance

FULL = ["PPGO", "GOYB", "YBRR", "PGOY"]
FILLS = [
    ("all from the bag", "P9G20", "PPPP,PPPP,PGGG,GGGG,GGGG", "G9", False),
    ("exactly the bag", "P4G4O4Y4B4", "PPPP,GGGG,OOOO,YYYY,BBBB", "-", False),
    ("then the tower", "P2", "PPRR,GGGG,OOOO,YYYY,BBBB", "P18G16O16Y16B17R19", True),
    ("the tower at once", "-", "GGGG,OOOO,YYYY,BBBB,RRRR", "P20G16O16Y16B17R17", True),
]


@pytest.mark.parametrize(("bag", "text", "bag_after", "emptied"), named(FILLS))
def test_a_fill_draws_from_the_bag_first_then_from_the_tower(
    bag: str, text: str, bag_after: str, emptied: bool
) -> None:
    game = position(phase="deal", round=2, bag=bag, rest="tower")
    tower = counts_text(game.tower)
    game.apply_deal(text)
    holds(game, phase="draft", factories=text.split(","), bag=bag_after)
    holds(game, supply=SUPPLY, tower="-" if emptied else tower)


BAD_FILLS = [
    ("a tile the bag lacks", "P9G20", "RPPP,PPPP,PGGG,GGGG,GGGG"),
    ("a tile of the bag left when the tower is due", "P2", "PRRR,GGGG,OOOO,YYYY,BBBB"),
    ("the tower before the bag", "P2", "RRRR,PPGG,OOOO,YYYY,BBBB"),
    ("more of a colour than there are", "-", "RRRR,RRRR,RRRR,RRRR,RRRR,RRRR"),
    ("a short factory while there are tiles", "P2", "PP,GGGG,OOOO,YYYY,BBBB"),
    ("a factory of five", "P2", "PPRRR,GGGG,OOOO,YYYY,BBBB"),
    ("too few factories", "P2", "PPRR,GGGG,OOOO,YYYY"),
    ("letters that are no tiles", "P2", "PPRX,GGGG,OOOO,YYYY,BBBB"),
    ("nothing at all", "P2", ""),
    ("a supply after round 1", "P12", "PPPPPPPPPP/PPGG,GGGG,OOOO,YYYY,BBBB"),
]


@pytest.mark.parametrize(("bag", "text"), named(BAD_FILLS))
def test_a_fill_that_cannot_happen_is_refused_and_changes_nothing(
    bag: str, text: str
) -> None:
    game = position(phase="deal", round=2, bag=bag, rest="tower")
    before = game.to_fields()
    with pytest.raises(ValueError, match="tiles"):
        game.apply_deal(text)
    assert game.to_fields() == before


def test_the_first_fill_draws_the_supply_and_then_the_factories() -> None:
    game = Game.new(2, "colour")
    game.apply_deal(f"{SUPPLY}/{','.join(FULL)},RRBB")
    holds(game, phase="draft", supply=SUPPLY, factories=[*FULL, "BBRR"], tower="-")
    holds(game, bag="P17G17O17Y17B17R17")
    for bad in (",".join([*FULL, "BBRR"]), f"PPP/{','.join(FULL)},BBRR", SUPPLY):
        with pytest.raises(ValueError, match="tiles"):
            Game.new(2, "colour").apply_deal(bad)


def test_factories_stay_short_when_bag_and_tower_are_empty() -> None:
    game = position(phase="deal", round=6, bag="R1", tower="B4", rest="p2.stock")
    for bad in ("BBBB,R,-,-,-", "BBR,BB,-,-,-", "BBBR,-,B,-,-", "BBBR,B,-,-"):
        with pytest.raises(ValueError, match="tiles"):
            game.apply_deal(bad)
    assert game.deal(random.Random(1)) == "BBBR,B,-,-,-"
    holds(game, phase="draft", bag="-", tower="-")
    assert game.moves() == ["1B", "2B"]


def test_without_a_tile_on_the_factories_the_round_goes_on_to_the_placing() -> None:
    changes: dict[str, Any] = {"phase": "deal", "round": 4, "first": 2, "turn": 2}
    game = position(rest="p1.stock", **changes)
    assert game.deal(random.Random(0)) == "-,-,-,-,-"
    holds(game, phase="place", turn=1, first=2, marker="centre", p2_passed="yes")
    game = position(rest="p1.stock", p2_stock="G1", **changes)
    game.apply_deal("-,-,-,-,-")
    holds(game, phase="place", turn=2, p1_passed="no")


def test_a_round_in_which_nobody_has_a_tile_ends_at_once() -> None:
    full = {STAR_NAMES[colour]: colour * 6 for colour in OUTER_STARS}
    full["centre"] = "PGOYBR"
    boards: dict[str, Any] = {
        f"p{seat}_{name}": tiles for seat in (1, 2, 3) for name, tiles in full.items()
    }
    boards |= {"supply": "PGOYBR", "round": 2, "first": 3, "turn": 3}
    game = position(3, phase="deal", **boards)
    for round_ in (2, 3, 4, 5, 6):
        holds(game, phase="deal", round=round_, turn=3, first=3)
        game.apply_deal("-,-,-,-,-,-,-")
    holds(game, phase="over", round=6, p1_score=5 + 112 + 40, p1_passed="no")
    assert game.win_shares() == [Fraction(1, 3)] * 3


@pytest.mark.parametrize(
    ("bag", "tower", "good", "bad"),
    [
        ("P5", "G2", "PPP", ["PP", "PPPP", "PPG", "-"]),
        ("P2", "G2", "PPG", ["PGG", "PP", "GG", "PPR"]),
        ("-", "G2R5", "GRR", ["GGG", "PGG"]),
        ("P1", "R1", "PR", ["P", "R", "PRR", ""]),
        ("-", "R1", "R", ["-", "X", "RR"]),
    ],
)
def test_a_refill_brings_the_supply_to_ten_or_all_there_is(
    bag: str, tower: str, good: str, bad: list[str]
) -> None:
    changes: dict[str, Any] = {"bag": bag, "tower": tower, "rest": "p1.stock"}
    game = position(phase="refill", supply="OOYYYBB", **changes)
    before = game.to_fields()
    for text in bad:
        with pytest.raises(ValueError, match="tiles"):
            game.apply_deal(text)
        assert game.to_fields() == before
    assert game.moves() == []
    twin = game.copy()
    game.apply_deal(good)
    assert Counter(game.to_fields()["supply"]) == Counter("OOYYYBB" + good)
    holds(game, phase="place", turn=1)
    assert len(twin.deal(random.Random(3))) == len(good)


def test_a_deal_is_refused_where_none_is_due() -> None:
    for refused in (
        lambda: draft(centre="P").apply_deal("GOPP,-,-,-,-"),
        lambda: position().apply_deal("P"),
        lambda: position(p1_stock="G1").deal(random.Random(0)),
    ):
        with pytest.raises(ValueError, match="no deal"):
            refused()


# Whole games


def choose(game: Game, rng: random.Random, eager: bool) -> str:
    """A random move; an eager player places and keeps as long as possible."""
    moves = game.moves()
    if eager and len(moves) > 1 and moves[-1] in ("pass", "done"):
        moves.pop()
    return rng.choice(moves)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("players", "board"), SIX_GAMES)
def test_random_games_end_and_every_position_survives_as_data(
    players: int, board: str, seed: int
) -> None:
    game, rng = Game.new(players, board), random.Random(seed)
    phases = set()
    while not game.over:
        phases.add(game.phase)
        fields = game.to_fields()
        game.check_tiles()
        twin = Game.from_fields(fields)
        assert twin == game
        assert list(twin.to_fields().items()) == list(fields.items())
        if game.phase in ("deal", "refill"):
            twin.apply_deal(game.deal(rng))
        else:
            move = choose(game, rng, eager=seed % 2 == 0)
            assert len(set(game.moves())) == len(game.moves())
            game.play(move)
            twin.play(move)
        assert twin == game
        assert all(1 <= player.score <= 304 for player in game.players)
    assert phases >= {"deal", "draft", "place", "bonus", "keep", "refill"}
    assert Game.from_fields(game.to_fields()) == game
    assert sum(game.win_shares()) == 1
    assert game.round == 6


def test_a_copy_shares_nothing_with_its_original() -> None:
    game = Game.new(3, "plain")
    game.deal(random.Random(3))
    before, twin = game.to_fields(), game.copy()
    assert twin == game
    while twin.round == 1:
        if twin.phase == "refill":
            twin.deal(random.Random(0))
        else:
            twin.play(twin.moves()[0])
    assert game.to_fields() == before


# Perft


def test_perft_counts_sequences_of_moves_through_draft_and_placing() -> None:
    game = Game.new(2, "colour")
    assert (perft(game, 0), perft(game, 1)) == (1, 0)
    game.apply_deal("PPPPPPPPPP/GGGG,OOOO,YYYY,BBBB,RRRR")
    assert [perft(game, depth) for depth in range(4)] == [1, 5, 20, 60]
    play(game, "1G", "2O", "3Y", "4B", "5R")
    # Twelve tiles of three colours: numbers 1 to 4 in their stars and in the centre.
    # A pass leads to keeping: three colours or `done`.
    assert [perft(game, 1), perft(game, 2)] == [25, 24 * 17 + 4]


def test_perft_does_not_cross_a_deal_or_a_refill() -> None:
    game = position(p1_stock="G1", supply="GR", tower="R1")
    # G1, C1G or pass; after the pass keepG or done.
    assert [perft(game, depth) for depth in range(4)] == [1, 3, 2, 0]
    assert perft(play(position(round=6, p1_stock="G1"), "pass"), 1) == 0
