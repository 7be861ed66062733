"""The switches of Flowers as text: what tables play differently (rules: switches)."""

from __future__ import annotations

import re

from engines.flowers.layout import (
    NO_COST,
    NO_LIMIT,
    ONE_MORE_EACH,
    TABLE_BITS,
    TABLE_SIZES,
)
from engines.flowers.rules import Switches
from engines.text import Entries, Span, number, quoted, whole_number
from language import tr

RULES = "rules"
PRESETS = {
    "official": Switches(),
    "digest": Switches(
        reveal_at_once=1, ending=ONE_MORE_EACH, covered_cost=NO_COST, own_colour=1
    ),
}
NO_YES = ("no", "yes")
# By name, in canonical order: the field, and its values as words by number.
WORDS = {
    "reveal": ("reveal_at_once", ("after-placement", "immediate")),
    "end": ("ending", ("immediate", "one-more-each", "finish-round")),
    "covered": ("covered_cost", ("with-removed", "none", "all")),
    "butterfly": ("own_colour", ("butterfly-colour", "card-colour")),
    "ties": ("shared_ties", ("chain", "shared")),
    "summer": ("summer", NO_YES),
    "summer-cover": ("summer_cover", NO_YES),
}
# The same, with the least and the greatest number.
NUMBERS = {"min-group": ("min_group", 1, 20), "removal": ("removal", 0, 9)}
TABLE, PER_CARD, MOST_POINTS = "group-table", "per-card", 99
LIMIT, NONE, GREATEST_LIMIT = "cover-limit", "none", NO_LIMIT - 1
NAMES = (*WORDS, *NUMBERS, TABLE, LIMIT)

VALUES = {name: "|".join(words) for name, (_, words) in WORDS.items()}
VALUES |= {name: f"{low}..{high}" for name, (_, low, high) in NUMBERS.items()}
VALUES |= {TABLE: f"{PER_CARD}|N,N,...", LIMIT: f"{NONE}|0..{GREATEST_LIMIT}"}


def read_switches(entries: Entries) -> Switches:
    """All switches: those given, the others by `rules`."""
    switches = PRESETS[entries.choice(RULES, tuple(PRESETS))]
    for name in entries.values:
        if name in NAMES:
            switches = switches._replace(**_read(name, entries))
    return switches


def _read(name: str, entries: Entries) -> dict[str, int]:
    """The field of a switch that is given, and its value."""
    span = entries.values[name]
    if name in WORDS:
        field, words = WORDS[name]
        return {field: words.index(entries.choice(name, words))}
    if name in NUMBERS:
        field, low, high = NUMBERS[name]
        return {field: entries.number(name, low, high)}
    if name == TABLE:
        return {"group_table": _read_table(span)}
    if span.text == NONE:
        return {"cover_limit": NO_LIMIT}
    return {"cover_limit": number(span, LIMIT, 0, GREATEST_LIMIT, NONE)}


def _read_table(span: Span) -> int:
    """The points of groups by size; larger groups score as the largest named."""
    if span.text == PER_CARD:
        return 0
    parts = span.split()
    form = {"key": TABLE, "word": PER_CARD, "sizes": TABLE_SIZES, "most": MOST_POINTS}
    for part in parts:
        digits = re.fullmatch("[0-9]+", part.text)
        if not digits or whole_number(part.text) > MOST_POINTS:
            raise part.error(
                tr(
                    "{key} is {word} or up to {sizes} numbers from 0 to {most}, not"
                    " {given}",
                    **form,
                    given=quoted(part.text),
                )
            )
    if len(parts) > TABLE_SIZES:
        raise span.error(
            tr(
                "{key} is {word} or up to {sizes} numbers from 0 to {most}, not"
                " {given} of them",
                given=len(parts),
                **form,
            )
        )
    points = [whole_number(part.text) for part in parts]
    points += points[-1:] * (TABLE_SIZES - len(points))
    return sum(p + 1 << TABLE_BITS * i for i, p in enumerate(points))


def nearer_preset(switches: Switches) -> str:
    """The preset that fewer switches differ from, the first of them at a tie."""
    return min(
        PRESETS,
        key=lambda rules: sum(
            a != b for a, b in zip(PRESETS[rules], switches, strict=True)
        ),
    )


def switch_fields(switches: Switches) -> dict[str, object]:
    """All switches in canonical order: numbers and words."""
    fields: dict[str, object] = {}
    for name, (field, words) in WORDS.items():
        fields[name] = words[getattr(switches, field)]
    for name, (field, _, _) in NUMBERS.items():
        fields[name] = getattr(switches, field)
    limit = switches.cover_limit
    fields[TABLE] = _table_text(switches.group_table)
    fields[LIMIT] = NONE if limit == NO_LIMIT else limit
    return fields


def _table_text(table: int) -> str:
    if table == 0:
        return PER_CARD
    ones = (1 << TABLE_BITS) - 1
    points = [(table >> TABLE_BITS * i & ones) - 1 for i in range(TABLE_SIZES)]
    while points[-2:-1] == points[-1:]:
        points.pop()
    return ",".join(map(str, points))
