"""What the oracles of inputs share: blocks of numbered inputs, one after another."""

from __future__ import annotations

from collections.abc import Sequence


class Inputs:
    """Inputs that are 0 or 1; a block begins where the one before it ends."""

    def __init__(self) -> None:
        self.size = 0
        self.on: set[int] = set()

    def block(self, size: int, places: Sequence[int] | set[int]) -> None:
        """The next `size` inputs, of which those at these places are 1."""
        assert all(0 <= place < size for place in places), (size, places)
        assert len(set(places)) == len(places), places
        self.on |= {self.size + place for place in places}
        self.size += size

    def number(self, most: int, count: int) -> None:
        """A number from 1 on is an input, `most` stands for larger ones too."""
        self.block(most, [min(count, most) - 1] if count else [])

    def count(self, most: int, count: int) -> None:
        """A number from 0 on is an input, `most` stands for larger ones too."""
        self.block(most + 1, [min(count, most)])

    def join(self, other: Inputs) -> None:
        """The next inputs are those of another."""
        self.block(other.size, other.on)


def seats(players: int, viewer: int) -> list[int]:
    """The players from the viewer on, seats from 1."""
    return [(viewer - 1 + i) % players + 1 for i in range(players)]


def holder(fields: dict[str, object], order: list[int]) -> int:
    """0 with the marker in the centre, 1 with the viewer, 2 with the next player."""
    marker = fields["marker"]
    return 0 if marker == "centre" else 1 + order.index(int(str(marker)))


def leads(scores: list[int]) -> list[int]:
    """How far every score is ahead of the best other one."""
    return [s - max(scores[:i] + scores[i + 1 :]) for i, s in enumerate(scores)]
