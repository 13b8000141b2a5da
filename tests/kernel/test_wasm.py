"""Kernels as WebAssembly: the same answers in Pyodide as here, from rules to nets and tables.

Needs node, wasm-ld and Pyodide's files, in ``$PLYGROUND_PYODIDE`` or in build/pyodide (``make build/pyodide``).
"""

import json
import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from kernel.short_session import ALSO, FAMILIES, TABLES
from plyground import get_game
from plyground.endgame.tablefile import write_for_zlib
from plyground.kernel import JIT, linked
from plyground.kernel.compile import uncompiled
from plyground.kernel.signature import of_value

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
PYODIDE = Path(os.environ.get("PLYGROUND_PYODIDE", ROOT / "build" / "pyodide"))

compiled = pytest.mark.skipif(not JIT, reason="uncompiled")

ALL = """
from pathlib import Path
from plyground.engine import Limits
from plyground.kernel import linked
from short_session import session
Limits.is_brief = lambda self: True  # there are no threads
answer = {"found": session("FAMILY", Path("/tests/perft")), "missed": sorted(linked.missed)}
"""
WITHOUT = """
import sys
from plyground import get_game
from plyground.search.perft import perft
position = get_game("gardner").position()
move = position.legal_moves[0]
try:
    import plyground.endgame.whole, plyground.solving.proof
    from plyground.endgame import probe
    from plyground.endgame.tablefile import InvalidTable
    probe(get_game("gardner").position("5/5/2k2/Q4/K4 w - - 0 1"))
except InvalidTable as error:
    said = str(error)
answer = [perft(position, 2), str(move), position.play(move).text, said, "numba" in sys.modules]
"""


class Pair(NamedTuple):
    first: int
    second: float


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """Tables that Python reads without LZMA, too."""
    folder = tmp_path_factory.mktemp("tables")
    for name in (*TABLES, *(name for names in ALSO.values() for name in names)):
        source = Path(str(get_game(name).submodule("endgame").__file__)).parent / "tables" / name
        (folder / name).mkdir()
        for path in source.glob("*.table"):
            write_for_zlib(path, folder / name / path.name)
    return folder


