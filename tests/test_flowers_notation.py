"""The notation of Flowers: what it reads, writes, derives and assumes."""

from __future__ import annotations

import ast
import itertools
import json
import random

import numpy as np
import pytest

from engines.flowers import notation, packing, rules
from engines.flowers.layout import HEIGHTS, MAX_CELLS, MAX_STACKS
from engines.flowers.rules import Switches
from engines.protocol import State
from engines.rng import DEAL, new_stream
from engines.text import NotationError
from tests.flowers_games import (
    ODD_OPTIONS,
    Options,
    actions,
    at,
    blocks,
    steps,
    told,
    walk,
)
from tests.oracles.flowers import Game

USUAL_OPTIONS: list[Options] = [
    {"rules": rules_of, "summer": summer}
    for rules_of in ("official", "digest")
    for summer in ("no", "yes")
]
each_number = pytest.mark.parametrize("players", notation.PLAYERS)
each_usual = pytest.mark.parametrize("options", USUAL_OPTIONS, ids=str)
each_game = pytest.mark.parametrize("options", USUAL_OPTIONS + ODD_OPTIONS, ids=str)


# --- Round trips ----------------------------------------------------------------------


def assert_round_trips(state: State, doubtful: bool = False) -> None:
    """Text, JSON form and JSON text give the state again, word for word."""
    text = notation.format(state)
    fields = notation.to_fields(state)
    assert json.loads(json.dumps(fields)) == fields
    for parsed in (notation.parse(text), notation.from_fields(fields)):
        np.testing.assert_array_equal(parsed.state, state, err_msg=text)
        assert doubtful or parsed.warnings == (), text
    assert notation.format(parsed.state) == text


@each_number
@each_usual
def test_every_state_of_a_random_game_comes_back_word_for_word(
    players: int, options: Options
) -> None:
    phases = set()
    for state in walk(notation.new(players, options), players):
        assert_round_trips(state)
        phases.add(notation.to_fields(state)["phase"])
    setup = {"setup"} if options["summer"] == "no" else set()
    assert phases == setup | {"draw", "place", "reveal", "blind", "over"}


