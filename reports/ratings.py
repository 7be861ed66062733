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
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache
from itertools import groupby, pairwise, permutations
from operator import itemgetter
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray
from scipy import linalg, stats
from scipy.sparse import csgraph
from scipy.special import log_softmax

from reports.checks import require_games
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
SETTLED = 1e-9  # largest change of a log worth that ends it
NO_FIT = "without a prior, a player who always wins or loses has no rating"

Numbers = NDArray[np.int64]
Method = Literal["information", "bootstrap"]
Table = tuple[tuple[int, int], ...]  # (player by number, seat) by seat


@dataclass(frozen=True)
class Choices:
    """The choices that make up the games of a table, alike ones together.

    `options[choice, option, term]` says what adds to the log worth of an option: its
    player and its seat; `given[choice, option]` whether there is such an option.
    `rows[row] = (block, choice, option)` was taken `parts[row]` times, in games.
    """

    players: tuple[str, ...]
    seats: tuple[int, ...]
    options: Vector
    given: NDArray[np.bool_]
    rows: Numbers
    parts: Vector
    blocks: int

    def taken(self, weights: Vector) -> Vector:
        """How often each `[choice, option]` came first, blocks counted by `weights`."""
        block, choice, option = self.rows.T
        width = self.given.shape[1]
        found = np.bincount(
            choice * width + option, self.parts * weights[block], self.given.size
        )
        return np.asarray(found.reshape(self.given.shape), float)


@dataclass(frozen=True)
class Ratings:
    """Ratings in Elo points, centred, with the advantages of seats, centred as well.

    `players` has the columns player, games, elo, elo_se, elo_low, elo_high, the best
    first; `seats` has seat and the same Elo columns, and no rows without seat terms.
    `names` and `covariance[player, player]`, in Elo points squared, share an order.
    """

    players: pd.DataFrame
    seats: pd.DataFrame
    names: tuple[str, ...]
    covariance: Vector

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
) -> Ratings:
    """Ratings of the players of a result table, the likeliest under the prior.

    `prior_elo` is the prior's deviation in Elo points, `math.inf` for none. Intervals
    are normal ones by the observed information, which takes all games for independent,
    or percentiles of `resamples` fits to blocks drawn with replacement, the same for
    the same seed, expanded for few blocks (Hesterberg, The American Statistician 69
    (2015) 371). Raises ValueError for fewer than two players, players
    that no chain of games connects, seats that cannot be told from players, and
    without a prior for a player who always wins or always loses.
    """
    found = choices(games, seat_terms=seat_terms)
    basis = _basis(len(found.players), len(found.seats))
    terms = found.options @ basis
    _require_told_apart(found, terms)
    checked_confidence(confidence)
    if not prior_elo > 0:
        raise ValueError(f"a prior of {prior_elo} Elo points holds no ratings")
    precision = (ELO / prior_elo) ** 2
    worth, information = _fit(
        terms, found.given, found.taken(np.ones(found.blocks)), precision
    )
    if method == "information":
        covariance = basis @ np.linalg.inv(information) @ basis.T
        half = _quantile(confidence) * np.sqrt(np.diag(covariance).clip(0))
        ends = np.array([basis @ worth - half, basis @ worth + half])
    elif method == "bootstrap":
        draws = _resampled(found, terms, precision, worth, resamples, seed) @ basis.T
        covariance = np.atleast_2d(np.cov(draws.T))
        tail = _expanded_tail(found.blocks, confidence)
        ends = np.quantile(draws, [tail, 1 - tail], axis=0)
    else:
        raise ValueError(f"no interval method is called {method}")
    return _ratings(
        games, found, ELO * (basis @ worth), ELO**2 * covariance, ELO * ends
    )


def choices(games: pd.DataFrame, *, seat_terms: bool = True) -> Choices:
    """The choices in a result table: who came first among whom, place by place.

    Raises ValueError for a table that is not one or has fewer than two players.
    """
    require_games(games, ("block", "game", "seat", "player", "rank"))
    players = tuple(sorted(games["player"].unique()))
    if len(players) < 2:
        raise ValueError("ratings need at least two players")
    seats = tuple(sorted(games["seat"].unique())) if seat_terms else ()
    options: dict[Table, int] = {}
    taken: defaultdict[tuple[int, int, int], float] = defaultdict(float)
    for (block, table, ranks), times in _tables(games, players).items():
        for stage, option, part in _stages(table, ranks):
            choice = options.setdefault(stage, len(options))
            taken[block, choice, option] += times * part
    given = np.zeros((len(options), max(map(len, options))), dtype=bool)
    terms = np.zeros((*given.shape, len(players) + len(seats)))
    for stage, choice in options.items():
        for option, (player, seat) in enumerate(stage):
            given[choice, option] = True
            terms[choice, option, player] = 1
            if seats:
                terms[choice, option, len(players) + seats.index(seat)] = 1
    rows, parts = np.array(list(taken)), np.array(list(taken.values()), float)
    blocks = int(games["block"].nunique())
    return Choices(players, seats, terms, given, rows, parts, blocks)


