"""The charts of one batch of games, in the order of a report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from language import N_, tr
from language.counts import counted
from reports import figures, schema
from reports.cells import Board, cell_shares
from reports.figures import Played
from reports.figures.style import BETWEEN_DEALS
from reports.lettering import lettering
from reports.pages import Picture
from reports.schema import Table
from reports.simulation_frames import report_frames
from reports.wording import game_name

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from reports.sprt import Sprt

INDEPENDENT = N_("95 % interval as if all games were independent")


@dataclass(frozen=True)
class Result:
    """A batch of games under a name, with its summary and how it was made.

    `warnings` are sentences on what is missing or was left out; `boards` the ends of
    some of the games.
    """

    name: str
    games: pd.DataFrame
    summary: Mapping[str, Any]
    sprt: Sprt | None = None
    warnings: Sequence[str] = ()
    made: Sequence[tuple[str, str]] = ()
    boards: Sequence[Board] = ()
    frames: Mapping[Table, pd.DataFrame] = field(init=False)

    def __post_init__(self) -> None:
        found = report_frames(self.games, self.summary, self.sprt)
        names = [str(row["player"]) for row in self.summary["players"]]
        found[schema.CELLS] = cell_shares(self.boards, names)
        object.__setattr__(self, "frames", found)

    @property
    def game(self) -> str:
        """The game's name as people write it."""
        return game_name(str(self.summary["game"]))

    @property
    def played(self) -> Played:
        """What was played, for the heading of a chart."""
        found = self.summary
        return Played(self.game, found["games"], found["blocks"], len(found["seats"]))


def pictures(result: Result) -> list[Picture]:
    """The charts of which something is known; none without games."""
    if not result.summary["games"]:
        return []
    with lettering():
        drawn = [(name, alt, draw(result)) for name, alt, draw in CHARTS]
    return [
        Picture(name, tr("{game}: {chart}", game=result.game, chart=tr(alt)), figure)
        for name, alt, figure in drawn
        if figure is not None
    ]


def _win_share(result: Result) -> Figure | None:
    players = result.frames[schema.PLAYERS]
    if players["win_share"].isna().all():
        return None
    return figures.share_figure(players, result.played)


def _ratings(result: Result) -> Figure | None:
    """The ladder; of two players the win share says it all."""
    players = result.frames[schema.PLAYERS]
    rated = result.summary["ratings"]
    if len(players) < 3 or rated is None:
        return None
    band = INDEPENDENT if rated["method"] == "information" else BETWEEN_DEALS
    return figures.rating_figure(players, result.played, band, rated["reference"])


def _crosstable(result: Result) -> Figure | None:
    pairs = result.frames[schema.PAIRS]
    if len(pairs) < 3:
        return None
    return figures.crosstable_figure(pairs, result.played)


def _seats(result: Result) -> Figure | None:
    seats = result.frames[schema.SEATS]
    if seats["win_share"].isna().all():
        return None
    return figures.seat_figure(seats, result.played)


def _convergence(result: Result) -> Figure | None:
    running = result.frames[schema.CONVERGENCE]
    if running.empty or result.summary["blocks"] < 2:
        return None
    return figures.convergence_figure(running, result.played)


def _sprt(result: Result) -> Figure | None:
    path, match = result.frames[schema.SPRT], result.summary["match"]
    if path.empty or result.sprt is None:
        return None
    names = (match["player"], match["opponent"])
    return figures.sprt_figure(path, result.sprt, names)


def _budget(result: Result) -> Figure | None:
    ladder, played = result.frames[schema.BUDGETS], result.played
    if ladder.empty:
        return None
    title = tr("{game}: win share by budget", game=played.game)
    unit = str(ladder["unit"].iloc[0])
    return figures.budget_figure(
        ladder, title, played.sample, unit=unit, even=played.even
    )


def _mean_score(result: Result) -> Figure | None:
    return figures.mean_score_figure(result.frames[schema.PLAYERS], result.played)


def _scores(result: Result) -> Figure | None:
    return figures.score_figure(result.frames[schema.SCORES], result.played)


def _margins(result: Result) -> Figure | None:
    margins = result.frames[schema.MARGINS]
    return None if margins.empty else figures.margin_figure(margins, result.played)


def _rounds(result: Result) -> Figure | None:
    rounds = result.frames[schema.ROUNDS]
    return None if rounds.empty else figures.round_figure(rounds, result.played)


def _leads(result: Result) -> Figure | None:
    leads = result.frames[schema.LEADS]
    return None if len(leads) < 2 else figures.lead_figure(leads, result.played)


def _sources(result: Result) -> Figure | None:
    means = result.frames[schema.SOURCES]
    return None if means.empty else figures.source_figure(means, result.played)


def _cells(result: Result) -> Figure | None:
    cells = result.frames[schema.CELLS]
    if cells.empty:
        return None
    sample = tr("n = {games}", games=counted(len(result.boards), "recorded game"))
    return figures.cell_figure(cells, result.game, sample)


def _lengths(result: Result) -> Figure | None:
    lengths, ends = result.frames[schema.LENGTHS], result.frames[schema.ENDINGS]
    if lengths.empty:
        return None
    return figures.length_figure(lengths, ends, result.played)


Chart = tuple[str, str, Callable[[Result], "Figure | None"]]
CHARTS: tuple[Chart, ...] = (
    ("win-share", N_("win share by strategy with intervals"), _win_share),
    ("ratings", N_("ratings with intervals"), _ratings),
    ("crosstable", N_("who came before whom"), _crosstable),
    ("seats", N_("win share by seat with intervals"), _seats),
    ("convergence", N_("win share after more and more deals"), _convergence),
    ("sprt", N_("the sequential test between its bounds"), _sprt),
    ("budget", N_("win share by budget"), _budget),
    ("mean-score", N_("mean score by strategy with intervals"), _mean_score),
    ("scores", N_("how often each score occurred"), _scores),
    ("margins", N_("how often each margin occurred"), _margins),
    ("rounds", N_("score after each round"), _rounds),
    ("leads", N_("win share of who leads after each round"), _leads),
    ("sources", N_("mean points by source"), _sources),
    ("cells", N_("how often each cell was filled at the end"), _cells),
    ("lengths", N_("length and end of games"), _lengths),
)
