"""One player's Summer Pavilion board in a picture: stars, decorations and tiles."""

from __future__ import annotations

from math import cos, radians, sin, sqrt

from matplotlib.axes import Axes

from language import tr
from reports.boards.cards import draw_card, draw_header, draw_marker, draw_pill
from reports.boards.fields import player_name
from reports.boards.shapes import CARD, EDGE, FAINT_INK, INK, disc, text
from reports.boards.summer_pavilion_position import (
    CENTRE_STAR,
    DECORATIONS,
    FREE,
    STARS,
    Board,
    Decoration,
    Position,
)
from reports.boards.summer_pavilion_tiles import (
    LOOKS,
    draw_blank_tile,
    draw_decoration,
    draw_free,
    draw_tile,
    number_colour,
)

SIDE = 1.5
EDGE_SPACE = 0.6
BOARD_WIDTH = 2 * (4.95 * SIDE + EDGE_SPACE)
MIDDLE_X = BOARD_WIDTH / 2
# Half a board is a star's centre and its top tip high.
HALF_HEIGHT = (1.5 * sqrt(3) + sqrt(3)) * SIDE
MIDDLE_Y = 1.55 + HALF_HEIGHT
STOCK_TOP = MIDDLE_Y + HALF_HEIGHT + 0.35
BOARD_HEIGHT = STOCK_TOP + 2.4
STOCK_SIDE = 0.86
LETTER_REACH = sqrt(3) / 2
TIP_REACH = 1.36
HUB_REACH = 0.40


def draw_board(
    axes: Axes, position: Position, board: Board, x: float, y: float
) -> None:
    """A player's board with its top left corner at (x, y)."""
    draw_card(axes, x, y, BOARD_WIDTH, BOARD_HEIGHT, position.in_turn(board))
    width = BOARD_WIDTH - 2 * EDGE_SPACE
    name = player_name(board.number)
    draw_header(axes, name, board.points, x + EDGE_SPACE, y + 1.25, width)
    _corners(axes, position, board, x, y)
    for star in range(len(STARS)):
        _star(axes, position, board, star, x + MIDDLE_X, y + MIDDLE_Y)
    for decoration in DECORATIONS:
        _decoration(axes, board, decoration, x + MIDDLE_X, y + MIDDLE_Y)
    _stock(axes, board, x, y + STOCK_TOP)
    _kept(axes, board, x, y)


def star_angle(star: int) -> float:
    """Where an outer star lies as seen from the centre star, in degrees."""
    return 120 - 60 * star


def tip_angle(star: int, position: int) -> float:
    """Where the tip of a space points as seen from its star's centre, in degrees."""
    first = 0 if star == CENTRE_STAR else star + 1
    return 90 - 60 * (position + first)


def _away(x: float, y: float, angle: float, distance: float) -> tuple[float, float]:
    """The point `distance` rhombus sides from (x, y) at `angle` degrees."""
    reach = distance * SIDE
    return x + reach * cos(radians(angle)), y - reach * sin(radians(angle))


def _star(
    axes: Axes, position: Position, board: Board, star: int, x: float, y: float
) -> None:
    """A star of the board whose middle is (x, y), its letter on a hub."""
    if star != CENTRE_STAR:
        x, y = _away(x, y, star_angle(star), 3)
    for place in range(6):
        _space(axes, position, board, star, place, x, y)
    hub = disc(axes, x, y, 0.21 * SIDE, facecolor=CARD, edgecolor=EDGE, linewidth=0.8)
    hub.set_zorder(1.2)
    letter = STARS[star][0].upper()
    text(axes, x, y, letter, 0.24 * SIDE, color=FAINT_INK, weight="bold")


