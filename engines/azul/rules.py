"""The rules of Azul, in the order of the rules page (docs/rules/azul.md).

`play` carries out one decision and whatever follows from it without chance; filling
the factories is the only chance event and happens in `deal`.
"""

from __future__ import annotations

import numpy as np

from engines.azul.layout import (
    ACCEPTS,
    ALL_LINES,
    BAG,
    CAPACITY,
    CENTRE,
    DEAL,
    DRAFT,
    EACH,
    FIELD,
    FIELD_BITS,
    FIRST,
    FLOOR,
    FLOOR_SPACES,
    FULL_SET,
    GREY,
    LINE_BITS,
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
    SOURCES,
    STATE_SIZE,
    TILES_PER_FACTORY,
    TILING,
    TILING_ACTION,
    TURN,
    WALL,
    add_to_line,
    board,
    cell_colour,
    field,
    floor_spaces,
    full_lines,
    lid,
    line_colour,
    line_tiles,
    nonzero_fields,
    nth_bit,
    nth_tile,
    set_cell_colour,
    topmost_full_line,
    total,
    without_lines,
)
from engines.azul.scoring import (
    FIVE,
    FLOOR_COST,
    PRINTED_COLUMN,
    complete_rows,
    end_bonus,
    row_bits,
    tile_points,
)
from engines.jit import inlined, kernel, popcount, trailing_zeros
from engines.protocol import Moves, Rng, State, Vector
from engines.rng import draw_below

