"""A position of Summer Pavilion as data, and how its tiles are drawn."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any, Self

from tests.oracles.summer_pavilion_board import (
    BOARDS,
    COLOURS,
    Player,
    Tiles,
    counts_text,
    parse_counts,
    parse_tiles,
    tiles_text,
)

TILES_PER_COLOUR = 22
FACTORY_COUNT = {2: 5, 3: 7, 4: 9}
FACTORY_SIZE = 4
SUPPLY_SIZE = 10


def draw(bag: Tiles, tower: Tiles, tiles: Tiles) -> tuple[Tiles, Tiles]:
    """Bag and tower after these tiles were drawn; ValueError if that cannot happen.

    An empty bag takes the tower's tiles when another tile has to be drawn (rules:
    bonus), so the tiles of the bag all come before those of the tower.
    """
    if tiles.total() <= bag.total():
        if not tiles <= bag:
            raise ValueError("these tiles are not in the bag")
        return bag - tiles, tower
    from_tower = tiles - bag
    if not bag <= tiles:
        raise ValueError("the tower's tiles come only when the bag is empty")
    if not from_tower <= tower:
        raise ValueError("these tiles are not in the tower")
    return tower - from_tower, Counter()


def draw_groups(
    bag: Tiles, tower: Tiles, texts: list[str], sizes: list[int]
) -> tuple[list[Tiles], Tiles, Tiles]:
    """Groups of tiles drawn one after the other, then bag and tower.

    ValueError if a group has not its size, or not all that bag and tower hold.
    """
    if len(texts) != len(sizes):
        raise ValueError(f"{len(texts)} groups of tiles, not {len(sizes)}")
    groups = []
    for text, size in zip(texts, sizes, strict=True):
        tiles = parse_tiles(text)
        due = min(size, bag.total() + tower.total())
        if tiles.total() != due:
            raise ValueError(f"{due} tiles are drawn, not {text}")
        bag, tower = draw(bag, tower, tiles)
        groups.append(tiles)
    return groups, bag, tower


@dataclass
class Position:
    """A position: `phase` is deal, draft, place, bonus, keep, refill or over.

    `turn`, `first` and `marker` are seats from 1; `marker` is None in the centre.
    `owed` bonus tiles are still to be taken, none of a colour before `least`.
    """

    board: str
    players: list[Player]
    factories: list[Tiles]
    bag: Tiles
    tower: Tiles = field(default_factory=Counter)
    centre: Tiles = field(default_factory=Counter)
    supply: Tiles = field(default_factory=Counter)
    round: int = 1
    phase: str = "deal"
    owed: int = 0
    least: str = COLOURS[0]
    turn: int = 1
    first: int = 1
    marker: int | None = None

    @classmethod
    def new(cls, players: int, board: str) -> Self:
        """A game before its first fill; ValueError for other players or boards."""
        if players not in FACTORY_COUNT or board not in BOARDS:
            raise ValueError(f"no such game: {players} players, board {board!r}")
        return cls(
            board=board,
            players=[Player() for _ in range(players)],
            factories=[Counter() for _ in range(FACTORY_COUNT[players])],
            bag=Counter(COLOURS * TILES_PER_COLOUR),
        )

    @classmethod
    def from_fields(cls, fields: dict[str, Any]) -> Self:
        """The position of a flat object with every key of its phase present."""
        game = cls.new(fields["players"], fields["board"])
        game.round, game.phase = fields["round"], fields["phase"]
        game.owed, game.least = fields.get("owed", 0), fields.get("least", COLOURS[0])
        game.turn, game.first = fields["turn"], fields["first"]
        game.marker = None if fields["marker"] == "centre" else fields["marker"]
        game.factories = [parse_tiles(text) for text in fields["factories"]]
        game.centre = parse_tiles(fields["centre"])
        game.supply = parse_tiles(fields["supply"])
        game.bag, game.tower = (parse_counts(fields[key]) for key in ("bag", "tower"))
        for index in range(fields["players"]):
            start = f"p{index + 1}."
            own = {k[len(start) :]: v for k, v in fields.items() if k.startswith(start)}
            game.players[index] = Player.from_fields(own)
        game.check_tiles()
        return game

    def to_fields(self) -> dict[str, Any]:
        """The position as one flat object, keys in canonical order."""
        fields: dict[str, Any] = {
            "game": "summer-pavilion",
            "players": len(self.players),
            "board": self.board,
            "round": self.round,
            "phase": self.phase,
        }
        if self.phase == "bonus":
            fields["owed"] = self.owed
        if self.phase in ("bonus", "keep"):
            fields["least"] = self.least
        fields |= {
            "turn": self.turn,
            "first": self.first,
            "marker": "centre" if self.marker is None else self.marker,
            "factories": [tiles_text(factory) for factory in self.factories],
            "centre": tiles_text(self.centre),
            "supply": tiles_text(self.supply),
            "bag": counts_text(self.bag),
            "tower": counts_text(self.tower),
        }
        for seat, player in enumerate(self.players, 1):
            fields |= {f"p{seat}.{k}": v for k, v in player.to_fields().items()}
        return fields

    def copy(self) -> Self:
        """An equal game that shares nothing with this one."""
        return replace(
            self,
            players=[player.copy() for player in self.players],
            factories=[Counter(factory) for factory in self.factories],
            bag=Counter(self.bag),
            tower=Counter(self.tower),
            centre=Counter(self.centre),
            supply=Counter(self.supply),
        )

    @property
    def over(self) -> bool:
        """Whether the game has ended, end bonuses included."""
        return self.phase == "over"

    @property
    def wild(self) -> str:
        """The wild colour of the round (rules: material)."""
        return COLOURS[self.round - 1]

    def check_tiles(self) -> None:
        """AssertionError unless there are 22 tiles of each colour (rules: material)."""
        groups = [self.bag, self.tower, self.centre, self.supply, *self.factories]
        groups += [player.tiles() for player in self.players]
        count = Counter(tile for group in groups for tile in group.elements())
        assert count == dict.fromkeys(COLOURS, TILES_PER_COLOUR), count