def in_pyodide(program, kernels, tables=None, packages=None):
    """Return what a program leaves in `answer`; `packages` is a folder of further ones."""
    for needed in ("node", "wasm-ld"):
        if shutil.which(needed) is None:
            pytest.skip(f"{needed} is not installed")
    if not (PYODIDE / "pyodide.mjs").is_file():
        pytest.skip("Pyodide's files are missing: make build/pyodide")
    metadata = distribution("plyground")._path
    folders = [PYODIDE, ROOT / "src", metadata, ROOT / "tests", kernels, tables or "", packages or ""]
    command = ["node", HERE / "in_pyodide.mjs", *folders]
    done = subprocess.run(command, input=program, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


IN_CI = "minichess", "amazons"
"""With tables, and with the widest vectors; the others are slow only in sum."""


@compiled
@pytest.mark.timeout(1200)  # a family's kernels are translated as a whole; on a busy machine that takes minutes
@pytest.mark.parametrize(
    "family", [each if each in IN_CI else pytest.param(each, marks=pytest.mark.slow) for each in FAMILIES]
)
def test_a_session_in_pyodide_finds_what_it_finds_here(family, tmp_path, tables):
    in_pyodide("answer = 1", "")  # or skipped, before the long wait
    command = [sys.executable, HERE / "short_session.py", family, tmp_path]
    environment = os.environ | {"PLYGROUND_TABLES": str(tables)}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    wanted = json.loads(done.stdout.splitlines()[-1])
    answer = in_pyodide(ALL.replace("FAMILY", family), tmp_path, tables)
    assert answer["found"] == wanted
    assert answer["missed"] == []
    assert len(wanted["perft"]) > 1
    assert family not in {"minichess", "congo"} or wanted["endgame"][-1] > 0


@pytest.mark.timeout(1200)
def test_a_game_without_kernels_plays_uncompiled_and_tables_say_what_they_need():
    position = get_game("gardner").position()
    move = position.legal_moves[0]
    said = "Endgame tables are compressed by LZMA, which this Python lacks; in Pyodide it is the package lzma."
    wanted = [53, str(move), position.play(move).text, said, False]
    assert in_pyodide("import warnings; warnings.simplefilter('ignore')\n" + WITHOUT, "") == wanted


@compiled
def test_signatures_of_types_are_those_of_values():
    import numba

    from plyground.kernel.signature import of_type

    square = np.zeros((2, 3), np.int16)
    values = [
        *(1, -1, True, 1.5, np.uint64(1), np.int32(1), np.bool_(1), 1 << 63, None),
        *(
            square,
            square.T,
            square[:, ::2],
            np.zeros(4, np.bool_),
            np.zeros(0),
            np.zeros(2, [("a", "<i8"), ("b", "u1")]),
        ),
        *((1, 2), (1, True), (), Pair(1, 2.0), ((1, Pair(2, 3.0)), square)),
    ]
    for value in values:
        assert of_type(numba.typeof(value)) == of_value(value).replace("NoneType", "None")
    assert of_type(numba.types.literal(8)) == "int64"
    assert of_type(numba.typeof(1j)) is None
    assert of_type(numba.types.Tuple([numba.int64, numba.complex128])) is None


@compiled
def test_the_linker_is_missing(monkeypatch, tmp_path):
    from plyground.kernel import wasm

    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(wasm.CannotBuild, match=r"wasm-ld, which is missing; Debian's package is lld\."):
        wasm.build("nothing", tmp_path, lambda: None)
    assert list(tmp_path.iterdir()) == []


@compiled
def test_a_word_is_spread_over_a_vector_of_bits():
    import ctypes

    from plyground.kernel.wasm import _ONES, _bits

    there, back = "  %.2 = bitcast i64 %.1 to <64 x i1>\n", "  %.3 = bitcast <64 x i1> %.2 to i64\n"
    spread = _ONES.sub(_bits, f"define i64 @same(i64 %.1) {{\n{there}{back}  ret i64 %.3\n}}")
    assert "to <64 x i1>\n" not in spread
    engine = translated(spread)
    same = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_uint64)(engine.get_function_address("same"))
    for word in (0, 1, 1 << 63, 0x0123456789ABCDEF, (1 << 64) - 1):
        assert same(word) == word


SHIFTS = """declare <4 x i64> @llvm.fshl.v4i64(<4 x i64>, <4 x i64>, <4 x i64>)
define i64 @shifted(i64 %one, i64 %"the other") {
B0:
  %.1 = insertelement <4 x i64> <i64 5, i64 poison, i64 poison, i64 poison>, i64 %one, i64 1
  %.2 = insertelement <4 x i64> %.1, i64 %"the other", i32 2
  %.3 = insertelement <4 x i64> %.2, i64 -7, i64 3
  %.4 = shufflevector <4 x i64> %.3, <4 x i64> poison, <4 x i32> <i32 2, i32 3, i32 0, i32 1>
  %.5 = shl <4 x i64> %.3, <i64 1, i64 10, i64 11, i64 12>
  %.6 = lshr <4 x i64> %.4, splat (i64 3)
  %.7 = or disjoint <4 x i64> %.5, %.6
  %.8 = tail call <4 x i64> @llvm.fshl.v4i64(<4 x i64> %.7, <4 x i64> %.3, <4 x i64> <i64 2, i64 20, i64 22, i64 24>)
  %.9 = icmp ult i64 %one, %"the other"
  br i1 %.9, label %B1, label %B2
B1:
  %.10 = and <4 x i64> %.8, %.3
  br label %B2
B2:
  %.11 = phi <4 x i64> [ %.8, %B0 ], [ %.10, %B1 ]
  %.12 = shufflevector <4 x i64> %.11, <4 x i64> %.4, <4 x i32> <i32 1, i32 poison, i32 7, i32 0>
  %.13 = xor <4 x i64> %.11, %.12
  %.14 = extractelement <4 x i64> %.13, i64 0
  %.15 = extractelement <4 x i64> %.13, i64 2
  %.16 = mul i64 %.14, %.15
  ret i64 %.16
}
"""


