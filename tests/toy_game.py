"""A game that is nothing but a tree: what a search finds in it can be worked out.

The tree is written into the state, so every position of every such game is known
beforehand. The module is a policy too: one that always takes the first action.

State: players, the node reached, then the nodes, each in NODE_WORDS words:

    KIND, MOVER, GOES_ON (1: amid a turn), EVENT (number of the chance event),
    CHILDREN, FIRST (child), WEIGHT (of an outcome that leads here), POINTS (by player)

An action is the number of the node that it leads to.
"""

from __future__ import annotations

import hashlib
import sys
import types
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

import engines
from engines.jit import inlined, kernel
from engines.keys import as_key, placed
from engines.protocol import Game, Moves, Rng, State, Vector
from engines.rng import draw_below
from engines.unlimited import NO_LIMIT

MAX_PLAYERS = 3
MAX_ACTIONS = 6
MAX_NODES = 1_000
NUM_ACTIONS = MAX_NODES
SOURCES: tuple[str, ...] = ()
ENDINGS = ("end",)

PLAYERS, NODE, TREE = range(3)
KIND, MOVER, GOES_ON, EVENT, CHILDREN, FIRST, WEIGHT, POINTS = range(8)
NODE_WORDS = POINTS + MAX_PLAYERS
STATE_SIZE = TREE + NODE_WORDS * MAX_NODES

DECISION, CHANCE, UNLISTED, OVER = range(4)  # UNLISTED: chance, not to be listed


@dataclass
class Node:
    """A position as plain values; `weight` is for children of chance."""

    kind: int
    points: Sequence[int] = (0, 0, 0)
    mover: int = 0
    goes_on: bool = False
    weight: int = 1
    children: list[Node] = field(default_factory=list)


def over(*points: int) -> Node:
    """The end of a game."""
    return Node(OVER, points)


def decision(mover: int, *children: Node, goes_on: bool = False) -> Node:
    """A choice."""
    return Node(DECISION, mover=mover, goes_on=goes_on, children=list(children))


def chance(*outcomes: tuple[int, Node], kind: int = CHANCE) -> Node:
    """A chance event, its outcomes with their weights."""
    return Node(kind, children=[replace(node, weight=w) for w, node in outcomes])


def run_of(decisions: int, end: Node) -> Node:
    """So many decisions without a choice, by players 0 and 1 in turn, and an end."""
    for left in range(1, decisions + 1):
        end = decision((decisions - left) % 2, end)
    return end


def start(root: Node, players: int) -> State:
    """The state of a game whose tree is that of `root`; no longer than needed."""
    nodes, waiting = list[tuple[Node, int, int]](), deque([(root, 1)])
    used = 1
    while waiting:
        node, event = waiting.popleft()
        nodes.append((node, event, used))
        used += len(node.children)
        waiting.extend((child, event + 1) for child in node.children)
    state = np.zeros(TREE + NODE_WORDS * used, np.int64)
    state[PLAYERS] = players
    words = state[TREE:].reshape(used, NODE_WORDS)
    for row, (node, event, first) in zip(words, nodes, strict=True):
        row[:POINTS] = [
            node.kind,
            node.mover,
            node.goes_on,
            event,
            len(node.children),
            first,
            node.weight,
        ]
        row[POINTS : POINTS + players] = node.points[:players]
    return state


@inlined
def here(state: State) -> int:
    """First word of the node reached."""
    return TREE + NODE_WORDS * state[NODE]


# --- The game -------------------------------------------------------------------------


@inlined
def is_over(state: State) -> bool:
    """The game has ended."""
    return state[here(state) + KIND] == OVER


@inlined
def current_player(state: State) -> int:
    """The player to decide, from 0."""
    return state[here(state) + MOVER]


@inlined
def player_count(state: State) -> int:
    """How many play."""
    return state[PLAYERS]


@inlined
def is_mid_turn(state: State) -> bool:
    """The decision due goes on with a turn."""
    return state[here(state) + GOES_ON] == 1


@inlined
def count_actions(state: State) -> int:
    """Number of legal actions."""
    at = here(state)
    return state[at + CHILDREN] if state[at + KIND] == DECISION else 0


@inlined
def action_at(state: State, index: int) -> int:
    """The legal action number `index`."""
    return state[here(state) + FIRST] + index


@kernel
def legal_actions(state: State, out: Moves) -> int:
    """`out` starts with all legal actions; their number is returned."""
    n = count_actions(state)
    for i in range(n):
        out[i] = action_at(state, i)
    return n


distinct_actions = legal_actions


