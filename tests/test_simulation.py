"""Simulations: the same games however they are handed out."""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from joblib.externals.loky import process_executor

from analyzer.games import GAMES
from search.players import SpecError
from search.simulation import (
    MOST_GROWTH,
    Crew,
    Pace,
    Piece,
    Simulation,
    play,
    play_apart,
    run,
    seats_for,
)

AZUL = GAMES["azul"]


def simulation(*texts: str, game: str = "azul", **more: Any) -> Simulation:
    """Players called a, b, ... at one table unless `seats` says otherwise."""
    named = tuple(zip("abcdefgh", texts, strict=False))
    entry = GAMES[game]
    seats = more.pop("seats", seats_for(entry, len(named)))
    return Simulation(entry, named, seats, more.pop("options", {}), 5, **more)


def rows(simulation: Simulation, blocks: int, **how: Any) -> bytes:
    """The rows of the first blocks, in order."""
    crew = Crew(simulation)
    pieces = list(run(crew, np.arange(1, blocks + 1), **how))
    crew.close()
    pieces.sort(key=lambda piece: int(piece.blocks[0]))
    assert [b for piece in pieces for b in piece.blocks] == list(range(1, blocks + 1))
    return b"".join(piece.rows for piece in pieces)


# --- The same games -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("texts", "blocks"),
    [(("greedy", "random"), 3000), (("mcts:sims=8", "greedy"), 4)],
)
def test_jobs_and_backends_give_the_same_games(
    texts: tuple[str, ...], blocks: int
) -> None:
    played = simulation(*texts)
    alone = rows(played, blocks)
    assert rows(played, blocks, jobs=2) == alone
    assert rows(played, blocks, jobs=5) == alone
    assert rows(played, blocks, jobs=2, backend="processes") == alone


def test_loky_does_not_end_a_process_that_grows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(process_executor, "_MAX_MEMORY_LEAK_SIZE", 1)
    assert "_MAX_MEMORY_LEAK_SIZE" in process_executor._process_worker.__code__.co_names
    play_apart(simulation("greedy", "random"), np.arange(1, 3))
    assert process_executor._MAX_MEMORY_LEAK_SIZE == MOST_GROWTH


def test_a_recorded_game_is_the_game_without_a_record() -> None:
    texts = ("greedy", "heuristic:rows", "random")
    plain, recorded = simulation(*texts), simulation(*texts, record=True)
    assert rows(plain, 5) == rows(recorded, 5)


def test_what_is_left_of_a_run_is_what_the_whole_run_has() -> None:
    played = simulation("greedy", "random", "random", seats=2)
    whole = rows(played, 30).splitlines()
    crew = Crew(played)
    for piece in run(crew, np.array([7, 20, 21])):
        for line in piece.rows.splitlines():
            assert line in whole


@pytest.mark.parametrize("game", list(GAMES))
def test_records_replay_to_the_scores(game: str) -> None:
    entry = GAMES[game]
    rules, notation = entry.rules(), entry.notation()
    crew = Crew(simulation("greedy", "random", game=game, record=True))
    lines = crew.play(np.array([3])).records.splitlines()
    assert len(lines) == 2
    for line in lines:
        record = json.loads(line)
        state = notation.parse(record["position"]).state
        for event in record["events"]:
            if "deal" in event:
                state = notation.parse_deal(event["deal"], state)
            else:
                assert rules.current_player(state) == event["player"] - 1
                rules.play(state, notation.parse_move(event["move"], state))
        assert rules.is_over(state)
        fields = notation.to_fields(state)
        if "p1.score" in fields:
            found = [int(str(fields[f"p{p}.score"])) for p in (1, 2)]
            assert found == record["scores"]
        assert record["end"] == rules.ENDINGS[rules.ending(state)]


