"""Board drawings: exact terminal text, what lies in a picture, same bytes again."""

from __future__ import annotations

import re
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.text import Text
from rich.console import Console

from reports.boards import draw, save, terminal

DRAFT: dict[str, Any] = {
    "game": "azul",
    "players": 2,
    "wall": "colour",
    "round": 3,
    "phase": "draft",
    "turn": 2,
    "first": 1,
    "marker": 1,
    "factories": ["-", "BBYW", "-", "-", "-"],
    "centre": "YYWWW",
    "bag": "B8Y8R8K10W6",
    "lid": "B5Y5R2K2W4",
    "p1.score": 10,
    "p1.lines": ["Y1", "K2", "R3", "K3", "R3"],
    "p1.wall": ["..RK.", "W.Y..", ".WB..", ".....", "....."],
    "p1.floor": "RR",
    "p2.score": 1,
    "p2.lines": ["Y1", "B2", "-", "-", "W3"],
    "p2.wall": ["B..K.", "W.Y..", "K...R", "...B.", "....."],
    "p2.floor": "-",
}
OVER: dict[str, Any] = {
    "game": "azul",
    "players": 3,
    "wall": "colour",
    "round": 5,
    "phase": "over",
    "turn": 3,
    "first": 3,
    "marker": "centre",
    "factories": ["-"] * 7,
    "centre": "-",
    "bag": "R3K2W2",
    "lid": "B7Y11R4K5W6",
    "p1.score": 54,
    "p1.lines": ["-", "-", "R2", "W2", "-"],
    "p1.wall": ["BYRKW", "WBYRK", "KW...", ".K.BY", ".R.WB"],
    "p1.floor": "-",
    "p2.score": 31,
    "p2.lines": ["-", "-", "B2", "-", "K3"],
    "p2.wall": ["BYRKW", "WBYRK", "...YR", "..W..", ".R..."],
    "p2.floor": "-",
    "p3.score": 44,
    "p3.lines": ["-", "-", "-", "R2", "B1"],
    "p3.wall": ["BYRKW", "WBYRK", "K.B..", "..WBY", "..K.."],
    "p3.floor": "-",
}
TILING: dict[str, Any] = {
    "game": "azul",
    "players": 4,
    "wall": "grey",
    "round": 3,
    "phase": "tiling",
    "turn": 2,
    "first": 4,
    "marker": 1,
    "factories": ["-"] * 9,
    "centre": "-",
    "bag": "B4Y4R10K10W5",
    "lid": "B4K1",
    "p1.score": 9,
    "p1.lines": ["-", "-", "K1", "Y1", "-"],
    "p1.wall": ["K.W.B", ".Y.BK", "..B.R", ".K...", "B...."],
    "p1.floor": "-",
    "p2.score": 8,
    "p2.lines": ["-", "Y2", "-", "R4", "K1"],
    "p2.wall": ["R..KY", ".WB..", "B....", "...YW", "....."],
    "p2.floor": "-",
    "p3.score": 11,
    "p3.lines": ["B1", "Y2", "-", "B4", "W5"],
    "p3.wall": [".Y.W.", ".W...", ".KY..", ".....", "....R"],
    "p3.floor": "WWWW",
    "p4.score": 3,
    "p4.lines": ["Y1", "Y2", "Y3", "R1", "-"],
    "p4.wall": [".B.K.", "..K.R", ".W...", ".....", ".R..."],
    "p4.floor": "-",
}
DEAL: dict[str, Any] = {
    "game": "azul",
    "players": 2,
    "wall": "colour",
    "round": 2,
    "phase": "deal",
    "turn": 1,
    "first": 1,
    "marker": "centre",
    "factories": ["-"] * 5,
    "centre": "-",
    "bag": "B16Y19R11K15W19",
    "lid": "R4K2W1",
    "p1.score": 1,
    "p1.lines": ["-", "-", "-", "R2", "K1"],
    "p1.wall": ["B....", "...R.", "K....", ".....", "....."],
    "p1.floor": "-",
    "p2.score": 4,
    "p2.lines": ["-", "-", "-", "B3", "Y1"],
    "p2.wall": ["...K.", "...R.", "....R", ".....", "....."],
    "p2.floor": "-",
}
# The marker was taken with seven tiles on the floor: it has no space of its own.
FULL_FLOOR = DEAL | {
    "phase": "draft",
    "marker": 1,
    "turn": 2,
    "centre": "YW",
    "bag": "B12Y18R11K12W18",
    "p1.floor": "BBBBKKK",
}
POSITIONS = {
    "draft, 2 players": DRAFT,
    "over, 3 players": OVER,
    "tiling, 4 players": TILING,
    "deal, 2 players": DEAL,
    "full floor": FULL_FLOOR,
}
every_position = pytest.mark.parametrize(
    "fields", POSITIONS.values(), ids=POSITIONS.keys()
)


