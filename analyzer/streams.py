"""The standard streams, so that one that can't be written ends in a sentence."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING

from analyzer.exits import ExitCode, UserError
from language import tr

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

OUTPUT = 1  # the file descriptor of standard output


class OutputFile(io.FileIO):
    """Standard output; UserError, once, if the system does not take what is written."""

    def write(self, data: ReadableBuffer, /) -> int:
        """The bytes are written, or thrown away if nothing can be written any more."""
        try:
            return super().write(data)
        except BrokenPipeError:
            discard_output()
            raise
        except OSError as error:
            discard_output()
            raise UserError(
                tr("can't write to standard output: {reason}", reason=error.strerror),
                ExitCode.FAILURE,
            ) from error


def discard_output() -> None:
    """What is still to be written to standard output goes nowhere, without an error."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, OUTPUT)
    os.close(nowhere)


def open_streams() -> None:
    """Standard output reports its errors; characters that can't be shown become `?`."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 (open to the end)
    sys.stderr.reconfigure(errors="replace")  # type: ignore[union-attr]
    if sys.stdout is None:  # closed: writing to what is open for reading fails alike
        closed = os.open(os.devnull, os.O_RDONLY)
        if closed != OUTPUT:
            os.dup2(closed, OUTPUT)
            os.close(closed)
    sys.stdout = io.TextIOWrapper(
        io.BufferedWriter(OutputFile(OUTPUT, "w", closefd=False)),
        encoding=sys.stdout.encoding if sys.stdout else "utf-8",
        errors="replace",
        line_buffering=os.isatty(OUTPUT),
    )
