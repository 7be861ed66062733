"""Ratings of many players from tables of two to four: Plackett and Luce with seats.

A table is a race: the first place goes to a player with a chance in proportion to its
worth, then the second among the rest, and so on. The log of a worth is the sum of the
player's rating and the seat's advantage. Sources: Plackett, Applied Statistics 24
(1975) 193; Luce, Individual Choice Behavior (1959); Hunter, Annals of Statistics 32
(2004) 384.

Ties: a tied group counts as each of its orders in equal parts, so with two players a
tie is half a win and ratings are log odds of shares. The orders that agree with a tie
are averaged as in Kalbfleisch and Prentice, Biometrika 60 (1973) 267, but their log
likelihoods, not their chances.

Players who always win or lose: ratings and advantages have a normal prior around 0, by
default with a deviation of 1000 Elo points, which moves no rating that games have
settled.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray
from scipy import linalg, stats
from scipy.sparse import csgraph
from scipy.special import log_softmax

from reports.choices import Choices, read_choices
from reports.intervals import (
    CONFIDENCE,
    ELO,
    Interval,
    Vector,
    checked_confidence,
    student,
)

if TYPE_CHECKING:
    import pandas as pd

PRIOR_ELO = 1000.0
RESAMPLES = 500
STEPS = 100  # of Newton's method; fewer than 10 are needed
LEAST_VARIATION = 0.01  # of the variance by information, below which blocks are alike
TIED = 7  # places of log worths that are compared
SETTLED = 1e-9  # largest change of a log worth that ends it
NO_FIT = "without a prior, a player who always wins or loses has no rating"

Method = Literal["information", "blocks", "bootstrap"]
Origin = Literal["mean", "best"]


class NotConnectedError(ValueError):
    """No chain of games leads from one player to another."""


class NotSeparableError(ValueError):
    """Players kept to their seats, so that both cannot be told apart."""


@dataclass(frozen=True)
class Ratings:
    """Ratings in Elo points, with the advantages of seats, which are centred.

    `reference` is the player from whom ratings are counted, who has no interval; None
    where they are counted from their mean.
    `players` has the columns player, games, elo, elo_se, elo_low, elo_high, the best
    first; `seats` has seat and the same Elo columns, and no rows without seat terms.
    `names` and `covariance[player, player]`, in Elo points squared, share an order.
    """

    players: pd.DataFrame
    seats: pd.DataFrame
    names: tuple[str, ...]
    covariance: Vector
    reference: str | None = None

    def difference(
        self, first: str, second: str, confidence: float = CONFIDENCE
    ) -> Interval:
        """By how many Elo points `first` is rated above `second`.

        A normal interval; raises ValueError for players that have no rating.
        """
        for name in (first, second):
            if name not in self.names:
                raise ValueError(f"{name} has no rating")
        elo = self.players.set_index("player")["elo"]
        a, b = self.names.index(first), self.names.index(second)
        table = self.covariance
        error = math.sqrt(max(0.0, table[a, a] + table[b, b] - 2 * table[a, b]))
        half = _quantile(confidence) * error
        value = float(elo[first] - elo[second])
        return Interval(value, error, value - half, value + half)


def rate(
    games: pd.DataFrame,
    *,
    seat_terms: bool = True,
    prior_elo: float = PRIOR_ELO,
    method: Method = "information",
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
    seed: int = 1,
    origin: Origin = "mean",
) -> Ratings:
    """Ratings of the players of a result table, the likeliest under the prior.

    `prior_elo` is the prior's deviation in Elo points, `math.inf` for none. Intervals,
    by `method`:
    information: normal ones by the observed information, which takes all games for
    independent;
    blocks: Student's, by the variation between blocks (Liang and Zeger, Biometrika 73
    (1986) 13), good for some dozens of blocks and players who have lost and won; by
    the information where blocks are alike;
    bootstrap: percentiles of `resamples` fits to blocks drawn with replacement, the
    same for the same seed, expanded for few blocks (Hesterberg, The American
    Statistician 69 (2015) 371).
    `origin` is what ratings are counted from, intervals as well: their mean, or the
    best player, so that one whose rating is hardly known leaves the others sure.
    Raises ValueError for fewer than two players, and without a prior for a player who
    always wins or always loses; NotConnectedError for players that no chain of games
    connects, NotSeparableError for seats that cannot be told from players.
    """
    found = read_choices(games, seat_terms=seat_terms)
    basis = _basis(len(found.players), len(found.seats))
    terms = found.options @ basis
    _require_told_apart(found, terms)
    checked_confidence(confidence)
    if not prior_elo > 0:
        raise ValueError(f"a prior of {prior_elo} Elo points holds no ratings")
    precision = (ELO / prior_elo) ** 2
    worth, information = _fit(terms, found.given, found.taken(), precision)
    best = _best(basis @ worth, len(found.players)) if origin == "best" else None
    basis = _counted(basis, len(found.players), best)
    if method in ("information", "blocks"):
        inverse, width = np.linalg.inv(information), _quantile(confidence)
        covariance = np.asarray(basis @ inverse @ basis.T, float)
        if method == "blocks":
            spread = inverse @ _between(found, terms, worth) @ inverse
            covariance = _varied(
                basis @ spread @ basis.T, covariance, len(found.players)
            )
            width = student(found.blocks, confidence)
        half = width * np.sqrt(np.diag(covariance).clip(0))
        ends = np.asarray([basis @ worth - half, basis @ worth + half], float)
    elif method == "bootstrap":
        draws = _resampled(found, terms, precision, worth, resamples, seed) @ basis.T
        covariance = np.atleast_2d(np.asarray(np.cov(draws.T), float))
        tail = _expanded_tail(found.blocks, confidence)
        ends = np.asarray(np.quantile(draws, [tail, 1 - tail], axis=0), float)
    else:
        raise ValueError(f"no interval method is called {method}")
    ratings: Vector = ELO * (basis @ worth)
    spread = np.asarray(ELO**2 * covariance, float)
    return _ratings(games, found, ratings, spread, ELO * ends, best)


def _basis(players: int, seats: int) -> Vector:
    """Orthonormal columns of centred ratings, then of centred seat advantages."""
    parts = [linalg.helmert(size).T for size in (players, seats) if size > 1]
    return np.asarray(linalg.block_diag(*parts, *[np.zeros((1, 0))] * (seats == 1)))


def _best(worth: Vector, players: int) -> int:
    """The place of the highest log worth; of equal ones the first."""
    return int(np.argmax(np.round(worth[:players], TIED)))


def _counted(basis: Vector, players: int, origin: int | None) -> Vector:
    """The rows of the basis, those of players less that of the one at `origin`."""
    if origin is None:
        return basis
    found = basis.copy()
    found[:players] -= basis[origin]
    return found


def _require_told_apart(found: Choices, terms: Vector) -> None:
    """Raise ValueError where the games leave some ratings or advantages open."""
    size = len(found.players)
    links = found.options[..., :size].max(axis=1)
    count, group = csgraph.connected_components(links.T @ links)
    if count > 1:
        first, second = (found.players[group.tolist().index(part)] for part in (0, 1))
        raise NotConnectedError(f"no chain of games connects {first} and {second}")
    weights = found.given / found.given.sum(axis=1, keepdims=True)
    centred = terms - (weights[..., None] * terms).sum(axis=1, keepdims=True)
    independent = centred[found.given]
    if np.linalg.matrix_rank(independent.T @ independent) < terms.shape[-1]:
        raise NotSeparableError(
            "players and seats cannot be told apart: let players change seats, or"
            " rate them without seat terms"
        )


def _fit(
    terms: Vector,
    given: NDArray[np.bool_],
    taken: Vector,
    precision: float,
    start: Vector | None = None,
) -> tuple[Vector, Vector]:
    """(likeliest log worths `[term]`, observed information) by Newton's method."""
    worth = np.zeros(terms.shape[-1]) if start is None else start
    value = -math.inf
    step = np.zeros_like(worth)
    for _ in range(STEPS):
        logs = np.where(given, terms @ worth, -math.inf)
        logs = log_softmax(logs, axis=1)
        reached = (taken * np.where(given, logs, 0.0)).sum()
        reached -= precision / 2 * worth @ worth
        if reached < value - abs(value) * SETTLED:
            step /= 2
            worth = worth - step
            continue
        value = reached
        slope, information = _derivatives(terms, np.exp(logs), taken)
        information += precision * np.eye(len(worth))
        step = _newton_step(slope - precision * worth, information)
        worth = worth + step
        if np.abs(step).max(initial=0.0) < SETTLED:
            return worth, information
    raise ValueError(NO_FIT)