def printed_text(fields: dict[str, Any], width: int = 80) -> str:
    output = StringIO()
    console = Console(width=width, color_system=None, no_color=True, file=output)
    console.print(terminal(fields))
    return "\n".join(line.rstrip() for line in output.getvalue().splitlines())


def patch_names(figure: Figure, prefix: str) -> list[str]:
    names = [str(patch.get_gid()) for patch in figure.findobj(Patch)]
    return sorted(name for name in names if name.startswith(prefix))


def words(figure: Figure) -> list[str]:
    return [text.get_text() for text in figure.findobj(Text) if text.get_text()]


def tiles_on_table(fields: dict[str, Any]) -> str:
    """Every tile outside bag and lid, one letter each, in colour order."""
    parts = [*fields["factories"], fields["centre"]]
    for player in range(1, fields["players"] + 1):
        lines = fields[f"p{player}.lines"]
        parts += [line[0] * int(line[1]) for line in lines if line != "-"]
        parts += [*fields[f"p{player}.wall"], fields[f"p{player}.floor"]]
    return "".join(sorted(re.sub("[^A-Z]", "", "".join(parts))))


def saved(figure: Figure, path: Path) -> bytes:
    save(figure, path)
    return path.read_bytes()


@every_position
def test_the_made_up_positions_hold_a_hundred_tiles(fields: dict[str, Any]) -> None:
    stocks = re.findall(r"\d+", fields["bag"] + fields["lid"])
    assert len(tiles_on_table(fields)) + sum(map(int, stocks)) == 100


def test_a_draft_of_two_fits_80_columns_with_the_boards_side_by_side() -> None:
    assert printed_text(DRAFT) == EXPECTED_DRAFT


def test_a_tiling_of_four_marks_the_topmost_full_line_and_numbers_the_columns() -> None:
    assert printed_text(TILING) == EXPECTED_TILING


@every_position
def test_the_terminal_drawing_never_leaves_the_width_it_is_given(
    fields: dict[str, Any],
) -> None:
    for width in (45, 80, 120):
        assert max(map(len, printed_text(fields, width).splitlines())) <= width


def test_a_narrow_terminal_gets_one_board_below_the_other() -> None:
    lines = printed_text(DRAFT, width=45).splitlines()
    assert not any("Player 1" in line and "Player 2" in line for line in lines)


def test_the_terminal_drawing_has_colours_when_the_terminal_has() -> None:
    output = StringIO()
    console = Console(
        width=80, color_system="truecolor", force_terminal=True, file=output
    )
    console.print(terminal(DRAFT))
    # a style keeps the codes of the first terminal it was drawn on: 24 or 8 bits
    assert re.search(r"48;(2;31;99;181|5;\d+)m B ", output.getvalue())


def test_a_finished_game_has_nobody_in_turn() -> None:
    text = printed_text(OVER)
    assert text.startswith("Azul, round 5, game over (coloured wall)\n")
    assert "┏" not in text
    assert "to " not in text


