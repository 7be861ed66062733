"""Who has had how many turns, and how many are left (rules: end)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.flowers.layout import AT_ONCE, FINISH_ROUND, OVER, SETUP
from engines.flowers.packing import Position
from engines.text import Entries
from language import tr, trn
from language.counts import counted, listed


def names(numbers: Sequence[int]) -> str:
    """Numbers in words, such as `1`, `1 and 2`, `1, 2 and 3`."""
    return listed([str(number) for number in numbers])


# --- Cards of the gardens -------------------------------------------------------------


def ahead(players: int, first: int, turn: int, phase: int) -> list[int]:
    """The players who have had one turn more than the others."""
    done = (turn - first) % players + (phase == OVER)
    return sorted((first - 1 + i) % players + 1 for i in range(done % players))


def sizes_fit(sizes: Sequence[int], first: int, turn: int, phase: int) -> bool:
    """Whether gardens of so many cards fit these seats."""
    more = ahead(len(sizes), first, turn, phase)
    return all(n == min(sizes) + (p in more) for p, n in enumerate(sizes, 1))


def seats(sizes: Sequence[int], phase: int, first: int, turn: int) -> tuple[int, int]:
    """`first` and `turn`, each 0 if it is to follow from the cards of the gardens."""
    players = range(1, len(sizes) + 1)
    if phase != SETUP:
        for starter in [first] if first else players:
            for player in [turn] if turn else players:
                if sizes_fit(sizes, starter, player, phase):
                    return starter, player
    return first or turn or 1, turn or first or 1


def check_sizes(position: Position, entries: Entries) -> None:
    """Players have turns in order, from `first` on (rules: turn)."""
    sizes, first, turn = position.sizes(), position.first, position.turn
    have = names(sizes)
    if max(sizes) > min(sizes) + 1:
        largest = sizes.index(max(sizes)) + 1
        raise entries.place(f"p{largest}.garden").error(
            tr(
                "the gardens have {sizes} cards; turns go round, so no garden has two"
                " cards more than another",
                sizes=have,
            )
        )
    if position.phase in (SETUP, OVER):
        return
    if not sizes_fit(sizes, first, turn, position.phase):
        largest = sizes.index(max(sizes)) + 1
        raise entries.place("turn", "first", f"p{largest}.garden").error(
            tr(
                "the gardens have {sizes} cards; {expected}",
                sizes=have,
                expected=_expected(position, entries),
            )
        )


def _expected(position: Position, entries: Entries) -> str:
    """How many cards the gardens should have, by the seats as given."""
    given = [
        f"{key}={entries.values[key].text}"
        for key in ("first", "turn")
        if key in entries.values
    ]
    if not given:
        return tr("turns taken in order can't give that")
    if len(given) < 2:
        return tr("turns taken in order with {seat} can't give that", seat=given[0])
    more = ahead(position.players, position.first, position.turn, position.phase)
    seats_given = listed(given)
    if not more:
        return tr("with {seats} all have equally many", seats=seats_given)
    return trn(
        "with {seats} player {players} has one more than the others",
        "with {seats} players {players} have one more than the others",
        len(more),
        seats=seats_given,
        players=names(more),
    )


# --- The last turns -------------------------------------------------------------------


def default_last(position: Position) -> int:
    """Turns left if `last` is not given; 0 if that does not follow."""
    if not position.empty() or position.phase == OVER:
        return 0
    most = _most_left(position)
    return most if most == 1 or _is_exact(position) else 0


def left_in_round(position: Position) -> int:
    """Turns left in the round, this one included."""
    return position.players - (position.turn - position.first) % position.players


def check_last(position: Position, entries: Entries) -> None:
    """`last` says how many turns are left once a stack has been emptied."""
    empty, last = position.empty(), position.last
    if position.phase == OVER:
        _check_over(position, entries)
    elif last and not empty:
        raise entries.place("last").error(
            tr("last counts the turns left once a stack has been emptied, and none is")
        )
    elif empty:
        _check_triggered(position, entries)


def _check_over(position: Position, entries: Entries) -> None:
    if position.last:
        raise entries.key("last").error(tr("the game is over, so no turns are left"))
    if not position.empty():
        raise entries.place("phase").error(
            tr("the game ends when a stack is emptied, and every stack holds cards")
        )
    _check_emptied(position, 1 if _at_once(position) else position.players, entries)


def _at_once(position: Position) -> bool:
    """Whether nobody else has a turn after the one that empties a stack."""
    return position.switches.ending == AT_ONCE or position.players == 1


def _just_now(position: Position) -> bool:
    """Whether the draw of this turn has emptied the first stack."""
    return position.mid_turn and position.empty() == [position.source]


def _check_triggered(position: Position, entries: Entries) -> None:
    """The end has been triggered and the game is not over."""
    number = position.empty()[0]
    most = _most_left(position)
    if most == 0:
        raise entries.part("stacks", number - 1).error(
            tr(
                "stack {number} is empty, so the game is over since the end of the"
                " round in which it was emptied: write phase=over",
                number=number,
            )
            if _by_round(position)
            else tr(
                "stack {number} is empty, so the game is over since the end of the"
                " turn in which it was emptied: write phase=over",
                number=number,
            )
        )
    if not position.last:
        raise entries.place("stacks").error(
            tr(
                "stack {number} is empty and last is missing; it is the number"
                " of turns left, this one included",
                number=number,
            )
        )
    if position.last > most or (position.last < most and _is_exact(position)):
        raise entries.place("last").error(_wrong_last(position, most))
    turns = position.players - position.last + position.mid_turn
    _check_emptied(position, 1 if _at_once(position) else turns, entries)


def _by_round(position: Position) -> bool:
    return position.switches.ending == FINISH_ROUND and not _at_once(position)


def _most_left(position: Position) -> int:
    """The most turns that can be left once a stack is empty; 0 for none."""
    if _at_once(position):
        return int(_just_now(position))
    if _by_round(position):
        left = left_in_round(position)
        return left if left < position.players or _just_now(position) else 0
    return position.players - (not _just_now(position))


def _is_exact(position: Position) -> bool:
    """Whether exactly so many turns are left."""
    return _by_round(position) or _just_now(position)


def _wrong_last(position: Position, most: int) -> str:
    number = position.empty()[0]
    if _by_round(position):
        return tr(
            "with first={first} and turn={turn} the round has {most} left,"
            " this one included: write last={last}",
            first=position.first,
            turn=position.turn,
            most=counted(most, "turn"),
            last=most,
        )
    if _just_now(position):
        if _at_once(position):
            fault = tr("this turn has emptied stack {number}: write last={last}")
        else:
            fault = tr(
                "this turn has emptied stack {number} and everybody else has one more:"
                " write last={last}"
            )
        return fault.format(number=number, last=most)
    return tr(
        "stack {number} was emptied in an earlier turn, so at most {most} can be left",
        number=number,
        most=counted(most, "turn"),
    )


def _check_emptied(position: Position, turns: int, entries: Entries) -> None:
    """A turn empties one stack at most."""
    empty = position.empty()
    turns = min(turns, sum(position.sizes()) - position.players + position.mid_turn)
    if len(empty) > turns:
        why = tr("no card has been drawn yet")
        if turns:
            why = tr(
                "{turns} at most can have emptied one each",
                turns=counted(turns, "turn"),
            )
        raise entries.part("stacks", empty[turns] - 1).error(
            trn(
                "stack {stacks} is empty, but {why}",
                "stacks {stacks} are empty, but {why}",
                len(empty),
                stacks=names(empty),
                why=why,
            )
        )
