"""Keys of positions: a state mixed into one word, for tables of known positions."""

from __future__ import annotations

import numpy as np

from engines.jit import inlined, kernel
from engines.protocol import State
from engines.rng import GOLDEN, MIX_1, mixed

PLACE_STEP = np.uint64(0xD6E8FEB86659FD93)  # odd: places of words get other numbers


@inlined
def placed(word: int, place: int) -> np.uint64:
    """A word mixed together with the place it stands in; to be added up."""
    return mixed((np.uint64(word) ^ np.uint64(place) * PLACE_STEP) + GOLDEN)


@inlined
def as_key(mix: np.uint64) -> int:
    """A sum of mixed words as a key, a signed word."""
    return np.int64(mixed(mix ^ MIX_1))  # type: ignore[return-value]


@kernel
def state_key(state: State) -> int:
    """A key of all words, for games that name nothing interchangeable."""
    mix = GOLDEN
    for place in range(state.shape[0]):
        mix += placed(state[place], place)
    return as_key(mix)
