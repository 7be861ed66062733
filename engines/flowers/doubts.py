"""Warnings about a Flowers position that is possible but looks like a slip."""

from __future__ import annotations

from engines.flowers.layout import OVER
from engines.flowers.packing import Position
from engines.flowers.reading import default_stacks
from language import tr
from language.counts import counted


def doubts(position: Position) -> tuple[str, ...]:
    """All warnings; none about a position that play has reached with usual stacks."""
    return stack_doubt(position) + gone_doubt(position)


def discards(position: Position) -> range:
    """How many cards a solo game can have discarded: one a turn (rules: turn)."""
    face_up = any(not stack.blind for stack in position.stacks)
    if position.players > 1 or not face_up or not all(position.gardens):
        return range(1)
    most = position.sizes()[0] - 1 - position.discard
    least = most - (position.phase == OVER and most > 0)
    return range(least, most + 1)


def stack_doubt(position: Position) -> tuple[str, ...]:
    """A warning if the stacks did not have as many cards as usual at the start."""
    left = sum(stack.height for stack in position.stacks)
    placed = sum(max(0, size - 1) for size in position.sizes())
    drawn = placed + position.mid_turn
    usual = sum(s.height for s in default_stacks(position.players, position.switches))
    taken = discards(position)
    if any(left + drawn + n == usual for n in taken):
        return ()
    total = left + drawn + taken[-1]
    told = {
        "left": counted(left, "card"),
        "drawn": drawn,
        "total": total,
        "players": counted(position.players, "player"),
        "usual": usual,
    }
    if taken[-1]:
        doubt = tr(
            "{left} in the stacks, {drawn} drawn from them, {discarded} discarded:"
            " {total} at the start; with {players} it is usually {usual}",
            discarded=taken[-1],
            **told,
        )
    else:
        doubt = tr(
            "{left} in the stacks, {drawn} drawn from them: {total} at the start; with"
            " {players} it is usually {usual}",
            **told,
        )
    return (doubt,)


def gone_doubt(position: Position) -> tuple[str, ...]:
    """A warning if a solo game has discarded more cards than are named."""
    least = discards(position)[0]
    if len(position.gone) >= least:
        return ()
    return (
        tr(
            "every solo turn discards a card, {least} so far, but gone"
            " names {gone}; the others count as unseen",
            least=least,
            gone=len(position.gone),
        ),
    )
