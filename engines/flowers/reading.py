"""A Flowers position from the words of its text, with what follows for those left out.

What is read is plain, not yet possible: `validation.check` says that.
"""

from __future__ import annotations

from dataclasses import replace

from engines.flowers.cards import read_card, read_cell, read_laid_card
from engines.flowers.layout import (
    BLIND,
    CARDS,
    DRAW,
    MAX_STACKS,
    PLACE,
    PURPLE,
    REVEAL,
    SETUP,
)
from engines.flowers.packing import ORIGIN, Garden, Pile, Position, Stack
from engines.flowers.rules import Switches
from engines.flowers.switches import read_switches
from engines.flowers.turns import default_last, seats
from engines.text import (
    NOTHING,
    Entries,
    Span,
    check_player_keys,
    number,
    quoted,
)
from language import tr

# By number, as in the layout.
PHASES = ("draw", "place", "setup", "reveal", "blind", "over")
HIDDEN_WORD, BLIND_WORD, DUE = "hidden", "blind", "due"
# Heights of a new game by players; the last stack is blind (rules: set-up).
HEIGHTS = {1: (40, 40), 2: (26, 26, 26), 3: (30, 30, 30), 4: (35, 35, 34)}
SUMMER_HEIGHTS = HEIGHTS | {4: (36, 36, 36)}
DRAWN_PHASES = (PLACE, REVEAL, BLIND)
LATER_KEYS = {"last", "drawn", "from", "discard"}


def read_position(entries: Entries, seats_of: range) -> Position:
    """The values as given, and as they follow; cells in the order given."""
    players = entries.number("players", seats_of[0], seats_of[-1])
    check_player_keys(entries, players)
    switches = read_switches(entries)
    gardens = tuple(
        _garden(entries, f"p{player}.garden", switches)
        for player in range(1, players + 1)
    )
    drawn = entries.values.get("drawn")
    position = Position(
        players=players,
        switches=switches,
        stacks=_stacks(entries, gardens, switches),
        gardens=gardens,
        drawn=read_card(drawn, "drawn") if drawn else 0,
        discard="discard" in entries.values and bool(entries.choice("discard", (DUE,))),
        gone=_gone(entries),
    )
    position = replace(position, phase=_phase(entries, position))
    position = replace(position, source=_source(entries, position))
    first, turn = _seats(entries, position)
    position = replace(position, first=first, turn=turn)
    default = default_last(position)
    return replace(position, last=entries.number("last", 1, players, default))


# --- Gardens and cards ----------------------------------------------------------------


def start_garden(switches: Switches) -> Garden:
    """A garden before start cards are dealt."""
    return (Pile(ORIGIN, (PURPLE,)),) if switches.summer else ()


def _garden(entries: Entries, key: str, switches: Switches) -> Garden:
    """The cells as given; in Summer a garden left out is the purple card alone."""
    if key not in entries.values:
        return start_garden(switches)
    span = entries.values[key]
    return () if span.text == NOTHING else tuple(_pile(s, key) for s in span.split())


def _pile(span: Span, key: str) -> Pile:
    """A cell with its cards from the bottom, such as `E1:Y1/B2`."""
    parts = span.split(":")
    if len(parts) != 2:
        raise span.error(
            tr(
                "{key} lists cells with their cards from the bottom, such as"
                " O:R4b or E1:Y1/B2, not {word}",
                key=key,
                word=quoted(span.text),
            )
        )
    cards = tuple(read_laid_card(card, key) for card in parts[1].split("/"))
    return Pile(read_cell(parts[0], key), cards)


def _gone(entries: Entries) -> tuple[int, ...]:
    span = entries.values.get("gone")
    if span is None or span.text == NOTHING:
        return ()
    return tuple(sorted(read_card(card, "gone") for card in span.split()))


# --- Stacks ---------------------------------------------------------------------------


def default_stacks(players: int, switches: Switches) -> tuple[Stack, ...]:
    """The stacks of a new game, face down."""
    heights = (SUMMER_HEIGHTS if switches.summer else HEIGHTS)[players]
    last = len(heights) - 1
    return tuple(Stack(height, s == last) for s, height in enumerate(heights))


