"""The rules of Summer Pavilion: what a game is asked, and how a round runs.

`play` carries out one decision and whatever follows from it without chance; filling the
factories and refilling the supply happen in `deal` (docs/rules/summer-pavilion.md).
"""

from __future__ import annotations

import numpy as np

from engines.jit import inlined, kernel, popcount
from engines.protocol import Moves, Rng, State, Vector
from engines.summer_pavilion.drafting import count_takes, list_takes, take, take_at
from engines.summer_pavilion.filling import draw_into, fill
from engines.summer_pavilion.layout import (
    BAG,
    BONUS,
    BONUS_ACTION,
    COLOUR_COUNT,
    COVERED,
    DEAL,
    DONE,
    DRAFT,
    FIRST,
    FULL_SET,
    KEEP,
    KEEP_ACTION,
    KEPT,
    LAST_ROUND,
    LEAST,
    MARKER,
    MAX_PLAYERS,
    OFFERS,
    OVER,
    OWED,
    PASS,
    PASSED,
    PHASE,
    PLACE,
    PLACE_ACTION,
    PLAIN,
    PLAYERS,
    REFILL,
    ROUND,
    SCORE,
    START_SCORE,
    STATE_SIZE,
    STOCK,
    SUPPLY,
    SUPPLY_SIZE,
    TURN,
    board,
    has_passed,
    total,
    tower,
)
from engines.summer_pavilion.placing import (
    count_places,
    keep,
    keeps_on,
    leave,
    list_places,
    may_keep,
    may_take_bonus,
    place,
    place_at,
    take_bonus,
)
from engines.summer_pavilion.scoring import end_points

ENDINGS = ("rounds",)


def start(players: int, plain: bool = False) -> State:
    """A new game before its first fill; 2 <= players <= 4."""
    if not 2 <= players <= MAX_PLAYERS:
        raise ValueError(
            f"Summer Pavilion is for 2 to {MAX_PLAYERS} players, not {players}"
        )
    state = np.zeros(STATE_SIZE, np.int64)
    state[PLAYERS], state[PLAIN] = players, int(plain)
    state[PHASE], state[ROUND], state[BAG] = DEAL, 1, FULL_SET
    for player in range(players):
        state[board(player) + SCORE] = START_SCORE
    return state


# --- Questions ------------------------------------------------------------------------


@inlined
def is_over(state: State) -> bool:
    """The game has ended and its last points are in the scores."""
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
def is_mid_turn(state: State) -> bool:
    """Bonus tiles belong to a placement, the tiles kept to a pass."""
    return state[PHASE] == BONUS or state[PHASE] == KEEP


@inlined
def chance_due(state: State) -> int:
    """Number of the fill or refill that is due, 0 if none is.

    Rounds, covered spaces and players who passed tell all events of a game apart.
    """
    if state[PHASE] != DEAL and state[PHASE] != REFILL:
        return 0
    turns = popcount(state[PASSED])
    for player in range(state[PLAYERS]):
        turns += popcount(state[board(player) + COVERED])
    return (state[ROUND] << 10 | turns) << 1 | (1 if state[PHASE] == REFILL else 0)


@kernel
def scores(state: State, out: Vector) -> None:
    """`out[p]` is the score of player p."""
    for player in range(state[PLAYERS]):
        out[player] = state[board(player) + SCORE]


@kernel
def outcome(state: State, out: Vector) -> None:
    """`out[p]` is the win share of player p: highest score, shared by equals."""
    best = -1
    winners = 0
    for player in range(state[PLAYERS]):
        score = state[board(player) + SCORE]
        winners = winners + 1 if score == best else winners
        if score > best:
            best = score
            winners = 1
    for player in range(state[PLAYERS]):
        won = state[board(player) + SCORE] == best
        out[player] = 1.0 / winners if won else 0.0


# --- Legal actions --------------------------------------------------------------------


@kernel
def small_choices(state: State) -> int:
    """Bit c: colour c may be taken (BONUS) or kept (KEEP); bit 6: no more is kept."""
    choices = 0
    for colour in range(COLOUR_COUNT):
        if state[PHASE] == BONUS:
            choices |= (1 if may_take_bonus(state, colour) else 0) << colour
        elif state[PHASE] == KEEP:
            choices |= (1 if may_keep(state, colour) else 0) << colour
    return choices | (1 << COLOUR_COUNT if state[PHASE] == KEEP else 0)


@kernel
def small_choice_at(state: State, index: int) -> int:
    """The action number `index` among the small choices."""
    choices = small_choices(state)
    base = BONUS_ACTION if state[PHASE] == BONUS else KEEP_ACTION
    for choice in range(COLOUR_COUNT + 1):
        if choices >> choice & 1:
            if index == 0:
                return base + choice
            index -= 1
    return DONE


@inlined
def count_actions(state: State) -> int:
    """Number of legal actions; 0 while a fill is due and after the end."""
    phase = state[PHASE]
    if phase == DRAFT:
        return count_takes(state)
    if phase == PLACE:
        return 1 + count_places(state)
    return popcount(small_choices(state))


@inlined
def action_at(state: State, index: int) -> int:
    """The legal action number `index`, in the order of `legal_actions`."""
    phase = state[PHASE]
    if phase == DRAFT:
        return take_at(state, index)
    if phase == PLACE:
        return place_at(state, index)
    return small_choice_at(state, index)


