"""Fit what gardens of Flowers lead to, from games of the greedy policy.

    python -m tests.strength.fit_flowers --games 20000

For every number of players, games are played that begin with some random decisions, of
every game another number and another share of up to `--random`. After these the
features of all gardens are noted between two turns, with the scores and wins that came
of them. Two regressions follow, with weights that run straight between KNOTS of cards
left in the lowest stack: differences of final scores between players on differences of
features, by least squares, and the spread of the softmax by likelihood. The weights are
written to `engines/flowers/policies/fitted.py`. Printed is, for every fifth game, which
is left out of the fit, the explained variance of the differences by cards left: of the
new weights, and of the estimate of the greedy policy as it is.
"""

from __future__ import annotations

import argparse
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import optimize

from engines import flowers
from engines.flowers.layout import garden
from engines.flowers.policies import greedy, prospects
from engines.flowers.policies.fitted import FITTED
from engines.flowers.worth import ROW, lowest_stack, worth
from engines.jit import kernel
from engines.protocol import Rng, State, Vector
from engines.rng import POLICY, copy_into, draw_below, draw_unit, new_stream
from search.rollout import settle
from search.workspace import Workspace, new_workspace
from tests.strength.fit_settled import HELD_OUT, RIDGE, module_text
from tests.strength.tune_flowers import new_game

TURNS = 200  # more than any game has
SLIPPERY = 50  # most decisions a player that may be random
CHUNK = 10_000  # positions whose columns are laid out at a time
SHOWN = ((1, 1), (2, 3), (4, 6), (7, 10), (11, 14), (15, 18), (19, 22), (23, 40))
HEADING = """\
Fitted by `python -m tests.strength.fit_flowers`: [players - 1][knot][weight].

See `engines.flowers.policies.prospects` for the order of the weights."""
PATH = "engines/flowers/policies/fitted.py"

Matrix = NDArray[np.float64]


class Notes(NamedTuple):
    """Positions of games; players in the order in which they will be in turn."""

    game: NDArray[np.int64]  # [n]
    height: Matrix  # [n]
    features: Matrix  # [n, player, weight]
    guesses: Matrix  # [n, player], scores by the greedy policy's estimate
    scores: Matrix  # [n, player], final
    wins: Matrix  # [n, player]


@kernel
def play(
    root: State,
    work: Workspace,
    weights: Vector,
    eye: Vector,
    slips: Vector,
    heights: Vector,
    movers: Vector,
    guesses: Matrix,
    features: NDArray[np.float32],
    rng: Rng,
) -> int:
    """Number of turns noted; the arrays have what was noted before each of them.

    The first slips[1] decisions are random with probability slips[0], and not noted.
    """
    state = work.state
    copy_into(root, state)
    settle(flowers, state, rng)
    turns = decisions = 0
    while not flowers.is_over(state):
        slippery = decisions < slips[1]
        if not slippery and not flowers.is_mid_turn(state):
            heights[turns] = lowest_stack(state)
            movers[turns] = flowers.current_player(state)
            greedy.estimate(flowers, state, weights, work.wins, guesses[turns])
            for player in range(flowers.player_count(state)):
                for place in range(ROW):
                    features[turns, player, place] = worth(
                        state, garden(player), ROW * place, eye
                    )
            turns += 1
        decisions += 1
        if slippery and draw_unit(rng) < slips[0]:
            n = flowers.count_actions(state)
            action = flowers.action_at(state, draw_below(rng, n))
        else:
            action = greedy.choose(flowers, state, work.moves, weights, rng)
        flowers.play(state, action)
        settle(flowers, state, rng)
    flowers.outcome(state, work.wins)
    flowers.scores(state, work.points)
    return turns


def noted(players: int, games: int, random: float, seed: int) -> Notes:
    """Notes of that many games."""
    work, weights, eye = (
        new_workspace(flowers),
        greedy.default_weights(),
        np.eye(ROW).ravel(),
    )
    rng, root, chance = (
        new_stream(seed, POLICY),
        new_game(players),
        np.random.default_rng(seed),
    )
    condense = prospects.layout().T.astype(np.float32)
    heights, movers = np.zeros((2, TURNS))
    guesses = np.zeros((TURNS, flowers.MAX_PLAYERS))
    features = np.zeros((TURNS, players, ROW), np.float32)
    rows = []
    for number in range(games):
        slips = chance.random(2) * (random, SLIPPERY * players)
        n = play(
            root, work, weights, eye, slips, heights, movers, guesses, features, rng
        )
        order = (movers[:n, None].astype(int) + np.arange(players)) % players
        turn = np.arange(n)[:, None]
        rows.append(
            (
                np.full(n, number),
                heights[:n].copy(),
                (features[:n] @ condense)[turn, order],
                guesses[turn, order],
                work.points[order],
                work.wins[order],
            )
        )
    return Notes(*(np.concatenate(column) for column in zip(*rows, strict=True)))


def hats(heights: Matrix) -> Matrix:
    """[n, knot]: the share of each knot in a straight run between them."""
    eye = np.eye(len(prospects.KNOTS))
    return np.array([np.interp(heights, prospects.KNOTS, row) for row in eye]).T


