"""Write the pages that the code itself can tell; --check only compares.

docs/cli.md is made from the commands, docs/data-dictionary.md from reports/schema.py.
"""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from typer.main import get_command

from analyzer.cli import app
from reports.schema import ENDS, SCHEMA_VERSION, TABLES, Table

FOLDER = Path(__file__).parent
HEAD = """# Command line

This page is generated from the commands by `make docs`. Results go to standard output,
everything else to standard error.

| exit code | meaning |
| ---: | --- |
| 0 | all went well |
| 1 | it failed for another reason |
| 2 | a wrong option or value on the command line |
| 3 | a bad game, position, move or file |
| 4 | interrupted by Ctrl-C; what was known by then is printed and written |
"""


DICTIONARY = f"""# Data dictionary

This page is generated from `reports/schema.py` by `make docs`. Every table is CSV in
UTF-8 with a heading; what is unknown is an empty field. Columns are only ever added,
any other change raises the schema version, which is {SCHEMA_VERSION}. Files of earlier
versions may lack the columns that are marked ○: reports leave out what these say.
[data.md](data.md) explains the figures and the JSON files.
"""
WRITERS = {
    "analyze": "`azulyst analyze --out DIR` writes `{}`",
    "simulate": "`azulyst simulate --out DIR` writes `{}`",
    "report": "`azulyst report --format csv` writes `tables/{}`",
}


def page() -> str:
    """The whole page of commands."""
    root = get_command(app)
    commands = [("azulyst", root), *leaves("azulyst", root)]
    return "\n".join([HEAD, *(section(*command) for command in commands)])


def dictionary() -> str:
    """The whole page of tables."""
    ends = ["## Ends of games", "", "| end | meaning |", "| --- | --- |"]
    ends += [f"| `{end}` | {cell(meaning)} |" for end, meaning in ENDS.items()]
    return "\n".join([DICTIONARY, *map(table_section, TABLES), *ends]) + "\n"


def table_section(table: Table) -> str:
    """Who writes a table, what a row is, and its columns."""
    written = WRITERS[table.folder].format(table.name)
    more = f" Columns that follow: {table.more}." if table.more else ""
    lines = [f"## {table.name}", "", f"{written}: a row is {table.row}.{more}", ""]
    lines += ["| column | type | unit | meaning |", "| --- | --- | --- | --- |"]
    for column in table.columns:
        mark = " ○" if column.optional else ""
        cells = [f"`{column.name}`{mark}", column.type, column.unit, column.meaning]
        lines.append(f"| {' | '.join(map(cell, cells))} |")
    return "\n".join(lines) + "\n"


def leaves(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    """The commands below a group, with all words that call them."""
    for word, child in getattr(command, "commands", {}).items():
        if hasattr(child, "commands"):
            yield from leaves(f"{name} {word}", child)
        else:
            yield f"{name} {word}", child


def section(name: str, command: Any) -> str:
    """A command's usage, purpose, arguments and options."""
    params = [p for p in command.params if p.name != "help"]
    arguments = [p for p in params if p.param_type_name == "argument"]
    options = [p for p in params if p.param_type_name == "option"]
    words = ["COMMAND"] if hasattr(command, "commands") else []
    words += map(argument_usage, arguments)
    usage = " ".join([name, *words, "[OPTIONS]"])
    lines = [f"## {name}", "", f"`{usage}`", "", inspect.cleandoc(command.help), ""]
    if arguments:
        lines += ["| argument | meaning |", "| --- | --- |"]
        lines += [f"| `{p.metavar}` | {cell(p.help)} |" for p in arguments]
        lines += [""]
    lines += ["| option | default | meaning |", "| --- | --- | --- |"]
    lines += [f"| {spelling(p)} | {default(p)} | {cell(p.help)} |" for p in options]
    return "\n".join(lines) + "\n"


def argument_usage(param: Any) -> str:
    """An argument in the usage line."""
    if param.nargs != -1:
        return str(param.metavar)
    return f"{param.metavar}..." if param.required else f"[{param.metavar}]..."


def spelling(param: Any) -> str:
    """An option as it is typed."""
    value = "" if param.is_flag else f" {param.metavar}"
    return f"`{cell(', '.join(param.opts) + value)}`"


def default(param: Any) -> str:
    """An option's default value; none for flags, and where the text tells it."""
    if param.required:
        return "required"
    if param.is_flag or param.default is None:
        return ""
    return f"`{param.default}`"


def cell(text: str) -> str:
    """Text that is safe in a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


def main() -> None:
    """Write the pages, or with --check exit with 1 if one is out of date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    check = parser.parse_args().check
    for name, text in (("cli.md", page()), ("data-dictionary.md", dictionary())):
        path = FOLDER / name
        if not check:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            sys.exit(f"docs/{name} is out of date; 'make docs' writes it anew")


if __name__ == "__main__":
    main()
