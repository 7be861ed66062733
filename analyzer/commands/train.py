"""`azulyst train`: the nets of a game, from games that they play against themselves."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.commands.new import Players, Settings, read_settings
from analyzer.console import Screen
from analyzer.exits import ExitCode, UserError
from analyzer.games import NET, GameEntry, find_game
from analyzer.interrupts import stop_on_interrupt
from analyzer.options import GameName, Quiet, Seed, jobs_option, whole_number

if TYPE_CHECKING:
    from search.training.trainer import Plan, Trainer

TEACHER = "settled"  # the evaluator that plays the first generation
CHECKPOINT = ".training"
GENERATIONS = 25
STOPPING = "stopping after this generation; once more ends at once"

Generations = Annotated[
    int | None,
    typer.Option(
        metavar="N", show_default=False, parser=whole_number(2, 10_000),
        help=f"How often the net learns; default {GENERATIONS}, unless --hours.",
    ),
]  # fmt: skip
Hours = Annotated[
    float | None,
    typer.Option(
        metavar="H", show_default=False, min=0.001, max=10_000.0,
        help="As many generations as take about so long here; the report names them.",
    ),
]  # fmt: skip
Games = Annotated[
    int,
    typer.Option(
        metavar="N", parser=whole_number(50, 10**7), help="Games for each time."
    ),
]
Deals = Annotated[
    int,
    typer.Option(
        metavar="N",
        parser=whole_number(2, 10**6),
        help="Deals of each match against an earlier net, at the end.",
    ),
]
Positions = Annotated[
    int,
    typer.Option(
        metavar="N",
        parser=whole_number(2, 10**6),
        help="Positions that tell what a search with the nets errs by.",
    ),
]
Jobs = Annotated[int | None, jobs_option("Threads; default one a processor.")]
Out = Annotated[
    Path,
    typer.Option(
        metavar="FILE.npz",
        help="The file of the nets; a report stands beside it, FILE.md.",
    ),
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Go on with a training that was ended.")
]
Force = Annotated[bool, typer.Option("--force", help="Write over what is there.")]


def train(
    game: GameName,
    out: Out,
    players: Players = None,
    options: Settings = None,
    generations: Generations = None,
    hours: Hours = None,
    games: Games = 6000,
    deals: Deals = 200,
    positions: Positions = 200,
    seed: Seed = 0,
    jobs: Jobs = None,
    resume: Resume = False,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Train the nets of a game for one number of players and one set of options.

    The same seed gives the same nets, whatever the number of jobs. A training that was
    ended goes on with --resume.
    """
    from search.training.doubt import Study
    from search.training.report import finish
    from search.training.trainer import Plan

    screen = Screen(quiet)
    entry = find_game(game)
    if generations is not None and hours is not None:
        raise UserError("give --generations or --hours, not both", ExitCode.USAGE)
    plan = Plan(generations=generations or GENERATIONS, games=games)
    trainer = _trainer(entry, players, read_settings(options or ()), plan, seed, jobs)
    if hours is not None:
        _fill(trainer, hours, screen)
    saved = out.with_name(out.name + CHECKPOINT)
    _open(out, saved, trainer, resume=resume, force=force)
    if not _run(trainer, saved, screen):
        screen.note(f"stopped; go on with: {_again(entry, out)} --resume")
        raise typer.Exit(ExitCode.INTERRUPTED)
    screen.note("measuring the nets on games that are new to them")
    policy = entry.policy(next(iter(entry.policies)))
    settings = entry.search_settings(NET)
    study = Study(positions)
    text = finish(trainer, entry.name, policy, settings, deals, out, study)
    saved.unlink(missing_ok=True)
    print(text, end="")


def _trainer(
    entry: GameEntry,
    players: int | None,
    options: dict[str, str],
    plan: Plan,
    seed: int,
    jobs: int | None,
) -> Trainer:
    """What is to be trained; UserError for a game without nets."""
    from engines.nets import NO_NET
    from language.counts import listed
    from search.training.trainer import Trainer

    if entry.features is None:
        raise UserError(f"there are no nets for {entry.name} yet")
    notation = entry.notation()
    seats = notation.PLAYERS[0] if players is None else players
    start = notation.new(seats, options)
    if int(entry.inputs().kind(start)) == NO_NET:
        raise UserError(
            f"nets of {entry.name} are for {listed(entry.inputs().KINDS)} with the"
            " official rules and stacks; leave out --set"
        )
    return Trainer(
        entry.rules(),
        entry.inputs(),
        entry.evaluator_module(TEACHER, ""),
        entry.evaluator_module(NET, ""),
        start,
        plan._replace(temperature=entry.temperature(seats)),
        seed,
        jobs or os.cpu_count() or 1,
    )


def _fill(trainer: Trainer, hours: float, screen: Screen) -> None:
    """The plan has as many generations as fit into the hours."""
    from search.training.pace import generations_in, measure_pace

    screen.note("measuring how fast this machine learns")
    number = generations_in(3600.0 * hours, measure_pace(trainer), trainer)
    trainer.plan = trainer.plan._replace(generations=number)
    screen.note(f"about {hours:g} h are {number:,} generations; as --generations"
                f" {number} they give the same nets on any machine")  # fmt: skip


def _open(
    out: Path, saved: Path, trainer: Trainer, *, resume: bool, force: bool
) -> None:
    """The training may begin, or has come to where it was; UserError if not."""
    from search.training.checkpoints import CheckpointError, restore

    if out.suffix != ".npz":
        raise UserError(f"'{out}' should end in .npz", ExitCode.USAGE)
    if resume:
        try:
            restore(saved, trainer)
        except CheckpointError as error:
            raise UserError(str(error)) from error
        return
    for file in (out, saved):
        if file.exists() and not force:
            more = " or --resume" if file == saved else ""
            raise UserError(f"'{file}' is there already; name another, or add"
                            f" --force{more}")  # fmt: skip
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"can't write to '{out.parent}': {error.strerror}") from error


def _run(trainer: Trainer, saved: Path, screen: Screen) -> bool:
    """The generations, saved one by one; False if Ctrl-C came before the last."""
    from search.training.checkpoints import save
    from search.training.report import line

    with stop_on_interrupt(screen.note) as stop:
        stop.answer = STOPPING
        for generation in trainer.run(stop.asked):
            save(saved, trainer)
            screen.note(line(generation, trainer.plan.generations, trainer.players))
    return len(trainer.history) == trainer.plan.generations


def _again(entry: GameEntry, out: Path) -> str:
    return f"azulyst train {entry.name} --out {out} and the options of before"
