"""The only list of games: where each one's rules, notation and policies are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from analyzer.exits import UserError
from language import tr

if TYPE_CHECKING:
    from engines.nets import Nets
    from engines.protocol import Evaluator, Features, Game, Policy, State
    from engines.text import Parsed
    from search.confidence import Doubt
    from search.exact import Ending
    from search.settings import Settings
    from search.solitaire import Solitaire

    class Alone(Solitaire, Protocol):
        """What a solitaire module offers, besides what `search.solitaire` asks."""

        def alone(self, state: State, player: int) -> State:
            """The player's own part of a position."""

        def why_not(self, state: State, player: int) -> str:
            """Why there is none, nothing if there is."""

        def is_mid_turn(self, state: State) -> bool:
            """The decision due goes on with a turn that has begun."""

        def account(self, root: State, actions: Sequence[int]) -> dict[str, int]:
            """What came of a whole sequence: points by source, their total, tiles."""


NO_EVALUATOR = "none"  # the policy of the playouts estimates
NET = "net"  # trained, where there is one for the set-up
REFEREE = "referee.jsonl"
SCORE = {"score": "search.evaluators.score"}
NET_SETTINGS = {
    "playout": 0,
    "round_end": 1,
    "evaluate_all": 0.075,
    "exploration": 0.3,
    "minimax_share": 0.3,
    "solve": 1,
}
# Simulations a move and noise, from the beginner to the strongest; measured with two
# players (docs/measuring-strength.md), but for Flowers, which has Azul's.
LEVELS = (
    *((8, noise) for noise in (0.047, 0.036, 0.027, 0.019, 0.011)),
    *((sims, 0.0) for sims in (14, 28, 72, 280, 10_000)),
)
PAVILION_LEVELS = (
    *((8, noise) for noise in (0.036, 0.0285, 0.0225, 0.0165, 0.0105)),
    *((sims, 0.0) for sims in (14, 34, 110, 700, 10_000)),
)


class Notation(Protocol):
    """What every game's notation module offers; all raise NotationError."""

    @property
    def PLAYERS(self) -> range: ...  # noqa: N802

    @property
    def OPTIONS(self) -> Mapping[str, tuple[str, ...]]: ...  # noqa: N802

    @property
    def SWITCHES(self) -> Mapping[str, str]: ...  # noqa: N802

    @property
    def FOLLOWING(self) -> tuple[str, ...]: ...  # noqa: N802

    @property
    def JOINT(self) -> str: ...  # noqa: N802

    def parse(self, text: str) -> Parsed:
        """The state that a text describes."""

    def from_fields(self, fields: Mapping[str, object]) -> Parsed:
        """The state of a JSON form."""

    def format(self, state: State) -> str:
        """The canonical text."""

    def to_fields(self, state: State) -> dict[str, object]:
        """The JSON form."""

    def parse_move(self, text: str, state: State) -> int:
        """The action of a legal move."""

    def parse_turn(self, text: str, state: State) -> list[int]:
        """The actions of one player's whole turn."""

    def format_move(self, action: int, state: State) -> str:
        """The text of a move."""

    def parse_deal(self, text: str, state: State) -> State:
        """The state after the chance event that is due turned out so."""

    def format_deal(self, state: State, before: State | None = None) -> str:
        """How a chance event turned out, by the states after and before it."""

    def new(self, players: int, options: Mapping[str, str]) -> State:
        """A new game before its first chance event."""


class Accounts(Protocol):
    """What every game's account module offers: points by source, `total` last."""

    def account(self, state: State, player: int) -> dict[str, int]:
        """A player's points as if the game ended now."""

    def changes(self, state: State) -> dict[tuple[int, ...], dict[str, int]]:
        """What moves change at once, none where that says little.

        A key is a legal action, or with more than one the best way to go on with it.
        """


