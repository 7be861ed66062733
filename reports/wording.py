"""Figures and their intervals as words, with as many places as the interval allows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

UNKNOWN = "–"
MOST_PLACES = 4
NAME_WIDTH = 26  # characters of a player's name
ROUNDING = 1e-6
ALIKE = 0.05  # part by which both halves of an interval may differ to be called ±

Row = Mapping[str, Any]


def grouped(number: int) -> str:
    """A whole number with a comma before each three digits."""
    return f"{number:,}"


def counted(number: int, noun: str) -> str:
    """The number with its noun, in the plural unless it is 1."""
    return f"{grouped(number)} {noun}{'' if number == 1 else 's'}"


def listed(words: list[str]) -> str:
    """Words joined by commas and `and`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)


def short(name: str, width: int = NAME_WIDTH) -> str:
    """A name, its middle left out where it is too long."""
    if len(name) <= width:
        return name
    kept = width - 1
    return f"{name[: kept - kept // 2]}…{name[-(kept // 2) :]}"


def share(
    row: Row, name: str = "win_share", stem: str = "win", unit: str = " %"
) -> str:
    """A share in percent with its interval, such as `61.9 % ± 0.9`."""
    return _figure(*_three(row, name, stem, 100), unit=unit)


def points(row: Row, name: str, stem: str, *, signed: bool = False) -> str:
    """Points with their interval, such as `33.9 ± 1.2`."""
    return _figure(*_three(row, name, stem, 1), signed=signed)


def elo(row: Row, name: str = "elo") -> str:
    """Elo with its interval, such as `+84 ± 7`; `at least` where it has no end."""
    value, low, high = _three(row, name, name, 1)
    if value is None:
        return _bound(low, high, 0, signed=True) or UNKNOWN
    return _figure(value, low, high, signed=True, least=0)


def number(value: float | None, places: int = 1) -> str:
    """A figure without an interval."""
    return UNKNOWN if value is None else _rounded(value, places)


def percent(chance: float) -> str:
    """A probability in percent, kept off 0 and 100."""
    if 0.0005 <= chance <= 0.9995:
        return f"{100 * chance:.1f} %"
    return "over 99.9 %" if chance > 0.5 else "under 0.1 %"


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
) -> str:
    """`value ± half`, or with both ends where these lie at different distances."""
    if value is None:
        return UNKNOWN
    if low is None or high is None:
        bound = _bound(low, high, least, signed=signed)
        return f"{_rounded(value, least, signed=signed)}{unit}{bound and f' ({bound})'}"
    half = (high - low) / 2
    places = _places(half, least)
    found = f"{_rounded(value, places, signed=signed)}{unit}"
    if abs((value - low) - half) <= ALIKE * half:
        return f"{found} ± {_rounded(half, places)}"
    ends = [_rounded(end, places, signed=signed) for end in (low, high)]
    return f"{found} ({ends[0]} to {ends[1]})"


def _bound(low: float | None, high: float | None, places: int, *, signed: bool) -> str:
    """The only end of an interval in words; nothing where it has both or none."""
    if (low is None) == (high is None):
        return ""
    if low is not None:
        return f"at least {_rounded(low, places, signed=signed)}"
    return f"at most {_rounded(high or 0.0, places, signed=signed)}"


def inside(figure: str) -> str:
    """A figure as it stands in brackets: those of its own become commas."""
    return figure.replace(" (", ", ").replace(")", "")


def _places(half: float, least: int) -> int:
    """Places after the point at which the half width is more than 0, at least these."""
    places = least
    while places < MOST_PLACES and 0 < half < (1 - ROUNDING) * 10**-places:
        places += 1
    return places


def _rounded(value: float, places: int, *, signed: bool = False) -> str:
    # Adding 0.0 turns the minus zero of a small loss into plus zero.
    return f"{round(value, places) + 0.0:{'+' if signed else ''}.{places}f}"
