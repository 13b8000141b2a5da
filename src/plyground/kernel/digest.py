"""A digest of everything that a kernel's machine code depends on: code and constants, as loaded by this process.

numba freezes into a kernel everything it uses: the kernels it calls, the implementations of generic kernels for the
games in its signature, and the values of constants. `digest` follows the same names and hashes the same things:
bytecode and values, not source files. So machine code is never used with code that it was not compiled from, whatever
happens to the files while a program runs; an edit in one game affects no other game; and a comment, a docstring or a
drawing affects nothing.
"""

import enum
import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from plyground.kernel.cache import toolchain

_TOOLS = {"numba", "llvmlite", "numpy", *sys.stdlib_module_names}
"""Packages whose version identifies their code."""

_MACHINERY = b"".join(
    Path(__file__).with_name(f"{name}.py").read_bytes()
    for name in ("compile", "dispatcher", "generic", "library", "lowering", "pipeline", "store")
)
"""Modules that tell numba how to compile. (The kernels in this package are hashed like any others.)"""

_NUMBERS = (bool, int, float, complex, str, bytes, type(None), type(...), np.generic)


class Unit(NamedTuple):
    """One function, without those it calls.

    Attributes
    ----------
    content
        Its bytecode, and the names and values of what it uses.
    functions
        The functions it uses: kernels, or those that generate an intrinsic's instructions.
    generics
        The generic kernels it calls.
    kinds
        The classes it names: an implementation may be chosen by one of them.
    """

    content: bytes
    functions: tuple[Any, ...]
    generics: tuple[Any, ...]
    kinds: tuple[type, ...]


def digest(function: Callable[..., Any], kinds: Iterable[type] = ()) -> str:
    """Return 32 hexadecimal digits that change with anything that affects the machine code of `function`.

    Parameters
    ----------
    function
        A kernel, or the Python function that it is compiled from, if only the plain `kernel` compiles it.
    kinds
        The NamedTuples in its signature, by which the implementations of generic kernels are chosen.
    """
    state = hashlib.sha256(toolchain().encode() + _MACHINERY + options_of(function).encode())
    for content in sorted(unit_of(found).content for found in dependencies(function, kinds).functions):
        state.update(content)
    return state.hexdigest()[:32]


def options_of(function: Callable[..., Any]) -> str:
    """Return the options that a kernel, or an implementation of a generic one, is compiled with, if not the usual."""
    options: dict[str, Any] = getattr(function, "targetoptions", {})
    return repr([(name, sorted(value) if isinstance(value, set) else value) for name, value in sorted(options.items())])


class Dependencies(NamedTuple):
    """What is compiled into a kernel.

    Attributes
    ----------
    functions
        Python functions, its own included.
    choices
        Generic kernels and the types for which it may ask them; None stands for types that are no NamedTuples.
    """

    functions: set[Callable[..., Any]]
    choices: set[tuple[Any, type | None]]


def dependencies(function: Callable[..., Any], kinds: Iterable[type] = ()) -> Dependencies:
    """Return what is compiled into `function`, of which `kinds` are the NamedTuples in the signature."""
    found: set[Callable[..., Any]] = set()
    generics: set[Any] = set()
    known: set[type | None] = {None, *kinds}
    waiting = [_python_function(function)]
    while waiting:
        while waiting:
            current = waiting.pop()
            if current in found:
                continue
            found.add(current)
            unit = unit_of(current)
            waiting += unit.functions
            generics.update(unit.generics)
            known.update(unit.kinds)
        choices = {(question, kind) for question in generics for kind in known}
        waiting = [answer for question, kind in choices if (answer := question.choose(kind)) not in found]
    return Dependencies(found, choices)


def kinds_in(types: Iterable[Any]) -> Iterator[type]:
    """Yield the NamedTuples among numba's `types`, and those inside them."""
    for type_ in types:
        if hasattr(type_, "instance_class"):
            yield type_.instance_class
        if hasattr(type_, "types"):
            yield from kinds_in(type_.types)


@cache
def unit_of(function: Callable[..., Any]) -> Unit:
    """Examine one Python function.

    Raises
    ------
    TypeError
        If it uses something that is neither code nor a constant.
    """
    code = function.__code__
    uses = _Uses(f"{function.__module__}.{function.__qualname__}", _names(code))
    uses.note("function", uses.owner, options_of(function))
    uses.code(code, has_docstring=function.__doc__ is not None)
    uses.value(function.__defaults__)
    for name in sorted(uses.names & function.__globals__.keys()):
        uses.note("name", name)
        uses.value(function.__globals__[name])
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        uses.note("cell", name)
        uses.value(cell.cell_contents)
    return Unit(uses.state.digest(), tuple(uses.functions), tuple(uses.generics), tuple(uses.kinds))


