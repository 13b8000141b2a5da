"""`KernelLibrary`: the LLVM code of one kernel, optimised only where Python calls it.

numba optimises and translates each function by itself, and again within each of its callers. Here a kernel keeps the
code as numba wrote it, and only what Python calls, an entry, is linked with all that it calls, optimised and translated
to machine code, once and as a whole.

Within an entry the kernels are private: nobody else calls them, so LLVM may choose how they are called, and leaves out
arguments that they do not need. An array is seven numbers and more, of which most kernels need one or two; a search
passes ten arrays down, and takes a tenth less time for it. (As ``internal`` ones they would keep their names in the
object, where the code of one entry was taken for that of another.)
"""

from functools import cache, cached_property
from typing import Any

from llvmlite import binding
from numba.core import cgutils
from numba.core.codegen import CodeLibrary, JITCodeLibrary

_ADDRESS = "numba.dynamic.globals"
"""How the names of variables begin that hold addresses of this process."""


@cache
def _function_passes(codegen: Any) -> Any:
    """Return LLVM's passes on single functions, which are the same for each kernel, and what builds them."""
    return codegen._function_pass_manager()


class KernelLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of one kernel, or of an entry for Python, and the libraries that it calls."""

    file: str | None = None
    """The file of `plyground.kernel.store` that holds it, once it is stored."""

    def __init__(self, codegen: Any, name: str) -> None:
        CodeLibrary.__init__(self, codegen, name)
        self._linking_libraries: list[Any] = []
        self._shared_module = None
        self.enable_object_caching()
        self._own: Any = None

    @cached_property
    def _final_module(self) -> Any:
        """The LLVM module of what numba wrote, or of an entry, as translated to machine code."""
        module = binding.parse_assembly(str(self._codegen._create_empty_module(self.name)))
        module.name = self.name
        return module

    def add_ir_module(self, module: Any) -> None:
        """Add what numba wrote for a function, after LLVM's passes on single functions."""
        self._raise_if_finalized()
        text = cgutils.normalize_ir_text(str(module))
        added = binding.parse_assembly(text)
        added.name = cgutils.normalize_ir_text(self.name)
        added.data_layout = self._codegen._data_layout
        passes, builder = _function_passes(self._codegen)
        for function in added.functions:
            if not function.is_declaration:
                passes.run(function, builder)
        if "_final_module" in self.__dict__ or _ADDRESS in text:
            self._final_module.link_in(added)  # which leaves out addresses that nothing uses
        else:
            self._final_module = added

    @property
    def own(self) -> Any:
        """The LLVM module of the kernel alone; what else it calls, except kernels that are stored, is linked in."""
        if self._own is None:
            self._own = self._final_module
            for library in self._linking_libraries:
                if not isinstance(library, KernelLibrary):
                    self._own.link_in(library._get_module_for_linking(), preserve=True)
            for function in self._own.functions:
                if not function.is_declaration and function.linkage == binding.Linkage.external:
                    function.linkage = "linkonce_odr"  # each entry holds a copy
        return self._own

    @property
    def kernels(self) -> list["KernelLibrary"]:
        """The kernels that it calls."""
        return [library for library in self._linking_libraries if isinstance(library, KernelLibrary)]

    @property
    def has_addresses(self) -> bool:
        """Whether it holds an address of this process."""
        return any(each.name.startswith(_ADDRESS) for each in self.own.global_variables)

    @classmethod
    def of_bitcode(cls, codegen: Any, name: str, bitcode: bytes, kernels: list["KernelLibrary"]) -> "KernelLibrary":
        """Return the library whose `own` module and `kernels` were stored."""
        library = cls(codegen, name)
        library._own = library._final_module = binding.parse_bitcode(bitcode)
        library._linking_libraries = list(kernels)
        return library

    @classmethod
    def of_machine_code(cls, codegen: Any, name: str, code: bytes, symbols: list[str]) -> "KernelLibrary":
        """Return the entry whose machine code was stored; it defines `symbols`."""
        library = cls(codegen, name)
        library._set_compiled_object(code)
        library._finalize_final_module()
        codegen._engine._defined_symbols.update(symbols)
        return library

    def machine_code(self) -> bytes:
        """Return the machine code, to be stored."""
        self._ensure_finalized()
        code: bytes = self._get_compiled_object()
        return code

    def add_linking_library(self, library: Any) -> None:
        """Call `library`, a kernel's or one of numba's own."""
        self._raise_if_finalized()
        if not isinstance(library, KernelLibrary):
            library._ensure_finalized()
        if library not in self._linking_libraries:
            self._linking_libraries.append(library)

    def finalize(self) -> None:
        """Link, optimise and translate; numba asks for it where something outside of kernels calls one."""
        self._raise_if_finalized()
        self._codegen._check_llvm_bugs()
        whole = self.own.clone()
        for function in whole.functions:
            if function.linkage == binding.Linkage.linkonce_odr:
                function.linkage = "weak_odr"  # to be kept, though nothing here calls it
        for library in self._reach():
            whole.link_in(library.own, preserve=True)
        named = {function.name for function in self.own.functions}
        for function in whole.functions:
            if not function.is_declaration and function.name not in named:
                function.linkage = "private"
        self._final_module = whole
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()

    def _reach(self) -> list["KernelLibrary"]:
        """Return each kernel that it calls, and those that they call: every one after all of its callers.

        What is linked in, if nothing calls it yet, is left out.
        """
        finished: dict[KernelLibrary, None] = {}

        def finish(library: KernelLibrary) -> None:
            for called in library.kernels:
                if called not in finished:
                    finish(called)
            finished[library] = None

        finish(self)
        return list(finished)[-2::-1]
