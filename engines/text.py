"""What the notations of all games share: words, values, and errors with carets."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engines.protocol import State
from language import tr
from language.counts import enumerated

NOTHING = "-"
EXCERPT = 96  # characters of a long line that an error shows
QUOTED = 40  # characters of a long word that an error repeats
CUT = "..."
MANY = 10**9  # what larger numbers count as
MAX_SEATS = 4
LISTED_MOVES = 6


class Parsed(NamedTuple):
    """A state and the assumptions made on the way to it, one sentence each."""

    state: State
    warnings: tuple[str, ...]


class NotationError(ValueError):
    """A text says nothing possible: a sentence, and a caret line under the place.

    `text` is the line in question (at most 96 characters of it) and `text[start:end]`
    the place; `str` gives all three.
    """

    def __init__(
        self, message: str, text: str = "", start: int = 0, end: int = 0
    ) -> None:
        super().__init__(message, text, start, end)
        self.message, self.text, self.start, self.end = message, text, start, end

    def __str__(self) -> str:
        if not self.text:
            return self.message
        caret = " " * self.start + "^" * max(1, self.end - self.start)
        return f"{self.message}\n  {self.text}\n  {caret}"


def excerpt(line: str, start: int, end: int) -> tuple[str, int, int]:
    """At most 96 characters of a line around a place, and the place in them.

    A long line is cut between words where that leaves the place whole.
    """
    if len(line) <= EXCERPT:
        return line, start, end
    end = min(end, start + EXCERPT // 2)
    left = max(0, min(start - (EXCERPT - (end - start)) // 2, len(line) - EXCERPT))
    right = left + EXCERPT
    before = after = ""
    if left > 0:
        before, left = CUT, max(left + len(CUT), line.find(" ", left + len(CUT), start))
    if right < len(line):
        space = line.rfind(" ", end, right - len(CUT))
        after, right = CUT, space + 1 if space >= 0 else right - len(CUT)
    shift = len(before) - left
    return before + line[left:right] + after, start + shift, end + shift


def shortened(word: str) -> str:
    """A word as it is, a long one cut short."""
    return word if len(word) <= QUOTED else word[: QUOTED - len(CUT)] + CUT


def quoted(word: str) -> str:
    """A word in quotes, a long one cut short."""
    return repr(shortened(word))


def unknown(kind: str, word: str, names: Sequence[str], listing: str = "") -> str:
    """The sentence about a word that is none of the names, with the nearest of them."""
    near = difflib.get_close_matches(word.lower(), names, 1)
    known = listing or tr("Known: {names}", names=enumerated(names))
    what = {"kind": kind, "word": quoted(word), "known": known}
    if near:
        return tr(
            "unknown {kind} {word}; did you mean {near!r}? {known}",
            near=near[0],
            **what,
        )
    return tr("unknown {kind} {word}. {known}", **what)


def listing(moves: Sequence[str]) -> str:
    """Some of the moves and how many others there are."""
    shown, others = enumerated(moves[:LISTED_MOVES]), len(moves) - LISTED_MOVES
    if others <= 0:
        return shown
    return tr("{moves} and {others} more", moves=shown, others=others)


@dataclass(frozen=True)
class Span:
    """A stretch of a line of the input: what a caret can point at."""

    line: str
    start: int
    end: int

    @staticmethod
    def whole(text: str) -> Span:
        """All of a text but the white space around it."""
        line = printable(text.strip())
        return Span(line, 0, len(line))

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.line[self.start : self.end]

    def cut(self, start: int, end: int) -> Span:
        """A part, by its place in `text`."""
        return Span(self.line, self.start + start, self.start + end)

    def split(self, separator: str = ",") -> list[Span]:
        """The parts between separators, empty ones included."""
        parts, at = [], 0
        for piece in self.text.split(separator):
            parts.append(self.cut(at, at + len(piece)))
            at += len(piece) + len(separator)
        return parts

    def words(self) -> list[Span]:
        """The parts between white space; all of it if it is nothing else."""
        parts = [self.cut(*m.span()) for m in re.finditer(r"\S+", self.text)]
        return parts or [self]

    def characters(self) -> list[Span]:
        """The parts of one character each."""
        return [self.cut(i, i + 1) for i in range(len(self.text))]

    def error(self, message: str) -> NotationError:
        """The error that says this of this place."""
        return NotationError(message, *excerpt(self.line, self.start, self.end))


# --- Values ---------------------------------------------------------------------------


def whole_number(digits: str) -> int:
    """The number, cut off at a thousand million."""
    digits = digits.lstrip("0") or "0"
    return int(digits) if len(digits) < len(str(MANY)) else MANY


def number(span: Span, name: str, low: int, high: int, other: str = "") -> int:
    """A number in low..high; NotationError otherwise.

    It says what the number is called, and the `other` word that was possible too.
    """
    if re.fullmatch("[0-9]+", span.text) and low <= whole_number(span.text) <= high:
        return whole_number(span.text)
    told = {"name": name, "low": low, "high": high, "word": quoted(span.text)}
    raise span.error(
        tr(
            "{name} is {other} or a number from {low} to {high}, not {word}",
            other=other,
            **told,
        )
        if other
        else tr("{name} is a number from {low} to {high}, not {word}", **told)
    )


# --- Keys and values ------------------------------------------------------------------


@dataclass(frozen=True)
class Keys:
    """The keys of a game: those of the table, and those that every player has."""

    table: tuple[str, ...]
    player: tuple[str, ...]

    def all(self) -> list[str]:
        """Every key, in canonical order."""
        seats = range(1, MAX_SEATS + 1)
        return [*self.table, *(f"p{s}.{key}" for s in seats for key in self.player)]

    def check(self, key: Span) -> None:
        """NotationError if this is no key of the game."""
        if key.text not in self.all():
            listing = tr(
                "Keys: {table}, and for each player {player}",
                table=enumerated(self.table),
                player=enumerated([f"p1.{name}" for name in self.player]),
            )
            raise key.error(unknown(tr("key"), key.text, self.all(), listing))


@dataclass(frozen=True)
class Entries:
    """What a text or a JSON object gives: the game's name and the value of each key."""

    game: Span
    values: Mapping[str, Span]

    def place(self, *keys: str) -> Span:
        """Where an error about these keys points: the first given, else the game."""
        given = [self.values[key] for key in keys if key in self.values]
        return given[0] if given else self.game

    def part(self, key: str, index: int) -> Span:
        """Where an error about one entry of a list points."""
        parts = self.place(key).split()
        return parts[index] if index < len(parts) else self.place(key)

    def key(self, key: str) -> Span:
        """The place of the key itself."""
        value = self.values[key]
        return Span(value.line, value.start - 1 - len(key), value.start - 1)

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A number in low..high; NotationError if left out without a default."""
        if key in self.values:
            return number(self.values[key], key, low, high)
        if default is None:
            raise self.game.error(
                tr(
                    "{key} is missing; it is a number from {low} to {high}",
                    key=key,
                    low=low,
                    high=high,
                )
            )
        return default

    def choice(self, key: str, names: Sequence[str]) -> str:
        """One of the names, the first if left out."""
        if key not in self.values:
            return names[0]
        span = self.values[key]
        if span.text not in names:
            raise span.error(unknown(key, span.text, names))
        return span.text

    def items(self, key: str, count: int, rule: str) -> list[Span] | None:
        """The entries of a list, None for `-` or a key left out.

        NotationError, saying the rule, if there are not `count` of them.
        """
        if key not in self.values or self.values[key].text == NOTHING:
            return None
        items = self.values[key].split()
        if len(items) != count:
            raise self.values[key].error(
                tr("{rule}, not {items}", rule=rule, items=len(items))
            )
        return items


def check_player_keys(entries: Entries, players: int) -> None:
    """Every key of a player is one of a player who takes part."""
    for key in entries.values:
        if re.match("p[0-9]", key) and int(key[1]) > players:
            raise entries.key(key).error(
                tr(
                    "there is no player {player}: {players} play",
                    player=key[1],
                    players=players,
                )
            )


def printable(line: str) -> str:
    """The line with every character that has no shape replaced, at equal length."""
    shown = (c if c.isprintable() else " " if c.isspace() else "?" for c in line)
    return "".join(shown)


def words(text: str) -> list[Span]:
    """The words between white space; `#` starts a comment up to the end of its line."""
    spans = []
    for line in map(printable, text.splitlines()):
        for match in re.finditer(r"\S+", line.partition("#")[0]):
            spans.append(Span(line, match.start(), match.end()))
    return spans


def game_name(text: str, known: Sequence[str] = ()) -> str:
    """The first word of a position.

    NotationError if there is none, or if `known` is given and does not contain it.
    """
    return _game(words(text), known).text


def _game(spans: list[Span], known: Sequence[str]) -> Span:
    games = tr("; known: {names}", names=enumerated(known)) if known else ""
    if not spans:
        raise NotationError(tr("the position is empty{games}", games=games))
    if "=" in spans[0].text:
        raise spans[0].error(
            tr(
                "a position starts with the name of the game, not {word}{games}",
                word=quoted(spans[0].text),
                games=games,
            )
        )
    if known and spans[0].text not in known:
        raise spans[0].error(unknown(tr("game"), spans[0].text, known))
    return spans[0]


def read_text(text: str, game: str, keys: Keys) -> Entries:
    """The entries of a position's text; NotationError for other games and keys."""
    spans = words(text)
    name = _game(spans, (game,))
    values: dict[str, Span] = {}
    for word in spans[1:]:
        key = word.cut(0, word.text.find("="))
        if "=" not in word.text:
            raise word.error(
                tr("expected key=value, not {word}", word=quoted(word.text))
            )
        keys.check(key)
        if key.text in values:
            raise key.error(tr("the key {word!r} is given twice", word=key.text))
        values[key.text] = word.cut(len(key.text) + 1, len(word.text))
        if not values[key.text].text:
            raise word.error(
                tr("{word} has no value; - stands for nothing", word=key.text)
            )
    return Entries(name, values)


