"""Games as the lines of a result table, written by a kernel: a row a game and seat.

Random games take a few microseconds each; any library would take longer for their rows
than the games themselves do (docs/decisions/0009).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.jit import inlined, kernel
from search.policy_games import MAX_ROUNDS, Games
from search.results import FORFEIT, Result

if TYPE_CHECKING:
    import pandas as pd

Bytes = NDArray[np.uint8]

COLUMNS = (
    *("block", "game", "seed", "seating", "seat", "player", "score", "win_share"),
    *("rank", "rounds", "plies", "end", "error", "round_scores"),
)
TEXTS = ("seating", "player", "end", "error", "round_scores")
NUMBER = 21  # characters of the longest whole number, with what parts it from the next
COMMA, NEWLINE, SEMICOLON, SLASH, MINUS, ZERO = b",\n;/-0"


class Labels(NamedTuple):
    """Texts as bytes; each row of a table ends in a 0."""

    players: Bytes
    endings: Bytes
    errors: Bytes  # by seat, or one for all
    shares: Bytes  # of n winners


def labels(
    players: Sequence[str], endings: Sequence[str], errors: Sequence[str]
) -> Labels:
    """What rows name; `endings` without the forfeit, which comes last."""
    shares = ["0", *(repr(1 / n) if n > 1 else "1" for n in range(1, 9))]
    return Labels(
        _table(players),
        _table([*endings, FORFEIT]),
        _table([_field(error) for error in errors]),
        _table(shares),
    )


def _table(texts: Sequence[str]) -> Bytes:
    coded = [text.encode() for text in texts]
    found = np.zeros((len(coded), 1 + max(map(len, coded))), np.uint8)
    for row, code in zip(found, coded, strict=True):
        row[: len(code)] = list(code)
    return found


def _field(text: str) -> str:
    """A text as a field of CSV."""
    if not text:
        return ""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow([text])
    return line.getvalue()


def header(sources: Sequence[str]) -> bytes:
    """The first line of the table."""
    return (",".join([*COLUMNS, *sources]) + "\n").encode()


def frame(text: bytes) -> pd.DataFrame:
    """The table that these lines are, the header first."""
    import pandas as pd  # 0.3 s that only frames pay for

    return pd.read_csv(
        io.BytesIO(text),
        dtype=dict.fromkeys(TEXTS, "str"),
        keep_default_na=False,
        engine="c",
    )


class RowWriter:
    """Turns games into rows; serves one thread."""

    def __init__(
        self, players: Sequence[str], endings: Sequence[str], per_block: int
    ) -> None:
        self._players, self._endings, self._per_block = players, endings, per_block
        self._plain = labels(players, endings, [""])
        self._out = np.zeros(0, np.uint8)

    def rows(self, games: Games, count: int, seed: int) -> bytes:
        """The rows of the first `count` games, all played to their ends."""
        return self._written(games, count, seed, self._plain)

    def row(self, result: Result, seed: int) -> bytes:
        """The rows of one game, whatever has become of it."""
        names = labels(self._players, self._endings, result.errors)
        return self._written(games_of(result, self._endings), 1, seed, names)

    def _written(self, games: Games, count: int, seed: int, names: Labels) -> bytes:
        seats, sources = games.seating.shape[1], games.sources.shape[2]
        keys = (seats + 1) * names.players.shape[1] + 4 * NUMBER
        texts = names.endings.shape[1] + names.errors.shape[1] + names.shares.shape[1]
        row = keys + texts + NUMBER * (len(COLUMNS) + MAX_ROUNDS + sources)
        if len(self._out) < count * seats * row:
            self._out = np.zeros(count * seats * row, np.uint8)
        work = np.zeros(keys, np.uint8)
        end = write_rows(games, count, self._per_block, seed, names, work, self._out)
        return self._out[:end].tobytes()


def games_of(result: Result, endings: Sequence[str]) -> Games:
    """One game that has been played, as the kernel takes it."""
    seats, sources = len(result.scores), len(result.sources[0])
    rounds = np.zeros((1, MAX_ROUNDS, seats))
    if result.round_scores:
        rounds[0, : len(result.round_scores)] = result.round_scores
    return Games(
        block=np.array([result.block]),
        number=np.array([result.number]),
        seating=np.array([result.seating]),
        plies=np.array([result.plies]),
        rounds=np.array([result.rounds]),
        ending=np.array([[*endings, FORFEIT].index(result.end)]),
        scores=np.array([result.scores], float),
        wins=np.array([result.win_shares], float),
        round_scores=rounds,
        sources=np.array([result.sources], float).reshape(1, seats, sources),
    )


@inlined
def put_text(out: Bytes, at: int, text: Bytes) -> int:
    """The place after the text."""
    i = 0
    while text[i] != 0:
        out[at + i] = text[i]
        i += 1
    return at + i


@inlined
def put(out: Bytes, at: int, character: int) -> int:
    """The place after the character."""
    out[at] = character
    return at + 1


@inlined
def put_number(out: Bytes, at: int, value: int) -> int:
    """The place after the digits of a whole number."""
    if value < 0:
        at = put(out, at, MINUS)
        value = -value
    digits = 1
    rest = value // 10
    while rest > 0:
        digits += 1
        rest //= 10
    for i in range(digits - 1, -1, -1):
        out[at + i] = ZERO + value % 10
        value //= 10
    return at + digits


@inlined
def rank_of(games: Games, index: int, seat: int, by_score: bool) -> int:
    """1 for the best by win share, then by score; equals share a rank."""
    rank = 1
    for other in range(games.seating.shape[1]):
        ahead = games.wins[index, other] - games.wins[index, seat]
        if ahead == 0.0 and by_score:
            ahead = games.scores[index, other] - games.scores[index, seat]
        rank += 1 if ahead > 0.0 else 0
    return rank


@kernel
def put_row(
    games: Games, index: int, seat: int, keys: Bytes, names: Labels, out: Bytes, at: int
) -> int:
    """The place after the row; `keys` are the fields that all rows of a game share."""
    forfeit = games.ending[index] == names.endings.shape[0] - 1
    at = put_text(out, at, keys)
    at = put(out, put_number(out, at, seat + 1), COMMA)
    at = put_text(out, at, names.players[games.seating[index, seat]])
    at = put(out, at, COMMA)
    at = put_number(out, at, int(games.scores[index, seat]))
    at = put(out, at, COMMA)
    share = games.wins[index, seat]
    winners = int(1.0 / share + 0.5) if share > 0.0 else 0
    at = put(out, put_text(out, at, names.shares[winners]), COMMA)
    at = put_number(out, at, rank_of(games, index, seat, not forfeit))
    at = put(out, at, COMMA)
    at = put(out, put_number(out, at, games.rounds[index]), COMMA)
    at = put(out, put_number(out, at, games.plies[index]), COMMA)
    at = put_text(out, at, names.endings[games.ending[index]])
    at = put(out, at, COMMA)
    at = put(
        out,
        put_text(out, at, names.errors[min(seat, names.errors.shape[0] - 1)]),
        COMMA,
    )
    played = min(MAX_ROUNDS, games.rounds[index] - (1 if forfeit else 0))
    for i in range(played):
        at = put(out, at, SEMICOLON) if i > 0 else at
        at = put_number(out, at, int(games.round_scores[index, i, seat]))
    for i in range(games.sources.shape[2]):
        at = put(out, at, COMMA)
        at = put_number(out, at, int(games.sources[index, seat, i]))
    return put(out, at, NEWLINE)


@kernel
def write_rows(
    games: Games,
    count: int,
    per_block: int,
    seed: int,
    names: Labels,
    keys: Bytes,
    out: Bytes,
) -> int:
    """`out` starts with the rows of the first `count` games; their length in bytes.

    `keys` is a buffer for the fields that all rows of a game share.
    """
    seats = games.seating.shape[1]
    at = 0
    for index in range(count):
        block = games.block[index]
        end = put(keys, put_number(keys, 0, block), COMMA)
        game = (block - 1) * per_block + games.number[index] + 1
        end = put(keys, put_number(keys, end, game), COMMA)
        end = put(keys, put_number(keys, end, seed), COMMA)
        for seat in range(seats):
            end = put_text(keys, end, names.players[games.seating[index, seat]])
            end = put(keys, end, SLASH if seat < seats - 1 else COMMA)
        keys[end] = 0
        for seat in range(seats):
            at = put_row(games, index, seat, keys, names, out, at)
    return at