@dataclass(frozen=True)
class GameEntry:
    """A game by the names of its modules, which load on demand."""

    name: str
    package: str
    policies: Mapping[str, str]  # name -> module; the first is the default
    evaluators: Mapping[str, str] = field(default_factory=dict)  # name -> module
    evaluator: str = NO_EVALUATOR  # of analyses by default
    strongest: str = NO_EVALUATOR  # of players that search, by default
    ending: str | None = None  # module: the game's own way to value its last turns
    solitaire: str | None = None  # module: a player's part of a round, others aside
    # Settings of searches by evaluator; those without one share NO_EVALUATOR's.
    settings: Mapping[str, Mapping[str, float | int]] = field(default_factory=dict)
    features: str | None = None  # module of the inputs of nets
    temperatures: Mapping[int, float] = field(default_factory=dict)  # see `temperature`
    levels: tuple[tuple[int, float], ...] = LEVELS  # simulations and noise, from 1
    kind: int | None = None  # the set-up, for nets
    net: Path | None = None  # the file of nets of that set-up

    def for_state(self, state: State) -> GameEntry:
        """The game with the nets of that set-up, if there are any."""
        if self.features is None:
            return self
        from engines.net_files import shipped
        from engines.nets import NO_NET

        features = self.inputs()
        kind = int(features.kind(state))
        others = {name: m for name, m in self.evaluators.items() if name != NET}
        if kind == NO_NET:
            return replace(self, evaluators=others)
        file = shipped(features, kind)
        if file.is_file():
            return replace(self, kind=kind, net=file, evaluator=NET, strongest=NET)
        return replace(self, kind=kind, evaluators=others)

    def with_net(self, file: Path) -> GameEntry:
        """The game of a set-up with the nets of that file.

        NetFileError if it holds none for the set-up.
        """
        from engines.net_files import NetFileError, read_doubt, read_net

        if self.features is None or self.kind is None:
            raise NetFileError(
                f"{file}: there are no nets for this set-up of {self.name}"
            )
        read_net(file, self.inputs(), self.kind)
        read_doubt(file)
        judges = {**self.evaluators, NET: f"{self.package}.evaluators.{NET}"}
        return replace(self, net=file, evaluators=judges, evaluator=NET, strongest=NET)

    def rules(self) -> Game:
        """The game as a search sees it."""
        return cast("Game", import_module(self.package))

    def notation(self) -> Notation:
        """The game's text notation."""
        return cast(Notation, import_module(f"{self.package}.notation"))

    def accounts(self) -> Accounts:
        """Where the game's points come from."""
        return cast(Accounts, import_module(f"{self.package}.account"))

    def ending_module(self) -> Ending | None:
        """The game's own way to value its last turns, if it has one."""
        return cast("Ending", import_module(self.ending)) if self.ending else None

    def solitaire_module(self) -> Alone | None:
        """A player's own part of a round, opponents aside; None without such a part."""
        return cast("Alone", import_module(self.solitaire)) if self.solitaire else None

    def inputs(self) -> Features:
        """What nets see of a position; only for a game with `features`."""
        return cast("Features", import_module(str(self.features)))

    def temperature(self, players: int) -> float:
        """How far training games stray from the best moves: `Plan.temperature`."""
        from search.training.trainer import Plan

        return self.temperatures.get(players, Plan().temperature)

    def nets(self) -> dict[str, Path]:
        """The files of nets that come with the package, by the name of their set-up."""
        if self.features is None:
            return {}
        from engines.net_files import shipped

        features = self.inputs()
        files = {name: shipped(features, k) for k, name in enumerate(features.KINDS)}
        return {name: file for name, file in files.items() if file.is_file()}

    def referee(self) -> Path:
        """The file of decisions whose moves have values."""
        return Path(str(import_module(self.package).__file__)).with_name(REFEREE)

    def doubt(self, evaluator: str, state: State) -> Doubt:
        """What a search with that evaluator errs by, as far as that was measured."""
        from search.confidence import Doubt

        if evaluator != NET or self.net is None:
            return Doubt()
        from engines.net_files import ROUNDS, read_doubt

        played = int(self.rules().round_number(state))
        return Doubt(*read_doubt(self.net)[min(played, ROUNDS)])

    def worth(self, evaluator: str) -> Nets | None:
        """The weights of that evaluator, if they are other than its default ones."""
        if evaluator != NET or self.net is None or self.kind is None:
            return None
        from engines.net_files import new_nets, read_net

        features = self.inputs()
        return new_nets(features, {self.kind: read_net(self.net, features, self.kind)})

    def policy(self, name: str) -> Policy:
        """The fast player of that name; KeyError if there is none."""
        return cast("Policy", import_module(self.policies[name]))

    def evaluator_module(self, name: str, policy: str) -> Evaluator:
        """The evaluator of that name; for `none`, the policy of that name."""
        if name == NO_EVALUATOR:
            return self.policy(policy)
        return cast("Evaluator", import_module(self.evaluators[name]))

    def evaluator_name(self, name: str) -> str:
        """An evaluator as a reader may know it: nets by their set-up, or their file."""
        if name != NET or self.net is None or self.kind is None:
            return name
        from engines.net_files import shipped

        features = self.inputs()
        own = self.net == shipped(features, self.kind)
        return f"{NET} {features.KINDS[self.kind] if own else self.net}"

    def search_settings(self, evaluator: str = NO_EVALUATOR) -> Settings:
        """How a search with that evaluator explores this game."""
        from search.settings import Settings

        kinds = {name: type(value) for name, value in Settings()._asdict().items()}
        given = self.settings.get(evaluator, self.settings.get(NO_EVALUATOR, {}))
        return Settings(**{name: kinds[name](v) for name, v in given.items()})


