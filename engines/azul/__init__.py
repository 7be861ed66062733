"""Azul as a search sees it: a module that satisfies `engines.protocol.Game`."""

from engines.azul.layout import MAX_ACTIONS, MAX_PLAYERS, NUM_ACTIONS, STATE_SIZE
from engines.azul.rules import (
    action_at,
    chance_due,
    count_actions,
    current_player,
    deal,
    is_mid_turn,
    is_over,
    legal_actions,
    outcome,
    play,
    player_count,
    round_number,
    scores,
    start,
)
from engines.unlisted import count_outcomes, deal_outcome

__all__ = [
    "MAX_ACTIONS",
    "MAX_PLAYERS",
    "NUM_ACTIONS",
    "STATE_SIZE",
    "action_at",
    "chance_due",
    "count_actions",
    "count_outcomes",
    "current_player",
    "deal",
    "deal_outcome",
    "is_mid_turn",
    "is_over",
    "legal_actions",
    "outcome",
    "play",
    "player_count",
    "round_number",
    "scores",
    "start",
]
