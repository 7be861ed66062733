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
from engines.tiles import Counts, factory_name
from language import N_, tr

STAR_LETTERS = "ORBYGPC"
CHOICE = re.compile("(take|keep)([PGOYBR])")
KEEPING = re.compile("keep.*|done")
PASS_WORD = "pass"
ORDER = " ".join(COLOURS)
# What moves look like: a pattern and words for it; placing by the side of the board.
FORMS = {
    DRAFT: ("[1-9C][PGOYBR]", N_("source and colour, such as 3R or CR")),
    BONUS: ("take[PGOYBR]", N_("take and a colour, such as takeP")),
    KEEP: ("keep[PGOYBR]|done", N_("keep and a colour, such as keepP, or done")),
}
PLACE_FORMS = (
    (
        r"([ORBYGP][1-6]|C[1-6][PGOYBR])(\+[1-5])?|pass",
        N_(
            "pass, or star and position, in the centre a colour too, and + with the"
            " wild tiles paid, such as O4, O4+1 or C2R+1"
        ),
    ),
    (
        r"[ORBYGPC][1-6][PGOYBR](\+[1-5])?|pass",
        N_(
            "pass, or star, position and colour, and + with the wild tiles paid, such"
            " as O4G or O4G+1"
        ),
    ),
)
NO_DECISION = {
    DEAL: N_("no move is possible: the factories are not filled yet"),
    REFILL: N_("no move is possible: the supply is not refilled yet"),
    OVER: N_("no move is possible: the game is over"),
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
        why = tr(NO_DECISION[position.phase])
        raise span.error(_undue(span.text, position.phase) or why)
    moves = np.empty(MAX_ACTIONS, np.int64)
    legal = [int(a) for a in moves[: rules.legal_actions(state, moves)]]
    named = {format_move(action, state): action for action in legal}
    if span.text in named:
        return named[span.text]
    raise span.error(
        tr(
            "{fault}; legal: {moves}",
            fault=_fault(span.text, position),
            moves=listing(list(named)),
        )
    )


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
        raise span.error(tr("the tiles kept are missing; write - for none"))
    kept = TILES.counts(span, tr("what is kept"))
    if any(kept) and position.round == LAST_ROUND:
        raise span.error(tr("in round 6 nothing is kept: write pass"))
    for colour, n in enumerate(kept):
        held = position.board.stock[colour]
        if n > held:
            raise span.error(
                tr(
                    "player {turn} has {held} {colour} to keep, not {n}",
                    turn=position.turn,
                    held=held,
                    colour=TILES.name(colour),
                    n=n,
                )
            )
    if sum(kept) > MAX_KEPT:
        raise span.error(
            tr(
                "at most {most} tiles are kept, not {kept}",
                most=MAX_KEPT,
                kept=sum(kept),
            )
        )
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
            tr(
                "player {turn} has {stock} tiles and may keep {most}: name"
                " those kept, such as pass:{example}, or pass:- for none",
                turn=position.turn,
                stock=sum(stock),
                most=MAX_KEPT,
                example=example,
            )
        )
    return stock


# --- What is wrong with a move --------------------------------------------------------


def _undue(text: str, phase: int) -> str:
    """What is said of a tile taken or kept at the wrong time."""
    if CHOICE.fullmatch(text) and text.startswith("take") and phase != BONUS:
        return tr("no bonus tile is due")
    if KEEPING.fullmatch(text) and phase != KEEP:
        return tr("no tile is to be kept now")
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
            return tr("this move is written {spelled}", spelled=spelled)
        return tr("a move is {form}, not {text}", form=tr(form), text=quoted(text))
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
        return tr("there are {factories} factories", factories=len(position.factories))
    colour = COLOURS.index(text[1])
    where = factory_name(source) if source else tr("the centre")
    if not sources[source][colour]:
        return tr("{source} holds no {name}", source=where, name=TILES.name(colour))
    return tr(
        "{colour} is wild in round {round} and comes along with"
        " another colour: name that one",
        colour=TILES.name(colour),
        round=position.round,
    )


def _place_fault(move: Place, position: Position) -> str:
    """Why a placement is illegal (rules: placing)."""
    if position.board.stars[move.star][move.position] != FREE:
        return tr(
            "space {space} of {star} is covered",
            space=move.position + 1,
            star=_star_name(move),
        )
    return _colour_fault(move, position) or _payment_fault(move, position)


def _star_name(move: Place) -> str:
    return tr("the {star} star", star=tr(STAR_NAMES[move.star]))


def _colour_fault(move: Place, position: Position) -> str:
    """Why the star takes no tile of the colour, nothing if it does."""
    laid = [c for c in position.board.stars[move.star] if c != FREE]
    if position.plain:
        if len(laid) < 2:
            return ""
        if laid[0] == laid[1] != move.colour:
            only = TILES.name(laid[0])
            return tr(
                "{star} takes {only} tiles only, after two of them",
                star=_star_name(move),
                only=only,
            )
        if laid[0] == laid[1]:
            return ""
    elif move.star != CENTRE_STAR:
        return ""
    if move.colour in laid:
        return tr(
            "{star} has a {colour} tile already",
            star=_star_name(move),
            colour=TILES.name(move.colour),
        )
    return ""


def _payment_fault(move: Place, position: Position) -> str:
    """Why a placement can't be paid so (rules: place)."""
    cost = int(NUMBER[int(position.plain), 6 * move.star + move.position])
    name, wild = TILES.name(move.colour), TILES.name(position.wild)
    if move.wilds and move.colour == position.wild:
        return tr(
            "{wild} is wild in round {round}; it is paid in {wild} alone",
            wild=wild,
            round=position.round,
        )
    own = cost - move.wilds
    if own < 1:
        return tr(
            "the space costs {cost}, and at least one tile paid is {name}",
            cost=cost,
            name=name,
        )
    stock = position.board.stock
    told = {"own": own, "name": name, "player": position.turn}
    held = stock[move.colour]
    if not move.wilds:
        return tr(
            "this costs {own} {name}; player {player} has {held} {name}",
            held=held,
            **told,
        )
    return tr(
        "this costs {own} {name} and {wilds} {wild}; player {player} has {held} {name}"
        " and {held_wild} {wild}",
        wilds=move.wilds,
        wild=wild,
        held=held,
        held_wild=stock[position.wild],
        **told,
    )


def _choice_fault(colour: int, position: Position) -> str:
    """Why a tile can't be taken or kept (rules: bonus; pass)."""
    name, least = TILES.name(colour), TILES.name(position.least)
    keeping = position.phase == KEEP
    if keeping and not position.board.stock[colour]:
        return tr("player {player} has no {name}", player=position.turn, name=name)
    if not keeping and not position.supply[colour]:
        return tr("the supply holds no {name}", name=name)
    if colour < position.least:
        rule = tr(
            "tiles are taken in the order of colours, {order}: after {least} no {name}"
        )
        if keeping:
            rule = tr(
                "tiles are kept in the order of colours, {order}: after {least} no"
                " {name}"
            )
        return rule.format(order=ORDER, least=least, name=name)
    left = sum(position.supply[colour:])
    return tr(
        "{owed} are due and the supply holds {left} from {name} on;"
        " tiles are taken in the order of colours, {order}",
        owed=position.owed,
        left=left,
        name=name,
        order=ORDER,
    )
