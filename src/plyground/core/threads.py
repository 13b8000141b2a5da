"""`thread_pool`: threads of this process; where none can be started, as in a browser, the caller's own."""

import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

Answer = TypeVar("Answer")
Given = ParamSpec("Given")
HAS_THREADS = sys.platform != "emscripten"
"""Whether threads and processes can be started: not in a browser."""


class _Caller(Executor):
    """Does at once what is submitted."""

    def submit(self, do: Callable[Given, Answer], /, *arguments: Given.args, **named: Given.kwargs) -> Future[Answer]:
        """Do it, and return its answer or error as a future."""
        future: Future[Answer] = Future()
        try:
            future.set_result(do(*arguments, **named))
        except BaseException as error:  # noqa: BLE001 (it is raised again where the answer is asked for)
            future.set_exception(error)
        return future


def thread_pool(threads: int) -> Executor:
    """Return so many threads for work that is done by kernels, which leave Python to the others.

    Examples
    --------
    >>> with thread_pool(2) as pool:
    ...     list(pool.map(abs, (-1, 2)))
    [1, 2]
    """
    return ThreadPoolExecutor(threads) if HAS_THREADS else _Caller()