def read_fields(fields: Mapping[str, object], game: str, keys: Keys) -> Entries:
    """The entries of a position's JSON form; NotationError for other games and keys."""
    if "game" not in fields:
        raise NotationError(
            tr('the key \'game\' is missing; write "game": "{game}"', game=game)
        )
    rendered = {key: _rendered(key, value) for key, value in fields.items()}
    line = rendered.pop("game")
    starts = {}
    name_end = len(line)
    for key, value in rendered.items():
        starts[key] = len(line) + len(key) + 2
        line += f" {printable(key)}={value}"
    name = Span(line, 0, name_end)
    _game([name], (game,))
    entries = Entries(
        name, {k: Span(line, s, s + len(rendered[k])) for k, s in starts.items()}
    )
    for key in entries.values:
        keys.check(entries.key(key))
    return entries


def _rendered(key: str, value: object) -> str:
    """A JSON value as the text notation writes it."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, str) and value:
        return printable(value)
    if isinstance(value, list) and value and all(isinstance(v, str) for v in value):
        return printable(",".join(value))
    head = f"{printable(key)}="
    shown = printable(json.dumps(value, default=str))
    raise Span(head + shown, len(head), len(head + shown)).error(
        tr(
            "the value of {key} is {value}; it must be a whole number, a"
            " word or a list of words",
            key=quoted(key),
            value=_kind(value),
        )
    )


def _kind(value: object) -> str:
    """What a JSON value is that can't be the value of a key."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, float):
        return tr("a fraction")
    if isinstance(value, str):
        return tr("an empty text")
    if isinstance(value, dict):
        return tr("an object")
    return tr("a list of other things") if value else tr("an empty list")


