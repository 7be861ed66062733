"""`azulyst bench`: how fast it is, how strong, and whether it behaves as before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, product
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from analyzer.console import Screen, print_json
from analyzer.exits import ExitCode, UserError
from analyzer.games import GAMES, GameEntry, find_game, variants
from analyzer.interrupts import Stop, stop_on_interrupt
from analyzer.options import (
    NoColor,
    Quiet,
    TableForm,
    TableFormat,
    jobs_option,
    parse_duration,
    whole_number,
)
from analyzer.progress import named_progress
from analyzer.strength import COLUMNS, posed, row, shown, usual_players
from analyzer.tabular import print_rows
from analyzer.translated import Lang, Language
from language import N_, speak, tr
from language.counts import counted

if TYPE_CHECKING:
    from engines.protocol import State
    from search.referee.losses import Posed

SECONDS, QUICK_SECONDS = 1.0, 0.05
RATE_COLUMNS = ("what", "game", "players", "options", "policy", "per_second")
HEADINGS = (
    *(N_("what"), N_("game"), N_("players"), N_("options"), N_("policy")),
    N_("per second"),
)
LOSS_HEADINGS = (
    *(N_("player"), N_("loss a decision"), N_("in all"), N_("best"), N_("time")),
)
STOPPING = N_("stopping; the players known so far follow")

Games = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="GAME",
        show_default=False,
        help="With --strength: the games; without any, all of them.",
    ),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        metavar="TIME",
        show_default=False,
        parser=parse_duration,
        help="Time for each measurement of speed; default 1s.",
    ),
]
Quick = Annotated[
    bool, typer.Option("--quick", help="A rough measurement in a few seconds.")
]
Strength = Annotated[
    bool,
    typer.Option(
        "--strength",
        help="Measure instead what players lose in the decisions of the referee set.",
    ),
]
PlayerTexts = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        metavar="SPEC",
        show_default=False,
        help="With --strength: a player, such as greedy or mcts:sims=200 (see 'azulyst"
        " players'); repeated. Without any: the policies, and searches with every"
        " evaluator.",
    ),
]
Positions = Annotated[
    int | None,
    typer.Option(
        "--positions",
        metavar="N",
        show_default=False,
        parser=whole_number(1),
        help="With --strength: only the first decisions of each set.",
    ),
]
StrengthSeed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="N",
        show_default=False,
        parser=whole_number(0),
        help="With --strength: the same seed, the same result; default 0.",
    ),
]
Jobs = Annotated[
    int | None,
    jobs_option(
        "With --strength: decisions at the same time; default one a core. Losses"
        " don't depend on it."
    ),
]

Rate = dict[str, Any]


def bench(
    games: Games = None,
    strength: Strength = False,
    players: PlayerTexts = None,
    positions: Positions = None,
    seed: StrengthSeed = None,
    jobs: Jobs = None,
    seconds: Seconds = None,
    quick: Quick = False,
    form: TableForm = TableFormat.TABLE,
    lang: Lang = Language.EN,
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Measure games and searches on one thread, or with --strength how well they play.

    The signature is a number that changes when rules, policies or searches behave
    differently, and does not depend on the machine's speed. The loss of a player is how
    much win share its moves give away against the best ones, by the long searches that
    have valued all moves of the referee set.
    """
    speak(lang)
    screen = Screen(quiet, no_color)
    of_strength = {
        "GAME": games,
        "--player": players,
        "--positions": positions,
        "--seed": seed,
        "--jobs": jobs,
    }
    if strength:
        _refuse({"--seconds": seconds, "--quick": quick}, tr("leave out --strength"))
        entries = [find_game(name) for name in games or GAMES]
        sittings = list(_sittings(entries, players, positions))
        _bench_strength(screen, form, sittings, seed or 0, jobs)
    else:
        _refuse(of_strength, tr("it is for --strength; give --strength too"))
        _bench_speed(screen, form, QUICK_SECONDS if quick else seconds or SECONDS)


def _refuse(given: dict[str, Any], why: str) -> None:
    """BadParameter for the first of these that was given."""
    for name, value in given.items():
        if not (value is None or value is False or value == []):
            raise typer.BadParameter(why, param_hint=f"'{name}'")


# --- Strength -------------------------------------------------------------------------


class Sitting(NamedTuple):
    """A player and the decisions that it is asked for."""

    game: GameEntry
    spec: str
    questions: Sequence[Posed]


def _sittings(
    games: Sequence[GameEntry], players: Sequence[str] | None, positions: int | None
) -> Iterator[Sitting]:
    """Every player in every game; BadParameter for a text that means none."""
    from search.players import SpecError, make_player

    for game in games:
        questions = posed(game, positions)
        equipped = game.for_state(questions[0].state)
        for spec in players or usual_players(equipped):
            try:
                make_player(spec, equipped).close()
            except SpecError as error:
                raise typer.BadParameter(str(error), param_hint="'--player'") from None
            yield Sitting(equipped, spec, questions)


def _bench_strength(
    screen: Screen,
    form: TableFormat,
    sittings: Sequence[Sitting],
    seed: int,
    jobs: int | None,
) -> None:
    """The losses of all players stand on standard output, those known when stopped."""
    rows = list[dict[str, Any]]()
    with stop_on_interrupt(screen.note) as stop:
        stop.answer = STOPPING
        for sitting in sittings:
            found = _losses(screen, sitting, seed, jobs, stop)
            if found is None:
                break
            rows.append(found)
    if not rows:
        raise UserError(tr("no player was finished"), ExitCode.INTERRUPTED)
    _print_losses(screen, form, seed, rows)
    if len(rows) < len(sittings):
        raise typer.Exit(ExitCode.INTERRUPTED)