def test_a_simulation_can_be_sent_to_another_process() -> None:
    played = simulation("greedy", "random", options={"wall": "grey"})
    sent = pickle.loads(pickle.dumps(played))
    assert sent == played
    assert repr(sent) == repr(played)
    assert rows(sent, 3) == rows(played, 3)


def test_options_of_the_game_are_played() -> None:
    coloured = simulation("greedy", "random")
    grey = simulation("greedy", "random", options={"wall": "grey"})
    assert rows(coloured, 3) != rows(grey, 3)


def test_nothing_is_played_after_a_stop() -> None:
    asked = False
    crew = Crew(simulation("mcts:sims=4", "random"), lambda: asked)
    pieces = []
    for piece in run(crew, np.arange(1, 100), jobs=2):
        pieces.append(piece)
        asked = True
    assert 1 <= len(pieces) <= 3
    given_up = crew.play(np.array([1]))
    assert (len(given_up.blocks), given_up.rows) == (0, b"")


# --- Pieces of work -------------------------------------------------------------------


def piece_of(blocks: int, seconds: float) -> Piece:
    """A piece that took so long."""
    return Piece(np.arange(blocks), b"", b"", seconds)


def test_pieces_grow_to_a_tenth_of_a_second() -> None:
    pace = Pace(16, 1)
    pace.note(piece_of(16, 0.001))
    assert pace.size == 64
    pace.note(piece_of(64, 0.1))
    assert pace.size == 64
    pace.note(piece_of(64, 6.4))
    assert pace.size == 1
    pace.note(piece_of(1, 30.0))
    assert pace.size == 1


def test_pieces_are_all_blocks_once() -> None:
    pace, blocks = Pace(3, 1), [1, 2, 3, 5, 8, 9, 10]
    pieces = [piece.tolist() for piece in pace.pieces(np.array(blocks))]
    assert pieces == [[1, 2, 3], [5, 8, 9], [10]]


def test_the_last_pieces_are_smaller() -> None:
    pace = Pace(1, 2)
    pace.size = 1000
    sizes = [len(piece) for piece in pace.pieces(np.arange(2000))]
    assert sum(sizes) == 2000
    assert sizes[0] == 250
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] == 1


# --- The result table -----------------------------------------------------------------


def test_play_gives_a_table() -> None:
    table = play(AZUL, {"a": "greedy", "b": "random"}, games=100, seed=3)
    assert table["game"].tolist() == [g for g in range(1, 101) for _ in range(2)]
    assert set(table["end"]) <= set(AZUL.rules().ENDINGS)
    mean: Mapping[str, float] = table.groupby("player")["win_share"].mean().to_dict()
    assert mean["a"] > 0.95
    again = play(AZUL, {"a": "greedy", "b": "random"}, games=100, seed=3, jobs=2)
    assert again.equals(table)


def test_seats_are_those_of_all_players_or_two() -> None:
    assert [seats_for(AZUL, n) for n in (1, 2, 3, 4, 5)] == [2, 2, 3, 4, 2]
    assert [seats_for(GAMES["flowers"], n) for n in (1, 2, 5)] == [1, 2, 2]


# --- Mistakes -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "seats", "message"),
    [
        ((), 2, "somebody has to play"),
        ((("a b", "greedy"),), 2, "'a b' is no name for a player"),
        ((("", "greedy"),), 2, "'' is no name"),
        ((("a", "greedy"), ("a", "random")), 2, "two players are named 'a'"),
        ((("a", "greedy"),), 5, "azul is for 2 to 4 players, not 5"),
        ((("a", "greedy"),), 1, "azul is for 2 to 4 players, not 1"),
    ],
)
def test_what_is_no_simulation(
    players: tuple[tuple[str, str], ...], seats: int, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Simulation(AZUL, players, seats)


def test_a_player_that_is_none_is_named() -> None:
    crew = Crew(simulation("greedy", "gredy"))
    with pytest.raises(SpecError, match=r"player b: .*greedy"):
        crew.seated()
