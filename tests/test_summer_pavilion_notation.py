"""The notation of Summer Pavilion: what it reads, writes, refuses and assumes."""

from __future__ import annotations

import ast
import itertools
import json
import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
import pytest

from engines.protocol import State
from engines.rng import DEAL, new_stream
from engines.summer_pavilion import notation, rules
from engines.summer_pavilion.layout import MAX_ACTIONS
from engines.text import NotationError
from tests.oracles.summer_pavilion import Game
from tests.oracles.summer_pavilion_board import COLOURS, STAR_NAMES

SIX_GAMES = list(itertools.product((2, 3, 4), ("colour", "plain")))
each_game = pytest.mark.parametrize(("players", "board"), SIX_GAMES)

TO_DRAFT = (
    "summer-pavilion players=2 round=2 turn=2 marker=1 factories=PPGO,GGGG,-,-,-"
    " centre=GGB supply=PPGGOOYYBR tower=- p1.stock=P3O2 p2.stock=B4"
)
TO_PLACE = (
    "summer-pavilion players=2 round=2 phase=place marker=1 supply=PPGGOOYYBR tower=-"
    " p1.stock=P1O2G3 p1.orange=O..... p1.centre=.R...B"
)
TO_PLACE_PLAIN = (
    "summer-pavilion players=2 board=plain round=2 phase=place marker=1"
    " supply=PPGGOOYYBR tower=- p1.stock=P3O2G3 p1.orange=OO.... p1.red=RB...."
)
TO_TAKE = (
    "summer-pavilion players=2 phase=bonus owed=2 least=G marker=1 supply=PGGOOOOOR"
    " tower=- p1.stock=G1 p1.orange=....OO"
)
TO_KEEP = (
    "summer-pavilion players=2 phase=keep least=G marker=1 supply=PPGGOOYYBR tower=-"
    " p1.stock=P1O2 p1.kept=G1"
)

# Three full boards leave one tile of each colour.
FULL_BOARDS = " ".join(
    f"p{player}.{name}={'PGOYBR' if letter == 'C' else letter * 6}"
    for player in (1, 2, 3)
    for letter, name in STAR_NAMES.items()
)