def test_before_the_fill_the_starter_is_named_and_the_marker_lies_in_the_centre() -> (
    None
):
    text = printed_text(DEAL)
    assert "Azul, round 2, before the fill (player 1 to start, coloured wall)" in text
    assert "Centre  1\n" in text


def test_a_marker_without_a_floor_space_stands_beside_the_floor() -> None:
    assert "Floor  B  B  B  B  K  K  K  1" in printed_text(FULL_FLOOR)


def test_a_full_centre_of_four_players_runs_over_two_lines() -> None:
    crowded = TILING | {"centre": "B" * 9 + "Y" * 9 + "R" * 9, "marker": "centre"}
    lines = printed_text(crowded).splitlines()
    rows = [index for index, line in enumerate(lines) if line.startswith("Centre")]
    assert lines[rows[0]].split() == ["Centre", "1", *"B" * 9, *"Y" * 9, "R"]
    assert lines[rows[0] + 1].split() == ["R"] * 8


@every_position
def test_a_picture_shows_every_tile_on_the_table_once(fields: dict[str, Any]) -> None:
    names = patch_names(draw(fields), "tile-")
    assert len(set(names)) == len(names)
    assert "".join(sorted(name[-1] for name in names)) == tiles_on_table(fields)


@every_position
def test_a_picture_shows_the_marker_once(fields: dict[str, Any]) -> None:
    assert patch_names(draw(fields), "marker") == ["marker"]


@every_position
def test_the_words_of_a_picture_lie_within_it_and_do_not_overlap(
    fields: dict[str, Any],
) -> None:
    figure = draw(fields)
    figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in figure.axes[0].texts]
    for index, box in enumerate(boxes):
        assert 0 <= box.x0 <= box.x1 <= figure.bbox.x1
        assert 0 <= box.y0 <= box.y1 <= figure.bbox.y1
        assert not box.count_overlaps(boxes[index + 1 :])


@every_position
def test_the_tiles_of_a_picture_lie_within_it_and_do_not_overlap(
    fields: dict[str, Any],
) -> None:
    figure = draw(fields)
    tiles = [
        patch.get_window_extent()
        for patch in figure.axes[0].patches
        if str(patch.get_gid()).startswith(("tile-", "marker", "key-"))
    ]
    for index, box in enumerate(tiles):
        assert 0 <= box.x0 <= box.x1 <= figure.bbox.x1
        assert 0 <= box.y0 <= box.y1 <= figure.bbox.y1
        assert not box.count_overlaps(tiles[index + 1 :])


@every_position
def test_a_picture_names_every_player_with_the_score(fields: dict[str, Any]) -> None:
    shown = words(draw(fields))
    for player in range(1, fields["players"] + 1):
        score = fields[f"p{player}.score"]
        assert f"Player {player}" in shown
        assert ("1 point" if score == 1 else f"{score} points") in shown


def test_tiles_of_a_picture_lie_where_the_position_says() -> None:
    names = patch_names(draw(DRAFT), "tile-")
    assert [name for name in names if name.startswith("tile-p1-")] == [
        "tile-p1-floor-2-R",
        "tile-p1-floor-3-R",
        "tile-p1-line1-1-Y",
        "tile-p1-line2-1-K",
        "tile-p1-line2-2-K",
        "tile-p1-line3-1-R",
        "tile-p1-line3-2-R",
        "tile-p1-line3-3-R",
        "tile-p1-line4-2-K",
        "tile-p1-line4-3-K",
        "tile-p1-line4-4-K",
        "tile-p1-line5-3-R",
        "tile-p1-line5-4-R",
        "tile-p1-line5-5-R",
        "tile-p1-wall1-3-R",
        "tile-p1-wall1-4-K",
        "tile-p1-wall2-1-W",
        "tile-p1-wall2-3-Y",
        "tile-p1-wall3-2-W",
        "tile-p1-wall3-3-B",
    ]