@each_number
@pytest.mark.parametrize("options", ODD_OPTIONS, ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_states_of_games_with_other_switches_and_stacks_come_back(
    players: int, options: Options, seed: int
) -> None:
    for state in walk(notation.new(players, options), seed):
        assert_round_trips(state, doubtful=True)


def test_odd_games_have_what_is_rare() -> None:
    discards = emptied = two_hidden = waiting = 0
    for options, players in itertools.product(ODD_OPTIONS, notation.PLAYERS):
        for state in walk(notation.new(players, options), 2):
            position = packing.unpack(state)
            discards += position.discard
            emptied += len(position.empty()) > 1
            two_hidden += sum(position.sizes()) > 2 and len(position.hidden()) > 1
            waiting += position.last > 1
    assert min(discards, emptied, two_hidden, waiting) > 3


def test_the_longest_game_of_all_comes_back() -> None:
    state = notation.new(1, {"stacks": "blind:31,blind:30", "cover-limit": "0"})
    rng = new_stream(1, DEAL)
    while not rules.is_over(state):
        rules.deal(state, rng)
        if legal := actions(state):
            higher = max(legal, key=lambda stack: state[HEIGHTS + stack % MAX_STACKS])
            rules.play(state, legal[-1] if rules.is_mid_turn(state) else higher)
        assert_round_trips(state, doubtful=True)
    assert packing.unpack(state).sizes() == [MAX_CELLS]


# --- The oracle -----------------------------------------------------------------------


@each_number
@each_game
def test_the_json_form_equals_the_oracle_at_every_step(
    players: int, options: Options
) -> None:
    state, game = notation.new(players, options), Game.new(players, options)
    for step in steps(state, players + 1):
        fields = notation.to_fields(step.before)
        assert fields == game.to_fields()
        assert list(fields) == list(game.to_fields())
        moves = [notation.format_move(a, step.before) for a in actions(step.before)]
        assert sorted(moves) == sorted(game.moves())
        if step.action is None:
            game.apply_deal(notation.format_deal(step.after, step.before))
        else:
            game.play(notation.format_move(step.action, step.before))
    assert notation.to_fields(step.after) == game.to_fields()
    assert game.over


# --- What is written ------------------------------------------------------------------

CANONICAL = (
    "flowers players=2 rules=digest end=finish-round min-group=4 group-table=4,6,9"
    " phase=place turn=1 first=2 last=1 stacks=R4b:30,hidden:0,blind:42 drawn=G3 from=2"
    " gone=Y1,B4y p1.garden=O:R4y,E1:Y1/B2 p2.garden=O:Y1,W1:G3,W1N1:G2,S1:B1"
)
FIELDS = {
    "game": "flowers",
    "players": 2,
    "rules": "digest",
    "reveal": "immediate",
    "end": "finish-round",
    "covered": "none",
    "butterfly": "card-colour",
    "ties": "chain",
    "summer": "no",
    "summer-cover": "no",
    "min-group": 4,
    "removal": 1,
    "group-table": "4,6,9",
    "cover-limit": "none",
    "phase": "place",
    "turn": 1,
    "first": 2,
    "last": 1,
    "stacks": ["R4b:30", "hidden:0", "blind:42"],
    "drawn": "G3",
    "from": 2,
    "gone": "Y1,B4y",
    "p1.garden": ["O:R4y", "E1:Y1/B2"],
    "p2.garden": ["O:Y1", "W1:G3", "W1N1:G2", "S1:B1"],
}


def test_a_canonical_text_is_written_as_it_was_read() -> None:
    parsed = notation.parse(CANONICAL)
    assert notation.format(parsed.state) == CANONICAL
    assert parsed.warnings == ()


def test_the_json_form_has_every_switch_in_canonical_order() -> None:
    fields = notation.to_fields(at(CANONICAL))
    assert fields == FIELDS
    assert list(fields) == list(FIELDS)


def test_a_solo_discard_that_waits_is_written() -> None:
    text = (
        "flowers players=1 phase=reveal turn=1 first=1 stacks=hidden:39,blind:40"
        " discard=due gone=- p1.garden=O:R1,E1:R2"
    )
    assert notation.format(at(text)) == text
    assert notation.to_fields(at(text))["discard"] == "due"


# The preset named is the one that fewer switches differ from.
@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("rules=official", ""),
        ("rules=digest", " rules=digest"),
        ("rules=digest reveal=after-placement", " rules=digest reveal=after-placement"),
        ("reveal=immediate", " reveal=immediate"),
        ("reveal=immediate end=one-more-each", " reveal=immediate end=one-more-each"),
        (
            "reveal=immediate end=one-more-each covered=none",
            " rules=digest butterfly=butterfly-colour",
        ),
        (
            "rules=digest end=immediate covered=with-removed",
            " reveal=immediate butterfly=card-colour",
        ),
        (
            "rules=digest summer=yes ties=shared",
            " rules=digest ties=shared summer=yes",
        ),
        ("min-group=04 removal=9", " min-group=4 removal=9"),
        ("group-table=7", " group-table=7"),
        ("group-table=5,06,6,6,6,6,6,6", " group-table=5,6"),
        ("group-table=0,1,2,3,4,5,6,99", " group-table=0,1,2,3,4,5,6,99"),
        ("cover-limit=60", " cover-limit=60"),
        ("cover-limit=none group-table=per-card min-group=5", ""),
    ],
)
def test_switches_are_written_where_they_differ(given: str, written: str) -> None:
    text = notation.format(at(f"flowers players=2 {given}"))
    start = text.partition(" turn=")[0]
    head = start.removesuffix(" phase=setup").removesuffix(" phase=reveal")
    assert head == f"flowers players=2{written}"


def test_every_switch_reaches_the_kernels() -> None:
    state = at(
        "flowers players=2 reveal=immediate end=finish-round covered=all"
        " butterfly=card-colour ties=shared summer=yes summer-cover=yes min-group=6"
        " removal=2 group-table=5,7 cover-limit=3"
    )
    table = sum(points + 1 << 7 * i for i, points in enumerate([5] + [7] * 7))
    expected = Switches(1, 2, 2, 1, 1, 1, 1, 6, 2, 3, table)
    assert packing.unpack(state).switches == expected


