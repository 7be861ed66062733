"""The notation of Azul: what it reads, writes, refuses and assumes."""

from __future__ import annotations

import ast
import itertools
import json
import pickle
import random
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from engines.azul import notation, packing, rules
from engines.azul.layout import MAX_ACTIONS
from engines.protocol import State
from engines.rng import DEAL, new_stream
from engines.text import NotationError, game_name
from tests.oracles.azul import Game

SIX_GAMES = list(itertools.product((2, 3, 4), ("colour", "grey")))
each_game = pytest.mark.parametrize(("players", "wall"), SIX_GAMES)

# Four boards hold 80 of the 100 tiles, so another fill may run out of them.
CROWDED = " ".join(
    ["azul players=4 round=9"]
    + [f"p{player}.wall=BYRK.,WB.RK,KWBY.,R.WBY,YRK.B" for player in range(1, 5)]
)
ALL_ON_BOARDS = (
    f"{CROWDED} bag=- lid=- p1.lines=-,Y1,R2,K3,W4 p2.lines=-,Y1,R2,K1,W4"
    " p3.lines=-,Y1,-,-,- p4.lines=-,Y1,-,-,-"
)
# Row 3 of player 1 has one free space, and its column shows red.
NO_SPACE = "azul players=2 wall=grey p1.wall=.R...,.....,BY.KW,..R..,....."
TO_DRAFT = (
    "azul players=2 turn=2 lid=- factories=BBKW,RRYY,-,-,KKWW centre=BBY"
    " p2.lines=B1,R1,-,R2,- p2.wall=.....,.....,..B..,.....,....."
)
TO_TILE = (
    "azul players=2 wall=grey phase=tiling lid=- p1.lines=-,-,R3,W4,-"
    " p1.wall=.R...,.....,..B..,.....,....."
)