def test_only_tiling_frames_a_line_the_topmost_full_one_of_the_player_in_turn() -> None:
    frames = {name: patch_names(draw(POSITIONS[name]), "to-tile") for name in POSITIONS}
    assert frames.pop("tiling, 4 players") == ["to-tile-line2"]
    assert not any(frames.values())


def test_the_title_of_a_picture_says_round_and_phase() -> None:
    titles = [words(draw(fields))[0] for fields in POSITIONS.values()]
    assert titles == [
        "Azul, round 3, draft",
        "Azul, round 5, game over",
        "Azul, round 3, tiling",
        "Azul, round 2, before the fill",
        "Azul, round 2, draft",
    ]


@pytest.mark.parametrize("suffix", [".svg", ".png", ".SVG"])
def test_the_same_position_makes_the_same_file(tmp_path: Path, suffix: str) -> None:
    first = saved(draw(TILING), tmp_path / f"first{suffix}")
    assert first == saved(draw(TILING), tmp_path / f"second{suffix}")


def test_saving_a_figure_twice_makes_the_same_file(tmp_path: Path) -> None:
    figure = draw(DRAFT)
    first = saved(figure, tmp_path / "first.svg")
    saved(figure, tmp_path / "between.png")
    assert first == saved(figure, tmp_path / "second.svg")


def test_a_saved_picture_carries_no_date(tmp_path: Path) -> None:
    assert b"<dc:date>" not in saved(draw(DRAFT), tmp_path / "board.svg")
    assert b"tIME" not in saved(draw(DRAFT), tmp_path / "board.png")