# [d]: n // d is (n * RECIPROCAL[d]) >> 16 for the small n used here.
RECIPROCAL = np.array([0] + [(1 << 16) // d + 1 for d in range(1, 8)], np.int64)


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
    """Number of legal actions."""
    if state[PHASE] == TILING:
        return popcount(tiling_columns(state))
    offers = state[OFFERS]
    accepts = state[board(state[TURN]) + ACCEPTS]
    n = 0
    for colour in range(5):
        n += popcount(field(offers, colour)) * popcount(field(accepts, colour))
    return n


@inlined
def action_at(state: State, index: int) -> int:
    """The legal action number `index`, in the order of `legal_actions`."""
    if state[PHASE] == TILING:
        row = topmost_full_line(state[board(state[TURN]) + LINES])
        return TILING_ACTION | row << 3 | nth_bit(tiling_columns(state), index)
    offers = state[OFFERS]
    accepts = state[board(state[TURN]) + ACCEPTS]
    colour = 0
    before = 0
    end = 0
    for c in range(4):
        end += popcount(field(offers, c)) * popcount(field(accepts, c))
        passed = index >= end
        colour += 1 if passed else 0
        before = end if passed else before
    lines = field(accepts, colour)
    width = popcount(lines) & 7
    nth = ((index - before) * RECIPROCAL[width]) >> 16
    source = nth_bit(field(offers, colour), nth)
    destination = nth_bit(lines, index - before - nth * width)
    return source << 6 | colour << 3 | destination


@kernel
def legal_actions(state: State, out: Moves) -> int:
    """`out` starts with all legal actions, by colour, source, destination; their number.

    No action is legal while a fill is due or after the end.
    """
    n = 0
    if state[PHASE] == TILING:
        n = popcount(tiling_columns(state))
        for i in range(n):
            out[i] = action_at(state, i)
        return n
    for colour in range(5):
        sources = field(state[OFFERS], colour)
        while sources:
            source: int = trailing_zeros(sources)
            sources &= sources - 1
            lines = field(state[board(state[TURN]) + ACCEPTS], colour)
            while lines:
                out[n] = source << 6 | colour << 3 | trailing_zeros(lines)
                lines &= lines - 1
                n += 1
    return n


# --- Filling the factories (rules: round 1) -------------------------------------------


@inlined
def deal(state: State, rng: Rng) -> None:
    """If a fill is due, every factory gets four tiles from the bag, as far as they go."""
    if state[PHASE] != DEAL:
        return
    for factory in range(1, 2 * state[PLAYERS] + 2):
        fill_factory(state, factory, rng)
    open_draft(state)


@inlined
def fill_factory(state: State, factory: int, rng: Rng) -> None:
    """A factory holds four drawn tiles; an empty bag takes what is in the lid."""
    bag = state[BAG]
    left = total(bag)
    tiles = 0
    for _ in range(TILES_PER_FACTORY):
        if left == 0:
            state[BAG] = 0
            state[SOURCES + factory] = tiles
            bag = lid(state)
            left = total(bag)
            if left == 0:
                break
        tile = 1 << FIELD_BITS * nth_tile(bag, draw_below(rng, left))
        tiles += tile
        bag -= tile
        left -= 1
    state[BAG] = bag
    state[SOURCES + factory] = tiles


@inlined
def open_draft(state: State) -> None:
    """The draft begins with what lies on the factories."""
    offers = 0
    for source in range(2 * state[PLAYERS] + 2):
        offers |= nonzero_fields(state[SOURCES + source]) << source
    state[OFFERS] = offers
    state[PHASE] = DRAFT


# --- Drafting (rules: round 2) --------------------------------------------------------


@inlined
def play(state: State, action: int) -> None:
    """The legal action is done, with all that follows from it without chance."""
    if action >= TILING_ACTION:
        place_tile(state, (action >> 3) & 7, action & 7)
        continue_tiling(state)
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


@inlined
def take(state: State, source: int, colour: int) -> int:
    """All tiles of one colour leave a source, the others lie in the centre; how many."""
    held = state[SOURCES + source]
    rest = held & ~(FIELD << FIELD_BITS * colour)
    centre = (state[SOURCES + CENTRE] if source else 0) + rest
    state[SOURCES + source] = 0
    state[SOURCES + CENTRE] = centre
    state[OFFERS] = (state[OFFERS] & ~(EACH << source)) | nonzero_fields(centre)
    return field(held, colour)


@inlined
def put_on_line(state: State, destination: int, colour: int, tiles: int) -> None:
    """The player in turn has put the tiles on a line; what runs over is on the floor."""
    at = board(state[TURN])
    lines = state[at + LINES]
    before = line_tiles(lines, destination)
    placed = min(tiles, CAPACITY[destination] - before)
    kept = colour if placed > 0 else 0
    state[at + LINES] = add_to_line(lines, destination, kept, placed)
    open_line = 1 if before + placed < CAPACITY[destination] else 0
    state[at + ACCEPTS] = (state[at + ACCEPTS] & ~LINE_BITS[destination]) | (
        open_line << (FIELD_BITS * colour + destination)
    )
    drop(state, state[TURN], colour, tiles - placed)


@inlined
def drop(state: State, player: int, colour: int, tiles: int) -> None:
    """Tiles lie on free floor spaces, those beyond the seventh in the lid."""
    free = FLOOR_SPACES - floor_spaces(state, player)
    state[board(player) + FLOOR] += min(tiles, free) << FIELD_BITS * colour


@kernel
def end_draft(state: State) -> None:
    """Coloured wall: the round is over. Grey wall: the first decision is due."""
    if state[GREY]:
        state[PHASE] = TILING
        state[TURN] = next_starter(state)
        continue_tiling(state)
        return
    for player in range(state[PLAYERS]):
        tile_printed_wall(state, player)
        pay_floor(state, player)
    end_round(state)


@inlined
def next_starter(state: State) -> int:
    """The marker's holder; if nobody took it, who started this round."""
    return state[MARKER] - 1 if state[MARKER] else state[FIRST]


# --- Tiling (rules: round 3) ----------------------------------------------------------


@inlined
def tile_printed_wall(state: State, player: int) -> None:
    """Every full line, from the top, has moved a tile to its printed space."""
    at = board(player)
    lines = state[at + LINES]
    wall = state[at + WALL]
    shown = state[at + SHOWN]
    accepts = state[at + ACCEPTS]
    points = 0
    full = full_lines(lines)
    state[at + LINES] = without_lines(lines, full)
    while full:
        row = trailing_zeros(full) >> 2
        full &= full - 1
        colour = line_colour(lines, row)
        column = PRINTED_COLUMN[row, colour]
        wall |= 1 << (5 * row + column)
        points += tile_points(wall, row, column)
        shown |= 1 << (FIELD_BITS * colour + row)
        accepts |= LINE_BITS[row] & ~shown
    state[at + WALL] = wall
    state[at + SHOWN] = shown
    state[at + ACCEPTS] = accepts
    state[at + SCORE] += points


@inlined
def pay_floor(state: State, player: int) -> None:
    """The floor line is paid for and empty; no score is below 0."""
    at = board(player)
    cost = FLOOR_COST[floor_spaces(state, player) & 7]
    state[at + SCORE] = max(0, state[at + SCORE] - cost)
    state[at + FLOOR] = 0


# --- Tiling a grey wall (rules: grey wall) --------------------------------------------


@kernel
def tiling_columns(state: State) -> int:
    """Bit a column: where the topmost full line of the player in turn may put its tile."""
    at = board(state[TURN])
    row = topmost_full_line(state[at + LINES])
    colour = line_colour(state[at + LINES], row)
    columns = FIVE & ~row_bits(state[at + WALL], row)
    for r in range(5):
        for column in range(5):
            if cell_colour(state, state[TURN], r, column) == colour:
                columns &= ~(1 << column)
    return columns


@kernel
def place_tile(state: State, row: int, column: int) -> None:
    """The full line has moved a tile to the chosen space, and it has scored."""
    at = board(state[TURN])
    colour = line_colour(state[at + LINES], row)
    state[at + WALL] |= 1 << (5 * row + column)
    state[at + SHOWN] |= 1 << (FIELD_BITS * colour + row)
    set_cell_colour(state, state[TURN], row, column, colour)
    state[at + SCORE] += tile_points(state[at + WALL], row, column)
    empty_line(state, row)


@kernel
def empty_line(state: State, row: int) -> None:
    """The line of the player in turn is empty and takes what its row does not show."""
    at = board(state[TURN])
    state[at + LINES] = without_lines(state[at + LINES], 8 << 4 * row)
    state[at + ACCEPTS] |= LINE_BITS[row] & ~state[at + SHOWN]


@kernel
def continue_tiling(state: State) -> None:
    """The next decision is due, or the round is over.

    Lines without a legal space have fallen to the floor, finished players have paid.
    """
    starter = next_starter(state)
    while True:
        lines = state[board(state[TURN]) + LINES]
        if full_lines(lines):
            if tiling_columns(state):
                return
            row = topmost_full_line(lines)
            empty_line(state, row)
            drop(state, state[TURN], line_colour(lines, row), row + 1)
            continue
        pay_floor(state, state[TURN])
        state[TURN] = (state[TURN] + 1) % state[PLAYERS]
        if state[TURN] == starter:
            end_round(state)
            return


# --- End of the round and of the game (rules: round 4, end) ---------------------------


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


@kernel
def is_last_round(state: State) -> bool:
    """A wall has a complete row, the limit is reached, or no tile is left to deal."""
    for player in range(state[PLAYERS]):
        if complete_rows(state[board(player) + WALL]):
            return True
    if state[ROUND] >= ROUND_LIMIT:
        return True
    return state[BAG] == 0 and lid(state) == 0
