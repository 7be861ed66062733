"""Azul as a search sees it: a module that satisfies `engines.protocol.Game`."""

from engines.azul.account import SOURCES, points_by_source
from engines.azul.choices import distinct_actions
from engines.azul.endings import last_choices
from engines.azul.keys import state_key
from engines.azul.layout import MAX_ACTIONS, MAX_PLAYERS, NUM_ACTIONS, STATE_SIZE
from engines.azul.limits import most_lead, score_limits
from engines.azul.rules import (
    ENDINGS,
    action_at,
    chance_due,
    count_actions,
    current_player,
    deal,
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
from engines.unlisted import count_outcomes, deal_outcome

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
