"""splitmix64 streams: one `uint64[1]` a stream, keyed by what the draws are for.

Keys make streams independent of each other and of the players' behaviour: the tiles
of round 3 in game 17 of seed 5 are the same whatever was played before.
Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
"""

from __future__ import annotations

import numpy as np

from engines.jit import JIT, inlined, kernel
from engines.protocol import Rng, State

# Purposes: what a stream is for.
DEAL, POLICY, SEARCH, SAMPLE, DECISION = 1, 2, 3, 4, 5

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
U27, U30, U31, U33, U11 = (np.uint64(n) for n in (27, 30, 31, 33, 11))

if not JIT:
    np.seterr(over="ignore")  # wrapping is what splitmix64 does


@inlined
def mixed(z: np.uint64) -> np.uint64:
    """The finaliser of splitmix64: one word in, one well-mixed word out."""
    z = (z ^ (z >> U30)) * MIX_1
    z = (z ^ (z >> U27)) * MIX_2
    return z ^ (z >> U31)


@inlined
def next_word(rng: Rng) -> np.uint64:
    """The next 64 random bits of the stream."""
    rng[0] += GOLDEN
    return mixed(rng[0])


@inlined
def scaled(word: np.uint64, n: int) -> int:
    """A random word brought to 0..n-1, 1 <= n < 2**31; uniform within n / 2**31."""
    return int((np.int64(word >> U33) * n) >> 31)


@inlined
def draw_below(rng: Rng, n: int) -> int:
    """Uniform draw in 0..n-1, 1 <= n < 2**31."""
    return scaled(next_word(rng), n)


@inlined
def draw_unit(rng: Rng) -> float:
    """Uniform float64 in [0, 1)."""
    return np.float64(np.int64(next_word(rng) >> U11)) * 2.0**-53


@kernel
def seed_stream(rng: Rng, seed: int, purpose: int, first: int, second: int) -> None:
    """`rng` starts the stream of this seed, purpose and pair of indices."""
    word = mixed(np.uint64(seed) + GOLDEN)
    word = mixed(word ^ (np.uint64(purpose) * MIX_1 + GOLDEN))
    word = mixed(word ^ (np.uint64(first) * MIX_2 + GOLDEN))
    rng[0] = mixed(word ^ (np.uint64(second) * GOLDEN + MIX_1))


@inlined
def copy_into(source: State, target: State) -> None:
    """`target` holds the values of `source` (same length)."""
    for i in range(source.shape[0]):
        target[i] = source[i]


def new_stream(seed: int, purpose: int, first: int = 0, second: int = 0) -> Rng:
    """A new stream for this seed, purpose and pair of indices."""
    rng = np.zeros(1, np.uint64)
    seed_stream(rng, seed, purpose, first, second)
    return rng
