"""Fit what settled boards lead to, from games by a tree search against itself.

    python -m tests.strength.fit_settled azul --games 1500 --player mcts:sims=64

For every number of players and every variant of the board, games are played by the
given player, one move in `--random` at random. Their positions are noted, as features
of each player's board, with the scores and wins that came of them. Two regressions
follow: differences of final scores between players on differences of features, by
least squares, and the spread of the softmax by likelihood. The weights are written to
`engines/<game>/evaluators/fitted.py`. Printed are, for games that were left out of the
fit, explained variance of the differences by round, and calibration of the wins.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import optimize

from analyzer.games import GAMES, GameEntry
from engines.jit import kernel
from engines.protocol import State
from engines.rng import POLICY, draw_below, draw_unit, new_stream
from search.players import make_player
from search.rollout import deal_due

RIDGE = 30.0  # positions' worth of belief that a feature says nothing
HELD_OUT = 5  # every so many-th game is for the check
HEADING = """Fitted by `python -m tests.strength.fit_settled {}`.

[kind][block, and the slope by stage last][place]; the last is a logarithm."""


class Notes(NamedTuple):
    """Positions of games: [n] or [n, player(, place)]."""

    game: NDArray[np.int64]
    round: NDArray[np.int64]
    block: NDArray[np.int64]
    stage: NDArray[np.float64]  # 0..1
    features: NDArray[np.float64]
    scores: NDArray[np.float64]  # final
    wins: NDArray[np.float64]


class Kit(NamedTuple):
    """An evaluator, and the module of its numbers."""

    settled: Any
    learned: Any


def make_features(settled: Any) -> Any:
    """A kernel: out[player, place] of a state; a sum is linear in its weights."""

    @kernel
    def bound(state, players, eye, out):  # type: ignore[no-untyped-def]
        for player in range(players):
            for place in range(out.shape[1]):
                out[player, place] = settled.final_score(
                    state, player, place * out.shape[1], eye
                )

    return bound


def play(
    entry: GameEntry,
    kit: Kit,
    players: int,
    options: dict[str, str],
    spec: str,
    games: int,
    random: float,
    seed: int,
) -> Notes:
    """Notes of that many games."""
    rules, player = entry.rules(), make_player(spec, entry)
    features, eye = make_features(kit.settled), np.eye(kit.learned.ROW).ravel()
    rows: list[tuple[Any, ...]] = []
    for number in range(games):
        state = entry.notation().new(players, options)
        deal_due(rules, state, seed, number)
        rng, ply, first = new_stream(seed, POLICY, number), 0, len(rows)
        turn = 1  # the round of the last decision
        while not rules.is_over(state):
            if rules.count_actions(state) == 0:
                if rules.round_number(state) > turn:
                    rows.append(noted(rules, kit, state, number, features, eye))
                deal_due(rules, state, seed, number)
                continue
            turn = rules.round_number(state)
            if ply % 2 == 0:
                rows.append(noted(rules, kit, state, number, features, eye))
            n = int(rules.count_actions(state))
            if draw_unit(rng) < random:
                action = int(rules.action_at(state, draw_below(rng, n)))
            else:
                own = (seed << 40) + (number << 12) + ply
                action = player.choose(state, int(rules.current_player(state)), own)
            rules.play(state, action)
            ply += 1
        wins, points = np.zeros((2, rules.MAX_PLAYERS))
        rules.outcome(state, wins)
        rules.scores(state, points)
        for i in range(first, len(rows)):
            rows[i] = (*rows[i], points[:players], wins[:players])
    return Notes(*(np.array(column) for column in zip(*rows, strict=True)))


def noted(
    rules: Any, kit: Kit, state: State, number: int, features: Any, eye: Any
) -> tuple[Any, ...]:
    """What is known of a position before its game has ended."""
    out = np.zeros((int(rules.player_count(state)), kit.learned.ROW))
    features(state, len(out), eye, out)
    due = 1 if rules.chance_due(state) else 0
    return (
        number,
        int(rules.round_number(state)) - due,
        int(kit.settled.block(state)),
        float(kit.settled.stage(state)) / (kit.learned.STAGES - 1),
        out,
    )


def design(notes: Notes, blocks: int, places: list[int]) -> NDArray[np.float64]:
    """[n, player, column]: features by block, then those times the stage."""
    features = notes.features[:, :, places]
    n, players, width = features.shape
    out = np.zeros((n, players, (blocks + 1) * width))
    for block in range(blocks):
        here = notes.block == block
        out[here, :, block * width : (block + 1) * width] = features[here]
    out[:, :, blocks * width :] = features * notes.stage[:, None, None]
    return out


def fit(
    notes: Notes, blocks: int, kit: Kit
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Weights [block + slope, place], and log spreads [block + slope]."""
    places = list(kit.learned.PLACES)
    inputs = design(notes, blocks, places)
    now = notes.features[:, :, kit.learned.SCORE_NOW]
    target = notes.scores - now  # a ridge then pulls the score's own weight to 1
    weights = differences(inputs, target)
    table = np.zeros((blocks + 1, kit.learned.ROW))
    table[:, places] = weights.reshape(blocks + 1, -1)
    table[:blocks, kit.learned.SCORE_NOW] += 1.0
    left = (target - inputs @ weights).mean(axis=1)
    known = np.zeros((len(left), blocks + 1))
    known[np.arange(len(left)), notes.block] = 1.0
    known[:, blocks] = notes.stage
    table[:, kit.learned.BASE] = solved(known, left)
    spread = spreads(notes, known, estimates(notes, table, kit))
    return table, spread


