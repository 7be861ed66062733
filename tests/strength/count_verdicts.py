"""How often analyses of a game's referee set decide, and what those moves lose by it.

    python -m tests.strength.count_verdicts azul --positions 100 --seconds 5

As `azulyst analyze` without options: until decided. The referee's values are those of
longer searches with the same nets, so what it counts as wrong is not what nets err by.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

import numpy as np

from analyzer.games import GAMES, GameEntry
from analyzer.strength import posed
from search import auto
from search.answers import Analysis
from search.batches import Budget
from search.referee.losses import Posed, is_within_errors


def analyzed(game: GameEntry, question: Posed, seconds: float) -> Analysis:
    """The analysis of a decision by what judges best."""
    policy = next(iter(game.policies))
    judge, horizon = game.evaluator, next(iter(game.evaluators))
    return auto.analyze(
        game.rules(),
        game.policy(policy),
        question.state,
        Budget(None, seconds),
        settings=game.search_settings(judge),
        evaluator=game.evaluator_module(judge, policy),
        ending=game.ending_module(),
        horizon=game.evaluator_module(horizon, policy),
        worth=game.worth(judge),
        doubt=game.doubt(judge, question.state),
        until_decided=True,
    )


def main() -> None:
    """Analyse the first decisions and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=5.0)
    given = parser.parse_args()
    questions = posed(GAMES[given.game], given.positions)
    verdicts, wrong, spent = Counter[str](), 0, list[float]()
    for question in questions:
        game = GAMES[given.game].for_state(question.state)
        began = time.perf_counter()
        found = analyzed(game, question, given.seconds)
        spent.append(time.perf_counter() - began)
        limited = " by what nets may err" if found.limited else ""
        kind = "proven" if found.proven else "searched"
        verdicts[f"{kind}, {found.verdict}{limited}"] += 1
        first = game.notation().format_move(found.moves[0].turn[0], question.state)
        decision = question.decision
        sure = found.verdict == "decided" and not found.proven
        wrong += sure and not is_within_errors(decision.best, decision.values[first])
    for what, count in verdicts.most_common():
        print(f"{what}: {count} of {len(questions)}")
    print(f"decided by a search, worse by the referee: {wrong}")
    print(f"seconds: median {np.median(spent):.2f}, mean {np.mean(spent):.2f}")


if __name__ == "__main__":
    main()
