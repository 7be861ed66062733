"""Warnings about a Summer Pavilion position that is possible but looks like a slip."""

from __future__ import annotations

from engines.summer_pavilion.layout import DRAFT, MAX_KEPT
from engines.summer_pavilion.packing import Position
from engines.summer_pavilion.validation import PLACING
from engines.text import Entries
from engines.tiles import TILES_PER_FACTORY, turn_doubt
from language import tr
from language.counts import counted


def doubts(position: Position, entries: Entries) -> tuple[str, ...]:
    """All warnings; none about a position that play has reached and a program wrote."""
    if position.phase in PLACING and "marker" not in entries.values:
        return (
            tr(
                "marker is not given: as if nobody had taken it this round,"
                " player {first}, who started the draft, starts the placing and"
                " the next round",
                first=position.first,
            ),
        )
    if position.phase != DRAFT or not position.bag_and_tower():
        return ()
    doubt = stock_doubt(position)
    if position.marker == 0:
        doubt += turn_doubt(
            position.factories, position.players, position.first, position.turn
        )
    return doubt


def stock_doubt(position: Position) -> tuple[str, ...]:
    """A warning if the stocks can't be what was taken from factories and centre."""
    emptied = position.emptied()
    taken = emptied * TILES_PER_FACTORY - sum(position.centre)
    kept = 0 if position.round == 1 else MAX_KEPT * position.players
    held = sum(sum(board.stock) for board in position.boards)
    if taken <= held <= taken + kept:
        return ()
    told = {
        "emptied": emptied,
        "factories": len(position.factories),
        "centre": sum(position.centre),
        "taken": counted(taken, "tile"),
        "held": held,
    }
    if kept:
        doubt = tr(
            "with {emptied} of {factories} factories empty and {centre} in the centre"
            " the players have taken {taken} and at most {kept} kept from the round"
            " before, but their stocks hold {held}",
            kept=kept,
            **told,
        )
    else:
        doubt = tr(
            "with {emptied} of {factories} factories empty and {centre} in the centre"
            " the players have taken {taken}, but their stocks hold {held}",
            **told,
        )
    return (doubt,)
