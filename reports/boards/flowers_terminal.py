"""A Flowers position drawn in a terminal, readable without colour as well."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich import box
from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from language import tr, trc
from language.counts import enumerated
from reports.boards.fields import board_title, heading, padded
from reports.boards.flowers_garden import Garden
from reports.boards.flowers_grid import LEGEND, REMOVED, card_cell, grid, grid_width
from reports.boards.flowers_position import Position, Stack

STACK_WIDTH = 12
CARDS_A_LINE = 12
LABEL_WIDTH = 6  # cells of a word before cards
BORDER = 4  # frame, and a space on each side


def draw(position: Position) -> RenderableType:
    """Title, stacks, drawn card, cards gone, gardens and what their signs mean."""
    removed = tr("removed") if position.phase == "over" else tr("to be removed")
    signs = (f"{sign} {tr(meaning)}" for sign, meaning in LEGEND)
    legend = enumerated([f"{REMOVED} {removed}", *signs])
    return Group(
        heading(position.title, position.situation),
        _stacks(position.stacks),
        *_drawn(position),
        *_gone(position.gone),
        _Gardens(position),
        Text(legend, "dim"),
    )


def _stacks(stacks: Sequence[Stack]) -> Columns:
    words = max(cell_len(stack.cards) for stack in stacks)
    width = max(STACK_WIDTH, BORDER + words)
    return Columns([_stack(stack, width) for stack in stacks], padding=(0, 1))


def _stack(stack: Stack, width: int) -> Panel:
    return Panel(
        Group(_face(stack), Text(stack.cards)),
        title=str(stack.number),
        box=box.ROUNDED,
        width=width,
        border_style="dim",
    )


def _face(stack: Stack) -> Text:
    if stack.height == 0:
        return Text(trc("stack", "empty"), "dim")
    return card_cell(stack.card) if stack.card else Text(stack.unseen, "dim")


def _drawn(position: Position) -> list[Text]:
    if not position.drawn:
        return []
    seen = position.drawn != "?"
    card = card_cell(position.drawn) if seen else Text(" ? ", "reverse")
    line = Text(padded(tr("Drawn"), LABEL_WIDTH)).append_text(card)
    return [line.append(" " + tr("from stack {n}", n=position.source))]


def _gone(cards: Sequence[str]) -> list[Text]:
    """The cards known to be out of the game, over several lines where many."""
    lines = [
        Text().join(map(card_cell, cards[n : n + CARDS_A_LINE]))
        for n in range(0, len(cards), CARDS_A_LINE)
    ]
    label = Text(padded(tr("Gone"), LABEL_WIDTH))
    whole = Text("\n" + " " * LABEL_WIDTH).join(lines)
    return [label.append_text(whole)] if lines else []


@dataclass(frozen=True)
class _Gardens:
    """The gardens, as many beside each other as fit."""

    position: Position

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> RenderResult:
        row: list[Garden] = []
        for garden in self.position.gardens:
            if row and self._width([*row, garden]) > options.max_width:
                yield self._side_by_side(row, options.max_width)
                row = []
            row.append(garden)
        yield self._side_by_side(row, options.max_width)

    def _width(self, gardens: Iterable[Garden]) -> int:
        """How wide gardens are beside each other, a space between them."""
        return sum(_natural_width(garden) + 1 for garden in gardens) - 1

    def _side_by_side(self, gardens: Sequence[Garden], width: int) -> Table:
        table = Table.grid(padding=(0, 1, 0, 0), pad_edge=False)
        panels = [_panel(self.position, garden, width) for garden in gardens]
        table.add_row(*panels)
        return table


def _natural_width(garden: Garden) -> int:
    return BORDER + max(grid_width(garden), cell_len(garden.parts))


def _panel(position: Position, garden: Garden, most: int) -> Panel:
    width = min(most, _natural_width(garden))
    in_turn = position.in_turn(garden)
    return Panel(
        Group(Text(garden.parts), *grid(garden, width - BORDER)),
        title=board_title(garden.number, garden.points),
        title_align="left",
        subtitle=enumerated(position.notes(garden)) or None,
        subtitle_align="left",
        box=box.HEAVY if in_turn else box.ROUNDED,
        border_style="bold green" if in_turn else "none",
        width=width,
    )
