"""What a garden can still become: which groups can grow, what a card could do.

A number group is *whole* if it has as many cells as its number, *broken* if it has
more, *open* if fewer. A card of that number *fits* on a free spot if the group that it
would make there is no larger than the number, and *completes* if it is just as large.
The *room* of an open group are the free spots beside it where its number fits.

A garden is looked at on three levels. What *stands* are the whole groups; what is
*near* are these and the open groups with room that lack one card; what is *hoped* for
are the whole groups and all open ones with room. Colours have *ranks*: first the colour
with the largest group of what is hoped for, among equals that with the largest group of
what stands, then in the order of the layout. A colour group of what is hoped for is
*large* if it scores with one card more.

A card that is hoped for can be covered by one of its number without harm to number
groups. That *replaces* it, if it is in no large group of another colour; and it
*recolours* it, if it is in no large group and beside a large one of the new colour. The
uses of a card, from the least to the best:

    0  it replaces a card
    1  it fits on a free spot
    2  it completes there
    3  it fits beside a card of its colour that is hoped for
    4  it completes there
    5  it recolours a card
    6  it fits beside a large group of its colour
    7  it completes there

What was found is noted in words behind the place NOTES of a buffer.
"""

from __future__ import annotations

from engines.flowers.layout import (
    BESIDE,
    COLOURS,
    FREE,
    FREE_COUNT,
    MAX_FREE,
    NUMBERS,
    card_at,
)
from engines.flowers.scoring import group_of
from engines.flowers.trial import cells_beside
from engines.jit import inlined, kernel, popcount, trailing_zeros
from engines.protocol import Moves, State

NOTES = 448  # place of the first note; before it there is room for the inputs of a net
SPOTS = NOTES  # of each free spot: the set of cells beside it
LEVELS = SPOTS + MAX_FREE  # sets of cells: what stands, is near, is hoped for
WHOLE = LEVELS + 3  # by number: how many whole groups
OPEN = WHOLE + 4  # by class of open groups and room 0, 1, 2, 3: how many
BROKEN = OPEN + 6 * 4  # by number and excess 1, 2, 3: how many
FITS = BROKEN + 4 * 3  # by number: free spots where it fits without completing
COMPLETES = FITS + 4  # by number: free spots where it completes
ORDER = COMPLETES + 4  # by rank: the colour
RANK = ORDER + 4  # by colour: the rank
SIZES = RANK + 4  # by colour and level: cells of the largest group
SECOND = SIZES + 4 * 3  # by colour: cells of the second largest group hoped for
REACH = SECOND + 4  # by colour: free spots beside the largest group hoped for
LARGEST = REACH + 4  # by colour: the largest group hoped for
LARGE = LARGEST + 4  # by colour: cells of the large groups hoped for
CHANGES = LARGE + 4  # by colour: cells beside the largest group that can be replaced
USES = CHANGES + 4  # by use: bit 4 * (number - 1) + colour for the cards that have it
CHANCES = USES + 8  # by best use: the unseen cards that have it
ROOM = CHANCES + 8  # words of a buffer
MOST_USE = 7

LEAST_LARGE = 4  # one card more scores
MOST_ROOM, MOST_EXCESS = 3, 3


@inlined
def open_class(number: int, size: int) -> int:
    """The class of an open group: 0 for a 2, 1 and 2 for 3s, 3 to 5 for 4s."""
    return ((number - 1) * (number - 2) >> 1) + size - 1


@inlined
def joined(state: State, at: int, beside: int, cells: int) -> int:
    """Cells of the group that a card makes between these cells of its number."""
    found = 0
    left = beside & cells
    while left:
        found |= group_of(state, at, trailing_zeros(left), cells)
        left &= ~found
    return 1 + popcount(found)


@inlined
def room_of(state: State, at: int, group: int, number: int, notes: Moves) -> int:
    """The room of an open group, MOST_ROOM if there is more."""
    cells = state[at + NUMBERS - 1 + number]
    room = 0
    for i in range(state[at + FREE_COUNT]):
        beside = notes[SPOTS + i]
        if beside & group:
            alone = beside & cells & ~group == 0
            if alone or joined(state, at, beside, cells) <= number:
                room += 1
            if room == MOST_ROOM:
                break
    return room


@kernel
def note_numbers(state: State, at: int, notes: Moves) -> None:
    """The number groups by class and what stands, is near and is hoped for."""
    stands, near, hoped = 0, 0, 0
    for number in range(1, 5):
        left = state[at + NUMBERS - 1 + number]
        while left:
            group = group_of(state, at, trailing_zeros(left), left)
            left &= ~group
            size = popcount(group)
            if size == number:
                notes[WHOLE + number - 1] += 1
                stands |= group
            elif size > number:
                excess = min(size - number, MOST_EXCESS)
                notes[BROKEN + 3 * (number - 1) + excess - 1] += 1
            else:
                room = room_of(state, at, group, number, notes)
                notes[OPEN + 4 * open_class(number, size) + room] += 1
                if room > 0:
                    hoped |= group
                    near |= group if size + 1 == number else 0
    notes[LEVELS] = stands
    notes[LEVELS + 1] = stands | near
    notes[LEVELS + 2] = stands | hoped


