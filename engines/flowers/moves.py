"""Moves and whole turns of Flowers as text (grammar: docs/notation.md)."""

from __future__ import annotations

import re

from engines.flowers import packing, rules
from engines.flowers.cards import CELL_FORM, cell_fault, cell_of, cell_text
from engines.flowers.layout import BLIND, DRAW, OVER, PHASE, PLACE, PURPLE, SETUP
from engines.flowers.packing import Draw, Move, Position
from engines.protocol import State
from engines.text import Span, listing, quoted
from language import tr
from language.counts import counted

JOINT = ":"  # between the decisions of a turn


def move_text(move: Move) -> str:
    """The number of a stack, or a cell."""
    return str(move.stack + 1) if isinstance(move, Draw) else cell_text(move)


def format_move(action: int, state: State) -> str:
    """One decision: a stack such as `2`, or a cell such as `E1N2`."""
    return move_text(packing.unpack_moves([action], state)[0])


def parse_move(text: str, state: State) -> int:
    """The action of one decision; NotationError, with some legal ones, if illegal."""
    return _parse_word(Span.whole(text), state)


def parse_turn(text: str, state: State) -> list[int]:
    """The actions of a turn such as `2:E1N2` or `2 E1N2`, to be played in this order.

    NotationError at the first that is illegal, and where a card has to be seen first.
    """
    actions: list[int] = []
    state = state.copy()
    for word in Span.whole(text).words():
        for part in word.split(JOINT):
            actions.append(_parse_word(part, state))
            rules.play(state, actions[-1])
    return actions


def _parse_word(span: Span, state: State) -> int:
    if state[PHASE] not in (DRAW, PLACE):
        raise span.error(
            tr(
                "no move is possible: {why}",
                why=_no_decision(packing.unpack(state)),
            )
        )
    legal = [rules.action_at(state, i) for i in range(rules.count_actions(state))]
    moves = packing.unpack_moves(legal, state)
    named = dict(zip(map(move_text, moves), legal, strict=True))
    if span.text in named:
        return int(named[span.text])
    fault = _fault(span.text, packing.unpack(state))
    raise span.error(
        tr("{fault}; legal: {moves}", fault=fault, moves=listing(list(named)))
    )


# --- What is wrong with a move --------------------------------------------------------


def _no_decision(position: Position) -> str:
    """What comes before the next decision."""
    if position.phase == OVER:
        return tr("the game is over")
    if position.phase == SETUP:
        return tr("the start cards are not dealt yet")
    if position.phase == BLIND:
        return tr(
            "the card drawn from stack {source} must be seen first",
            source=position.source,
        )
    return tr(
        "the top of stack {stack} must be turned up first", stack=position.hidden()[0]
    )


def _fault(text: str, position: Position) -> str:
    """Why a text is no legal move."""
    if position.phase == DRAW:
        return _draw_fault(text, position)
    return _place_fault(text, position)


def _draw_fault(text: str, position: Position) -> str:
    """Why no card is drawn so (rules: turn 3)."""
    if not re.fullmatch("[0-9]", text):
        return tr(
            "a move is the number of the stack to draw from, not {text}",
            text=quoted(text),
        )
    stacks = len(position.stacks)
    if 1 <= int(text) <= stacks:
        return tr("stack {text} is empty", text=text)
    return tr(
        "there is no stack {text}; they are numbered from 1 to {stacks}",
        text=text,
        stacks=stacks,
    )


def _place_fault(text: str, position: Position) -> str:
    """Why the card drawn is not placed so (rules: turn 5, 6)."""
    cell = cell_of(text)
    if cell is None:
        fault = cell_fault(text)
        if fault == tr(CELL_FORM):
            return tr(
                "a move is the cell for the card drawn, not {text}; {fault}",
                text=quoted(text),
                fault=fault,
            )
        return fault
    piles = {pile.cell: pile.cards for pile in position.gardens[position.turn - 1]}
    if cell not in piles:
        return tr(
            "{text} touches no card in the garden of player {turn}; a card"
            " is placed beside another, edge to edge, or on one",
            text=text,
            turn=position.turn,
        )
    if piles[cell][-1] == PURPLE and not position.switches.summer_cover:
        return tr("with summer-cover=no the purple card is never covered")
    limit = position.switches.cover_limit
    covered = counted(len(piles[cell]) - 1, "covered card")
    return tr(
        "{text} has {covered}, and with cover-limit={limit} takes no more",
        text=text,
        covered=covered,
        limit=limit,
    )
