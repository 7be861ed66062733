"""Limits of Summer Pavilion: scores, and what happens when tiles run out."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from engines.jit import JIT
from engines.protocol import State, Vector
from engines.summer_pavilion import notation
from engines.summer_pavilion.layout import KEEP_ACTION
from tests.oracles.summer_pavilion_board import COLOURS, OUTER_STARS, STAR_NAMES
from tests.play import by_seat, deal, mixed, steps
from tests.registry import CASES, Case, Fields
from tests.test_lockstep import follow

HIGHEST_SCORE = 304  # a full board (rules: end)
SEEDS = range(25 if JIT else 1)
OF_FOUR = next(case for case in CASES if str(case) == "summer-pavilion-4p-colour")
SHORT = range(12)  # seeds of games of four; in the first the supply runs short
VARIANTS = [case for case in CASES if case.game.name == notation.GAME]
each_variant = pytest.mark.parametrize("case", VARIANTS, ids=str)


# --- Scores ---------------------------------------------------------------------------


@each_variant
@pytest.mark.parametrize("names", [["uniform"], ["greedy"], ["greedy", "uniform"]])
def test_a_score_is_from_one_to_that_of_a_full_board(
    case: Case, names: list[str]
) -> None:
    coloured = case.variant.options["board"] == "colour"
    for seed in SEEDS:
        for step in steps(case, seed, by_seat(case.game, names, seed)):
            points = scores(case, step.after)
            assert points.min() >= 1
            assert points.max() <= HIGHEST_SCORE or not coloured


@each_variant
def test_no_score_falls_by_bonus_tiles_and_chance(case: Case) -> None:
    for seed in SEEDS:
        for step in steps(case, seed, mixed(case.game, seed)):
            if case.game.rules.is_mid_turn(step.before) or step.action is None:
                change = scores(case, step.after) - scores(case, step.before)
                kept = step.action is not None and step.action >= KEEP_ACTION
                assert kept or (change >= 0).all()


def scores(case: Case, state: State) -> Vector:
    """One score a player."""
    points = np.zeros(case.game.rules.MAX_PLAYERS)
    case.game.rules.scores(state, points)
    return points[: case.variant.players]


# --- Games of four: tiles run out -----------------------------------------------------


def greedy_games(seeds: range) -> Iterator[tuple[Fields, Fields]]:
    """Each step of games of four by the greedy policy, followed by the oracle."""
    for seed in seeds:
        oracle = OF_FOUR.new_oracle()
        for step in steps(OF_FOUR, seed, by_seat(OF_FOUR.game, ["greedy"], seed)):
            follow(OF_FOUR, step, oracle)
            after = notation.to_fields(step.after)
            assert after == oracle.to_fields()
            yield notation.to_fields(step.before), after


@pytest.mark.skipif(not JIT, reason="some whole games")
def test_factories_of_the_last_round_stay_short_as_the_oracle_says() -> None:
    fills = [
        [len(factory.replace("-", "")) for factory in after["factories"]]
        for before, after in greedy_games(SHORT)
        if (before["phase"], before["round"]) == ("deal", 6)
    ]
    assert len(fills) == len(SHORT)
    assert all(sizes == sorted(sizes, reverse=True) for sizes in fills)
    assert sum(sizes[-1] < 4 for sizes in fills) >= len(SHORT) // 2


@pytest.mark.skipif(not JIT, reason="a whole game")
def test_the_supply_stays_short_and_is_filled_later_as_the_oracle_says() -> None:
    sizes = [
        (before["phase"], len(before["supply"]), len(after["supply"]))
        for before, after in greedy_games(SHORT[:1])
        if before["round"] == 6
    ]
    assert any(phase == "place" and size < 10 for phase, size, _ in sizes)
    assert any(phase == "refill" and size < 10 for phase, _, size in sizes)
    assert sizes[-1][2] <= 10


# --- Chance after chance --------------------------------------------------------------

STARS = [STAR_NAMES[letter] for letter in OUTER_STARS]
NO_FACTORIES = ["-"] * 9


def position(boards: list[Fields], **table: object) -> Fields:
    """A position of four in phase place, all factories, bag and tower empty."""
    fields = notation.to_fields(OF_FOUR.new())
    fields |= {"phase": "place", "turn": 4, "bag": "-", "tower": "-"} | table
    for player, board in enumerate(boards, 1):
        fields |= {f"p{player}.{key}": value for key, value in board.items()}
        fields[f"p{player}.passed"] = "yes" if player < 4 else "no"
    return fields


def events_after(fields: Fields, moves: list[str]) -> tuple[list[str], Fields]:
    """Phases in which chance was due after these moves, and the position then.

    The oracle has followed all of it.
    """
    state = notation.from_fields(fields).state
    oracle = OF_FOUR.game.oracle.from_fields(fields)
    for move in moves:
        oracle.play(move)
        OF_FOUR.game.rules.play(state, notation.parse_move(move, state))
        assert notation.to_fields(state) == oracle.to_fields()
    phases = []
    while OF_FOUR.game.rules.chance_due(state):
        before: State = state.copy()
        phases.append(str(notation.to_fields(state)["phase"]))
        deal(OF_FOUR.game, state, 1)
        oracle.apply_deal(notation.format_deal(state, before))
        assert notation.to_fields(state) == oracle.to_fields()
    return phases, notation.to_fields(state)


def test_a_refill_after_the_last_pass_is_followed_by_the_next_fill() -> None:
    centres = ["PGOY..", "GOYB..", "OYBR..", "YBRP.."]
    stars = {
        star: letter * 4 + ".." for star, letter in zip(STARS, OUTER_STARS, strict=True)
    }
    boards = [stars | {"centre": centre} for centre in centres]
    for board, kept in zip(boards, ["P2G2", "G2O2", "Y2B2", "-"], strict=True):
        board["kept"] = kept
    boards[3]["stock"] = "O1B1R4"
    fields = position(boards, round=5, marker=2, supply="PP")
    moves = ["pass", "keepR", "keepR", "keepR", "keepR"]
    phases, after = events_after(fields, moves)
    assert phases == ["refill", "deal"]
    assert (after["phase"], after["round"], after["turn"]) == ("place", 6, 2)
    assert (after["supply"], after["factories"]) == ("PPOB", NO_FACTORIES)
    assert after["p4.stock"] == "R4"


def test_rounds_without_any_tile_end_one_after_the_other() -> None:
    covered = {"O": "5544", "R": "5444", "B": "5544", "Y": "5544", "G": "5544"}
    covered["P"] = "2222"
    boards: list[Fields] = [{"centre": COLOURS} for _ in range(4)]
    for letter, numbers in covered.items():
        for board, number in zip(boards, numbers, strict=True):
            board[STAR_NAMES[letter]] = (letter * int(number)).ljust(6, ".")
    boards[3] |= {"red": ".RRRR.", "blue": "BB..BB", "stock": "R1"}
    fields = position(boards, round=4, supply="P" * 10)
    phases, after = events_after(fields, ["R1"])
    assert phases == ["deal", "deal"]
    assert (after["phase"], after["round"]) == ("over", 6)
