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

from collections.abc import Iterator
from itertools import count

from search.confidence import Level

FIRST_MARK = 16  # simulations a batch
MARKS_A_DOUBLING = 4
FIRST_LOOK = 512  # a mark; every look comes after twice as many simulations
LOOKS = 12
LOOKS_SHARE = 0.5  # of the risk, evenly; the rest is kept for the end of the budget


def next_mark(done: int) -> int:
    """Simulations a batch at the first mark after `done`."""
    return next(mark for mark in _marks() if mark > done)


def half_way(done: int) -> int | None:
    """The last mark with at most half of the simulations `done`; None before any."""
    mark = None
    for following in _marks():
        if following > done // 2:
            return mark
        mark = following
    return mark


def _marks() -> Iterator[int]:
    """Where the figures are noted down, four times while simulations double."""
    return (int(FIRST_MARK * 2.0 ** (number / MARKS_A_DOUBLING)) for number in count())


def is_look(mark: int) -> bool:
    """The figures are looked at, at this mark."""
    return mark in [FIRST_LOOK << number for number in range(LOOKS)]


def at_a_look(confidence: float) -> Level:
    """How sure each look is."""
    return Level(confidence, LOOKS_SHARE / LOOKS)


def at_the_end(confidence: float) -> Level:
    """How sure the figures are when the budget has been used up between looks."""
    return Level(confidence, 1.0 - LOOKS_SHARE)