# --- Writing --------------------------------------------------------------------------


def canonical_text(fields: Mapping[str, object], defaults: Mapping[str, object]) -> str:
    """A JSON form as one line, without the keys that have their default."""
    words = [str(fields["game"])]
    for key, value in fields.items():
        if key != "game" and not (key in defaults and value == defaults[key]):
            text = value
            if isinstance(value, list):
                text = ",".join(value) or NOTHING
            words.append(f"{key}={text}")
    return " ".join(words)


# --- New games ------------------------------------------------------------------------


def read_options(
    game: str,
    players: int,
    allowed: range,
    given: Mapping[str, str],
    names: Sequence[str],
) -> Entries:
    """The options of a new game, each on a line of its own.

    NotationError for a number of players or an option that the game has not.
    """
    line = Span.whole(f"players={players}")
    if players not in allowed:
        raise line.split("=")[1].error(
            tr(
                "{game} is for {least} to {most} players, not {players}",
                game=game,
                least=allowed[0],
                most=allowed[-1],
                players=players,
            )
        )
    values = {}
    for name, value in given.items():
        option = Span.whole(f"{name}={value}")
        if name not in names:
            key = option.cut(0, len(name))
            raise key.error(unknown(tr("option"), name, list(names)))
        values[name] = option.cut(len(name) + 1, len(option.text))
    return Entries(line, values)
