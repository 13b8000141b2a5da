"""The process boundary: a stranger's program runs here, behind limits and walls, and can only answer.

`Program` starts one and talks to it. Between the two stands a *keeper*, a small process of ours (`keeper.py`) that
builds the walls, starts the program behind them, reaps whatever it leaves behind and reports how it ended. The walls
are Linux namespaces where the system lets us have them, else Landlock; seccomp in both cases (`protection.py`).

This room imports nothing of the others: the keeper runs it as a package of its own, without plyground.
"""