@inlined
def largest_of(state: State, at: int, cells: int) -> tuple[int, int, int]:
    """The largest connected set within cells, the size of the second, large ones.

    Of sets of the same size it is that with the cell laid on first.
    """
    best, first, second, large = 0, 0, 0, 0
    left = cells
    while popcount(left) > min(second, LEAST_LARGE - 1):
        group = group_of(state, at, trailing_zeros(left), left)
        left &= ~group
        size = popcount(group)
        large |= group if size >= LEAST_LARGE else 0
        if size > first:
            best, first, second = group, size, first
        elif size > second:
            second = size
    return best, second, large


@kernel
def note_colours(state: State, at: int, notes: Moves) -> None:
    """The colour groups on all levels, and the ranks of the colours."""
    for colour in range(4):
        cells = state[at + COLOURS + colour]
        before = -1
        group, second, large = 0, 0, 0
        for level in range(3):
            these = cells & notes[LEVELS + level]
            if these != before:
                group, second, large = largest_of(state, at, these)
                before = these
            notes[SIZES + 3 * colour + level] = popcount(group)
        notes[SECOND + colour] = second
        notes[LARGEST + colour] = group
        notes[LARGE + colour] = large
        reach = 0
        if group:
            for i in range(state[at + FREE_COUNT]):
                reach += 1 if notes[SPOTS + i] & group else 0
        notes[REACH + colour] = reach
    for colour in range(4):
        own = 64 * notes[SIZES + 3 * colour + 2] + notes[SIZES + 3 * colour]
        rank = 0
        for other in range(4):
            its = 64 * notes[SIZES + 3 * other + 2] + notes[SIZES + 3 * other]
            if its > own or (its == own and other < colour):
                rank += 1
        notes[RANK + colour] = rank
        notes[ORDER + rank] = colour


@kernel
def note_spots(state: State, at: int, notes: Moves) -> None:
    """What numbers and cards could do on the free spots."""
    whole, hoped = notes[LEVELS], notes[LEVELS + 2]
    for i in range(state[at + FREE_COUNT]):
        beside = notes[SPOTS + i]
        fits, completes = 0, 0
        for number in range(1, 5):
            cells = state[at + NUMBERS - 1 + number]
            near = beside & cells
            size = 1
            if near & whole:
                size = number + 1
            elif near:
                size = joined(state, at, beside, cells)
            if size == number:
                notes[COMPLETES + number - 1] += 1
                completes |= 1 << 4 * (number - 1)
            elif size < number:
                notes[FITS + number - 1] += 1
                fits |= 1 << 4 * (number - 1)
        fits |= completes
        large, some = 0, 0
        for colour in range(4):
            near = beside & state[at + COLOURS + colour] & hoped
            some |= 1 << colour if near else 0
            large |= 1 << colour if near & notes[LARGE + colour] else 0
        notes[USES + 1] |= fits * 15
        notes[USES + 2] |= completes * 15
        notes[USES + 3] |= fits * some
        notes[USES + 4] |= completes * some
        notes[USES + 6] |= fits * large
        notes[USES + 7] |= completes * large


@kernel
def note_covers(state: State, at: int, notes: Moves) -> None:
    """What cards could do on cards of the same number."""
    for number in range(4):
        left = state[at + NUMBERS + number] & notes[LEVELS + 2]
        while left:
            cell = trailing_zeros(left)
            left &= left - 1
            own = card_at(state, at, cell) >> 3
            if notes[LARGE + own] >> cell & 1:
                notes[USES] |= 1 << 4 * number + own
                continue
            notes[USES] |= 15 << 4 * number
            beside = state[at + BESIDE + cell]
            for colour in range(4):
                if colour != own:
                    if beside & notes[LARGE + colour]:
                        notes[USES + 5] |= 1 << 4 * number + colour
                    if beside & notes[LARGEST + colour]:
                        notes[CHANGES + colour] += 1


@kernel
def note_garden(state: State, at: int, notes: Moves) -> None:
    """All notes of the garden whose first word is `at`."""
    for i in range(LEVELS, ROOM):
        notes[i] = 0
    for i in range(state[at + FREE_COUNT]):
        notes[SPOTS + i] = cells_beside(state, at, state[at + FREE + i])
    note_numbers(state, at, notes)
    note_colours(state, at, notes)
    note_spots(state, at, notes)
    note_covers(state, at, notes)


@inlined
def use_of(notes: Moves, number: int, colour: int) -> int:
    """The best use of a card; -1 if it has none."""
    bit = 4 * (number - 1) + colour
    use = MOST_USE
    while use >= 0 and (notes[USES + use] >> bit) & 1 == 0:
        use -= 1
    return use
