"""What kernels need of numba beyond its documented interface, and whether the installed numba has it.

numba gives no promise for these names, so a new version may lack one. `missing` looks before anything is compiled;
`plyground.kernel.compile` then does with less. A name that is used here is listed here: a test compares the imports.
"""

from collections.abc import Iterator
from importlib import import_module
from operator import attrgetter
from typing import Any

INTRINSICS = (
    "llvmlite.ir:IntType VectorType ArrayType Constant FunctionType Undefined VoidType",
    "numba.core.cgutils:alloca_once alloca_once_value for_range for_range_slice get_or_insert_function unpack_tuple",
    "numba.core.types:Array CPointer UniTuple void int64 uint8 uint64",
    "numba.core.types.containers:UniTuple",
    "numba.extending:intrinsic",
    "numba.np.arrayobj:make_array populate_array",
)
"""Modules and names that write instructions: without them no kernel can be compiled."""

DISPATCHER = (
    "llvmlite.binding:Linkage.linkonce_odr parse_assembly parse_bitcode",
    "llvmlite.ir:Constant IRBuilder.extract_value IRBuilder.insert_value Undefined",
    "llvmlite.ir.instructions:ExtractValue InsertValue",
    "numba.core:cgutils.normalize_ir_text cgutils.alloca_once cgutils.pack_array ir.Assign ir.Del ir.UNDEFINED",
    "numba.core.analysis:compute_cfg_from_blocks",
    "numba.core.callconv:CPUCallConv._get_arg_packer CPUCallConv._get_excinfo_argument "
    "CPUCallConv._return_errcode_raw CPUCallConv.call_function CPUCallConv.decorate_function "
    "CPUCallConv.return_status_propagate RETCODE_OK Status._fields",
    "numba.core.codegen:CodeLibrary JITCodeLibrary._ensure_finalized JITCodeLibrary._finalize_final_module "
    "JITCodeLibrary._get_compiled_object JITCodeLibrary._get_module_for_linking "
    "JITCodeLibrary._optimize_final_module JITCodeLibrary._raise_if_finalized "
    "JITCodeLibrary._set_compiled_object JITCodeLibrary.enable_object_caching",
    "numba.core.compiler:Compiler._compile_bytecode Compiler.compile_extra Compiler.define_pipelines Flags "
    "compile_extra",
    "numba.core.compiler_lock:global_compiler_lock",
    "numba.core.registry:CPUDispatcher._insert CPUDispatcher.fold_argument_types CPUDispatcher.get_call_template "
    "CPUDispatcher.get_overload cpu_target.options.parse_as_flags",
    "numba.core.cpu:CPUContext.call_conv CPUContext.install_registry CPUContext.refresh",
    "numba.core.datamodel.packer:ArgPacker",
    "numba.core.errors:LoweringError TypingError new_error_context",
    "numba.core.interpreter:Interpreter.interpret Interpreter.post_process peep_hole_delete_with_exit "
    "peep_hole_fuse_dict_add_updates",
    "numba.core.ir_utils:build_definitions",
    "numba.core.lowering:Lower._alloca_var Lower._find_singly_assigned_variable Lower._lower_call_normal "
    "Lower.fold_call_args Lower.loadvar Lower.lower_assign Lower.lower_binop Lower.lower_block Lower.lower_expr "
    "Lower.lower_getitem Lower.lower_inst Lower.lower_setitem Lower.post_lower Lower.setup_function Lower.storevar",
    "numba.core.rewrites:rewrite_registry.rewrites",
    "numba.core.serialize:dumps",
    "numba.core.sigutils:normalize_signature",
    "numba.core.targetconfig:ConfigStack.enter",
    "numba.core.ssa:reconstruct_ssa",
    "numba.core.transforms:canonicalize_cfg",
    "numba.core.typed_passes:NativeLowering.lowering_class NoPythonBackend NoPythonSupportedFeatureValidation "
    "NopythonTypeInference PreLowerStripPhis",
    "numba.core.typeinfer:TypeInferer._get_return_vars TypeInferer.build_constraint TypeInferer.propagate "
    "TypeInferer.return_types_from_partial TypeInferer.seed_argument TypeInferer.seed_return TypeInferer.unify",
    "numba.core.types:Array Boolean Dispatcher Function Integer Number intp uintp",
    "numba.core.types.containers:BaseTuple",
    "numba.core.types.iterators:Generator",
    "numba.core.types.misc:Optional Phantom unliteral",
    "numba.core.untyped_passes:DeadBranchPrune FixupArgs GenericRewrites ReconstructSSA "
    "RewriteDynamicRaises RewriteSemanticConstants TranslateByteCode",
    "numba.core.typing:Context.refresh Context.resolve_function_type make_concrete_template signature",
    "numba.core.typing.arraydecl:GetItemBuffer SetItemBuffer",
)
"""Those with which kernels are typed once and stored one by one; plain ``numba.njit`` does without them."""

_OF_TARGET = (
    "create_cpython_wrapper get_executable insert_user_function push_code_library refresh codegen _registries",
    "magic_tuple create_library _check_llvm_bugs _engine._defined_symbols",
    "_codegen _final_module _linking_libraries",
)
"""Attributes of the target that numba compiles for, of its code generator, and of a library of code."""

_OF_DISPATCHER = "_compiling_counter overloads targetctx targetdescr targetoptions typingctx locals py_func"


def missing(names: tuple[str, ...]) -> str | None:
    """Return the first of these names, or of what belongs to them, that numba lacks; None if it has all."""
    for line in names:
        module, _, wanted = line.partition(":")
        try:
            found: Any = import_module(module)
        except ImportError:
            return module
        if (lost := _first_missing(found, wanted)) is not None:
            return f"{module}.{lost}"
    if names is DISPATCHER:
        owned = ((type(owner).__name__, _first_missing(owner, wanted)) for owner, wanted in _objects())
        return next((f"{owner}.{lost}" for owner, lost in owned if lost is not None), None)
    return None


def _objects() -> Iterator[tuple[Any, str]]:
    """Yield objects of numba, those that any first kernel makes, too, and the attributes that are used of them."""
    registry = import_module("numba.core.registry")
    dispatcher = registry.CPUDispatcher(_nothing, targetoptions={})
    yield dispatcher, _OF_DISPATCHER
    target, codegen, library = _OF_TARGET
    yield dispatcher.targetctx, target
    yield dispatcher.targetctx.codegen(), codegen
    yield dispatcher.targetctx.codegen().create_library("nothing"), library


def _nothing() -> None: ...


def _first_missing(owner: Any, names: str) -> str | None:
    """Return the first of `names`, each a path of attributes, that `owner` lacks."""
    for name in names.split():
        try:
            attrgetter(name)(owner)
        except AttributeError:
            return name
    return None
