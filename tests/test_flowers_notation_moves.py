"""Moves, turns, deals and new games of Flowers as text."""

from __future__ import annotations

import ast

import numpy as np
import pytest

from engines.flowers import notation, rules
from engines.flowers.rules import Stack, Switches
from engines.protocol import State
from tests.flowers_games import (
    ODD_OPTIONS,
    Options,
    actions,
    at,
    blocks,
    steps,
    told,
)

GARDENS = "p1.garden=O:R4b,E1:Y1 p2.garden=O:Y1,N1:G2"
TO_DRAW = f"flowers players=2 stacks=R3:25,B3:25,blind:26 {GARDENS}"
PLACES = {
    "draw": TO_DRAW,
    "at once": f"flowers players=2 rules=digest stacks=R3:25,B3:25,blind:26 {GARDENS}",
    "place": "flowers players=2 cover-limit=1 stacks=hidden:24,B3:25,blind:26 drawn=R3"
    " p1.garden=O:R4b,E1:Y1/B2 p2.garden=O:Y1,N1:G2/G3",
    "summer": "flowers players=2 summer=yes stacks=hidden:24,B3:26,blind:26 drawn=R3"
    " p1.garden=O:P,E1:Y1 p2.garden=O:P,W1:G2",
    "empty": "flowers players=2 end=one-more-each last=1 stacks=hidden:0,B3:26,blind:26"
    " p1.garden=O:R4b,E1:Y1 p2.garden=O:Y1",
    "setup": "flowers players=2",
    "reveal": "flowers players=2 p1.garden=O:R4b p2.garden=O:Y1",
    "blind": f"flowers players=2 stacks=R3:25,B3:25,blind:25 from=3 {GARDENS}",
    "over": "flowers players=2 phase=over stacks=R3:25,B3:25,blind:0"
    " p1.garden=O:R4b,E1:Y1 p2.garden=O:Y1",
}
EVERY_GAME: list[Options] = [{}, {"rules": "digest", "summer": "yes"}, *ODD_OPTIONS]
each_game = pytest.mark.parametrize("options", EVERY_GAME, ids=str)
each_number = pytest.mark.parametrize("players", notation.PLAYERS)


# --- Written and read back ------------------------------------------------------------


@each_number
@each_game
def test_moves_and_deals_are_written_and_read_back(
    players: int, options: Options
) -> None:
    for step in steps(notation.new(players, options), 5):
        if step.action is None:
            kept = step.before.copy()
            text = notation.format_deal(step.after, step.before)
            again = notation.parse_deal(f" {text} ", step.before)
            np.testing.assert_array_equal(again, step.after, err_msg=text)
            np.testing.assert_array_equal(step.before, kept)
        else:
            legal = actions(step.before)
            moves = [notation.format_move(action, step.before) for action in legal]
            assert len(set(moves)) == len(moves)
            text = notation.format_move(step.action, step.before)
            assert notation.parse_move(f" {text} ", step.before) == step.action


def test_a_blind_draw_is_written_without_the_state_before_it() -> None:
    before = at(PLACES["blind"])
    after = notation.parse_deal("R4y", before)
    assert notation.format_deal(after) == notation.format_deal(after, before) == "R4y"


def test_cells_are_named_by_their_distance_from_the_start_card() -> None:
    gardens = "p1.garden=O:R4b,W1:Y1,W1S1:B2 p2.garden=O:Y1,N1:G2,N2:G1"
    state = at(f"flowers players=2 stacks=hidden:23,B3:25,blind:26 drawn=R3 {gardens}")
    moves = [notation.format_move(action, state) for action in actions(state)]
    covers, free = moves[:3], moves[3:]
    assert covers == ["O", "W1", "W1S1"]
    assert sorted(free) == ["E1", "N1", "S1", "W1N1", "W1S2", "W2", "W2S1"]


def test_far_cells_with_the_same_spot_on_the_grid_are_told_apart() -> None:
    # 63 steps north and one west of O, or 40 east, come to spots used near O too.
    east = ",".join(f"E{n}:{card}" for n, card in enumerate(cards(), 1))
    text = "flowers players=1 phase=over stacks=hidden:0,blind:9 p1.garden=O:Y1"
    fields = notation.to_fields(at(f"{text},{east}"))
    assert fields["p1.garden"] == ["O:Y1", *east.split(",")]
    north = east.replace("E", "N")
    fields = notation.to_fields(at(f"{text},{north}"))
    assert fields["p1.garden"] == ["O:Y1", *north.split(",")]


