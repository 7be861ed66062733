"""Flowers: a position's JSON form -> picture or terminal drawing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType

from reports.boards.flowers_position import read
from reports.boards.flowers_terminal import draw as draw_in_terminal

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def figure(fields: Mapping[str, Any]) -> Figure:
    """The table as a picture: stacks, drawn card, cards gone and every garden."""
    from reports.boards import flowers_figure  # loads matplotlib, which takes 0.3 s

    return flowers_figure.draw(read(fields))


def terminal(fields: Mapping[str, Any]) -> RenderableType:
    """The table in coloured cards, gardens side by side where they fit.

    A column and a row label make up the name of a cell. What a card would score is
    told by signs beside it: it reads the same without colour.
    """
    return draw_in_terminal(read(fields))
