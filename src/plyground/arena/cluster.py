"""`RayExecutor`: a tournament on many machines with Ray; needs the extra ``cluster``.

A game is a Ray task. It runs in a Ray worker, which has one of our own supervised workers, so that a hanging player is
handled just as on one machine. When a node dies, its games are played again elsewhere; each result reaches the
tournament and its database once. ``--cluster local`` starts Ray on this machine; any other text is a cluster's address.
"""

from importlib import import_module
from typing import Any, Self

from plyground.arena.task import Played, Task
from plyground.core.errors import InvalidSetting

RETRIES = 100
"""How often a game is restarted when its machine is lost."""
_POLL_SECONDS = 0.05


def _ray() -> Any:
    try:
        return import_module("ray")
    except ImportError:
        raise InvalidSetting(
            "Playing on a cluster needs Ray, which is not installed; type: pip install 'plyground[cluster]'"
        ) from None


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


_worker: Any = None


def _play(task: Task) -> Played:
    """Play a game in this Ray worker."""
    from plyground.arena.worker import Worker

    global _worker
    if _worker is None:
        _worker = Worker()
    _worker.begin(task)
    while (played := _worker.finished()) is None:
        _worker.connection.poll(_POLL_SECONDS)
    return played


class RayExecutor:
    """Games as Ray tasks.

    Parameters
    ----------
    address
        "local", or a cluster's address.
    slots
        How many games to have under way; a cluster with fewer processors queues them.
    """

    def __init__(self, address: str, slots: int) -> None:
        self._ray = _ray()
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
        self._remote = self._ray.remote(_play).options(num_cpus=1, max_retries=RETRIES, retry_exceptions=False)
        self._air: list[Any] = []

    def submit(self, task: Task) -> None:
        """Give the game to the cluster."""
        self._air.append(self._remote.remote(task))

    def next_played(self) -> Played:
        """Wait for a game to finish and return it."""
        while True:
            ready, self._air = self._ray.wait(self._air, num_returns=1, timeout=1.0)
            if ready:
                played: Played = self._ray.get(ready[0])
                return played

    def close(self) -> None:
        """Disconnect from the cluster; a local one is shut down."""
        for reference in self._air:
            self._ray.cancel(reference, force=True)
        self._ray.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
