"""`KernelLowering` and `kernel_context`: how a kernel's typed statements become LLVM's instructions.

numba gives nearly every variable a place on the stack, reads and writes it anew at each use, a tuple of ten arrays as a
whole, puts an array together in order to take one number out of it, and asks after each call for four kinds of
exceptions and whether anyone catches them. LLVM takes all that out again. Here it is not written in the first place,
which leaves about a quarter of the instructions.
"""

from collections import Counter
from functools import cache, partial
from typing import Any

from llvmlite.ir import Constant, IRBuilder, Undefined
from llvmlite.ir.instructions import ExtractValue, InsertValue
from numba.core import cgutils, ir
from numba.core.analysis import compute_cfg_from_blocks
from numba.core.callconv import RETCODE_OK, CPUCallConv, Status
from numba.core.cpu import CPUContext
from numba.core.datamodel.packer import ArgPacker
from numba.core.errors import LoweringError, new_error_context  # type: ignore[attr-defined]
from numba.core.lowering import Lower
from numba.core.typed_passes import NativeLowering
from numba.core.types import Array, Boolean, Dispatcher, Integer, Number, intp, uintp
from numba.core.types.containers import BaseTuple
from numba.core.types.iterators import Generator
from numba.core.types.misc import Optional

_ITEM_SIZE, _DATA, _SHAPE = 3, 4, 5
"""Where numba's array has them."""


class _Builder(IRBuilder):  # type: ignore[misc]
    """Writes instructions, and knows the parts of each tuple and array that it has put together."""

    def insert_value(self, agg: Any, value: Any, idx: Any, name: str = "") -> Any:
        """Return `agg` with a part replaced."""
        whole = super().insert_value(agg, value, idx, name)
        path = tuple(idx) if isinstance(idx, list | tuple) else (idx,)
        if len(path) == 1:
            whole.parts = {**getattr(agg, "parts", {}), path[0]: value}
        return whole

    def extract_value(self, agg: Any, idx: Any, name: str = "") -> Any:
        """Return a part of `agg`."""
        path = tuple(idx) if isinstance(idx, list | tuple) else (idx,)
        part = getattr(agg, "parts", {}).get(path[0]) if len(path) == 1 else None
        return part if part is not None else super().extract_value(agg, idx, name)


