"""Flowers drawings: exact terminal text, what lies in a picture, same bytes."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.text import Text
from rich.console import Console

from reports.boards import draw, save, terminal
from tests.oracles.flowers import Game
from tests.oracles.flowers_garden import CARDS, OFFICIAL, switch_fields

Fields = dict[str, Any]

SWITCHES = switch_fields(OFFICIAL)
PACK = [card for card, copies in CARDS.items() for _ in range(copies)]
MIXED = [PACK[17 * n % len(PACK)] for n in range(len(PACK))]
LINE = ["O", *(f"{way}{n}" for n in range(1, 20) for way in "EW"), "E20"]
SETUP: Fields = {
    "game": "flowers",
    "players": 4,
    "rules": "official",
    **SWITCHES,
    "phase": "setup",
    "turn": 1,
    "first": 1,
    "stacks": ["hidden:35", "hidden:35", "blind:34"],
    "gone": "-",
    "p1.garden": ["O:R4b"],
    "p2.garden": [],
    "p3.garden": [],
    "p4.garden": [],
}
PLACE: Fields = {
    "game": "flowers",
    "players": 2,
    "rules": "official",
    **SWITCHES,
    "phase": "place",
    "turn": 2,
    "first": 1,
    "last": 1,
    "stacks": ["R4b:11", "hidden:9", "blind:0"],
    "drawn": "Y4b",
    "from": 2,
    "gone": "-",
    "p1.garden": ["O:R4y", "W1:R3", "E1:Y4", "N1:R1/R2", "W1N1:R2", "W1S1:R3/B1/G3"],
    "p2.garden": ["O:G1", "E1:B2", "E1S1:B2", "E2:R1/G1/Y3"],
}
SUMMER: Fields = {
    "game": "flowers",
    "players": 2,
    "rules": "digest",
    **SWITCHES,
    "reveal": "immediate",
    "end": "one-more-each",
    "covered": "none",
    "butterfly": "card-colour",
    "summer": "yes",
    "summer-cover": "yes",
    "min-group": 2,
    "group-table": "3,7",
    "cover-limit": 4,
    "phase": "over",
    "turn": 2,
    "first": 2,
    "stacks": ["Y1:1", "blind:0"],
    "gone": "-",
    "p1.garden": ["O:P", "E1:R2", "E2:R2", "W1:Y1", "W2:Y4/G2", "W3:G2"],
    "p2.garden": ["O:P/R1", "N1:R2", "N2:R2/B2"],
}
SOLO: Fields = {
    "game": "flowers",
    "players": 1,
    "rules": "official",
    **SWITCHES,
    "phase": "reveal",
    "turn": 1,
    "first": 1,
    "stacks": ["hidden:12", "blind:9"],
    "discard": "due",
    "gone": ",".join(sorted(MIXED[40:55], key=PACK.index)),
    "p1.garden": [f"{name}:{card}" for name, card in zip(LINE, MIXED, strict=False)],
}
MADE_UP = [SETUP, PLACE, SUMMER, SOLO]
PHASES = ("setup", "reveal", "draw", "blind", "place", "over")
every_made_up = pytest.mark.parametrize("fields", MADE_UP)
every_number = pytest.mark.parametrize("players", [1, 2, 3, 4])


@cache
def played(players: int) -> dict[str, Fields]:
    """The last position of each phase in a game of random moves, Summer with three."""
    options = {"summer": "yes", "min-group": "2"} if players == 3 else {}
    rng, game, last = random.Random(players), Game.new(players, options), {}
    while not game.over:
        last[game.phase] = game.to_fields()
        moves = game.moves()
        if moves:
            game.play(rng.choice(moves))
        else:
            game.apply_deal(rng.choice(list(game.deals())))
    return last | {"over": game.to_fields()}


@cache
def drawings() -> list[tuple[Fields, Figure]]:
    """The made-up positions and one of every number of players, drawn."""
    some = [played(n)[phase] for n, phase in enumerate(("place", "blind", "over"), 2)]
    return [(fields, draw(fields)) for fields in [*MADE_UP, *some]]


def printed_text(fields: Fields, width: int = 80) -> str:
    output = StringIO()
    console = Console(width=width, color_system=None, no_color=True, file=output)
    console.print(terminal(fields))
    return "\n".join(line.rstrip() for line in output.getvalue().splitlines())


def garden_lines(cells: list[str], **changes: Any) -> list[str]:
    """The lines of a solo garden without its frame, from the parts of the score."""
    fields = SOLO | {"gone": "-", "p1.garden": cells} | changes
    lines = [line for line in printed_text(fields).splitlines() if line[:1] in "│┃"]
    return [line[2:-2].rstrip() for line in lines if "card" not in line][1:]


def patch_names(figure: Figure, prefix: str) -> list[str]:
    names = [str(patch.get_gid()) for patch in figure.findobj(Patch)]
    return sorted(name for name in names if name.startswith(prefix))


def patch_of(figure: Figure, name: str) -> Patch:
    (patch,) = (found for found in figure.findobj(Patch) if found.get_gid() == name)
    assert isinstance(patch, Patch)
    return patch


def words(figure: Figure) -> list[str]:
    return [text.get_text() for text in figure.findobj(Text) if text.get_text()]


def saved(figure: Figure, path: Path) -> bytes:
    save(figure, path)
    return path.read_bytes()


# The terminal


@pytest.mark.parametrize(
    ("name", "fields"), [("SETUP", SETUP), ("PLACE", PLACE), ("SUMMER", SUMMER)]
)
def test_the_terminal_drawing_of_a_position(name: str, fields: Fields) -> None:
    assert printed_text(fields) == globals()[f"EXPECTED_{name}"]


def test_a_garden_of_forty_cards_in_a_row_is_cut_into_bands() -> None:
    assert printed_text(SOLO) == EXPECTED_SOLO


@every_number
@pytest.mark.parametrize("phase", PHASES)
def test_the_terminal_drawing_never_leaves_the_width_it_is_given(
    players: int, phase: str
) -> None:
    fields = played(players).get(phase, played(players)["draw"])
    for width in (40, 80, 120):
        assert max(map(len, printed_text(fields, width).splitlines())) <= width


@pytest.mark.parametrize(("width", "together"), [(78, False), (79, True)])
def test_gardens_stand_side_by_side_where_they_fit(width: int, together: bool) -> None:
    lines = printed_text(PLACE, width).splitlines()
    assert any("Player 1" in line and "Player 2" in line for line in lines) == together


def test_a_single_card_has_four_free_cells_around_it() -> None:
    assert garden_lines(["O:R1"]) == [
        "removed 0, groups 0, butterflies 0",
        "    W1 O   E1",
        "N1     .",
        "O   .  R1  .",
        "S1     .",
    ]


def test_bands_of_a_slanting_garden_leave_out_rows_without_cells() -> None:
    cells = ["O:R1", "E1:G1", "E1N1:B1", "E2N1:G1", "E2N2:B1"]
    fields = SOLO | {"gone": "-", "p1.garden": cells}
    assert printed_text(fields, width=18).splitlines()[-17:-6] == [
        "┃     W1 O   E1  ┃",
        "┃ N2         .   ┃",
        "┃ N1     .  xB1  ┃",
        "┃ O   . xR1 xG1  ┃",
        "┃ S1     .   .   ┃",
        "┃                ┃",
        "┃     E2  E3     ┃",
        "┃ N3  .          ┃",
        "┃ N2 xB1  .      ┃",
        "┃ N1 xG1  .      ┃",
        "┃ O   .          ┃",
    ]


def test_the_terminal_drawing_has_colours_when_the_terminal_has() -> None:
    output = StringIO()
    console = Console(
        width=80, color_system="truecolor", force_terminal=True, file=output
    )
    console.print(terminal(PLACE))
    # a style keeps the codes of the first terminal it was drawn on: 24 or 8 bits
    assert re.search(r"48;(2;192;57;43|5;\d+)m R4b ", output.getvalue())


@pytest.mark.parametrize(
    ("changes", "headline"),
    [
        ({}, "placing (player 2 to place a card, 1 turn left, official rules)"),
        (
            {"phase": "draw", "last": 3},
            "drawing (player 2 to draw a card, 3 turns left, official rules)",
        ),
        (
            {"phase": "blind", "from": 3, "drawn": None, "last": None},
            "blind card (player 2 to see the card drawn, official rules)",
        ),
        (
            {"phase": "reveal", "last": None, "reveal": "immediate"},
            "turning up (player 2 to place a card next, official rules, "
            "reveal=immediate)",
        ),
        (
            {"phase": "reveal", "last": None, "drawn": "", "removal": 0},
            "turning up (player 2 to draw a card next, official rules, removal=0)",
        ),
        ({"phase": "over", "last": None}, "game over (official rules)"),
    ],
)
def test_the_first_line_says_phase_turn_and_rules(
    changes: Fields, headline: str
) -> None:
    first = printed_text(PLACE | changes, width=120).splitlines()[0]
    assert first == f"Flowers, {headline}"


def test_a_card_drawn_from_the_blind_stack_is_not_shown_before_it_is_seen() -> None:
    changes = {"phase": "blind", "from": 3, "stacks": ["R1:2", "Y1:3", "blind:1"]}
    fields = {key: value for key, value in PLACE.items() if key != "drawn"} | changes
    assert "Drawn  ?  from stack 3\n" in printed_text(fields)
    assert patch_names(draw(fields), "back-drawn") == ["back-drawn"]


def test_a_finished_game_has_nobody_in_turn() -> None:
    for text in (printed_text(SUMMER), *words(draw(SUMMER))):
        assert "┏" not in text
        assert "to " not in text


# What the garden would score


@pytest.mark.parametrize(
    ("cells", "changes", "lines"),
    [
        (  # A wrong group goes with all that lies beneath it.
            ["W1:R3/B1/Y3", "O:Y3", "E1:R1"],
            {},
            ["removed -4, groups 0, butterflies 0", "O   . xY3+2 xY3  R1  ."],
        ),
        (
            ["W1:R3/B1/Y3", "O:Y3", "E1:R1"],
            {"covered": "none", "removal": 3},
            ["removed -6, groups 0, butterflies 0", "O   . xY3+2 xY3  R1  ."],
        ),
        (
            ["W2:R1/Y3", "W1:Y3", "O:G3", "E1:R1"],
            {"covered": "all"},
            ["removed -1, groups 0, butterflies 0", "O   .  Y3+1  Y3  G3  R1  ."],
        ),
        (  # A removed card splits a colour group.
            ["W2:R2", "W1:R2", "O:R3", "E1:R1", "E2:R2", "E2S1:B2"],
            {},
            ["removed -1, groups 0, butterflies 0", "O   .  R2  R2 xR3  R1  R2  ."],
        ),
        (
            ["W2:R2", "W1:R2", "O:R1", "E1:R2", "E2:R2", "E2N1:R1"],
            {"group-table": "4,9"},
            ["removed 0, groups 9, butterflies 0", "O   . =R2 =R2 =R1 =R2 =R2  ."],
        ),
        (
            ["O:R4b", "E1:B4", "E2:R4", "E3:R4", "S1:Y2", "E1S1:Y2"],
            {},
            ["removed 0, groups 0, butterflies 1", "O   .  R4b*  B4  R4  R4  ."],
        ),
        (
            ["O:R4b", "E1:B4", "E2:R4", "E3:R4", "S1:Y2", "E1S1:Y2"],
            {"butterfly": "card-colour"},
            ["removed 0, groups 0, butterflies 0", "O   .  R4b  B4  R4  R4  ."],
        ),
        (  # Purple is no bridge.
            ["W3:R2", "W2:R2", "W1:R1", "O:P", "E1:R1", "E2:R2", "E3:R2"],
            {"summer": "yes"},
            [
                "removed 0, groups 0, butterflies 0",
                "O   .  R2  R2  R1  P  R1  R2  R2  .",
            ],
        ),
        (
            ["W3:R2", "W2:R2", "W1:R1", "O:P", "E1:R1", "E2:R2", "E3:R2"],
            {"summer": "yes", "min-group": 3},
            [
                "removed 0, groups 6, butterflies 0",
                "O   . =R2 =R2 =R1  P =R1 =R2 =R2  .",
            ],
        ),
        (  # A covered purple card costs nothing, and no group touches it.
            ["W1:R1", "O:P/B2", "E1:R1"],
            {"summer": "yes", "min-group": 1},
            ["removed -1, groups 0, butterflies 0", "O   .  R1 xB2+1  R1  ."],
        ),
    ],
)
def test_signs_and_heading_tell_what_a_garden_would_score(
    cells: list[str], changes: Fields, lines: list[str]
) -> None:
    shown = garden_lines(cells, **changes)
    assert [shown[0], next(x for x in shown if x.startswith("O "))] == lines


def test_the_score_agrees_with_the_rules_in_random_gardens() -> None:
    rng = random.Random(5)
    for _ in range(300):
        fields = random_garden(rng)
        counts = Game.from_fields(fields).breakdown(1)
        parts = f"removed {counts['removed']}, groups {counts['groups']}, "
        text = printed_text(fields)
        assert f"{parts}butterflies {counts['butterflies']}" in text
        assert f"Player 1: {counts['total']} point" in text


def random_garden(rng: random.Random) -> Fields:
    """A garden of few kinds of cards, with switches by chance."""
    few = rng.sample(list(CARDS), 8)
    summer = rng.choice(["yes", "no"])
    names = ["O", "E1", "E2", "N1", "E1N1", "W1N1", "S1", "E1S1", "W1", "W1S1", "W2"]
    cells = []
    pack = {card: CARDS[card] for card in few}
    for name in names:
        pile = ["P"] if (name, summer) == ("O", "yes") else []
        for card in rng.sample(few, rng.choice([1, 1, 1, 2])):
            if pack[card] and (pile != ["P"] or rng.random() < 0.5):
                pack[card] -= 1
                pile.append(card)
        cells += [f"{name}:{'/'.join(pile)}"] if pile else []
    return SOLO | {
        "covered": rng.choice(["with-removed", "none", "all"]),
        "butterfly": rng.choice(["butterfly-colour", "card-colour"]),
        "summer": summer,
        "summer-cover": summer,
        "min-group": rng.choice([1, 2, 3]),
        "group-table": rng.choice(["per-card", "1,5", "4"]),
        "stacks": ["hidden:2", "blind:3"],
        "gone": "-",
        "p1.garden": cells,
    }


# The picture


def test_a_picture_shows_every_card_where_the_position_says() -> None:
    assert patch_names(draw(PLACE), "card-") == [
        "card-drawn-Y4b",
        "card-p1-E1-Y4",
        "card-p1-N1-R2",
        "card-p1-O-R4y",
        "card-p1-W1-R3",
        "card-p1-W1N1-R2",
        "card-p1-W1S1-G3",
        "card-p2-E1-B2",
        "card-p2-E1S1-B2",
        "card-p2-E2-Y3",
        "card-p2-O-G1",
        "card-stack1-R4b",
    ]


def test_a_picture_shows_signs_where_the_position_says() -> None:
    figure = draw(PLACE | {"min-group": 3})
    assert patch_names(figure, "removed-") == [
        "removed-p1-E1",
        "removed-p1-O",
        "removed-p1-W1",
        "removed-p1-W1S1",
        "removed-p2-E2",
    ]
    assert patch_names(figure, "covered-") == [
        "covered-p1-N1-1-R1",
        "covered-p1-W1S1-1-R3",
        "covered-p1-W1S1-2-B1",
        "covered-p2-E2-1-R1",
        "covered-p2-E2-2-G1",
    ]
    assert patch_names(figure, "back-") == ["back-stack2"]
    assert patch_names(figure, "empty-") == ["empty-stack3"]
    assert patch_names(figure, "drawn") == ["drawn"]


def test_only_a_scoring_butterfly_lies_on_a_disc() -> None:
    garden = ["O:R4b", "E1:B4", "E2:R4", "E3:R4y", "S1:Y2", "E1S1:Y2"]
    figure = draw(SOLO | {"gone": "-", "p1.garden": garden})
    assert patch_names(figure, "butterfly-p") == [
        "butterfly-p1-E3-Y",
        "butterfly-p1-O-B",
    ]
    assert patch_names(figure, "scoring-butterfly-p") == ["scoring-butterfly-p1-O"]


def test_a_scoring_group_is_outlined_along_its_outer_border_only() -> None:
    ring = ["E1", "E2", "E2S1", "E2S2", "E1S2", "S2", "S1", "O"]
    cards = ["R2", "R4", "R4", "R4", "R4", "R1", "R3", "R2"]
    garden = [f"{name}:{card}" for name, card in zip(ring, cards, strict=True)]
    figure = draw(SOLO | {"gone": "-", "p1.garden": [*garden, "E1S1:B3", "W1S1:Y3"]})
    assert patch_names(figure, "group-") == ["group-p1-1"]
    corners = np.asarray(patch_of(figure, "group-p1-1").get_path().vertices)
    assert len(corners) == 2 * (12 + 4)
    assert "8" in words(figure)


def test_coordinates_stand_at_the_margins() -> None:
    shown = words(draw(SOLO))
    for name in ("W20", "W1", "E1", "E21", "N1", "S1"):
        assert shown.count(name) == 1
    assert "E22" not in shown


def test_cards_keep_their_places_on_the_grid() -> None:
    figure = draw(PLACE)
    figure.draw_without_rendering()
    start, east, south = (
        patch_of(figure, f"card-p2-{name}").get_window_extent()
        for name in ("O-G1", "E1-B2", "E1S1-B2")
    )
    assert start.x1 < east.x0
    assert start.y0 == pytest.approx(east.y0)
    assert south.x0 == pytest.approx(east.x0)
    assert south.y1 < east.y0


def test_the_words_of_a_picture_lie_within_it_and_do_not_overlap() -> None:
    for _, figure in drawings():
        figure.draw_without_rendering()
        boxes = [text.get_window_extent() for text in figure.axes[0].texts]
        for index, box in enumerate(boxes):
            assert 0 <= box.x0 <= box.x1 <= figure.bbox.x1
            assert 0 <= box.y0 <= box.y1 <= figure.bbox.y1
            assert not box.count_overlaps(boxes[index + 1 :])


def test_the_cards_of_a_picture_lie_within_it_and_do_not_overlap() -> None:
    for _, figure in drawings():
        figure.draw_without_rendering()
        prefixes = ("card-", "back-", "empty-", "free-")
        boxes = [
            patch.get_window_extent()
            for patch in figure.findobj(Patch)
            if str(patch.get_gid()).startswith(prefixes)
        ]
        for index, box in enumerate(boxes):
            assert 0 <= box.x0 <= box.x1 <= figure.bbox.x1
            assert 0 <= box.y0 <= box.y1 <= figure.bbox.y1
            assert not box.count_overlaps(boxes[index + 1 :])


def test_a_picture_names_every_player_with_the_score_and_its_parts() -> None:
    for fields, figure in drawings():
        shown = words(figure)
        game = Game.from_fields(fields)
        for player in range(1, fields["players"] + 1):
            counts = game.breakdown(player)
            points = "1 point" if counts["total"] == 1 else f"{counts['total']} points"
            parts = f"removed {counts['removed']}, groups {counts['groups']}, "
            assert f"Player {player}" in shown
            assert points in shown
            assert f"{parts}butterflies {counts['butterflies']}" in shown


@every_number
@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_has_a_picture_with_a_title(players: int, phase: str) -> None:
    if phase in played(players):  # Summer has no set-up
        titles = {"setup": "set-up", "reveal": "turning up", "draw": "drawing"}
        titles |= {"blind": "blind card", "place": "placing", "over": "game over"}
        assert words(draw(played(players)[phase]))[0] == f"Flowers, {titles[phase]}"


def test_cards_gone_are_shown_one_by_one() -> None:
    names = patch_names(draw(SOLO), "card-gone-")
    cards = sorted(name.rsplit("-")[-1] for name in names)
    assert cards == sorted(SOLO["gone"].split(","))


@every_made_up
@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_the_same_position_makes_the_same_file(
    tmp_path: Path, fields: Fields, suffix: str
) -> None:
    first = saved(draw(fields), tmp_path / f"first{suffix}")
    assert first == saved(draw(fields), tmp_path / f"second{suffix}")


def test_cells_in_another_order_make_the_same_picture_up_to_order() -> None:
    other = PLACE | {"p1.garden": PLACE["p1.garden"][::-1]}
    assert printed_text(other) == printed_text(PLACE)
    assert patch_names(draw(other), "") == patch_names(draw(PLACE), "")


def test_the_terminal_drawing_does_not_load_matplotlib() -> None:
    code = (
        "import sys; from reports.boards import terminal; "
        f"terminal({PLACE!r}); sys.exit('matplotlib' in sys.modules)"
    )
    subprocess.run(
        [sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[1]
    )


EXPECTED_SETUP = """\
Flowers, set-up (player 1 to start, official rules)
╭─── 1 ────╮ ╭─── 2 ────╮ ╭─── 3 ────╮
│ hidden   │ │ hidden   │ │ blind    │
│ 35 cards │ │ 35 cards │ │ 34 cards │
╰──────────╯ ╰──────────╯ ╰──────────╯
┏━ Player 1: -1 points ━━━━━━━━━━━━━━━┓ ╭─ Player 2: 0 points ───────────────╮
┃ removed -1, groups 0, butterflies 0 ┃ │ removed 0, groups 0, butterflies 0 │
┃     W1 O    E1                      ┃ │    O                               │
┃ N1     .                            ┃ │ O  .                               │
┃ O   . xR4b  .                       ┃ ╰────────────────────────────────────╯
┃ S1     .                            ┃
┗━ to start ━━━━━━━━━━━━━━━━━━━━━━━━━━┛
╭─ Player 3: 0 points ───────────────╮ ╭─ Player 4: 0 points ───────────────╮
│ removed 0, groups 0, butterflies 0 │ │ removed 0, groups 0, butterflies 0 │
│    O                               │ │    O                               │
│ O  .                               │ │ O  .                               │
╰────────────────────────────────────╯ ╰────────────────────────────────────╯
x to be removed, = scoring group, * scoring butterfly, +1 covered, . free cell"""

EXPECTED_PLACE = """\
Flowers, placing (player 2 to place a card, 1 turn left, official rules)
╭─── 1 ────╮ ╭─── 2 ────╮ ╭─── 3 ────╮
│  R4b     │ │ hidden   │ │ empty    │
│ 11 cards │ │ 9 cards  │ │ 0 cards  │
╰──────────╯ ╰──────────╯ ╰──────────╯
Drawn  Y4b  from stack 2
╭─ Player 1: -6 points ───────────────╮ ┏━ Player 2: -3 points ━━━━━━━━━━━━━━━┓
│ removed -6, groups 0, butterflies 0 │ ┃ removed -3, groups 0, butterflies 0 ┃
│     W2 W1    O     E1  E2           │ ┃     W1 O   E1  E2    E3             ┃
│ N2     .     .                      │ ┃ N1     .   .   .                    ┃
│ N1  .  R2    R2+1  .                │ ┃ O   .  G1  B2 xY3+2  .              ┃
│ O   . xR3   xR4y  xY4  .            │ ┃ S1     .   B2  .                    ┃
│ S1  . xG3+2  .     .                │ ┃ S2         .                        ┃
│ S2     .                            │ ┗━ to place ━━━━━━━━━━━━━━━━━━━━━━━━━━┛
╰─ started ───────────────────────────╯
x to be removed, = scoring group, * scoring butterfly, +1 covered, . free cell"""

EXPECTED_SUMMER = """\
Flowers, game over (digest rules, summer=yes, summer-cover=yes, min-group=2,
group-table=3,7, cover-limit=4)
╭─── 1 ────╮ ╭─── 2 ────╮
│  Y1      │ │ empty    │
│ 1 card   │ │ 0 cards  │
╰──────────╯ ╰──────────╯
╭─ Player 1: 3 points ───────────────╮ ╭─ Player 2: 0 points ───────────────╮
│ removed 0, groups 3, butterflies 0 │ │ removed 0, groups 0, butterflies 0 │
│     W4 W3  W2    W1  O  E1  E2  E3 │ │     W1 O     E1                    │
│ N1     .   .     .   .  .   .      │ │ N3     .                           │
│ O   .  G2  G2+1  Y1  P =R2 =R2  .  │ │ N2  .  B2+1  .                     │
│ S1     .   .     .   .  .   .      │ │ N1  .  R2    .                     │
╰────────────────────────────────────╯ │ O   .  R1+1  .                     │
                                       │ S1     .                           │
                                       ╰────────────────────────────────────╯
