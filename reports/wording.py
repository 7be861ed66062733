"""Figures and their intervals as words, with as many places as the interval allows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from language import N_, NC_, tr, trc

UNKNOWN = "–"
MOST_PLACES = 4
NAME_WIDTH = 26  # characters of a player's name
ROUNDING = 1e-6
ALIKE = 0.05  # part by which both halves of an interval may differ to be called ±

Row = Mapping[str, Any]


GAMES = {
    "azul": N_("Azul"),
    "summer-pavilion": N_("Summer Pavilion"),
    "flowers": N_("Flowers"),
    "unknown game": N_("Unknown Game"),  # of a result that does not say
}
ENDS = {
    "row": NC_("end", "row"),
    "limit": NC_("end", "limit"),
    "empty": NC_("end", "empty"),
    "rounds": NC_("end", "rounds"),
    "blind": NC_("end", "blind"),
    "visible": NC_("end", "visible"),
    "forfeit": NC_("end", "forfeit"),
}
SOURCES = {
    "so_far": NC_("source", "so far"),
    "rows": NC_("source", "rows"),
    "columns": NC_("source", "columns"),
    "colours": NC_("source", "colours"),
    "stars": NC_("source", "stars"),
    "numbers": NC_("source", "numbers"),
    "removed": NC_("source", "removed"),
    "groups": NC_("source", "groups"),
    "butterflies": NC_("source", "butterflies"),
    "total": NC_("source", "total"),
}


def game_name(name: str) -> str:
    """A game's name as people write it."""
    return tr(GAMES[name]) if name in GAMES else name.replace("-", " ").title()


def sentence(text: str) -> str:
    """The text as a sentence: a capital first, a full stop at the end."""
    whole = f"{text[0].upper()}{text[1:]}"
    return whole if text[-1] in ".。" else tr("{sentence}.", sentence=whole)


def end_name(end: str) -> str:
    """What has ended a game, in a word."""
    return trc("end", ENDS.get(end, end)) if end else ""


def source_name(source: str) -> str:
    """Where points come from, in a word."""
    return trc("source", SOURCES.get(source, source))


def short(name: str, width: int = NAME_WIDTH) -> str:
    """A name, its middle left out where it is too long."""
    if len(name) <= width:
        return name
    kept = width - 1
    return f"{name[: kept - kept // 2]}…{name[-(kept // 2) :]}"


def share(
    row: Row,
    name: str = "win_share",
    stem: str = "win",
    unit: str = " %",
    *,
    nested: bool = False,
) -> str:
    """A share in percent with its interval, such as `61.9 % ± 0.9`.

    One that is `nested` stands in brackets and so has none of its own.
    """
    return _figure(*_three(row, name, stem, 100), unit=unit, nested=nested)


def points(row: Row, name: str, stem: str, *, signed: bool = False) -> str:
    """Points with their interval, such as `33.9 ± 1.2`."""
    return _figure(*_three(row, name, stem, 1), signed=signed)


def elo(row: Row, name: str = "elo", *, nested: bool = False) -> str:
    """Elo with its interval, such as `+84 ± 7`; `at least` where it has no end.

    One that is `nested` stands in brackets and so has none of its own.
    """
    value, low, high = _three(row, name, name, 1)
    if value is None:
        return _bound(low, high, 0, signed=True) or UNKNOWN
    return _figure(value, low, high, signed=True, least=0, nested=nested)


def number(value: float | None, places: int = 1) -> str:
    """A figure without an interval."""
    return UNKNOWN if value is None else _rounded(value, places)


def percent(chance: float) -> str:
    """A probability in percent, kept off 0 and 100."""
    if 0.0005 <= chance <= 0.9995:
        return f"{100 * chance:.1f} %"
    return tr("over 99.9 %") if chance > 0.5 else tr("under 0.1 %")


def _three(
    row: Row, name: str, stem: str, scale: float
) -> tuple[float | None, float | None, float | None]:
    values = (row[key] for key in (name, f"{stem}_low", f"{stem}_high"))
    value, low, high = (None if v is None else scale * v for v in values)
    return value, low, high


def _figure(
    value: float | None,
    low: float | None,
    high: float | None,
    *,
    unit: str = "",
    signed: bool = False,
    least: int = 1,
    nested: bool = False,
) -> str:
    """`value ± half`, or with both ends where these lie at different distances."""
    if value is None:
        return UNKNOWN
    if low is None or high is None:
        found = f"{_rounded(value, least, signed=signed)}{unit}"
        bound = _bound(low, high, least, signed=signed)
        return _bracketed(found, bound, nested) if bound else found
    half = (high - low) / 2
    places = _places(half, least)
    found = f"{_rounded(value, places, signed=signed)}{unit}"
    if abs((value - low) - half) <= ALIKE * half:
        return f"{found} ± {_rounded(half, places)}"
    ends = [_rounded(end, places, signed=signed) for end in (low, high)]
    return _bracketed(found, between(*ends), nested)


def between(low: str, high: str) -> str:
    """The ends of an interval in words."""
    return tr("{low} to {high}", low=low, high=high)


def _bracketed(figure: str, more: str, nested: bool) -> str:
    if nested:
        return tr("{figure}, {more}", figure=figure, more=more)
    return tr("{figure} ({more})", figure=figure, more=more)


def _bound(low: float | None, high: float | None, places: int, *, signed: bool) -> str:
    """The only end of an interval in words; nothing where it has both or none."""
    if (low is None) == (high is None):
        return ""
    if low is not None:
        return tr("at least {end}", end=_rounded(low, places, signed=signed))
    return tr("at most {end}", end=_rounded(high or 0.0, places, signed=signed))


def bracket() -> str:
    """What parts a figure from the ends of its interval."""
    return _bracketed("", "", nested=False)[:-1]


def _places(half: float, least: int) -> int:
    """Places after the point at which the half width is more than 0, at least these."""
    places = least
    while places < MOST_PLACES and 0 < half < (1 - ROUNDING) * 10**-places:
        places += 1
    return places


def _rounded(value: float, places: int, *, signed: bool = False) -> str:
    # Adding 0.0 turns the minus zero of a small loss into plus zero.
    return f"{round(value, places) + 0.0:{'+' if signed else ''}.{places}f}"
