"""Which phases of Flowers fit the stacks, the gardens and the card drawn."""

from __future__ import annotations

from engines.flowers.cards import NAMES
from engines.flowers.layout import BLIND, DRAW, OVER, PLACE, REVEAL, SETUP
from engines.flowers.packing import Position
from engines.flowers.reading import PHASES
from engines.text import Entries, NotationError
from language import tr


def check_phase(position: Position, entries: Entries) -> None:
    """What is due is possible: NotationError names the rule that says no."""
    phase = position.phase
    check_drawn(position, entries)
    if position.discard:
        check_discard(position, entries)
    if phase == SETUP:
        check_setup(position, entries)
        return
    for player, garden in enumerate(position.gardens, 1):
        if not garden:
            start = tr("outside phase=setup it has a start card at O, such as O:R4b")
            if position.switches.summer:
                start = tr("in Summer it starts with the purple card, O:P")
            raise entries.place(f"p{player}.garden").error(
                tr(
                    "the garden of player {player} is empty; {start}",
                    player=player,
                    start=start,
                )
            )
    if phase == REVEAL:
        check_reveal(position, entries)
    elif phase == PLACE:
        check_place(position, entries)
    elif phase == OVER:
        check_over(position, entries)
    else:
        check_all_shown(position, entries)


def stack_error(number: int, entries: Entries, message: str) -> NotationError:
    """An error about a stack, from 1."""
    return entries.part("stacks", number - 1).error(message)


# --- The card drawn -------------------------------------------------------------------


def check_drawn(position: Position, entries: Entries) -> None:
    """`drawn` and `from` stand where a card has been drawn and not placed."""
    phase = position.phase
    why = tr("in phase={phase}", phase=PHASES[phase])
    if position.drawn and phase not in (PLACE, REVEAL):
        raise entries.key("drawn").error(
            tr("{why} no card waits to be placed", why=why)
            if phase != BLIND
            else tr(
                "{why} the card drawn is not seen yet; once it is write phase=place",
                why=why,
            )
        )
    if position.drawn == 0 and phase == PLACE:
        raise entries.place("phase").error(
            tr("{why} drawn is the card to be placed", why=why)
        )
    if position.source and not position.mid_turn:
        raise entries.key("from").error(tr("{why} no card has been drawn", why=why))
    if phase == BLIND and not position.stacks[position.source - 1].blind:
        raise entries.place("from", "phase").error(
            tr(
                "{why} a card has been drawn blind, and stack {source} is face up",
                why=why,
                source=position.source,
            )
        )


# --- Set-up ---------------------------------------------------------------------------


def check_setup(position: Position, entries: Entries) -> None:
    """Start cards are dealt to one player after the other (rules: set-up)."""
    if position.switches.summer:
        raise entries.place("phase").error(
            tr(
                "in Summer gardens start with the purple card, so there is no"
                " phase=setup"
            )
        )
    dealt = [bool(garden) for garden in position.gardens]
    if all(dealt):
        raise entries.place("phase").error(
            tr("in phase=setup a player has no start card yet, and all have one")
        )
    empty = dealt.index(False) + 1
    for player, size in enumerate(position.sizes(), 1):
        if size > 1:
            raise entries.place(f"p{player}.garden").error(
                tr(
                    "in phase=setup nobody has placed a card, and player {player}"
                    " has {size}",
                    player=player,
                    size=size,
                )
            )
        if size and player > empty:
            raise entries.place(f"p{player}.garden").error(
                tr(
                    "start cards are dealt in the order of players: player {empty}"
                    " comes before player {player}",
                    empty=empty,
                    player=player,
                )
            )
    if position.turn != position.first:
        raise entries.place("turn", "first").error(
            tr(
                "in phase=setup nobody has had a turn: turn and first are the"
                " same player"
            )
        )
    check_untouched(position, entries, tr("in phase={phase}", phase=PHASES[SETUP]))


def check_untouched(position: Position, entries: Entries, why: str) -> None:
    """Nothing has been drawn from the stacks, and no top is turned up."""
    for number, stack in enumerate(position.stacks, 1):
        if stack.top:
            raise stack_error(
                number,
                entries,
                tr(
                    "{why} no top is turned up yet: write hidden:{height}",
                    why=why,
                    height=stack.height,
                ),
            )
        if not stack.height:
            raise stack_error(
                number, entries, tr("{why} every stack holds cards", why=why)
            )


# --- Tops that are face down ----------------------------------------------------------


def check_all_shown(position: Position, entries: Entries) -> None:
    """Every face-up stack shows its top when a card is drawn (rules: turn)."""
    if hidden := position.hidden():
        raise stack_error(
            hidden[0],
            entries,
            tr(
                "stack {hidden} is hidden; its top is turned up before a card"
                " is drawn, in phase=reveal",
                hidden=hidden[0],
            ),
        )
    if position.phase == DRAW and len(position.empty()) == len(position.stacks):
        raise entries.place("stacks").error(
            tr("all stacks are empty, so the game is over: write phase=over")
        )


