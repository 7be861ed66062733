"""Chance events: dealt from a seed, or as they turned out at the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from analyzer.exits import UserError
from analyzer.games import GameEntry
from language import tr

if TYPE_CHECKING:
    from engines.protocol import State


def deal_from_seed(game: GameEntry, state: State, seed: int) -> None:
    """All chance events that are due have happened as the seed has them."""
    from search.rollout import deal_due

    deal_due(game.rules(), state, seed)


@dataclass
class Dealer:
    """Settles chance events: from a seed, else by the texts given, in their order."""

    game: GameEntry
    seed: int | None
    given: Sequence[str]
    used: int = field(default=0, init=False)

    def settle(self, state: State) -> State:
        """The state after the chance events that are due, as far as there is a source.

        NotationError if a given event is not possible.
        """
        if self.seed is not None:
            deal_from_seed(self.game, state, self.seed)
        while self.used < len(self.given) and self.game.rules().chance_due(state):
            self.used += 1
            state = self.game.notation().parse_deal(self.given[self.used - 1], state)
        return state

    def check_all_used(self) -> None:
        """UserError if events were given that never fell due."""
        if self.used < len(self.given):
            raise UserError(
                tr(
                    "deals given: {given}, deals that fell due: {used}; leave out"
                    " the last --deal",
                    given=len(self.given),
                    used=self.used,
                )
            )
