"""How a command ends: its exit code, and the error that a user can put right."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """What the process returns to the shell."""

    OK = 0
    FAILURE = 1
    USAGE = 2  # a wrong option or value on the command line
    BAD_INPUT = 3  # a bad game, position, move or file
    INTERRUPTED = 4  # stopped by Ctrl-C, what was known by then is written


class UserError(Exception):
    """A mistake of the user's: a sentence that says what to type instead."""

    def __init__(self, message: str, code: ExitCode = ExitCode.BAD_INPUT) -> None:
        super().__init__(message)
        self.message, self.code = message, code
