"""When a search that may stop early looks at its figures, and how sure each look is.

Looking again and again until something seems clear finds clear what is not. So looks
come at fixed numbers of simulations, and every look spends a part of the risk of an
error that is fixed beforehand; the parts add up to the whole. Whatever makes the search
stop, the chance that the figures then reported err is at most the whole. That holds
without any assumption about how the looks depend on each other.

Sources: Darling & Robbins 1967 (confidence sequences), Lan & DeMets 1983 (spending),
Howard, Ramdas, McAuliffe & Sekhon 2021 (stitching: epochs that grow geometrically).
"""

from __future__ import annotations

from search.confidence import Level

FIRST_MARK = 16  # simulations a batch; every mark comes after twice as many
FIRST_LOOK = 512  # the first mark that is a look
LOOKS = 12
LOOKS_SHARE = 0.5  # of the risk, evenly; the rest is kept for the end of the budget


def next_mark(done: int) -> int:
    """Simulations a batch at the first mark after `done`."""
    mark = FIRST_MARK
    while mark <= done:
        mark *= 2
    return mark


def half_way(done: int) -> int | None:
    """The last mark with at most half of the simulations `done`; None before any."""
    mark = next_mark(done // 2) // 2
    return mark if mark >= FIRST_MARK else None


def is_look(mark: int) -> bool:
    """The figures are looked at, at this mark."""
    return FIRST_LOOK <= mark < FIRST_LOOK << LOOKS


def at_a_look(confidence: float) -> Level:
    """How sure each look is."""
    return Level(confidence, LOOKS_SHARE / LOOKS)


def at_the_end(confidence: float) -> Level:
    """How sure the figures are when the budget has been used up between looks."""
    return Level(confidence, 1.0 - LOOKS_SHARE)
