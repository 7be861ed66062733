"""The `key=value,...` part of a player's text, and what values may be."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from engines.text import quoted, unknown
from language import tr
from search.players.base import SpecError

Value = int | float | str
LARGEST = 10**12


@dataclass(frozen=True)
class Parameter:
    """A value that a kind of player takes.

    `type` is int, float, file or a list of names.
    """

    name: str
    type: str
    default: Value | None
    meaning: str
    least: float = -math.inf
    most: float = math.inf

    def read(self, text: str) -> Value:
        """The value of a text; SpecError if it is none."""
        if self.type == "int":
            return self._whole(text)
        if self.type == "float":
            return self._checked(_number(self.name, text), text)
        if self.type == "file":
            return text
        names = self.type.split("|")
        if text not in names:
            raise SpecError(unknown(self.name, text, names))
        return text

    def _whole(self, text: str) -> int:
        if not re.fullmatch("[+-]?[0-9]{1,18}", text):
            raise SpecError(
                tr(
                    "{name}={text}: {word} is no whole number",
                    name=self.name,
                    text=text[:40],
                    word=quoted(text),
                )
            )
        return int(self._checked(int(text), text))

    def _checked(self, value: float, text: str) -> float:
        if not self.least <= value <= self.most:
            fault = tr("{name}={text} is out of range; give at least {least:g}")
            if value > self.most:
                fault = tr("{name}={text} is out of range; give at most {most:g}")
            told = {"least": self.least, "most": self.most}
            raise SpecError(fault.format(name=self.name, text=text[:40], **told))
        return value


def _number(name: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise SpecError(
            tr(
                "{name}={text}: {word} is no number",
                name=name,
                text=text[:40],
                word=quoted(text),
            )
        )
    return value


def read_options(
    kind: str, words: Sequence[str], parameters: Sequence[Parameter]
) -> dict[str, Value]:
    """The values given as `key=value`; SpecError for what the kind doesn't take."""
    known = {parameter.name: parameter for parameter in parameters}
    found: dict[str, Value] = {}
    for word in words:
        name, equals, text = (part.strip() for part in word.partition("="))
        if not equals or not name:
            raise SpecError(
                tr(
                    "{word} in {kind!r} is not of the form key=value",
                    word=quoted(word),
                    kind=kind,
                )
            )
        if name not in known:
            listing = "" if known else tr("{kind!r} takes none", kind=kind)
            raise SpecError(
                unknown(
                    tr("parameter of {kind!r}", kind=kind), name, list(known), listing
                )
            )
        if name in found:
            raise SpecError(
                tr("{name!r} is given twice to {kind!r}", name=name, kind=kind)
            )
        found[name] = known[name].read(text)
    return found


def split_options(text: str) -> list[str]:
    """The parts between commas; none of an empty text."""
    return text.split(",") if text.strip() else []


def leading_options(
    text: str, parameters: Sequence[Parameter]
) -> tuple[dict[str, Value], str]:
    """The values of `key=value,` at the front of a text, and the rest of it."""
    found: dict[str, Value] = {}
    names = "|".join(parameter.name for parameter in parameters)
    while match := re.match(rf"\s*({names})=([^,]*),", text):
        found |= read_options("exec", [f"{match[1]}={match[2]}"], parameters)
        text = text[match.end() :]
    return found, text