@pytest.mark.parametrize(
    ("players", "options", "text"),
    [
        (
            1,
            {},
            "flowers players=1 phase=setup turn=1 first=1 stacks=hidden:40,blind:40"
            " gone=- p1.garden=-",
        ),
        (
            2,
            {"rules": "digest"},
            "flowers players=2 rules=digest phase=setup turn=1 first=1"
            " stacks=hidden:26,hidden:26,blind:26 gone=- p1.garden=- p2.garden=-",
        ),
        (
            4,
            {"summer": "yes", "end": "finish-round"},
            "flowers players=4 end=finish-round summer=yes phase=reveal turn=1 first=1"
            " stacks=hidden:36,hidden:36,blind:36 gone=- p1.garden=O:P p2.garden=O:P"
            " p3.garden=O:P p4.garden=O:P",
        ),
        (
            1,
            {"summer": "yes", "stacks": "blind:20,blind:20"},
            "flowers players=1 summer=yes turn=1 first=1 stacks=blind:20,blind:20"
            " gone=- p1.garden=O:P",
        ),
        (
            3,
            {"cover-limit": "2", "group-table": "5,8,8", "removal": "0"},
            "flowers players=3 removal=0 group-table=5,8 cover-limit=2 phase=setup"
            " turn=1 first=1 stacks=hidden:30,hidden:30,blind:30 gone=- p1.garden=-"
            " p2.garden=- p3.garden=-",
        ),
        (
            4,
            {},
            "flowers players=4 phase=setup turn=1 first=1"
            " stacks=hidden:35,hidden:35,blind:34 gone=- p1.garden=- p2.garden=-"
            " p3.garden=- p4.garden=-",
        ),
    ],
)
def test_a_new_game_is_written(players: int, options: Options, text: str) -> None:
    state = notation.new(players, options)
    assert notation.format(state) == text
    np.testing.assert_array_equal(at(text), state)


# --- What may be left out, and in which order -----------------------------------------


def test_keys_cells_and_lost_cards_may_come_in_any_order() -> None:
    game, *rest = CANONICAL.split()
    shuffled = random.Random(1).sample(rest, len(rest))
    text = " ".join([game, *shuffled]).replace("gone=Y1,B4y", "gone=B4y,Y1")
    text = text.replace("O:Y1,W1:G3,W1N1:G2,S1:B1", "W1N1:G2,W1:G3,O:Y1,S1:B1")
    np.testing.assert_array_equal(at(text), at(CANONICAL))


def test_cells_are_kept_in_their_order_as_far_as_a_garden_can_grow() -> None:
    garden = "E3:G2,E1:Y3,S1:B2,O:Y1,E2:R2"
    state = at(
        "flowers players=2 stacks=R1:22,R1:26,blind:26"
        f" p1.garden=O:Y2/Y2/Y2/Y2 p2.garden={garden}"
    )
    assert notation.to_fields(state)["p2.garden"] == [
        "O:Y1",
        "E1:Y3",
        "S1:B2",
        "E2:R2",
        "E3:G2",
    ]


def test_a_position_may_fill_lines_and_have_comments() -> None:
    lines = CANONICAL.replace(" p", "\n\tp").splitlines()
    text = "# a game at the club\n\n" + "  # seen\r\n".join(lines) + "#end"
    np.testing.assert_array_equal(at(text), at(CANONICAL))


TWO = "p1.garden=O:R4b p2.garden=O:Y1"
SHOWN = "stacks=R3:26,B3:26,blind:26"
ENDING = "stacks=hidden:0,B3:26,blind:26 p1.garden=O:R4b,E1:Y1 p2.garden=O:Y1"


