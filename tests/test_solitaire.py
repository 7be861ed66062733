"""The best way to place, opponents aside, agrees with looking at every way there is."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, islice
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from analyzer.cli import app
from engines.jit import JIT
from engines.protocol import State
from engines.summer_pavilion import alone, notation
from engines.summer_pavilion.layout import (
    BOARDS,
    BONUS,
    COVERED,
    OWED,
    PASSED,
    PHASE,
    PLACE,
    ROUND,
    SCORE,
    START_SCORE,
    STOCK,
    SUPPLY,
    TURN,
    tile,
    total,
)
from engines.summer_pavilion.policies import greedy
from search.batches import Budget
from search.exact import NotSolvedError
from search.solitaire import ROOM, Sequence, best_sequence
from tests.oracles.summer_pavilion_board import COLOURS, Player, Tiles, printed_number
from tests.play import positions
from tests.registry import CASES, Case

MEMORY = 1 << 22
FULL_BOARD = 304  # points of a full board, those at the start included (rules: end)
STAR_COST = 21  # tiles that all spaces of a star cost
TILES_FOR_ALL = [25, 25, 25, 24, 24, 24]  # by colour, as many as all spaces cost
FEW, MANY = (15, 1_000) if JIT else (2, 4)
PAVILION = [case for case in CASES if case.game.name == notation.GAME]
COLOURED = [case for case in PAVILION if case.variant.options["board"] == "colour"]
each_case = pytest.mark.parametrize("case", [PAVILION[0], PAVILION[-1]], ids=str)
needs_jit = pytest.mark.skipif(not JIT, reason="thousands of positions")


def solve(root: State, budget: Budget = Budget()) -> Sequence:  # noqa: B008
    """The best sequence, ordered by the greedy policy."""
    return best_sequence(alone, greedy, root, budget, memory=MEMORY)


# --- Every way there is, by the slow rules --------------------------------------------


def bonuses(supply: Tiles, owed: int) -> Iterator[Tiles]:
    """All ways to take so many tiles, or all there are."""
    count = min(owed, supply.total())
    for colours in combinations_with_replacement(COLOURS, count):
        taken = Counter(colours)
        if taken <= supply:
            yield taken


def worth_of_passing(player: Player, board: str, last: bool) -> tuple[int, int]:
    """The score with the end's points, then tiles kept; nothing is placed any more."""
    player = player.copy()
    left = player.stock.total()
    kept = 0 if last else min(4, left)
    player.lose(left - kept)
    return player.score + player.end_bonus(board), kept


def best_way(
    player: Player, supply: Tiles, board: str, wild: str, last: bool
) -> tuple[int, int]:
    """The most points, then tiles kept, that a player can come to."""
    best = worth_of_passing(player, board, last)
    for star, position, colour, wilds in player.placements(board, wild):
        number = printed_number(board, star, position)
        after = player.copy()
        after.stock -= Counter({colour: number - wilds}) + Counter({wild: wilds})
        after.lay(star, position, colour)
        for taken in bonuses(supply, after.bonus_of((star, position))):
            then = after.copy()
            then.stock += taken
            best = max(best, best_way(then, supply - taken, board, wild, last))
    return best


def few_tiles(
    case: Case, count: int, most_tiles: int, first: int
) -> Iterator[tuple[State, Player]]:
    """Boards from played games with few tiles in stock, for both sides."""
    rng = random.Random(first)
    seed = first
    while True:
        for state in rng.sample(positions(case, seed), 40):
            root = alone.alone(state, 0)
            if root[ROUND] == 0 or root[PHASE] != PLACE:
                continue
            stock = Counter(rng.choices(COLOURS, k=rng.randint(1, most_tiles)))
            supply = Counter(rng.choices(COLOURS, k=rng.randint(0, 3)))
            root[BOARDS + STOCK] = sum(n * tile_of(c) for c, n in stock.items())
            root[SUPPLY] = sum(n * tile_of(c) for c, n in supply.items())
            player = case.game.oracle.from_fields(notation.to_fields(state)).players[0]  # type: ignore[attr-defined]
            player.stock, player.kept = stock, Counter()
            yield root, player
            if (count := count - 1) == 0:
                return
        seed += 1


