"""Players that search: a fresh tree for every decision, the move visited most."""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Any

import numpy as np

from engines.protocol import State
from engines.rng import POLICY, draw_unit, new_stream
from engines.rng import SEARCH as SEARCHING
from language import tr
from search.backup import quality
from search.behind import exhausted, make_search, new_lookout
from search.mcts import Settings, weights_of
from search.players.base import GameSource, SpecError
from search.players.options import (
    LARGEST,
    Parameter,
    Value,
    read_options,
    split_options,
)
from search.rollout import TO_THE_END, make_estimate
from search.settings import aimed
from search.tree import NODE_BYTES, OPEN, Tree, children, chosen, clear, new_tree
from search.workspace import new_workspace

SIMS = 1000
NO_EVALUATOR = "none"  # the policy estimates
NET = "net"
SEARCH, PLAYOUT = "search", "playout"  # whose weights rate the moves of a tree
CLOCKS = {"wall": time.perf_counter, "cpu": time.thread_time}
CHUNK = 64  # simulations between two looks at the clock
CAUTION = 1.25  # times the simulations that the pace so far lets expect may be left
TREE_BYTES = 600 << 20
# Field of Settings: what it means, least and most.
MEANINGS: dict[str, tuple[str, float, float]] = {
    "exploration": ("PUCT constant", 0.0, 1e6),
    "temperature": ("points that divide preferences for the prior", 1e-3, 1e6),
    "prior_floor": ("part of the prior that all moves share evenly", 0.0, 1.0),
    "jitter": ("points by which preferences vary", 0.0, 1e6),
    "unvisited_loss": ("utility that unvisited moves lose", -1.0, 1.0),
    "margin_share": ("part of the margin in the utility", 0.0, 1.0),
    "expand_at": ("visits of a leaf before it gets children", 1, LARGEST),
    "playout": ("decisions of a playout before an estimate", 0, TO_THE_END),
    "round_end": ("1: a playout ends with the round, in an estimate", 0, 1),
    "evaluate_all": ("above 0, the prior is softmax(utility / this)", 0.0, 1e6),
    "minimax_share": ("part of the best reply in a node's value", 0.0, 1.0),
    "solve": ("1: what is known for good is visited no more", 0, 1),
    "margin_scale": ("points of margin that count half of all", 1e-3, 1e6),
    "par": ("margin that counts nothing", -1e6, 1e6),
    "behind": ("simulations of a look behind the deal, and between two", 0, 10_000),
    "least_visits": ("of a move, as an eighth of all visits allows", 0, LARGEST),
}


def mcts_parameters(source: GameSource) -> list[Parameter]:
    """The budget of a decision, the playouts, and how the search explores."""
    names = "|".join(source.policies)
    judges = "|".join((NO_EVALUATOR, *source.evaluators))
    settings = source.search_settings(source.strongest)._asdict()
    return [
        Parameter(
            "sims", "int", SIMS, "simulations a decision; unless seconds are given",
            1, LARGEST,
        ),
        Parameter("seconds", "float", None, "seconds a decision", 1e-3, 1e6),
        Parameter(
            "clock", "|".join(CLOCKS), next(iter(CLOCKS)),
            "whose seconds; a busy machine does not shorten those of the processor",
        ),
        Parameter("policy", names, names.split("|")[0], "who plays the playouts"),
        Parameter(
            "prior", f"{SEARCH}|{PLAYOUT}", SEARCH,
            "whose weights rate the moves of the tree",
        ),
        Parameter(
            "evaluator", judges, source.strongest,
            "who estimates; none: the policy, as with a policy given alone",
        ),
        Parameter(
            "noise", "float", 0.0,
            "above 0, the odds of a move are softmax(its utility / this)", 0.0, 1e6,
        ),
        Parameter("net", "file", None, "file of nets, instead of those in the package"),
        *(
            Parameter(name, type(value).__name__, value, *MEANINGS[name])
            for name, value in settings.items()
        ),
    ]  # fmt: skip


def lead(tree: Tree) -> int:
    """Visits by which the child of the root visited most is ahead of the next."""
    span = children(tree)
    if len(span) < 2:
        return LARGEST
    visits = np.partition(tree.visits[span.start : span.stop], -2)
    return int(visits[-1] - visits[-2])


def drawn(tree: Tree, settings: Settings, noise: float, seed: int) -> int:
    """A child of the root at random, by its utility; those never looked at are none."""
    nodes = [
        child
        for child in children(tree)
        if tree.visits[child] or tree.mark[child] != OPEN or settings.evaluate_all
    ]
    values = np.array([quality(tree, child, settings, 0.0) for child in nodes])
    odds = np.exp((values - values.max()) / noise).cumsum()
    with np.errstate(over="ignore"):
        point = draw_unit(new_stream(seed, POLICY)) * odds[-1]
    return nodes[int(np.searchsorted(odds, point))]