@compiled
def test_vectors_of_words_are_taken_apart():
    import ctypes

    from plyground.kernel.scalars import scalarize

    apart = scalarize(SHIFTS)
    assert "<4 x i64>" not in apart.partition("define")[2]
    engines = [translated(SHIFTS), translated(apart)]
    kind = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint64)
    wanted, found = (kind(engine.get_function_address("shifted")) for engine in engines)
    numbers = [0, 1, 1 << 63, 0x0123456789ABCDEF, (1 << 64) - 1]
    results = {wanted(one, other) for one in numbers for other in numbers}
    assert len(results) > len(numbers)
    assert all(found(one, other) == wanted(one, other) for one in numbers for other in numbers)


@compiled
def test_a_function_that_does_something_else_with_vectors_keeps_them():
    from plyground.kernel.scalars import scalarize

    stored = SHIFTS.replace("  %.9 =", "  store <4 x i64> %.8, ptr null, align 32\n  %.9 =")
    assert scalarize(stored).startswith(stored)


def translated(assembly):
    """Return the engine that runs a module here."""
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    machine = binding.Target.from_default_triple().create_target_machine()
    engine = binding.create_mcjit_compiler(binding.parse_assembly(assembly), machine)
    engine.finalize_object()
    return engine


@compiled
def test_addresses_keep_the_places_that_they_have_here():
    from plyground.kernel.wasm import _PLACE, _of_host

    places = "  %.1 = alloca { ptr, { ptr, [2 x i64] } }, align 8\n  %.2 = getelementptr { ptr, i64 }, ptr %.1, i64 0\n"
    wide = "  %.1 = alloca { i64, { i64, [2 x i64] } }, align 8\n  %.2 = getelementptr { i64, i64 }, ptr %.1, i64 0\n"
    others = "  %.3 = getelementptr i8, ptr %.1, i64 8\n  store ptr null, ptr %.3, align 8\n"
    assert _PLACE.sub(_of_host, places + others) == wide + others


def test_kernels_of_other_sources_are_not_used(tmp_path):
    call = linked_plus(tmp_path, {__name__: "0" * 16})
    with pytest.warns(RuntimeWarning, match=f"were built from another {re.escape(__name__)}: they run uncompiled"):
        assert call(2) == 3
    assert call(4) == 5
    assert call(4.5) == 5.5
    assert f"{__name__}.plus(float64)" in linked.missed


@pytest.mark.parametrize("content", [None, b"no module"])
def test_kernels_that_cannot_be_loaded_run_uncompiled(tmp_path, content):
    call = linked_plus(tmp_path, {})
    if content:
        (tmp_path / "other.so").write_bytes(content)
    with pytest.warns(RuntimeWarning, match=r"other\.so cannot be loaded \(.*\): they run uncompiled"):
        assert call(2) == 3
    assert call(4) == 5


@compiled
def test_a_module_holds_what_is_called_only_where_a_part_is_compiled(monkeypatch):
    from plyground.kernel import ready

    built = []
    monkeypatch.setattr(ready, "is_ready", lambda part: True)
    ready.ensure_ready("part", "Part", lambda: built.append(1))
    with ready.even_if_ready():
        ready.ensure_ready("part", "Part", lambda: built.append(2))
    ready.ensure_ready("part", "Part", lambda: built.append(3))
    assert built == [2]


def linked_plus(folder, sources):
    """Return `plus` as a kernel of the module `other` in a folder, built from these sources."""
    entry = dict(zip(linked.Entry.__dataclass_fields__, (__name__, "plus", "int64", "int64", "other_0"), strict=True))
    facts = {"format": linked.FORMAT, "tools": {}, "sources": sources, "entries": [entry]}
    (folder / "other.json").write_text(json.dumps(facts))
    return linked.kernel(plus, uncompiled(plus), str(folder))


def plus(number):
    return number + 1