# Each block: the sentence, the text that is refused, and the caret line.
REFUSED = """\
unknown game 'summer-pavillion'; did you mean 'summer-pavilion'? Known: summer-pavilion
  summer-pavillion players=2
  ^^^^^^^^^^^^^^^^

a position starts with the name of the game, not 'players=2'; known: summer-pavilion
  players=2 centre=P
  ^^^^^^^^^

players is missing; it is a number from 2 to 4
  summer-pavilion
  ^^^^^^^^^^^^^^^

players is a number from 2 to 4, not '5'
  summer-pavilion players=5
                          ^

unknown key 'bord'; did you mean 'board'? Keys: players, board, round, phase, owed, least, turn, first, marker, factories, centre, supply, bag, tower, and for each player p1.score, p1.stock, p1.kept, p1.passed, p1.orange, p1.red, p1.blue, p1.yellow, p1.green, p1.purple, p1.centre
  summer-pavilion players=2 bord=plain
                            ^^^^

unknown key 'p1.violet'; did you mean 'p1.kept'? Keys: players, board, round, phase, owed, least, turn, first, marker, factories, centre, supply, bag, tower, and for each player p1.score, p1.stock, p1.kept, p1.passed, p1.orange, p1.red, p1.blue, p1.yellow, p1.green, p1.purple, p1.centre
  summer-pavilion players=2 p1.violet=......
                            ^^^^^^^^^

expected key=value, not 'PPGO'
  summer-pavilion players=2 PPGO
                            ^^^^

the key 'round' is given twice
  summer-pavilion players=2 round=1 round=2
                                    ^^^^^

there is no player 3: 2 play
  summer-pavilion players=2 p3.stock=P1
                            ^^^^^^^^

unknown board 'gray'. Known: colour, plain
  summer-pavilion players=2 board=gray
                                  ^^^^

unknown phase 'placing'; did you mean 'place'? Known: draft, place, bonus, keep, refill, deal, over
  summer-pavilion players=2 phase=placing
                                  ^^^^^^^

round is a number from 1 to 6, not '7'
  summer-pavilion players=2 round=7
                                  ^

marker is centre or a number from 1 to 2, not '3'
  summer-pavilion players=2 marker=3
                                   ^

p1.score is a number from 1 to 400, not '0'
  summer-pavilion players=2 p1.score=0
                                     ^

p1.score is a number from 1 to 400, not '401'
  summer-pavilion players=2 p1.score=401
                                     ^^^

unknown p1.passed 'maybe'. Known: no, yes
  summer-pavilion players=2 p1.passed=maybe
                                      ^^^^^

with 2 players there are 5 factories, not 2
  summer-pavilion players=2 factories=PPGO,RRYY
                                      ^^^^^^^^^

factory 1 holds 5 tiles; there is room for 4
  summer-pavilion players=2 factories=PPGOO,-,-,-,-
                                      ^^^^^

factory 1 has 'K', which is no tile; tiles are P purple, G green, O orange, Y yellow, B blue, R red
  summer-pavilion players=2 factories=PPGK,-,-,-,-
                                         ^

factory 1 has 'p'; tiles are capital letters, write 'P' for purple
  summer-pavilion players=2 factories=ppgo,-,-,-,-
                                      ^

the supply holds 11 tiles; there is room for 10
  summer-pavilion players=2 centre=G supply=PPGGOOYYBRR
                                            ^^^^^^^^^^^

the supply holds 9 tiles; after every turn of the placing it is refilled to 10 while bag and tower hold any; with the refill still due the phase is refill
  summer-pavilion players=2 centre=G supply=PPGGOOYYB
                                            ^^^^^^^^^

factory 1 holds 3 tiles; until a player takes from it a factory holds four, unless bag and tower ran out in the fill and the factories after it stayed empty
  summer-pavilion players=2 factories=PPG,RRYY,-,-,- supply=PPGGOOYYBR
                                      ^^^

the centre holds 4 tiles; it gets at most 3 from each empty factory, here 3 in all
  summer-pavilion players=2 factories=PPGO,RRYY,BBBB,OOOO,- supply=PPGGOOYYBR centre=GGBB
                                                                                     ^^^^

23 green tiles lie on factories, centre, supply, boards and stocks; the game has 22
  summer-pavilion players=2 centre=GGGGGGGGGGGG p1.stock=G11
                                                         ^

23 purple tiles lie on factories, centre, supply, boards and stocks; the game has 22
  summer-pavilion players=2 phase=place round=2 supply=PPGGOOYYBR p1.stock=P19 p1.purple=.PP...
                                                                                           ^

the bag is - or letters with a count each, such as P10G7, not 'P10G'
  summer-pavilion players=2 centre=G supply=PPGGOOYYBR bag=P10G
                                                              ^

the bag counts purple twice
  summer-pavilion players=2 centre=G supply=PPGGOOYYBR bag=P10P2
                                                              ^^

the bag has 'K', which is no tile; tiles are P purple, G green, O orange, Y yellow, B blue, R red
  summer-pavilion players=2 centre=G supply=PPGGOOYYBR bag=K10
                                                           ^

21 purple in the bag and 2 on factories, centre, supply, boards and stocks make 23; the game has 22
  summer-pavilion players=2 centre=G supply=PPGGOOYYBR bag=P21
                                                           ^^^

13 purple in the bag and tower and 2 on factories, centre, supply, boards and stocks make 15; the game has 22
  summer-pavilion players=2 centre=G supply=PPGGOOYYBR bag=P10G19O20Y20B21R21 tower=P3
                                                           ^^^^^^^^^^^^^^^^^^

nothing to take: a draft needs tiles on a factory or in the centre; before the fill write phase=deal, after the draft phase=place, after the game phase=over
  summer-pavilion players=2 supply=PPGGOOYYBR
  ^^^^^^^^^^^^^^^

in phase=draft nobody has passed
  summer-pavilion players=2 centre=G supply=PPGGOOYYBR p1.passed=yes
                                                                 ^^^

in phase=draft tiles kept from the round before are in the stock already
  summer-pavilion players=2 centre=G supply=PPGGOOYYBR p1.kept=G1
                                                               ^^

in the draft of round 1 no tile has been placed yet; round= says which round it is
  summer-pavilion players=2 centre=G supply=PPGGOOYYBR p1.orange=O.....
                                                                 ^^^^^^

p1.orange has 6 characters, a letter or . for each space, not 'O....'
  summer-pavilion players=2 round=2 centre=G supply=PPGGOOYYBR p1.orange=O....
                                                                         ^^^^^

p1.orange has 'X', which is no tile; tiles are P purple, G green, O orange, Y yellow, B blue, R red, a free one .
  summer-pavilion players=2 round=2 centre=G supply=PPGGOOYYBR p1.orange=OX....
                                                                          ^

the orange star takes orange tiles, not red
  summer-pavilion players=2 round=2 centre=G supply=PPGGOOYYBR p1.orange=.R....
                                                                          ^

the centre star takes each colour once, and has red on 2 already
  summer-pavilion players=2 round=2 centre=G supply=PPGGOOYYBR p1.centre=.R..R.
                                                                             ^

the red star has equal and different colours; a star of the plain board becomes six equal or six different ones
  summer-pavilion players=2 board=plain round=2 centre=G supply=PPGGOOYYBR p1.red=RRB...
                                                                                  ^^^^^^

no factory is empty, so nobody has taken a tile this round and it is the turn of player 1, who starts it
  summer-pavilion players=2 turn=2 factories=PPGO,RRYY,BBBB,OOOO,RYGB supply=PPGGOOYYBR
                                 ^

no factory is empty, so nobody has taken a tile this round and the marker is in the centre
  summer-pavilion players=2 marker=2 factories=PPGO,RRYY,BBBB,OOOO,RYGB supply=PPGGOOYYBR
                                   ^

no factory is empty, so nobody has taken a tile this round and player 1 has no tiles in stock
  summer-pavilion players=2 p1.stock=P1 factories=PPGO,RRYY,BBBB,OOOO,RYGB supply=PPGGOOYYBR
                                     ^^

owed belongs to phase=bonus
  summer-pavilion players=2 owed=1 centre=G supply=PPGGOOYYBR
                            ^^^^

least belongs to phase=bonus and keep
  summer-pavilion players=2 least=G centre=G supply=PPGGOOYYBR
                            ^^^^^

at most 4 tiles are kept, not 5
  summer-pavilion players=2 p1.kept=P3G2 supply=PPGGOOYYBR phase=place
                                    ^^^^

in phase=place the factories and the centre are empty
  summer-pavilion players=2 phase=place supply=PPGGOOYYBR p1.stock=G1 centre=G
                                                                             ^

player 2 has not passed and so keeps no tiles yet: write p2.passed=yes, or p2.stock for tiles at hand
  summer-pavilion players=2 phase=place supply=PPGGOOYYBR p1.stock=G1 p2.kept=G1
                                                                              ^^

player 2 has passed and has no tiles in stock, only those kept
  summer-pavilion players=2 phase=place supply=PPGGOOYYBR p1.stock=G1 p2.stock=G1 p2.passed=yes
                                                                               ^^

it is the turn of player 1, who has passed
  summer-pavilion players=2 phase=place supply=PPGGOOYYBR p1.passed=yes
                                                                    ^^^

it is the turn of player 1, who has no tiles and so has passed
  summer-pavilion players=2 phase=place supply=PPGGOOYYBR p2.stock=G1 marker=1
  ^^^^^^^^^^^^^^^

nobody has placed a tile or passed yet, so it is the turn of player 2, who starts the placing
  summer-pavilion players=2 phase=place supply=PPGGOOYYBR p1.stock=G1 p2.stock=G1 marker=2 turn=1
                                                                                                ^

the supply holds 7 tiles; after every turn of the placing it is refilled to 10 while bag and tower hold any; with the refill still due the phase is refill
  summer-pavilion players=2 phase=place supply=PPGGOOY p1.stock=G1
                                               ^^^^^^^

phase=refill needs a supply of fewer than 10 tiles
  summer-pavilion players=2 phase=refill supply=PPGGOOYYBR p1.stock=G1
                                                ^^^^^^^^^^

the supply holds 6 tiles; a turn takes at most 3, and it was full before while the bag holds any
  summer-pavilion players=2 phase=refill supply=PPGGOO p1.stock=G1
                                                ^^^^^^

owed is missing; it is a number from 1 to 3
  summer-pavilion players=2 phase=bonus supply=PPGGOOYYBR p1.orange=....OO
  ^^^^^^^^^^^^^^^

owed is a number from 1 to 3, not '4'
  summer-pavilion players=2 phase=bonus owed=4 supply=PPGGOOYYBR p1.orange=....OO
                                             ^

2 owed, but no tile of player 1 completes decorations with 2 bonus tiles
  summer-pavilion players=2 phase=bonus owed=2 supply=PPGGOOYYBR p1.orange=....OO
                                             ^

2 owed and 1 missing in the supply make 3, but no tile of player 1 completes decorations with 3 bonus tiles
  summer-pavilion players=2 phase=bonus owed=2 supply=PPGGOOYYB p1.orange=.OOO.. p1.red=..RR..
                                             ^

the supply is full, so no bonus tile has been taken and least is P
  summer-pavilion players=2 phase=bonus owed=3 supply=PPGGOOYYBR p1.orange=....OO least=G
                                                                                        ^

least is the colour taken last, purple, and player 1 has no tile of it
  summer-pavilion players=2 phase=bonus owed=2 supply=PPGGOOYYB p1.orange=....OO p1.stock=G1
                                                                                          ^^

least is the letter of a colour, not 'PG'
  summer-pavilion players=2 phase=bonus owed=3 supply=PPGGOOYYBR p1.orange=....OO least=PG
                                                                                        ^^

in round 6 nothing is kept
  summer-pavilion players=2 phase=keep round=6 supply=PPGGOOYYBR p1.stock=G1
                                  ^^^^

player 1 has kept 4 tiles and so has passed
  summer-pavilion players=2 phase=keep supply=PPGGOOYYBR p1.stock=G1 p1.kept=P4
                                                                             ^^

tiles are kept in the order of colours, and least is the last colour kept, here G
  summer-pavilion players=2 phase=keep supply=PPGGOOYYBR p1.stock=G1 p1.kept=P2G1 least=P
                                                                                        ^

player 1 has no tile from orange on to keep and so has passed
  summer-pavilion players=2 phase=keep supply=PPGGOOYYBR p1.stock=G1 p1.kept=O1
                                                                  ^^

in phase=deal the factories and the centre are empty
  summer-pavilion players=2 phase=deal centre=G round=2 supply=PPGGOOYYBR
                                              ^

before the fill of round 1 all tiles are in the bag; round= says which round it is
  summer-pavilion players=2 phase=deal supply=PPGGOOYYBR
                                  ^^^^

in phase=deal the marker is in the centre
  summer-pavilion players=2 phase=deal round=2 supply=PPGGOOYYBR marker=1
                                                                        ^

in phase=deal turn and first are the same player, the next to start
  summer-pavilion players=2 phase=deal round=2 supply=PPGGOOYYBR turn=2
                                                                      ^

in phase=deal all have passed and player 1 has at most the 4 tiles kept from the round before, not 5
  summer-pavilion players=2 phase=deal round=2 supply=PPGGOOYYBR p1.stock=P5
                                                                          ^^

the supply holds 0 tiles; after every turn of the placing it is refilled to 10 while bag and tower hold any; with the refill still due the phase is refill
  summer-pavilion players=2 phase=deal round=2
  ^^^^^^^^^^^^^^^

in phase=deal nobody has passed
  summer-pavilion players=2 phase=deal round=2 supply=PPGGOOYYBR p2.passed=yes
                                                                           ^^^

the game is over after round 6: write round=6
  summer-pavilion players=2 phase=over supply=PPGGOOYYBR
                                  ^^^^

in phase=over all have passed and player 1 has no tiles in stock
  summer-pavilion players=2 phase=over round=6 supply=PPGGOOYYBR p1.stock=P1
                                                                          ^^

player 1 has no tile from orange on to keep and so has passed
  summer-pavilion players=2 phase=keep supply=PPGGOOYYBR p1.kept=O1
  ^^^^^^^^^^^^^^^

p1.orange has 'o'; tiles are capital letters, write 'O' for orange
  summer-pavilion players=2 round=2 centre=G supply=PPGGOOYYBR p1.orange=o.....
                                                                         ^

the key 'players' is given twice
  summer-pavilion players=2 players=3
                            ^^^^^^^

supply has no value; - stands for nothing
  summer-pavilion players=2 supply=
                            ^^^^^^^

the blue star has equal and different colours; a star of the plain board becomes six equal or six different ones
  summer-pavilion players=2 board=plain round=2 centre=G supply=PPGGOOYYBR p2.blue=RBB...
                                                                                   ^^^^^^

it is the turn of player 2, who has passed
  summer-pavilion players=2 phase=place marker=2 supply=PPGGOOYYBR p2.passed=yes
                                                                             ^^^

1 owed and 5 missing in the supply make 6, but no tile of player 1 completes decorations with 6 bonus tiles
  summer-pavilion players=2 phase=bonus owed=1 supply=PPGGO bag=P1 p1.orange=....OO
                                             ^

2 bonus tiles can't be taken: the supply holds 0 from green on
  summer-pavilion players=2 phase=bonus owed=2 supply=PPPPPPPPP p1.orange=....OO least=G
                                             ^

in round 6 nothing is kept
  summer-pavilion players=2 phase=place round=6 p1.stock=G1 p2.kept=G1 p2.passed=yes
                                                                    ^^
"""  # noqa: E501


