"""A position as plain data (its JSON form) drawn for the terminal or as a picture."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType

from reports.boards import azul, flowers, summer_pavilion
from reports.lettering import lettering
from reports.svg import compact

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
    suffix = Path(path).suffix.lower()
    if suffix not in METADATA:
        raise ValueError(f"a picture is saved as .svg or .png, not as '{path}'")
    Path(path).write_bytes(rendered(figure, suffix))


def rendered(figure: Figure, suffix: str) -> bytes:
    """The figure as `.svg` or `.png`, the same bytes for the same figure."""
    import matplotlib  # 0.3 s that only pictures pay for

    if figure.get_layout_engine() is not None:
        # Laid out once: each further time would move everything by a hair.
        with lettering():
            figure.draw_without_rendering()
        figure.set_layout_engine("none")
    out = io.BytesIO()
    with (
        lettering(),
        matplotlib.rc_context({"svg.hashsalt": "azulyst", "svg.fonttype": "path"}),
    ):
        figure.savefig(
            out, format=suffix[1:], dpi=DOTS_PER_INCH, metadata=METADATA[suffix]
        )
    found = out.getvalue()
    return compact(found.decode()).encode() if suffix == ".svg" else found


def _module(fields: Mapping[str, Any]) -> ModuleType:
    game = fields.get("game")
    if game not in GAMES:
        raise ValueError(f"no drawing for game '{game}', only for: {', '.join(GAMES)}")
    return GAMES[game]
