"""Games of records.jsonl played again to their ends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from analyzer.exits import UserError
from analyzer.games import find_game
from language import tr
from reports.cells import Board

MOST = 200  # games; a game takes some milliseconds


def final_boards(path: Path, most: int = MOST) -> list[Board]:
    """The ends of the first games of a records file, without those that were forfeited.

    A torn line at the end is left out. UserError, with file and line, for damage.
    """
    boards: list[Board] = []
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if len(boards) == most or not line.endswith(b"\n"):
                    break
                board = _final(path, number, line)
                if board is not None:
                    boards.append(board)
    except OSError as error:
        raise UserError(
            tr("can't read '{path}': {reason}", path=path, reason=error.strerror)
        ) from error
    return boards


def _final(path: Path, number: int, line: bytes) -> Board | None:
    """The end of one game, None where it was forfeited."""
    try:
        record = json.loads(line)
        if record["end"] == "forfeit":
            return None
        fields = _replayed(record)
        seating = tuple(str(name) for name in record["players"])
    except (KeyError, TypeError, ValueError) as error:
        told = " ".join(str(error).split())
        raise UserError(
            tr(
                "'{path}', line {number}: that is no record of a game: {told}",
                path=path,
                number=number,
                told=told,
            )
        ) from None
    return Board(seating, fields)


def _replayed(record: dict[str, Any]) -> dict[str, Any]:
    """The position after all events, as plain data; ValueError for a wrong one."""
    game = find_game(str(record["game"]))
    rules, notation = game.rules(), game.notation()
    state = notation.parse(str(record["position"])).state
    for event in record["events"]:
        if "deal" in event:
            state = notation.parse_deal(event["deal"], state)
        else:
            rules.play(state, notation.parse_move(event["move"], state))
    if not rules.is_over(state):
        raise ValueError(tr("the game does not end"))
    return dict(notation.to_fields(state))
