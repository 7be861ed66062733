"""Flowers positions and deals as text and JSON (grammar: docs/notation.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engines.flowers import packing, rules, validation
from engines.flowers.cards import NAMES, cell_text, read_card
from engines.flowers.doubts import doubts
from engines.flowers.layout import PHASE, SETUP
from engines.flowers.moves import JOINT, format_move, parse_move, parse_turn
from engines.flowers.packing import CARDS, COPIES_OF, Position, Stack
from engines.flowers.reading import (
    BLIND_WORD,
    DUE,
    HIDDEN_WORD,
    PHASES,
    default_stacks,
    read_position,
    read_stacks,
    start_garden,
)
from engines.flowers.switches import (
    PRESETS,
    RULES,
    VALUES,
    nearer_preset,
    read_switches,
    switch_fields,
)
from engines.protocol import State
from engines.text import (
    NOTHING,
    Entries,
    Keys,
    Parsed,
    Span,
    canonical_text,
    read_fields,
    read_options,
    read_text,
)
from language import tr

__all__ = [
    "FOLLOWING",
    "GAME",
    "JOINT",
    "KEYS",
    "OPTIONS",
    "PLAYERS",
    "SWITCHES",
    "format",
    "format_deal",
    "format_move",
    "from_fields",
    "new",
    "parse",
    "parse_deal",
    "parse_move",
    "parse_turn",
    "to_fields",
]

GAME = "flowers"
PLAYERS = range(1, 5)
FOLLOWING = ("O", "E", "W", "N", "S")  # beginnings of words that go on with a turn
SUMMER = "summer"
OPTIONS: dict[str, tuple[str, ...]] = {RULES: tuple(PRESETS), SUMMER: ("no", "yes")}
SWITCHES = {name: values for name, values in VALUES.items() if name not in OPTIONS}
SWITCHES["stacks"] = f"{HIDDEN_WORD}:N,...,{BLIND_WORD}:N,..."
_TABLE = (RULES, *VALUES, "phase", "turn", "first", "last", "stacks")
_TABLE += ("drawn", "from", "discard", "gone")
GARDEN = ".garden"
KEYS = Keys(("players", *_TABLE), (GARDEN[1:],))


# --- Reading and writing a position ---------------------------------------------------


def parse(text: str) -> Parsed:
    """The state that a text describes; NotationError if it describes none."""
    return _state(read_text(text, GAME, KEYS))


def from_fields(fields: Mapping[str, object]) -> Parsed:
    """The state of a JSON form; NotationError as for the same content as text."""
    given = dict(fields)
    for key, value in fields.items():
        if key.endswith(GARDEN) and value == []:
            given[key] = NOTHING
    return _state(read_fields(given, GAME, KEYS))


def _state(entries: Entries) -> Parsed:
    position = read_position(entries, PLAYERS)
    validation.check(position, entries)
    grown = tuple(map(packing.as_grown, position.gardens))
    return Parsed(packing.pack(replace(position, gardens=grown)), doubts(position))


def to_fields(state: State) -> dict[str, object]:
    """The JSON form: numbers, strings and lists of strings, in canonical order."""
    position = packing.unpack(state)
    fields: dict[str, object] = {"game": GAME, "players": position.players}
    fields[RULES] = nearer_preset(position.switches)
    fields |= switch_fields(position.switches)
    fields["phase"] = PHASES[position.phase]
    fields |= {"turn": position.turn, "first": position.first}
    if position.last:
        fields["last"] = position.last
    fields["stacks"] = [stack_text(stack) for stack in position.stacks]
    if position.drawn:
        fields["drawn"] = NAMES[position.drawn]
    if position.source:
        fields["from"] = position.source
    if position.discard:
        fields["discard"] = DUE
    fields["gone"] = ",".join(NAMES[card] for card in position.gone) or NOTHING
    for player, garden in enumerate(position.gardens, 1):
        fields[f"p{player}.garden"] = [
            f"{cell_text(pile.cell)}:{'/'.join(NAMES[card] for card in pile.cards)}"
            for pile in garden
        ]
    return fields


def stack_text(stack: Stack) -> str:
    """A stack such as `R4b:25`, `hidden:25`, `blind:26`."""
    shown = NAMES[stack.top] if stack.top else HIDDEN_WORD
    return f"{BLIND_WORD if stack.blind else shown}:{stack.height}"


def format(state: State) -> str:
    """The canonical text, one line; `parse` gives the same state again."""
    fields = to_fields(state)
    preset = PRESETS[str(fields[RULES])]
    defaults = {RULES: next(iter(PRESETS)), "phase": PHASES[0]}
    return canonical_text(fields, switch_fields(preset) | defaults)


# --- New games ------------------------------------------------------------------------


def new(players: int, options: Mapping[str, str]) -> State:
    """A game before its first card; NotationError for other players and options."""
    names = [*OPTIONS, *SWITCHES]
    entries = read_options(GAME, players, PLAYERS, options, names)
    switches = read_switches(entries)
    given = entries.values.get("stacks")
    stacks = read_stacks(given) if given else default_stacks(players, switches)
    position = Position(
        players,
        switches,
        stacks,
        gardens=(start_garden(switches),) * players,
        phase=SETUP,
    )
    validation.check_new(position, entries)
    heights = [rules.Stack(stack.height, stack.blind) for stack in stacks]
    return rules.start(players, switches, heights)


# --- Deals ----------------------------------------------------------------------------


def parse_deal(text: str, state: State) -> State:
    """A new state: the card that was to come to light is this one, such as `R3`.

    NotationError if none is to, or if no such card is unseen.
    """
    span = Span.whole(text)
    if not rules.chance_due(state):
        phase = PHASES[int(state[PHASE])]
        raise span.error(tr("no card is to be turned up in phase={phase}", phase=phase))
    card = read_card(span, tr("a deal"))
    unseen = packing.unseen_cards(state)
    if not unseen[card]:
        raise span.error(
            tr(
                "no {card} is unseen; the game has {copies}",
                card=NAMES[card],
                copies=COPIES_OF[card],
            )
        )
    dealt = state.copy()
    before = CARDS[: CARDS.index(card)]
    rules.deal_outcome(dealt, sum(1 for other in before if unseen[other]))
    return dealt


def format_deal(state: State, before: State | None = None) -> str:
    """The card that came to light, by the states after and before it.

    Without `before` it was drawn blind and is to be placed.
    """
    if before is None:
        return NAMES[packing.unpack(state).drawn]
    seen = packing.unseen_cards(before) - packing.unseen_cards(state)
    return NAMES[next(iter(seen))]
