"""The ranking of an analysis as a data frame, for the terminal, in Markdown and CSV.

`analysis` is always the parsed JSON object that `analyze --format json` prints.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rich import box
from rich.table import Table
from rich.text import Text

from language import N_, tr, trn
from language.counts import NOUNS, counted, joined, together
from reports.schema import DTYPES, RANKING
from reports.wording import between, game_name

if TYPE_CHECKING:
    import pandas as pd

UNKNOWN = "–"
CONFIDENCE = 0.95  # where an analysis does not say
VERDICTS = {
    "decided": N_("decided"),
    "equal": N_("equal"),
    "undecided": N_("undecided"),
}
DEPTH_FIRST = ("expectimax", "solver")
MOVE = 1  # the place of the column of moves


def ranking_frame(analysis: Mapping[str, Any]) -> pd.DataFrame:
    """One row a move with the columns of RANKING; what is unknown is missing."""
    import pandas as pd  # 0.3 s that only frames pay for

    columns = {
        column.name: pd.Series(
            [_value(move, column.name) for move in analysis["moves"]],
            dtype=DTYPES[column.type],
        )
        for column in RANKING
    }
    return pd.DataFrame(columns)


def ranking_csv(analysis: Mapping[str, Any]) -> str:
    """The whole ranking as CSV, an empty field where a value is unknown."""
    return ranking_frame(analysis).to_csv(index=False, lineterminator="\n")


def runner_up(analysis: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The likeliest of the others to be best, None where nothing is said of that."""
    first, *others = analysis["moves"]
    if first.get("p_best") is None:
        return None
    return max(others, key=lambda move: move.get("p_best") or 0.0, default=None)


def shown(analysis: Mapping[str, Any], top: int) -> list[Mapping[str, Any]]:
    """The best `top` moves, and who an open verdict names beside the first."""
    moves = analysis["moves"][:top]
    rival = runner_up(analysis) if analysis.get("verdict") == "undecided" else None
    return moves if rival is None or rival in moves else [*moves, rival]


def ranking_table(analysis: Mapping[str, Any], top: int) -> Table:
    """The moves that are shown, for the terminal."""
    table = Table(
        title=_title(analysis),
        caption=_caption(analysis, top),
        box=box.SIMPLE_HEAD,
        collapse_padding=True,
        pad_edge=False,
    )
    *headings, line = _headings(analysis)
    for place, heading in enumerate(headings):
        justify: Any = "left" if place == MOVE else "right"
        table.add_column(heading, justify=justify, no_wrap=True)
    table.add_column(line, justify="left")
    for move in shown(analysis, top):
        *cells, play = _cells(analysis, move)
        # Only the line is cut where the terminal is narrow.
        table.add_row(*cells, Text(play, no_wrap=True, overflow="ellipsis"))
    return table


def ranking_markdown(analysis: Mapping[str, Any], top: int) -> str:
    """The moves that are shown, as a table for GitHub."""
    headings = _headings(analysis)
    left = (MOVE, len(headings) - 1)
    rules = ["---" if n in left else "---:" for n in range(len(headings))]
    cells = [_cells(analysis, move) for move in shown(analysis, top)]
    rows = [headings, rules, *cells]
    table = "".join(f"| {' | '.join(row)} |\n" for row in rows)
    return f"{table}\n{_caption(analysis, top)}\n"


def ranking_cells(
    analysis: Mapping[str, Any], top: int
) -> tuple[list[str], list[list[str]]]:
    """(headings, a row of texts for each of the moves that are shown)."""
    rows = [_cells(analysis, move) for move in shown(analysis, top)]
    return list(_headings(analysis)), rows


def by_score(analysis: Mapping[str, Any]) -> bool:
    """Whether points are all that counts; `margin` is then the score itself."""
    return analysis.get("objective") == "score"


def half_width(analysis: Mapping[str, Any], error: float) -> float:
    """Half of the interval of a mean over the batches."""
    if (width := analysis.get("half_width")) is not None:
        return error * float(width)
    from scipy.special import stdtrit

    tail = (1.0 - _confidence(analysis)) / 2
    return error * float(stdtrit(max(1, analysis["batches"] - 1), 1.0 - tail))


def band_meaning(analysis: Mapping[str, Any]) -> str:
    """What an interval of the ranking is."""
    batches = analysis.get("batches")
    if analysis.get("search") in DEPTH_FIRST:
        return tr("estimated at the horizon, so no intervals")
    if batches == 1:
        return tr("one batch, so no intervals")
    among = tr("batches") if not batches else tr("{n} batches", n=batches)
    told = tr("{level} % Student interval between {batches}")
    if analysis.get("until") == "decided":
        told = tr(
            "{level} % Student interval between {batches}, wherever the search stops"
        )
    return told.format(level=_percentage(analysis), batches=among)