def _losses(
    screen: Screen, sitting: Sitting, seed: int, jobs: int | None, stop: Stop
) -> dict[str, Any] | None:
    """What a player loses, as a row; None if it was stopped before the end."""
    from joblib import cpu_count

    from search.referee.losses import Answer, answers

    game, spec, questions = sitting
    words, found = tr("{game}: {player}", game=game.name, player=spec), list[Answer]()
    with named_progress(screen) as show:
        for answer in answers(
            *(game, spec, questions),
            seed=seed,
            jobs=jobs or cpu_count(),
            should_stop=stop.asked,
        ):
            found.append(answer)
            show(len(found) / len(questions), words)
    if len(found) < len(questions):
        return None
    figures = row(game.name, spec, found)
    if figures["forfeits"]:
        number = counted(figures["forfeits"], "decision")
        screen.warn(
            tr(
                "{player} gave no legal move in {number}; each counts as a lost game",
                player=spec,
                number=number,
            )
        )
    return figures


def _print_losses(
    screen: Screen, form: TableFormat, seed: int, rows: list[dict[str, Any]]
) -> None:
    if form is TableFormat.JSON:
        print_json({"schema": 1, "seed": seed, "players": rows})
    elif form is TableFormat.CSV:
        print_rows(screen, form, COLUMNS, [list(map(str, r.values())) for r in rows])
    else:
        headings = [tr(heading) for heading in LOSS_HEADINGS]
        for game, group in groupby(rows, lambda figures: str(figures["game"])):
            of_game = list(group)
            number = counted(of_game[0]["positions"], "decision")
            print(tr("{game}, {number}", game=game, number=number) + "\n")
            print_rows(screen, form, headings, [list(shown(one)) for one in of_game])
            print()


# --- Speed ----------------------------------------------------------------------------


def _bench_speed(screen: Screen, form: TableFormat, seconds: float) -> None:
    """Rates and the signature stand on standard output; beside CSV it is a remark."""
    rates = [rate for game in GAMES.values() for rate in _rates(screen, game, seconds)]
    result = {"schema": 1, "signature": _signature(screen), "rates": rates}
    if form is TableFormat.JSON:
        print_json(result)
        return
    cells = [_row(rate) for rate in rates]
    signature = tr("signature {number}", number=result["signature"])
    if form is TableFormat.CSV:
        plain = [
            [*words, str(rate["per_second"])]
            for (*words, _), rate in zip(cells, rates, strict=True)
        ]
        print_rows(screen, form, RATE_COLUMNS, plain)
        screen.note(signature)
        return
    print_rows(screen, form, [tr(heading) for heading in HEADINGS], cells)
    print(signature)


def _rates(screen: Screen, game: GameEntry, seconds: float) -> Iterator[Rate]:
    """Games of every policy and variant, then searches of the first variant."""
    from search import benchmark

    rules, notation = game.rules(), game.notation()
    for (players, options), name in product(variants(game), game.policies):
        screen.note(
            tr(
                "measuring {game}: {policy} games, {players} players",
                game=game.name,
                policy=name,
                players=players,
            )
        )
        policy, start = game.policy(name), notation.new(players, options)
        what = "random-games" if name == "uniform" else f"{name}-games"
        speed = benchmark.games_per_second(rules, policy, start, seconds)
        yield _rate(what, game, players, options, name, speed)
    players, options = variants(game)[0]
    root = benchmark.opening(rules, notation.new(players, options))
    settings = game.search_settings()
    for name in game.policies:
        screen.note(
            tr(
                "measuring {game}: mcts, {policy} playouts, {players} players",
                game=game.name,
                policy=name,
                players=players,
            )
        )
        pace = benchmark.search_rate(rules, game.policy(name), root, seconds, settings)
        for what, speed in zip(("mcts-simulations", "mcts-nodes"), pace, strict=True):
            yield _rate(what, game, players, options, name, speed)


def _rate(
    what: str,
    game: GameEntry,
    players: int,
    options: dict[str, str],
    policy: str,
    per_second: float,
) -> Rate:
    return {
        "what": what,
        "game": game.name,
        "players": players,
        "options": options,
        "policy": policy,
        "per_second": float(f"{per_second:.4g}"),
    }


def _row(rate: Rate) -> list[str]:
    options = " ".join(f"{key}={value}" for key, value in rate["options"].items())
    speed = f"{rate['per_second']:,.0f}"
    words = (rate["what"], rate["game"], str(rate["players"]), options, rate["policy"])
    return [*words, speed]


def _signature(screen: Screen) -> int:
    """One number for the behaviour of all games, policies and searches."""
    from search import benchmark

    crc = 0
    for game in GAMES.values():
        screen.note(tr("computing the signature of {game}", game=game.name))
        policies = [game.policy(name) for name in game.policies]
        settings = game.search_settings()
        crc = benchmark.signature(game.rules(), policies, _starts(game), settings, crc)
    return crc


def _starts(game: GameEntry) -> Iterator[State]:
    """New games of every number of players with every choice of options."""
    notation = game.notation()
    keys = list(notation.OPTIONS)
    for players in notation.PLAYERS:
        for values in product(*notation.OPTIONS.values()):
            yield notation.new(players, dict(zip(keys, values, strict=True)))
