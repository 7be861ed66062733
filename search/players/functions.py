"""Bots that are Python functions: `python:FILE:FUNCTION`."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engines.protocol import State
from engines.text import quoted
from language import tr
from search.players.base import Forfeit, GameSource, SpecError
from search.players.requests import legal_moves, read_move, request

FUNCTION = "choose"


class FunctionPlayer:
    """Asks a function, which takes a request and returns the text of a move."""

    def __init__(
        self, name: str, source: GameSource, function: Callable[[Any], Any]
    ) -> None:
        self.name, self._source, self._function = name, source, function

    def choose(self, state: State, seat: int, seed: int) -> int:
        """The function's move; Forfeit if it raises, or returns anything else."""
        moves = legal_moves(self._source, state)
        asked = request(self._source, state, seat, seed, moves)
        try:
            answer = self._function(asked)
        except (Exception, SystemExit) as error:
            raise Forfeit(f"{type(error).__name__}: {str(error)[:200]}") from error
        if not isinstance(answer, str):
            raise Forfeit(f"the answer is no text: {quoted(repr(answer))}")
        return read_move(self._source, state, moves, answer)

    def close(self) -> None:
        """Nothing is held."""


def function_player(source: GameSource, name: str, text: str) -> FunctionPlayer:
    """A player from `FILE:FUNCTION`; the function is `choose` if not named."""
    file, colon, function = text.rpartition(":")
    if not colon:
        file, function = text, FUNCTION
    if not file.strip():
        raise SpecError(tr("'python' needs a file: python:FILE:FUNCTION"))
    return FunctionPlayer(name, source, _load(Path(file), function))


def _load(file: Path, function: str) -> Callable[[Any], Any]:
    """The function of that name in a file of Python; SpecError if there is none."""
    if not file.is_file():
        raise SpecError(tr("there is no file {file!r}", file=str(file)))
    folder = str(file.resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)  # a bot may have modules beside it
    place = importlib.util.spec_from_file_location(f"bot_{file.stem}", file)
    if place is None or place.loader is None:
        raise SpecError(
            tr(
                "{file!r} is no file of Python; its name must end in .py",
                file=str(file),
            )
        )
    module = importlib.util.module_from_spec(place)
    try:
        place.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        why = f"{type(error).__name__}: {str(error)[:200]}"
        raise SpecError(
            tr("{file!r} can't be loaded: {why}", file=str(file), why=why)
        ) from error
    found = getattr(module, function, None)
    if not callable(found):
        raise SpecError(
            tr(
                "there is no function {function!r} in {file!r}",
                function=function,
                file=str(file),
            )
        )
    return found