# Each block: the sentence, the text that is refused, and the caret line.
REFUSED = """\
unknown game 'azzul'; did you mean 'azul'? Known: azul
  azzul players=2
  ^^^^^

a position starts with the name of the game, not 'players=2'; known: azul
  players=2 centre=B
  ^^^^^^^^^

players is missing; it is a number from 2 to 4
  azul
  ^^^^

players is a number from 2 to 4, not '5'
  azul players=5
               ^

players is a number from 2 to 4, not 'two'
  azul players=two
               ^^^

players has no value; - stands for nothing
  azul players=
       ^^^^^^^^

unknown key 'facories'; did you mean 'factories'? Keys: players, wall, round, phase, turn, first, marker, factories, centre, bag, lid, and for each player p1.score, p1.lines, p1.wall, p1.floor
  azul players=2 facories=BBKW,-,-,-,-
                 ^^^^^^^^

unknown key 'xyz'. Keys: players, wall, round, phase, turn, first, marker, factories, centre, bag, lid, and for each player p1.score, p1.lines, p1.wall, p1.floor
  azul players=2 xyz=1
                 ^^^

expected key=value, not 'BBKW'
  azul players=2 BBKW
                 ^^^^

the key 'round' is given twice
  azul players=2 round=1 centre=B round=2
                                  ^^^^^

there is no player 3: 2 play
  azul players=2 p3.score=1
                 ^^^^^^^^

unknown wall 'gray'; did you mean 'grey'? Known: colour, grey
  azul players=2 wall=gray
                      ^^^^

unknown phase 'start'. Known: draft, tiling, deal, over
  azul players=2 phase=start
                       ^^^^^

round is a number from 1 to 50, not '51'
  azul players=2 round=51
                       ^^

round is a number from 1 to 50, not '0'
  azul players=2 round=0
                       ^

turn is a number from 1 to 2, not '3'
  azul players=2 turn=3
                      ^

marker is centre or a number from 1 to 2, not '3'
  azul players=2 marker=3
                        ^

marker is centre or a number from 1 to 2, not 'center'
  azul players=2 marker=center
                        ^^^^^^

p1.score is a number from 0 to 345, not '346'
  azul players=2 p1.score=346
                          ^^^

with 2 players there are 5 factories, not 4
  azul players=2 factories=BBKW,RRYY,-,-
                           ^^^^^^^^^^^^^

with 3 players there are 7 factories, not 5
  azul players=3 factories=-,-,-,-,-
                           ^^^^^^^^^

factory 2 holds 5 tiles; there is room for 4
  azul players=2 factories=BBKW,RRYYK,-,-,-
                                ^^^^^

factory 2 has 'G', which is no tile; tiles are B blue, Y yellow, R red, K black, W white
  azul players=2 factories=BBKW,RRGY,-,-,-
                                  ^

factory 2 has 'r'; tiles are capital letters, write 'R' for red
  azul players=2 factories=BBKW,rryy,-,-,-
                                ^

factory 2 is missing; write - for no tiles
  azul players=2 factories=BBKW,,-,-,-
                                ^

factory 3 holds 3 tiles; until a player takes from it a factory holds four, unless bag and lid ran out in the fill and the factories after it stayed empty
  azul players=2 factories=BBKW,RRYY,KKW,-,-
                                     ^^^

0 blue in the bag and lid and 2 on factories, centre and boards make 2; the game has 20
  azul players=2 factories=BBKW,RRYY,KKW,-,YYYY bag=- lid=-
                                                    ^

factory 1 holds 3 tiles; until a player takes from it a factory holds four, unless bag and lid ran out in the fill and the factories after it stayed empty
  azul players=2 factories=KKW,RRYY,-,-,- bag=-
                           ^^^

the centre has '2', which is no tile; tiles are B blue, Y yellow, R red, K black, W white
  azul players=2 centre=B2Y1
                         ^

the centre holds 16 tiles; it gets at most 3 from each empty factory, here 15 in all
  azul players=2 centre=BBBYYYRRRKKKWWWB
                        ^^^^^^^^^^^^^^^^

the centre holds 4 tiles; it gets at most 3 from each empty factory, here 3 in all
  azul players=2 factories=BBKW,RRYY,KKKK,WWWW,- centre=BBYY
                                                        ^^^^

21 blue tiles lie on factories, centre and boards; the game has 20
  azul players=2 factories=BBBB,BBBB,BBBB,BBBB,- centre=BB p1.lines=-,-,B3,-,-
                                                                        ^

21 blue tiles lie on factories, centre and boards; the game has 20
  azul players=2 factories=BBBB,BBBB,BBBB,BBBB,- p1.lines=-,B2,B3,-,-
                                                               ^

the bag is - or letters with a count each, such as B10Y7, not 'B10Y'
  azul players=2 bag=B10Y centre=B
                        ^

the bag counts blue twice
  azul players=2 bag=B10B2 centre=B
                        ^^

the bag has 'G', which is no tile; tiles are B blue, Y yellow, R red, K black, W white
  azul players=2 bag=G10 centre=B
                     ^

the bag is - or letters with a count each, such as B10Y7, not 'BBKW'
  azul players=2 bag=BBKW centre=B
                     ^^^^

20 blue in the bag and 1 on factories, centre and boards make 21; the game has 20
  azul players=2 bag=B20 centre=B
                     ^^^

18 blue in the bag and lid and 1 on factories, centre and boards make 19; the game has 20
  azul players=2 centre=B bag=B10Y20R20K20W20 lid=B8
                              ^^^^^^^^^^^^^^^

there are 5 pattern lines, not 2
  azul players=2 centre=B p1.lines=B1,B2
                                   ^^^^^

line 2 has room for 2 tiles, not 3
  azul players=2 centre=B p1.lines=-,B3,-,-,-
                                     ^^

line 2 is 'B1R1'; a line holds one colour only
  azul players=2 centre=B p1.lines=-,B1R1,-,-,-
                                     ^^^^

line 2 is - or a colour and a number such as B2, not 'BB'
  azul players=2 centre=B p1.lines=-,BB,-,-,-
                                     ^^

line 2 holds no tile; write -
  azul players=2 centre=B p1.lines=-,B0,-,-,-
                                     ^^

line 2 has 'b'; tiles are capital letters, write 'B' for blue
  azul players=2 centre=B p1.lines=-,b2,-,-,-
                                     ^

line 2 of player 1 holds blue, which row 2 of the wall shows already
  azul players=2 centre=B p1.lines=-,B1,-,-,- p1.wall=.....,.B...,.....,.....,.....
                                     ^^

the wall has 5 rows, not 2
  azul players=2 centre=B p1.wall=.....,.....
                                  ^^^^^^^^^^^

row 1 of the wall has 5 characters, a letter or . for each space, not '....'
  azul players=2 centre=B p1.wall=....,.....,.....,.....,.....
                                  ^^^^

row 1 of the wall has 'G', which is no tile; tiles are B blue, Y yellow, R red, K black, W white, a free space is .
  azul players=2 centre=B p1.wall=..G..,.....,.....,.....,.....
                                    ^

column 2 of row 2 is B on the coloured wall; W belongs in column 1
  azul players=2 centre=B p1.wall=.....,.W...,.....,.....,.....
                                         ^

row 2 of the grey wall has white twice
  azul players=2 wall=grey centre=B p2.wall=.....,.W.W.,.....,.....,.....
                                                     ^

column 2 of the grey wall has white twice
  azul players=2 wall=grey centre=B p2.wall=.....,.W...,.....,.....,.W...
                                                                     ^

row 1 of player 2's wall is complete, which ends the game: write phase=over
  azul players=2 centre=B p2.wall=BYRKW,.....,.....,.....,.....
                                  ^^^^^

the floor of player 1 holds 8 tiles; there is room for 7, the others go to the lid
  azul players=2 centre=B p1.floor=BBBBBBBB
                                   ^^^^^^^^

nothing to take: a draft needs tiles on a factory or in the centre; before the fill write phase=deal, after the game phase=over
  azul players=2
  ^^^^

no factory is empty, so nobody has taken a tile this round and it is the turn of player 1, who starts it
  azul players=2 turn=2 factories=BBKW,RRYY,BYRK,WWKK,YYYY
                      ^

no factory is empty, so nobody has taken a tile this round and the marker is in the centre
  azul players=2 marker=2 factories=BBKW,RRYY,BYRK,WWKK,YYYY
                        ^

no factory is empty, so nobody has taken a tile this round and the floor of player 2 is empty
  azul players=2 factories=BBKW,RRYY,BYRK,WWKK,YYYY p2.floor=B
                                                             ^

no factory is empty, so nobody has taken a tile this round and line 3 of player 2 can't be full
  azul players=2 factories=BBKW,RRYY,BYRK,WWKK,YYYY p2.lines=-,-,R3,-,-
                                                                 ^^

phase=tiling needs wall=grey: the coloured wall leaves nothing to decide
  azul players=2 phase=tiling p1.lines=-,-,R3,-,-
                       ^^^^^^

in phase=tiling the factories and the centre are empty
  azul players=2 wall=grey phase=tiling p1.lines=-,-,R3,-,- centre=B
                                                                   ^

player 1 has tiled already and line 3 of player 1 can't be full
  azul players=2 wall=grey phase=tiling turn=2 p1.lines=-,-,R3,-,-
                                                            ^^

player 1 has no full line to tile
  azul players=2 wall=grey phase=tiling turn=1 p2.lines=-,-,R3,-,-
                                             ^

player 2 has tiled already and line 1 of player 2 can't be full
  azul players=2 wall=grey phase=tiling marker=2 p1.lines=-,-,R3,-,- p2.lines=B1,-,-,-,-
                                                                              ^^

player 1 has tiled already and the floor of player 1 is empty
  azul players=2 wall=grey phase=tiling turn=2 p2.lines=B1,-,-,-,- p1.floor=B
                                                                            ^

row 2 of player 1's wall is complete, but lines go top to bottom and line 1 is not tiled yet
  azul players=2 wall=grey phase=tiling p1.lines=R1,-,-,-,- p1.wall=.....,BYRKW,.....,.....,.....
                                                                          ^^^^^

row 2 of player 2's wall is complete, which ends the game: write phase=over
  azul players=2 wall=grey phase=tiling p1.lines=R1,-,-,-,- p2.wall=.....,BYRKW,.....,.....,.....
                                                                          ^^^^^

in phase=deal the factories and the centre are empty
  azul players=2 phase=deal factories=BBKW,-,-,-,-
                                      ^^^^^^^^^^^^

in phase=deal the marker is in the centre
  azul players=2 phase=deal marker=1
                                   ^

in phase=deal turn and first are the same player, the next to start
  azul players=2 phase=deal turn=2
                                 ^

in phase=deal the round is tiled and the floor of player 1 is empty
  azul players=2 phase=deal p1.floor=B
                                     ^

in phase=deal the round is tiled and line 3 of player 2 can't be full
  azul players=2 phase=deal p2.lines=-,-,R3,-,-
                                         ^^

row 1 of player 1's wall is complete, which ends the game: write phase=over
  azul players=2 phase=deal p1.wall=BYRKW,.....,.....,.....,.....
                                    ^^^^^

phase=over needs a complete row on a wall, round 50, or an empty bag and an empty lid
  azul players=2 phase=over
                       ^^^^
"""  # noqa: E501


