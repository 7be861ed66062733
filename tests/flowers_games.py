"""Flowers played at random, and what the tests of its notation share."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import numpy as np
import pytest

from engines.flowers import notation, rules
from engines.flowers.layout import MAX_ACTIONS
from engines.protocol import State
from engines.rng import DEAL, new_stream
from engines.text import NotationError

Options = Mapping[str, str]

# Every value of every switch, and many numbers of stacks, in few games.
ODD_OPTIONS: list[Options] = [
    {"end": "finish-round", "cover-limit": "1", "group-table": "5,6,8"},
    {"end": "one-more-each", "cover-limit": "0", "ties": "shared", "min-group": "4"},
    {"covered": "all", "removal": "2", "stacks": "hidden:9,hidden:9"},
    {
        "reveal": "immediate",
        "end": "one-more-each",
        "stacks": "hidden:1,hidden:2,hidden:1,blind:1,blind:1,hidden:2",
    },
    {
        "end": "one-more-each",
        "stacks": "hidden:1,hidden:2,hidden:1,blind:1,blind:1,hidden:2",
    },
    {
        "rules": "digest",
        "end": "finish-round",
        "stacks": "blind:3,hidden:2,blind:1,hidden:1",
    },
    {"end": "finish-round", "stacks": "blind:1,hidden:1,blind:1,hidden:1"},
    {"summer": "yes", "summer-cover": "yes", "stacks": "blind:20,hidden:12"},
    {"stacks": "blind:14,blind:14"},
    {"reveal": "immediate", "stacks": "hidden:6,hidden:6,hidden:6"},
]


def blocks(text: str) -> list[str]:
    """The parts between empty lines."""
    return text.strip("\n").split("\n\n")


def told(read: Callable[[], object]) -> str:
    """The whole text of the NotationError that this raises."""
    with pytest.raises(NotationError) as caught:
        read()
    return str(caught.value)


def at(text: str) -> State:
    """The state of a text."""
    return notation.parse(text).state


def actions(state: State) -> list[int]:
    """The legal actions of a state."""
    out = np.zeros(MAX_ACTIONS, np.int64)
    return [int(a) for a in out[: rules.legal_actions(state, out)]]


class Step(NamedTuple):
    """A state, and the action that led to the next one, None for a deal."""

    before: State
    action: int | None
    after: State


def steps(state: State, seed: int) -> Iterator[Step]:
    """A game from this state to its end; every other one with wide gardens."""
    rng = random.Random(seed)
    for event in itertools.count():
        if rules.is_over(state):
            return
        before, state, action = state, state.copy(), None
        if rules.chance_due(state):
            rules.deal(state, new_stream(seed, DEAL, event))
        else:
            legal = actions(state)
            wide = seed % 2 and len(legal) > notation.PLAYERS[-1]
            action = rng.choice(legal[-3:] if wide else legal)
            rules.play(state, action)
        yield Step(before, action, state)


def walk(state: State, seed: int) -> Iterator[State]:
    """Every state of a game from this one to its end, before the deals too."""
    return itertools.chain([state], (s.after for s in steps(state, seed)))
