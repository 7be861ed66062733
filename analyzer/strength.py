"""What players lose on a game's referee set: who is asked, and the rows of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from analyzer.games import NET, NO_EVALUATOR, GameEntry

if TYPE_CHECKING:
    from search.referee.losses import Answer, Posed

SIMULATIONS = (100, 1_000, 10_000)  # of players that nobody has named
NET_ALONE = "mcts:sims=1,jitter=0"  # the best move by the net's view of what follows
COLUMNS = (
    *("game", "player", "positions", "loss_mean", "loss_low", "loss_high"),
    *("loss_total", "best_share", "forfeits", "seconds"),
)


def usual_players(game: GameEntry) -> list[str]:
    """The policies, the net one move ahead, and every evaluator in searches."""
    alone = [NET_ALONE] if game.strongest == NET else []
    searching = [
        f"mcts:sims={sims},evaluator={name}"
        for name in (NO_EVALUATOR, *game.evaluators)
        for sims in SIMULATIONS
    ]
    return ["random", "greedy", *alone, *searching]


def posed(game: GameEntry, positions: int | None) -> list[Posed]:
    """The first decisions of the referee set; all of them without a number."""
    from search.referee.losses import Posed
    from search.referee.sets import read_set

    decisions = read_set(game.referee()).decisions[:positions]
    parse = game.notation().parse
    return [Posed(one, parse(one.position).state) for one in decisions]


def row(game: str, spec: str, found: Sequence[Answer]) -> dict[str, Any]:
    """The figures of COLUMNS; losses are win shares, the interval is a 95 % one."""
    from reports.intervals import student_interval

    losses = [one.loss for one in found]
    mean = student_interval(losses)
    figures = (
        *(game, spec, len(found), mean.value, max(0.0, mean.low), mean.high),
        sum(losses),
        sum(one.is_best for one in found) / len(found),
        sum(one.forfeited for one in found),
        sum(one.seconds for one in found) / len(found),
    )
    return dict(zip(COLUMNS, figures, strict=True))


def shown(figures: Mapping[str, Any]) -> Iterator[str]:
    """The figures of a row but the game, in words; losses in percent of a win."""
    half = figures["loss_high"] - figures["loss_mean"]
    yield figures["player"]
    yield f"{100 * figures['loss_mean']:.2f} ± {100 * half:.2f} %"
    yield f"{figures['loss_total']:.2f}"
    yield f"{100 * figures['best_share']:.0f} %"
    yield f"{1000 * figures['seconds']:,.1f} ms"
