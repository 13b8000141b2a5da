"""`KernelCompiler`: numba's compiler with the passes that a kernel needs, and none of those that find nothing in one.

Most of numba's passes look for what a kernel has not: ``with`` blocks, functions within functions, literals to unroll,
expressions of whole arrays. Between them it works out which variables live where, for reference counts that a kernel
does without, and it catches warnings around each question of a type. A recursive kernel it would type anew, as far as
that goes, at each call of itself, though what it returns has been declared. Without all that, a kernel is typed and
translated in two thirds of the time. One with a function within (a generator expression, say) gets all of numba's
passes.
"""

from contextlib import AbstractContextManager, nullcontext
from inspect import CO_GENERATOR
from types import CodeType
from typing import Any

from numba.core.compiler import Compiler
from numba.core.errors import TypingError
from numba.core.interpreter import Interpreter, peep_hole_delete_with_exit, peep_hole_fuse_dict_add_updates
from numba.core.ir_utils import build_definitions
from numba.core.rewrites import rewrite_registry
from numba.core.ssa import reconstruct_ssa
from numba.core.transforms import canonicalize_cfg
from numba.core.typed_passes import (
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
    ReconstructSSA,
    RewriteDynamicRaises,
    RewriteSemanticConstants,
    TranslateByteCode,
)

from plyground.kernel.lowering import KernelLowering

_WHOLE = frozenset({"isinstance", "hasattr", "literal_unroll", "objmode", "prange"})
"""Names of what only the whole pipeline understands."""


def needs_all_passes(code: CodeType) -> bool:
    """Tell whether a kernel has what only the whole of numba's pipeline understands."""
    has_function = any(isinstance(each, CodeType) for each in code.co_consts)
    has_block = code.co_exceptiontable or code.co_flags & CO_GENERATOR  # (catches exceptions, or yields)
    return has_function or bool(has_block or _WHOLE.intersection(code.co_names))


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
        if needs_all_passes(self.state.func_id.code):
            pipelines: list[Any] = super().define_pipelines()
            return pipelines
        return [_Pipeline()]


class _Interpreter(Interpreter):  # type: ignore[misc]
    """numba's translation of bytecode to statements."""

    def post_process(self, peepholes: list[Any], func_ir: Any) -> Any:
        """Rewrite what takes several instructions of Python, except what a kernel has not."""
        unused = peep_hole_delete_with_exit, peep_hole_fuse_dict_add_updates
        return super().post_process([each for each in peepholes if each not in unused], func_ir)


class _TranslateByteCode(TranslateByteCode):  # type: ignore[misc]
    """Translates a function's bytecode to statements."""

    def run_pass(self, state: Any) -> bool:
        """Do so; Python 3.11 leaves room between instructions, which numba takes for instructions."""
        last: Any = None
        for offset, instruction in list(state.bc.table.items()):
            if instruction.opname == "CACHE":
                last.next = instruction.next
                del state.bc.table[offset]
            else:
                last = instruction
        state.func_ir = _Interpreter(state.func_id).interpret(state.bc)
        state.func_ir.blocks = canonicalize_cfg(state.func_ir.blocks)
        return True


class _Rewrites(GenericRewrites):  # type: ignore[misc]
    """Rewrites statements of which numba knows a simpler form."""

    def run_pass(self, state: Any) -> bool:
        """Do so; which variables live where nobody asks."""
        for kind in rewrite_registry.rewrites["before-inference"]:
            rewrite, waiting = kind(state), list(state.func_ir.blocks.items())
            while waiting:
                label, block = waiting.pop()
                if rewrite.match(state.func_ir, block, state.typemap, state.calltypes):
                    state.func_ir.blocks[label] = rewrite.apply()
                    waiting.append((label, state.func_ir.blocks[label]))
        return True


class _StaticSingleAssignment(ReconstructSSA):  # type: ignore[misc]
    """Gives each assignment of a variable a name of its own."""

    def run_pass(self, state: Any) -> bool:
        """Do so; which variables live where nobody asks."""
        state.func_ir = reconstruct_ssa(state.func_ir)
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return True


class _StripPhis(PreLowerStripPhis):  # type: ignore[misc]
    """Replaces the choice between assignments by an assignment in each."""

    def run_pass(self, state: Any) -> bool:
        """Do so; which variables live where nobody asks."""
        state.func_ir = self._strip_phi_nodes(state.func_ir)
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return True


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

    def build_constraint(self) -> None:
        """Note what must hold of each statement."""
        for block in self.blocks.values():
            for statement in block.body:
                self.constraints.names = [each.name for each in statement.list_vars()]
                self.constrain_statement(statement)

    def return_types_from_partial(self) -> Any:
        """Return what a recursive kernel returns: as declared, or inferred from its other returns."""
        declared = [self.typevars[variable.name] for variable in self._get_return_vars()]
        if declared and all(each.locked for each in declared):
            return declared[0].getone()
        return super().return_types_from_partial()


class _Constraints:
    """What must hold of the types of a function's variables.

    Attributes
    ----------
    names
        The variables of the statement whose constraints are added.
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self._all: list[tuple[Any, list[str]]] = []
        self._settled: list[Any] = []

    def append(self, constraint: Any) -> None:
        """Add one."""
        self._all.append((constraint, self.names))
        self._settled.append(None)

    def propagate(self, inferer: Any) -> list[TypingError]:
        """Apply each whose types have changed, and return what fails: some types may not be known yet."""
        failures = []
        for number, (constraint, names) in enumerate(self._all):
            variables = [inferer.typevars[name] for name in names]
            if self._settled[number] == [each.type for each in variables]:
                continue
            try:
                constraint(inferer)
            except TypingError as error:
                failure = TypingError(str(error), loc=constraint.loc, highlighting=False)
                failure.__cause__ = error
                failures.append(failure)
            else:
                self._settled[number] = [each.type for each in variables]
        return failures


_PASSES = (
    _TranslateByteCode,
    FixupArgs,
    RewriteSemanticConstants,
    DeadBranchPrune,
    _Rewrites,
    RewriteDynamicRaises,
    _StaticSingleAssignment,
    DeadBranchPrune,
    _TypeInference,
    _StripPhis,
    NoPythonSupportedFeatureValidation,
    KernelLowering,
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
