"""The ranking of an analysis as a data frame, for the terminal, in Markdown and CSV.

`analysis` is always the parsed JSON object that `analyze --format json` prints.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rich import box
from rich.table import Table
from rich.text import Text

from reports.schema import DTYPES, RANKING

if TYPE_CHECKING:
    import pandas as pd

UNKNOWN = "–"
CONFIDENCE = 0.95  # where an analysis does not say
DEPTH_FIRST = ("expectimax", "solver")
LEFT_ALIGNED = ("move", "line")


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


def ranking_table(analysis: Mapping[str, Any], top: int) -> Table:
    """The best `top` moves for the terminal."""
    table = Table(
        title=_title(analysis),
        caption=_caption(analysis, top),
        box=box.SIMPLE_HEAD,
        collapse_padding=True,
        pad_edge=False,
    )
    for heading in _headings(analysis):
        table.add_column(
            heading,
            justify="left" if heading in LEFT_ALIGNED else "right",
            no_wrap=heading != "line",
        )
    for move in analysis["moves"][:top]:
        *cells, line = _cells(analysis, move)
        # Only the line is cut where the terminal is narrow.
        table.add_row(*cells, Text(line, no_wrap=True, overflow="ellipsis"))
    return table


def ranking_markdown(analysis: Mapping[str, Any], top: int) -> str:
    """The best `top` moves as a table that GitHub shows."""
    headings = _headings(analysis)
    rules = ["---" if heading in LEFT_ALIGNED else "---:" for heading in headings]
    cells = [_cells(analysis, move) for move in analysis["moves"][:top]]
    rows = [headings, rules, *cells]
    table = "".join(f"| {' | '.join(row)} |\n" for row in rows)
    return f"{table}\n{_caption(analysis, top)}\n"


def ranking_cells(
    analysis: Mapping[str, Any], top: int
) -> tuple[list[str], list[list[str]]]:
    """(headings, a row of texts for each of the best `top` moves)."""
    rows = [_cells(analysis, move) for move in analysis["moves"][:top]]
    return list(_headings(analysis)), rows


def game_name(analysis: Mapping[str, Any]) -> str:
    """The game's name as people write it."""
    return str(analysis["game"]).replace("-", " ").title()


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
        return "estimated at the horizon, so no intervals"
    if batches == 1:
        return "one batch, so no intervals"
    among = "batches" if not batches else f"{batches} batches"
    stops = ", wherever the search stops" if analysis.get("until") == "decided" else ""
    return f"{_percentage(analysis)} % Student interval between {among}{stops}"


def _confidence(analysis: Mapping[str, Any]) -> float:
    """The probability with which intervals hold."""
    return float(analysis.get("confidence") or CONFIDENCE)


def _percentage(analysis: Mapping[str, Any]) -> str:
    return f"{100 * _confidence(analysis):.10g}"


def search_summary(analysis: Mapping[str, Any]) -> str:
    """Search, how much it looked at, the objective if it is margin, the verdict."""
    sims = analysis.get("sims")
    count = UNKNOWN if sims is None else f"{sims:,}"
    verdict = analysis.get("verdict") or UNKNOWN
    proven = ", proven" if analysis.get("proven") else ""
    ranked = ", ranked by margin" if analysis.get("objective") == "margin" else ""
    noun = "simulation" if analysis["search"] == "mcts" else "position"
    search = f"{analysis['search']}, {count} {noun}{'' if sims == 1 else 's'}{ranked}"
    if analysis.get("depth") is not None:
        search += f", depth {analysis['depth']}"
    return f"{search}, verdict: {verdict}{proven}"


def _title(analysis: Mapping[str, Any]) -> str:
    return f"{game_name(analysis)}: moves of player {analysis['player']}"


def _caption(analysis: Mapping[str, Any], top: int) -> str:
    hidden = max(0, len(analysis["moves"]) - top)
    parts = [search_summary(analysis)]
    if not analysis.get("proven"):
        parts.append(band_meaning(analysis))
    if hidden:
        parts.append(f"not shown: {hidden} more")
    return "; ".join(parts)


def _value(move: Mapping[str, Any], name: str) -> Any:
    value = move.get(name)
    return " ".join(value) if name == "line" and value is not None else value


def _headings(analysis: Mapping[str, Any]) -> tuple[str, ...]:
    interval = f"{_percentage(analysis)} % interval"
    win, score = ("win %", interval, "margin ± se"), ("score", interval)
    figures = score if by_score(analysis) else win
    return ("#", "move", *figures, "P(best)", "visits", "line")


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
        return "proven"
    score, error = move.get("margin"), move.get("margin_se")
    if score is None or error is None:
        return UNKNOWN
    half = half_width(analysis, error)
    return f"{_points(score - half)} to {_points(score + half)}"


def _interval(move: Mapping[str, Any]) -> str:
    if move.get("proven"):
        return "proven"
    low, high = move.get("win_low"), move.get("win_high")
    if high is not None and low is None and move.get("win") is None:
        return f"at most {_percent(high)}"
    if low is None or high is None:
        return UNKNOWN
    return f"{_percent(low)} to {_percent(high)}"


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