@kernel
def state_key(state: State) -> int:
    """The node reached, mixed."""
    return as_key(placed(state[NODE], 0))


@inlined
def play(state: State, action: int) -> None:
    """The node of that number has been reached."""
    state[NODE] = action


@inlined
def chance_due(state: State) -> int:
    """Number of the chance event that is due, else 0."""
    at = here(state)
    kind = state[at + KIND]
    return state[at + EVENT] if kind in (CHANCE, UNLISTED) else 0


@inlined
def weight_of(state: State, child: int) -> int:
    """The weight of the outcome that leads to a node."""
    return state[TREE + NODE_WORDS * child + WEIGHT]


@inlined
def total_weight(state: State) -> int:
    """The weights of all outcomes together."""
    at = here(state)
    total = 0
    for index in range(state[at + CHILDREN]):
        total += weight_of(state, state[at + FIRST] + index)
    return total


@inlined
def round_number(state: State) -> int:
    """1, or 2 while chance is due: the first chance event ends the first round."""
    return 2 if chance_due(state) else 1


@kernel
def deal(state: State, rng: Rng) -> None:
    """If chance is due, one of the outcomes has been reached, by weight."""
    if chance_due(state):
        child = state[here(state) + FIRST]
        left = draw_below(rng, total_weight(state))
        while left >= weight_of(state, child):
            left -= weight_of(state, child)
            child += 1
        state[NODE] = child


@inlined
def count_outcomes(state: State) -> int:
    """Number of outcomes of the chance event that is due; 0 if not to be listed."""
    at = here(state)
    return state[at + CHILDREN] if state[at + KIND] == CHANCE else 0


@kernel
def deal_outcome(state: State, index: int) -> float:
    """The outcome of that number has been reached; its probability."""
    child = state[here(state) + FIRST] + index
    odds = weight_of(state, child) / total_weight(state)
    state[NODE] = child
    return odds


@inlined
def score_limits(state: State, least: Vector, most: Vector) -> bool:
    """Nothing is said."""
    return False


@inlined
def most_lead(state: State, player: int, bar: float) -> float:
    """Nothing is said."""
    return NO_LIMIT


@inlined
def last_choices(state: State, wins: Vector, leads: Vector) -> int:
    """Nothing is said."""
    return 0


@kernel
def scores(state: State, out: Vector) -> None:
    """`out[p]` is what the node says of player p."""
    for p in range(state[PLAYERS]):
        out[p] = state[here(state) + POINTS + p]


@kernel
def points_by_source(state: State, player: int, out: Vector) -> None:
    """Nothing: points have no sources."""


@kernel
def ending(state: State) -> int:
    """Every game ends alike."""
    return 0


@kernel
def outcome(state: State, out: Vector) -> None:
    """Those with the most points share the win."""
    at = here(state) + POINTS
    winners = 0
    for p in range(state[PLAYERS]):
        beaten = False
        for other in range(state[PLAYERS]):
            beaten = beaten or state[at + other] > state[at + p]
        out[p] = 0.0 if beaten else 1.0
        winners += 0 if beaten else 1
    for p in range(state[PLAYERS]):
        out[p] /= winners


# --- The policy -----------------------------------------------------------------------


def default_weights() -> Vector:
    """None; one number, so that there is an array to pass."""
    return np.zeros(1)


def prior_weights() -> Vector:
    """The same."""
    return default_weights()


@kernel
def choose(game: Game, state: State, moves: Moves, weights: Vector, rng: Rng) -> int:
    """The first action."""
    return game.action_at(state, 0)


@kernel
def preferences(
    game: Game, state: State, moves: Moves, n: int, weights: Vector, out: Vector
) -> None:
    """All actions look the same."""
    for i in range(n):
        out[i] = 0.0


@kernel
def estimate(
    game: Game, state: State, weights: Vector, wins: Vector, points: Vector
) -> None:
    """Player 0 is sure to win, and all points are taken tenfold."""
    game.scores(state, points)
    for p in range(game.player_count(state)):
        wins[p] = 1.0 if p == 0 else 0.0
        points[p] *= 10.0


# --- How compiled searches remember the game ------------------------------------------

NAME = f"toy_game_{hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:16]}"


class ToyGame(types.ModuleType):
    """A module that compiled searches remember by its text, and that may be missing.

    The folder of compiled code is for the text of the kernels alone, and is read where
    there are no tests too.
    """

    def __reduce__(self) -> tuple[object, ...]:
        return getattr, (engines, NAME, types)


sys.modules[__name__].__class__ = ToyGame
setattr(engines, NAME, sys.modules[__name__])
