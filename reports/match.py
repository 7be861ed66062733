"""Two players who meet on every deal in both seats: counts, Elo, superiority.

A block is a deal; its result for a player is the sum of two games, 0 to 2 by halves.
The pentanomial counts how often each of the five occurred.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtr

from language import tr
from reports.checks import require_games
from reports.intervals import (
    CONFIDENCE,
    ELO,
    NORMALISED_ELO,
    UNKNOWN,
    Interval,
    Vector,
    elo_of_share,
    share_interval,
    student,
)

if TYPE_CHECKING:
    import pandas as pd

Counts = NDArray[np.int64]

GAMES_PER_BLOCK = 2
RESULTS = np.array([0.0, 0.5, 1.0, 1.5, 2.0])
"""What a player can get in a block of two games."""
SHARES = RESULTS / GAMES_PER_BLOCK


@dataclass(frozen=True)
class Match:
    """What a match says about its first player.

    Intervals are between blocks, in win shares, Elo and normalised Elo; `superiority`
    is the probability, 0 to 1, that the first player is the stronger one.
    """

    blocks: int
    games: int
    pentanomial: tuple[int, ...]
    share: Interval
    elo: Interval
    normalised_elo: Interval
    superiority: float


def block_results(games: pd.DataFrame, player: str, opponent: str) -> pd.Series[float]:
    """The player's result 0 to 2 against `opponent` by block, in order of blocks.

    Only games of these two at a table of two are read. Raises ValueError where there
    are none, or a block does not hold the two seatings.
    """
    seats = _seats(games, player, opponent)
    by_block = seats.groupby("block")
    counted = by_block["seat"].agg(["size", "nunique"])
    odd = counted[(counted["size"] != 2) | (counted["nunique"] != 2)]
    if len(odd):
        raise ValueError(
            tr(
                "block {block} does not hold one game of {player} against {opponent} in"
                " each seat",
                block=odd.index[0],
                player=player,
                opponent=opponent,
            )
        )
    return by_block["win_share"].sum()


def result_places(results: ArrayLike) -> Counts:
    """Places 0 to 4 of block results among 0, 0.5, 1, 1.5, 2.

    Raises ValueError for any other result, as a forfeit might leave.
    """
    values = np.asarray(results, float)
    places = np.rint(GAMES_PER_BLOCK * np.nan_to_num(values, nan=-1)).astype(np.int64)
    wrong = (places < 0) | (places >= len(RESULTS)) | (places / 2 != values)
    if wrong.any():
        raise ValueError(
            f"a block of two games cannot have the result {values[wrong].flat[0]}"
        )
    return places


def pentanomial(games: pd.DataFrame, player: str, opponent: str) -> Counts:
    """Blocks `[5]` in which the player got 0, 0.5, 1, 1.5 and 2 of two games.

    Raises ValueError as `block_results` and `result_places` do.
    """
    places = result_places(block_results(games, player, opponent).to_numpy())
    return np.bincount(places, minlength=len(RESULTS))


def trinomial(games: pd.DataFrame, player: str, opponent: str) -> Counts:
    """Games `[3]` that the player lost, tied and won, whatever block they are in.

    Raises ValueError where these two never met or a game has another result.
    """
    shares = _seats(games, player, opponent)["win_share"].to_numpy()
    return np.bincount(result_places(shares), minlength=3)


def match_result(counts: ArrayLike, confidence: float = CONFIDENCE) -> Match:
    """Elo, normalised Elo and superiority from pentanomial `counts[5]`.

    Errors follow from the variance between blocks by the delta method, as in engine
    testing, with Student's quantiles instead of normal ones. Where all blocks have the
    same result there is no such variance: the Elo interval comes from `share_interval`.
    Raises ValueError unless there are five counts that are not below 0, and one block.
    Source: M. Van den Bergh, hardy.uhasselt.be/Fishtest, as used by fishtest.
    """
    blocks = checked_counts(counts)
    total = int(blocks.sum())
    if total == 0:
        raise ValueError("a match needs at least one block")
    share = share_interval(np.repeat(SHARES, blocks), confidence)
    return Match(
        total,
        GAMES_PER_BLOCK * total,
        tuple(int(count) for count in blocks),
        share,
        _elo(share, total, confidence),
        _normalised_elo(blocks, share, confidence),
        _superiority(share, total),
    )


def checked_counts(counts: ArrayLike) -> Counts:
    """`counts[..., 5]` as whole numbers, none below 0; else ValueError."""
    values = np.asarray(counts)
    if values.ndim == 0 or values.shape[-1] != len(RESULTS):
        raise ValueError("pentanomial counts are five numbers: 0, 0.5, 1, 1.5 and 2")
    if not np.all((values >= 0) & (values == np.floor(values))):
        raise ValueError("counts of blocks are whole numbers from 0 on")
    return values.astype(np.int64)


def _seats(games: pd.DataFrame, player: str, opponent: str) -> pd.DataFrame:
    """The player's rows of the games against `opponent` at a table of two."""
    require_games(games, ("block", "game", "seat", "player", "win_share"))
    if player == opponent:
        raise ValueError(f"{player} cannot be both players of a match")
    by_game = games.groupby("game")["player"]
    size = by_game.transform("size")
    here = games["player"].isin([player, opponent])
    met = here.groupby(games["game"]).transform("all") & (size == 2)
    rows = games[met & (by_game.transform("nunique") == 2)]
    if rows.empty:
        raise ValueError(f"{player} and {opponent} never met at a table of two")
    return rows[rows["player"] == player]


def _elo(share: Interval, blocks: int, confidence: float) -> Interval:
    value = float(elo_of_share(share.value))
    if not share.error > 0 or not math.isfinite(value):
        low, high = elo_of_share([share.low, share.high])
        return Interval(value, math.nan, float(low), float(high))
    error = ELO * share.error / (share.value * (1 - share.value))
    half = student(blocks, confidence) * error
    return Interval(value, error, value - half, value + half)


def _normalised_elo(blocks: Counts, share: Interval, confidence: float) -> Interval:
    """Delta method for a mean in standard deviations, by the first four moments."""
    if not share.error > 0:
        return UNKNOWN
    total = blocks.sum()
    deviations: Vector = SHARES - share.value
    spread = math.sqrt(blocks @ deviations**2 / total)
    skew, kurtosis = (blocks @ (deviations / spread) ** n / total for n in (3, 4))
    distance = (share.value - 0.5) / spread
    variance = 1 - distance * skew + distance**2 * (kurtosis - 1) / 4
    scale = NORMALISED_ELO / math.sqrt(GAMES_PER_BLOCK)
    value, error = scale * distance, scale * math.sqrt(max(variance, 0.0) / total)
    half = student(int(total), confidence) * error
    return Interval(value, error, value - half, value + half)


def _superiority(share: Interval, blocks: int) -> float:
    """Student's probability that the share is above 1/2.

    Where all blocks are alike, that of a share with the even prior on 0..1.
    """
    if share.error > 0:
        distance = (share.value - 0.5) / share.error
        return float(stdtr(blocks - 1, distance))
    unlikely = 0.5 ** (blocks + 1)
    return 0.5 + math.copysign(0.5 - unlikely, share.value - 0.5) * (share.value != 0.5)
