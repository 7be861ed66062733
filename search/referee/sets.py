"""Referee sets as files: a head, then a decision a line, as JSON.

    {"schema":1,"game":"azul",...,"columns":["move","win","win_se","margin"]}
    {"number":0,"position":"azul players=2 ...","moves":[["1B2",0.5312,0.0021,1.3],...]}

docs/data.md says what the fields are.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from search.referee.values import Value

SCHEMA = 1
COLUMNS = ("move", "win", "win_se", "margin")
DIGITS = (4, 4, 2)  # of the figures of a move
LEAST_ERROR = 10.0 ** -DIGITS[1]  # so that a figure that is not proven has an error


class RefereeFileError(ValueError):
    """A file is no referee set; one sentence says where and why."""


@dataclass(frozen=True)
class Decision:
    """A position of two players, and the value of every legal move by its text."""

    number: int  # of the game that it comes from
    position: str
    values: Mapping[str, Value]

    @property
    def best(self) -> Value:
        """The value of a move of the highest win share."""
        return max(self.values.values(), key=lambda value: value.win)

    @property
    def stake(self) -> float:
        """What the worst move loses, in win share."""
        return self.best.win - min(value.win for value in self.values.values())


@dataclass(frozen=True)
class RefereeSet:
    """Decisions with valued moves, and how they were made."""

    head: Mapping[str, Any]
    decisions: Sequence[Decision]


def head_line(facts: Mapping[str, Any]) -> str:
    """The first line of a file: how its decisions are made."""
    return _line({"schema": SCHEMA, **facts, "columns": COLUMNS})


def decision_line(decision: Decision) -> str:
    """A decision as a line of a file, its best move first."""
    ranked = sorted(decision.values.items(), key=lambda row: (-row[1].win, row[0]))
    rows = [(text, *_rounded(value)) for text, value in ranked]
    return _line(
        {"number": decision.number, "position": decision.position, "moves": rows}
    )


def read_set(path: Path) -> RefereeSet:
    """The decisions of a file; RefereeFileError if it holds anything else."""
    lines = path.read_text(encoding="utf-8").splitlines()
    head = _object(path, 1, lines[0] if lines else "")
    if head.get("schema") != SCHEMA or head.get("columns") != list(COLUMNS):
        raise RefereeFileError(f"{path}, line 1: no head of a referee set")
    found = [_decision(path, n, line) for n, line in enumerate(lines[1:], 2)]
    return RefereeSet(head, found)


def _decision(path: Path, number: int, line: str) -> Decision:
    """The decision of a line; RefereeFileError if it is none."""
    fields = _object(path, number, line)
    try:
        values = {text: Value(*map(float, row)) for text, *row in fields["moves"]}
        decision = Decision(int(fields["number"]), str(fields["position"]), values)
    except (KeyError, TypeError, ValueError) as error:
        raise RefereeFileError(f"{path}, line {number}: {error!r}") from None
    if not values or not all(_is_possible(value) for value in values.values()):
        raise RefereeFileError(f"{path}, line {number}: impossible values of moves")
    return decision


def _object(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        fields = json.loads(line)
    except ValueError as error:
        raise RefereeFileError(f"{path}, line {number}: {error}") from None
    if not isinstance(fields, dict):
        raise RefereeFileError(f"{path}, line {number}: no object")
    return fields


def _is_possible(value: Value) -> bool:
    return 0.0 <= value.win <= 1.0 and value.win_se >= 0.0


def _rounded(value: Value) -> list[float]:
    """The figures as they are written; an error that is not 0 stays so."""
    win, win_se, margin = map(round, value, DIGITS)
    if value.win_se > 0.0:
        win_se = max(win_se, LEAST_ERROR)
    return [win, win_se, margin]


def _line(fields: Mapping[str, Any]) -> str:
    return json.dumps(fields, separators=(",", ":")) + "\n"
