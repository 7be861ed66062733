"""Which Flowers positions are possible: each check names the rule broken.

No position that play can reach is refused. Players and stacks are numbered from 1 in
messages; a check raises `NotationError` at the value in question.
"""

from __future__ import annotations

import re
from collections import Counter

from engines.flowers.cards import NUMBER_CARDS, cell_text
from engines.flowers.layout import BLIND, MAX_CELLS, OVER, PURPLE
from engines.flowers.packing import COPIES_OF, ORIGIN, Position, as_grown
from engines.flowers.phases import check_phase, check_untouched
from engines.flowers.turns import check_last, check_sizes
from engines.text import Entries, Span
from language import tr
from language.counts import counted

CARD = re.compile("[YRBG][1-4][yrbg]?")


def check(position: Position, entries: Entries) -> None:
    """The position is possible: NotationError names the rule that it breaks."""
    check_copies(entries)
    for player in range(1, position.players + 1):
        check_garden(position, player, entries)
    check_phase(position, entries)
    check_last(position, entries)
    check_sizes(position, entries)
    check_unseen(position, entries)
    check_room(position, entries)


def check_new(position: Position, entries: Entries) -> None:
    """The stacks of a new game are possible."""
    check_untouched(position, entries, tr("in a new game"))
    check_unseen(position, entries)
    check_room(position, entries)


# --- Cards (rules: material) ----------------------------------------------------------


def check_copies(entries: Entries) -> None:
    """No card is there more often than it exists."""
    seen: Counter[int] = Counter()
    for key, span in entries.values.items():
        if key in ("stacks", "drawn", "gone") or key.endswith(".garden"):
            for match in CARD.finditer(span.text):
                card = NUMBER_CARDS[match[0]]
                seen[card] += 1
                if seen[card] > COPIES_OF[card]:
                    raise span.cut(*match.span()).error(
                        tr(
                            "this is one {card} too many; the game has {copies}",
                            card=match[0],
                            copies=COPIES_OF[card],
                        )
                    )


def check_unseen(position: Position, entries: Entries) -> None:
    """There are enough cards for all that lie face down."""
    down = sum(stack.height - bool(stack.top) for stack in position.stacks)
    starts = sum(not garden for garden in position.gardens)
    blind = position.phase == BLIND
    unseen = sum(position.unseen().values())
    if down + starts + blind > unseen:
        fault = tr("{down} can't lie face down in the stacks: there are {unseen}")
        if blind:
            fault = tr(
                "{down} can't lie face down in the stacks besides the card drawn"
                " blind: there are {unseen}"
            )
        elif starts:
            fault = tr(
                "{down} can't lie face down in the stacks besides {starts}: there are"
                " {unseen}"
            )
        raise entries.place("stacks").error(
            fault.format(
                down=counted(down, "card"),
                starts=counted(starts, "start card"),
                unseen=counted(unseen, "unseen card"),
            )
        )


# --- Gardens (rules: turn; Summer variant) --------------------------------------------


def check_garden(position: Position, player: int, entries: Entries) -> None:
    """The garden has grown from O, and its piles are allowed."""
    garden, key = position.gardens[player - 1], f"p{player}.garden"
    listed = set()
    for index, pile in enumerate(garden):
        span = entries.part(key, index)
        if pile.cell in listed:
            raise span.error(
                tr(
                    "{cell} is listed twice; a cell lists all its cards from the"
                    " bottom, such as E1:Y1/B2",
                    cell=cell_text(pile.cell),
                )
            )
        listed.add(pile.cell)
        check_pile(position, index, player, span)
    if garden and ORIGIN not in listed:
        raise entries.place(key).error(
            tr(
                "the garden of player {player} has no card at O, where it starts",
                player=player,
            )
        )
    grown = as_grown(garden)
    for index, pile in enumerate(garden):
        if pile not in grown:
            raise entries.part(key, index).error(
                tr(
                    "{cell} is not connected with O; a card lies beside another,"
                    " edge to edge",
                    cell=cell_text(pile.cell),
                )
            )


def check_pile(position: Position, index: int, player: int, span: Span) -> None:
    """The purple card lies at the bottom of O in Summer, and covers are allowed."""
    pile, switches = position.gardens[player - 1][index], position.switches
    covered = len(pile.cards) - 1
    purple = [i for i, card in enumerate(pile.cards) if card == PURPLE]
    if purple and not switches.summer:
        raise span.error(
            tr("P is the start card of the Summer variant: write summer=yes")
        )
    if [i for i in purple if i or pile.cell != ORIGIN]:
        raise span.error(tr("P lies at the bottom of O and nowhere else"))
    if switches.summer and pile.cell == ORIGIN and not purple:
        raise span.error(tr("in Summer P lies at the bottom of O, such as O:P"))
    if purple and covered and not switches.summer_cover:
        raise span.error(tr("with summer-cover=no the purple card is never covered"))
    if covered > switches.cover_limit:
        raise span.error(
            tr(
                "{cell} has {covered}; with cover-limit={limit} a cell"
                " has at most {limit}",
                cell=cell_text(pile.cell),
                covered=counted(covered, "covered card"),
                limit=switches.cover_limit,
            )
        )


# --- Room for the cards to come -------------------------------------------------------


def check_room(position: Position, entries: Entries) -> None:
    """No garden can come to have more cells than a state has room for."""
    cards = max(1, *position.sizes()) + turns_to_come(position)
    if cards > MAX_CELLS:
        raise entries.place("stacks").error(
            tr(
                "with these stacks a garden could come to have {cards} cells;"
                " there is room for {room}",
                cards=cards,
                room=MAX_CELLS,
            )
        )


def turns_to_come(position: Position) -> int:
    """The most cards that a player can still place (rules: end)."""
    if position.phase == OVER:
        return 0
    if position.last:
        return 1
    spare = sum(max(0, stack.height - 1) for stack in position.stacks)
    if position.players > 1:
        return -(-(spare + 1) // position.players) + 1
    if not position.first_face_up():
        return spare + 1 + position.mid_turn
    return (spare + position.mid_turn - position.discard) // 2 + 1
