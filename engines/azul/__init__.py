"""Azul as a search sees it: a module that satisfies `engines.protocol.Game`."""

from engines.azul.choices import distinct_actions
from engines.azul.keys import state_key
from engines.azul.layout import MAX_ACTIONS, MAX_PLAYERS, NUM_ACTIONS, STATE_SIZE
from engines.azul.limits import score_limits
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
    "distinct_actions",
    "is_mid_turn",
    "is_over",
    "legal_actions",
    "outcome",
    "play",
    "player_count",
    "round_number",
    "score_limits",
    "scores",
    "start",
    "state_key",
]
