"""Machine code on disk: found again, never taken for other code, kept once. Each program is a process of its own."""

import hashlib
import os
import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from kernel.small_program import FACTOR, RUN, TIMES, kept, run, write
from plyground.kernel import store
from plyground.kernel.store import KernelStore


@pytest.fixture
def folder(tmp_path):
    write(tmp_path)
    return tmp_path


def test_it_is_found_again(folder):
    assert run(folder) == "20"
    files = kept(folder)
    assert sorted(name.partition("-")[0] for name in files) == ["asks", "times"]
    assert run(folder) == "20"
    assert kept(folder) == files


def test_an_edit_in_another_file_is_seen(folder):
    run(folder)
    (folder / "factor.py").write_text("FACTOR = 3\n")
    assert run(folder) == "30"
    files = kept(folder)
    (folder / "factor.py").write_text("# as at first\n" + FACTOR)
    assert run(folder) == "20"
    assert kept(folder) == files


def test_an_edit_while_a_program_runs_leaves_nothing_stale(folder):
    """What is compiled is what was imported, so it is filed under that, not under what the file says now."""
    edit = f"open({str(folder / 'factor.py')!r}, 'w').write('FACTOR = 4')"
    assert run(folder, RUN.replace("; prepare", f"; {edit}; prepare", 1)) == "20"
    assert run(folder) == "40"


def test_a_change_of_options_is_seen(folder):
    """Of a kernel, and of one that it calls."""
    run(folder)
    files = set(kept(folder))
    (folder / "times.py").write_text(
        TIMES.replace("import kernel", "import float_kernel").replace("@kernel", "@float_kernel")
    )
    assert run(folder) == "20"
    assert sorted(name.partition("-")[0] for name in set(kept(folder)) - files) == ["asks", "times"]


def test_two_programs_at_once(folder):
    with ThreadPoolExecutor() as pool:
        assert list(pool.map(run, [folder] * 3)) == ["20"] * 3
    assert len(kept(folder)) == 2
    assert run(folder) == "20"


def test_a_large_constant_is_refused(folder):
    (folder / "times.py").write_text(
        """
import numpy as np
from plyground.kernel import kernel

LARGE = np.zeros(200_000, np.int64)

@kernel
def times(number):
    return LARGE[number]
"""
    )
    refused = """
import times
try:
    times.times(5)
except TypeError as error:
    print(error)
"""
    message = "The kernel times.times uses an array of more than a megabyte; pass it as an argument."
    assert run(folder, refused) == message


def test_versions_for_other_types_and_processors_are_other_files(tmp_path, monkeypatch):
    from numba import float64, int64

    class Codegen:
        def __init__(self, processor):
            self.processor = processor

        def magic_tuple(self):
            return ("x86_64-linux", self.processor, "+avx2")

    def twice(number):
        return 2 * number

    store = KernelStore(SimpleNamespace(py_func=twice))
    ours, other = Codegen("znver3"), Codegen("skylake")
    asked = [((int64,), ours), ((float64,), ours), ((int64,), other), (int64(int64), ours)]
    paths = [store.path(*versions) for versions in asked]
    assert len(set(paths)) == len(paths)


def test_what_kernels_called_first_python_may_call_too(folder):
    """A kernel within another one has no entry; it gets one, in the same file, when Python calls it."""
    both = "from asks import asks, prepare, times; prepare(asks, int, 5, 1); print(asks(5, 1), times(5))"
    assert run(folder) == "20"
    within = kept(folder)
    assert run(folder, both) == "20 10"
    files = kept(folder)
    assert {name for name in files if files[name] != within.get(name)} == {n for n in files if n.startswith("times")}
    assert run(folder, both) == "20 10"
    assert kept(folder) == files


def test_what_is_missing_is_compiled_again(folder):
    """A kernel's file names those of the kernels it calls, which `cache.prune` may have removed."""
    (folder / "twice.py").write_text(
        """
from asks import asks, kernel

@kernel
def twice(number):
    return 2 * asks(number, 1)
"""
    )
    assert run(folder) == "20"
    for path in (folder / "cache").glob("kernels-*/times-*"):
        path.unlink()
    assert run(folder) == "20"
    assert [name.partition("-")[0] for name in kept(folder)] == ["asks"]
    another = "from asks import asks, declare; from twice import twice; declare(asks, int, 5, 1); print(twice(5))"
    assert run(folder, another) == "40"
    assert sorted(name.partition("-")[0] for name in kept(folder)) == ["asks", "times", "twice"]


def test_a_damaged_file_is_compiled_again(folder):
    """As after a power cut: the files have their names, but not what was written to them."""
    assert run(folder) == "20"
    files = list((folder / "cache").glob("kernels-*/*.kernel"))
    whole = {path: path.read_bytes() for path in files}
    for path, content in whole.items():
        middle = len(content) // 2
        path.write_bytes(content[:middle] + bytes(4096) + content[middle + 4096 :])
    assert run(folder) == "20"
    assert {path: path.read_bytes() for path in files} == whole


def test_every_damage_is_seen(folder):
    run(folder)
    look = """
import asks
from plyground.kernel.cache import directory
from plyground.kernel.store import read

def damages(content):
    for size in (0, 1, 31, 32, 33, len(content) // 2, len(content) - 1):
        yield content[:size]
    for place in range(0, len(content), len(content) // 100):
        yield content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]
    yield content + b"0"
    yield content[32:]
    yield content[:32] + bytes(len(content) - 32)
    yield bytes(len(content))
    yield b"\\xff" * len(content)

for path in directory().glob("*.kernel"):
    content = path.read_bytes()
    assert read(path) is not None
    for number, damage in enumerate(damages(content)):
        path.write_bytes(damage)
        assert read(path) is None, number
    path.write_bytes(content)
    assert read(path) is not None
    print(number > 100)
"""
    assert run(folder, look).splitlines() == ["True", "True"]


def test_only_what_python_calls_is_machine_code(folder):
    run(folder)
    look = """
import asks
from plyground.kernel.cache import directory
from plyground.kernel.store import read
for path in sorted(directory().glob("*.kernel")):
    stored = read(path)
    print(stored.name, len(stored.kernels), bool(stored.machine_code))
"""
    assert run(folder, look).splitlines() == ["asks 1 True", "times 0 False"]


class Touching:
    """A pickle that makes a file when it is read."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


@pytest.mark.skipif(sys.platform == "win32", reason="no modes")
@pytest.mark.parametrize(
    ("folder_mode", "mode", "owner", "runs"),
    [
        (0o700, 0o600, None, True),
        (0o755, 0o644, None, True),
        (0o700, 0o602, None, False),
        (0o777, 0o600, None, False),
        (0o1777, 0o600, None, False),
        (0o700, 0o600, "file", False),
        (0o700, 0o600, "folder", False),
    ],
)
def test_what_somebody_else_may_have_written_is_not_run(folder_mode, mode, owner, runs, tmp_path, capsys):
    if owner is not None and os.geteuid() != 0:
        pytest.skip("only root gives files away")
    folder, run_by = tmp_path / "kernels", tmp_path / "was-here"
    folder.mkdir()
    file = folder / "x.kernel"
    content = pickle.dumps(Touching(run_by))
    file.write_bytes(hashlib.sha256(content).digest() + content)
    file.chmod(mode)
    folder.chmod(folder_mode)
    if owner is not None:
        os.chown(file if owner == "file" else folder, 4321, 4321)
    store.read(file)
    assert run_by.exists() == runs
    said = capsys.readouterr().err
    assert ("the kernels in it are not used" in said) == (folder_mode & 0o002 != 0 or owner == "folder")