def columns(notes: Notes) -> Matrix:
    """[n, player, column]: features and who is in turn, by knot."""
    n, players, width = notes.features.shape
    inputs = np.zeros((n, players, width + 1))
    inputs[:, :, :width] = notes.features
    inputs[:, 0, width] = 1.0
    near = hats(notes.height)[:, None, :, None]
    return (near * inputs[:, :, None, :]).reshape(n, players, -1)


def part(notes: Notes, chosen: NDArray[np.bool_] | slice) -> Notes:
    """Some of the positions."""
    return Notes(*(column[chosen] for column in notes))


def apart(values: Matrix) -> Matrix:
    """What sets players apart from their mean; alone there is only the value."""
    return values - (values.mean(axis=1, keepdims=True) if values.shape[1] > 1 else 0.0)


def chunks(notes: Notes) -> list[Notes]:
    """The positions, few at a time."""
    return [
        part(notes, slice(first, first + CHUNK))
        for first in range(0, len(notes.game), CHUNK)
    ]


def weights_of(notes: Notes) -> Matrix:
    """[knot, weight]: least squares of differences, with a ridge by column."""
    size = len(prospects.KNOTS) * (notes.features.shape[2] + 1)
    gram, moment, used = np.zeros((size, size)), np.zeros(size), np.zeros(size)
    for some in chunks(notes):
        x = apart(columns(some)).reshape(-1, size)
        gram += x.T @ x
        moment += x.T @ apart(some.scores).ravel()
        used += (x != 0).sum(axis=0)
    scale = np.diag(gram) / np.maximum(1, used) + 1e-9
    found = np.linalg.solve(gram + RIDGE * np.diag(scale), moment)
    return found.reshape(len(prospects.KNOTS), -1)


def estimates(notes: Notes, weights: Matrix) -> Matrix:
    """[n, player]: the final scores that weights expect, but for what all have."""
    return np.concatenate([columns(some) @ weights.ravel() for some in chunks(notes)])


def bases(notes: Notes, points: Matrix) -> Matrix:
    """[knot]: what is missing from the estimates of everybody."""
    missing = (notes.scores - points).mean(axis=1)
    found, *_ = np.linalg.lstsq(hats(notes.height), missing, rcond=None)
    return np.asarray(found)


def spreads(notes: Notes, points: Matrix) -> Matrix:
    """[knot]: the spreads of the softmax with the highest likelihood of the wins.

    Alone nobody is to be ahead of, and a spread is a point.
    """
    if points.shape[1] == 1:
        return np.ones(len(prospects.KNOTS))
    near, ahead = hats(notes.height), points - points.max(axis=1, keepdims=True)

    def loss(logs: Matrix) -> float:
        scaled = ahead / (near @ np.exp(logs))[:, None]
        chances = scaled - np.log(np.exp(scaled).sum(axis=1, keepdims=True))
        return float(-(notes.wins * chances).sum(axis=1).mean()) + 1e-5 * float(
            ((logs - 1.5) ** 2).sum()
        )

    start = np.full(near.shape[1], 1.5)
    return np.exp(optimize.minimize(loss, start).x)


def fit(notes: Notes) -> Matrix:
    """[knot, weight]: what `FITTED` has for that number of players."""
    weights = weights_of(notes)
    points = estimates(notes, weights)
    return np.column_stack([weights, bases(notes, points), spreads(notes, points)])


def report(notes: Notes, fitted: Matrix) -> None:
    """Explained variance by cards left, of the greedy policy's estimate too."""
    points = estimates(notes, fitted[:, :-2])
    if notes.scores.shape[1] == 1:
        points += (hats(notes.height) @ fitted[:, -2])[:, None]
    for low, high in SHOWN:
        chosen = (notes.height >= low) & (notes.height <= high)
        print(
            f"  {low:2} to {high:2} cards: {explained(notes, points, chosen):.3f}"
            f" (greedy {explained(notes, notes.guesses, chosen):.3f}), {chosen.sum()}"
        )


def explained(notes: Notes, points: Matrix, chosen: NDArray[np.bool_]) -> float:
    """Part of the variance of final differences, alone of scores, that is explained."""
    actual, found = apart(notes.scores[chosen]), apart(points[chosen])
    missed = ((actual - found) ** 2).sum()
    return float(1.0 - missed / ((actual - actual.mean()) ** 2).sum())


def main() -> None:
    """Fit, report and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--random", type=float, default=0.4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, nargs="*", default=[1, 2, 3, 4])
    given = parser.parse_args()
    tables = [np.array(table) for table in FITTED]
    tables += [np.zeros(0)] * (flowers.MAX_PLAYERS - len(tables))
    for players in given.players:
        notes = noted(players, given.games, given.random, given.seed)
        held = notes.game % HELD_OUT == 0
        tables[players - 1] = fit(part(notes, ~held))
        print(f"{players} players, {notes.scores.mean():.1f} points", flush=True)
        report(part(notes, held), tables[players - 1])
    with open(PATH, "w") as file:
        file.write(module_text(HEADING, tables))


if __name__ == "__main__":
    main()
