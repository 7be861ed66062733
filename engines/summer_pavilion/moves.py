"""Moves and whole turns of Summer Pavilion as text (grammar: docs/notation.md)."""

from __future__ import annotations

import itertools
import re

import numpy as np

from engines.protocol import State
from engines.summer_pavilion import packing, rules
from engines.summer_pavilion.layout import (
    BONUS,
    CENTRE,
    CENTRE_STAR,
    COLOURS,
    DEAL,
    DRAFT,
    KEEP,
    LAST_ROUND,
    MAX_ACTIONS,
    MAX_KEPT,
    OVER,
    PHASE,
    PLACE,
    PLAIN,
    REFILL,
    STAR_COLOUR,
)
from engines.summer_pavilion.layout import STARS as STAR_NAMES
from engines.summer_pavilion.packing import (
    COLOUR_NUMBERS,
    FREE,
    Choice,
    Place,
    Position,
    Take,
)
from engines.summer_pavilion.scoring import NUMBER
from engines.summer_pavilion.validation import TILES
from engines.text import Span, listing, quoted
from engines.tiles import Counts

STAR_LETTERS = "ORBYGPC"
CHOICE = re.compile("(take|keep)([PGOYBR])")
KEEPING = re.compile("keep.*|done")
PASS_WORD = "pass"
ORDER = f"in the order of colours, {' '.join(COLOURS)}"
# What moves look like: a pattern and words for it; placing by the side of the board.
FORMS = {
    DRAFT: ("[1-9C][PGOYBR]", "source and colour, such as 3R or CR"),
    BONUS: ("take[PGOYBR]", "take and a colour, such as takeP"),
    KEEP: ("keep[PGOYBR]|done", "keep and a colour, such as keepP, or done"),
}
PLACE_FORMS = (
    (
        r"([ORBYGP][1-6]|C[1-6][PGOYBR])(\+[1-5])?|pass",
        "pass, or star and position, in the centre a colour too, and + with the wild"
        " tiles paid, such as O4, O4+1 or C2R+1",
    ),
    (
        r"[ORBYGPC][1-6][PGOYBR](\+[1-5])?|pass",
        "pass, or star, position and colour, and + with the wild tiles paid, such as"
        " O4G or O4G+1",
    ),
)
NO_DECISION = {
    DEAL: "the factories are not filled yet",
    REFILL: "the supply is not refilled yet",
    OVER: "the game is over",
}


def format_move(action: int, state: State) -> str:
    """One decision such as `3R`, `O4+1`, `C2R`, `pass`, `takeP`, `keepP`, `done`."""
    move = packing.unpack_move(action)
    if isinstance(move, Take):
        source = "C" if move.source == CENTRE else str(move.source)
        return source + COLOURS[move.colour]
    if isinstance(move, Choice):
        return move.word + ("" if move.colour == FREE else COLOURS[move.colour])
    named = state[PLAIN] or move.star == CENTRE_STAR
    colour = COLOURS[move.colour] if named else ""
    wilds = f"+{move.wilds}" if move.wilds else ""
    return f"{STAR_LETTERS[move.star]}{move.position + 1}{colour}{wilds}"


def parse_move(text: str, state: State) -> int:
    """The action of one decision; NotationError, with some legal ones, if illegal."""
    return _parse_word(Span.whole(text), state)


def _parse_word(span: Span, state: State) -> int:
    position = packing.unpack(state)
    if position.phase in NO_DECISION:
        why = f"no move is possible: {NO_DECISION[position.phase]}"
        raise span.error(_undue(span.text, position.phase) or why)
    moves = np.empty(MAX_ACTIONS, np.int64)
    legal = [int(a) for a in moves[: rules.legal_actions(state, moves)]]
    named = {format_move(action, state): action for action in legal}
    if span.text in named:
        return named[span.text]
    raise span.error(f"{_fault(span.text, position)}; legal: {listing(list(named))}")


# --- Whole turns ----------------------------------------------------------------------


