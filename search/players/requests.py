"""What bots are asked, and how their answers are read."""

from __future__ import annotations

import json

from engines.protocol import State
from engines.text import quoted
from search.players.base import Forfeit, GameSource

SEED_BITS = 53  # what every JSON reader holds exactly
Request = dict[str, object]


def legal_moves(source: GameSource, state: State) -> dict[str, int]:
    """The legal actions by the text of their move, in the order of the rules."""
    rules, notation = source.rules(), source.notation()
    count = int(rules.count_actions(state))
    actions = [int(rules.action_at(state, i)) for i in range(count)]
    return {notation.format_move(action, state): action for action in actions}


def request(
    source: GameSource, state: State, seat: int, seed: int, moves: dict[str, int]
) -> Request:
    """A decision as data: the position as text and as JSON, the legal moves."""
    return {
        "game": source.name,
        "position": source.notation().format(state),
        "state": source.notation().to_fields(state),
        "player": seat + 1,
        "moves": list(moves),
        "seed": seed & (1 << SEED_BITS) - 1,
    }


def read_move(
    source: GameSource, state: State, moves: dict[str, int], text: str
) -> int:
    """The action of an answer; Forfeit if it is no legal move."""
    text = text.strip()
    if text in moves:
        return moves[text]
    try:
        return int(source.notation().parse_move(text, state))
    except ValueError:
        raise Forfeit(f"illegal move {quoted(text)}") from None


def answered(line: bytes, number: int) -> str:
    """The move in a line: plain, or JSON as `{"id": 1, "move": "1B1"}`; Forfeit."""
    try:
        text = line.decode().strip()
    except UnicodeDecodeError:
        raise Forfeit(f"the answer is no text: {quoted(repr(line)[2:-1])}") from None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    if isinstance(value, str):
        return value
    if not isinstance(value, dict):
        return text
    if value.get("id", number) != number:
        raise Forfeit(f"the answer is to another request than {number}: {quoted(text)}")
    if not isinstance(value.get("move"), str):
        raise Forfeit(f"the answer has no move: {quoted(text)}")
    return str(value["move"])
