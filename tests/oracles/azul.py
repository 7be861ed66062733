"""Azul a second time: slow, obvious, object-style, to check the fast kernel with.

Everything here follows the rules page sentence by sentence and shares no code with
the engine. Seats, lines, columns and factories are numbered from 1 in texts; lists
count from 0.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.oracles.azul_board import (
    COLOURS,
    MARKER,
    Player,
    counts_text,
    parse_counts,
    parse_tiles,
    placement_score,
    printed_column,
    tiles_text,
)

TILES_PER_COLOUR = 20
FACTORY_COUNT = {2: 5, 3: 7, 4: 9}
LAST_ROUND = 50


def draw(
    bag: Counter[str], lid: Counter[str], tiles: Counter[str]
) -> tuple[Counter[str], Counter[str]]:
    """Bag and lid after these tiles were drawn; ValueError if that cannot happen.

    The lid is poured into the bag when the bag is empty and another tile has to be
    drawn (rules: fill), so the tiles of the bag all come before those of the lid.
    """
    if tiles.total() <= bag.total():
        if not tiles <= bag:
            raise ValueError("these tiles are not in the bag")
        return bag - tiles, lid
    from_lid = tiles - bag
    if not bag <= tiles:
        raise ValueError("the lid is poured only when the bag is empty")
    if not from_lid <= lid:
        raise ValueError("these tiles are not in the lid")
    return lid - from_lid, Counter()


@dataclass
class Game:
    """A position of Azul: `phase` is deal, draft, tiling (grey wall) or over.

    `turn`, `first` and `marker` are seats from 1; `marker` is None in the centre.
    """

    wall: str
    players: list[Player]
    factories: list[list[str]]
    bag: list[str]
    lid: list[str] = field(default_factory=list)
    centre: list[str] = field(default_factory=list)
    marker: int | None = None
    round: int = 1
    phase: str = "deal"
    turn: int = 1
    first: int = 1

    @staticmethod
    def new(players: int, wall: str) -> Game:
        """A game before its first fill; ValueError for other players or walls."""
        if players not in FACTORY_COUNT or wall not in ("colour", "grey"):
            raise ValueError(f"no such game: {players} players, wall {wall!r}")
        return Game(
            wall=wall,
            players=[Player() for _ in range(players)],
            factories=[[] for _ in range(FACTORY_COUNT[players])],
            bag=list(COLOURS * TILES_PER_COLOUR),
        )

    @staticmethod
    def from_fields(fields: dict[str, Any]) -> Game:
        """The position of a flat object with every key present."""
        game = Game.new(fields["players"], fields["wall"])
        game.round, game.phase = fields["round"], fields["phase"]
        game.turn, game.first = fields["turn"], fields["first"]
        game.marker = None if fields["marker"] == "centre" else fields["marker"]
        game.factories = [parse_tiles(text) for text in fields["factories"]]
        game.centre = parse_tiles(fields["centre"])
        game.bag, game.lid = parse_counts(fields["bag"]), parse_counts(fields["lid"])
        for index in range(fields["players"]):
            start = f"p{index + 1}."
            own = {k[len(start) :]: v for k, v in fields.items() if k.startswith(start)}
            game.players[index] = Player.from_fields(own, game.marker == index + 1)
        game.check_tiles()
        return game

    def to_fields(self) -> dict[str, Any]:
        """The position as one flat object, keys in canonical order."""
        fields: dict[str, Any] = {
            "game": "azul",
            "players": len(self.players),
            "wall": self.wall,
            "round": self.round,
            "phase": self.phase,
            "turn": self.turn,
            "first": self.first,
            "marker": "centre" if self.marker is None else self.marker,
            "factories": [tiles_text(factory) for factory in self.factories],
            "centre": tiles_text(self.centre),
            "bag": counts_text(self.bag),
            "lid": counts_text(self.lid),
        }
        for seat, player in enumerate(self.players, 1):
            fields |= {f"p{seat}.{k}": v for k, v in player.to_fields().items()}
        return fields

    def copy(self) -> Game:
        """An equal game that shares nothing with this one."""
        return Game(
            wall=self.wall,
            players=[player.copy() for player in self.players],
            factories=[list(factory) for factory in self.factories],
            bag=list(self.bag),
            lid=list(self.lid),
            centre=list(self.centre),
            marker=self.marker,
            round=self.round,
            phase=self.phase,
            turn=self.turn,
            first=self.first,
        )

    @property
    def over(self) -> bool:
        """Whether the game has ended, end bonuses included."""
        return self.phase == "over"

    def check_tiles(self) -> None:
        """AssertionError unless there are 20 tiles of each colour (rules: material)."""
        groups = [self.bag, self.lid, self.centre, *self.factories]
        groups += [player.tiles() for player in self.players]
        count = Counter(tile for group in groups for tile in group)
        assert count == dict.fromkeys(COLOURS, TILES_PER_COLOUR), count

    # Fill

    def fill(self, factories: list[str]) -> None:
        """The factories hold these tiles and the draft begins (rules: fill).

        ValueError if the bag and the lid cannot give them; nothing has changed then.
        """
        if self.phase != "deal" or len(factories) != len(self.factories):
            raise ValueError(f"{len(factories)} factories in phase {self.phase}")
        outcome = [parse_tiles(text) for text in factories]
        bag, lid = Counter(self.bag), Counter(self.lid)
        for number, tiles in enumerate(outcome, 1):
            if len(tiles) != min(4, bag.total() + lid.total()):
                raise ValueError(f"factory {number} has {len(tiles)} tiles")
            bag, lid = draw(bag, lid, Counter(tiles))
        self.factories = outcome
        self.bag, self.lid = list(bag.elements()), list(lid.elements())
        self.phase = "draft"
        self.check_tiles()

    def deal(self, rng: random.Random) -> None:
        """The factories hold random tiles, drawn one after the other (rules: fill)."""
        bag, lid = list(self.bag), list(self.lid)
        factories: list[list[str]] = [[] for _ in self.factories]
        for factory in factories:
            while len(factory) < 4:
                if not bag:
                    bag, lid = lid, []
                if not bag:
                    break
                factory.append(bag.pop(rng.randrange(len(bag))))
        self.fill([tiles_text(factory) for factory in factories])

    # Moves

    def moves(self) -> list[str]:
        """The legal moves as text; none in the phases deal and over."""
        if self.phase == "draft":
            return self._draft_moves()
        if self.phase == "tiling":
            return self._tiling_moves()
        return []

    def play(self, move: str) -> None:
        """The move is made, and all that follows without a decision or chance.

        ValueError if the move is illegal.
        """
        if move not in self.moves():
            raise ValueError(f"illegal move {move!r} in phase {self.phase}")
        if self.phase == "draft":
            self._play_draft(*move)
        else:
            self._place_on_wall(self._player(), int(move[1]) - 1, int(move[2]) - 1)
            self._go_on_tiling()
        self.check_tiles()

    def _player(self) -> Player:
        return self.players[self.turn - 1]

    def _seats_from(self, seat: int) -> list[int]:
        """All seats clockwise from this one."""
        seats = list(range(1, len(self.players) + 1))
        return seats[seat - 1 :] + seats[: seat - 1]

    def _sources(self) -> dict[str, list[str]]:
        """Factories and centre by the name they have in moves."""
        sources = {str(n): tiles for n, tiles in enumerate(self.factories, 1)}
        sources["C"] = self.centre
        return sources

    def _draft_moves(self) -> list[str]:
        """Source, colour, destination (rules: draft)."""
        moves = []
        for source, tiles in self._sources().items():
            for colour in COLOURS:
                if colour not in tiles:
                    continue
                for row in range(5):
                    if self._player().may_take(row, colour):
                        moves.append(f"{source}{colour}{row + 1}")
                moves.append(f"{source}{colour}F")
        return moves

    def _play_draft(self, source: str, colour: str, destination: str) -> None:
        """Tiles are taken and laid; the last ones start the tiling (rules: draft)."""
        tiles = self._take(source, colour)
        if destination == "F":
            self._drop(self._player(), tiles)
        else:
            self._fill_line(self._player(), int(destination) - 1, tiles)
        if any(self._sources().values()):
            self.turn = self._seats_from(self.turn)[1]
        else:
            self.phase = "tiling"
            self.turn = self._next_starter()
            self._go_on_tiling()

    def _take(self, source: str, colour: str) -> list[str]:
        """Tiles of one colour leave their source (rules: draft, source)."""
        here = self._sources()[source]
        taken = [tile for tile in here if tile == colour]
        others = [tile for tile in here if tile != colour]
        here.clear()
        self.centre.extend(others)
        if source == "C" and self.marker is None:
            self.marker = self.turn
            if len(self._player().floor) < 7:
                self._player().floor.append(MARKER)
        return taken

    def _fill_line(self, player: Player, row: int, tiles: list[str]) -> None:
        """Tiles beyond the capacity of the line fall (rules: draft, destination)."""
        for tile in tiles:
            if len(player.lines[row]) < row + 1:
                player.lines[row].append(tile)
            else:
                self._drop(player, [tile])

    def _drop(self, player: Player, tiles: list[str]) -> None:
        """Tiles fall to the floor, beyond the seventh space to the lid."""
        for tile in tiles:
            if len(player.floor) < 7:
                player.floor.append(tile)
            else:
                self.lid.append(tile)

    # Tiling

    def _next_starter(self) -> int:
        """The holder of the marker, else the starter of this round (rules: end)."""
        return self.first if self.marker is None else self.marker

    def _tiling_moves(self) -> list[str]:
        row = self._player().topmost_full_line()
        if row is None:
            return []
        return [f"T{row + 1}{c + 1}" for c in self._player().free_columns(row)]

    def _go_on_tiling(self) -> None:
        """Players tile in turn order from `turn`, up to the next decision."""
        order = self._seats_from(self._next_starter())
        for seat in order[order.index(self.turn) :]:
            self.turn = seat
            self._tile_without_decision(self._player())
            if self._player().topmost_full_line() is not None:
                return
            self._pay_floor(self._player())
        self._end_round()

    def _tile_without_decision(self, player: Player) -> None:
        """Full lines are tiled from the top, up to one whose owner has to choose."""
        while (row := player.topmost_full_line()) is not None:
            if self.wall == "colour":
                colour = player.lines[row][0]
                self._place_on_wall(player, row, printed_column(colour, row))
            elif player.free_columns(row):
                return
            else:
                self._let_line_fall(player, row)

    def _place_on_wall(self, player: Player, row: int, column: int) -> None:
        """One tile goes to the wall and scores, the others to the lid."""
        tile, *others = player.lines[row]
        player.lines[row] = []
        player.wall[row][column] = tile
        player.score += placement_score(player.wall, row, column)
        self.lid.extend(others)

    def _let_line_fall(self, player: Player, row: int) -> None:
        """All tiles of a line without a legal space fall (rules: grey wall)."""
        tiles = player.lines[row]
        player.lines[row] = []
        self._drop(player, tiles)

    def _pay_floor(self, player: Player) -> None:
        """The floor is paid and its tiles are in the lid, never the marker."""
        player.score = max(0, player.score - player.floor_cost())
        self.lid.extend(tile for tile in player.floor if tile != MARKER)
        player.floor = []

    def _end_round(self) -> None:
        """The game is over or waits for the next fill (rules: end or next round)."""
        self.turn = self.first = self._next_starter()
        self.marker = None
        row_complete = any(player.complete_rows() for player in self.players)
        no_tile_left = not self.bag and not self.lid
        if row_complete or no_tile_left or self.round == LAST_ROUND:
            self.phase = "over"
            for player in self.players:
                player.score += player.end_bonus()
        else:
            self.phase = "deal"
            self.round += 1

    # Result

    def win_shares(self) -> list[Fraction]:
        """One share a player, 1/k for each of k winners; ValueError before the end."""
        if not self.over:
            raise ValueError("the game is not over")
        ranks = [(player.score, player.complete_rows()) for player in self.players]
        share = Fraction(1, ranks.count(max(ranks)))
        return [share if rank == max(ranks) else Fraction(0) for rank in ranks]


def perft(game: Game, depth: int) -> int:
    """The number of sequences of exactly `depth` moves that do not cross a deal."""
    if depth == 0:
        return 1
    count = 0
    for move in game.moves():
        after = game.copy()
        after.play(move)
        count += perft(after, depth - 1)
    return count
