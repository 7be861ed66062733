"""Cards and cells of Flowers as text (grammar: docs/notation.md)."""

from __future__ import annotations

import re

from engines.flowers.layout import BUTTERFLY, COLOURS_TEXT, NUMBER, PURPLE
from engines.flowers.packing import CARDS, Cell
from engines.text import Span, quoted, whole_number
from language import N_, tr

PURPLE_TEXT = "P"
CARD_FORM = N_(
    "a card is a colour, Y, R, B or G, a number from 1 to 4 and, for a butterfly, the"
    " small letter of its colour, such as R3 or R4b"
)
CELL = re.compile("(?:([EW])([1-9][0-9]*))?(?:([NS])([1-9][0-9]*))?")
LOOSE_CELL = re.compile("(?:[EWNS]0*[1-9][0-9]*){1,2}", re.IGNORECASE)
CELL_FORM = N_(
    "a cell is O, or E or W with a distance, N or S with a distance, or both, such as"
    " E1, S2 or W1N2"
)


def _name(card: int) -> str:
    butterfly = "-yrbg"[BUTTERFLY[card]] if BUTTERFLY[card] else ""
    return f"{COLOURS_TEXT[card >> 3]}{NUMBER[card]}{butterfly}"


NAMES = {card: _name(card) for card in CARDS} | {PURPLE: PURPLE_TEXT}
NUMBER_CARDS = {NAMES[card]: card for card in CARDS}


def read_card(span: Span, where: str) -> int:
    """A card such as `R4b`; NotationError, saying where it lies, if it is none."""
    if span.text in NUMBER_CARDS:
        return NUMBER_CARDS[span.text]
    raise span.error(
        tr(
            "{where} has {word}; {fault}",
            where=where,
            word=quoted(span.text),
            fault=_card_fault(span.text),
        )
    )


def read_laid_card(span: Span, where: str) -> int:
    """The same for a card of a garden, where the purple one lies too."""
    return PURPLE if span.text == PURPLE_TEXT else read_card(span, where)


def _card_fault(text: str) -> str:
    """Why a text is no card."""
    spelled = text[:1].upper() + text[1:].lower()
    if text == PURPLE_TEXT:
        return tr("the purple card lies in gardens only")
    if spelled in NUMBER_CARDS:
        return tr("this card is written {spelled}", spelled=spelled)
    if re.fullmatch("[YRBG][123][yrbg]", spelled):
        return tr("only 4s have butterflies")
    if re.fullmatch("[YRBG]4[yrbg]", spelled):
        return tr("a butterfly has another colour than its card")
    return tr(CARD_FORM)


def cell_text(cell: Cell) -> str:
    """`O`, or the distances east or west, then north or south, such as `W1N2`."""
    across = f"{'E' if cell.x > 0 else 'W'}{abs(cell.x)}" if cell.x else ""
    along = f"{'N' if cell.y > 0 else 'S'}{abs(cell.y)}" if cell.y else ""
    return across + along or "O"


def read_cell(span: Span, where: str) -> Cell:
    """A cell such as `W1N2`; NotationError if it is none."""
    cell = cell_of(span.text)
    if cell is None:
        raise span.error(
            tr(
                "{where} has {word}; {fault}",
                where=where,
                word=quoted(span.text),
                fault=cell_fault(span.text),
            )
        )
    return cell


def cell_of(text: str) -> Cell | None:
    """The cell of a text, None if it is written otherwise."""
    match = CELL.fullmatch(text)
    if text == "O":
        return Cell(0, 0)
    if not text or match is None:
        return None
    across, x, along, y = match.groups()
    east, north = whole_number(x or ""), whole_number(y or "")
    return Cell(-east if across == "W" else east, -north if along == "S" else north)


def cell_fault(text: str) -> str:
    """Why a text is no cell."""
    if text in ("o", "0"):
        return tr("the cell of the start card is written with the letter O")
    if LOOSE_CELL.fullmatch(text):
        steps = re.findall("([EWNS])0*([0-9]+)", text.upper())
        spelled = "".join(a + n for a, n in sorted(steps, key=lambda s: s[0] in "NS"))
        if CELL.fullmatch(spelled):
            return tr("this cell is written {spelled}", spelled=spelled)
    return tr(CELL_FORM)
