"""Writes the golden files anew: review the diff before you keep it.

    python -m tests.golden.write

A playthrough is a game of the first policy against random moves: every position, what
was dealt or played in it, and the result. An analysis is a short search. What several
searches make of ten positions a game is in `tests.golden.searches`.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from engines.protocol import State
from search.answers import RankedMove
from search.batches import Budget
from search.ranking import analyze
from tests.golden import searches
from tests.play import Step, by_seat, legal_actions, positions, steps
from tests.registry import CASES, GAMES, Case, GameUnderTest

FOLDER = Path(__file__).parent
SEED = 2024
SIMS = 4_000
# For a game: (number of the variant, seed of the game, position in it). The position is
# that one, or the first after it in which a decision is due.
ANALYSED = {
    "azul": ((0, 1, 14), (5, 5, 63)),
    "summer-pavilion": ((0, 1, 78), (5, 5, 152)),
    "flowers": ((4, 1, 70), (15, 5, 60)),
}


def playthrough(case: Case) -> str:
    """A whole game, one position or event a line."""
    names = [next(iter(case.game.policies)), "uniform"]
    played = list(steps(case, SEED, by_seat(case.game, names, SEED)))
    seats = [
        f"p{seat + 1} {names[seat % len(names)]}"
        for seat in range(case.variant.players)
    ]
    lines = [f"# {case}: {', '.join(seats)}"]
    for step in played:
        lines += [case.game.notation.format(step.before), _event(case.game, step)]
    lines += [case.game.notation.format(played[-1].after), *_result(case, played[-1])]
    return "\n".join(lines) + "\n"


def _event(game: GameUnderTest, step: Step) -> str:
    """What was dealt, or who played what of how many moves."""
    if step.action is None:
        return f"  deal {game.notation.format_deal(step.after, step.before)}"
    player = game.rules.current_player(step.before) + 1
    move = game.notation.format_move(step.action, step.before)
    return f"  p{player} {move} of {len(legal_actions(game, step.before))}"


def _result(case: Case, step: Step) -> list[str]:
    """Scores and win shares."""
    rules, players = case.game.rules, case.variant.players
    points, shares = np.zeros((2, rules.MAX_PLAYERS))
    rules.scores(step.after, points)
    rules.outcome(step.after, shares)
    return [
        "  scores " + " ".join(f"{n:g}" for n in points[:players]),
        "  shares " + " ".join(f"{n:g}" for n in shares[:players]),
    ]


def analysis(game: GameUnderTest, variant: int, seed: int, ply: int) -> str:
    """The ranking of a played position by a short search."""
    rules = game.rules
    case = [case for case in CASES if case.game is game][variant]
    later = positions(case, seed)[ply:]
    state = next(state for state in later if rules.count_actions(state))
    policy = next(iter(game.policies.values()))
    budget, settings = Budget(sims=SIMS), game.settings
    found = analyze(rules, policy, state, budget, settings=settings, seed=SEED)
    lines = [
        f"# {case}: {found.sims} simulations, seed {found.seed}",
        game.notation.format(state),
        f"  {found.verdict}, player {found.player + 1}, {found.batches} batches",
    ]
    lines += [_ranked(game, state, move) for move in found.moves]
    return "\n".join(lines) + "\n"


def _ranked(game: GameUnderTest, state: State, move: RankedMove) -> str:
    """One turn with its visits and the mean figures."""
    turn = _line_text(game, state, move.turn, game.notation.JOINT)
    win = "-" if move.win is None else f"{move.win:.3f}"
    margin = "-" if move.margin is None else f"{move.margin:+.2f}"
    line = _line_text(game, state, move.line)
    return f"  {move.rank} {turn} visits {move.visits} win {win} {margin} line {line}"


def _line_text(
    game: GameUnderTest, state: State, line: tuple[int, ...], joint: str = " "
) -> str:
    """The actions of a line, played one after the other."""
    state, texts = state.copy(), []
    for action in line:
        texts.append(game.notation.format_move(action, state))
        game.rules.play(state, action)
    return joint.join(texts)


def playthroughs() -> dict[str, Case]:
    """The cases by the file of their playthrough."""
    return {f"{case}.txt": case for case in CASES}


def analyses() -> dict[str, tuple[GameUnderTest, int, int, int]]:
    """What `analysis` takes, by the file of the analysis."""
    return {
        f"{name}-analysis-{number}.txt": (GAMES[name], *place)
        for name, places in ANALYSED.items()
        for number, place in enumerate(places, 1)
    }


def main() -> None:
    """All golden files are as the code has it now."""
    for name, case in playthroughs().items():
        (FOLDER / name).write_text(playthrough(case))
    for name, place in analyses().items():
        (FOLDER / name).write_text(analysis(*place))
    for name, game in searches.files().items():
        (FOLDER / name).write_text(searches.text(game))


if __name__ == "__main__":
    main()
