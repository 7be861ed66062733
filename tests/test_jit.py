"""The kernels mean the same with and without the JIT; code on disk is never stale."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engines import jit
from engines.jit import JIT, NumbaWarning, kernel, popcount, trailing_zeros
from engines.rng import (
    DEAL,
    POLICY,
    SAMPLE,
    SEARCH,
    copy_into,
    draw_below,
    draw_unit,
    new_stream,
    next_word,
)
from tests import digest

needs_jit = pytest.mark.skipif(not JIT, reason="compares with compiled code")
examples = settings(derandomize=True, deadline=None)

# The first outputs of splitmix64 from state 1234567, as of its reference code.
REFERENCE = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]


@kernel
def count_ones(word: int) -> int:
    """`popcount`, to be called from Python."""
    return popcount(word)


@kernel
def lowest_one(word: int) -> int:
    """`trailing_zeros`, to be called from Python."""
    return trailing_zeros(word)


def run(*arguments: str, cache: Path, **environment: str) -> str:
    """What a new Python prints, warnings being errors, with a kernel folder given."""
    result = subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        cwd=jit.ROOT,
        env=os.environ | {"AZULYST_CACHE_DIR": str(cache)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


# --- Ways of running ------------------------------------------------------------------


@needs_jit
def test_games_and_searches_are_the_same_without_the_jit(tmp_path: Path) -> None:
    plain = run("-m", "tests.digest", cache=tmp_path, NUMBA_DISABLE_JIT="1")
    assert plain.splitlines() == digest.lines()


@needs_jit
def test_no_index_is_out_of_bounds_and_a_second_process_compiles_nothing(
    tmp_path: Path,
) -> None:
    first = run("-m", "tests.bounds", cache=tmp_path, NUMBA_BOUNDSCHECK="1")
    assert first.startswith("compiled ")
    assert first != "compiled 0\n"
    second = run("-m", "tests.bounds", cache=tmp_path, NUMBA_BOUNDSCHECK="1")
    assert second == "compiled 0\n"


def test_a_warning_of_numba_is_an_error(pytestconfig: pytest.Config) -> None:
    assert pytestconfig.getini("filterwarnings") == ["error"]
    with pytest.raises(NumbaWarning):
        warnings.warn("slow", NumbaWarning, stacklevel=1)


# --- Where code is kept ---------------------------------------------------------------


def test_the_fingerprint_reads_every_file_with_kernels() -> None:
    sources = set(jit.kernel_sources())
    for package in ("analyzer", "engines", "reports", "search"):
        for path in (jit.ROOT / package).rglob("*.py"):
            text = path.read_text()
            if "@kernel" in text or "@inlined" in text:
                assert path in sources
    assert jit.kernel_sources() == sorted(sources)
    assert any(path.name == "rules.py" for path in sources)


def test_kernels_are_kept_in_the_folder_of_the_fingerprint(tmp_path: Path) -> None:
    code = "from engines import jit; print(jit.cache_folder(), jit.fingerprint())"
    folder, fingerprint = run("-c", code, cache=tmp_path).split()
    assert Path(folder) == tmp_path / f"kernels-{fingerprint}"


def test_only_the_newest_folders_are_kept(tmp_path: Path) -> None:
    for age in range(6):
        old = tmp_path / f"kernels-{age}"
        old.mkdir()
        os.utime(old, (1e9 - age, 1e9 - age))
    run("-c", "import engines.jit", cache=tmp_path)
    kept = {path.name for path in tmp_path.iterdir()}
    assert len(kept) == jit.KEPT_FOLDERS
    assert {"kernels-0", "kernels-1", "kernels-2"} < kept


@pytest.fixture
def copied_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the kernel sources, the one whose fingerprint is taken."""
    for package in jit.KERNEL_PACKAGES:
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(jit.ROOT / package, tmp_path / package, ignore=ignore)
    monkeypatch.setattr(jit, "ROOT", tmp_path)
    return tmp_path


@pytest.mark.usefixtures("copied_sources")
def test_the_fingerprint_is_that_of_the_text_not_of_the_place() -> None:
    before = jit.fingerprint()
    for path in jit.kernel_sources():
        path.touch()
    assert jit.fingerprint() == before


@pytest.mark.parametrize("name", ["engines/rng.py", "search/mcts.py"])
def test_an_edited_source_changes_the_fingerprint(
    name: str, copied_sources: Path
) -> None:
    before = jit.fingerprint()
    path = copied_sources / name
    path.write_text(path.read_text() + "\n")
    assert jit.fingerprint() != before


