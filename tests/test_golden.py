"""The golden files say what the code says: `make golden` writes them anew."""

from __future__ import annotations

import pytest

from engines.jit import JIT
from tests.golden import write
from tests.golden.write import FOLDER, analyses, playthroughs
from tests.registry import GAMES

each_playthrough = pytest.mark.parametrize("name", playthroughs())


def test_there_is_no_other_golden_file() -> None:
    names = {path.name for path in FOLDER.glob("*.txt")}
    assert names == {*playthroughs(), *analyses()}


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