@kernel
def legal_actions(state: State, out: Moves) -> int:
    """`out` starts with all legal actions; their number is returned."""
    if state[PHASE] == DRAFT:
        return list_takes(state, out)
    if state[PHASE] == PLACE:
        n = list_places(state, out)
        out[n] = PASS
        return n + 1
    n = popcount(small_choices(state))
    for i in range(n):
        out[i] = small_choice_at(state, i)
    return n


# --- Chance and decisions -------------------------------------------------------------


@inlined
def deal(state: State, rng: Rng) -> None:
    """If a fill or a refill is due, it has been drawn."""
    if state[PHASE] == DEAL:
        fill(state, rng)
        open_draft(state)
    elif state[PHASE] == REFILL:
        draw_into(state, SUPPLY, SUPPLY_SIZE, rng)
        after_refill(state)


@inlined
def play(state: State, action: int) -> None:
    """The legal action is done, with all that follows from it without chance."""
    if action < BONUS_ACTION:
        take(state, action >> 3 & 15, action & 7)
        state[TURN] = next_seat(state)
        if state[OFFERS] == 0:
            open_placing(state)
    elif action >= PLACE_ACTION:
        placement = action - PLACE_ACTION
        place(state, placement >> 6, placement >> 3 & 7, placement & 7)
        if state[OWED]:
            state[PHASE] = BONUS
        else:
            end_turn(state)
    else:
        play_small(state, action)


@kernel
def play_small(state: State, action: int) -> None:
    """A bonus tile has been taken, a tile kept, or the player passes."""
    if state[PHASE] == BONUS:
        take_bonus(state, action - BONUS_ACTION)
        if state[OWED]:
            return
        state[LEAST] = 0
    elif action == PASS and state[ROUND] < LAST_ROUND:
        state[PHASE] = KEEP
        state[LEAST] = 0
        return
    else:
        if action != PASS and action != DONE:
            keep(state, action - KEEP_ACTION)
            if keeps_on(state):
                return
        leave(state)
    state[PHASE] = PLACE
    end_turn(state)


@inlined
def next_seat(state: State) -> int:
    """The player to the left."""
    seat = state[TURN] + 1
    return seat if seat < state[PLAYERS] else 0


# --- Course of a round (rules: round) -------------------------------------------------


@kernel
def open_draft(state: State) -> None:
    """The draft begins; without any tile on offer, placing does."""
    state[PHASE] = DRAFT
    if state[OFFERS] == 0:
        open_placing(state)


@kernel
def open_placing(state: State) -> None:
    """The marker's holder begins to place; if it was not taken, who began the draft."""
    state[PHASE] = PLACE
    state[TURN] = next_starter(state)
    if not has_tiles(state, state[TURN]):
        pass_those_without_tiles(state)


@inlined
def next_starter(state: State) -> int:
    """The marker's holder; if nobody took it, who began this round."""
    return state[MARKER] - 1 if state[MARKER] else state[FIRST]


@inlined
def has_tiles(state: State, player: int) -> bool:
    """The player has a tile at hand."""
    return state[board(player) + STOCK] != 0


@inlined
def all_passed(state: State) -> bool:
    """Nobody places any more."""
    return state[PASSED] == (1 << state[PLAYERS]) - 1


@kernel
def pass_those_without_tiles(state: State) -> None:
    """The player in turn has tiles; those without have passed; or everybody has."""
    while not all_passed(state):
        player = state[TURN]
        if not has_passed(state, player):
            if has_tiles(state, player):
                return
            state[PASSED] |= 1 << player
            if all_passed(state):
                break
        state[TURN] = next_seat(state)
    end_round(state)


@inlined
def refill_due(state: State) -> bool:
    """The supply is short and there are tiles to fill it with."""
    if total(state[SUPPLY]) >= SUPPLY_SIZE:
        return False
    return state[BAG] != 0 or tower(state) != 0


@kernel
def end_turn(state: State) -> None:
    """The next player decides, after a refill of the supply where one is due."""
    state[PHASE] = PLACE
    if not all_passed(state):
        advance(state)
    if refill_due(state):
        state[PHASE] = REFILL
    elif all_passed(state):
        end_round(state)


@kernel
def advance(state: State) -> None:
    """The next player with tiles is in turn; those without have passed on the way.

    If nobody has any, the last one to pass stays in turn.
    """
    while True:
        state[TURN] = next_seat(state)
        player = state[TURN]
        if has_passed(state, player):
            continue
        if has_tiles(state, player):
            return
        state[PASSED] |= 1 << player
        if all_passed(state):
            return


@kernel
def after_refill(state: State) -> None:
    """Placing goes on, or the round ends."""
    state[PHASE] = PLACE
    if all_passed(state):
        end_round(state)


@kernel
def end_round(state: State) -> None:
    """The next round waits for its fill, or the game has ended with its last points."""
    starter = next_starter(state)
    state[FIRST] = starter
    state[TURN] = starter
    state[MARKER] = 0
    state[PASSED] = 0
    for player in range(state[PLAYERS]):
        at = board(player)
        state[at + STOCK] += state[at + KEPT]
        state[at + KEPT] = 0
    if state[ROUND] < LAST_ROUND:
        state[PHASE] = DEAL
        state[ROUND] += 1
        return
    state[PHASE] = OVER
    for player in range(state[PLAYERS]):
        state[board(player) + SCORE] += end_points(state, player)


@kernel
def ending(state: State) -> int:  # noqa: ARG001
    """The last round, as in every game: see ENDINGS."""
    return 0
