"""The breaks of the rules still fit the files that they break."""

from __future__ import annotations

import pytest

from tests.mutant_list import Mutant
from tests.mutants import GAMES, Broken, source

CASES = [
    pytest.param(game, mutant, id=f"{name}: {mutant.breaks}")
    for name, game in GAMES.items()
    for mutant in game.mutants
]


@pytest.mark.parametrize(("game", "mutant"), CASES)
def test_the_text_to_replace_occurs_exactly_once_and_the_result_compiles(
    game: Broken, mutant: Mutant
) -> None:
    text = source(game, mutant).read_text(encoding="utf-8")
    assert text.count(mutant.old) == 1
    broken = text.replace(mutant.old, mutant.new)
    assert broken != text
    compile(broken, mutant.file, "exec")


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_break_has_a_name_of_its_own(game: Broken) -> None:
    assert len({mutant.breaks for mutant in game.mutants}) == len(game.mutants)
