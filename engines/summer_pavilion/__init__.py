"""Summer Pavilion as a search sees it: a module like `engines.protocol.Game`."""

from engines.summer_pavilion.account import SOURCES, points_by_source
from engines.summer_pavilion.layout import (
    MAX_ACTIONS,
    MAX_PLAYERS,
    NUM_ACTIONS,
    STATE_SIZE,
    round_number,
)
from engines.summer_pavilion.rules import (
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
    "ending",
    "is_mid_turn",
    "is_over",
    "legal_actions",
    "outcome",
    "play",
    "player_count",
    "points_by_source",
    "round_number",
    "scores",
    "start",
]
