"""Nets against plain numpy: what they say, their files, and how they are compared."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.games import GAMES as LISTED
from engines.net_files import (
    ROUNDS,
    NetFileError,
    load_shipped,
    new_nets,
    read_doubt,
    read_net,
    save_net,
    shape_of,
    weights_of,
)
from engines.nets import HIDDEN, MAX_PLAYERS, OUTPUTS, POINTS, SECOND, Nets, Shape
from engines.protocol import State
from search.rollout import make_estimate
from search.training.fitting import new_weights
from tests.play import positions
from tests.registry import CASES, Case

AZUL = LISTED["azul"]
FEATURES: Any = AZUL.inputs()
STRENGTH = Path(__file__).resolve().parent.parent / "docs" / "strength"
DOUBT = [[0.03 + 0.01 * row, 2.5, 0.02, 1.5] for row in range(1 + ROUNDS)]
AZUL_CASES = [case for case in CASES if case.game.name == "azul"]
each_case = pytest.mark.parametrize("case", AZUL_CASES, ids=str)
ESTIMATE = make_estimate(AZUL.rules(), AZUL.evaluator_module("net", ""))


def layers(weights: NDArray[Any], shape: Shape) -> list[NDArray[np.float64]]:
    """The three layers as matrices, the bias as last row."""
    sizes = [(shape.first, HIDDEN), (HIDDEN + 1, SECOND), (SECOND + 1, OUTPUTS)]
    ends = np.cumsum([rows * columns for rows, columns in sizes])
    parts = np.split(weights.astype(np.float64), ends[:-1])
    return [p.reshape(size) for p, size in zip(parts, sizes, strict=True)]


def outputs(
    weights: NDArray[Any], shape: Shape, active: NDArray[Any], dense: NDArray[Any]
) -> NDArray[np.float64]:
    """A plain forward pass."""
    x = np.zeros(shape.first - 1)
    x[active] = 1.0
    x[shape.sparse :] = dense[: shape.dense]
    *hidden, last = layers(weights, shape)
    for matrix in hidden:
        x = np.maximum(0.0, np.append(x, 1.0) @ matrix)
    return np.append(x, 1.0) @ last


def random_nets(kind: int) -> Nets:
    """Nets whose biases are not 0, one a phase."""
    shape, rng = shape_of(FEATURES, kind), np.random.default_rng(kind)
    weights = [new_weights(shape, seed) for seed in range(len(FEATURES.PHASES))]
    noise = [rng.normal(0.0, 0.05, w.shape).astype(np.float32) for w in weights]
    return new_nets(
        FEATURES, {kind: [w + n for w, n in zip(weights, noise, strict=True)]}
    )


def said(state: State, nets: Nets, players: int) -> tuple[list[float], list[float]]:
    """Win shares and final scores by seat."""
    wins, points = np.full((2, MAX_PLAYERS), np.nan)
    ESTIMATE(state.copy(), nets, wins, points)
    return wins[:players].tolist(), points[:players].tolist()


def some_positions(case: Case) -> list[State]:
    """Positions of one game, with every phase of a round."""
    states = [s for s in positions(case, 5) if not case.game.rules.is_over(s)]
    assert {FEATURES.phase(s) for s in states} == {0, 1}
    return [s for i, s in enumerate(states) if i % 9 == 0 or FEATURES.phase(s) == 1]


@each_case
def test_a_net_says_what_a_plain_forward_pass_does(case: Case) -> None:
    kind, players = FEATURES.kind(case.new()), case.variant.players
    nets, shape = random_nets(kind), shape_of(FEATURES, kind)
    for state in some_positions(case):
        wins, points = said(state, nets, players)
        viewer, phase = FEATURES.viewer(state), FEATURES.phase(state)
        n = FEATURES.look(state, viewer, nets.active, nets.dense)
        weights = weights_of(nets, kind, phase)
        out = outputs(weights, shape, nets.active[:n], nets.dense)
        odds = np.exp(out[:players])
        for i in range(players):
            seat = (viewer + i) % players
            assert wins[seat] == pytest.approx(odds[i] / odds.sum(), abs=1e-5)
            final = POINTS * (nets.dense[i] + out[MAX_PLAYERS + i])
            assert points[seat] == pytest.approx(final, abs=1e-4)


@each_case
def test_seats_moved_on_by_one_get_the_same(case: Case) -> None:
    nets, players = random_nets(FEATURES.kind(case.new())), case.variant.players
    for state in some_positions(case)[::3]:
        fields = case.game.rotated(case.game.notation.to_fields(state))
        twin = case.game.notation.from_fields(fields).state
        for here, there in zip(
            said(state, nets, players), said(twin, nets, players), strict=True
        ):
            assert there[1:] + there[:1] == pytest.approx(here, abs=1e-6)


def test_all_nets_of_a_game_lie_side_by_side() -> None:
    kinds = {k: [new_weights(shape_of(FEATURES, k), 10 * k + p) for p in range(2)]
             for k in (0, 4)}  # fmt: skip
    nets = new_nets(FEATURES, kinds)
    for kind, weights in kinds.items():
        for phase in range(2):
            assert (weights_of(nets, kind, phase) == weights[phase]).all()
    assert (nets.places[1] == -1).all()
    assert nets.weights.size == sum(w.size for ws in kinds.values() for w in ws)


@pytest.mark.parametrize("game", LISTED)
def test_the_nets_in_the_package_can_be_read(game: str) -> None:
    entry = LISTED[game]
    features: Any = entry.inputs()
    nets = load_shipped(features)
    for name, file in entry.nets().items():
        kind = features.KINDS.index(name)
        for phase, weights in enumerate(read_net(file, features, kind)):
            assert (weights_of(nets, kind, phase) == weights).all()
        alone = name == "1p"  # there is no win share to be wrong
        assert all(
            (row[0] == 0.0 if alone else 0.0 < row[0] < 0.5) and row[1] > 0.0
            for row in read_doubt(file)
        )
        report = (STRENGTH / f"{game}-{name}.md").read_text(encoding="utf-8")
        assert report.startswith(f"# Nets of {game}, {name}\n")
        assert f"| all | {read_doubt(file)[0][0]:.3f}, " in report
        assert file.stat().st_size < 1_000_000


# --- Files ----------------------------------------------------------------------------


def written(file: Path) -> Path:
    """A file of nets."""
    weights = [weights_of(random_nets(0), 0, phase) for phase in range(2)]
    save_net(file, FEATURES, 0, weights, DOUBT)
    return file


def test_a_file_gives_back_what_it_was_given(tmp_path: Path) -> None:
    file = written(tmp_path / "deep" / "net.npz")
    expected = [weights_of(random_nets(0), 0, phase) for phase in range(2)]
    for weights, given in zip(read_net(file, FEATURES, 0), expected, strict=True):
        assert weights.dtype == np.float32
        assert np.allclose(weights, given, rtol=1e-3, atol=1e-6)
    assert np.array(read_doubt(file)) == pytest.approx(np.array(DOUBT))


def changed(**changes: Any) -> Callable[[Path], None]:
    """The file has these arrays instead; those that are None are left out."""

    def change(file: Path) -> None:
        with np.load(file) as archive:
            arrays = dict(archive) | changes
        np.savez(file, **{k: v for k, v in arrays.items() if v is not None})

    return change


def one_array(file: Path) -> None:
    """The file is an array, as `numpy.save` writes it."""
    with file.open("wb") as out:
        np.save(out, np.zeros(3))


SIZE = shape_of(FEATURES, 0).size
NOT_A_NET = "damaged, or not a file of nets; expected an .npz file that"
DAMAGES: list[tuple[str, Callable[[Path], Any], str]] = [
    ("gone", lambda f: f.unlink(), "No such file or directory"),
    ("folder", lambda f: (f.unlink(), f.mkdir()), "Is a directory"),
    ("empty", lambda f: f.write_bytes(b""), NOT_A_NET),
    ("text", lambda f: f.write_text("weights"), NOT_A_NET),
    ("torn", lambda f: f.write_bytes(f.read_bytes()[:5000]), NOT_A_NET),
    ("pickle", lambda f: f.write_bytes(pickle.dumps([1])), NOT_A_NET),
    ("array", one_array, NOT_A_NET),
    ("objects", changed(draft=np.array([{}], object)), NOT_A_NET),
    ("large", lambda f: f.write_bytes(b"\0" * ((4 << 20) + 1)), "over 4 MB"),
    ("format", changed(format=np.array(2)), "format should be 1, not 2"),
    ("no format", changed(format=None), "format should be 1, not none"),
    ("version", changed(version=np.array(99)), "version should be 2, not 99"),
    ("kind", changed(kind=np.array("3p")), "kind should be '2p', not '3p'"),
    ("phase", changed(deal=None), f"deal should be {SIZE} numbers, not nothing"),
    (
        "size",
        changed(draft=np.zeros(7, np.float16)),
        f"draft should be {SIZE} numbers, not float16 (7,)",
    ),
    (
        "type",
        changed(draft=np.zeros(SIZE, np.int8)),
        f"draft should be {SIZE} numbers, not int8 ({SIZE},)",
    ),
    (
        "infinite",
        changed(draft=np.full(SIZE, np.inf, np.float16)),
        "draft has weights that are not finite",
    ),
]


@pytest.mark.parametrize(("name", "damage", "sentence"), DAMAGES)
def test_a_damaged_or_wrong_file_is_named_in_one_sentence(
    tmp_path: Path, name: str, damage: Callable[[Path], Any], sentence: str
) -> None:
    file = written(tmp_path / "net.npz")
    damage(file)
    with pytest.raises(NetFileError) as error:
        read_net(file, FEATURES, 0)
    assert str(error.value).startswith(f"{file}: {sentence}")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("doubt", "given"),
    [
        (None, "none"),
        (np.zeros(2), "[0.0, 0.0]"),
        (np.full((7, 4), -0.1), str(np.full((7, 4), -0.1).tolist())),
        (np.full((7, 4), np.nan), str(np.full((7, 4), np.nan).tolist())),
        (np.array(["a", "b", "c", "d"]), "['a', 'b', 'c', 'd']"),
    ],
    ids=["none", "two", "negative", "nan", "words"],
)
def test_a_file_says_what_searches_with_its_nets_err_by(
    tmp_path: Path, doubt: Any, given: str
) -> None:
    file = written(tmp_path / "net.npz")
    changed(doubt=doubt)(file)
    with pytest.raises(NetFileError) as error:
        read_doubt(file)
    sentence = f"{file}: doubt should be 7 rows of 4 numbers from 0 on, not {given}"
    assert str(error.value) == sentence


def test_no_byte_of_a_file_can_be_wrong_unseen(tmp_path: Path) -> None:
    file = written(tmp_path / "net.npz")
    good, right = file.read_bytes(), read_net(file, FEATURES, 0)
    rng, refused = np.random.default_rng(1), 0
    for place in rng.integers(len(good), size=60):
        bad = bytearray(good)
        bad[place] ^= 1 << int(rng.integers(8))
        file.write_bytes(bad)
        try:
            found = read_net(file, FEATURES, 0)
        except NetFileError:
            refused += 1
        else:  # a byte that says nothing, such as the time of writing
            assert all((a == b).all() for a, b in zip(found, right, strict=True))
    assert refused > 50
