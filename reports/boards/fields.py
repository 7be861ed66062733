"""The small texts in a position's JSON form that every game writes alike."""

from __future__ import annotations

import re

from rich.cells import cell_len
from rich.text import Text

from language import tr
from language.counts import counted


def tiles(text: str) -> str:
    """The letters of a tile string, none for `-`."""
    return "" if text == "-" else text


def counts(text: str, colours: str) -> dict[str, int]:
    """How many of each of `colours` a text like `B3R2` counts, zeros included."""
    found = dict(re.findall(r"([A-Z])(\d+)", text))
    return {colour: int(found.get(colour, 0)) for colour in colours}


def player_name(number: int) -> str:
    """What a player is called."""
    return tr("Player {number}", number=number)


def board_title(number: int, points: str) -> str:
    """What stands above a player's board in a terminal."""
    return tr("{player}: {points}", player=player_name(number), points=points)


def heading(title: str, situation: str) -> Text:
    """What stands above a position in a terminal."""
    return Text(title, "bold").append(
        tr(" ({situation})", situation=situation), "not bold"
    )


def padded(word: str, width: int) -> str:
    """The word with blanks after it, so many cells wide in a terminal."""
    return word + " " * (width - cell_len(word))


def pushed(word: str, width: int) -> str:
    """The word with blanks before it, so many cells wide in a terminal."""
    return " " * (width - cell_len(word)) + word


def points(score: int) -> str:
    """The score in words."""
    return counted(score, "point")