def cards() -> list[str]:
    """Sixty number cards of which there are enough."""
    return [f"{c}{n}" for c in "YRBG" for n in (2, 3, 4) for _ in range(5)]


# --- Turns ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "text", "moves"),
    [
        ("draw", "2:E1N1", "2 E1N1"),
        ("draw", " 2  E1N1 ", "2 E1N1"),
        ("draw", "1:O", "1 O"),
        ("draw", "2", "2"),
        ("draw", "3", "3"),
        ("at once", "2", "2"),
        ("place", "N1", "N1"),
    ],
)
def test_a_turn_is_one_or_two_decisions(where: str, text: str, moves: str) -> None:
    state, found = at(PLACES[where]), []
    kept = state.copy()
    turn = notation.parse_turn(text, state)
    np.testing.assert_array_equal(state, kept)
    for action in turn:
        found.append(notation.format_move(action, state))
        rules.play(state, action)
    assert found == moves.split()


def test_the_joint_and_the_words_that_follow_fit_the_moves() -> None:
    state = at(TO_DRAW)
    for first in actions(state)[:2]:
        drawn = state.copy()
        rules.play(drawn, first)
        for second in actions(drawn):
            texts = [
                notation.format_move(first, state),
                notation.format_move(second, drawn),
            ]
            assert texts[1].startswith(notation.FOLLOWING)
            assert not texts[0].startswith(notation.FOLLOWING)
            text = notation.JOINT.join(texts)
            assert notation.parse_turn(text, state) == [first, second]


def test_a_stack_that_was_emptied_keeps_nothing_waiting() -> None:
    stacks = "stacks=R3:1,B3:25,blind:26"
    state = at(f"flowers players=2 rules=digest {stacks} {GARDENS}")
    assert len(notation.parse_turn("1:E2", state)) == 2


# --- What is refused ------------------------------------------------------------------

REFUSED_MOVES = """
draw
there is no stack 4; they are numbered from 1 to 3; legal: 1, 2, 3
  4
  ^

draw
there is no stack 0; they are numbered from 1 to 3; legal: 1, 2, 3
  0
  ^

draw
a move is the number of the stack to draw from, not '02'; legal: 1, 2, 3
  02
  ^^

draw
a move is the number of the stack to draw from, not 'E1'; legal: 1, 2, 3
  E1
  ^^

draw
a move is the number of the stack to draw from, not '2:E1'; legal: 1, 2, 3
  2:E1
  ^^^^

empty
stack 1 is empty; legal: 2, 3
  1
  ^

place
a move is the cell for the card drawn, not '2'; a cell is O, or E or W with a distance, N or S with a distance, or both, such as E1, S2 or W1N2; legal: O, S1, W1, N1, E2, E1N1 and 1 more
  2
  ^

place
this cell is written E1; legal: O, S1, W1, N1, E2, E1N1 and 1 more
  e1
  ^^

place
this cell is written E1N1; legal: O, S1, W1, N1, E2, E1N1 and 1 more
  N1E1
  ^^^^

place
this cell is written E1; legal: O, S1, W1, N1, E2, E1N1 and 1 more
  E01
  ^^^

place
E1 has 1 covered card, and with cover-limit=1 takes no more; legal: O, S1, W1, N1, E2, E1N1 and 1 more
  E1
  ^^

place
E3 touches no card in the garden of player 1; a card is placed beside another, edge to edge, or on one; legal: O, S1, W1, N1, E2, E1N1 and 1 more
  E3
  ^^

place
a move is the cell for the card drawn, not 'X1'; a cell is O, or E or W with a distance, N or S with a distance, or both, such as E1, S2 or W1N2; legal: O, S1, W1, N1, E2, E1N1 and 1 more
  X1
  ^^

place
the cell of the start card is written with the letter O; legal: O, S1, W1, N1, E2, E1N1 and 1 more
  0
  ^

place
the cell of the start card is written with the letter O; legal: O, S1, W1, N1, E2, E1N1 and 1 more
  o
  ^

place
a move is the cell for the card drawn, not 'E0'; a cell is O, or E or W with a distance, N or S with a distance, or both, such as E1, S2 or W1N2; legal: O, S1, W1, N1, E2, E1N1 and 1 more
  E0
  ^^

summer
with summer-cover=no the purple card is never covered; legal: E1, S1, W1, N1, E2, E1N1 and 1 more
  O
  ^

setup
no move is possible: the start cards are not dealt yet
  1
  ^

reveal
no move is possible: the top of stack 1 must be turned up first
  1
  ^

blind
no move is possible: the card drawn from stack 3 must be seen first
  E1
  ^^

over
no move is possible: the game is over
  1
  ^
"""  # noqa: E501

