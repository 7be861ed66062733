"""Run the commands of docs/tutorial.md; write what they print, and the pictures.

With --check nothing is written: the program fails where the page or a picture is not
what the commands give. Results go by seeds and budgets of simulations, never by time.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
import tempfile
from pathlib import Path

from typer.testing import CliRunner

from analyzer.cli import app

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "tutorial.md"
PICTURES = ROOT / "docs" / "pictures"
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
TERMINAL = {"COLUMNS": "80", "NO_COLOR": "1"}
# The pictures by the files that the commands of the page leave.
MADE = {
    "position.svg": "position.svg",
    "ranking.png": "ranking/ranking.png",
    "win-share.svg": "page/figures/win-share.svg",
    "convergence.svg": "page/figures/convergence.svg",
    "scores.svg": "page/figures/scores.svg",
    "rounds.svg": "page/figures/rounds.svg",
}


def rerun(page: str, folder: Path) -> str:
    """The page with what its commands print now; their files stand in the folder.

    Raises RuntimeError for a command that fails.
    """
    shutil.copytree(ROOT / "examples", folder / "examples")
    before, terminal = Path.cwd(), {name: os.environ.get(name) for name in TERMINAL}
    os.chdir(folder)
    os.environ.update(TERMINAL)
    try:
        return BLOCK.sub(_printed, page)
    finally:
        os.chdir(before)
        for name, value in terminal.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value


def _printed(block: re.Match[str]) -> str:
    """The block with what each of its commands prints."""
    commands = [line for line in block.group(1).splitlines() if line.startswith("$ ")]
    told = "".join(f"{command}\n{_output(command[2:])}" for command in commands)
    return f"```console\n{told}```"


def _output(command: str) -> str:
    program, *words = shlex.split(command)
    found = CliRunner().invoke(app, words)
    if program != "azulyst" or found.exit_code:
        raise RuntimeError(f"'{command}' fails: {found.output}")
    text = found.stdout.strip("\n")
    return f"{text}\n" if text else ""


def main() -> None:
    """Write the page and its pictures anew, or compare them."""
    text = PAGE.read_text()
    with tempfile.TemporaryDirectory() as name:
        found = rerun(text, Path(name))
        made = {PICTURES / k: (Path(name) / v).read_bytes() for k, v in MADE.items()}
    made[PAGE] = found.encode()
    if "--check" in sys.argv[1:]:
        old = [path.name for path, data in made.items() if path.read_bytes() != data]
        sys.exit(f"not up to date: {', '.join(old)}; run 'make docs'" if old else 0)
    PICTURES.mkdir(exist_ok=True)
    for path, data in made.items():
        path.write_bytes(data)


if __name__ == "__main__":
    main()
