"""Players that look ahead: `expectimax:depth=3`, `expectimax:seconds=0.2`."""

from __future__ import annotations

from engines.protocol import Policy, State
from search import expectimax
from search.batches import Budget
from search.players.base import GameSource
from search.players.options import (
    LARGEST,
    Parameter,
    read_options,
    split_options,
)
from search.stack import MAX_LEVELS

DEPTH = 2
TABLE_BYTES = 64 << 20


def expectimax_parameters(source: GameSource) -> list[Parameter]:
    """How far a decision looks ahead, and what values what comes of it."""
    names = "|".join(source.policies)
    return [
        Parameter(
            "depth", "int", DEPTH,
            "decisions looked ahead; unless seconds or positions are given",
            1, MAX_LEVELS,
        ),
        Parameter("seconds", "float", None, "seconds a decision", 1e-3, 1e6),
        Parameter("positions", "int", None, "positions a decision", 1, LARGEST),
        Parameter("policy", names, names.split("|")[0], "who orders moves, estimates"),
        Parameter(
            "samples", "int", expectimax.SAMPLES,
            "of chance that can't be listed; 0: estimated before it turns out", 0, 1000,
        ),
    ]  # fmt: skip


class ExpectimaxPlayer:
    """A fresh search for every decision; plays the move that it ranks first."""

    def __init__(
        self,
        name: str,
        source: GameSource,
        policy: Policy,
        depth: int | None,
        budget: Budget,
        samples: int,
    ) -> None:
        self.name, self.depth, self.budget, self.samples = name, depth, budget, samples
        self._game, self._policy = source.rules(), policy

    def choose(self, state: State, seat: int, seed: int) -> int:  # noqa: ARG002
        """The move ranked first; with `seconds` it depends on the machine too."""
        if self._game.count_actions(state) == 1:
            return int(self._game.action_at(state, 0))
        found = expectimax.analyze(
            self._game,
            self._policy,
            self._policy,
            state,
            self.budget,
            depth=self.depth,
            samples=self.samples,
            moves=1,
            seed=seed,
            memory=expectimax.TABLE_SHARE * TABLE_BYTES,
        )
        return found.moves[0].turn[0]

    def close(self) -> None:
        """Nothing is held."""


def expectimax_player(source: GameSource, name: str, text: str) -> ExpectimaxPlayer:
    """A player that looks ahead, from its options."""
    given = read_options(
        "expectimax", split_options(text), expectimax_parameters(source)
    )
    policy = source.policy(str(given.get("policy", next(iter(source.policies)))))
    seconds = float(given["seconds"]) if "seconds" in given else None
    positions = int(given["positions"]) if "positions" in given else None
    limited = seconds is not None or positions is not None
    depth = int(given.get("depth", DEPTH)) if "depth" in given or not limited else None
    samples = int(given.get("samples", expectimax.SAMPLES))
    budget = Budget(positions, seconds)
    return ExpectimaxPlayer(name, source, policy, depth, budget, samples)
