"""A training that may be ended at any time: what it needs to go on, as one file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np

from search.training.fitting import Optimiser
from search.training.trainer import Plan, Trainer

FORMAT = 1


class CheckpointError(ValueError):
    """A file is no training that could go on here; one sentence says why."""


def save(file: Path, trainer: Trainer) -> None:
    """`file` is the training as it stands; it is never half written."""
    arrays: dict[str, Any] = {
        "format": np.array(FORMAT),
        "plan": np.array([str(value) for value in trainer.plan]),
        "seed": np.array(trainer.seed),
        "start": trainer.start,
        "done": np.array(len(trainer.history)),
    }
    kept = trainer.history[-trainer.plan.replay :]
    for back, weights in enumerate(reversed(kept)):
        arrays |= {f"weights_{back}_{phase}": w for phase, w in enumerate(weights)}
    for phase, optimiser in enumerate(trainer.optimisers):
        arrays |= {f"{n}_{phase}": v for n, v in optimiser._asdict().items()}
    beside = file.with_name(file.name + ".part")
    with beside.open("wb") as out:
        np.savez(out, **arrays)
    os.replace(beside, file)


def restore(file: Path, trainer: Trainer) -> None:
    """The training goes on where `file` was saved; CheckpointError if it is another."""
    try:
        with np.load(file, allow_pickle=False) as archive:
            found = dict(archive)
    except (OSError, ValueError) as error:
        raise CheckpointError(f"{file}: no saved training ({error})") from error
    plan = [str(value) for value in trainer.plan]
    names = [
        name
        for name, was, now in zip(Plan._fields, found["plan"], plan, strict=True)
        if was != now and name != "generations"
    ]
    if int(found["seed"]) != trainer.seed:
        names.append("seed")
    if not np.array_equal(found["start"], trainer.start):
        names.append("set-up")
    if names:
        raise CheckpointError(
            f"{file}: that training has another {', '.join(names)}; give the same"
            " options, or leave out --resume"
        )
    done, phases = int(found["done"]), range(len(trainer.optimisers))
    kept = min(done, trainer.plan.replay)
    history = [[np.zeros(0, np.float32)]] * (done - kept) + [
        [found[f"weights_{back}_{phase}"] for phase in phases]
        for back in reversed(range(kept))
    ]
    optimisers = [
        Optimiser(*(found[f"{name}_{phase}"] for name in Optimiser._fields))
        for phase in phases
    ]
    trainer.go_on(history, optimisers)