def _names(code: CodeType) -> set[str]:
    inner = (_names(constant) for constant in code.co_consts if isinstance(constant, CodeType))
    return set(code.co_names).union(*inner)


def _python_function(function: Any) -> Any:
    """Return the Python function of a kernel, of an intrinsic, or the function itself."""
    return getattr(function, "py_func", None) or getattr(function, "_defn", None) or function


class _Uses:
    """Hashes one function and what it uses, and notes what to examine next."""

    def __init__(self, owner: str, names: set[str]) -> None:
        self.owner = owner
        self.names = names
        self.state = hashlib.sha256()
        self.functions: list[Any] = []
        self.generics: list[Any] = []
        self.kinds: list[type] = []
        self.modules: set[ModuleType] = set()

    def note(self, *facts: object) -> None:
        self.state.update("\0".join(map(str, facts)).encode() + b"\n")

    def code(self, code: CodeType, *, has_docstring: bool) -> None:
        """Hash a function's bytecode and constants, but not its docstring, file and lines."""
        self.note("code", code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
        self.note(*code.co_names, "/", *code.co_varnames, "/", *code.co_freevars, *code.co_cellvars)
        self.state.update(code.co_code)
        self.state.update(code.co_exceptiontable)
        for constant in (None, *code.co_consts[1:]) if has_docstring else code.co_consts:
            if isinstance(constant, CodeType):
                self.code(constant, has_docstring=False)
            else:
                self.value(constant)

    def value(self, value: Any) -> None:
        """Hash something that a function uses."""
        function = _python_function(value)
        if isinstance(value, enum.Enum):
            self.note(type(value).__qualname__, value.name, value.value)
        elif isinstance(value, _NUMBERS):
            self.note(type(value).__name__, repr(value))
        elif isinstance(value, np.ndarray):
            self.note("array", value.dtype.str, value.shape, value.flags.c_contiguous, value.flags.f_contiguous)
            self.state.update(value.tobytes())
        elif isinstance(value, tuple | list | frozenset):
            if type(value) not in {tuple, list, frozenset}:
                self.kind(type(value))
            self.note(type(value).__name__, len(value))
            for item in sorted(value, key=repr) if isinstance(value, frozenset) else value:
                self.value(item)
        elif isinstance(value, ModuleType):
            self.module(value)
        elif isinstance(value, BuiltinFunctionType) or (_is_tool(value) and hasattr(value, "__qualname__")):
            self.note("tool", value.__module__, value.__qualname__)
        elif hasattr(value, "choose") and not isinstance(value, type):
            self.note("generic", value.__module__, value.__name__)
            self.generics.append(value)
        elif isinstance(value, type):
            self.kind(value)
        elif isinstance(function, FunctionType):
            self.note("uses", function.__module__, function.__qualname__, options_of(value))
            self.functions.append(function)
        else:
            self.instance(value)

    def kind(self, kind: type) -> None:
        """Hash a class: a NamedTuple by its fields, another (that writes instructions) by its methods."""
        self.note("class", kind.__module__, kind.__qualname__, *getattr(kind, "_fields", ()))
        if hasattr(kind, "_fields"):
            self.kinds.append(kind)
            self.value(tuple(kind._field_defaults.values()))  # type: ignore[attr-defined]
        else:
            self.functions += [each for each in vars(kind).values() if isinstance(each, FunctionType)]

    def module(self, module: ModuleType) -> None:
        """Hash a module: a tool's by its name, any other by everything in it that the function names."""
        self.note("module", module.__name__)
        if not _is_tool(module) and module not in self.modules:
            self.modules.add(module)
            for name in sorted(self.names & vars(module).keys()):
                self.note("name", name)
                self.value(vars(module)[name])

    def instance(self, value: Any) -> None:
        """Hash a value of another type, such as one of numba's, by its repr."""
        text = repr(value)
        if not _is_tool(type(value)) or type(value).__module__ == "builtins" or " at 0x" in text:
            raise TypeError(
                f"The kernel {self.owner} uses {text}, which is neither a kernel nor a constant: it takes "
                "numbers, strings, arrays, tuples of those and NamedTuples."
            )
        self.note("instance", type(value).__qualname__, text)


def _is_tool(value: Any) -> bool:
    """Tell whether a function, class or module comes from numba, numpy or Python itself."""
    name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
    return isinstance(name, str) and name.partition(".")[0] in _TOOLS
