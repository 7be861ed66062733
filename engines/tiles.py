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
    number,
    quoted,
    shortened,
    whole_number,
)
from language import N_, tr
from language.counts import counted, enumerated, listed

Counts: TypeAlias = tuple[int, ...]  # tiles of each colour, in the game's order

TILES_PER_FACTORY = 4
CENTRE_WORD = N_("centre")
BAG = N_("bag")


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
    names: tuple[str, ...]  # in English, marked for the catalogue

    def name(self, colour: int) -> str:
        """A colour's name in the language spoken."""
        return tr(self.names[colour])

    def listing(self) -> str:
        """All letters with their names."""
        pairs = zip(self.letters, map(tr, self.names), strict=True)
        return enumerated([f"{letter} {name}" for letter, name in pairs])

    def index(self, span: Span, where: str, also: str = "") -> int:
        """The colour of a span of one character; NotationError if it is none."""
        if span.text in self.letters:
            return self.letters.index(span.text)
        if span.text.upper() in self.letters:
            capital = span.text.upper()
            raise span.error(
                tr(
                    "{where} has {word}; tiles are capital letters, write"
                    " {capital!r} for {colour}",
                    where=where,
                    word=quoted(span.text),
                    capital=capital,
                    colour=self.name(self.letters.index(capital)),
                )
            )
        raise span.error(
            tr(
                "{where} has {word}, which is no tile; tiles are {listing}{also}",
                where=where,
                word=quoted(span.text),
                listing=self.listing(),
                also=also,
            )
        )

    def tiles(self, span: Span, where: str) -> tuple[int, ...]:
        """Tiles like `BBKW` as a count a colour, `-` for none; any order."""
        counts = [0] * len(self.letters)
        if span.text == "":
            raise span.error(
                tr("{where} is missing; write - for no tiles", where=where)
            )
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
                raise pair.error(
                    tr(
                        "{where} counts {colour} twice",
                        where=where,
                        colour=self.name(colour),
                    )
                )
            seen.add(colour)
            counts[colour] = whole_number(pair.text[1:])
            if counts[colour] >= MANY:
                raise pair.error(
                    tr(
                        "{where} has {word} {colour} tiles, more than any game has",
                        where=where,
                        word=shortened(pair.text[1:]),
                        colour=self.name(colour),
                    )
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
                    tr(
                        "{where} is - or letters with a count each, such as"
                        " {first}10{second}7, not {word}",
                        where=where,
                        first=self.letters[0],
                        second=self.letters[1],
                        word=quoted(span.text),
                    )
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


def _the(name: str) -> str:
    """What messages call a place of tiles."""
    return {"bag": tr("the bag"), "lid": tr("the lid"), "tower": tr("the tower")}[name]


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
                    tr(
                        "{n} {colour} tiles lie on {sight}; the game has {each}",
                        n=n,
                        colour=self.tiles.name(colour),
                        sight=tr(self.sight),
                        each=self.each,
                    )
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
            name: self.tiles.counts(entries.values[name], _the(name))
            for name in (BAG, self.discard)
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
            tr(
                "bag and {discard} are not given: the unseen tiles ({unseen}) count as"
                " bag, the {discard} as empty",
                discard=tr(self.discard),
                unseen=self.tiles.counts_text(unseen),
            ),
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
                    tr(
                        "{held} {colour} in the {given} and {seen} on {sight} make"
                        " {n}; the game has {each}",
                        held=held,
                        colour=self.tiles.name(colour),
                        given=listed([tr(name) for name in given]),
                        seen=seen[colour],
                        sight=tr(self.sight),
                        n=n,
                        each=self.each,
                    )
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
                bag = self._take(group, bag, tr("the bag has"))
                continue
            self._check_last_of_bag(group, bag)
            holders = tr("bag and {discard} have", discard=tr(self.discard))
            bag = self._take(group, plus(bag, discard), holders)
            discard = minus(discard, discard)
        return bag, discard

    def _check_size(self, group: Group, left: int) -> None:
        """The group is as large as it must be, or takes all that is left."""
        due = min(group.size, left)
        if sum(group.tiles) != due:
            raise group.span.error(
                tr(
                    "{name} gets {due}, not {tiles}: {left} are left in bag and"
                    " {discard}",
                    name=group.name,
                    due=counted(due, "tile"),
                    tiles=sum(group.tiles),
                    left=left,
                    discard=tr(self.discard),
                )
            )

    def _check_last_of_bag(self, group: Group, bag: Counts) -> None:
        """A group for which the bag is not enough takes all of it."""
        if any(n < b for n, b in zip(group.tiles, bag, strict=True)):
            raise group.span.error(
                tr(
                    "{name} gets the last {bag} of the bag, {tiles_text}, before"
                    " the {discard} is poured into it",
                    name=group.name,
                    bag=counted(sum(bag), "tile"),
                    tiles_text=self.tiles.tiles_text(bag),
                    discard=tr(self.discard),
                )
            )

    def _take(self, group: Group, pool: Counts, holders: str) -> Counts:
        """What is left of the pool."""
        for colour, n in enumerate(group.tiles):
            if n > pool[colour]:
                raise group.span.error(
                    tr(
                        "{name} gets {n} {colour}, but {holders} {pool}",
                        name=group.name,
                        n=n,
                        colour=self.tiles.name(colour),
                        holders=holders,
                        pool=pool[colour],
                    )
                )
        return minus(pool, group.tiles)


# --- Factories, centre and marker -----------------------------------------------------


def factory_name(number: int) -> str:
    """What messages call a factory."""
    return tr("factory {number}", number=number)


def factory_count(players: int) -> int:
    """How many factories lie on the table."""
    return 2 * players + 1


def read_factories(
    entries: Entries, players: int, tiles: Letters
) -> tuple[Counts, ...]:
    """The tiles on the factories, `-` or nothing if all are empty."""
    expected = factory_count(players)
    rule = tr(
        "with {players} players there are {expected} factories",
        players=players,
        expected=expected,
    )
    items = entries.items("factories", expected, rule)
    if items is None:
        return ((0,) * len(tiles.letters),) * expected
    factories = tuple(tiles.tiles(s, factory_name(i)) for i, s in enumerate(items, 1))
    for index, factory in enumerate(factories):
        if sum(factory) > TILES_PER_FACTORY:
            raise items[index].error(
                tr(
                    "factory {factory} holds {tiles} tiles; there is room for {room}",
                    factory=index + 1,
                    tiles=sum(factory),
                    room=TILES_PER_FACTORY,
                )
            )
    return factories


def factory_groups(entries: Entries, players: int, tiles: Letters) -> list[Group]:
    """The tiles that a fill has put on the factories."""
    return [
        Group(
            factory_name(i + 1), entries.part("factories", i), drawn, TILES_PER_FACTORY
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
    return number(entries.values["marker"], "marker", 1, players, CENTRE_WORD)


def untouched() -> str:
    """What messages say of a round in which nothing has been taken."""
    return tr("no factory is empty, so nobody has taken a tile this round")


def check_centre(centre: Counts, emptied: int, entries: Entries) -> None:
    """The centre holds what emptied factories can have left there (rules: draft)."""
    most = emptied * (TILES_PER_FACTORY - 1)
    if sum(centre) > most:
        raise entries.place("centre").error(
            tr(
                "the centre holds {centre}; it gets at most 3 from each empty"
                " factory, here {most} in all",
                centre=counted(sum(centre), "tile"),
                most=most,
            )
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
        tr(
            "with {emptied} of {factories} factories empty and the marker"
            " in the centre ({moves} since player {first} started) it"
            " should be the turn of player {expected}, not of player {turn}",
            emptied=emptied,
            factories=len(factories),
            moves=counted(emptied, "move"),
            first=first,
            expected=expected,
            turn=turn,
        ),
    )