REFUSED_TURNS = """
draw
no move is possible: the card drawn from stack 3 must be seen first
  3:E1
    ^^

draw
no move is possible: the card drawn from stack 3 must be seen first
  3 E1
    ^^

draw
E4 touches no card in the garden of player 1; a card is placed beside another, edge to edge, or on one; legal: O, E1, S1, W1, N1, E2 and 2 more
  2:E4
    ^^

draw
E4 touches no card in the garden of player 1; a card is placed beside another, edge to edge, or on one; legal: O, E1, S1, W1, N1, E2 and 2 more
  2 E4
    ^^

draw
a move is the cell for the card drawn, not ''; a cell is O, or E or W with a distance, N or S with a distance, or both, such as E1, S2 or W1N2; legal: O, E1, S1, W1, N1, E2 and 2 more
  2:
    ^

draw
a move is the number of the stack to draw from, not ''; legal: 1, 2, 3
  :E1
  ^

draw
no move is possible: the top of stack 2 must be turned up first
  2:W1 1
       ^

draw
no move is possible: the top of stack 2 must be turned up first
  2:W1:W2
       ^^

draw
a move is the cell for the card drawn, not ''; a cell is O, or E or W with a distance, N or S with a distance, or both, such as E1, S2 or W1N2; legal: O, E1, S1, W1, N1, E2 and 2 more
  2: W1
    ^

at once
no move is possible: the top of stack 2 must be turned up first
  2:E1
    ^^

place
no move is possible: the top of stack 1 must be turned up first
  W1 1:E1
     ^
"""  # noqa: E501

REFUSED_DEALS = """
draw
no card is to be turned up in phase=draw
  R3
  ^^

place
no card is to be turned up in phase=place
  R3
  ^^

over
no card is to be turned up in phase=over
  R3
  ^^

reveal
a deal has 'R5'; a card is a colour, Y, R, B or G, a number from 1 to 4 and, for a butterfly, the small letter of its colour, such as R3 or R4b
  R5
  ^^

reveal
no R4b is unseen; the game has 1
  R4b
  ^^^

reveal
a deal has 'r3'; this card is written R3
  r3
  ^^

reveal
a deal has 'R4r'; a butterfly has another colour than its card
  R4r
  ^^^

reveal
a deal has 'P'; the purple card lies in gardens only
  P
  ^

reveal
a deal has 'R3,R3'; a card is a colour, Y, R, B or G, a number from 1 to 4 and, for a butterfly, the small letter of its colour, such as R3 or R4b
  R3,R3
  ^^^^^

setup
a deal has 'O:R3'; a card is a colour, Y, R, B or G, a number from 1 to 4 and, for a butterfly, the small letter of its colour, such as R3 or R4b
  O:R3
  ^^^^

blind
a deal has '[R3]'; a card is a colour, Y, R, B or G, a number from 1 to 4 and, for a butterfly, the small letter of its colour, such as R3 or R4b
  [R3]
  ^^^^
"""  # noqa: E501

