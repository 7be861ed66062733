"""The oracle of Flowers says what the rules page says, sentence by sentence."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from tests.oracles.flowers import Game
from tests.oracles.flowers_garden import (
    CARDS,
    cell_text,
    parse_cell,
    parse_rows,
    score_garden,
)


def table(text: str) -> list[list[str]]:
    """A row a line, columns between semicolons."""
    return [[cell.strip() for cell in line.split(";")] for line in text.splitlines()]


def options(text: str) -> dict[str, str]:
    """Options as `key=value key=value`."""
    return dict(item.split("=") for item in text.split())


def position(players: int = 2, switches: str = "", **changes: Any) -> Game:
    """Player 1 draws; `p1_garden` stands for `p1.garden`; lists are texts."""
    fields = Game.new(players, options(switches)).to_fields()
    fields |= {"phase": "draw", "stacks": "R1:26 R2:26 blind:20"}
    fields |= dict.fromkeys(["p1.garden", "p2.garden", "p3.garden"][:players], "O:Y1")
    fields |= {key.replace("_", "."): value for key, value in changes.items()}
    for key, value in fields.items():
        if isinstance(value, str) and (key == "stacks" or key.endswith("garden")):
            fields[key] = value.split()
    return Game.from_fields(fields)


def go(game: Game, text: str) -> Game:
    """Moves are played, cards in brackets dealt; the same game."""
    for token in text.split():
        if token.startswith("["):
            game.apply_deal(token.strip("[]"))
        else:
            game.play(token)
    return game


def state(game: Game) -> str:
    """The phase, the player in turn, the stacks and what stands only sometimes."""
    fields = {key: v for key, v in game.to_fields().items() if v != "-"}
    words = [fields["phase"], str(fields["turn"]), *fields["stacks"]]
    rest = [k for k in ("last", "drawn", "from", "discard", "gone") if k in fields]
    return " ".join(words + [f"{key}={fields[key]}" for key in rest])


def refused(game: Game, tokens: str) -> bool:
    """Whether the game refuses each of these moves and cards, and stays as it is."""
    before = game.to_fields()
    for token in tokens.split():
        with pytest.raises(ValueError):
            go(game, token)
    return game.to_fields() == before


# Material and set-up


def test_there_are_28_kinds_of_108_cards_and_12_butterflies() -> None:
    assert " ".join(CARDS) == (
        "Y1 Y2 Y3 Y4 Y4r Y4b Y4g R1 R2 R3 R4 R4y R4b R4g "
        "B1 B2 B3 B4 B4y B4r B4g G1 G2 G3 G4 G4y G4r G4b"
    )
    assert list(CARDS.values()) == [3, 6, 8, 7, 1, 1, 1] * 4


NEW_GAMES = """1; ; setup 1 hidden:40 blind:40
2; ; setup 1 hidden:26 hidden:26 blind:26
3; ; setup 1 hidden:30 hidden:30 blind:30
4; ; setup 1 hidden:35 hidden:35 blind:34
1; summer=yes; reveal 1 hidden:40 blind:40
2; summer=yes; reveal 1 hidden:26 hidden:26 blind:26
3; summer=yes; reveal 1 hidden:30 hidden:30 blind:30
4; summer=yes; reveal 1 hidden:36 hidden:36 blind:36
2; summer=yes stacks=blind:5,blind:6; draw 1 blind:5 blind:6
2; stacks=blind:5,hidden:6; setup 1 blind:5 hidden:6"""


@pytest.mark.parametrize(("players", "switches", "after"), table(NEW_GAMES))
def test_new_games(players: str, switches: str, after: str) -> None:
    game = Game.new(int(players), options(switches))
    start = {(0, 0): ["P"]} if "summer" in switches else {}
    assert (state(game), game.gardens) == (after, [start] * int(players))
    assert (game.first, game.scores()) == (1, [0] * int(players))


KEYS = """game players rules reveal end covered butterfly ties summer summer-cover
min-group removal group-table cover-limit phase turn first last stacks drawn from
discard gone p1.garden p2.garden"""


def test_the_keys_of_a_position_have_an_order() -> None:
    sometimes = {"last": 1, "drawn": "R3", "from": 2, "discard": "due"}
    fields = Game.new(2, {}).to_fields()
    assert list(fields) == [key for key in KEYS.split() if key not in sometimes]
    assert list(Game.from_fields(fields | sometimes).to_fields()) == KEYS.split()


PRESETS = """; official
rules=digest; digest
rules=digest reveal=after-placement; digest
reveal=immediate end=one-more-each; official
rules=digest end=immediate covered=with-removed; official
reveal=immediate covered=none butterfly=card-colour ties=shared; digest
reveal=immediate covered=all end=finish-round; official"""


@pytest.mark.parametrize(("switches", "rules"), table(PRESETS))
def test_rules_names_the_nearer_preset(switches: str, rules: str) -> None:
    fields = Game.new(2, options(switches)).to_fields()
    assert fields["rules"] == rules
    assert all(fields[k] == v for k, v in options(switches).items() if k != "rules")


def test_digest_differs_in_four_switches_and_numbers_are_numbers() -> None:
    official = Game.new(2, {}).to_fields()
    digest = Game.new(2, {"rules": "digest"}).to_fields()
    changed = [value for key, value in digest.items() if value != official[key]]
    assert changed == ["digest", "immediate", "one-more-each", "none", "card-colour"]
    fields = Game.new(2, options("cover-limit=0 group-table=5 removal=0")).to_fields()
    assert [fields[k] for k in KEYS.split()[10:14]] == [5, 0, "5", 0]


UNFIT = """rules=mine reveal=never end=later covered=some butterfly=blue ties=coin
summer=1 summer-cover=maybe min-group=0 min-group=21 removal=10 removal=-1
cover-limit=61 cover-limit=all group-table=1,2,3,4,5,6,7,8,9 group-table=100
group-table= stacks=R1:20 stacks=hidden:0 stacks=hidden:107 stacks=x:1 speed=fast
stacks=blind:1,blind:1,blind:1,blind:1,blind:1,blind:1,blind:1"""


def test_other_games_are_refused() -> None:
    for players in (0, 5):
        with pytest.raises(ValueError, match="no such game"):
            Game.new(players, {})
    for switch in UNFIT.split():
        with pytest.raises(ValueError):
            Game.new(2, options(switch))


def test_set_up_deals_start_cards_then_turns_the_stacks_up() -> None:
    game = Game.new(2, {})
    assert len(game.deals()) == 28
    assert game.deals()["Y2"] == Fraction(6, 108)
    assert state(go(game, "[Y2]")) == "setup 1 hidden:26 hidden:26 blind:26"
    assert game.deals()["Y2"] == Fraction(5, 107)
    assert state(go(game, "[R4b]")) == "reveal 1 hidden:26 hidden:26 blind:26"
    assert "R4b" not in game.deals()
    assert refused(game, "[R4b] [P] [Y5] [hidden] 1 O")
    assert state(go(game, "[G1]")) == "reveal 1 G1:26 hidden:26 blind:26"
    assert state(go(game, "[Y2]")) == "draw 1 G1:26 Y2:26 blind:26"
    assert (game.deals(), game.moves()) == ({}, ["1", "2", "3"])
    assert refused(game, "[R1] 4 0 O 1:O E1")
    assert position(stacks="R1:26 hidden:0 blind:0").moves() == ["1"]


def test_unseen_is_all_but_piles_tops_drawn_and_gone() -> None:
    game = position(phase="reveal", drawn="R4", p1_garden="O:Y1/Y4b E1:R3", gone="R3")
    seen = ["Y1", "Y4b", "R3", "Y1", "R1", "R2", "R4", "R3"]
    assert game.unseen() == Counter(CARDS) - Counter(seen)
    assert game.deals()["R3"] == Fraction(6, 100)
    assert "Y4b" not in game.deals()
    gone = position(gone="B4y,R3,Y2,R3,B1,R4g").to_fields()["gone"]
    assert gone == "Y2,R3,R3,R4g,B1,B4y"
    summer = position(switches="summer=yes", phase="reveal", p1_garden="O:P")
    assert summer.deals()["Y1"] == Fraction(2, 105)
    for unfit in ({"gone": "Y1,Y1"}, {"stacks": "R1:60 blind:60"}, {"phase": "x"}):
        with pytest.raises(ValueError):
            position(**unfit)  # type: ignore[arg-type]


# Turns

CELLS = {"O": (0, 0), "E1": (1, 0), "W12": (-12, 0), "S3": (0, -3), "W1N20": (-1, 20)}


def test_cells_are_distances_from_the_origin() -> None:
    assert {text: parse_cell(text) for text in CELLS} == CELLS
    assert [cell_text(cell) for cell in CELLS.values()] == list(CELLS)
    for text in ("", "E0", "N1E1", "E01", "1", "O1", "EN", "E1W1"):
        with pytest.raises(ValueError):
            parse_cell(text)


PLACES = """; O:Y1; O N1 E1 S1 W1
; O:Y1 E1:R3; O E1 N1 E1N1 E2 E1S1 S1 W1
; O:Y1/B2 N1:R3/R4/R3; O N1 N2 E1N1 E1 S1 W1 W1N1
cover-limit=0; O:Y1; N1 E1 S1 W1
cover-limit=1; O:Y1/B2 N1:R3; N1 N2 E1N1 E1 S1 W1 W1N1
cover-limit=2; O:Y1/B2 N1:R3/R4/R3; O N2 E1N1 E1 S1 W1 W1N1
summer=yes; O:P; N1 E1 S1 W1
summer=yes summer-cover=yes; O:P; O N1 E1 S1 W1
summer=yes summer-cover=yes cover-limit=0; O:P; N1 E1 S1 W1
summer=yes summer-cover=yes cover-limit=1; O:P/R1; N1 E1 S1 W1
summer=yes summer-cover=yes cover-limit=2; O:P/R1; O N1 E1 S1 W1"""


@pytest.mark.parametrize(("options", "laid", "to"), table(PLACES))
def test_cards_go_beside_cards_or_onto_them(options: str, laid: str, to: str) -> None:
    game = go(position(switches=options, p1_garden=laid), "1")
    assert sorted(game.moves()) == sorted(to.split())
    assert refused(game, "W1S1 E3 1")


def test_a_garden_lists_its_cells_as_they_were_first_laid_on() -> None:
    game = go(position(stacks="blind:20"), "1 [R3] W1 1 [R3] O")
    go(game, "1 [B4] W1N1 1 [R3] O 1 [G2] W1")
    assert game.to_fields()["p1.garden"] == ["O:Y1", "W1:R3/G2", "W1N1:B4"]
    assert game.to_fields()["p2.garden"] == ["O:Y1/R3/R3"]


# Options, the first player, the one who empties a stack, turns from then on
LAST_TURNS = """end=immediate; 1; 2; 1
end=one-more-each; 1; 2; 3
end=one-more-each; 2; 1; 3
end=finish-round; 1; 1; 3
end=finish-round; 1; 2; 2
end=finish-round; 1; 3; 1
end=finish-round; 3; 1; 2
end=finish-round; 3; 2; 1"""


@pytest.mark.parametrize(("switches", "first", "turn", "turns"), table(LAST_TURNS))
def test_last_turns(switches: str, first: str, turn: str, turns: str) -> None:
    seats = {"first": int(first), "turn": int(turn)}
    game = position(3, switches, stacks="R1:1 blind:9", **seats)
    for count in range(int(turns)):
        assert (game.over, game.turn) == (False, (int(turn) - 1 + count) % 3 + 1)
        go(game, "2 [G3]" if count else "1")
        assert game.last == int(turns) - count
        go(game, "W1")
    assert (game.over, game.last) == (True, None)
    assert (game.moves(), game.deals()) == ([], {})


# Players, switches, stacks, moves, and what they lead to
PLAYS = """2; ; R1:9 R2:9; 1; place 1 hidden:8 R2:9 drawn=R1 from=1
2; ; R1:9 R2:9; 1 E1; reveal 2 hidden:8 R2:9
2; ; R1:9 R2:9; 1 E1 [G3]; draw 2 G3:8 R2:9
2; ; R1:9 blind:9; 2; blind 1 R1:9 blind:8 from=2
2; ; R1:9 blind:9; 2 [G3]; place 1 R1:9 blind:8 drawn=G3 from=2
2; ; R1:9 blind:9; 2 [G3] O 1 O [B1]; draw 1 B1:8 blind:8
2; rules=digest; R1:9 R2:9; 1; reveal 1 hidden:8 R2:9 drawn=R1 from=1
2; rules=digest; R1:9 R2:9; 1 [G3]; place 1 G3:8 R2:9 drawn=R1 from=1
2; rules=digest; R1:9 R2:9; 1 [G3] E1; draw 2 G3:8 R2:9
2; rules=digest; R1:9 blind:9; 2 [G3]; place 1 R1:9 blind:8 drawn=G3 from=2
1; ; R1:9 blind:9; 1 O; reveal 1 hidden:8 blind:9 discard=due
1; ; R1:9 blind:9; 1 O [G3]; reveal 1 hidden:7 blind:9 gone=G3
1; ; R1:9 blind:9; 1 O [G3] [B1]; draw 1 B1:7 blind:9 gone=G3
1; ; R1:9 blind:9; 2 [G3] O [B2]; draw 1 B2:8 blind:8 gone=R1
1; ; R1:1 blind:9; 2 [G3] O; over 1 hidden:0 blind:8 gone=R1
1; ; R1:1 blind:9; 1 O; over 1 hidden:0 blind:9
1; ; R1:9 blind:1; 2 [G3] O; over 1 R1:9 blind:0
1; ; R1:2 blind:9; 1 O [G3]; over 1 hidden:0 blind:9 gone=G3
1; ; blind:9; 1 [G3] O; draw 1 blind:8
1; ; R1:9 R2:9; 1 O; reveal 1 hidden:8 R2:9 discard=due
1; ; R1:9 R2:9; 2 O; reveal 1 hidden:8 hidden:8 gone=R1
1; ; R1:9 R2:9; 2 O [G3] [G4]; draw 1 G3:8 G4:8 gone=R1
1; rules=digest; R1:9 blind:9; 1 [G3] O; reveal 1 hidden:7 blind:9 gone=G3
1; rules=digest; R1:9 blind:9; 2 [G3] O; reveal 1 hidden:8 blind:8 gone=R1
1; rules=digest; R1:2 blind:9; 1 [G3] O; over 1 hidden:0 blind:9 gone=G3
1; rules=digest; R1:1 blind:9; 1 O; over 1 hidden:0 blind:9
3; ; R1:9 blind:1; 2 [G3]; place 1 R1:9 blind:0 last=1 drawn=G3 from=2
3; end=one-more-each; R1:1 blind:9; 1 O; draw 2 hidden:0 blind:9 last=2
3; end=one-more-each; R1:1 R2:9; 1 O 2 O; reveal 3 hidden:0 hidden:8 last=1
3; end=one-more-each; R1:1 R2:9; 1 O 2 O [G1] 2 O; over 3 hidden:0 hidden:7
3; end=one-more-each; R1:1 R2:1 R3:9; 1 O 2 O; draw 3 hidden:0 hidden:0 R3:9 last=1
3; end=one-more-each; R1:1 blind:1; 1 O 2 [G1] O; over 2 hidden:0 blind:0
3; end=finish-round; R1:1; 1 O; over 1 hidden:0
3; rules=digest; R1:1 R2:9; 1; place 1 hidden:0 R2:9 last=3 drawn=R1 from=1
3; rules=digest; R1:1 R2:2; 1 O 2 [G1] O 2 O; over 3 hidden:0 hidden:0"""


@pytest.mark.parametrize(("players", "rules", "stacks", "moves", "after"), table(PLAYS))
def test_plays(players: str, rules: str, stacks: str, moves: str, after: str) -> None:
    game = go(position(int(players), rules, stacks=stacks), moves)
    assert state(game) == after
    assert not game.over or sum(game.win_shares()) == 1


# Scoring: gardens, then switches with the points for removal, groups, butterflies

SCORES = """R4 R4 R4 R4 R4 | R2 R2 R1; -5 0 0
R1 R2 R2 R1 R2 | .. .. .. .. Y2; 0 5 0; min-group=6 0 0 0; group-table=7,9 0 7 0
R2 R2 R3 R1 R2 | .. .. .. .. B2; -1 0 0
R4b B4 R4 R4 | Y2 Y2; 0 0 1; butterfly=card-colour 0 0 0
R3/B1/Y3 Y3 R1; -4 0 0; covered=none -2 0 0; removal=2 -8 0 0
R3/B1/Y3 Y3 R1; covered=all -4 0 0; rules=digest -2 0 0
R1/Y3 Y3 G3 R1; 0 0 0; covered=all -1 0 0
R1 B1 G1; -3 0 0; removal=0 0 0 0; removal=9 -27 0 0
R4b R4 R4 R4 | B2; -1 0 0; butterfly=card-colour -1 0 1
R2 R2 R1 P R1 R2 R2; summer=yes 0 0 0
Y2 R3 | .. Y2; -3 0 0
Y3 R3 | B3 G3; -4 0 0
R3/B1/Y3 Y3 R1/G1; covered=all -5 0 0
Y1 Y2 Y2 Y1 Y2 B2 B1 B2 B2 B1; 0 10 0
G1 G2 G2 G1; 0 0 0; min-group=4 0 4 0
R1 R2 B2 Y1; min-group=1 0 4 0
R1 R2 R2 R1 R2 R2; group-table=7,9 0 9 0
R1 R2 R2 R1 R2 R2 R1; group-table=7,9 0 9 0; group-table=0,1,2 min-group=6 0 1 0
R4b B2 B2; -1 0 0
R4b/R1 B1/B2 B2; 0 0 0
R4b R4 R4 R4 | B1/Y1; 0 0 0
R4b R4 R4 R4 | Y1/B1; 0 0 1
R4b B4 B4 B4 | B1; 0 0 1
R4b R4 R4 R4 | .. B1; 0 0 0
R4b B4r B4 B4; 0 0 2; butterfly=card-colour 0 0 1
R1 R2 R1 R2 R2 P | .. B2; summer=yes 0 5 0; summer=yes min-group=6 0 0 0
R1 R2 R1 R2 R2 B1 P | .. B2; summer=yes 0 0 0
R1 R2 R1 R2 R2 P/B1 | .. B2; summer=yes 0 0 0
R1 R2 R1 R2 R2 P Y1 Y2 Y2 Y1 Y2 B2 | .. B2; summer=yes 0 10 0
P/B2 R1; summer=yes -1 0 0
P/R3/B2 R1; summer=yes -2 0 0
P/R3/B1; summer=yes covered=all -1 0 0
P R4b B4 R4 R4; summer=yes 0 0 1
P R4b R4 R4 R4; summer=yes 0 0 0"""


@pytest.mark.parametrize("case", SCORES.splitlines())
def test_scores(case: str) -> None:
    rows, *results = case.split("; ")
    for result in results:
        *switches, removed, groups, butterflies = result.split()
        points = [int(removed), int(groups), int(butterflies)]
        breakdown = score_garden(parse_rows(rows), options(" ".join(switches)))
        assert list(breakdown) == ["removed", "groups", "butterflies", "total"]
        assert list(breakdown.values()) == [*points, sum(points)]
        game = position(1, " ".join(switches), stacks="blind:9")
        game.gardens = [parse_rows(rows)]
        assert (game.scores(), game.breakdown(1)) == ([sum(points)], breakdown)


TIES = """; R1; R1 | R1; 0 0 1; 1 0
; R1 R2 R2 R1 R2 R2 Y3; B1 B2 B2 B1 B2 G2; 6 0 6; 1 0
; R4b B4 R4 R4 Y3; R1 R2 R2 R3/R4; 0 1 4; 1 0
; R1 R2 R2; R1; 0 0 3; 1 0
; Y1 R2 R2 B1; Y1 R2/B2 R2 B1; 0 0 4; 1/2 1/2
ties=shared; R1 R2 R2; R1; 0 0 3; 1/2 1/2
group-table=0; R1; R1 R2 R2 R1 R2 R2; 0 0 1; 0 1
summer=yes summer-cover=yes; P; P/B1; 0 0 0; 0 1"""


@pytest.mark.parametrize(("switches", "p1", "p2", "chain", "shares"), table(TIES))
def test_ties(switches: str, p1: str, p2: str, chain: str, shares: str) -> None:
    game = position(2, switches, stacks="blind:9")
    game.gardens = [parse_rows(p1), parse_rows(p2)]
    with pytest.raises(ValueError, match="not over"):
        game.win_shares()
    game.phase = "over"
    assert game.tie_break(1) == tuple(int(count) for count in chain.split())
    assert game.win_shares() == [Fraction(share) for share in shares.split()]


WALKS = """
rules=digest
end=finish-round summer=yes cover-limit=2
reveal=immediate covered=all ties=shared summer=yes summer-cover=yes
end=one-more-each cover-limit=0 group-table=5,8 stacks=hidden:5,blind:7,hidden:6"""


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("switches", WALKS.splitlines())
def test_random_games_keep_cards_and_odds(players: int, switches: str) -> None:
    rng = random.Random(f"{players} {switches}")
    game = Game.new(players, options(switches))
    while not game.over:
        fields = game.to_fields()
        assert Game.from_fields(json.loads(json.dumps(fields))) == game
        after, deals, seen = game.copy(), game.deals(), game.seen()
        assert sum(deals.values()) == (0 if game.moves() else 1)
        if deals:
            card = rng.choice(list(game.unseen().elements()))
            after.apply_deal(card)
            seen[card] += 1
        else:
            after.play(rng.choice(game.moves()))
        assert (after.seen(), game.to_fields()) == (seen, fields)
        assert after.seen() + after.unseen() == Counter(CARDS)
        game = after
    assert any(stack.height == 0 for stack in game.stacks)
    assert sum(game.win_shares()) == 1
    for player, laid in enumerate(game.gardens, 1):
        turned = {(y, -x): pile for (x, y), pile in laid.items()}
        assert score_garden(turned, game.switches) == game.breakdown(player)
