"""A figure of every kind, and hashes of their pictures.

`python -m tests.figure_images` writes the hashes anew.

The hash of a picture is one bit for each cell of a grid: whether it is darker than the
cells are on average. Small changes of letters or of the renderer move few bits; a bar
that is gone, or a word in another place, moves more.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.image import imread

from analyzer.games import GAMES, find_game
from reports import boards, figures, schema
from reports.cells import Board, cell_shares
from reports.figures import png_bytes
from reports.intervals import Vector
from reports.schema import typed_frame
from reports.simulation_charts import CHARTS, Result
from reports.sprt import Sprt
from tests.match_tables import Game
from tests.simulated import duel, played, summed
from tests.test_reports_tables import ANALYSIS

ROOT = Path(__file__).resolve().parent.parent
HASHES = ROOT / "tests" / "data" / "figure-hashes.json"
GRID = (24, 24)  # cells down and across
TOLERANCE = 12  # bits of 576
NAMES = ("columns", "greedy", "rows", "random")
FOUR_PLAYERS = ("ratings", "crosstable")  # charts that two players do not have


def picture_hash(png: bytes) -> str:
    """The hash of a PNG as hexadecimal digits, four bits each."""
    grey: Vector = imread(io.BytesIO(png))[..., :3].mean(axis=2)
    rows, columns = (
        np.linspace(0, size, parts + 1).astype(int)
        for size, parts in zip(grey.shape, GRID, strict=True)
    )
    sums = np.add.reduceat(np.add.reduceat(grey, rows[:-1]), columns[:-1], axis=1)
    means = sums / np.outer(np.diff(rows), np.diff(columns))
    bits = means < means.mean()
    return np.packbits(bits).tobytes().hex()


def distance(one: str, other: str) -> int:
    """The number of bits in which two hashes differ."""
    return (int(one, 16) ^ int(other, 16)).bit_count()


def drawn() -> dict[str, Callable[[], Figure]]:
    """What draws a figure of each kind, by name."""
    two, four = _two(), _four()
    found: dict[str, Callable[[], Figure]] = {}
    for name, _, draw in CHARTS:
        result = four if name in FOUR_PLAYERS else two
        found[name] = lambda draw=draw, result=result: draw(result)
    found["cells"] = _cells
    found["budget"] = _budget
    found["comparison"] = lambda: _comparison(two, four)
    found["ranking"] = lambda: figures.ranking_figure(ANALYSIS)
    for game in GAMES:
        found[f"position-{game}"] = lambda game=game: _position(game)
    return found


def hashes() -> dict[str, str]:
    """The hash of the picture of each kind of figure."""
    return {name: picture_hash(png_bytes(draw())) for name, draw in drawn().items()}


def _two() -> Result:
    """200 games of two players with a sequential test, rounds and sources."""
    rng = np.random.default_rng(5)
    scores = rng.normal((56, 50), 12, (200, 2)).round().astype(int)
    rounds = [
        ";".join(map(str, np.cumsum(step))) for step in rng.integers(1, 20, (400, 5))
    ]
    sources = {"rows": rng.integers(0, 9, 400), "columns": rng.integers(0, 22, 400)}
    plies = np.repeat(rng.integers(40, 60, 200), 2)
    games = duel(
        *map(tuple, scores.tolist()), round_scores=rounds, plies=plies, **sources
    )
    test = Sprt(0, 40)
    return Result("two", games, summed(games, sprt=test), test)


def _four() -> Result:
    """160 games of four players, one of them hopeless."""
    rng = np.random.default_rng(6)
    games: list[Game] = []
    for block in range(1, 41):
        for turn in range(4):
            seating = NAMES[turn:] + NAMES[:turn]
            scores = {n: int(rng.normal(60 - 2 * i, 9)) for i, n in enumerate(NAMES)}
            scores["random"] = 0
            games.append((block, ",".join(seating), tuple(scores[s] for s in seating)))
    table = played(games)
    return Result("four", table, summed(table, ",".join(NAMES), 4))


def _cells() -> Figure:
    walls = (
        ["BYRK.", "WBY..", ".W.Y.", "..W..", "B...."],
        ["BYRKW", "W....", *["....."] * 3],
    )
    fields = {"game": "azul", "players": 2, "p1.wall": walls[0], "p2.wall": walls[1]}
    table = cell_shares([Board(("a", "b"), fields)], ["a", "b"])
    return figures.cell_figure(table, "Azul", "n = 1 recorded game")


def _budget() -> Figure:
    rows = {"budget": [10.0, 100.0, 1000.0], "share": [0.3, 0.5, 0.7]}
    ladder = pd.DataFrame(rows)
    ladder = ladder.assign(low=ladder["share"] - 0.05, high=ladder["share"] + 0.05)
    return figures.budget_figure(ladder, "Azul", "n = 8 games", unit="sims")


def _comparison(*results: Result) -> Figure:
    parts = [
        typed_frame(found.summary["players"], schema.PLAYERS).assign(result=found.name)
        for found in results
    ]
    return figures.comparison_figure(pd.concat(parts), None, 360)


def _position(game: str) -> Figure:
    notation = find_game(game).notation()
    text = (ROOT / "examples" / game / "opening-2p.txt").read_text()
    return boards.draw(notation.to_fields(notation.parse(text).state))


if __name__ == "__main__":
    HASHES.write_text(json.dumps(hashes(), indent=1) + "\n")