def blocks(text: str) -> list[str]:
    """The parts between empty lines."""
    return text.strip("\n").split("\n\n")


def told(read: Callable[[], object]) -> str:
    """The whole text of the NotationError that this raises."""
    with pytest.raises(NotationError) as caught:
        read()
    return str(caught.value)


def actions(state: State) -> list[int]:
    """The legal actions of a state."""
    out = np.zeros(MAX_ACTIONS, np.int64)
    return [int(a) for a in out[: rules.legal_actions(state, out)]]


def at_random(state: State, rng: random.Random) -> int:
    """Any legal action."""
    return rng.choice(actions(state))


def to_the_floor(state: State, rng: random.Random) -> int:
    """A legal action that feeds the floor, so that the lid and full floors matter."""
    legal = actions(state)
    floor = [a for a in legal if notation.format_move(a, state).endswith("F")]
    return rng.choice(floor if floor and rng.random() < 0.95 else legal)


Choice = Callable[[State, random.Random], int]


def walk(state: State, seed: int, choose: Choice) -> Iterator[State]:
    """Every state of a game from this one to its end, the fills included."""
    state = state.copy()
    rng = random.Random(seed)
    yield state.copy()
    while not rules.is_over(state):
        if rules.chance_due(state):
            rules.deal(state, new_stream(seed, DEAL, int(rules.chance_due(state))))
        else:
            rules.play(state, choose(state, rng))
        yield state.copy()


def assert_round_trips(state: State) -> None:
    """Text, JSON form and JSON text give the state again, bit for bit, unquestioned."""
    text = notation.format(state)
    fields = notation.to_fields(state)
    assert json.loads(json.dumps(fields)) == fields
    for parsed in (notation.parse(text), notation.from_fields(fields)):
        np.testing.assert_array_equal(parsed.state, state, err_msg=text)
        assert parsed.warnings == (), text
        assert notation.format(parsed.state) == text


# --- Round trips ----------------------------------------------------------------------