def blocks(text: str) -> list[str]:
    """The parts between empty lines."""
    return text.strip("\n").split("\n\n")


def told(read: Callable[[], object]) -> str:
    """The whole text of the NotationError that this raises."""
    with pytest.raises(NotationError) as caught:
        read()
    return str(caught.value)


def at(text: str) -> State:
    """The state of a text."""
    return notation.parse(text).state


# --- Games played at random -----------------------------------------------------------


def actions(state: State) -> list[int]:
    """The legal actions of a state."""
    out = np.zeros(MAX_ACTIONS, np.int64)
    return [int(a) for a in out[: rules.legal_actions(state, out)]]


Choice = Callable[[State, random.Random], int]


def placing(state: State, rng: random.Random) -> int:
    """Any legal action, but a pass only if there is no other."""
    legal = actions(state)
    passes = notation.format_move(legal[-1], state) == "pass" and len(legal) > 1
    return rng.choice(legal[:-1] if passes else legal)


def passing(state: State, rng: random.Random) -> int:
    """Any legal action, one in three turns a pass, so that players keep many tiles."""
    return actions(state)[-1] if rng.random() < 0.3 else placing(state, rng)


class Step(NamedTuple):
    """A state, and the action that led to the next one, None for a deal."""

    before: State
    action: int | None
    after: State


def steps(state: State, seed: int, choose: Choice) -> Iterator[Step]:
    """A game from this state to its end."""
    rng = random.Random(seed)
    for event in itertools.count():
        if rules.is_over(state):
            return
        before, state, action = state, state.copy(), None
        if rules.chance_due(state):
            rules.deal(state, new_stream(seed, DEAL, event))
        else:
            action = choose(state, rng)
            rules.play(state, action)
        yield Step(before, action, state)


def walk(state: State, seed: int, choose: Choice) -> Iterator[State]:
    """Every state of a game from this one to its end, before the deals too."""
    return itertools.chain([state], (s.after for s in steps(state, seed, choose)))


def crowded(players: int, board: str, seed: int) -> State:
    """A position before a fill with few tiles left for it, the others on the stars."""
    rng = random.Random(seed)
    fields = Game.new(players, board).to_fields()
    stars = [
        (f"p{player}.{name}", letter)
        for player in range(1, players + 1)
        for letter, name in STAR_NAMES.items()
    ]
    tiles = rng.sample(COLOURS * 22, 132)
    rest = tiles[: rng.choice([6, 14, 22, 30])]
    for tile in tiles[len(rest) :]:
        free = [key for key, letter in stars if takes(fields[key], tile, letter, board)]
        if not free:
            rest.append(tile)
            continue
        key = rng.choice(free)
        space = rng.choice([i for i, c in enumerate(fields[key]) if c == "."])
        fields[key] = fields[key][:space] + tile + fields[key][space + 1 :]
    fields |= {"round": rng.randint(2, 6), "supply": "".join(rest[:10]) or "-"}
    del fields["bag" if rng.random() < 0.5 else "tower"]
    fields |= {key: "-" for key in ("bag", "tower") if key in fields}
    return notation.from_fields(fields).state


def takes(star: str, tile: str, letter: str, board: str) -> bool:
    """Whether a star has a free space for a tile (rules: placing; variant)."""
    laid = star.replace(".", "")
    if len(laid) == 6 or (board == "colour" and letter != "C"):
        return len(laid) < 6 and tile == letter
    if board == "plain" and (len(laid) < 2 or laid[0] == laid[1]):
        return len(laid) < 2 or tile == laid[0]
    return tile not in laid


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
@pytest.mark.parametrize("choose", [placing, passing])
def test_every_state_of_a_random_game_comes_back_bit_for_bit(
    players: int, board: str, choose: Choice
) -> None:
    phases = set()
    for state in walk(notation.new(players, {"board": board}), 1, choose):
        assert_round_trips(state)
        phases.add(notation.to_fields(state)["phase"])
    assert phases >= {"deal", "draft", "place", "keep", "over"}
    assert phases >= {"bonus", "refill"} or choose is passing


@each_game
@pytest.mark.parametrize("seed", range(4))
def test_states_of_a_game_short_of_tiles_come_back(
    players: int, board: str, seed: int
) -> None:
    start = crowded(players, board, seed)
    for state in walk(start, seed, (placing, passing)[seed % 2]):
        assert_round_trips(state)


