"""Games between players: blocks, seatings, the fast path, forfeits, records."""

from __future__ import annotations

import shlex
import sys
from itertools import permutations
from pathlib import Path

import pytest

from analyzer.games import GAMES, GameEntry
from search.arena import Table, all_seatings, latin_seatings
from search.players import Forfeit, Player, make_player
from search.results import COMPLETE, FORFEIT, Event, Result, ranks

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


# --- Seatings and ranks ---------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("block", [1, 2])
def test_a_latin_square_has_every_player_once_in_every_seat(
    seats: int, block: int
) -> None:
    seatings = latin_seatings(seats, block)
    for row in seatings:
        assert sorted(row) == list(range(seats))
    for column in zip(*seatings, strict=True):
        assert sorted(column) == list(range(seats))


@pytest.mark.parametrize("seats", [3, 4])
def test_who_follows_whom_changes_between_blocks(seats: int) -> None:
    followed = {
        (row[s], row[(s + 1) % seats])
        for block in (1, 2)
        for row in latin_seatings(seats, block)
        for s in range(seats)
    }
    assert {(0, 1), (1, 0), (0, seats - 1), (seats - 1, 0)} <= followed


def test_all_seatings_are_all_orders() -> None:
    assert sorted(all_seatings(3)) == sorted(permutations(range(3)))


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
    for one, other in zip(
        fast.play_block(SEED, 3), slow.play_block(SEED, 3), strict=True
    ):
        assert without_record(one) == without_record(other)
        assert other.plies == sum(
            event.seat is not None for event in other.record or ()
        )


def test_several_blocks_are_the_blocks_one_by_one() -> None:
    arena = table("azul", "greedy", "random")
    one_by_one = [game for block in (4, 5, 6) for game in arena.play_block(SEED, block)]
    assert arena.play_blocks(SEED, range(4, 7)) == one_by_one
    assert arena.play_blocks(SEED, []) == []


def test_games_repeat_and_differ_between_blocks_and_seeds() -> None:
    first, second = table("azul", "random", "random"), table("azul", "random", "random")
    assert first.play_block(SEED, 1) == second.play_block(SEED, 1)
    played = [first.play((0, 1), *keys) for keys in ((1, 1), (1, 2), (2, 1), (1, 1, 1))]
    assert len({(game.scores, game.plies) for game in played}) == 4


def test_the_games_of_a_block_share_their_chance() -> None:
    one, other = table("azul", "greedy", "random", record=True).play_block(SEED, 2)
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
    for result in table(game, "greedy", "greedy").play_block(SEED, 1):
        assert result.end == COMPLETE
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
    for result in table(game, "greedy", "random", record=True).play_block(SEED, 1):
        assert replayed(entry, result, start) == result.scores


def test_searching_players_play_the_same_again() -> None:
    specs = ("mcts:sims=20", "random")
    one, other = (table("azul", *specs).play((0, 1), SEED, 1) for _ in range(2))
    assert one == other
    assert one.end == COMPLETE
    assert not table("azul", *specs).is_fast


def test_a_seating_of_the_wrong_size_is_refused() -> None:
    with pytest.raises(ValueError, match="2 seats, but a seating of 3"):
        table("azul", "random", "random").play((0, 1, 0), SEED, 1)


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
    command = shlex.join([sys.executable, "-S", "-c", f"import sys, time; {code}"])
    arena = table("azul", f"exec:{limits}{command}", "greedy")
    results = arena.play_block(SEED, 1)
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
    assert (result.end, result.errors) == (COMPLETE, ("", ""))
    assert Event(0, result.record[1].text) == result.record[1]  # type: ignore[index]


@pytest.mark.parametrize("game", ["summer-pavilion", "flowers"])
def test_the_shell_bot_plays_any_game(game: str) -> None:
    arena = table(game, f"exec:time_ms=60000,{BOTS / 'first.sh'}", "random")
    result = arena.play((0, 1), SEED, 1)
    arena.players[0].close()
    assert result.end == COMPLETE
