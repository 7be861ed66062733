"""A Flowers position's JSON form read into what a drawing shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from language import N_, tr, trc, trn
from language.counts import counted, together
from reports.boards.flowers_garden import Garden, read_garden

PHASES = {
    "setup": N_("set-up"),
    "reveal": N_("turning up"),
    "draw": N_("drawing"),
    "blind": N_("blind card"),
    "place": N_("placing"),
    "over": N_("game over"),
}
OFFICIAL = {
    "reveal": "after-placement",
    "end": "immediate",
    "covered": "with-removed",
    "butterfly": "butterfly-colour",
    "ties": "chain",
    "summer": "no",
    "summer-cover": "no",
    "min-group": "5",
    "removal": "1",
    "group-table": "per-card",
    "cover-limit": "none",
}
PRESETS = {
    "official": OFFICIAL,
    "digest": OFFICIAL
    | {
        "reveal": "immediate",
        "end": "one-more-each",
        "covered": "none",
        "butterfly": "card-colour",
    },
}


@dataclass(frozen=True)
class Stack:
    """A stack; `face` is its visible card, "blind" or "hidden"."""

    number: int
    face: str
    height: int

    @property
    def card(self) -> str:
        """The visible card, none if there is none."""
        return "" if self.face in ("blind", "hidden") else self.face

    @property
    def unseen(self) -> str:
        """What is said of a stack that shows no card, in a word."""
        words = {"blind": trc("stack", "blind"), "hidden": trc("stack", "hidden")}
        return words[self.face]

    @property
    def cards(self) -> str:
        """The height in words."""
        return counted(self.height, "card")


@dataclass(frozen=True)
class Position:
    """What lies on the table; `source` is the stack that a card was drawn from.

    `drawn` is the drawn card, "?" before it is seen, "" if there is none. `last` counts
    the turns left once the end is near.
    """

    preset: str
    switches: Mapping[str, str]
    phase: str
    turn: int
    first: int
    last: int | None
    discard_due: bool
    stacks: tuple[Stack, ...]
    drawn: str
    source: int | None
    gone: tuple[str, ...]
    gardens: tuple[Garden, ...]

    @property
    def title(self) -> str:
        """Game and phase."""
        return tr("Flowers, {phase}", phase=tr(PHASES[self.phase]))

    @property
    def situation(self) -> str:
        """Whose turn it is for what, how many turns are left, the rules."""
        parts = []
        if self.phase != "over":
            job = self._job()
            parts.append(tr("player {player} {job}", player=self.turn, job=job))
        if self.discard_due:
            parts.append(tr("the card turned up is discarded"))
        if self.last is not None:
            told = trn("{n} turn left", "{n} turns left", self.last, n=self.last)
            parts.append(told)
        return together([*parts, self.rules])

    @property
    def rules(self) -> str:
        """The preset, and every switch that differs from it as in the notation."""
        others = (
            f"{switch}={value}"
            for switch, value in self.switches.items()
            if value != PRESETS[self.preset][switch]
        )
        return together([tr("{name} rules", name=self.preset), *others])

    def in_turn(self, garden: Garden) -> bool:
        """Whether the game goes on and `garden` belongs to the player in turn."""
        return self.phase != "over" and garden.number == self.turn

    def notes(self, garden: Garden) -> tuple[str, ...]:
        """What is to be said of a player in a word or two, the turn first."""
        turn = (self._short_job(),) if self.in_turn(garden) else ()
        started = garden.number == self.first and self.phase not in ("setup", "over")
        return turn + ((tr("started"),) if started else ())

    def _job(self) -> str:
        jobs = {
            "setup": tr("to start"),
            "draw": tr("to draw a card"),
            "blind": tr("to see the card drawn"),
            "place": tr("to place a card"),
            "reveal": tr("to draw a card next"),
        }
        if self.drawn:
            jobs["reveal"] = tr("to place a card next")
        return jobs[self.phase]

    def _short_job(self) -> str:
        words = {
            "setup": tr("to start"),
            "draw": tr("to draw"),
            "place": tr("to place"),
            "blind": tr("to place"),
        }
        return words.get(self.phase, tr("next"))


def read(fields: Mapping[str, Any]) -> Position:
    """The position that `fields` (its JSON form) describes."""
    switches = _switches(fields)
    players = range(1, fields["players"] + 1)
    gone = fields.get("gone", "-")
    return Position(
        preset=fields.get("rules", "official"),
        switches=switches,
        phase=fields.get("phase", "draw"),
        turn=fields["turn"],
        first=fields["first"],
        last=fields.get("last"),
        discard_due=fields.get("discard") == "due",
        stacks=tuple(
            map(_stack, range(1, len(fields["stacks"]) + 1), fields["stacks"])
        ),
        drawn="?" if fields.get("phase") == "blind" else fields.get("drawn", ""),
        source=fields.get("from"),
        gone=() if gone == "-" else tuple(gone.split(",")),
        gardens=tuple(
            read_garden(n, fields[f"p{n}.garden"], switches) for n in players
        ),
    )


def _switches(fields: Mapping[str, Any]) -> dict[str, str]:
    preset = PRESETS[fields.get("rules", "official")]
    return {switch: str(fields.get(switch, preset[switch])) for switch in preset}


def _stack(number: int, text: str) -> Stack:
    face, _, height = text.partition(":")
    return Stack(number, face, int(height))
