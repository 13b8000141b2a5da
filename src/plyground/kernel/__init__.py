"""How Python becomes fast: the only package that imports numba.

`kernel` compiles a function, `inlined` does so within each of its callers, `generic` chooses an implementation by game,
`prepare` compiles recursive functions, `words` defines what a position is to a kernel, `bits`, `slides` and `random`
are the basic operations, `stack` and `prefetch` deal with memory, and `cache` stores the machine code. Nothing is
imported before it is used.
"""

from plyground.kernel.compile import JIT, float_kernel, inlined, kernel, prepare
from plyground.kernel.generic import generic

__all__ = ["JIT", "float_kernel", "generic", "inlined", "kernel", "prepare"]
