"""The kinds of players, and players from their texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engines.text import unknown
from language import tr
from search.players.base import GameSource, Player, SpecError
from search.players.depth_first import expectimax_parameters, expectimax_player
from search.players.fast import (
    greedy_player,
    heuristic_player,
    random_player,
    weight_parameters,
)
from search.players.functions import function_player
from search.players.levels import level_player
from search.players.options import Parameter
from search.players.programs import PARAMETERS, program_player
from search.players.trees import mcts_parameters, mcts_player


@dataclass(frozen=True)
class Kind:
    """A kind of player: how it is written, what it is, what it takes."""

    form: str
    meaning: str
    make: Callable[[GameSource, str, str], Player]
    parameters: Callable[[GameSource], list[Parameter]]


def _none(source: GameSource) -> list[Parameter]:  # noqa: ARG001
    return []


KINDS: Mapping[str, Kind] = {
    "random": Kind(
        "random", "Every legal move is equally likely.", random_player, _none
    ),
    "greedy": Kind(
        "greedy",
        "Takes what is worth most by a rule of thumb, without looking ahead.",
        greedy_player,
        _none,
    ),
    "heuristic": Kind(
        "heuristic:PRESET,WEIGHT=NUMBER,...",
        "The greedy player in another style, or with weights of your own.",
        heuristic_player,
        weight_parameters,
    ),
    "mcts": Kind(
        "mcts:KEY=VALUE,...",
        "Monte Carlo tree search, a fresh tree for every decision.",
        mcts_player,
        mcts_parameters,
    ),
    "level": Kind(
        "level:N",
        "Tree search as strong as a level says, from 1 for a beginner to 10.",
        level_player,
        _none,
    ),
    "expectimax": Kind(
        "expectimax:KEY=VALUE,...",
        "Looks some decisions ahead and estimates what comes of them.",
        expectimax_player,
        expectimax_parameters,
    ),
    "python": Kind(
        "python:FILE:FUNCTION",
        "A Python function: takes a request as dict, returns the move's text.",
        function_player,
        _none,
    ),
    "exec": Kind(
        "exec:KEY=VALUE,...,COMMAND",
        "A program: reads a request as a line of JSON, writes the move as a line.",
        program_player,
        lambda _: list(PARAMETERS),
    ),
}


def make_player(spec: str, source: GameSource, name: str | None = None) -> Player:
    """The player that a text such as `mcts:sims=500` means; SpecError if none.

    Its name is the text, unless another is given.
    """
    kind, _, text = spec.strip().partition(":")
    if kind not in KINDS:
        raise SpecError(unknown(tr("kind of player"), kind, list(KINDS)))
    return KINDS[kind].make(source, spec if name is None else name, text)
