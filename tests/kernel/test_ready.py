"""The sentence that explains the wait, and which parts are known to be compiled."""

import errno
import os
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread
from types import ModuleType

import pytest

from plyground import all_games, get_game
from plyground.core import rules
from plyground.kernel import cache, progress, ready
from plyground.kernel import compile as compiling
from plyground.kernel.sources import source_digest, source_files


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
    source_digest.cache_clear()


class Builder:
    """Builds a part that has one kernel, in `module`."""

    def __init__(self, module=rules.__name__, *, is_compiled=False):
        self.times = 0
        self.module = module
        self.is_compiled = is_compiled

    def __call__(self):
        self.times += 1
        ready.note_use([self.module], is_compiled=self.is_compiled)


@pytest.mark.parametrize("file", [None, "<stdin>", ""])
def test_a_module_without_a_file_has_no_source(monkeypatch, file):
    """A kernel that is typed at a prompt, or comes by ``python -c`` or standard input."""
    module = ModuleType("typed")
    if file is not None:
        module.__file__ = file
    monkeypatch.setitem(sys.modules, "typed", module)
    assert set(source_files(["typed", rules.__name__])) >= {rules.__name__}
    assert "typed" not in source_files(["typed"])


def test_says_what_it_compiles_once(empty_cache, capsys):
    build = Builder()
    for _ in range(2):
        ready.ensure_ready("congo rules", "Congo", build)
    message = capsys.readouterr().err
    assert message.startswith("Compiling the Congo kernels for this machine, once: ")
    assert message.count("\n") == 1
    assert build.times == 1
    assert ready.is_ready("congo rules")


def test_the_first_wait_for_a_game_names_the_others(empty_cache, capsys, monkeypatch):
    monkeypatch.setitem(progress.game_of_family, "four_in_line", "four-in-line")
    monkeypatch.setattr(progress, "_named", set())
    for part in ("rules", "engine"):
        ready.ensure_ready(f"four_in_line {part}", f"Four {part}", Builder())
    first, second = capsys.readouterr().err.splitlines()
    assert "`plyground warmup --all four-in-line` compiles them all now" in first
    assert "engine" in first
    assert "warmup" not in second


def test_a_game_says_how_it_is_called():
    assert get_game("gardner").rules is not None
    assert progress.game_of_family["minichess"] in {"gardner", "minichess"}


def test_what_is_only_loaded_is_not_worth_a_word(empty_cache, capsys):
    ready.ensure_ready("congo rules", "Congo", Builder(is_compiled=True))
    assert capsys.readouterr().err == ""
    assert ready.is_ready("congo rules")


def test_uncompiled_nothing_is_built_or_becomes_ready(empty_cache, capsys, monkeypatch):
    monkeypatch.setattr(compiling, "JIT", False)
    build = Builder()
    ready.ensure_ready("congo rules", "Congo", build)
    assert not build.times
    assert not ready.is_ready("congo rules")
    assert capsys.readouterr().err == ""