@pytest.mark.usefixtures("copied_sources")
@pytest.mark.parametrize("setting", ["NUMBA_BOUNDSCHECK", "NUMBA_OPT"])
def test_a_setting_of_numba_changes_the_fingerprint(
    setting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(setting, raising=False)
    before = jit.fingerprint()
    monkeypatch.setenv(setting, "1")
    assert jit.fingerprint() != before


def test_compilations_counts_kernels_compiled_or_loaded() -> None:
    count_ones(1)
    compiled, loaded = jit.compilations(count_ones, "no kernel")
    assert compiled + loaded == (1 if JIT else 0)


# --- Bits -----------------------------------------------------------------------------


@examples
@example(0)
@example(-1)
@example(-(2**63))
@example(2**63 - 1)
@given(st.integers(-(2**63), 2**63 - 1))
def test_popcount_counts_the_ones_of_the_64_bits(word: int) -> None:
    assert count_ones(word) == (word % 2**64).bit_count()


@examples
@example(0)
@example(-1)
@example(-(2**63))
@given(st.integers(-(2**63), 2**63 - 1))
def test_trailing_zeros_is_the_index_of_the_lowest_one(word: int) -> None:
    ones = [i for i in range(64) if word >> i & 1]
    assert lowest_one(word) == min(ones, default=64)


@pytest.mark.parametrize("index", range(64))
def test_every_single_bit_is_found(index: int) -> None:
    word = int(np.array(1 << index, np.uint64).astype(np.int64))
    assert (count_ones(word), lowest_one(word)) == (1, index)


# --- Random streams -------------------------------------------------------------------


def test_the_stream_is_splitmix64() -> None:
    rng = np.array([1234567], np.uint64)
    assert [int(next_word(rng)) for _ in REFERENCE] == REFERENCE


@pytest.mark.parametrize("n", [1, 2, 3, 5, 20, 100, 2**31 - 1])
def test_draws_below_a_number_are_within_it(n: int) -> None:
    rng = new_stream(1, SAMPLE)
    draws = [int(draw_below(rng, n)) for _ in range(500)]
    assert min(draws) >= 0
    assert max(draws) < n
    if n <= 20:
        assert set(draws) == set(range(n))


def test_draws_below_a_number_are_uniform() -> None:
    rng, draws = new_stream(2, SAMPLE), 20_000
    counts = np.bincount([draw_below(rng, 5) for _ in range(draws)], minlength=5)
    expected = draws / 5
    statistic = ((counts - expected) ** 2 / expected).sum()
    assert statistic < 18.5  # chi-square with 4 degrees of freedom, p = 0.001


def test_unit_draws_are_uniform_in_zero_to_one() -> None:
    rng = new_stream(3, SAMPLE)
    draws = np.array([draw_unit(rng) for _ in range(20_000)])
    assert draws.min() >= 0.0
    assert draws.max() < 1.0
    assert abs(draws.mean() - 0.5) < 5 * np.sqrt(1 / 12 / len(draws))
    assert len(set(draws)) == len(draws)


class FirstWord:
    """A stream whose next word is given."""

    def __init__(self, word: int) -> None:
        unmixed = _inverse_of_mixed(word)
        self.rng = np.array([(unmixed - 0x9E3779B97F4A7C15) % 2**64], np.uint64)


def _inverse_of_mixed(word: int) -> int:
    """The word that the finaliser of splitmix64 brings to `word`."""
    for shift, factor in ((31, 0x94D049BB133111EB), (27, 0xBF58476D1CE4E5B9), (30, 1)):
        unshifted = word
        for _ in range(64 // shift):
            unshifted = word ^ (unshifted >> shift)
        word = unshifted * pow(factor, -1, 2**64) % 2**64
    return word


@pytest.mark.parametrize(("word", "unit"), [(0, 0.0), (2**64 - 1, 1 - 2**-53)])
def test_the_extreme_words_stay_in_range(word: int, unit: float) -> None:
    assert int(next_word(FirstWord(word).rng)) == word
    assert draw_unit(FirstWord(word).rng) == unit
    for n in (1, 7, 2**31 - 1):
        assert draw_below(FirstWord(word).rng, n) == (n - 1 if word else 0)


def test_streams_with_other_keys_are_other_streams() -> None:
    keys = [
        (seed, purpose, first, second)
        for seed in (0, 1, 2, 2**40, 2**62)
        for purpose in (DEAL, POLICY, SEARCH, SAMPLE)
        for first in range(5)
        for second in range(5)
    ]
    words = {int(next_word(new_stream(*key))) for key in keys}
    assert len(words) == len(keys)


def test_a_stream_is_fixed_by_its_key() -> None:
    first, second = new_stream(7, DEAL, 3, 4), new_stream(7, DEAL, 3, 4)
    assert [next_word(first) for _ in range(5)] == [next_word(second) for _ in range(5)]


def test_copying_leaves_the_source_as_it_is() -> None:
    source, target = np.arange(5), np.zeros(5, np.int64)
    copy_into(source, target)
    target[0] = 9
    assert source.tolist() == [0, 1, 2, 3, 4]
    assert target.tolist() == [9, 1, 2, 3, 4]