def differences(
    inputs: NDArray[np.float64], target: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Least squares of what sets players apart from their mean."""
    x = inputs - inputs.mean(axis=1, keepdims=True)
    y = target - target.mean(axis=1, keepdims=True)
    return solved(x.reshape(-1, x.shape[2]), y.ravel())


def solved(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
    """Least squares with a ridge by the scale of each column."""
    gram = x.T @ x
    scale = np.diag(gram) / np.maximum(1, (x != 0).sum(axis=0)) + 1e-9
    return np.linalg.solve(gram + RIDGE * np.diag(scale), x.T @ y)


def estimates(
    notes: Notes, table: NDArray[np.float64], kit: Kit
) -> NDArray[np.float64]:
    """[n, player]: the final scores that a table expects."""
    rows = table[notes.block] + notes.stage[:, None] * table[-1]
    return np.einsum("npf,nf->np", notes.features, rows)


def spreads(
    notes: Notes, known: NDArray[np.float64], points: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Log spreads by block and stage with the highest likelihood of the wins."""
    ahead = points - points.max(axis=1, keepdims=True)

    def loss(logs: NDArray[np.float64]) -> float:
        scaled = ahead / np.exp(known @ logs)[:, None]
        chances = scaled - np.log(np.exp(scaled).sum(axis=1, keepdims=True))
        return float(-(notes.wins * chances).sum(axis=1).mean()) + 1e-4 * float(
            ((logs[:-1] - 2.0) ** 2).sum()
        )

    start = np.append(np.full(known.shape[1] - 1, 2.0), 0.0)
    return np.asarray(optimize.minimize(loss, start).x)


# --- How good it is -------------------------------------------------------------------


def explained(
    notes: Notes, points: NDArray[np.float64], chosen: NDArray[np.bool_]
) -> float:
    """Part of the variance of final differences that the expected ones explain."""
    actual = notes.scores[chosen] - notes.scores[chosen].mean(axis=1, keepdims=True)
    found = points[chosen] - points[chosen].mean(axis=1, keepdims=True)
    return float(1.0 - ((actual - found) ** 2).sum() / (actual**2).sum())


def report(
    notes: Notes,
    table: NDArray[np.float64],
    spread: NDArray[np.float64],
    kit: Kit,
) -> None:
    """Explained variance by round, of score differences alone too, and calibration."""
    points = estimates(notes, table, kit)
    now = notes.features[:, :, kit.learned.SCORE_NOW]
    for label, stage in (("round over", notes.stage == 0), ("amid", notes.stage > 0)):
        for number in range(1, 7):
            chosen = stage & (notes.round == number)
            if chosen.sum() > 50:
                print(
                    f"  {label} {number}: {explained(notes, points, chosen):.3f}"
                    f" (score {explained(notes, now, chosen):.3f}), {chosen.sum()}"
                )
    scaled = points / np.exp(spread[notes.block] + notes.stage * spread[-1])[:, None]
    scaled -= scaled.max(axis=1, keepdims=True)
    chances = np.exp(scaled) / np.exp(scaled).sum(axis=1, keepdims=True)
    chances, wins = chances[:, 0], notes.wins[:, 0]
    for low in np.arange(0.0, 1.0, 0.1):
        chosen = (chances >= low) & (chances < low + 0.1 + 1e-9)
        if chosen.sum() > 50:
            print(f"  {chances[chosen].mean():.2f} won {wins[chosen].mean():.2f}")


def part(notes: Notes, chosen: NDArray[np.bool_]) -> Notes:
    """Some of the positions."""
    return Notes(*(column[chosen] for column in notes))


def kinds(entry: GameEntry) -> list[tuple[int, dict[str, str]]]:
    """Numbers of players for the first value of the first option, then the others."""
    name, values = next(iter(entry.notation().OPTIONS.items()))
    players = entry.notation().PLAYERS
    return [(n, {name: value}) for value in values for n in players]


def main() -> None:
    """Fit, report and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=["azul", "summer-pavilion"])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--player", default="mcts:sims=64")
    parser.add_argument("--random", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", type=int, nargs="*", help="numbers of kinds, from 0")
    given = parser.parse_args()
    entry = GAMES[given.game]
    kit = Kit(*(import_module(f"{entry.package}.evaluators.{n}") for n in Kit._fields))
    found = [np.array(table) for table in kit.learned.FITTED]
    found += [np.zeros(0)] * (len(kinds(entry)) - len(found))
    for kind, (players, options) in enumerate(kinds(entry)):
        if given.kinds is not None and kind not in given.kinds:
            continue
        print(players, options, flush=True)
        notes = play(
            entry,
            kit,
            players,
            options,
            given.player,
            given.games,
            given.random,
            given.seed,
        )
        held = notes.game % HELD_OUT == 0
        table, spread = fit(part(notes, ~held), kit.learned.BLOCKS, kit)
        report(part(notes, held), table, spread, kit)
        print(f"  {notes.scores.mean():.1f} points a player", flush=True)
        table[:, kit.learned.SPREAD] = spread
        found[kind] = table[
            :, [*kit.learned.PLACES, kit.learned.BASE, kit.learned.SPREAD]
        ]
    path = f"{entry.package.replace('.', '/')}/evaluators/fitted.py"
    with open(path, "w") as file:
        file.write(module_text(HEADING.format(given.game), found))


def module_text(heading: str, found: list[NDArray[np.float64]]) -> str:
    """The module of the fitted numbers, with what its docstring says of them."""
    lines = [
        f'"""{heading}',
        '"""',
        "",
        "# fmt: off",
        "FITTED = (",
    ]
    for table in found:
        lines.append("    (")
        for row in table:
            lines.append("        (")
            numbers = [f"{value + 0.0:.3g}," for value in row]
            while numbers:
                line = "           "
                while numbers and len(line) + 1 + len(numbers[0]) <= 88:
                    line += " " + numbers.pop(0)
                lines.append(line)
            lines.append("        ),")
        lines.append("    ),")
    return "\n".join([*lines, ")", "# fmt: on", ""])


if __name__ == "__main__":
    main()