def test_games_short_of_tiles_have_short_factories_and_late_refills() -> None:
    short = late = unclaimed = 0
    for seed, board in itertools.product(range(30), ("colour", "plain")):
        for state in walk(crowded(4, board, seed), seed, placing):
            fields = notation.to_fields(state)
            factories = fields["factories"]
            assert isinstance(factories, list)
            short += any(len(f) in (2, 3) for f in factories)
            late += (fields["phase"], fields["bag"]) == ("refill", "-")
            unclaimed += (fields["phase"], fields["marker"]) == ("place", "centre")
    assert short > 5
    assert late > 5
    assert unclaimed > 5


@each_game
def test_moves_are_written_and_read_back(players: int, board: str) -> None:
    states = walk(notation.new(players, {"board": board}), 3, placing)
    for state in itertools.islice(states, 0, None, 2):
        moves = [notation.format_move(action, state) for action in actions(state)]
        assert len(set(moves)) == len(moves)
        for index in range(len(moves) % 5, len(moves), 5):
            action = actions(state)[index]
            assert notation.parse_move(f" {moves[index]} ", state) == action


@each_game
def test_deals_are_written_and_read_back(players: int, board: str) -> None:
    new = notation.new(players, {"board": board})
    crowd = crowded(players, board, 3)
    for step in (*steps(new, 5, placing), *steps(crowd, 5, passing)):
        if step.action is None:
            kept = step.before.copy()
            text = notation.format_deal(step.after, step.before)
            again = notation.parse_deal(text, step.before)
            np.testing.assert_array_equal(again, step.after, err_msg=text)
            np.testing.assert_array_equal(step.before, kept)


@each_game
def test_a_fill_is_written_without_the_state_before_it(
    players: int, board: str
) -> None:
    for step in steps(notation.new(players, {"board": board}), 6, passing):
        if notation.to_fields(step.before)["phase"] == "deal":
            text = notation.format_deal(step.after, step.before)
            assert notation.format_deal(step.after) == text


@each_game
def test_a_new_game_is_the_start_of_the_rules(players: int, board: str) -> None:
    expected = rules.start(players, board == "plain")
    np.testing.assert_array_equal(notation.new(players, {"board": board}), expected)
    if board == "colour":
        np.testing.assert_array_equal(notation.new(players, {}), expected)


# --- The oracle -----------------------------------------------------------------------


def assert_lockstep(state: State, seed: int, choose: Choice) -> None:
    """Kernel and oracle have the same fields and moves all through a game."""
    game = Game.from_fields(notation.to_fields(state))
    for step in steps(state, seed, choose):
        assert notation.to_fields(step.before) == game.to_fields()
        legal = actions(step.before)
        moves = [notation.format_move(action, step.before) for action in legal]
        assert sorted(moves) == sorted(game.moves())
        if step.action is None:
            game.apply_deal(notation.format_deal(step.after, step.before))
        else:
            game.play(notation.format_move(step.action, step.before))
        fields = notation.to_fields(step.after)
        assert fields == game.to_fields()
        assert list(fields) == list(game.to_fields())
    assert game.over


@each_game
def test_the_json_form_equals_the_oracle_at_every_step(
    players: int, board: str
) -> None:
    assert_lockstep(notation.new(players, {"board": board}), players, placing)
    assert_lockstep(notation.new(players, {"board": board}), players, passing)
    for seed in range(10, 14):
        assert_lockstep(crowded(players, board, seed), seed, placing)


def test_the_last_to_pass_stays_in_turn_during_a_refill() -> None:
    state = at(
        "summer-pavilion players=3 round=2 phase=place marker=1 supply=PGOYR bag=-"
        f" p1.stock=B1 p2.passed=yes {FULL_BOARDS}"
    )
    game = Game.from_fields(notation.to_fields(state))
    for move in ("pass", "done"):
        game.play(move)
        rules.play(state, notation.parse_move(move, state))
    fields = notation.to_fields(state)
    assert fields == game.to_fields()
    # Player 3, without tiles, passes after player 1.
    assert (fields["phase"], fields["turn"]) == ("refill", 3)
    assert_round_trips(state)


# --- What may be written --------------------------------------------------------------

CANONICAL = (
    "summer-pavilion players=2 board=plain round=3 phase=bonus owed=1 least=O turn=2"
    " first=1 marker=2 factories=-,-,-,-,- centre=- supply=GGOOYYBR"
    " bag=P14G13O14Y17B15R13 tower=P3G3O3Y3B3R6 p1.score=17 p1.stock=P3G1 p1.kept=-"
    " p1.passed=no p1.orange=O.O... p1.red=RBG..P p1.blue=...... p1.yellow=......"
    " p1.green=...... p1.purple=...... p1.centre=..B..B p2.score=9 p2.stock=P1O1"
    " p2.kept=- p2.passed=no p2.orange=....GG p2.red=...... p2.blue=......"
    " p2.yellow=...... p2.green=R..... p2.purple=...... p2.centre=......"
)


def test_a_canonical_text_is_written_as_it_was_read() -> None:
    for text in (CANONICAL, *map(notation.format, map(at, (TO_DRAFT, TO_KEEP)))):
        assert notation.format(at(text)) == text
        assert notation.parse(text).warnings == ()


def test_keys_and_tiles_may_come_in_any_order() -> None:
    game, *rest = CANONICAL.split()
    shuffled = random.Random(1).sample(rest, len(rest))
    text = " ".join([game, *shuffled])
    for old, new in {"=GGOOYYBR": "=RBYYOOGG", "=P3G1": "=G1P3"}.items():
        assert old in text
        text = text.replace(old, new)
    np.testing.assert_array_equal(at(text), at(CANONICAL))


def test_a_position_may_fill_lines_and_have_comments() -> None:
    lines = CANONICAL.replace(" p", "\n\tp").splitlines()
    text = "# a game at the club\n\n" + "  # seen\r\n".join(lines) + "#end"
    np.testing.assert_array_equal(at(text), at(CANONICAL))


def test_everything_but_players_has_a_default() -> None:
    deal = notation.parse("summer-pavilion players=3 phase=deal tower=-")
    np.testing.assert_array_equal(deal.state, rules.start(3))
    assert deal.warnings == ()
    text = "summer-pavilion players=2 first=2 centre=B supply=PPGGOOYYBR"
    fields = notation.to_fields(at(text))
    expected = {"board": "colour", "round": 1, "phase": "draft", "turn": 2}
    expected |= {"marker": "centre", "factories": ["-"] * 5, "p1.score": 5}
    expected |= {"p1.stock": "-", "p1.kept": "-", "p1.passed": "no"}
    expected |= {"p2.centre": "......"}
    assert fields | expected == fields


def test_the_holder_of_the_marker_is_in_turn_by_default_once_the_draft_is_over() -> (
    None
):
    text = "summer-pavilion players=2 marker=2 phase=place supply=PPGGOOYYBR"
    assert notation.to_fields(at(f"{text} p2.stock=G1"))["turn"] == 2


def test_least_follows_from_the_tiles_kept() -> None:
    np.testing.assert_array_equal(at(TO_KEEP.replace(" least=G", "")), at(TO_KEEP))


def test_a_single_dash_stands_for_a_whole_empty_list_or_star() -> None:
    long = TO_PLACE + " p2.orange=...... factories=-,-,-,-,-"
    short = TO_PLACE + " p2.orange=- factories=-"
    np.testing.assert_array_equal(at(short), at(long))


ONE_BLUE = (
    "summer-pavilion players=2 phase=place marker=1 p1.stock=B1 supply=PPGGOOYYBR"
)


