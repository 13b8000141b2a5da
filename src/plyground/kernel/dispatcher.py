"""`KernelDispatcher` and `GenericDispatcher`: numba's dispatcher, so that the wait for the first answer is shorter.

A kernel is typed and lowered once for each combination of argument types. Only for one that Python calls there is an
entry: a wrapper, linked and optimised with everything that the kernel calls (`plyground.kernel.library`). What else is
left out is work around it:

* versions of a kernel for numbers that stand in a call: ``standing(game, 0)`` and ``standing(game, 1)`` are one;
* asking every template of an operator anew at each ``a & b``, though the types are always the same few;
* timers for each compilation: every event of LLVM is told to all that are running, and kernels call kernels 20 deep;
* the garbage collector, which finds nothing to collect in the large graphs that a compiler keeps, again and again.
"""

from collections.abc import Callable
from functools import cache, partial
from operator import getitem, setitem
from typing import Any, NamedTuple

from numba.core.compiler import Flags, compile_extra
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.sigutils import normalize_signature
from numba.core.targetconfig import ConfigStack
from numba.core.types import Array
from numba.core.types.misc import unliteral
from numba.core.typing import Context, make_concrete_template, signature
from numba.core.typing.arraydecl import GetItemBuffer, SetItemBuffer

from plyground.kernel.garbage import without_collecting
from plyground.kernel.implementations import Implementations
from plyground.kernel.library import KernelLibrary
from plyground.kernel.lowering import is_comparison, kernel_context
from plyground.kernel.pipeline import KernelCompiler, needs_all_passes
from plyground.kernel.store import KernelStore, Stored

_BUILT_IN = {"_operator", "builtins", "numpy"}
"""Modules whose functions always answer the same types with the same type."""


Types = tuple[Any, ...]

called: list[tuple["KernelDispatcher", Types, Any]] = []
"""What Python has called in this process: kernels, with the types of the arguments and the result that was declared."""


class Version(NamedTuple):
    """A kernel for some types, typed and lowered; the fields are those that numba looks at."""

    signature: Any
    fndesc: Any
    environment: Any
    library: KernelLibrary
    entry_point: object
    objectmode: bool = False


class KernelDispatcher(CPUDispatcher):  # type: ignore[misc]
    """The compiled versions of one kernel, and the entries of those that Python has called."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions={"nopython": True, **options})
        self._store = KernelStore(self)
        self._entries: dict[Types, Any] = {}
        self._templates: dict[Types, Any] = {}
        self._results: dict[Types, Any] = {}

    def declare(self, signature: Any) -> None:
        """Say what a recursive kernel returns, for the kernels that call it."""
        arguments, result = normalize_signature(signature)
        self._results[arguments] = result

    def typeof_pyval(self, value: Any) -> Any:
        """Return an argument's type: of a read-only array that of any other, so that no kernel is compiled twice."""
        kind = super().typeof_pyval(value)
        return kind if not isinstance(kind, Array) or kind.mutable else kind.copy(readonly=False)

    def compile(self, signature: Any) -> Any:
        """Return the entry for `signature`: there already, from the store, or compiled now."""
        arguments, result = normalize_signature(signature)
        if arguments in self._entries:
            return self._entries[arguments]
        with global_compiler_lock, without_collecting():
            if arguments not in self._entries:
                self.targetctx.refresh()
                self._entries[arguments] = self._entry(arguments, result)
                self._insert([kind._code for kind in arguments], self._entries[arguments], False)
            return self._entries[arguments]

    def version(self, arguments: Types, result: Any = None) -> Version:
        """Return the version for these types, to be called by kernels: there already, from the store, or compiled."""
        found: Version | None = self.overloads.get(arguments)
        if found is None:
            found = self._load_version(arguments, result) or self._compile_version(arguments, result)
            self.targetctx.insert_user_function(found.entry_point, found.fndesc, [found.library])
            self.overloads[arguments] = found
        return found

    def _signature(self, arguments: Types, result: Any) -> Any:
        result = result or self._results.get(arguments)
        return result(*arguments) if result else arguments

    def _entry(self, arguments: Types, result: Any) -> Any:
        called.append((self, arguments, result))
        signature, codegen = self._signature(arguments, result), self.targetctx.codegen()
        stored = self._store.load(signature, codegen, is_called=True)
        if stored is not None:
            symbols = [stored.fndesc.llvm_cpython_wrapper_name]
            library = KernelLibrary.of_machine_code(codegen, stored.name, stored.machine_code, symbols)
            return self.targetctx.get_executable(library, stored.fndesc, stored.environment)
        version = self.version(arguments, result)
        described = version.fndesc, version.environment
        library = KernelLibrary(codegen, f"entry of {version.library.name}")
        with self.targetctx.push_code_library(library):  # what boxing a constant result asks for
            self.targetctx.create_cpython_wrapper(library, *described, call_helper=None, release_gil=True)
        library.add_linking_library(version.library)
        entry = self.targetctx.get_executable(library, *described)
        self._save(signature, version, library.machine_code())
        return entry

    def _load_version(self, arguments: Types, result: Any) -> Version | None:
        signature, codegen = self._signature(arguments, result), self.targetctx.codegen()
        stored = self._store.load(signature, codegen, is_called=False)
        library = self._store.library(signature, codegen) if stored is not None else None
        if stored is None or library is None:
            return None
        # (a class of a script is another one in each process: the types are those that were asked for)
        signature, stored.fndesc.argtypes = stored.signature.replace(args=arguments), arguments
        return Version(signature, stored.fndesc, stored.environment, library, object())

    def _compile_version(self, arguments: Types, result: Any) -> Version:
        signature = self._signature(arguments, result)
        flags = Flags()
        with ConfigStack().enter(Flags()):  # a kernel inherits no options from whichever caller is compiled first
            self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        library = KernelLibrary(self.targetctx.codegen(), self.py_func.__qualname__)
        is_plain = not needs_all_passes(self.py_func.__code__)
        typing = _typing_context(self.typingctx) if is_plain else self.typingctx
        context = kernel_context(self.targetctx) if is_plain else self.targetctx
        asked = self.py_func, *normalize_signature(signature), flags, self.locals
        number = self._store.identity(signature, library.codegen)
        with self._compiling_counter:
            made = compile_extra(typing, context, *asked, library, partial(KernelCompiler, number))
        made.fndesc.typemap = made.fndesc.calltypes = None  # large, and of no more use
        version = Version(made.signature, made.fndesc, made.environment, library, object())
        self._save(signature, version)
        return version

    def _save(self, signature: Any, version: Version, machine_code: bytes = b"") -> None:
        library = version.library
        kernels = tuple(str(kernel.file) for kernel in library.kernels)
        described = version.signature, version.fndesc, version.environment
        stored = Stored(library.name, *described, library.own.as_bitcode(), kernels, machine_code)
        self._store.save(signature, stored, library)

    def fold_argument_types(self, arguments: Types, keywords: Any) -> Any:
        """Return the parameters, and the arguments' types in their order, of a number only that it is one."""
        parameters, folded = super().fold_argument_types(arguments, keywords)
        return parameters, tuple(map(unliteral, folded))

    def get_call_template(self, arguments: Types, keywords: Any) -> Any:
        """Return what numba asks for at a call: the version's signature."""
        parameters, folded = self.fold_argument_types(arguments, keywords)
        if folded not in self._templates:
            signature = self.version(folded).signature
            self._templates[folded] = make_concrete_template(self.__name__, self.__name__, [signature])
        return self._templates[folded], parameters, folded, {}