def _space(
    axes: Axes,
    position: Position,
    board: Board,
    star: int,
    place: int,
    x: float,
    y: float,
) -> None:
    """A space of the star whose middle is (x, y), with its tile or its number."""
    tile, number = board.stars[star][place], position.number(star, place)
    angle, printed = tip_angle(star, place), position.printed(star)
    middle = _away(x, y, angle, LETTER_REACH)
    tip = _away(x, y, angle, TIP_REACH)
    if tile == FREE:
        draw_free(axes, printed, *middle, SIDE, angle)
        text(axes, *middle, number, 0.32 * SIDE, color=number_colour(printed))
    else:
        name = f"tile-p{board.number}-{STARS[star]}-{place + 1}"
        draw_tile(axes, tile, *middle, SIDE, name, angle)
        text(axes, *tip, number, 0.21 * SIDE, color=LOOKS[tile].letter)
    if position.plain:
        colour = number_colour(printed) if tile == FREE else LOOKS[tile].letter
        hub = _away(x, y, angle, HUB_REACH)
        text(axes, *hub, str(place + 1), 0.175 * SIDE, color=colour)


def _decoration(
    axes: Axes, board: Board, decoration: Decoration, x: float, y: float
) -> None:
    """A decoration of the board whose middle is (x, y), between its spaces."""
    angle, distance = {
        "window": (star_angle(decoration.star), 4.5),
        "statue": (star_angle(decoration.star) - 30, 1.5 * sqrt(3)),
        "pillar": (star_angle(decoration.star), 1.5),
    }[decoration.kind]
    done = board.missing(decoration) == 0
    where = _away(x, y, angle, distance)
    shape = draw_decoration(axes, decoration.kind, *where, 0.56 * SIDE, done)
    state = "done" if done else "open"
    star = STARS[decoration.star]
    shape.set_gid(f"{decoration.kind}-p{board.number}-{star}-{state}")


def _corners(axes: Axes, position: Position, board: Board, x: float, y: float) -> None:
    """Notes in the upper left corner, the marker, if held, in the upper right."""
    for index, note in enumerate(position.notes(board)):
        strong = index == 0 and position.in_turn(board)
        draw_pill(axes, note, x + EDGE_SPACE, y + 1.75 + index, strong)
    if position.marker == board.number:
        draw_marker(axes, x + BOARD_WIDTH - EDGE_SPACE - 1.1, y + 1.75, 1.1)


def _stock(axes: Axes, board: Board, x: float, top: float) -> None:
    """A fan of tiles a colour, the number of tiles below it."""
    left = x + EDGE_SPACE
    y = top + STOCK_SIDE * LETTER_REACH
    text(axes, left, y, tr("Stock"), 0.45, ha="left", color=FAINT_INK)
    left += 1.9
    piles = {colour: count for colour, count in board.stock.items() if count}
    step = _step(piles, BOARD_WIDTH - 2 * EDGE_SPACE - 1.9)
    for colour, count in piles.items():
        _pile(axes, board, colour, count, left + STOCK_SIDE / 2, y, step)
        width = STOCK_SIDE + (count - 1) * step
        below = y + STOCK_SIDE * LETTER_REACH + 0.3
        text(axes, left + width / 2, below, str(count), 0.42, color=INK)
        left += width + 0.4


def _step(piles: dict[str, int], width: float) -> float:
    """How far apart the tiles of a fan lie, so that all fans fit in `width`."""
    below = sum(piles.values()) - len(piles)
    free = width - len(piles) * (STOCK_SIDE + 0.4)
    return min(0.32, free / below) if below else 0.0


def _pile(
    axes: Axes, board: Board, colour: str, count: int, x: float, y: float, step: float
) -> None:
    """Overlapping tiles, the first around (x, y), the last on top with its letter."""
    for index in range(count):
        draw = draw_tile if index == count - 1 else draw_blank_tile
        name = f"tile-p{board.number}-stock-{colour}{index + 1}"
        draw(axes, colour, x + index * step, y, STOCK_SIDE, name)


def _kept(axes: Axes, board: Board, x: float, y: float) -> None:
    """Tiles kept for the next round, two by two in the lower right corner."""
    if not board.kept:
        return
    right = x + BOARD_WIDTH - EDGE_SPACE
    top = y + STOCK_TOP - 3.6
    text(axes, right, top, tr("Kept"), 0.45, ha="right", color=FAINT_INK)
    for index, colour in enumerate(board.kept):
        left = right - 1.5 * STOCK_SIDE - 0.1 + (index % 2) * (STOCK_SIDE + 0.1)
        middle = top + 1.1 + (index // 2) * 1.6
        name = f"tile-p{board.number}-kept-{index + 1}"
        draw_tile(axes, colour, left, middle, STOCK_SIDE, name)