@pytest.mark.parametrize("name", ["board.pdf", "board"])
def test_another_suffix_is_refused_and_nothing_is_written(
    tmp_path: Path, name: str
) -> None:
    with pytest.raises(ValueError, match=r"saved as \.svg or \.png, not as '.*board"):
        save(draw(DEAL), tmp_path / name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("drawing", [draw, terminal])
def test_a_game_without_drawing_is_refused(drawing: Any) -> None:
    with pytest.raises(ValueError, match="no drawing for game 'chess', only for: azul"):
        drawing({"game": "chess"})


def test_the_terminal_drawing_does_not_load_matplotlib() -> None:
    code = (
        "import sys; from reports.boards import terminal; "
        f"terminal({DEAL!r}); sys.exit('matplotlib' in sys.modules)"
    )
    subprocess.run(
        [sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[1]
    )


EXPECTED_DRAFT = """\
Azul, round 3, draft (player 2 to take tiles, coloured wall)
╭─ 1 ──╮ ╭─ 2 ──╮ ╭─ 3 ──╮ ╭─ 4 ──╮ ╭─ 5 ──╮
│      │ │ B  B │ │      │ │      │ │      │
│      │ │ Y  W │ │      │ │      │ │      │
╰──────╯ ╰──────╯ ╰──────╯ ╰──────╯ ╰──────╯
Centre  Y  Y  W  W  W
Bag     B   8   Y   8   R   8   K  10   W   6  total 40
Lid     B   5   Y   5   R   2   K   2   W   4  total 18
╭─ Player 1: 10 points ───────────────╮ ┏━ Player 2: 1 point ━━━━━━━━━━━━━━━━━┓
│ 1              Y  |  b  y  R  K  w  │ ┃ 1              Y  |  B  y  r  K  w  ┃
│ 2           K  K  |  W  b  Y  r  k  │ ┃ 2           B  B  |  W  b  Y  r  k  ┃
│ 3        R  R  R  |  k  W  B  y  r  │ ┃ 3        .  .  .  |  K  w  b  y  R  ┃
│ 4     .  K  K  K  |  r  k  w  b  y  │ ┃ 4     .  .  .  .  |  r  k  w  B  y  ┃
│ 5  .  .  R  R  R  |  y  r  k  w  b  │ ┃ 5  .  .  W  W  W  |  y  r  k  w  b  ┃
│                                     │ ┃                                     ┃
│ Floor  1  R  R  .  .  .  .          │ ┃ Floor  .  .  .  .  .  .  .          ┃
│       -1 -1 -2 -2 -2 -3 -3          │ ┃       -1 -1 -2 -2 -2 -3 -3          ┃
╰─ started ───────────────────────────╯ ┗━ to take tiles ━━━━━━━━━━━━━━━━━━━━━┛"""

EXPECTED_TILING = """\
Azul, round 3, tiling (player 2 to place a tile, grey wall)
╭─ 1 ──╮ ╭─ 2 ──╮ ╭─ 3 ──╮ ╭─ 4 ──╮ ╭─ 5 ──╮ ╭─ 6 ──╮ ╭─ 7 ──╮ ╭─ 8 ──╮ ╭─ 9 ──╮
│      │ │      │ │      │ │      │ │      │ │      │ │      │ │      │ │      │
│      │ │      │ │      │ │      │ │      │ │      │ │      │ │      │ │      │
╰──────╯ ╰──────╯ ╰──────╯ ╰──────╯ ╰──────╯ ╰──────╯ ╰──────╯ ╰──────╯ ╰──────╯
Centre  -
Bag     B   4   Y   4   R  10   K  10   W   5  total 33
Lid     B   4   Y   0   R   0   K   1   W   0  total 5
╭─ Player 1: 9 points ────────────────╮ ┏━ Player 2: 8 points ━━━━━━━━━━━━━━━━┓
│                      1  2  3  4  5  │ ┃                      1  2  3  4  5  ┃
│ 1              .  |  K  .  W  .  B  │ ┃ 1              .  |  R  .  .  K  Y  ┃
│ 2           .  .  |  .  Y  .  B  K  │ ┃ 2           Y  Y ==> .  W  B  .  .  ┃
│ 3        .  .  K  |  .  .  B  .  R  │ ┃ 3        .  .  .  |  B  .  .  .  .  ┃
│ 4     .  .  .  Y  |  .  K  .  .  .  │ ┃ 4     R  R  R  R  |  .  .  .  Y  W  ┃
│ 5  .  .  .  .  .  |  B  .  .  .  .  │ ┃ 5  .  .  .  .  K  |  .  .  .  .  .  ┃
│                                     │ ┃                                     ┃
│ Floor  1  .  .  .  .  .  .          │ ┃ Floor  .  .  .  .  .  .  .          ┃
│       -1 -1 -2 -2 -2 -3 -3          │ ┃       -1 -1 -2 -2 -2 -3 -3          ┃
╰─────────────────────────────────────╯ ┗━ to place a tile ━━━━━━━━━━━━━━━━━━━┛
╭─ Player 3: 11 points ───────────────╮ ╭─ Player 4: 3 points ────────────────╮
│                      1  2  3  4  5  │ │                      1  2  3  4  5  │
│ 1              B  |  .  Y  .  W  .  │ │ 1              Y  |  .  B  .  K  .  │
│ 2           Y  Y  |  .  W  .  .  .  │ │ 2           Y  Y  |  .  .  K  .  R  │
│ 3        .  .  .  |  .  K  Y  .  .  │ │ 3        Y  Y  Y  |  .  W  .  .  .  │
│ 4     B  B  B  B  |  .  .  .  .  .  │ │ 4     .  .  .  R  |  .  .  .  .  .  │
│ 5  W  W  W  W  W  |  .  .  .  .  R  │ │ 5  .  .  .  .  .  |  .  R  .  .  .  │
│                                     │ │                                     │
│ Floor  W  W  W  W  .  .  .          │ │ Floor  .  .  .  .  .  .  .          │
│       -1 -1 -2 -2 -2 -3 -3          │ │       -1 -1 -2 -2 -2 -3 -3          │
╰─────────────────────────────────────╯ ╰─ started ───────────────────────────╯"""