def _confidence(analysis: Mapping[str, Any]) -> float:
    """The probability with which intervals hold."""
    return float(analysis.get("confidence") or CONFIDENCE)


def _percentage(analysis: Mapping[str, Any]) -> str:
    return f"{100 * _confidence(analysis):.10g}"


def search_summary(analysis: Mapping[str, Any]) -> str:
    """Search, how much it looked at, the objective if it is margin, the verdict."""
    parts = [str(analysis["search"]), _looked_at(analysis)]
    if analysis.get("objective") == "margin":
        parts.append(tr("ranked by margin"))
    if analysis.get("depth") is not None:
        parts.append(tr("depth {depth}", depth=analysis["depth"]))
    verdict = analysis.get("verdict")
    told = tr(VERDICTS.get(verdict, verdict)) if verdict else UNKNOWN
    parts.append(tr("verdict: {verdict}", verdict=told))
    if analysis.get("proven"):
        parts.append(tr("proven"))
    return together(parts)


def _looked_at(analysis: Mapping[str, Any]) -> str:
    """How many simulations or positions the search is made of."""
    noun = "simulation" if analysis["search"] == "mcts" else "position"
    sims = analysis.get("sims")
    if sims is None:
        return trn(*NOUNS[noun], 2, n=UNKNOWN)
    return counted(sims, noun)


def _title(analysis: Mapping[str, Any]) -> str:
    return tr(
        "{game}: moves of player {player}",
        game=game_name(analysis["game"]),
        player=analysis["player"],
    )


def _caption(analysis: Mapping[str, Any], top: int) -> str:
    hidden = len(analysis["moves"]) - len(shown(analysis, top))
    parts = [search_summary(analysis)]
    if not analysis.get("proven"):
        parts.append(band_meaning(analysis))
    if hidden:
        parts.append(not_shown(hidden))
    return joined(parts)


def not_shown(moves: int) -> str:
    """How many moves a table leaves out."""
    return tr("not shown: {n} more", n=moves)


def _value(move: Mapping[str, Any], name: str) -> Any:
    value = move.get(name)
    return " ".join(value) if name == "line" and value is not None else value


def _headings(analysis: Mapping[str, Any]) -> tuple[str, ...]:
    interval = tr("{level} % interval", level=_percentage(analysis))
    figures: tuple[str, ...] = (tr("win %"), interval, tr("margin ± se"))
    if by_score(analysis):
        figures = (tr("score"), interval)
    return ("#", tr("move"), *figures, tr("P(best)"), tr("visits"), tr("line"))


def _cells(analysis: Mapping[str, Any], move: Mapping[str, Any]) -> list[str]:
    visits = move.get("visits")
    if by_score(analysis):
        figures = [_points(move.get("margin")), _score_interval(analysis, move)]
    else:
        figures = [_percent(move.get("win")), _interval(move), _margin(move)]
    return [
        str(move["rank"]),
        move["move"],
        *figures,
        UNKNOWN if move.get("p_best") is None else f"{move['p_best']:.2f}",
        UNKNOWN if visits is None else str(visits),
        _value(move, "line") or UNKNOWN,
    ]


def _points(points: float | None) -> str:
    # Adding 0.0 turns the minus zero of a tiny loss into plus zero.
    return UNKNOWN if points is None else f"{round(points, 1) + 0.0:.1f}"


def _score_interval(analysis: Mapping[str, Any], move: Mapping[str, Any]) -> str:
    if move.get("proven"):
        return tr("proven")
    score, error = move.get("margin"), move.get("margin_se")
    if score is None or error is None:
        return UNKNOWN
    half = half_width(analysis, error)
    return between(_points(score - half), _points(score + half))


def _interval(move: Mapping[str, Any]) -> str:
    if move.get("proven"):
        return tr("proven")
    low, high = move.get("win_low"), move.get("win_high")
    if high is not None and low is None and move.get("win") is None:
        return tr("at most {end}", end=_percent(high))
    if low is None or high is None:
        return UNKNOWN
    return between(_percent(low), _percent(high))


def _percent(share: float | None) -> str:
    return UNKNOWN if share is None else f"{100 * share:.1f}"


def _margin(move: Mapping[str, Any]) -> str:
    if move.get("margin") is None:
        return UNKNOWN
    error = None if move.get("proven") else move.get("margin_se")
    # Adding 0.0 turns the minus zero of a tiny loss into plus zero.
    return f"{round(move['margin'], 1) + 0.0:+.1f}" + (
        "" if error is None else f" ± {error:.1f}"
    )
