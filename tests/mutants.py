"""Breaks the rules of the games on purpose: the tests of the rules must notice it.

`python -m tests.mutants` prints which breaks were caught, and by which test; it fails
if one was not, or if a text to replace is no longer there. The name of a game as an
argument runs the breaks of that game only, numbers run the breaks with these numbers.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests import mutant_list, mutant_list_flowers, mutant_list_summer_pavilion
from tests.mutant_list import Mutant

ROOT = Path(__file__).resolve().parent.parent
COPIED = (
    *("engines", "language", "search", "reports", "tests"),
    *("docs/rules", "pyproject.toml"),
)
LONGEST_RUN_S = 120  # a break may make a game endless


class Broken(NamedTuple):
    """A game to break: its folder, the breaks, and the tests that must notice."""

    folder: str
    mutants: list[Mutant]
    tests: tuple[str, ...]


GAMES = {
    "azul": Broken(
        "azul",
        mutant_list.MUTANTS,
        ("tests/test_azul_rules*.py", "tests/test_lockstep.py"),
    ),
    "summer-pavilion": Broken(
        "summer_pavilion",
        mutant_list_summer_pavilion.MUTANTS,
        ("tests/test_summer_pavilion_rules*.py",),
    ),
    "flowers": Broken(
        "flowers",
        mutant_list_flowers.MUTANTS,
        ("tests/test_flowers_rules*.py", "tests/test_flowers_chance.py"),
    ),
}


def source(game: Broken, mutant: Mutant, root: Path = ROOT) -> Path:
    """The file to break, in a checkout."""
    return root / "engines" / game.folder / mutant.file


def misplaced(game: Broken) -> list[Mutant]:
    """The breaks whose text does not occur exactly once, or that change nothing."""
    return [
        mutant
        for mutant in game.mutants
        if source(game, mutant).read_text(encoding="utf-8").count(mutant.old) != 1
        or mutant.old == mutant.new
    ]


@contextmanager
def checkout() -> Iterator[Path]:
    """A copy of what the tests of the rules need, to break at will."""
    with tempfile.TemporaryDirectory(prefix="azulyst-mutants-") as folder:
        root = Path(folder)
        for name in COPIED:
            target = root / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / name).is_dir():
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(ROOT / name, target, ignore=ignored)
            else:
                shutil.copy(ROOT / name, target)
        yield root


def first_failure(game: Broken, root: Path) -> str:
    """The first test that fails in a checkout, empty if all pass; nothing compiled."""
    tests = [str(path) for pattern in game.tests for path in sorted(root.glob(pattern))]
    options = ["-x", "-q", "-p", "no:cacheprovider", "-m", "not slow", "--tb=no"]
    environment = os.environ | {
        "NUMBA_DISABLE_JIT": "1",
        "AZULYST_CACHE_DIR": str(root / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": str(root),
    }
    command = [sys.executable, "-m", "pytest", *options, *tests]
    try:
        run = subprocess.run(
            command,
            cwd=root,
            env=environment,
            capture_output=True,
            text=True,
            timeout=LONGEST_RUN_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "(endless)"
    if run.returncode == 0:
        return ""
    failed = re.search(r"^(?:FAILED|ERROR) .*?::\w+(?:\[(.*)\]|.*)", run.stdout, re.M)
    return (failed[1] or failed[0]) if failed else "(no test ran)"


def caught_by(game: Broken, mutant: Mutant, root: Path) -> str:
    """The first test that notices a break, empty if none does."""
    path = source(game, mutant, root)
    original = path.read_text(encoding="utf-8")
    path.write_text(original.replace(mutant.old, mutant.new), encoding="utf-8")
    try:
        return first_failure(game, root)
    finally:
        path.write_text(original, encoding="utf-8")


def survivors(game: Broken, numbers: list[int], root: Path) -> int:
    """How many breaks of a game nothing notices; each is printed with its test."""
    survived = 0
    for number, mutant in enumerate(game.mutants, 1):
        if numbers and number not in numbers:
            continue
        test = caught_by(game, mutant, root)
        survived += not test
        verdict = f"killed    {test}" if test else "SURVIVED"
        print(f"{number:3}  {mutant.file:12} {mutant.breaks:60} {verdict}")
        sys.stdout.flush()
    return survived


def main(arguments: list[str]) -> int:
    """The exit status: 0 if every break was caught."""
    numbers = [int(word) for word in arguments if word.isdigit()]
    names = [word for word in arguments if not word.isdigit()]
    survived = 0
    for name in names or GAMES:
        print(name)
        if lost := misplaced(GAMES[name]):
            print("the text to replace does not occur once:")
            print("\n".join(f"  {mutant.file}: {mutant.breaks}" for mutant in lost))
            return 1
        with checkout() as root:
            if failure := first_failure(GAMES[name], root):
                print(f"the rules fail unbroken: {failure}")
                return 1
            survived += survivors(GAMES[name], numbers, root)
    print(f"{survived} survived")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