def _newton_step(slope: Vector, information: Vector) -> Vector:
    try:
        return np.asarray(np.linalg.solve(information, slope), float)
    except np.linalg.LinAlgError:
        raise ValueError(NO_FIT) from None


def _derivatives(
    terms: Vector, chances: Vector, taken: Vector
) -> tuple[Vector, Vector]:
    """First derivative of the log likelihood, and the second with its sign changed."""
    times = taken.sum(axis=1)
    expected = np.einsum("co,cot->ct", chances, terms)
    slope = np.einsum("co,cot->t", taken, terms) - times @ expected
    spread = terms * np.sqrt(chances * times[:, None])[..., None]
    flat = spread.reshape(-1, terms.shape[-1])
    information = flat.T @ flat - (expected.T * times) @ expected
    return slope, np.asarray(information, float)


def _between(found: Choices, terms: Vector, worth: Vector) -> Vector:
    """Covariance `[term, term]` of the slope of the log likelihood, between blocks."""
    if found.blocks < 2:
        raise ValueError("a variation between blocks needs at least two blocks")
    logs = log_softmax(np.where(found.given, terms @ worth, -math.inf), axis=1)
    slopes = found.slopes(terms, np.exp(logs))
    off = slopes - slopes.mean(axis=0)
    return np.asarray(found.blocks / (found.blocks - 1) * off.T @ off)


