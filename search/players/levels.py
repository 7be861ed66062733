"""Players by strength: `level:1` is a beginner, `level:10` as strong as it gets.

A level is a tree search with a budget of simulations and with noise: the less of the
one and the more of the other, the weaker. Which go with which level is measured, game
by game (docs/measuring-strength.md).
"""

from __future__ import annotations

import re

from engines.text import quoted
from language import tr
from search.players.base import GameSource, SpecError
from search.players.trees import MctsPlayer, mcts_player


def level_player(source: GameSource, name: str, text: str) -> MctsPlayer:
    """The player of a level; SpecError if the text is no number of one."""
    highest = len(source.levels)
    if not re.fullmatch("[0-9]{1,3}", text.strip()) or not 1 <= int(text) <= highest:
        raise SpecError(
            tr(
                "{word} is no level; give 1 to {highest}",
                word=quoted(text),
                highest=highest,
            )
        )
    sims, noise = source.levels[int(text) - 1]
    return mcts_player(source, name, f"sims={sims},noise={noise}")