def parse_turn(text: str, state: State) -> list[int]:
    """The actions of moves with spaces between them, to be played in this order.

    Bonus tiles next to each other may be named in any order. `pass:P2G1` is the pass,
    then the tiles kept, then `done` where it is due; `pass:-` keeps none, `pass` all if
    they are at most four. NotationError at the first move that is illegal.
    """
    actions: list[int] = []
    state = state.copy()
    words = _sorted_choices(Span.whole(text).words())
    for word, following in itertools.zip_longest(words, words[1:]):
        for action in _decisions(word, following, state):
            rules.play(state, action)
            actions.append(action)
    return actions


def _sorted_choices(words: list[Span]) -> list[Span]:
    """Each run of tiles taken, or kept, in the order of colours."""

    def kind(word: Span) -> str:
        match = CHOICE.fullmatch(word.text)
        return match[1] if match else ""

    ordered: list[Span] = []
    for name, group in itertools.groupby(words, kind):
        run = list(group)
        if name:
            run.sort(key=lambda word: COLOURS.index(word.text[-1]))
        ordered += run
    return ordered


def _decisions(word: Span, following: Span | None, state: State) -> list[int]:
    """The actions of one word: of a pass, all up to the end of the turn."""
    name, colon, _ = word.text.partition(":")
    whole = colon or following is None or not KEEPING.fullmatch(following.text)
    if state[PHASE] != PLACE or name != PASS_WORD or not whole:
        return [_parse_word(word, state)]
    position = packing.unpack(state)
    if colon:
        named = word.cut(len(name) + 1, len(word.text))
        return _pass_keeping(_named_kept(named, position), state)
    return _pass_keeping(_all_kept(word, position), state)


def _pass_keeping(kept: Counts, state: State) -> list[int]:
    """A pass, the tiles kept, and `done` if the player may keep more."""
    words = [Choice("keep", c) for c in COLOUR_NUMBERS for _ in range(kept[c])]
    actions = [packing.pack_move(word) for word in (Choice(PASS_WORD), *words)]
    after = state.copy()
    for action in actions:
        rules.play(after, action)
    if after[PHASE] == KEEP:
        actions.append(packing.pack_move(Choice("done")))
    return actions


def _named_kept(span: Span, position: Position) -> Counts:
    """The tiles named after `pass:`, which the player can keep."""
    if not span.text:
        raise span.error("the tiles kept are missing; write - for none")
    kept = TILES.counts(span, "what is kept")
    if any(kept) and position.round == LAST_ROUND:
        raise span.error("in round 6 nothing is kept: write pass")
    for colour, n in enumerate(kept):
        held = position.board.stock[colour]
        if n > held:
            raise span.error(
                f"player {position.turn} has {held} {TILES.names[colour]} to keep,"
                f" not {n}"
            )
    if sum(kept) > MAX_KEPT:
        raise span.error(f"at most {MAX_KEPT} tiles are kept, not {sum(kept)}")
    return kept


def _all_kept(word: Span, position: Position) -> Counts:
    """All tiles of the player in turn if they may be kept; in round 6 none."""
    if position.round == LAST_ROUND:
        return packing.NO_TILES
    stock = position.board.stock
    if sum(stock) > MAX_KEPT:
        some = "".join(COLOURS[c] * n for c, n in enumerate(stock))[:MAX_KEPT]
        example = TILES.counts_text(map(some.count, COLOURS))
        raise word.error(
            f"player {position.turn} has {sum(stock)} tiles and may keep {MAX_KEPT}:"
            f" name those kept, such as pass:{example}, or pass:- for none"
        )
    return stock


# --- What is wrong with a move --------------------------------------------------------


def _undue(text: str, phase: int) -> str:
    """What is said of a tile taken or kept at the wrong time."""
    if CHOICE.fullmatch(text) and text.startswith("take") and phase != BONUS:
        return "no bonus tile is due"
    if KEEPING.fullmatch(text) and phase != KEEP:
        return "no tile is to be kept now"
    return ""


def _fault(text: str, position: Position) -> str:
    """Why a text is no legal move."""
    if undue := _undue(text, position.phase):
        return undue
    forms = PLACE_FORMS[position.plain] if position.phase == PLACE else None
    pattern, form = forms or FORMS[position.phase]
    if not re.fullmatch(pattern, text):
        spelled = _spelled(text)
        if re.fullmatch(pattern, spelled):
            return f"this move is written {spelled}"
        return f"a move is {form}, not {quoted(text)}"
    if position.phase == DRAFT:
        return _take_fault(text, position)
    if position.phase == PLACE:
        return _place_fault(_placement(text), position)
    return _choice_fault(COLOURS.index(text[-1]), position)


