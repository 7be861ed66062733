"""Decisions from games that a player plays against itself, with some random moves."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engines.protocol import Game, State
from engines.rng import DECISION, SAMPLE, draw_below, draw_unit, new_stream
from search.players import Player
from search.policy_games import decision_seed
from search.rollout import deal_due

LEAST_MOVES = 3  # that lead to different games
STRIDE = (5**0.5 - 1) / 2  # its multiples fill 0..1 evenly, wherever one stops


class Origin(NamedTuple):
    """Which games: their start, their seed, and the part of moves that are random."""

    start: State
    seed: int
    random_share: float


def decision(game: Game, player: Player, origin: Origin, number: int) -> State | None:
    """One decision of game `number`; None if the game has none with a choice.

    Of the n-th game it is the one at the part n x 0.618..., without the whole, of all
    its decisions. So all parts of a game come equally often.
    """
    states = played(game, player, origin, number)
    open_ones = [state for state in states if has_choice(game, state)]
    if not open_ones:
        return None
    return open_ones[int(number * STRIDE % 1.0 * len(open_ones))]


def played(game: Game, player: Player, origin: Origin, number: int) -> list[State]:
    """The positions of a game in which a decision was due, in order."""
    state, states = origin.start.copy(), list[State]()
    chance = new_stream(origin.seed, SAMPLE, number)
    own = new_stream(origin.seed, DECISION, number)[0]
    with np.errstate(over="ignore"):  # without the JIT, random words wrap loudly
        deal_due(game, state, origin.seed, number)
        while not game.is_over(state):
            states.append(state.copy())
            if draw_unit(chance) < origin.random_share:
                index = draw_below(chance, int(game.count_actions(state)))
                action = int(game.action_at(state, index))
            else:
                seat = int(game.current_player(state))
                action = player.choose(state, seat, decision_seed(own, len(states)))
            game.play(state, action)
            deal_due(game, state, origin.seed, number)
    return states


def has_choice(game: Game, state: State) -> bool:
    """The moves lead to several different games."""
    return len(set(games_after(game, state).values())) >= LEAST_MOVES


def games_after(game: Game, state: State) -> dict[int, int]:
    """By legal action, a key of what it leads to: the same for the same game."""
    keys = {}
    with np.errstate(over="ignore"):  # without the JIT, mixed words wrap loudly
        for index in range(int(game.count_actions(state))):
            action, after = int(game.action_at(state, index)), state.copy()
            game.play(after, action)
            keys[action] = int(game.state_key(after))
    return keys