@each_game
@pytest.mark.parametrize("seed", range(3))
def test_every_state_of_a_random_game_comes_back_bit_for_bit(
    players: int, wall: str, seed: int
) -> None:
    start = notation.new(players, {"wall": wall})
    phases = set()
    for state in walk(start, seed, at_random):
        assert_round_trips(state)
        phases.add(notation.to_fields(state)["phase"])
    expected = {"deal", "draft", "over"} | ({"tiling"} if wall == "grey" else set())
    assert phases == expected


@each_game
def test_states_of_a_game_of_floor_feeders_come_back(players: int, wall: str) -> None:
    states = walk(notation.new(players, {"wall": wall}), 7, to_the_floor)
    for state in itertools.islice(states, 0, None, 7):
        assert_round_trips(state)


@pytest.mark.parametrize("wall", ["colour", "grey"])
@pytest.mark.parametrize("lid", ["-", "Y2W1", "Y4R4K1W5"])
@pytest.mark.parametrize("choose", [at_random, to_the_floor])
def test_states_with_short_factories_come_back(
    wall: str, lid: str, choose: Choice
) -> None:
    text = f"{CROWDED} wall={wall} phase=deal lid={lid} p1.lines=-,-,-,K3,W3"
    dealt = []
    for state in walk(notation.parse(text).state, 1, choose):
        assert_round_trips(state)
        dealt.append([sum(factory) for factory in packing.unpack(state).factories])
    assert dealt[1] == [4, 4, 4, 2, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("seed", range(10))
def test_states_in_which_lines_fall_from_a_grey_wall_come_back(seed: int) -> None:
    text = f"{NO_SPACE} turn=2 centre=KKBB lid=- p1.lines=-,-,R3,W4,-"
    for state in walk(notation.parse(text).state, seed, at_random):
        assert_round_trips(state)


@each_game
def test_the_json_form_equals_the_oracle_at_every_step(players: int, wall: str) -> None:
    rng = random.Random(players)
    state, game = notation.new(players, {"wall": wall}), Game.new(players, wall)
    for _ in range(120):
        assert notation.to_fields(state) == game.to_fields()
        assert list(notation.to_fields(state)) == list(game.to_fields())
        if rules.is_over(state):
            break
        if rules.chance_due(state):
            rules.deal(state, new_stream(players, DEAL, int(rules.chance_due(state))))
            game.fill(notation.format_deal(state).split(","))
        else:
            action = at_random(state, rng)
            game.play(notation.format_move(action, state))
            rules.play(state, action)


@each_game
def test_the_oracle_reads_what_is_written_and_the_other_way_round(
    players: int, wall: str
) -> None:
    for state in walk(notation.new(players, {"wall": wall}), 11, at_random):
        game = Game.from_fields(notation.to_fields(state))
        again = notation.from_fields(game.to_fields()).state
        np.testing.assert_array_equal(again, state)


@each_game
def test_moves_are_written_and_read_back(players: int, wall: str) -> None:
    states = walk(notation.new(players, {"wall": wall}), 3, at_random)
    for state in itertools.islice(states, 0, None, 3):
        game = Game.from_fields(notation.to_fields(state))
        moves = [notation.format_move(action, state) for action in actions(state)]
        assert sorted(moves) == sorted(game.moves())
        assert [notation.parse_move(move, state) for move in moves] == actions(state)


@each_game
def test_deals_are_written_and_read_back(players: int, wall: str) -> None:
    before: State | None = None
    for state in walk(notation.new(players, {"wall": wall}), 5, to_the_floor):
        if before is not None:
            kept = before.copy()
            again = notation.parse_deal(notation.format_deal(state), before)
            np.testing.assert_array_equal(again, state)
            np.testing.assert_array_equal(before, kept)
        before = state if rules.chance_due(state) else None


@each_game
def test_a_new_game_is_the_start_of_the_rules(players: int, wall: str) -> None:
    expected = rules.start(players, wall == "grey")
    np.testing.assert_array_equal(notation.new(players, {"wall": wall}), expected)
    if wall == "colour":
        np.testing.assert_array_equal(notation.new(players, {}), expected)


# --- What may be written --------------------------------------------------------------

CANONICAL = (
    "azul players=2 round=3 turn=1 first=2 marker=2 factories=BBKW,YYRR,-,-,KKWW"
    " centre=BBY bag=B10Y13R12K11W13 lid=B4Y2R2K5W2 p1.score=12 p1.lines=-,B1,R3,-,W2"
    " p1.wall=B....,..Y..,.....,.....,..... p1.floor=R"
    " p2.score=0 p2.lines=-,-,-,-,- p2.wall=.....,.....,.....,.....,....."
    " p2.floor=YK"
)


def test_a_canonical_text_is_written_as_it_was_read() -> None:
    assert notation.format(notation.parse(CANONICAL).state) == CANONICAL


def test_keys_and_tiles_may_come_in_any_order() -> None:
    state = notation.parse(CANONICAL).state
    game, *rest = CANONICAL.split()
    shuffled = random.Random(1).sample(rest, len(rest))
    text = " ".join([game, *shuffled])
    for old, new in {"BBKW": "WBKB", "=YK": "=KY", "B4Y2R2": "R2Y2B4"}.items():
        assert old in text
        text = text.replace(old, new)
    np.testing.assert_array_equal(notation.parse(text).state, state)


def test_a_position_may_fill_lines_and_have_comments() -> None:
    lines = CANONICAL.replace(" p", "\n\tp").splitlines()
    text = "# a game at the club\n\n" + "  # seen\r\n".join(lines) + "#end"
    np.testing.assert_array_equal(
        notation.parse(text).state, notation.parse(CANONICAL).state
    )


def test_everything_but_players_has_a_default() -> None:
    deal = notation.parse("azul players=3 phase=deal bag=B20Y20R20K20W20")
    np.testing.assert_array_equal(deal.state, rules.start(3))
    assert deal.warnings == ()
    fields = notation.to_fields(notation.parse("azul players=2 first=2 centre=B").state)
    assert fields["round"] == 1
    assert fields["phase"] == "draft"
    assert fields["turn"] == 2
    assert fields["marker"] == "centre"
    assert fields["factories"] == ["-"] * 5


def test_a_single_dash_stands_for_a_whole_empty_list() -> None:
    short = "azul players=2 centre=B bag=- factories=- p1.lines=- p1.wall=-"
    long = "azul players=2 centre=B bag=-"
    assert notation.parse(short)[0].tolist() == notation.parse(long)[0].tolist()


@pytest.mark.parametrize(
    ("given", "bag", "lid"),
    [
        ("bag=B10Y20R20K20", "B10Y20R20K20", "B8W20"),
        ("lid=W3", "B18Y20R20K20W17", "W3"),
        ("bag=- lid=B18Y20R20K20W20", "-", "B18Y20R20K20W20"),
        ("bag=B018Y0 lid=Y20R20K20W20", "B18", "Y20R20K20W20"),
    ],
)
def test_one_of_bag_and_lid_follows_from_the_other(
    given: str, bag: str, lid: str
) -> None:
    parsed = notation.parse(f"azul players=2 turn=2 centre=BB {given}")
    fields = notation.to_fields(parsed.state)
    assert (fields["bag"], fields["lid"]) == (bag, lid)
    assert parsed.warnings == ()


# --- Assumptions ----------------------------------------------------------------------

NO_SUPPLY = (
    "bag and lid are not given: the unseen tiles (B19Y20R20K20W20) count as bag, the"
    " lid as empty"
)


def test_all_unseen_tiles_count_as_bag_with_a_warning() -> None:
    parsed = notation.parse("azul players=2 turn=2 centre=B")
    assert parsed.warnings == (NO_SUPPLY,)
    assert notation.to_fields(parsed.state)["bag"] == "B19Y20R20K20W20"
    assert notation.to_fields(parsed.state)["lid"] == "-"


def test_a_doubtful_turn_is_a_warning() -> None:
    parsed = notation.parse("azul players=2 turn=1 centre=B")
    doubt = (
        "with 5 of 5 factories empty and the marker in the centre (5 moves since player"
        " 1 started) it should be the turn of player 2, not of player 1"
    )
    assert parsed.warnings == (NO_SUPPLY, doubt)
    text = "azul players=3 centre=B lid=- factories=BBBB,-,YYYY,RRRR,KKKK,WWWW,YYYY"
    assert notation.parse(text).warnings == (
        "with 1 of 7 factories empty and the marker in the centre (1 move since player"
        " 1 started) it should be the turn of player 2, not of player 1",
    )
    assert notation.parse(text + " turn=2").warnings == ()
    assert notation.parse(text + " marker=1").warnings == ()


def test_a_line_without_a_legal_space_has_fallen_with_a_warning() -> None:
    fallen = (
        "line 3 of player 1 has no legal space for red, so its tiles fell to the floor"
        " and the tiling went on from there"
    )
    text = f"{NO_SPACE} phase=tiling lid=- p1.lines=-,-,R3,W4,-"
    parsed = notation.parse(text)
    fields = notation.to_fields(parsed.state)
    assert parsed.warnings == (fallen,)
    assert (fields["phase"], fields["turn"]) == ("tiling", 1)
    assert (fields["p1.lines"], fields["p1.floor"]) == (
        ["-", "-", "-", "W4", "-"],
        "RRR",
    )
    parsed = notation.parse(text.replace("W4", "-"))
    fields = notation.to_fields(parsed.state)
    assert parsed.warnings == (fallen,)
    assert (fields["phase"], fields["round"], fields["lid"]) == ("deal", 2, "R3")


# --- Refusals -------------------------------------------------------------------------


@pytest.mark.parametrize("block", blocks(REFUSED))
def test_an_impossible_text_is_refused_with_the_rule_and_the_place(block: str) -> None:
    text = block.splitlines()[1].removeprefix("  ")
    assert told(lambda: notation.parse(text)) == block


def test_most_refusals_are_different_ones() -> None:
    assert len(blocks(REFUSED)) >= 70
    assert len({block.splitlines()[0] for block in blocks(REFUSED)}) >= 60


def test_an_empty_text_is_refused() -> None:
    for text in ("", " \n", "# azul players=2"):
        assert told(lambda text=text: notation.parse(text)) == (  # type: ignore[misc]
            "the position is empty; known: azul"
        )


def test_the_caret_stands_in_the_right_line_of_a_file() -> None:
    text = "azul # board\n  players=2  # two\n\tcentre=BX # see\n"
    assert told(lambda: notation.parse(text)) == (
        "the centre has 'X', which is no tile;"
        " tiles are B blue, Y yellow, R red, K black, W white\n"
        "   centre=BX # see\n"
        "           ^"
    )


def test_a_long_line_is_shown_around_the_place() -> None:
    text = CANONICAL.replace("-,W2", "-,W6")
    assert told(lambda: notation.parse(text)) == (
        "line 5 has room for 5 tiles, not 6\n"
        "  ... p1.score=12 p1.lines=-,B1,R3,-,W6"
        " p1.wall=B....,..Y..,.....,.....,..... ...\n"
        "                                     ^^"
    )


def test_a_long_word_is_shown_in_part() -> None:
    error = told(lambda: notation.parse("azul players=" + "2" * 300))
    sentence, line, caret = error.splitlines()
    assert sentence.endswith(f"not '{'2' * 37}...'")
    assert len(line) == len("  ") + 96
    assert line.endswith("2...")
    assert caret.strip() == "^" * 48


def test_a_character_without_shape_keeps_the_caret_in_place() -> None:
    assert told(lambda: notation.parse("azul players=2 centre=B\x1bX")) == (
        "the centre has '?', which is no tile;"
        " tiles are B blue, Y yellow, R red, K black, W white\n"
        "  azul players=2 centre=B?X\n"
        "                         ^"
    )


@pytest.mark.parametrize("seed", range(300))
def test_a_damaged_text_is_refused_or_read_as_it_stands(seed: int) -> None:
    rng = random.Random(seed)
    text = rng.choice([CANONICAL, TO_DRAFT, TO_TILE, f"{ALL_ON_BOARDS} phase=over"])
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len("azul "), len(text))
        text = (
            text[:at]
            + rng.choice("BYRKW-.,=1250 ax#")
            + text[at + rng.choice((0, 1)) :]
        )
    try:
        state = notation.parse(text).state
    except NotationError:
        return
    assert notation.parse(notation.format(state)).state.tolist() == state.tolist()
    for after in itertools.islice(walk(state, seed, at_random), 40):
        Game.from_fields(notation.to_fields(after)).check_tiles()


