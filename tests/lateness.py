"""How late this machine is: what a test allows that asks whether something ends in time."""

import threading
import time
from collections.abc import Callable


def lateness(seconds: float, work: Callable[[], object], tries: int = 10) -> float:
    """Return by how many seconds `work` takes longer than it may, in the best of some tries."""
    late = []
    for _ in range(tries):
        begin = time.perf_counter()
        work()
        late.append(time.perf_counter() - begin - seconds)
    return min(late)


def lateness_of_a_sleep(seconds: float) -> float:
    """Return how late this machine, as busy as it is now, wakes up a thread that only sleeps."""
    late = []
    for _ in range(5):
        begin = time.perf_counter()
        sleeper = threading.Thread(target=time.sleep, args=(seconds,))
        sleeper.start()
        sleeper.join()
        late.append(time.perf_counter() - begin - seconds)
    return max(late)