def _spelled(text: str) -> str:
    """A move with its letters as they should be."""
    lower = text.lower()
    if lower in (PASS_WORD, "done"):
        return lower
    if lower[:4] in ("take", "keep"):
        return lower[:4] + text[4:].upper()
    return text.upper()


def _placement(text: str) -> Place:
    star, position = STAR_LETTERS.index(text[0]), int(text[1]) - 1
    named = text[2:3] in COLOURS and len(text) > 2
    colour = COLOURS.index(text[2]) if named else int(STAR_COLOUR[star])
    _, _, wilds = text.partition("+")
    return Place(star, position, colour, int(wilds or 0))


def _take_fault(text: str, position: Position) -> str:
    """Why a move of the draft is illegal (rules: phase 1)."""
    sources = [position.centre, *position.factories]
    source = CENTRE if text[0] == "C" else int(text[0])
    if source >= len(sources):
        return f"there are {len(position.factories)} factories"
    colour = COLOURS.index(text[1])
    where = f"factory {source}" if source else "the centre"
    if not sources[source][colour]:
        return f"{where} holds no {TILES.names[colour]}"
    return (
        f"{TILES.names[colour]} is wild in round {position.round} and comes along with"
        " another colour: name that one"
    )


def _place_fault(move: Place, position: Position) -> str:
    """Why a placement is illegal (rules: placing)."""
    if position.board.stars[move.star][move.position] != FREE:
        return f"space {move.position + 1} of {_star_name(move)} is covered"
    return _colour_fault(move, position) or _payment_fault(move, position)


def _star_name(move: Place) -> str:
    return f"the {STAR_NAMES[move.star]} star"


def _colour_fault(move: Place, position: Position) -> str:
    """Why the star takes no tile of the colour, nothing if it does."""
    laid = [c for c in position.board.stars[move.star] if c != FREE]
    if position.plain:
        if len(laid) < 2:
            return ""
        if laid[0] == laid[1] != move.colour:
            only = TILES.names[laid[0]]
            return f"{_star_name(move)} takes {only} tiles only, after two of them"
        if laid[0] == laid[1]:
            return ""
    elif move.star != CENTRE_STAR:
        return ""
    if move.colour in laid:
        return f"{_star_name(move)} has a {TILES.names[move.colour]} tile already"
    return ""


def _payment_fault(move: Place, position: Position) -> str:
    """Why a placement can't be paid so (rules: place)."""
    cost = int(NUMBER[int(position.plain), 6 * move.star + move.position])
    name, wild = TILES.names[move.colour], TILES.names[position.wild]
    if move.wilds and move.colour == position.wild:
        return f"{wild} is wild in round {position.round}; it is paid in {wild} alone"
    own = cost - move.wilds
    if own < 1:
        return f"the space costs {cost}, and at least one tile paid is {name}"
    stock = position.board.stock
    price = f"{own} {name}" + (f" and {move.wilds} {wild}" if move.wilds else "")
    held = f"{stock[move.colour]} {name}"
    if move.wilds:
        held += f" and {stock[position.wild]} {wild}"
    return f"this costs {price}; player {position.turn} has {held}"


def _choice_fault(colour: int, position: Position) -> str:
    """Why a tile can't be taken or kept (rules: bonus; pass)."""
    name, least = TILES.names[colour], TILES.names[position.least]
    keeping = position.phase == KEEP
    holder = f"player {position.turn} has" if keeping else "the supply holds"
    if not (position.board.stock if keeping else position.supply)[colour]:
        return f"{holder} no {name}"
    if colour < position.least:
        done = "kept" if keeping else "taken"
        return f"tiles are {done} {ORDER}: after {least} no {name}"
    left = sum(position.supply[colour:])
    return (
        f"{position.owed} are due and the supply holds {left} from {name} on; tiles are"
        f" taken {ORDER}"
    )
