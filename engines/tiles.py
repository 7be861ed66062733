"""What the notations of games with coloured tiles share: factories, bag, discards.

Azul and Summer Pavilion fill factories from a bag, take tiles from them and discard
tiles, with the same number of tiles in each colour.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from engines.text import (
    MANY,
    NOTHING,
    Entries,
    Span,
    count_text,
    number,
    quoted,
    shortened,
    whole_number,
)

Counts: TypeAlias = tuple[int, ...]  # tiles of each colour, in the game's order

TILES_PER_FACTORY = 4
CENTRE_WORD = "centre"


def plus(counts: Counts, more: Counts) -> Counts:
    """Two counts together."""
    return tuple(n + m for n, m in zip(counts, more, strict=True))


def minus(counts: Counts, less: Counts) -> Counts:
    """What is left of counts."""
    return tuple(n - m for n, m in zip(counts, less, strict=True))


# --- Letters --------------------------------------------------------------------------


@dataclass(frozen=True)
class Letters:
    """The letters of a game's colours and their names, in the game's order."""

    letters: str
    names: tuple[str, ...]

    def listing(self) -> str:
        """All letters with their names."""
        pairs = zip(self.letters, self.names, strict=True)
        return ", ".join(f"{letter} {name}" for letter, name in pairs)

    def index(self, span: Span, where: str, also: str = "") -> int:
        """The colour of a span of one character; NotationError if it is none."""
        if span.text in self.letters:
            return self.letters.index(span.text)
        if span.text.upper() in self.letters:
            capital = span.text.upper()
            raise span.error(
                f"{where} has {quoted(span.text)}; tiles are capital letters,"
                f" write {capital!r} for {self.names[self.letters.index(capital)]}"
            )
        raise span.error(
            f"{where} has {quoted(span.text)}, which is no tile;"
            f" tiles are {self.listing()}{also}"
        )

    def tiles(self, span: Span, where: str) -> tuple[int, ...]:
        """Tiles like `BBKW` as a count a colour, `-` for none; any order."""
        counts = [0] * len(self.letters)
        if span.text == "":
            raise span.error(f"{where} is missing; write - for no tiles")
        if span.text != NOTHING:
            for character in span.characters():
                counts[self.index(character, where)] += 1
        return tuple(counts)

    def counts(self, span: Span, where: str) -> tuple[int, ...]:
        """Counts like `B10Y12` as a count a colour, `-` for none; any order."""
        counts = [0] * len(self.letters)
        seen: set[int] = set()
        for pair in self._pairs(span, where):
            colour = self.index(pair.cut(0, 1), where)
            if colour in seen:
                raise pair.error(f"{where} counts {self.names[colour]} twice")
            seen.add(colour)
            counts[colour] = whole_number(pair.text[1:])
            if counts[colour] >= MANY:
                raise pair.error(
                    f"{where} has {shortened(pair.text[1:])} {self.names[colour]}"
                    " tiles, more than any game has"
                )
        return tuple(counts)

    def _pairs(self, span: Span, where: str) -> list[Span]:
        """The parts of one letter and a number each; NotationError for other text."""
        if span.text == NOTHING:
            return []
        pairs, at = [], 0
        while at < len(span.text):
            match = re.match("[^0-9][0-9]+", span.text[at:])
            if match is None:
                raise span.cut(at, len(span.text)).error(
                    f"{where} is - or letters with a count each, such as"
                    f" {self.letters[0]}10{self.letters[1]}7,"
                    f" not {quoted(span.text)}"
                )
            pairs.append(span.cut(at, at + match.end()))
            at += match.end()
        return pairs

    def tiles_text(self, counts: Iterable[int]) -> str:
        """Counts as sorted letters, `-` for none."""
        pairs = zip(self.letters, counts, strict=True)
        return "".join(letter * n for letter, n in pairs) or NOTHING

    def counts_text(self, counts: Iterable[int]) -> str:
        """Counts like `B10Y12`, zero counts left out, `-` for none."""
        pairs = zip(self.letters, counts, strict=True)
        return "".join(f"{letter}{n}" for letter, n in pairs if n) or NOTHING


# --- Bag and discards -----------------------------------------------------------------


class Group(NamedTuple):
    """Tiles drawn to one place with room for `size` of them."""

    name: str
    span: Span
    tiles: Counts
    size: int


@dataclass(frozen=True)
class TileSet:
    """All tiles of a game: in the bag, discarded, or where everybody sees them."""

    tiles: Letters
    each: int  # tiles of each colour
    discard: str  # the key of the discarded tiles
    sight: str  # where the tiles in sight lie
    keys: tuple[str, ...]  # the keys of these places, without the number of a player

    def check_seen(self, seen: Counts, entries: Entries) -> None:
        """Not more tiles of a colour lie in sight than the game has."""
        for colour, n in enumerate(seen):
            if n > self.each:
                raise self._last_tile(colour, entries).error(
                    f"{n} {self.tiles.names[colour]} tiles lie on {self.sight};"
                    f" the game has {self.each}"
                )

    def _last_tile(self, colour: int, entries: Entries) -> Span:
        """The last letter of a colour that was given for a place in sight."""
        letter = self.tiles.letters[colour]
        spans = [
            span
            for key, span in entries.values.items()
            if key.rpartition(".")[2] in self.keys and letter in span.text
        ]
        at = spans[-1].text.rindex(letter)
        return spans[-1].cut(at, at + 1)

    def bag(self, entries: Entries, seen: Counts) -> tuple[Counts, tuple[str, ...]]:
        """What the bag holds, by what is said of it and the discarded tiles.

        And the assumption made, as a warning.
        """
        unseen = tuple(self.each - n for n in seen)
        given = {
            name: self.tiles.counts(entries.values[name], f"the {name}")
            for name in ("bag", self.discard)
            if name in entries.values
        }
        self._check_unseen(given, seen, entries)
        if "bag" in given:
            return given["bag"], ()
        if self.discard in given:
            return minus(unseen, given[self.discard]), ()
        if not any(unseen):
            return unseen, ()
        return unseen, (
            f"bag and {self.discard} are not given: the unseen tiles"
            f" ({self.tiles.counts_text(unseen)}) count as bag, the {self.discard} as"
            " empty",
        )

    def _check_unseen(
        self, given: dict[str, Counts], seen: Counts, entries: Entries
    ) -> None:
        """With the tiles in sight these are all, or not more if one is left out."""
        unseen = [sum(counts) for counts in zip(*given.values(), strict=True)]
        for colour, held in enumerate(unseen):
            n = held + seen[colour]
            if n > self.each or (n < self.each and len(given) == 2):
                raise entries.place(*given).error(
                    f"{held} {self.tiles.names[colour]} in the {' and '.join(given)}"
                    f" and {seen[colour]} on {self.sight} make {n};"
                    f" the game has {self.each}"
                )

    def draw(
        self, bag: Counts, discard: Counts, groups: list[Group]
    ) -> tuple[Counts, Counts]:
        """Bag and discards after the groups were drawn one after the other.

        The discards are poured into the bag when it is empty and another tile is due.
        NotationError if these tiles can't be the ones.
        """
        for group in groups:
            self._check_size(group, sum(bag) + sum(discard))
            if sum(group.tiles) <= sum(bag):
                bag = self._take(group, bag, "the bag has")
                continue
            self._check_last_of_bag(group, bag)
            holders = f"bag and {self.discard} have"
            bag = self._take(group, plus(bag, discard), holders)
            discard = minus(discard, discard)
        return bag, discard

    def _check_size(self, group: Group, left: int) -> None:
        """The group is as large as it must be, or takes all that is left."""
        due = min(group.size, left)
        if sum(group.tiles) != due:
            raise group.span.error(
                f"{group.name} gets {count_text(due, 'tile')}, not"
                f" {sum(group.tiles)}: {left} are left in bag and {self.discard}"
            )

    def _check_last_of_bag(self, group: Group, bag: Counts) -> None:
        """A group for which the bag is not enough takes all of it."""
        if any(n < b for n, b in zip(group.tiles, bag, strict=True)):
            raise group.span.error(
                f"{group.name} gets the last {count_text(sum(bag), 'tile')} of the"
                f" bag, {self.tiles.tiles_text(bag)}, before the {self.discard} is"
                " poured into it"
            )

    def _take(self, group: Group, pool: Counts, holders: str) -> Counts:
        """What is left of the pool."""
        for colour, n in enumerate(group.tiles):
            if n > pool[colour]:
                raise group.span.error(
                    f"{group.name} gets {n} {self.tiles.names[colour]}, but {holders}"
                    f" {pool[colour]}"
                )
        return minus(pool, group.tiles)


# --- Factories, centre and marker -----------------------------------------------------


def factory_count(players: int) -> int:
    """How many factories lie on the table."""
    return 2 * players + 1


def read_factories(
    entries: Entries, players: int, tiles: Letters
) -> tuple[Counts, ...]:
    """The tiles on the factories, `-` or nothing if all are empty."""
    expected = factory_count(players)
    rule = f"with {players} players there are {expected} factories"
    items = entries.items("factories", expected, rule)
    if items is None:
        return ((0,) * len(tiles.letters),) * expected
    factories = tuple(tiles.tiles(s, f"factory {i}") for i, s in enumerate(items, 1))
    for index, factory in enumerate(factories):
        if sum(factory) > TILES_PER_FACTORY:
            raise items[index].error(
                f"factory {index + 1} holds {sum(factory)} tiles; there is room for"
                f" {TILES_PER_FACTORY}"
            )
    return factories


def factory_groups(entries: Entries, players: int, tiles: Letters) -> list[Group]:
    """The tiles that a fill has put on the factories."""
    return [
        Group(
            f"factory {i + 1}", entries.part("factories", i), drawn, TILES_PER_FACTORY
        )
        for i, drawn in enumerate(read_factories(entries, players, tiles))
    ]


def read_tiles(entries: Entries, key: str, where: str, tiles: Letters) -> Counts:
    """Tiles like `BBKW`, none if the key is left out."""
    if key not in entries.values:
        return (0,) * len(tiles.letters)
    return tiles.tiles(entries.values[key], where)


def read_marker(entries: Entries, players: int) -> int:
    """The player who took the marker, 0 for the centre."""
    if "marker" not in entries.values or entries.values["marker"].text == CENTRE_WORD:
        return 0
    return number(entries.values["marker"], "marker is centre or", 1, players)


def check_centre(centre: Counts, emptied: int, entries: Entries) -> None:
    """The centre holds what emptied factories can have left there (rules: draft)."""
    most = emptied * (TILES_PER_FACTORY - 1)
    if sum(centre) > most:
        raise entries.place("centre").error(
            f"the centre holds {count_text(sum(centre), 'tile')}; it gets at"
            f" most 3 from each empty factory, here {most} in all"
        )


def turn_doubt(
    factories: tuple[Counts, ...], players: int, first: int, turn: int
) -> tuple[str, ...]:
    """A warning if another player should be in turn while the marker is in the centre.

    Every move of the round has emptied a factory then, if all of them had tiles.
    """
    emptied = sum(1 for factory in factories if not any(factory))
    expected = (first - 1 + emptied) % players + 1
    if turn == expected:
        return ()
    return (
        f"with {emptied} of {len(factories)} factories empty and the marker in"
        f" the centre ({count_text(emptied, 'move')} since player {first}"
        f" started) it should be the turn of player {expected}, not of player"
        f" {turn}",
    )
