"""Bots that are programs: `exec:COMMAND`, a line of JSON in, a line out.

The program lives for the whole match. After a forfeit it is ended, and started anew for
the next game.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import time
from typing import IO

from engines.protocol import State
from engines.text import shortened
from language import tr
from search.players.base import Forfeit, GameSource, SpecError
from search.players.options import Parameter, leading_options
from search.players.requests import answered, legal_moves, read_move, request

LONGEST_ANSWER = 1 << 16  # bytes
GRACE_SECONDS = 1.0  # from the end of the input to the end by force
KEPT_ERRORS = 2000  # bytes of what the program said last on standard error
PARAMETERS = (
    Parameter("time_ms", "int", 1000, "milliseconds for a decision", 1, 10**8),
    Parameter(
        "start_ms", "int", 10_000, "more for the first one, to start", 0, 10**8
    ),
)  # fmt: skip


class Program:
    """A running program, asked line by line."""

    def __init__(self, words: list[str]) -> None:
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        self._unread = b""
        self._errors = b""
        for pipe in self._pipes():
            os.set_blocking(pipe.fileno(), False)

    def _pipes(self) -> list[IO[bytes]]:
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        return [pipe for pipe in pipes if pipe is not None]

    def ask(self, line: bytes, seconds: float) -> bytes:
        """The line answered within the time; Forfeit if there is none."""
        stdin, stdout, stderr = self._pipes()
        deadline, left = time.monotonic() + seconds, memoryview(line)
        self._drain(stdout)
        if self._unread:
            raise Forfeit("it wrote more than one line for a decision")
        with selectors.DefaultSelector() as ready:
            for pipe in (stdout, stderr):
                ready.register(pipe, selectors.EVENT_READ)
            ready.register(stdin, selectors.EVENT_WRITE)
            while b"\n" not in self._unread:
                wait = deadline - time.monotonic()
                if wait <= 0:
                    raise Forfeit(f"no answer within {1000 * seconds:.0f} ms")
                for key, _ in ready.select(wait):
                    if key.fileobj is stdin:
                        left = self._write(stdin, left)
                    alive = bool(left) if key.fileobj is stdin else self._read(key)
                    if not alive:
                        ready.unregister(key.fileobj)
                    if not alive and key.fileobj is stdout:
                        raise Forfeit(self._ending(deadline))
        answer, _, self._unread = self._unread.partition(b"\n")
        return answer

    def _write(self, stdin: IO[bytes], left: memoryview) -> memoryview:
        """What is still to be written; a program that ended needs nothing more."""
        try:
            return left[os.write(stdin.fileno(), left) :]
        except BlockingIOError:
            return left
        except BrokenPipeError:
            return left[:0]

    def _read(self, key: selectors.SelectorKey) -> bool:
        """What the program wrote is kept; False at its end."""
        try:
            got = os.read(key.fd, LONGEST_ANSWER)
        except BlockingIOError:
            return True
        if key.fileobj is self._process.stderr:
            self._errors = (self._errors + got)[-KEPT_ERRORS:]
            return bool(got)
        self._unread += got
        if len(self._unread) > LONGEST_ANSWER:
            raise Forfeit(f"it wrote more than {LONGEST_ANSWER} bytes for a decision")
        return bool(got)

    def _drain(self, stdout: IO[bytes]) -> None:
        """What was written unasked is in `_unread`; blank lines don't count."""
        with contextlib.suppress(BlockingIOError):
            self._unread += os.read(stdout.fileno(), LONGEST_ANSWER)
        self._unread = self._unread.lstrip()

    def _ending(self, deadline: float) -> str:
        """Why the program is no longer there."""
        with contextlib.suppress(BlockingIOError):
            assert self._process.stderr is not None
            self._errors += os.read(self._process.stderr.fileno(), KEPT_ERRORS)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.1, deadline - time.monotonic()))
        code = self._process.returncode
        said = self._errors.decode(errors="replace").strip().splitlines()
        how = "closed its output" if code is None else f"ended with exit code {code}"
        return f"the program {how}" + (f": {said[-1][:200]}" if said else "")

    def close(self, grace: float = 0.0) -> None:
        """The program has ended: by itself at the end of its input, or by force."""
        for pipe in self._pipes()[:1]:
            pipe.close()
        if grace:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(grace)
        if self._process.returncode is None:  # so its group is still its own
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        for pipe in self._pipes():
            pipe.close()


class ProgramPlayer:
    """Asks a program, which is started when first needed."""

    def __init__(
        self, name: str, source: GameSource, words: list[str], ms: int, start_ms: int
    ) -> None:
        self.name, self._source, self._words = name, source, words
        self._ms, self._start_ms = ms, start_ms
        self._program: Program | None = None
        self._asked = 0

    def choose(self, state: State, seat: int, seed: int) -> int:
        """The program's move; Forfeit, and the program's end, if it gives none."""
        moves = legal_moves(self._source, state)
        self._asked += 1
        asked = {"id": self._asked, **request(self._source, state, seat, seed, moves)}
        line = json.dumps(asked | {"time_ms": self._ms}).encode() + b"\n"
        try:
            move = answered(self._answer(line), self._asked)
            return read_move(self._source, state, moves, move)
        except BaseException:
            self._end(0.0)
            raise

    def _answer(self, line: bytes) -> bytes:
        ms = self._ms
        if self._program is None:
            try:
                self._program = Program(self._words)
            except OSError as error:
                raise Forfeit(f"the program can't be started: {error}") from error
            ms += self._start_ms
        return self._program.ask(line, ms / 1000)

    def close(self) -> None:
        """The program has ended; it had a moment to do so by itself."""
        self._end(GRACE_SECONDS)

    def _end(self, grace: float) -> None:
        if self._program is not None:
            self._program.close(grace)
        self._program = None


def program_player(source: GameSource, name: str, text: str) -> ProgramPlayer:
    """A player from a command line, with `time_ms=N,` before it if that is wanted."""
    if not hasattr(os, "killpg"):
        raise SpecError(tr("'exec' bots need Linux or macOS"))
    given, command = leading_options(text, PARAMETERS)
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise SpecError(
            tr(
                "'exec' can't read {command!r}: {error}",
                command=command[:40],
                error=error,
            )
        ) from None
    if not words:
        raise SpecError(tr("'exec' needs a command: exec:COMMAND"))
    if shutil.which(words[0]) is None:
        raise SpecError(
            tr("there is no program {word!r} to execute", word=shortened(words[0]))
        )
    limits = {p.name: int(given.get(p.name, p.default or 0)) for p in PARAMETERS}
    return ProgramPlayer(name, source, words, limits["time_ms"], limits["start_ms"])
