"""A position as plain data (its JSON form) drawn for the terminal or as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType

from reports.boards import azul, flowers, summer_pavilion
from reports.lettering import lettering

if TYPE_CHECKING:
    from matplotlib.figure import Figure

GAMES: dict[str, ModuleType] = {
    "azul": azul,
    "summer-pavilion": summer_pavilion,
    "flowers": flowers,
}
DOTS_PER_INCH = 150
# Nothing that changes from run to run, nor from one matplotlib to the next.
METADATA: dict[str, dict[str, str | None]] = {
    ".svg": {"Creator": "azulyst", "Date": None},
    ".png": {"Software": None},
}


def draw(fields: Mapping[str, Any]) -> Figure:
    """The position as a picture; ValueError for a game without a drawing."""
    with lettering():
        figure: Figure = _module(fields).figure(fields)
    return figure


def terminal(fields: Mapping[str, Any]) -> RenderableType:
    """The position for a rich console; ValueError for a game without a drawing."""
    drawing: RenderableType = _module(fields).terminal(fields)
    return drawing


def save(figure: Figure, path: Path | str) -> None:
    """Write `figure` as SVG or PNG by the suffix of `path`, always the same bytes.

    ValueError for any other suffix.
    """
    import matplotlib  # 0.3 s that only pictures pay for

    suffix = Path(path).suffix.lower()
    if suffix not in METADATA:
        raise ValueError(f"a picture is saved as .svg or .png, not as '{path}'")
    with (
        lettering(),
        matplotlib.rc_context({"svg.hashsalt": "azulyst", "svg.fonttype": "path"}),
    ):
        figure.savefig(
            path, format=suffix[1:], dpi=DOTS_PER_INCH, metadata=METADATA[suffix]
        )


def _module(fields: Mapping[str, Any]) -> ModuleType:
    game = fields.get("game")
    if game not in GAMES:
        raise ValueError(f"no drawing for game '{game}', only for: {', '.join(GAMES)}")
    return GAMES[game]