# Each row: what is typed, and what follows from it.
@pytest.mark.parametrize(
    ("given", "follows"),
    [
        ("", "phase=setup turn=1 first=1 p1.garden=-"),
        ("p1.garden=O:R4b", "phase=setup stacks=hidden:26,hidden:26,blind:26"),
        ("first=2", "phase=setup turn=2"),
        ("turn=2", "phase=setup first=2"),
        (TWO, "phase=reveal stacks=hidden:26,hidden:26,blind:26"),
        ("summer=yes", "phase=reveal p2.garden=O:P"),
        (f"{TWO} {SHOWN}", "phase=draw turn=1 first=1 gone=-"),
        (f"{TWO} {SHOWN} turn=2", "phase=draw turn=2 first=2"),
        (f"{TWO} {SHOWN} first=2", "phase=draw turn=2 first=2"),
        (f"{TWO},E1:R3 {SHOWN}", "turn=1 first=2"),
        (f"p2.garden=O:R3 p1.garden=O:R4b,E1:R3 {SHOWN}", "turn=2 first=1"),
        (f"{TWO} stacks=hidden:25,R3:26,blind:26 drawn=B2", "phase=place from=1"),
        (f"{TWO} stacks=R2:26,R3:26,blind:25 drawn=B2", "phase=place from=3"),
        (f"{TWO} stacks=R2:26,R3:26,hidden:0 drawn=B2", "phase=place from=3 last=1"),
        (f"{TWO} stacks=R2:26,R3:26,blind:25 from=3", "phase=blind"),
        (f"{TWO} stacks=R2:26,R3:26,blind:25 phase=blind", "from=3"),
        (
            f"{TWO} rules=digest stacks=hidden:25,R3:26,blind:26 drawn=B2",
            "phase=reveal from=1",
        ),
        (
            f"{TWO} rules=digest stacks=R3:25,R3:26,blind:26 drawn=B2 from=1",
            "phase=place",
        ),
        (f"{TWO},E1:R2 stacks=hidden:25,R3:26,blind:26", "phase=reveal turn=1 first=2"),
        (f"{ENDING} end=one-more-each", "last=1 turn=2"),
        (f"{ENDING} end=finish-round", "last=1 turn=2 first=1"),
        (f"{ENDING} phase=over", "turn=1 first=1"),
        (f"{ENDING},E1:R3 phase=over", "turn=2 first=1"),
    ],
)
def test_what_is_left_out_follows(given: str, follows: str) -> None:
    fields = notation.to_fields(at(f"flowers players=2 {given}"))
    for word in follows.split():
        key, _, value = word.partition("=")
        found = fields[key]
        text = ",".join(found) or "-" if isinstance(found, list) else str(found)
        assert text == value


def test_seats_follow_from_four_gardens() -> None:
    sizes = {1: 2, 2: 1, 3: 1, 4: 2}
    gardens = " ".join(
        f"p{p}.garden=O:G{p},{'N1:B2' if n > 1 else ''}".rstrip(",")
        for p, n in sizes.items()
    )
    state = at(f"flowers players=4 stacks=R3:34,B3:34,blind:34 {gardens}")
    fields = notation.to_fields(state)
    assert (fields["first"], fields["turn"]) == (4, 2)


def test_a_game_that_is_over_may_have_gardens_of_any_players_ahead() -> None:
    text = (
        "flowers players=3 phase=over stacks=hidden:0,R3:30,blind:30"
        " p1.garden=O:R1,E1:R2 p2.garden=O:B1 p3.garden=O:G1"
    )
    for seats in ("", " turn=3", " turn=2 first=2"):
        assert_round_trips(at(text + seats), doubtful=True)


# --- Assumptions ----------------------------------------------------------------------


NOT_GONE = "every solo turn discards a card, 1 so far, but gone names 0; the others"
NOT_GONE += " count as unseen"
ONE_TURN = "p1.garden=O:R1,E1:R2"


@pytest.mark.parametrize(
    ("text", "warnings"),
    [
        (f"players=2 {SHOWN} {TWO}", []),
        (
            f"players=2 {SHOWN} {TWO},E1:R2",
            [
                "78 cards in the stacks, 1 drawn from them: 79 at the start; with 2"
                " players it is usually 78"
            ],
        ),
        (f"players=2 stacks=R3:25,B3:26,blind:26 {TWO},E1:R2", []),
        (
            "players=2 stacks=blind:20,blind:20",
            [
                "40 cards in the stacks, 0 drawn from them: 40 at the start; with 2"
                " players it is usually 78"
            ],
        ),
        (f"players=1 stacks=R3:39,blind:39 {ONE_TURN} gone=B2", []),
        (
            f"players=1 stacks=R3:38,blind:39 {ONE_TURN} gone=B2",
            [
                "77 cards in the stacks, 1 drawn from them, 1 discarded: 79 at the"
                " start; with 1 player it is usually 80"
            ],
        ),
        (f"players=1 stacks=R3:39,blind:39 {ONE_TURN}", [NOT_GONE]),
        (f"players=1 phase=over stacks=hidden:0,blind:79 {ONE_TURN}", []),
        (f"players=1 phase=over stacks=hidden:0,blind:78 {ONE_TURN} gone=B2", []),
        (
            f"players=1 phase=over stacks=hidden:0,blind:39 {ONE_TURN} gone=B2",
            [
                "39 cards in the stacks, 1 drawn from them, 1 discarded: 41 at the"
                " start; with 1 player it is usually 80"
            ],
        ),
        ("players=4 summer=yes", []),
    ],
)
def test_doubtful_numbers_of_cards_are_warnings(text: str, warnings: list[str]) -> None:
    assert list(notation.parse(f"flowers {text}").warnings) == warnings


