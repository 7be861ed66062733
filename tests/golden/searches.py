"""What searches make of ten positions a game: trees, figures, lines, as plain values.

Searches are named, with their seeds and budgets, so that what `auto` chooses does not
matter here. Figures are rounded to DIGITS; whoever compares leaves room for rounding.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

from engines import azul
from engines.protocol import State
from engines.rng import SEARCH, new_stream
from search import exact, expectimax, solver
from search.answers import Analysis, RankedMove
from search.batches import Budget
from search.exact import NotSolvedError
from search.mcts import make_simulate, weights_of
from search.policies import uniform
from search.ranking import analyze
from search.tree import Tree, children, new_tree, principal_line
from search.workspace import new_workspace
from tests.play import positions
from tests.registry import CASES, GAMES, Case, GameUnderTest

SEED = 7
POSITIONS = 10  # a game
FIRST_GAME = 100  # seed; one more a position
LATE = 0.97  # part of the game that the last position comes after
SIMS, TREE_SIMS, LOOKED = 160, 200, 1_500
SOLVED = 20_000  # positions, of the last one
ROWS = 5  # of a ranking that are kept
MEMORY = 1 << 24
DIGITS = 6

Fields = dict[str, Any]


def places(game: GameUnderTest) -> list[tuple[Case, State]]:
    """Ten positions of ten played games, from early to late, in several variants."""
    cases = [case for case in CASES if case.game is game]
    found = []
    for number in range(POSITIONS):
        case = cases[number * len(cases) // POSITIONS]
        last = number == POSITIONS - 1
        if last:
            case = next(c for c in cases if c.variant.players == 2)
        played = positions(case, FIRST_GAME + number)
        choices = [s for s in played if game.rules.count_actions(s) > 1]
        part = LATE if last else (number * 3 % 9 + 0.5) / 9.5
        found.append((case, choices[int(part * len(choices))]))
    return found


def searches(game: GameUnderTest) -> Fields:
    """Everything that is kept of a game, by the text of the position."""
    found = {}
    for number, (case, state) in enumerate(places(game)):
        results = {"tree": tree_search(case, state), "mcts": by_batches(case, state)}
        results["expectimax"] = by_depth(case, state)
        if number == POSITIONS - 1:
            results |= to_the_end(case, state)
        found[game.notation.format(state)] = {"variant": str(case), **results}
    return found


def text(game: GameUnderTest) -> str:
    """The golden file of a game."""
    return json.dumps(searches(game), indent=1) + "\n"


# --- One tree -------------------------------------------------------------------------


@cache
def simulator(game: GameUnderTest) -> Callable[..., Any]:
    """The simulation kernel with the game's first policy."""
    return make_simulate(game.rules, next(iter(game.policies.values())))


def grown(game: GameUnderTest, state: State, chunks: list[int]) -> Tree:
    """A tree of that many simulations, chunk by chunk."""
    policy = next(iter(game.policies.values()))
    tree, work = new_tree(game.rules, MEMORY), new_workspace(game.rules)
    weights, rng = weights_of(policy, policy), new_stream(SEED, SEARCH)
    for sims in chunks:
        simulator(game)(tree, state, sims, work, game.settings, weights, rng)
    return tree


def tree_search(case: Case, state: State) -> Fields:
    """Nodes, what the root's children were visited and won, and the line."""
    tree = grown(case.game, state, [TREE_SIMS])
    below = list(children(tree))
    most = max(below, key=lambda child: int(tree.visits[child]))
    return {
        "sims": TREE_SIMS,
        "nodes": int(tree.size[0]),
        "visits": [int(tree.visits[child]) for child in below],
        "win": round(float(tree.win[below].sum()), DIGITS),
        "margin": round(float(tree.margin[below].sum()), DIGITS),
        "line": line_text(case.game, state, tuple(principal_line(tree, most))),
    }


# --- Rankings -------------------------------------------------------------------------


def by_batches(case: Case, state: State) -> Fields:
    """The ranking of a tree search without an evaluator."""
    policy, budget = next(iter(case.game.policies.values())), Budget(sims=SIMS)
    settings = case.game.settings
    found = analyze(
        case.game.rules,
        policy,
        state,
        budget,
        settings=settings,
        seed=SEED,
        memory=MEMORY,
    )
    return answer(case.game, state, found)


def depth_first_policy(game: GameUnderTest) -> Any:
    """Who orders moves and estimates, as in other tests of these searches."""
    return game.policies["greedy"] if game.rules is azul else uniform


def by_depth(case: Case, state: State) -> Fields:
    """The ranking of a depth-first search."""
    policy, budget = depth_first_policy(case.game), Budget(sims=LOOKED)
    found = expectimax.analyze(
        case.game.rules, policy, policy, state, budget, seed=SEED, memory=MEMORY
    )
    return answer(case.game, state, found)


def to_the_end(case: Case, state: State) -> Fields:
    """What the solver and the exact search say, or why they say nothing."""
    rules, policy = case.game.rules, depth_first_policy(case.game)
    return {
        "solver": answer_or_why(
            case.game,
            state,
            lambda: solver.solve(
                rules, policy, policy, state, Budget(sims=SOLVED), memory=MEMORY
            ),
        ),
        "exact": answer_or_why(
            case.game, state, lambda: exact.solve(rules, state, Budget(sims=SOLVED))
        ),
    }


def answer_or_why(
    game: GameUnderTest, state: State, search: Callable[[], Analysis]
) -> Fields:
    """The answer of a search, or why it has none."""
    try:
        return answer(game, state, search())
    except NotSolvedError as error:
        return {"unsolved": str(error)}


def answer(game: GameUnderTest, state: State, found: Analysis) -> Fields:
    """An analysis with its first rows."""
    return {
        "sims": found.sims,
        "depth": found.depth,
        "verdict": found.verdict,
        "proven": found.proven,
        "rows": [row(game, state, move) for move in found.moves[:ROWS]],
    }


def row(game: GameUnderTest, state: State, move: RankedMove) -> Fields:
    """One turn with its figures."""
    figures = {"win": move.win, "margin": move.margin, "win_high": move.win_high}
    rounded = {k: None if v is None else round(v, DIGITS) for k, v in figures.items()}
    line = line_text(game, state, move.line)
    turn = line_text(game, state, move.turn)
    return {"turn": turn, "visits": move.visits, **rounded, "line": line}


def line_text(game: GameUnderTest, state: State, line: tuple[int, ...]) -> str:
    """The actions of a line, up to the first chance event, by their texts."""
    state, texts = state.copy(), list[str]()
    for action in line:
        if game.rules.count_actions(state) == 0:
            break
        texts.append(game.notation.format_move(action, state))
        game.rules.play(state, action)
    return " ".join(texts)


def files() -> dict[str, GameUnderTest]:
    """The games by their golden files."""
    return {f"{name}-searches.json": game for name, game in GAMES.items()}
