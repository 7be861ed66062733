"""The golden files say what the code says: `make golden` writes them anew."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engines.jit import JIT
from tests.golden import searches, write
from tests.golden.write import FOLDER, analyses, playthroughs
from tests.registry import GAMES

each_playthrough = pytest.mark.parametrize("name", playthroughs())


def test_there_is_no_other_golden_file() -> None:
    names = {path.name for path in FOLDER.glob("*.txt")}
    assert names == {*playthroughs(), *analyses()}
    names = {path.name for path in FOLDER.glob("*.json")}
    assert names == set(searches.files())


@each_playthrough
def test_a_game_goes_as_in_the_golden_file(name: str) -> None:
    assert write.playthrough(playthroughs()[name]) == (FOLDER / name).read_text()


@each_playthrough
def test_positions_of_golden_games_are_canonical(name: str) -> None:
    game = playthroughs()[name].game
    lines = (FOLDER / name).read_text().splitlines()
    for line in lines:
        if line.startswith(game.name):
            assert game.notation.format(game.notation.parse(line).state) == line


@pytest.mark.parametrize("name", analyses())
@pytest.mark.skipif(not JIT, reason="thousands of simulations without a JIT")
def test_a_search_ranks_as_in_the_golden_file(name: str) -> None:
    assert write.analysis(*analyses()[name]) == (FOLDER / name).read_text()


def test_every_game_has_golden_games_and_analyses() -> None:
    for game in GAMES:
        assert any(name.startswith(f"{game}-") for name in playthroughs())
        assert any(name.startswith(f"{game}-analysis-") for name in analyses())


def assert_same(found: Any, golden: Any, where: str) -> None:
    """Plain values are the same, numbers with a fraction but for rounding."""
    if isinstance(golden, dict):
        assert list(found) == list(golden), where
        for key, value in golden.items():
            assert_same(found[key], value, f"{where} {key}")
    elif isinstance(golden, list):
        assert len(found) == len(golden), where
        for number, value in enumerate(golden):
            assert_same(found[number], value, f"{where} {number}")
    elif isinstance(golden, float):
        assert found == pytest.approx(golden, abs=2e-5), where
    else:
        assert found == golden, where


@pytest.mark.parametrize("name", searches.files())
@pytest.mark.skipif(not JIT, reason="thousands of simulations without a JIT")
def test_searches_find_what_the_golden_file_says(name: str) -> None:
    golden = json.loads((FOLDER / name).read_text())
    assert len(golden) == searches.POSITIONS
    assert_same(searches.searches(searches.files()[name]), golden, name)


def test_golden_positions_are_of_all_player_counts_and_phases_of_a_game() -> None:
    for game in GAMES.values():
        found = searches.places(game)
        players = {case.variant.players for case, _ in found}
        assert players >= {2, 3, 4}
        assert len({state.tobytes() for _, state in found}) == searches.POSITIONS
