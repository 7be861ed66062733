"""Games between players: blocks, seatings, the fast path, forfeits, records."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from analyzer.games import GAMES, GameEntry
from engines.azul.layout import ROUND_LIMIT
from engines.protocol import State
from search.arena import AT_ONCE, Stopped, Table
from search.players import Forfeit, Player, make_player
from search.results import FORFEIT, Event, Fixture, Result, ranks
from search.schedule import rotations
from tests.test_azul_rules_decisions import ALL_TILES, ALL_TILES_GREY

AZUL = GAMES["azul"]
BOTS = Path(__file__).resolve().parent.parent / "examples" / "bots"
SEED = 11


def table(
    game: str, *specs: str, record: bool = False, options: dict[str, str] | None = None
) -> Table:
    """Players of these texts at a table of as many seats."""
    entry = GAMES[game]
    players = [make_player(spec, entry) for spec in specs]
    start = entry.notation().new(len(specs), options or {})
    return Table(entry.rules(), start, players, entry.notation() if record else None)


def block(arena: Table, number: int) -> list[Result]:
    """The games of one deal in a Latin square of seatings."""
    square = rotations(tuple(range(arena.seats)))
    fixtures = [Fixture(number, i, seating) for i, seating in enumerate(square)]
    return arena.play_games(fixtures, SEED)


def without_record(result: Result) -> dict[str, object]:
    """All fields but the record."""
    return {key: value for key, value in vars(result).items() if key != "record"}


def replayed(entry: GameEntry, result: Result, start: str) -> tuple[int, ...]:
    """The scores after all moves and deals of a record, read back from its texts."""
    rules, notation = entry.rules(), entry.notation()
    state = notation.new(len(result.seating), {})
    assert notation.format(state) == start
    for event in result.record or ():
        if event.seat is None:
            state = notation.parse_deal(event.text, state)
        else:
            assert rules.current_player(state) == event.seat
            rules.play(state, notation.parse_move(event.text, state))
    assert rules.is_over(state)
    fields = notation.to_fields(state)
    return tuple(
        int(str(fields[f"p{seat + 1}.score"])) for seat in range(len(result.seating))
    )


# --- Ranks ----------------------------------------------------------------------------


def test_ranks_share_places() -> None:
    assert ranks((0.0, 1.0, 0.0), (5, 5, 3)) == (2, 1, 3)
    assert ranks((0.5, 0.5, 0.0), (9, 9, 9)) == (1, 1, 3)


# --- Blocks ---------------------------------------------------------------------------

TABLES = [
    ("azul", ("greedy", "random"), {}),
    ("azul", ("heuristic:rows", "heuristic:denying", "random"), {}),
    ("azul", ("heuristic:columns", "greedy"), {"wall": "grey"}),
    ("summer-pavilion", ("greedy", "heuristic:stars", "random", "random"), {}),
    ("flowers", ("greedy", "heuristic:daring"), {}),
    ("flowers", ("random",), {}),
]


@pytest.mark.parametrize(("game", "specs", "options"), TABLES)
def test_the_kernel_plays_as_the_players_do_move_for_move(
    game: str, specs: tuple[str, ...], options: dict[str, str]
) -> None:
    fast = table(game, *specs, options=options)
    slow = table(game, *specs, options=options, record=True)
    assert (fast.is_fast, slow.is_fast) == (True, False)
    for one, other in zip(block(fast, 3), block(slow, 3), strict=True):
        assert without_record(one) == without_record(other)
        assert other.plies == sum(
            event.seat is not None for event in other.record or ()
        )


def test_several_blocks_are_the_blocks_one_by_one() -> None:
    arena = table("azul", "greedy", "random")
    fixtures = [Fixture(n, 0, (0, 1)) for n in range(1, 2 * AT_ONCE)]
    at_once = arena.play_games(fixtures, SEED)
    assert [game.block for game in at_once] == [f.block for f in fixtures]
    for place in (0, 1, AT_ONCE - 1, AT_ONCE, AT_ONCE + 1, -1):
        assert arena.play((0, 1), SEED, fixtures[place].block) == at_once[place]
    assert arena.play_games([], SEED) == []


def test_games_repeat_and_differ_between_blocks_and_seeds() -> None:
    first, second = table("azul", "random", "random"), table("azul", "random", "random")
    assert block(first, 1) == block(second, 1)
    played = [first.play((0, 1), *keys) for keys in ((1, 1), (1, 2), (2, 1), (1, 1, 1))]
    assert len({(game.scores, game.plies) for game in played}) == 4


def test_the_games_of_a_block_share_their_chance() -> None:
    one, other = block(table("azul", "greedy", "random", record=True), 2)
    assert (one.seating, other.seating) == ((0, 1), (1, 0))
    deals = [
        [event.text for event in game.record or () if event.seat is None]
        for game in (one, other)
    ]
    shared = min(map(len, deals))
    assert deals[0][:shared] == deals[1][:shared]
    assert one.record != other.record


@pytest.mark.parametrize("game", ["azul", "summer-pavilion"])
def test_scores_by_round_end_in_the_final_scores(game: str) -> None:
    for result in block(table(game, "greedy", "greedy"), 1):
        assert result.end in GAMES[game].rules().ENDINGS
        assert result.errors == ("", "")
        assert len(result.round_scores) == result.rounds > 1
        assert result.round_scores[-1] == result.scores
        assert sum(result.win_shares) == pytest.approx(1.0)


def test_a_game_without_rounds_has_no_scores_by_round() -> None:
    result = table("flowers", "greedy", "random").play((0, 1), SEED, 1)
    assert (result.rounds, result.round_scores) == (0, ())


@pytest.mark.parametrize("game", ["azul", "summer-pavilion"])
def test_a_record_replays_to_the_same_scores(game: str) -> None:
    entry = GAMES[game]
    start = entry.notation().format(entry.notation().new(2, {}))
    for result in block(table(game, "greedy", "random", record=True), 1):
        assert replayed(entry, result, start) == result.scores


def test_searching_players_play_the_same_again() -> None:
    specs = ("mcts:sims=20", "random")
    one, other = (table("azul", *specs).play((0, 1), SEED, 1) for _ in range(2))
    assert one == other
    assert one.end == "row"
    assert not table("azul", *specs).is_fast


def test_a_seating_of_the_wrong_size_is_refused() -> None:
    with pytest.raises(ValueError, match="2 seats, but a seating of 3"):
        table("azul", "random", "random").play((0, 1, 0), SEED, 1)


def test_a_game_is_given_up_when_asked_to_stop() -> None:
    asked = iter([False] * 5 + [True])
    players = [make_player("mcts:sims=2", AZUL), make_player("random", AZUL)]
    start = AZUL.notation().new(2, {})
    arena = Table(AZUL.rules(), start, players, should_stop=lambda: next(asked))
    with pytest.raises(Stopped):
        arena.play((0, 1), SEED, 1)


# --- Endings and sources of points ----------------------------------------------------


class DropsAll:
    """Puts every tile on the floor."""

    name = "dropper"

    def choose(self, state: State, seat: int, seed: int) -> int:  # noqa: ARG002
        """A move to the floor."""
        rules, notation = AZUL.rules(), AZUL.notation()
        actions = [rules.action_at(state, i) for i in range(rules.count_actions(state))]
        return next(
            int(action)
            for action in actions
            if notation.format_move(int(action), state).endswith("F")
        )

    def close(self) -> None:
        """Nothing is held."""


def test_a_game_in_which_nobody_builds_ends_by_the_limit() -> None:
    arena = Table(AZUL.rules(), AZUL.notation().new(2, {}), [DropsAll(), DropsAll()])
    result = arena.play((0, 1), SEED, 1)
    assert (result.end, result.win_shares) == ("limit", (0.5, 0.5))
    assert result.rounds == ROUND_LIMIT
    assert result.sources == ((0, 0, 0), (0, 0, 0))


@pytest.mark.parametrize(
    ("position", "move"), [(ALL_TILES, "CW2"), (ALL_TILES_GREY, "CW1 T11")]
)
def test_a_game_ends_when_no_tile_is_left(position: str, move: str) -> None:
    notation, rules = AZUL.notation(), AZUL.rules()
    state = notation.parse(f"azul {position}").state
    for action in move.split():
        rules.play(state, notation.parse_move(action, state))
    assert rules.is_over(state)
    assert rules.ENDINGS[rules.ending(state)] == "empty"


def test_a_game_ends_by_a_row() -> None:
    for result in block(table("azul", "heuristic:rows", "greedy"), 1):
        assert result.end == "row"
        assert sum(sources[0] for sources in result.sources) > 0


def test_every_game_of_summer_pavilion_ends_with_its_rounds() -> None:
    for result in block(table("summer-pavilion", "greedy", "random"), 1):
        assert (result.end, result.rounds) == ("rounds", 6)


def test_flowers_ends_by_the_stack_that_is_emptied() -> None:
    ends = {result.end for n in range(1, 30) for result in block(random_flowers(), n)}
    assert ends == {"blind", "visible"}


def random_flowers() -> Table:
    """Two random players with stacks of which any may be the first to end."""
    options = {"stacks": "hidden:12,blind:12"}
    return table("flowers", "random", "random", options=options)


@pytest.mark.parametrize("game", list(GAMES))
def test_sources_are_those_of_the_account(game: str) -> None:
    entry = GAMES[game]
    rules, notation = entry.rules(), entry.notation()
    arena = table(game, "greedy", "random", record=True)
    for result in block(arena, 1):
        state = notation.new(2, {})
        for event in result.record or ():
            if event.seat is None:
                state = notation.parse_deal(event.text, state)
            else:
                rules.play(state, notation.parse_move(event.text, state))
        for seat in range(2):
            account = entry.accounts().account(state, seat)
            sources = dict(zip(rules.SOURCES, result.sources[seat], strict=True))
            assert sources.items() <= account.items()
            assert account["total"] == result.scores[seat]


# --- Forfeits -------------------------------------------------------------------------


class GivesUp:
    """Plays the first move, and forfeits its third decision."""

    name = "quitter"

    def __init__(self) -> None:
        self.left = 2

    def choose(self, state: object, seat: int, seed: int) -> int:  # noqa: ARG002
        """The first legal action, twice."""
        if self.left == 0:
            raise Forfeit("had\nenough")
        self.left -= 1
        return int(AZUL.rules().action_at(state, 0))  # type: ignore[arg-type]

    def close(self) -> None:
        """Nothing is held."""


def test_who_forfeits_loses_and_the_others_share() -> None:
    players: list[Player] = [make_player("greedy", AZUL) for _ in range(2)]
    players.insert(1, GivesUp())
    arena = Table(AZUL.rules(), AZUL.notation().new(3, {}), players)
    result = arena.play((0, 1, 2), SEED, 1)
    assert result.end == FORFEIT
    assert result.errors == ("", "had enough", "")
    assert result.win_shares == (0.5, 0.0, 0.5)
    assert result.ranks == (1, 3, 1)
    assert (result.rounds, result.round_scores, result.plies) == (1, (), 7)
    assert result.scores == (0, 0, 0)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("sys.exit(2)", "the program ended with exit code 2"),
        ("time.sleep(600)", "no answer within 200 ms"),
        ("print('x' * 99999)", "it wrote more than 65536 bytes for a decision"),
        ("print('1B9', flush=True); time.sleep(600)", "illegal move '1B9'"),
        ("print('{}', flush=True); time.sleep(600)", "the answer has no move"),
    ],
)
def test_a_match_goes_on_after_a_forfeit(code: str, reason: str) -> None:
    limits = "time_ms=200,start_ms=0," if "within" in reason else "time_ms=60000,"
    asked = f"import sys, time; input(); {code}"
    command = shlex.join([sys.executable, "-S", "-c", asked])
    arena = table("azul", f"exec:{limits}{command}", "greedy")
    results = block(arena, 1)
    for result in results:
        seat = result.seating.index(0)
        assert reason in result.errors[seat]
        assert result.errors[1 - seat] == ""
        assert (result.win_shares[seat], result.win_shares[1 - seat]) == (0.0, 1.0)
    assert len(results) == 2


# --- The bots among the examples ------------------------------------------------------


@pytest.mark.parametrize(
    "spec",
    [
        f"python:{BOTS / 'largest.py'}:choose",
        f"exec:time_ms=60000,{shlex.quote(sys.executable)} {BOTS / 'tidy.py'}",
        f"exec:time_ms=60000,{BOTS / 'first.sh'}",
    ],
)
def test_an_example_bot_plays_to_the_end(spec: str) -> None:
    arena = table("azul", spec, "random", record=True)
    result = arena.play((0, 1), SEED, 1)
    arena.players[0].close()
    assert (result.end, result.errors) == ("row", ("", ""))
    assert Event(0, result.record[1].text) == result.record[1]  # type: ignore[index]


@pytest.mark.parametrize("game", ["summer-pavilion", "flowers"])
def test_the_shell_bot_plays_any_game(game: str) -> None:
    arena = table(game, f"exec:time_ms=60000,{BOTS / 'first.sh'}", "random")
    result = arena.play((0, 1), SEED, 1)
    arena.players[0].close()
    assert result.end in GAMES[game].rules().ENDINGS
