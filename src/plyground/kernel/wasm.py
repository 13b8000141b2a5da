"""Kernels for a browser: all that a program has called, as one module of WebAssembly with a manifest.

``build("congo", folder, run)`` runs the function `run`, in a process that has not called other kernels before, and
writes ``congo.so`` and ``congo.json``. Where numba cannot be, in Pyodide, ``PLYGROUND_KERNELS`` names the folder, and
`plyground.kernel.linked` calls what is there.

The LLVM code that numba has made of a kernel, and of all that it calls, is independent of the machine, except that
structures in memory keep this machine's layout; so it is translated a second time. Every kernel is internal to the
module, and Python calls it by a thin function beside it: exported kernels would call themselves and each other by way
of imports, at half of the speed.
"""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict, replace
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from llvmlite import binding

from plyground.kernel.cache import write
from plyground.kernel.digest import dependencies, kinds_in
from plyground.kernel.dispatcher import KernelDispatcher, Version, called
from plyground.kernel.linked import FORMAT, Entry, Manifest
from plyground.kernel.prebuilt import Target
from plyground.kernel.ready import even_if_ready
from plyground.kernel.scalars import scalarize
from plyground.kernel.signature import of_type
from plyground.kernel.sources import source_digest, source_files

TARGET = Target("wasm32-unknown-emscripten", "generic", "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint")
LINKER = "wasm-ld"

_WORD = 64
_PLACE = re.compile(r"^  %\S+ = (?:alloca .*|getelementptr .*?(?=, ptr [%@]))", re.MULTILINE)
_ONES = re.compile(rf"^  (%\S+) = bitcast i64 (\S+) to <{_WORD} x i1>$", re.MULTILINE)


class CannotBuild(RuntimeError):
    """A tool that building needs is missing, or fails."""


def linker() -> str:
    """Return the linker's path; `CannotBuild` where it is not installed."""
    path = shutil.which(LINKER)
    if path is None:
        raise CannotBuild(f"Kernels for a browser are linked by {LINKER}, which is missing; Debian's package is lld.")
    return path


def build(name: str, folder: Path, run: Callable[[], object], caller: str = "") -> Path:
    """Write all kernels that `run` calls from Python, and those that this process has called before.

    Parameters
    ----------
    name
        Of the module, such as that of a family of games: letters, digits, ``_`` and ``-``.
    folder
        Where ``NAME.so`` and ``NAME.json`` go; it is made if it is missing.
    caller
        The module of Python that decides what `run` calls; a module is no longer current when that is another one.

    Returns
    -------
    Path
        The manifest.

    Raises
    ------
    CannotBuild
        If the linker is not installed, or fails.
    """
    linker()
    with even_if_ready():
        run()
    versions = [(kernel, kernel.version(arguments, result)) for kernel, arguments, result in list(called)]
    described = [(entry, found) for kernel, found in versions if (entry := _describe(kernel, found)) is not None]
    prefix = re.sub(r"\W", "_", name)
    entries = [replace(entry, symbol=f"{prefix}_{number}") for number, (entry, _) in enumerate(described)]
    write(folder / f"{name}.so", _link(entries, _translate(entries, [found for _, found in described])))
    functions = (dependencies(kernel.py_func, kinds_in(found.signature.args)).functions for kernel, found in versions)
    files = source_files(function.__module__ for found in functions for function in found)
    if caller:
        files[caller] = str(sys.modules[caller].__file__)
    manifest = Manifest(
        FORMAT,
        {tool: version(tool) for tool in ("numba", "llvmlite")},
        {module: source_digest(file) for module, file in sorted(files.items())},
        entries,
    )
    path = folder / f"{name}.json"
    write(path, json.dumps(asdict(manifest), separators=(",", ":")).encode())
    return path


