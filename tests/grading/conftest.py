"""What the grading tests share: a guard, and submissions written to folders."""

import pytest

from plyground.grading.guard import Guard
from plyground.grading.settings import SandboxSettings
from plyground.sandbox.protection import available_modes


@pytest.fixture(scope="session")
def guard():
    """A guard with the strongest walls and small limits; tests that need it are skipped where there are no walls."""
    mode = available_modes()[0]
    if mode == "limits":
        pytest.skip("this system allows neither namespaces nor Landlock")
    return Guard(mode, SandboxSettings(memory=256, files=8, output=1, processes=24))
