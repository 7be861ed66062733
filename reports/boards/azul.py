"""Azul: a position's JSON form -> picture or terminal drawing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType

from reports.boards import azul_terminal
from reports.boards.azul_position import read

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def figure(fields: Mapping[str, Any]) -> Figure:
    """The table as a picture: factories, centre, bag, lid and every player's board."""
    from reports.boards import azul_figure  # loads matplotlib, which takes 0.3 s

    return azul_figure.draw(read(fields))


def terminal(fields: Mapping[str, Any]) -> RenderableType:
    """The table in coloured letters, two boards side by side in 80 columns.

    Tiles are capitals, spaces of the printed wall small letters, other free spaces
    dots, the starting marker a 1: it reads the same without colour.
    """
    return azul_terminal.draw(read(fields))