def read_stacks(span: Span) -> tuple[Stack, ...]:
    """Stacks such as `R4b:25,hidden:25,blind:26`."""
    parts = span.split()
    if len(parts) > MAX_STACKS:
        raise span.error(
            tr(
                "a game has 1 to {most} stacks, not {parts}",
                most=MAX_STACKS,
                parts=len(parts),
            )
        )
    return tuple(map(_stack, parts))


def _stack(span: Span) -> Stack:
    parts = span.split(":")
    if len(parts) != 2:
        raise span.error(
            tr(
                "a stack is the card it shows, hidden or blind, a colon and its"
                " height, such as R4b:25, not {word}",
                word=quoted(span.text),
            )
        )
    word = parts[0].text
    top = 0 if word in (HIDDEN_WORD, BLIND_WORD) else read_card(parts[0], tr("a stack"))
    height = number(parts[1], tr("the height of a stack"), 0, CARDS)
    if top and not height:
        raise span.error(
            tr(
                "an empty stack shows no card: write {hidden}:0",
                hidden=HIDDEN_WORD,
            )
        )
    return Stack(height, word == BLIND_WORD, top)


def _stacks(
    entries: Entries, gardens: tuple[Garden, ...], switches: Switches
) -> tuple[Stack, ...]:
    """The stacks as given; those of a new game before anybody has drawn a card."""
    if "stacks" in entries.values:
        return read_stacks(entries.values["stacks"])
    phase = _given_phase(entries)
    later = LATER_KEYS & set(entries.values) or any(map(_grown, gardens))
    if phase != SETUP and (phase not in (None, REVEAL) or later):
        raise entries.game.error(
            tr(
                "stacks is missing; it lists the card that each stack shows"
                " and its height, such as R4b:25,Y2:26,blind:26"
            )
        )
    return default_stacks(len(gardens), switches)


def _grown(garden: Garden) -> bool:
    """Whether more than a start card lies in a garden."""
    return sum(len(pile.cards) for pile in garden) > 1


# --- The turn -------------------------------------------------------------------------


def _given_phase(entries: Entries) -> int | None:
    if "phase" not in entries.values:
        return None
    return PHASES.index(entries.choice("phase", PHASES))


def _phase(entries: Entries, position: Position) -> int:
    """The phase as given, or what is due by all that is given."""
    phase = _given_phase(entries)
    if phase is not None:
        return phase
    hidden = position.hidden()
    if position.drawn:
        at_once = position.switches.reveal_at_once
        return REVEAL if at_once and hidden else PLACE
    if "from" in entries.values:
        return BLIND
    shown = any(stack.top for stack in position.stacks)
    if not all(position.gardens) and not shown and not position.switches.summer:
        return SETUP
    return REVEAL if hidden else DRAW


def _source(entries: Entries, position: Position) -> int:
    """The stack drawn from, as given or as the only one that can be."""
    stacks = len(position.stacks)
    if "from" in entries.values:
        return entries.number("from", 1, stacks)
    if not position.mid_turn or position.phase not in DRAWN_PHASES:
        return 0
    able = _sources(position)
    if len(able) == 1:
        return able[0]
    raise entries.place("drawn", "phase").error(
        tr(
            "from is missing; it is the number of the stack that the card"
            " was drawn from, 1 to {stacks}",
            stacks=stacks,
        )
    )


def _sources(position: Position) -> list[int]:
    """The stacks that the card can have been drawn from."""
    numbered = list(enumerate(position.stacks, 1))
    blind = [n for n, stack in numbered if stack.blind]
    if position.phase == BLIND:
        return blind
    if position.hidden():
        return position.hidden()
    if position.switches.reveal_at_once:
        return [n for n, _ in numbered]
    return sorted({*blind, *position.empty()})


def _seats(entries: Entries, position: Position) -> tuple[int, int]:
    """`first` and `turn`, as given or by the cards of the gardens."""
    players = position.players
    first, turn = (entries.number(k, 1, players, 0) for k in ("first", "turn"))
    return seats(position.sizes(), position.phase, first, turn)
