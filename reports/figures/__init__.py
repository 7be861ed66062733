"""Charts of result tables: a table in, a matplotlib figure out, no global state.

Every chart has a title, its units, how many games it shows and what its bands mean; it
is readable without colours, by markers, hatches and direct labels.
"""

from reports.figures.budget import budget_figure
from reports.figures.cells import cell_figure
from reports.figures.crosstable import crosstable_figure
from reports.figures.distributions import (
    length_figure,
    margin_figure,
    score_figure,
)
from reports.figures.intervals import (
    comparison_figure,
    mean_score_figure,
    rating_figure,
    seat_figure,
    share_figure,
)
from reports.figures.ranking import ranking_figure
from reports.figures.rounds import lead_figure, round_figure
from reports.figures.sequential import convergence_figure, sprt_figure
from reports.figures.sources import source_figure
from reports.figures.style import Played, png_bytes, svg_bytes, svg_text

__all__ = [
    "Played",
    "budget_figure",
    "cell_figure",
    "comparison_figure",
    "convergence_figure",
    "crosstable_figure",
    "lead_figure",
    "length_figure",
    "margin_figure",
    "mean_score_figure",
    "png_bytes",
    "ranking_figure",
    "rating_figure",
    "round_figure",
    "score_figure",
    "seat_figure",
    "share_figure",
    "source_figure",
    "sprt_figure",
    "svg_bytes",
    "svg_text",
]