def _varied(between: Vector, plain: Vector, players: int) -> Vector:
    """Covariance between blocks; of players or seats that don't vary, the plain one."""
    found = between.copy()
    for part in (slice(0, players), slice(players, None)):
        least = LEAST_VARIATION * np.diag(plain)[part]
        if np.any(np.diag(between)[part] < least):
            found[part, part] = plain[part, part]
    return found


def _resampled(
    found: Choices,
    terms: Vector,
    precision: float,
    start: Vector,
    resamples: int,
    seed: int,
) -> Vector:
    """Log worths `[resample, term]` for blocks drawn with replacement."""
    if found.blocks < 2 or resamples < 2:
        raise ValueError("a bootstrap needs at least two blocks and two resamples")
    even = np.full(found.blocks, 1 / found.blocks)
    rng = np.random.default_rng(seed)
    return np.array(
        [
            _fit(
                terms,
                found.given,
                found.taken(rng.multinomial(found.blocks, even).astype(float)),
                precision,
                start,
            )[0]
            for _ in range(resamples)
        ]
    )


def _ratings(
    games: pd.DataFrame,
    found: Choices,
    elo: Vector,
    covariance: Vector,
    ends: Vector,
    best: int | None,
) -> Ratings:
    import pandas as pd

    errors = np.sqrt(np.diag(covariance).clip(0))
    low, high = ends
    columns = {"elo": elo, "elo_se": errors, "elo_low": low, "elo_high": high}
    frame = pd.DataFrame(columns)
    if best is not None:
        frame.loc[best, ["elo_low", "elo_high"]] = np.nan
    size = len(found.players)
    played = games.groupby("player")["game"].nunique()
    players = frame.iloc[:size].copy()
    players.insert(0, "player", list(found.players))
    players.insert(1, "games", played.loc[list(found.players)].to_numpy())
    seats = frame.iloc[size:].reset_index(drop=True)
    seats.insert(0, "seat", list(found.seats))
    ranked = players.sort_values("elo", ascending=False, kind="stable")
    return Ratings(
        ranked.reset_index(drop=True),
        seats,
        found.players,
        covariance[:size, :size],
        None if best is None else found.players[best],
    )


def _expanded_tail(blocks: int, confidence: float) -> float:
    """The part to cut at either end of a bootstrap, less than a normal tail."""
    width = math.sqrt(blocks / (blocks - 1)) * student(blocks, confidence)
    return float(stats.norm.cdf(-width))


def _quantile(confidence: float) -> float:
    return float(stats.norm.ppf(0.5 + checked_confidence(confidence) / 2))