def _tables(
    games: pd.DataFrame, players: tuple[str, ...]
) -> Counter[tuple[int, Table, tuple[int, ...]]]:
    """How often (block by number, players with seats, ranks) occur."""
    number = {player: place for place, player in enumerate(players)}
    ordered = games.sort_values(["game", "seat"])
    block = np.unique(ordered["block"], return_inverse=True)[1]
    seats = zip(ordered["player"].map(number), ordered["seat"], strict=True)
    rows = zip(ordered["game"], block.tolist(), seats, ordered["rank"], strict=True)
    found: Counter[tuple[int, Table, tuple[int, ...]]] = Counter()
    for _, group in groupby(rows, key=itemgetter(0)):
        _, blocks, table, ranks = zip(*group, strict=True)
        if len(table) > 1:
            found[blocks[0], table, ranks] += 1
    return found


@cache
def _stages(
    table: Table, ranks: tuple[int, ...]
) -> tuple[tuple[Table, int, float], ...]:
    """(who was left, who of them came first, weight) for a game, place by place."""
    orders = [
        order
        for order in permutations(range(len(table)))
        if all(ranks[a] <= ranks[b] for a, b in pairwise(order))
    ]
    found: Counter[tuple[Table, int]] = Counter()
    for order in orders:
        for place in range(len(order) - 1):
            left = sorted(order[place:])
            stage = tuple(table[seat] for seat in left)
            found[stage, left.index(order[place])] += 1
    return tuple(
        (stage, option, times / len(orders)) for (stage, option), times in found.items()
    )


def _basis(players: int, seats: int) -> Vector:
    """Orthonormal columns of centred ratings, then of centred seat advantages."""
    parts = [linalg.helmert(size).T for size in (players, seats) if size > 1]
    return np.asarray(linalg.block_diag(*parts, *[np.zeros((1, 0))] * (seats == 1)))


def _require_told_apart(found: Choices, terms: Vector) -> None:
    """Raise ValueError where the games leave some ratings or advantages open."""
    size = len(found.players)
    links = found.options[..., :size].max(axis=1)
    count, group = csgraph.connected_components(links.T @ links)
    if count > 1:
        first, second = (found.players[group.tolist().index(part)] for part in (0, 1))
        raise ValueError(f"no chain of games connects {first} and {second}")
    weights = found.given / found.given.sum(axis=1, keepdims=True)
    centred = terms - (weights[..., None] * terms).sum(axis=1, keepdims=True)
    independent = centred[found.given]
    if np.linalg.matrix_rank(independent.T @ independent) < terms.shape[-1]:
        raise ValueError(
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
    games: pd.DataFrame, found: Choices, elo: Vector, covariance: Vector, ends: Vector
) -> Ratings:
    import pandas as pd

    errors = np.sqrt(np.diag(covariance).clip(0))
    low, high = ends
    columns = {"elo": elo, "elo_se": errors, "elo_low": low, "elo_high": high}
    frame = pd.DataFrame(columns)
    size = len(found.players)
    played = games.groupby("player")["game"].nunique()
    players = frame.iloc[:size].copy()
    players.insert(0, "player", list(found.players))
    players.insert(1, "games", played.loc[list(found.players)].to_numpy())
    seats = frame.iloc[size:].reset_index(drop=True)
    seats.insert(0, "seat", list(found.seats))
    ranked = players.sort_values("elo", ascending=False, kind="stable")
    return Ratings(
        ranked.reset_index(drop=True), seats, found.players, covariance[:size, :size]
    )


def _expanded_tail(blocks: int, confidence: float) -> float:
    """The part to cut at either end of a bootstrap, less than a normal tail."""
    width = math.sqrt(blocks / (blocks - 1)) * student(blocks, confidence)
    return float(stats.norm.cdf(-width))


def _quantile(confidence: float) -> float:
    return float(stats.norm.ppf(0.5 + checked_confidence(confidence) / 2))
