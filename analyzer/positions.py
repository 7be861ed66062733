"""Reading a position: from the words of the command line, a file or standard input."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from analyzer.exits import UserError
from analyzer.games import GAMES, GameEntry, find_game

if TYPE_CHECKING:
    from engines.protocol import State

STANDARD_INPUT = "-"
FILE_SUFFIXES = (".txt", ".json")


class Position(NamedTuple):
    """A state, its game, and the assumptions made in reading it."""

    game: GameEntry
    state: State
    warnings: tuple[str, ...]


def read_position(words: Sequence[str]) -> Position:
    """The position that the words give: its notation, one file name, or `-`.

    UserError for files that can't be read, NotationError for impossible positions.
    """
    if len(words) == 1 and words[0].strip():
        return parse_position(_contents(words[0]))
    return parse_position(" ".join(words))


def parse_position(text: str) -> Position:
    """The position of a text in the notation or in its JSON form."""
    if text.lstrip().startswith("{"):
        return _from_object(_json_object(text))
    from engines.text import game_name

    game = GAMES[game_name(text, list(GAMES))]
    return Position(game, *game.notation().parse(text))


def _contents(word: str) -> str:
    """What a single word stands for: standard input, a file, or itself."""
    if word == STANDARD_INPUT:
        return _decoded(sys.stdin.buffer.read(), "standard input")
    path = Path(word)
    if _exists(path):
        if path.is_dir():
            raise UserError(f"'{word}' is a folder; give a file with a position")
        try:
            return _decoded(path.read_bytes(), f"'{word}'")
        except OSError as error:
            raise UserError(f"can't read '{word}': {error.strerror}") from error
    if "=" not in word and ("/" in word or path.suffix in FILE_SUFFIXES):
        raise UserError(f"no such file: '{word}'")
    return word


def _exists(path: Path) -> bool:
    """Whether there is a file or folder of that name, and it is a possible name."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _decoded(data: bytes, source: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UserError(f"{source} is no text in UTF-8") from None


def _json_object(text: str) -> dict[str, object]:
    """The object that a JSON text holds."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UserError(f"this is no valid JSON: {error}") from None
    if not isinstance(value, dict):
        raise UserError("a position in JSON is one object")
    return value


def _from_object(fields: Mapping[str, object]) -> Position:
    """The position of a JSON form, or of a result that contains a position."""
    if isinstance(fields.get("position"), str):
        return parse_position(str(fields["position"]))
    if "game" not in fields:
        names = " or ".join(f'"{name}"' for name in GAMES)
        raise UserError(f'the key "game" is missing; it is {names}')
    game = find_game(str(fields["game"]))
    return Position(game, *game.notation().from_fields(fields))