class KernelLower(Lower):  # type: ignore[misc]
    """numba's translation of a function, in which a variable that is assigned once is a value, not a place."""

    def _find_singly_assigned_variable(self) -> None:
        statements = (statement for block in self.blocks.values() for statement in block.body)
        counts = Counter(each.target.name for each in statements if isinstance(each, ir.Assign))
        self._singly_assigned_vars = {name for name, count in counts.items() if count == 1}
        self._values: dict[str, tuple[Any, int, Any, Any]] = {}
        self._labels = {id(block): label for label, block in self.blocks.items()}
        self._label = self.firstblk
        self._dominators: dict[int, set[int]] = {}

    def setup_function(self, fndesc: Any) -> None:
        """Begin the function."""
        super().setup_function(fndesc)
        self.builder = _Builder(self.entry_block)
        self.call_helper = self.call_conv.init_call_helper(self.builder)

    def post_lower(self) -> None:
        """Take out tuples and arrays that were put together and are of no more use."""
        blocks = self.function.blocks
        uses = Counter(id(operand) for block in blocks for each in block.instructions for operand in _operands(each))
        for block in reversed(blocks):
            kept = []
            for each in reversed(block.instructions):
                if isinstance(each, ExtractValue | InsertValue) and not uses[id(each)]:
                    uses.subtract(map(id, each.operands))
                else:
                    kept.append(each)
            block.instructions[:] = reversed(kept)

    def lower_binop(self, resty: Any, expr: Any, op: Any) -> Any:
        """Return the result of an operator."""
        if not expr.static_lhs is expr.static_rhs is ir.UNDEFINED:
            return super().lower_binop(resty, expr, op)
        kinds = self.fndesc.calltypes[expr].args
        operands = [
            self.context.cast(self.builder, self.loadvar(each.name), self.typeof(each.name), kind)
            for each, kind in zip((expr.lhs, expr.rhs), kinds, strict=True)
        ]
        function, signature = _operator(self.context.typing_context, op, kinds)
        result = self.context.get_function(function, signature)(self.builder, operands)
        return self.context.cast(self.builder, result, signature.return_type, resty)

    def _lower_call_normal(self, fnty: Any, expr: Any, signature: Any) -> Any:
        """Return the result of a call; of two whole numbers numba would compile a function for `min` and `max`."""
        function, kinds = getattr(fnty, "typing_key", None), signature.args
        if not is_comparison(function, kinds):
            return super()._lower_call_normal(fnty, expr, signature)
        first, second = self.fold_call_args(fnty, signature, expr.args, expr.vararg, expr.kws)
        compare = self.builder.icmp_signed if kinds[0].signed else self.builder.icmp_unsigned
        return self.builder.select(compare(_COMPARISONS[function], second, first), second, first)

    def lower_expr(self, resty: Any, expr: Any) -> Any:
        """Return the value of an expression."""
        if expr.op == "static_getitem" and expr.index_var and isinstance(self.typeof(expr.value.name), Array):
            return self.lower_getitem(resty, expr, expr.value, expr.index_var, self.fndesc.calltypes[expr])
        return super().lower_expr(resty, expr)

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        """Return an element or a row of an array, or of what else has elements."""
        kind, result = signature.args[0], signature.return_type
        indices = self._indices(kind, signature.args[1], index)
        if indices is None or not (len(indices) == kind.ndim or (isinstance(result, Array) and result.layout == "C")):
            return super().lower_getitem(resty, expr, value, index, signature)
        array = self.loadvar(value.name)
        place = self._place(array, indices, kind.ndim)
        if len(indices) == kind.ndim:
            found = self.context.unpack_value(self.builder, kind.dtype, place)
        else:
            found = self._row(array, len(indices), kind, result, place)
        return self.context.cast(self.builder, found, result, resty)

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> Any:
        """Write an element of an array, or of what else has elements."""
        kind, index_kind, _ = signature.args
        indices = self._indices(kind, index_kind, index_var)
        written = self.typeof(value_var.name)
        if indices is None or len(indices) != kind.ndim or not isinstance(written, Number | Boolean):
            return super().lower_setitem(target_var, index_var, value_var, signature)
        value = self.context.cast(self.builder, self.loadvar(value_var.name), written, kind.dtype)
        place = self._place(self.loadvar(target_var.name), indices, kind.ndim)
        return self.context.pack_value(self.builder, kind.dtype, value, place)

    def _indices(self, kind: Any, index_kind: Any, index: Any) -> list[tuple[Any, Any]] | None:
        """Return indices of an array, each with its type; None for what is no plain element or row."""
        is_plain = isinstance(kind, Array) and kind.layout == "C" and kind.aligned and isinstance(kind.dtype, Number)
        given = self.typeof(index.name)
        kinds = list(index_kind.types) if isinstance(index_kind, BaseTuple) else [index_kind]
        if not is_plain or not all(isinstance(each, Integer) for each in kinds) or len(kinds) > kind.ndim:
            return None
        value = self.context.cast(self.builder, self.loadvar(index.name), given, index_kind)
        if not isinstance(index_kind, BaseTuple):
            return [(value, index_kind)]
        return [(self.builder.extract_value(value, number), each) for number, each in enumerate(kinds)]

    def _place(self, array: Any, indices: list[tuple[Any, Any]], dimensions: int) -> Any:
        """Return the address of an element, or of the first one of a row."""
        builder, data = self.builder, self.builder.extract_value(array, _DATA)
        sides = builder.extract_value(array, _SHAPE)
        offset = None
        for axis in range(dimensions):
            side = builder.extract_value(sides, axis)
            if offset is not None:
                offset = builder.mul(offset, side)
            if axis < len(indices):
                index = self._from_start(*indices[axis], side)
                offset = index if offset is None else builder.add(offset, index)
        return builder.gep(data, [offset])

    def _from_start(self, index: Any, kind: Any, side: Any) -> Any:
        """Return an index of which a negative one counts from the end."""
        if not kind.signed:
            return self.context.cast(self.builder, index, kind, uintp)
        index = self.context.cast(self.builder, index, kind, intp)
        if isinstance(index, Constant) and isinstance(index.constant, int):
            return index if index.constant >= 0 else self.builder.add(index, side)
        is_negative = self.builder.icmp_signed("<", index, index.type(0))
        return self.builder.select(is_negative, self.builder.add(index, side), index)

    def _row(self, array: Any, first: int, kind: Any, result: Any, place: Any) -> Any:
        """Return what is left of an array after its `first` dimensions, as an array."""
        builder = self.builder
        sides = builder.extract_value(array, _SHAPE)
        left = [builder.extract_value(sides, axis) for axis in range(first, kind.ndim)]
        size = builder.extract_value(array, _ITEM_SIZE)
        strides, count = [size], left[0]
        for side in left[:0:-1]:
            strides.insert(0, builder.mul(strides[0], side))
            count = builder.mul(count, side)
        row = Constant(self.context.get_value_type(result), Undefined)
        parts = builder.extract_value(array, 0), builder.extract_value(array, 1), count, size, place
        packed = (*parts, cgutils.pack_array(builder, left), cgutils.pack_array(builder, strides))
        for number, part in enumerate(packed):
            row = builder.insert_value(row, part, number)
        return row

    def lower_block(self, block: Any) -> None:
        """Translate a block."""
        self._label = self._labels[id(block)]
        for statement in block.body:
            self.loc = statement.loc
            try:
                self.lower_inst(statement)
            except Exception:
                error = partial(LoweringError, loc=self.loc)
                with new_error_context('lowering "{inst}" at {loc}', inst=statement, loc=self.loc, errcls_=error):
                    raise

    def lower_inst(self, inst: Any) -> None:
        """Translate a statement."""
        if isinstance(inst, ir.Assign):
            name = inst.target.name
            kind = self.typeof(name)
            # (of a kernel numba would note the address of its object, which a call does not need)
            is_kernel = isinstance(kind, Dispatcher)
            self.storevar(self.context.get_dummy_value() if is_kernel else self.lower_assign(kind, inst), name)
        elif not isinstance(inst, ir.Del):
            super().lower_inst(inst)

    def storevar(self, value: Any, name: str, argidx: int | None = None) -> None:
        """Assign a variable."""
        if name in self._singly_assigned_vars and name not in self.varmap:
            block = self.builder.basic_block
            self._values[name] = value, self._label, block, block.instructions[-1] if block.instructions else None
            return
        self._alloca_var(name, self.typeof(name))
        self.builder.store(value, self.varmap[name])

    def loadvar(self, name: str) -> Any:
        """Return a variable's value."""
        if name in self._values:
            value, label, *_ = self._values[name]
            if label in (self._label, self.firstblk) or label in self._dominators_of(self._label):
                return value
            self._give_place(name)
        elif name not in self.varmap:  # it is assigned later on, in a loop
            self._singly_assigned_vars.discard(name)
            self._alloca_var(name, self.typeof(name))
        return self.builder.load(self.varmap[name])

    def _give_place(self, name: str) -> None:
        """Keep a variable's value on the stack, since it may be asked for where it was never assigned."""
        value, _, block, last = self._values.pop(name)
        self._singly_assigned_vars.discard(name)
        self._alloca_var(name, self.typeof(name))
        now = self.builder.basic_block
        if last is None:
            self.builder.position_at_start(block)
        else:
            self.builder.position_after(last)
        self.builder.store(value, self.varmap[name])
        self.builder.position_at_end(now)

    def _dominators_of(self, label: int) -> set[int]:
        if not self._dominators:
            self._dominators = compute_cfg_from_blocks(self.blocks).dominators()
        return self._dominators[label]


