"""Breaks the rules of Azul on purpose: the tests of the rules must notice each break.

`python -m tests.mutants` prints which breaks were caught, and by which test; it fails
if one was not, or if a text to replace is no longer there. Numbers as arguments run
these breaks only.
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

from tests.mutant_list import MUTANTS, Mutant

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("engines", "search", "reports", "tests", "docs/rules", "pyproject.toml")
TESTS = ("tests/test_azul_rules*.py", "tests/test_lockstep.py")
LONGEST_RUN_S = 120  # a break may make a game endless


def source(mutant: Mutant, root: Path = ROOT) -> Path:
    """The file to break, in a checkout."""
    return root / "engines" / "azul" / mutant.file


def misplaced() -> list[Mutant]:
    """The breaks whose text does not occur exactly once, or that change nothing."""
    return [
        mutant
        for mutant in MUTANTS
        if source(mutant).read_text(encoding="utf-8").count(mutant.old) != 1
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


def first_failure(root: Path) -> str:
    """The first test that fails in a checkout, empty if all pass; nothing compiled."""
    tests = [str(path) for pattern in TESTS for path in sorted(root.glob(pattern))]
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


def caught_by(mutant: Mutant, root: Path) -> str:
    """The first test that notices a break, empty if none does."""
    path = source(mutant, root)
    original = path.read_text(encoding="utf-8")
    path.write_text(original.replace(mutant.old, mutant.new), encoding="utf-8")
    try:
        return first_failure(root)
    finally:
        path.write_text(original, encoding="utf-8")


def main(chosen: list[int]) -> int:
    """The exit status: 0 if every break was caught."""
    if lost := misplaced():
        print("the text to replace does not occur once:")
        print("\n".join(f"  {mutant.file}: {mutant.breaks}" for mutant in lost))
        return 1
    survivors = 0
    with checkout() as root:
        if failure := first_failure(root):
            print(f"the rules fail unbroken: {failure}")
            return 1
        for number, mutant in enumerate(MUTANTS, 1):
            if chosen and number not in chosen:
                continue
            test = caught_by(mutant, root)
            survivors += not test
            verdict = f"killed    {test}" if test else "SURVIVED"
            print(f"{number:3}  {mutant.file:12} {mutant.breaks:56} {verdict}")
            sys.stdout.flush()
    print(f"{survivors} survived")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main([int(argument) for argument in sys.argv[1:]]))
