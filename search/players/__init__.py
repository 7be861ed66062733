"""Players made from texts such as `mcts:sims=500`; the kinds are in the registry."""

from search.players.base import Forfeit, GameSource, Player, SpecError
from search.players.registry import KINDS, make_player

__all__ = ["KINDS", "Forfeit", "GameSource", "Player", "SpecError", "make_player"]
