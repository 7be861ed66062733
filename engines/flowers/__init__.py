"""Flowers as a search sees it: a module that satisfies `engines.protocol.Game`."""

from engines.flowers.account import SOURCES, points_by_source
from engines.flowers.layout import MAX_ACTIONS, MAX_PLAYERS, NUM_ACTIONS, STATE_SIZE
from engines.flowers.rules import (
    ENDINGS,
    action_at,
    chance_due,
    count_actions,
    count_outcomes,
    current_player,
    deal,
    deal_outcome,
    ending,
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
from engines.flowers.rules import legal_actions as distinct_actions
from engines.keys import state_key
from engines.unlimited import last_choices, most_lead, score_limits

__all__ = [
    "ENDINGS",
    "MAX_ACTIONS",
    "MAX_PLAYERS",
    "NUM_ACTIONS",
    "SOURCES",
    "STATE_SIZE",
    "action_at",
    "chance_due",
    "count_actions",
    "count_outcomes",
    "current_player",
    "deal",
    "deal_outcome",
    "distinct_actions",
    "ending",
    "is_mid_turn",
    "is_over",
    "last_choices",
    "legal_actions",
    "most_lead",
    "outcome",
    "play",
    "player_count",
    "points_by_source",
    "round_number",
    "score_limits",
    "scores",
    "start",
    "state_key",
]
