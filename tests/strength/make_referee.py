"""Make a referee set: decisions from played games whose moves have values.

    python -m tests.strength.make_referee azul --positions 300 --simulations 250000

One player plays against itself, with some random moves; every game gives one decision.
All legal moves are valued, by proof or by searches of each move alone
(`search.referee.values`). A decision where hardly anything is at stake is left out:
that hangs on the values alone, not on what any player would do. The same options make
the same set, whatever --jobs is. Finished decisions are kept in --out, by default the
set that comes with the package; a second run with the same options goes on from there.
"""

from __future__ import annotations

import argparse
import hashlib
import shlex
import sys
import threading
import time
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from analyzer.games import GAMES, GameEntry
from search.players import make_player
from search.referee.decisions import Origin, decision
from search.referee.sets import Decision, decision_line, head_line, read_set
from search.referee.values import Judge

PLAYERS = 2
LEAST_STAKE = 0.01  # win share between the best and the worst move


class Maker:
    """Makes decisions one by one; serves every thread with a player and a judge."""

    def __init__(self, entry: GameEntry, given: argparse.Namespace) -> None:
        start = entry.notation().new(PLAYERS, {})
        self.entry, self.given = entry.for_state(start), given
        self.origin = Origin(start, given.seed, given.random)
        self._own = threading.local()

    def facts(self) -> dict[str, Any]:
        """How the decisions are made, for the head of the file."""
        given, entry = self.given, self.entry
        words = ["tests.strength.make_referee", entry.name]
        for name in ("seed", "simulations", "by", "random"):
            words += [f"--{name}", str(getattr(given, name))]
        return {
            "game": entry.name,
            "players": PLAYERS,
            "seed": given.seed,
            "by": given.by,
            "random": given.random,
            "evaluator": entry.strongest,
            "net": net_digest(entry),
            "simulations": given.simulations,
            "least_stake": LEAST_STAKE,
            "command": f"python -m {shlex.join(words)}",
        }

    def make(self, number: int) -> Decision | None:
        """The decision of game `number`, None if it has none that is fit."""
        entry, own = self.entry, self._own
        if not hasattr(own, "judge"):
            own.player, own.judge = make_player(self.given.by, entry), self._judge()
        game, texts = entry.rules(), entry.notation()
        state = decision(game, own.player, self.origin, number)
        if state is None:
            return None
        seed = self.given.seed + number
        values = own.judge.values(state, self.given.simulations, seed)
        named = {texts.format_move(action, state): v for action, v in values.items()}
        found = Decision(number, texts.format(state), named)
        return found if found.stake >= LEAST_STAKE else None

    def _judge(self) -> Judge:
        entry, name = self.entry, self.entry.strongest
        policy = next(iter(entry.policies))
        return Judge(
            entry.rules(),
            entry.policy(policy),
            entry.evaluator_module(name, policy),
            entry.search_settings(name),
            entry.ending_module(),
        )

    def decisions(self, first: int, jobs: int) -> Iterator[Decision]:
        """Decisions in the order of their games, from that number on, without end."""
        found = Parallel(jobs, backend="threading", return_as="generator")(
            delayed(self.make)(number) for number in count(first)
        )
        yield from (one for one in found if one is not None)


def net_digest(entry: GameEntry) -> str | None:
    """What tells the file of nets from others; None without nets."""
    if entry.net is None:
        return None
    return hashlib.sha256(entry.net.read_bytes()).hexdigest()[:16]


def begun(path: Path, head: str) -> list[Decision]:
    """What the file holds; it exists then. The head must be the same."""
    if not path.exists():
        path.write_text(head, encoding="utf-8")
    if not path.read_text(encoding="utf-8").startswith(head):
        sys.exit(f"{path}: other options or another net; remove it, or give --out")
    return list(read_set(path).decisions)


def summary(decisions: list[Decision]) -> str:
    """How many moves have which errors, in a line."""
    moves = [len(one.values) for one in decisions]
    best = np.array([one.best.win_se for one in decisions])
    stakes = [one.stake for one in decisions]
    return (
        f"{len(decisions)} decisions, {np.mean(moves):.1f} moves each; error of the"
        f" best move: median {np.median(best):.4f}, above 0.003 in"
        f" {np.mean(best > 0.003):.1%}, proven in {np.mean(best == 0.0):.1%}; the worst"
        f" move loses {np.mean(stakes):.3f}"
    )


def main() -> None:
    """Make the set, or the rest of it, and say how good its values are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--simulations", type=int, default=250_000, help="a position")
    parser.add_argument("--by", default="mcts:sims=100", help="who plays the games")
    parser.add_argument("--random", type=float, default=0.1, help="part of the moves")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    entry = GAMES[given.game]
    maker, path = Maker(entry, given), given.out or entry.referee()
    decisions = begun(path, head_line(maker.facts()))
    following = decisions[-1].number + 1 if decisions else 0
    began = time.process_time()
    missing = max(0, given.positions - len(decisions))
    for one in islice(maker.decisions(following, given.jobs), missing):
        decisions.append(one)
        with path.open("a", encoding="utf-8") as file:
            file.write(decision_line(one))
        spent = time.process_time() - began
        print(f"{len(decisions)} of {given.positions}, {spent:.0f} s", flush=True)
    print(summary(decisions))


if __name__ == "__main__":
    main()