def test_two_threads_compile_once(empty_cache, capsys):
    build = Builder()

    def slowly():
        time.sleep(0.1)
        build()

    threads = [Thread(target=ready.ensure_ready, args=("x", "X", slowly)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert build.times == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_a_full_disk_is_told_with_its_place(empty_cache):
    def fill():
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space left") as told:
        ready.ensure_ready("x", "X", fill)
    assert told.value.filename == str(cache.directory())


def test_what_failed_is_not_ready(empty_cache, capsys):
    def fail():
        Builder()()
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ready.ensure_ready("x", "X", fail)
    assert not ready.is_ready("x")
    assert capsys.readouterr().err.endswith("interrupted\n")


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", bytes(100), b"0123456789abcdef /no\x00where\n"])
def test_a_damaged_record_is_none(empty_cache, content):
    """As after a power cut: the file has its name, but not what was written to it."""
    build = Builder(is_compiled=True)
    ready.ensure_ready("x", "X", build)
    (marker,) = cache.directory().glob("x-*.ready")
    marker.write_bytes(content)
    assert not ready.is_ready("x")
    ready.ensure_ready("x", "X", build)
    assert build.times == 2
    assert ready.is_ready("x")
    assert [file.suffix for file in cache.directory().iterdir() if file.suffix != ".lock"] == [".ready"]


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A module that takes a constant from another one, and has a neighbour."""
    folder = tmp_path / "import" / "apart"
    folder.mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "constants.py").write_text("ONE = 1\n")
    (folder / "rules.py").write_text("from apart.constants import ONE\n")
    (folder / "draw.py").write_text("import os\n")
    monkeypatch.syspath_prepend(str(folder.parent))
    monkeypatch.setattr(ready, "_STARTED", time.time() + 10)
    for name in ("apart.rules", "apart.draw"):
        __import__(name)
    yield folder
    for name in ("apart", "apart.constants", "apart.rules", "apart.draw"):
        del sys.modules[name]


@pytest.mark.parametrize(("edited", "is_ready"), [("rules.py", False), ("constants.py", False), ("draw.py", True)])
def test_an_edit_in_its_sources_makes_it_unknown(empty_cache, module, edited, is_ready):
    ready.ensure_ready("x", "X", Builder("apart.rules"))
    assert ready.is_ready("x")
    with (module / edited).open("a") as file:
        file.write("TWO = 2\n")
    source_digest.cache_clear()
    assert ready.is_ready("x") is is_ready


def test_sources_newer_than_the_program_do_not_make_it_ready(empty_cache, module, monkeypatch):
    monkeypatch.setattr(ready, "_STARTED", time.time() - 10)
    ready.ensure_ready("x", "X", Builder("apart.rules"))
    assert not ready.is_ready("x")


def test_a_removed_source_makes_it_unknown(empty_cache, module):
    ready.ensure_ready("x", "X", Builder("apart.rules"))
    (module / "constants.py").unlink()
    source_digest.cache_clear()
    assert not ready.is_ready("x")


def test_uncompiled_imports_no_numba():
    code = (
        "import sys; from plyground import get_game; from plyground.kernel.ready import is_ready; is_ready('x'); "
        "assert get_game('starcircle').position().legal_moves.count() == 7; print('numba' in sys.modules)"
    )
    environment = os.environ | {"PLYGROUND_JIT": "0"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


KERNELS = ["plyground.search.perft", "plyground.search.playouts"]
RULES = sorted({f"{game.module}.rules" for game in all_games().values()})


@pytest.mark.parametrize("name", [*KERNELS, *RULES])
def test_rules_and_counts_of_moves_do_not_depend_on_what_a_position_is(name):
    __import__(name)
    assert "plyground.core.position" not in source_files([name])


def test_sources_are_those_that_make_kernels():
    __import__("plyground.search.textbook")
    names = {"/".join(Path(path).parts[-2:]) for path in source_files(["plyground.search.textbook"]).values()}
    assert {"search/textbook.py", "core/rules.py", "core/evaluation.py", "kernel/words.py"} <= names
    assert not {"core/position.py", "search/tree.py", "search/perft.py"} & names


def test_what_is_compiled_is_not_searched_for_garbage_at_once():
    """Nor is what a program keeps out of the collector's sight given back to it, or counted again and again."""
    code = """
import gc
from plyground.kernel.garbage import without_collecting
ends = []
gc.callbacks.append(lambda phase, _: ends.append(phase))
with without_collecting():
    kept = [[] for _ in range(100_000)]
more = [[] for _ in range(100)]
print(len(ends), gc.isenabled(), gc.get_freeze_count())
gc.freeze()
count, asked = gc.get_freeze_count, []
gc.get_freeze_count = lambda: asked.append(1) or count()
for _ in range(3):
    with without_collecting():
        pass
print(len(asked), count() > 100_000)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0", "True", "0", "1", "True"]


def test_a_command_collects_nothing_when_its_process_ends():
    code = """
import atexit, gc, sys
from plyground.__main__ import main
atexit.register(lambda: print(gc.get_freeze_count() > 1000))
sys.argv = ["plyground", "games"]
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split()[-1] == "True"
