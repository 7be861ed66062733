"""The solver of rounds agrees with an exhaustive search by the slow rules of Azul."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
import pytest

from analyzer.analysis import line_text
from analyzer.games import GAMES
from engines import azul, jit
from engines.azul import notation
from engines.azul.policies import greedy
from engines.jit import JIT
from engines.protocol import State
from search import auto, solver
from search.answers import Analysis, RankedMove
from search.batches import Budget
from search.perft import count
from search.solver import is_likely_last
from tests.oracles.azul import Game
from tests.play import positions
from tests.registry import CASES, Case

MEMORY = 1 << 26
ALL = 1_000  # moves that are searched for their values
FEW = 40 if JIT else 2
MANY = 10_000
SIZES = range(20, 350)  # positions of an ending
HIDDEN_BY_TIES = 0.01  # most definite answers of three or four that are not proven
ROUNDS = sorted(Path("examples/azul").glob("last-round-*.txt"))
needs_jit = pytest.mark.skipif(not JIT, reason="thousands of positions")
each_objective = pytest.mark.parametrize("objective", ["win", "margin"])
AZUL = [case for case in CASES if case.game.name == "azul"]
each_azul_case = pytest.mark.parametrize("case", AZUL, ids=str)

Figures: TypeAlias = tuple[Fraction, Fraction]  # win share and margin of a player
Outcome: TypeAlias = tuple[Figures, ...]  # by player


class DealError(Exception):
    """A line comes to a deal."""


def aim(figures: Figures, objective: str) -> Figures:
    """What a player wants most first."""
    return figures if objective == "win" else figures[::-1]


def outcomes(game: Game, objective: str) -> set[Outcome]:
    """All that best play can come to, however ties are broken; DealError."""
    if game.over:
        return {result_of(game)}
    if game.phase == "deal":
        raise DealError
    mover = game.turn - 1
    branches = []
    for move in game.moves():
        after = game.copy()
        after.play(move)
        branches.append(outcomes(after, objective))
    least = [min(aim(o[mover], objective) for o in branch) for branch in branches]
    sure = max(least)
    return {o for b in branches for o in b if aim(o[mover], objective) >= sure}


def result_of(game: Game) -> Outcome:
    """Win share and margin of all players of a game that is over."""
    scores = [player.score for player in game.players]
    figures = []
    for seat, share in enumerate(game.win_shares()):
        others = [s for other, s in enumerate(scores) if other != seat]
        figures.append((share, Fraction(scores[seat] - max(others))))
    return tuple(figures)


def ties_matter(game: Game, objective: str) -> bool:
    """Whether somewhere below, best moves of a player come to different results."""
    if game.over:
        return False
    branches = []
    for move in game.moves():
        after = game.copy()
        after.play(move)
        branches.append(after)
    if len(outcomes(game, objective)) > 1:
        return True
    return any(ties_matter(after, objective) for after in branches)


def endings(case: Case, first: int = 0) -> Iterator[State]:
    """Positions of last rounds of games, with few positions to come."""
    play_out = count(azul)
    seed = first
    while True:
        for state in positions.__wrapped__(case, seed)[-9:-1]:
            if azul.count_actions(state) > 1:
                size = sum(int(play_out(state, d, 0)) for d in range(1, 5))
                if size in SIZES:
                    yield state
        seed += 1


def solve(state: State, **options: object) -> Analysis:
    """The solver's answer without a limit."""
    options = {"moves": ALL, "memory": MEMORY} | options
    return solver.solve(azul, greedy, greedy, state, Budget(), **options)


class Checked(NamedTuple):
    """What an answer that was compared with exhaustive search turned out to be."""

    definite: bool  # no way to break ties changes the value of a move
    proven: bool


def check_by_oracle(state: State, objective: str) -> Checked | None:
    """The answer is that of exhaustive search; None, and unchecked, with deals."""
    game = Game.from_fields(notation.to_fields(state))
    player, values = game.turn - 1, dict[str, set[Figures]]()
    try:
        for move in game.moves():
            after = game.copy()
            after.play(move)
            values[move] = {o[player] for o in outcomes(after, objective)}
    except DealError:
        return None
    found = solve(state, objective=objective)
    assert len(found.moves) == len(values)
    for row in found.moves:
        assert_row(row, values[notation.format_move(row.turn[0], state)], objective)
    assert_rank(found, state, values, objective)
    definite = all(len(expected) == 1 for expected in values.values())
    if definite and not found.proven:
        assert ties_matter(game, objective)
    return Checked(definite, found.proven)


