"""Summer Pavilion a second time: slow, obvious, object-style, to check a fast kernel.

Everything here follows the rules page sentence by sentence and shares no code with
the engine. Seats, factories and positions are numbered from 1; tiles are counted by
the letters of their colours.
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

from tests.oracles.summer_pavilion_board import (
    COLOURS,
    Placement,
    Player,
    Tiles,
    printed_number,
    tiles_text,
)
from tests.oracles.summer_pavilion_position import (
    FACTORY_SIZE,
    SUPPLY_SIZE,
    Position,
    draw_groups,
)

MOST_KEPT = 4
LAST_ROUND = 6


class Game(Position):
    """A position with its moves, its chance events and its result."""

    # Chance

    def apply_deal(self, text: str) -> None:
        """The fill or refill that is due has this outcome (rules: set-up; bonus).

        ValueError if it cannot happen; nothing has changed then.
        """
        if self.phase == "deal":
            self._fill(text)
        elif self.phase == "refill":
            self._refill(text)
        else:
            raise ValueError(f"no deal in phase {self.phase}")
        self.check_tiles()

    def deal(self, rng: random.Random) -> str:
        """Random tiles are drawn one by one; their text, as in `apply_deal`."""
        if self.phase not in ("deal", "refill"):
            raise ValueError(f"no deal in phase {self.phase}")
        bag, tower = list(self.bag.elements()), list(self.tower.elements())
        drawn: list[str] = []
        for size in self._group_sizes():
            group: Tiles = Counter()
            while group.total() < size and (bag or tower):
                if not bag:
                    bag, tower = tower, []
                group[bag.pop(rng.randrange(len(bag)))] += 1
            drawn.append(tiles_text(group))
        if self.phase == "deal" and self.round == 1:
            text = drawn[0] + "/" + ",".join(drawn[1:])
        else:
            text = ",".join(drawn)
        self.apply_deal(text)
        return text

    def _group_sizes(self) -> list[int]:
        """Tiles due in the supply, the factories, or both in this order."""
        supply = [SUPPLY_SIZE - self.supply.total()]
        factories = [FACTORY_SIZE] * len(self.factories)
        if self.phase == "refill":
            return supply
        return supply + factories if self.round == 1 else factories

    def _fill(self, text: str) -> None:
        """The factories, in round 1 the supply before them, hold these tiles.

        Without a tile on the factories the round goes on to the placing (rules: end).
        """
        if self.round == 1:
            supply, _, factories = text.partition("/")
            texts = [supply, *factories.split(",")]
        else:
            texts = text.split(",")
        sizes = self._group_sizes()
        groups, self.bag, self.tower = draw_groups(self.bag, self.tower, texts, sizes)
        if self.round == 1:
            self.supply += groups.pop(0)
        self.factories = groups
        if any(groups):
            self.phase = "draft"
        else:
            self._begin_placing()

    def _refill(self, text: str) -> None:
        """The supply is filled up and the placing goes on (rules: bonus)."""
        sizes = self._group_sizes()
        drawn, self.bag, self.tower = draw_groups(self.bag, self.tower, [text], sizes)
        self.supply += drawn[0]
        self._go_on()

    # Moves

    def moves(self) -> list[str]:
        """The legal moves as text; none in the phases deal, refill and over."""
        if self.phase == "draft":
            return self._draft_moves()
        if self.phase == "place":
            return [*self._placements(), "pass"]
        if self.phase == "bonus":
            return [f"take{colour}" for colour in self._bonus_colours()]
        if self.phase == "keep":
            return [*(f"keep{colour}" for colour in self._keep_colours()), "done"]
        return []

    def play(self, move: str) -> None:
        """The move is made, and all that follows without a decision or chance.

        ValueError if the move is illegal.
        """
        if move not in self.moves():
            raise ValueError(f"illegal move {move!r} in phase {self.phase}")
        if self.phase == "draft":
            self._play_draft(*move)
        elif self.phase == "bonus":
            self._take_bonus(move[-1])
        elif move == "pass":
            self._pass()
        elif move == "done":
            self._discard()
        elif self.phase == "keep":
            self._keep(move[-1])
        else:
            self._place(self._placements()[move])
        self.check_tiles()

    def _player(self) -> Player:
        return self.players[self.turn - 1]

    def _seats_from(self, seat: int) -> list[int]:
        """All seats clockwise from this one."""
        seats = list(range(1, len(self.players) + 1))
        return seats[seat - 1 :] + seats[: seat - 1]

    # Draft

    def _sources(self) -> dict[str, Tiles]:
        """Factories and centre by the name they have in moves."""
        sources = {str(n): tiles for n, tiles in enumerate(self.factories, 1)}
        sources["C"] = self.centre
        return sources

    def _draft_moves(self) -> list[str]:
        """Source and colour, the wild one if it is the only one (rules: draft)."""
        moves = []
        for source, tiles in self._sources().items():
            colours = [c for c in COLOURS if tiles[c] and c != self.wild]
            if not colours and tiles[self.wild]:
                colours = [self.wild]
            moves += [source + colour for colour in colours]
        return moves

    def _play_draft(self, source: str, colour: str) -> None:
        """Tiles are taken; after the last ones the placing begins (rules: draft)."""
        here = Counter(self._sources()[source])
        if colour == self.wild:
            taken = Counter({self.wild: 1})
        else:
            taken = Counter({colour: here[colour]})
            if here[self.wild]:
                taken[self.wild] = 1
        self._player().stock += taken
        if source == "C":
            self.centre = here - taken
            self._claim_marker(taken.total())
        else:
            self.factories[int(source) - 1] = Counter()
            self.centre += here - taken
        if any(self._sources().values()):
            self.turn = self._seats_from(self.turn)[1]
        else:
            self._begin_placing()

    def _claim_marker(self, taken: int) -> None:
        """The first to take from the centre has the marker and has paid for it."""
        if self.marker is None:
            self.marker = self.turn
            self._player().lose(taken)

    # Placing

    def _next_starter(self) -> int:
        """The holder of the marker, else the starter of this round (rules: draft)."""
        return self.first if self.marker is None else self.marker

    def _begin_placing(self) -> None:
        """The first player with tiles is in turn, from the next starter on."""
        self._find_turn(self._seats_from(self._next_starter()))

    def _end_turn(self) -> None:
        """The next player clockwise who has not passed is in turn."""
        this, *others = self._seats_from(self.turn)
        self._find_turn([*others, this])

    def _find_turn(self, seats: list[int]) -> None:
        """The first of these players who can act is in turn, after a refill if due.

        A player without tiles passes on the way (rules: pass).
        """
        for seat in seats:
            player = self.players[seat - 1]
            if player.passed:
                continue
            self.turn = seat
            if player.stock:
                break
            player.passed = True
        missing = self.supply.total() < SUPPLY_SIZE
        if missing and (self.bag or self.tower):
            self.phase = "refill"
        else:
            self._go_on()

    def _go_on(self) -> None:
        """The player in turn places, or everybody has passed and the round ends."""
        if all(player.passed for player in self.players):
            self._end_round()
        else:
            self.phase = "place"

    def _placements(self) -> dict[str, Placement]:
        """What the player in turn may place, by the texts of the moves."""
        placements = self._player().placements(self.board, self.wild)
        return {placement.text(self.board): placement for placement in placements}

    def _place(self, placement: Placement) -> None:
        """A tile is laid, the others paid are in the tower (rules: place; bonus)."""
        star, position, colour, wilds = placement
        number = printed_number(self.board, star, position)
        player = self._player()
        paid = Counter({colour: number - wilds}) + Counter({self.wild: wilds})
        player.stock -= paid
        self.tower += paid - Counter(colour)
        player.lay(star, position, colour)
        self.owed = min(player.bonus_of((star, position)), self.supply.total())
        if self.owed:
            self.phase = "bonus"
        else:
            self._end_turn()

    def _bonus_colours(self) -> list[str]:
        """Colours of the supply, in order: enough must be left for all that is owed."""
        colours = []
        for colour in COLOURS[COLOURS.index(self.least) :]:
            left = sum(self.supply[c] for c in COLOURS[COLOURS.index(colour) :])
            if self.supply[colour] and left >= self.owed:
                colours.append(colour)
        return colours

    def _take_bonus(self, colour: str) -> None:
        """One tile of the supply is in the stock (rules: bonus)."""
        self.supply -= Counter(colour)
        self._player().stock += Counter(colour)
        self.owed -= 1
        self.least = colour
        if not self.owed:
            self.least = COLOURS[0]
            self._end_turn()

    # Passing

    def _pass(self) -> None:
        """The player chooses what to keep; in round 6 nothing (rules: pass)."""
        if self._player().stock and self.round < LAST_ROUND:
            self.phase = "keep"
        else:
            self._discard()

    def _keep_colours(self) -> list[str]:
        """Colours of the stock that may still be kept, in colour order."""
        colours = COLOURS[COLOURS.index(self.least) :]
        return [colour for colour in colours if self._player().stock[colour]]

    def _keep(self, colour: str) -> None:
        """One tile is kept; the fourth or last possible one ends the choice."""
        player = self._player()
        player.stock -= Counter(colour)
        player.kept += Counter(colour)
        self.least = colour
        if player.kept.total() == MOST_KEPT or not self._keep_colours():
            self._discard()

    def _discard(self) -> None:
        """What is not kept is in the tower at one point a tile; the player is out."""
        player = self._player()
        player.lose(player.stock.total())
        self.tower += player.stock
        player.stock = Counter()
        player.passed = True
        self.least = COLOURS[0]
        self._end_turn()

    # End of round and game

    def _end_round(self) -> None:
        """The game is over or waits for the next fill (rules: end of round)."""
        self.turn = self.first = self._next_starter()
        self.marker = None
        for player in self.players:
            player.stock, player.kept = player.stock + player.kept, Counter()
            player.passed = False
        if self.round < LAST_ROUND:
            self.phase = "deal"
            self.round += 1
            return
        self.phase = "over"
        for player in self.players:
            player.score += player.end_bonus(self.board)

    def win_shares(self) -> list[Fraction]:
        """One share a player, 1/k for each of k winners; ValueError before the end."""
        if not self.over:
            raise ValueError("the game is not over")
        scores = [player.score for player in self.players]
        share = Fraction(1, scores.count(max(scores)))
        return [share if score == max(scores) else Fraction(0) for score in scores]


def perft(game: Game, depth: int) -> int:
    """Sequences of exactly `depth` moves that cross no deal, no refill and no end."""
    if depth == 0:
        return 1
    count = 0
    for move in game.moves():
        after = game.copy()
        after.play(move)
        count += perft(after, depth - 1)
    return count
