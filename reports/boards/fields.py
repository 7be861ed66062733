"""The small texts in a position's JSON form that every game writes alike."""

from __future__ import annotations

import re


def tiles(text: str) -> str:
    """The letters of a tile string, none for `-`."""
    return "" if text == "-" else text


def counts(text: str, colours: str) -> dict[str, int]:
    """How many of each of `colours` a text like `B3R2` counts, zeros included."""
    found = dict(re.findall(r"([A-Z])(\d+)", text))
    return {colour: int(found.get(colour, 0)) for colour in colours}


def points(score: int) -> str:
    """The score in words."""
    return f"{score} point" + ("" if score == 1 else "s")