_COMPARISONS: dict[Any, str] = {min: "<", max: ">"}


def is_comparison(function: Any, kinds: Any) -> bool:
    """Tell whether a function is `min` or `max`, asked of two whole numbers of one type."""
    return function in (min, max) and len(kinds) == 2 and kinds[0] == kinds[1] and isinstance(kinds[0], Integer)


@cache
def _operator(typing: Any, operator: Any, kinds: Any) -> tuple[Any, Any]:
    """Return what numba knows as an operator, and its signature for types of operands."""
    function = typing.resolve_value_type(operator)
    return function, function.get_call_type(typing, kinds, {})


def _operands(instruction: Any) -> list[Any]:
    """Return the values that an instruction uses."""
    return [*instruction.operands, *(value for value, _ in getattr(instruction, "incomings", ()))]


class KernelLowering(NativeLowering):  # type: ignore[misc]
    """numba's pass that translates a function, by `KernelLower`."""

    lowering_class = KernelLower


_packer = cache(ArgPacker)


class _CallConvention(CPUCallConv):  # type: ignore[misc]
    """numba's convention, by which a kernel passes on an exception of one that it calls, and catches none."""

    def call_function(
        self, builder: Any, callee: Any, resty: Any, argtys: Any, args: Any, attrs: Any = None
    ) -> tuple[Any, Any]:
        """Call a kernel, and return what became of it and its result."""
        if attrs or isinstance(resty, Optional) or any(isinstance(kind, Generator) for kind in argtys):
            return super().call_function(builder, callee, resty, argtys, args, attrs)
        result = cgutils.alloca_once(builder, self.get_return_type(resty).pointee)
        passed = self._get_arg_packer(argtys).as_arguments(builder, args)
        code = builder.call(callee, [result, self._get_excinfo_argument(builder.function), *passed])
        is_error = builder.icmp_signed("!=", code, RETCODE_OK)
        status = Status(**dict.fromkeys(Status._fields) | {"code": code, "is_error": is_error})
        return status, self.context.get_returned_value(builder, resty, builder.load(result))

    def _get_arg_packer(self, argtypes: Any) -> Any:
        return _packer(self.context.data_model_manager, tuple(argtypes))

    def decorate_function(self, fn: Any, args: Any, fe_argtypes: Any, noalias: bool = False) -> None:
        """Say what is known of a function's arguments; nobody asks for their names."""
        super().decorate_function(fn, (), fe_argtypes, noalias)

    def return_status_propagate(self, builder: Any, status: Any) -> None:
        """Return with the exception of a kernel that was called."""
        if status.excinfoptr is None:
            self._return_errcode_raw(builder, status.code)
        else:
            super().return_status_propagate(builder, status)


class _Context(CPUContext):  # type: ignore[misc]
    @property
    def call_conv(self) -> Any:
        """Return how functions are called."""
        return _CallConvention(self)

    def refresh(self) -> None:
        """Learn how to write what has just been typed; numba's own context has loaded everything else."""
        for registry in list(self._registries):
            self.install_registry(registry)


@cache
def kernel_context(shared: Any) -> Any:
    """Return a context in which to compile kernels that knows whatever numba's own, `shared`, knows now and later."""
    context = object.__new__(_Context)
    context.__dict__ = shared.__dict__
    return context