def test_an_error_says_message_text_and_place() -> None:
    with pytest.raises(NotationError) as caught:
        notation.parse("azul players=7")
    error = caught.value
    assert error.message == "players is a number from 2 to 4, not '7'"
    assert error.text[error.start : error.end] == "7"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_without_a_tile_for_the_next_round_the_game_is_over() -> None:
    assert_round_trips(notation.parse(f"{ALL_ON_BOARDS} phase=over").state)
    error = told(lambda: notation.parse(f"{ALL_ON_BOARDS} phase=deal"))
    sentence, line, caret = error.splitlines()
    assert sentence == "bag and lid are empty, which ends the game: write phase=over"
    assert line[caret.index("^") : caret.rindex("^") + 1] == "deal"


def test_round_fifty_and_a_complete_row_end_the_game() -> None:
    for reason in ("round=50", "p2.wall=.....,WBYRK,.....,.....,....."):
        text = f"azul players=2 phase=over {reason} lid=-"
        assert notation.format(notation.parse(text).state).split()[3] == "phase=over"


# --- The JSON form --------------------------------------------------------------------

FIELDS = notation.to_fields(notation.parse(CANONICAL).state)


# Each block: what is changed, the sentence, the place as text, and the caret line.
REFUSED_FIELDS = """
{"players": True}
the value of 'players' is true; it must be a whole number, a word or a list of words
  players=true
          ^^^^

{"round": 2.0}
the value of 'round' is a fraction; it must be a whole number, a word or a list of words
  round=2.0
        ^^^

{"p1.floor": ""}
the value of 'p1.floor' is an empty text; it must be a whole number, a word or a list of words
  p1.floor=""
           ^^

{"factories": []}
the value of 'factories' is an empty list; it must be a whole number, a word or a list of words
  factories=[]
            ^^

{"round": None}
the value of 'round' is null; it must be a whole number, a word or a list of words
  round=null
        ^^^^

{"round": {"a": 1}}
the value of 'round' is an object; it must be a whole number, a word or a list of words
  round={"a": 1}
        ^^^^^^^^

{"factories": ["BBKW", None]}
the value of 'factories' is a list of other things; it must be a whole number, a word or a list of words
  factories=["BBKW", null]
            ^^^^^^^^^^^^^^

{"centre": "BBY turn=2"}
the centre has ' ', which is no tile; tiles are B blue, Y yellow, R red, K black, W white
  ... factories=BBKW,YYRR,-,-,KKWW centre=BBY turn=2 bag=B10Y13R12K11W13 lid=B4Y2R2K5W2 ...
                                             ^

{"factories": ["BBKW", "", "-", "-", "-"]}
factory 2 is missing; write - for no tiles
  ... turn=1 first=2 marker=2 factories=BBKW,,-,-,- centre=BBY bag=B10Y13R12K11W13 ...
                                             ^

{"p2.lines": ["-", "B3", "-", "-", "-"]}
line 2 has room for 2 tiles, not 3
  ... p1.floor=R p2.score=0 p2.lines=-,B3,-,-,- ...
                                       ^^

{"p1.score x": 1}
unknown key 'p1.score x'; did you mean 'p1.score'? Keys: players, wall, round, phase, turn, first, marker, factories, centre, bag, lid, and for each player p1.score, p1.lines, p1.wall, p1.floor
  ... p2.score=0 p2.lines=-,-,-,-,- p2.wall=.....,.....,.....,.....,..... p2.floor=YK p1.score x=1
                                                                                      ^^^^^^^^^^

{"game": "chess"}
unknown game 'chess'. Known: azul
  chess players=2 wall=colour round=3 phase=draft turn=1 first=2 marker=2 ...
  ^^^^^
"""  # noqa: E501