# --- Damaged texts --------------------------------------------------------------------

TYPED = [
    CANONICAL,
    f"flowers players=2 {SHOWN} {TWO}",
    f"flowers players=2 stacks=hidden:25,R3:26,blind:26 drawn=B2 {TWO}",
    f"flowers players=2 {ENDING} end=one-more-each last=1",
    "flowers players=1 stacks=R3:39,R2:9,blind:31 p1.garden=O:R1,E1:R2 gone=B2",
    "flowers players=1 discard=due stacks=hidden:9,blind:9 p1.garden=O:R1,E1:R2",
    "flowers players=3 summer=yes stacks=R3:9,R2:9,blind:9 p1.garden=O:P,W1:R3",
]


@pytest.mark.parametrize("seed", range(300))
def test_a_damaged_text_is_refused_or_read_as_it_stands(seed: int) -> None:
    rng = random.Random(seed)
    text = rng.choice(TYPED)
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len("flowers "), len(text))
        letter = rng.choice("PYRBG-/:,=1234560 aENOx#")
        text = text[:place] + letter + text[place + rng.choice((0, 1)) :]
    try:
        state = at(text)
    except NotationError:
        return
    for after in itertools.islice(walk(state, seed), 0, 60, 3):
        game = Game.from_fields(notation.to_fields(after))
        assert game.to_fields() == notation.to_fields(after)
        assert_round_trips(after, doubtful=True)


# --- The JSON form --------------------------------------------------------------------

# Each block: what is changed, the sentence, the place as text, and the caret line.
REFUSED_FIELDS = """
{"players": True}
the value of 'players' is true; it must be a whole number, a word or a list of words
  players=true
          ^^^^

{"min-group": 2.5}
the value of 'min-group' is a fraction; it must be a whole number, a word or a list of words
  min-group=2.5
            ^^^

{"stacks": []}
the value of 'stacks' is an empty list; it must be a whole number, a word or a list of words
  stacks=[]
         ^^

{"gone": ""}
the value of 'gone' is an empty text; it must be a whole number, a word or a list of words
  gone=""
       ^^
"""  # noqa: E501


@pytest.mark.parametrize("block", blocks(REFUSED_FIELDS))
def test_an_impossible_json_form_is_refused_at_its_key(block: str) -> None:
    changes, _, error = block.partition("\n")
    fields = FIELDS | ast.literal_eval(changes)
    assert told(lambda: notation.from_fields(fields)) == error


@pytest.mark.parametrize(
    ("changes", "message", "place"),
    [
        ({"turn": 3}, "turn is a number from 1 to 2, not '3'", "3"),
        (
            {"cover-limit": 61},
            "cover-limit is none or a number from 0 to 60, not '61'",
            "61",
        ),
        (
            {"p1.garden": []},
            "the garden of player 1 is empty; outside phase=setup it has"
            " a start card at O, such as O:R4b",
            "-",
        ),
        (
            {"p1.garden": ["O:R4y", "O:R1"]},
            "O is listed twice; a cell lists all its"
            " cards from the bottom, such as E1:Y1/B2",
            "O:R1",
        ),
        ({"gone": ["B4y", "B4y"]}, "this is one B4y too many; the game has 1", "B4y"),
        ({"p3.garden": []}, "there is no player 3: 2 play", "p3.garden"),
    ],
)
def test_a_json_form_is_refused_like_its_text(
    changes: dict[str, object], message: str, place: str
) -> None:
    with pytest.raises(NotationError) as caught:
        notation.from_fields(FIELDS | changes)
    error = caught.value
    assert error.message == message
    assert error.text[error.start : error.end] == place


def test_the_json_form_takes_the_defaults_and_words_of_the_text() -> None:
    fields = {"game": "flowers", "players": "2", "summer": "yes", "min-group": "4"}
    fields |= {"stacks": "R3:20,blind:20", "p1.garden": "O:P,E1:R2"}
    text = "flowers players=2 summer=yes min-group=4 stacks=R3:20,blind:20"
    expected = at(f"{text} p1.garden=O:P,E1:R2")
    np.testing.assert_array_equal(notation.from_fields(fields).state, expected)
    new = notation.to_fields(notation.new(2, {}))
    assert new["p1.garden"] == []
