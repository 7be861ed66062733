"""Nets as files: one .npz a game and set-up, checked before it is used.

A file holds the format and what its inputs mean (game, kind, version of the features),
and for every phase of a round the weights of the net as 16-bit floats, layer by layer.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.nets import HIDDEN, MAX_DENSE, NO_NET, OUTPUTS, SECOND, Nets, Shape
from engines.protocol import Features, Floats

FORMAT = 1
LARGEST = 4 << 20  # bytes of a file
LARGEST_UNPACKED = 1 << 30  # bytes of all arrays of a file
# What is raised over a file that is no .npz, or a damaged one, beside OSError.
NOT_ARRAYS = (
    ValueError,
    EOFError,
    KeyError,
    NotImplementedError,
    RuntimeError,
    zipfile.BadZipFile,
    zlib.error,
)
FOLDER = "nets"
DOUBTS = 4
ROUNDS = 6  # with doubts of their own; later ones have those of the last


class NetFileError(ValueError):
    """A file holds no net for that game; one sentence says why."""


def shape_of(features: Features, kind: int) -> Shape:
    """The inputs of the nets of a kind."""
    return Shape(features.sparse_inputs(kind), features.dense_inputs(kind))


def new_nets(features: Features, kinds: Mapping[int, list[Floats]]) -> Nets:
    """The nets of these kinds, given their weights by phase; none of other kinds."""
    phases = range(len(features.PHASES))
    places = np.full((len(features.KINDS), len(phases), 3), NO_NET, np.int64)
    parts: list[Floats] = []
    for kind, weights in kinds.items():
        shape = shape_of(features, kind)
        for phase in phases:
            start = sum(part.size for part in parts)
            places[kind, phase] = start, shape.sparse, shape.dense
            parts.append(weights[phase])
    return Nets(
        np.concatenate([*parts, np.zeros(0, np.float32)], dtype=np.float32),
        places,
        np.zeros(features.MAX_ACTIVE, np.int64),
        np.zeros(MAX_DENSE, np.float32),
        np.zeros(HIDDEN + SECOND + OUTPUTS, np.float32),
    )


def weights_of(nets: Nets, kind: int, phase: int) -> Floats:
    """The weights of one net, a view."""
    start, sparse, dense = (int(n) for n in nets.places[kind, phase])
    return nets.weights[start : start + Shape(sparse, dense).size]


def shipped(features: Any, kind: int) -> Path:
    """Where the file of that kind lies in the package, if there is one."""
    folder = Path(features.__file__).parent / FOLDER
    return folder / f"{features.KINDS[kind]}.npz"


def load_shipped(features: Any) -> Nets:
    """All nets of a game that come with the package."""
    files = {kind: shipped(features, kind) for kind in range(len(features.KINDS))}
    return new_nets(
        features,
        {
            kind: read_net(file, features, kind)
            for kind, file in files.items()
            if file.is_file()
        },
    )


def save_net(
    file: Path,
    features: Features,
    kind: int,
    weights: list[Floats],
    doubt: Sequence[Sequence[float]],
) -> None:
    """`file` holds the nets of a kind, one a phase.

    `doubt` is what a search with them errs by, standard deviations: in the win share
    and the margin of a move, and in the differences of two moves in both. A row for the
    whole game, then one a round.
    """
    nets: dict[str, Any] = {
        name: weights[phase].astype(np.float16)
        for phase, name in enumerate(features.PHASES)
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        file,
        format=np.array(FORMAT),
        version=np.array(features.VERSION),
        kind=np.array(features.KINDS[kind]),
        doubt=np.array(doubt),
        **nets,
    )


def read_net(file: Path, features: Features, kind: int) -> list[Floats]:
    """The weights by phase; NetFileError if the file is not what it should be."""
    found = _arrays(file)
    for name, expected in (
        ("format", FORMAT),
        ("version", features.VERSION),
        ("kind", features.KINDS[kind]),
    ):
        given = found.get(name)
        if given is None or given.shape != () or given.item() != expected:
            text = "none" if given is None else repr(given.tolist())
            raise NetFileError(f"{file}: {name} should be {expected!r}, not {text}")
    size = shape_of(features, kind).size
    return [_checked(file, name, found.get(name), size) for name in features.PHASES]


def read_doubt(file: Path) -> list[list[float]]:
    """What a search with the nets of `file` errs by, as in `save_net`."""
    found = _arrays(file).get("doubt")
    if (
        found is None
        or found.shape != (1 + ROUNDS, DOUBTS)
        or found.dtype.kind != "f"
        or not (np.isfinite(found) & (found >= 0.0)).all()
    ):
        given = "none" if found is None else repr(found.tolist())
        raise NetFileError(
            f"{file}: doubt should be {1 + ROUNDS} rows of {DOUBTS} numbers from 0 on,"
            f" not {given}"
        )
    return [[float(value) for value in row] for row in found]


def _arrays(file: Path) -> dict[str, NDArray[Any]]:
    """Everything in the file."""
    try:
        if file.stat().st_size > LARGEST:
            raise NetFileError(
                f"{file}: over {LARGEST >> 20} MB, too large for a file of nets"
            )
        return read_arrays(file)
    except OSError as error:
        raise NetFileError(f"{file}: {error.strerror or error}") from error
    except NOT_ARRAYS as error:
        if isinstance(error, NetFileError):
            raise
        raise NetFileError(
            f"{file}: damaged, or not a file of nets; expected an .npz file that"
            " `azulyst train` has written"
        ) from error


def read_arrays(file: Path) -> dict[str, NDArray[Any]]:
    """The arrays of an .npz file by name; OSError or one of NOT_ARRAYS if not."""
    with file.open("rb") as opened, zipfile.ZipFile(opened) as archive:
        if sum(member.file_size for member in archive.infolist()) > LARGEST_UNPACKED:
            raise ValueError("too large when unpacked")
    with np.load(file, allow_pickle=False) as arrays:
        return dict(arrays)


def _checked(file: Path, name: str, weights: NDArray[Any] | None, size: int) -> Floats:
    """The weights of a net as they are calculated with."""
    if weights is None or weights.shape != (size,) or weights.dtype.kind != "f":
        given = "nothing" if weights is None else f"{weights.dtype} {weights.shape}"
        raise NetFileError(f"{file}: {name} should be {size} numbers, not {given}")
    if not np.isfinite(weights).all():
        raise NetFileError(f"{file}: {name} has weights that are not finite")
    return weights.astype(np.float32)
