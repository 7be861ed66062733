"""The breaks of the rules still fit the files that they break."""

from __future__ import annotations

import pytest

from tests.mutant_list import MUTANTS, Mutant
from tests.mutants import source


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.breaks)
def test_the_text_to_replace_occurs_exactly_once_and_the_result_compiles(
    mutant: Mutant,
) -> None:
    text = source(mutant).read_text(encoding="utf-8")
    assert text.count(mutant.old) == 1
    broken = text.replace(mutant.old, mutant.new)
    assert broken != text
    compile(broken, mutant.file, "exec")


def test_every_break_has_a_name_of_its_own() -> None:
    assert len({mutant.breaks for mutant in MUTANTS}) == len(MUTANTS)