class GenericDispatcher(KernelDispatcher):
    """A generic kernel: its versions are those of the implementations."""

    def __init__(self, stub: Callable[..., Any], implementations: Implementations, options: dict[str, Any]) -> None:
        super().__init__(stub, options)
        self._options = options
        self._implementations = implementations
        self._kernels: dict[Callable[..., Any], KernelDispatcher] = {}

    def _kernel(self, arguments: Types) -> KernelDispatcher:
        kind = getattr(arguments[0], "instance_class", None)
        self._implementations.settle(kind)
        function = self._implementations.choose(kind)
        if function not in self._kernels:
            self._kernels[function] = KernelDispatcher(function, self._options | getattr(function, "targetoptions", {}))
        return self._kernels[function]

    def _entry(self, arguments: Types, result: Any) -> Any:
        return self._kernel(arguments).compile(arguments)

    def get_call_template(self, arguments: Types, keywords: Any) -> Any:
        """Return what numba asks for at a call: the signature of the implementation's version."""
        return self._kernel(arguments).get_call_template(arguments, keywords)

    def get_overload(self, signature: Any) -> Any:
        """Return the key under which numba finds the implementation's version."""
        arguments, _ = normalize_signature(signature)
        return self._kernel(arguments).get_overload(arguments)


class _TypingContext(Context):  # type: ignore[misc]
    """The typing context of numba, for our kernels only: it remembers what operators and functions answer."""

    def refresh(self) -> None:
        """Load nothing: numba's own context has."""

    def resolve_function_type(self, function: Any, arguments: Any, keywords: Any) -> Any:
        """Return the signature of a call, as the types are asked again and again."""
        asked = getattr(function, "typing_key", function)
        if keywords or getattr(asked, "__module__", None) not in _BUILT_IN:
            return super().resolve_function_type(function, arguments, keywords)
        key = (id(function), tuple(arguments))
        if key not in _answers:
            found = self._at_once(asked, tuple(map(unliteral, arguments)))
            _answers[key] = (function, found or super().resolve_function_type(function, arguments, keywords))
        return _answers[key][1]

    def _at_once(self, function: Any, arguments: Types) -> Any:
        """Return the signature of what reads or writes an array's element, of which numba thinks last, or compares."""
        if function in _OF_ARRAYS and isinstance(arguments[0], Array):
            return _OF_ARRAYS[function](self).apply(arguments, {})
        return signature(arguments[0], *arguments) if is_comparison(function, arguments) else None


_OF_ARRAYS = {getitem: GetItemBuffer, setitem: SetItemBuffer}

_answers: dict[tuple[int, tuple[Any, ...]], tuple[Any, Any]] = {}


@cache
def _typing_context(shared: Any) -> Any:
    """Return a `_TypingContext` that knows whatever numba's own, `shared`, knows now and later."""
    context = object.__new__(_TypingContext)
    context.__dict__ = shared.__dict__
    return context