@cache
def tile_of(colour: str) -> int:
    """One tile of that colour, as counts."""
    return int(tile(COLOURS.index(colour)))


def check(case: Case, count: int, most_tiles: int, first: int = 0) -> None:
    """So many small stocks are placed as well as by looking at every way."""
    gained = 0
    board = case.variant.options["board"]
    for root, player in few_tiles(case, count, most_tiles, first):
        supply: Tiles = Counter(
            {c: int(root[SUPPLY]) // tile_of(c) % 1024 for c in COLOURS}
        )
        wild, last = COLOURS[int(root[ROUND]) - 1], int(root[ROUND]) == 6
        points, kept = best_way(player, supply, board, wild, last)
        found = solve(root)
        assert divmod(found.worth, alone.SCALE) == (points, kept)
        assert worth_at_end(root, found.actions) == found.worth
        assert most(root) >= found.worth
        account = alone.account(root, found.actions)
        before = player.score + player.end_bonus(board)
        assert account["total"] == points - before
        assert account["kept"] == kept
        gained += account["total"] > 0
    assert gained > count // 4


def worth_at_end(root: State, actions: tuple[int, ...]) -> int:
    """The worth of the end that these legal actions lead to."""
    state, moves = root.copy(), np.zeros(alone.MAX_ACTIONS, np.int64)
    for action in actions:
        assert action in moves[: alone.legal_actions(state, moves)]
        alone.play(state, action)
    assert alone.is_over(state)
    return int(alone.worth(state))


def most(root: State) -> int:
    """What the position promises."""
    return int(alone.most_worth(root, np.zeros(ROOM, np.int64)))


@each_case
def test_small_stocks_are_placed_as_well_as_in_any_way_there_is(case: Case) -> None:
    check(case, FEW, 3)


@needs_jit
@pytest.mark.slow
@pytest.mark.parametrize("case", PAVILION, ids=str)
def test_many_small_stocks_are_placed_as_well(case: Case) -> None:
    check(case, MANY, 5, 1_000)


# --- Limits ---------------------------------------------------------------------------


def stocked(state: State, stock: list[int]) -> State:
    """The board of player 1 in the last round, with this stock and nothing to draw."""
    root = alone.alone(state, 0)
    root[ROUND], root[SUPPLY] = 6, 0
    root[BOARDS + STOCK] = sum(n * int(tile(c)) for c, n in enumerate(stock))
    return root


@needs_jit
def test_tiles_for_every_space_bring_the_304_points_of_a_full_board() -> None:
    root = stocked(COLOURED[0].new(), [STAR_COST + number for number in range(1, 7)])
    found = solve(root)
    assert found.worth == alone.SCALE * FULL_BOARD
    assert alone.account(root, found.actions) == {
        "placed": 7 * 21,
        "lost": 0,
        "stars": 112,
        "numbers": 40,
        "total": FULL_BOARD - START_SCORE,
        "left": 0,
        "kept": 0,
    }


def test_no_position_promises_more_than_a_full_board() -> None:
    promised = set()
    for case in COLOURED:
        for state in positions(case, 3):
            if state[ROUND] > 0 and state[PHASE] != BONUS:
                promised.add(most(stocked(state, TILES_FOR_ALL)) // alone.SCALE)
    assert max(promised) == FULL_BOARD
    assert len(promised) >= 10


@needs_jit
def test_tiles_that_nothing_takes_cost_points_down_to_one() -> None:
    full = COLOURED[0].new()
    full[BOARDS + COVERED] = (1 << 42) - 1
    for score, left in ((60, 50), (8, 1)):
        root = stocked(full, [10, 0, 0, 0, 0, 0])
        root[BOARDS + SCORE] = score
        account = alone.account(root, solve(root).actions)
        assert account["lost"] == score - left
        assert (account["total"], account["kept"]) == (left - score, 0)


# --- The search -----------------------------------------------------------------------


def usual(case: Case, seeds: range) -> Iterator[State]:
    """Placing phases of played games as they begin, for the player in turn."""
    for seed in seeds:
        for state in positions(case, seed):
            begun = state[PHASE] == PLACE and state[PASSED] == 0
            if begun and int(total(state[BOARDS + STOCK])) > 4 and state[TURN] == 0:
                yield alone.alone(state, 0)


@needs_jit
def test_usual_stocks_are_solved_and_the_same_is_found_again() -> None:
    for root in islice(usual(COLOURED[0], range(10)), 20):
        found = solve(root, Budget(sims=1_000_000))
        again = solve(root, Budget(sims=1_000_000))
        assert worth_at_end(root, found.actions) == found.worth
        assert again._replace(seconds=found.seconds) == found


@needs_jit
def test_the_table_may_be_small() -> None:
    for root in islice(usual(COLOURED[1], range(10)), 5):
        small = best_sequence(alone, greedy, root, Budget(), memory=1)
        assert small.worth == solve(root).worth


@needs_jit
def test_a_budget_that_does_not_suffice_is_told() -> None:
    root = next(usual(COLOURED[0], range(1)))
    with pytest.raises(NotSolvedError, match="budget"):
        solve(root, Budget(sims=5))


def test_bonus_tiles_that_are_due_are_taken_first() -> None:
    text = Path("examples/summer-pavilion/bonus-2p.txt").read_text()
    state = notation.parse(text).state
    player = int(state[TURN])
    found = solve(alone.alone(state, player))
    names = [notation.format_move(a, state) for a in found.actions[: state[OWED]]]
    assert all(name.startswith("take") for name in names)
    other = alone.alone(state, 1 - player)
    assert (other[PHASE], other[OWED]) == (PLACE, 0)


# --- The command ----------------------------------------------------------------------

PLACING = "examples/summer-pavilion/place-2p.txt"


def run(*words: str) -> Result:
    """What `azulyst sequence` prints."""
    return CliRunner().invoke(app, ["sequence", *words])


@needs_jit
def test_the_command_tells_turns_points_and_what_is_left() -> None:
    told, data = run(PLACING), json.loads(run(PLACING, "--format", "json").stdout)
    assert (told.exit_code, data["proven"], data["opponents"]) == (0, True, "aside")
    assert f"gets {data['total']} points, opponents aside (proven)" in told.stdout
    assert sum(turn["points"] for turn in data["turns"]) == data["total"]
    sources = data["placed"] - data["lost"] + data["stars"] + data["numbers"]
    assert sources == data["total"]
    state = notation.parse(data["position"]).state
    assert data["player"] == int(state[TURN]) + 1
    for turn in data["turns"]:
        assert turn["move"] in told.stdout


@needs_jit
def test_the_command_places_for_another_player() -> None:
    data = json.loads(run(PLACING, "--player", "2", "--format", "json").stdout)
    state = notation.parse(Path(PLACING).read_text()).state
    found = solve(alone.alone(state, 1))
    assert data["player"] == 2
    assert data["total"] == alone.account(alone.alone(state, 1), found.actions)["total"]


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["examples/azul/opening-2p.txt"], 3, "sequence is for summer-pavilion"),
        (["examples/summer-pavilion/draft-3p.txt"], 3, "not in the placing phase"),
        (["examples/summer-pavilion/keep-3p.txt"], 3, "has passed"),
        ([PLACING, "--player", "3"], 2, "there are 2 players"),
    ],
)
def test_the_command_says_where_there_is_nothing_to_place(
    words: list[str], code: int, message: str
) -> None:
    told = run(*words)
    assert told.exit_code == code
    assert message in told.stderr
