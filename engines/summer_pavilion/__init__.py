"""Summer Pavilion as a search sees it: a module like `engines.protocol.Game`."""

from engines.keys import state_key
from engines.summer_pavilion.layout import (
    MAX_ACTIONS,
    MAX_PLAYERS,
    NUM_ACTIONS,
    STATE_SIZE,
    round_number,
)
from engines.summer_pavilion.rules import (
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
    scores,
    start,
)
from engines.summer_pavilion.rules import legal_actions as distinct_actions
from engines.unlimited import score_limits
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