def assert_row(row: RankedMove, expected: set[Figures], objective: str) -> None:
    """The row's figures are those of a way to break ties; proven if of all of them."""
    assert (row.win, row.margin) in {(float(w), float(m)) for w, m in expected} or any(
        (row.win, row.margin) == pytest.approx((float(w), float(m)), abs=1e-6)
        for w, m in expected
    )
    assert not row.proven or len(expected) == 1
    if objective == "win" and not row.proven:
        assert row.win_low is not None
        assert row.win_high is not None
        assert row.win_low <= float(min(w for w, _ in expected)) + 1e-3
        assert row.win_high >= float(max(w for w, _ in expected)) - 1e-3


def assert_rank(
    found: Analysis, state: State, values: dict[str, set[Figures]], objective: str
) -> None:
    """The first is the best; proven only if no way to break ties changes that."""
    aims = {
        move: [aim(figures, objective) for figures in expected]
        for move, expected in values.items()
    }
    first = notation.format_move(found.moves[0].turn[0], state)
    best = max(min(found_aims) for found_aims in aims.values())
    if all(len(found_aims) == 1 for found_aims in aims.values()):
        assert aims[first] == [best]
    if found.proven:
        assert len(aims[first]) == 1
        others = [a for move, found_aims in aims.items() for a in found_aims]
        assert max(others) == aims[first][0]
        assert found.verdict in ("decided", "equal")


def check_endings(case: Case, number: int, first: int = 0) -> None:
    """So many endings are solved as by the oracle, by both objectives.

    What is definite is proven. With three or four players a tie deep down may hide
    that: the limits of the players' values say nothing of which go together.
    """
    objectives = ("win", "win", "margin")
    found = (
        check_by_oracle(state, objectives[index % 3])
        for index, state in enumerate(endings(case, first))
    )
    checked = list(islice(filter(None, found), number))
    definite = [answer for answer in checked if answer.definite]
    missed = sum(not answer.proven for answer in definite)
    most = HIDDEN_BY_TIES if case.variant.players > 2 else 0.0
    assert missed <= most * len(definite)
    assert len(definite) > number // 2


@each_azul_case
def test_small_endings_are_solved_as_by_the_oracle(case: Case) -> None:
    check_endings(case, FEW)


