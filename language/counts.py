"""Numbers of things in words, such as `1 tile` and `2,000 tiles`."""

from __future__ import annotations

from collections.abc import Sequence

from language import NN_, tr, trc, trn

NOUNS = {
    "bonus tile": NN_("{n} bonus tile", "{n} bonus tiles"),
    "card": NN_("{n} card", "{n} cards"),
    "covered card": NN_("{n} covered card", "{n} covered cards"),
    "deal": NN_("{n} deal", "{n} deals"),
    "decision": NN_("{n} decision", "{n} decisions"),
    "field": NN_("{n} field", "{n} fields"),
    "game": NN_("{n} game", "{n} games"),
    "more player": NN_("{n} more player", "{n} more players"),
    "move": NN_("{n} move", "{n} moves"),
    "player": NN_("{n} player", "{n} players"),
    "point": NN_("{n} point", "{n} points"),
    "position": NN_("{n} position", "{n} positions"),
    "recorded game": NN_("{n} recorded game", "{n} recorded games"),
    "result folder": NN_("{n} result folder", "{n} result folders"),
    "row": NN_("{n} row", "{n} rows"),
    "seat": NN_("{n} seat", "{n} seats"),
    "simulation": NN_("{n} simulation", "{n} simulations"),
    "start card": NN_("{n} start card", "{n} start cards"),
    "tile": NN_("{n} tile", "{n} tiles"),
    "turn": NN_("{n} turn", "{n} turns"),
    "unseen card": NN_("{n} unseen card", "{n} unseen cards"),
}


def grouped(number: int) -> str:
    """A whole number with a comma before each three digits."""
    return f"{number:,}"


def counted(number: int, noun: str) -> str:
    """The number with one of NOUNS, in the plural unless it is 1."""
    singular, plural = NOUNS[noun]
    return trn(singular, plural, number, n=grouped(number))


def listed(words: Sequence[str]) -> str:
    """Words joined by commas and `and`."""
    *most, last = words
    if not most:
        return last
    return tr("{words} and {last}", words=enumerated(most), last=last)


def joined(clauses: Sequence[str]) -> str:
    """Clauses of one sentence, or of one note."""
    return tr("; ").join(clauses)


def either(words: Sequence[str]) -> str:
    """Words joined by commas and `or`."""
    return tr("{words} or {last}", words=enumerated(words[:-1]), last=words[-1])


def together(parts: Sequence[str]) -> str:
    """Phrases of one clause, which say different things."""
    return trc("between phrases", ", ").join(parts)


def enumerated(words: Sequence[str]) -> str:
    """Words joined by commas."""
    return tr(", ").join(words)