x removed, = scoring group, * scoring butterfly, +1 covered, . free cell"""

EXPECTED_SOLO = """\
Flowers, turning up (player 1 to draw a card next, the card turned up is
discarded, official rules)
╭─── 1 ────╮ ╭─── 2 ────╮
│ hidden   │ │ blind    │
│ 12 cards │ │ 9 cards  │
╰──────────╯ ╰──────────╯
Gone   Y2  Y3  Y4  Y4g  R2  R3  R3  R4  B1  B2  B3  B4
       G1  G3  G4
┏━ Player 1: -35 points ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
┃ removed -35, groups 0, butterflies 0                                         ┃
┃     W20 W19  W18 W17 W16 W15  W14 W13 W12 W11 W10 W9  W8  W7  W6  W5  W4     ┃
┃ N1      .    .   .   .   .    .   .   .   .   .   .   .   .   .   .   .      ┃
┃ O   .  xG4r xB4 xR3 xY2 xB4y xR4 xY3 xG2 xR4 xY3 xG3  B1 xY4 xG3 xB2  R1     ┃
┃ S1      .    .   .   .   .    .   .   .   .   .   .   .   .   .   .   .      ┃
┃                                                                              ┃
┃     W3  W2  W1  O   E1  E2   E3  E4  E5  E6   E7  E8  E9  E10  E11 E12 E13   ┃
┃ N1  .   .   .   .   .   .    .   .   .   .    .   .   .   .    .   .   .     ┃
┃ O  xG4 xB3 xR2  Y1 xY4 xR4y xG2 xY3 xR4 xB4r xY2 xR3 xB4 xG4b xR2 xB3 xG4    ┃
┃ S1  .   .   .   .   .   .    .   .   .   .    .   .   .   .    .   .   .     ┃
┃                                                                              ┃
┃     E14 E15 E16 E17 E18 E19 E20 E21                                          ┃
┃ N1  .   .   .   .   .   .   .                                                ┃
┃ O   R1 xB2 xG3 xY4  B1 xG2 xY3  .                                            ┃
┃ S1  .   .   .   .   .   .   .                                                ┃
┗━ next, started ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
x to be removed, = scoring group, * scoring butterfly, +1 covered, . free cell"""
