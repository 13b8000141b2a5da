"""The folder of machine code, and the sentence that explains the wait."""

import os
import subprocess
import sys
import time
from threading import Thread

import pytest

from plyground.kernel import cache
from plyground.kernel import compile as compiling


@pytest.fixture
def empty_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path))
    monkeypatch.setattr(compiling, "JIT", True)
    forget()
    yield tmp_path
    forget()


def forget():
    cache.directory.cache_clear()
    cache._root.cache_clear()


def test_says_what_it_compiles_once(empty_cache, capsys):
    built = []
    for _ in range(2):
        cache.ensure_ready("congo rules", "Congo", lambda: built.append(1))
    message = capsys.readouterr().err
    assert message.startswith("Compiling the Congo kernels for this machine, once: ")
    assert message.count("\n") == 1
    assert built == [1]
    assert cache.is_ready("congo rules")


def test_uncompiled_nothing_is_built_or_becomes_ready(empty_cache, capsys, monkeypatch):
    monkeypatch.setattr(compiling, "JIT", False)
    built = []
    cache.ensure_ready("congo rules", "Congo", lambda: built.append(1))
    assert not built
    assert not cache.is_ready("congo rules")
    assert capsys.readouterr().err == ""


def test_two_threads_compile_once(empty_cache, capsys):
    built = []

    def build():
        time.sleep(0.1)
        built.append(1)

    threads = [Thread(target=cache.ensure_ready, args=("x", "X", build)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert built == [1]
    assert capsys.readouterr().err.count("\n") == 1


def test_what_failed_is_not_ready(empty_cache, capsys):
    with pytest.raises(ZeroDivisionError):
        cache.ensure_ready("x", "X", lambda: 1 / 0)
    assert not cache.is_ready("x")
    assert capsys.readouterr().err.endswith("interrupted\n")


def test_folder_is_named_after_the_sources(empty_cache):
    assert cache.directory() == empty_cache / f"kernels-ground-{cache.digest()}"
    assert cache.directory("engine") == empty_cache / f"kernels-engine-{cache.digest('engine')}"
    assert cache.digest("search") != cache.digest("ground")


def test_floors():
    assert cache.floor_of("plyground.games.congo.rules") == "ground"
    assert cache.floor_of("plyground.core.rules") == "ground"
    assert cache.floor_of("plyground.engine.hooks") == "ground"
    assert cache.floor_of("plyground.search.perft") == "search"
    assert cache.floor_of("connect_four.rules") == "ground"
    assert cache.floor_of("engine.x") == "ground"


def test_unwritable_folder_falls_back(monkeypatch, tmp_path):
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv("PLYGROUND_CACHE", str(file))
    monkeypatch.setenv("XDG_CACHE_HOME", str(file))
    forget()
    try:
        assert cache.directory().parent.name.startswith("plyground-kernels-")
    finally:
        cache.directory().parent.rmdir()
        forget()


def test_prune_removes_only_what_is_old(empty_cache):
    old, recent = empty_cache / "kernels-old", empty_cache / "kernels-recent"
    old.mkdir()
    recent.mkdir()
    os.utime(old, (0, 0))
    cache.prune()
    assert not old.exists()
    assert recent.exists()


def test_sources_are_those_that_make_kernels():
    names = {path.parent.name + "/" + path.name for path in cache._sources("search")}
    assert {"kernel/bits.py", "core/rules.py", "congo/rules.py", "search/textbook.py"} <= names
    assert "core/errors.py" not in names
    assert "connect_four/rules.py" in names
    ground = {path.parent.name + "/" + path.name for path in cache._sources("ground")}
    assert "search/textbook.py" not in ground
    assert ground < names


def test_uncompiled_imports_no_numba():
    code = (
        "import sys; from plyground import get_game; "
        "assert get_game('starcircle').position().legal_moves.count() == 7; print('numba' in sys.modules)"
    )
    environment = os.environ | {"PLYGROUND_JIT": "0"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
