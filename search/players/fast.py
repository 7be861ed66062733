"""Players by a policy alone: random, greedy, and heuristic with weights by name."""

from __future__ import annotations

from typing import cast

import numpy as np

from engines.protocol import Heuristic, Policy, State, Vector
from engines.text import unknown
from language import tr
from search.players.base import GameSource, SpecError
from search.players.options import Parameter, Value, read_options, split_options
from search.policies import uniform
from search.rollout import make_choose


class PolicyPlayer:
    """Plays what a policy chooses; a table of such players is one kernel's work."""

    def __init__(
        self, name: str, source: GameSource, policy: Policy, weights: Vector
    ) -> None:
        self.name, self.policy, self.weights = name, policy, weights
        self._choose = make_choose(source.rules(), policy)
        self._moves = np.zeros(source.rules().MAX_ACTIONS, np.int64)

    def choose(self, state: State, seat: int, seed: int) -> int:  # noqa: ARG002
        """The policy's action; what is left to chance comes from the seed."""
        rng = np.array([seed], np.uint64)
        return int(self._choose(state, self._moves, self.weights, rng))

    def close(self) -> None:
        """Nothing is held."""


def heuristic_of(source: GameSource) -> Heuristic:
    """The game's policy with named weights."""
    return cast(Heuristic, source.policy(next(iter(source.policies))))


def weight_parameters(source: GameSource) -> list[Parameter]:
    """The game's weights as parameters."""
    policy = heuristic_of(source)
    return [
        Parameter(name, "float", value, meaning, -1e6, 1e6)
        for (name, meaning), value in zip(
            policy.WEIGHTS.items(), policy.DEFAULTS, strict=True
        )
    ]


def random_player(source: GameSource, name: str, text: str) -> PolicyPlayer:
    """Every legal action is equally likely."""
    read_options("random", split_options(text), ())
    return PolicyPlayer(name, source, uniform, uniform.default_weights())


def greedy_player(source: GameSource, name: str, text: str) -> PolicyPlayer:
    """The game's policy as it is."""
    read_options("greedy", split_options(text), ())
    policy = heuristic_of(source)
    return PolicyPlayer(name, source, policy, policy.default_weights())


def heuristic_player(source: GameSource, name: str, text: str) -> PolicyPlayer:
    """The game's policy with a preset's weights, and weights given by name."""
    policy, words = heuristic_of(source), split_options(text)
    values: dict[str, Value] = {}
    if words and "=" not in words[0]:
        preset = words.pop(0).strip()
        if preset not in policy.PRESETS:
            raise SpecError(
                unknown(
                    tr("{game} preset", game=source.name), preset, list(policy.PRESETS)
                )
            )
        values |= policy.PRESETS[preset]
    values |= read_options("heuristic", words, weight_parameters(source))
    weights = policy.weighted({key: float(value) for key, value in values.items()})
    return PolicyPlayer(name, source, policy, weights)
