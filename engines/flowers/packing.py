"""Plain values of a Flowers position and move, to and from the packed words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

import numpy as np

from engines.flowers import layout
from engines.flowers.layout import (
    BLIND_STACKS,
    CELL_COUNT,
    CELLS,
    COPIES,
    COVER,
    DISCARD,
    DRAWN,
    EXTEND,
    FIRST,
    FREE,
    FREE_COUNT,
    FROM,
    HEIGHTS,
    HIDDEN,
    KINDS,
    LAST,
    PHASE,
    PILE,
    PILED,
    PLAYERS,
    SPOT_MASK,
    STACKS,
    STRIDE,
    SWITCHES,
    TOPS,
    TURN,
    UNSEEN,
    UNSEEN_CARDS,
)
from engines.flowers.planting import lay
from engines.flowers.rules import Switches
from engines.protocol import State

# A card is a number as in the layout; all kinds in canonical order.
CARDS = [colour << 3 | kind + 1 for colour in range(4) for kind in range(KINDS)]
COPIES_OF = {card: COPIES[(card & 7) - 1] for card in CARDS}


class Cell(NamedTuple):
    """A place in a garden, and the move of placing there: steps east and north of O."""

    x: int
    y: int

    @property
    def spot(self) -> int:
        """Its spot on the grid of the layout."""
        return (self.x + STRIDE * self.y) & SPOT_MASK

    def beside(self) -> list[Cell]:
        """The cells that share an edge with it."""
        x, y = self
        return [Cell(x + 1, y), Cell(x - 1, y), Cell(x, y + 1), Cell(x, y - 1)]


ORIGIN = Cell(0, 0)


class Draw(NamedTuple):
    """The move of drawing from a stack, from 0."""

    stack: int


Move: TypeAlias = Draw | Cell


class Pile(NamedTuple):
    """The cards of a cell from the bottom; the last one is visible."""

    cell: Cell
    cards: tuple[int, ...]


Garden: TypeAlias = tuple[Pile, ...]  # in the order in which cells were first laid on


class Stack(NamedTuple):
    """A stack; `top` is the visible card, 0 if none is."""

    height: int
    blind: bool
    top: int = 0

    @property
    def hidden(self) -> bool:
        """Whether its top is to be turned up."""
        return self.height > 0 and not self.blind and not self.top


@dataclass(frozen=True)
class Position:
    """A position: players and stacks from 1, 0 for none, `phase` as in layout."""

    players: int
    switches: Switches
    stacks: tuple[Stack, ...]
    gardens: tuple[Garden, ...]
    phase: int = layout.DRAW
    turn: int = 1
    first: int = 1
    last: int = 0
    drawn: int = 0
    source: int = 0
    discard: bool = False
    gone: tuple[int, ...] = ()  # sorted

    def sizes(self) -> list[int]:
        """How many cards each garden has, covered ones included."""
        return [sum(len(pile.cards) for pile in garden) for garden in self.gardens]

    def seen(self) -> Counter[int]:
        """The number cards whose place is known."""
        cards = Counter([*self.gone, self.drawn, *(stack.top for stack in self.stacks)])
        for garden in self.gardens:
            for pile in garden:
                cards.update(pile.cards)
        return Counter({card: cards[card] for card in CARDS})

    def unseen(self) -> Counter[int]:
        """The cards that lie face down or are out of the game unseen."""
        seen = self.seen()
        return Counter({card: COPIES_OF[card] - seen[card] for card in CARDS})

    @property
    def mid_turn(self) -> bool:
        """Whether a card has been drawn and not placed."""
        return self.drawn > 0 or self.phase == layout.BLIND

    def hidden(self) -> list[int]:
        """The stacks whose top is to be turned up, from 1."""
        return [n for n, stack in enumerate(self.stacks, 1) if stack.hidden]

    def empty(self) -> list[int]:
        """The stacks without a card, from 1."""
        return [n for n, stack in enumerate(self.stacks, 1) if not stack.height]

    def first_face_up(self) -> int:
        """The first face-up stack that holds cards, from 1; 0 if none does."""
        for number, stack in enumerate(self.stacks, 1):
            if stack.height and not stack.blind:
                return number
        return 0


# --- Positions ------------------------------------------------------------------------


def pack(position: Position) -> State:
    """The packed state of a possible position."""
    state = np.zeros(layout.state_size(position.players), np.int64)
    state[PLAYERS], state[PHASE] = position.players, position.phase
    state[TURN], state[FIRST] = position.turn - 1, position.first - 1
    state[LAST], state[DISCARD] = position.last, position.discard
    state[DRAWN], state[FROM] = position.drawn, position.source
    state[SWITCHES : SWITCHES + len(position.switches)] = position.switches
    _pack_stacks(state, position.stacks)
    for card, n in position.unseen().items():
        state[UNSEEN + (card >> 3)] += n << 8 * ((card & 7) - 1)
        state[UNSEEN_CARDS] += n
    for player, garden in enumerate(position.gardens):
        for pile in garden:
            for card in pile.cards:
                lay(state, player, pile.cell.spot, card)
    return state


def _pack_stacks(state: State, stacks: tuple[Stack, ...]) -> None:
    state[STACKS] = len(stacks)
    for s, stack in enumerate(stacks):
        state[HEIGHTS + s], state[TOPS + s] = stack.height, stack.top
        state[BLIND_STACKS] |= stack.blind << s
        state[HIDDEN] |= stack.hidden << s


def unpack(state: State) -> Position:
    """The plain values of a state."""
    words = [int(word) for word in state[: layout.GARDENS]]
    players = words[PLAYERS]
    stacks = tuple(
        Stack(words[HEIGHTS + s], bool(words[BLIND_STACKS] >> s & 1), words[TOPS + s])
        for s in range(words[STACKS])
    )
    position = Position(
        players=players,
        switches=Switches(*words[SWITCHES : SWITCHES + len(Switches._fields)]),
        stacks=stacks,
        gardens=tuple(_unpack_garden(state, player) for player in range(players)),
        phase=words[PHASE],
        turn=words[TURN] + 1,
        first=words[FIRST] + 1,
        last=words[LAST],
        drawn=words[DRAWN],
        source=words[FROM],
        discard=bool(words[DISCARD]),
    )
    unseen, nowhere = unseen_cards(state), position.unseen()
    gone = (card for card in CARDS for _ in range(nowhere[card] - unseen[card]))
    return replace(position, gone=tuple(gone))


def unseen_cards(state: State) -> Counter[int]:
    """How many of each card nobody has seen."""
    return Counter(
        {c: int(state[UNSEEN + (c >> 3)]) >> 8 * ((c & 7) - 1) & 255 for c in CARDS}
    )


def _unpack_garden(state: State, player: int) -> Garden:
    at = layout.garden(player)
    names = cells_by_spot(state, player)
    covered = [int(entry) for entry in state[at + PILE : at + PILE + state[at + PILED]]]
    return tuple(
        Pile(
            names[word >> 12],
            (*(e & 63 for e in covered if e >> 6 == cell), word & 63),
        )
        for cell, word in enumerate(_cell_words(state, at))
    )


def _cell_words(state: State, at: int) -> list[int]:
    return [
        int(word) for word in state[at + CELLS : at + CELLS + state[at + CELL_COUNT]]
    ]


# --- Cells ----------------------------------------------------------------------------


def cells_by_spot(state: State, player: int) -> dict[int, Cell]:
    """The cells of a garden and the free ones beside it, by their spots.

    A spot is the same for cells far apart, so they are found step by step from O.
    """
    at = layout.garden(player)
    occupied = {word >> 12 for word in _cell_words(state, at)}
    found = {ORIGIN.spot: ORIGIN} if occupied else {}
    waiting = list(found.values())
    while waiting:
        for cell in waiting.pop().beside():
            if cell.spot not in found:
                found[cell.spot] = cell
                if cell.spot in occupied:
                    waiting.append(cell)
    return found


def as_grown(garden: Garden) -> Garden:
    """The cells connected with O, in an order in which they can have been laid on.

    That is the order given, but O first and each other cell once it touches one.
    """
    touched, left = {ORIGIN}, list(garden)
    grown: list[Pile] = []
    while following := [pile for pile in left if pile.cell in touched]:
        left.remove(following[0])
        touched.update(following[0].cell.beside())
        grown.append(following[0])
    return tuple(grown)


# --- Moves ----------------------------------------------------------------------------


def unpack_moves(actions: Iterable[int], state: State) -> list[Move]:
    """The moves of actions of the phase."""
    if state[PHASE] == layout.DRAW:
        return [Draw(action) for action in actions]
    player = int(state[TURN])
    at = layout.garden(player)
    names = cells_by_spot(state, player)
    cells = [names[word >> 12] for word in _cell_words(state, at)]
    free = state[at + FREE : at + FREE + state[at + FREE_COUNT]]
    beside = [names[int(spot)] for spot in free]
    return [
        beside[action - EXTEND] if action >= EXTEND else cells[action - COVER]
        for action in actions
    ]


def pack_move(move: Move, state: State) -> int:
    """The action of a legal move."""
    if isinstance(move, Draw):
        return move.stack
    at = layout.garden(int(state[TURN]))
    for cell, word in enumerate(_cell_words(state, at)):
        if word >> 12 == move.spot:
            return COVER + cell
    free = state[at + FREE : at + FREE + state[at + FREE_COUNT]]
    return EXTEND + free.tolist().index(move.spot)
