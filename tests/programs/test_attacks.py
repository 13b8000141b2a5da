"""What a program may use, attacked in every wall, as root and as an ordinary user."""

import os
import tempfile
from pathlib import Path

import pytest

from plyground.programs.protection import WALLS, available_modes

from .attacks import ATTACKS, LIMITS, SYSTEM_PYTHON, outcomes, outcomes_as_nobody

MODES = [mode for mode in available_modes() if mode in WALLS]
IS_ROOT = os.geteuid() == 0


@pytest.fixture(scope="module")
def passable():
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.mark.parametrize("name", ATTACKS)
@pytest.mark.parametrize("mode", MODES)
def test_ours(mode, name):
    code, wanted = ATTACKS[name]
    ((_, found),) = outcomes("plyground.programs", LIMITS, {name: (code, ())}, [mode]).items()
    assert found in wanted


@pytest.mark.skipif(not IS_ROOT or not SYSTEM_PYTHON.exists(), reason="needs root to become somebody else")
@pytest.mark.parametrize("name", ATTACKS)
def test_as_an_ordinary_user(passable, name):
    code, wanted = ATTACKS[name]
    found = outcomes_as_nobody(passable, {name: (code, ())})
    assert found
    assert {place: what for place, what in found.items() if what not in wanted} == {}
