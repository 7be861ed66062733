"""Who has had how many turns, and how many are left (rules: end)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.flowers.layout import AT_ONCE, FINISH_ROUND, OVER, SETUP
from engines.flowers.packing import Position
from engines.text import Entries, count_text


def names(numbers: Sequence[int]) -> str:
    """Numbers in words, such as `1`, `1 and 2`, `1, 2 and 3`."""
    *most, last = map(str, numbers)
    return f"{', '.join(most)} and {last}" if most else last


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
    have = f"the gardens have {names(sizes)} cards"
    if max(sizes) > min(sizes) + 1:
        largest = sizes.index(max(sizes)) + 1
        raise entries.place(f"p{largest}.garden").error(
            f"{have}; turns go round, so no garden has two cards more than another"
        )
    if position.phase in (SETUP, OVER):
        return
    if not sizes_fit(sizes, first, turn, position.phase):
        largest = sizes.index(max(sizes)) + 1
        raise entries.place("turn", "first", f"p{largest}.garden").error(
            f"{have}; {_expected(position, entries)}"
        )


def _expected(position: Position, entries: Entries) -> str:
    """How many cards the gardens should have, by the seats as given."""
    given = [
        f"{key}={entries.values[key].text}"
        for key in ("first", "turn")
        if key in entries.values
    ]
    if len(given) < 2:
        seats_given = f" with {given[0]}" if given else ""
        return f"turns taken in order{seats_given} can't give that"
    more = ahead(position.players, position.first, position.turn, position.phase)
    seats_given = f"with {' and '.join(given)}"
    if not more:
        return f"{seats_given} all have equally many"
    who = f"player {names(more)} has"
    if len(more) > 1:
        who = f"players {names(more)} have"
    return f"{seats_given} {who} one more than the others"


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
            "last counts the turns left once a stack has been emptied, and none is"
        )
    elif empty:
        _check_triggered(position, entries)


def _check_over(position: Position, entries: Entries) -> None:
    if position.last:
        raise entries.key("last").error("the game is over, so no turns are left")
    if not position.empty():
        raise entries.place("phase").error(
            "the game ends when a stack is emptied, and every stack holds cards"
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
            f"stack {number} is empty, so the game is over since the end of the"
            f" {'round' if _by_round(position) else 'turn'} in which it was emptied:"
            " write phase=over"
        )
    if not position.last:
        raise entries.place("stacks").error(
            f"stack {number} is empty and last is missing; it is the number of turns"
            " left, this one included"
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
        return (
            f"with first={position.first} and turn={position.turn} the round has"
            f" {count_text(most, 'turn')} left, this one included: write last={most}"
        )
    if _just_now(position):
        others = "" if _at_once(position) else " and everybody else has one more"
        return f"this turn has emptied stack {number}{others}: write last={most}"
    return (
        f"stack {number} was emptied in an earlier turn, so at most"
        f" {count_text(most, 'turn')} can be left"
    )


def _check_emptied(position: Position, turns: int, entries: Entries) -> None:
    """A turn empties one stack at most."""
    empty = position.empty()
    turns = min(turns, sum(position.sizes()) - position.players + position.mid_turn)
    if len(empty) > turns:
        which = f"stack {names(empty)} is"
        if len(empty) > 1:
            which = f"stacks {names(empty)} are"
        why = f"{count_text(turns, 'turn')} at most can have emptied one each"
        if not turns:
            why = "no card has been drawn yet"
        raise entries.part("stacks", empty[turns] - 1).error(
            f"{which} empty, but {why}"
        )