@pytest.mark.parametrize(
    ("given", "bag", "tower"),
    [
        ("bag=P10G18O20Y20", "P10G18O20Y20", "P10G2B20R21"),
        ("tower=R3", "P20G20O20Y20B20R18", "R3"),
        ("bag=- tower=P20G20O20Y20B20R21", "-", "P20G20O20Y20B20R21"),
        ("bag=P020 tower=G20O20Y20B20R21", "P20", "G20O20Y20B20R21"),
    ],
)
def test_one_of_bag_and_tower_follows_from_the_other(
    given: str, bag: str, tower: str
) -> None:
    parsed = notation.parse(f"{ONE_BLUE} {given}")
    fields = notation.to_fields(parsed.state)
    assert (fields["bag"], fields["tower"]) == (bag, tower)
    assert parsed.warnings == ()


# --- Assumptions ----------------------------------------------------------------------

NO_SUPPLY = (
    "bag and tower are not given: the unseen tiles (P20G20O20Y20B20R21) count as bag,"
    " the tower as empty"
)


def test_all_unseen_tiles_count_as_bag_with_a_warning() -> None:
    parsed = notation.parse(ONE_BLUE)
    assert parsed.warnings == (NO_SUPPLY,)
    assert notation.to_fields(parsed.state)["bag"] == "P20G20O20Y20B20R21"
    assert notation.to_fields(parsed.state)["tower"] == "-"


def test_a_doubtful_turn_is_a_warning() -> None:
    text = (
        "summer-pavilion players=2 factories=PPGO,-,BBBB,OOOO,RYGB centre=RYY"
        " supply=PPGGOOYYBR tower=- p1.stock=R1"
    )
    assert notation.parse(text).warnings == (
        "with 1 of 5 factories empty and the marker in the centre (1 move since player"
        " 1 started) it should be the turn of player 2, not of player 1",
    )
    assert notation.parse(text + " turn=2").warnings == ()


@pytest.mark.parametrize(
    ("rest", "warning"),
    [
        (
            "p1.stock=R1 centre=YY",
            "with 1 of 5 factories empty and 2 in the centre the players have taken 2"
            " tiles, but their stocks hold 1",
        ),
        (
            "p1.stock=R1Y1 p2.stock=P1 centre=YYG",
            "with 1 of 5 factories empty and 3 in the centre the players have taken 1"
            " tile, but their stocks hold 3",
        ),
        ("round=2 p1.stock=R5 p2.stock=P4 centre=YYG", ""),
        (
            "round=2 p1.stock=R6 p2.stock=P4 centre=YYG",
            "with 1 of 5 factories empty and 3 in the centre the players have taken 1"
            " tile and at most 8 kept from the round before, but their stocks hold 10",
        ),
    ],
)
def test_doubtful_stocks_are_a_warning(rest: str, warning: str) -> None:
    text = (
        "summer-pavilion players=2 turn=2 factories=PPGO,-,BBBB,OOOO,RYGB"
        " supply=PPGGOOYYBR tower=-"
    )
    assert notation.parse(f"{text} {rest}").warnings == ((warning,) if warning else ())


def test_a_marker_left_out_after_the_draft_is_a_warning() -> None:
    text = TO_PLACE.replace("marker=1", "first=1")
    assert notation.parse(text).warnings == (
        "marker is not given: as if nobody had taken it this round, player 1, who"
        " started the draft, starts the placing and the next round",
    )
    assert notation.parse(f"{text} marker=centre").warnings == ()


# --- Refusals -------------------------------------------------------------------------


@pytest.mark.parametrize("block", blocks(REFUSED))
def test_an_impossible_text_is_refused_with_the_rule_and_the_place(block: str) -> None:
    text = block.splitlines()[1].removeprefix("  ")
    assert told(lambda: notation.parse(text)) == block


def test_most_refusals_are_different_ones() -> None:
    assert len(blocks(REFUSED)) >= 70
    assert len({block.splitlines()[0] for block in blocks(REFUSED)}) >= 60


def test_an_empty_text_is_refused() -> None:
    for text in ("", " \n", "# summer-pavilion players=2"):
        assert told(lambda text=text: notation.parse(text)) == (  # type: ignore[misc]
            "the position is empty; known: summer-pavilion"
        )


@pytest.mark.parametrize("seed", range(200))
def test_a_damaged_text_is_refused_or_read_as_it_stands(seed: int) -> None:
    rng = random.Random(seed)
    text = rng.choice([CANONICAL, TO_DRAFT, TO_PLACE, TO_PLACE_PLAIN, TO_TAKE, TO_KEEP])
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len("summer-pavilion "), len(text))
        letter = rng.choice("PGOYBR-.,=1250 ax#")
        text = text[:place] + letter + text[place + rng.choice((0, 1)) :]
    try:
        state = at(text)
    except NotationError:
        return
    assert at(notation.format(state)).tolist() == state.tolist()
    for after in itertools.islice(walk(state, seed, placing), 0, 40, 5):
        Game.from_fields(notation.to_fields(after))
        assert_round_trips(after)


def test_no_refill_is_due_when_bag_and_tower_are_empty() -> None:
    text = "summer-pavilion players=3 round=2 marker=1 supply=PGOYR bag=- p1.stock=B1"
    error = told(lambda: at(f"{text} phase=refill {FULL_BOARDS}"))
    assert error.splitlines()[0] == (
        "bag and tower are empty, so there is no refill: write phase=place"
    )
    assert_round_trips(at(f"{text} phase=place {FULL_BOARDS}"))


# --- The JSON form --------------------------------------------------------------------

# Each block: what is changed, the sentence, the place as text, and the caret line.
REFUSED_FIELDS = """
{"players": True}
the value of 'players' is true; it must be a whole number, a word or a list of words
  players=true
          ^^^^

{"round": 2.5}
the value of 'round' is a fraction; it must be a whole number, a word or a list of words
  round=2.5
        ^^^

{"p1.kept": ""}
the value of 'p1.kept' is an empty text; it must be a whole number, a word or a list of words
  p1.kept=""
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

{"factories": ["PPGO", None]}
the value of 'factories' is a list of other things; it must be a whole number, a word or a list of words
  factories=["PPGO", null]
            ^^^^^^^^^^^^^^

{"p1.passed": False}
the value of 'p1.passed' is false; it must be a whole number, a word or a list of words
  p1.passed=false
            ^^^^^

{"owed": "two"}
owed is a number from 1 to 3, not 'two'
  ... board=plain round=3 phase=bonus owed=two least=O turn=2 first=1 marker=2 ...
                                           ^^^

{"least": "p"}
least has 'p'; tiles are capital letters, write 'P' for purple
  ... round=3 phase=bonus owed=1 least=p turn=2 first=1 marker=2 factories=-,-,-,-,- ...
                                       ^

{"supply": "GGOOYYBR turn=1"}
the supply has ' ', which is no tile; tiles are P purple, G green, O orange, Y yellow, B blue, R red
  ... centre=- supply=GGOOYYBR turn=1 bag=P14G13O14Y17B15R13 ...
                              ^

{"p2.orange": "....GR"}
16 green in the bag and tower and 5 on factories, centre, supply, boards and stocks make 21; the game has 22
  ... centre=- supply=GGOOYYBR bag=P14G13O14Y17B15R13 tower=P3G3O3Y3B3R6 p1.score=17 ...
                                   ^^^^^^^^^^^^^^^^^^

{"p2.red": "..."}
p2.red has 6 characters, a letter or . for each space, not '...'
  ... p2.passed=no p2.orange=....GG p2.red=... p2.blue=...... p2.yellow=...... ...
                                           ^^^

{"lid": "-"}
unknown key 'lid'. Keys: players, board, round, phase, owed, least, turn, first, marker, factories, centre, supply, bag, tower, and for each player p1.score, p1.stock, p1.kept, p1.passed, p1.orange, p1.red, p1.blue, p1.yellow, p1.green, p1.purple, p1.centre
  ... p2.blue=...... p2.yellow=...... p2.green=R..... p2.purple=...... p2.centre=...... lid=-
                                                                                        ^^^

{"tower": "P3"}
13 green in the bag and tower and 6 on factories, centre, supply, boards and stocks make 19; the game has 22
  ... centre=- supply=GGOOYYBR bag=P14G13O14Y17B15R13 tower=P3 p1.score=17 p1.stock=P3G1 ...
                                   ^^^^^^^^^^^^^^^^^^

{"phase": "place"}
owed belongs to phase=bonus
  ... players=2 board=plain round=3 phase=place owed=1 least=O turn=2 first=1 marker=2 ...
                                                ^^^^

{"game": "azul"}
unknown game 'azul'. Known: summer-pavilion
  azul players=2 board=plain round=3 phase=bonus owed=1 least=O turn=2 first=1 marker=2 ...
  ^^^^
"""  # noqa: E501