def _link(entries: Iterable[Entry], machine_code: bytes) -> bytes:
    """Return the module: the entries, and what else their object file holds."""
    with TemporaryDirectory() as scratch:
        objects, module = Path(scratch, "kernels.o"), Path(scratch, "kernels.so")
        objects.write_bytes(machine_code)
        exports = [f"--export={entry.symbol}" for entry in entries]
        command: list[str | Path] = [
            linker(),
            "-shared",
            "--experimental-pic",
            "--allow-undefined",
            *exports,
            objects,
            "-o",
            module,
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise CannotBuild(f"{LINKER} failed: {done.stderr.strip()}")
        return module.read_bytes()


def _describe(kernel: KernelDispatcher, found: Version) -> Entry | None:
    """Return how the version of a kernel is called; None if it takes or returns what only numba knows."""
    arguments = [of_type(kind) for kind in found.signature.args]
    if None in arguments or "array" in str(of_type(found.signature.return_type) or "array"):
        return None
    function, result = kernel.py_func, _result_of(found.signature.return_type)
    return Entry(function.__module__, function.__qualname__, ", ".join(map(str, arguments)), result, "")


def _result_of(kind: Any) -> Any:
    """Return how a manifest writes what a kernel returns."""
    if not hasattr(kind, "types"):
        return of_type(kind)
    return [str(of_type(kind)).partition("(")[0], *map(_result_of, kind.types)]


def _translate(entries: Iterable[Entry], versions: list[Version]) -> bytes:
    """Return an object file with the entries, under their symbols."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    machine = binding.Target.from_triple(TARGET.triple).create_target_machine(
        cpu=TARGET.processor, features=TARGET.features, opt=3, reloc="pic"
    )
    module = binding.parse_assembly(_assembly(entries, versions, machine))
    symbols = {entry.symbol for entry in entries}
    for each in [*module.functions, *module.global_variables]:
        if not each.is_declaration and each.name not in symbols:
            each.linkage = "internal"
    module.verify()
    passes = binding.create_pass_builder(machine, binding.create_pipeline_tuning_options(speed_level=3))
    passes.getModulePassManager().run(module, passes)
    code: bytes = machine.emit_object(module)
    return code


def _assembly(entries: Iterable[Entry], versions: list[Version], machine: Any) -> str:
    """Return the code of the kernels, of all that they call and of the entries, for the machine."""
    libraries = {id(each): each for found in versions for each in (found.library, *found.library._reach())}
    whole: Any = None
    for library in libraries.values():
        module = library.own.clone()
        for function in module.functions:
            if function.linkage == binding.Linkage.linkonce_odr:
                function.linkage = "weak_odr"  # to be kept, though nothing here calls it yet
        if whole is None:
            whole = module
        else:
            whole.link_in(module)
    text = re.sub(r'target triple = ".*"', f'target triple = "{TARGET.triple}"', str(whole))
    text = re.sub(r'target datalayout = ".*"', f'target datalayout = "{machine.target_data}"', text)
    text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)
    text = re.sub(r"(?m)^(@[^=]*=) common ", r"\1 weak ", text)  # of which this target has none
    text = _PLACE.sub(_of_host, text)
    names = [found.fndesc.mangled_name for found in versions]
    thin = [_thin(entry.symbol, whole.get_function(name)) for entry, name in zip(entries, names, strict=True)]
    return "\n".join([scalarize(_ONES.sub(_bits, text)), *thin])


def _thin(symbol: str, kernel: Any) -> str:
    """Return the function that Python calls."""
    passed = ", ".join(f"{argument.type} %a{number}" for number, argument in enumerate(kernel.arguments))
    return f"define i32 @{symbol}({passed}) {{\n  %r = call i32 @{kernel.name}({passed})\n  ret i32 %r\n}}"


def _of_host(found: re.Match[str]) -> str:
    """Return an instruction that gives addresses in memory as many bytes as they have here.

    numba optimises functions for this machine's layout, with constants for where in a structure something is. They also
    hold where an address takes four bytes, if it has the place of eight.
    """
    return re.sub(r"\bptr\b", f"i{_WORD}", found[0])


def _bits(found: re.Match[str]) -> str:
    """Return instructions that spread a word over a vector of bits, for vectors of 128 bits and no masks.

    LLVM would take the word apart bit by bit, which costs Amazons a quarter of its speed.
    """
    name, word = found.groups()
    spread, chosen, octets = (f'%"{part} of {name[1:].strip(chr(34))}"' for part in ("spread", "chosen", "octets"))
    places = ", ".join(f"i32 {bit // 8}" for bit in range(_WORD))
    masks = ", ".join(f"i8 {1 << bit % 8}" for bit in range(_WORD)).replace("i8 128", "i8 -128")
    return (
        f"  {octets} = bitcast i64 {word} to <8 x i8>\n"
        f"  {spread} = shufflevector <8 x i8> {octets}, <8 x i8> undef, <{_WORD} x i32> <{places}>\n"
        f"  {chosen} = and <{_WORD} x i8> {spread}, <{masks}>\n"
        f"  {name} = icmp ne <{_WORD} x i8> {chosen}, zeroinitializer"
    )
