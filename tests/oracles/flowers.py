"""Flowers a second time: slow, obvious, object-style, to check a fast kernel with.

Everything here follows the rules page sentence by sentence and shares no code with
the engine. Players and stacks are numbered from 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Self

from tests.oracles.flowers_garden import (
    CARDS,
    OFFICIAL,
    ORIGIN,
    PURPLE,
    Cell,
    Count,
    Garden,
    Pile,
    cell_text,
    count_garden,
    garden_text,
    nearer_preset,
    neighbours,
    parse_cell,
    parse_garden,
    read_switches,
    score_garden,
    switch_fields,
)

DEFAULT_STACKS = {
    1: "hidden:40,blind:40",
    2: "hidden:26,hidden:26,blind:26",
    3: "hidden:30,hidden:30,blind:30",
    4: "hidden:35,hidden:35,blind:34",
}
SUMMER_STACKS = DEFAULT_STACKS | {4: "hidden:36,hidden:36,blind:36"}
MOST_STACKS = 6
CHANCE = ("setup", "reveal", "blind")
PHASES = (*CHANCE, "draw", "place", "over")


@dataclass
class Stack:
    """A stack; `top` is its visible card, None in a blind stack and face down."""

    blind: bool
    height: int
    top: str | None = None

    @property
    def hidden(self) -> bool:
        """Whether a card of it is to be turned up."""
        return not self.blind and self.height > 0 and self.top is None

    def text(self) -> str:
        """`R4b:25`, `hidden:25` or `blind:25`."""
        return f"{'blind' if self.blind else self.top or 'hidden'}:{self.height}"

    @staticmethod
    def parse(text: str) -> Stack:
        """The stack of such a text; ValueError if it is none."""
        top, _, height = text.partition(":")
        if top not in ("hidden", "blind", *CARDS) or not height.isdecimal():
            raise ValueError(f"no stack: {text!r}")
        if top in CARDS and height == "0":
            raise ValueError(f"an empty stack shows no card: {text!r}")
        return Stack(top == "blind", int(height), top if top in CARDS else None)


@dataclass
class Game:
    """A position; `last` counts the turns still to be played once the end is due.

    `source` is the stack that the card in hand, or about to be seen, was drawn from.
    """

    switches: dict[str, str]
    gardens: list[Garden]
    stacks: list[Stack]
    phase: str = "setup"
    turn: int = 1
    first: int = 1
    last: int | None = None
    drawn: str | None = None
    source: int | None = None
    discard_due: bool = False
    gone: Counter[str] = field(default_factory=Counter)

    # A position as data

    @classmethod
    def new(cls, players: int, options: Mapping[str, str]) -> Self:
        """A new game before its first chance event; ValueError for other options."""
        if players not in DEFAULT_STACKS or set(options) - {
            *OFFICIAL,
            "rules",
            "stacks",
        }:
            raise ValueError(f"no such game: {players} players, {dict(options)}")
        switches = read_switches(options)
        summer = switches["summer"] == "yes"
        default = (SUMMER_STACKS if summer else DEFAULT_STACKS)[players]
        stacks = [Stack.parse(t) for t in options.get("stacks", default).split(",")]
        if any(stack.top or stack.height == 0 for stack in stacks):
            raise ValueError("new stacks are neither turned up nor empty")
        gardens: list[Garden] = [{} for _ in range(players)]
        if summer:
            gardens = [{ORIGIN: [PURPLE]} for _ in range(players)]
        game = cls(switches, gardens, stacks)
        if summer:
            game._go_on()
        game.check_cards()
        return game

    @classmethod
    def from_fields(cls, fields: Mapping[str, Any]) -> Self:
        """The position of a flat object; ValueError if its cards cannot be."""
        if fields["phase"] not in PHASES:
            raise ValueError(f"no such phase: {fields['phase']!r}")
        seats = range(1, fields["players"] + 1)
        gone = fields["gone"]
        game = cls(
            switches=read_switches(fields),
            gardens=[parse_garden(fields[f"p{seat}.garden"]) for seat in seats],
            stacks=[Stack.parse(text) for text in fields["stacks"]],
            phase=fields["phase"],
            turn=fields["turn"],
            first=fields["first"],
            last=fields.get("last"),
            drawn=fields.get("drawn"),
            source=fields.get("from"),
            discard_due=fields.get("discard") == "due",
            gone=Counter([] if gone == "-" else gone.split(",")),
        )
        game.check_cards()
        return game

    def to_fields(self) -> dict[str, Any]:
        """The position as one flat object, keys in canonical order."""
        gone = [card for card in CARDS for _ in range(self.gone[card])]
        fields: dict[str, Any] = {
            "game": "flowers",
            "players": len(self.gardens),
            "rules": nearer_preset(self.switches),
            **switch_fields(self.switches),
            "phase": self.phase,
            "turn": self.turn,
            "first": self.first,
            "last": self.last,
            "stacks": [stack.text() for stack in self.stacks],
            "drawn": self.drawn,
            "from": self.source,
            "discard": "due" if self.discard_due else None,
            "gone": ",".join(gone) or "-",
        }
        for seat, garden in enumerate(self.gardens, 1):
            fields[f"p{seat}.garden"] = garden_text(garden)
        return {key: value for key, value in fields.items() if value is not None}

    def copy(self) -> Self:
        """An equal game that shares nothing with this one."""
        return deepcopy(self)

    # Cards

    def seen(self) -> Counter[str]:
        """The cards whose place is known, covered ones included, purple ones not."""
        seen = Counter(self.gone)
        seen.update(stack.top for stack in self.stacks if stack.top)
        seen.update([self.drawn] if self.drawn else [])
        for garden in self.gardens:
            for pile in garden.values():
                seen.update(card for card in pile if card != PURPLE)
        return seen

    def unseen(self) -> Counter[str]:
        """All other cards: in the stacks or left out of the game, nobody knows."""
        return Counter(CARDS) - self.seen()

    def check_cards(self) -> None:
        """ValueError if there are not the cards for this position, or the stacks."""
        if not self.seen() <= Counter(CARDS):
            raise ValueError("a card is there more often than it exists")
        if not 1 <= len(self.stacks) <= MOST_STACKS:
            raise ValueError(f"{len(self.stacks)} stacks")
        face_down = sum(s.height - (s.top is not None) for s in self.stacks)
        face_down += self.phase == "blind"
        face_down += sum(not garden for garden in self.gardens)
        if face_down > self.unseen().total():
            raise ValueError(f"{face_down} cards face down, fewer are left")

    # Chance

    def deals(self) -> dict[str, Fraction]:
        """What the chance event that is due may give, with the odds; {} if none is."""
        if self.phase not in CHANCE:
            return {}
        unseen = self.unseen()
        return {
            card: Fraction(unseen[card], unseen.total())
            for card in CARDS
            if unseen[card]
        }

    def apply_deal(self, text: str) -> None:
        """The card that is due is this one; ValueError if it cannot be."""
        if text not in self.deals():
            raise ValueError(f"no deal {text!r} in phase {self.phase}")
        if self.phase == "setup":
            next(garden for garden in self.gardens if not garden)[ORIGIN] = [text]
            if all(self.gardens):
                self._go_on()
        elif self.phase == "blind":
            self.drawn = text
            self.phase = "place"
        else:
            next(stack for stack in self.stacks if stack.hidden).top = text
            if self.discard_due:
                self._discard()
            else:
                self._go_on()

    def _go_on(self) -> None:
        """Stacks are turned up; then a drawn card is placed or a card is drawn."""
        if any(stack.hidden for stack in self.stacks):
            self.phase = "reveal"
        else:
            self.phase = "place" if self.drawn else "draw"

    # Moves

    def moves(self) -> list[str]:
        """The legal moves as text; none while chance is due and after the end."""
        if self.phase == "draw":
            return [str(n) for n, stack in enumerate(self.stacks, 1) if stack.height]
        if self.phase == "place":
            return [cell_text(cell) for cell in self._cells()]
        return []

    def play(self, move: str) -> None:
        """The move is made, and all that follows without a decision or chance.

        ValueError if the move is illegal.
        """
        if move not in self.moves():
            raise ValueError(f"illegal move {move!r} in phase {self.phase}")
        if self.phase == "draw":
            self._draw(int(move))
        else:
            self._place(parse_cell(move))

    def _cells(self) -> list[Cell]:
        """Where a card may go: on top of a card or on a free cell beside one."""
        garden = self.gardens[self.turn - 1]
        beside = {cell for occupied in garden for cell in neighbours(occupied)}
        covering = [cell for cell, pile in garden.items() if self._may_cover(pile)]
        return covering + sorted(beside - set(garden))

    def _may_cover(self, pile: Pile) -> bool:
        """Whether a card may go on this pile (rules: switches)."""
        if pile[-1] == PURPLE and self.switches["summer-cover"] == "no":
            return False
        limit = self.switches["cover-limit"]
        covered = len(pile) - 1
        return limit == "none" or covered < int(limit)

    def _draw(self, number: int) -> None:
        """The top card of a stack is taken; the end is due if it was the last one."""
        stack = self.stacks[number - 1]
        self.source = number
        stack.height -= 1
        if stack.height == 0 and self.last is None:
            self.last = self._turns_left()
        if stack.blind:
            self.phase = "blind"
            return
        self.drawn, stack.top = stack.top, None
        if self.switches["reveal"] == "immediate":
            self._go_on()
        else:
            self.phase = "place"

    def _turns_left(self) -> int:
        """Turns still to be played, this one included, when the end becomes due."""
        players = len(self.gardens)
        if self.switches["end"] == "immediate":
            return 1
        if self.switches["end"] == "one-more-each":
            return players
        return players - (self.turn - self.first) % players

    def _place(self, cell: Cell) -> None:
        """The drawn card lies in the garden and the turn ends."""
        assert self.drawn is not None
        self.gardens[self.turn - 1].setdefault(cell, []).append(self.drawn)
        self.drawn = self.source = None
        if self.last is not None:
            self.last -= 1
        if self.last == 0:
            self._finish()
        elif len(self.gardens) == 1:
            self._discard()
        else:
            self._next_turn()

    def _discard(self) -> None:
        """Solo: the top of the face-up stack leaves the game, turned up before."""
        face_up = [s for s in self.stacks if not s.blind and s.height]
        self.discard_due = False
        if not face_up:
            self._next_turn()
            return
        stack = face_up[0]
        if stack.top is None:
            self.discard_due = True
            self.phase = "reveal"
            return
        self.gone[stack.top] += 1
        stack.top = None
        stack.height -= 1
        if stack.height == 0:
            self._finish()
        else:
            self._next_turn()

    def _next_turn(self) -> None:
        """The next player is in turn; without any card all turns left are lost."""
        if not any(stack.height for stack in self.stacks):
            self._finish()
            return
        self.turn = self.turn % len(self.gardens) + 1
        self._go_on()

    # End of the game

    def _finish(self) -> None:
        self.phase = "over"
        self.last = None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    def _count(self, player: int) -> Count:
        return count_garden(self.gardens[player - 1], self.switches)

    def scores(self) -> list[int]:
        """What the gardens score as they are now."""
        return [self._count(n).total for n in range(1, len(self.gardens) + 1)]

    def breakdown(self, player: int) -> dict[str, int]:
        """The points of a player's garden as it is now, by their sources."""
        return score_garden(self.gardens[player - 1], self.switches)

    def tie_break(self, player: int) -> tuple[int, int, int]:
        """Cards in scoring groups, scoring butterflies, cards left in the garden."""
        count = self._count(player)
        return count.cards_in_groups, count.butterflies, count.cards_left

    def win_shares(self) -> list[Fraction]:
        """One share a player, 1/k for each of k winners; ValueError before the end."""
        if not self.over:
            raise ValueError("the game is not over")
        ranks = []
        for player, score in enumerate(self.scores(), 1):
            chain = self.tie_break(player) if self.switches["ties"] == "chain" else ()
            ranks.append((score, *chain))
        share = Fraction(1, ranks.count(max(ranks)))
        return [share if rank == max(ranks) else Fraction(0) for rank in ranks]
