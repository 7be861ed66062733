"""Positions as results: the words and the JSON object that the commands print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.console import print_json
from analyzer.games import GameEntry
from analyzer.options import TextFormat

if TYPE_CHECKING:
    from engines.protocol import State


def print_position(
    game: GameEntry, state: State, form: TextFormat, accounts: bool = False
) -> None:
    """The position stands on standard output, canonical or as a JSON object.

    The object has the players' `accounts` if these are asked for.
    """
    if form is TextFormat.TEXT:
        print(game.notation().format(state))
        return
    result = position_object(game, state)
    if accounts:
        result["accounts"] = player_accounts(game, state)
    print_json(result)


def position_object(game: GameEntry, state: State) -> dict[str, object]:
    """A position for programs; `outcome` is the win shares of an ended game."""
    import numpy as np

    rules, notation = game.rules(), game.notation()
    players = int(rules.player_count(state))
    points, shares = np.zeros(rules.MAX_PLAYERS), np.zeros(rules.MAX_PLAYERS)
    rules.scores(state, points)
    over = bool(rules.is_over(state))
    if over:
        rules.outcome(state, shares)
    return {
        "schema": 1,
        "game": game.name,
        "position": notation.format(state),
        "player": int(rules.current_player(state)) + 1,
        "score": [int(score) for score in points[:players]],
        "over": over,
        "outcome": shares[:players].tolist() if over else None,
        "state": notation.to_fields(state),
    }


def player_accounts(game: GameEntry, state: State) -> list[dict[str, int]]:
    """Every player's points by source, as if the game ended now."""
    players = int(game.rules().player_count(state))
    return [game.accounts().account(state, player) for player in range(players)]


def legal_moves(game: GameEntry, state: State) -> dict[str, int]:
    """The legal actions by the text of their move, in the order of the rules."""
    rules, notation = game.rules(), game.notation()
    count = int(rules.count_actions(state))
    actions = [int(rules.action_at(state, i)) for i in range(count)]
    return {notation.format_move(action, state): action for action in actions}