def check_place(position: Position, entries: Entries) -> None:
    """Only the stack drawn from is face down, or none if tops are shown at once."""
    source = position.source
    for number in position.hidden():
        if position.switches.reveal_at_once:
            raise stack_error(
                number,
                entries,
                tr(
                    "stack {number} is hidden; with reveal=immediate its top is"
                    " turned up before the card is placed, in phase=reveal",
                    number=number,
                ),
            )
        if number != source:
            raise stack_error(
                number,
                entries,
                tr(
                    "stack {number} is hidden, but the card was drawn from stack"
                    " {source}",
                    number=number,
                    source=source,
                ),
            )
    stack = position.stacks[source - 1]
    if stack.top and not position.switches.reveal_at_once:
        raise stack_error(
            source,
            entries,
            tr(
                "stack {source} shows {card}, but the card was drawn from it:"
                " its new top is turned up once the card is placed; write"
                " hidden:{height}",
                source=source,
                card=NAMES[stack.top],
                height=stack.height,
            ),
        )


def check_reveal(position: Position, entries: Entries) -> None:
    """A top is to be turned up (rules: turn; solo)."""
    if not position.hidden():
        raise entries.place("phase").error(
            tr("in phase=reveal a top is to be turned up, and no stack is hidden")
        )
    if position.drawn:
        check_reveal_at_once(position, entries)
    elif max(position.sizes()) == 1:
        check_first_reveal(position, entries)
    else:
        check_reveal_between_turns(position, entries)


def check_reveal_at_once(position: Position, entries: Entries) -> None:
    """The stack drawn from shows its new top before the card is placed."""
    if not position.switches.reveal_at_once:
        raise entries.place("phase").error(
            tr(
                "with reveal=after-placement a card that was drawn is placed"
                " before the new top is turned up: write phase=place"
            )
        )
    for number in position.hidden():
        if number != position.source:
            raise stack_error(
                number,
                entries,
                tr(
                    "stack {number} is hidden, but the card was drawn from stack"
                    " {source}",
                    number=number,
                    source=position.source,
                ),
            )


def check_first_reveal(position: Position, entries: Entries) -> None:
    """Before the first turn the tops are turned up in order (rules: set-up)."""
    hidden = position.hidden()
    for number, stack in enumerate(position.stacks, 1):
        if stack.top and number > hidden[0]:
            raise stack_error(
                hidden[0],
                entries,
                tr(
                    "before the first turn the tops are turned up in order: that"
                    " of stack {hidden} comes before that of stack {number}",
                    hidden=hidden[0],
                    number=number,
                ),
            )


def check_reveal_between_turns(position: Position, entries: Entries) -> None:
    """Tops are face down if the turn before has taken the card on them."""
    hidden, solo = position.hidden(), position.players == 1
    at_once = bool(position.switches.reveal_at_once)
    if at_once and not solo:
        raise stack_error(
            hidden[0],
            entries,
            tr(
                "stack {hidden} is hidden; with reveal=immediate its top is"
                " turned up before the card drawn from it is placed, and drawn"
                " is missing",
                hidden=hidden[0],
            ),
        )
    most = 2 if solo and not at_once and not position.discard else 1
    if len(hidden) > most:
        raise stack_error(
            hidden[most],
            entries,
            tr(
                "{hidden} stacks are hidden; a turn takes the top of {most}",
                hidden=len(hidden),
                most=most,
            ),
        )
    first = position.first_face_up()
    if solo and first not in hidden and (at_once or len(hidden) > 1):
        raise stack_error(
            hidden[0],
            entries,
            tr(
                "stack {hidden} is hidden; a solo turn discards from stack {first}",
                hidden=hidden[0],
                first=first,
            ),
        )


def check_discard(position: Position, entries: Entries) -> None:
    """A solo discard waits until the stack drawn from is turned up (rules: turn)."""
    key = entries.key("discard")
    if position.phase != REVEAL or position.players > 1 or position.drawn:
        raise key.error(
            tr(
                "discard=due belongs to phase=reveal of a solo game, after a"
                " card was placed"
            )
        )
    if position.switches.reveal_at_once:
        raise key.error(
            tr(
                "with reveal=immediate the card discarded is turned up before,"
                " so no discard waits"
            )
        )
    if position.sizes() == [1]:
        raise key.error(tr("a discard follows a turn, and no card has been placed"))
    if position.first_face_up() not in position.hidden():
        raise key.error(
            tr(
                "a discard waits only while stack {first_face_up}, the first"
                " that is face up, is hidden",
                first_face_up=position.first_face_up(),
            )
        )


def check_over(position: Position, entries: Entries) -> None:
    """Nothing is turned up after the last turn, so one stack may be face down."""
    most = 0 if position.switches.reveal_at_once else 1
    for number in position.hidden()[most:]:
        raise stack_error(
            number,
            entries,
            tr(
                "stack {number} is hidden; when the game ends every other"
                " stack shows its top, but for the one drawn from last",
                number=number,
            )
            if most
            else tr(
                "stack {number} is hidden; with reveal=immediate no top is"
                " face down when the game ends",
                number=number,
            ),
        )
