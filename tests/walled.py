"""Programs behind walls for tests: started, ended, failing; nothing of them is left running."""

import os

import pytest

from left_running import left_running
from plyground.programs.ending import ProgramFailed
from plyground.programs.limits import ResourceLimits
from plyground.programs.program import Program
from plyground.programs.protection import available_modes, plain_python, python_folders

WALLS = [mode for mode in available_modes() if mode != "limits"]
LIMITS = ResourceLimits(cpu_seconds=1, wall_seconds=20, memory=128, files=4, processes=24, output=1)
MARK = f"plyground-marked-{os.getpid()}"


def python(code, mode, limits=LIMITS, **options):
    """Start `code`, with a mark on its command line by which its processes are found."""
    interpreter = plain_python(mode)
    return Program([interpreter, "-c", code, MARK], limits, mode=mode, readable=python_folders(interpreter), **options)


def ended(code, mode, limits=LIMITS, text="", **options):
    with python(code, mode, limits, **options) as program:
        result = program.communicate(text)
    assert not left_running(MARK)
    return result


def failure(code, mode, limits=LIMITS):
    with pytest.raises(ProgramFailed) as caught, python(code, mode, limits) as program:
        program.communicate()
    assert not left_running(MARK)
    return caught.value
