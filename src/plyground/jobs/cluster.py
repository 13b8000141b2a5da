"""`RayExecutor`: tasks on many machines with Ray; needs the extra ``cluster``.

A task of ours is one of Ray's. It runs in a Ray worker, which has a `Worker` of its own, so that a process that dies or
hangs is handled just as on one machine. When a node dies, its tasks are done again elsewhere; each result is returned
once. ``--cluster local`` starts Ray on this machine; any other text is a cluster's address.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Generic, Self, TypeVar

from plyground.core.errors import InvalidSetting, PlygroundError
from plyground.jobs.executor import Executor, LocalExecutor
from plyground.jobs.worker import Worker

Task = TypeVar("Task")
Result = TypeVar("Result")

RETRIES = 100
"""How often a task is begun again when its machine is lost."""
_POLL_SECONDS = 0.05


def _ray() -> Any:
    try:
        return import_module("ray")
    except ImportError:
        raise InvalidSetting(
            "A cluster needs Ray, which is not installed; type: pip install 'plyground[cluster]'"
        ) from None


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


_worker: Any = None
"""A Ray worker's own: it belongs to one executor for all of its life."""


def _do(make: Callable[[], Worker[Any, Any]], task: Any) -> Any:
    """Do a task in this Ray worker; return its result, or why it cannot be done."""
    global _worker
    if _worker is None:
        _worker = make()
    _worker.begin(task)
    try:
        while (result := _worker.result()) is None:
            _worker.connection.poll(_POLL_SECONDS)
    except PlygroundError as error:
        return error
    return result


def executor_on(cluster: str | None, make: Callable[[], Worker[Task, Result]], slots: int) -> Executor[Task, Result]:
    """Return an executor on a cluster, "local" or its address; on this machine alone if there is None."""
    return LocalExecutor(make, slots) if cluster is None else RayExecutor(cluster, make, slots)


class RayExecutor(Generic[Task, Result]):
    """Tasks of Ray.

    Parameters
    ----------
    address
        "local", or a cluster's address.
    make
        Makes a worker; called in each Ray worker.
    slots
        How many tasks to have under way; a cluster with fewer processors queues them.
    """

    def __init__(self, address: str, make: Callable[[], Worker[Task, Result]], slots: int) -> None:
        self._ray = _ray()
        self._make = make
        self.slots = slots
        try:
            self._ray.init(
                address=None if address == "local" else address,
                num_cpus=slots if address == "local" else None,
                include_dashboard=False if address == "local" else None,
                logging_level="error",
                log_to_driver=False,
                configure_logging=True,
            )
        except Exception as error:  # noqa: BLE001 (what Ray cannot start with, it says with any of them)
            raise InvalidSetting(f"The cluster {address!r} cannot be reached: {_first_line(error)}") from None
        self._remote = self._ray.remote(_do).options(num_cpus=1, max_retries=RETRIES, retry_exceptions=False)
        self._running: list[Any] = []

    def submit(self, task: Task) -> None:
        """Give the task to the cluster."""
        self._running.append(self._remote.remote(self._make, task))

    def next_finished(self) -> Result:
        """Wait for a task to be finished and return its result."""
        while True:
            ready, self._running = self._ray.wait(self._running, num_returns=1, timeout=1.0)
            if ready:
                result: Result | PlygroundError = self._ray.get(ready[0])
                if isinstance(result, PlygroundError):
                    raise result
                return result

    def close(self) -> None:
        """Disconnect from the cluster; a local one is shut down."""
        for reference in self._running:
            self._ray.cancel(reference, force=True)
        self._ray.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
