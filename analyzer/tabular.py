"""Rows of words as a table for the terminal, CSV or Markdown."""

from __future__ import annotations

import csv
import sys
from collections.abc import Sequence

from analyzer.console import Screen
from analyzer.options import TableFormat

Rows = Sequence[Sequence[str]]


def print_rows(
    screen: Screen, form: TableFormat, headings: Sequence[str], rows: Rows
) -> None:
    """The rows stand on standard output in one of the three forms that aren't JSON."""
    if form is TableFormat.CSV:
        csv.writer(sys.stdout, lineterminator="\n").writerows([headings, *rows])
    elif form is TableFormat.MARKDOWN:
        for row in (headings, ["---"] * len(headings), *rows):
            print(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |")
    else:
        _print_table(screen, headings, rows)


def _print_table(screen: Screen, headings: Sequence[str], rows: Rows) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(*headings, box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for row in rows:
        table.add_row(*map(Text, row))
    screen.show(table)
