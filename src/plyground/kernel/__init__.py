"""How Python becomes fast: the only room that imports numba.

`kernel` compiles a function, `generic` chooses an implementation by game, `prepare` compiles what is recursive,
`words` says what a position is to a kernel, `bits`, `slides` and `random` are the instructions under everything,
`stack` and `prefetch` deal with memory, and `cache` keeps the machine code. Nothing is imported before it is asked for.
"""

from plyground.kernel.compile import JIT, float_kernel, kernel, prepare
from plyground.kernel.generic import generic

__all__ = ["JIT", "float_kernel", "generic", "kernel", "prepare"]