@pytest.mark.parametrize("block", blocks(REFUSED_FIELDS))
def test_an_impossible_json_form_is_refused_at_its_key(block: str) -> None:
    changes, _, error = block.partition("\n")
    fields = notation.to_fields(at(CANONICAL)) | ast.literal_eval(changes)
    assert told(lambda: notation.from_fields(fields)) == error


def test_the_json_form_takes_the_defaults_and_words_of_the_text() -> None:
    fields = {"game": "summer-pavilion", "players": "2", "turn": 2, "centre": "B"}
    fields |= {"supply": "PPGGOOYYBR", "tower": "-"}
    text = "summer-pavilion players=2 turn=2 centre=B supply=PPGGOOYYBR tower=-"
    np.testing.assert_array_equal(notation.from_fields(fields).state, at(text))


@pytest.mark.parametrize(
    ("players", "options", "error"),
    [
        (
            5,
            {},
            "summer-pavilion is for 2 to 4 players, not 5\n  players=5\n          ^",
        ),
        (
            2,
            {"board": "grey"},
            "unknown board 'grey'. Known: colour, plain\n  board=grey\n        ^^^^",
        ),
        (
            2,
            {"wall": "grey"},
            "unknown option 'wall'. Known: board\n  wall=grey\n  ^^^^",
        ),
    ],
)
def test_an_unknown_game_option_is_refused(
    players: int, options: dict[str, str], error: str
) -> None:
    assert told(lambda: notation.new(players, options)) == error


# --- Deals ----------------------------------------------------------------------------

# The bag has six tiles before the fill of round 2, the tower the others.
FILL_DUE = "summer-pavilion players=2 round=2 phase=deal supply=PPGGOOYYBR bag=P1G4R1"
REFILL_DUE = (
    "summer-pavilion players=2 phase=refill marker=1 supply=PPGGOOY bag=P1R1"
    " p1.orange=....OO p1.stock=B3"
)
REFUSED_DEALS = """
new
the first fill is the supply, / and the factories, such as PPGGOOYYBR/GOPP,...
  PPGO,RRYY,BBBB,OOOO,GYBR
  ^^^^^^^^^^^^^^^^^^^^^^^^

new
with 2 players there are 5 factories, not 2
  PPGGOOYYBR/PPGO,RRYY
             ^^^^^^^^^

new
the supply gets 10 tiles, not 9: 132 are left in bag and tower
  PPGGOOYYB/PPGO,RRYY,BBBB,OOOO,GYBR
  ^^^^^^^^^

new
the supply is missing; write - for no tiles
  /PPGO,RRYY,BBBB,OOOO,GYBR
  ^

fill
only the fill of round 1 has a supply before a /
  PPGGOOYYBR/PPGO,RRYY,BBBB,OOOO,GYBR
  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

fill
with 2 players there are 5 factories, not 2
  GGGG,PRBB
  ^^^^^^^^^

fill
factory 5 gets 4 tiles, not 3: 106 are left in bag and tower
  GGGG,PRBB,RRRR,RRRR,YYY
                      ^^^

fill
factory 3 gets 4 tiles, not 0: 114 are left in bag and tower
  GGGG,PRBB,-,RRRR,YYYY
            ^

fill
factory 1 holds 5 tiles; there is room for 4
  GGGGP,RBB,RRRR,RRRR,YYYY
  ^^^^^

fill
factory 1 has 'X', which is no tile; tiles are P purple, G green, O orange, Y yellow, B blue, R red
  GGGX,PRBB,RRRR,RRRR,YYYY
     ^

fill
factory 1 gets 4 purple, but the bag has 1
  PPPP,RRRR,BBBB,OOOO,GGGG
  ^^^^

fill
factory 2 gets the last 2 tiles of the bag, PR, before the tower is poured into it
  GGGG,PBBB,RRRR,RRRR,YYYY
       ^^^^

fill
factory 1 gets 4 tiles, not 0: 122 are left in bag and tower
  -
  ^

refill
the supply gets 3 tiles, not 2: 120 are left in bag and tower
  PR
  ^^

refill
the supply gets the last 2 tiles of the bag, PR, before the tower is poured into it
  POO
  ^^^

refill
the supply has 'X', which is no tile; tiles are P purple, G green, O orange, Y yellow, B blue, R red
  PRX
    ^

refill
the supply gets 3 tiles, not 4: 120 are left in bag and tower
  PRPP
  ^^^^

draft
no fill is due in phase=draft
  PPGO
  ^^^^
"""  # noqa: E501


@pytest.mark.parametrize("block", blocks(REFUSED_DEALS))
def test_an_impossible_deal_is_refused(block: str) -> None:
    due, _, error = block.partition("\n")
    states = {"new": "summer-pavilion players=2 phase=deal tower=-"}
    states |= {"fill": FILL_DUE, "refill": REFILL_DUE, "draft": TO_DRAFT}
    text = error.splitlines()[1].strip()
    assert told(lambda: notation.parse_deal(text, at(states[due]))) == error


def test_the_tower_is_poured_when_the_bag_is_empty() -> None:
    state = notation.parse_deal(" GGGG,PRBB,RRRR,RRRR,YYYY ", at(FILL_DUE))
    fields = notation.to_fields(state)
    assert (fields["bag"], fields["tower"]) == ("P19G16O20Y16B19R12", "-")
    assert (fields["phase"], fields["supply"]) == ("draft", "PPGGOOYYBR")


def test_a_refill_pours_the_tower_too() -> None:
    state = notation.parse_deal("RPO", at(REFILL_DUE))
    fields = notation.to_fields(state)
    assert (fields["bag"], fields["tower"]) == ("P19G20O17Y21B19R21", "-")
    assert (fields["phase"], fields["supply"]) == ("place", "PPPGGOOOYR")
    assert notation.format_deal(state, at(REFILL_DUE)) == "POR"


def test_the_tower_stays_when_the_bag_is_just_enough() -> None:
    due = at(REFILL_DUE.replace("bag=P1R1", "bag=P1R2"))
    fields = notation.to_fields(notation.parse_deal("PRR", due))
    assert (fields["bag"], fields["tower"]) == ("-", "P19G20O18Y21B19R20")


