"""How Python becomes fast: the only package that imports numba.

`kernel` compiles a function, `inlined` does so within each of its callers, `generic` chooses an implementation by game,
`prepare` and `declare` deal with recursive functions, `words` defines what a position is to a kernel, `bits`, `slides`
and `random` are the basic operations, `rows` and `vectors` add up, `columns` reads several words at once, `aligned`,
`stack` and `prefetch` deal with memory, and `cache` stores the compiled code. `wasm` builds modules of WebAssembly of
what a program has called, and `linked` calls them where numba cannot be. Nothing is imported before it is used.
"""

from plyground.kernel.compile import JIT, declare, float_kernel, inlined, kernel, prepare
from plyground.kernel.generic import generic

__all__ = ["JIT", "declare", "float_kernel", "generic", "inlined", "kernel", "prepare"]
