"""Any other program as a process: a trusted one (a UCI engine) or a stranger's (a student's), behind walls.

`Program` starts one and talks to it under `Limits`; whatever it does wrong comes as `ProgramFailed`. Between us and a
stranger's program stands a *supervisor*, a small process of ours (`supervisor.py`) that builds the walls, starts the
program behind them, reaps whatever it leaves behind and reports how it ended. The walls are Linux namespaces where the
system lets us have them, else Landlock; seccomp in both cases (`protection.py`). `Conversation` is how a game is played
with a program.

Only this package may need Linux; elsewhere trusted programs run all the same. All but the conversations import nothing
of plyground: the supervisor runs those files as a package of its own, without plyground.
"""