def test_a_first_fill_is_the_supply_then_the_factories() -> None:
    deal = "PPGGOOYYBR/PPGO,YYRR,BBBB,OOOO,GYBR"
    new = notation.new(2, {})
    state = notation.parse_deal(deal, new)
    fields = notation.to_fields(state)
    assert (fields["supply"], fields["phase"]) == ("PPGGOOYYBR", "draft")
    assert fields["factories"] == ["PPGO", "YYRR", "BBBB", "OOOO", "GYBR"]
    assert notation.format_deal(state, new) == deal


def test_a_fill_without_tiles_goes_on_to_the_placing() -> None:
    due = at(
        "summer-pavilion players=3 round=5 phase=deal supply=PGOYR bag=- p2.stock=B1"
        f" {FULL_BOARDS}"
    )
    for deal in ("-,-,-,-,-,-,-", "-"):
        state = notation.parse_deal(deal, due)
        fields = notation.to_fields(state)
        assert (fields["phase"], fields["turn"], fields["p1.passed"]) == (
            "place",
            2,
            "yes",
        )
        assert notation.format_deal(state, due) == "-,-,-,-,-,-,-"


# --- Moves ----------------------------------------------------------------------------

REFUSED_MOVES = """
draft
a move is source and colour, such as 3R or CR, not '1'; legal: 1P, 2G, 1O, CB
  1
  ^

draft
a move is source and colour, such as 3R or CR, not '1B4'; legal: 1P, 2G, 1O, CB
  1B4
  ^^^

draft
this move is written 1G; legal: 1P, 2G, 1O, CB
  1g
  ^^

draft
there are 5 factories; legal: 1P, 2G, 1O, CB
  7P
  ^^

draft
factory 1 holds no red; legal: 1P, 2G, 1O, CB
  1R
  ^^

draft
the centre holds no red; legal: 1P, 2G, 1O, CB
  CR
  ^^

draft
green is wild in round 2 and comes along with another colour: name that one; legal: 1P, 2G, 1O, CB
  1G
  ^^

draft
green is wild in round 2 and comes along with another colour: name that one; legal: 1P, 2G, 1O, CB
  CG
  ^^

draft
no bonus tile is due; legal: 1P, 2G, 1O, CB
  takeP
  ^^^^^

draft
no tile is to be kept now; legal: 1P, 2G, 1O, CB
  done
  ^^^^

place
a move is pass, or star and position, in the centre a colour too, and + with the wild tiles paid, such as O4, O4+1 or C2R+1, not 'O7'; legal: O2, O2+1, O3+1, O3+2, O4+2, O4+3 and 20 more
  O7
  ^^

place
a move is pass, or star and position, in the centre a colour too, and + with the wild tiles paid, such as O4, O4+1 or C2R+1, not 'R1O'; legal: O2, O2+1, O3+1, O3+2, O4+2, O4+3 and 20 more
  R1O
  ^^^

place
a move is pass, or star and position, in the centre a colour too, and + with the wild tiles paid, such as O4, O4+1 or C2R+1, not 'C3'; legal: O2, O2+1, O3+1, O3+2, O4+2, O4+3 and 20 more
  C3
  ^^

place
this move is written O2; legal: O2, O2+1, O3+1, O3+2, O4+2, O4+3 and 20 more
  o2
  ^^

place
this move is written pass; legal: O2, O2+1, O3+1, O3+2, O4+2, O4+3 and 20 more
  PASS
  ^^^^

place
space 1 of the orange star is covered; legal: O2, O2+1, O3+1, O3+2, O4+2, O4+3 and 20 more
  O1
  ^^

place
space 2 of the centre star is covered; legal: O2, O2+1, O3+1, O3+2, O4+2, O4+3 and 20 more
  C2B
  ^^^

place
the centre star has a blue tile already; legal: O2, O2+1, O3+1, O3+2, O4+2, O4+3 and 20 more
  C3B
  ^^^

place
the space costs 1, and at least one tile paid is orange; legal: O2, O2+1, O3+1, O3+2, O4+2, O4+3 and 20 more
  C1O+1
  ^^^^^

place
the space costs 4, and at least one tile paid is orange; legal: O2, O2+1, O3+1, O3+2, O4+2, O4+3 and 20 more
  O4+5
  ^^^^

place
green is wild in round 2; it is paid in green alone; legal: O2, O2+1, O3+1, O3+2, O4+2, O4+3 and 20 more
  G3+1
  ^^^^

place
this costs 2 purple; player 1 has 1 purple; legal: O2, O2+1, O3+1, O3+2, O4+2, O4+3 and 20 more
  P2
  ^^

place
this costs 4 orange and 1 green; player 1 has 2 orange and 3 green; legal: O2, O2+1, O3+1, O3+2, O4+2, O4+3 and 20 more
  O5+1
  ^^^^

place
no tile is to be kept now; legal: O2, O2+1, O3+1, O3+2, O4+2, O4+3 and 20 more
  keepP
  ^^^^^

place
no bonus tile is due; legal: O2, O2+1, O3+1, O3+2, O4+2, O4+3 and 20 more
  takeP
  ^^^^^

plain
a move is pass, or star, position and colour, and + with the wild tiles paid, such as O4G or O4G+1, not 'O4'; legal: O3O, O4O+2, O4O+3, O5O+3, R3P, R4P+1 and 139 more
  O4
  ^^

plain
the orange star takes orange tiles only, after two of them; legal: O3O, O4O+2, O4O+3, O5O+3, R3P, R4P+1 and 139 more
  O3G
  ^^^

plain
the red star has a red tile already; legal: O3O, O4O+2, O4O+3, O5O+3, R3P, R4P+1 and 139 more
  R3R
  ^^^

plain
green is wild in round 2; it is paid in green alone; legal: O3O, O4O+2, O4O+3, O5O+3, R3P, R4P+1 and 139 more
  G1G+1
  ^^^^^

plain
this move is written C1P; legal: O3O, O4O+2, O4O+3, O5O+3, R3P, R4P+1 and 139 more
  c1p
  ^^^

bonus
a move is take and a colour, such as takeP, not 'P1'; legal: takeG, takeO
  P1
  ^^

bonus
the supply holds no yellow; legal: takeG, takeO
  takeY
  ^^^^^

bonus
tiles are taken in the order of colours, P G O Y B R: after green no purple; legal: takeG, takeO
  takeP
  ^^^^^

bonus
2 are due and the supply holds 1 from red on; tiles are taken in the order of colours, P G O Y B R; legal: takeG, takeO
  takeR
  ^^^^^

bonus
this move is written takeG; legal: takeG, takeO
  takeg
  ^^^^^

bonus
a move is take and a colour, such as takeP, not 'pass'; legal: takeG, takeO
  pass
  ^^^^

keep
tiles are kept in the order of colours, P G O Y B R: after green no purple; legal: keepO, done
  keepP
  ^^^^^

keep
player 1 has no green; legal: keepO, done
  keepG
  ^^^^^

keep
this move is written keepR; legal: keepO, done
  keepr
  ^^^^^

keep
a move is keep and a colour, such as keepP, or done, not 'pass'; legal: keepO, done
  pass
  ^^^^

refill
no move is possible: the supply is not refilled yet
  O1
  ^^

refill
no bonus tile is due
  takeP
  ^^^^^

fill
no move is possible: the factories are not filled yet
  1B
  ^^

over
no move is possible: the game is over
  1B
  ^^

last
the space costs 1, and at least one tile paid is purple; legal: G1, G2, G3, C1G, C2G, C3G and 1 more
  P1+1
  ^^^^

last
no tile is to be kept now; legal: G1, G2, G3, C1G, C2G, C3G and 1 more
  keepG
  ^^^^^
"""  # noqa: E501
PLACES = {
    "draft": TO_DRAFT,
    "place": TO_PLACE,
    "plain": TO_PLACE_PLAIN,
    "bonus": TO_TAKE,
    "keep": TO_KEEP,
    "refill": REFILL_DUE,
    "fill": FILL_DUE,
    "last": "summer-pavilion players=2 round=6 phase=place marker=1 supply=PPGGOOYYBR"
    " tower=- p1.stock=G3",
    "over": "summer-pavilion players=2 round=6 phase=over supply=PPGGOOYYBR tower=-",
}


