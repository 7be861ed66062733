"""What a training has brought, in words and figures: the report beside the nets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from scipy import stats

from engines.net_files import new_nets, save_net
from engines.nets import for_one_thread
from engines.protocol import Policy
from search.confidence import Doubt
from search.settings import Settings
from search.training.contest import results
from search.training.doubt import Judge, Study, measure
from search.training.pace import Pace, measure_pace
from search.training.quality import Quality
from search.training.trainer import Generation, Trainer, rivals

FRESH = 1 << 20  # number of a generation whose games no training has


def line(generation: Generation, of: int, players: int) -> str:
    """A generation in one line; alone at the table there is nothing but points."""
    lost = f"loss {generation.entropy:.4f}"
    if players == 1:
        lost = f"scores missed by {generation.miss:.2f} points"
    text = (
        f"generation {generation.number} of {of}: {generation.positions:,} positions,"
        f" {lost}"
    )
    judged = generation.quality
    if judged is None:
        return text
    if players == 1:
        return f"{text}; before, on these games: {judged.score:.1f} points"
    return (
        f"{text}; before, on these games: Brier score {judged.brier:.4f},"
        f" calibration error {judged.calibration_error:.4f}"
    )


def finish(
    trainer: Trainer,
    game: str,
    policy: Policy,
    settings: Settings,
    deals: int,
    file: Path,
    study: Study = Study(),  # noqa: B008 (a constant)
) -> str:
    """The nets are in `file`, their report beside it; its text is returned.

    `policy` and `settings` are those of searches with the nets; `study` says how long
    what they err by is measured.
    """
    pace = measure_pace(trainer)
    judges = [
        Judge(
            trainer.game, policy, trainer.learner, for_one_thread(trainer.nets),
            settings, study, trainer.seed + FRESH,
        )
        for _ in range(trainer.jobs)
    ]  # fmt: skip
    doubt = measure(judges, trainer.start)
    save_net(file, trainer.features, trainer.kind, trainer.weights, doubt)
    judged = trainer.judge(trainer.fresh_games(FRESH))
    curve = list(_curve(trainer, deals))
    text = "\n".join(_report(trainer, game, judged, doubt, pace, curve)) + "\n"
    file.with_suffix(".md").write_text(text, encoding="utf-8")
    return text


def _curve(trainer: Trainer, deals: int) -> Iterator[tuple[int, float, float]]:
    """(generation, result of the last one against it, half of the 95 % interval)."""
    last = new_nets(trainer.features, {trainer.kind: trainer.history[-1]})
    for number in rivals(trainer.plan):
        if not trainer.history[number][0].size:
            continue
        rival = new_nets(trainer.features, {trainer.kind: trainer.history[number]})
        found = results(
            trainer.game, trainer.learner, trainer.start, last, rival, deals,
            trainer.seed + FRESH,
        )  # fmt: skip
        error = float(stats.sem(found))
        half = float(stats.t.ppf(0.975, found.size - 1)) * error
        yield number + 1, float(found.mean()), half


def _report(
    trainer: Trainer,
    game: str,
    judged: Quality,
    doubts: list[Doubt],
    pace: Pace,
    curve: list[tuple[int, float, float]],
) -> Iterator[str]:
    """The lines of the report."""
    plan, kind = trainer.plan, trainer.features.KINDS[trainer.kind]
    yield f"# Nets of {game}, {kind}"
    yield ""
    yield (
        f"{plan.generations} generations of {plan.games:,} games, seed {trainer.seed};"
        f" version {trainer.features.VERSION} of the inputs."
    )
    yield ""
    yield f"On {judged.positions:,} positions of games that are new to the nets:"
    yield ""
    if trainer.players == 1:
        yield f"- points in the end: {judged.score:.2f}"
    else:
        yield f"- Brier score of the win share of who decides: {judged.brier:.4f}"
        yield f"- calibration error over ten classes: {judged.calibration_error:.4f}"
    yield (
        f"- speed of the training, {trainer.jobs} threads: {1 / pace.game:,.0f} games a"
        f" second played, {1 / pace.position:,.0f} positions a second learned from"
    )
    yield ""
    yield "What a searched move errs by, standard deviations in win share and points:"
    yield ""
    yield "| round | a move | the difference of two moves |"
    yield "|---|---|---|"
    for number, doubt in enumerate(doubts):
        yield (
            f"| {number or 'all'} | {doubt.win:.3f}, {doubt.margin:.2f} |"
            f" {doubt.win_apart:.3f}, {doubt.margin_apart:.2f} |"
        )
    yield ""
    yield "| round | part of the variance of leads explained | by the score alone |"
    yield "|---|---|---|"
    for number, part in judged.explained.items():
        yield f"| {number} | {part:.3f} | {judged.by_score[number]:.3f} |"
    if trainer.players > 1:
        yield ""
        yield "| expected | won | positions |"
        yield "|---|---|---|"
        for count, expected, won in judged.classes:
            yield f"| {expected:.3f} | {won:.3f} | {count:,.0f} |"
    if curve:
        yield ""
        yield "The last generation, one move ahead, against earlier ones:"
        yield ""
        what = "share of wins" if trainer.players > 1 else "points ahead"
        yield f"| generation | {what} | ± (95 %) |"
        yield "|---|---|---|"
        for number, result, half in curve:
            yield f"| {number} | {result:.3f} | {half:.3f} |"
