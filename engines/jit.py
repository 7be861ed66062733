"""The one door to numba: `@kernel`, two bit instructions, and where code is kept.

Compiled code lives in a folder whose name is a hash of everything that it depends on:
the kernel sources, the numba version and the NUMBA_* settings. numba's own check looks
only at the file that holds a function, so an edited rule would go on answering from an
old search that had it inlined.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numba
import platformdirs
from llvmlite import ir
from numba import types
from numba.core import cgutils, config
from numba.core.errors import NumbaWarning
from numba.extending import intrinsic
from numpy.typing import NDArray

__all__ = [
    "JIT",
    "NumbaWarning",
    "cache_folder",
    "cache_root",
    "compilations",
    "fingerprint",
    "inlined",
    "kernel",
    "popcount",
    "prefetch",
    "summing",
    "trailing_zeros",
]

F = TypeVar("F", bound=Callable[..., Any])

ROOT = Path(__file__).resolve().parent.parent
KERNEL_PACKAGES = ("engines", "search")
KEPT_FOLDERS = 4
ALL_BITS = (1 << 64) - 1
READ_OFTEN, DATA = 3, 1  # as LLVM numbers what `prefetch` says
JIT = not config.DISABLE_JIT


def kernel_sources() -> list[Path]:
    """Every file whose text may end up inside a kernel, in a fixed order."""
    return sorted(p for name in KERNEL_PACKAGES for p in (ROOT / name).rglob("*.py"))


def fingerprint() -> str:
    """Hash of the kernel sources, the numba version and the NUMBA_* settings."""
    digest = hashlib.sha256(numba.__version__.encode())
    for name in sorted(os.environ):
        if name.startswith("NUMBA_") and name != "NUMBA_CACHE_DIR":
            digest.update(f"{name}={os.environ[name]};".encode())
    for path in kernel_sources():
        digest.update(path.relative_to(ROOT).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """The folder that holds all kernel folders; AZULYST_CACHE_DIR moves it."""
    moved = os.environ.get("AZULYST_CACHE_DIR")
    return Path(moved) if moved else platformdirs.user_cache_path("azulyst")


def cache_folder() -> Path:
    """The folder for code compiled from the sources as they are now."""
    return Path(config.CACHE_DIR)


def _open_cache() -> None:
    """Point numba at this version's folder and drop all but the newest few."""
    folder = cache_root() / f"kernels-{fingerprint()}"
    config.CACHE_DIR = str(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        folders = sorted(
            cache_root().glob("kernels-*"), key=lambda p: p.stat().st_mtime
        )
    except OSError:
        return
    for old in folders[:-KEPT_FOLDERS]:
        shutil.rmtree(old, ignore_errors=True)


_open_cache()
# Without `_nrt` kernels cannot allocate, and numba counts no references to the arrays
# that are handed from kernel to kernel: a third more speed (docs/performance.md).
_options: dict[str, Any] = {
    "cache": True,
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,
}
_njit = numba.njit(**_options)
_njit_inlined = numba.njit(**_options, forceinline=True)
_njit_summing = numba.njit(
    **_options, forceinline=True, fastmath={"reassoc", "contract", "nsz"}
)


def kernel(function: F) -> F:
    """Compile `function` on its first call, keep the code on disk, release the GIL.

    A kernel works in the arrays it is given: it can make none of its own.
    """
    return cast(F, _njit(function))


def inlined(function: F) -> F:
    """As `kernel`, and always made part of its callers: for what every move runs.

    Left to itself the compiler keeps calls between kernels once a rule has a rare
    branch, which halves the speed (docs/performance.md).
    """
    return cast(F, _njit_inlined(function))


def summing(function: F) -> F:
    """As `inlined`, and sums may be taken in any order, so in vector registers.

    The same on the same machine kind, and within rounding elsewhere.
    """
    return cast(F, _njit_summing(function))


def compilations(*bound: Any) -> tuple[int, int]:
    """(compiled here, loaded from disk) over these kernels; (0, 0) without a JIT."""
    stats = [k.stats for k in bound if hasattr(k, "stats")]
    misses = sum(sum(s.cache_misses.values()) for s in stats)
    return misses, sum(sum(s.cache_hits.values()) for s in stats)


if JIT and not TYPE_CHECKING:

    @intrinsic
    def popcount(_, word):  # noqa: ARG001
        """Number of one bits of an int64."""

        def build(_context, builder, _signature, args):
            return builder.ctpop(args[0])

        return types.int64(types.int64), build

    @intrinsic
    def trailing_zeros(_, word):  # noqa: ARG001
        """Index of the lowest one bit of an int64; 64 for zero."""

        def build(context, builder, _signature, args):
            return builder.cttz(args[0], context.get_constant(types.boolean, False))

        return types.int64(types.int64), build

    @intrinsic
    def prefetch(_, array, row):  # noqa: ARG001
        """Memory is told that a row of a contiguous array will be read soon."""

        def build(context, builder, signature, args):
            held = context.make_array(signature.args[0])(context, builder, args[0])
            step = cgutils.unpack_tuple(builder, held.strides)[0]
            start = builder.ptrtoint(held.data, ir.IntType(64))
            place = builder.add(start, builder.mul(args[1], step))
            place = builder.inttoptr(place, ir.IntType(8).as_pointer())
            word = ir.IntType(32)
            told = builder.module.declare_intrinsic(
                "llvm.prefetch",
                (place.type,),
                ir.FunctionType(ir.VoidType(), [place.type, word, word, word]),
            )
            builder.call(told, [place, word(0), word(READ_OFTEN), word(DATA)])
            return context.get_dummy_value()

        return types.void(array, types.int64), build

else:

    def popcount(word: int) -> int:
        """Number of one bits of an int64."""
        return (int(word) & ALL_BITS).bit_count()

    def prefetch(array: NDArray[Any], row: int) -> None:
        """Memory is told that a row of a contiguous array will be read soon."""

    def trailing_zeros(word: int) -> int:
        """Index of the lowest one bit of an int64; 64 for zero."""
        word = int(word) & ALL_BITS
        return (word & -word).bit_length() - 1 if word else 64
