"""Summer Pavilion: a position's JSON form -> picture or terminal drawing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType

from reports.boards.summer_pavilion_position import read
from reports.boards.summer_pavilion_terminal import draw as draw_in_terminal

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def figure(fields: Mapping[str, Any]) -> Figure:
    """The table as a picture: factories, centre, supply, bag, tower and the boards."""
    from reports.boards import summer_pavilion_figure  # loads matplotlib: 0.3 s

    return summer_pavilion_figure.draw(read(fields))


def terminal(fields: Mapping[str, Any]) -> RenderableType:
    """The table in coloured letters, two boards side by side in 100 columns.

    Tiles are capitals, free spaces the number printed there, the starting marker a 1
    in brackets: it reads the same without colour.
    """
    return draw_in_terminal(read(fields))