@pytest.mark.parametrize("block", blocks(REFUSED_MOVES))
def test_an_illegal_move_is_refused(block: str) -> None:
    where, _, error = block.partition("\n")
    text = error.splitlines()[1].strip()
    assert told(lambda: notation.parse_move(text, at(PLACES[where]))) == error
    assert told(lambda: notation.parse_turn(text, at(PLACES[where]))) == error


# --- Turns ----------------------------------------------------------------------------


def turn(text: str, state: State) -> tuple[list[str], State]:
    """The single moves of a turn, and the state after them."""
    moves, state = [], state.copy()
    kept = state.copy()
    for action in notation.parse_turn(text, kept):
        moves.append(notation.format_move(action, state))
        assert action in actions(state)
        rules.play(state, action)
    return moves, state


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("2G", "2G"),
        (" 1P  CB ", "1P CB"),
        ("2G CB 1O", "2G CB 1O"),
    ],
)
def test_several_takes_of_a_draft_are_one_turn_each(text: str, moves: str) -> None:
    assert turn(text, at(TO_DRAFT))[0] == moves.split()


WINDOW_NEXT = (
    "summer-pavilion players=2 phase=place marker=1 supply=PPGGOOYYBR tower=-"
    " p1.stock=O5P4 p1.orange=.....O p2.stock=B2"
)


@pytest.mark.parametrize(
    ("text", "moves", "phase"),
    [
        ("O5+1 takeB takeP takeP", "O5+1 takeP takeP takeB", "refill"),
        ("O5+1 takeP takeB takeP", "O5+1 takeP takeP takeB", "refill"),
        ("O5 takeR takeG takeP", "O5 takeP takeG takeR", "refill"),
        ("O5 takeO takeG", "O5 takeG takeO", "bonus"),
        ("O5", "O5", "bonus"),
        ("O1 B2 pass:P4", "O1 B2 pass keepP keepP keepP keepP", "deal"),
    ],
)
def test_bonus_tiles_may_be_named_in_any_order(
    text: str, moves: str, phase: str
) -> None:
    found, after = turn(text, at(WINDOW_NEXT))
    assert found == moves.split()
    assert notation.to_fields(after)["phase"] == phase


@pytest.mark.parametrize(
    ("stock", "number", "text", "moves"),
    [
        ("P1O2G3", 2, "pass:P1G2", "pass keepP keepG keepG done"),
        ("P1O2G3", 2, "pass:G2P1", "pass keepP keepG keepG done"),
        ("P1O2G3", 2, "pass:P1G3", "pass keepP keepG keepG keepG"),
        ("P1O2G3", 2, "pass:O2", "pass keepO keepO"),
        ("P1O2G3", 2, "pass:O1", "pass keepO done"),
        ("P1O2G3", 2, "pass:-", "pass done"),
        ("P1O2G3", 2, "pass keepO keepP done", "pass keepP keepO done"),
        ("P1O2G3", 2, "pass done", "pass done"),
        ("P1O2", 2, "pass", "pass keepP keepO keepO"),
        ("P1O3", 2, "pass", "pass keepP keepO keepO keepO"),
        ("P1O3", 2, "pass keepO", "pass keepO"),
        ("P1O3", 2, "pass:-", "pass done"),
        ("P1O3", 6, "pass", "pass"),
        ("P9O3", 6, "pass", "pass"),
        ("P9O3", 6, "pass:-", "pass"),
    ],
)
def test_a_pass_names_the_tiles_kept(
    stock: str, number: int, text: str, moves: str
) -> None:
    state = at(
        f"summer-pavilion players=2 round={number} phase=place marker=1"
        f" supply=PPGGOOYYBR tower=- p1.stock={stock} p2.stock=B1"
    )
    assert turn(text, state)[0] == moves.split()


def test_all_moves_of_a_game_are_read_as_one_turn_between_the_deals() -> None:
    texts: list[str] = []
    played: list[int] = []
    start = notation.new(3, {"board": "plain"})
    for step in steps(start, 8, passing):
        if step.action is None:
            if texts:
                assert notation.parse_turn(" ".join(texts), start) == played
            start, texts, played = step.after, [], []
        else:
            texts.append(notation.format_move(step.action, step.before))
            played.append(step.action)


REFUSED_TURNS = """
draft
the centre holds no blue; legal: 2G, CO
  CB 1P CB
        ^^

draft
a move is source and colour, such as 3R or CR, not 'pass'; legal: 2G, CO, CB
  1P pass
     ^^^^

place
player 1 has 6 tiles and may keep 4: name those kept, such as pass:P1G3, or pass:- for none
  pass
  ^^^^

place
player 1 has 1 purple to keep, not 2
  pass:P2
       ^^

place
the tiles kept are missing; write - for none
  pass:
       ^

place
at most 4 tiles are kept, not 5
  pass:P1O2G2
       ^^^^^^

place
what is kept is - or letters with a count each, such as P10G7, not 'PO'
  pass:PO
       ^^

place
what is kept counts orange twice
  pass:O1O1
         ^^

place
what is kept has 'k', which is no tile; tiles are P purple, G green, O orange, Y yellow, B blue, R red
  pass:k1
       ^

last
in round 6 nothing is kept: write pass
  pass:G1
       ^^

last
no tile is to be kept now
  pass keepG
       ^^^^^

window
the supply holds no purple; legal: takeG, takeO, takeY, takeB, takeR
  O5+1 takeP takeP takeP
                   ^^^^^

window
no bonus tile is due
  O5 takeP takeR takeG takeB
           ^^^^^

window
no move is possible: the supply is not refilled yet
  O5 takeP takeP takeB O1
                       ^^

window
no bonus tile is due; legal: B1, B2, C1B, C2B, pass
  O1 takeP
     ^^^^^

window
player 1 has 8 tiles and may keep 4: name those kept, such as pass:P4, or pass:- for none
  O1 B2 pass
        ^^^^

bonus
2 are due and the supply holds 1 from red on; tiles are taken in the order of colours, P G O Y B R; legal: takeG, takeO
  takeR takeR
  ^^^^^

keep
no tile is to be kept now
  keepO keepO keepO
              ^^^^^

window
no bonus tile is due; legal: keepO, done
  pass keepO takeP
             ^^^^^
"""  # noqa: E501


@pytest.mark.parametrize("block", blocks(REFUSED_TURNS))
def test_an_impossible_turn_is_refused_at_its_first_illegal_move(block: str) -> None:
    where, _, error = block.partition("\n")
    places = PLACES | {"window": WINDOW_NEXT}
    text = error.splitlines()[1].removeprefix("  ")
    assert told(lambda: notation.parse_turn(text, at(places[where]))) == error


def test_an_empty_turn_is_no_move() -> None:
    assert told(lambda: notation.parse_turn(" ", at(TO_KEEP))) == (
        "a move is keep and a colour, such as keepP, or done, not ''; legal: keepO,"
        " done"
    )
