"""`KernelCompiler`: numba's compiler with the passes that a kernel needs, and none of those that find nothing in one.

Most of numba's passes look for what a kernel has not: ``with`` blocks, functions within functions, literals to unroll,
expressions of whole arrays. Between them it works out which variables live where, for reference counts that a kernel
does without, and it catches warnings around each question of a type. A recursive kernel it would type anew, as far as
that goes, at each call of itself, though what it returns has been declared. Without all that, a kernel is typed and
translated in two thirds of the time. One with a function within (a generator expression, say) gets all of numba's
passes.
"""

from contextlib import AbstractContextManager, nullcontext
from types import CodeType
from typing import Any

from numba.core.compiler import Compiler
from numba.core.errors import TypingError
from numba.core.typed_passes import (
    NativeLowering,
    NoPythonBackend,
    NoPythonSupportedFeatureValidation,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.typeinfer import TypeInferer
from numba.core.types import Array, Function
from numba.core.types.misc import Phantom
from numba.core.untyped_passes import (
    DeadBranchPrune,
    FixupArgs,
    GenericRewrites,
    IRProcessing,
    ReconstructSSA,
    RewriteDynamicRaises,
    RewriteSemanticConstants,
    TranslateByteCode,
)

_WHOLE = frozenset({"isinstance", "hasattr", "literal_unroll", "objmode", "prange"})
"""Names of what only the whole pipeline understands."""


class KernelCompiler(Compiler):  # type: ignore[misc]
    """numba's compiler, with a number of ours to tell functions of the same name apart, which its symbols contain.

    numba counts, so that each process would give a kernel another symbol. A stored kernel calls others by their symbols
    and has to find them where another process has compiled and stored them, too: so a kernel's number is made from the
    name of its file.
    """

    def __init__(self, number: int, *asked: Any) -> None:
        super().__init__(*asked)
        self._number = number

    def _compile_bytecode(self) -> Any:
        identity = self.state.func_id
        identity.unique_id, identity.unique_name = self._number, f"{identity.func_qualname}${self._number}"
        return super()._compile_bytecode()

    def define_pipelines(self) -> list[Any]:
        """Return the passes for this kernel."""
        code = self.state.func_id.code
        if _WHOLE.intersection(code.co_names) or any(isinstance(each, CodeType) for each in code.co_consts):
            pipelines: list[Any] = super().define_pipelines()
            return pipelines
        return [_Pipeline()]


class _TypeInference(NopythonTypeInference):  # type: ignore[misc]
    """Types a kernel by `_Inferer`."""

    def run_pass(self, state: Any) -> bool:
        """Note the types of a function's variables and calls, and of its result."""
        inferer = _Inferer(state.typingctx, state.func_ir, _Warnings())
        frame = state.targetctx.target, inferer, state.func_id, state.args
        with state.typingctx.callstack.register(*frame):
            for number, (name, kind) in enumerate(zip(state.func_ir.arg_names, state.args, strict=True)):
                inferer.seed_argument(name, number, kind)
            if state.return_type is not None:
                inferer.seed_return(state.return_type)
            inferer.build_constraint()
            state.typing_errors = inferer.propagate()
            state.typemap, result, state.calltypes = inferer.unify()
        if isinstance(result, Array | Function | Phantom):
            return bool(super().run_pass(state))  # which says why it cannot be returned
        state.return_type = result
        return True


class _Warnings:
    """Lets warnings pass; numba's own object would catch them, at each question of a type, to give them a line."""

    @staticmethod
    def catch_warnings(**_: Any) -> AbstractContextManager[None]:
        """Catch none."""
        return nullcontext()


class _Inferer(TypeInferer):  # type: ignore[misc]
    """numba's inference of types, which knows what has been declared."""

    def __init__(self, *asked: Any) -> None:
        super().__init__(*asked)
        self.constraints = _Constraints()

    def return_types_from_partial(self) -> Any:
        """Return what a recursive kernel returns: as declared, or inferred from its other returns."""
        declared = [self.typevars[variable.name] for variable in self._get_return_vars()]
        if declared and all(each.locked for each in declared):
            return declared[0].getone()
        return super().return_types_from_partial()


class _Constraints:
    """What must hold of the types of a function's variables."""

    def __init__(self) -> None:
        self._all: list[Any] = []

    def append(self, constraint: Any) -> None:
        """Add one."""
        self._all.append(constraint)

    def propagate(self, inferer: Any) -> list[TypingError]:
        """Apply each, and return what fails: some types may not be known yet."""
        failures = []
        for constraint in self._all:
            try:
                constraint(inferer)
            except TypingError as error:
                failure = TypingError(str(error), loc=constraint.loc, highlighting=False)
                failure.__cause__ = error
                failures.append(failure)
        return failures


_PASSES = (
    TranslateByteCode,
    FixupArgs,
    IRProcessing,
    RewriteSemanticConstants,
    DeadBranchPrune,
    GenericRewrites,
    RewriteDynamicRaises,
    ReconstructSSA,
    DeadBranchPrune,
    _TypeInference,
    PreLowerStripPhis,
    NoPythonSupportedFeatureValidation,
    NativeLowering,
    NoPythonBackend,
)


class _Pipeline:
    """A kernel's passes, one after the other."""

    pipeline_name = "nopython"

    def __init__(self) -> None:
        self.exec_times: dict[str, Any] = {}

    def run(self, state: Any) -> None:
        """Compile what `state` describes."""
        for kind in _PASSES:
            step = kind()
            step.analysis = {kind: None}  # (a pass asks, to show how)
            step.run_pass(state)
