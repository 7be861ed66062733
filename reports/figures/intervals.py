"""Values with their intervals, a row each: shares, seats, ratings, scores, folders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from language import tr
from language.counts import counted, joined
from reports.figures.style import (
    BETWEEN_DEALS,
    INK,
    LABEL_SIZE,
    MUTED,
    Look,
    Played,
    blank,
    known,
    look,
    minus,
    plain,
    sheet,
)
from reports.wording import between, short

if TYPE_CHECKING:
    import pandas as pd

ROW = 0.36  # inches
FINE = 0.1  # half width in points below which two places are told
FAR = 800  # Elo points behind the best that would leave no room for the others
ARROW = 34  # points of the arrow of an interval without end


class Dot(NamedTuple):
    """A row of the chart; NaN for what is unknown or without end."""

    label: str
    value: float
    low: float
    high: float
    look: Look
    note: str = ""
    beyond: bool = False  # too far to the left to be drawn


def share_figure(players: pd.DataFrame, played: Played) -> Figure:
    """The share of the win by strategy, in the order of the table."""
    title = tr("{game}: win share by strategy", game=played.game)
    dots = _dots(players, "player", ("win_share", "win_low", "win_high"), 100)
    bars = tr("bars: {band}; dashed: an even share", band=tr(BETWEEN_DEALS))
    return _chart(
        title, played.sample, bars, dots, tr("win share (%)"), _percent, played.even
    )


def seat_figure(seats: pd.DataFrame, played: Played) -> Figure:
    """The share of the win by seat, whoever sat there."""
    title = tr("{game}: win share by seat", game=played.game)
    dots = _dots(seats, "seat", ("win_share", "win_low", "win_high"), 100)
    named = [dot._replace(label=tr("seat {n}", n=dot.label)) for dot in dots]
    bars = tr("bars: {band}; dashed: an even share", band=tr(BETWEEN_DEALS))
    return _chart(
        title, played.sample, bars, named, tr("win share (%)"), _percent, played.even
    )


def rating_figure(
    players: pd.DataFrame, played: Played, band: str, reference: str
) -> Figure:
    """The ladder of ratings in Elo points, the best on top.

    Ratings are counted from the player `reference`, who has no interval. `band` says
    what the intervals are. An arrow is an interval without end, of somebody who always
    won or never did.
    """
    reference = short(reference)
    title = tr(
        "{game}: ratings, counted from {player}", game=played.game, player=reference
    )
    dots = _dots(players, "player", ("elo", "elo_low", "elo_high"), 1)
    near = [dot for dot in dots if not dot.value < -FAR]
    if len(near) > 1:
        dots = [dot._replace(beyond=dot.value < -FAR) for dot in dots]
    bars = [tr("bars: {band}", band=tr(band))]
    if any(_open(dot) for dot in dots):
        bars.append(tr("arrows: without end"))
    if any(dot.beyond for dot in dots):
        far = tr("arrows: more than {points} behind, not drawn to scale", points=FAR)
        bars.append(far)
    unit = tr("Elo points above {player}", player=reference)
    return _chart(title, played.sample, joined(bars), dots, unit, _signed, 0.0)


def mean_score_figure(players: pd.DataFrame, played: Played) -> Figure:
    """The mean score by strategy."""
    title = tr("{game}: mean score by strategy", game=played.game)
    dots = _dots(players, "player", ("score_mean", "score_low", "score_high"), 1)
    bars = tr("bars: {band}", band=tr(BETWEEN_DEALS))
    widths = [dot.high - dot.low for dot in dots]
    narrow = any(width < 2 * FINE for width in widths)
    text = _fine_points if narrow else _points
    return _chart(title, played.sample, bars, dots, tr("points"), text, None)


def comparison_figure(table: pd.DataFrame, even: float | None, games: int) -> Figure:
    """Win shares of several results side by side: result, player, then as `players`.

    `even` is the even share in percent, if all tables had as many seats.
    """
    results = [str(name) for name in table["result"].drop_duplicates()]
    dots = []
    for place, name in enumerate(results):
        own = _dots(
            table[table["result"] == name],
            "player",
            ("win_share", "win_low", "win_high"),
            100,
        )
        label = short(name, 22)
        dots += [d._replace(label=f"{label}: {d.label}", look=look(place)) for d in own]
    sample = tr(
        "n = {games} in {folders}",
        games=counted(games, "game"),
        folders=counted(len(results), "result folder"),
    )
    bars = tr("bars: {band}", band=tr(BETWEEN_DEALS))
    if even is not None:
        bars = tr("bars: {band}; dashed: an even share", band=tr(BETWEEN_DEALS))
    title = tr("Win share by result and strategy")
    return _chart(title, sample, bars, dots, tr("win share (%)"), _percent, even)


def _dots(
    table: pd.DataFrame, label: str, names: tuple[str, str, str], scale: float
) -> list[Dot]:
    """The rows of which something is known."""
    found = []
    for place, row in enumerate(table.to_dict("records")):
        value, low, high = (scale * float(row[name]) for name in names)
        if any(map(known, (value, low, high))):
            note = tr("{games:,} games", games=int(row["games"]))
            name = short(str(row[label]))
            found.append(Dot(name, value, low, high, look(place), note))
    return found


def _chart(
    title: str,
    sample: str,
    bars: str,
    dots: Sequence[Dot],
    unit: str,
    text: Callable[[float], str],
    reference: float | None,
) -> Figure:
    if dots and not any(known(dot.low) or known(dot.high) for dot in dots):
        bars = tr("one deal, so no intervals")
    notes = [joined([sample, bars])]
    if not dots:
        return blank(title, notes, tr("nothing is known"))
    figure = sheet(title, notes, 0.75 + ROW * max(2, len(dots)))
    axes = figure.add_subplot()
    plain(axes)
    if reference is not None:
        axes.axvline(reference, color=MUTED, linestyle=(0, (5, 3)), linewidth=1.2)
    for place, dot in enumerate(dots):
        _bar(axes, place, dot)
        axes.annotate(
            _told(dot, text),
            (1, place),
            xycoords=("axes fraction", "data"),
            xytext=(8, 0),
            textcoords="offset points",
            va="center",
            fontsize=LABEL_SIZE,
            color=INK,
            annotation_clip=False,
        )
    axes.set_yticks(range(len(dots)), [dot.label for dot in dots])
    axes.set_ylim(len(dots) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.margins(x=0.08)
    axes.set_xlabel(unit, fontsize=LABEL_SIZE)
    return figure


def _bar(axes: Axes, place: int, dot: Dot) -> None:
    colour = dot.look.colour
    if dot.beyond:
        _arrow_out(axes, place, colour)
        return
    ends = [end for end in (dot.low, dot.high) if known(end)]
    if len(ends) == 2:
        axes.plot(
            ends,
            [place, place],
            color=colour,
            linewidth=5,
            solid_capstyle="butt",
            alpha=0.45,
        )
    elif len(ends) == 1:
        towards = -1 if known(dot.high) else 1
        axes.plot(ends, [place], marker="|", color=colour, markersize=11)
        axes.annotate(
            "",
            (ends[0], place),
            xytext=(towards * ARROW, 0),
            textcoords="offset points",
            arrowprops={"arrowstyle": "<-", "color": colour, "linewidth": 1.6},
        )
    if known(dot.value):
        marker = dot.look.marker
        axes.plot([dot.value], [place], marker=marker, color=colour, markersize=7)


def _arrow_out(axes: Axes, place: int, colour: str) -> None:
    """An arrow that points out of the chart on the left."""
    axes.annotate(
        "",
        (0, place),
        xycoords=("axes fraction", "data"),
        xytext=(ARROW, 0),
        textcoords="offset points",
        arrowprops={"arrowstyle": "->", "color": colour, "linewidth": 1.6},
    )


def _open(dot: Dot) -> bool:
    return known(dot.low) != known(dot.high)


def _told(dot: Dot, text: Callable[[float], str]) -> str:
    """The value and its interval as a text at the end of the row."""
    note = f"   {dot.note}" if dot.note else ""
    low, high = known(dot.low), known(dot.high)
    value = text(dot.value) if known(dot.value) else ""
    if low and high:
        ends = between(text(dot.low), text(dot.high))
    elif low:
        ends = tr("at least {end}", end=text(dot.low))
    elif high:
        ends = tr("at most {end}", end=text(dot.high))
    else:
        return value + note
    if not value and not (low and high):
        return ends + note
    return tr("{figure} ({more})", figure=value, more=ends).strip() + note


def _percent(value: float) -> str:
    return f"{value + 0.0:.1f}"


def _signed(value: float) -> str:
    return minus(f"{round(value):+d}")


def _points(value: float) -> str:
    return minus(f"{round(value, 1) + 0.0:.1f}")


def _fine_points(value: float) -> str:
    return minus(f"{round(value, 2) + 0.0:.2f}")
