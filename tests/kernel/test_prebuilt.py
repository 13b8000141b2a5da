"""Kernels that came with the package: used where the processor has all that they need, and nowhere else."""

import platform
import shutil

import pytest

from kernel.small_program import FACTOR, RUN, kept, run, write
from plyground.kernel import prebuilt
from plyground.kernel.prebuilt import BASELINES, Target

BASELINE = prebuilt.baseline_environment()
LINUX = "x86_64-unknown-linux-gnu"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The small program, and its kernels compiled for the baseline in the folder "built"."""
    if BASELINE is None or "avx2" not in features_here():
        pytest.skip("there are prebuilt kernels for x86-64 with AVX2 only")
    folder = tmp_path_factory.mktemp("built")
    write(folder)
    assert run(folder, PLYGROUND_CACHE=str(folder / "built"), **BASELINE) == "20"
    return folder


def features_here():
    from llvmlite import binding

    return {name for name, has in binding.get_host_cpu_features().items() if has}


@pytest.fixture
def folder(built, tmp_path):
    """A copy with an empty cache."""
    return shutil.copytree(built, tmp_path / "program")


def run_with_prebuilt(folder, code=RUN, **variables):
    return run(folder, code, PLYGROUND_PREBUILT=str(folder / "built"), **variables)


def test_nothing_is_compiled_where_the_processor_has_what_they_need(folder):
    before = kept(folder, "built")
    assert len(before) == 2
    assert run_with_prebuilt(folder) == "20"
    assert kept(folder) == {}
    assert kept(folder, "built") == before


@pytest.mark.parametrize("missing", ["+avx2", "+bmi2", "+popcnt"])
def test_they_are_compiled_where_it_lacks_a_feature(folder, missing):
    features = BASELINE["NUMBA_CPU_FEATURES"].replace(missing, missing.replace("+", "-"))
    assert run_with_prebuilt(folder, NUMBA_CPU_NAME="x86-64", NUMBA_CPU_FEATURES=features) == "20"
    assert len(kept(folder)) == 2


def test_they_are_compiled_after_an_edit(folder):
    (folder / "factor.py").write_text("FACTOR = 3\n")
    assert run_with_prebuilt(folder) == "30"
    assert len(kept(folder)) == 2
    (folder / "factor.py").write_text(FACTOR)
    assert run_with_prebuilt(folder) == "20"
    assert len(kept(folder)) == 2


def test_damaged_ones_are_compiled_into_the_cache_and_left_as_they_are(folder):
    for path in (folder / "built").glob("kernels-*/*.kernel"):
        content = path.read_bytes()
        path.write_bytes(content[:2000] + bytes(len(content) - 2000))
    before = kept(folder, "built")
    assert run_with_prebuilt(folder) == "20"
    compiled = kept(folder)
    assert len(compiled) == 2
    assert run_with_prebuilt(folder) == "20"
    assert kept(folder) == compiled
    assert kept(folder, "built") == before


def test_a_kernel_of_ones_own_may_call_them_and_outlives_them(folder):
    (folder / "twice.py").write_text(
        """
from asks import asks, declare, kernel

@kernel
def twice(number):
    return 2 * asks(number, 1)

declare(asks, int, 5, 1)
"""
    )
    code = "from twice import twice; print(twice(5))"
    for _ in range(2):
        assert run_with_prebuilt(folder, code) == "40"
        assert [name.partition("-")[0] for name in kept(folder)] == ["twice"]
    assert run(folder, code) == "40"
    assert run(folder) == "20"
    assert sorted(name.partition("-")[0] for name in kept(folder)) == ["asks", "times", "twice"]


def test_the_folder_may_be_empty_or_missing(folder):
    shutil.rmtree(folder / "built")
    assert run_with_prebuilt(folder) == "20"
    assert len(kept(folder)) == 2


def test_who_runs_code_for_whom():
    processor, features = BASELINES["x86_64"]
    more = Target(LINUX, "znver5", f"{features},+avx512f,-xop")
    less = Target(LINUX, "ivybridge", features.replace("+avx2", "-avx2"))
    unknown = Target(LINUX, "generic", "")
    assert prebuilt.baseline(more) == Target(LINUX, processor, features)
    assert prebuilt.baseline(Target(LINUX, processor, "")) is not None
    assert prebuilt.baseline(less) is prebuilt.baseline(unknown) is None
    assert prebuilt.baseline(Target("arm64-apple-darwin", "apple-m1", "+neon")) is None


def test_other_machines_have_no_baseline(monkeypatch):
    monkeypatch.setattr(platform, "machine", lambda: "AMD64")
    assert prebuilt.baseline_environment() == BASELINE or BASELINE is None
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    assert prebuilt.baseline_environment() is None
