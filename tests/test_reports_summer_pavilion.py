"""Summer Pavilion drawings: exact terminal text, what lies in a picture, same bytes."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Polygon
from matplotlib.path import Path as Outline
from matplotlib.text import Text
from rich.console import Console

from reports.boards import draw, save, terminal
from reports.boards.summer_pavilion_board import SIDE, star_angle, tip_angle
from tests.oracles.summer_pavilion import Game
from tests.oracles.summer_pavilion_board import DECORATIONS, STAR_NAMES, printed_number

Fields = dict[str, Any]

DRAFT: Fields = {
    "game": "summer-pavilion",
    "players": 2,
    "board": "colour",
    "round": 3,
    "phase": "draft",
    "turn": 2,
    "first": 1,
    "marker": 2,
    "factories": ["-", "PPGO", "-", "YYBR", "OOOO"],
    "centre": "PYBR",
    "supply": "PPGGOOYYBR",
    "bag": "P9G10O5Y7B11R12",
    "tower": "P2G6O6Y5B4R2",
    "p1.score": 23,
    "p1.stock": "G2Y1",
    "p1.kept": "-",
    "p1.passed": "no",
    "p1.orange": "OO....",
    "p1.red": "RRRR..",
    "p1.blue": ".BB...",
    "p1.yellow": "......",
    "p1.green": "......",
    "p1.purple": "....PP",
    "p1.centre": "PRG...",
    "p2.score": 1,
    "p2.stock": "P1Y1",
    "p2.kept": "-",
    "p2.passed": "no",
    "p2.orange": "OO....",
    "p2.red": "......",
    "p2.blue": "B.....",
    "p2.yellow": "YYY...",
    "p2.green": "......",
    "p2.purple": "PP....",
    "p2.centre": "...B..",
}
BONUS: Fields = {
    "game": "summer-pavilion",
    "players": 3,
    "board": "plain",
    "round": 2,
    "phase": "bonus",
    "owed": 1,
    "least": "O",
    "turn": 1,
    "first": 3,
    "marker": 3,
    "factories": ["-"] * 7,
    "centre": "-",
    "supply": "PGGOOYYYB",
    "bag": "P10G10O9Y8B9R9",
    "tower": "P4G5O5Y6B4R6",
    "p1.score": 9,
    "p1.stock": "G1O2R3",
    "p1.kept": "-",
    "p1.passed": "no",
    "p1.orange": "GG....",
    "p1.red": "..YR..",
    "p1.blue": "......",
    "p1.yellow": "......",
    "p1.green": "......",
    "p1.purple": "......",
    "p1.centre": "......",
    "p2.score": 6,
    "p2.stock": "-",
    "p2.kept": "P2O1B1",
    "p2.passed": "yes",
    "p2.orange": "......",
    "p2.red": "......",
    "p2.blue": "....P.",
    "p2.yellow": "......",
    "p2.green": "......",
    "p2.purple": "......",
    "p2.centre": "..O...",
    "p3.score": 11,
    "p3.stock": "P4G2O2Y3B6",
    "p3.kept": "-",
    "p3.passed": "no",
    "p3.orange": "......",
    "p3.red": "......",
    "p3.blue": "......",
    "p3.yellow": "YBR...",
    "p3.green": "......",
    "p3.purple": "......",
    "p3.centre": "....RR",
}
GAMES = [(players, board) for players in (2, 3, 4) for board in ("colour", "plain")]
PHASES = ("deal", "draft", "place", "bonus", "refill", "keep", "over")
every_game = pytest.mark.parametrize(("players", "board"), GAMES)


@cache
def played(players: int, board: str) -> dict[str, Fields]:
    """The last position of each phase in a game of random moves that rarely passes."""
    rng, game, last = random.Random(players), Game.new(players, board), {}
    while not game.over:
        last[game.phase] = game.to_fields()
        moves = game.moves()
        rare = [move for move in moves if move not in ("pass", "done")]
        if moves:
            game.play(rng.choice(rare if rare and rng.random() < 0.97 else moves))
        else:
            game.deal(rng)
    return last | {"over": game.to_fields()}


def positions(players: int, board: str) -> list[Fields]:
    """Positions of that kind, one of every phase."""
    made_up = {(2, "colour"): [DRAFT], (3, "plain"): [BONUS]}
    return made_up.get((players, board), []) + list(played(players, board).values())


@cache
def drawings(players: int, board: str) -> list[tuple[Fields, Figure]]:
    """Some of those positions, drawn; every phase once with coloured boards of two."""
    few = slice(None) if (players, board) == (2, "colour") else slice(None, None, 4)
    return [(fields, draw(fields)) for fields in positions(players, board)[few]]


def full_board() -> Fields:
    """A finished game whose first player has covered every space."""
    stars = {f"p1.{name}": letter * 6 for letter, name in STAR_NAMES.items()}
    return DRAFT | stars | {"p1.centre": "PGOYBR", "phase": "over", "p1.score": 304}


def printed_text(fields: Fields, width: int = 100) -> str:
    output = StringIO()
    console = Console(width=width, color_system=None, no_color=True, file=output)
    console.print(terminal(fields))
    return "\n".join(line.rstrip() for line in output.getvalue().splitlines())


def patches(figure: Figure, *prefixes: str) -> list[Polygon]:
    found = figure.findobj(Polygon)
    return [patch for patch in found if str(patch.get_gid()).startswith(prefixes)]


def patch_names(figure: Figure, prefix: str) -> list[str]:
    names = [str(patch.get_gid()) for patch in figure.findobj(Patch)]
    return sorted(name for name in names if name.startswith(prefix))


def words(figure: Figure) -> list[str]:
    return [text.get_text() for text in figure.findobj(Text) if text.get_text()]


def tiles_on_table(fields: Fields) -> str:
    """Every tile outside bag and tower, one letter each, sorted."""
    parts = [*fields["factories"], fields["centre"], fields["supply"]]
    for player in range(1, fields["players"] + 1):
        parts += [fields[f"p{player}.{star}"] for star in STAR_NAMES.values()]
        held = fields[f"p{player}.stock"] + fields[f"p{player}.kept"]
        parts += [letter * int(n) for letter, n in re.findall(r"([A-Z])(\d+)", held)]
    return "".join(sorted(re.sub("[^A-Z]", "", "".join(parts))))


def middle(patch: Patch) -> Any:
    """The middle of a patch in rhombus sides."""
    corners = patch.get_path().vertices
    return (np.min(corners, axis=0) + np.max(corners, axis=0)) / 2 / SIDE


def overlap(tile: Patch, other: Patch) -> bool:
    first, second = (patch.get_path().vertices for patch in (tile, other))
    return bool(Outline(first).intersects_path(Outline(second), filled=True))


def saved(figure: Figure, path: Path) -> bytes:
    save(figure, path)
    return path.read_bytes()


# The positions


@pytest.mark.parametrize("fields", [DRAFT, BONUS], ids=["draft", "bonus"])
def test_the_made_up_positions_hold_22_tiles_a_colour(fields: Fields) -> None:
    stocks = re.findall(r"([A-Z])(\d+)", fields["bag"] + fields["tower"])
    tiles = tiles_on_table(fields) + "".join(c * int(n) for c, n in stocks)
    assert Counter(tiles) == dict.fromkeys("PGOYBR", 22)
    assert Game.from_fields(fields).to_fields() == fields


@every_game
def test_the_played_games_pass_through_every_phase(players: int, board: str) -> None:
    assert set(played(players, board)) == set(PHASES)


# The terminal


def test_a_draft_of_two_fits_100_columns_with_the_boards_side_by_side() -> None:
    assert printed_text(DRAFT) == EXPECTED_DRAFT


def test_a_bonus_on_plain_boards_shows_the_costs_under_the_positions() -> None:
    assert printed_text(BONUS) == EXPECTED_BONUS


@every_game
def test_the_terminal_drawing_never_leaves_the_width_it_is_given(
    players: int, board: str
) -> None:
    for fields in positions(players, board):
        for width in (50, 100, 140):
            lines = printed_text(fields, width).splitlines()
            assert max(map(len, lines)) <= width


@every_game
def test_no_line_of_the_terminal_drawing_wraps_in_100_columns(
    players: int, board: str
) -> None:
    for fields in positions(players, board):
        narrow, wide = printed_text(fields), printed_text(fields, 140)
        assert narrow.splitlines()[0] == wide.splitlines()[0]


def test_a_narrow_terminal_gets_one_board_below_the_other() -> None:
    lines = printed_text(DRAFT, width=80).splitlines()
    assert not any("Player 1" in line and "Player 2" in line for line in lines)


def test_the_terminal_drawing_has_colours_when_the_terminal_has() -> None:
    output = StringIO()
    console = Console(
        width=100, color_system="truecolor", force_terminal=True, file=output
    )
    console.print(terminal(DRAFT))
    # a style keeps the codes of the first terminal it was drawn on: 24 or 8 bits
    assert re.search(r"48;(2;31;99;181|5;\d+)m B ", output.getvalue())


@pytest.mark.parametrize(
    ("changes", "headline"),
    [
        ({}, "round 3, draft (player 2 to take tiles, coloured boards)"),
        (
            {"phase": "place"},
            "round 3, placing (player 2 to place a tile or pass, coloured boards)",
        ),
        (
            {"phase": "bonus", "owed": 1, "least": "P"},
            "round 3, bonus (player 2 to take 1 bonus tile, coloured boards)",
        ),
        (
            {"phase": "keep", "least": "G", "p2.kept": "G2"},
            "round 3, keeping (player 2 to keep up to 2 tiles, green or later, "
            "coloured boards)",
        ),
        (
            {"phase": "keep", "least": "Y", "p2.kept": "G2Y1", "board": "plain"},
            "round 3, keeping (player 2 to keep up to 1 tile, yellow or later, "
            "plain boards)",
        ),
        (
            {"phase": "refill"},
            "round 3, before the refill (player 2 to place a tile next, "
            "coloured boards)",
        ),
        (
            {"phase": "refill", "p1.passed": "yes", "p2.passed": "yes"},
            "round 3, before the refill (coloured boards)",
        ),
        (
            {"phase": "deal"},
            "round 3, before the fill (player 2 to start, coloured boards)",
        ),
        ({"phase": "over", "round": 6}, "round 6, game over (coloured boards)"),
    ],
)
def test_the_first_line_says_round_phase_turn_and_side(
    changes: Fields, headline: str
) -> None:
    first = printed_text(DRAFT | changes).splitlines()[0]
    assert first == f"Summer Pavilion, {headline}"


def test_the_terminal_drawing_names_the_wild_colour_of_each_round() -> None:
    names = ["purple", "green", "orange", "yellow", "blue", "red"]
    lines = [printed_text(DRAFT | {"round": n}).splitlines()[1] for n in range(1, 7)]
    assert lines == [f"Wild    {name[0].upper()}  {name}" for name in names]


def test_a_picture_names_the_wild_colour() -> None:
    figure = draw(DRAFT)
    assert "wild: orange" in words(figure)
    assert patch_names(figure, "key-wild") == ["key-wild-3-O"]


def test_a_finished_game_has_no_wild_colour_and_nobody_in_turn() -> None:
    fields = played(2, "colour")["over"]
    text = printed_text(fields)
    assert "Wild" not in text
    assert "┏" not in text
    assert "to " not in text.replace("total", "")
    assert not patch_names(draw(fields), "key-wild")


def test_the_centre_shows_the_marker_before_its_tiles() -> None:
    assert "Centre [1] P  Y  B  R\n" in printed_text(DRAFT | {"marker": "centre"})
    empty = DRAFT | {"marker": "centre", "centre": "-"}
    assert "Centre [1]\n" in printed_text(empty)


def test_a_full_centre_of_four_players_runs_over_two_lines() -> None:
    crowded = played(4, "colour")["draft"] | {"centre": "P" * 9 + "O" * 9 + "R" * 9}
    lines = printed_text(crowded | {"marker": 1}).splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("Centre"))
    assert lines[start].split() == ["Centre", *"P" * 9, *"O" * 9, *"RR"]
    assert lines[start + 1].split() == ["R"] * 7


def test_a_complete_board_has_all_its_decorations_done() -> None:
    assert printed_text(full_board()).count("done") == len(DECORATIONS)


# The picture


@every_game
def test_a_picture_shows_every_tile_on_the_table_and_the_marker_once(
    players: int, board: str
) -> None:
    for fields, figure in drawings(players, board):
        names = patch_names(figure, "tile-")
        assert len(set(names)) == len(names)
        assert "".join(sorted(name[-1] for name in names)) == tiles_on_table(fields)
        assert patch_names(figure, "marker") == ["marker"]


@every_game
def test_the_words_of_a_picture_lie_within_it_and_do_not_overlap(
    players: int, board: str
) -> None:
    for _, figure in drawings(players, board):
        figure.draw_without_rendering()
        boxes = [text.get_window_extent() for text in figure.axes[0].texts]
        for index, box in enumerate(boxes):
            assert 0 <= box.x0 <= box.x1 <= figure.bbox.x1
            assert 0 <= box.y0 <= box.y1 <= figure.bbox.y1
            assert not box.count_overlaps(boxes[index + 1 :])


@every_game
def test_the_tiles_of_a_picture_lie_within_it_and_only_those_of_a_fan_overlap(
    players: int, board: str
) -> None:
    for _, figure in drawings(players, board):
        tiles = patches(figure, "tile-", "key-")
        boxes = [tile.get_window_extent() for tile in tiles]
        for index, tile in enumerate(tiles):
            assert 0 <= boxes[index].x0 <= boxes[index].x1 <= figure.bbox.x1
            assert 0 <= boxes[index].y0 <= boxes[index].y1 <= figure.bbox.y1
            fan = re.sub(r"\d+-.$", "", str(tile.get_gid()))
            for other in range(index + 1, len(tiles)):
                if boxes[index].overlaps(boxes[other]) and overlap(tile, tiles[other]):
                    assert "-stock-" in fan
                    assert str(tiles[other].get_gid()).startswith(fan)


def test_a_stock_of_a_whole_colour_and_more_stays_on_its_board() -> None:
    stock = {"p1.stock": "P22G22O22Y22B22R22", "p1.kept": "P1G1O1R1"}
    figure = draw(DRAFT | stock)
    card = max(middle(patch)[0] for patch in patches(figure, "tile-p1-"))
    assert card < min(middle(patch)[0] for patch in patches(figure, "tile-p2-"))


@every_game
def test_a_picture_names_every_player_with_the_score(players: int, board: str) -> None:
    for fields, figure in drawings(players, board):
        shown = words(figure)
        for player in range(1, players + 1):
            score = fields[f"p{player}.score"]
            assert f"Player {player}" in shown
            assert ("1 point" if score == 1 else f"{score} points") in shown


def test_tiles_of_a_picture_lie_where_the_position_says() -> None:
    names = patch_names(draw(BONUS), "tile-p")
    assert [name for name in names if "p3-stock" not in name] == [
        "tile-p1-orange-1-G",
        "tile-p1-orange-2-G",
        "tile-p1-red-3-Y",
        "tile-p1-red-4-R",
        "tile-p1-stock-G1-G",
        "tile-p1-stock-O1-O",
        "tile-p1-stock-O2-O",
        "tile-p1-stock-R1-R",
        "tile-p1-stock-R2-R",
        "tile-p1-stock-R3-R",
        "tile-p2-blue-5-P",
        "tile-p2-centre-3-O",
        "tile-p2-kept-1-P",
        "tile-p2-kept-2-P",
        "tile-p2-kept-3-O",
        "tile-p2-kept-4-B",
        "tile-p3-centre-5-R",
        "tile-p3-centre-6-R",
        "tile-p3-yellow-1-Y",
        "tile-p3-yellow-2-B",
        "tile-p3-yellow-3-R",
    ]


@pytest.mark.parametrize(
    ("star", "clockwise", "angle"),
    [
        (0, "612345", 120),
        (1, "561234", 60),
        (2, "456123", 0),
        (3, "345612", -60),
        (4, "234561", -120),
        (5, "123456", -180),
        (6, "123456", None),
    ],
)
def test_the_numbers_run_clockwise_from_the_top_as_printed(
    star: int, clockwise: str, angle: int | None
) -> None:
    tips = {round(tip_angle(star, n)) % 360: str(n + 1) for n in range(6)}
    assert "".join(tips[(90 - 60 * n) % 360] for n in range(6)) == clockwise
    assert angle is None or star_angle(star) == angle


def test_a_decoration_lies_between_the_spaces_that_complete_it() -> None:
    figure = draw(full_board())
    tiles = {str(tile.get_gid())[5:-2]: middle(tile) for tile in patches(figure, "til")}
    for kind, _, spaces in DECORATIONS:
        around = {f"p1-{STAR_NAMES[star]}-{number}" for star, number in spaces}
        shapes = patches(figure, f"{kind}-p1-")
        nearest = [
            {
                name
                for name, at in tiles.items()
                if np.hypot(*(at - middle(shape))) < 1.1
            }
            for shape in shapes
        ]
        assert len(shapes) == 6
        assert nearest.count(around) == 1


@every_game
def test_a_decoration_is_filled_exactly_when_its_spaces_are_covered(
    players: int, board: str
) -> None:
    for fields, figure in drawings(players, board):
        for player in range(1, players + 1):
            for kind in ("window", "statue", "pillar"):
                names = patch_names(figure, f"{kind}-p{player}-")
                done = sum(name.endswith("-done") for name in names)
                assert len(names) == 6
                assert done == completed(fields, player, kind)


def completed(fields: Fields, player: int, kind: str) -> int:
    """How many windows, statues or pillars a player has completed."""
    stars = {letter: fields[f"p{player}.{name}"] for letter, name in STAR_NAMES.items()}
    return sum(
        all(stars[star][number - 1] != "." for star, number in decoration.spaces)
        for decoration in DECORATIONS
        if decoration.kind == kind
    )


@pytest.mark.parametrize("board", ["colour", "plain"])
def test_a_board_carries_the_printed_numbers(board: str) -> None:
    """Each number as often as it is printed, and the six positions on plain boards."""
    expected = Counter(
        str(printed_number(board, star, position))
        for star in STAR_NAMES
        for position in range(1, 7)
    )
    if board == "plain":
        expected += Counter("123456" * 7)
    empty = {f"p{n}.{star}": "......" for n in (1, 2) for star in STAR_NAMES.values()}
    figure = draw(DRAFT | empty | {"board": board})
    left = [
        text.get_text()
        for text in figure.axes[0].texts
        if text.get_text() in "123456" and 10 < text.get_position()[1] / SIDE < 18.5
    ]
    assert Counter(left) == Counter({n: 2 * k for n, k in expected.items()})


def test_only_a_bonus_frames_the_supply() -> None:
    for fields, figure in drawings(2, "colour"):
        framed = patch_names(figure, "to-take")
        assert framed == (["to-take"] if fields["phase"] == "bonus" else [])


@pytest.mark.parametrize(("fields", "suffix"), [(DRAFT, ".png"), (BONUS, ".svg")])
def test_the_same_position_makes_the_same_file(
    tmp_path: Path, fields: Fields, suffix: str
) -> None:
    first = saved(draw(fields), tmp_path / f"first{suffix}")
    assert first == saved(draw(fields), tmp_path / f"second{suffix}")


def test_the_terminal_drawing_does_not_load_matplotlib() -> None:
    code = (
        "import sys; from reports.boards import terminal; "
        f"terminal({DRAFT!r}); sys.exit('matplotlib' in sys.modules)"
    )
    subprocess.run(
        [sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[1]
    )


EXPECTED_DRAFT = """\
Summer Pavilion, round 3, draft (player 2 to take tiles, coloured boards)
Wild    O  orange
╭─ 1 ──╮ ╭─ 2 ──╮ ╭─ 3 ──╮ ╭─ 4 ──╮ ╭─ 5 ──╮
│      │ │ P  P │ │      │ │ Y  Y │ │ O  O │
│      │ │ G  O │ │      │ │ B  R │ │ O  O │
╰──────╯ ╰──────╯ ╰──────╯ ╰──────╯ ╰──────╯
Centre  P  Y  B  R
Supply  P  P  G  G  O  O  Y  Y  B  R
Bag     P 9   G 10  O 5   Y 7   B 11  R 12  total 54
Tower   P 2   G 6   O 6   Y 5   B 4   R 2   total 25
╭─ Player 1: 23 points ─────────────────────────╮ ┏━ Player 2: 1 point ━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
│        1  2  3  4  5  6  window statue pillar │ ┃        1  2  3  4  5  6  window statue pillar ┃
│ orange O  O  3  4  5  6  2 left   done 2 left │ ┃ orange O  O  3  4  5  6  2 left 2 left 3 left ┃
│ red    R  R  R  R  5  6  2 left 1 left   done │ ┃ red    1  2  3  4  5  6  2 left 4 left 4 left ┃
│ blue   1  B  B  4  5  6  2 left 3 left   done │ ┃ blue   B  2  3  4  5  6  2 left 2 left 4 left ┃
│ yellow 1  2  3  4  5  6  2 left 4 left 3 left │ ┃ yellow Y  Y  Y  4  5  6  2 left 2 left 1 left ┃
│ green  1  2  3  4  5  6  2 left 4 left 4 left │ ┃ green  1  2  3  4  5  6  2 left 4 left 3 left ┃
│ purple 1  2  3  4  P  P    done 4 left 4 left │ ┃ purple P  P  3  4  5  6  2 left 2 left 3 left ┃
│ centre P  R  G  4  5  6                       │ ┃ centre 1  2  3  B  5  6                       ┃
│ Stock   G 2   Y 1                             │ ┃ Stock   P 1   Y 1                             ┃
│ Kept    -                                     │ ┃ Kept    -                                     ┃
╰─ started ─────────────────────────────────────╯ ┗━ to take, has the marker ━━━━━━━━━━━━━━━━━━━━━┛"""  # noqa: E501

EXPECTED_BONUS = """\
Summer Pavilion, round 2, bonus (player 1 to take 1 bonus tile, orange or later, plain boards)
Wild    G  green
╭─ 1 ──╮ ╭─ 2 ──╮ ╭─ 3 ──╮ ╭─ 4 ──╮ ╭─ 5 ──╮ ╭─ 6 ──╮ ╭─ 7 ──╮
│      │ │      │ │      │ │      │ │      │ │      │ │      │
│      │ │      │ │      │ │      │ │      │ │      │ │      │
╰──────╯ ╰──────╯ ╰──────╯ ╰──────╯ ╰──────╯ ╰──────╯ ╰──────╯
Centre  -
Supply  P  G  G  O  O  Y  Y  Y  B
Bag     P 10  G 10  O 9   Y 8   B 9   R 9   total 55
Tower   P 4   G 5   O 5   Y 6   B 4   R 6   total 30
┏━ Player 1: 9 points ━━━━━━━━━━━━━━━━━━━━━━━━━━┓ ╭─ Player 2: 6 points ──────────────────────────╮
┃        1  2  3  4  5  6  window statue pillar ┃ │        1  2  3  4  5  6  window statue pillar │
┃ orange G  G  1  4  5  6  2 left   done 3 left ┃ │ orange 3  2  1  4  5  6  2 left 4 left 4 left │
┃ red    3  2  Y  R  5  6  2 left 4 left 3 left ┃ │ red    3  2  1  4  5  6  2 left 4 left 4 left │
┃ blue   3  2  1  4  5  6  2 left 4 left 4 left ┃ │ blue   3  2  1  4  P  6  1 left 4 left 3 left │
┃ yellow 3  2  1  4  5  6  2 left 4 left 4 left ┃ │ yellow 3  2  1  4  5  6  2 left 4 left 3 left │
┃ green  3  2  1  4  5  6  2 left 4 left 4 left ┃ │ green  3  2  1  4  5  6  2 left 4 left 4 left │
┃ purple 3  2  1  4  5  6  2 left 4 left 4 left ┃ │ purple 3  2  1  4  5  6  2 left 4 left 4 left │
┃ centre 3  3  3  3  3  3                       ┃ │ centre 3  3  O  3  3  3                       │
┃ Stock   G 1   O 2   R 3                       ┃ │ Stock   -                                     │
┃ Kept    -                                     ┃ │ Kept    P  P  O  B                            │
┗━ to take 1 ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛ ╰─ passed ──────────────────────────────────────╯
╭─ Player 3: 11 points ─────────────────────────╮
│        1  2  3  4  5  6  window statue pillar │
│ orange 3  2  1  4  5  6  2 left 4 left 3 left │
│ red    3  2  1  4  5  6  2 left 4 left 4 left │
│ blue   3  2  1  4  5  6  2 left 3 left 4 left │
│ yellow Y  B  R  4  5  6  2 left 2 left 2 left │
│ green  3  2  1  4  5  6  2 left 4 left 3 left │
│ purple 3  2  1  4  5  6  2 left 4 left 2 left │
│ centre 3  3  3  3  R  R                       │
│ Stock   P 4   G 2   O 2   Y 3   B 6           │
│ Kept    -                                     │
╰─ started, has the marker ─────────────────────╯"""  # noqa: E501
