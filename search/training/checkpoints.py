"""A training that may be ended at any time: what it needs to go on, as one file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np

from engines.net_files import NOT_ARRAYS, read_arrays
from engines.protocol import Floats
from search.training.fitting import Optimiser
from search.training.trainer import Plan, Trainer, rivals

FORMAT = 2
NO_TRAINING = "damaged, or no saved training of this version of azulyst"


class CheckpointError(ValueError):
    """A file is no training that could go on here; one sentence says why."""


def save(file: Path, trainer: Trainer) -> None:
    """`file` is the training as it stands; it is never half written."""
    arrays: dict[str, Any] = {
        "format": np.array(FORMAT),
        "version": np.array(trainer.features.VERSION),
        "plan": np.array([str(value) for value in trainer.plan]),
        "seed": np.array(trainer.seed),
        "start": trainer.start,
        "done": np.array(len(trainer.history)),
    }
    done = len(trainer.history)
    needed = {*range(max(0, done - trainer.plan.replay), done), *rivals(trainer.plan)}
    for number, weights in enumerate(trainer.history):
        if number in needed:
            named = {f"weights_{number}_{phase}": w for phase, w in enumerate(weights)}
            arrays |= {name: w for name, w in named.items() if w.size}
    for phase, optimiser in enumerate(trainer.optimisers):
        arrays |= {f"{n}_{phase}": v for n, v in optimiser._asdict().items()}
    beside = file.with_name(file.name + ".part")
    with beside.open("wb") as out:
        np.savez(out, **arrays)
    os.replace(beside, file)


def restore(file: Path, trainer: Trainer) -> None:
    """The training goes on where `file` was saved; CheckpointError if it is another."""
    found = _arrays(file)
    try:
        names = _differences(found, trainer)
        parts = None if names else _parts(found, trainer)
    except (KeyError, TypeError, ValueError) as error:
        raise CheckpointError(f"{file}: {NO_TRAINING}") from error
    if parts is None:
        raise CheckpointError(
            f"{file}: that training has another {', '.join(names)}; give the same"
            " options, or leave out --resume"
        )
    trainer.go_on(*parts)


def _parts(
    found: dict[str, Any], trainer: Trainer
) -> tuple[list[list[Floats]], list[Optimiser]]:
    """The weights by generation, those no longer needed empty, and the optimisers."""
    done, phases = int(found["done"]), range(len(trainer.optimisers))
    none = np.zeros(0, np.float32)
    history = [
        [found.get(f"weights_{number}_{phase}", none) for phase in phases]
        for number in range(done)
    ]
    if any(not weights[0].size for weights in history[-trainer.plan.replay :]):
        raise KeyError("weights")
    optimisers = [
        Optimiser(*(found[f"{name}_{phase}"] for name in Optimiser._fields))
        for phase in phases
    ]
    return history, optimisers


def _arrays(file: Path) -> dict[str, Any]:
    """What is in the file; CheckpointError if it is none of this format."""
    try:
        found = read_arrays(file)
    except FileNotFoundError as error:
        raise CheckpointError(
            f"{file}: there is no saved training to go on with; leave out --resume"
        ) from error
    except OSError as error:
        raise CheckpointError(f"{file}: {error.strerror or error}") from error
    except NOT_ARRAYS as error:
        raise CheckpointError(f"{file}: {NO_TRAINING}") from error
    if found.get("format", np.zeros(0)).tolist() != FORMAT:
        raise CheckpointError(f"{file}: {NO_TRAINING}")
    return found


def _differences(found: dict[str, Any], trainer: Trainer) -> list[str]:
    """In what the saved training is another one than this."""
    plan = [str(value) for value in trainer.plan]
    names = [
        name
        for name, was, now in zip(Plan._fields, found["plan"], plan, strict=True)
        if was != now and name != "generations"
    ]
    if found["version"].tolist() != trainer.features.VERSION:
        names.append("version of the inputs")
    if int(found["seed"]) != trainer.seed:
        names.append("seed")
    if not np.array_equal(found["start"], trainer.start):
        names.append("set-up")
    return names
