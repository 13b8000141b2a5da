"""Visitors' Python code, run in the sandbox of `plyground.programs`: without network, files, or much of anything."""

from collections.abc import Mapping
from threading import BoundedSemaphore

from plyground.core.errors import InvalidSetting
from plyground.programs.ending import ProgramFailed
from plyground.programs.limits import ResourceLimits
from plyground.programs.program import Program
from plyground.programs.protection import WALLS, plain_python, player_mode, python_folders
from plyground.web.service.endpoints import Busy, Forbidden

LIMITS = ResourceLimits(cpu_seconds=4, wall_seconds=8, memory=256, files=4, processes=4, output=1, patience=4)
AT_A_TIME = 2
"""Programs that run at a time; others wait."""
MAX_WAIT = 60.0
"""Seconds that one waits for its turn."""
_free = BoundedSemaphore(AT_A_TIME)


def run_python(files: Mapping[str, str]) -> str:
    """Run the file ``main.py`` of some files; return what it writes to standard output.

    Raises
    ------
    Forbidden
        If this system has no sandbox.
    InvalidSetting
        With what the code did wrong: which limit it met, or how it crashed.
    Busy
        If too many run already.
    """
    mode = player_mode()
    if mode not in WALLS:
        raise Forbidden(
            "Code runs in your own browser, or on the server in a sandbox. This server has neither Python for browsers "
            "(`plyground site build` fetches it) nor a sandbox, which needs Linux."
        )
    if not _free.acquire(timeout=MAX_WAIT):
        raise Busy("Too much code is being run; try again in a minute.")
    try:
        python = plain_python(mode)
        written = {name: text.encode("utf-8", errors="replace") for name, text in files.items()}
        command = [python, "-I", "main.py"]
        with Program(command, LIMITS, mode=mode, files=written, readable=python_folders(python)) as program:
            ended = program.communicate()
    except ProgramFailed as failed:
        raise InvalidSetting(f"The code was stopped: {failed}") from None
    finally:
        _free.release()
    if ended.failure is not None:
        raise InvalidSetting(f"The code was stopped: {ended.failure}")
    return ended.output.decode("utf-8", errors="replace")