@needs_jit
@pytest.mark.slow
@each_azul_case
def test_many_small_endings_are_solved_as_by_the_oracle(case: Case) -> None:
    check_endings(case, MANY if case.variant.players == 2 else MANY // 10, 1_000)


# --- Lines that come to a deal --------------------------------------------------------


def worth(state: State, player: int, dealt: int) -> tuple[float, float]:
    """A two-player position for one, if every deal is worth `dealt` wins to him."""
    if azul.is_over(state):
        wins, scores = np.zeros((2, azul.MAX_PLAYERS))
        azul.outcome(state, wins)
        azul.scores(state, scores)
        return wins[player], scores[player] - scores[1 - player]
    if azul.chance_due(state):
        return (1.0, 1e3) if dealt else (0.0, -1e3)
    values = []
    for index in range(azul.count_actions(state)):
        after = state.copy()
        azul.play(after, azul.action_at(state, index))
        values.append(worth(after, player, dealt))
    return (max if azul.current_player(state) == player else min)(values)


@needs_jit
def test_an_answer_that_a_deal_could_change_is_not_proven() -> None:
    kinds = set()
    for case in AZUL[:2]:
        for state in islice(endings(case, 50), 150):
            player = int(azul.current_player(state))
            found = solve(state, moves=1)
            limits = {}
            for move in found.moves:
                after = state.copy()
                azul.play(after, move.turn[0])
                limits[move.turn] = [worth(after, player, dealt) for dealt in (0, 1)]
            first = limits.pop(found.moves[0].turn)
            sure = all(high <= first[0] for _, high in limits.values())
            open_ = first[0] != first[1]
            kinds.add((found.proven, sure, open_))
            assert not found.proven or sure
            assert found.moves[0].proven == (found.proven and not open_)
    assert {(True, True, False), (False, False, True)} <= kinds


# --- What answers ---------------------------------------------------------------------


def example(path: Path) -> State:
    """The position of a file."""
    return notation.parse(path.read_text()).state


def without_time(analysis: Analysis) -> Analysis:
    """All that does not depend on the clock."""
    return replace(analysis, seconds=0.0)


@needs_jit
@pytest.mark.parametrize(
    "path", [path for path in ROUNDS if "2p" in path.name], ids=lambda path: path.stem
)
def test_last_rounds_among_the_examples_are_proven_with_their_line(path: Path) -> None:
    state = example(path)
    found = auto.analyze(azul, greedy, state, Budget(sims=200_000))
    assert (found.search, found.proven) == ("solver", True)
    first = found.moves[0]
    after = state.copy()
    for action in first.line:
        azul.play(after, action)
    assert azul.is_over(after)
    wins, scores = np.zeros((2, azul.MAX_PLAYERS))
    azul.outcome(after, wins)
    azul.scores(after, scores)
    player = found.player
    assert (first.win, first.margin) == (
        wins[player],
        scores[player] - scores[1 - player],
    )
    assert line_text(GAMES["azul"], state, first.line)


@needs_jit
def test_auto_leaves_a_round_in_the_middle_to_the_tree_search() -> None:
    state = example(Path("examples/azul/midround-2p.txt"))
    assert not is_likely_last(azul, greedy, state, 0)
    found = auto.analyze(azul, greedy, state, Budget(sims=64), memory=MEMORY)
    assert found.search == "mcts"


@needs_jit
def test_what_is_not_solved_in_time_is_left_to_the_tree_search() -> None:
    state = example(ROUNDS[0])
    assert is_likely_last(azul, greedy, state, 0)
    found = auto.analyze(azul, greedy, state, Budget(sims=8), memory=MEMORY)
    assert (found.search, found.sims) == ("mcts", 8)


@needs_jit
def test_threads_and_repetition_change_nothing() -> None:
    state, budget = example(ROUNDS[0]), Budget(sims=10_000)
    answers = [
        without_time(
            auto.analyze(
                azul, greedy, state, budget, search="solver", jobs=jobs, memory=MEMORY
            )
        )
        for jobs in (1, 2, 1)
    ]
    assert answers[0] == answers[1] == answers[2]


@needs_jit
@each_objective
def test_seats_do_not_matter(objective: str) -> None:
    for state in islice(endings(AZUL[0], 20), 20):
        fields = notation.to_fields(state)
        turned = AZUL[0].game.rotated(fields)
        other = notation.from_fields(turned).state
        first, second = (solve(s, objective=objective) for s in (state, other))
        figures = [[(m.win, m.margin) for m in a.moves] for a in (first, second)]
        assert sorted(figures[0]) == sorted(figures[1])


FRESH = """
from numba.core.event import install_recorder
with install_recorder("numba:compile") as recorder:
    from pathlib import Path
    from engines import azul
    from engines.azul import notation
    from engines.azul.policies import greedy
    from search import solver
    from search.batches import Budget
    for name in ("2p-a", "3p"):
        text = Path(f"examples/azul/last-round-{name}.txt").read_text()
        state = notation.parse(text).state
        try:
            print(solver.solve(azul, greedy, greedy, state, Budget(sims=20_000)).sims)
        except ValueError as error:
            print(error)
print(f"compiled {len(recorder.buffer) // 2}")
"""


@needs_jit
def test_a_new_process_loads_the_kernels_and_finds_the_same() -> None:
    lines = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", FRESH],
            cwd=jit.ROOT,
            env=os.environ | {"AZULYST_CACHE_DIR": str(jit.cache_root())},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        lines.append(done.stdout.splitlines())
    assert lines[0][:-1] == lines[1][:-1]
    assert lines[1][-1] == "compiled 0"