@pytest.mark.parametrize("block", blocks(REFUSED_FIELDS))
def test_an_impossible_json_form_is_refused_at_its_key(block: str) -> None:
    changes, _, error = block.partition("\n")
    fields = FIELDS | ast.literal_eval(changes)
    assert told(lambda: notation.from_fields(fields)) == error


def test_a_json_form_names_the_game() -> None:
    assert told(lambda: notation.from_fields({"players": 2})) == (
        'the key \'game\' is missing; write "game": "azul"'
    )


def test_the_json_form_takes_the_defaults_and_words_of_the_text() -> None:
    fields = {"game": "azul", "players": "2", "turn": 2, "centre": "B", "bag": "-"}
    text = "azul players=2 turn=2 centre=B bag=-"
    np.testing.assert_array_equal(
        notation.from_fields(fields).state, notation.parse(text).state
    )


# --- Games, deals and moves -----------------------------------------------------------


def test_the_first_word_names_the_game() -> None:
    assert game_name("# here\n flowers players=2") == "flowers"
    assert game_name(CANONICAL, ("azul", "flowers")) == "azul"
    assert told(lambda: game_name("flower x=1", ("azul", "flowers"))) == (
        "unknown game 'flower'; did you mean 'flowers'? Known: azul, flowers\n"
        "  flower x=1\n"
        "  ^^^^^^"
    )


