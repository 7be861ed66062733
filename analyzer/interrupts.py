"""Ctrl-C: the first one asks a search to end, the second one ends the command."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from types import FrameType

from language import N_, tr

STOPPING = N_("stopping; the moves known so far follow")
STOPPING_LATER = N_("stopping as soon as the compilation ends")


@dataclass
class Stop:
    """Whether Ctrl-C was pressed, and what is answered when it is."""

    answer: str = STOPPING_LATER
    _pressed: threading.Event = field(default_factory=threading.Event)

    def asked(self) -> bool:
        """Whether the search is to end."""
        return self._pressed.is_set()

    def ask(self) -> None:
        """The search is to end."""
        self._pressed.set()


@contextmanager
def stop_on_interrupt(say: Callable[[str], None]) -> Iterator[Stop]:
    """The first Ctrl-C asks to stop and is answered at once; a second one raises."""
    stop = Stop()

    def first(_number: int, _frame: FrameType | None) -> None:
        stop.ask()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        with suppress(OSError, RuntimeError):  # it came while something was written
            say(tr(stop.answer))

    before = signal.signal(signal.SIGINT, first)
    try:
        yield stop
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
