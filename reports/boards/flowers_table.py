"""What lies around the gardens of Flowers in a picture: stacks, drawn card, legend."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from matplotlib.axes import Axes
from rich.cells import cell_len

from language import tr
from reports.boards.cards import draw_tray
from reports.boards.flowers_cards import (
    draw_back,
    draw_badge,
    draw_butterfly,
    draw_cross,
    draw_face,
    draw_free,
    draw_points,
)
from reports.boards.flowers_position import Position, Stack
from reports.boards.shapes import ACCENT, EDGE, FAINT_INK, INK, rectangle, text

STACK_SIDE = 1.9
STACK_PITCH = 3.6
STACKS_HEIGHT = 5.4
CARD_TOP = 1.0
CARDS_A_LAYER = 8
GONE_SIDE = 0.95
GONE_PITCH = 1.06
GONE_TOP = 1.0
LEGEND_HEIGHT = 1.6
LEGEND_SIDE = 0.9


def draw_stacks(axes: Axes, position: Position, middle: float, top: float) -> None:
    """The stacks, and to their right the drawn card."""
    count = len(position.stacks) + (1 if position.drawn else 0)
    first = middle - (count - 1) / 2 * STACK_PITCH
    for index, stack in enumerate(position.stacks):
        _stack(axes, stack, first + index * STACK_PITCH, top)
    if position.drawn:
        _drawn(axes, position, first + (count - 1) * STACK_PITCH, top)


def gone_height(cards: tuple[str, ...], width: float) -> float:
    """How much room the cards out of the game take, 0 if there are none."""
    if not cards:
        return 0.0
    return GONE_TOP + ceil(len(cards) / _a_line(width)) * GONE_PITCH + 1.0


def draw_gone(
    axes: Axes, cards: tuple[str, ...], x: float, y: float, width: float
) -> None:
    """The cards known to be out of the game, if any, in a tray."""
    if not cards:
        return
    draw_tray(axes, x, y, width, gone_height(cards, width) - 0.7, tr("Out of the game"))
    for index, card in enumerate(cards):
        row, column = divmod(index, _a_line(width))
        left, top = x + 0.5 + column * GONE_PITCH, y + GONE_TOP + row * GONE_PITCH
        draw_face(axes, card, left, top, GONE_SIDE, f"gone-{index + 1}")


def draw_legend(axes: Axes, position: Position, middle: float, top: float) -> None:
    """What the signs on the cards mean, centred on `middle`."""
    removed = tr("removed") if position.phase == "over" else tr("to be removed")
    entries: tuple[tuple[str, Callable[[Axes, float, float], None]], ...] = (
        (removed, _crossed),
        (tr("scoring group, its points"), _outlined),
        (tr("scoring butterfly"), _butterfly),
        (tr("covered cards"), _covered),
    )
    widths = [_entry_width(words) for words, _ in entries]
    x = middle - sum(widths) / 2
    for (words, draw_sign), width in zip(entries, widths, strict=True):
        draw_sign(axes, x, top + 0.1)
        y = top + 0.1 + LEGEND_SIDE / 2
        text(axes, x + 1.2, y, words, 0.45, ha="left", color=FAINT_INK)
        x += width


def _stack(axes: Axes, stack: Stack, middle: float, top: float) -> None:
    x, y, name = middle - STACK_SIDE / 2, top + CARD_TOP, f"stack{stack.number}"
    text(axes, middle, top + 0.4, str(stack.number), 0.45, color=FAINT_INK)
    if stack.height == 0:
        draw_free(axes, x, y, STACK_SIDE, f"empty-{name}")
    for layer in range(ceil(stack.height / CARDS_A_LAYER), 0, -1):
        edge = rectangle(
            axes, x, y + 0.08 * layer, STACK_SIDE, STACK_SIDE, rounding=0.23
        )
        edge.set(facecolor="#e9e1d2", edgecolor="#a89b86", linewidth=0.8)
    if stack.card:
        draw_face(axes, stack.card, x, y, STACK_SIDE, name)
    elif stack.height:
        draw_back(axes, x, y, STACK_SIDE, f"back-{name}")
    text(axes, middle, top + 3.9, stack.cards, 0.45, color=INK)
    if stack.height and not stack.card:
        text(axes, middle, top + 4.5, stack.unseen, 0.42, color=FAINT_INK)


def _drawn(axes: Axes, position: Position, middle: float, top: float) -> None:
    """The drawn card, or its back before it is seen, framed."""
    x, y = middle - STACK_SIDE / 2, top + CARD_TOP
    side = STACK_SIDE + 0.32
    frame = rectangle(axes, x - 0.16, y - 0.16, side, side, rounding=0.3, fill=False)
    frame.set(edgecolor=ACCENT, linewidth=2.4, gid="drawn")
    text(axes, middle, top + 0.4, tr("drawn"), 0.45, color=ACCENT, weight="bold")
    if position.drawn == "?":
        draw_back(axes, x, y, STACK_SIDE, "back-drawn")
    else:
        draw_face(axes, position.drawn, x, y, STACK_SIDE, "drawn")
    text(
        axes,
        middle,
        top + 3.9,
        tr("from stack {n}", n=position.source),
        0.45,
        color=INK,
    )


def _a_line(width: float) -> int:
    return int((width - 1.0) / GONE_PITCH)


def _entry_width(words: str) -> float:
    return 2.3 + 0.225 * cell_len(words)


def _blank(axes: Axes, x: float, y: float) -> None:
    style = {"facecolor": EDGE, "edgecolor": FAINT_INK, "linewidth": 0.8}
    rectangle(axes, x, y, LEGEND_SIDE, LEGEND_SIDE, rounding=0.11, **style)


def _crossed(axes: Axes, x: float, y: float) -> None:
    _blank(axes, x, y)
    draw_cross(axes, x, y, LEGEND_SIDE, "key-removed")


def _outlined(axes: Axes, x: float, y: float) -> None:
    _blank(axes, x, y)
    side = LEGEND_SIDE + 0.2
    frame = rectangle(axes, x - 0.1, y - 0.1, side, side, rounding=0.05, fill=False)
    frame.set(edgecolor=INK, linewidth=2.4, gid="key-group")
    draw_points(axes, 5, x + LEGEND_SIDE / 2, y - 0.1, 0.26)


def _butterfly(axes: Axes, x: float, y: float) -> None:
    half = LEGEND_SIDE / 2
    draw_butterfly(axes, "B", x + half, y + half, 0.62, "key", scoring=True)


def _covered(axes: Axes, x: float, y: float) -> None:
    _blank(axes, x, y)
    draw_badge(axes, "+2", x + 0.7, y + 0.74, 0.26)
