"""Players from texts: kinds, parameters, presets, bots, and errors in a text."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from analyzer.cli import app
from analyzer.games import GAMES
from engines.net_files import read_doubt
from engines.protocol import State
from search.players import KINDS, Forfeit, Player, SpecError, make_player, trees
from search.players.fast import PolicyPlayer, heuristic_of
from search.policies import uniform
from search.rollout import deal_due
from tests.play import make_preferences

AZUL = GAMES["azul"]
BOTS = Path(__file__).resolve().parent.parent / "examples" / "bots"
PYTHON = shlex.quote(sys.executable)
PATIENT = "time_ms=60000,"  # for programs that are to answer on a busy machine


def position(game: str = "azul", seed: int = 1) -> State:
    """A game of two after its first deal."""
    state = GAMES[game].notation().new(2, {})
    deal_due(GAMES[game].rules(), state, seed)
    return state


def program(code: str, options: str = PATIENT) -> Player:
    """A player that runs a few lines of Python; `line()` reads a request."""
    begin = (
        "import json, os, sys, time\nline = lambda: json.loads(sys.stdin.readline())"
    )
    command = f"{PYTHON} -S -c {shlex.quote(begin + chr(10) + code)}"
    return make_player(f"exec:{options}{command}", AZUL)


@pytest.fixture
def bot(tmp_path: Path) -> Iterator[Any]:
    """Makes a player of the body of a function."""

    def make(body: str) -> Player:
        file = tmp_path / "bot.py"
        file.write_text(f"def play(request):\n    {body}\n")
        return make_player(f"python:{file}:play", AZUL)

    return make


# --- Texts ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("", "unknown kind of player ''. Known: random, greedy, heuristic"),
        ("gredy", "unknown kind of player 'gredy'; did you mean 'greedy'?"),
        ("random:seed=1", "unknown parameter of 'random' 'seed'. 'random' takes none"),
        ("greedy:floor=1", "unknown parameter of 'greedy' 'floor'"),
        ("heuristic:colums", "unknown azul preset 'colums'; did you mean 'columns'?"),
        ("heuristic:flor=1", "unknown parameter of 'heuristic' 'flor'; did you mean"),
        ("heuristic:floor=x", "floor=x: 'x' is no number"),
        ("heuristic:floor=nan", "floor=nan: 'nan' is no number"),
        ("heuristic:floor=1,floor=2", "'floor' is given twice to 'heuristic'"),
        (
            "heuristic:floor=1,rows",
            "'rows' in 'heuristic' is not of the form key=value",
        ),
        ("mcts:sims=0", "sims=0 is out of range; give at least 1"),
        ("expectimax:depth=0", "depth=0 is out of range; give at least 1"),
        ("mcts:sims=1.5", "sims=1.5: '1.5' is no whole number"),
        ("mcts:margin_share=2", "margin_share=2 is out of range; give at most 1"),
        ("mcts:behind=10001", "behind=10001 is out of range; give at most 10000"),
        ("mcts:policy=gredy", "unknown policy 'gredy'; did you mean 'greedy'?"),
        ("python:", "'python' needs a file"),
        ("python:none.py:choose", "there is no file 'none.py'"),
        ("exec:", "'exec' needs a command"),
        ("exec:time_ms=0,cat", "time_ms=0 is out of range; give at least 1"),
        ("exec:no-such-program -x", "there is no program 'no-such-program' to execute"),
        ("exec:cat 'x", "'exec' can't read \"cat 'x\": No closing quotation"),
    ],
)
def test_a_wrong_text_is_told_in_one_sentence(spec: str, message: str) -> None:
    with pytest.raises(SpecError) as error:
        make_player(spec, AZUL)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("code", "function", "message"),
    [
        ("def choose(r): ...", "pick", "there is no function 'pick' in"),
        ("choose = 3", "choose", "there is no function 'choose' in"),
        ("raise OSError('no net')", "choose", "OSError: no net"),
        ("def choose(:", "choose", "SyntaxError"),
    ],
)
def test_a_file_without_the_function_is_told(
    tmp_path: Path, code: str, function: str, message: str
) -> None:
    file = tmp_path / "bot.py"
    file.write_text(code)
    with pytest.raises(SpecError, match=message):
        make_player(f"python:{file}:{function}", AZUL)


def test_a_player_has_its_text_as_name_or_another() -> None:
    assert make_player("heuristic:rows", AZUL).name == "heuristic:rows"
    assert make_player("random", AZUL, "luck").name == "luck"


# --- Policies -------------------------------------------------------------------------


def weights(spec: str, game: str = "azul") -> list[float]:
    """The weights of a heuristic player."""
    player = make_player(spec, GAMES[game])
    assert isinstance(player, PolicyPlayer)
    return player.weights.tolist()


@pytest.mark.parametrize("game", GAMES)
def test_presets_and_weights_are_what_they_say(game: str) -> None:
    policy = heuristic_of(GAMES[game])
    plain = policy.default_weights().tolist()
    assert weights("greedy", game) == weights("heuristic", game) == plain
    styles = [weights(f"heuristic:{preset}", game) for preset in policy.PRESETS]
    assert len({tuple(style) for style in (plain, *styles)}) == 1 + len(styles)
    given = dict(zip(policy.WEIGHTS, policy.DEFAULTS, strict=True))
    text = ",".join(f"{name}={value}" for name, value in given.items())
    assert weights(f"heuristic:{text}", game) == plain
    for values in policy.PRESETS.values():
        assert set(values) <= set(policy.WEIGHTS)
    assert len(policy.PRESETS) >= (6 if game == "azul" else 3)


def test_a_weight_given_replaces_that_of_the_preset() -> None:
    names = heuristic_of(AZUL).WEIGHTS
    style = dict(zip(names, weights("heuristic:columns,floor=2,row=9"), strict=True))
    assert (style["column"], style["floor"], style["row"]) == (3.0, 2.0, 9.0)


def test_factors_scale_the_learned_weights_of_flowers() -> None:
    plain = np.array(weights("heuristic", "flowers"))
    doubled = np.array(weights("heuristic:surprise=2", "flowers"))
    changed = plain != doubled
    assert changed.sum() == (plain[changed] != 0).sum() > 0
    np.testing.assert_array_equal(doubled[changed], 2 * plain[changed])


def test_random_and_greedy_are_policies() -> None:
    random, greedy = (make_player(kind, AZUL) for kind in ("random", "greedy"))
    assert isinstance(random, PolicyPlayer)
    assert isinstance(greedy, PolicyPlayer)
    assert random.policy is uniform
    assert greedy.policy is heuristic_of(AZUL)


@pytest.mark.parametrize("spec", ["random", "greedy", "heuristic:3", "mcts:sims=40"])
def test_a_decision_depends_on_its_seed_alone(spec: str) -> None:
    spec = spec.replace(":3", ":denying")
    state = position()
    one, other = make_player(spec, AZUL), make_player(spec, AZUL)
    chosen = [one.choose(state, 0, seed) for seed in range(6)]
    assert [other.choose(state, 0, seed) for seed in reversed(range(6))] == chosen[::-1]
    assert (state == position()).all()


def chosen_move(text: str, spec: str) -> str:
    """What a player answers in a position."""
    state = AZUL.notation().parse(text).state
    return AZUL.notation().format_move(
        make_player(spec, AZUL).choose(state, 0, 0), state
    )


@pytest.mark.parametrize(
    "spec", ["expectimax:depth=1", "expectimax:positions=300,samples=0"]
)
def test_a_player_that_looks_ahead_repeats_its_moves(spec: str) -> None:
    state = position()
    before, player = state.copy(), make_player(spec, AZUL)
    moves = {player.choose(state, 0, seed) for seed in (1, 1)}
    rules = AZUL.rules()
    legal = {int(rules.action_at(state, i)) for i in range(rules.count_actions(state))}
    assert len(moves) == 1 < len(legal)
    assert moves <= legal
    assert (state == before).all()


def test_a_player_that_looks_ahead_sees_the_end_of_the_game() -> None:
    text = (BOTS.parent / "azul" / "last-round-2p-a.txt").read_text()
    state = AZUL.notation().parse(text).state
    best = {AZUL.notation().parse_move(move, state) for move in ("5K2", "CK2")}
    assert make_player("expectimax:depth=20", AZUL).choose(state, 0, 1) in best


def test_a_denying_player_takes_what_the_next_one_needs() -> None:
    text = "azul players=2 factories=BBKK,-,-,-,- p2.lines=W1,Y1,R1,{}2,W1"
    for colour in "KB":
        move = chosen_move(text.format(colour), "heuristic:denying,deny=5")
        assert move[1] == colour


@pytest.mark.parametrize("game", GAMES)
def test_every_style_chooses_what_it_prefers_most(game: str) -> None:
    rules, policy = GAMES[game].rules(), heuristic_of(GAMES[game])
    preferences = make_preferences(rules, policy)
    moves, out = np.zeros(rules.MAX_ACTIONS, np.int64), np.zeros(rules.MAX_ACTIONS)
    for number, preset in enumerate(policy.PRESETS):
        player, state = make_player(f"heuristic:{preset}", GAMES[game]), position(game)
        for ply in range(12):
            before = state.copy()
            action = player.choose(state, 0, ply)
            n = rules.legal_actions(state, moves)
            preferences(state, moves, n, policy.weighted(policy.PRESETS[preset]), out)
            assert out[moves[:n].tolist().index(action)] == out[:n].max()
            assert (state == before).all()
            rules.play(state, action)
            deal_due(rules, state, number)


# --- Functions ------------------------------------------------------------------------


def test_a_function_is_told_the_position_and_the_legal_moves(bot: Any) -> None:
    state = position()
    body = (
        "assert request['position'] == "
        + repr(AZUL.notation().format(state))
        + "; assert request['game'] == 'azul' and request['player'] == 1"
        "; assert request['state']['players'] == 2; return ' ' + request['moves'][-1]"
    )
    count = int(AZUL.rules().count_actions(state))
    last = AZUL.rules().action_at(state, count - 1)
    assert bot(body).choose(state, 0, 1) == last


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return '9X9'", "illegal move '9X9'"),
        ("return None", "the answer is no text: 'None'"),
        ("return request['colour']", "KeyError: 'colour'"),
        ("raise SystemExit(3)", "SystemExit: 3"),
    ],
)
def test_what_a_function_forfeits_for(bot: Any, body: str, reason: str) -> None:
    player = bot(body)
    with pytest.raises(Forfeit, match=reason):
        player.choose(position(), 0, 1)


# --- Programs -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    ["r['moves'][1]", "json.dumps({'id': r['id'], 'move': r['moves'][1]})"],
)
def test_a_program_lives_for_the_whole_match(answer: str) -> None:
    code = "n = 0\nwhile True:\n r = line(); n += 1; assert r['id'] == n\n"
    code += f" print({answer}, flush=True)"
    player, state = program(code), position()
    expected = AZUL.rules().action_at(state, 1)
    assert [player.choose(state, 0, seed) for seed in range(3)] == [expected] * 3
    player.close()
    player.close()


FLOODING = "line()\nwhile True: sys.stdout.write('x' * 9999)"
CHATTY = (
    "r = line(); print(r['moves'][0]); print('hm', flush=True); line(); time.sleep(60)"
)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("line(); sys.exit(3)", "the program ended with exit code 3"),
        ("line(); raise OSError('gone')", "exit code 1: OSError: gone"),
        ("line(); print('9X9', flush=True); time.sleep(60)", "illegal move '9X9'"),
        ("line(); print('{}', flush=True); time.sleep(60)", "the answer has no move"),
        ("line(); print('[' * 9999, flush=True); time.sleep(60)", "illegal move"),
        ("line(); os.write(1, b'\\xff\\n'); time.sleep(60)", "the answer is no text"),
        (FLOODING, "it wrote more than 65536 bytes"),
        (
            "line(); print(json.dumps({'id': 7, 'move': '1B1'}), flush=True)",
            "the answer is to another request than 1",
        ),
    ],
)
def test_what_a_program_forfeits_for(code: str, reason: str) -> None:
    player = program(code)
    with pytest.raises(Forfeit, match=reason):
        player.choose(position(), 0, 1)


def test_two_lines_for_one_decision_forfeit() -> None:
    player, state = program(CHATTY), position()
    player.choose(state, 0, 1)
    with pytest.raises(Forfeit):
        player.choose(state, 0, 2)


def test_a_program_that_hangs_forfeits_in_time() -> None:
    player = program("time.sleep(600)", "time_ms=100,start_ms=0,")
    with pytest.raises(Forfeit, match="no answer within 100 ms"):
        player.choose(position(), 0, 1)


def test_after_a_forfeit_the_program_starts_anew() -> None:
    player = program("r = line(); print(r['moves'][0], flush=True)")
    state = position()
    first = AZUL.rules().action_at(state, 0)
    assert player.choose(state, 0, 1) == first
    with pytest.raises(Forfeit):
        player.choose(state, 0, 2)
    assert player.choose(state, 0, 3) == first
    player.close()


# --- The command ----------------------------------------------------------------------


def run(*words: str) -> str:
    """The output of `azulyst players`."""
    result = CliRunner().invoke(app, ["players", *words])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_command_lists_kinds_and_parameters() -> None:
    lines = run("--format", "csv").splitlines()
    assert [line.split(",")[0] for line in lines] == ["kind", *KINDS]
    assert all(kind in run() for kind in KINDS)
    facts = json.loads(run("azul", "--format", "json"))
    kinds = {fact["kind"]: fact for fact in facts["kinds"]}
    assert (facts["schema"], facts["game"]) == (1, "azul")
    assert list(kinds) == list(KINDS)
    assert list(kinds["heuristic"]["presets"])[:2] == ["rows", "columns"]
    sims = kinds["mcts"]["parameters"][0]
    assert (sims["parameter"], sims["type"], sims["default"]) == ("sims", "int", 1000)
    assert json.loads(run("--format", "json"))["game"] is None


def test_the_nets_of_a_game_are_listed_with_what_they_err_by() -> None:
    kinds = json.loads(run("azul", "--format", "json"))["kinds"]
    nets = {kind["kind"]: kind["nets"] for kind in kinds}
    assert [net["net"] for net in nets.pop("mcts")] == list(AZUL.nets())
    assert "2p" in AZUL.nets()
    assert not any(nets.values())
    size, doubt = AZUL.nets()["2p"].stat().st_size, read_doubt(AZUL.nets()["2p"])[0]
    (row,) = (r for r in run("azul", "--format", "csv").splitlines() if ",2p,net" in r)
    assert row.startswith(f'mcts,2p,net,"{size:,} bytes",')
    assert f"win share ± {doubt[0]:.3f}, margin ± {doubt[1]:.2f}" in row
    rows = run("flowers", "--format", "csv").splitlines()
    assert sum(',net,"' in r for r in rows) == len(GAMES["flowers"].nets())


def test_a_policy_named_for_a_search_plays_its_playouts() -> None:
    entry = AZUL.for_state(position())
    assert entry.strongest == "net"
    spec = "mcts:sims=30,policy=uniform"
    players = [make_player(text, entry) for text in (spec, f"{spec},evaluator=none")]
    chosen = [[p.choose(position(), 0, seed) for seed in range(6)] for p in players]
    assert chosen[0] == chosen[1]


def test_the_odds_of_a_move_follow_its_utility() -> None:
    entry = AZUL.for_state(position())
    noisy = make_player("mcts:sims=30,noise=0.03", entry)
    moves = [noisy.choose(position(), 0, seed) for seed in range(60)]
    again = [noisy.choose(position(), 0, seed) for seed in range(60)]
    best = make_player("mcts:sims=30", entry).choose(position(), 0, 1)
    assert moves == again
    assert len(set(moves)) > 2
    assert moves.count(best) == max(map(moves.count, moves))
    wild = make_player("mcts:sims=30,noise=100", entry)
    assert len({wild.choose(position(), 0, seed) for seed in range(60)}) > 25


@pytest.mark.parametrize("game", GAMES)
def test_levels_are_searches_with_budget_and_noise(game: str) -> None:
    entry = GAMES[game].for_state(position(game))
    assert len(entry.levels) == 10
    sims, noise = entry.levels[1]
    level = make_player("level:2", entry)
    plain = make_player(f"mcts:sims={sims},noise={noise}", entry)
    for seed in range(5):
        first, second = (p.choose(position(game), 0, seed) for p in (level, plain))
        assert first == second


def test_a_decision_ends_when_its_own_clock_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks: dict[str, list[int]] = {"wall": [], "cpu": []}

    def clock_of(name: str) -> Any:
        return lambda: looks[name].append(1) or len(looks[name])

    monkeypatch.setattr(trees, "CLOCKS", {name: clock_of(name) for name in looks})
    spec = "mcts:seconds=3,policy=uniform,clock=cpu"
    make_player(spec, AZUL).choose(position(), 0, 1)
    assert not looks["wall"]
    assert len(looks["cpu"]) == 4  # the start, then 2, 3 and 4 seconds later


def test_a_search_ends_when_no_move_can_catch_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = make_player("mcts:sims=1500", AZUL.for_state(position()))
    assert isinstance(player, trees.MctsPlayer)

    def search(seed: int) -> tuple[int, int]:
        move = player.choose(position(), 0, seed)
        assert player._tree is not None
        tree = player._tree  # looks behind the deal are visits too
        looks = tree.looks[: tree.size[0]].sum()
        return move, int(tree.visits[0] - looks)

    ended = [search(seed) for seed in range(5)]
    monkeypatch.setattr(trees, "lead", lambda _: 0)
    whole = [search(seed) for seed in range(5)]
    assert [move for move, _ in ended] == [move for move, _ in whole]
    assert all(visits == 1500 for _, visits in whole)
    assert all(750 < visits < 1500 for _, visits in ended)


@pytest.mark.parametrize("game", GAMES)
def test_every_default_and_preset_listed_makes_a_player(game: str) -> None:
    facts = json.loads(run(game, "--format", "json"))["kinds"]
    assert run(game, "--format", "csv").startswith(
        "kind,parameter,type,default,meaning"
    )
    for fact in facts[:4]:
        for preset in fact["presets"]:
            make_player(f"{fact['kind']}:{preset}", GAMES[game])
        given = [p for p in fact["parameters"] if p["default"] is not None]
        text = ",".join(f"{p['parameter']}={p['default']}" for p in given)
        make_player(f"{fact['kind']}:{text}", GAMES[game])


def test_an_unknown_game_is_refused() -> None:
    result = CliRunner().invoke(app, ["players", "azzul"])
    assert result.exit_code == 3
    assert "did you mean 'azul'?" in result.output
