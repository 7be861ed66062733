"""Every kind of figure looks as it did: hashes of pictures, some bits may differ.

`python -m tests.figure_images` writes the hashes anew; look at the figures first.
"""

from __future__ import annotations

import json

import numpy as np
import pytest
from matplotlib.figure import Figure

from reports import figures
from reports.figures import png_bytes
from reports.simulation_charts import CHARTS
from tests.figure_images import (
    GRID,
    HASHES,
    TOLERANCE,
    distance,
    drawn,
    picture_hash,
)
from tests.test_reports_tables import ANALYSIS

KNOWN: dict[str, str] = json.loads(HASHES.read_text())
DRAWN = drawn()


def test_every_kind_of_figure_has_a_hash() -> None:
    assert set(KNOWN) == set(DRAWN)
    assert {name for name, _, _ in CHARTS} < set(KNOWN)


@pytest.mark.parametrize("name", KNOWN)
def test_a_figure_looks_as_it_did(name: str) -> None:
    found = picture_hash(png_bytes(DRAWN[name]()))
    assert distance(found, KNOWN[name]) <= TOLERANCE


def test_figures_of_different_kinds_have_different_hashes() -> None:
    names = list(KNOWN)
    for place, name in enumerate(names):
        for other in names[place + 1 :]:
            assert distance(KNOWN[name], KNOWN[other]) > TOLERANCE, (name, other)


def test_a_bar_that_moved_is_seen() -> None:
    first, second, *rest = ANALYSIS["moves"]
    moved = second | {"win": 0.1, "win_low": 0.09, "win_high": 0.11}
    figure = figures.ranking_figure(ANALYSIS | {"moves": [first, moved, *rest]})
    found = picture_hash(png_bytes(figure))
    assert distance(found, KNOWN["ranking"]) > TOLERANCE


def test_a_hash_has_a_bit_for_each_cell_that_is_dark() -> None:
    figure = Figure(figsize=(4, 4))
    figure.add_axes((0, 0, 0.5, 1)).set_facecolor("black")
    figure.axes[0].set(xticks=[], yticks=[])
    bits = np.unpackbits(
        np.frombuffer(bytes.fromhex(picture_hash(png_bytes(figure))), np.uint8)
    )
    cells = bits.reshape(GRID)
    half = GRID[1] // 2
    assert cells[:, :half].all()
    assert not cells[:, half + 1 :].any()
