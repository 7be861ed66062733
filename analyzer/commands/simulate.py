"""`azulyst simulate`: many games between players, and what they show."""

from __future__ import annotations

import json
import shlex
import sys
from contextlib import closing
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.commands.new import Settings, read_settings
from analyzer.console import Screen, print_json
from analyzer.exits import ExitCode, UserError
from analyzer.games import LEVELS, find_game
from analyzer.interrupts import Stop, stop_on_interrupt
from analyzer.options import (
    GameName,
    NoColor,
    Quiet,
    Seed,
    TableForm,
    TableFormat,
    jobs_option,
    one_of,
    parse_sprt,
    path_to_write,
    values,
    whole_number,
)
from analyzer.output import open_folder, write_text
from analyzer.progress import simulation_progress
from analyzer.simulation.question import (
    GAMES,
    RECORDS,
    RUN,
    SUMMARY,
    check_same,
    facts,
    simulation_of,
    write_run,
)
from analyzer.simulation.running import Done, Watch, cluster, play
from analyzer.translated import Lang, Language
from language import N_, speak, tr

if TYPE_CHECKING:
    from analyzer.simulation.journal import Journal
    from reports.sprt import Sprt
    from search.simulation import Crew, Simulation

AGAIN = N_("--resume to go on with it, or --force to begin anew")
DEFAULT_GAMES, SPRT_GAMES = 1000, 100_000
MOST_GAMES = 10**9
STOPPING = N_("stopping; finished blocks are kept")


class Seatings(StrEnum):
    """In which orders the players of a table sit down on one deal."""

    LATIN = "latin"
    ALL = "all"


class Backend(StrEnum):
    """Who plays."""

    THREADS = "threads"
    PROCESSES = "processes"
    DASK = "dask"


PlayerTexts = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        metavar="NAME=SPEC",
        show_default=False,
        help="A player, such as a=greedy or b=mcts:sims=200 (see 'azulyst players');"
        " repeated.",
    ),
]
Levels = Annotated[
    list[int] | None,
    typer.Option(
        "--level",
        metavar="N",
        show_default=False,
        parser=whole_number(1, len(LEVELS)),
        help="A player of that strength, from 1 for a beginner to 10; as --player"
        " level:N; repeated.",
    ),
]
Games = Annotated[
    int | None,
    typer.Option(
        "--games",
        metavar="N",
        show_default=False,
        parser=whole_number(1, MOST_GAMES),
        help="Games to play, rounded up to whole blocks; default 1000, with --sprt"
        " 100000 at most.",
    ),
]
Seats = Annotated[
    int | None,
    typer.Option(
        "--seats",
        metavar="N",
        show_default=False,
        parser=whole_number(1, 9),
        help="Players at a table; default all if the game allows it, otherwise and in"
        " a gauntlet 2.",
    ),
]
SeatingsOption = Annotated[
    Seatings,
    typer.Option(
        metavar=values(Seatings),
        parser=one_of(Seatings),
        help="The orders in which each deal is played: every player once in every"
        " seat, or all orders.",
    ),
]
Gauntlet = Annotated[
    bool,
    typer.Option(
        "--gauntlet", help="The first player meets the others, who don't meet alone."
    ),
]
SprtOption = Annotated[
    Any,  # an Sprt, by parse_sprt
    typer.Option(
        "--sprt",
        metavar="ELO0,ELO1[,ALPHA,BETA]",
        show_default=False,
        parser=parse_sprt,
        help="Stop as soon as one difference is shown to be likelier than the other,"
        " with 5 % errors unless given; for two players.",
    ),
]
Records = Annotated[
    bool,
    typer.Option("--records", help="Keep every move and deal too, in records.jsonl."),
]
Jobs = Annotated[
    int | None,
    jobs_option(
        "Games at the same time; default one a core. Results don't depend on it."
    ),
]
BackendOption = Annotated[
    Backend,
    typer.Option(
        metavar=values(Backend),
        parser=one_of(Backend),
        help="Play on threads, in processes, or on a Dask cluster.",
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        show_default=False,
        help="The cluster's scheduler, such as tcp://10.0.0.5:8786.",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="DIR",
        show_default=False,
        parser=path_to_write,
        help="Keep the games and the summary there.",
    ),
]
Resume = Annotated[
    bool,
    typer.Option("--resume", help="With --out: go on with a run that was stopped."),
]
Force = Annotated[
    bool,
    typer.Option("--force", help="With --out: throw away the games that are there."),
]