@pytest.mark.parametrize(
    ("players", "options", "error"),
    [
        (5, {}, "azul is for 2 to 4 players, not 5\n  players=5\n          ^"),
        (
            2,
            {"wall": "gray"},
            "unknown wall 'gray'; did you mean 'grey'? Known: colour, grey\n"
            "  wall=gray\n"
            "       ^^^^",
        ),
        (
            2,
            {"walls": "grey"},
            "unknown option 'walls'; did you mean 'wall'? Known: wall\n"
            "  walls=grey\n"
            "  ^^^^^",
        ),
    ],
)
def test_an_unknown_game_option_is_refused(
    players: int, options: dict[str, str], error: str
) -> None:
    assert told(lambda: notation.new(players, options)) == error


REFUSED_DEALS = """
with 2 players there are 5 factories, not 2
  YYYY,BBKR
  ^^^^^^^^^

factory 5 gets 4 tiles, not 3: 84 are left in bag and lid
  YYYY,BBKR,BBBB,KKKK,WWW
                      ^^^

factory 3 gets 4 tiles, not 0: 92 are left in bag and lid
  YYYY,BBKR,-,KKKK,WWWW
            ^

factory 1 holds 5 tiles; there is room for 4
  YYYYB,BKRK,BBBB,KKKK,WWWW
  ^^^^^

factory 2 has 'X', which is no tile; tiles are B blue, Y yellow, R red, K black, W white
  YYYY,BBKX,BBBB,KKKK,WWWW
          ^

factory 1 gets 4 black, but the bag has 0
  KKKK,YYYY,BBBB,BBBB,WWWW
  ^^^^

factory 2 gets the last 2 tiles of the bag, BR, before the lid is poured into it
  YYYY,KKKR,BBBB,BBBB,WWWW
       ^^^^

factory 1 gets 4 tiles, not 0: 100 are left in bag and lid
  -
  ^
"""


def deal_due() -> State:
    """A position before a fill, six tiles in the bag, the other 94 in the lid."""
    return notation.parse("azul players=2 phase=deal bag=B1Y4R1").state


@pytest.mark.parametrize("block", blocks(REFUSED_DEALS))
def test_an_impossible_deal_is_refused(block: str) -> None:
    text = block.splitlines()[1].strip()
    assert told(lambda: notation.parse_deal(text, deal_due())) == block