class MctsPlayer:
    """A fresh search for every decision; plays the child visited most.

    With `noise` any child, the better the likelier.
    """

    def __init__(
        self,
        name: str,
        source: GameSource,
        policy: str,
        evaluator: str,
        prior: str,
        settings: Settings,
        sims: int | None,
        seconds: float | None,
        clock: str,
        noise: float,
    ) -> None:
        self.name, self.sims, self.seconds = name, sims, seconds
        self._now, self._noise = CLOCKS[clock], noise
        self._game, self._settings = source.rules(), settings
        module = source.policy(policy)
        judge = source.evaluator_module(evaluator, policy)
        self._weights = weights_of(module, judge, source.worth(evaluator))
        if prior == PLAYOUT:
            self._weights = self._weights._replace(prior=self._weights.policy)
        self._work = new_workspace(self._game)
        self._tree: Tree | None = None
        self._simulate = make_search(self._game, module, judge)
        self._lookout = new_lookout(self._game, settings)
        self._estimate = make_estimate(self._game, judge)

    def choose(self, state: State, seat: int, seed: int) -> int:  # noqa: ARG002
        """The move visited most; with `seconds` it depends on the machine too.

        A search ends early when no other move can catch up in the rest of it.
        """
        if self._game.count_actions(state) == 1:
            return int(self._game.action_at(state, 0))
        tree = self._tree = self._tree or new_tree(self._game, self._memory())
        clear(tree)
        settings, rng, done = self._aimed(state), new_stream(seed, SEARCHING), 0
        self._advance(tree, state, 0, settings, rng)  # compiled before the clock runs
        begin, left = self._now(), math.inf if self.sims is None else self.sims
        while left > 0:
            n = math.ceil(min(CHUNK, left))
            self._advance(tree, state, n, settings, rng)
            done += n
            left = self._left(done, begin)
            if exhausted(tree, settings) or self._is_decided(tree, left):
                break
        if self._noise > 0.0:
            return int(tree.action[drawn(tree, settings, self._noise, seed)])
        return int(tree.action[chosen(tree)])

    def _is_decided(self, tree: Tree, left: float) -> bool:
        """No other move can catch up by visits."""
        return self._noise == 0.0 and tree.mark[0] == OPEN and lead(tree) > left

    def _left(self, done: int, begin: float) -> float:
        """Simulations that may be left after so many since then, at the pace so far."""
        left = math.inf if self.sims is None else self.sims - done
        if self.seconds is None:
            return left
        spent = max(self._now() - begin, 1e-9)
        return min(left, CAUTION * done * (self.seconds / spent - 1.0))

    def close(self) -> None:
        """No tree is held."""
        self._tree = None

    def _memory(self) -> int:
        """Bytes that a tree may need."""
        if self.sims is None:
            return TREE_BYTES
        return min(TREE_BYTES, NODE_BYTES * self._game.MAX_ACTIONS * (self.sims + 1))

    def _aimed(self, state: State) -> Settings:
        """The settings for a position; alone, only points are to be had."""
        weights = self._weights.evaluator
        return aimed(self._game, self._estimate, weights, state, self._settings)

    def _advance(
        self, tree: Any, state: State, n: int, settings: Settings, rng: Any
    ) -> None:
        with np.errstate(over="ignore"):  # without the JIT, random words wrap loudly
            self._simulate(
                tree, state, n, self._work, self._lookout, settings, self._weights, rng
            )


def mcts_player(source: GameSource, name: str, text: str) -> MctsPlayer:
    """A searching player from its options."""
    given = read_options("mcts", split_options(text), mcts_parameters(source))
    if "net" in given:
        source = _with_net(source, str(given["net"]), given.get("evaluator"))
    plain = "policy" in given and "net" not in given
    judge = NO_EVALUATOR if plain else source.strongest
    policy = str(given.pop("policy", next(iter(source.policies))))
    evaluator = str(given.pop("evaluator", judge))
    given.pop("net", None)
    prior = str(given.pop("prior", SEARCH))
    seconds, clock = _optional(given, "seconds"), str(given.pop("clock", "wall"))
    sims = int(given.pop("sims", SIMS)) if "sims" in given or seconds is None else None
    noise = float(given.pop("noise", 0.0))
    settings = source.search_settings(evaluator)._replace(**given)  # type: ignore[arg-type]
    return MctsPlayer(
        name, source, policy, evaluator, prior, settings, sims, seconds, clock, noise
    )


def _with_net(source: GameSource, file: str, judge: Value | None) -> GameSource:
    """The game with the nets of that file; SpecError if they are not of its set-up."""
    if judge not in (None, NET):
        raise SpecError(tr("net={file} needs evaluator={net}", file=file, net=NET))
    try:
        return source.with_net(Path(file))
    except ValueError as error:
        raise SpecError(str(error)) from error


def _optional(given: dict[str, Value], name: str) -> float | None:
    return float(given.pop(name)) if name in given else None
