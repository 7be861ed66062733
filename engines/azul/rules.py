"""The rules of Azul: what a game is asked, and how a round runs (docs/rules/azul.md).

`play` carries out one decision and whatever follows from it without chance; filling
the factories is the only chance event and happens in `deal`.
"""

from __future__ import annotations

import numpy as np

from engines.azul.drafting import count_takes, list_takes, put_on_line, take, take_at
from engines.azul.filling import fill_factories
from engines.azul.layout import (
    ACCEPTS,
    ALL_LINES,
    BAG,
    CENTRE,
    DEAL,
    FIRST,
    FULL_SET,
    GREY,
    LINES,
    MARKER,
    MAX_PLAYERS,
    OFFERS,
    OVER,
    PHASE,
    PLAYERS,
    ROUND,
    ROUND_LIMIT,
    SCORE,
    SHOWN,
    STATE_SIZE,
    TILING,
    TILING_ACTION,
    TURN,
    WALL,
    board,
    lid,
    next_starter,
    nth_bit,
    topmost_full_line,
)
from engines.azul.scoring import complete_rows, end_bonus
from engines.azul.tiling import (
    continue_tiling,
    pay_floor,
    place_tile,
    tile_printed_wall,
    tiling_columns,
)
from engines.jit import inlined, kernel, popcount
from engines.protocol import Moves, Rng, State, Vector

ENDINGS = ("row", "limit", "empty")


def start(players: int, grey: bool = False) -> State:
    """A new game before its first fill; 2 <= players <= 4."""
    if not 2 <= players <= MAX_PLAYERS:
        raise ValueError(f"Azul is for 2 to {MAX_PLAYERS} players, not {players}")
    state = np.zeros(STATE_SIZE, np.int64)
    state[PLAYERS], state[GREY] = players, int(grey)
    state[PHASE], state[ROUND], state[BAG] = DEAL, 1, FULL_SET
    for player in range(players):
        state[board(player) + ACCEPTS] = ALL_LINES
    return state


# --- Questions ------------------------------------------------------------------------


@inlined
def is_over(state: State) -> bool:
    """The game has ended and its bonuses are in the scores."""
    return state[PHASE] == OVER


@inlined
def current_player(state: State) -> int:
    """The player to decide, from 0."""
    return state[TURN]


@inlined
def player_count(state: State) -> int:
    """How many play."""
    return state[PLAYERS]


@inlined
def is_mid_turn(state: State) -> bool:  # noqa: ARG001
    """Never: a take is a turn, and so is every tile of a grey wall."""
    return False


@inlined
def round_number(state: State) -> int:
    """The round being played or about to begin, from 1."""
    return state[ROUND]


@inlined
def chance_due(state: State) -> int:
    """The round that is about to be filled, 0 if no fill is due."""
    return state[ROUND] if state[PHASE] == DEAL else 0


@kernel
def scores(state: State, out: Vector) -> None:
    """`out[p]` is the score of player p."""
    for player in range(state[PLAYERS]):
        out[player] = state[board(player) + SCORE]


@kernel
def outcome(state: State, out: Vector) -> None:
    """`out[p]` is the win share of player p: highest score, then more complete rows."""
    best = -1
    winners = 0
    for player in range(state[PLAYERS]):
        at = board(player)
        standing = 8 * state[at + SCORE] + complete_rows(state[at + WALL])
        out[player] = standing
        winners = winners + 1 if standing == best else winners
        if standing > best:
            best = standing
            winners = 1
    for player in range(state[PLAYERS]):
        out[player] = 1.0 / winners if out[player] == best else 0.0


# --- Legal actions --------------------------------------------------------------------


@inlined
def count_actions(state: State) -> int:
    """Number of legal actions; 0 while a fill is due and after the end."""
    if state[PHASE] == TILING:
        return popcount(tiling_columns(state))
    return count_takes(state)


@inlined
def action_at(state: State, index: int) -> int:
    """The legal action number `index`, in the order of `legal_actions`."""
    if state[PHASE] == TILING:
        row = topmost_full_line(state[board(state[TURN]) + LINES])
        return TILING_ACTION | row << 3 | nth_bit(tiling_columns(state), index)
    return take_at(state, index)


@kernel
def legal_actions(state: State, out: Moves) -> int:
    """`out` starts with all legal actions; their number is returned."""
    if state[PHASE] != TILING:
        return list_takes(state, out)
    n = count_actions(state)
    for i in range(n):
        out[i] = action_at(state, i)
    return n


# --- Chance and decisions -------------------------------------------------------------


@inlined
def deal(state: State, rng: Rng) -> None:
    """If a fill is due, the factories have been filled."""
    if state[PHASE] == DEAL:
        fill_factories(state, rng)


@inlined
def play(state: State, action: int) -> None:
    """The legal action is done, with all that follows from it without chance."""
    if action >= TILING_ACTION:
        place_tile(state, (action >> 3) & 7, action & 7)
        if not continue_tiling(state):
            end_round(state)
        return
    source = (action >> 6) & 15
    colour = (action >> 3) & 7
    taken = take(state, source, colour)
    if source == CENTRE and state[MARKER] == 0:
        state[MARKER] = state[TURN] + 1
    put_on_line(state, action & 7, colour, taken)
    if state[OFFERS]:
        turn = state[TURN] + 1
        state[TURN] = turn if turn < state[PLAYERS] else 0
    else:
        end_draft(state)


@kernel
def end_draft(state: State) -> None:
    """All walls are tiled and the round is over; or a column has to be chosen first."""
    if state[GREY]:
        state[PHASE] = TILING
        state[TURN] = next_starter(state)
        if continue_tiling(state):
            return
    else:
        for player in range(state[PLAYERS]):
            tile_printed_wall(state, player)
            pay_floor(state, player)
    end_round(state)


@kernel
def end_round(state: State) -> None:
    """The game has ended with its bonuses, or the next round waits for its fill."""
    starter = next_starter(state)
    state[FIRST] = starter
    state[TURN] = starter
    state[MARKER] = 0
    if is_last_round(state):
        state[PHASE] = OVER
        for player in range(state[PLAYERS]):
            at = board(player)
            state[at + SCORE] += end_bonus(state[at + WALL], state[at + SHOWN])
    else:
        state[PHASE] = DEAL
        state[ROUND] += 1


@inlined
def a_row_is_complete(state: State) -> bool:
    """Some wall has a complete row."""
    for player in range(state[PLAYERS]):
        if complete_rows(state[board(player) + WALL]):
            return True
    return False


@kernel
def is_last_round(state: State) -> bool:
    """A wall has a complete row, the limit is reached, or no tile is left to deal."""
    if a_row_is_complete(state) or state[ROUND] >= ROUND_LIMIT:
        return True
    return state[BAG] == 0 and lid(state) == 0


@kernel
def ending(state: State) -> int:
    """A complete row, the limit of rounds, or no tile left to deal: see ENDINGS."""
    if a_row_is_complete(state):
        return 0
    return 1 if state[ROUND] >= ROUND_LIMIT else 2
