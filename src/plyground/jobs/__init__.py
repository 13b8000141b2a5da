"""Many tasks at once, on this machine or on a cluster.

An `Executor` receives tasks and returns results in any order: a tournament's games, blocks of self-play, endgame
tables. `executor` has those of this machine, `cluster` one on Ray; a `Worker` is the process that does one task after
another for either. `in_order` puts the results of numbered tasks into the order of their numbers.
"""

# isort: off -- before whatever imports what there is not
from plyground.jobs import stand_ins as stand_ins

# isort: on
from plyground.jobs.executor import Executor, LocalExecutor, ThreadExecutor
from plyground.jobs.ordered import Numbered, in_order
from plyground.jobs.worker import Worker

__all__ = ["Executor", "LocalExecutor", "Numbered", "ThreadExecutor", "Worker", "in_order"]