def simulate(
    context: typer.Context,
    game: GameName,
    players: PlayerTexts = None,
    levels: Levels = None,
    games: Games = None,
    seats: Seats = None,
    settings: Settings = None,
    seed: Seed = 0,
    seatings: SeatingsOption = Seatings.LATIN,
    gauntlet: Gauntlet = False,
    sprt: SprtOption = None,
    records: Records = False,
    jobs: Jobs = None,
    backend: BackendOption = Backend.THREADS,
    scheduler: Scheduler = None,
    out: Out = None,
    resume: Resume = False,
    force: Force = False,
    form: TableForm = TableFormat.TABLE,
    lang: Lang = Language.EN,
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Play many games between strategies and say who is better, and how sure that is.

    The games of a block have one deal, with the players in every seat. More players
    than seats meet in a round robin, every combination as often as the others.
    Ctrl-C ends it; what is finished is kept.
    """
    speak(lang)
    screen = Screen(quiet, no_color)
    _check_folder_options(out, resume, force)
    if (backend is Backend.DASK) != (scheduler is not None):
        raise typer.BadParameter(
            tr("--backend dask and --scheduler ADDRESS go together"),
            param_hint="'--scheduler'",
        )
    if records and out is None:
        raise typer.BadParameter(
            tr("records are kept in the folder of --out; give --out too"),
            param_hint="'--records'",
        )
    simulation = simulation_of(
        find_game(game),
        [*(players or ()), *(f"level:{level}" for level in levels or ())],
        seats,
        read_settings(settings or ()),
        seed,
        gauntlet=gauntlet,
        every=seatings is Seatings.ALL,
        record=records,
    )
    test: Sprt | None = sprt
    _check_test(test, simulation)
    wanted = games or (DEFAULT_GAMES if test is None else SPRT_GAMES)
    blocks = simulation.schedule.blocks(wanted)
    with cluster(backend.value, scheduler), stop_on_interrupt(screen.note) as stop:
        stop.answer = STOPPING
        crew = _crew(simulation, stop)
        command = shlex.join(["azulyst", *context.obj])
        journal = _journal(out, simulation, blocks, command, resume, force)
        watch = Watch(test, simulation) if test else None
        with closing(crew), simulation_progress(screen) as progress:
            done = play(
                crew,
                journal,
                blocks,
                jobs=jobs or -1,
                backend=backend.value,
                watch=watch,
                progress=progress,
            )
    screen.note(_played(done))
    decided = watch is not None and watch.last is not None
    complete = journal.count >= blocks or decided
    result = _summary(simulation, journal, test, complete)
    if out is not None:
        write_text(out / SUMMARY, json.dumps(result) + "\n")
        for name in (GAMES, *([RECORDS] if records else ()), RUN, SUMMARY):
            screen.note(tr("wrote {path}", path=out / name))
    print_result(screen, result, form)
    if not complete:
        raise typer.Exit(ExitCode.INTERRUPTED)


def _check_folder_options(out: Path | None, resume: bool, force: bool) -> None:
    for given, name in ((resume, "--resume"), (force, "--force")):
        if given and out is None:
            raise typer.BadParameter(
                tr("it is for the folder of --out; give --out too"),
                param_hint=f"'{name}'",
            )
    if resume and force:
        raise typer.BadParameter(
            tr("go on with the games that are there, or throw them away, not both"),
            param_hint="'--resume'",
        )


def _check_test(test: Sprt | None, simulation: Simulation) -> None:
    """BadParameter where a sequential test is asked for and can't be made."""
    if test is not None and (len(simulation.players), simulation.seats) != (2, 2):
        raise typer.BadParameter(
            tr("it compares two players at a table for two"), param_hint="'--sprt'"
        )


def _crew(simulation: Simulation, stop: Stop) -> Crew:
    """The players sit at their first table; UserError for those who can't."""
    from search.players import SpecError
    from search.simulation import Crew

    crew = Crew(simulation, stop.asked)
    try:
        crew.seated()
    except SpecError as error:
        raise typer.BadParameter(str(error), param_hint="'--player'") from None
    return crew


def _journal(
    out: Path | None,
    simulation: Simulation,
    blocks: int,
    command: str,
    resume: bool,
    force: bool,
) -> Journal:
    """Where finished blocks go, with those that an earlier run has left."""
    from analyzer.simulation.journal import FolderJournal, Journal

    if out is None:
        return Journal(simulation.header)
    journal = FolderJournal(out, simulation.header, simulation.record)
    each = simulation.schedule.games_per_block
    if resume:
        check_same(out, simulation)
        journal.resume(each * simulation.seats)
        if journal.last > blocks:
            raise UserError(
                tr(
                    "'{out}' holds more than that: {games} games; give at least as"
                    " many to --games",
                    out=out,
                    games=each * journal.count,
                )
            )
        return journal
    open_folder(out, force, AGAIN)
    for name in (GAMES, RECORDS, SUMMARY, RUN):
        (out / name).unlink(missing_ok=True)
    write_run(out, simulation, command)
    journal.begin()
    return journal


def _played(done: Done) -> str:
    """What this run has played, in words."""
    games = done.games - done.begun_with
    if not games:
        return tr("all {games:,} games were there already", games=done.games)
    told = tr("played {games:,} games in {seconds:.1f} s ({rate:,.0f} a second)")
    if done.begun_with:
        told = tr(
            "played {games:,} games in {seconds:.1f} s ({rate:,.0f} a second),"
            " {before:,} before"
        )
    return told.format(
        games=games, seconds=done.seconds, rate=done.rate, before=done.begun_with
    )


def _summary(
    simulation: Simulation, journal: Journal, test: Sprt | None, complete: bool
) -> dict[str, Any]:
    """What the games show, as the object that programs read."""
    from analyzer.simulation.summary import summary_object
    from search.rows import frame

    if not journal.count:
        raise UserError(tr("no game was finished"), ExitCode.INTERRUPTED)
    told = facts(simulation) | {"complete": complete}
    return summary_object(frame(journal.table()), told, test)


def print_result(screen: Screen, result: dict[str, Any], form: TableFormat) -> None:
    """The summary stands on standard output in the form asked for."""
    if form is TableFormat.JSON:
        print_json(result)
        return
    from reports.simulation_sentences import summary_sentences
    from reports.simulation_tables import summary_csv, summary_markdown, summary_tables

    if form is TableFormat.CSV:
        print(summary_csv(result), end="")
    elif form is TableFormat.MARKDOWN:
        print(summary_markdown(result), end="")
    else:
        for table in summary_tables(result, screen.console(sys.stdout).width):
            screen.show(table)
            print()
        for sentence in summary_sentences(result):
            print(sentence)
