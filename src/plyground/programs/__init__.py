"""Other programs as processes: trusted ones (UCI engines), and strangers' (students') in a sandbox.

`Program` starts a program and talks to it under `ResourceLimits`; any misbehaviour raises `ProgramFailed`. A
stranger's program runs under a *supervisor*, a small process of ours (`supervisor.py`) that builds the sandbox, starts
the program in it, reaps whatever it leaves behind and reports how it ended. The sandbox uses Linux namespaces where the
system allows them, else Landlock, and seccomp in both cases (`protection.py`). A `Conversation` plays a game with a
program.

Only this package may need Linux, and trusted programs run on any system. All files but the conversations import nothing
from plyground, because the supervisor runs them as a separate package, without plyground.
"""