@pytest.mark.parametrize(
    ("deal", "bag", "lid"),
    [
        ("YYYY,BKKR,BBBB,BBBB,WWWW", "B11Y16R19K18W16", "-"),
        ("BRYY,YYWW,KKKK,KKKK,KKKK", "B19Y16R19K8W18", "-"),
    ],
)
def test_the_lid_is_poured_when_the_bag_is_empty(deal: str, bag: str, lid: str) -> None:
    state = notation.parse_deal(f" {deal} ", deal_due())
    fields = notation.to_fields(state)
    assert (fields["bag"], fields["lid"], fields["phase"]) == (bag, lid, "draft")


def test_the_lid_stays_when_the_bag_is_just_enough() -> None:
    due = notation.parse("azul players=2 phase=deal bag=B20").state
    fields = notation.to_fields(notation.parse_deal("BBBB,BBBB,BBBB,BBBB,BBBB", due))
    assert (fields["bag"], fields["lid"]) == ("-", "Y20R20K20W20")


def test_a_deal_takes_no_more_than_bag_and_lid_hold() -> None:
    due = notation.parse(f"{CROWDED} phase=deal bag=Y1W1").state
    assert told(lambda: notation.parse_deal("YWBB,-,-,-,-,-,-,-,-", due)) == (
        "factory 1 gets 2 blue, but bag and lid have 0\n  YWBB,-,-,-,-,-,-,-,-\n  ^^^^"
    )
    assert told(lambda: notation.parse_deal("YWRR,RRRK,-,-,-,-,-,-,-", due)) == (
        "factory 2 gets 3 red, but the bag has 2\n"
        "  YWRR,RRRK,-,-,-,-,-,-,-\n"
        "       ^^^^"
    )


def test_no_deal_is_read_when_none_is_due() -> None:
    state = notation.parse(CANONICAL).state
    assert told(lambda: notation.parse_deal("YYYY,BBKR", state)) == (
        "no fill is due in phase=draft\n  YYYY,BBKR\n  ^^^^^^^^^"
    )


REFUSED_MOVES = """
a move is source, colour and destination, such as 3B4, CB4 or 3BF, not '1B'
  1B
  ^^

moves are written in capitals: 1B5
  1b5
  ^^^

there are 5 factories
  6B1
  ^^^

factory 3 holds no blue
  3B4
  ^^^

the centre holds no red
  CR1
  ^^^

line 1 is full
  1B1
  ^^^

line 2 holds red
  1B2
  ^^^

row 3 of the wall shows blue already
  1B3
  ^^^
"""
REFUSED_TILINGS = """
a move is T, line and column, such as T32, not '3R1'
  3R1
  ^^^

moves are written in capitals: T31
  t31
  ^^^

line 3 is to be tiled, not line 4
  T41
  ^^^

column 2 of the wall shows red already
  T32
  ^^^

column 3 of row 3 is taken
  T33
  ^^^
"""


@pytest.mark.parametrize("block", blocks(REFUSED_MOVES))
def test_an_illegal_move_of_the_draft_is_refused(block: str) -> None:
    state = notation.parse(TO_DRAFT).state
    why, text, caret = block.splitlines()
    legal = "; legal: CB5, CBF, 1B5, 1BF, CY3, CY5 and 21 more"
    error = told(lambda: notation.parse_move(text.strip(), state))
    assert error == f"{why}{legal}\n{text}\n{caret}"


@pytest.mark.parametrize("block", blocks(REFUSED_TILINGS))
def test_an_illegal_move_of_the_tiling_is_refused(block: str) -> None:
    state = notation.parse(TO_TILE).state
    why, text, caret = block.splitlines()
    error = told(lambda: notation.parse_move(text.strip(), state))
    assert error == f"{why}; legal: T31, T34, T35\n{text}\n{caret}"


def test_no_move_is_possible_before_a_fill_and_after_the_end() -> None:
    assert told(lambda: notation.parse_move("1B1", rules.start(2))) == (
        "no move is possible: the factories are not filled yet\n  1B1\n  ^^^"
    )
    over = notation.parse("azul players=2 phase=over round=50").state
    assert told(lambda: notation.parse_move("1B1", over)) == (
        "no move is possible: the game is over\n  1B1\n  ^^^"
    )


def test_a_turn_is_one_or_more_moves_between_spaces() -> None:
    state = notation.parse(TO_DRAFT).state
    first = notation.parse_move("1B5", state)
    assert notation.parse_turn(" 1B5 ", state) == [first]
    after = state.copy()
    rules.play(after, first)
    second = notation.parse_move("CY3", after)
    kept = state.copy()
    assert notation.parse_turn("1B5 CY3", state) == [first, second]
    np.testing.assert_array_equal(state, kept)
    assert told(lambda: notation.parse_turn("1B5  1B5 CY3", state)) == (
        "factory 1 holds no blue; legal: CB1, CB2, CB3, CB4, CB5, CBF and 42 more\n"
        "  1B5  1B5 CY3\n"
        "       ^^^"
    )
    assert told(lambda: notation.parse_turn(" ", state)) == (
        "a move is source, colour and destination, such as 3B4, CB4 or 3BF, not '';"
        " legal: CB5, CBF, 1B5, 1BF, CY3, CY5 and 21 more"
    )