REFUSED_NEW = """
5 {}
flowers is for 1 to 4 players, not 5
  players=5
          ^

0 {}
flowers is for 1 to 4 players, not 0
  players=0
          ^

2 {'rules': 'offical'}
unknown rules 'offical'; did you mean 'official'? Known: official, digest
  rules=offical
        ^^^^^^^

2 {'sumer': 'yes'}
unknown option 'sumer'; did you mean 'summer'? Known: rules, summer, reveal, end, covered, butterfly, ties, summer-cover, min-group, removal, group-table, cover-limit, stacks
  sumer=yes
  ^^^^^

2 {'players': '2'}
unknown option 'players'. Known: rules, summer, reveal, end, covered, butterfly, ties, summer-cover, min-group, removal, group-table, cover-limit, stacks
  players=2
  ^^^^^^^

2 {'end': 'later'}
unknown end 'later'. Known: immediate, one-more-each, finish-round
  end=later
      ^^^^^

2 {'stacks': 'R3:20,blind:20'}
in a new game no top is turned up yet: write hidden:20
  stacks=R3:20,blind:20
         ^^^^^

2 {'stacks': 'hidden:0,blind:20'}
in a new game every stack holds cards
  stacks=hidden:0,blind:20
         ^^^^^^^^

2 {'stacks': 'hidden:54,blind:53'}
107 cards can't lie face down in the stacks besides 2 start cards: there are 108 unseen cards
  stacks=hidden:54,blind:53
         ^^^^^^^^^^^^^^^^^^

2 {'summer': 'yes', 'stacks': 'hidden:54,blind:55'}
109 cards can't lie face down in the stacks: there are 108 unseen cards
  stacks=hidden:54,blind:55
         ^^^^^^^^^^^^^^^^^^

1 {'stacks': 'blind:31,blind:31'}
with these stacks a garden could come to have 62 cells; there is room for 61
  stacks=blind:31,blind:31
         ^^^^^^^^^^^^^^^^^

2 {'stacks': '-'}
a stack is the card it shows, hidden or blind, a colon and its height, such as R4b:25, not '-'
  stacks=-
         ^

2 {'cover-limit': '-1'}
cover-limit is none or a number from 0 to 60, not '-1'
  cover-limit=-1
              ^^

2 {'group-table': '5,,6'}
group-table is per-card or up to 8 numbers from 0 to 99, not ''
  group-table=5,,6
                ^

2 {'min-group': 'x'}
min-group is a number from 1 to 20, not 'x'
  min-group=x
            ^

2 {'stacks': '20,20'}
a stack is the card it shows, hidden or blind, a colon and its height, such as R4b:25, not '20'
  stacks=20,20
         ^^

2 {'stacks': 'blind:9,blind:9,blind:9,blind:9,blind:9,blind:9,blind:9'}
a game has 1 to 6 stacks, not 7
  stacks=blind:9,blind:9,blind:9,blind:9,blind:9,blind:9,blind:9
         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"""  # noqa: E501


def where_and_error(block: str) -> tuple[State, str, str]:
    """The state of a block, the text that is refused, and the error."""
    where, _, error = block.partition("\n")
    return at(PLACES[where]), error.splitlines()[1].strip(), error


@pytest.mark.parametrize("block", blocks(REFUSED_MOVES))
def test_an_illegal_move_is_refused(block: str) -> None:
    state, text, error = where_and_error(block)
    assert told(lambda: notation.parse_move(text, state)) == error


@pytest.mark.parametrize("block", blocks(REFUSED_TURNS))
def test_an_impossible_turn_is_refused_at_its_first_illegal_move(block: str) -> None:
    state, text, error = where_and_error(block)
    assert told(lambda: notation.parse_turn(text, state)) == error


@pytest.mark.parametrize("block", blocks(REFUSED_DEALS))
def test_an_impossible_deal_is_refused(block: str) -> None:
    state, text, error = where_and_error(block)
    assert told(lambda: notation.parse_deal(text, state)) == error


def test_an_empty_move_is_none() -> None:
    state = at(TO_DRAW)
    for read in (notation.parse_move, notation.parse_turn):
        assert told(lambda read=read: read(" ", state)).startswith(  # type: ignore[misc]
            "a move is the number of the stack to draw from, not ''"
        )


# --- New games ------------------------------------------------------------------------


@pytest.mark.parametrize("block", blocks(REFUSED_NEW))
def test_an_unknown_game_option_is_refused(block: str) -> None:
    asked, _, error = block.partition("\n")
    players, _, options = asked.partition(" ")
    given = ast.literal_eval(options)
    assert told(lambda: notation.new(int(players), given)) == error


def test_a_new_game_is_the_start_of_the_rules() -> None:
    options = {"summer": "yes", "rules": "digest", "end": "finish-round"}
    options["stacks"] = "hidden:20,hidden:20,blind:20"
    switches = Switches(1, 2, 1, 1, summer=1)
    stacks = [Stack(20, False), Stack(20, False), Stack(20, True)]
    expected = rules.start(2, switches, stacks)
    np.testing.assert_array_equal(notation.new(2, options), expected)


def test_every_option_and_switch_is_a_key_and_is_listed() -> None:
    assert notation.OPTIONS == {
        "rules": ("official", "digest"),
        "summer": ("no", "yes"),
    }
    assert notation.SWITCHES == {
        "reveal": "after-placement|immediate",
        "end": "immediate|one-more-each|finish-round",
        "covered": "with-removed|none|all",
        "butterfly": "butterfly-colour|card-colour",
        "ties": "chain|shared",
        "summer-cover": "no|yes",
        "min-group": "1..20",
        "removal": "0..9",
        "group-table": "per-card|N,N,...",
        "cover-limit": "none|0..60",
        "stacks": "hidden:N,...,blind:N,...",
    }
    assert {*notation.OPTIONS, *notation.SWITCHES} < {*notation.KEYS.table}
