"""Reading a position: from the words of the command line, a file or standard input."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from analyzer.exits import UserError
from analyzer.games import GAMES, GameEntry, find_game
from language import tr
from language.counts import either

if TYPE_CHECKING:
    from engines.protocol import State

STANDARD_INPUT = "-"
FILE_SUFFIXES = (".txt", ".json")
MOST_BYTES = 1_000_000
MOST_NESTED = 20  # lists and objects in each other; our own results have four
MOST_DIGITS = 20


class Position(NamedTuple):
    """A state, its game, and the assumptions made in reading it."""

    game: GameEntry
    state: State
    warnings: tuple[str, ...]


def read_position(words: Sequence[str]) -> Position:
    """The position that the words give: its notation, one file name, or `-`.

    UserError for files that can't be read, NotationError for impossible positions.
    """
    first, *others = words
    if not others and first.strip():
        return parse_position(_contents(first))
    if others and _names_file(first):
        _contents(first)
        from engines.text import quoted

        raise UserError(
            tr("a file takes no further words: {word}", word=quoted(others[0]))
        )
    return parse_position(" ".join(words))


def parse_position(text: str) -> Position:
    """The position of a text in the notation or in its JSON form."""
    if text.lstrip().startswith(("{", "[")):
        return _from_object(_json_object(text))
    from engines.text import game_name

    game = GAMES[game_name(text, list(GAMES))]
    return _position(game, *game.notation().parse(text))


def _contents(word: str) -> str:
    """What a single word stands for: standard input, a file, or itself."""
    if word == STANDARD_INPUT:
        return _standard_input()
    path = Path(word)
    if _exists(path):
        if path.is_dir():
            raise UserError(
                tr("'{word}' is a folder; give a file with a position", word=word)
            )
        with _reading(f"'{word}'"), path.open("rb") as file:
            return _decoded(file.read(MOST_BYTES + 1), f"'{word}'")
    if _looks_like_file(word):
        raise UserError(tr("no such file: '{word}'", word=word))
    return word


def _names_file(word: str) -> bool:
    """Whether the first of several words is meant to be read from somewhere."""
    if word in GAMES or not word.strip():
        return False
    return word == STANDARD_INPUT or _exists(Path(word)) or _looks_like_file(word)


def _looks_like_file(word: str) -> bool:
    named = "/" in word or Path(word).suffix in FILE_SUFFIXES
    return "=" not in word and named


def _standard_input() -> str:
    if sys.stdin is None:
        raise UserError(tr("can't read standard input: it is closed"))
    source = tr("standard input")
    with _reading(source):
        return _decoded(sys.stdin.buffer.read(MOST_BYTES + 1), source)


@contextmanager
def _reading(source: str) -> Iterator[None]:
    """UserError if the system does not let the source be read."""
    try:
        yield
    except OSError as error:
        raise UserError(
            tr("can't read {source}: {reason}", source=source, reason=error.strerror)
        ) from error


def _exists(path: Path) -> bool:
    """Whether there is a file or folder of that name, and it is a possible name."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _decoded(data: bytes, source: str) -> str:
    if len(data) > MOST_BYTES:
        raise UserError(
            tr("{source} is larger than 1 MB, too large for a position", source=source)
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UserError(tr("{source} is no text in UTF-8", source=source)) from None
    if "\0" in text:
        raise UserError(
            tr("{source} is no text: it has characters of code 0", source=source)
        )
    return text


def _json_object(text: str) -> dict[str, object]:
    """The object that a JSON text holds."""
    too_deep = UserError(tr("this JSON is nested too deeply for a position"))
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_whole_number,
            parse_constant=_constant,
        )
    except json.JSONDecodeError as error:
        raise UserError(
            tr(
                "this is no valid JSON; the fault is in line {line}, column {column}",
                line=error.lineno,
                column=error.colno,
            )
        ) from None
    except RecursionError:
        raise too_deep from None
    if _nesting(value) > MOST_NESTED:
        raise too_deep
    if not isinstance(value, dict):
        raise UserError(tr("a position in JSON is one object"))
    return value


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A JSON object; UserError if a key occurs twice."""
    fields: dict[str, object] = {}
    for key, value in pairs:
        if key in fields:
            from engines.text import quoted

            raise UserError(
                tr("the key {key} is given twice in the JSON", key=quoted(key))
            )
        fields[key] = value
    return fields


def _whole_number(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise UserError(
            tr(
                "the JSON has the number {digits}..., which has too many"
                " digits for a position",
                digits=digits[:MOST_DIGITS],
            )
        )
    return int(digits)


def _constant(name: str) -> object:
    raise UserError(tr("this is no valid JSON: {name} is no number", name=name))


def _nesting(value: object) -> int:
    """How many lists and objects lie in each other."""
    depth, level = 0, [value]
    while level := [inner for outer in level for inner in _parts(outer)]:
        depth += 1
    return depth


def _parts(value: object) -> Iterable[object]:
    """What a JSON value is made of."""
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _from_object(fields: Mapping[str, object]) -> Position:
    """The position of a JSON form, or of a result that contains a position."""
    if isinstance(fields.get("position"), str):
        return parse_position(str(fields["position"]))
    if "game" not in fields:
        names = either([f'"{name}"' for name in GAMES])
        raise UserError(tr('the key "game" is missing; it is {names}', names=names))
    name = fields["game"]
    game = find_game(name if isinstance(name, str) else json.dumps(name))
    return _position(game, *game.notation().from_fields(fields))


def _position(game: GameEntry, state: State, warnings: tuple[str, ...]) -> Position:
    """A position whose game has what there is for its set-up."""
    return Position(game.for_state(state), state, warnings)