GAMES = {
    entry.name: entry
    for entry in (
        GameEntry(
            name="azul",
            package="engines.azul",
            policies={
                "greedy": "engines.azul.policies.greedy",
                "uniform": "search.policies.uniform",
            },
            evaluators={
                "settled": "engines.azul.evaluators.settled",
                NET: "engines.azul.evaluators.net",
            }
            | SCORE,
            features="engines.azul.features",
            settings={
                NET: {**NET_SETTINGS, "behind": 32},
                "settled": {
                    "playout": 0,
                    "round_end": 1,
                    "evaluate_all": 0.07,
                    "exploration": 0.4,
                    "minimax_share": 0.5,
                    "solve": 1,
                },
                "score": {"round_end": 1},
            },
        ),
        GameEntry(
            name="summer-pavilion",
            package="engines.summer_pavilion",
            policies={
                "greedy": "engines.summer_pavilion.policies.greedy",
                "uniform": "search.policies.uniform",
            },
            evaluators={
                "settled": "engines.summer_pavilion.evaluators.settled",
                NET: "engines.summer_pavilion.evaluators.net",
            }
            | SCORE,
            solitaire="engines.summer_pavilion.alone",
            levels=PAVILION_LEVELS,
            features="engines.summer_pavilion.features",
            settings={
                NET: NET_SETTINGS,
                "settled": {"round_end": 1},
                "score": {"round_end": 1},
            },
        ),
        GameEntry(
            name="flowers",
            package="engines.flowers",
            policies={
                "greedy": "engines.flowers.policies.greedy",
                "uniform": "search.policies.uniform",
            },
            evaluators={
                "settled": "engines.flowers.evaluators.settled",
                NET: "engines.flowers.evaluators.net",
            }
            | SCORE,
            ending="engines.flowers.endgame",
            features="engines.flowers.features",
            temperatures={1: 0.001, 2: 0.004, 3: 0.004, 4: 0.004},
            settings={
                NET: {
                    "playout": 4,
                    "evaluate_all": 0.02,
                    "exploration": 0.4,
                    "temperature": 4.0,
                    "prior_floor": 0.1,
                    "unvisited_loss": 0.02,
                },
                NO_EVALUATOR: {
                    "playout": 8,
                    "exploration": 0.4,
                    "temperature": 4.0,
                    "prior_floor": 0.1,
                    "unvisited_loss": 0.02,
                },
            },
        ),
    )
}


def find_game(name: str) -> GameEntry:
    """The game of that name; UserError, with the nearest name, if there is none.

    An underscore stands for a hyphen.
    """
    hyphened = name.replace("_", "-")
    name = hyphened if hyphened in GAMES else name
    if name not in GAMES:
        from engines.text import unknown

        raise UserError(unknown(tr("game"), name, list(GAMES)))
    return GAMES[name]


def variants(entry: GameEntry) -> list[tuple[int, dict[str, str]]]:
    """Numbers of players with options: the defaults, then all others for the fewest."""
    notation = entry.notation()
    plain: list[tuple[int, dict[str, str]]] = [(n, {}) for n in notation.PLAYERS]
    return plain + [
        (notation.PLAYERS[0], {key: value})
        for key, values in notation.OPTIONS.items()
        for value in values[1:]
    ]
