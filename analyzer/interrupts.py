"""Ctrl-C: the first one asks a search to end, the second one ends the command."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def stop_on_interrupt() -> Iterator[Callable[[], bool]]:
    """Gives the question whether Ctrl-C was pressed; a second one raises as ever."""
    stop = threading.Event()

    def first(_number: int, _frame: FrameType | None) -> None:
        stop.set()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = signal.signal(signal.SIGINT, first)
    try:
        yield stop.is_set
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def end_on_interrupt() -> Iterator[None]:
    """Ctrl-C ends the process at once: Python does not look while a kernel runs."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
